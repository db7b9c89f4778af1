"""`kavka-spark archive`: topics to Parquet, every record once for every reader; continuous, or what is there now.

    kavka-spark archive -t orders --out lake --once        what is there
    kavka-spark archive -t orders --out lake               until Ctrl-C, a file a minute for each partition
    kavka-spark archive --out lake --compact               join the small files; while the other runs, if you like

A run goes on where the last one ended: the checkpoint is in the archive. The same range must give the same records, so
a topic that is being compacted is archived as it was when each range was read, and a repeated batch may have fewer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from kavka.cli.exit_codes import ExitCode
from kavka.pipeline.archive.layout import CHECKPOINT
from kavka.pipeline.jobs.job import client_settings, cluster_options, job_session, session_options
from kavka.pipeline.query_run import DEFAULT_TRIGGER, run_query

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

COMPRESSIONS: Final = ("snappy", "zstd", "gzip", "lz4", "none")
DEFAULT_OFFSETS_MAX: Final = 2_000_000
MIB: Final = 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveJob:
    """What to archive, and where to. Exactly one of `topics` and `pattern` is set.

    Attributes:
        client: options of the data source: which cluster, and how to talk to it.
        out: the archive; on a cluster, where every worker finds it.
        offsets_max: of one batch, over all partitions: bounds a file's size.
    """

    client: Mapping[str, str]
    out: Path
    topics: tuple[str, ...] = ()
    pattern: str = ""
    checkpoint: Path | None = None
    start: str = "earliest"
    offsets_max: int = DEFAULT_OFFSETS_MAX
    compression: str = "snappy"
    is_once: bool = False
    trigger: str = DEFAULT_TRIGGER
    skip_lost: bool = False
    read_uncommitted: bool = False


@click.command()
@click.option("-t", "--topic", "topics", multiple=True, help="A topic; repeat it for more.")
@click.option("--pattern", default="", help="Topics by a regular expression, new ones too.")
@click.option("--out", required=True, type=click.Path(file_okay=False, path_type=Path), help="The archive's directory.")
@click.option("--once", "is_once", is_flag=True, help="Stop when everything that is there has been read.")
@click.option("--compact", "is_compact", is_flag=True, help="Archive nothing: join the small files that are there.")
@click.option("--target-mb", type=click.IntRange(1), default=256, show_default=True, help="With --compact: of a file.")
@click.option("--trigger", default=DEFAULT_TRIGGER, show_default=True, help="How often a batch begins.")
@click.option("--max-offsets", "offsets_max", type=click.IntRange(1), default=DEFAULT_OFFSETS_MAX, show_default=True)
@click.option("-z", "--compression", type=click.Choice(COMPRESSIONS), default="snappy", show_default=True)
@click.option("--from", "start", type=click.Choice(["earliest", "latest"]), default="earliest", show_default=True)
@click.option("--skip-lost", is_flag=True, help="Go on where records are gone, instead of failing.")
@click.option("--read-uncommitted", is_flag=True, help="Archive what open and aborted transactions wrote, too.")
@click.option("--checkpoint", type=click.Path(file_okay=False, path_type=Path), help="Default: OUT/_checkpoint.")
@cluster_options
@session_options
def archive(
    *,
    bootstrap: str,
    command_config: Path | None,
    client: tuple[str, ...],
    is_compact: bool,
    target_mb: int,
    **options: Any,
) -> int:
    """Write topics to Parquet files, every record once."""
    session = {name: options.pop(name) for name in ("master", "driver_memory", "conf")}
    del options["verbose"]
    if is_compact:
        return run_compaction(options["out"], options["checkpoint"], options["compression"], target_mb * MIB)
    if bool(options["topics"]) == bool(options["pattern"]):
        raise click.UsageError("say which topics: either --topic T, or --pattern REGEX")
    job = ArchiveJob(client=client_settings(bootstrap, command_config, client), **options)
    with job_session("archive", **session) as spark:
        records = run_archive(spark, job)
    click.echo(f"archived {records:,} offsets to {job.out}")
    return ExitCode.OK


def run_archive(spark: SparkSession, job: ArchiveJob) -> int:
    """Runs a job to its end.

    Returns:
        How many offsets it has covered.

    Raises:
        StreamingQueryException: it failed; the next run repeats what was not finished.
    """
    from kavka.pipeline.archive.sink import ArchiveSink

    spark.dataSource.register(ArchiveSink)
    client = dict(job.client)
    client.setdefault("kafka.isolation.level", "read_uncommitted" if job.read_uncommitted else "read_committed")
    lost = {"failOnDataLoss": str(not job.skip_lost).lower()}
    reader = spark.readStream.format("kavka").options(**client, **lost).option("kavka.ranges", "true")
    reader = reader.option("startingOffsets", job.start).option("maxOffsetsPerTrigger", job.offsets_max)
    if job.topics:
        ranges = reader.option("subscribe", ",".join(job.topics)).load()
    else:
        ranges = reader.option("subscribePattern", job.pattern).load()
    out = job.out.resolve()
    writer = ranges.writeStream.format(ArchiveSink.name()).options(**client, **lost)
    writer = writer.option("path", str(out)).option("compression", job.compression)
    writer = writer.option("checkpointLocation", str(job.checkpoint or out / CHECKPOINT))
    return run_query(spark, writer, "archive", is_once=job.is_once, trigger=job.trigger).records


def run_compaction(out: Path, checkpoint: Path | None, compression: str, target_bytes: int) -> int:
    """Joins files, and prints a line for each."""
    from kavka.pipeline.archive.compaction import compact

    joins = 0
    for done in compact(out, checkpoint or out / CHECKPOINT, compression=compression, target_bytes=target_bytes):
        joins += 1
        click.echo(f"{done.file.tp} {done.file.start}–{done.file.end}: {done.joined} files joined")
    if not joins:
        click.echo("no neighbouring files are small enough to be joined")
    return ExitCode.OK
