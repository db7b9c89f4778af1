"""Arrow columns as record batches: the front door to writing.

numpy writes the varints of all rows into small arrays of bytes, and one Arrow kernel joins each row's pieces in C++;
the data buffer of the joined array *is* the records, one batch after the other::

    | length, attributes, deltas, key len | key | value len | value | headers |
      └──────────── one array ──────────┘       └── array ─┘         └ array, or one zero byte for all

Deltas count from the first row of each batch, so batches of any number are encoded in one pass; they are then cut
apart, and compressed one by one. What comes out is byte for byte what `protocol.records.builder` would write.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from kavka.pipeline.columns import varints
from kavka.pipeline.columns.gather import lengths
from kavka.pipeline.columns.headers import header_bytes
from kavka.pipeline.columns.varints import Ints, Piece
from kavka.pipeline.sealed_batch import EncodedBatch
from kavka.protocol.records.compression import Compression, compress
from kavka.protocol.records.header import HEADER_SIZE

BATCH_BYTES_MAX = 256 * 1024
"""Before compression, unless one record alone is larger. Above Kafka's `batch.size` of 16 KiB, since rows come by the
thousand; well below its `message.max.bytes`."""

WINDOW_BYTES_MAX = 256 * 1024 * 1024
"""Bytes of records that are encoded in one pass: Arrow's positions have 31 bits."""

RECORD_OVERHEAD_MAX = 5 + 1 + 10 + 5 + 5 + 5
"""Bytes of a record besides key, value and headers, at most."""

US_PER_MS = 1000
NO_TIMESTAMP = -1

_NO_HEADERS = b"\x00"


class _Rows(NamedTuple):
    """What is to be written; all of the same length, keys and values of type `binary`."""

    key: pa.Array
    value: pa.Array
    timestamp: Ints
    headers: pa.Array | None
    """The bytes of each row's headers; `None` where no row has any."""

    def cut(self, start: int, stop: int) -> _Rows:
        return _Rows(
            self.key.slice(start, stop - start),
            self.value.slice(start, stop - start),
            self.timestamp[start:stop],
            None if self.headers is None else self.headers.slice(start, stop - start),
        )


def encode_batches(
    *,
    key: pa.Array | None,
    value: pa.Array,
    timestamp_ms: Ints,
    headers: pa.Array | None = None,
    compression: Compression = Compression.NONE,
    batch_bytes_max: int = BATCH_BYTES_MAX,
) -> Iterator[EncodedBatch]:
    """Encodes the rows of one partition, in their order.

    Args:
        key: binary or string, or a variant of these; `None`: no record has a key.
        value: likewise; null is a tombstone.
        timestamp_ms: ms since the epoch, of each row.
        headers: a list of structs with `key` and `value` for each row; `None`: no record has any.
        compression: of each batch.
        batch_bytes_max: bytes of a batch before compression; a single record may be larger.

    Yields:
        Batches, as they are ready; none for no rows.

    Raises:
        ValueError: columns of different lengths, a header without a key, or a record of more than
            `WINDOW_BYTES_MAX`.
    """
    rows = _Rows(
        pa.nulls(len(value), pa.binary()) if key is None else _binary(key),
        _binary(value),
        np.ascontiguousarray(timestamp_ms, np.int64),
        _header_column(headers),
    )
    if len({len(column) for column in rows if column is not None}) > 1:
        raise ValueError(f"columns of different lengths: {[len(c) for c in rows if c is not None]}")
    bounds, sizes = _cut_into_batches(rows, batch_bytes_max)
    first = 0
    while first < len(bounds) - 1:
        last = max(first + 1, int(np.searchsorted(sizes, sizes[first] + WINDOW_BYTES_MAX, "right")) - 1)
        if sizes[last] - sizes[first] > WINDOW_BYTES_MAX:
            raise ValueError(f"a record of {sizes[last] - sizes[first]} bytes; the limit is {WINDOW_BYTES_MAX}")
        window = bounds[first : last + 1]
        yield from _encode_window(rows.cut(window[0], window[-1]), [at - window[0] for at in window], compression)
        first = last


def encode_rows(
    rows: pa.RecordBatch, *, compression: Compression = Compression.NONE, batch_bytes_max: int = BATCH_BYTES_MAX
) -> Iterator[EncodedBatch]:
    """Encodes rows of one partition as `decode_chunk` returns them: key, value, timestamp and headers are kept.

    Arguments and errors are those of `encode_batches`.
    """
    return encode_batches(
        key=rows.column("key"),
        value=rows.column("value"),
        timestamp_ms=_milliseconds(rows.column("timestamp")),
        headers=rows.column("headers"),
        compression=compression,
        batch_bytes_max=batch_bytes_max,
    )


def _milliseconds(column: pa.Array) -> Ints:
    us = column.cast(pa.int64())
    ms: Ints = np.floor_divide(pc.fill_null(us, 0).to_numpy(zero_copy_only=False), US_PER_MS)
    return np.where(us.is_null().to_numpy(zero_copy_only=False), NO_TIMESTAMP, ms)


def _binary(column: pa.Array) -> pa.Array:
    if isinstance(column, pa.ChunkedArray):
        column = column.combine_chunks()
    return column if column.type == pa.binary() else column.cast(pa.binary())


def _header_column(headers: pa.Array | None) -> pa.Array | None:
    if headers is None or headers.null_count == len(headers):
        return None
    return header_bytes(headers)


def _cut_into_batches(rows: _Rows, batch_bytes_max: int) -> tuple[list[int], Ints]:
    """Where batches begin and the last one ends, as rows and as bytes before them (at most so many)."""
    size = np.maximum(lengths(rows.key), 0) + np.maximum(lengths(rows.value), 0) + RECORD_OVERHEAD_MAX
    size += 1 if rows.headers is None else lengths(rows.headers)
    before = np.zeros(len(size) + 1, np.int64)
    np.cumsum(size, out=before[1:])
    bounds = [0]
    room = batch_bytes_max - HEADER_SIZE
    while bounds[-1] < len(size):
        start = bounds[-1]
        bounds.append(max(start + 1, int(np.searchsorted(before, before[start] + room, "right")) - 1))
    return bounds, before[bounds]


def _encode_window(rows: _Rows, bounds: Sequence[int], compression: Compression) -> Iterator[EncodedBatch]:
    """The batches whose rows lie between neighbouring bounds, from 0 to the number of rows."""
    counts = np.diff(bounds)
    firsts = np.repeat(np.array(bounds[:-1], np.int64), counts)
    base = rows.timestamp[firsts]
    joined = _join(rows, rows.timestamp - base, np.arange(len(firsts)) - firsts)
    offsets = np.frombuffer(joined.buffers()[1], np.int32, len(joined) + 1, joined.offset * 4)
    data = memoryview(joined.buffers()[2])
    latest = np.maximum.reduceat(rows.timestamp, bounds[:-1])
    for number, count in enumerate(counts.tolist()):
        start = bounds[number]
        records = data[int(offsets[start]) : int(offsets[start + count])]
        yield EncodedBatch(
            records=compress(compression, records),
            record_count=count,
            base_timestamp=int(rows.timestamp[start]),
            max_timestamp=int(latest[number]),
            compression=compression,
        )


def _join(rows: _Rows, timestamp_delta: Ints, offset_delta: Ints) -> pa.Array:
    """Each row's record."""
    key_length, value_length = lengths(rows.key), lengths(rows.value)
    before_key = [varints.encoded(column) for column in (timestamp_delta, offset_delta, key_length)]
    before_value = varints.encoded(value_length)
    size = 1 + sum(varints.sizes(column) for column in (*before_key, before_value))
    size += np.maximum(key_length, 0) + np.maximum(value_length, 0)
    size += 1 if rows.headers is None else lengths(rows.headers)
    attributes: Piece = (np.zeros(len(size), np.uint8), np.ones(len(size), np.bool_))
    head = [*varints.pieces(varints.encoded(size)), attributes]
    for column in before_key:
        head += varints.pieces(column)
    nothing = pa.scalar(b"", pa.binary())
    return pc.binary_join_element_wise(
        varints.packed(head),
        rows.key.fill_null(b""),
        varints.packed(varints.pieces(before_value)),
        rows.value.fill_null(b""),
        pa.scalar(_NO_HEADERS, pa.binary()) if rows.headers is None else rows.headers,
        nothing,
    )
