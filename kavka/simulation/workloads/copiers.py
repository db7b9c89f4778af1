"""Consume, transform, produce: members of a group copy a topic, their offsets in the same transactions.

    a producer ─▶ source ─▶ poll ─ begin ─ send … ─ offsets ─ commit ─▶ copies
                            └──────────── group "copiers" ────────────┘

Members come, crash and are replaced; what goes wrong inside of a transaction ends both clients of a member, and it
begins again at the committed offset. At the end each record below the group's committed offset stands in the copies
once (`checks.copies`). Not here: transactions without a group (`transactions`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kavka.client.consumer import Consumer
from kavka.client.producer import Producer
from kavka.common.types import TopicPartition
from kavka.protocol.records.batch import Record
from kavka.simulation.history import Copied, Isolation
from kavka.simulation.workloads.final_reads import read_all
from kavka.simulation.workloads.ground import ClientLife, Ground, decoded
from kavka.simulation.workloads.groups import PAUSE_MS, POLL_MS, MemberListener, group_consumer
from kavka.simulation.workloads.producers import ProducerLoop
from kavka.simulation.workloads.transaction_log import TransactionLog
from kavka.simulation.workloads.transactions import TRANSACTION_TIMEOUT_MS
from kavka.wire.errors import FAILURES

GROUP: Final = "copiers"
ABORT_SHARE: Final = 0.1


class CopierSlot:
    """A transactional id, and the members that have it one after the other.

    Args:
        ground: the workload's.
        transactional_id: theirs.
        mean_ms: how long a member rests after a transaction, on average.
    """

    def __init__(self, ground: Ground, transactional_id: str, *, mean_ms: float) -> None:
        self._ground = ground
        self._transactional_id = transactional_id
        self._mean_ms = mean_ms
        self._life: ClientLife | None = None
        self._open: TransactionLog | None = None

    def begin(self) -> None:
        """Starts a member."""
        self._life = self._ground.start(self._transactional_id, self._live)

    def crash(self) -> None:
        """Kills the member, and records the transaction that it had open."""
        if self._life is not None:
            self._ground.kill(self._life)
        if self._open is not None:
            self._open.abandon()

    async def _live(self, name: str) -> None:
        ground = self._ground
        while not ground.is_stopping:
            try:
                await self._take_part(name)
            except FAILURES:
                ground.counts["reopened"] += 1
                await ground.pause(PAUSE_MS)

    async def _take_part(self, name: str) -> None:
        """Copies as a member of the group, until something goes wrong."""
        ground = self._ground
        async with (
            ground.producer(
                name, transactional_id=self._transactional_id, transaction_timeout_ms=TRANSACTION_TIMEOUT_MS
            ) as producer,
            group_consumer(ground, name, GROUP, isolation=Isolation.READ_COMMITTED) as consumer,
        ):
            await producer.init_transactions()
            consumer.subscribe(["source"], MemberListener(ground, consumer, name, GROUP))
            while not ground.is_stopping:
                batches = await consumer.poll(timeout_ms=POLL_MS)
                if batches and not await self._copy(producer, consumer, name, batches):
                    return  # the position is beyond what is committed: begin again
                await ground.pause(ground.about(self._mean_ms))

    async def _copy(
        self, producer: Producer, consumer: Consumer, name: str, batches: dict[TopicPartition, list[Record]]
    ) -> bool:
        ground = self._ground
        log = self._open = TransactionLog(ground, name, self._transactional_id, group=GROUP)
        log.polled(batches)
        try:
            producer.begin_transaction()
            for tp, records in batches.items():
                for record in records:
                    value = b"%s/%d" % (bytes(record.value or b""), ground.next_value())
                    await log.send(producer, TopicPartition("copies", tp.partition), decoded(value), value)
            offsets = {tp: records[-1].offset + 1 for tp, records in batches.items()}
            await producer.send_offsets_to_transaction(offsets, consumer.group_metadata())
        except FAILURES:
            ground.counts["failed inside"] += 1
            await log.abort(producer)
            return False
        if ground.rng.random() < ABORT_SHARE:
            await log.abort(producer)
            return False
        return await log.commit(producer)


class CopiersWorkload:
    """See the module.

    Args:
        ground: its clients' ground.
        copiers: how many members.
        partitions: of both topics.
        mean_ms: from one burst of the producer to the next, and from one transaction of a member to the next.
        crash_ms: from one crash of a member to the next; 0: none crashes.
    """

    name = "copiers"
    settings: Mapping[str, str] = {"group.initial.rebalance.delay.ms": "500", "inter.broker.protocol.version": "3.0"}
    """Brokers of before 2.5 do not fence a group's former members in transactions (KIP-447)."""

    compacted: frozenset[str] = frozenset()

    def __init__(
        self,
        ground: Ground,
        *,
        copiers: int = 2,
        partitions: int = 2,
        mean_ms: float = 2_500,
        crash_ms: float = 20_000,
    ) -> None:
        self._ground = ground
        self._copiers = copiers
        self._count = partitions
        self._mean_ms = mean_ms
        self._crash_ms = crash_ms
        self._source: list[TopicPartition] = []
        self._target: list[TopicPartition] = []

    async def prepare(self) -> None:
        """Creates both topics."""
        self._source = await self._ground.create_topic("source", partitions=self._count)
        self._target = await self._ground.create_topic("copies", partitions=self._count)

    async def run(self) -> None:
        """Runs the producer and the members; one of these crashes now and then."""
        ground = self._ground
        ProducerLoop(ground, self._source, mean_ms=self._mean_ms).start("producer")
        slots = [CopierSlot(ground, f"copier-{number}", mean_ms=self._mean_ms) for number in range(self._copiers)]
        for slot in slots:
            slot.begin()
        while self._crash_ms and not ground.is_stopping:
            await ground.pause(ground.about(self._crash_ms))
            if not ground.is_stopping:
                slot = ground.rng.choice(slots)
                slot.crash()
                slot.begin()
                ground.counts["crashes"] += 1
        await ground.ended()

    def stop(self) -> None:
        """Asks all of them for their end."""
        self._ground.stop()

    async def finish(self) -> None:
        """Reads both topics, and how far the group got."""
        await read_all(self._ground, [*self._source, *self._target])
        await self._ground.do("offsets", self._read_offsets)

    async def _read_offsets(self, name: str) -> None:
        ground = self._ground
        async with ground.consumer(name, group_id=GROUP, isolation_level="read_committed", auto_commit=False) as reader:
            committed = await reader.committed(self._source)
        for source, target in zip(self._source, self._target, strict=True):
            offset = committed[source].offset if source in committed else 0
            ground.history.add(
                Copied(group=GROUP, source=source, target=target, committed=offset, time_ms=ground.now_ms())
            )

    def counts(self) -> dict[str, int]:
        """Returns sends by their outcomes, transactions by their ends, rebalances and crashes."""
        return dict(self._ground.counts)
