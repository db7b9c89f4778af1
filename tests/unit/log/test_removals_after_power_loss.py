"""The log of a deleted topic does not come back with a power loss beside that of the next topic of its name."""

from __future__ import annotations

import random

import pytest

from kavka.broker.config.settings import settings_of
from kavka.broker.config.topic_config import LogConfig
from kavka.broker.log.check_threads import CheckThreads
from kavka.broker.log.log_manager import LogManager
from kavka.common.lane import Lane
from kavka.common.types import TopicPartition
from kavka.simulation.memory_disk import MemoryDisk
from kavka.simulation.memory_filesystem import MemoryFileSystem
from kavka.timer.clock import ManualClock
from tests.support.log.building import append

T0, U0 = TopicPartition("t", 0), TopicPartition("u", 0)
FIRST, SECOND = b"1" * 16, b"2" * 16


class Machine:
    """A disk with a broker's two directories, and the log managers of its lives."""

    def __init__(self) -> None:
        self.disk = MemoryDisk()
        self._filesystem: MemoryFileSystem | None = None

    def start(self) -> LogManager:
        self.kill()
        self._filesystem = MemoryFileSystem(self.disk, now_ms=lambda: 1, ticks=lambda: 1)
        clock = ManualClock(1000)
        manager = LogManager(
            ["/data-1", "/data-2"],
            default_config=LogConfig(),
            settings=lambda: settings_of({}),
            clock=clock,
            filesystem=self._filesystem,
            lane=Lane(),
            record_checks=CheckThreads(),
            rng=random.Random(1),
            broker_id=1,
            cluster_id="cluster",
            machine_clock=clock,
        )
        manager.load()
        return manager

    def kill(self) -> None:
        if self._filesystem is not None:
            self._filesystem.kill()

    def lose_power(self, seed: int) -> None:
        self.kill()
        self.disk.lose_power(random.Random(seed))


def written(manager: LogManager, topic_id: bytes) -> None:
    log = manager.get_or_create(T0, topic_id=topic_id, is_new=True)
    append(log, b"acknowledged")
    log.flush()


@pytest.mark.parametrize(("is_moved", "is_killed"), [(False, False), (False, True), (True, False)])
def test_a_topic_made_anew_is_in_one_directory_whatever_the_power_takes(is_moved, is_killed):
    for seed in range(40):
        machine = Machine()
        manager = machine.start()
        written(manager, FIRST)
        manager.prefer(U0, "/data-2")
        manager.get_or_create(U0, is_new=True)
        if is_moved:
            append(manager.futures.create(T0, "/data-2"), b"acknowledged")
            manager.futures.take_over(T0).flush()
        manager.delete(T0)
        if is_killed:
            manager = machine.start()
        manager.prefer(T0, "/data-2")
        written(manager, SECOND)
        machine.lose_power(seed)
        log = machine.start().get(T0)
        assert log is not None
        assert (log.log_dir.path, log.topic_id) == ("/data-2", SECOND)
