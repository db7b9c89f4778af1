"""The promise that a send returns, the batch that keeps it, and the queue of its partition.

A record's fate is its batch's fate, so a `Delivery` is two numbers and a reference: nothing is scheduled per record,
and a program that never looks at its deliveries pays next to nothing for them.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Generator
from typing import Any, NamedTuple

from kavka.common.types import TopicPartition
from kavka.protocol.records.batch import BatchBuilder
from kavka.timer.moments import MonotonicMs


class RecordMetadata(NamedTuple):
    """Where an acknowledged record stands."""

    topic: str
    partition: int
    offset: int
    """−1 when nobody said: acks=0, or a duplicate whose first copy is too long ago."""
    timestamp: int
    """Milliseconds; the broker's when the topic uses log append time."""


class PartitionQueue:
    """The batches of one partition, oldest first."""

    __slots__ = ("batches", "is_in_flight", "partition", "topic", "tp")

    def __init__(self, topic: str, partition: int) -> None:
        self.tp = TopicPartition(topic, partition)
        self.topic = topic
        self.partition = partition
        self.batches: deque[ProducerBatch] = deque()
        self.is_in_flight = False

    def __repr__(self) -> str:
        return f"<PartitionQueue {self.tp}: {len(self.batches)} batches>"


class ProducerBatch:
    """Records of one partition that travel, and fail, together."""

    __slots__ = (
        "attempts",
        "base_offset",
        "builder",
        "bytes_reserved",
        "created_ms",
        "data",
        "error",
        "is_done",
        "is_sealed",
        "is_seen",
        "log_append_time",
        "out_of_order_ms",
        "parent",
        "parts",
        "queue",
        "record_count",
        "retry_at_ms",
        "waiters",
    )

    def __init__(self, queue: PartitionQueue, builder: BatchBuilder, *, created_ms: MonotonicMs) -> None:
        self.queue = queue
        self.builder: BatchBuilder | None = builder
        self.created_ms = created_ms
        self.record_count = 0
        self.bytes_reserved = 0
        self.is_sealed = False
        self.data: bytes | None = None
        self.attempts = 0
        self.retry_at_ms = MonotonicMs(0)
        self.out_of_order_ms: MonotonicMs | None = None  # when it was first refused so
        self.is_done = False
        self.is_seen = False
        self.base_offset = -1
        self.log_append_time = -1
        self.error: BaseException | None = None
        self.waiters: list[asyncio.Future[None]] = []
        self.parent: ProducerBatch | None = None
        self.parts: list[tuple[int, ProducerBatch]] = []
        # Invariant: with parts (first index, batch), a batch is never sent again and is done when its last part is.

    def is_anybody_waiting(self) -> bool:
        """Tells whether a caller awaits, or has awaited, a record of the batch. A failure is then theirs to handle."""
        return self.is_seen or (self.parent is not None and self.parent.is_anybody_waiting())

    def part_of(self, index: int) -> tuple[ProducerBatch, int]:
        """Returns the batch that carried a record after splits, and the record's index there."""
        for first, part in reversed(self.parts):
            if index >= first:
                return part.part_of(index - first)
        return self, index

    def split_into(self, parts: list[ProducerBatch]) -> None:
        """Splits the batch: its records are carried by smaller batches from now on."""
        first = 0
        for part in parts:
            part.parent = self
            self.parts.append((first, part))
            first += part.record_count
        assert first == self.record_count
        self.builder = None
        self.data = None

    def complete(self, *, base_offset: int, log_append_time: int) -> None:
        """Completes the batch with the broker's acknowledgement, and wakes the waiting callers."""
        self.base_offset = base_offset
        self.log_append_time = log_append_time
        self._finish()

    def fail(self, error: BaseException) -> None:
        """Fails the batch for good; the waiting callers get the error."""
        self.error = error
        self._finish()

    def _finish(self) -> None:
        assert not self.is_done
        self.is_done = True
        self.builder = None
        self.data = None
        for waiter in self.waiters:
            if not waiter.done():
                waiter.set_result(None)
        self.waiters.clear()
        parent = self.parent
        if parent is not None and all(part.is_done for _, part in parent.parts):
            parent._finish()


class Delivery:
    """One record's promise: `await` it for its `RecordMetadata`, or for the error that kept it out of the log."""

    __slots__ = ("_batch", "_index", "_timestamp")

    def __init__(self, batch: ProducerBatch, index: int, timestamp: int) -> None:
        self._batch = batch
        self._index = index
        self._timestamp = timestamp

    @property
    def is_done(self) -> bool:
        """Tells whether awaiting returns at once."""
        return self._batch.is_done

    def __await__(self) -> Generator[Any, None, RecordMetadata]:
        """Waits for the batch. The producer's own delivery timeout is the deadline."""
        batch = self._batch
        batch.is_seen = True
        if not batch.is_done:
            waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            batch.waiters.append(waiter)
            yield from waiter.__await__()
        return self.result()

    def result(self) -> RecordMetadata:
        """Returns the outcome of a finished delivery.

        Raises:
            BaseException: what kept the record out of the log: a KafkaError, or a ClientError.
        """
        assert self._batch.is_done
        self._batch.is_seen = True
        batch, index = self._batch.part_of(self._index)
        if batch.error is not None:
            raise batch.error
        return RecordMetadata(
            batch.queue.topic,
            batch.queue.partition,
            batch.base_offset + index if batch.base_offset >= 0 else -1,
            batch.log_append_time if batch.log_append_time >= 0 else self._timestamp,
        )
