"""A producer snapshot that a truncation removed does not come back with a power loss."""

from __future__ import annotations

import random

from kavka.broker.log.producer_snapshots import ProducerSnapshots
from kavka.broker.log.producer_state import ProducerState
from kavka.simulation.memory_disk import MemoryDisk
from kavka.simulation.memory_filesystem import MemoryFileSystem

DIRECTORY = "/t-0"


def test_a_removed_snapshot_stays_away():
    """Other records follow at its offsets, and it would say that producers are known who wrote none of them."""
    left = []
    for seed in range(40):
        disk = MemoryDisk()
        filesystem = MemoryFileSystem(disk, now_ms=lambda: 0, ticks=lambda: 0)
        filesystem.make_directory(DIRECTORY)
        snapshots = ProducerSnapshots(DIRECTORY, filesystem, [])
        snapshots.write(5, ProducerState("t-0"))
        filesystem.fsync_path(snapshots.path(5))
        filesystem.fsync_path(DIRECTORY)
        filesystem.fsync_path("/")
        snapshots.remove_above(4)
        filesystem.kill()
        disk.lose_power(random.Random(seed))
        left += MemoryFileSystem(disk, now_ms=lambda: 0, ticks=lambda: 0).list_directory(DIRECTORY)
    assert left == []
