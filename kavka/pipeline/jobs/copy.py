"""`kavka-spark copy`: topics to another topic of the cluster, every record once; continuous, or what is there now.

    kavka-spark copy -t orders --to orders-2 --checkpoint DIR --once           what is there
    kavka-spark copy -t orders --to orders-2 --checkpoint DIR -z zstd          until Ctrl-C, compressed anew
    kavka-spark copy -t orders --to wider --checkpoint DIR --by-key            to as many partitions as it has

Keys, values, headers and timestamps are kept, and partitions, unless keys choose them anew. A run with the same
checkpoint goes on where the last one ended. The target must exist, and keep what is old: a broker soon deletes records
whose timestamps are beyond retention.ms. To change or filter records, use `sql`, or `kavka.spark.copy` with a function.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from kavka.cli.exit_codes import ExitCode
from kavka.pipeline.jobs.job import client_settings, cluster_options, job_session, session_options
from kavka.pipeline.query_run import run_query

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

COMPRESSIONS: Final = ("none", "gzip", "snappy", "lz4", "zstd")
DEFAULT_OFFSETS_MAX: Final = 2_000_000
DEFAULT_TRIGGER: Final = "1 second"


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyJob:
    """What to copy, and where to.

    Attributes:
        client: options of the data source: which cluster, and how to talk to it.
        offsets_max: of one batch, over all partitions: bounds how long a transaction is open.
        compression: of all batches; "": each keeps its own.
    """

    client: Mapping[str, str]
    topics: tuple[str, ...]
    to_topic: str
    checkpoint: str
    start: str = "earliest"
    offsets_max: int = DEFAULT_OFFSETS_MAX
    compression: str = ""
    is_by_key: bool = False
    is_once: bool = False
    trigger: str = DEFAULT_TRIGGER
    skip_lost: bool = False
    read_uncommitted: bool = False


@click.command()
@click.option("-t", "--topic", "topics", multiple=True, required=True, help="A topic to read; repeat it for more.")
@click.option("--to", "to_topic", metavar="TOPIC", required=True, help="Where records go.")
@click.option("--checkpoint", metavar="DIR", required=True, help="Where the job remembers how far it is.")
@click.option("--once", "is_once", is_flag=True, help="Stop when everything that is there has been read.")
@click.option("--by-key", "is_by_key", is_flag=True, help="Let keys choose the partition; default: it is kept.")
@click.option("-z", "--compression", type=click.Choice(COMPRESSIONS), help="Of all batches. Default: as they are.")
@click.option("--trigger", default=DEFAULT_TRIGGER, show_default=True, help="How often a batch begins.")
@click.option("--max-offsets", "offsets_max", type=click.IntRange(1), default=DEFAULT_OFFSETS_MAX, show_default=True)
@click.option("--from", "start", type=click.Choice(["earliest", "latest"]), default="earliest", show_default=True)
@click.option("--skip-lost", is_flag=True, help="Go on where records are gone, instead of failing.")
@click.option("--read-uncommitted", is_flag=True, help="Copy what open and aborted transactions wrote, too.")
@cluster_options
@session_options
def copy(*, bootstrap: str, command_config: Path | None, client: tuple[str, ...], **options: Any) -> int:
    """Copy topics to another topic of the cluster, every record once."""
    session = {name: options.pop(name) for name in ("master", "driver_memory", "conf")}
    del options["verbose"]
    if options["to_topic"] in options["topics"]:
        raise click.UsageError(f"--to {options['to_topic']} is a topic that is read: the copy would have no end")
    options["compression"] = options["compression"] or ""
    job = CopyJob(client=client_settings(bootstrap, command_config, client), **options)
    with job_session("copy", **session) as spark:
        count = run_copy(spark, job)
    click.echo(f"copied {count:,} offsets to {job.to_topic}")
    return ExitCode.OK


def run_copy(spark: SparkSession, job: CopyJob) -> int:
    """Runs a job to its end.

    Returns:
        How many offsets it has covered.

    Raises:
        StreamingQueryException: it failed; the next run repeats what was not finished.
    """
    from kavka.pipeline.copying.query import copy as copy_query

    options = {
        **job.client,
        "subscribe": ",".join(job.topics),
        "startingOffsets": job.start,
        "maxOffsetsPerTrigger": str(job.offsets_max),
        "failOnDataLoss": str(not job.skip_lost).lower(),
    }
    if job.read_uncommitted:
        options["kafka.isolation.level"] = "read_uncommitted"
    if job.compression:
        options["kafka.compression.type"] = job.compression
    writer = copy_query(spark, options, job.to_topic, checkpoint=job.checkpoint, is_by_key=job.is_by_key)
    return run_query(spark, writer, "copy", is_once=job.is_once, trigger=job.trigger).records
