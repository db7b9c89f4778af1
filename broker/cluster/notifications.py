"""A directory of sequential notifications in ZooKeeper: what is new since the last look, and the end of what is old.

    writer ── create <prefix>0000000042 ──▶ the watch fires ──▶ `take` reads what has a higher number

Kafka's ZkNodeChangeNotificationListener. Nodes stay for a quarter of an hour, so that every broker sees them; then
the first to read them deletes them. Not here: what a notification means.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

from kavka.timer.clock import Clock
from kavka.timer.moments import WallMs
from kavka.zk.client import ZkClient
from kavka.zk.errors import NoNode

LIFE_MS: Final = 15 * 60_000
"""How long a notification stays; a broker that was away longer has another session then, and reads everything anew."""

READS_AT_ONCE: Final = 500

NOTHING_SEEN: Final = -1


class Notifications:
    """One directory.

    Args:
        zk: the session whose watch it is.
        clock: how old a notification is.
        directory: where they are.
        prefix: of their names; other children mean nothing.
        on_change: called on the loop when there may be new ones.
    """

    __slots__ = ("_clock", "_created_ms", "_directory", "_is_watching", "_last", "_on_change", "_prefix", "_zk")

    def __init__(
        self, zk: ZkClient, clock: Clock, *, directory: str, prefix: str, on_change: Callable[[], object]
    ) -> None:
        self._zk = zk
        self._clock = clock
        self._directory = directory
        self._prefix = prefix
        self._on_change = on_change
        self._is_watching = False
        self._last = NOTHING_SEEN
        self._created_ms: dict[str, WallMs] = {}

    async def begin(self) -> None:
        """Sets the watch in a new session; what is there already counts as seen, for who reads everything next."""
        self._is_watching = False
        self._last = max(map(self._number, await self._names()), default=NOTHING_SEEN)

    async def take(self) -> list[bytes]:
        """Returns the bodies of new notifications, in order. If this fails, some may be lost: then `begin` again.

        Raises:
            ZkError: ZooKeeper cannot be asked.
        """
        names = await self._names()
        new = [name for name in names if self._number(name) > self._last]
        bodies: list[bytes] = []
        for start in range(0, len(new), READS_AT_ONCE):
            chunk = new[start : start + READS_AT_ONCE]
            for name, found in zip(chunk, await self._zk.get_many(self._paths(chunk)), strict=True):
                if found is not None:  # else another broker has deleted it as too old
                    bodies.append(found[0])
                    self._created_ms[name] = WallMs(found[1].ctime)
        if new:
            self._last = self._number(new[-1])
        await self._purge(names)
        return bodies

    async def _names(self) -> list[str]:
        """The notifications in their order; sets the watch where it is not set."""
        if self._is_watching:
            names = await self._zk.children(self._directory)
        else:
            self._is_watching = True
            try:
                names = await self._zk.children(self._directory, self._children_changed)
            except BaseException:
                self._is_watching = False
                raise
        return sorted((name for name in names if self._number(name) > NOTHING_SEEN), key=self._number)

    async def _purge(self, names: Sequence[str]) -> None:
        for gone in self._created_ms.keys() - set(names):
            del self._created_ms[gone]
        unknown = [name for name in names if name not in self._created_ms]
        for name, found in zip(unknown, await self._zk.get_many(self._paths(unknown)), strict=True):
            if found is not None:
                self._created_ms[name] = WallMs(found[1].ctime)
        limit = self._clock.now_ms() - LIFE_MS
        old = [name for name in names if self._created_ms.get(name, limit) < limit]
        await asyncio.gather(*(self._delete(path) for path in self._paths(old)))

    async def _delete(self, path: str) -> None:
        try:
            await self._zk.delete(path)
        except NoNode:
            return

    def _paths(self, names: Sequence[str]) -> list[str]:
        return [f"{self._directory}/{name}" for name in names]

    def _number(self, name: str) -> int:
        digits = name.removeprefix(self._prefix)
        return int(digits) if name.startswith(self._prefix) and digits.isdigit() else NOTHING_SEEN

    def _children_changed(self, _event: str, _path: str) -> None:
        self._is_watching = False
        self._on_change()
