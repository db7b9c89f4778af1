"""Blocks that a large active segment owns ahead of its end: invisible to readers, and given back."""

from __future__ import annotations

import pytest

from kavka.broker.log.reservation import RESERVE_BYTES_MAX, RESERVE_BYTES_MIN, RESERVE_FROM
from kavka.common.machine_filesystem import MachineFileSystem
from tests.support.log.building import append, read_all

VALUE = bytes(700_000)
BIG = {"max.message.bytes": 1 << 20, "segment.bytes": 1 << 30}


@pytest.fixture
def reserving(tmp_path):
    """Skips where the file system of the tests cannot reserve, or does not say what it has reserved."""
    path = tmp_path / "probe"
    path.write_bytes(b"x")
    filesystem = MachineFileSystem()
    fd = filesystem.open(str(path))
    can = filesystem.reserve(fd, 1, 1 << 20) and owned(path) >= 1 << 20
    filesystem.close_fd(fd)
    assert path.stat().st_size == 1
    if not can:
        pytest.skip("this file system reserves nothing")


def owned(path):
    return path.stat().st_blocks * 512


def surplus(path):
    """What a file owns more than a file of its size needs, as the file system rounds."""
    return owned(path) - path.stat().st_size


def grow(log, count):
    for _ in range(count):
        append(log, VALUE)


def test_a_large_segment_owns_blocks_ahead_until_it_is_closed(bench, reserving):
    log = bench.open(config=BIG)
    path = bench.path(0, ".log")
    grow(log, 5)
    assert path.stat().st_size < RESERVE_FROM
    grow(log, 1)
    size = log.size
    assert path.stat().st_size == size > RESERVE_FROM, "nobody sees what is reserved"
    log.flush()
    assert RESERVE_BYTES_MIN / 2 < surplus(path) <= RESERVE_BYTES_MAX + 65536
    log.close()
    assert path.stat().st_size == size
    assert surplus(path) < 65536


def test_a_roll_gives_back_also_what_a_killed_broker_had_reserved(bench, reserving):
    log = bench.open(config=BIG)
    path = bench.path(0, ".log")
    grow(log, 8)
    bench.crash()
    log = bench.open()
    assert len(read_all(log, max_bytes=1 << 20)) == 8
    assert surplus(path) > RESERVE_BYTES_MIN / 2
    log.roll()
    append(log, b"next")
    log.flush()
    assert surplus(path) < 65536
    assert len(read_all(log, max_bytes=1 << 20)) == 9
    log.close()


def test_a_disk_that_cannot_reserve_takes_appends_all_the_same(bench):
    asked = []

    class Refusing(MachineFileSystem):
        __slots__ = ()

        def reserve(self, fd, position, size):
            asked.append((position, size))
            return False

    bench.filesystem.close()
    bench.filesystem = Refusing()
    log = bench.open(config=BIG)
    grow(log, 10)
    assert len(asked) == 1, "it is asked once a segment"
    log.close()
    assert len(read_all(bench.open(clean=True), max_bytes=1 << 20)) == 10


def test_there_is_a_reservation_for_many_appends_at_once(bench):
    asked = []

    class Counting(MachineFileSystem):
        __slots__ = ()

        def reserve(self, fd, position, size):
            asked.append(position)
            return super().reserve(fd, position, size) or True

    bench.filesystem.close()
    bench.filesystem = Counting()
    log = bench.open(config=BIG)
    for _ in range(120):
        append(log, bytes(100_000))
    assert 2 <= len(asked) <= 6
    log.close()
