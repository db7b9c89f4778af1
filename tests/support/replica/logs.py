"""Real logs for the tests of what stands on them."""

from __future__ import annotations

import random

from kavka.broker.cluster.topic_configs import SharedLogConfigs
from kavka.broker.config.settings import default_settings
from kavka.broker.config.topic_config import LogConfig
from kavka.broker.log.log_manager import LogManager
from kavka.common.filesystem import FileSystem
from kavka.common.lane import Lane


class TopicOverrides:
    """Topics' configuration that needs no ZooKeeper: topic → key → value, written by the test."""

    def __init__(self):
        self.overrides = {}
        self._configs = SharedLogConfigs(default_settings)

    def missing(self, topics):
        return []

    def log_config(self, topic):
        return self._configs(self.overrides.get(topic, {}))


def open_log_manager(*directories, broker_id, clock, filesystem=None):
    manager = LogManager(
        [str(directory) for directory in directories],
        default_config=LogConfig(),
        clock=clock,
        filesystem=filesystem or FileSystem(),
        lane=Lane(),
        broker_id=broker_id,
        rng=random.Random(1),
    )
    manager.load()
    return manager
