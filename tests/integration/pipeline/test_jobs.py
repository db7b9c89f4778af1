"""Each job once on a real session and a real cluster: two partitions of two thousand records.

All that needs the session is in this file: tests run in two processes, file by file, and each would start a JVM.
"""

from __future__ import annotations

import datetime as dt
import json
import os
import sys
from collections.abc import Iterator

import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest
from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition

from kavka import pipeline
from kavka import spark as kavka_spark
from kavka.pipeline.failures import PipelineError, cause_of
from kavka.pipeline.jobs.archive import ArchiveJob, run_archive
from kavka.pipeline.jobs.copy import CopyJob, run_copy
from kavka.pipeline.jobs.replay import ReplayJob, run_replay
from kavka.pipeline.jobs.sql import SqlJob, run_sql
from kavka.pipeline.session import BLAS_THREADS
from tests.support.pipeline.filling import contents, create, doubles, fill
from tests.support.processes.cluster import KavkaProcess, wait_until

pytestmark = pytest.mark.slow

COUNT = 2_000
BATCH_SECONDS_MAX = 90.0


@pytest.fixture(scope="module")
def kavka(tmp_path_factory) -> Iterator[str]:
    process = KavkaProcess(tmp_path_factory.mktemp("kavka") / "data")
    try:
        process.start()
        create(process.bootstrap, "orders")
        fill(process.bootstrap, "orders", COUNT, value=as_json)
        yield process.bootstrap
    finally:
        process.stop()


def as_json(number: int) -> str:
    moment = dt.datetime.fromtimestamp(1_700_000_000 + number / 100, dt.UTC).isoformat()
    return json.dumps({"user": f"u{number % 5}", "ts": moment, "amount": number})


def client(bootstrap):
    return {"kafka.bootstrap.servers": bootstrap}


def test_workers_do_not_compile_pyspark_anew(spark):
    """They would from the zip that Spark puts in front: half a second in each process that a query starts."""
    where = spark.sparkContext.parallelize([0], 1).map(lambda _: sys.modules["pyspark"].__file__).collect()
    assert ".zip" not in where[0]


def test_what_plans_a_query_starts_no_threads_for_matrices(spark):
    """OpenBLAS has one a core, which spins before it sleeps: a third of the CPU that starting such a process costs."""

    class Planner(DataSource):
        """One row: how many threads the process that plans it may start for OpenBLAS."""

        def schema(self):
            return "threads string"

        def reader(self, schema):
            class Reader(DataSourceReader):
                def partitions(self):
                    return [InputPartition(os.environ.get(BLAS_THREADS))]

                def read(self, partition):
                    yield (partition.value,)

            return Reader()

    spark.dataSource.register(Planner)
    assert [row.threads for row in spark.read.format("Planner").load().collect()] == ["1"]


def test_archive_and_replay(spark, kavka, tmp_path):
    lake = tmp_path / "lake"
    job = ArchiveJob(client=client(kavka), out=lake, topics=("orders",), offsets_max=1_000, is_once=True)
    assert run_archive(spark, job) == 2 * COUNT
    table = pq.read_table(lake)
    assert table.num_rows == 2 * COUNT
    assert not doubles(list(zip(table["partition"].to_pylist(), table["offset"].to_pylist(), strict=True)))
    assert run_archive(spark, job) == 0
    create(kavka, "orders-copy")
    replay = ReplayJob(client=client(kavka), archive=lake, to_topic="orders-copy", job_id="copy")
    assert sum(done.records for done in run_replay(spark, replay)) == 2 * COUNT
    columns = ("partition", "key", "value", "timestamp")
    assert contents(kavka, "orders-copy", columns) == contents(kavka, "orders", columns)
    again = run_replay(spark, replay)
    assert [done.records for done in again] == [0, 0]


def test_copy(spark, kavka, tmp_path):
    create(kavka, "orders-again", "orders-few")
    settings = {"client": client(kavka), "topics": ("orders",), "checkpoint": str(tmp_path / "job")}
    job = CopyJob(**settings, to_topic="orders-again", offsets_max=3_000, compression="lz4", is_once=True)
    assert run_copy(spark, job) == 2 * COUNT
    assert run_copy(spark, job) == 0
    columns = ("partition", "key", "value", "timestamp")
    assert contents(kavka, "orders-again", columns) == contents(kavka, "orders", columns)
    least = COUNT - 10

    def late(rows):
        return rows.filter(pc.greater_equal(rows["offset"], least))

    options = {**client(kavka), "subscribe": "orders", "startingOffsets": "earliest"}
    writer = kavka_spark.copy(spark, options, "orders-few", checkpoint=tmp_path / "program", change=late)
    query = writer.trigger(availableNow=True).start()
    query.awaitTermination()
    assert len(contents(kavka, "orders-few")) == 20


def test_sql_to_a_topic(spark, kavka, tmp_path):
    create(kavka, "counts")
    job = SqlJob(
        query="SELECT window(ts, '10 seconds') AS w, user, sum(amount) AS total FROM orders GROUP BY 1, 2",
        topics=("orders",),
        client=client(kavka),
        checkpoint=str(tmp_path / "checkpoint"),
        to_topic="counts",
        json_schema="user string, ts timestamp, amount bigint",
        watermark="ts 1 second",
        mode="complete",
        is_once=True,
    )
    assert run_sql(spark, job) == 2 * COUNT
    found = [json.loads(value) for (value,) in contents(kavka, "counts")]
    assert sum(row["total"] for row in found) == sum(range(2 * COUNT))
    assert {row["user"] for row in found} == {f"u{number}" for number in range(5)}


def test_rows_as_they_are_with_topics_of_awkward_names(spark, kavka, tmp_path):
    create(kavka, "a.b-c", "a.b-d")
    fill(kavka, "a.b-c", 5)
    job = SqlJob(
        query="SELECT key, concat('x', string(value)) AS value, partition, timestamp FROM `a.b-c`",
        topics=("a.b-c",),
        client=client(kavka),
        checkpoint=str(tmp_path / "checkpoint"),
        to_topic="a.b-d",
        is_once=True,
    )
    run_sql(spark, job)
    columns = ("partition", "key", "timestamp")
    assert contents(kavka, "a.b-d", columns) == contents(kavka, "a.b-c", columns)
    assert sorted(contents(kavka, "a.b-d")) == [(b"x%d" % number,) for number in range(10)]


def test_what_could_not_be_repeated_is_refused(spark, kavka, tmp_path):
    job = SqlJob(
        query="SELECT /*+ REPARTITION(3) */ value FROM orders",
        topics=("orders",),
        client=client(kavka),
        checkpoint=str(tmp_path / "checkpoint"),
        to_topic="counts",
        is_once=True,
    )
    with pytest.raises(PipelineError, match="Repartition 3 deals rows out"):
        run_sql(spark, job)


def test_an_option_that_is_wrong_says_so_through_spark(spark, kavka):
    reader = spark.read.format("kavka").options(**client(kavka)).option("subscribe", "orders")
    with pytest.raises(Exception) as caught:  # noqa: PT011  Spark has many classes for it
        reader.option("startingOfsets", "earliest").load()
    assert cause_of(caught.value) == "unknown option startingofsets; did you mean startingOffsets?"
    with pytest.raises(Exception) as caught:  # noqa: PT011
        spark.read.format("kavka").options(**client(kavka)).option("subscribe", "no-such").load().count()
    assert cause_of(caught.value) == "there is no topic 'no-such' in this cluster"


def test_a_stream_that_waits_for_its_first_record_knows_that_it_has_been_here(spark, kavka, tmp_path):
    create(kavka, "late", "late-copy")
    reader = spark.readStream.format("kavka").options(**client(kavka)).option("subscribe", "late").load()
    writer = reader.writeStream.format("kavka").options(**client(kavka)).option("topic", "late-copy")
    query = writer.option("checkpointLocation", str(tmp_path)).start()

    def is_committed(batch):
        assert query.exception() is None, query.exception()
        return (tmp_path / "commits" / str(batch)).exists()

    try:
        wait_until(lambda: is_committed(0), "batch 0, without rows", BATCH_SECONDS_MAX)
        fill(kavka, "late", 10)
        wait_until(lambda: is_committed(1), "batch 1", BATCH_SECONDS_MAX)
    finally:
        query.stop()
    columns = ("partition", "value")
    assert contents(kavka, "late-copy", columns) == contents(kavka, "late", columns)


def test_workers_run_the_interpreter_of_the_driver(spark):
    def facts(_):
        return [(sys.version_info[:2], os.path.dirname(pipeline.__file__))]

    ((version, where),) = set(spark.sparkContext.parallelize(range(2), 2).mapPartitions(facts).collect())
    assert version == sys.version_info[:2]
    assert where == pipeline.__path__[0]


def test_settings_that_streams_rely_on(spark):
    assert spark.conf.get("spark.sql.shuffle.partitions") == "2"
    assert spark.conf.get("spark.sql.session.timeZone") == "UTC"
    assert spark.conf.get("spark.sql.adaptive.enabled") == "false"
