"""Records that a share consumer acquired and has not handed out yet. No I/O.

    response ──► add: the records of a partition, their leader and session ──take()──► the user, while the locks hold

What was acquired in a session that is over, or so long ago that the acquisition lock has ended, is dropped: others have
it by now, and the user would handle it for nothing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from kavka.client.fetch_buffer import ConsumerRecord
from kavka.common.types import TopicPartition
from kavka.timer.moments import MonotonicMs
from kavka.wire.acquired_records import AcquiredRecord
from kavka.wire.share_deliveries import Origin


class ShareRecord(ConsumerRecord):
    """A record of a share group.

    Attributes:
        delivery_count: How often it was delivered, this time included.
    """

    __slots__ = ("delivery_count",)

    def __init__(self, tp: TopicPartition, acquired: AcquiredRecord) -> None:
        super().__init__(tp, acquired.record)
        self.delivery_count = acquired.delivery_count

    def __eq__(self, other: object) -> Any:
        if not isinstance(other, ShareRecord):
            return NotImplemented
        return self.delivery_count == other.delivery_count and super().__eq__(other)

    __hash__ = None  # as ConsumerRecord's


class AcquiredPart(NamedTuple):
    """What one response acquired of one partition."""

    tp: TopicPartition
    origin: Origin
    acquired_ms: MonotonicMs
    lock_ends_ms: MonotonicMs
    """By the moment of the response, so not before the leader has ended it."""
    records: Sequence[AcquiredRecord]


class ShareBuffer:
    """The acquired parts of one consumer, in the order of their arrival.

    Args:
        generation_of: Leader → the generation of the present session with it.
    """

    def __init__(self, generation_of: Callable[[int], int]) -> None:
        self._generation_of = generation_of
        self._parts: deque[AcquiredPart] = deque()
        self._taken = 0
        # Invariant: records[:_taken] of the first part were handed out.

    def add(self, part: AcquiredPart) -> None:
        """Adds what a response acquired of a partition."""
        if part.records:
            self._parts.append(part)

    def clear(self) -> None:
        """Drops everything."""
        self._parts.clear()
        self._taken = 0

    def take(self, records_max: int, now_ms: MonotonicMs) -> list[AcquiredPart]:
        """Takes up to `records_max` records whose locks hold, in the order of their arrival."""
        found: list[AcquiredPart] = []
        while records_max and self._parts:
            part = self._parts[0]
            if part.lock_ends_ms <= now_ms or self._generation_of(part.origin.leader) != part.origin.generation:
                self._drop_first()
                continue
            records = part.records[self._taken : self._taken + records_max]
            records_max -= len(records)
            self._taken += len(records)
            found.append(part._replace(records=records))
            if self._taken == len(part.records):
                self._drop_first()
        return found

    def _drop_first(self) -> None:
        self._parts.popleft()
        self._taken = 0
