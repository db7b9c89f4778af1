"""A fetched chunk of a partition as Arrow columns: the front door to reading.

    decode_chunk ─▶ batches.runs ─▶ batches v2: select ─▶ inflated ─▶ places ─▶ fields ─▶ columns
                               └──▶ old messages: protocol.records, one by one

Only what is asked for is decoded: without `headers` nothing behind the value is read, without `value` nothing behind
the key. Offsets come first, since they decide which records of the first and last batch are wanted at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from kavka.pipeline.columns.batches import OFFSET_MAX, Area, inflated, runs, select
from kavka.pipeline.columns.fields import Numbers, Stretch, read_numbers, read_stretch
from kavka.pipeline.columns.gather import gather, validity
from kavka.pipeline.columns.headers import headers_array, read_headers
from kavka.pipeline.columns.places import record_places
from kavka.pipeline.columns.schema import COLUMNS, TIMESTAMP, schema
from kavka.pipeline.columns.varints import Bytes, Ints
from kavka.protocol.records.batch import Record, iter_records
from kavka.protocol.records.compression import DECOMPRESSED_BYTES_MAX
from kavka.protocol.records.crc32c import Buffer
from kavka.protocol.records.errors import CorruptRecords
from kavka.protocol.records.header import LOG_APPEND_TIME_FLAG
from kavka.wire.read_committed import Aborted

CHUNK_BYTES_MAX = 2**31 - 1
US_PER_MS = 1000
_MS_MAX = (2**63 - 1) // US_PER_MS
_TOPIC_ROWS = 8_192
"""A column of one topic is made for a multiple of so many rows."""


class _Of(NamedTuple):
    """Whose records these are, and what is wanted of them."""

    topic: str
    partition: int
    columns: Sequence[str]
    first_offset: int
    end_offset: int
    as_views: bool = False


def decode_chunk(
    data: Buffer,
    *,
    topic: str,
    partition: int,
    columns: Sequence[str] = tuple(COLUMNS),
    first_offset: int = 0,
    end_offset: int = OFFSET_MAX,
    aborted: Iterable[Aborted] = (),
    check_crc: bool = True,
    max_bytes: int = DECOMPRESSED_BYTES_MAX,
    as_views: bool = False,
) -> Iterator[pa.RecordBatch]:
    """Decodes the batches that one Fetch returned for a partition.

    Args:
        data: batches and messages of any format; one that is cut off at the end is left out.
        topic: whose it is.
        partition: whose it is.
        columns: which columns, in which order (`schema.COLUMNS`).
        first_offset: records before it, of a batch that was fetched for its later ones, are left out.
        end_offset: records from it on are left out.
        aborted: what Fetch named under read_committed; empty for read_uncommitted.
        check_crc: whether checksums of batches v2 are verified, as consumers' `check.crcs`; messages' always are.
        max_bytes: bytes that one batch may inflate to.
        as_views: whether values point into `data` instead of being copied (`schema.schema`).

    Yields:
        Record batches of `schema(columns)`, none of them empty: one, or more where much was compressed.

    Raises:
        CorruptRecords: anything is wrong with the bytes.
        ValueError: there is no such column, or the chunk has 2 GiB or more.
    """
    if len(data) > CHUNK_BYTES_MAX:
        raise ValueError(f"a chunk of {len(data)} bytes; decode at most {CHUNK_BYTES_MAX} at once")
    schema(columns)
    of = _Of(topic, partition, columns, first_offset, end_offset, as_views)
    gone = list(aborted)
    for run in runs(data):
        if run.is_old:
            found = _decode_old(bytes(data[run.start : run.stop]), of, max_bytes)
            if found is not None:
                yield found
            continue
        batches = select(data, run, aborted=gone, first_offset=first_offset, end_offset=end_offset, check_crc=check_crc)
        for payload, areas in inflated(data, batches, max_bytes=max_bytes):
            found = _decode_areas(payload, areas, of)
            if found is not None:
                yield found


# ---------------------------------------------------------------- batches v2


class _Rows(NamedTuple):
    """Records that are wanted; the lists of one value a batch are spread over them by `batch`."""

    payload: Buffer
    area: Bytes
    areas: Sequence[Area]
    numbers: Numbers
    batch: Ints
    offset: Ints


def _decode_areas(payload: Buffer, areas: Sequence[Area], of: _Of) -> pa.RecordBatch | None:
    area = np.frombuffer(payload, np.uint8)
    numbers = read_numbers(area, *record_places(payload, areas))
    batch = np.repeat(np.arange(len(areas)), [item.header.record_count for item in areas])
    base = np.array([item.header.base_offset for item in areas], np.int64)[batch]
    offset = base + numbers.offset_delta
    if (offset < base).any():
        raise CorruptRecords("offset beyond 64 bits")
    rows = _Rows(payload, area, areas, numbers, batch, offset)
    wanted = (offset >= of.first_offset) & (offset < of.end_offset)
    if not wanted.all():
        rows = _Rows(payload, area, areas, Numbers(*(a[wanted] for a in numbers)), batch[wanted], offset[wanted])
    if not len(rows.offset):
        return None
    return _record_batch(_fields(rows, of), len(rows.offset), of)


def _fields(rows: _Rows, of: _Of) -> dict[str, pa.Array]:
    """The columns that are in the records themselves, those that are wanted only."""
    columns = of.columns
    found: dict[str, pa.Array] = {}
    if "offset" in columns:
        found["offset"] = pa.array(rows.offset)
    if "timestamp" in columns:
        found["timestamp"] = _timestamps(rows)
    if "timestampType" in columns:
        types = np.array([item.header.timestamp_type for item in rows.areas], np.int32)
        found["timestampType"] = pa.array(types[rows.batch])
    if not {"key", "value", "headers"} & set(columns):
        return found
    stops = rows.numbers.stop
    key = read_stretch(rows.area, rows.numbers.key_length_at, stops)
    if "key" in columns:
        found["key"] = _bytes(rows.area, key)
    if {"value", "headers"} & set(columns):
        value = read_stretch(rows.area, key.after, stops)
        if "value" in columns:
            found["value"] = _bytes(rows.area, value, as_views=of.as_views)
        if "headers" in columns:
            found["headers"] = read_headers(rows.payload, rows.area, value.after, stops)
    return found


def _bytes(area: Bytes, stretch: Stretch, *, as_views: bool = False) -> pa.Array:
    return gather(area, stretch.at, stretch.length, as_views=as_views)


def _timestamps(rows: _Rows) -> pa.Array:
    headers = [item.header for item in rows.areas]
    base = np.array([header.base_timestamp for header in headers], np.int64)[rows.batch]
    delta = rows.numbers.timestamp_delta
    timestamp = base + delta
    overflows = (base ^ timestamp) & (delta ^ timestamp) < 0
    stamped = np.array([bool(header.attributes & LOG_APPEND_TIME_FLAG) for header in headers])
    if stamped.any():
        latest = np.array([header.max_timestamp for header in headers], np.int64)
        is_stamped = stamped[rows.batch]
        timestamp = np.where(is_stamped, latest[rows.batch], timestamp)
        overflows &= ~is_stamped
    return timestamps_array(timestamp, overflows)


def timestamps_array(ms: Ints, is_null: npt.NDArray[np.bool_]) -> pa.Array:
    """Converts milliseconds to the column's microseconds; null also where those would need more than 64 bits."""
    is_null = is_null | (ms > _MS_MAX) | (ms < -_MS_MAX)
    us = np.where(is_null, 0, ms) * US_PER_MS
    return pa.Array.from_buffers(TIMESTAMP, len(us), [validity(is_null), pa.py_buffer(us)])


def _record_batch(found: dict[str, pa.Array], count: int, of: _Of) -> pa.RecordBatch:
    """The batch, with the columns that are the same for all records."""
    if "topic" in of.columns:
        found["topic"] = _repeated(of.topic, -(-count // _TOPIC_ROWS) * _TOPIC_ROWS).slice(0, count)
    if "partition" in of.columns:
        found["partition"] = pa.array(np.full(count, of.partition, np.int32))
    wanted = schema(of.columns, as_views=of.as_views)
    return pa.RecordBatch.from_arrays([found[name] for name in of.columns], schema=wanted)


@lru_cache(maxsize=2)
def _repeated(topic: str, count: int) -> pa.Array:
    """A topic for all rows: chunk after chunk has nearly as many, and takes its part of one column."""
    return pa.repeat(topic, count)


# ---------------------------------------------------------------- messages of magic 0 and 1


def _decode_old(data: bytes, of: _Of, max_bytes: int) -> pa.RecordBatch | None:
    records = [
        record for record in iter_records(data, max_bytes=max_bytes) if of.first_offset <= record.offset < of.end_offset
    ]
    if not records:
        return None
    found = from_records(records, of.topic, of.partition, of.columns)
    return found.cast(schema(of.columns, as_views=True)) if of.as_views else found


def from_records(records: Sequence[Record], topic: str, partition: int, columns: Sequence[str]) -> pa.RecordBatch:
    """Converts records to columns, one by one: the slow way, which the fast one is tested against."""
    found = {name: _OLD_COLUMNS[name](records) for name in columns if name in _OLD_COLUMNS}
    return _record_batch(found, len(records), _Of(topic, partition, columns, 0, OFFSET_MAX))


def _old_timestamps(records: Sequence[Record]) -> pa.Array:
    timestamps = [record.timestamp for record in records]
    beyond = np.array([not -(2**63) <= ms < 2**63 for ms in timestamps], np.bool_)
    ms = np.array([0 if far else ms for ms, far in zip(timestamps, beyond, strict=True)], np.int64)
    return timestamps_array(ms, beyond)


_OLD_COLUMNS: Mapping[str, Callable[[Sequence[Record]], pa.Array]] = {
    "key": lambda records: pa.array([record.key for record in records], pa.binary()),
    "value": lambda records: pa.array([record.value for record in records], pa.binary()),
    "offset": lambda records: pa.array([record.offset for record in records], pa.int64()),
    "timestamp": _old_timestamps,
    "timestampType": lambda records: pa.array([record.timestamp_type for record in records], pa.int32()),
    "headers": lambda records: headers_array([record.headers for record in records]),
}
