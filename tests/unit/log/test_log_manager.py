"""All logs of a broker: starts, stops, crashes in between, checkpoints, deletion, the periodic work."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
import threading

import pytest

from kavka.broker.config.topic_config import LogConfig
from kavka.broker.log.check_threads import CheckThreads
from kavka.broker.log.log_dir import LogDirError, stored_broker_id
from kavka.broker.log.log_manager import LogManager
from kavka.common.lane import Lane
from kavka.common.types import TopicPartition
from kavka.protocol.disk.checkpoint import decode_offsets
from kavka.protocol.disk.directory_names import parse_directory_name
from kavka.protocol.errors import InconsistentTopicId, KafkaStorageError
from kavka.timer.clock import SystemClock
from tests.support.log.building import NOW_MS, FailingDisk, append, read_all
from tests.support.log.managed import Node

TOPIC_ID = bytes(range(16))
MARKER = ".kafka_cleanshutdown"


@pytest.fixture
def node(tmp_path):
    made = Node(tmp_path / "a")
    yield made
    if made.manager is not None:
        made.manager.close()


@pytest.fixture
def two(tmp_path):
    made = Node(tmp_path / "a", tmp_path / "b")
    yield made
    made.manager.close()


def checkpoint(path, name):
    return decode_offsets((path / name).read_bytes())


def test_a_fresh_directory_gets_its_identity(node):
    node.start()
    assert (node.paths[0] / "meta.properties").read_text().splitlines()[1:] == [
        "version=0",
        "broker.id=1",
        "cluster.id=cluster",
    ]
    assert stored_broker_id([str(path) for path in node.paths], node.disk) == 1


def test_a_partition_has_kafkas_files_once_there_is_something_in_it(node):
    node.start()
    log = node.manager.get_or_create(TopicPartition("t", 0), topic_id=TOPIC_ID, is_new=True)
    log.leader_epoch_cache.assign(0, 0, write=False)
    directory = node.paths[0] / "t-0"

    def names():
        return sorted(path.name for path in directory.iterdir())

    assert names() == ["partition.metadata"]
    append(log)
    segment = [f"00000000000000000000.{suffix}" for suffix in ("index", "log", "timeindex")]
    assert names() == [*segment, "leader-epoch-checkpoint", "partition.metadata"]
    log.close()
    assert names() == [*segment, "00000000000000000001.snapshot", "leader-epoch-checkpoint", "partition.metadata"]
    assert (directory / "00000000000000000000.index").read_bytes() == b""
    assert (directory / "leader-epoch-checkpoint").read_bytes() == b"0\n1\n0 0\n"
    assert (directory / "partition.metadata").read_bytes() == b"version: 0\ntopic_id: AAECAwQFBgcICQoLDA0ODw"


@pytest.mark.parametrize("clean", [True, False])
def test_a_partition_without_records_is_a_directory_and_no_more_and_takes_some_after_any_restart(node, clean):
    node.start()
    node.manager.get_or_create(TopicPartition("t", 0), topic_id=TOPIC_ID, is_new=True)
    for _ in range(2):
        node.manager.shutdown() if clean else node.kill()
        assert [path.name for path in (node.paths[0] / "t-0").iterdir()] == ["partition.metadata"]
        node.start()
    log = node.manager.get(TopicPartition("t", 0))
    assert (log.log_start_offset, log.log_end_offset, log.topic_id) == (0, 0, TOPIC_ID)
    assert log.segment_times() == [(0, node.clock.now_ms())]
    append(log, b"first")
    node.manager.shutdown() if clean else node.kill()
    node.start()
    assert read_all(node.manager.get(TopicPartition("t", 0))) == [(0, b"first")]


@pytest.mark.parametrize("clean", [True, False])
def test_a_log_that_lost_all_records_to_retention_does_not_forget_its_end(node, clean):
    node.start()
    log = node.create(**{"retention.ms": "1"})
    append(log)
    append(log)
    log.maybe_increment_high_watermark(2)
    assert log.delete_old_segments(NOW_MS + 3_600_000) == 1
    node.manager.shutdown() if clean else node.kill()
    node.start()
    log = node.manager.get(log.topic_partition)
    assert (log.log_start_offset, log.log_end_offset) == (2, 2)


@pytest.mark.parametrize("clean", [True, False])
def test_a_restart_finds_everything(node, clean):
    node.start()
    log = node.create("a-b", 12)
    node.manager.get_or_create(TopicPartition("a-b", 12), topic_id=TOPIC_ID)
    for number in range(5):
        append(log, b"%d" % number)
    log.maybe_increment_high_watermark(4)
    log.maybe_increment_log_start_offset(2)
    node.manager.checkpoint_high_watermarks(at_once=True)
    node.manager.checkpoint_log_start_offsets(at_once=True)
    node.manager.shutdown() if clean else node.kill()
    node.start()
    log = node.manager.get(TopicPartition("a-b", 12))
    assert (log.log_start_offset, log.high_watermark, log.log_end_offset) == (2, 4, 5)
    assert log.topic_id == TOPIC_ID
    assert read_all(log) == [(n, b"%d" % n) for n in (2, 3, 4)]
    assert node.manager.checkpointed_high_watermark(TopicPartition("a-b", 12)) == 4
    assert node.manager.checkpointed_high_watermark(TopicPartition("x", 0)) is None


def test_bug_64_the_marker_is_gone_before_anything_is_loaded(node):
    node.start()
    append(node.create())
    node.manager.shutdown()
    marker = node.paths[0] / MARKER
    assert marker.exists()
    node.start()
    assert not marker.exists()
    calls = [name for name, path in node.disk.calls if path.endswith((MARKER, "t-0"))]
    assert calls[:2] == ["remove", "list_directory"]
    node.kill()
    assert not marker.exists()


def test_bug_64_a_start_that_fails_writes_no_marker(node):
    node.start()
    append(node.create())
    node.manager.shutdown()
    failing = FailingDisk()
    failing.failing = {"list_directory"}
    manager = LogManager(
        [str(node.paths[0])],
        default_config=LogConfig(),
        clock=node.clock,
        filesystem=failing,
        lane=Lane(),
        record_checks=CheckThreads(),
        rng=random.Random(1),
        broker_id=1,
        cluster_id="cluster",
        machine_clock=SystemClock(),
    )
    with pytest.raises(LogDirError, match="injected"):
        manager.load()
    manager.shutdown()
    assert not (node.paths[0] / MARKER).exists()


def test_bug_64_a_crash_while_loading_is_a_crash_at_the_next_start(node, monkeypatch):
    node.start()
    log = node.create()
    append(log, b"whole")
    append(log, b"torn")
    node.manager.shutdown()
    path = node.paths[0] / "t-0" / f"{0:020d}.log"
    path.write_bytes(path.read_bytes()[:-1])  # the device did not keep what it said it had
    manager = LogManager(
        [str(node.paths[0])],
        default_config=LogConfig(),
        clock=node.clock,
        filesystem=FailingDisk(),
        lane=Lane(),
        record_checks=CheckThreads(),
        rng=random.Random(1),
        broker_id=1,
        machine_clock=SystemClock(),
    )
    monkeypatch.setattr(
        "kavka.broker.log.dir_loader.DirLoader.open_log", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt)
    )
    with pytest.raises(KeyboardInterrupt):
        manager.load()
    manager.close()
    monkeypatch.undo()
    node.start()
    assert read_all(node.manager.get(TopicPartition("t", 0))) == [(0, b"whole")]


def test_bug_64_a_log_that_cannot_be_flushed_gets_no_marker(node):
    node.start()
    append(node.create())
    node.disk.failing = {"fsync"}
    node.manager.shutdown()
    assert not (node.paths[0] / MARKER).exists()


def test_bug_64_the_marker_is_the_last_thing_written(node):
    node.start()
    append(node.create())
    node.disk.calls.clear()
    node.manager.shutdown()
    writes = [path.rsplit("/", 1)[-1] for name, path in node.disk.calls if name == "write_atomically"]
    assert writes[-1] == MARKER
    assert "recovery-point-offset-checkpoint" in writes[:-1]


def test_bug_21_a_checkpoint_is_merged_never_rebuilt(node):
    node.start()
    for partition in range(3):
        append(node.create("t", partition))
        node.manager.get(TopicPartition("t", partition)).maybe_increment_high_watermark(1)
    node.manager.checkpoint_high_watermarks(at_once=True)
    for partition in range(3):
        append(node.manager.get(TopicPartition("t", partition)))
        node.manager.get(TopicPartition("t", partition)).maybe_increment_high_watermark(2)
    node.manager.checkpoint_high_watermarks(lambda topic_partition: topic_partition.partition == 1, at_once=True)
    assert checkpoint(node.paths[0], "replication-offset-checkpoint") == {
        TopicPartition("t", 0): 1,
        TopicPartition("t", 1): 2,
        TopicPartition("t", 2): 1,
    }


@pytest.mark.parametrize(
    "name",
    [
        "meta.properties",
        "recovery-point-offset-checkpoint",
        "log-start-offset-checkpoint",
        "replication-offset-checkpoint",
    ],
)
@pytest.mark.parametrize("data", [b"", b"\xff\xff", b"0\n9\n"])
def test_bug_61_broken_checkpoints_stop_no_start(node, name, data):
    node.start()
    log = node.create()
    append(log, b"x")
    log.maybe_increment_high_watermark(1)
    node.manager.shutdown()
    (node.paths[0] / name).write_bytes(data)
    node.start()
    assert read_all(node.manager.get(TopicPartition("t", 0))) == [(0, b"x")]


def test_somebody_elses_directory_is_refused(node):
    node.start()
    node.manager.close()
    with pytest.raises(LogDirError, match=r"broker\.id=1"):
        node.start(broker_id=2)
    with pytest.raises(LogDirError, match=r"cluster\.id=cluster"):
        node.start(cluster_id="other")


def test_a_directory_in_use_by_another_process_is_refused(node):
    node.paths[0].mkdir()
    script = (
        "import fcntl, sys; f = open(sys.argv[1], 'w'); fcntl.lockf(f, fcntl.LOCK_EX); print('locked', flush=True); "
        "sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script, str(node.paths[0] / ".lock")], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout.readline() == b"locked\n"
        with pytest.raises(LogDirError, match="in use by another broker"):
            node.start()
        other.stdin.close()
    node.start()


def test_a_directory_in_use_by_another_broker_of_this_process_is_refused(node):
    first = node.start()
    with pytest.raises(LogDirError, match="in use by another broker"):
        node.start()
    # Reading the file meanwhile lets go of a lock that belongs to the process (POSIX), not of one of the open file.
    (node.paths[0] / ".lock").read_bytes()
    with pytest.raises(LogDirError, match="in use by another broker"):
        node.start()
    first.close()
    node.start()


def test_a_lock_of_this_broker_keeps_kafkas_own_kind_out(node):
    node.start()
    script = "import fcntl, sys; fcntl.lockf(open(sys.argv[1], 'r+'), fcntl.LOCK_EX | fcntl.LOCK_NB)"
    tried = subprocess.run([sys.executable, "-c", script, str(node.paths[0] / ".lock")], capture_output=True)
    assert b"BlockingIOError" in tried.stderr


def test_directories_that_are_no_partitions_are_left_alone(node):
    node.start()
    node.manager.shutdown()
    for name in ("lost+found", "t-0-future", "x", "-1"):
        (node.paths[0] / name).mkdir()
    node.start()
    assert node.manager.logs == []
    assert (node.paths[0] / "lost+found").exists()


def test_directory_names():
    assert parse_directory_name("a-b-12") == ("a-b", 12)
    for name in ("a", "a-", "-1", "a-x", "a-٣", "t-0.8f-delete"):
        assert parse_directory_name(name) is None


def test_new_logs_go_where_the_fewest_are(two):
    two.start()
    for partition in range(6):
        two.create("t", partition)
    assert [len(list(path.glob("t-*"))) for path in two.paths] == [3, 3]


def test_a_directory_that_cannot_take_a_new_log_leaves_it_to_the_next(two):
    two.start()
    (two.paths[0] / "t-0").write_text("in the way")
    log = two.create("t", 0)
    assert two.manager.offline_dirs == [two.manager.dirs[0].log_dir]
    assert log.log_dir is two.manager.dirs[1].log_dir
    append(log, b"x")
    (two.paths[1] / "t-1").write_text("in the way")
    with pytest.raises(KafkaStorageError, match="making the log of t-1"):
        two.create("t", 1)


def test_a_lost_directory_takes_only_its_own_logs(two):
    two.start()
    lost, fine = two.create("t", 0), two.create("t", 1)
    heard = []
    two.manager.add_offline_listener(heard.append)
    two.disk.failing = {"pwritev"}
    with pytest.raises(KafkaStorageError):
        append(lost)
    two.disk.failing = set()
    append(fine, b"x")
    assert heard == two.manager.offline_dirs == [lost.log_dir]
    assert two.create("t", 2).log_dir is fine.log_dir
    with pytest.raises(KafkaStorageError):  # it may well lie in the lost one
        two.manager.get_or_create(TopicPartition("t", 9))
    two.manager.shutdown()
    assert not (two.paths[0] / MARKER).exists()
    assert (two.paths[1] / MARKER).exists()


def test_a_directory_that_cannot_be_made_is_offline(tmp_path):
    (tmp_path / "file").write_text("")
    node = Node(tmp_path / "file" / "sub", tmp_path / "b")
    manager = node.start()
    assert [log_dir.path for log_dir in manager.offline_dirs] == [str(tmp_path / "file" / "sub")]
    append(node.create())
    manager.close()
    with pytest.raises(LogDirError):
        Node(tmp_path / "file" / "sub").start()


def test_topic_ids_do_not_mix(node):
    node.start()
    node.manager.get_or_create(TopicPartition("t", 0), topic_id=TOPIC_ID, is_new=True)
    node.manager.get_or_create(TopicPartition("t", 0), topic_id=bytes(16))
    with pytest.raises(InconsistentTopicId):
        node.manager.get_or_create(TopicPartition("t", 0), topic_id=bytes(range(1, 17)))


async def test_a_deleted_partition_leaves_later_and_its_name_at_once(node):
    node.start()
    log = node.create(**{"file.delete.delay.ms": "5000"})
    append(log)
    log.maybe_increment_high_watermark(1)
    node.manager.checkpoint_high_watermarks(at_once=True)
    node.manager.delete(TopicPartition("t", 0))
    node.manager.delete(TopicPartition("t", 0))
    assert node.manager.get(TopicPartition("t", 0)) is None
    (renamed,) = node.paths[0].glob("t-0.*-delete")
    assert len(renamed.name) == len("t-0.") + 32 + len("-delete")
    with pytest.raises(KafkaStorageError, match="deleted"):
        append(log)
    again = node.create()
    assert (again.log_end_offset, again.high_watermark) == (0, 0)
    node.manager.checkpoint_high_watermarks(at_once=True)
    assert checkpoint(node.paths[0], "replication-offset-checkpoint") == {TopicPartition("t", 0): 0}
    await node.manager.run_due()
    assert renamed.exists()
    node.clock.advance(5000)
    await node.manager.run_due()
    assert not renamed.exists()
    assert (node.paths[0] / "t-0").exists()


async def test_bug_67_what_was_to_be_deleted_is_after_a_restart(node):
    node.start()
    append(node.create("t" * 249, 0))
    node.manager.delete(TopicPartition("t" * 249, 0))
    node.kill()
    (renamed,) = node.paths[0].glob("*-delete")
    assert len(renamed.name) == 255
    node.start()
    assert node.manager.logs == []
    node.clock.advance(60_000)
    await node.manager.run_due()
    assert not renamed.exists()


async def test_retention_runs_at_its_interval_and_files_go_after_their_delay(node):
    node.broker = {"log.retention.check.interval.ms": 1000, "log.segment.delete.delay.ms": 500}
    node.start()
    log = node.create(**{"retention.ms": "10", "segment.bytes": "100"})
    for _ in range(3):
        append(log, timestamp=NOW_MS)
    log.maybe_increment_high_watermark(3)
    await node.manager.run_due()
    node.clock.advance(999)
    await node.manager.run_due()
    assert log.log_start_offset == 0
    node.clock.advance(1)
    await node.manager.run_due()
    assert log.log_start_offset == 3
    directory = node.paths[0] / "t-0"
    assert list(directory.glob("*.deleted"))
    node.clock.advance(500)
    await node.manager.run_due()
    assert not list(directory.glob("*.deleted"))


async def test_bug_72_no_retention_by_defaults_before_the_topics_own_are_known(node):
    node.start()
    log = node.create(**{"retention.ms": "-1"})
    append(log, timestamp=1000)
    log.maybe_increment_high_watermark(1)
    node.manager.checkpoint_high_watermarks(at_once=True)
    node.manager.shutdown()
    node.start(**{"retention.ms": "1"})
    await node.manager.run_due()
    node.clock.advance(300_000)
    await node.manager.run_due()
    log = node.manager.get(TopicPartition("t", 0))
    assert (log.log_start_offset, log.high_watermark) == (0, 1)
    node.manager.reconfigure(TopicPartition("t", 0), node.manager.default_config)
    node.clock.advance(300_000)
    await node.manager.run_due()
    assert log.log_start_offset == 0, "nobody has said yet what this topic's configuration is"
    node.manager.get_or_create(TopicPartition("t", 0), config=node.manager.default_config)
    node.clock.advance(300_000)
    await node.manager.run_due()
    assert log.log_start_offset == 1


async def test_other_configurations_reach_open_logs(node):
    node.start()
    first, second = node.create(**{"retention.ms": "-1"}), node.create("u", **{"retention.ms": "-1"})
    configs = {
        "t": node.manager.default_config.with_overrides({"retention.ms": "1"}),
        "u": node.manager.default_config.with_overrides({"retention.ms": "-1"}),
    }
    for log in (first, second):
        append(log, timestamp=1000)
        log.maybe_increment_high_watermark(1)
    for log in (first, second):
        node.manager.reconfigure(log.topic_partition, configs[log.topic_partition.topic])
    await node.manager.run_due()
    node.clock.advance(300_000)
    await node.manager.run_due()
    assert (first.log_start_offset, second.log_start_offset) == (1, 0)


async def test_a_sealed_segment_is_flushed_and_the_recovery_point_checkpointed(node):
    node.start()
    log = node.create(**{"segment.bytes": "100"})
    append(log)
    append(log)
    assert log.recovery_point == 0
    await node.manager.run_due()
    assert log.recovery_point == 2
    node.clock.advance(60_000)
    await node.manager.run_due()
    assert checkpoint(node.paths[0], "recovery-point-offset-checkpoint") == {TopicPartition("t", 0): 2}


async def test_flush_ms_is_kept(node):
    node.broker = {"log.flush.scheduler.interval.ms": 100}
    node.start()
    log = node.create(**{"flush.ms": "1000"})
    append(log)
    for _ in range(9):
        node.clock.advance(100)
        await node.manager.run_due()
    assert log.recovery_point == 0
    node.clock.advance(200)
    await node.manager.run_due()
    assert log.recovery_point == 1


async def test_silent_producers_are_forgotten_in_time(node):
    node.broker = {"producer.id.expiration.ms": 1000, "producer.id.expiration.check.interval.ms": 300_000}
    node.start()
    log = node.create()
    append(log, producer=(1, 0, 0))
    await node.manager.run_due()
    node.clock.advance(300_000)
    await node.manager.run_due()
    assert len(log.producer_state) == 0


async def test_while_it_runs_checkpoints_are_written_by_the_executor(node):
    node.start()
    log = node.create()
    append(log)
    log.maybe_increment_high_watermark(1)
    loop = asyncio.get_running_loop()
    written = asyncio.Event()
    node.disk.on_written = lambda: loop.call_soon_threadsafe(written.set)
    running = loop.create_task(node.manager.run())
    await asyncio.sleep(0)
    path = node.paths[0] / "replication-offset-checkpoint"
    node.manager.checkpoint_high_watermarks()
    assert not path.exists()
    await written.wait()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert checkpoint(node.paths[0], path.name) == {TopicPartition("t", 0): 1}


def test_an_unchanged_checkpoint_is_not_written_again(node):
    node.start()
    node.create()
    node.manager.checkpoint_high_watermarks(at_once=True)
    node.disk.calls.clear()
    node.manager.checkpoint_high_watermarks(at_once=True)
    assert node.disk.calls == []


@pytest.mark.parametrize("is_restarted", [False, True])
def test_a_crash_gives_a_partition_nothing_of_the_former_one_of_its_name(node, is_restarted):
    node.start()
    log = node.create()
    append(log)
    append(log)
    log.maybe_increment_high_watermark(2)
    log.maybe_increment_log_start_offset(1)
    node.manager.checkpoint_high_watermarks(at_once=True)
    node.manager.checkpoint_log_start_offsets(at_once=True)
    assert checkpoint(node.paths[0], "log-start-offset-checkpoint") == {log.topic_partition: 1}
    node.manager.delete(log.topic_partition)
    if is_restarted:
        node.kill()
        node.start()
    node.create()
    node.kill()
    for name in ("replication-offset-checkpoint", "log-start-offset-checkpoint"):
        assert checkpoint(node.paths[0], name) == {}
    node.start()
    assert node.manager.checkpointed_high_watermark(log.topic_partition) is None
    assert node.manager.get(log.topic_partition).log_start_offset == 0


def test_a_failed_checkpoint_fences_its_directory(node):
    node.start()
    node.create()
    node.disk.failing = {"write_atomically"}
    node.manager.checkpoint_high_watermarks(at_once=True)
    assert len(node.manager.offline_dirs) == 1


def test_many_partitions_open_without_an_fsync(node):
    node.start()
    for partition in range(100):
        append(node.create("t", partition))
    node.manager.shutdown()
    node.start()
    assert len(node.manager.logs) == 100
    assert [name for name, _ in node.disk.calls].count("fsync") == 1  # the directory, for the marker


async def test_a_shutdown_waits_for_what_the_executor_writes(node):
    node.start()
    log = node.create()
    append(log)
    loop = asyncio.get_running_loop()
    begun = threading.Event()
    node.disk.on_written = begun.set
    running = loop.create_task(node.manager.run())
    await asyncio.sleep(0)
    for offset in (0, 1):
        log.maybe_increment_high_watermark(offset)
        node.manager.checkpoint_high_watermarks(at_once=True)
    await asyncio.sleep(0)
    assert await loop.run_in_executor(None, begun.wait, 10)
    node.manager.shutdown()
    await running
    assert checkpoint(node.paths[0], "replication-offset-checkpoint") == {TopicPartition("t", 0): 1}
    assert (node.paths[0] / MARKER).exists()
    assert list(node.paths[0].glob("*.tmp")) == []
