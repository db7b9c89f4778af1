"""The overrides of topics' configuration, read from /config/topics and remembered while the topic lives here.

The controller's requests carry no configuration, so a broker reads it when it first hears of a topic. Changes of the
configuration of existing topics are not watched yet.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from kavka.zk import paths
from kavka.zk.client import ZkClient
from kavka.zk.errors import NoNode
from kavka.zk.znodes import ConfigZNode

if TYPE_CHECKING:
    from broker.log.log_config import LogConfig

NO_OVERRIDES: Mapping[str, str] = {}


class TopicConfigs:
    """Topic → its overrides, as text, and the configuration of its logs that follows from them.

    Args:
        zk: where the overrides are.
        log_config_of: overrides → the effective configuration, the broker's defaults filled in.
    """

    __slots__ = ("_log_config_of", "_overrides", "_zk")

    def __init__(self, zk: ZkClient, log_config_of: Callable[[Mapping[str, str]], LogConfig]) -> None:
        self._zk = zk
        self._log_config_of = log_config_of
        self._overrides: dict[str, Mapping[str, str]] = {}

    def cached(self, topic: str) -> Mapping[str, str] | None:
        """What was read for the topic, None when nothing was."""
        return self._overrides.get(topic)

    def missing(self, topics: Iterable[str]) -> list[str]:
        """Those of the topics that nothing was read for."""
        return [topic for topic in topics if topic not in self._overrides]

    def log_config(self, topic: str) -> LogConfig:
        """The effective configuration of a topic's logs by what was read of it; the broker's defaults before that."""
        return self._log_config_of(self._overrides.get(topic, NO_OVERRIDES))

    async def fetch(self, topics: Iterable[str]) -> dict[str, Mapping[str, str]]:
        """Reads the overrides of topics from ZooKeeper, all at once, and remembers them.

        Raises:
            ZkError: ZooKeeper cannot be asked; nothing is remembered then.
        """
        names = list(topics)
        found = await asyncio.gather(*(self.read(name) for name in names))
        overrides = dict(zip(names, found, strict=True))
        self._overrides.update(overrides)
        return overrides

    async def read(self, topic: str) -> Mapping[str, str]:
        """Reads the overrides of one topic; a topic without a node has none. Does not remember them."""
        try:
            data, _ = await self._zk.get(paths.config("topics", topic))
        except NoNode:
            return NO_OVERRIDES
        return ConfigZNode.decode(data).config

    def forget(self, topic: str) -> None:
        """Drops a topic that is gone: one of the same name may come with other overrides."""
        self._overrides.pop(topic, None)
