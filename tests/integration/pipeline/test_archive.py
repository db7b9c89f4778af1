"""Archive and replay without Spark: files of ranges, joins, and transactions back."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from kavka.common.types import TopicPartition
from kavka.pipeline.archive.compaction import committed_positions, compact, finish
from kavka.pipeline.archive.layout import file_of, files_in, partitions_in
from kavka.pipeline.archive.parquet_file import COLUMNS, read_file, write_file, write_merged
from kavka.pipeline.archive.replaying import ReplayPart, replay_part
from kavka.pipeline.archive.sink import ArchiveWriter
from kavka.pipeline.failures import PipelineError
from kavka.pipeline.jobs.replay import ReplayJob, plan
from kavka.pipeline.source.cluster_queries import cluster_for
from kavka.pipeline.source.exactly_once import write_at_least_once
from kavka.pipeline.source.options import parse_write
from kavka.pipeline.source.ranges import OffsetRange
from kavka.pipeline.source.record_reader import RecordReader
from kavka.testing.cluster import KafkaCluster
from kavka.timer.clock import ManualClock
from tests.support.processes.cluster import wait_until

CLOCK = ManualClock(wall_ms=1_700_000_000_000)
HEADERS = pa.list_(pa.struct([("key", pa.string()), ("value", pa.binary())]))
_numbers = itertools.count()


@pytest.fixture(scope="module")
def cluster() -> Iterator[KafkaCluster]:
    with KafkaCluster(1) as started:
        yield started


@pytest.fixture
def tp(cluster) -> TopicPartition:
    name = f"archived-{next(_numbers)}"
    cluster.create_topic(name, partitions=2)
    return TopicPartition(name, 1)


def put(cluster, tp, count, start=0):
    options = parse_write({"kafka.bootstrap.servers": cluster.bootstrap, "topic": tp.topic}, is_stream=False)
    numbers = range(start, start + count)
    batch = pa.RecordBatch.from_pydict(
        {
            "key": pa.array([f"k{number}" if number % 3 else None for number in numbers]),
            "value": pa.array([f"v{number}" if number % 5 else None for number in numbers]),
            "partition": pa.array([tp.partition] * count, pa.int32()),
            "timestamp": pa.array(
                [1_600_000_000_000_000 + number * 1000 for number in numbers], pa.timestamp("us", tz="UTC")
            ),
            "headers": pa.array([[{"key": "n", "value": b"%d" % n}] if n % 7 == 0 else None for n in numbers], HEADERS),
        }
    )
    write_at_least_once(cluster_for(options.client), options, iter([batch]), clock=CLOCK, task=0)


def ranges(*rows):
    return iter([pa.RecordBatch.from_pylist([row._asdict() for row in rows])])


def writer(cluster, out):
    client = {"bootstrap.servers": cluster.bootstrap}
    return ArchiveWriter(str(out), client, compression="zstd", fail_on_data_loss=True)


def records_of(cluster, tp, columns=("key", "value", "timestamp", "headers")):
    client = {"bootstrap.servers": cluster.bootstrap, "isolation.level": "read_committed"}
    reader = RecordReader(cluster_for(client), client)
    log = RecordReader(cluster_for(client), {})
    # A commit is answered before its markers are in the logs.
    wait_until(lambda: reader.bounds(tp) == log.bounds(tp), "transactions are over")
    end = reader.bounds(tp)[1]
    return [row for batch in reader.read(OffsetRange(*tp, 0, end), columns) for row in batch.to_pylist()]


def test_ranges_become_files_that_any_reader_of_parquet_reads(cluster, tp, tmp_path):
    put(cluster, tp, 100)
    told = writer(cluster, tmp_path).write(ranges(OffsetRange(*tp, 0, 60), OffsetRange(*tp, 60, 100)))
    assert (told.records, told.files) == (100, 2)
    table = pq.read_table(tmp_path).sort_by("offset")
    assert table["offset"].to_pylist() == list(range(100))
    assert set(table["topic"].to_pylist()) == {tp.topic}
    assert table["value"].to_pylist()[:3] == [None, b"v1", b"v2"]
    metadata = pq.read_metadata(files_in(tmp_path, tp)[0].path).metadata
    assert metadata[b"kavka.start"] == b"0"
    assert metadata[b"kavka.log.start"] == b"0"


def test_a_repeated_range_writes_the_same_file_and_leaves_nothing_of_the_dead(cluster, tp, tmp_path):
    put(cluster, tp, 20)
    once = writer(cluster, tmp_path)
    once.write(ranges(OffsetRange(*tp, 0, 20)))
    directory = files_in(tmp_path, tp)[0].path.parent
    (directory / ".00000000000000000000-00000000000000000020.dead.tmp").write_bytes(b"half")
    once.write(ranges(OffsetRange(*tp, 0, 20)))
    assert [path.name for path in directory.iterdir()] == ["00000000000000000000-00000000000000000020.parquet"]
    assert pq.read_table(directory).num_rows == 20


def test_a_file_is_whole_or_not_there(tp, tmp_path):
    def half():
        yield batch_of(0, 5)
        raise ZeroDivisionError

    file = file_of(tmp_path, tp, 0, 9)
    with pytest.raises(ZeroDivisionError):
        write_file(file, half(), compression="snappy")
    assert list(file.path.parent.iterdir()) == []
    assert write_file(file, [], compression="snappy") == 0
    assert list(file.path.parent.iterdir()) == []


def batch_of(start, stop):
    from kavka.pipeline.columns.schema import schema

    rows = [{"value": b"v", "offset": number, "timestampType": 0} for number in range(start, stop)]
    return pa.RecordBatch.from_pylist(rows, schema=schema(COLUMNS))


def archived(out, tp, *bounds):
    for start, end in itertools.pairwise(bounds):
        write_file(file_of(out, tp, start, end), [batch_of(start, end)], compression="snappy")


def checkpoint(directory, positions, batch=12):
    (directory / "commits").mkdir(parents=True)
    (directory / "offsets").mkdir()
    for number in (9, batch):
        (directory / "commits" / str(number)).write_text("v1\n{}")
    (directory / "offsets" / str(batch)).write_text(f"v1\n{{}}\n{positions}")
    (directory / "offsets" / str(batch + 1)).write_text('v1\n{}\n{"t": {"0": 999999}}')
    return directory


def test_small_files_are_joined_as_far_as_batches_are_committed(tmp_path):
    tp = TopicPartition("t", 0)
    archived(tmp_path, tp, 0, 10, 20, 30, 40)
    (directory,) = {file.path.parent for file in files_in(tmp_path, tp)}
    where = checkpoint(tmp_path / "_checkpoint", '{"t": {"0": 30}}')
    (done,) = compact(tmp_path, where, compression="zstd")
    assert (done.joined, done.file.start, done.file.end) == (3, 0, 30)
    assert [(file.start, file.end) for file in files_in(tmp_path, tp)] == [(0, 30), (30, 40)]
    assert sorted(pq.read_table(directory)["offset"].to_pylist()) == list(range(40))
    assert list(compact(tmp_path, where, compression="zstd")) == []
    assert list(partitions_in(tmp_path)) == [tp]


@pytest.mark.parametrize("deleted", [0, 1, 2, 3])
def test_a_join_that_was_killed_is_finished(tmp_path, deleted):
    tp = TopicPartition("t", 0)
    archived(tmp_path, tp, 0, 10, 20, 30, 40)
    whole = [batch for file in files_in(tmp_path, tp)[:3] for batch in read_file(file.path, batch_rows=100)]
    write_merged(file_of(tmp_path, tp, 0, 30), whole, compression="snappy")
    for file in files_in(tmp_path, tp)[:deleted]:
        file.path.unlink()
    finish(tmp_path, tp)
    found = [
        row
        for file in files_in(tmp_path, tp)
        for batch in read_file(file.path, batch_rows=7)
        for row in batch.to_pylist()
    ]
    assert [row["offset"] for row in found] == list(range(40))
    assert [(file.start, file.end) for file in files_in(tmp_path, tp)] == [(0, 30), (30, 40)]


def test_without_a_checkpoint_nothing_is_joined(tmp_path):
    with pytest.raises(PipelineError, match="no checkpoint with a committed batch"):
        committed_positions(tmp_path)


# ---------------------------------------------------------------- replay


def replay_job(cluster, archive, target, **options):
    client = {"kafka.bootstrap.servers": cluster.bootstrap}
    return ReplayJob(client=client, archive=archive, to_topic=target, **options)


@pytest.fixture
def target(cluster) -> str:
    name = f"target-{next(_numbers)}"
    cluster.create_topic(name, partitions=2)
    return name


def test_what_was_archived_comes_back(cluster, tp, target, tmp_path):
    put(cluster, tp, 50)
    writer(cluster, tmp_path).write(ranges(OffsetRange(*tp, 0, 20), OffsetRange(*tp, 20, 50)))
    (part,) = plan(replay_job(cluster, tmp_path, target, job_id=f"j.{target}"))
    assert replay_part(part).records == 50
    copied = TopicPartition(target, tp.partition)
    assert records_of(cluster, copied) == records_of(cluster, tp)
    again = replay_part(part)
    assert (again.records, again.skipped) == (0, 2)
    assert records_of(cluster, copied) == records_of(cluster, tp)


def test_a_replay_goes_on_within_a_file_that_was_joined_meanwhile(cluster, tp, target, tmp_path):
    put(cluster, tp, 50)
    writer(cluster, tmp_path).write(ranges(OffsetRange(*tp, 0, 20), OffsetRange(*tp, 20, 50)))
    (part,) = plan(replay_job(cluster, tmp_path, target, job_id=f"j.{target}"))
    assert replay_part(part._replace(files=part.files[:1])).records == 20  # then the driver died
    where = checkpoint(tmp_path / "_checkpoint", f'{{"{tp.topic}": {{"1": 50}}}}')
    assert len(list(compact(tmp_path, where, compression="snappy"))) == 1
    (later,) = plan(replay_job(cluster, tmp_path, target, job_id=f"j.{target}"))
    assert replay_part(later).records == 30
    assert records_of(cluster, TopicPartition(target, tp.partition)) == records_of(cluster, tp)


def test_a_damaged_file_leaves_no_open_transaction(cluster, tp, target, tmp_path):
    put(cluster, tp, 50)
    writer(cluster, tmp_path).write(ranges(OffsetRange(*tp, 0, 50)))
    (file,) = files_in(tmp_path, tp)
    content = bytearray(file.path.read_bytes())
    content[100:200] = bytes(100)
    file.path.write_bytes(content)
    (part,) = plan(replay_job(cluster, tmp_path, target))
    assert isinstance(part, ReplayPart)
    with pytest.raises(OSError):  # noqa: PT011  Arrow's own words
        replay_part(part)
    assert records_of(cluster, TopicPartition(target, tp.partition)) == []


def test_what_cannot_be_replayed_is_said_first(cluster, tp, target, tmp_path):
    with pytest.raises(PipelineError, match="is no archive"):
        plan(replay_job(cluster, tmp_path, target))
    archived(tmp_path, TopicPartition("t", 5), 0, 10, 20)
    with pytest.raises(PipelineError, match="has 2 partitions, and the archive has records of partition 5"):
        plan(replay_job(cluster, tmp_path, target))
    with pytest.raises(PipelineError, match="has no topic u"):
        plan(replay_job(cluster, tmp_path, target, topics=("u",)))
    archived(tmp_path, TopicPartition("u", 0), 0, 10)
    with pytest.raises(PipelineError, match="--to is for one topic"):
        plan(replay_job(cluster, tmp_path, target))
    archived(tmp_path, TopicPartition("u", 0), 5, 15)
    with pytest.raises(PipelineError, match="overlap"):
        plan(replay_job(cluster, tmp_path, target, topics=("u",)))
