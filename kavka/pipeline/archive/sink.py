"""The format `kavka_archive`: takes ranges of offsets as rows, fetches their records and writes a file for each.

    source `kavka` with kavka.ranges ─▶ (topic, partition, start, end) ─▶ this: fetch, decode, Parquet, in one worker

The records never pass through the JVM. A batch that is run again has the same ranges, hence the same files: writing
them again changes nothing for a reader.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pyspark.sql.datasource import DataSource, DataSourceStreamArrowWriter, WriterCommitMessage

from kavka.common.types import TopicPartition
from kavka.pipeline.archive.layout import file_of
from kavka.pipeline.archive.parquet_file import COLUMNS, write_file
from kavka.pipeline.source.cluster_queries import cluster_for
from kavka.pipeline.source.ranges import OffsetRange
from kavka.pipeline.source.record_reader import RecordReader

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql.types import StructType

CLIENT_PREFIX = "kafka."


@dataclass
class Archived(WriterCommitMessage):
    """A task's report to the driver: the records and files that it wrote."""

    records: int
    files: int


class ArchiveWriter(DataSourceStreamArrowWriter):
    """Writes the ranges of one batch.

    Args:
        out: the archive.
        client: Kafka's settings, without `kafka.`.
        compression: of the files.
        fail_on_data_loss: whether missing offsets are an error.
    """

    def __init__(self, out: str, client: Mapping[str, str], *, compression: str, fail_on_data_loss: bool) -> None:
        self._out = out
        self._client = dict(client)
        self._compression = compression
        self._fail_on_data_loss = fail_on_data_loss

    def write(self, iterator: Iterator[pa.RecordBatch]) -> Archived:
        """Writes a file for each row."""
        records = files = 0
        for batch in iterator:
            for row in batch.to_pylist():
                count = self._archive(OffsetRange(**row))
                records += count
                files += count > 0
        return Archived(records, files)

    def _archive(self, one: OffsetRange) -> int:
        tp = TopicPartition(one.topic, one.partition)
        reader = RecordReader(cluster_for(self._client), self._client, fail_on_data_loss=self._fail_on_data_loss)
        log_start, _ = reader.bounds(tp)
        file = file_of(Path(self._out), tp, one.start, one.end)
        metadata = {"kavka.log.start": str(log_start)}
        return write_file(file, reader.read(one, COLUMNS), compression=self._compression, metadata=metadata)

    def commit(self, messages: Sequence[WriterCommitMessage | None], batchId: int) -> None:
        """Leaves the files as they are: each is in its place already."""

    def abort(self, messages: Sequence[WriterCommitMessage | None], batchId: int) -> None:
        """Leaves the files as they are: they are whole, and the repeated batch writes them again."""


class ArchiveSink(DataSource):
    """What the job `archive` writes with."""

    @classmethod
    def name(cls) -> str:
        """Returns the name that Spark's `format(…)` takes."""
        return "kavka_archive"

    def streamWriter(self, schema: StructType, overwrite: bool) -> ArchiveWriter:
        """Returns the writer of a stream of ranges."""
        client = {
            name.removeprefix(CLIENT_PREFIX): value
            for name, value in self.options.items()
            if name.startswith(CLIENT_PREFIX)
        }
        return ArchiveWriter(
            self.options["path"],
            client,
            compression=self.options.get("compression", "snappy"),
            fail_on_data_loss=self.options.get("failondataloss", "true").lower() != "false",
        )
