"""A cluster for the controller's tests: ZooKeeper in memory, brokers that only record control requests, time that
stands still.

Every request goes through the real codec in the version that was chosen, there and back: what a test sees is what a
broker would see.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from kavka.broker.cluster.registration import Registration
from kavka.common.lane import Lane
from kavka.common.types import NewTopic, TopicPartition, TopicResult
from kavka.controller.config import ControllerConfig
from kavka.controller.context import ControllerContext
from kavka.controller.controller import Controller
from kavka.protocol.codec import decode_message, encode_message, request_class
from kavka.protocol.epochs import ControllerEpoch
from kavka.protocol.errors import ErrorCode, InvalidConfig
from kavka.protocol.header import decode_request_header
from kavka.protocol.inter_broker_versions import InterBrokerVersion, named
from kavka.protocol.messages import (
    LeaderAndIsrRequest,
    LeaderAndIsrResponse,
    StopReplicaRequest,
    StopReplicaResponse,
    UpdateMetadataRequest,
    UpdateMetadataResponse,
)
from kavka.protocol.request_pieces import PreparedRequest
from kavka.timer.clock import ManualClock, SystemClock
from kavka.timer.moments import WallMs
from kavka.zk import paths
from kavka.zk.client import ensure_path
from kavka.zk.errors import NoNode
from kavka.zk.fake import FakeZk, FakeZooKeeper
from kavka.zk.features import registered_form
from kavka.zk.paths import BrokerRegistration, ConfigZNode, Endpoint, PartitionStateZNode, TopicZNode

PROFILES = ("2.0", "3.0", "3.9")


_RESPONSES = {
    LeaderAndIsrRequest: LeaderAndIsrResponse,
    StopReplicaRequest: StopReplicaResponse,
    UpdateMetadataRequest: UpdateMetadataResponse,
}


class FakeBroker:
    """Answers control requests and remembers them, decoded."""

    def __init__(self, broker_id: int) -> None:
        self.broker_id = broker_id
        self.requests: list[Any] = []
        self.versions: list[int] = []
        self.connections = 0
        self.open_connections = 0
        self.is_refusing = False
        """Nobody listens."""
        self.lost_answers = 0
        """So many requests arrive, and their connection breaks before the answer."""
        self.may_answer = asyncio.Event()
        self.may_answer.set()
        self.partition_errors: dict[TopicPartition, int] = {}
        self.request_error = 0
        self.controller_epoch = -1
        """The latest that a controller has named; earlier ones are refused, as brokers do."""

    @property
    def port(self) -> int:
        return 9000 + self.broker_id

    def of(self, kind: type) -> list[Any]:
        return [request for request in self.requests if isinstance(request, kind)]

    def kinds(self) -> list[str]:
        return [type(request).__name__.removesuffix("Request") for request in self.requests]

    def forget(self) -> None:
        self.requests.clear()
        self.versions.clear()

    def leaderships(self) -> dict[TopicPartition, Any]:
        """The last LeaderAndIsr state of each partition."""
        last = {}
        for request in self.of(LeaderAndIsrRequest):
            for state in request.ungrouped_partition_states:
                last[TopicPartition(state.topic_name, state.partition_index)] = state
            for topic in request.topic_states:
                for state in topic.partition_states:
                    last[TopicPartition(topic.topic_name, state.partition_index)] = state
        return last

    def metadata(self) -> dict[TopicPartition, Any]:
        """The last UpdateMetadata state of each partition."""
        last = {}
        for request in self.of(UpdateMetadataRequest):
            for state in request.ungrouped_partition_states:
                last[TopicPartition(state.topic_name, state.partition_index)] = state
            for topic in request.topic_states:
                for state in topic.partition_states:
                    last[TopicPartition(topic.topic_name, state.partition_index)] = state
        return last

    def live_brokers(self) -> list[int]:
        return [broker.id for broker in self.of(UpdateMetadataRequest)[-1].live_brokers]

    def stops(self, *, delete: bool) -> list[TopicPartition]:
        found = []
        for request in self.of(StopReplicaRequest):
            if request.delete_partitions is delete:
                found += [TopicPartition(p.topic_name, p.partition_index) for p in request.ungrouped_partitions]
            for topic in request.topic_states:
                found += [
                    TopicPartition(topic.topic_name, state.partition_index)
                    for state in topic.partition_states
                    if state.delete_partition is delete
                ]
        return found

    def answer(self, request: Any, version: int) -> Any:
        if request.controller_epoch < self.controller_epoch:
            return _RESPONSES[type(request)](error_code=int(ErrorCode.STALE_CONTROLLER_EPOCH))
        self.controller_epoch = request.controller_epoch
        if isinstance(request, UpdateMetadataRequest):
            return UpdateMetadataResponse(error_code=self.request_error)
        if isinstance(request, LeaderAndIsrRequest):
            return self._leader_and_isr_answer(request, version)
        stopped = [TopicPartition(p.topic_name, p.partition_index) for p in request.ungrouped_partitions]
        for topic in request.topic_states:
            stopped += [TopicPartition(topic.topic_name, state.partition_index) for state in topic.partition_states]
        errors = [
            StopReplicaResponse.StopReplicaPartitionError(
                topic_name=tp.topic, partition_index=tp.partition, error_code=self.partition_errors.get(tp, 0)
            )
            for tp in stopped
        ]
        return StopReplicaResponse(error_code=self.request_error, partition_errors=errors)

    def _leader_and_isr_answer(self, request: Any, version: int) -> LeaderAndIsrResponse:
        error = LeaderAndIsrResponse.LeaderAndIsrPartitionError

        def code(topic: str, partition: int) -> int:
            return self.partition_errors.get(TopicPartition(topic, partition), 0)

        if version < 5:
            states = [(s.topic_name, s.partition_index) for s in request.ungrouped_partition_states]
            errors = [error(topic_name=t, partition_index=p, error_code=code(t, p)) for t, p in states]
            return LeaderAndIsrResponse(error_code=self.request_error, partition_errors=errors)
        topics = [
            LeaderAndIsrResponse.LeaderAndIsrTopicError(
                topic_id=topic.topic_id,
                partition_errors=[
                    error(partition_index=s.partition_index, error_code=code(topic.topic_name, s.partition_index))
                    for s in topic.partition_states
                ],
            )
            for topic in request.topic_states
        ]
        return LeaderAndIsrResponse(error_code=self.request_error, topics=topics)


def sent(message: Any, version: int) -> Any:
    """What arrives of a request."""
    if not isinstance(message, PreparedRequest):
        return decode_message(type(message), version, encode_message(message, version))
    frame = b"".join(message.frame(version=version, correlation_id=1, client_id="controller"))[4:]
    header, position = decode_request_header(frame)
    return decode_message(request_class(header.api_key), header.api_version, frame, position)


class FakeConnection:
    """A connection to a broker in memory."""

    def __init__(self, broker: FakeBroker) -> None:
        self._broker = broker
        self._is_closed = False
        self._in_flight = 0
        broker.connections += 1
        broker.open_connections += 1

    @property
    def is_closed(self) -> bool:
        return self._is_closed

    async def request(self, message: Any, *, version: int, timeout_ms: int | None = None) -> Any:
        assert not self._is_closed
        assert self._in_flight == 0, "one request in flight"
        request = sent(message, version)
        broker = self._broker
        self._in_flight += 1
        try:
            await asyncio.sleep(0)
            broker.requests.append(request)
            broker.versions.append(version)
            await broker.may_answer.wait()
            if broker.lost_answers:
                broker.lost_answers -= 1
                await self.close()
                raise ConnectionResetError("the answer was lost")
            answer = broker.answer(request, version)
            return decode_message(type(answer), version, encode_message(answer, version))
        finally:
            self._in_flight -= 1

    async def close(self) -> None:
        if not self._is_closed:
            self._is_closed = True
            self._broker.open_connections -= 1


def context_of(controller: Controller) -> ControllerContext:
    """What an active controller knows."""
    active = controller._active
    assert active is not None
    return active.context


def validate_configs(configs: Mapping[str, str]) -> None:
    if "retention.ms" in configs and not configs["retention.ms"].lstrip("-").isdigit():
        raise InvalidConfig(f"Invalid value {configs['retention.ms']} for configuration retention.ms")


class Node:
    """One process: a ZooKeeper client with a registration, and a controller, which is there from `start` on."""

    controller: Controller

    def __init__(self, cluster: Cluster, broker_id: int) -> None:
        self.cluster = cluster
        self.broker_id = broker_id
        self.zk: FakeZk = cluster.server.client()
        self.task: asyncio.Task[None] | None = None
        self.registrations = 0
        body = BrokerRegistration(
            endpoints=(Endpoint("PLAINTEXT", "localhost", cluster.brokers[broker_id].port),),
            timestamp_ms=WallMs(0),
            rack=f"r{broker_id}",
            features=cluster.registered_features(broker_id),
        )
        self._registration = Registration(self.zk, broker_id=broker_id, body=body, session_timeout_ms=1000)

    async def register(self) -> None:
        self.registrations += 1
        await self._registration.register()

    async def start(self, group: asyncio.TaskGroup, **overrides: Any) -> None:
        await self.zk.start(1000)
        await self.register()
        self.controller = Controller(
            config=self.cluster.config(self.broker_id, **overrides),
            zk=self.zk,
            clock=self.cluster.clock,
            rng=random.Random(self.broker_id),
            dial=self.cluster.dial,
            register_broker=self.register,
            validate_configs=validate_configs,
            epoch_seen=lambda: ControllerEpoch(self.cluster.brokers[self.broker_id].controller_epoch),
            machine_clock=SystemClock(),
            lane=self.cluster.lane,
        )
        self.task = group.create_task(self.controller.run())

    async def stop(self) -> None:
        """As kill -9 and a session timeout at once."""
        assert self.task is not None
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)
        await self.zk.close()


class Cluster:
    """Brokers, ZooKeeper, and one controller a broker where wanted."""

    group: asyncio.TaskGroup
    """Its processes run there; `cluster` has it."""

    def __init__(self, profile: str, lane: Lane | None = None, **overrides: Any) -> None:
        self.profile = profile
        self.lane = lane or Lane()
        self.overrides = overrides
        self.clock = ManualClock(1_000)
        self.server = FakeZooKeeper(self.clock)
        self.brokers: dict[int, FakeBroker] = {}
        self.nodes: dict[int, Node] = {}
        self.admin = self.server.client()
        self.strangers: set[int] = set()
        """Brokers that support no feature."""

    def registered_features(self, broker_id: int) -> dict[str, dict[str, int]]:
        """What a broker says in its registration: what the controllers support, unless it is a stranger."""
        supported = self.config(broker_id).supported_features
        return {} if broker_id in self.strangers else registered_form(supported)

    @property
    def protocol(self) -> InterBrokerVersion:
        found = named(self.profile)
        assert found is not None
        return found

    def config(self, broker_id: int, **overrides: Any) -> ControllerConfig:
        values = {"retry_backoff_ms": 0} | self.overrides | overrides
        return ControllerConfig.for_protocol(self.protocol, broker_id=broker_id, **values)

    async def pass_time(self, seconds: float) -> None:
        """Lets time pass, and everything happen that is due then."""
        self.clock.advance(round(seconds * 1000))
        await self.settle()

    async def dial(self, host: str, port: int, client_id: str) -> FakeConnection:
        await asyncio.sleep(0)
        broker = self.brokers[port - 9000]
        if broker.is_refusing:
            raise ConnectionRefusedError(f"{host}:{port}")
        return FakeConnection(broker)

    async def add_broker(self, broker_id: int) -> Node:
        """A broker comes up, with a controller."""
        node = await self.add_broker_quickly(broker_id)
        await self.settle()
        return node

    async def add_broker_quickly(self, broker_id: int) -> Node:
        """The same, without waiting for what it causes."""
        self.brokers.setdefault(broker_id, FakeBroker(broker_id))
        node = Node(self, broker_id)
        await node.start(self.group)
        self.nodes[broker_id] = node
        return node

    async def remove_broker(self, broker_id: int) -> None:
        await self.nodes.pop(broker_id).stop()
        await self.settle()

    @property
    def active(self) -> Controller:
        active = [node.controller for node in self.nodes.values() if node.controller.is_active]
        assert len(active) == 1, f"{len(active)} active controllers"
        return active[0]

    @property
    def context(self) -> ControllerContext:
        return context_of(self.active)

    def forget(self) -> None:
        for broker in self.brokers.values():
            broker.forget()

    async def settle(self) -> None:
        """Lets everything that can happen now happen."""
        quiet = 0
        for _ in range(100_000):
            await asyncio.sleep(0)
            quiet = quiet + 1 if self._is_quiet() else 0
            if quiet >= 10:
                return
        raise AssertionError("the cluster does not come to rest")

    def _is_quiet(self) -> bool:
        for node in self.nodes.values():
            if len(node.controller._queue) and not node.controller._queue._is_paused:
                return False
            if node.controller._queue.state:
                return False
            if node.zk._inbox and not node.zk._is_paused:
                return False
            if (active := node.controller._active) is not None:
                for broker_id, channel in active.channels._channels.items():
                    broker = self.brokers[broker_id]
                    if (len(channel) or not channel.is_idle) and not broker.is_refusing and broker.may_answer.is_set():
                        return False
        return True

    async def wait_until(self, condition: Callable[[], object]) -> None:
        for _ in range(100_000):
            if condition():
                return
            await asyncio.sleep(0)
        raise AssertionError("it never happened")

    async def create(self, name: str, partitions: int = 1, factor: int = 1, **more: Any) -> TopicResult:
        topic = NewTopic(name=name, num_partitions=partitions, replication_factor=factor, **more)
        (result,) = await self.active.requests.create_topics([topic], timeout_ms=1000, validate_only=False)
        await self.settle()
        return result

    async def create_assigned(self, name: str, assignments: dict[int, list[int]], **configs: Any) -> TopicResult:
        topic = NewTopic(name=name, assignments=assignments, configs=configs)
        (result,) = await self.active.requests.create_topics([topic], timeout_ms=1000, validate_only=False)
        await self.settle()
        assert result.error_code == ErrorCode.NONE, result
        return result

    async def delete(self, name: str) -> TopicResult:
        (result,) = await self.active.requests.delete_topics([name], timeout_ms=1000)
        await self.settle()
        return result

    async def state(self, topic: str, partition: int = 0) -> PartitionStateZNode:
        data, _ = await self.admin.get(paths.partition_state(topic, partition))
        return PartitionStateZNode.decode(data)

    async def write_isr(self, topic: str, isr: list[int], partition: int = 0) -> None:
        """As a leader does whose followers caught up, or fell behind."""
        path = paths.partition_state(topic, partition)
        data, stat = await self.admin.get(path)
        body = replace(PartitionStateZNode.decode(data), isr=tuple(isr))
        await self.admin.set(path, body.encode(), stat.version)
        await self.settle()

    async def topic(self, name: str) -> TopicZNode | None:
        try:
            return TopicZNode.decode((await self.admin.get(paths.topic(name)))[0])
        except NoNode:
            return None

    async def write_topic(self, name: str, assignment: dict[int, list[int]], **configs: str) -> None:
        """As Kafka's own tool does with --zookeeper."""
        await self.admin.create(paths.config("topics", name), ConfigZNode(configs).encode())
        await self.admin.create(paths.topic(name), TopicZNode(assignment).encode(1))


@asynccontextmanager
async def cluster(*broker_ids: int, profile: str = PROFILES[-1], **overrides: Any) -> AsyncIterator[Cluster]:
    """Runs a cluster of brokers with controllers; the first is elected."""
    made = Cluster(profile, **overrides)
    await made.admin.start(1000)
    for path in paths.PERSISTENT_PATHS:
        await ensure_path(made.admin, path)
    logging.getLogger("controller").setLevel(logging.CRITICAL)
    async with asyncio.TaskGroup() as group:
        made.group = group
        for broker_id in broker_ids:
            await made.add_broker(broker_id)
        yield made
        for node in made.nodes.values():
            node.controller.close()
