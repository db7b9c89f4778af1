"""Reads topics by files that Spark scans itself: `read` for batches, `available_now` for streams that catch up.

    with read(spark, options) as orders:                 available_now(spark, options, work, checkpoint=…)
        orders.groupBy("key").count().show()                 batch by batch: work(orders of the batch, its number)

Rows, columns, options and errors are those of `format("kavka")`. Ranges are planned once, before anything is fetched:
what the DataFrame holds is what was there then, however often it is used. Within a partition of Spark's rows are in
order only as far as a file goes: sort by offset where order matters.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from kavka.common.types import TopicPartition
from kavka.pipeline.failures import LandingError
from kavka.pipeline.landing.landing_directory import LandingDirectory
from kavka.pipeline.landing.landing_file import LandedFile, LandingTask, stored_columns
from kavka.pipeline.session import is_local
from kavka.pipeline.source.kavka_source import DDL, KavkaSource
from kavka.pipeline.source.options import ReadOptions, parse_read
from kavka.pipeline.source.ranges import OffsetRange
from kavka.pipeline.source.readers import KavkaReader

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

FREE_PART: Final = 2
"""Without a bound, a read may take one part in so many of what is free."""

SCAN_OPTIONS: Final = {"datetimeRebaseMode": "CORRECTED", "ignoreMissingFiles": "false", "ignoreCorruptFiles": "false"}
"""Whatever the session says: timestamps before 1900 are as they were written, and a file that is gone is an error."""


@contextmanager
def read(
    spark: SparkSession,
    options: Mapping[str, str],
    *,
    directory: str | os.PathLike[str] | None = None,
    bytes_max: int | None = None,
) -> Iterator[DataFrame]:
    """Reads what is between two positions now, as `spark.read.format("kavka")`.

    Args:
        spark: the session.
        options: those of the format `kavka` for a batch; name the columns that you use (`columns`).
        directory: where files may lie while the block runs; None: where Spark has its own (`spark.local.dir`). On a
            cluster it must be named, and be one that all workers and the driver share.
        bytes_max: of the files; None: half of what is free there.

    Yields:
        The records; usable within the block, whose end removes the files.

    Raises:
        OptionError: the options make no sense.
        LandingError: there is no room, or no directory.
        DataLossError: some of the records are gone.
        Py4JJavaError: a task has failed; `failures.cause_of` says why.
    """
    parsed = parse_read(options, is_stream=False)
    ranges = [part.value for part in KavkaReader(parsed).partitions() if part.value is not None]
    with _landed(spark, parsed, ranges, _base(spark, directory), bytes_max) as records:
        yield records


def available_now(
    spark: SparkSession,
    options: Mapping[str, str],
    work: Callable[[DataFrame, int], None],
    *,
    checkpoint: str | os.PathLike[str],
    directory: str | os.PathLike[str] | None = None,
    bytes_max: int | None = None,
) -> None:
    """Reads what is there, batch by batch, on from where the last run ended.

    Args:
        spark: the session.
        options: those of the format `kavka` for a stream; `maxOffsetsPerTrigger` bounds a batch.
        work: gets the records of a batch and its number. As Spark's foreachBatch it may get a batch again after a
            failure, with the same records and number: `kavka.job.id` with the number in it writes it once.
        checkpoint: where the query remembers how far it is.
        directory: as in `read`.
        bytes_max: as in `read`, of one batch.

    Raises:
        OptionError: the options make no sense.
        StreamingQueryException: a batch has failed; the next run begins with it.
    """
    parsed = parse_read(options, is_stream=True)
    base = _base(spark, directory)
    spark.dataSource.register(KavkaSource)
    ranges = spark.readStream.format(KavkaSource.name()).options(**{**options, "kavka.ranges": "true"}).load()

    def land(batch: DataFrame, number: int) -> None:
        planned = [OffsetRange(*row) for row in batch.select(*OffsetRange._fields).collect()]
        with _landed(batch.sparkSession, parsed, planned, base, bytes_max) as records:
            work(records, number)

    writer = ranges.writeStream.foreachBatch(land).option("checkpointLocation", os.fspath(checkpoint))
    query = writer.trigger(availableNow=True).start()
    try:
        query.awaitTermination()
    finally:
        query.stop()


@contextmanager
def _landed(
    spark: SparkSession, options: ReadOptions, ranges: Sequence[OffsetRange], base: Path, bytes_max: int | None
) -> Iterator[DataFrame]:
    """The records of ranges, in a directory of their own."""
    place = LandingDirectory(base, [TopicPartition(one.topic, one.partition) for one in ranges])
    try:
        task = LandingTask(
            directory=str(place.path),
            client=dict(options.client),
            columns=options.columns,
            fail_on_data_loss=options.fail_on_data_loss,
            bytes_max=shutil.disk_usage(base).free // FREE_PART if bytes_max is None else bytes_max,
        )
        yield land(spark, task, ranges)
    finally:
        place.close()


def land(spark: SparkSession, task: LandingTask, ranges: Sequence[OffsetRange]) -> DataFrame:
    """Runs a task for each range; returns a scan of their results.

    Raises:
        LandingError: the driver does not see a file.
        Py4JJavaError: a task has failed as often as it may.
    """
    files: list[LandedFile] = []
    if ranges:
        files = spark.sparkContext.parallelize(ranges, len(ranges)).mapPartitions(task).collect()
    _check_seen(files)
    return _scan(spark, task.directory, [file.path for file in files], task.columns)


def _scan(spark: SparkSession, root: str, paths: Sequence[str], columns: Sequence[str]) -> DataFrame:
    kept = ("topic", "partition", *stored_columns(columns))
    ddl = ", ".join(f"`{name}` {DDL[name]}" for name in kept)
    if not paths:
        return spark.createDataFrame([], ddl).select(*columns)
    scan = spark.read.schema(ddl).options(**SCAN_OPTIONS).option("basePath", f"file://{root}")
    return scan.parquet(*(f"file://{path}" for path in paths)).select(*columns)


def _base(spark: SparkSession, directory: str | os.PathLike[str] | None) -> Path:
    """Where to make the read's directory: what the caller says, else a local directory of Spark's."""
    if directory is not None:
        return Path(directory)
    if not is_local(spark.sparkContext.master):
        raise LandingError("on a cluster, name a directory that the driver and all workers share")
    known = os.environ.get("SPARK_LOCAL_DIRS") or spark.sparkContext.getConf().get("spark.local.dir") or ""
    return Path(known.split(",")[0] or tempfile.gettempdir())


def _check_seen(files: Sequence[LandedFile]) -> None:
    """Checks that what workers wrote is here, too."""
    for file in files:
        path = Path(file.path)
        if not path.is_file() or path.stat().st_size != file.size:
            raise LandingError(
                f"{path} was written by a worker, and is not seen by the driver: name a shared directory"
            )
