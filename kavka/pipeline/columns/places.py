"""Where the records of batches begin and end: the one loop over records.

A record's place follows from the length of the one before it, so within a batch lengths are read one after the other.
Batches do not wait for each other. Where a chunk has many, they are walked side by side, a step being one record of
each; where it has few, or one that is much longer than others, one after another::

    batches    ├─▶├───▶├──▶ …      ├───▶├─▶├──▶ …      ├─▶├─▶├────▶ …
    step         1   2    3           1   2   3          1  2    3         1 to 3 µs each, of some dozens or hundreds

Both look up in a table what two bytes mean; one by one that takes some 70 ns a record. A batch with a record whose
length takes three bytes is read by itself, and so is one whose records do not fill it: that one is corrupt.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from functools import cache
from typing import Final

import numpy as np

from kavka.pipeline.columns.batches import Area
from kavka.pipeline.columns.varints import VARINT_BITS, Ints
from kavka.protocol.records.crc32c import Buffer
from kavka.protocol.records.errors import CorruptRecords
from kavka.protocol.records.varint import finish_uvarint

SIDE_BY_SIDE_MIN: Final = 24
"""From how many records a step on, in the mean, batches are walked side by side: fewer do not pay (0117)."""

_TWO_BYTES = struct.Struct("<H")


def record_places(payload: Buffer, areas: Sequence[Area]) -> tuple[Ints, Ints]:
    """Finds where each record in the areas begins, at its length, and where it ends.

    Raises:
        CorruptRecords: the records of an area do not fill it exactly.
    """
    counts = np.array([area.header.record_count for area in areas], np.int64)
    firsts = np.cumsum(counts) - counts
    stops = None
    if counts.sum() >= SIDE_BY_SIDE_MIN * counts.max():
        stops = _side_by_side(payload, areas, counts, firsts)
    if stops is None:
        stops = _one_after_another(payload, areas)
    heads = np.empty_like(stops)
    heads[1:] = stops[:-1]
    heads[firsts] = [area.start for area in areas]
    return heads, stops


def _side_by_side(payload: Buffer, areas: Sequence[Area], counts: Ints, firsts: Ints) -> Ints | None:
    """The ends of all records, in their order; `None` where a walk leaves the payload.

    Batches with more records come first, so that those which still have one are a prefix at every step.

    Args:
        payload: what the areas are in.
        areas: the batches.
        counts: their records.
        firsts: how many records come before each.

    Raises:
        CorruptRecords: the records of an area do not fill it exactly.
    """
    area = np.frombuffer(payload, np.uint8)
    two_bytes = np.ndarray((len(area) - 1,), "<u2", area, strides=(1,))
    steps = _steps()
    order = np.argsort(-counts, kind="stable")
    under_way = np.searchsorted(-counts[order], -np.arange(counts.max()))
    pos = np.array([area.start for area in areas], np.int64)[order]
    ends: list[Ints] = []
    try:
        for left in under_way.tolist():
            pos = pos[:left]
            pos = pos + steps.take(two_bytes[pos])
            ends.append(pos)
    except IndexError:
        return None
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    number_in_batch = np.arange(counts.sum()) - np.repeat(firsts, counts)
    before_step = np.cumsum(under_way) - under_way
    stops: Ints = np.concatenate(ends)[before_step[number_in_batch] + np.repeat(rank, counts)]
    filled = stops[firsts + counts - 1] == [area.stop for area in areas]
    for index in np.flatnonzero(~filled).tolist():
        first = firsts[index]
        stops[first : first + counts[index]] = _ends_one_by_one(payload, areas[index])
    return stops


def _one_after_another(payload: Buffer, areas: Sequence[Area]) -> Ints:
    ends: list[int] = []
    for area in areas:
        ends += _ends_by_table(payload, area) or _ends_one_by_one(payload, area)
    return np.array(ends, np.int64)


def _ends_by_table(payload: Buffer, area: Area) -> list[int] | None:
    """The ends of records with lengths of one or two bytes; `None` where one is longer, or the area is not filled."""
    steps, two_bytes = _listed_steps(), _TWO_BYTES.unpack_from
    pos = area.start
    try:
        ends = [pos := pos + steps[two_bytes(payload, pos)[0]] for _ in range(area.header.record_count)]
    except struct.error:
        return None
    return ends if pos == area.stop else None


@cache
def _steps() -> Ints:
    """By the first two bytes of a record, as one little-endian number: its size with its length; 0 where these two do
    not say. Made when the first records are read."""
    first, second = np.meshgrid(np.arange(256), np.arange(256))
    two = (first & 127) | second << 7
    steps = np.where(first < 128, 1 + (first >> 1), np.where(second < 128, 2 + (two >> 1), 0))
    steps[first & 1 == 1] = 0  # a negative length
    return steps.ravel()


@cache
def _listed_steps() -> list[int]:
    steps: list[int] = _steps().tolist()
    return steps


def _ends_one_by_one(payload: Buffer, area: Area) -> list[int]:
    """The ends of any records.

    Raises:
        CorruptRecords: they do not fill the area.
    """
    ends: list[int] = []
    pos = area.start
    try:
        for _ in range(area.header.record_count):
            raw = payload[pos]
            pos += 1
            if raw > 127:
                raw, pos = finish_uvarint(payload, pos, raw, VARINT_BITS)
            if raw & 1:
                raise CorruptRecords("negative record length")
            pos += raw >> 1
            ends.append(pos)
    except IndexError:
        raise CorruptRecords("records end within a length") from None
    if pos != area.stop:
        raise CorruptRecords(f"records end at byte {pos - area.start} of {area.stop - area.start}")
    return ends
