"""Kafka's transactions_test: copiers that consume, transform and produce, and are bounced like the brokers under them.

    in, partition i ──▶ copier i: records and offsets in one transaction ──▶ out, partition i
                          ▲ cut off in the middle, started anew: fences the one before, goes on from the group's offset

A copier that reads what it wrote twice, or skips a record, shows in `out`: read with read_committed it must equal `in`,
record by record. A reader that runs along all the time must have seen the same.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from kavka import Consumer, Producer, TopicPartition
from kavka.client.cluster import Cluster
from kavka.client.coordinators import MOVED, CoordinatorKind, CoordinatorLink
from kavka.client.errors import ClientError, TransactionFailed, error_for_code
from kavka.client.transaction import GroupMetadata
from kavka.protocol.errors import KafkaError
from kavka.protocol.messages import OffsetFetchRequest

GROUP = "copiers"
REQUEST_TIMEOUT_MS = 5_000
TRANSACTION_TIMEOUT_MS = 10_000
RECORDS_PER_TRANSACTION = 50
PROGRESS_SECONDS_MAX = 120.0

Failures = (KafkaError, ClientError, OSError, TimeoutError)


class Copiers:
    """All copiers of one run.

    Attributes:
        copied: records of transactions that were committed, as far as their copiers know.
        bounces: how often a copier was cut off.
        failures: what copiers met and got over.
    """

    def __init__(self, bootstrap: str, partitions: int, group: asyncio.TaskGroup) -> None:
        self.copied = 0
        self.bounces = 0
        self.failures: list[str] = []
        self._bootstrap = bootstrap
        self._group = group
        self._partitions = partitions
        self._tasks: list[asyncio.Task[None]] = []
        self._progress = asyncio.Condition()

    def start(self) -> None:
        """Starts them."""
        self._tasks = [self._group.create_task(self._live(index)) for index in range(self._partitions)]

    async def bounce(self, index: int) -> None:
        """Cuts one off where it stands, its transaction open, and starts another."""
        task = self._tasks[index]
        task.cancel()
        await asyncio.wait([task])
        self.bounces += 1
        self._tasks[index] = self._group.create_task(self._live(index))

    def stop(self) -> None:
        """Ends them."""
        for task in self._tasks:
            task.cancel()

    async def until_copied(self, count: int) -> None:
        """Waits until so many records are copied."""
        async with asyncio.timeout(PROGRESS_SECONDS_MAX), self._progress:
            await self._progress.wait_for(lambda: self.copied >= count)

    async def _live(self, index: int) -> None:
        """A program that is started anew by its supervisor whenever it fails."""
        while True:
            try:
                await self._copy(TopicPartition("in", index))
            except Failures as error:
                self.failures.append(f"copier {index}: {error!r}")

    async def _copy(self, source: TopicPartition) -> None:
        async with (
            Producer(
                self._bootstrap,
                transactional_id=f"copier-{source.partition}",
                transaction_timeout_ms=TRANSACTION_TIMEOUT_MS,
                request_timeout_ms=REQUEST_TIMEOUT_MS,
                linger_ms=0,
            ) as producer,
            Consumer(
                self._bootstrap,
                isolation_level="read_committed",
                offset_reset="error",
                request_timeout_ms=REQUEST_TIMEOUT_MS,
            ) as consumer,
        ):
            await producer.init_transactions()
            await consumer.assign([source], start=await committed_offset(self._bootstrap, source))
            while True:
                records = (await consumer.poll(timeout_ms=100, records_max=RECORDS_PER_TRANSACTION)).get(source)
                if not records:
                    continue
                try:
                    async with producer.transaction():
                        for record in records:
                            await producer.send("out", record.value, partition=source.partition)
                        await producer.send_offsets_to_transaction(
                            {source: records[-1].offset + 1}, GroupMetadata(GROUP)
                        )
                except TransactionFailed as error:
                    self.failures.append(f"copier {source.partition}: {error!r}")
                    consumer.seek(source, records[0].offset)
                    continue
                self.copied += len(records)
                async with self._progress:
                    self._progress.notify_all()


async def committed_offset(bootstrap: str, source: TopicPartition) -> int:
    """Where the group stands, once no transaction that is being ended can change it any more (KIP-447)."""
    request = OffsetFetchRequest(
        group_id=GROUP,
        topics=[OffsetFetchRequest.OffsetFetchRequestTopic(name=source.topic, partition_indexes=[source.partition])],
        require_stable=True,
    )
    async with Cluster(bootstrap, request_timeout_ms=REQUEST_TIMEOUT_MS) as cluster:
        link = CoordinatorLink(cluster, CoordinatorKind.GROUP, GROUP)

        async def attempt() -> int:
            response = await link.ask(request)
            [topic] = response.topics or [None]
            code = response.error_code or topic.partitions[0].error_code
            if code:
                if code in MOVED:
                    link.forget()
                raise error_for_code(code)
            return max(0, int(topic.partitions[0].committed_offset))

        return await cluster.retry(attempt, what=f"find the group's offset of {source}")


class Reader:
    """Reads `out` along, committed records only.

    Attributes:
        seen: partition → values.
    """

    def __init__(self, bootstrap: str, partitions: int) -> None:
        self._bootstrap = bootstrap
        self.seen: dict[TopicPartition, list[bytes]] = {TopicPartition("out", index): [] for index in range(partitions)}

    async def run(self, count: int) -> None:
        """Until so many records were seen."""
        async with Consumer(
            self._bootstrap, isolation_level="read_committed", request_timeout_ms=REQUEST_TIMEOUT_MS
        ) as consumer:
            await consumer.assign(self.seen, start="beginning")
            while sum(map(len, self.seen.values())) < count:
                for tp, records in (await consumer.poll(timeout_ms=1_000)).items():
                    self.seen[tp] += [bytes(record.value or b"") for record in records]


async def fill(bootstrap: str, partitions: int, records: int) -> dict[TopicPartition, list[bytes]]:
    """Writes what is to be copied; returns it."""
    written: dict[TopicPartition, list[bytes]] = {TopicPartition("out", index): [] for index in range(partitions)}
    async with Producer(bootstrap) as producer:
        for number in range(records):
            value = b"%d" % number
            await producer.send("in", value, partition=number % partitions)
            written[TopicPartition("out", number % partitions)].append(value)
    return written


@asynccontextmanager
async def copying(bootstrap: str, partitions: int) -> AsyncIterator[Copiers]:
    """Copiers that run during the block."""
    async with asyncio.TaskGroup() as group:
        copiers = Copiers(bootstrap, partitions, group)
        copiers.start()
        try:
            yield copiers
        finally:
            copiers.stop()
