"""A data directory that was full has room again: its logs are opened anew, what belonged to the old ones is fenced."""

from __future__ import annotations

import asyncio
import errno
import os
import random
import threading

import pytest

from kavka.broker.config.settings import settings_of
from kavka.broker.config.topic_config import LogConfig
from kavka.broker.log.check_threads import CheckThreads
from kavka.broker.log.log_manager import LogManager
from kavka.common.filesystem import NotFlushed, has_no_room
from kavka.common.lane import Lane
from kavka.common.types import TopicPartition
from kavka.protocol.errors import KafkaStorageError
from kavka.timer.clock import ManualClock, SystemClock
from tests.support.log.building import NOW_MS, FailingDisk, append, read_all

T0 = TopicPartition("t", 0)
FULL = [errno.ENOSPC, errno.EDQUOT]


class SmallDisk(FailingDisk):
    """A disk that is full while `is_full`, whatever it says of itself."""

    __slots__ = ("is_full", "on_opening", "says_free")

    def __init__(self):
        super().__init__()
        self.is_full = False
        self.on_opening = lambda: None
        self.says_free = 1 << 30

    def list_directory(self, path):
        self.on_opening()
        return super().list_directory(path)

    def free_bytes(self, path):
        return self.says_free

    def pwrite(self, fd, data, position):
        if self.is_full:
            raise OSError(errno.ENOSPC, "No space left on device")
        super().pwrite(fd, data, position)


class Node:
    """A broker's log manager over two directories."""

    def __init__(self, *paths, interval_ms=1000):
        self.paths = paths
        self.disk = SmallDisk()
        self.manager = LogManager(
            [str(path) for path in paths],
            default_config=LogConfig(),
            settings=lambda: settings_of(
                {"kavka.log.dir.retry.interval.ms": interval_ms, "kavka.log.dir.retry.free.bytes": 1_500_000}
            ),
            clock=ManualClock(1000, wall_ms=NOW_MS),
            filesystem=self.disk,
            lane=Lane(),
            record_checks=CheckThreads(),
            rng=random.Random(1),
            broker_id=1,
            cluster_id="cluster",
            machine_clock=SystemClock(),
        )
        self.manager.load()

    def create(self, partition):
        config = self.manager.default_config
        return self.manager.get_or_create(TopicPartition("t", partition), config=config, is_new=True)

    def fill(self, log, number=errno.ENOSPC):
        """An append that finds no room, halfway through its bytes; returns the log's directory."""
        self.disk.errno, self.disk.partial, self.disk.failing = number, True, {"pwritev"}
        with pytest.raises(KafkaStorageError):
            append(log, b"lost" * 100, producer=(7, 0, log.log_end_offset))
        self.disk.failing = set()
        (state,) = (state for state in self.manager.dirs if state.log_dir is log.log_dir)
        return state

    async def bring_back(self, state):
        assert await self.manager.returns.has_room(state)
        assert await self.manager.returns.open_again(state) is not None
        self.manager.returns.complete(state)
        return self.manager.get(T0)


@pytest.fixture
def node(tmp_path):
    made = Node(tmp_path / "a", tmp_path / "b")
    yield made
    made.manager.close()


def write(log, *values):
    for value in values:
        append(log, value, producer=(7, 0, log.log_end_offset))


@pytest.mark.parametrize("number", FULL)
async def test_a_directory_that_was_full_comes_back_with_all_that_was_appended(node, number):
    log = node.create(0)
    write(log, b"a", b"b")
    log.maybe_increment_high_watermark(1)
    node.manager.checkpoint_high_watermarks(at_once=True)
    state = node.fill(log, number)
    assert node.manager.returns.waiting == [state]
    assert node.manager.offline_dirs == [log.log_dir]

    again = await node.bring_back(state)
    assert again is not log
    assert (node.manager.offline_dirs, node.manager.returns.waiting) == ([], [])
    assert read_all(again) == [(0, b"a"), (1, b"b")]
    assert (again.high_watermark, again.damage) == (1, None)
    assert not node.manager.is_configured(again), "retention waits until the controller has named it"
    write(again, b"c")
    assert read_all(again)[-1] == (2, b"c")
    repeated = append(again, b"c", producer=(7, 0, 2))
    assert (repeated.first_offset, again.log_end_offset) == (2, 3), "producers are known as before"
    assert ".room-probe" not in node.disk.list_directory(again.log_dir.path)


async def test_whoever_still_holds_the_old_log_can_do_no_harm(node):
    log = node.create(0)
    write(log, b"a")
    job = log.flusher.begin()
    again = await node.bring_back(node.fill(log))
    write(again, b"b")
    for operation in (lambda: append(log, b"x"), lambda: log.truncate_to(0), log.flush, lambda: log.roll()):
        with pytest.raises(KafkaStorageError):
            operation()
    job.run(node.disk)
    log.log_dir.fail(OSError(errno.EIO, "late"), "flushing")
    assert again.log_dir.is_online
    assert read_all(again) == [(0, b"a"), (1, b"b")]


async def test_without_room_it_stays_offline(node):
    log = node.create(0)
    write(log, b"a")
    state = node.fill(log)
    node.disk.says_free = 1_499_999
    assert not await node.manager.returns.has_room(state)
    node.disk.says_free, node.disk.is_full = 1 << 30, True
    assert not await node.manager.returns.has_room(state)
    assert node.manager.returns.waiting == [state]
    assert ".room-probe" not in node.disk.list_directory(state.log_dir.path)
    node.disk.is_full = False
    assert read_all(await node.bring_back(state)) == [(0, b"a")]


@pytest.mark.parametrize("first", [errno.EIO, errno.EROFS])
def test_with_any_other_error_only_a_restart_helps(node, first):
    log = node.create(0)
    node.fill(log, first)
    assert node.manager.returns.waiting == []


def test_nor_when_something_worse_was_seen_after_it_was_full(node):
    heard = []
    node.manager.add_offline_listener(heard.append)
    log = node.create(0)
    node.fill(log)
    log.log_dir.fail(OSError(errno.EIO, "Input/output error"), "flushing")
    assert node.manager.returns.waiting == []
    assert "Input/output error" in log.log_dir.failure
    assert heard == [log.log_dir] * 2, "whoever waited for its return must know"


def test_an_fsync_that_finds_no_room_is_no_full_disk(node, monkeypatch):
    """What the page cache then calls clean may never have reached the device."""
    log = node.create(0)
    write(log, b"a")
    monkeypatch.setattr(os, "fsync", lambda _: (_ for _ in ()).throw(OSError(errno.ENOSPC, "No space left on device")))
    with pytest.raises(KafkaStorageError):
        log.flush()
    assert not log.log_dir.is_online
    assert node.manager.returns.waiting == []
    assert not has_no_room(NotFlushed(errno.ENOSPC, "No space left on device"))


def test_it_can_be_switched_off(tmp_path):
    node = Node(tmp_path / "a", tmp_path / "b", interval_ms=0)
    node.fill(node.create(0))
    assert node.manager.returns.waiting == []
    node.manager.close()


async def test_another_directory_in_its_place_is_not_taken_for_it(node):
    log = node.create(0)
    state = node.fill(log)
    os.remove(log.log_dir.file("meta.properties"))
    heard = []
    node.manager.add_offline_listener(heard.append)
    assert await node.manager.returns.open_again(state) is None
    assert heard == [log.log_dir], "a broker that waited for it alone has to end"
    assert "meta.properties" in log.log_dir.failure
    assert node.manager.returns.waiting == []
    assert not log.log_dir.is_online


async def test_a_return_that_finds_no_room_is_tried_again(node):
    log = node.create(0)
    write(log, b"a")
    state = node.fill(log)
    node.disk.errno, node.disk.failing = errno.ENOSPC, {"list_directory"}
    assert await node.manager.returns.open_again(state) is None
    assert node.manager.returns.waiting == [state]
    node.disk.failing = set()
    assert read_all(await node.bring_back(state)) == [(0, b"a")]


async def test_the_loop_turns_while_logs_are_opened(node):
    """Recovery takes minutes where much was not fsynced; what waits here for the loop would wait in vain on it."""
    log = node.create(0)
    write(log, b"a")
    state = node.fill(log)
    opening, goes_on = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def wait_for_the_loop():
        loop.call_soon_threadsafe(opening.set)
        assert goes_on.wait(30)

    node.disk.on_opening = wait_for_the_loop
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(node.bring_back(state))
        await opening.wait()
        assert node.manager.get(T0) is log, "until all of it is open nobody sees any of it"
        goes_on.set()
    assert read_all(node.manager.get(T0)) == [(0, b"a")]


async def test_what_a_log_lacks_is_told_before_it_is_back(node):
    log = node.create(0)
    write(log, b"a", b"b")
    log.maybe_increment_high_watermark(2)
    node.manager.checkpoint_high_watermarks(at_once=True)
    state = node.fill(log)
    os.truncate(log.segments.active.path, log.segments.active.size // 2)
    assert await node.manager.returns.open_again(state) is not None
    assert node.manager.incomplete() == {T0: 1}
    assert node.manager.get(T0) is log
    node.manager.returns.complete(state)
    assert node.manager.incomplete() == {T0: 1}


async def test_a_copy_that_took_the_room_makes_place(node):
    log = node.create(0)
    write(log, b"a")
    (other,) = (state for state in node.manager.dirs if state.log_dir is not log.log_dir)
    copy = node.manager.futures.create(T0, other.log_dir.path)
    state = node.fill(copy)
    assert node.disk.exists(copy.directory)
    assert await node.manager.returns.has_room(state)
    assert not node.disk.exists(copy.directory)
    assert await node.manager.returns.open_again(state) is not None
    node.manager.returns.complete(state)
    assert node.manager.get(T0) is log
    assert read_all(log) == [(0, b"a")]


async def test_a_stop_in_the_middle_lets_go_of_everything(node):
    log = node.create(0)
    write(log, b"a")
    state = node.fill(log)
    assert await node.manager.returns.open_again(state) is not None
    node.manager.shutdown()
    again = Node(*node.paths)  # the lock is free
    assert read_all(again.manager.get(T0)) == [(0, b"a")]
    again.manager.close()
