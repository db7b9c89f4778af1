"""Where the fields of many records are: the one loop over records, and then columns.

A record's place follows from the length of the one before it, so lengths have to be read one after the other
(`record_places`, some 60 ns each: one look into a table of what two bytes mean). Everything else is read field by
field, for all records of a chunk at once::

    head                                                              stop = the next head
    | length | attributes | timestamp delta | offset delta | key len | key | value len | value | headers … |
      ─────▶   ─ one byte   ──────────────▶   ───────────▶   ──────▶         ────────▶

Each step checks that no row has passed the end of the buffer before it reads; at the end each row must be within its
own record, which proves, since positions only grow, that all its fields were.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from kavka.pipeline.columns import varints
from kavka.pipeline.columns.batches import Area
from kavka.pipeline.columns.varints import VARINT_BITS, VARLONG_BITS, Bytes, Ints
from kavka.protocol.records.crc32c import Buffer
from kavka.protocol.records.errors import CorruptRecords
from kavka.protocol.records.varint import finish_uvarint

_TWO_BYTES = struct.Struct("<H")


class Numbers(NamedTuple):
    """Of each record: its deltas, where what follows them begins, and where the record ends."""

    timestamp_delta: Ints
    offset_delta: Ints
    key_length_at: Ints
    stop: Ints


class Stretch(NamedTuple):
    """Of each record: where a key or value begins, its length (−1: null), and the position behind it."""

    at: Ints
    length: Ints
    after: Ints


def record_places(payload: Buffer, areas: Sequence[Area]) -> tuple[Ints, Ints]:
    """Finds where each record in the areas begins, at its length, and where it ends.

    Raises:
        CorruptRecords: the records of an area do not fill it exactly.
    """
    ends: list[int] = []
    for area in areas:
        ends += _ends_by_table(payload, area) or _ends_one_by_one(payload, area)
    stops = np.array(ends, np.int64)
    heads = np.empty_like(stops)
    heads[1:] = stops[:-1]
    counts = np.array([area.header.record_count for area in areas])
    heads[np.cumsum(counts) - counts] = [area.start for area in areas]
    return heads, stops


def _ends_by_table(payload: Buffer, area: Area) -> list[int] | None:
    """The ends of records with lengths of one or two bytes; `None` where one is longer, or the area is not filled."""
    steps, two_bytes = _steps(), _TWO_BYTES.unpack_from
    pos = area.start
    try:
        ends = [pos := pos + steps[two_bytes(payload, pos)[0]] for _ in range(area.header.record_count)]
    except struct.error:
        return None
    return ends if pos == area.stop else None


@cache
def _steps() -> list[int]:
    """By the first two bytes of a record, as one little-endian number: its size with its length; 0 where these two do
    not say. Made when the first records are read."""
    first, second = np.meshgrid(np.arange(256), np.arange(256))
    two = (first & 127) | second << 7
    steps = np.where(first < 128, 1 + (first >> 1), np.where(second < 128, 2 + (two >> 1), 0))
    steps[first & 1 == 1] = 0  # a negative length
    found: list[int] = steps.ravel().tolist()
    return found


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


def read_numbers(area: Bytes, heads: Ints, stops: Ints) -> Numbers:
    """Reads the records' timestamp and offset deltas.

    Raises:
        CorruptRecords: a varint is none, a delta of offsets is negative, or a record ends before its key.
    """
    # The lengths have been read; how many bytes they take is all that is asked of them here.
    at = heads + varints.sizes_at(area, heads)
    timestamp_delta, at = varints.read(area, at + 1, VARLONG_BITS)
    offset_delta, at = varints.read(area, at, VARINT_BITS)
    if (offset_delta < 0).any():
        raise CorruptRecords("negative offset delta")
    if (at >= stops).any():
        raise CorruptRecords("record is shorter than its fields")
    return Numbers(timestamp_delta, offset_delta, at, stops)


def read_stretch(area: Bytes, length_at: Ints, stops: Ints) -> Stretch:
    """Reads the place of the key or value whose length is at `length_at`.

    Raises:
        CorruptRecords: a length below −1, or one that leaves no byte of the record for what follows.
    """
    length, at = varints.read(area, length_at, VARINT_BITS)
    if (length < -1).any():
        raise CorruptRecords("negative length")
    after = at + np.maximum(length, 0)
    if (after >= stops).any():
        raise CorruptRecords("record is shorter than its fields")
    return Stretch(at, length, after)
