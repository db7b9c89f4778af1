"""The cluster as the controller last described it to this broker: brokers, topics, leaders.

Filled by UpdateMetadata only, read by Metadata, DescribeCluster, CreateTopics and the replica manager. What readers get
is a snapshot that never changes: an update builds a new one and swaps it in, so a handler that keeps a snapshot over an
`await` keeps consistent metadata, and nobody needs a lock. What an update does not touch is shared: topics, and most
of the map that holds them (`kavka.common.persistent_map`), so that one partition's change hardly costs more in a large
cluster.

Not the truth: that is in ZooKeeper. A broker that just started knows nothing until the controller has spoken.

Leader epochs of a topic never go backwards here: only controllers speak, one after the other, and each reads them from
ZooKeeper, where they only rise. A topic that was deleted and recreated is another topic, whose epochs begin at 0: that
is what `TopicState.is_renewed` is about.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.cluster.encoded_topics import EncodedTopics
from kavka.common.persistent_map import MapChanges, PersistentMap
from kavka.common.steps import Steps, at_once, taken_out
from kavka.common.types import LEADER_DURING_DELETE, ZERO_TOPIC_ID, TopicPartition
from kavka.protocol.epochs import ControllerEpoch, LeaderEpoch

if TYPE_CHECKING:
    from kavka.protocol.messages import UpdateMetadataRequest
    from kavka.timer.clock import Clock

FIRST_UPDATE_WAIT_MS: Final = 5_000
"""How long a response waits for the controller's first request. An undisturbed startup needs some ten milliseconds;
a Metadata response without brokers, which is Kafka's, makes librdkafka's admin client wait half a minute and more."""

FORMER_NAMES_MAX: Final = 10_000
"""So many names of deleted topics are remembered, the latest."""

_LISTENER_OF_PROTOCOL = {0: "PLAINTEXT", 1: "SSL", 2: "SASL_PLAINTEXT", 3: "SASL_SSL"}
"""UpdateMetadata v0–2 carry no listener name: Kafka then names the listener after its security protocol."""


BrokerLists = dict[tuple[int, ...], list[int]]
"""Lists of brokers that are shared: a cluster has few different ones, and as many partitions as it has."""


class BrokerNode:
    """A live broker: where each of its listeners is reached, and its rack."""

    __slots__ = ("broker_id", "endpoints", "rack")

    def __init__(self, broker_id: int, endpoints: Mapping[str, tuple[str, int]], rack: str | None) -> None:
        self.broker_id = broker_id
        self.endpoints = endpoints
        self.rack = rack

    def endpoint(self, listener_name: str) -> tuple[str, int] | None:
        """Returns the listener's host and port, None when this broker has no such listener."""
        return self.endpoints.get(listener_name)


class PartitionState:
    """One partition as the controller described it. Never changed after construction."""

    __slots__ = ("controller_epoch", "isr", "leader", "leader_epoch", "offline_replicas", "replicas", "zk_version")

    def __init__(
        self,
        *,
        leader: int,
        leader_epoch: LeaderEpoch,
        isr: list[int],
        replicas: list[int],
        offline_replicas: list[int],
        controller_epoch: ControllerEpoch,
        zk_version: int,
    ) -> None:
        self.leader = leader
        self.leader_epoch = leader_epoch
        self.isr = isr
        self.replicas = replicas
        self.offline_replicas = offline_replicas
        self.controller_epoch = controller_epoch
        self.zk_version = zk_version


class TopicState:
    """A topic's id (zeros when the controller gave none) and its partitions by number.

    Attributes:
        is_renewed: this broker has known another topic of the same name, whose leader epochs may have been higher. Who
            tells topics apart by name alone must then be sent no epochs: it would take these for old ones and go on
            believing the others (KAFKA-12257).
        version: tells this state of the topic from every other one that the same cache has held.
    """

    __slots__ = ("is_renewed", "partitions", "topic_id", "version")

    def __init__(
        self, topic_id: bytes, partitions: dict[int, PartitionState], *, version: int, is_renewed: bool = False
    ) -> None:
        self.topic_id = topic_id
        self.partitions = partitions
        self.version = version
        self.is_renewed = is_renewed


class ClusterSnapshot:
    """Everything known at one moment. Shared between readers: never changed after construction."""

    __slots__ = ("brokers", "controller_id", "topic_names", "topics")

    def __init__(
        self,
        *,
        brokers: dict[int, BrokerNode],
        controller_id: int,
        topics: PersistentMap[str, TopicState],
        topic_names: PersistentMap[bytes, str],
    ) -> None:
        self.brokers = brokers
        self.controller_id = controller_id
        self.topics = topics
        self.topic_names = topic_names

    def partition(self, topic: str, partition: int) -> PartitionState | None:
        """Returns the partition's state, None when no UpdateMetadata request has named it."""
        state = self.topics.get(topic)
        return None if state is None else state.partitions.get(partition)

    def is_replica_online(self, topic: str, partition: int, broker_id: int) -> bool:
        """Tells whether the replica's broker is alive, not shutting down, and has its log directory."""
        state = self.partition(topic, partition)
        return broker_id in self.brokers and (state is None or broker_id not in state.offline_replicas)

    def is_leader_known(self, topic: str, partition: int) -> bool:
        """Tells whether the partition has a live leader, as far as this broker knows."""
        state = self.partition(topic, partition)
        return state is not None and state.leader in self.brokers


EMPTY_SNAPSHOT = ClusterSnapshot(brokers={}, controller_id=-1, topics=PersistentMap(), topic_names=PersistentMap())


class MetadataCache:
    """Holds the current snapshot and wakes those who wait for a change of it.

    Args:
        clock: how long they wait at most.

    Attributes:
        encoded: topics as responses have them.
    """

    __slots__ = ("_changed", "_clock", "_former_names", "_version", "encoded", "snapshot")

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.snapshot = EMPTY_SNAPSHOT
        self.encoded = EncodedTopics()
        self._version = 0
        self._former_names: dict[str, None] = {}
        """Topics that were deleted since this broker started, by name, in that order."""
        self._changed = asyncio.Event()

    @property
    def topics_version(self) -> int:
        """Returns a number that rises with every topic that is made, changed or deleted."""
        return self._version

    def topic_id_text(self, topic: str) -> str | None:
        """Returns a topic's id in hex; None when it has none, or is not known."""
        state = self.snapshot.topics.get(topic)
        return None if state is None or not any(state.topic_id) else state.topic_id.hex()

    def rack_of(self, broker_id: int) -> str | None:
        """Returns the rack of a live broker; None when it is dead, or has none."""
        node = self.snapshot.brokers.get(broker_id)
        return None if node is None else node.rack

    def update(self, request: UpdateMetadataRequest) -> list[TopicPartition]:
        """Applies an UpdateMetadata request in one step; see `take`."""
        return at_once(self.take(request, []))

    def take(self, request: UpdateMetadataRequest, replaced: list[TopicState]) -> Steps[list[TopicPartition]]:
        """Applies an UpdateMetadata request in steps.

        Nobody sees any of it before the last step; one at a time may be under way.

        The list of live brokers replaces the old one; partitions are merged, because the controller sends only those
        that changed. A leader of −2 says that the topic is being deleted: its partitions are dropped. A topic of which
        nothing new is said stays as it is, its version too: a new controller says everything again.

        Args:
            request: its lists are empty afterwards. Freed at once, 200,000 partitions hold the loop for 0.1 s.
            replaced: gets the former states of topics, so that the caller may free them a few at a time, too.

        Returns:
            The partitions that were dropped.
        """
        old = self.snapshot
        topics = old.topics.changes()
        topic_names = old.topic_names.changes()
        touched: dict[str, TopicState] = {}
        deleted: list[TopicPartition] = []
        lists: BrokerLists = {}
        for name, topic_id, partition in _taken_out_of(request):
            topic = touched.get(name)
            if topic is None:
                former = topics.get(name)
                if former is not None and _has(former, topic_id, partition):
                    yield
                    continue
                self._version += 1
                topic = touched[name] = _copy_for_update(
                    former, topic_id, version=self._version, is_renewed=name in self._former_names
                )
            if partition.leader == LEADER_DURING_DELETE:
                topic.partitions.pop(partition.partition_index, None)
                deleted.append(TopicPartition(name, partition.partition_index))
            else:
                topic.partitions[partition.partition_index] = _state_of(partition, lists)
            yield
        for name, topic in touched.items():
            former = topics.get(name)
            if former is not None:
                replaced.append(former)
            _replace_topic(topics, topic_names, name, topic)
            if not topic.partitions:
                self._remember(name)
            yield
        brokers = {node.id: _node_of(node) for node in request.live_brokers}
        self.snapshot = ClusterSnapshot(
            brokers=brokers,
            controller_id=request.controller_id,
            topics=topics.finish(),
            topic_names=topic_names.finish(),
        )
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()
        return deleted

    def _remember(self, name: str) -> None:
        former = self._former_names
        former.pop(name, None)
        former[name] = None
        if len(former) > FORMER_NAMES_MAX:
            del former[next(iter(former))]

    async def wait_for_first_update(self) -> None:
        """Waits for the controller's first UpdateMetadata, for a client that came while the broker starts."""
        await self.wait_until(lambda snapshot: snapshot is not EMPTY_SNAPSHOT, timeout_ms=FIRST_UPDATE_WAIT_MS)

    async def wait_until(self, condition: Callable[[ClusterSnapshot], bool], *, timeout_ms: int) -> bool:
        """Waits until the snapshot satisfies `condition`, which is looked at once for every update.

        Returns:
            False when `timeout_ms` passed first; at 0 or below it only looks.
        """
        if condition(self.snapshot):
            return True
        if timeout_ms <= 0:
            return False
        try:
            async with self._clock.timeout(timeout_ms):
                while not condition(self.snapshot):
                    await self._changed.wait()
        except TimeoutError:
            return False
        return True


def _taken_out_of(
    request: UpdateMetadataRequest,
) -> Iterator[tuple[str, bytes, UpdateMetadataRequest.UpdateMetadataPartitionState]]:
    """(topic, topic id, partition state) of both layouts: grouped by topic from v5, flat before."""
    for topic in taken_out(request.topic_states):
        for partition in taken_out(topic.partition_states):
            yield topic.topic_name, topic.topic_id, partition
    for partition in taken_out(request.ungrouped_partition_states):
        yield partition.topic_name, ZERO_TOPIC_ID, partition


def _has(topic: TopicState, topic_id: bytes, partition: UpdateMetadataRequest.UpdateMetadataPartitionState) -> bool:
    """Whether that is what is known of the topic and this partition of it already."""
    if topic_id not in (topic.topic_id, ZERO_TOPIC_ID):
        return False
    state = topic.partitions.get(partition.partition_index)
    return (
        state is not None
        and state.leader_epoch == partition.leader_epoch
        and state.leader == partition.leader
        and state.zk_version == partition.zk_version
        and state.isr == partition.isr
        and state.replicas == partition.replicas
        and state.offline_replicas == partition.offline_replicas
        and state.controller_epoch == partition.controller_epoch
    )


def _copy_for_update(old: TopicState | None, topic_id: bytes, *, version: int, is_renewed: bool) -> TopicState:
    """A topic that may be written to. Another id means another topic of the same name: nothing of the old one stays."""
    if old is None:
        return TopicState(topic_id, {}, version=version, is_renewed=is_renewed)
    if topic_id == ZERO_TOPIC_ID:
        return TopicState(old.topic_id, dict(old.partitions), version=version, is_renewed=old.is_renewed)
    if old.topic_id not in (topic_id, ZERO_TOPIC_ID):
        # Its deletion was not sent: what waits for a slow broker is merged, and the latest state of a partition wins.
        return TopicState(topic_id, {}, version=version, is_renewed=True)
    return TopicState(topic_id, dict(old.partitions), version=version, is_renewed=old.is_renewed)


def _replace_topic(
    topics: MapChanges[str, TopicState], topic_names: MapChanges[bytes, str], name: str, topic: TopicState
) -> None:
    old = topics.get(name)
    if old is not None and old.topic_id != topic.topic_id:
        topic_names.drop(old.topic_id)
    if not topic.partitions:
        topic_names.drop(topic.topic_id)
        topics.drop(name)
        return
    topics.put(name, topic)
    if topic.topic_id != ZERO_TOPIC_ID and (old is None or old.topic_id != topic.topic_id):
        topic_names.put(topic.topic_id, name)


def _state_of(partition: UpdateMetadataRequest.UpdateMetadataPartitionState, lists: BrokerLists) -> PartitionState:
    replicas, isr, offline = partition.replicas, partition.isr, partition.offline_replicas
    return PartitionState(
        leader=partition.leader,
        leader_epoch=partition.leader_epoch,
        isr=lists.setdefault(tuple(isr), isr),
        replicas=lists.setdefault(tuple(replicas), replicas),
        offline_replicas=lists.setdefault(tuple(offline), offline),
        controller_epoch=partition.controller_epoch,
        zk_version=partition.zk_version,
    )


def _node_of(broker: Any) -> BrokerNode:
    endpoints = {
        endpoint.listener or _LISTENER_OF_PROTOCOL.get(endpoint.security_protocol, "PLAINTEXT"): (
            endpoint.host,
            endpoint.port,
        )
        for endpoint in broker.endpoints
    }
    if not endpoints and broker.v0_host:
        endpoints["PLAINTEXT"] = (broker.v0_host, broker.v0_port)
    return BrokerNode(broker.id, endpoints, broker.rack)
