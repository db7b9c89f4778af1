"""Producers in full flight whose transactions commit and abort by chance while something breaks, and what readers saw.

Every transaction writes to several partitions, so that one of which only a part counts can be told. What a producer is
told of its end is its outcome; one whose end it was not told may be there or not, but whole.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from kavka import Consumer, Producer, TopicPartition
from kavka.client.errors import ClientError
from kavka.protocol.errors import KafkaError
from tests.support.faults.transaction_checker import Outcome, SentTransaction, View

REQUEST_TIMEOUT_MS = 3_000
TRANSACTION_TIMEOUT_MS = 10_000
RECORDS = 4
ABORTED_SHARE = 0.3
PROGRESS_SECONDS_MAX = 90.0
END_SECONDS_MAX = 90.0

Failures = (KafkaError, ClientError, OSError, TimeoutError)


class TransactionalWorkload:
    """What runs, and what it was told.

    Attributes:
        transactions: all of them, in the order in which they began.
        failures: what producers met and got over.
    """

    def __init__(self, bootstrap: str, topic: str, partitions: int, *, seed: int) -> None:
        self.transactions: list[SentTransaction] = []
        self.failures: list[str] = []
        self._bootstrap = bootstrap
        self._partitions = [TopicPartition(topic, index) for index in range(partitions)]
        self._rng = random.Random(seed)
        self._numbers = iter(range(10**9))
        self._ended = asyncio.Condition()

    async def produce(self, name: str) -> None:
        """Runs transactions until cancelled; begins anew, as another instance, after every failure."""
        while True:
            try:
                async with Producer(
                    self._bootstrap,
                    transactional_id=name,
                    transaction_timeout_ms=TRANSACTION_TIMEOUT_MS,
                    request_timeout_ms=REQUEST_TIMEOUT_MS,
                    delivery_timeout_ms=4 * REQUEST_TIMEOUT_MS,
                    linger_ms=0,
                ) as producer:
                    await producer.init_transactions()
                    while True:
                        await self._transact(producer)
            except Failures as error:
                self.failures.append(f"{name}: {error!r}")

    async def _transact(self, producer: Producer) -> None:
        transaction = SentTransaction()
        self.transactions.append(transaction)
        producer.begin_transaction()
        for _ in range(RECORDS):
            partition = self._rng.choice(self._partitions)
            value = b"%d" % next(self._numbers)
            transaction.values[value] = partition
            await producer.send(partition.topic, value, partition=partition.partition)
        if self._rng.random() < ABORTED_SHARE:
            await producer.flush()
            await producer.abort_transaction()
            transaction.outcome = Outcome.ABORTED
        else:
            await producer.commit_transaction()
            transaction.outcome = Outcome.COMMITTED
        async with self._ended:
            self._ended.notify_all()

    def _count(self, outcome: Outcome) -> int:
        return sum(transaction.outcome is outcome for transaction in self.transactions)

    async def progress(self, count: int) -> None:
        """Returns when so many more transactions are committed than now."""
        target = self._count(Outcome.COMMITTED) + count
        try:
            async with asyncio.timeout(PROGRESS_SECONDS_MAX), self._ended:
                await self._ended.wait_for(lambda: self._count(Outcome.COMMITTED) >= target)
        except TimeoutError:
            raise AssertionError(
                f"{self._count(Outcome.COMMITTED)} committed of {len(self.transactions)}, failures {self.failures[-3:]}"
            ) from None


class CommittedReader:
    """Reads committed records along, and at last up to the end, where no transaction may be open any more."""

    def __init__(self, bootstrap: str, topic: str, partitions: int) -> None:
        self._bootstrap = bootstrap
        self.seen: dict[TopicPartition, list[bytes]] = {TopicPartition(topic, index): [] for index in range(partitions)}

    async def run(self, is_over: asyncio.Event) -> View:
        """Reads until it is over and everything was read; what hangs makes this late.

        Raises:
            TimeoutError: the last stable offset does not come to the end.
        """
        async with Consumer(
            self._bootstrap, isolation_level="read_committed", request_timeout_ms=REQUEST_TIMEOUT_MS
        ) as consumer:
            await consumer.assign(self.seen, start="beginning")
            while not is_over.is_set():
                await self._poll(consumer)
            async with asyncio.timeout(END_SECONDS_MAX), Consumer(self._bootstrap) as dirty:
                ends = await dirty.end_offsets(self.seen)
                while any([await consumer.position(tp) < end for tp, end in ends.items()]):
                    await self._poll(consumer)
        return self.seen

    async def _poll(self, consumer: Consumer) -> None:
        for tp, records in (await consumer.poll(timeout_ms=200)).items():
            self.seen[tp] += [bytes(record.value or b"") for record in records]


@asynccontextmanager
async def transacting(
    bootstrap: str, topic: str, partitions: int, *, producers: int = 3, seed: int = 1
) -> AsyncIterator[tuple[TransactionalWorkload, list[View]]]:
    """Producers and a reader that run until the block ends; then there are two readers' views of all."""
    workload = TransactionalWorkload(bootstrap, topic, partitions, seed=seed)
    views: list[View] = []
    is_over = asyncio.Event()
    async with asyncio.TaskGroup() as group:
        reading = group.create_task(CommittedReader(bootstrap, topic, partitions).run(is_over))
        tasks = [group.create_task(workload.produce(f"producer-{number}")) for number in range(producers)]
        yield workload, views
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        for number in range(producers):  # whatever a producer left open is aborted now
            async with Producer(bootstrap, transactional_id=f"producer-{number}") as successor:
                await successor.init_transactions()
        is_over.set()
        views.append(await reading)
        views.append(await CommittedReader(bootstrap, topic, partitions).run(is_over))
