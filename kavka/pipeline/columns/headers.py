"""Record headers, both ways.

    | count varint | key len varint | key, UTF-8 | value len varint | value | key len … |

Reading goes by columns, too: of all records that have one, the first header, then the second, and so on. Where some
record has more than `HEADERS_MAX_BY_COLUMNS`, all are read record by record: a round is for the whole chunk, however
few records are in it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from kavka.pipeline.columns import varints
from kavka.pipeline.columns.gather import NULL, gather, lengths
from kavka.pipeline.columns.schema import HEADER, HEADERS
from kavka.pipeline.columns.varints import VARINT_BITS, Bytes, Ints
from kavka.protocol.records.crc32c import Buffer
from kavka.protocol.records.errors import CorruptRecords
from kavka.protocol.records.record import decode_headers

Headers = Sequence[tuple[str, bytes | None]]

HEADERS_MAX_BY_COLUMNS = 16
"""Traces and schemas take one to five; what has more is not made for speed."""


def read_headers(payload: Buffer, area: Bytes, at: Ints, stops: Ints) -> pa.Array:
    """Reads the headers of each record; null where it has none.

    Args:
        payload: what the records are in.
        area: the same as an array.
        at: where the count of headers is.
        stops: where the record ends, which must be where its headers do.

    Raises:
        CorruptRecords: a count or length that cannot be.
    """
    counts, after = varints.read(area, at, VARINT_BITS)
    if (counts < 0).any():
        raise CorruptRecords("negative number of headers")
    if (after[counts == 0] != stops[counts == 0]).any():
        raise CorruptRecords("record goes on behind its headers")
    rows = np.flatnonzero(counts)
    if not rows.size:
        return pa.nulls(len(counts), HEADERS)
    if int(counts.max()) > HEADERS_MAX_BY_COLUMNS:
        whole = bytes(payload)
        return headers_array([_one_by_one(whole, row, at, stops) if counts[row] else () for row in range(len(counts))])
    return _list_array(counts, *_by_columns(area, counts[rows], after[rows], stops[rows]))


def _by_columns(area: Bytes, counts: Ints, at: Ints, stops: Ints) -> tuple[pa.Array, pa.Array]:
    """Keys and values of all headers, in order."""
    places = np.zeros((4, len(counts), int(counts.max())), np.int64)
    for number in range(int(counts.max())):
        rows = np.flatnonzero(counts > number)
        key_at, key_length, pos = _read_bytes(area, at[rows], stops[rows])
        if (key_length < 0).any():
            raise CorruptRecords("a header without a key")
        value_at, value_length, at[rows] = _read_bytes(area, pos, stops[rows])
        places[:, rows, number] = key_at, key_length, value_at, value_length
    if (at != stops).any():
        raise CorruptRecords("record goes on behind its headers")
    is_there = np.arange(places.shape[2]) < counts[:, None]
    key_at, key_length, value_at, value_length = places[:, is_there]
    keys = gather(area, key_at, key_length)
    try:
        keys = keys.cast(pa.string())
    except pa.ArrowInvalid:  # what is not UTF-8 becomes U+FFFD, as in Kafka's clients
        keys = pa.array([key.decode(errors="replace") for key in keys.to_pylist()], pa.string())
    return keys, gather(area, value_at, value_length)


def _read_bytes(area: Bytes, length_at: Ints, stops: Ints) -> tuple[Ints, Ints, Ints]:
    """Where the bytes begin whose length is at `length_at`, that length (−1: null), and what is behind them."""
    length, at = varints.read(area, length_at, VARINT_BITS)
    after = at + np.maximum(length, 0)
    if (length < NULL).any() or (after > stops).any():
        raise CorruptRecords("a header's length cannot be")
    return at, length, after


def _one_by_one(payload: bytes, row: int, at: Ints, stops: Ints) -> Headers:
    try:
        headers, end = decode_headers(payload, int(at[row]))
    except IndexError:
        raise CorruptRecords("records end within a header") from None
    if end != stops[row]:
        raise CorruptRecords(f"record ends at byte {end}, its length says {stops[row]}")
    return headers


def headers_array(headers: Sequence[Headers]) -> pa.Array:
    """Builds the headers column from the rows' headers."""
    keys = pa.array([key for row in headers for key, _ in row], pa.string())
    values = pa.array([value for row in headers for _, value in row], pa.binary())
    return _list_array(np.array([len(row) for row in headers], np.int64), keys, values)


def _list_array(counts: Ints, keys: pa.Array, values: pa.Array) -> pa.Array:
    """The column; a count of 0 makes a row null."""
    offsets = np.zeros(len(counts) + 1, np.int32)
    np.cumsum(counts, out=offsets[1:])
    items = pa.StructArray.from_arrays([keys, values], fields=list(HEADER))
    return pa.ListArray.from_arrays(pa.array(offsets), items, type=HEADERS, mask=pa.array(counts == 0))


def header_bytes(column: pa.Array) -> pa.Array:
    """Encodes each row's headers as in its record, the count first; a null row has none.

    All headers are joined from their pieces first; those of a row are neighbours then, and so their bytes are.

    Raises:
        ValueError: a header without a key.
    """
    if isinstance(column, pa.ChunkedArray):
        column = column.combine_chunks()
    counts = pc.list_value_length(column).fill_null(0).to_numpy(zero_copy_only=False).astype(np.int64)
    key, value = (field.cast(pa.binary()) for field in column.flatten().flatten())
    if key.null_count:
        raise ValueError("a header needs a key")
    pieces = (_length_bytes(key), key, _length_bytes(value), value.fill_null(b""))
    nothing = pa.scalar(b"", pa.binary())
    each = pc.binary_join_element_wise(*pieces, nothing)
    ends = np.frombuffer(each.buffers()[1], np.int32, len(each) + 1, each.offset * 4)
    firsts = np.zeros(len(counts) + 1, np.int64)
    np.cumsum(counts, out=firsts[1:])
    of_rows = [None, pa.py_buffer(ends[firsts]), each.buffers()[2]]
    joined = pa.Array.from_buffers(pa.binary(), len(counts), of_rows)
    return pc.binary_join_element_wise(_varint_bytes(counts), joined, nothing)


def _length_bytes(column: pa.Array) -> pa.Array:
    return _varint_bytes(lengths(column))


def _varint_bytes(numbers: Ints) -> pa.Array:
    return varints.packed(varints.pieces(varints.encoded(numbers)))
