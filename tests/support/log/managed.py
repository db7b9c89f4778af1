"""A log manager over temporary folders, started as often as a test wants."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from kavka.broker.config.settings import settings_of
from kavka.broker.config.topic_config import LogConfig
from kavka.broker.log.check_threads import CheckThreads
from kavka.broker.log.log import Log
from kavka.broker.log.log_manager import LogManager
from kavka.common.lane import Lane
from kavka.common.types import TopicPartition
from kavka.timer.clock import ManualClock, SystemClock
from tests.support.log.building import NOW_MS, FailingDisk


class Node:
    """A broker's log manager over some directories, started and stopped again and again."""

    def __init__(self, *paths: Path) -> None:
        self.paths = paths
        self.clock = ManualClock(1000, wall_ms=NOW_MS)
        self.broker: dict[str, Any] = {}
        self.has_topic_ids = True
        self.disk = FailingDisk()
        self.manager: Any = None

    def start(self, *, broker_id: int = 1, cluster_id: str | None = "cluster", **overrides: Any) -> LogManager:
        self.disk = FailingDisk()
        self.manager = LogManager(
            [str(path) for path in self.paths],
            default_config=LogConfig(overrides, broker=settings_of(self.broker)),
            settings=lambda: settings_of(self.broker),
            clock=self.clock,
            filesystem=self.disk,
            lane=Lane(),
            record_checks=CheckThreads(),
            rng=random.Random(1),
            broker_id=broker_id,
            cluster_id=cluster_id,
            machine_clock=SystemClock(),
            has_topic_ids=self.has_topic_ids,
        )
        self.manager.load()
        manager: LogManager = self.manager
        return manager

    def kill(self) -> None:
        self.manager.close()

    def create(self, topic: str = "t", partition: int = 0, **config: Any) -> Log:
        log: Log = self.manager.get_or_create(
            TopicPartition(topic, partition), config=self.manager.default_config.with_overrides(config), is_new=True
        )
        return log
