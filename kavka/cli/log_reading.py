"""Reads partitions from one place to another: what `kavka consume` without a group does.

    ReadSpan ──▶ offsets to begin with, by partition ──▶ poll ──▶ write
             └─▶ offsets to stop before, or a time that is still to come: then the first record of that time ends it

A partition that is read to its stop is paused; when all are, the reading is over. Without stops it goes on for ever.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

from kavka.cli.log_places import END, LogPlace, PlaceKind, ReadSpan
from kavka.client.consumer import Consumer, TopicPartition
from kavka.protocol.records.batch import Record

POLL_MS = 1_000
RECORDS_PER_POLL = 10_000

Write = Callable[[TopicPartition, Sequence[Record]], Awaitable[None]]

NO_STOP = sys.maxsize
"""The offset that no log reaches."""


class Stop(NamedTuple):
    """Where the reading of a partition ends."""

    offset: int
    """The first that is not read; NO_STOP: none is known."""
    timestamp: int | None = None
    """The first record of this time, or later, is not read."""


async def offset_at(
    consumer: Consumer, partitions: Sequence[TopicPartition], place: LogPlace
) -> dict[TopicPartition, int]:
    """Returns the offset of a place in each partition; for a time that no record has, the end.

    An offset that was named is returned as it was.
    """
    if place.kind is PlaceKind.OFFSET:
        return dict.fromkeys(partitions, place.number)
    if place.kind is PlaceKind.BEGINNING:
        begins = await consumer.beginning_offsets(partitions)
        return {tp: offset + place.number for tp, offset in begins.items()}
    ends = await consumer.end_offsets(partitions)
    if place.kind is PlaceKind.END:
        begins = await consumer.beginning_offsets(partitions) if place.number else ends
        return {tp: max(begins[tp], end - place.number) if place.number else end for tp, end in ends.items()}
    assert place.kind is PlaceKind.TIMESTAMP
    found = await consumer.offsets_for_times(dict.fromkeys(partitions, place.number))
    return {tp: ends[tp] if item is None else item.offset for tp, item in found.items()}


async def stops_of(
    consumer: Consumer,
    partitions: Sequence[TopicPartition],
    place: LogPlace | None,
    *,
    now_ms: int,
    is_exit_at_end: bool,
) -> dict[TopicPartition, Stop]:
    """Returns where each partition's reading ends; partitions without an end are left out.

    Args:
        consumer: Of the cluster.
        partitions: What is read.
        place: What the user said; None: nothing.
        now_ms: A time after it is still to come.
        is_exit_at_end: What is the end now is one, too.
    """
    stops: dict[TopicPartition, Stop] = {}
    if place is not None:
        is_to_come = place.kind is PlaceKind.TIMESTAMP and place.number > now_ms
        if is_to_come:
            stops = dict.fromkeys(partitions, Stop(NO_STOP, place.number))
        else:
            stops = {tp: Stop(offset) for tp, offset in (await offset_at(consumer, partitions, place)).items()}
    if is_exit_at_end:
        for tp, end in (await offset_at(consumer, partitions, END)).items():
            named = stops.get(tp, Stop(NO_STOP))
            stops[tp] = Stop(min(named.offset, end), named.timestamp)
    return stops


async def read_span(
    consumer: Consumer,
    partitions: Sequence[TopicPartition],
    span: ReadSpan,
    write: Write,
    *,
    now_ms: int,
    is_exit_at_end: bool,
    count_max: int | None,
) -> None:
    """Reads partitions and writes what they hold; returns at the stops, or after so many records."""
    stops = await stops_of(consumer, partitions, span.stop, now_ms=now_ms, is_exit_at_end=is_exit_at_end)
    await consumer.assign(partitions)
    begins = await offset_at(consumer, partitions, span.start)
    ends = await consumer.end_offsets(partitions)
    for tp, offset in begins.items():
        consumer.seek(tp, min(offset, ends[tp]))  # beyond the end a fetch would have it begin again
    left = sys.maxsize if count_max is None else count_max
    under_way = set(partitions)
    while left:
        for tp in await _stopped(consumer, under_way, stops):
            under_way.discard(tp)
            consumer.pause(tp)
        if not under_way:
            return
        for tp, found in (await consumer.poll(timeout_ms=POLL_MS, records_max=min(left, RECORDS_PER_POLL))).items():
            records: Sequence[Record] = found
            if tp in stops:
                records = _before(found, stops[tp])
                if len(records) < len(found):
                    stops[tp] = Stop(0)
            left -= len(records)
            if records:
                await write(tp, records)
        await asyncio.sleep(0)


async def _stopped(
    consumer: Consumer, under_way: set[TopicPartition], stops: dict[TopicPartition, Stop]
) -> list[TopicPartition]:
    return [tp for tp in under_way if tp in stops and await consumer.position(tp) >= stops[tp].offset]


def _before(records: Sequence[Record], stop: Stop) -> Sequence[Record]:
    """Returns the records before a stop: all before the first that is at it."""
    for place, record in enumerate(records):
        if record.offset >= stop.offset or (stop.timestamp is not None and record.timestamp >= stop.timestamp):
            return records[:place]
    return records
