"""How a broker hears that configuration changed: the children of /config/changes, in their order.

    whoever changed it:  write /config/<type>/<name>  ─▶  create /config/changes/config_change_<number>
    every broker:        watch ─▶ children ─▶ those with a higher number than the last ─▶ read whose ─▶ read its config

A notification says only whose configuration changed, so one that is processed late, twice, or together with others has
the same effect. It may come from us, from another broker, or from Kafka's own tools (version 1 has two fields for the
name). The first thing a start, and every new session, does is to set the watch and then to read everything: what was
changed and purged while nobody listened is in the configuration itself.

Every broker deletes notifications older than 15 minutes while it looks, as Kafka's do.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Final, Protocol

from broker.dynamic_configs import BROKERS, DynamicConfigs
from broker.topic_configs import TopicConfigs
from kavka.zk import paths
from kavka.zk.client import ZkClient
from kavka.zk.errors import NoNode, ZkError
from kavka.zk.ops import SessionState
from kavka.zk.znodes import ConfigChangeZNode, ZNodeError
from timer.clock import Clock

_log = logging.getLogger(__name__)

TOPICS: Final = "topics"


class EntityListener(Protocol):
    """Who wants to hear of configurations that are neither topics' nor brokers': quotas, secrets of users."""

    async def load(self) -> None:
        """A session begins: read everything.

        Raises:
            ZkError: ZooKeeper cannot be asked; it will be tried again.
        """

    async def changed(self, entities: Sequence[tuple[str, str]]) -> None:
        """Read again what changed: type and name as they stand in the path; of types that nobody knows, too.

        Raises:
            ZkError: ZooKeeper cannot be asked; it will be tried again.
        """


NOTIFICATION_LIFE_MS: Final = 15 * 60_000
"""How long a notification stays; a broker that was away longer reads everything anew when it is back."""

SETTLE_MS: Final = 5_000
"""How long `settle` waits: who altered a configuration has his answer then in any case, as in Kafka he has at once."""

RETRY_MS: Final = 1_000
"""Pause after ZooKeeper could not be asked, unless the session's return ends it earlier."""

READS_AT_ONCE: Final = 500

NOTHING_SEEN: Final = -1


class ConfigChanges:
    """Hears notifications and lets what they speak of take effect.

    Args:
        zk: the session whose watch it is.
        clock: how old a notification is.
        dynamic: the broker's own configuration.
        topics: the topics' overrides.
        topics_changed: called when some topics' overrides are others now.
        topic_notified: called with each topic that a notification names, whether it lives here or not.
    """

    __slots__ = (
        "_clock", "_created_ms", "_dynamic", "_is_watching", "_last", "_listeners", "_session_id", "_topic_notified",
        "_topics", "_topics_changed", "_waiters", "_wake", "_zk",
    )  # fmt: skip

    def __init__(
        self,
        zk: ZkClient,
        clock: Clock,
        *,
        dynamic: DynamicConfigs,
        topics: TopicConfigs,
        topics_changed: Callable[[], None],
        topic_notified: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._zk = zk
        self._clock = clock
        self._dynamic = dynamic
        self._topics = topics
        self._topics_changed = topics_changed
        self._topic_notified = topic_notified
        self._session_id = 0
        self._is_watching = False
        self._last = NOTHING_SEEN
        self._created_ms: dict[str, int] = {}
        self._wake = asyncio.Event()
        self._waiters: list[asyncio.Future[None]] = []
        self._listeners: list[EntityListener] = []

    def add_listener(self, listener: EntityListener) -> None:
        """Has somebody told of every change, before `start`."""
        self._listeners.append(listener)

    async def start(self) -> None:
        """Sets the watch and reads this broker's own configuration. To be called before any topic's is read.

        Raises:
            ZkError: ZooKeeper cannot be asked.
        """
        await self._begin_session()

    async def run(self) -> None:
        """Processes notifications as they come, until cancelled."""
        self._zk.add_state_listener(self._state_changed)
        try:
            while True:
                await self._wake.wait()
                self._wake.clear()
                if self._zk.state is not SessionState.CONNECTED:
                    continue  # the session's return wakes us
                await self._round_for(self._waiters)
        finally:
            self._zk.remove_state_listener(self._state_changed)

    async def settle(self) -> None:
        """Returns when what was written before this call has taken effect here, or after SETTLE_MS."""
        waiter = asyncio.get_running_loop().create_future()
        self._waiters.append(waiter)
        self._wake.set()
        try:
            await asyncio.wait((waiter,), timeout=SETTLE_MS / 1000)
        finally:
            if waiter in self._waiters:
                self._waiters.remove(waiter)

    # ---- rounds ---------------------------------------------------------------------------------------------------

    async def _round_for(self, waiters: list[asyncio.Future[None]]) -> None:
        """One look at everything new; who waited before it began is told when it is done."""
        began_with = list(waiters)
        try:
            if self._session_id != self._zk.session_id:
                await self._begin_session()
            await self._round()
        except ZkError as error:
            self._is_watching = False
            _log.warning("configuration changes cannot be read, trying again: %s", error)
            await self._pause()
            return
        for waiter in began_with:
            if not waiter.done():
                waiter.set_result(None)
            if waiter in waiters:
                waiters.remove(waiter)

    async def _pause(self) -> None:
        try:
            async with asyncio.timeout(RETRY_MS / 1000):
                await self._wake.wait()
        except TimeoutError:
            self._wake.set()

    async def _begin_session(self) -> None:
        """The watch first, then everything: between the two nothing can be missed."""
        session_id = self._zk.session_id
        self._is_watching = False
        names = await self._children()
        await self._dynamic.load()
        for listener in self._listeners:
            await listener.load()
        if await self._topics.refresh(self._topics.topics):
            self._topics_changed()
        self._last = max(map(_number, names), default=NOTHING_SEEN)
        self._session_id = session_id

    async def _round(self) -> None:
        names = await self._children()
        new = [name for name in names if _number(name) > self._last]
        for start in range(0, len(new), READS_AT_ONCE):
            await self._process(new[start : start + READS_AT_ONCE])
        await self._purge(names)

    async def _children(self) -> list[str]:
        """The notifications in their order; sets the watch where it is not set."""
        if self._is_watching:
            names = await self._zk.children(paths.CONFIG_CHANGES)
        else:
            self._is_watching = True
            names = await self._zk.children(paths.CONFIG_CHANGES, self._children_changed)
        return sorted((name for name in names if _number(name) > NOTHING_SEEN), key=_number)

    async def _process(self, names: Sequence[str]) -> None:
        found = await asyncio.gather(*(self._read(name) for name in names))
        entities = dict.fromkeys(entity for entity in found if entity is not None)
        topics = [name for kind, name in entities if kind == TOPICS]
        if any(kind == BROKERS and self._dynamic.concerns(name) for kind, name in entities):
            await self._dynamic.load()
        if topics and await self._topics.refresh(topics):
            self._topics_changed()
        others = [(kind, name) for kind, name in entities if kind not in (TOPICS, BROKERS)]
        if others:
            for listener in self._listeners:
                await listener.changed(others)
        for topic in topics:
            self._topic_notified(topic)
        self._last = _number(names[-1])

    async def _read(self, name: str) -> tuple[str, str] | None:
        """Whose configuration changed: type and name."""
        try:
            data, stat = await self._zk.get(paths.config_change(name))
            self._created_ms[name] = stat.ctime
            entity_path = ConfigChangeZNode.decode(data).entity_path
        except NoNode:
            return None  # another broker has purged it
        except ZNodeError as error:
            _log.error("a notification is ignored: %s", error)
            return None
        kind, _, entity = entity_path.partition("/")
        return kind, entity

    async def _purge(self, names: Sequence[str]) -> None:
        """Deletes what is too old; whoever is first does it."""
        for gone in self._created_ms.keys() - set(names):
            del self._created_ms[gone]
        unknown = [name for name in names if name not in self._created_ms]
        for name, stat in zip(
            unknown,
            await asyncio.gather(*(self._zk.exists(paths.config_change(name)) for name in unknown)),
            strict=True,
        ):
            if stat is not None:
                self._created_ms[name] = stat.ctime
        limit = self._clock.now_ms() - NOTIFICATION_LIFE_MS
        old = [name for name in names if self._created_ms.get(name, limit) < limit]
        await asyncio.gather(*(self._delete(name) for name in old))

    async def _delete(self, name: str) -> None:
        try:
            await self._zk.delete(paths.config_change(name))
        except NoNode:
            return

    # ---- events ---------------------------------------------------------------------------------------------------

    def _children_changed(self, _event: str, _path: str) -> None:
        self._is_watching = False
        self._wake.set()

    def _state_changed(self, state: SessionState) -> None:
        if state is SessionState.CONNECTED:
            self._wake.set()


def _number(name: str) -> int:
    """The number that ZooKeeper gave a notification; NOTHING_SEEN for a child that is none."""
    prefix = paths.CONFIG_CHANGE_PREFIX.rpartition("/")[2]
    digits = name.removeprefix(prefix)
    return int(digits) if name.startswith(prefix) and digits.isdigit() else NOTHING_SEEN
