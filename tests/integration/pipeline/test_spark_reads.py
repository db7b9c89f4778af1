"""The two ways from a topic to a DataFrame, `format("kavka")` and `kavka.spark.read`: the same rows, the same errors.

Then what only the second has: columns and filters that reach the files, attempts that fail, and files that go.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pyarrow as pa
import pytest

import kavka.spark
from kavka.common.types import TopicPartition
from kavka.pipeline.failures import OptionError, cause_of
from kavka.pipeline.landing.landing import land
from kavka.pipeline.landing.landing_directory import LandingDirectory
from kavka.pipeline.source.cluster_queries import cluster_for
from kavka.pipeline.source.exactly_once import Attempt, write_at_least_once, write_once
from kavka.pipeline.source.options import COLUMNS, parse_write
from kavka.pipeline.source.ranges import OffsetRange
from kavka.timer.clock import ManualClock
from tests.support.pipeline.filling import contents, create, doubles, fill
from tests.support.pipeline.landing_failure import FailsAfterWriting
from tests.support.processes.cluster import KavkaProcess

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(600),
]  # a JVM, a cluster and three dozen jobs of Spark on half a core

COUNT = 500
CLOCK = ManualClock(wall_ms=1_700_000_000_000)
AWKWARD = "007"
"""A topic's name that a reader of partitioned directories takes for a number."""


@pytest.fixture(scope="module")
def bootstrap(tmp_path_factory) -> Iterator[str]:
    process = KavkaProcess(tmp_path_factory.mktemp("kavka") / "data")
    try:
        process.start()
        create(process.bootstrap, "numbers")
        fill(process.bootstrap, "numbers", COUNT)
        create(process.bootstrap, AWKWARD)
        fill_with_everything(process.bootstrap)
        create(process.bootstrap, "unwritten")
        yield process.bootstrap
    finally:
        process.stop()


def fill_with_everything(bootstrap: str) -> None:
    """Null keys, headers, a timestamp before 1900, and what an aborted transaction wrote."""
    stamps = pa.array([-3_000_000_000_000_000, 0, 1_600_000_000_123_000], pa.timestamp("us", tz="UTC"))
    headers = pa.array(
        [[{"key": "h", "value": b"1"}, {"key": "h", "value": None}], None, []],
        pa.list_(pa.struct([("key", pa.string()), ("value", pa.binary())])),
    )
    rows = pa.RecordBatch.from_pydict(
        {
            "key": pa.array([b"k", None, b""], pa.binary()),
            "value": pa.array([b"v", b"\x00\xff", None], pa.binary()),
            "headers": headers,
            "timestamp": stamps,
            "partition": pa.array([0, 1, 0], pa.int32()),
        }
    )
    options = parse_write({"kafka.bootstrap.servers": bootstrap, "topic": AWKWARD}, is_stream=True)
    cluster = cluster_for(options.client)
    write_at_least_once(cluster, options, iter([rows]), clock=CLOCK, task=0)

    def half() -> Iterator[pa.RecordBatch]:
        yield rows
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write_once(cluster, options, Attempt("aborted", 0, 0), half(), clock=CLOCK)
    contents(bootstrap, AWKWARD)  # waits until the transaction is over


@contextmanager
def by_source(spark, options):
    yield spark.read.format("kavka").options(**options).load()


Read = Callable[..., AbstractContextManager]


@pytest.fixture(params=["source", "landed"])
def read(request, spark, bootstrap) -> Read:
    way = {"source": by_source, "landed": kavka.spark.read}[request.param]
    return lambda topic, **options: way(spark, client(bootstrap, topic) | options)


def client(bootstrap, topic):
    return {"kafka.bootstrap.servers": bootstrap, "subscribe": topic}


@pytest.fixture
def base(tmp_path):
    """Where files land; empty again when the test is over."""
    yield tmp_path
    assert list(tmp_path.iterdir()) == []


def collected(rows):
    return sorted((row.asDict(recursive=True) for row in rows.collect()), key=lambda r: (r["partition"], r["offset"]))


# ---------------------------------------------------------------- what both do


def test_every_column_of_every_record(read):
    with read(AWKWARD, includeHeaders="true", **{"kafka.isolation.level": "read_committed"}) as rows:
        assert rows.schema.simpleString() == (
            "struct<key:binary,value:binary,topic:string,partition:int,offset:bigint,timestamp:timestamp,"
            "timestampType:int,headers:array<struct<key:string,value:binary>>>"
        )
        assert all(field.nullable for field in rows.schema.fields)
        first, last, other = collected(rows)
        micros = [row["us"] for row in rows.selectExpr("unix_micros(timestamp) AS us").collect()]
    assert (first["key"], first["value"], first["topic"], first["partition"]) == (b"k", b"v", AWKWARD, 0)
    assert first["headers"] == [{"key": "h", "value": b"1"}, {"key": "h", "value": None}]
    assert (last["key"], last["value"], last["headers"], last["offset"]) == (b"", None, None, 1)
    assert (other["key"], other["value"], other["headers"], other["partition"]) == (None, b"\x00\xff", None, 1)
    assert {row["timestampType"] for row in (first, last, other)} == {0}
    assert sorted(micros) == [-3_000_000_000_000_000, 0, 1_600_000_000_123_000]


def test_aborted_records_are_read_by_who_asks_for_them(read):
    with read(AWKWARD) as rows:
        assert rows.count() == 6


def test_bounds_and_chosen_columns(read):
    start, end = json.dumps({"numbers": {"0": 3, "1": -2}}), json.dumps({"numbers": {"0": 7, "1": 2}})
    options = {"startingOffsets": start, "endingOffsets": end, "columns": "offset,partition", "minPartitions": "4"}
    with read("numbers", **options) as rows:
        assert rows.columns == ["offset", "partition"]
        found = [(row["partition"], row["offset"]) for row in collected(rows)]
    assert found == [(0, 3), (0, 4), (0, 5), (0, 6), (1, 0), (1, 1)]


def test_columns_that_are_the_same_for_all(read):
    with read("numbers", columns="topic") as rows:
        assert {tuple(row) for row in rows.collect()} == {("numbers",)}
        assert rows.count() == 2 * COUNT


def test_a_topic_without_records(read):
    with read("unwritten") as rows:
        assert rows.columns == list(COLUMNS)
        assert rows.collect() == []


@pytest.mark.parametrize(
    ("topic", "options", "said"),
    [
        ("numbers", {"startingOfsets": "earliest"}, "unknown option startingofsets; did you mean startingOffsets?"),
        ("no-such", {}, "there is no topic 'no-such' in this cluster"),
        ("numbers", {"endingOffsets": json.dumps({"numbers": {"0": COUNT + 1, "1": 0}})}, "is to be read up to 501"),
    ],
)
def test_errors(read, topic, options, said):
    with pytest.raises(Exception) as caught, read(topic, **options) as rows:  # noqa: PT011  Spark has many
        rows.collect()
    assert said in cause_of(caught.value)


# ---------------------------------------------------------------- what only landed records have


def plan(rows) -> str:
    return rows._jdf.queryExecution().executedPlan().toString()


def test_only_the_columns_that_are_used_are_scanned_and_filters_reach_the_files(spark, bootstrap, base):
    with kavka.spark.read(spark, client(bootstrap, "numbers"), directory=base) as rows:
        some = rows.where("partition = 1 AND offset >= 490").select("value")
        shown = plan(some)
        assert "ReadSchema: struct<value:binary,offset:bigint>" in shown
        assert "GreaterThanOrEqual(offset,490)" in shown
        assert "(partition#" in shown.split("PartitionFilters: ")[1].split("PushedFilters")[0]
        assert sorted(int(row["value"]) for row in some.collect()) == list(range(981, 1001, 2))


def test_records_that_come_later_are_not_in_it(spark, bootstrap, base):
    create(bootstrap, "growing", partitions=1)
    fill(bootstrap, "growing", 5, partitions=1)
    with kavka.spark.read(spark, client(bootstrap, "growing"), directory=base) as rows:
        fill(bootstrap, "growing", 5, partitions=1, start=5)
        assert rows.count() == rows.count() == 5


def test_a_repeated_task_doubles_nothing(spark, bootstrap, base):
    place = LandingDirectory(base, [TopicPartition("numbers", number) for number in (0, 1)])
    task = FailsAfterWriting(
        directory=str(place.path),
        client={"bootstrap.servers": bootstrap},
        columns=COLUMNS,
        fail_on_data_loss=True,
        bytes_max=10**9,
    )
    try:
        rows = land(spark, task, [OffsetRange("numbers", number, 0, COUNT) for number in (0, 1)])
        assert len(list(place.path.rglob("*.parquet"))) == 4
        found = [(row["partition"], row["offset"]) for row in rows.collect()]
    finally:
        place.close()
    assert not doubles(found)
    assert set(found) == {(number, offset) for number in (0, 1) for offset in range(COUNT)}


def test_a_query_that_fails_leaves_nothing(spark, bootstrap, base):
    def query():
        with kavka.spark.read(spark, client(bootstrap, "numbers"), directory=base) as rows:
            assert list(base.iterdir()) != []
            rows.selectExpr("raise_error(string(value))").collect()

    with pytest.raises(Exception, match="USER_RAISED_EXCEPTION"):
        query()


def test_a_task_that_finds_no_room_leaves_nothing_and_says_so(spark, bootstrap, base):
    read = kavka.spark.read(spark, client(bootstrap, "numbers"), directory=base, bytes_max=1_000)
    with pytest.raises(Exception) as caught, read:  # noqa: PT011
        pass
    assert cause_of(caught.value).startswith("more than 1,000 bytes of records would land in ")


def test_a_file_that_is_gone_is_an_error(spark, bootstrap, base):
    """Whatever the session says: less than all would be taken for all."""
    spark.conf.set("spark.sql.files.ignoreMissingFiles", "true")
    try:
        with kavka.spark.read(spark, client(bootstrap, "numbers"), directory=base) as rows:
            next(base.rglob("*.parquet")).unlink()
            with pytest.raises(Exception, match="does not exist"):
                rows.collect()
    finally:
        spark.conf.unset("spark.sql.files.ignoreMissingFiles")


# ---------------------------------------------------------------- streams that catch up


def test_batches_go_on_where_the_last_run_ended_and_a_failed_one_comes_again(spark, bootstrap, base, tmp_path_factory):
    checkpoint = tmp_path_factory.mktemp("checkpoint")
    options = client(bootstrap, "numbers") | {"startingOffsets": "earliest", "maxOffsetsPerTrigger": "400"}
    seen: dict[int, list[tuple[int, int]]] = {}

    def remember(rows, number):
        seen[number] = sorted((row["partition"], row["offset"]) for row in rows.select("partition", "offset").collect())

    def fail_at_one(rows, number):
        remember(rows, number)
        if number == 1:
            raise ZeroDivisionError("by a user")

    def run(work):
        kavka.spark.available_now(spark, options, work, checkpoint=checkpoint, directory=base)

    with pytest.raises(Exception) as caught:  # noqa: PT011
        run(fail_at_one)
    assert cause_of(caught.value) == "ZeroDivisionError: by a user"
    before = dict(seen)
    assert sorted(before) == [0, 1]
    seen.clear()
    run(remember)
    assert seen[1] == before[1]
    found = before[0] + [row for rows in seen.values() for row in rows]
    assert not doubles(found)
    assert set(found) == {(number, offset) for number in (0, 1) for offset in range(COUNT)}
    seen.clear()
    run(remember)
    assert seen == {}


def test_what_makes_no_sense_is_said_first(spark, bootstrap, base, tmp_path_factory):
    with pytest.raises(OptionError, match="startingOffsets cannot be latest in a batch"):
        kavka.spark.read(spark, client(bootstrap, "numbers") | {"startingOffsets": "latest"}).__enter__()
    with pytest.raises(OptionError, match="endingOffsets has no meaning here"):
        kavka.spark.available_now(
            spark, client(bootstrap, "numbers") | {"endingOffsets": "latest"}, lambda *_: None, checkpoint=base
        )
