"""Real logs for the tests of what stands on them."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from kavka.broker.cluster.topic_configs import SharedLogConfigs
from kavka.broker.config.settings import default_settings
from kavka.broker.config.topic_config import LogConfig
from kavka.broker.log.check_threads import CheckThreads
from kavka.broker.log.log_manager import LogManager
from kavka.common.lane import Lane
from kavka.common.machine_filesystem import MachineFileSystem
from kavka.timer.clock import ManualClock, SystemClock


class TopicOverrides:
    """Topics' configuration that needs no ZooKeeper: topic → key → value, written by the test."""

    def __init__(self) -> None:
        self.overrides: dict[str, dict[str, Any]] = {}
        self._configs = SharedLogConfigs(default_settings)

    def missing(self, topics: Iterable[str]) -> list[str]:
        return []

    def log_config(self, topic: str) -> LogConfig:
        return self._configs(self.overrides.get(topic, {}))


def open_log_manager(
    *directories: object, broker_id: int, clock: ManualClock, filesystem: MachineFileSystem | None = None
) -> LogManager:
    manager = LogManager(
        [str(directory) for directory in directories],
        default_config=LogConfig(),
        clock=clock,
        filesystem=filesystem or MachineFileSystem(),
        lane=Lane(),
        record_checks=CheckThreads(),
        broker_id=broker_id,
        rng=random.Random(1),
        machine_clock=SystemClock(),
    )
    manager.load()
    return manager
