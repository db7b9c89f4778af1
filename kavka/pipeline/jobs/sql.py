"""`kavka-spark sql`: a SELECT over topics, as a stream, to a topic exactly once or to Parquet.

Each topic is a view of its own name. With --json its values are parsed and their fields are columns, beside the
record's own. A row of the result becomes a record: as it is where it has a column `value`, else as JSON of all columns
but `key`.

    kavka-spark sql "SELECT window(ts, '10 seconds') AS w, user, count(*) AS n FROM clicks GROUP BY 1, 2" \\
        --topic clicks --json 'user string, ts timestamp' --watermark 'ts 1 minute' --to counts --checkpoint DIR
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from kavka.cli.exit_codes import ExitCode
from kavka.pipeline.failures import PipelineError
from kavka.pipeline.jobs.job import client_settings, cluster_options, job_session, session_options
from kavka.pipeline.query_run import run_query

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

FORMAT: Final = "kavka"
RECORD_COLUMNS: Final = ("key", "value", "topic", "partition", "offset", "timestamp", "timestampType", "headers")
SINK_COLUMNS: Final = frozenset({"key", "value", "topic", "partition", "headers", "timestamp"})
DEFAULT_TRIGGER: Final = "1 second"
DEFAULT_OFFSETS_MAX: Final = 1_000_000
_UNSTABLE: Final = re.compile(r"^\W*(Repartition \d+, true|RebalancePartitions\b.*)$", re.MULTILINE)
"""In a plan: rows go to tasks in turn, or as sizes suggest; in a re-run they would go to others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SqlJob:
    """What to compute. Exactly one of `to_topic` and `to_path` is set."""

    query: str
    topics: tuple[str, ...]
    client: Mapping[str, str]
    checkpoint: str
    to_topic: str = ""
    to_path: str = ""
    json_schema: str = ""
    watermark: str = ""
    start: str = "earliest"
    mode: str = "append"
    offsets_max: int = DEFAULT_OFFSETS_MAX
    is_once: bool = False
    trigger: str = DEFAULT_TRIGGER


@click.command()
@click.argument("query")
@click.option("-t", "--topic", "topics", multiple=True, required=True, help="A topic to read; repeat it for more.")
@click.option(
    "--json", "json_schema", metavar="FIELDS", default="", help="Fields of the values: 'user string, ts timestamp'."
)
@click.option("--watermark", metavar="'COLUMN DELAY'", default="", help="How late rows may be: 'ts 1 minute'.")
@click.option("--to", "to_topic", metavar="TOPIC", default="", help="Write records to this topic, each exactly once.")
@click.option("--out", "to_path", metavar="DIR", default="", help="Write Parquet files to this directory.")
@click.option(
    "--checkpoint", metavar="DIR", default="", help="Where the query remembers. Default with --out: DIR/_checkpoint."
)
@click.option("--from", "start", type=click.Choice(["earliest", "latest"]), default="earliest", show_default=True)
@click.option("--mode", type=click.Choice(["append", "update", "complete"]), default="append", show_default=True)
@click.option(
    "--max-offsets",
    "offsets_max",
    type=click.IntRange(1),
    default=DEFAULT_OFFSETS_MAX,
    show_default=True,
    help="Of one batch.",
)
@click.option("--once", "is_once", is_flag=True, help="Stop when everything that is there has been read.")
@click.option("--trigger", default=DEFAULT_TRIGGER, show_default=True, help="How often a batch begins.")
@cluster_options
@session_options
def sql(*, bootstrap: str, command_config: Path | None, client: tuple[str, ...], **options: Any) -> int:
    """Run QUERY over topics until interrupted, or with --once over what is there."""
    session = {name: options.pop(name) for name in ("master", "driver_memory", "conf")}
    del options["verbose"]
    if bool(options["to_topic"]) == bool(options["to_path"]):
        raise click.UsageError("say where to: either --to TOPIC or --out DIR")
    if not options["checkpoint"]:
        if not options["to_path"]:
            raise click.UsageError("--checkpoint DIR is missing: where the query remembers how far it is")
        options["checkpoint"] = str(Path(options["to_path"]) / "_checkpoint")
    job = SqlJob(client=client_settings(bootstrap, command_config, client), **options)
    with job_session("sql", **session) as spark:
        run_sql(spark, job)
    return ExitCode.OK


def run_sql(spark: SparkSession, job: SqlJob) -> int:
    """Runs a job to its end.

    Returns:
        How many offsets it has read.

    Raises:
        PipelineError: the query cannot be written exactly once.
    """
    for topic in job.topics:
        topic_view(spark, job, topic).createOrReplaceTempView(f"`{topic}`")
    result = spark.sql(job.query)
    if job.to_topic:
        check_is_repeatable(result)
        rows = as_records(result)
        writer = rows.writeStream.format(FORMAT).options(**job.client).option("topic", job.to_topic)
    else:
        writer = result.writeStream.format("parquet").option("path", job.to_path)
    writer = writer.outputMode(job.mode).option("checkpointLocation", job.checkpoint)
    return run_query(spark, writer, "sql", is_once=job.is_once, trigger=job.trigger).records


def topic_view(spark: SparkSession, job: SqlJob, topic: str) -> DataFrame:
    """Returns one topic as a table: the record's columns, and with --json the value's fields."""
    from pyspark.sql import functions as f

    reader = spark.readStream.format(FORMAT).options(**job.client)
    reader = reader.option("subscribe", topic).option("startingOffsets", job.start)
    records = reader.option("maxOffsetsPerTrigger", job.offsets_max).option("includeHeaders", "true").load()
    if job.json_schema:
        parsed = records.withColumn("_json", f.from_json(f.col("value").cast("string"), job.json_schema))
        fields = parsed.select("_json.*").columns
        clash = sorted({name.lower() for name in fields} & {name.lower() for name in RECORD_COLUMNS})
        # A field called like a column of the record's takes its place: it is what the user has asked for.
        kept = [name for name in RECORD_COLUMNS if name.lower() not in clash]
        records = parsed.select("_json.*", *kept)
    if job.watermark:
        column, _, delay = job.watermark.strip().partition(" ")
        if not delay.strip():
            raise PipelineError(f"--watermark is a column and a delay, such as 'ts 1 minute', not {job.watermark!r}")
        records = records.withWatermark(column, delay.strip())
    return records


def as_records(result: DataFrame) -> DataFrame:
    """Converts rows to records: unchanged with a `value`, else JSON of everything but `key`."""
    from pyspark.sql import functions as f

    names = {name.lower(): name for name in result.columns}
    if "value" in names:
        foreign = [name for name in result.columns if name.lower() not in SINK_COLUMNS]
        if foreign:
            raise PipelineError(
                f"the result has a column value, and {foreign[0]}, which is no part of a record; "
                "leave one out, or rename value to have all columns as JSON"
            )
        return result
    inside = [f.col(f"`{name}`") for name in result.columns if name.lower() != "key"]
    columns = [f.to_json(f.struct(*inside)).alias("value")]
    if "key" in names:
        key = f.col(f"`{names['key']}`")
        is_bytes = result.schema[names["key"]].dataType.typeName() == "binary"
        columns.append((key if is_bytes else key.cast("string")).alias("key"))
    return result.select(*columns)


def check_is_repeatable(result: DataFrame) -> None:
    """Checks that a repeated batch gives each task the same rows.

    What a task has written could not be recognised otherwise.

    Raises:
        PipelineError: rows are dealt out to tasks in turn.
    """
    plan: Any = result
    text = plan._jdf.queryExecution().analyzed().toString()
    if match := _UNSTABLE.search(text):
        raise PipelineError(
            f"{match[1].split(',')[0]} deals rows out to tasks in turn, and a repeated batch would deal them out "
            "otherwise; repartition by a column: /*+ REPARTITION(4, key) */"
        )
