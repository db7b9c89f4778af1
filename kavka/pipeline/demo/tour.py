"""`kavka-spark demo`, which is `make pipeline`: archive, SQL and audit on a cluster of its own, one after the other.

    three brokers ─▶ topic python-source: the standard library's lines    (`kavka demo`)
                  └▶ topic cluster-events: what happened meanwhile         (`event_topic`; one broker is killed)
                          │
         1 archive ───────┴─▶ lake/topic=…/partition=…/….parquet           each record once
         2 SQL over the lake, and over a topic as it is
         3 audit of the brokers' files ─▶ audit.html                       are they whole, and the same?

One Spark session does all three. On a terminal the cluster stays up afterwards; otherwise it ends, with 0 only when
the lake has every record and the audit finds nothing wrong.
"""

from __future__ import annotations

import asyncio
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from functools import partial
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any, Final

import click

from kavka.cli.demo import TOPIC as SOURCE_TOPIC
from kavka.cli.demo import standard_library, stream_sources
from kavka.cli.exit_codes import ExitCode
from kavka.cli.output import print_table
from kavka.common.types import NewTopic, TopicPartition
from kavka.pipeline.audit.findings import judge
from kavka.pipeline.audit.page import page
from kavka.pipeline.audit.report import TOPIC_COLUMNS, document, size_text, summary
from kavka.pipeline.audit.run import AuditJob, run_audit
from kavka.pipeline.demo.event_topic import EventTopic
from kavka.pipeline.failures import PipelineError
from kavka.pipeline.jobs.archive import ArchiveJob, run_archive
from kavka.pipeline.jobs.audit import INTERPRETED, JAVA_OPTIONS
from kavka.pipeline.jobs.job import client_settings, job_session, session_options
from kavka.sync import Admin, LocalCluster, Producer
from kavka.timer.clock import SystemClock
from kavka.wire.offsets import LATEST

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from kavka.local.state import BrokerInfo

OpenSession = Callable[[], AbstractContextManager["SparkSession"]]

DEFAULT_DATA_DIR: Final = Path("data") / "pipeline"
BROKERS: Final = 3
EVENT_TOPIC: Final = "cluster-events"
VICTIM: Final = 1
EVENTS_WAIT_MS: Final = 30_000
SETTINGS: Final = {"zookeeper.session.timeout.ms": "6000"}

LAKE_QUERY: Final = """
    SELECT split(cast(key AS string), '/')[0] AS package, count(DISTINCT key) AS files, count(*) AS lines,
           max(length(value)) AS longest
    FROM lake WHERE key LIKE '%/%' GROUP BY 1 ORDER BY lines DESC LIMIT 5
"""
TOPIC_QUERY: Final = """
    SELECT get_json_object(line, '$.kind') AS kind, count(*) AS events,
           count(DISTINCT get_json_object(line, '$.broker')) AS brokers
    FROM (SELECT cast(value AS string) AS line FROM events) GROUP BY 1 ORDER BY events DESC, kind
"""


@click.command()
@click.option(
    "--data-dir",
    type=click.Path(file_okay=False, path_type=Path),
    default=DEFAULT_DATA_DIR,
    show_default=True,
    help="For the brokers' data, the lake and the report; what an earlier run left there is removed.",
)
@click.option("--stay/--no-stay", default=None, help="Stay up until Ctrl-C. Default: on a terminal.")
@session_options
def demo(*, data_dir: Path, stay: bool | None, verbose: bool, conf: tuple[str, ...], **session: Any) -> int:
    """Show archive, SQL and audit on a cluster of its own."""
    stays = sys.stdout.isatty() if stay is None else stay
    opened = partial(job_session, "demo", conf=(INTERPRETED, *conf), java_options=JAVA_OPTIONS, **session)
    is_right = run_tour(opened, data_dir.resolve(), standard_library(), wait=_wait if stays else lambda: None)
    return ExitCode.OK if is_right else ExitCode.FAILED


def run_tour(opened: OpenSession, base: Path, sources: Path, *, wait: Callable[[], None]) -> bool:
    """Runs all steps; returns whether the lake is whole and the log sound.

    Args:
        opened: opens the Spark session, after the brokers have something to show.
        base: for the brokers' data, the lake and the report.
        sources: the folder whose Python files are streamed.
        wait: is called at the end, while the brokers still run.

    Raises:
        PipelineError: a step before the archive went wrong.
    """
    for part in ("cluster", "lake"):
        shutil.rmtree(base / part, ignore_errors=True)
    with LocalCluster(BROKERS, data_dir=base / "cluster", config=SETTINGS) as cluster:
        click.echo(f"brokers    {cluster.bootstrap}, data in {cluster.data_dir}")
        written = _fill(cluster, sources)
        with opened() as spark:
            is_whole = _archive(spark, cluster.bootstrap, base / "lake", written)
            _query(spark, cluster.bootstrap, base / "lake")
            is_sound = _audit(spark, cluster, base / "audit.html")
        _invite(cluster, base)
        wait()
    return is_whole and is_sound


def _wait() -> None:
    click.echo("\nStays up for you. Ctrl-C ends.")
    with suppress(KeyboardInterrupt):
        Event().wait()


def _fill(cluster: LocalCluster, sources: Path) -> int:
    """Fills both topics, and has something happen to a broker meanwhile. Returns how many records there are."""
    with Admin(cluster.bootstrap) as admin, Producer(cluster.bootstrap) as producer:
        admin.create_topics([NewTopic(EVENT_TOPIC, 1, BROKERS)])
        events = EventTopic(producer, EVENT_TOPIC)
        for broker in cluster.brokers:
            _follow(events, broker)
        if not asyncio.run(stream_sources(cluster.bootstrap, sources, "none", BROKERS)):
            raise PipelineError("not every line came back: see above")
        cluster.kill(VICTIM)
        cluster.restart(VICTIM)
        _follow(events, cluster.brokers[VICTIM])
        if not events.wait_for("election", timeout_ms=EVENTS_WAIT_MS):
            raise PipelineError(f"broker {VICTIM} was killed, and nobody spoke of an election")
        producer.flush()
        click.echo(f"events     broker {VICTIM} was killed and came back; topic {EVENT_TOPIC} tells of it")
        topics = admin.describe_topics([SOURCE_TOPIC, EVENT_TOPIC])
        ends = admin.list_offsets(
            {TopicPartition(one.name, index): LATEST for one in topics for index in one.partitions}
        )
        return sum(end.offset for end in ends.values())


def _follow(events: EventTopic, broker: BrokerInfo) -> None:
    assert broker.admin is not None, "it was not told to have no admin endpoint"
    events.follow(broker.id, broker.admin)


def _archive(spark: SparkSession, bootstrap: str, lake: Path, written: int) -> bool:
    job = ArchiveJob(
        client=client_settings(bootstrap, None, ()), out=lake, topics=(SOURCE_TOPIC, EVENT_TOPIC), is_once=True
    )
    run_archive(spark, job)
    files = list(lake.rglob("topic=*/*/*.parquet"))
    size = sum(file.stat().st_size for file in files)
    records = spark.read.parquet(str(lake)).count()
    click.echo(f"\narchive    {records:,} records in {len(files)} files of Parquet, {size_text(size)}: {lake}")
    if records < written:
        click.echo(f"WRONG      the topics have {written:,}")
    return records >= written


def _query(spark: SparkSession, bootstrap: str, lake: Path) -> None:
    spark.read.parquet(str(lake)).where(f"topic = '{SOURCE_TOPIC}'").createOrReplaceTempView("lake")
    click.echo("\nsql        over the lake: the packages with the most lines")
    _show(spark.sql(LAKE_QUERY).collect())
    options = client_settings(bootstrap, None, ())
    reader = spark.read.format("kavka").options(**options).option("columns", "value")
    reader.option("subscribe", EVENT_TOPIC).load().createOrReplaceTempView("events")
    click.echo(f"\nsql        over the topic {EVENT_TOPIC}: what happened in the cluster meanwhile")
    _show(spark.sql(TOPIC_QUERY).collect())


def _show(rows: Sequence[Any]) -> None:
    shown: list[Mapping[str, Any]] = [row.asDict() for row in rows]
    print_table(shown, list(shown[0]) if shown else [])


def _audit(spark: SparkSession, cluster: LocalCluster, html: Path) -> bool:
    """Audits the files of the running brokers, writes the report; returns whether nothing is wrong."""
    click.echo("\naudit      of every replica's files")
    paths = tuple(Path(broker.data_dir) for broker in cluster.brokers)
    survey = run_audit(spark, AuditJob(paths=paths))
    report = document(survey, judge(survey), now_ms=SystemClock().now_ms())
    html.write_text(page(report, survey), encoding="utf-8")
    topics = [row for row in report["topics"] if row["topic"] in (SOURCE_TOPIC, EVENT_TOPIC)]
    print_table([{**row, "bytes": size_text(row["bytes"])} for row in topics], TOPIC_COLUMNS)
    click.echo(f"           {summary(report)}")
    return not report["wrong"]


def _invite(cluster: LocalCluster, base: Path) -> None:
    click.echo(
        f"\nreport     {base / 'audit.html'}\n"
        f"lake       {base / 'lake'}, for whatever reads Parquet\n"
        "\nYour own, while the brokers run:\n"
        f'  kavka-spark sql "SELECT cast(key AS string) AS file, length(value) AS length FROM `{SOURCE_TOPIC}`" \\\n'
        f"    -t {SOURCE_TOPIC} --out lengths --checkpoint checkpoint --once -b {cluster.bootstrap}\n"
        f"  kavka-spark audit -b {cluster.bootstrap} -t {SOURCE_TOPIC}"
    )
