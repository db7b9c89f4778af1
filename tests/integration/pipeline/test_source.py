"""The data source without Spark: plain methods on plain objects, against a cluster."""

from __future__ import annotations

import datetime as dt
import json
import pickle
from collections.abc import Iterator

import pyarrow as pa
import pytest

from kavka.common.types import TopicPartition
from kavka.pipeline.failures import DataLossError, MarkerError, OptionError, PipelineError
from kavka.pipeline.source.cluster_queries import cluster_for
from kavka.pipeline.source.exactly_once import Attempt, mark_batch, write_at_least_once, write_once
from kavka.pipeline.source.kavka_source import KavkaSource
from kavka.pipeline.source.options import parse_write
from kavka.pipeline.source.readers import KavkaPushReader, KavkaReader, KavkaStreamReader, RangesStreamReader
from kavka.pipeline.source.record_sink import RecordSink
from kavka.pipeline.source.writers import attempt_of
from kavka.pipeline.wire.group_offsets import fetch_offsets
from kavka.pipeline.wire.producer import BlockingProducer
from kavka.protocol.errors import MessageTooLarge, ProducerFenced
from kavka.protocol.messages import DeleteRecordsRequest
from kavka.testing.cluster import KafkaCluster
from kavka.timer.clock import ManualClock
from kavka.wire.murmur2 import partition_for_key
from tests.support.processes.cluster import wait_until

CLOCK = ManualClock(wall_ms=1_700_000_000_000)


@pytest.fixture(scope="module")
def cluster() -> Iterator[KafkaCluster]:
    with KafkaCluster(1) as started:
        yield started


@pytest.fixture
def topic(cluster, request) -> str:
    name = request.node.name.replace("[", ".").replace("]", "")[:100]
    cluster.create_topic(name, partitions=2)
    return name


def rows(count: int, start: int = 0, **columns) -> pa.RecordBatch:
    keys = [str(number) for number in range(start, start + count)]
    given = {"key": pa.array(keys), "value": pa.array([f"v{key}" for key in keys])}
    return pa.RecordBatch.from_pydict(given | columns)


def sink_options(cluster, topic, *, is_stream=True, **options):
    base = {"kafka.bootstrap.servers": cluster.bootstrap, "topic": topic}
    return parse_write(base | options, is_stream=is_stream)


def put(cluster, topic, *batches, **options):
    parsed = sink_options(cluster, topic, is_stream=False, **options)
    write_at_least_once(cluster_for(parsed.client), parsed, iter(batches), clock=CLOCK, task=0)


def source(cluster, topic, **options) -> KavkaSource:
    return KavkaSource({"kafka.bootstrap.servers": cluster.bootstrap, "subscribe": topic} | options)


def read_all(reader, partitions) -> list[dict]:
    """What tasks of other processes would read."""
    found = []
    for partition in pickle.loads(pickle.dumps(partitions)):
        for batch in pickle.loads(pickle.dumps(reader)).read(partition):
            found += batch.to_pylist()
    return found


def batch_of(cluster, topic, **options) -> list[dict]:
    reader = source(cluster, topic, **options).reader(None)
    return read_all(reader, reader.partitions())


def test_what_is_written_is_read(cluster, topic):
    stamps = pa.array([1_600_000_000_000_000 + number for number in range(5)], pa.timestamp("us", tz="UTC"))
    headers = pa.array(
        [[{"key": "h", "value": b"1"}], None, [], None, None],
        pa.list_(pa.struct([("key", pa.string()), ("value", pa.binary())])),
    )
    wanted = pa.array([0, 1, 0, None, None], pa.int32())
    put(cluster, topic, rows(5, timestamp=stamps, headers=headers, partition=wanted))
    found = {row["key"]: row for row in batch_of(cluster, topic, includeHeaders="true")}
    assert [found[str(number).encode()]["value"] for number in range(5)] == [b"v0", b"v1", b"v2", b"v3", b"v4"]
    assert [found[str(number).encode()]["partition"] for number in range(3)] == [0, 1, 0]
    assert found[b"0"]["headers"] == [{"key": "h", "value": b"1"}]
    assert found[b"1"]["headers"] is None
    assert {row["timestamp"].timestamp() for row in found.values()} == {1_600_000_000.0}


def test_keys_go_where_every_other_producer_puts_them(cluster, topic):
    put(cluster, topic, rows(200))
    assert all(row["partition"] == partition_for_key(row["key"], 2) for row in batch_of(cluster, topic))


def test_columns_and_schema(cluster, topic):
    put(cluster, topic, rows(3))
    chosen = source(cluster, topic, columns="offset,value")
    assert chosen.schema() == "`offset` bigint, `value` binary"
    assert {tuple(row) for row in batch_of(cluster, topic, columns="offset,value")} == {("offset", "value")}
    assert source(cluster, topic).schema().startswith("`key` binary, `value` binary, `topic` string")


def test_bounds_of_a_batch(cluster, topic):
    put(cluster, topic, rows(10, partition=pa.array([0] * 10, pa.int32())))
    spec = json.dumps({topic: {"0": 3, "1": -2}})
    end = json.dumps({topic: {"0": 7, "1": -1}})
    assert [row["offset"] for row in batch_of(cluster, topic, startingOffsets=spec, endingOffsets=end)] == [3, 4, 5, 6]
    with pytest.raises(DataLossError, match="ends at 10"):
        batch_of(cluster, topic, endingOffsets=json.dumps({topic: {"0": 11, "1": -1}}))
    assert (
        len(batch_of(cluster, topic, failOnDataLoss="false", endingOffsets=json.dumps({topic: {"0": 11, "1": -1}})))
        == 10
    )
    with pytest.raises(DataLossError, match="which is before it"):
        batch_of(cluster, topic, startingOffsets=spec, endingOffsets=json.dumps({topic: {"0": 1, "1": 0}}))


def test_min_partitions_cut_ranges(cluster, topic):
    put(cluster, topic, rows(100))
    reader = source(cluster, topic, minPartitions="5").reader(None)
    partitions = reader.partitions()
    assert len(partitions) == 5
    assert sorted(int(row["key"]) for row in read_all(reader, partitions)) == list(range(100))


def test_deleted_records_are_an_error_or_skipped(cluster, topic):
    put(cluster, topic, rows(10, partition=pa.array([0] * 10, pa.int32())))
    reader = source(cluster, topic).reader(None)
    partitions = reader.partitions()
    delete(cluster, topic, 4)
    with pytest.raises(DataLossError, match="was to be read from 0 to 10, and has offsets from 4 to 10"):
        read_all(reader, partitions)
    lenient = source(cluster, topic, failOnDataLoss="false").reader(None)
    assert [row["offset"] for row in read_all(lenient, partitions)] == [4, 5, 6, 7, 8, 9]


def delete(cluster, topic, before):
    wire = cluster_for({"bootstrap.servers": cluster.bootstrap})
    request = DeleteRecordsRequest(
        topics=[
            DeleteRecordsRequest.DeleteRecordsTopic(
                name=topic, partitions=[DeleteRecordsRequest.DeleteRecordsPartition(partition_index=0, offset=before)]
            )
        ],
        timeout_ms=10_000,
    )
    wire.ask(wire.leader_of(TopicPartition(topic, 0)), request)


def test_a_stream_of_an_unwritten_topic_has_a_task_so_that_the_sink_hears_of_the_batch(cluster, topic):
    reader = source(cluster, topic).streamReader(None)
    start = reader.initialOffset()
    end = reader.latestOffset(start, reader.getDefaultReadLimit())
    (only,) = reader.partitions(start, end)
    assert read_all(reader, [only]) == []


def test_a_stream_in_shares(cluster, topic):
    put(cluster, topic, rows(100))
    reader = source(cluster, topic, startingOffsets="earliest", maxOffsetsPerTrigger="30").streamReader(None)
    assert isinstance(reader, KavkaStreamReader)
    at, found = reader.initialOffset(), []
    while True:
        end = json.loads(json.dumps(reader.latestOffset(at, reader.getDefaultReadLimit())))
        if end == at:
            break
        found.append(len(read_all(reader, reader.partitions(at, end))))
        at = end
    assert sum(found) == 100
    assert max(found) <= 32
    assert reader.reportLatestOffset() == at


def test_ranges_instead_of_records(cluster, topic):
    put(cluster, topic, rows(10, partition=pa.array([1] * 10, pa.int32())))
    options = {"kavka.ranges": "true", "startingOffsets": "earliest", "minPartitions": "8"}
    ranges = source(cluster, topic, **options)
    reader = ranges.streamReader(None)
    assert isinstance(reader, RangesStreamReader)
    start = reader.initialOffset()
    end = reader.latestOffset(start, reader.getDefaultReadLimit())
    assert read_all(reader, reader.partitions(start, end)) == [{"topic": topic, "partition": 1, "start": 0, "end": 10}]
    assert ranges.schema() == "topic string, partition int, start bigint, end bigint"


def test_positions_for_lag_displays(cluster, topic):
    put(cluster, topic, rows(4, partition=pa.array([0] * 4, pa.int32())))
    reader = source(
        cluster, topic, startingOffsets="earliest", **{"kavka.commit.group": f"shown.{topic}"}
    ).streamReader(None)
    end = reader.latestOffset(reader.initialOffset(), reader.getDefaultReadLimit())
    reader.commit(end)
    wire = cluster_for({"bootstrap.servers": cluster.bootstrap})
    found = fetch_offsets(wire, f"shown.{topic}", [TopicPartition(topic, 0), TopicPartition(topic, 1)])
    assert found == {TopicPartition(topic, 0): 4, TopicPartition(topic, 1): 0}


def test_filters_narrow_what_is_fetched(cluster, topic):
    from pyspark.sql.datasource import EqualTo, GreaterThan, GreaterThanOrEqual, In, LessThan, StringContains

    stamps = pa.array([number * 1_000_000 for number in range(10)], pa.timestamp("us", tz="UTC"))
    put(cluster, topic, rows(10, timestamp=stamps, partition=pa.array([0] * 10, pa.int32())))
    reader = source(cluster, topic, pushdown="true").reader(None)
    assert isinstance(reader, KavkaPushReader)
    since = GreaterThanOrEqual(("timestamp",), dt.datetime(1970, 1, 1, 0, 0, 3, tzinfo=dt.UTC))
    other = StringContains(("topic",), "x")
    filters = [EqualTo(("partition",), 0), GreaterThan(("offset",), 1), LessThan(("offset",), 8), since, other]
    assert list(reader.pushFilters(filters)) == [since, other]
    assert [row["offset"] for row in read_all(reader, reader.partitions())] == [3, 4, 5, 6, 7]
    nothing = source(cluster, topic, pushdown="true").reader(None)
    assert list(nothing.pushFilters([In(("partition",), (1, 7))])) == []
    assert read_all(nothing, nothing.partitions()) == []
    assert type(source(cluster, topic).reader(None)) is KavkaReader


# ---------------------------------------------------------------- writing


def committed(cluster, topic) -> list[str]:
    def ends(level):
        return source(cluster, topic, **{"kafka.isolation.level": level}).streamReader(None).reportLatestOffset()

    # A commit is answered before its markers are in the logs.
    wait_until(lambda: ends("read_committed") == ends("read_uncommitted"), "transactions are over")
    found = batch_of(cluster, topic, **{"kafka.isolation.level": "read_committed"})
    return sorted(row["value"].decode() for row in found)


def test_the_same_work_is_written_once(cluster, topic):
    options = sink_options(cluster, topic)
    wire = cluster_for(options.client)
    attempt = Attempt(f"q.{topic}", 0, 0)
    first = write_once(wire, options, attempt, iter([rows(3), rows(0), rows(2, 3)]), clock=CLOCK)
    again = write_once(wire, options, attempt, iter([rows(3), rows(0), rows(2, 3)]), clock=CLOCK)
    assert (first.rows, first.is_repeated) == (5, False)
    assert (again.rows, again.is_repeated) == (0, True)
    after = write_once(wire, options, attempt._replace(batch=1), iter([rows(1, 5)]), clock=CLOCK)
    assert after.rows == 1
    assert committed(cluster, topic) == ["v0", "v1", "v2", "v3", "v4", "v5"]


def test_a_zombie_is_fenced_and_what_it_wrote_is_never_seen(cluster, topic):
    options = sink_options(cluster, topic)
    wire = cluster_for(options.client)
    attempt = Attempt(f"q.{topic}", 0, 0)

    def and_then_a_later_attempt():
        yield rows(3)
        assert write_once(wire, options, attempt, iter([rows(3)]), clock=CLOCK).rows == 3
        yield rows(1, 90)

    with pytest.raises(ProducerFenced):
        write_once(wire, options, attempt, and_then_a_later_attempt(), clock=CLOCK)
    assert committed(cluster, topic) == ["v0", "v1", "v2"]


def test_a_task_that_fails_leaves_no_open_transaction(cluster, topic):
    options = sink_options(cluster, topic)
    wire = cluster_for(options.client)

    def half():
        yield rows(3)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write_once(wire, options, Attempt(f"q.{topic}", 0, 0), half(), clock=CLOCK)
    put(cluster, topic, rows(1, 50))
    assert committed(cluster, topic) == ["v50"]


def test_a_missing_marker_is_an_error_where_there_should_be_one(cluster, topic):
    options = sink_options(cluster, topic)
    wire = cluster_for(options.client)
    late = Attempt(f"q.{topic}", 7, 0)
    with pytest.raises(MarkerError, match=r"kavka\.missing\.marker=ignore"):
        write_once(wire, options, late, iter([rows(1)]), clock=CLOCK)
    # The driver's marker says that the query has been here; only this task number never wrote.
    mark_batch(wire, options, job=late.job, batch=6)
    assert write_once(wire, options, late, iter([rows(1)]), clock=CLOCK).rows == 1
    ignoring = sink_options(cluster, topic, **{"kavka.missing.marker": "ignore"})
    elsewhere = late._replace(job=f"other.{topic}")
    assert write_once(wire, ignoring, elsewhere, iter([rows(1, 1)]), clock=CLOCK).rows == 1
    assert committed(cluster, topic) == ["v0", "v1"]


def test_a_task_without_rows_asks_nobody(cluster, topic):
    options = sink_options(cluster, topic)
    nowhere = cluster_for({"bootstrap.servers": "127.0.0.1:1", "default.api.timeout.ms": "1"})
    assert write_once(nowhere, options, Attempt("q", 3, 0), iter([rows(0)]), clock=CLOCK).rows == 0


def test_topics_by_column(cluster, topic):
    put(cluster, "", rows(3, topic=pa.array([topic] * 3)), **{"kafka.compression.type": "zstd"})
    assert len(batch_of(cluster, topic)) == 3
    with pytest.raises(PipelineError, match="column topic is null"):
        put(cluster, "", rows(2, topic=pa.array([topic, None])))
    with pytest.raises(PipelineError, match="partition 2 of"):
        put(cluster, topic, rows(1, partition=pa.array([2], pa.int32())))


def test_batches_are_as_large_as_the_topic_takes_them(cluster, topic):
    many = rows(300, partition=pa.array([0] * 300, pa.int32()), value=pa.array(["x" * 100] * 300))
    narrow = cluster.create_topic(f"{topic}.narrow", configs={"max.message.bytes": "5000"})
    with pytest.raises(MessageTooLarge, match=r"max\.request\.size"):
        put(cluster, narrow, many)
    put(cluster, narrow, many, **{"kafka.max.request.size": "5000"})
    assert len(batch_of(cluster, narrow)) == 300


def test_a_transaction_is_not_seen_before_it_ends(cluster, topic):
    wire = cluster_for({"bootstrap.servers": cluster.bootstrap})
    put(cluster, topic, rows(2, partition=pa.array([0, 0], pa.int32())))
    producer = BlockingProducer(wire, transactional_id=f"open.{topic}")
    producer.init()
    options = sink_options(cluster, topic)
    sink = RecordSink(wire, producer, options, clock=CLOCK, task=0)
    sink.write(rows(2, 2, partition=pa.array([0, 0], pa.int32())))
    assert len(batch_of(cluster, topic, **{"kafka.isolation.level": "read_committed"})) == 2
    assert len(batch_of(cluster, topic)) == 4
    producer.abort()
    put(cluster, topic, rows(1, 9, partition=pa.array([0], pa.int32())))
    assert committed(cluster, topic) == ["v0", "v1", "v9"]


def test_what_cannot_be_written_is_said_before_a_task_runs(cluster, topic):
    from pyspark.sql.types import IntegerType, StringType, StructType

    good = StructType().add("value", StringType())
    writer = KavkaSource({"kafka.bootstrap.servers": cluster.bootstrap, "topic": topic})
    assert pickle.loads(pickle.dumps(writer.streamWriter(good, False)))
    with pytest.raises(OptionError, match="cannot be overwritten"):
        writer.writer(good, True)
    with pytest.raises(OptionError, match="there is no column value"):
        writer.writer(StructType().add("v", StringType()), False)
    with pytest.raises(OptionError, match="column value is integer, and must be string or binary"):
        writer.writer(StructType().add("value", IntegerType()), False)
    with pytest.raises(OptionError, match="neither a column topic nor the option topic"):
        KavkaSource({"kafka.bootstrap.servers": "a:1"}).writer(good, False)


def test_which_work_a_task_is():
    assert attempt_of({"streaming.sql.batchId": "4", "sql.streaming.queryId": "q"}, 2) == Attempt("q", 4, 2)
    with pytest.raises(PipelineError, match="does not tell tasks"):
        attempt_of({"streaming.sql.batchId": None, "sql.streaming.queryId": "q"}, 2)


def test_the_format_is_found_by_its_package():
    import pyspark_kavka

    assert pyspark_kavka.DefaultSource is KavkaSource
    assert KavkaSource.name() == "kavka"
