"""A copy's task without Spark: what arrives, and that it arrives once, whatever becomes of the attempts before."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace

import pyarrow as pa
import pyarrow.compute as pc
import pytest
from pyspark import cloudpickle
from pyspark.sql.types import StringType, StructType

from kavka.common.types import TopicPartition
from kavka.pipeline.copying.copier import Copier
from kavka.pipeline.copying.sink import BY_KEY, CopySink, copy_once, parse_copy
from kavka.pipeline.failures import DataLossError, OptionError, PipelineError
from kavka.pipeline.source.cluster_queries import cluster_for
from kavka.pipeline.source.exactly_once import Attempt
from kavka.pipeline.source.ranges import OffsetRange
from kavka.pipeline.wire.producer import BlockingProducer
from kavka.protocol.errors import ProducerFenced
from kavka.testing.cluster import KafkaCluster
from kavka.timer.clock import ManualClock
from kavka.wire.murmur2 import partition_for_key
from tests.support.pipeline.filling import contents, create, fill

CLOCK = ManualClock(wall_ms=1_700_000_000_000)
COLUMNS = ("partition", "key", "value", "timestamp", "headers")
COUNT = 300
_numbers = itertools.count()


@pytest.fixture(scope="module")
def bootstrap() -> Iterator[str]:
    with KafkaCluster(1) as started:
        create(started.bootstrap, "source")
        fill(started.bootstrap, "source", COUNT)
        yield started.bootstrap


@pytest.fixture
def target(bootstrap) -> str:
    name = f"target-{next(_numbers)}"
    create(bootstrap, name)
    return name


def options(bootstrap, target, change=None, **more):
    given = {"kafka.bootstrap.servers": bootstrap, "topic": target, "kafka.isolation.level": "read_committed"}
    pickled = b"" if change is None else cloudpickle.dumps(change)
    return replace(parse_copy(given | more), change=pickled)


def attempts(target):
    """Tasks of a query's batches: one for each partition."""
    return [Attempt(f"q.{target}", 0, task) for task in range(2)]


def run(parsed, target, start=0, end=COUNT, batch=0, source="source"):
    return [
        copy_once(parsed, attempt._replace(batch=batch), [OffsetRange(source, task, start, end)], clock=CLOCK)
        for task, attempt in enumerate(attempts(target))
    ]


def test_a_copy_holds_what_its_source_holds_and_is_written_once(bootstrap, target):
    parsed = options(bootstrap, target)
    assert [(done.rows, done.is_repeated) for done in run(parsed, target, 0, 120)] == [(120, False)] * 2
    assert [(done.rows, done.is_repeated) for done in run(parsed, target, 0, 120)] == [(0, True)] * 2
    run(parsed, target, 120, COUNT, batch=1)
    assert contents(bootstrap, target, COLUMNS) == contents(bootstrap, "source", COLUMNS)


def test_a_killed_attempt_is_fenced_and_nothing_of_it_is_seen(bootstrap, target):
    parsed = options(bootstrap, target)
    cluster = cluster_for(parsed.write.client)
    first = attempts(target)[0]
    dead = BlockingProducer(cluster, transactional_id=f"{parsed.write.prefix}.{first.job}.{first.task}")
    dead.init()
    half = OffsetRange("source", 0, 0, COUNT // 2)
    assert Copier(cluster, parsed, task=0, clock=CLOCK).copy(dead, half) == COUNT // 2  # and there it was killed
    assert [done.rows for done in run(parsed, target)] == [COUNT, COUNT]
    with pytest.raises(ProducerFenced):
        dead.commit()  # a zombie, which its machine had only paused
    assert contents(bootstrap, target, COLUMNS) == contents(bootstrap, "source", COLUMNS)


def test_a_task_that_fails_leaves_no_open_transaction(bootstrap, target):
    calls = itertools.count()

    def fails(rows):
        if next(calls):
            raise ZeroDivisionError
        return rows

    parsed = options(bootstrap, target, fails)
    ranges = [OffsetRange("source", 0, 0, 10), OffsetRange("source", 1, 0, 10)]
    with pytest.raises(ZeroDivisionError):
        copy_once(parsed, attempts(target)[0], ranges, clock=CLOCK)
    assert contents(bootstrap, target) == []


def test_rows_are_changed_and_left_out(bootstrap, target):
    def shouted(rows):
        kept = rows.filter(pc.less(pc.cast(pc.cast(rows["value"], pa.string()), pa.int64()), 100))
        return kept.set_column(1, "value", pc.binary_join_element_wise(kept["value"], b"!", b""))

    run(options(bootstrap, target, shouted), target)
    found = sorted(contents(bootstrap, target, ("value", "partition")))
    assert found == sorted((b"%d!" % number, number % 2) for number in range(100))


def test_what_is_no_record_is_refused(bootstrap, target):
    parsed = options(bootstrap, target, lambda rows: rows.to_pylist())
    with pytest.raises(PipelineError, match=r"returns a pyarrow\.RecordBatch with a column value"):
        run(parsed, target)


def test_keys_choose_among_as_many_partitions_as_there_are(bootstrap):
    create(bootstrap, "wider", partitions=3)
    run(options(bootstrap, "wider", **{BY_KEY: "true"}), "wider")
    found = contents(bootstrap, "wider", ("key", "partition", "timestamp"))
    assert all(partition == partition_for_key(key, 3) for key, partition, _ in found)
    source = contents(bootstrap, "source", ("key", "timestamp"))
    assert sorted((key, timestamp) for key, _, timestamp in found) == sorted(source)


def test_a_partition_that_the_target_lacks_is_named(bootstrap):
    create(bootstrap, "narrow", partitions=1)
    with pytest.raises(PipelineError, match="narrow has 1 partitions, and source has records in partition 1"):
        run(options(bootstrap, "narrow"), "narrow")


def test_a_topic_is_not_copied_to_itself(bootstrap):
    with pytest.raises(PipelineError, match="would be copied to itself"):
        run(options(bootstrap, "source"), "source")
    assert len(contents(bootstrap, "source")) == 2 * COUNT


def test_lost_records_are_an_error_or_skipped(bootstrap, target):
    beyond = {"start": COUNT + 5, "end": COUNT + 9}
    with pytest.raises(DataLossError, match=f"{TopicPartition('source', 0)} was to be read from {COUNT + 5} to"):
        run(options(bootstrap, target), target, **beyond)
    lenient = options(bootstrap, target, failOnDataLoss="false")
    assert [done.rows for done in run(lenient, target, **beyond)] == [0, 0]
    assert [done.rows for done in run(lenient, target, batch=1)] == [COUNT, COUNT]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"topic": ""}, "topic is missing"),
        ({"kavka.delivery": "at-least-once"}, "a copy has no other"),
        ({"kafka.compression.type": "rar"}, "kafka.compression.type is"),
        ({"kavka.marker.topik": "t"}, "did you mean kavka.marker.topic"),
        ({BY_KEY: "yes"}, f"{BY_KEY} is true or false"),
    ],
)
def test_options_that_make_no_sense(more, said):
    given = {"kafka.bootstrap.servers": "127.0.0.1:1", "topic": "t"}
    with pytest.raises(OptionError, match=said):
        parse_copy(given | more)


def test_rows_that_are_no_ranges_are_refused():
    sink = CopySink({"kafka.bootstrap.servers": "127.0.0.1:1", "topic": "t"})
    with pytest.raises(OptionError, match="takes ranges"):
        sink.streamWriter(StructType().add("value", StringType()), overwrite=False)
