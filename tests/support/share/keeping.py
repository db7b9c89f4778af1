"""A share coordinator on a real log, and persisters beside it: of its own broker, and of another."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

from kavka.broker.cluster.metadata_cache import MetadataCache
from kavka.broker.handlers import (
    delete_share_group_state,
    initialize_share_group_state,
    read_share_group_state,
    read_share_group_state_summary,
    write_share_group_state,
)
from kavka.broker.metrics import ShareMetrics
from kavka.broker.share.persister import SharePartition, ShareState, StateBatch
from kavka.broker.share.state.cluster_persister import ClusterPersister
from kavka.broker.share.state.coordinator import ShareCoordinator, ShareTimes
from kavka.broker.share.state.keeper import TOPIC, ShareStateKeeper
from kavka.broker.share.state.records import decode_record
from kavka.common.lane import Lane
from kavka.common.machine_filesystem import MachineFileSystem
from kavka.protocol.codec import decode_message, encode_message
from kavka.protocol.epochs import LeaderEpoch
from kavka.protocol.records.batch import iter_records
from kavka.timer.backoff import Backoff
from kavka.timer.clock import SystemClock
from kavka.wire.peer_link import PeerLinks
from tests.support.broker.fakes import context, live_broker, tell, topic_id
from tests.support.replica.node import BROKER, Node

OTHER = BROKER + 1
HANDLERS: dict[int, Any] = {
    initialize_share_group_state.API: initialize_share_group_state.InitializeShareGroupStateHandler,
    read_share_group_state.API: read_share_group_state.ReadShareGroupStateHandler,
    write_share_group_state.API: write_share_group_state.WriteShareGroupStateHandler,
    delete_share_group_state.API: delete_share_group_state.DeleteShareGroupStateHandler,
    read_share_group_state_summary.API: read_share_group_state_summary.ReadShareGroupStateSummaryHandler,
}
T_ID = topic_id("t")
"""Of topic t, which has three partitions."""
WRITE_TIMEOUT_MS = 5_000


def place(partition: int = 0, group: str = "g") -> SharePartition:
    """A share-partition of topic t."""
    return SharePartition(group, T_ID, partition)


def batch(first: int, last: int, state: int = 0, count: int = 1) -> StateBatch:
    return StateBatch(first, last, state, count)


def written(*batches: StateBatch, start: int = -1, complete: int = -1, leader: int = 0, epoch: int = 0) -> ShareState:
    """What a leader writes."""
    return ShareState(epoch, LeaderEpoch(leader), start, complete, batches)


class Elsewhere:
    """The way to a broker: its handlers answer over the keeping one's coordinator, in the wire's form.

    Attributes:
        requests: class names, groups and numbers of share-partitions of what was asked.
        gate: answers wait for it.
        spoil: changes a response before it is sent.
    """

    def __init__(self, keeping: Keeping) -> None:
        self._keeping = keeping
        self.requests: list[tuple[str, str, int]] = []
        self.gate = asyncio.Event()
        self.gate.set()
        self.is_down = False
        self.is_closed = False
        self.spoil: Callable[[Any], None] = lambda _: None

    async def dial(self, host: str, port: int, client_id: str) -> Elsewhere:
        if self.is_down:
            raise ConnectionRefusedError("nobody listens")
        return self

    async def request(self, message: Any, *, version: int, timeout_ms: int | None = None) -> Any:
        message = decode_message(type(message), version, encode_message(message, version))
        asked = sum(len(topic.partitions) for topic in message.topics)
        self.requests.append((type(message).__name__, message.group_id, asked))
        await self.gate.wait()
        if self.is_down:
            raise ConnectionResetError("it died")
        response = await self._keeping.ask(message, version)
        self.spoil(response)
        return response

    async def close(self) -> None:
        self.is_closed = True


class Keeping:
    """A broker that leads partitions of `__share_group_state`.

    Attributes:
        hidden: topics that it has not heard of, or not any more.
        deleted: partitions whose logs were cut, and where.
    """

    def __init__(self, node: Node) -> None:
        self.node = node
        self.cache = MetadataCache(SystemClock())
        self.tell({TOPIC: 2, "t": 3})
        self.hidden: set[str] = set()
        self.metrics = ShareMetrics()
        self.updates_max = 500
        self.keeper = ShareStateKeeper(
            node.appends(TOPIC),
            partition_count=self.partition_count,
            high_watermark=self.high_watermark,
            updates_max=lambda: self.updates_max,
            is_known=self.is_known,
            write_timeout_ms=lambda: WRITE_TIMEOUT_MS,
            clock=node.clock,
            metrics=self.metrics,
        )
        self.coordinator = ShareCoordinator(
            self.keeper,
            delete_records=self.delete_records,
            is_known=self.is_known,
            times=lambda: ShareTimes(prune_interval=60_000, snapshot_interval=40_000, write_timeout=WRITE_TIMEOUT_MS),
            clock=node.clock,
            lane=Lane(),
        )
        self.log = node.internal_log(TOPIC, self.keeper, filesystem=MachineFileSystem(), lane=Lane())
        self.deleted: list[tuple[int, int]] = []
        self.elsewhere = Elsewhere(self)

    def partition_count(self) -> int | None:
        topic = self.cache.snapshot.topics.get(TOPIC)
        return None if topic is None or TOPIC in self.hidden else len(topic.partitions)

    def is_known(self, topic: bytes, partition: int) -> bool:
        name = self.cache.snapshot.topic_names.get(topic)
        return (
            name is not None and name not in self.hidden and self.cache.snapshot.partition(name, partition) is not None
        )

    def high_watermark(self, index: int) -> int | None:
        partition = self.node.manager.partitions.find(TOPIC, index)
        return None if partition is None or not partition.is_leader else partition.log.high_watermark

    def delete_records(self, index: int, offset: int) -> None:
        self.deleted.append((index, offset))
        self.node.manager.partitions.get(TOPIC, index).delete_records(offset)

    def tell(self, topics: dict[str, int]) -> None:
        tell(self.cache, topics, brokers=[live_broker(BROKER), live_broker(OTHER)])

    async def lead(self, *indexes: int, epoch: int = 1, isr: Sequence[int] = (BROKER,)) -> None:
        """Comes to lead partitions of the topic, and waits until they are read."""
        for index in indexes or (0, 1):
            self.node.lead(TOPIC, index, epoch=epoch, isr=isr)
        await until(lambda: all(self.log.is_loaded(index) for index in indexes or (0, 1)))

    def follow(self, index: int, epoch: int) -> None:
        """Another broker comes to lead a partition."""
        self.node.lead(TOPIC, index, epoch=epoch, leader=OTHER, isr=(OTHER,), replicas=(BROKER, OTHER))

    def replicate(self, index: int) -> None:
        """The other replica fetches all that a partition has."""
        end = self.node.manager.partitions.get(TOPIC, index).log.log_end_offset
        self.node.fetch(end, TOPIC, index, replica_id=OTHER)

    async def ask(self, message: Any, version: int) -> Any:
        """Asks the handlers, in the wire's form."""
        response = await HANDLERS[message.API_KEY](share_coordinator=self.coordinator).handle(message, context(version))
        return decode_message(type(response), version, encode_message(response, version))

    def records(self, index: int) -> list[Any]:
        """What a partition's log says: share-partitions and records."""
        log = self.node.manager.partitions.get(TOPIC, index).log
        data, _ = log.read_batches(log.log_start_offset, 1_000_000, log.log_end_offset, True, may_wait=True)
        return [decode_record(record) for record in iter_records(data)]

    def persister(
        self, *, at: Callable[[str], int | None], timeout_ms: int = 2_000, **options: Any
    ) -> ClusterPersister:
        """A persister whose share-partitions are coordinated where `at` says."""

        async def ensure() -> None:
            """The topic is there."""

        return ClusterPersister(
            self.coordinator,
            coordinator_of=at,
            broker_id=BROKER,
            peers=PeerLinks(
                locate=lambda broker_id: ("h", broker_id),
                dial=self.elsewhere.dial,
                purpose="test",
                clock=SystemClock(),
            ),
            backoff=Backoff(1, 5),
            timeout_ms=lambda: timeout_ms,
            clock=SystemClock(),
            **{"ensure_topic": ensure} | options,
        )


async def until(condition: Callable[[], object]) -> None:
    """Gives everybody else their turn until it is so."""
    async with asyncio.timeout(30):
        while not condition():  # noqa: ASYNC110 - what is waited for has no event, or several
            await asyncio.sleep(0.001)


@contextlib.asynccontextmanager
async def keeping(node: Node, *, leads: bool = True) -> AsyncIterator[Keeping]:
    """A broker that keeps states, with its loads running."""
    broker = Keeping(node)
    async with asyncio.TaskGroup() as group:
        loading = group.create_task(broker.log.run())
        try:
            if leads:
                await broker.lead()
            yield broker
        finally:
            loading.cancel()


@contextlib.asynccontextmanager
async def asking(persister: ClusterPersister) -> AsyncIterator[ClusterPersister]:
    """A persister whose requests run."""
    async with asyncio.TaskGroup() as group:
        work = group.create_task(persister.run())
        await asyncio.sleep(0)
        try:
            yield persister
        finally:
            work.cancel()
