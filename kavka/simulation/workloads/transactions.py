"""Transactions of sends and polls over several partitions, as Jepsen's list-append has them; ids change hands.

    slot 1  transactional id "…-1"   life 1: begin, send, poll, send, commit · begin, poll, abort · begin, se… ✗ killed
                                     life 2:                                     takes the id over ─▶ …
    slot 2  transactional id "…-2"   life 1: … begin, send ───────────────── send ─▶ fenced
                                     life 2:              takes the id over ─▶ …

A partition is a list, a send appends to it, a poll reads on where its client stood. Some transactions are aborted on
purpose, some overstay their time and are aborted by the coordinator. A life that was taken over goes on until it is
fenced. Not here: offsets in transactions (`copiers`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from kavka.client.consumer import Consumer
from kavka.client.producer import Producer
from kavka.common.types import TopicPartition
from kavka.simulation.history import Assigned, Isolation, Sought
from kavka.simulation.workloads.consumers import ReaderLoop
from kavka.simulation.workloads.final_reads import read_all
from kavka.simulation.workloads.ground import ClientLife, Ground, encoded
from kavka.simulation.workloads.transaction_log import TransactionLog
from kavka.wire.errors import FAILURES

TRANSACTION_TIMEOUT_MS: Final = 10_000
"""After it the coordinator aborts what a dead client left open: soon enough for others to read on."""

OPS_MAX: Final = 4
POLL_SHARE: Final = 0.4
ABORT_SHARE: Final = 0.15
LINGER_SHARE: Final = 0.15
"""Of the transactions, how many stay open for a while before their end."""

OVERSTAY_SHARE: Final = 0.02
"""Of the operations, before how many a client rests until its transaction's time is over, and then goes on."""
OVERSTAY_MS: Final = 14_000

POLL_MS: Final = 300
FETCH_WAIT_MS: Final = 200
PAUSE_MS: Final = 500


class TransactorSlot:
    """A transactional id, and the clients that have it one after the other.

    Args:
        ground: the workload's.
        transactional_id: theirs.
        partitions: where they send and what they read.
        mean_ms: from one transaction to the next, on average.
    """

    def __init__(
        self, ground: Ground, transactional_id: str, partitions: list[TopicPartition], *, mean_ms: float
    ) -> None:
        self._ground = ground
        self._transactional_id = transactional_id
        self._partitions = tuple(partitions)
        self._mean_ms = mean_ms
        self._open: dict[str, TransactionLog] = {}
        self._newest: ClientLife | None = None

    def take_over(self) -> None:
        """Starts a client that takes the id over; the former one goes on until it is fenced."""
        self._newest = self._ground.start(self._transactional_id, self._live)

    def crash(self) -> None:
        """Kills the client that has the id."""
        if self._newest is not None:
            self._ground.kill(self._newest)
            if self._newest.name in self._open:
                self._open[self._newest.name].abandon()

    def _has_id(self, name: str) -> bool:
        return self._newest is not None and self._newest.name == name

    async def _live(self, name: str) -> None:
        ground = self._ground
        is_first = True
        while is_first or (self._has_id(name) and not ground.is_stopping):
            is_first = False
            try:
                await self._use_id(name)
            except FAILURES:
                if not self._has_id(name):
                    ground.counts["fenced"] += 1
                else:
                    ground.counts["reopened"] += 1
                    await ground.pause(PAUSE_MS)

    async def _use_id(self, name: str) -> None:
        """Runs transactions with one producer and one consumer, until one of them is of no further use."""
        ground = self._ground
        async with (
            ground.consumer(name, isolation_level="read_committed", fetch_wait_ms=FETCH_WAIT_MS) as consumer,
            ground.producer(
                name, transactional_id=self._transactional_id, transaction_timeout_ms=TRANSACTION_TIMEOUT_MS
            ) as producer,
        ):
            await producer.init_transactions()
            await self._take_place(consumer, name)
            while not ground.is_stopping:
                await self._transact(producer, consumer, name)
                await ground.pause(ground.about(self._mean_ms))

    async def _take_place(self, consumer: Consumer, name: str) -> None:
        ground = self._ground
        await consumer.assign(self._partitions, start="beginning")
        positions = {tp: await consumer.position(tp) for tp in self._partitions}
        ground.history.add(Assigned(client=name, partitions=self._partitions, time_ms=ground.now_ms()))
        for tp, offset in positions.items():
            ground.history.add(Sought(client=name, tp=tp, offset=offset, time_ms=ground.now_ms()))

    async def _transact(self, producer: Producer, consumer: Consumer, name: str) -> None:
        ground, rng = self._ground, self._ground.rng
        log = self._open[name] = TransactionLog(ground, name, self._transactional_id)
        try:
            producer.begin_transaction()
            for _ in range(rng.randint(1, OPS_MAX)):
                if rng.random() < OVERSTAY_SHARE:
                    ground.counts["overstayed"] += 1
                    await ground.pause(OVERSTAY_MS)
                if rng.random() < POLL_SHARE:
                    log.polled(await consumer.poll(timeout_ms=POLL_MS))
                else:
                    value = ground.next_value()
                    await log.send(producer, rng.choice(self._partitions), value, encoded(value))
            if rng.random() < LINGER_SHARE:
                await ground.pause(ground.about(2 * self._mean_ms))
        except FAILURES:
            await self._give_up(log, producer)
            return
        if rng.random() < ABORT_SHARE:
            await log.abort(producer)
        else:
            await log.commit(producer)

    async def _give_up(self, log: TransactionLog, producer: Producer) -> None:
        """Aborts a transaction in which something failed."""
        self._ground.counts["failed inside"] += 1
        await log.abort(producer)


class TransactionsWorkload:
    """See the module.

    Args:
        ground: its clients' ground.
        transactors: how many transactional ids.
        partitions: of the topic.
        mean_ms: from one transaction of a client to the next, on average.
        change_ms: from one change of hands to the next, on average.
    """

    name = "transactions"
    settings: Mapping[str, str] = {"transaction.abort.timed.out.transaction.cleanup.interval.ms": "2000"}
    compacted: frozenset[str] = frozenset()

    def __init__(
        self,
        ground: Ground,
        *,
        transactors: int = 2,
        partitions: int = 3,
        mean_ms: float = 2_500,
        change_ms: float = 15_000,
    ) -> None:
        self._ground = ground
        self._transactors = transactors
        self._count = partitions
        self._mean_ms = mean_ms
        self._change_ms = change_ms
        self._partitions: list[TopicPartition] = []

    async def prepare(self) -> None:
        """Creates the topic."""
        self._partitions = await self._ground.create_topic("appended", partitions=self._count)

    async def run(self) -> None:
        """Runs the clients; now and then one crashes, or its id is taken over while it lives."""
        ground = self._ground
        slots = [
            TransactorSlot(ground, self._id(number), self._partitions, mean_ms=self._mean_ms)
            for number in range(self._transactors)
        ]
        for slot in slots:
            slot.take_over()
        ReaderLoop(ground, self._partitions, Isolation.READ_COMMITTED, mean_ms=2 * self._mean_ms).start()
        while not ground.is_stopping:
            await ground.pause(ground.about(self._change_ms))
            if not ground.is_stopping:
                slot = ground.rng.choice(slots)
                is_crash = ground.rng.random() < 0.5
                ground.counts["crashes" if is_crash else "taken over"] += 1
                if is_crash:
                    slot.crash()
                slot.take_over()
        await ground.ended()

    def stop(self) -> None:
        """Asks the clients for their end."""
        self._ground.stop()

    async def finish(self) -> None:
        """Reads the topic once more; then each transactional id is taken over for the last time."""
        await read_all(self._ground, self._partitions)
        for number in range(self._transactors):
            await self._ground.do("last", partial(self._use_again, self._id(number)))

    async def _use_again(self, transactional_id: str, name: str) -> None:
        """Waits until a transactional id can be used again, whatever became of it; the caller has the deadline."""
        ground = self._ground
        while True:
            try:
                async with ground.producer(name, transactional_id=transactional_id) as producer:
                    await producer.init_transactions()
                    return
            except FAILURES:
                await ground.pause_anyway(PAUSE_MS)

    def _id(self, number: int) -> str:
        return f"transactor-{number}"

    def counts(self) -> dict[str, int]:
        """Returns transactions by their ends, changes of hands, and fenced clients."""
        return dict(self._ground.counts)
