"""One range of a topic into one Parquet file, as Spark's tasks do it: what is quick to write once and to scan once.

    topic=T/partition=P/START-END.ATTEMPT.parquet

Each attempt has a file of its own, and what the driver scans is named by the results of tasks: of several attempts at
one range, retried or speculative, Spark takes one result. An attempt that fails removes its file; what a killed one
leaves goes with the directory.

Nothing is compressed and nothing has a dictionary but the timestamp's type: decision 0066 has the figures. Topic and
partition are in the path, from which Spark fills whole columns. Row groups are small, since Spark holds one in memory
for each task, and never puts two into one batch of columns.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple
from uuid import uuid4

import pyarrow as pa
import pyarrow.parquet as pq

from kavka.common.types import TopicPartition
from kavka.pipeline.archive.layout import directory_of, stem
from kavka.pipeline.columns.schema import schema
from kavka.pipeline.failures import LandingError
from kavka.pipeline.source.cluster_queries import cluster_for
from kavka.pipeline.source.ranges import OffsetRange
from kavka.pipeline.source.record_reader import RecordReader

ROW_GROUP_BYTES: Final = 16 * 1024 * 1024
IN_PATH: Final = frozenset({"topic", "partition"})
SEARCHED: Final = ("offset", "timestamp")
"""Columns with statistics: a scan passes over row groups in which nothing can match."""


class LandedFile(NamedTuple):
    """A task's result: what is to be scanned."""

    path: str
    records: int
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LandingTask:
    """Lands ranges, in a worker.

    Attributes:
        directory: of the read; made by the driver.
        client: Kafka's settings, without `kafka.`.
        columns: of the read.
        fail_on_data_loss: whether missing offsets are an error.
        bytes_max: of all files in the directory together, to a row group for each task.
    """

    directory: str
    client: dict[str, str]
    columns: tuple[str, ...]
    fail_on_data_loss: bool
    bytes_max: int

    def __call__(self, ranges: Iterable[OffsetRange]) -> Iterator[LandedFile]:
        """Writes a file for each range that has records.

        Raises:
            LandingError: there is no room for them.
            DataLossError, KafkaError, ClientError, CorruptRecords: as `RecordReader.read`.
        """
        reader = RecordReader(cluster_for(self.client), self.client, fail_on_data_loss=self.fail_on_data_loss)
        columns = stored_columns(self.columns)
        for one in ranges:
            landed = self._land(one, reader.read(one, columns, as_views=writes_views()), columns)
            if landed.records:
                yield landed

    def _land(self, one: OffsetRange, batches: Iterator[pa.RecordBatch], columns: Sequence[str]) -> LandedFile:
        parent = directory_of(Path(self.directory), TopicPartition(one.topic, one.partition))
        path = parent / f"{stem(one.start, one.end)}.{uuid4().hex}.parquet"
        try:
            count = self._write(path, batches, columns)
            size = path.stat().st_size
            if not count:
                path.unlink()
        except BaseException as error:
            with suppress(FileNotFoundError):
                path.unlink()
            if isinstance(error, OSError) and error.errno == errno.ENOSPC:
                raise LandingError(f"{self.directory} is full; {LandingError.HINT}") from None
            raise
        return LandedFile(str(path), count, size)

    def _write(self, path: Path, batches: Iterator[pa.RecordBatch], columns: Sequence[str]) -> int:
        count = size = 0
        waiting: list[pa.RecordBatch] = []
        with pq.ParquetWriter(
            path,
            schema(columns, as_views=writes_views()),
            compression="none",
            use_dictionary=["timestampType"],
            write_statistics=[name for name in SEARCHED if name in columns],
            store_schema=False,
        ) as writer:
            for batch in batches:
                waiting.append(batch)
                size += batch.nbytes
                count += batch.num_rows
                if size >= ROW_GROUP_BYTES:
                    self._check_room(size)
                    writer.write_table(pa.Table.from_batches(waiting))
                    waiting, size = [], 0
            if waiting:
                self._check_room(size)
                writer.write_table(pa.Table.from_batches(waiting))
        return count

    def _check_room(self, size: int) -> None:
        if size + _bytes_in(self.directory) > self.bytes_max:
            raise LandingError(
                f"more than {self.bytes_max:,} bytes of records would land in {self.directory}; {LandingError.HINT}"
            )


def stored_columns(columns: Sequence[str]) -> tuple[str, ...]:
    """Returns the columns that are in a file; at least one, which counts its rows."""
    return tuple(name for name in columns if name not in IN_PATH) or ("offset",)


@cache
def writes_views() -> bool:
    """Tells whether this pyarrow writes views into Parquet: then values are copied once less."""
    try:
        pq.write_table(pa.table({"value": pa.array([b"v"], pa.binary_view())}), pa.BufferOutputStream())
    except (pa.ArrowNotImplementedError, pa.ArrowInvalid):
        return False
    return True


def _bytes_in(directory: str) -> int:
    """Adds up the files of all attempts; one that goes meanwhile has gone."""
    total = 0
    for folder, _, names in os.walk(directory):
        for name in names:
            with suppress(FileNotFoundError):
                total += os.stat(os.path.join(folder, name)).st_size
    return total
