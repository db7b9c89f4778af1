"""A transaction coordinator on a real log, beside leaders of partitions that answer as a test says."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from typing import Any

from kavka.broker.cluster import identity as cluster_identity
from kavka.broker.cluster.metadata_cache import MetadataCache
from kavka.broker.config.settings import default_settings
from kavka.broker.metrics import TransactionMetrics
from kavka.broker.transaction.coordinator import TransactionCoordinator
from kavka.broker.transaction.marker_sender import MarkerSender
from kavka.broker.transaction.records import decode_record
from kavka.broker.transaction.state_manager import TransactionStateManager
from kavka.broker.transaction.versions import version_of_level
from kavka.common.lane import Lane
from kavka.common.machine_filesystem import MachineFileSystem
from kavka.common.types import TopicPartition
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import WriteTxnMarkersResponse
from kavka.protocol.records.batch import iter_records
from kavka.timer.backoff import Backoff
from kavka.timer.clock import SystemClock
from kavka.wire.peer_link import PeerLinks
from tests.support.broker.fakes import live_broker, services, tell
from tests.support.replica.node import BROKER, Node

TOPIC = "__transaction_state"
OTHER = BROKER + 1
P, Q = TopicPartition("t", 0), TopicPartition("t", 1)


class Leaders:
    """The brokers that lead partitions, reached through connections that are none.

    Attributes:
        codes: what a partition answers; a list: one after the other, then 0.
        markers: what was written: (broker, partition, producer id, epoch, commit?, coordinator epoch).
        versions: transaction versions of the markers that were sent.
        gate: answers wait for it.
        is_down: whether dialling fails.
    """

    def __init__(self) -> None:
        self.codes: dict[TopicPartition, list[ErrorCode]] = {}
        self.markers: list[tuple[Any, ...]] = []
        self.versions: list[int] = []
        self.gate = asyncio.Event()
        self.gate.set()
        self.is_down = False
        self.asked = asyncio.Event()
        self.dialled: list[int] = []

    async def dial(self, host: str, port: int, client_id: str) -> LeaderConnection:
        self.dialled.append(port)
        if self.is_down:
            raise ConnectionRefusedError("nobody listens")
        return LeaderConnection(self, port)

    def answer(self, broker: int, request: Any) -> WriteTxnMarkersResponse:
        response = WriteTxnMarkersResponse()
        for marker in request.markers:
            self.versions.append(marker.transaction_version)
            topics = []
            for topic in marker.topics:
                partitions = []
                for index in topic.partition_indexes:
                    partition = TopicPartition(topic.name, index)
                    codes = self.codes.get(partition, [])
                    code = codes.pop(0) if codes else ErrorCode.NONE
                    if code is ErrorCode.NONE:
                        self.markers.append(
                            (
                                broker,
                                partition,
                                marker.producer_id,
                                marker.producer_epoch,
                                marker.transaction_result,
                                marker.coordinator_epoch,
                            )
                        )
                    partitions.append(WriteTxnMarkersResponse.WritableTxnMarkerPartitionResult(index, int(code)))
                topics.append(WriteTxnMarkersResponse.WritableTxnMarkerTopicResult(topic.name, partitions))
            response.markers.append(WriteTxnMarkersResponse.WritableTxnMarkerResult(marker.producer_id, topics))
        return response


class LeaderConnection:
    def __init__(self, leaders: Leaders, broker: int) -> None:
        self._leaders = leaders
        self._broker = broker
        self._closed = asyncio.Event()

    @property
    def is_closed(self) -> bool:
        return self._closed.is_set()

    async def request(self, message: Any, *, version: int, timeout_ms: int | None = None) -> WriteTxnMarkersResponse:
        self._leaders.asked.set()
        await until(lambda: self._leaders.gate.is_set() or self.is_closed)
        if self.is_closed:
            raise ConnectionResetError("closed while an answer was awaited")
        return self._leaders.answer(self._broker, message)

    async def close(self) -> None:
        self._closed.set()


class Coordinating:
    """One broker that coordinates; `node` has its log, `group` its tasks."""

    group: asyncio.TaskGroup

    def __init__(self, node: Node) -> None:
        self.node = node
        self.leaders = Leaders()
        self.cache = MetadataCache(SystemClock())
        self.tell({TOPIC: 1, "t": 3})
        self.metrics = TransactionMetrics()
        self.level = 0
        """At which `transaction.version` is finalized."""
        self.config: Any = default_settings()
        self.states = TransactionStateManager(
            node.appends(TOPIC),
            partition_count=self.partition_count,
            append_timeout_ms=lambda: 5_000,
            clock=node.clock,
            metrics=self.metrics,
            version=lambda: version_of_level(self.level),
        )
        self.log = node.internal_log(TOPIC, self.states, filesystem=MachineFileSystem(), lane=Lane())
        self.peers = PeerLinks(locate=self.locate, dial=self.leaders.dial, purpose="test", clock=SystemClock())
        self.markers = MarkerSender(
            self.states,
            snapshot=lambda: self.cache.snapshot,
            peers=self.peers,
            version=lambda: 2 if self.level >= 2 else 1,
            timeout_ms=lambda: 5_000,
            metrics=self.metrics,
            lane=Lane(),
            backoff=Backoff(1, 1),
            clock=SystemClock(),
        )
        self.services = services()
        self.coordinator = TransactionCoordinator(
            self.states,
            self.markers,
            producer_ids=self.services.producer_ids,
            config=lambda: self.config,
            clock=node.clock,
            metrics=self.metrics,
            lane=Lane(),
        )

    def partition_count(self) -> int | None:
        topic = self.cache.snapshot.topics.get(TOPIC)
        return None if topic is None else len(topic.partitions)

    def locate(self, broker_id: int) -> tuple[str, int] | None:
        return ("h", broker_id) if broker_id in self.cache.snapshot.brokers else None

    def tell(
        self, topics: Mapping[str, int], *, leader: int = BROKER, brokers: Iterable[int] = (BROKER, OTHER)
    ) -> None:
        tell(self.cache, dict(topics), leader=leader, brokers=[live_broker(broker) for broker in brokers])

    async def lead(self, epoch: int = 1, isr: Sequence[int] = (BROKER,), leader: int = BROKER) -> None:
        self.node.lead(TOPIC, epoch=epoch, isr=isr, leader=leader)
        if leader == BROKER:
            await until(lambda: self.log.is_loaded(0))

    def commit_log(self) -> None:
        """The other replica of the log fetches all of it."""
        end = self.node.manager.partitions.get(TOPIC, 0).log.log_end_offset
        self.node.fetch(end, TOPIC, replica_id=OTHER)

    @property
    def records(self) -> list[tuple[Any, Any]]:
        """What the log says: (id, state's name, partitions), None for a tombstone's state."""
        log = self.node.manager.partitions.get(TOPIC, 0).log
        data, _ = log.read_batches(0, 1_000_000, log.log_end_offset, True, may_wait=True)
        found: Any = (decode_record(record) for record in iter_records(data))
        return [(key, None if txn is None else txn.state.name) for key, txn in found]

    def get(self, name: str = "tx") -> Any:
        return self.states.get(name)


async def until(condition: Callable[[], object]) -> None:
    """Gives everybody else their turn until it is so."""
    async with asyncio.timeout(30):
        while not condition():  # noqa: ASYNC110 - what is waited for has no event, or several
            await asyncio.sleep(0.001)


@contextlib.asynccontextmanager
async def running(node: Node, *, leads: bool = True) -> AsyncIterator[Coordinating]:
    broker = Coordinating(node)
    await broker.services.zk.start(1_000)
    await cluster_identity.ensure_paths(broker.services.zk)
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(broker.log.run()), group.create_task(broker.markers.run())]
        if leads:
            await broker.lead()
        broker.group = group
        yield broker
        for task in tasks:
            task.cancel()


async def begun(broker: Coordinating, name: str = "tx", partitions: Any = (P, Q), timeout_ms: int = 60_000) -> Any:
    producer = await broker.coordinator.init_producer_id(name, timeout_ms, None)
    await broker.coordinator.add_partitions(name, producer, partitions)
    return producer
