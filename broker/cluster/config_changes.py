"""How a broker hears that configuration changed: the children of /config/changes, in their order.

    whoever changed it:  write /config/<type>/<name>  ─▶  create /config/changes/config_change_<number>
    every broker:        watch ─▶ notifications that are new ─▶ read whose ─▶ read its config

Of types that no Kafka with ZooKeeper has (client metrics, groups) the notifications are children of
/config/later_changes, made and read where a listener follows such a type.

A notification says only whose configuration changed, so one that is processed late, twice, or together with others has
the same effect. It may come from us, from another broker, or from Kafka's own tools (version 1 has two fields for the
name). The first thing startup, and every new session, does is to set the watch and then to read everything: what was
changed and purged while nobody listened is in the configuration itself.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Final, Protocol

from kavka.broker.cluster.dynamic_configs import BROKERS, DynamicConfigs
from kavka.broker.cluster.notifications import Notifications
from kavka.broker.cluster.topic_configs import TopicConfigs
from kavka.broker.cluster.zk_watcher import ZkWatcher
from kavka.timer.clock import Clock
from kavka.zk import paths
from kavka.zk.client import ZkClient, ensure_path
from kavka.zk.znodes import ConfigChangeZNode, ZNodeError

if TYPE_CHECKING:
    from kavka.broker.config.broker_config import BrokerConfig
    from kavka.broker.config.dynamic_secrets import DynamicSecrets

_log = logging.getLogger(__name__)

TOPICS: Final = "topics"


class EntityListener(Protocol):
    """Who wants to hear of configurations that are neither topics' nor brokers': quotas, secrets of users."""

    async def load(self) -> None:
        """Reads every configuration at the beginning of a ZooKeeper session.

        Raises:
            ZkError: ZooKeeper cannot be asked; it will be tried again.
        """

    async def changed(self, entities: Sequence[tuple[str, str]]) -> None:
        """Reads the changed entities again: type and name as they stand in the path; of unknown types, too.

        Raises:
            ZkError: ZooKeeper cannot be asked; it will be tried again.
        """


class ConfigChanges:
    """Hears notifications and lets what they speak of take effect.

    Args:
        zk: the session whose watch it is.
        clock: how old a notification is.
        dynamic: the broker's own configuration.
        topics: the topics' overrides.
        topics_changed: called with the topics whose overrides are others now, and awaited.
        topic_notified: called with each topic that a notification names, whether it lives here or not.
    """

    __slots__ = (
        "_clock", "_directories_missing", "_dynamic", "_listeners", "_notifications", "_topic_notified", "_topics",
        "_topics_changed", "_watcher", "_zk",
    )  # fmt: skip

    def __init__(
        self,
        zk: ZkClient,
        clock: Clock,
        *,
        dynamic: DynamicConfigs,
        topics: TopicConfigs,
        topics_changed: Callable[[Sequence[str]], Awaitable[object]],
        topic_notified: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._dynamic = dynamic
        self._topics = topics
        self._topics_changed = topics_changed
        self._topic_notified = topic_notified
        self._listeners: list[EntityListener] = []
        self._watcher = ZkWatcher(zk, begin=self._begin, look=self._look, what="configuration changes")
        self._zk = zk
        self._clock = clock
        self._notifications = [self._notifications_of(paths.CONFIG_CHANGE_PREFIX)]
        self._directories_missing: list[str] = []
        """Those that no Kafka has made."""

    def secrets_of(self, config: BrokerConfig) -> DynamicSecrets:
        """Returns what encodes the secrets among stored values, by a configuration."""
        return self._dynamic.secrets_of(config)

    def add_listener(self, listener: EntityListener) -> None:
        """Registers a listener that is notified of every change, before `start`."""
        self._listeners.append(listener)

    def add_later_listener(self, listener: EntityListener) -> None:
        """Registers a listener likewise, of a type that no Kafka with ZooKeeper has."""
        if not self._directories_missing:
            self._directories_missing.append(paths.LATER_CONFIG_CHANGES)
            self._notifications.append(self._notifications_of(paths.LATER_CONFIG_CHANGE_PREFIX))
        self.add_listener(listener)

    async def start(self) -> None:
        """Sets the watch and reads this broker's own configuration. To be called before any topic's is read.

        Raises:
            ZkError: ZooKeeper cannot be asked.
        """
        await self._watcher.start()

    async def run(self) -> None:
        """Processes notifications as they come, until cancelled."""
        await self._watcher.run()

    async def settle(self) -> None:
        """Waits until earlier writes to ZooKeeper have taken effect here, or a few seconds."""
        await self._watcher.settle()

    def _notifications_of(self, path_prefix: str) -> Notifications:
        directory, _, prefix = path_prefix.rpartition("/")
        return Notifications(self._zk, self._clock, directory=directory, prefix=prefix, on_change=self._watcher.wake)

    async def _begin(self) -> None:
        for directory in self._directories_missing:
            await ensure_path(self._zk, directory)
        for notifications in self._notifications:
            await notifications.begin()
        await self._dynamic.load()
        for listener in self._listeners:
            await listener.load()
        changed = await self._topics.refresh(self._topics.topics)
        if changed:
            await self._topics_changed(changed)

    async def _look(self) -> None:
        bodies = [body for notifications in self._notifications for body in await notifications.take()]
        entities = dict.fromkeys(entity for entity in map(_entity, bodies) if entity is not None)
        topics = [name for kind, name in entities if kind == TOPICS]
        if any(kind == BROKERS and self._dynamic.concerns(name) for kind, name in entities):
            await self._dynamic.load()
        changed = await self._topics.refresh(topics) if topics else []
        if changed:
            await self._topics_changed(changed)
        others = [(kind, name) for kind, name in entities if kind not in (TOPICS, BROKERS)]
        if others:
            for listener in self._listeners:
                await listener.changed(others)
        for topic in topics:
            self._topic_notified(topic)


def _entity(body: bytes) -> tuple[str, str] | None:
    """Whose configuration changed: type and name."""
    try:
        entity_path = ConfigChangeZNode.decode(body).entity_path
    except ZNodeError as error:
        _log.error("a notification is ignored: %s", error)
        return None
    kind, _, entity = entity_path.partition("/")
    return kind, entity
