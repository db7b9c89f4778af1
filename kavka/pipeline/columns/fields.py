"""Where the fields of many records are, column by column.

Where each record is has been found (`places`). The rest is read field by field, for all records of a chunk at once::

    head                                                              stop = the next head
    | length | attributes | timestamp delta | offset delta | key len | key | value len | value | headers … |
      ─────▶   ─ one byte   ──────────────▶   ───────────▶   ──────▶         ────────▶

Each step checks that no row has passed the end of the buffer before it reads; at the end each row must be within its
own record, which proves, since positions only grow, that all its fields were.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kavka.pipeline.columns import varints
from kavka.pipeline.columns.varints import VARINT_BITS, VARLONG_BITS, Bytes, Ints
from kavka.protocol.records.errors import CorruptRecords


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
