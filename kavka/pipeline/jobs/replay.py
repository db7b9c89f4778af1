"""`kavka-spark replay`: an archive back into topics; keys, values, headers, timestamps and partitions are kept.

    kavka-spark replay --from lake --job-id restore-1                     to topics of the same names
    kavka-spark replay --from lake -t orders --to orders-copy --job-id x  to another one

The target topics must exist, with as many partitions, and keep what is old: a broker soon deletes records whose
timestamps are beyond retention.ms, so set it to -1 before a replay. Run again with the same --job-id it goes on where
it was, and writes nothing twice; without one, a run is a job of its own. What a job has done is remembered as committed
offsets, for offsets.retention.minutes (a week).
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeout
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

import click

from kavka.cli.exit_codes import ExitCode
from kavka.common.types import TopicPartition
from kavka.pipeline.failures import PipelineError
from kavka.pipeline.jobs.job import CLIENT_PREFIX, client_settings, cluster_options, job_session, session_options
from kavka.pipeline.progress import CLEAR_LINE
from kavka.pipeline.query_run import POLL_SECONDS, Interruption, interruptible

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from kavka.pipeline.archive.replaying import Replayed, ReplayPart

DEFAULT_PREFIX: Final = "kavka-replay"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayJob:
    """What to replay, and where to.

    Attributes:
        client: options of the data source: which cluster, and how to talk to it.
        archive: what `archive` wrote.
        topics: which of its topics; empty: all.
        to_topic: where a single topic goes; "": to the one of its own name.
        job_id: what is written once however often it is run; "": this run is a job of its own.
    """

    client: Mapping[str, str]
    archive: Path
    topics: tuple[str, ...] = ()
    to_topic: str = ""
    job_id: str = ""


@click.command()
@click.option(
    "--from",
    "archive",
    required=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The archive's directory.",
)
@click.option(
    "-t", "--topic", "topics", multiple=True, help="A topic of the archive; repeat it for more. Default: all."
)
@click.option("--to", "to_topic", metavar="TOPIC", default="", help="Where a single topic goes. Default: its own name.")
@click.option("--job-id", default="", help="Write nothing twice, however often this job is run.")
@cluster_options
@session_options
def replay(*, bootstrap: str, command_config: Path | None, client: tuple[str, ...], **options: Any) -> int:
    """Write an archive's records to topics, every record once.

    Timestamps are kept, and brokers delete what is older than the target's retention.ms: set it to -1 first.
    """
    session = {name: options.pop(name) for name in ("master", "driver_memory", "conf")}
    del options["verbose"]
    job = ReplayJob(client=client_settings(bootstrap, command_config, client), **options)
    with job_session("replay", **session) as spark, interruptible() as interruption:
        done = run_replay(spark, job, interruption)
    if interruption.is_wanted:
        click.echo("interrupted; the same --job-id goes on" if job.job_id else "interrupted", err=True)
        return ExitCode.INTERRUPTED
    skipped = sum(one.skipped for one in done)
    before = f"; {skipped} files had been replayed before" if skipped else ""
    click.echo(
        f"replayed {sum(one.records for one in done):,} records of {sum(one.files for one in done)} files{before}"
    )
    return ExitCode.OK


def run_replay(spark: SparkSession, job: ReplayJob, interruption: Interruption | None = None) -> list[Replayed]:
    """Runs a job to its end.

    Returns:
        What was done for each partition; nothing when it was interrupted.

    Raises:
        PipelineError: the archive or the target does not fit.
        PySparkException: it failed; the same job id goes on.
    """
    from kavka.pipeline.archive.replaying import replay_part

    parts = plan(job)
    context = spark.sparkContext
    with ThreadPoolExecutor(1, thread_name_prefix="replay") as executor:
        running = executor.submit(lambda: context.parallelize(parts, len(parts)).map(replay_part).collect())
        return _wait(spark, running, len(parts), interruption or Interruption())


def _wait(
    spark: SparkSession, running: Future[list[Replayed]], count: int, interruption: Interruption
) -> list[Replayed]:
    tracker = spark.sparkContext.statusTracker()
    is_shown = sys.stderr.isatty()
    while True:
        try:
            done = running.result(POLL_SECONDS)
            break
        except FutureTimeout:
            if interruption.is_wanted:
                spark.sparkContext.cancelAllJobs()
                running.exception()
                return []
        stages = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
        ready = sum(stage.numCompletedTasks for stage in stages if stage is not None)
        if is_shown:
            sys.stderr.write(f"{CLEAR_LINE}replay: {ready} of {count} partitions")
            sys.stderr.flush()
    if is_shown:
        sys.stderr.write(CLEAR_LINE)
    return done


def plan(job: ReplayJob) -> list[ReplayPart]:
    """Plans one part for each partition of the archive, checked against the target.

    Raises:
        PipelineError: nothing to replay, files that overlap, or a target that lacks partitions.
    """
    from kavka.pipeline.archive.layout import files_in, partitions_in
    from kavka.pipeline.archive.replaying import ReplayPart, overlapping, partition_counts
    from kavka.pipeline.source.cluster_queries import cluster_for

    client = {name.removeprefix(CLIENT_PREFIX): value for name, value in job.client.items()}
    found = [tp for tp in partitions_in(job.archive) if not job.topics or tp.topic in job.topics]
    _check_topics(job, found)
    job_id = job.job_id or uuid4().hex
    parts = []
    for tp in found:
        files = files_in(job.archive.resolve(), tp)
        if clash := overlapping(files):
            raise PipelineError(
                f"{clash[0].path.name} and {clash[1].path.name} of {tp} overlap: their records would double"
            )
        listed = tuple((file.start, file.end, str(file.path)) for file in files)
        target = TopicPartition(job.to_topic or tp.topic, tp.partition)
        parts.append(ReplayPart(tuple(sorted(client.items())), job_id, DEFAULT_PREFIX, tp, target, listed))
    counts = partition_counts(cluster_for(client), sorted({part.target.topic for part in parts}))
    for part in parts:
        if part.target.partition >= counts[part.target.topic]:
            raise PipelineError(
                f"{part.target.topic} has {counts[part.target.topic]} partitions, and the archive has records of "
                f"partition {part.target.partition}; create it with more, or let the target be another topic"
            )
    return parts


def _check_topics(job: ReplayJob, found: Sequence[TopicPartition]) -> None:
    topics = {tp.topic for tp in found}
    missing = sorted(set(job.topics) - topics)
    if missing:
        raise PipelineError(f"{job.archive} has no topic {missing[0]}")
    if not topics:
        raise PipelineError(f"{job.archive} is no archive: there are no directories topic=T/partition=P in it")
    if job.to_topic and len(topics) > 1:
        raise PipelineError(
            f"--to is for one topic, and there are {', '.join(sorted(topics))}; choose one with --topic"
        )
