"""A producer and a consumer in full flight while something breaks, and all that they were told.

The producer wants acks=all, is idempotent only where a test asks for that, and sends unique values, one at a time to
each partition: what it was told of can then be compared with what is there, and in which order. The consumer reads
along.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from kavka import Consumer, Producer, TopicPartition
from kavka.client.errors import ClientError
from kavka.protocol.errors import KafkaError
from tests.support.faults.checker import History

PROGRESS_SECONDS_MAX = 60.0
REQUEST_TIMEOUT_MS = 5_000
"""After this a producer asks again, perhaps somebody else: behind a cut link there is only silence."""


class Workload:
    """What runs, and what it has seen so far."""

    def __init__(self, bootstrap: str, topic: str, partitions: int, *, is_idempotent: bool = False) -> None:
        self._is_idempotent = is_idempotent
        self.history = History()
        self.failures: list[str] = []
        self._bootstrap = bootstrap
        self._partitions = [TopicPartition(topic, index) for index in range(partitions)]
        self._acknowledged = asyncio.Condition()
        for partition in self._partitions:
            self.history.acknowledged[partition] = {}
            self.history.served[partition] = {}
            self.history.sent[partition] = []

    async def produce(self, partition: TopicPartition) -> None:
        """Sends until cancelled; a record whose fate is unknown is not sent again."""
        async with Producer(
            self._bootstrap, idempotent=self._is_idempotent, linger_ms=0, request_timeout_ms=REQUEST_TIMEOUT_MS
        ) as producer:
            number = 0
            while True:
                value = b"%d/%d" % (partition.partition, number)
                number += 1
                self.history.sent[partition].append(value)
                try:
                    written = await producer.send_and_wait(partition.topic, value, partition=partition.partition)
                except (KafkaError, ClientError, OSError, TimeoutError) as error:
                    self.failures.append(f"{value!r}: {error!r}")
                    continue
                # The first stays: a second acknowledgement of one offset must not hide that the first is lost.
                self.history.acknowledged[partition].setdefault(written.offset, value)
                async with self._acknowledged:
                    self._acknowledged.notify_all()

    async def consume(self) -> None:
        """Reads along until cancelled."""
        async with Consumer(self._bootstrap) as consumer:
            await consumer.assign(self._partitions, start="beginning")
            async for record in consumer:
                partition = TopicPartition(record.topic, record.partition)
                self.history.served[partition][record.offset] = record.value or b""

    async def progress(self, count: int) -> None:
        """Returns when every partition has so many more acknowledgements than now."""
        target = {p: len(known) + count for p, known in self.history.acknowledged.items()}
        try:
            async with asyncio.timeout(PROGRESS_SECONDS_MAX), self._acknowledged:
                await self._acknowledged.wait_for(
                    lambda: all(len(self.history.acknowledged[p]) >= wanted for p, wanted in target.items())
                )
        except TimeoutError:
            counts = {str(p): len(known) for p, known in self.history.acknowledged.items()}
            raise AssertionError(f"acknowledged {counts}, failures {self.failures[-3:]}") from None


@asynccontextmanager
async def running(
    bootstrap: str, topic: str, partitions: int, *, is_idempotent: bool = False
) -> AsyncIterator[Workload]:
    """A workload that runs until the block ends."""
    workload = Workload(bootstrap, topic, partitions, is_idempotent=is_idempotent)
    async with asyncio.TaskGroup() as group:
        tasks = [
            group.create_task(workload.produce(TopicPartition(topic, index)), name=f"producer {index}")
            for index in range(partitions)
        ]
        tasks.append(group.create_task(workload.consume(), name="consumer"))
        yield workload
        for task in tasks:
            task.cancel()
