"""A second look at a part of a log, batch by batch or record by record: where replicas differ, what fills a topic.

    differing windows   ─▶ stretches: a row for each batch, or for each record where compaction may have
                           re-packed the batches; equal fingerprints are equal content
    --deep              ─▶ contents: which keys, and what compression saves

Only what the checksum vouches for is decoded; a batch that fails it is in the faults already.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from kavka.pipeline.audit.batches import Columns
from kavka.pipeline.audit.segment_scan import Piece
from kavka.pipeline.audit.targets import Place
from kavka.pipeline.audit.windows import CODECS, WINDOW_OFFSETS, batch_digests
from kavka.pipeline.columns.decode import decode_chunk
from kavka.protocol.records import CorruptRecords
from kavka.protocol.records.batch import Record, iter_records, read_header
from kavka.protocol.records.header import COMPRESSION_MASK, CONTROL_FLAG, HEADER_SIZE
from kavka.protocol.records.reader import batch_payload

KEYS_MAX: Final = 1_000
"""Of one target: its most frequent keys. What is rarer in every segment is not counted over all of them."""
KEYS_COUNTED_MAX: Final = 200_000
"""Distinct keys that are held while a target is read; when there are more, the rarer half is forgotten."""
KEY_BYTES_MAX: Final = 200
"""Longer keys are cut, and counted by what is left."""

_NO_NUMBERS: Final = pa.array([], pa.int64())

STRETCH_SCHEMA: Final = pa.schema(
    [
        ("broker", pa.string()),
        ("topic", pa.string()),
        ("partition", pa.int32()),
        ("window", pa.int64()),
        ("offset", pa.int64()),
        ("next_offset", pa.int64()),
        ("fingerprint", pa.int64()),
        ("is_sound", pa.bool_()),
        ("is_record", pa.bool_()),
    ]
)
"""One row: a batch or a record of one replica."""

CONTENT_SCHEMA: Final = pa.schema(
    [
        ("topic", pa.string()),
        ("kind", pa.string()),
        ("name", pa.binary()),
        ("records", pa.int64()),
        ("stored_bytes", pa.int64()),
        ("inflated_bytes", pa.int64()),
    ]
)
"""One row: a key (`kind` key; bytes of keys and values) or a codec (`kind` codec; bytes on disk and inflated)."""


def stretch_rows(place: Place, pieces: Iterable[Piece], *, by_record: bool) -> Iterator[pa.RecordBatch]:
    """Yields the `STRETCH_SCHEMA` rows of each piece."""
    for piece in pieces:
        if not len(piece.batches):
            continue
        yield _record_rows(place, piece) if by_record else _batch_rows(place, piece.batches)


def _batch_rows(place: Place, batches: Columns) -> pa.RecordBatch:
    base = batches["base_offset"]
    sound = batches["computed"] == batches["crc"]
    return _stretch(place, base, batches["next_offset"], batch_digests(batches).view(np.int64), sound, is_record=False)


def _record_rows(place: Place, piece: Piece) -> pa.RecordBatch:
    offsets: list[int] = []
    prints: list[int] = []
    for record in _records(piece):
        offsets.append(record.offset)
        prints.append(_fingerprint(record))
    at = np.array(offsets, np.int64)
    return _stretch(place, at, at + 1, np.array(prints, np.int64), np.ones(len(at), bool), is_record=True)


def _stretch(place: Place, offsets: Any, following: Any, prints: Any, sound: Any, *, is_record: bool) -> pa.RecordBatch:
    count = len(offsets)
    columns = [
        pa.array([place.broker] * count, pa.string()),
        pa.array([place.topic] * count, pa.string()),
        pa.array(np.full(count, place.partition, np.int32)),
        pa.array((offsets - offsets % WINDOW_OFFSETS).astype(np.int64)),
        pa.array(offsets.astype(np.int64)),
        pa.array(following.astype(np.int64)),
        pa.array(prints),
        pa.array(sound),
        pa.array(np.full(count, is_record)),
    ]
    return pa.RecordBatch.from_arrays(columns, schema=STRETCH_SCHEMA)


def _records(piece: Piece) -> Iterator[Record]:
    """Of the sound batches, markers included."""
    for batch in piece.batches:
        if batch["computed"] == batch["crc"]:
            begin = int(batch["position"]) - piece.begin
            try:
                yield from iter_records(piece.view[begin : begin + int(batch["size"])], include_control=True)
            except CorruptRecords:
                continue  # a right checksum of wrong records: its producer's fault, the same on every replica


def _fingerprint(record: Record) -> int:
    """Of all that a consumer sees."""
    parts = (record.timestamp, record.timestamp_type, record.key, record.value, record.headers)
    return int.from_bytes(hashlib.blake2b(repr(parts).encode(), digest_size=8).digest(), "big", signed=True)


def content_rows(place: Place, pieces: Iterable[Piece]) -> pa.RecordBatch:
    """Returns the `CONTENT_SCHEMA` rows of a target."""
    counted = _Contents(place.topic)
    for piece in pieces:
        counted.feed(piece)
    return pa.RecordBatch.from_pylist([{"topic": place.topic, **row} for row in counted.rows()], CONTENT_SCHEMA)


class _Contents:
    """Counts keys and codecs."""

    def __init__(self, topic: str) -> None:
        self._topic = topic
        self._keys = pa.table({"key": pa.array([], pa.binary()), "records": _NO_NUMBERS, "bytes": _NO_NUMBERS})
        self._codecs = np.zeros((len(CODECS), 3), np.int64)

    def feed(self, piece: Piece) -> None:
        """Takes the batches of a piece."""
        batches = piece.batches
        is_sound = batches["computed"] == batches["crc"]
        is_data = (batches["magic"] == 2) & (batches["attributes"] & CONTROL_FLAG == 0)
        codecs = batches["attributes"] & COMPRESSION_MASK
        readable = batches[is_sound & is_data & (codecs < len(CODECS))]
        counted = [self._keys]
        for stretch in _joined(readable):
            begin, end = stretch[0] - piece.begin, stretch[1] - piece.begin
            counted += self._of_keys(bytes(piece.view[begin:end]))
        self._keys = _summed(counted)
        for batch in readable:
            self._add_codec(piece, batch)

    def _of_keys(self, data: bytes) -> list[pa.Table]:
        try:
            found = list(decode_chunk(data, topic=self._topic, partition=0, columns=("key", "value"), check_crc=False))
        except CorruptRecords:
            return []  # a right checksum of wrong records: its producer's fault, the same on every replica
        return [
            pa.table(
                {
                    "key": pc.binary_slice(rows.column("key"), 0, KEY_BYTES_MAX),
                    "records": pa.repeat(pa.scalar(1, pa.int64()), rows.num_rows),
                    "bytes": pc.add(_lengths(rows.column("key")), _lengths(rows.column("value"))),
                }
            )
            for rows in found
        ]

    def _add_codec(self, piece: Piece, batch: Any) -> None:
        codec, size = int(batch["attributes"]) & COMPRESSION_MASK, int(batch["size"])
        inflated = size
        if codec:
            begin = int(batch["position"]) - piece.begin
            try:
                payload = batch_payload(piece.view, begin, read_header(piece.view, begin), check_crc=False)
            except CorruptRecords:
                return
            inflated = len(payload) + HEADER_SIZE
        self._codecs[codec] += (int(batch["count"]), size, inflated)

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yields a row for each codec, then for the most frequent keys."""
        for codec, (records, stored, inflated) in zip(CODECS, self._codecs.tolist(), strict=True):
            if records:
                counts = {"records": records, "stored_bytes": stored, "inflated_bytes": inflated}
                yield {"kind": "codec", "name": codec.encode(), **counts}
        for row in _most(self._keys, KEYS_MAX).to_pylist():
            counts = {"records": row["records"], "stored_bytes": row["bytes"], "inflated_bytes": row["bytes"]}
            yield {"kind": "key", "name": row["key"], **counts}


def _joined(batches: Columns) -> Iterator[tuple[int, int]]:
    """Begin and end of stretches of batches that stand one behind the other."""
    if not len(batches):
        return
    begins, ends = batches["position"], batches["position"] + batches["size"]
    apart = np.nonzero(begins[1:] != ends[:-1])[0]
    firsts, lasts = np.concatenate([[0], apart + 1]), np.concatenate([apart, [len(batches) - 1]])
    yield from zip(begins[firsts].tolist(), ends[lasts].tolist(), strict=True)


def _lengths(column: pa.Array) -> pa.Array:
    return pc.binary_length(column).fill_null(0).cast(pa.int64())


def _summed(tables: list[pa.Table]) -> pa.Table:
    joined = pa.concat_tables(tables)
    summed = joined.group_by("key").aggregate([("records", "sum"), ("bytes", "sum")])
    keys = summed.rename_columns(["key", "records", "bytes"])
    return _most(keys, KEYS_COUNTED_MAX // 2) if keys.num_rows > KEYS_COUNTED_MAX else keys


def _most(keys: pa.Table, count: int) -> pa.Table:
    return keys.take(pc.select_k_unstable(keys, count, [("records", "descending")]))
