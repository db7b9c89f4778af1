"""Calls that fail on a simulated disk, and what they leave."""

from __future__ import annotations

import errno
import random

import pytest

from kavka.common.filesystem import NotFlushed
from kavka.simulation.disk_faults import DiskCall, DiskFault
from kavka.simulation.disk_pages import PAGE_BYTES
from kavka.simulation.memory_disk import MemoryDisk
from kavka.simulation.memory_filesystem import MemoryFileSystem

CONTENT = b"c" * 3 * PAGE_BYTES


@pytest.fixture
def disk():
    return MemoryDisk(rng=random.Random(1))


@pytest.fixture
def fs(disk):
    made = view(disk)
    for path in ("/a/f", "/b/f"):
        made.make_directory(path[:2])
        made.write_atomically(path, CONTENT)
    made.fsync_path("/")
    return made


def view(disk, **given):
    return MemoryFileSystem(disk, now_ms=lambda: 0, ticks=lambda: 0, **given)


def fails(number):
    return pytest.raises(OSError, check=lambda error: error.errno == number)


def test_reads_fail_below_a_path_until_the_fault_is_removed(disk, fs):
    fault = DiskFault(call=DiskCall.READ, prefix="/a")
    disk.faults.add(fault)
    fd = fs.open("/a/f")
    for read in (
        lambda: fs.pread(fd, 1, 0),
        lambda: fs.read_file("/a/f"),
        lambda: fs.load_pages("/a/f", 1, 0),
        lambda: fs.map_read_only(fd, 1),
    ):
        with fails(errno.EIO):
            read()
    assert fs.pread_resident(fd, 1, 0) is None, "what fails is not in memory"
    assert fs.read_file("/b/f") == CONTENT
    fs.pwrite(fd, b"still", 0)
    disk.faults.remove(fault)
    assert fs.pread(fd, 5, 0) == b"still"


def test_a_fault_follows_what_is_renamed(disk, fs):
    fd = fs.open("/a/f")
    disk.faults.add(DiskFault(call=DiskCall.READ, prefix="/c"))
    assert fs.pread(fd, 1, 0) == b"c"
    fs.rename("/a", "/c")
    with fails(errno.EIO):
        fs.pread(fd, 1, 0)


def test_a_write_that_fails_may_have_written_some_of_its_bytes(disk, fs):
    left = set()
    fd = fs.open("/a/f")
    for _ in range(30):
        disk.faults.add(DiskFault(call=DiskCall.WRITE, times=1))
        with fails(errno.EIO):
            fs.pwritev(fd, [b"12", b"3"], 0, 3)
        left.add(fs.pread(fd, 4, 0))
        fs.pwrite(fd, b"cccc", 0)
    assert left == {b"cccc", b"1ccc", b"12cc", b"123c"}
    disk.faults.add(DiskFault(call=DiskCall.WRITE, error=errno.ENOSPC))
    with fails(errno.ENOSPC):
        fs.write_unsynced("/a/f", b"new")
    assert fs.read_file("/a/f") == b"cccc" + CONTENT[4:]


def test_an_fsync_fails_once_and_lies_afterwards(disk, fs):
    disk.faults.add(DiskFault(call=DiskCall.FSYNC, times=1))
    fd = fs.open("/a/f")
    fs.pwrite(fd, b"lost", 0)
    with fails(errno.EIO):
        fs.fsync(fd)
    fs.fsync(fd)
    assert fs.pread(fd, 4, 0) == b"lost", "the page cache has it"
    assert disk.faults.active == ()
    fs.kill()
    disk.lose_power(random.Random(0))
    assert view(disk).read_file("/a/f") == CONTENT


def test_what_is_written_again_after_a_failed_fsync_can_be_fsynced(disk, fs):
    disk.faults.add(DiskFault(call=DiskCall.FSYNC, times=1))
    fd = fs.open("/a/f")
    fs.pwrite(fd, b"here", 0)
    with fails(errno.EIO):
        fs.fsync(fd)
    fs.pwrite(fd, b"here", 0)
    fs.fsync(fd)
    fs.kill()
    disk.lose_power(random.Random(0))
    assert view(disk).read_file("/a/f") == b"here" + CONTENT[4:]


def test_pages_that_are_dropped_after_a_failed_fsync_show_what_the_device_has(disk, fs):
    disk.faults.add(DiskFault(call=DiskCall.FSYNC, times=1))
    fd = fs.open("/a/f")
    fs.pwrite(fd, b"lost", 0)
    with fails(errno.EIO):
        fs.fsync(fd)
    fs.drop_pages(fd, 0, len(CONTENT))
    assert fs.pread(fd, 4, 0) == b"cccc"


def test_an_fsync_without_room_is_told_from_a_write_without(disk, fs):
    disk.faults.add(DiskFault(call=DiskCall.FSYNC, prefix="/a", error=errno.ENOSPC))
    with pytest.raises(NotFlushed):
        fs.write_atomically("/a/f", b"new")
    assert fs.read_file("/a/f") == CONTENT
    with pytest.raises(NotFlushed):
        fs.fsync_path("/a")
    fs.fsync_path("/b")


def test_a_fault_with_a_chance_is_drawn():
    def failed(seed):
        disk = MemoryDisk(rng=random.Random(seed))
        fs = view(disk)
        fs.write_unsynced("/f", b"")
        disk.faults.add(DiskFault(call=DiskCall.READ, chance=0.5))
        return [is_failing(fs) for _ in range(50)]

    assert 10 < sum(failed(1)) < 40
    assert failed(1) == failed(1) != failed(2)


def is_failing(fs):
    try:
        fs.read_file("/f")
    except OSError:
        return True
    return False


def test_all_faults_end_together(disk, fs):
    for call in DiskCall:
        disk.faults.add(DiskFault(call=call))
    assert [fault.call for fault in disk.faults.active] == list(DiskCall)
    disk.faults.clear()
    fs.write_atomically("/a/f", b"fine")
    assert fs.read_file("/a/f") == b"fine"


def test_bits_flip_in_what_is_durable_and_nobody_hears_of_it(disk, fs):
    fd = fs.open("/a/f")
    fs.pwrite(fd, b"n" * PAGE_BYTES, 0)
    flipped = set()
    for seed in range(40):
        path, position = disk.flip_bit(random.Random(seed), "/a")
        assert (path, position >= PAGE_BYTES) == ("/a/f", True)
        flipped.add(position)
    content = fs.pread(fd, len(CONTENT), 0)
    assert content[:PAGE_BYTES] == b"n" * PAGE_BYTES
    assert {at for at in range(PAGE_BYTES, len(CONTENT)) if content[at] != ord("c")} == flipped
    assert fs.read_file("/b/f") == CONTENT
    assert disk.flip_bit(random.Random(0), "/none") is None
    assert disk.rotten_files() == {"/a/f"}
    fs.fsync(fd)
    disk.lose_power(random.Random(0))
    assert view(disk).read_file("/a/f") == content, "they last"


async def test_what_waits_for_the_disk_takes_as_long_as_the_disk():
    taken = []

    async def slow():
        taken.append("some time")

    disk = MemoryDisk()
    fs = view(disk, delay=slow)
    fs.write_atomically("/f", b"")
    assert taken == []
    assert await fs.run(fs.read_file, "/f") == b""
    assert taken == ["some time"]
