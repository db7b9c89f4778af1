"""What the elected controller reads from ZooKeeper and writes there, in its own terms.

Between the procedures, which think in partitions and topics, and znodes with their JSON. Reads that somebody has to
hear changes of go through `zk_watches`; every write goes through `fenced_writer`. A znode that nobody can read (written
by hand, damaged) is logged and treated as if it were not there: one broken topic must not stop a cluster.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from kavka.common.lane import Lane
from kavka.common.steps import Steps, stretches
from kavka.common.types import TopicPartition
from kavka.controller.context import Endpoint, Leadership, LiveBroker
from kavka.controller.events import (
    BrokerChange,
    BrokerModifications,
    Event,
    IsrChangeNotification,
    LogDirEventNotification,
    PartitionModifications,
    TopicChange,
    TopicDeletion,
)
from kavka.controller.features import ClusterFeatures
from kavka.controller.fenced_writer import (
    READ_WINDOWS_IN_FLIGHT_MAX,
    READS_IN_FLIGHT_MAX,
    FencedWriter,
    GroupResult,
    in_flight,
    in_order,
    windows,
)
from kavka.controller.zk_watches import ZkWatches
from kavka.zk import paths
from kavka.zk.client import CreateOp, DeleteOp, SetOp, Stat, ZkClient, ensure_path
from kavka.zk.errors import BadArguments, BadVersion, NodeExists, NoNode, NotEmpty, ZkError
from kavka.zk.features import Levels, levels_of
from kavka.zk.ops import MAX_DATA_BYTES, Op
from kavka.zk.paths import (
    BrokerRegistration,
    ConfigZNode,
    IsrChangeZNode,
    LogDirEventZNode,
    PartitionStateZNode,
    TopicZNode,
    ZNodeError,
)

log = logging.getLogger(__name__)

SECURITY_PROTOCOL_IDS = {"PLAINTEXT": 0, "SSL": 1, "SASL_PLAINTEXT": 2, "SASL_SSL": 3}

PARTITION_TEXT_BYTES = 8
"""What a partition takes in its topic's znode at least."""

TOPIC_BYTES_MAX = MAX_DATA_BYTES - 64 * 1024
"""What a topic's znode may have: what ZooKeeper takes in one request, less what else is in the multi that writes it."""

UNCLEAN_ELECTION_CONFIG = "unclean.leader.election.enable"


@dataclass(frozen=True, slots=True, kw_only=True)
class LeadershipWrites:
    """What became of conditional writes of partition states."""

    written: dict[TopicPartition, Leadership] = field(default_factory=dict)
    """With the znode versions that the writes gave."""
    conflicted: list[TopicPartition] = field(default_factory=list)
    """Somebody else wrote in between: read again, decide again."""
    failed: dict[TopicPartition, ZkError] = field(default_factory=dict)


class ControllerStore:
    """ZooKeeper, as one elected controller uses it.

    Args:
        zk: the client, for plain reads.
        watches: reads that the event queue hears changes of.
        epoch_version: the version of /controller_epoch that this controller's election left.
        lane: whose slices what is of many partitions is done in.
        features: the version of /feature, None: features are off; and what this broker supports.

    Attributes:
        features: what the cluster has agreed on.
    """

    __slots__ = ("_lane", "_watches", "_writer", "_zk", "features")

    def __init__(
        self,
        zk: ZkClient,
        watches: ZkWatches,
        *,
        epoch_version: int,
        lane: Lane,
        features: tuple[int | None, Mapping[str, Levels]],
    ) -> None:
        self._zk = zk
        self._lane = lane
        self._watches = watches
        self._writer = FencedWriter(zk, epoch_version=epoch_version)
        self.features = ClusterFeatures(zk, self._writer, version=features[0], supported=features[1])

    async def _watched_children(self, path: str, event: Event) -> list[str]:
        """Reads the names below one of Kafka's persistent nodes; watched. One that somebody deleted is made anew."""
        try:
            return await self._watches.children(path, event)
        except NoNode:
            log.warning("%s was deleted by hand and is made anew", path)
            await ensure_path(self._zk, path)
            return await self._watches.children(path, event)

    # ---------------------------------------------------------------- brokers

    async def read_brokers(self) -> dict[int, LiveBroker]:
        """Reads every registered broker; its registration and the list of brokers are watched."""
        names = await self._watched_children(paths.BROKER_IDS, BrokerChange())
        found = await in_flight([self.read_broker(int(name)) for name in names if name.isdecimal()])
        return {broker.broker_id: broker for broker in found if broker is not None}

    async def read_broker(self, broker_id: int) -> LiveBroker | None:
        """Reads one broker, None when it is gone, unreadable or not admitted; watched if it is there."""
        path = paths.broker_id(broker_id)
        try:
            data, stat = await self._watches.get(path, BrokerModifications(broker_id))
            broker = _live_broker(broker_id, BrokerRegistration.decode(data), stat)
            return broker if await self.features.is_admitted(broker) else None
        except NoNode:
            return None
        except ZNodeError as error:
            log.error("%s is ignored until it changes: %s", path, error)
            return None

    async def read_log_dir_events(self) -> dict[str, int | None]:
        """Reads and watches the notifications of lost log directories.

        Child name → broker, None where it cannot be read.
        """
        names = await self._watched_children(paths.LOG_DIR_EVENT_NOTIFICATION, LogDirEventNotification())
        brokers = await in_flight([self._read_log_dir_event(name) for name in names[:READS_IN_FLIGHT_MAX]])
        return dict(zip(names, brokers, strict=False))

    async def _read_log_dir_event(self, name: str) -> int | None:
        path = paths.log_dir_event(name)
        try:
            data, _ = await self._zk.get(path)
            return LogDirEventZNode.decode(data).broker_id
        except NoNode:
            return None
        except ZNodeError as error:
            log.error("%s is dropped: %s", path, error)
            return None

    async def delete_log_dir_events(self, names: Sequence[str]) -> None:
        """Removes notifications that were acted on, those and no others (KAFKA-5879)."""
        await self._delete([paths.log_dir_event(name) for name in names])

    # ---------------------------------------------------------------- topics

    async def read_topic_names(self) -> list[str]:
        """Reads every topic's name; the list is watched."""
        return await self._watched_children(paths.TOPICS, TopicChange())

    async def read_topics(self, names: Iterable[str]) -> dict[str, tuple[TopicZNode, Stat]]:
        """Reads and watches the assignments of the topics that are there and readable."""
        found: dict[str, tuple[TopicZNode, Stat]] = {}
        for part in windows(list(names), READS_IN_FLIGHT_MAX):
            bodies = await in_flight([self._read_topic(name) for name in part])
            found |= {name: body for name, body in zip(part, bodies, strict=True) if body is not None}
        return found

    async def _read_topic(self, name: str) -> tuple[TopicZNode, Stat] | None:
        try:
            data, stat = await self._watches.get(paths.topic(name), PartitionModifications(name))
            decoding = TopicZNode.decoding(data)
            return await self._lane.carry_out(decoding, items=len(data) // PARTITION_TEXT_BYTES), stat
        except NoNode:
            return None
        except ZNodeError as error:
            log.error("topic %s is ignored until its znode changes: %s", name, error)
            return None

    async def create_topic_nodes(
        self, topics: Mapping[str, tuple[TopicZNode, int]], configs: Mapping[str, Mapping[str, str]]
    ) -> dict[str, ZkError]:
        """Writes topics with their configs, each topic whole or not at all.

        Args:
            topics: name → (body, version of the body to write).
            configs: name → overrides.

        Returns:
            The topics that could not be written, with `NodeExists` for those that are there already.
        """
        encoded, errors = await self._encoded({name: (body, version) for name, (body, version) in topics.items()})
        names = list(encoded)
        results = await self._writer.write([_create_topic(name, encoded[name], configs[name]) for name in names])
        # A config without its topic is what a deletion left behind that was cut short: it is replaced.
        again = [name for name, result in zip(names, results, strict=True) if isinstance(result, NodeExists)]
        retried = await self._writer.write(
            [_create_topic(name, encoded[name], configs[name], is_config_there=True) for name in again]
        )
        errors |= {name: result for name, result in zip(names, results, strict=True) if isinstance(result, ZkError)}
        for name, result in zip(again, retried, strict=True):
            if isinstance(result, NoNode):
                errors[name] = NodeExists(f"topic {name}")
            elif isinstance(result, ZkError):
                errors[name] = result
            else:
                del errors[name]
        return errors

    async def set_topic_nodes(self, topics: Mapping[str, tuple[TopicZNode, int, int]]) -> dict[str, ZkError]:
        """Replaces topic znodes.

        Args:
            topics: name → (body, version of the body to write, znode version that must still be there).

        Returns:
            The topics that could not be written.
        """
        encoded, errors = await self._encoded({name: (body, version) for name, (body, version, _) in topics.items()})
        results = await self._writer.write(
            [(SetOp(paths.topic(name), data, topics[name][2]),) for name, data in encoded.items()]
        )
        errors |= {name: result for name, result in zip(encoded, results, strict=True) if isinstance(result, ZkError)}
        return errors

    async def _encoded(
        self, topics: Mapping[str, tuple[TopicZNode, int]]
    ) -> tuple[dict[str, bytes], dict[str, ZkError]]:
        """Encodes topics' znodes, and names the topics that have too many partitions for one."""
        encoded: dict[str, bytes] = {}
        errors: dict[str, ZkError] = {}
        for name, (body, version) in topics.items():
            data = await self._lane.carry_out(body.encoding(version), items=len(body.partitions))
            if len(data) > TOPIC_BYTES_MAX:
                errors[name] = BadArguments(f"an assignment of {len(data)} bytes, more than one znode holds")
            else:
                encoded[name] = data
        return encoded, errors

    async def is_reassignment_file_there(self) -> bool:
        """Tells whether /admin/reassign_partitions exists: tools of before Kafka 2.4 reassign with it."""
        return await self._zk.exists(paths.REASSIGN_PARTITIONS) is not None

    async def is_unclean_election_enabled(self, topics: Collection[str], *, default: bool) -> dict[str, bool]:
        """Reads whether each topic may lose records rather than stay without a leader."""
        names = sorted(topics)
        found: dict[str, bool] = {}
        for part in windows(names, READS_IN_FLIGHT_MAX):
            configs = await in_flight([self._read_topic_config(name) for name in part])
            for name, config in zip(part, configs, strict=True):
                text = config.get(UNCLEAN_ELECTION_CONFIG)
                found[name] = default if text is None else text.strip().lower() == "true"
        return found

    async def _read_topic_config(self, name: str) -> Mapping[str, str]:
        path = paths.config("topics", name)
        try:
            data, _ = await self._zk.get(path)
            return ConfigZNode.decode(data).config
        except NoNode:
            return {}
        except ZNodeError as error:
            log.error("%s is ignored: %s", path, error)
            return {}

    # ---------------------------------------------------------------- deletion

    async def read_topics_to_delete(self) -> list[str]:
        """Reads the topics marked for deletion; the list is watched."""
        return await self._watched_children(paths.DELETE_TOPICS, TopicDeletion())

    async def mark_for_deletion(self, topics: Sequence[str]) -> dict[str, ZkError]:
        """Marks topics for deletion; a topic that is marked already counts as done."""
        results = await self._writer.write([(CreateOp(paths.delete_topic(topic), None),) for topic in topics])
        return {
            topic: result
            for topic, result in zip(topics, results, strict=True)
            if isinstance(result, ZkError) and not isinstance(result, NodeExists)
        }

    async def drop_deletion_marks(self, topics: Sequence[str]) -> None:
        """Takes marks away."""
        await self._delete([paths.delete_topic(topic) for topic in topics])

    async def delete_topic(self, topic: str) -> None:
        """Removes every trace of a topic; the mark goes last, so that a new controller finishes what is cut short.

        The config goes first: of a mark without a topic nobody could tell that it still has something to delete.
        """
        for path in (paths.config("topics", topic), paths.topic(topic)):
            await self._delete_tree(path)
        await self.drop_deletion_marks([topic])

    async def _delete_tree(self, path: str) -> None:
        levels = [[path]]
        while levels[-1]:
            found: list[str] = []
            for part in windows(levels[-1], READS_IN_FLIGHT_MAX):
                children = await in_flight([self._children(parent) for parent in part])
                found += [f"{parent}/{name}" for parent, names in zip(part, children, strict=True) for name in names]
            levels.append(found)
        for level in reversed(levels):
            await self._delete(level)

    async def _children(self, path: str) -> list[str]:
        try:
            return await self._zk.children(path)
        except NoNode:
            return []

    async def _delete(self, nodes: Sequence[str]) -> None:
        results = await self._writer.write([(DeleteOp(path),) for path in nodes])
        for path, result in zip(nodes, results, strict=True):
            if isinstance(result, NotEmpty):
                log.warning("%s got a child while it was deleted and stays", path)
            elif isinstance(result, ZkError) and not isinstance(result, NoNode):
                raise result

    # ---------------------------------------------------------------- partition states

    async def read_isr_change_names(self) -> list[str]:
        """Reads the names of ISR change notifications, which leaders write themselves; watched."""
        return await self._watched_children(paths.ISR_CHANGE_NOTIFICATION, IsrChangeNotification())

    async def read_isr_changes(self, names: Sequence[str]) -> list[TopicPartition]:
        """Reads the partitions that notifications name, each once; what cannot be read names none."""
        found: dict[TopicPartition, None] = {}
        for part in windows(names, READS_IN_FLIGHT_MAX):
            for partitions in await in_flight([self._read_isr_change(name) for name in part]):
                found |= dict.fromkeys(partitions)
        return list(found)

    async def _read_isr_change(self, name: str) -> tuple[TopicPartition, ...]:
        path = paths.isr_change(name)
        try:
            data, _ = await self._zk.get(path)
            return IsrChangeZNode.decode(data).partitions
        except NoNode:
            return ()
        except ZNodeError as error:
            log.error("%s is dropped: %s", path, error)
            return ()

    async def delete_isr_changes(self, names: Sequence[str]) -> None:
        """Removes notifications that were acted on, those and no others (KAFKA-5879)."""
        await self._delete([paths.isr_change(name) for name in names])

    async def read_leadership(
        self, partitions: Iterable[TopicPartition], *, written: dict[TopicPartition, int] | None = None
    ) -> dict[TopicPartition, Leadership]:
        """Reads the state znodes of the partitions that have one.

        Args:
            partitions: whose.
            written: takes the zxid of each znode's last write; None: nobody asks.
        """
        asked = list(partitions)
        made: dict[tuple[bytes, int], Leadership] = {}
        states = await in_order(
            windows(asked, READS_IN_FLIGHT_MAX),
            lambda window: self._read_states(window, made, written),
            at_once_max=READ_WINDOWS_IN_FLIGHT_MAX,
        )
        return await self._lane.carry_out(_found(asked, states), items=len(asked))

    async def _read_states(
        self,
        partitions: Sequence[TopicPartition],
        made: dict[tuple[bytes, int], Leadership],
        written: dict[TopicPartition, int] | None,
    ) -> list[Leadership | None]:
        """Reads state znodes; equal ones become one object, which is never changed.

        Args:
            partitions: whose.
            made: body and znode version → what they mean, of all windows.
            written: takes the zxid of each znode's last write.
        """
        nodes = await self._zk.get_many([paths.partition_state(*partition) for partition in partitions])
        states: list[Leadership | None] = []
        for partition, node in zip(partitions, nodes, strict=True):
            state = None
            if node is not None:
                data, stat = node
                if written is not None:
                    written[partition] = stat.mzxid
                state = made.get((data, stat.version))
                if state is None:
                    state = _leadership(partition, data, stat)
                    if state is not None:
                        made[data, stat.version] = state
            states.append(state)
        return states

    async def create_leadership(self, states: Mapping[TopicPartition, Leadership]) -> LeadershipWrites:
        """Writes the first state of partitions, parents included; a state that is there already is a failure."""
        topics = sorted({partition.topic for partition in states})
        parents = await self._writer.write([(CreateOp(paths.topic_partitions(topic), None),) for topic in topics])
        for result in parents:
            if isinstance(result, ZkError) and not isinstance(result, NodeExists | NoNode):
                raise result
        results = await self._writer.write(_create_state(tp, state) for tp, state in states.items())
        again = [tp for tp, result in zip(states, results, strict=True) if isinstance(result, NodeExists)]
        retried = await self._writer.write([_create_state(tp, states[tp])[1:] for tp in again])
        final: dict[TopicPartition, GroupResult] = dict(zip(states, results, strict=True))
        final.update(zip(again, retried, strict=True))
        return await self._lane.carry_out(_created(states, final), items=len(final))

    async def update_leadership(self, states: Mapping[TopicPartition, Leadership]) -> LeadershipWrites:
        """Replaces the states whose znodes still have the state's partition epoch as version."""
        if not states:
            return LeadershipWrites()
        results = await self._writer.write((_set_state(tp, state),) for tp, state in states.items())
        return await self._lane.carry_out(_updated(states, results), items=len(results))


def _found(
    partitions: Sequence[TopicPartition], states: Iterable[Iterable[Leadership | None]]
) -> Steps[dict[TopicPartition, Leadership]]:
    """The states of partitions that have one, by partition."""
    found: dict[TopicPartition, Leadership] = {}
    for stretch in stretches(zip(partitions, chain.from_iterable(states), strict=True), READS_IN_FLIGHT_MAX):
        found.update([(partition, state) for partition, state in stretch if state is not None])
        yield
    return found


def _created(
    states: Mapping[TopicPartition, Leadership], results: Mapping[TopicPartition, GroupResult]
) -> Steps[LeadershipWrites]:
    outcome = LeadershipWrites()
    for stretch in stretches(results.items()):
        for partition, result in stretch:
            if isinstance(result, ZkError):
                outcome.failed[partition] = result
            else:
                leader, leader_epoch, isr, controller_epoch, _, recovery = states[partition]
                outcome.written[partition] = Leadership(leader, leader_epoch, isr, controller_epoch, 0, recovery)
        yield
    return outcome


def _updated(states: Mapping[TopicPartition, Leadership], results: Iterable[GroupResult]) -> Steps[LeadershipWrites]:
    outcome = LeadershipWrites()
    for stretch in stretches(zip(states.items(), results, strict=True)):
        for (partition, state), result in stretch:
            if isinstance(result, BadVersion):
                outcome.conflicted.append(partition)
            elif isinstance(result, ZkError):
                outcome.failed[partition] = result
            else:
                stat = result[0]
                assert isinstance(stat, Stat), stat
                leader, leader_epoch, isr, controller_epoch, _, recovery = state
                now = Leadership(leader, leader_epoch, isr, controller_epoch, stat.version, recovery)
                outcome.written[partition] = now
        yield
    return outcome


def _leadership(partition: TopicPartition, data: bytes, stat: Stat) -> Leadership | None:
    try:
        body = PartitionStateZNode.decode(data)
    except ZNodeError as error:
        log.error("%s cannot be read: %s", paths.partition_state(*partition), error)
        return None
    return Leadership(
        body.leader, body.leader_epoch, body.isr, body.controller_epoch, stat.version, body.leader_recovery
    )


def _live_broker(broker_id: int, registration: BrokerRegistration, stat: Stat) -> LiveBroker:
    endpoints = []
    for listener, host, port in registration.endpoints:
        protocol = SECURITY_PROTOCOL_IDS.get(registration.security_protocol(listener))
        if protocol is None:
            raise ZNodeError(f"listener {listener} of broker {broker_id} has no known security protocol")
        endpoints.append(Endpoint(listener, host, port, protocol))
    return LiveBroker(
        broker_id=broker_id,
        epoch=stat.czxid,
        endpoints=tuple(endpoints),
        rack=registration.rack,
        incomplete=registration.incomplete,
        first_epoch=registration.first_epoch,
        features=levels_of(registration.features),
    )


def _create_topic(name: str, body: bytes, config: Mapping[str, str], *, is_config_there: bool = False) -> list[Op]:
    path = paths.config("topics", name)
    data = ConfigZNode(config).encode()
    write_config = SetOp(path, data) if is_config_there else CreateOp(path, data)
    return [write_config, CreateOp(paths.topic(name), body)]


def _state_body(leadership: Leadership) -> bytes:
    return PartitionStateZNode(
        leadership.leader, leadership.leader_epoch, leadership.isr, leadership.controller_epoch, leadership.recovery
    ).encode()


def _create_state(partition: TopicPartition, leadership: Leadership) -> list[Op]:
    return [
        CreateOp(paths.partition(*partition), None),
        CreateOp(paths.partition_state(*partition), _state_body(leadership)),
    ]


def _set_state(partition: TopicPartition, leadership: Leadership) -> SetOp:
    return SetOp(paths.partition_state(*partition), _state_body(leadership), leadership.partition_epoch)
