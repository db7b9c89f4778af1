"""Who waits for what: the one-shot watches of a data tree.

A watch is a pair (path, watcher), where the watcher is a client's connection: the same connection asking twice is told
once. `get` and `exists` leave data watches, `children` leaves child watches. What fires which:

    the node is        data watches of it   child watches of it   child watches of its parent
    created            CREATED              –                     CHILD
    data changed       CHANGED              –                     –
    deleted            DELETED              DELETED (*)           CHILD
                       (*) unless the same watcher was told already
"""

from __future__ import annotations

from typing import Protocol

from kavka.zk.ops import EventType, WatchKind


class Watcher(Protocol):
    """Somebody who can be told of one event."""

    def notify(self, event: EventType, path: str, /) -> None:
        """Takes the event; must not call the tree."""


class WatchTable:
    """All watches of one tree, found by path and by watcher."""

    __slots__ = ("_by_watcher", "_child", "_data")

    def __init__(self) -> None:
        # The inner dicts are ordered sets: watchers are told in the order in which they asked.
        self._data: dict[str, dict[Watcher, None]] = {}
        self._child: dict[str, dict[Watcher, None]] = {}
        # Invariant: holds exactly the pairs of the two tables above, so that a connection's end is cheap.
        self._by_watcher: dict[Watcher, set[tuple[WatchKind, str]]] = {}

    def __len__(self) -> int:
        return sum(len(keys) for keys in self._by_watcher.values())

    def add(self, kind: WatchKind, path: str, watcher: Watcher) -> None:
        """Leaves a watch; `WatchKind.EXISTS` is a data watch."""
        is_child = kind is WatchKind.CHILD
        table = self._child if is_child else self._data
        table.setdefault(path, {})[watcher] = None
        key = (WatchKind.CHILD if is_child else WatchKind.DATA, path)
        self._by_watcher.setdefault(watcher, set()).add(key)

    def remove_watcher(self, watcher: Watcher) -> None:
        """Forgets everything that a watcher waits for."""
        for kind, path in self._by_watcher.pop(watcher, ()):
            table = self._child if kind is WatchKind.CHILD else self._data
            watchers = table[path]
            del watchers[watcher]
            if not watchers:
                del table[path]

    def created(self, path: str, parent: str) -> None:
        """A node came into being."""
        self._fire(WatchKind.DATA, path, EventType.CREATED)
        self._fire(WatchKind.CHILD, parent, EventType.CHILD)

    def changed(self, path: str) -> None:
        """A node's data changed."""
        self._fire(WatchKind.DATA, path, EventType.CHANGED)

    def deleted(self, path: str, parent: str) -> None:
        """A node went."""
        told = self._fire(WatchKind.DATA, path, EventType.DELETED)
        self._fire(WatchKind.CHILD, path, EventType.DELETED, but_not=told)
        self._fire(WatchKind.CHILD, parent, EventType.CHILD)

    def _fire(
        self, kind: WatchKind, path: str, event: EventType, *, but_not: dict[Watcher, None] | None = None
    ) -> dict[Watcher, None]:
        table = self._child if kind is WatchKind.CHILD else self._data
        watchers = table.pop(path, None)
        if watchers is None:
            return {}
        for watcher in watchers:
            keys = self._by_watcher[watcher]
            keys.discard((kind, path))
            if not keys:
                del self._by_watcher[watcher]
            if but_not is None or watcher not in but_not:
                watcher.notify(event, path)
        return watchers
