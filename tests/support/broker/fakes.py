"""What broker tests stand their subjects on: services around a metadata cache, a controller, a channel that records."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from typing import Any

from kavka.broker.cluster.config_changes import ConfigChanges
from kavka.broker.cluster.controller_epoch import LatestControllerEpoch
from kavka.broker.cluster.dynamic_configs import DynamicConfigs
from kavka.broker.cluster.features import FinalizedFeatures, supported_features
from kavka.broker.cluster.metadata_cache import MetadataCache
from kavka.broker.cluster.producer_ids import ProducerIds
from kavka.broker.cluster.topic_configs import SharedLogConfigs, TopicConfigs
from kavka.broker.config.broker_config import BrokerConfig
from kavka.broker.group.coordinator import GroupCoordinator
from kavka.broker.group.group_config import GroupConfig
from kavka.broker.metrics import BrokerMetrics
from kavka.broker.replica.control_requests import ControlRequests
from kavka.broker.replica.partitions import Partitions
from kavka.broker.requests import internal_topics
from kavka.broker.requests.context import ConnectionInfo, RequestContext
from kavka.broker.requests.served_apis import served_ranges
from kavka.broker.requests.visible_topics import VisibleTopics
from kavka.common.lane import Lanes
from kavka.common.steps import Steps
from kavka.common.types import NewTopic, OngoingReassignment, PartitionResult, TopicPartition, TopicResult
from kavka.protocol.api_keys import PROFILES
from kavka.protocol.codec import decode_message, encode_message
from kavka.protocol.epochs import ControllerEpoch
from kavka.protocol.errors import NotController, StaleBrokerEpoch
from kavka.protocol.messages import UpdateMetadataRequest
from kavka.protocol.response_pieces import JoinedResponse
from kavka.timer.clock import ManualClock, SystemClock
from kavka.timer.completions import CompletionQueue
from kavka.timer.moments import MonotonicMs
from kavka.zk.fake import FakeZooKeeper
from kavka.zk.isr_change import IsrResult
from tests.support.broker.parts import Parts
from tests.support.group.fake_persister import FakePersister
from tests.support.group.known_offsets import KnownOffsets

BROKER_ID = 0
BROKER_EPOCH = 50
CLUSTER_ID = "p2uhSpkVTuWtFzpBPoFWMg"

PartitionState = UpdateMetadataRequest.UpdateMetadataPartitionState
LiveBroker = UpdateMetadataRequest.UpdateMetadataBroker


def peer(**differs: Any) -> ConnectionInfo:
    """A connection's two ends."""
    values: dict[str, Any] = {
        "peer_host": "10.0.0.9",
        "peer_port": 50000,
        "local_host": "192.0.2.7",
        "local_port": 19092,
        "listener_name": "PLAINTEXT",
    }
    return ConnectionInfo(**(values | differs))


class RecordingChannel:
    """Keeps what a connection would have sent."""

    def __init__(self, info: ConnectionInfo | None = None) -> None:
        self.info = info or peer()
        self.responses: list[Any] = []
        self.closed: list[str] = []
        self.is_lost = False
        self.lost_callback: Callable[[], object] = lambda: None

    def finish(self, ctx: RequestContext, response: Any | None) -> None:
        self.responses.append(response)

    def let_next_in(self) -> Any:
        return self

    def abort(self, ctx: RequestContext, reason: str) -> None:
        self.closed.append(reason)

    def close_when_answered(self) -> None:
        self.closed.append("when answered")

    def is_open(self) -> bool:
        return not self.is_lost

    def when_lost(self, callback: Callable[[], object]) -> None:
        self.lost_callback = callback


def context(api_version: int, channel: RecordingChannel | None = None, **differs: Any) -> RequestContext:
    """A request's context in a version."""
    recording: Any = channel or RecordingChannel(peer(**differs))
    return RequestContext(
        connection=recording.info, channel=recording, received_ms=MonotonicMs(0), api_version=api_version
    )


def as_read(response: Any, version: int) -> Any:
    """A response, joined of encoded pieces or not, as a client reads it."""
    if isinstance(response, JoinedResponse):
        body = b"".join(response.frame(version, 7))
        return decode_message(type(response.head), version, body, 9 if version >= response.head.FLEXIBLE_FROM else 8)
    return decode_message(type(response), version, encode_message(response, version))


class FakeController:
    """Creates and deletes topics by telling the metadata cache, as UpdateMetadata would."""

    def __init__(self, cache: MetadataCache) -> None:
        self.is_active = True
        self.active_controller_id = BROKER_ID
        self.results: dict[str, TopicResult] = {}
        self.asked: list[NewTopic] = []
        self.remaining: list[TopicPartition] = []
        self.is_silent = False
        self.partition_results: dict[TopicPartition, PartitionResult] = {}
        self.moves: dict[TopicPartition, OngoingReassignment] = {}
        self.elections: list[tuple[list[TopicPartition], bool]] = []
        self.may_resize = True
        self._cache = cache

    async def create_topics(self, topics: Any, *, timeout_ms: int, validate_only: bool) -> list[TopicResult]:
        if not self.is_active:
            raise NotController("not the controller")
        self.asked += topics
        results = []
        for topic in topics:
            partitions = max(topic.num_partitions, 1, len(topic.assignments))
            result = self.results.get(topic.name) or TopicResult(
                name=topic.name, topic_id=topic_id(topic.name), num_partitions=partitions, replication_factor=1
            )
            results.append(result)
            if result.error_code == 0 and not validate_only and not self.is_silent:
                tell(self._cache, {topic.name: partitions})
        return results

    async def create_partitions(self, wanted: Any, *, timeout_ms: int, validate_only: bool) -> list[TopicResult]:
        results = []
        for topic in wanted:
            result = self.results.get(topic.name) or TopicResult(name=topic.name, num_partitions=topic.total_count)
            results.append(result)
            if result.error_code == 0 and not validate_only and not self.is_silent:
                tell(self._cache, {topic.name: topic.total_count})
        return results

    async def delete_topics(self, names: Any, *, timeout_ms: int) -> list[TopicResult]:
        if not self.is_active:
            raise NotController("not the controller")
        for name in names:
            if not self.is_silent:
                tell(self._cache, {name: len(self._cache.snapshot.topics[name].partitions)}, leader=-2)
        return [TopicResult(name=name) for name in names]

    async def alter_isr(self, broker_id: int, broker_epoch: int, changes: Any, *, timeout_ms: int) -> list[IsrResult]:
        if not self.is_active:
            raise NotController("not the controller")
        return [
            IsrResult(
                partition=change.partition,
                leader=broker_id,
                leader_epoch=change.leader_epoch,
                isr=change.isr,
                partition_epoch=change.partition_epoch + 1,
            )
            for change in changes
        ]

    async def controlled_shutdown(self, broker_id: int, broker_epoch: int, *, timeout_ms: int) -> list[TopicPartition]:
        if not self.is_active:
            raise NotController("not the controller")
        if broker_epoch not in (-1, BROKER_EPOCH):
            raise StaleBrokerEpoch(f"not {broker_epoch}")
        return self.remaining

    async def alter_partition_reassignments(
        self, wanted: Any, *, timeout_ms: int, allow_replication_factor_change: bool = True
    ) -> dict[Any, PartitionResult]:
        self.may_resize = allow_replication_factor_change
        for partition, target in wanted.items():
            if target is None:
                self.moves.pop(partition, None)
            elif partition not in self.partition_results:
                self.moves[partition] = OngoingReassignment((*target, BROKER_ID), tuple(target), (BROKER_ID,))
        return {partition: self.partition_results.get(partition, PartitionResult()) for partition in wanted}

    async def list_partition_reassignments(self, wanted: Any, *, timeout_ms: int) -> dict[Any, OngoingReassignment]:
        return {tp: move for tp, move in self.moves.items() if wanted is None or tp in wanted}

    async def elect_leaders(self, wanted: Any, *, is_unclean: bool, timeout_ms: int) -> dict[Any, PartitionResult]:
        self.elections.append((list(wanted), is_unclean))
        return {partition: self.partition_results[partition] for partition in wanted}

    def topic_name(self, wanted: bytes) -> str | None:
        return self._cache.snapshot.topic_names.get(wanted)


def topic_id(name: str) -> bytes:
    """An id that depends on the name only."""
    return name.encode().ljust(16, b"\1")[:16]


def live_broker(broker_id: int, *, listener: str = "PLAINTEXT", rack: str | None = None) -> LiveBroker:
    """A broker as UpdateMetadata lists it."""
    endpoint = UpdateMetadataRequest.UpdateMetadataEndpoint(
        host=f"host{broker_id}", port=9092 + broker_id, listener=listener, security_protocol=0
    )
    return LiveBroker(id=broker_id, endpoints=[endpoint], rack=rack)


def tell(
    cache: MetadataCache, topics: dict[str, int], *, leader: int = BROKER_ID, brokers: Any = None, **state: Any
) -> Any:
    """Sends the cache an UpdateMetadata about topics with so many partitions."""
    made_id = state.pop("topic_id", None)
    values: dict[str, Any] = {
        "leader_epoch": 3,
        "isr": [BROKER_ID],
        "replicas": [BROKER_ID],
        "controller_epoch": 1,
    } | state
    return cache.update(
        UpdateMetadataRequest(
            controller_id=BROKER_ID,
            controller_epoch=ControllerEpoch(1),
            live_brokers=[live_broker(BROKER_ID)] if brokers is None else brokers,
            topic_states=[
                UpdateMetadataRequest.UpdateMetadataTopicState(
                    topic_name=name,
                    topic_id=made_id or topic_id(name),
                    partition_states=[
                        PartitionState(partition_index=index, leader=leader, **values) for index in range(partitions)
                    ],
                )
                for name, partitions in topics.items()
            ],
        )
    )


class Replicas:
    """As much of a replica manager as control requests touch."""

    def __init__(self) -> None:
        self.controller_epoch = LatestControllerEpoch()
        self.partitions = Partitions(BROKER_ID)
        self.followers = self
        self.commands = self
        self.times_brokers_left = 0

    def give_up(self, topic_partitions: Sequence[TopicPartition]) -> Steps[None]:
        assert not topic_partitions, "it holds none"
        yield

    def brokers_left(self) -> Steps[None]:
        self.times_brokers_left += 1
        yield


class NoLog:
    """Where groups would be written, of a broker that leads none."""

    def append(self, index: int, batch: bytes, on_done: Any, **_: Any) -> None:
        raise AssertionError("nothing is led here")


def config(**overrides: str) -> BrokerConfig:
    """A configuration; dots of keys are written as underscores."""
    given = {name.replace("_", "."): value for name, value in overrides.items()}
    return BrokerConfig.from_properties({"zookeeper.connect": "localhost:2181", "broker.id": "0"} | given)


def services(broker_config: BrokerConfig | None = None, zookeeper: FakeZooKeeper | None = None) -> Parts:
    """A broker that knows itself and the topic `known` with two partitions, over a ZooKeeper in memory."""
    broker_config = broker_config or config()
    cache = MetadataCache(SystemClock())
    tell(cache, {"known": 2})
    clock = ManualClock()
    zk = (zookeeper or FakeZooKeeper(clock)).client()
    dynamic = DynamicConfigs(zk, BROKER_ID, broker_config, random.Random(1).randbytes)
    topic_configs = TopicConfigs(zk, SharedLogConfigs(lambda: dynamic.current))
    unused: Any = None
    replicas: Any = Replicas()
    metrics, lanes = BrokerMetrics(), Lanes()
    broker = Parts(
        own_security=lambda: None,
        broker_id=BROKER_ID,
        cluster_id=CLUSTER_ID,
        broker_epoch=lambda: BROKER_EPOCH,
        config=broker_config,
        clock=clock,
        metrics=metrics,
        metadata_cache=cache,
        log_manager=unused,
        replica_manager=replicas,
        controller=FakeController(cache),
        zk=zk,
        producer_ids=ProducerIds(zk, BROKER_ID),
        topic_configs=topic_configs,
        config_changes=ConfigChanges(
            zk, clock, dynamic=dynamic, topics=topic_configs, topics_changed=lambda _: asyncio.sleep(0)
        ),
        api_ranges=served_ranges(PROFILES["3.9"]),
        lane=lanes.clients,
        features=FinalizedFeatures(zk),
        supported_features=supported_features(broker_config),
        control_requests=ControlRequests(lanes.control),
        groups=GroupCoordinator(
            NoLog(),
            clock=clock,
            rng=random.Random(1),
            config=lambda: GroupConfig.from_broker(dynamic.current),
            config_of=lambda _: GroupConfig.from_broker(dynamic.current).consumer,
            share_config_of=lambda _: GroupConfig.from_broker(dynamic.current).share,
            streams_config_of=lambda _: GroupConfig.from_broker(dynamic.current).streams,
            partition_count=lambda: internal_topics.partition_count(cache, internal_topics.OFFSETS),
            topics=lambda: VisibleTopics(cache.snapshot, cache.topics_version, lambda _: True),
            completions=CompletionQueue(),
            metrics=metrics.groups,
            persister=FakePersister,
            latest=KnownOffsets(),
            lane=lanes.clients,
        ),
        transactions=unused,
        machine_clock=SystemClock(),
    )
    dynamic.add_listener(broker.reconfigured)
    return broker
