"""The overrides of topics' configuration, read from /config/topics and remembered while the topic lives here.

The controller's requests carry no configuration, so a broker reads it when it first hears of a topic (`fetch`), and
again when a notification says that it changed (`refresh`; `config_changes` hears those). Two reads of one topic may
come back in either order, because each waits for the rest of its batch: the transaction that wrote the node decides
which is newer.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple

from kavka.broker.config.settings import BrokerSettings
from kavka.broker.config.topic_config import LogConfig, usable_overrides
from kavka.zk import paths
from kavka.zk.client import ZkClient
from kavka.zk.errors import ConnectionLoss, NoNode, SessionExpired
from kavka.zk.sanitizer import is_entity
from kavka.zk.znodes import ConfigZNode, ZNodeError

_log = logging.getLogger(__name__)

NO_OVERRIDES: Mapping[str, str] = {}
NO_VERSION: Final = -1
SHARED_CONFIGS_MAX: Final = 1_000
"""Different overrides whose configuration is remembered for the next topic that has the same; with more, anew."""

AWAY_MS_MAX: Final = 60_000
"""How long ZooKeeper is waited for: longer than a controller waits for a response (`controller.socket.timeout.ms`),
after which it sends the request again."""
RETRY_PAUSE_MS: Final = 50


class StoredConfig(NamedTuple):
    """What a node of /config says.

    Attributes:
        texts: the overrides as they stand there, also those that mean nothing here.
        version: the node's, for a conditional write; −1 when there is no node.
        mzxid: the transaction that wrote it; −1 when there is no node.
    """

    texts: Mapping[str, str]
    version: int
    mzxid: int


NOTHING_STORED: Final = StoredConfig(NO_OVERRIDES, NO_VERSION, -1)


class SharedLogConfigs:
    """Gives the same configuration to all topics with the same overrides: most have none, and one takes half a
    kilobyte and as long to make as half of a log.

    Args:
        broker: the broker's configuration now, another object when it is another.
    """

    __slots__ = ("_broker", "_configs", "_made_of")

    def __init__(self, broker: Callable[[], BrokerSettings]) -> None:
        self._broker = broker
        self._made_of: BrokerSettings | None = None
        self._configs: dict[frozenset[tuple[str, str]], LogConfig] = {}

    def __call__(self, overrides: Mapping[str, str]) -> LogConfig:
        """The configuration of a topic's logs with these overrides."""
        broker = self._broker()
        if broker is not self._made_of or len(self._configs) >= SHARED_CONFIGS_MAX:
            self._made_of = broker
            self._configs.clear()
        key = frozenset(overrides.items())
        found = self._configs.get(key)
        if found is None:
            found = self._configs[key] = LogConfig(overrides, broker=broker)
        return found


class TopicConfigs:
    """Topic → its overrides, as text, and the log configuration that follows from them.

    Args:
        zk: where the overrides are.
        log_config_of: overrides → the effective configuration, the broker's defaults filled in.
    """

    __slots__ = ("_fetching", "_log_config_of", "_overrides", "_written_by", "_zk")

    def __init__(self, zk: ZkClient, log_config_of: Callable[[Mapping[str, str]], LogConfig]) -> None:
        self._zk = zk
        self._log_config_of = log_config_of
        self._overrides: dict[str, Mapping[str, str]] = {}
        self._written_by: dict[str, int] = {}
        self._fetching: dict[str, int] = {}

    @property
    def topics(self) -> list[str]:
        """Names the topics whose overrides are cached."""
        return list(self._overrides)

    def cached(self, topic: str) -> Mapping[str, str] | None:
        """Returns the topic's cached overrides, None when they were not read yet."""
        return self._overrides.get(topic)

    def missing(self, topics: Iterable[str]) -> list[str]:
        """Returns the topics whose overrides were not read yet."""
        return [topic for topic in topics if topic not in self._overrides]

    def log_config(self, topic: str) -> LogConfig:
        """Returns a topic's log configuration by its cached overrides, else by the broker's defaults."""
        return self._log_config_of(self._overrides.get(topic, NO_OVERRIDES))

    async def fetch(self, topics: Iterable[str]) -> dict[str, Mapping[str, str]]:
        """Reads the overrides of topics from ZooKeeper, all at once, and remembers them.

        While the connection is broken it waits, as Kafka's client does: the controller does not repeat a request that
        was refused, so a partition of it would have no replica here until there is another controller.

        Raises:
            ZkError: ZooKeeper cannot be asked, or was away for too long; nothing is remembered then.
        """
        names = list(topics)
        for name in names:
            self._fetching[name] = self._fetching.get(name, 0) + 1
        try:
            found = await self._read_patiently(names)
        finally:
            for name in names:
                self._fetching[name] -= 1
                if not self._fetching[name]:
                    del self._fetching[name]
        for name, stored in zip(names, found, strict=True):
            self._remember(name, stored)
        return {name: self._overrides[name] for name in names}

    async def _read_patiently(self, topics: Iterable[str]) -> list[StoredConfig]:
        clock = self._zk.clock
        gives_up_ms = clock.monotonic_ms() + AWAY_MS_MAX
        while True:
            try:
                return await asyncio.gather(*(read_config(self._zk, "topics", topic) for topic in topics))
            except (ConnectionLoss, SessionExpired):
                if clock.monotonic_ms() >= gives_up_ms:
                    raise
            await clock.sleep(RETRY_PAUSE_MS)

    async def refresh(self, topics: Iterable[str]) -> list[str]:
        """Reads again what changed, of the topics that live here or are about to.

        Returns:
            The topics whose overrides are others now.

        Raises:
            ZkError: ZooKeeper cannot be asked.
        """
        names = [topic for topic in topics if topic in self._overrides or topic in self._fetching]
        former = {name: self._overrides.get(name) for name in names}
        found = await asyncio.gather(*(read_config(self._zk, "topics", name) for name in names))
        for name, stored in zip(names, found, strict=True):
            if name in self._overrides or name in self._fetching:  # else it was deleted meanwhile
                self._remember(name, stored)
        return [name for name in names if self._overrides.get(name, former[name]) != former[name]]

    async def read(self, topic: str) -> Mapping[str, str]:
        """Reads the overrides of one topic that mean something here; one without a node has none. Remembers nothing."""
        return usable_overrides((await read_config(self._zk, "topics", topic)).texts)[0]

    def forget(self, topic: str) -> None:
        """Drops a topic that is gone: one of the same name may come with other overrides."""
        self._overrides.pop(topic, None)
        self._written_by.pop(topic, None)

    def _remember(self, topic: str, stored: StoredConfig) -> None:
        if stored.mzxid < self._written_by.get(topic, NO_VERSION):
            return
        overrides, problems = usable_overrides(stored.texts)
        for problem in problems:
            _log.error("topic %s goes without an override that stands in ZooKeeper: %s", topic, problem)
        self._overrides[topic] = overrides
        self._written_by[topic] = stored.mzxid


async def read_config(zk: ZkClient, entity_type: str, entity: str) -> StoredConfig:
    """Reads an entity's overrides from ZooKeeper; a node that nobody can read counts as one without overrides.

    Raises:
        ZkError: ZooKeeper cannot be asked.
    """
    if not is_entity(entity):
        return NOTHING_STORED
    path = paths.config(entity_type, entity)
    try:
        data, stat = await zk.get(path)
    except NoNode:
        return NOTHING_STORED
    if not data:
        return StoredConfig(NO_OVERRIDES, stat.version, stat.mzxid)  # the parent of somebody's clients
    try:
        texts = ConfigZNode.decode(data).config
    except ZNodeError as error:
        _log.error("%s is ignored: %s", path, error)
        texts = NO_OVERRIDES
    return StoredConfig(texts, stat.version, stat.mzxid)
