"""Zigzag varints, a column at a time: of many records the same field at once.

    read      positions ─▶ values, positions behind them
    sizes     zigzag numbers ─▶ bytes each one takes
    pieces    zigzag numbers ─▶ their bytes as (one column of bytes, which rows have it), first byte first
    packed    such pieces, of several numbers if need be ─▶ an Arrow array with each row's bytes

Reading takes the first byte of every row, then the second byte of those rows whose first says that more follows, and so
on: nearly always one or two rounds. Limits are those of `protocol.records.varint`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from kavka.protocol.records.errors import CorruptRecords

Bytes = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int64]
Zigzag = npt.NDArray[np.uint64]
Piece = tuple[Bytes, npt.NDArray[np.bool_]]

VARINT_BITS = 32
VARLONG_BITS = 64
_SEVEN = np.uint64(7)
_OF_ONE_BYTE = np.array([(byte >> 1) ^ -(byte & 1) for byte in range(256)], np.int64)
"""What a varint of one byte means; those above 127 are none."""


def read(area: Bytes, at: Ints, bits: int) -> tuple[Ints, Ints]:
    """Reads the varints that begin at `at`.

    Args:
        area: what they are in.
        at: a position for each; not negative.
        bits: 32 or 64; a varint that needs more is none.

    Returns:
        The values, and the positions behind them.

    Raises:
        CorruptRecords: one is too long, or runs past the end of `area`.
    """
    first = _bytes_at(area, at)
    values, after = _OF_ONE_BYTE.take(first), at + 1
    longer = np.flatnonzero(first > 127)
    if len(longer) == len(at) and len(at):
        return _read_longer(area, first, after, bits)
    if longer.size:
        values[longer], after[longer] = _read_longer(area, first[longer], after[longer], bits)
    return values, after


def _read_longer(area: Bytes, first: Bytes, at: Ints, bits: int) -> tuple[Ints, Ints]:
    """Varints of two bytes and more, whose first byte is there and whose second is at `at`."""
    second = _bytes_at(area, at)
    values = (first & 127).astype(np.uint64) | (second & 127).astype(np.uint64) << _SEVEN
    after = at + 1
    more = np.flatnonzero(second > 127)
    shift = 14
    while more.size:
        if shift >= bits:
            raise CorruptRecords("varint is too long")
        byte = _bytes_at(area, after[more])
        group = (byte & 127).astype(np.uint64)
        if shift + 7 > bits and int(group.max()) >> (bits - shift):
            raise CorruptRecords("varint is too large")
        values[more] |= group << np.uint64(shift)
        after[more] += 1
        more = more[byte > 127]
        shift += 7
    return decoded(values), after


def sizes_at(area: Bytes, at: Ints) -> Ints:
    """Counts the bytes of each varint that begins at `at`. They have been read before and are sound."""
    size = np.ones(len(at), np.int64)
    more = np.flatnonzero(_bytes_at(area, at) > 127)
    while more.size:
        size[more] += 1
        more = more[_bytes_at(area, at[more] + size[more] - 1) > 127]
    return size


def _bytes_at(area: Bytes, at: Ints) -> Bytes:
    if at.size and int(at.max()) >= len(area):
        raise CorruptRecords("records end within a varint")
    return area[at]


def decoded(zigzag: Zigzag) -> Ints:
    """Decodes zigzag numbers to signed ones."""
    one = np.uint64(1)
    return ((zigzag >> one) ^ -(zigzag & one)).view(np.int64)


def encoded(values: Ints) -> Zigzag:
    """Encodes numbers as zigzag: 0, −1, 1, −2 … as 0, 1, 2, 3 …"""
    return ((values << 1) ^ (values >> 63)).view(np.uint64)


def sizes(zigzag: Zigzag) -> Ints:
    """Counts the bytes of each varint."""
    total = np.ones(len(zigzag), np.int64)
    largest = int(zigzag.max()) if len(zigzag) else 0
    shift = 7
    while largest >> shift:
        total += zigzag >> np.uint64(shift) != 0
        shift += 7
    return total


def pieces(zigzag: Zigzag) -> list[Piece]:
    """Splits varints into bytes, column by column: the first byte of all, the second of those that have one, …"""
    found: list[Piece] = []
    present = np.ones(len(zigzag), np.bool_)
    while present.any():
        rest = zigzag >> _SEVEN
        more = rest != 0
        found.append(((zigzag & np.uint64(127)).astype(np.uint8) | (more.astype(np.uint8) << 7), present))
        zigzag, present = rest, more
    return found


def packed(parts: Sequence[Piece]) -> pa.Array:
    """Joins the pieces of each row into its bytes."""
    if not parts:  # there are no rows
        return pa.array([], pa.binary())
    matrix = np.stack([column for column, _ in parts], 1)
    present = np.stack([mask for _, mask in parts], 1)
    offsets = np.zeros(len(matrix) + 1, np.int32)
    np.cumsum(present.sum(1), out=offsets[1:])
    buffers = [None, pa.py_buffer(offsets), pa.py_buffer(matrix[present])]
    return pa.Array.from_buffers(pa.binary(), len(matrix), buffers)
