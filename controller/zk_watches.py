"""ZooKeeper's watches as news for the event queue: what to read, when it changed, and never a second watch on the same
thing.

    read(path) with a watch ──► change ──► event in the queue ──► handler reads again, which arms the watch again

A watch fires once. While one is armed, reading again arms nothing: so the number of watches is the number of things
looked at, however often a controller is elected (KAFKA-4229). Callbacks only queue; they never call ZooKeeper
(KAFKA-6517).

Lives as long as the process: watches of an earlier term stay armed and their news are dropped by whoever is not
elected.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

from kavka.controller.events import Event
from kavka.zk.client import Stat, ZkClient
from kavka.zk.ops import EventType

T = TypeVar("T")

WatchCallback = Callable[[str, str], None]


class _Armed:
    """One armed watch: queues its news when it fires, and is forgotten."""

    __slots__ = ("_on_deleted", "_on_event", "_owner", "key")

    def __init__(self, owner: ZkWatches, key: tuple[str, str], on_event: Event, on_deleted: Event) -> None:
        self._owner = owner
        self._on_event = on_event
        self._on_deleted = on_deleted
        self.key = key

    def fire(self, event_type: str, path: str) -> None:
        """Puts the watch's event in the queue; the ZooKeeper client calls it."""
        self._owner.disarm(self)
        self._owner.put(self._on_deleted if event_type == EventType.DELETED else self._on_event)


class ZkWatches:
    """Reads that notify the event queue when they are outdated.

    Args:
        zk: the client.
        put: queues news.
    """

    __slots__ = ("_armed", "_put", "_zk")

    def __init__(self, zk: ZkClient, put: Callable[[Event], None]) -> None:
        self._zk = zk
        self._put = put
        self._armed: dict[tuple[str, str], _Armed] = {}

    def __len__(self) -> int:
        """Counts the armed watches."""
        return len(self._armed)

    async def children(self, path: str, event: Event) -> list[str]:
        """Reads the node's children, sorted; `event` when they change."""
        return await self._read("children", path, self._zk.children, event, event)

    async def get(self, path: str, event: Event) -> tuple[bytes, Stat]:
        """Reads the node's data; `event` when it changes or goes.

        Raises:
            NoNode: there is no such node, and nothing is watched.
        """
        return await self._read("data", path, self._zk.get, event, event)

    async def exists(self, path: str, event: Event, *, on_deleted: Event) -> Stat | None:
        """Reads the node's stat, None without a node; `event` when it comes or changes, `on_deleted` when it goes."""
        return await self._read("exists", path, self._zk.exists, event, on_deleted)

    def put(self, event: Event) -> None:
        """Queues news."""
        self._put(event)

    def disarm(self, armed: _Armed) -> None:
        """Forgets a watch that fired, unless another is armed in its place already."""
        if self._armed.get(armed.key) is armed:
            del self._armed[armed.key]

    def forget_all(self) -> None:
        """Forgets every watch, for a new session has none."""
        self._armed.clear()

    async def _read(
        self,
        kind: str,
        path: str,
        read: Callable[[str, WatchCallback | None], Awaitable[T]],
        event: Event,
        on_deleted: Event,
    ) -> T:
        key = (kind, path)
        if key in self._armed:
            return await read(path, None)
        armed = self._armed[key] = _Armed(self, key, event, on_deleted)
        try:
            return await read(path, armed.fire)
        except BaseException:
            self.disarm(armed)
            raise
