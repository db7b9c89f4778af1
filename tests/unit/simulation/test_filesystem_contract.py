"""What a broker relies on of a file system, held by the machine's and by the one in memory alike."""

from __future__ import annotations

import asyncio
import errno
import random
import threading
import time

import pytest

from kavka.common.filesystem import FileSystem
from kavka.common.machine_filesystem import MachineFileSystem
from kavka.simulation.memory_disk import MemoryDisk
from kavka.simulation.memory_filesystem import MemoryFileSystem


class Place:
    """A file system, a directory in it, and a second view of the same disk."""

    def __init__(self, one: FileSystem, other: FileSystem, directory: str):
        self.filesystem, self.other, self.directory = one, other, directory

    def path(self, *names):
        return "/".join((self.directory, *names))


@pytest.fixture(params=["machine", "memory"])
def place(request, tmp_path):
    if request.param == "machine":
        made = Place(MachineFileSystem(), MachineFileSystem(), str(tmp_path))
    else:
        disk = MemoryDisk()
        one, other = (
            MemoryFileSystem(disk, now_ms=lambda: time.time_ns() // 1_000_000, ticks=time.perf_counter_ns)
            for _ in range(2)
        )
        one.make_directory("/a/place")
        made = Place(one, other, "/a/place")
    yield made
    made.filesystem.close()
    made.other.close()


def fails(number):
    return pytest.raises(OSError, check=lambda error: error.errno == number)


# ---- files in use ---------------------------------------------------------------------------------------------------


def test_what_is_written_is_read_wherever_it_stands(place):
    fs = place.filesystem
    fd = fs.open(place.path("f"), create=True)
    fs.pwritev(fd, [b"ab", memoryview(b"cd"), bytearray(b"e")], 0, 5)
    fs.pwrite(fd, b"XY", 1)
    assert fs.pread(fd, 100, 0) == b"aXYde"
    assert fs.pread(fd, 2, 3) == b"de"
    assert fs.pread(fd, 2, 5) == b""
    assert bytes(fs.pread_resident(fd, 5, 0)) == b"aXYde"
    assert fs.pread_resident(fd, 6, 0) is None
    assert fs.file_size(place.path("f")) == 5
    fs.fsync(fd)
    fs.drop_pages(fd, 0, 5)
    fs.load_pages(place.path("f"), 5, 0)
    fs.close_fd(fd)
    assert fs.read_file(place.path("f")) == b"aXYde"
    assert fs.read_file(place.path("f"), limit=2) == b"aX"


def test_what_is_skipped_is_zero_and_what_is_cut_is_gone(place):
    fs = place.filesystem
    fd = fs.open(place.path("f"), create=True)
    fs.pwrite(fd, b"end", 4)
    assert fs.pread(fd, 10, 0) == b"\0\0\0\0end"
    fs.truncate_fd(fd, 2)
    assert fs.pread(fd, 10, 0) == b"\0\0"
    fs.truncate_fd(fd, 4)
    assert fs.pread(fd, 10, 0) == b"\0\0\0\0"
    fs.reserve(fd, 4, 4096)
    assert fs.file_size(place.path("f")) == 4
    fs.close_fd(fd)


def test_a_descriptor_outlives_the_name_and_each_of_two_is_closed_by_itself(place):
    fs = place.filesystem
    fd = fs.open(place.path("f"), create=True)
    again = fs.dup(fd)
    assert fd != again
    fs.pwrite(fd, b"here", 0)
    fs.rename(place.path("f"), place.path("g"))
    fs.close_fd(fd)
    with fails(errno.EBADF):
        fs.pread(fd, 1, 0)
    fs.remove(place.path("g"))
    fs.pwrite(again, b"!", 4)
    assert fs.pread(again, 10, 0) == b"here!"
    assert not fs.exists(place.path("g"))
    fs.close_fd(again)


def test_a_map_shows_the_file_as_it_is(place):
    fs = place.filesystem
    fd = fs.open(place.path("f"), create=True)
    fs.pwrite(fd, b"0123456789", 0)
    with fs.map_read_only(fd, 4) as mapped:
        assert (mapped[:], len(mapped)) == (b"0123", 4)
    with pytest.raises(ValueError):  # noqa: PT011 - the interpreter's own words
        fs.map_read_only(fd, 11)
    fs.close_fd(fd)


@pytest.mark.parametrize("create", [False, True])
def test_what_is_not_there_or_no_file_cannot_be_opened(place, create):
    fs = place.filesystem
    fs.make_directory(place.path("d"))
    fs.create_empty(place.path("f"))
    with fails(errno.EISDIR):
        fs.open(place.path("d"), create=create)
    with fails(errno.ENOENT):
        fs.open(place.path("nowhere", "f"), create=create)
    with fails(errno.ENOTDIR):
        fs.open(place.path("f", "below"), create=create)
    if not create:
        with fails(errno.ENOENT):
            fs.open(place.path("none"))


# ---- whole files ----------------------------------------------------------------------------------------------------


def test_a_file_is_replaced_whole_and_leaves_nothing_beside(place):
    fs = place.filesystem
    for write in (fs.write_atomically, fs.write_unsynced, fs.write_private):
        write(place.path("f"), b"a long content")
        write(place.path("f"), b"short")
        assert fs.read_file(place.path("f")) == b"short"
        with fails(errno.ENOENT):
            write(place.path("nowhere", "f"), b"")
    fs.create_empty(place.path("f"))
    assert fs.read_file(place.path("f")) == b""
    fs.fsync_path(place.path("f"))
    fs.fsync_path(place.directory)
    assert fs.list_directory(place.directory) == ["f"]


def test_secrets_are_for_their_owner_and_are_made_once(place):
    fs = place.filesystem
    assert fs.make_private(place.path("s"), b"first")
    assert not fs.make_private(place.path("s"), b"second")
    assert fs.read_file(place.path("s")) == b"first"
    assert fs.is_private(place.path("s"))
    fs.write_unsynced(place.path("u"), b"", mode=0o600)
    assert fs.is_private(place.path("u"))
    fs.write_unsynced(place.path("p"), b"")
    assert not fs.is_private(place.path("p"))
    with fails(errno.ENOENT):
        fs.is_private(place.path("none"))


def test_a_stamp_changes_with_the_content_and_with_nothing_else(place):
    fs = place.filesystem
    fs.write_atomically(place.path("f"), b"a")
    fs.set_modified_ms(place.path("f"), 1_000)
    first = fs.stamp(place.path("f"))
    assert fs.stamp(place.path("f")) == first
    assert fs.modified_ms(place.path("f")) == 1_000
    fs.write_atomically(place.path("f"), b"b")
    fs.set_modified_ms(place.path("f"), 1_000)
    assert fs.stamp(place.path("f")) != first
    fd = fs.open(place.path("f"))
    fs.pwrite(fd, b"!", 1)
    fs.close_fd(fd)
    assert abs(fs.modified_ms(place.path("f")) - time.time_ns() // 1_000_000) < 3_600_000
    with fails(errno.ENOENT):
        fs.stamp(place.path("none"))


# ---- names ----------------------------------------------------------------------------------------------------------


def test_directories_are_made_with_their_parents_and_listed_in_order(place):
    fs = place.filesystem
    fs.make_directory(place.path("b", "c"))
    fs.make_directory(place.path("b", "c"))
    assert fs.make_new_directory(place.path("a"))
    assert not fs.make_new_directory(place.path("a"))
    assert not fs.make_new_directory(place.path("n", "m")), "its parent was not there"
    assert fs.exists(place.path("n", "m"))
    fs.create_empty(place.path("z"))
    assert fs.list_directory(place.directory) == ["a", "b", "n", "z"]
    assert fs.subdirectories(place.directory) == ["a", "b", "n"]
    assert fs.total_bytes(place.directory) >= fs.free_bytes(place.directory) > 0
    with fails(errno.EEXIST):
        fs.make_directory(place.path("z"))
    with fails(errno.ENOTDIR):
        fs.make_directory(place.path("z", "y"))
    for look in (fs.list_directory, fs.subdirectories):
        with fails(errno.ENOENT):
            look(place.path("none"))
        with fails(errno.ENOTDIR):
            look(place.path("z"))
    for look in (fs.file_size, fs.modified_ms, fs.read_file, fs.fsync_path, fs.free_bytes, fs.total_bytes):
        with fails(errno.ENOENT):
            look(place.path("none"))


def test_a_rename_takes_the_place_of_what_may_be_replaced(place):
    fs = place.filesystem
    fs.make_directory(place.path("d", "below"))
    fs.make_directory(place.path("empty"))
    fs.write_atomically(place.path("f"), b"f")
    fs.write_atomically(place.path("g"), b"g")
    fs.rename(place.path("f"), place.path("g"))
    assert fs.read_file(place.path("g")) == b"f"
    fs.rename(place.path("g"), place.path("g"))
    fs.rename(place.path("d"), place.path("empty"))
    assert fs.list_directory(place.directory) == ["empty", "g"]
    assert fs.list_directory(place.path("empty")) == ["below"]
    fs.make_directory(place.path("d"))
    for source, target, number in (
        ("none", "x", errno.ENOENT),
        ("g", "d", errno.EISDIR),
        ("d", "g", errno.ENOTDIR),
        ("d", "empty", errno.ENOTEMPTY),
        ("g", "nowhere/g", errno.ENOENT),
    ):
        with fails(number):
            fs.rename(place.path(source), place.path(target))
    assert fs.list_directory(place.directory) == ["d", "empty", "g"]


def test_a_removal_may_be_repeated_and_takes_what_it_names(place):
    fs = place.filesystem
    fs.make_directory(place.path("d", "below"))
    fs.create_empty(place.path("d", "f"))
    with fails(errno.EISDIR):
        fs.remove(place.path("d"))
    for _ in range(2):
        fs.remove(place.path("d", "f"))
        fs.remove_tree(place.path("d", "below"))
    assert fs.list_directory(place.path("d")) == []
    for _ in range(2):
        fs.remove_tree(place.path("d"))
    fs.create_empty(place.path("f"))
    with fails(errno.ENOTDIR):
        fs.remove_tree(place.path("f"))
    assert fs.exists(place.path("f"))


def test_one_holds_a_lock_until_it_lets_go(place):
    held = place.filesystem.lock(place.path(".lock"))
    assert held is not None
    assert place.other.lock(place.path(".lock")) is None
    assert place.filesystem.lock(place.path(".lock")) is None
    fd = place.other.open(place.path(".lock"))
    place.other.close_fd(fd)
    assert place.other.lock(place.path(".lock")) is None
    place.filesystem.close_fd(held)
    again = place.other.lock(place.path(".lock"))
    assert again is not None
    place.other.close_fd(again)


async def test_what_runs_off_the_loop_returns_and_raises(place):
    fs = place.filesystem
    await fs.run(fs.write_unsynced, place.path("f"), b"x", mode=0o600)
    assert await fs.run(fs.read_file, place.path("f")) == b"x"
    with fails(errno.ENOENT):
        await fs.run(fs.read_file, place.path("none"))
    fs.keep_spare()
    assert fs.spare_descriptors >= 0


# ---- in memory alone ------------------------------------------------------------------------------------------------


def memory(room_bytes):
    made = MemoryFileSystem(MemoryDisk(room_bytes), now_ms=lambda: 0, ticks=lambda: 0)
    made.make_directory("/d")
    return made


def test_a_full_disk_takes_what_it_has_room_for_and_refuses_the_rest():
    fs = memory(10)
    fd = fs.open("/d/f", create=True)
    fs.pwrite(fd, b"12345678", 0)
    with fails(errno.ENOSPC):
        fs.pwrite(fd, b"abcd", 8)
    assert (fs.pread(fd, 99, 0), fs.free_bytes("/d")) == (b"12345678ab", 0)
    fs.pwrite(fd, b"again", 0)
    fs.truncate_fd(fd, 5)
    assert fs.free_bytes("/d") == 5


def test_what_was_evicted_is_read_at_once_when_its_pages_have_been_loaded():
    disk = MemoryDisk()
    fs = MemoryFileSystem(disk, now_ms=lambda: 0, ticks=lambda: 0)
    fs.make_directory("/d/logs")
    fs.write_unsynced("/d/logs/f", b"abc")
    fs.write_unsynced("/d/g", b"abc")
    disk.evict("/d/logs")
    evicted, other = (fs.open(path) for path in ("/d/logs/f", "/d/g"))
    assert fs.pread_resident(evicted, 3, 0) is None
    assert bytes(fs.pread_resident(other, 3, 0)) == bytes(fs.pread(evicted, 3, 0)) == b"abc"
    fs.load_pages("/d/logs/f", 3, 0)
    assert bytes(fs.pread_resident(evicted, 3, 0)) == b"abc"


def test_who_is_killed_holds_no_file_and_no_lock():
    fs = memory(10)
    other = MemoryFileSystem(fs.disk, now_ms=lambda: 0, ticks=lambda: 0)
    assert fs.lock("/d/.lock") is not None
    fs.open("/d/f", create=True)
    assert fs.open_files == 2
    fs.kill()
    assert fs.open_files == 0
    assert other.lock("/d/.lock") is not None


# ---- writes that are handed over ------------------------------------------------------------------------------------


class Told:
    """Whom a write tells of its end."""

    def __init__(self):
        self.errors = []
        self._is_told = asyncio.Event()

    def __call__(self, error):
        self.errors.append(error)
        self._is_told.set()

    async def wait(self):
        await asyncio.wait_for(self._is_told.wait(), 20)


async def turns():
    """Lets whatever was asked for on the loop happen."""
    for _ in range(5):
        await asyncio.sleep(0)


async def test_a_write_that_is_handed_over_tells_once_that_it_is_done(place):
    fs, told = place.filesystem, Told()
    fd = fs.open(place.path("f"), create=True)
    fs.begin_pwritev(fd, [b"ab", memoryview(b"cd")], 2, 4, told)
    assert told.errors == []
    await told.wait()
    await turns()
    assert told.errors == [None]
    assert fs.pread(fd, 10, 0) == b"\0\0abcd"
    fs.close_fd(fd)


async def test_many_writes_that_are_handed_over_are_all_done(place):
    fs, all_told = place.filesystem, [Told() for _ in range(20)]
    fd = fs.open(place.path("f"), create=True)
    for position, told in enumerate(all_told):
        fs.begin_pwritev(fd, [b"%c" % (65 + position)], position, 1, told)
    for told in all_told:
        await told.wait()
    assert fs.pread(fd, 100, 0) == bytes(range(65, 85))
    fs.close_fd(fd)


async def test_whoever_finishes_a_write_finds_it_done_and_is_told_alone(place):
    fs, all_told = place.filesystem, [Told() for _ in range(10)]
    fd = fs.open(place.path("f"), create=True)
    writes = [fs.begin_pwritev(fd, [b"x" * 4096], 4096 * n, 4096, told) for n, told in enumerate(all_told)]
    assert [write.finish() for write in reversed(writes)] == [None] * 10
    assert fs.pread(fd, 50_000, 0) == b"x" * 40_960
    await turns()
    assert all(told.errors == [] for told in all_told)
    fs.close_fd(fd)


async def test_a_write_that_was_dropped_touches_nothing_any_more(place):
    fs, all_told = place.filesystem, [Told() for _ in range(10)]
    fd = fs.open(place.path("f"), create=True)
    writes = [fs.begin_pwritev(fd, [b"x"], n, 1, told) for n, told in enumerate(all_told)]
    for write in writes:
        write.drop()
    found = fs.pread(fd, 100, 0)
    fs.close_fd(fd)
    await turns()
    assert fs.read_file(place.path("f")) == found
    assert all(told.errors == [] for told in all_told)


async def test_a_write_that_fails_says_so_either_way(place):
    fs, told = place.filesystem, Told()
    fd = fs.open(place.path("f"), create=True)
    fs.close_fd(fd)
    fs.begin_pwritev(fd, [b"x"], 0, 1, told)
    await told.wait()
    assert [error.errno for error in told.errors] == [errno.EBADF]
    assert fs.begin_pwritev(fd, [b"x"], 0, 1, told).finish().errno == errno.EBADF


async def test_closing_the_file_system_leaves_no_write_that_somebody_finishes_undone(place):
    fs = place.filesystem
    fd = fs.open(place.path("f"), create=True)
    writes = [fs.begin_pwritev(fd, [b"x"], n, 1, Told()) for n in range(10)]
    fs.close()
    assert [write.finish() for write in writes] == [None] * 10
    assert place.other.read_file(place.path("f")) == b"x" * 10
    fs.close_fd(fd)


async def test_a_kill_leaves_a_beginning_of_each_write_that_is_under_way():
    found = set()
    for seed in range(40):
        disk = MemoryDisk()
        fs = MemoryFileSystem(disk, now_ms=lambda: 0, ticks=lambda: 0, rng=random.Random(seed))
        fd, told = fs.open("/f", create=True), Told()
        fs.begin_pwritev(fd, [b"abc", b"def"], 0, 6, told)
        fs.kill()
        left = bytes(disk.file("/f").data)
        assert b"abcdef".startswith(left)
        found.add(len(left))
        assert told.errors == []
    assert {0, 6} < found


async def test_who_waits_for_a_write_that_a_thread_has_begun_hears_of_its_failure(tmp_path):
    class SlowlyFailing(MachineFileSystem):
        """A disk whose write fails when somebody has waited for it for a moment."""

        __slots__ = ("begun", "may_fail")

        def pwritev(self, fd, buffers, position, size):
            self.begun.set()
            self.may_fail.wait(20)
            raise OSError(errno.EIO, "injected")

    fs = SlowlyFailing()
    fs.begun, fs.may_fail = threading.Event(), threading.Event()
    write = fs.begin_pwritev(0, [b"x"], 0, 1, Told())
    assert await asyncio.to_thread(fs.begun.wait, 20)
    opener = threading.Timer(0.05, fs.may_fail.set)
    opener.start()
    assert write.finish().errno == errno.EIO
    opener.join()
    fs.close()
