"""A log manager over temporary folders, started as often as a test wants."""

from __future__ import annotations

from kavka.broker.config.settings import settings_of
from kavka.broker.config.topic_config import LogConfig
from kavka.broker.log.log_manager import LogManager
from kavka.common.lane import Lane
from kavka.common.types import TopicPartition
from kavka.timer.clock import ManualClock
from tests.support.log.building import NOW_MS, FailingDisk


class Node:
    """A broker's log manager over some directories, started and stopped again and again."""

    def __init__(self, *paths):
        self.paths = paths
        self.clock = ManualClock(1000, wall_ms=NOW_MS)
        self.broker = {}
        self.disk = FailingDisk()
        self.manager = None

    def start(self, *, broker_id=1, cluster_id="cluster", **overrides):
        self.disk = FailingDisk()
        self.manager = LogManager(
            [str(path) for path in self.paths],
            default_config=LogConfig(overrides, broker=settings_of(self.broker)),
            settings=lambda: settings_of(self.broker),
            clock=self.clock,
            filesystem=self.disk,
            lane=Lane(),
            broker_id=broker_id,
            cluster_id=cluster_id,
        )
        self.manager.load()
        return self.manager

    def kill(self):
        self.manager.close()

    def create(self, topic="t", partition=0, **config):
        return self.manager.get_or_create(
            TopicPartition(topic, partition), config=self.manager.default_config.with_overrides(config), is_new=True
        )
