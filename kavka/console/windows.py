"""Reads stretches of partitions whole, several at a time, and keeps of each record what is wanted.

    {t-0: 1200–1250, t-1: 80–130} ─▶ one assignment, polled until each is through ─▶ {t-0: [kept, …], t-1: […]}

What a record is kept as is made while its bytes are at hand, so that a stretch of large records does not pile up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

if TYPE_CHECKING:
    from kavka.client.consumer import Consumer
    from kavka.common.types import TopicPartition
    from kavka.protocol.records.batch import Record
    from kavka.timer.clock import Clock
    from kavka.timer.moments import MonotonicMs

T = TypeVar("T")

POLL_MS: Final = 500
POLL_RECORDS: Final = 1_000


class OffsetWindow(NamedTuple):
    """Offsets of a partition: from `start` up to `end`, exclusive."""

    start: int
    end: int


async def read_windows(
    consumer: Consumer,
    wanted: Mapping[TopicPartition, OffsetWindow],
    keep: Callable[[TopicPartition, Record], T],
    *,
    clock: Clock,
    until_ms: MonotonicMs,
) -> dict[TopicPartition, list[T]] | None:
    """Reads stretches; returns what was kept of each, in order, or None: time was over first.

    Args:
        consumer: reads; it is assigned by this.
        wanted: what to read; stretches of what is in the logs.
        keep: makes of a record what is kept of it.
        clock: ends it.
        until_ms: when.
    """
    found: dict[TopicPartition, list[T]] = {tp: [] for tp in wanted}
    left = {tp: stretch.start for tp, stretch in wanted.items() if stretch.start < stretch.end}
    if left:
        await consumer.assign(list(left))
        consumer.resume(*left)
    for tp, start in left.items():
        consumer.seek(tp, start)
    while left:
        if clock.monotonic_ms() >= until_ms:
            return None
        polled = await consumer.poll(timeout_ms=POLL_MS, records_max=POLL_RECORDS)
        for tp, records in polled.items():
            found[tp] += [keep(tp, record) for record in records if record.offset < wanted[tp].end]
        for tp in await _moved_on(consumer, left, polled, wanted):
            del left[tp]
            consumer.pause(tp)
    return found


async def _moved_on(
    consumer: Consumer,
    left: dict[TopicPartition, int],
    polled: Mapping[TopicPartition, list[Record]],
    wanted: Mapping[TopicPartition, OffsetWindow],
) -> list[TopicPartition]:
    """Moves positions on; returns the partitions that are through."""
    for tp, position in left.items():
        if tp in polled:
            left[tp] = polled[tp][-1].offset + 1
        else:  # transaction markers, what compaction took, or a slow broker
            left[tp] = max(position, await consumer.position(tp))
    return [tp for tp, position in left.items() if position >= wanted[tp].end]
