"""Records as columns, side by side with records one by one: decoding, encoding, murmur2.

Ours is `kavka.pipeline.columns` (numpy and pyarrow); the baseline is `protocol.records`, this project's fastest way
through single records:

- decode: from a fetched chunk to all columns, checksums verified; and to `value` and `offset` alone. Here the baseline
  makes the same columns of its records, since objects are not what Spark takes.
- encode: from columns to batches with their checksum.
- murmur2: from keys to partitions.

Records have a key of ten bytes and a value of up to a tenth around the nominal size. Everything runs in one thread and
one process, interleaved, each round in another order; figures are of CPU seconds, the best of the rounds, so that they
say what a core can do on a machine that has others to serve.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from benchmarks import report
from kavka.pipeline.columns import COLUMNS, choose_partitions, decode_chunk, encode_batches
from kavka.pipeline.columns.decode import from_records
from kavka.pipeline.columns.freed_memory import keep_freed_memory
from kavka.protocol.records.batch import BatchBuilder, Record, iter_headers, read_records
from kavka.protocol.records.compression import Compression
from kavka.wire.murmur2 import partition_for_key

SIZES = (100, 1000)
CHUNK_BYTES = 4 * 1024 * 1024
BATCH_BYTES = 64 * 1024
ROUNDS = 15
PARTITIONS = 12
BASELINE = "kavka.protocol.records"


class Material(NamedTuple):
    """The same records in every form that is measured."""

    chunk: bytes
    records: Sequence[Record]
    key: pa.Array
    value: pa.Array
    timestamp: np.ndarray


def make_material(size: int, chunk_bytes: int, codec: Compression = Compression.NONE) -> Material:
    """Builds a chunk of about that many bytes before compression, and its contents."""
    rng = random.Random(size)
    records: list[Record] = []
    batches: list[bytes] = []
    for _ in range(max(1, chunk_bytes // BATCH_BYTES)):
        builder = BatchBuilder(base_offset=len(records), compression=codec)
        while builder.size_estimate + size * 1.2 < BATCH_BYTES:
            key, value = b"%010d" % rng.randrange(10**10), rng.randbytes(rng.randint(size * 9 // 10, size * 11 // 10))
            timestamp = 1_700_000_000_000 + len(records)
            builder.append(timestamp=timestamp, key=key, value=value)
            records.append(Record(len(records), timestamp, 0, key, value, []))
        batches.append(builder.build())
    return Material(
        b"".join(batches),
        records,
        pa.array([record.key for record in records], pa.binary()),
        pa.array([record.value for record in records], pa.binary()),
        np.array([record.timestamp for record in records], np.int64),
    )


def decode_columns(material: Material, columns: Sequence[str]) -> int:
    """Decodes the chunk into columns, our way; returns the number of rows."""
    found = decode_chunk(material.chunk, topic="t", partition=0, columns=columns)
    return sum(batch.num_rows for batch in found)


def decode_records(material: Material, columns: Sequence[str]) -> int:
    """Decodes the chunk record by record, as the baseline; returns the number of rows."""
    chunk = material.chunk
    records = [record for pos, header in iter_headers(chunk) for record in read_records(chunk, pos, header)]
    return int(from_records(records, "t", 0, columns).num_rows)


def encode_columns(material: Material) -> int:
    """Encodes the columns, our way; returns the number of bytes."""
    batches = encode_batches(
        key=material.key, value=material.value, timestamp_ms=material.timestamp, batch_bytes_max=BATCH_BYTES
    )
    return sum(len(batch.seal()) for batch in batches)


def encode_records(material: Material) -> int:
    """Encodes record by record, as the baseline; returns the number of bytes."""
    done, builder = 0, BatchBuilder()
    for record in material.records:
        if builder.size_estimate + len(record.value or b"") + 64 > BATCH_BYTES:
            done += len(builder.build())
            builder = BatchBuilder()
        builder.append(timestamp=record.timestamp, key=record.key, value=record.value)
    return done + len(builder.build())


def hash_columns(material: Material) -> int:
    """Hashes the column of keys, our way; returns the number of rows."""
    return len(choose_partitions(material.key, PARTITIONS, without_key=0))


def hash_records(material: Material) -> int:
    """Hashes key by key, as the baseline; returns the number of records."""
    return len([partition_for_key(record.key or b"", PARTITIONS) for record in material.records])


def tasks(material: Material) -> dict[str, tuple[Callable[[], int], Callable[[], int]]]:
    """Returns the tasks that are measured, ours and the baseline."""
    every, few = tuple(COLUMNS), ("value", "offset")
    return {
        "decode, all columns": (partial(decode_columns, material, every), partial(decode_records, material, every)),
        "decode, value and offset": (partial(decode_columns, material, few), partial(decode_records, material, few)),
        "encode": (partial(encode_columns, material), partial(encode_records, material)),
        "key to partition": (partial(hash_columns, material), partial(hash_records, material)),
    }


def measure(size: int, *, chunk_bytes: int, rounds: int) -> Iterator[report.Row]:
    """Yields a row for each task with records of one size."""
    keep_freed_memory()  # as workers do
    material = make_material(size, chunk_bytes)
    named = {(name, who): task for name, both in tasks(material).items() for who, task in zip("ob", both, strict=True)}
    best = dict.fromkeys(named, float("inf"))
    rng, order = random.Random(size), list(named)
    for _ in range(rounds):
        rng.shuffle(order)
        for key in order:
            started = time.process_time()
            named[key]()
            best[key] = min(best[key], time.process_time() - started)
    count = len(material.records)
    for name in tasks(material):
        yield report.Row(
            f"{name}, {size} B", "records/CPU s", count / best[name, "o"], count / best[name, "b"], BASELINE
        )


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the benchmark from the command line."""
    parser = report.parser("pipeline_codecs", (__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="how often everything is timed (%(default)s)")
    parser.add_argument("--chunk-bytes", type=int, default=CHUNK_BYTES, help="size of a chunk (%(default)s)")
    chosen = parser.parse_args(arguments)
    rows = [row for size in SIZES for row in measure(size, chunk_bytes=chosen.chunk_bytes, rounds=chosen.rounds)]
    report.publish("Records as columns", rows, chosen.json)


if __name__ == "__main__":
    main()
