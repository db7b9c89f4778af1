"""A start that finds a log damaged, and cannot say so on the disk: the directory is offline, as at any error of it."""

from __future__ import annotations

import errno
import random

import pytest

from kavka.broker.config.settings import settings_of
from kavka.broker.config.topic_config import LogConfig
from kavka.broker.log.check_threads import CheckThreads
from kavka.broker.log.log_dir import LogDirError
from kavka.broker.log.log_manager import LogManager
from kavka.common.lane import Lane
from kavka.common.types import TopicPartition
from kavka.simulation.disk_faults import DiskCall, DiskFault
from kavka.simulation.memory_disk import MemoryDisk
from kavka.simulation.memory_filesystem import MemoryFileSystem
from kavka.timer.clock import ManualClock
from tests.support.log.building import append

T0 = TopicPartition("t", 0)


class Machine:
    """A disk with a broker's directory, and the log managers of its lives."""

    def __init__(self):
        self.disk = MemoryDisk()
        self.filesystem = None

    def start(self):
        if self.filesystem is not None:
            self.filesystem.kill()
        self.filesystem = MemoryFileSystem(self.disk, now_ms=lambda: 1, ticks=lambda: 1)
        clock = ManualClock(1000)
        manager = LogManager(
            ["/data"],
            default_config=LogConfig(),
            settings=lambda: settings_of({}),
            clock=clock,
            filesystem=self.filesystem,
            lane=Lane(),
            record_checks=CheckThreads(),
            rng=random.Random(1),
            broker_id=1,
            cluster_id="cluster",
            machine_clock=clock,
        )
        manager.load()
        return manager


@pytest.fixture
def machine():
    """One whose log has lost what was below its high watermark."""
    made = Machine()
    log = made.start().get_or_create(T0, is_new=True)
    append(log, b"acknowledged")
    log.close()
    path = "/data/replication-offset-checkpoint"
    made.filesystem.write_atomically(path, b"0\n1\nt 0 1\n")
    made.disk.resize(made.disk.file(f"{log.directory}/{0:020d}.log"), 0, 1)
    return made


def test_a_log_that_ends_below_its_high_watermark_is_marked(machine):
    assert "its high watermark was 1" in str(machine.start().get(T0).damage)
    assert machine.start().get(T0).damage is not None


@pytest.mark.parametrize("call", [DiskCall.WRITE, DiskCall.FSYNC])
def test_a_disk_that_refuses_the_mark_makes_the_directory_one_that_cannot_be_used(machine, call):
    machine.disk.faults.add(DiskFault(call=call, prefix="/data/t-0", error=errno.EIO))
    with pytest.raises(LogDirError, match="/data: loading its logs"):
        machine.start()
    machine.disk.faults.clear()
    assert machine.start().get(T0).damage is not None
