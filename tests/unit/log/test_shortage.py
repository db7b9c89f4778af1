"""Descriptors and memory that are short: no disk's fault, so nothing goes offline, and what can be tried again is."""

from __future__ import annotations

import errno
import os
import random
import subprocess
import sys

import pytest

from kavka.broker.config.topic_config import LogConfig
from kavka.broker.log.check_threads import CheckThreads
from kavka.broker.log.log_dir import LogDirError
from kavka.broker.log.log_manager import LogManager
from kavka.common.filesystem import is_shortage
from kavka.common.lane import Lane
from kavka.common.machine_filesystem import SPARE_DESCRIPTORS, MachineFileSystem
from kavka.common.types import TopicPartition
from kavka.protocol.errors import KafkaStorageError, ResourceShortage
from kavka.timer.clock import ManualClock, SystemClock
from tests.support.log.building import NOW_MS, FailingDisk, append, read_all, sized

SHORTAGES = [errno.EMFILE, errno.ENFILE, errno.ENOMEM]


class FullTable(FailingDisk):
    """A disk on which nothing more can be opened, while `is_full`."""

    is_full = False
    dups_left = 100
    duplicate = -1

    def open(self, path, *, create=False):
        self.refuse()
        return super().open(path, create=create)

    def write_unsynced(self, path, data):
        self.refuse()
        super().write_unsynced(path, data)

    def fsync_path(self, path):
        self._maybe_fail("fsync_path", path)
        super().fsync_path(path)

    def dup(self, fd):
        if not self.dups_left:
            raise OSError(errno.EMFILE, "Too many open files")
        self.dups_left -= 1
        self.duplicate = super().dup(fd)
        return self.duplicate

    def refuse(self):
        if self.is_full:
            raise OSError(errno.EMFILE, "Too many open files")


@pytest.fixture
def full_table(bench):
    bench.filesystem = FullTable()
    return bench


@pytest.mark.parametrize("number", SHORTAGES)
def test_a_read_and_an_append_that_find_none_leave_the_directory_online(bench, number):
    log = bench.open()
    append(log, b"a")
    bench.filesystem.errno = number
    bench.filesystem.failing = {"pwritev", "pread"}
    with pytest.raises(ResourceShortage):
        append(log, b"b")
    with pytest.raises(ResourceShortage):
        log.read(0, max_bytes=100, max_offset=1)
    bench.filesystem.failing = set()
    assert bench.log_dir.is_online
    append(log, b"c")
    assert read_all(log) == [(0, b"a"), (1, b"c")]


def test_clients_are_told_to_try_again():
    assert ResourceShortage().retriable
    assert ResourceShortage().code == KafkaStorageError.code


def test_a_log_that_cannot_roll_for_want_of_descriptors_rolls_later(full_table):
    log = full_table.open(config={"segment.bytes": 300})
    append(log, sized(200)[-100:])
    full_table.filesystem.is_full = True
    for _ in range(3):
        with pytest.raises(ResourceShortage):
            append(log, b"x" * 150, producer=(1, 0, 0))
    full_table.filesystem.is_full = False
    append(log, b"y" * 150, producer=(1, 0, 0))
    assert [offset for offset, _ in read_all(log)] == [0, 1]
    assert len(list(log.segments)) == 2
    full_table.crash()
    assert [offset for offset, _ in read_all(full_table.open())] == [0, 1]


def test_a_flush_that_finds_none_leaks_none_and_is_repeated(full_table):
    log = full_table.open(config={"segment.bytes": 100})
    for _ in range(4):
        append(log)
    disk = full_table.filesystem
    disk.dups_left = 1
    with pytest.raises(ResourceShortage):
        log.flush()
    assert not os.path.exists(f"/proc/self/fd/{disk.duplicate}"), "what it had taken is given back"
    disk.dups_left = 100
    log.flush()
    assert log.recovery_point == 4


def test_what_a_flush_left_for_want_of_descriptors_is_flushed_by_the_next(full_table):
    """Also where no record is new: a topic id, and names of files."""
    log = full_table.open()
    append(log)
    log.flush()
    log.assign_topic_id(bytes(range(16)))
    append(log)
    disk = full_table.filesystem
    disk.failing, disk.errno = {"fsync_path"}, errno.EMFILE
    with pytest.raises(ResourceShortage):
        log.flush()
    disk.failing = set()
    disk.calls.clear()
    log.flush()
    flushed = {path.rsplit("/", 1)[-1] for name, path in disk.calls if name == "fsync_path"}
    assert {"partition.metadata", "orders-0"} <= flushed


def test_what_an_fsync_says_is_always_of_the_disk(bench, monkeypatch):
    log = bench.open()
    append(log)

    def refuse(fd):
        raise OSError(errno.ENOMEM, "Cannot allocate memory")

    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(KafkaStorageError):
        log.flush()
    assert not bench.log_dir.is_online


def test_a_half_done_truncation_closes_its_log_and_no_other(full_table):
    log = full_table.open()
    append(log, epoch=1)
    append(log, epoch=2)
    full_table.filesystem.is_full = True
    with pytest.raises(ResourceShortage):
        log.truncate_to(1)
    full_table.filesystem.is_full = False
    assert full_table.log_dir.is_online
    with pytest.raises(KafkaStorageError, match="half done"):
        append(log)


@pytest.fixture
def manager(tmp_path):
    disk = FailingDisk()
    made = LogManager(
        [str(tmp_path / "a"), str(tmp_path / "b")],
        default_config=LogConfig(),
        clock=ManualClock(1000, wall_ms=NOW_MS),
        filesystem=disk,
        lane=Lane(),
        record_checks=CheckThreads(),
        rng=random.Random(1),
        broker_id=1,
        cluster_id="cluster",
        machine_clock=SystemClock(),
    )
    made.load()
    yield made, disk
    made.close()


@pytest.mark.parametrize("number", SHORTAGES)
def test_a_checkpoint_that_cannot_be_opened_is_written_the_next_time(manager, number, tmp_path, caplog):
    manager, disk = manager
    log = manager.get_or_create(TopicPartition("t", 0), config=LogConfig(), is_new=True)
    append(log, b"a")
    log.flush()
    disk.errno = number
    disk.failing = {"write_atomically"}
    for _ in range(10):
        manager.checkpoint_recovery_points(at_once=True)
    assert not manager.offline_dirs
    assert len(caplog.records) == 2 * 4, "the 1st, 2nd, 4th and 8th in each of two directories are said"
    disk.failing = set()
    manager.checkpoint_recovery_points(at_once=True)
    assert "t 0 1" in (tmp_path / log.log_dir.path / "recovery-point-offset-checkpoint").read_text()


def test_a_log_that_cannot_be_made_is_made_in_no_second_directory(manager, tmp_path):
    manager, disk = manager
    (tmp_path / manager.online_dirs[0].path / "t-0").mkdir()  # what an earlier attempt has left may have files
    disk.errno = errno.EMFILE
    disk.failing = {"list_directory"}
    with pytest.raises(ResourceShortage):
        manager.get_or_create(TopicPartition("t", 0), config=LogConfig(), is_new=True)
    disk.failing = set()
    assert len(list(tmp_path.glob("*/t-0"))) == 1
    assert len(manager.online_dirs) == 2


def test_a_start_without_descriptors_says_so_and_serves_nothing(tmp_path):
    class Full(FailingDisk):
        def subdirectories(self, path):
            raise OSError(errno.EMFILE, "Too many open files")

    made = LogManager(
        [str(tmp_path / "a")],
        default_config=LogConfig(),
        clock=ManualClock(1000, wall_ms=NOW_MS),
        filesystem=Full(),
        lane=Lane(),
        record_checks=CheckThreads(),
        rng=random.Random(1),
        broker_id=1,
        machine_clock=SystemClock(),
    )
    with pytest.raises(LogDirError, match="Too many open files"):
        made.load()
    made.close()


SPARE = """
import errno, os, resource, sys
from kavka.common.machine_filesystem import MachineFileSystem
disk = MachineFileSystem()
disk.keep_spare()
taken = []
resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
try:
    while True:
        taken.append(os.open("/dev/null", os.O_RDONLY))
except OSError as error:
    assert error.errno == errno.EMFILE
path = sys.argv[1]
for number in range(100):
    disk.write_atomically(path, b"%d" % number)
assert disk.read_file(path) == b"99"
assert disk.subdirectories(os.path.dirname(path)) == []
kept = disk.spare_descriptors
files = [disk.open(path + str(number), create=True) for number in range(4)]
assert disk.spare_descriptors == kept - 4, disk.spare_descriptors
disk.close_fd(files.pop())
assert disk.spare_descriptors == kept - 3
try:
    while True:
        files.append(disk.open(path, create=True))
except OSError as error:
    assert error.errno == errno.EMFILE
print(kept)
"""


def test_files_are_written_with_the_last_descriptors_kept_back(tmp_path):
    """In a process of its own, whose limit is 64."""
    done = subprocess.run(
        [sys.executable, "-c", SPARE, str(tmp_path / "checkpoint")], capture_output=True, text=True, timeout=30
    )
    assert (done.returncode, done.stdout) == (0, f"{SPARE_DESCRIPTORS}\n"), done.stderr


def test_closing_gives_the_spare_descriptors_back():
    disk = MachineFileSystem()
    disk.keep_spare()
    assert disk.spare_descriptors == SPARE_DESCRIPTORS
    disk.close()
    assert disk.spare_descriptors == 0


@pytest.mark.parametrize(("number", "is_short"), [(errno.EMFILE, True), (errno.EINTR, True), (errno.EIO, False)])
def test_what_is_a_shortage(number, is_short):
    assert is_shortage(OSError(number, "")) is is_short
