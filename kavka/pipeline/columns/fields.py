"""Where the fields of many records are: the one loop over records, and then columns.

A record's place follows from the length of the one before it, so lengths have to be read one after the other
(`record_heads`, about 100 ns each). Everything else is read field by field, for all records of a chunk at once::

    head                                                              stop = the next head
    | length | attributes | timestamp delta | offset delta | key len | key | value len | value | headers … |
      ─────▶   ─ one byte   ──────────────▶   ───────────▶   ──────▶         ────────▶

Each step checks that no row has passed the end of the buffer before it reads; at the end each row must be within its
own record, which proves, since positions only grow, that all its fields were.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from kavka.pipeline.columns import varints
from kavka.pipeline.columns.batches import Area
from kavka.pipeline.columns.varints import VARINT_BITS, VARLONG_BITS, Bytes, Ints
from protocol.records.errors import CorruptRecords
from protocol.records.varint import finish_uvarint


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


def record_heads(payload: bytes, areas: Sequence[Area]) -> tuple[Ints, Ints]:
    """Where each record of the areas begins, at its length, and where it ends.

    Raises:
        CorruptRecords: the records of an area do not fill it exactly.
    """
    heads: list[int] = []
    append = heads.append
    stops: list[Ints] = []
    for start, stop, header in areas:
        pos, before = start, len(heads)
        try:
            for _ in range(header.record_count):
                append(pos)
                raw = payload[pos]
                if raw < 128:
                    pos += 1 + (raw >> 1)
                elif (high := payload[pos + 1]) < 128:
                    pos += 2 + ((raw & 127 | high << 7) >> 1)
                else:
                    raw, pos = finish_uvarint(payload, pos + 1, raw, VARINT_BITS)
                    pos += raw >> 1
        except IndexError:
            raise CorruptRecords("records end within a length") from None
        if pos != stop:
            raise CorruptRecords(f"records end at byte {pos - start} of {stop - start}")
        stops.append(np.array([*heads[before + 1 :], stop], np.int64))
    return np.array(heads, np.int64), np.concatenate(stops) if stops else np.empty(0, np.int64)


def read_numbers(area: Bytes, heads: Ints, stops: Ints) -> Numbers:
    """The deltas of records.

    Raises:
        CorruptRecords: a varint is none, a delta of offsets is negative, or a record ends before its key.
    """
    length, at = varints.read(area, heads, VARINT_BITS)
    if (length < 0).any() or (at + length != stops).any():
        raise CorruptRecords("negative record length")
    timestamp_delta, at = varints.read(area, at + 1, VARLONG_BITS)
    offset_delta, at = varints.read(area, at, VARINT_BITS)
    if (offset_delta < 0).any():
        raise CorruptRecords("negative offset delta")
    if (at >= stops).any():
        raise CorruptRecords("record is shorter than its fields")
    return Numbers(timestamp_delta, offset_delta, at, stops)


def read_stretch(area: Bytes, length_at: Ints, stops: Ints) -> Stretch:
    """The key or the value whose length is at `length_at`.

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
