"""The watches of a data tree.

A watch is a pair (path, watcher), where the watcher is a client's connection: the same connection asking twice is
notified once. `get` and `exists` leave data watches, `children` leaves child watches: these wait once. addWatch
(ZooKeeper 3.6) leaves persistent and recursive ones, which stay until they are removed. Which event notifies which:

    the node is      data watch of it  child watch of it  child watch of   persistent watch     recursive watch of it
                                                          its parent       of it · its parent   or of any node above
    created          CREATED           –                  CHILD            CREATED · CHILD      CREATED
    data changed     CHANGED           –                  –                CHANGED · –          CHANGED
    deleted          DELETED           DELETED (*)        CHILD            DELETED · CHILD      DELETED

    (*) unless the same watcher was notified already. No watcher is notified of an event twice, however many watches of
    its own it concerns. Nobody is notified of a node that its ACL does not let them read (CVE-2024-23944), though a
    watch that waits once is used up by it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from kavka.zk.ops import OPEN_ACL, PERM_READ, Acl, EventType, WatchKind
from kavka.zk.rules import Identity, is_granted, parent_of


class Watcher(Protocol):
    """A client's connection, which can be notified of events."""

    @property
    def who(self) -> Sequence[Identity]:
        """Returns the watcher's identities beside world and anyone, for the ACLs."""

    def notify(self, event: EventType, path: str, /) -> None:
        """Notifies the watcher of an event; must not call the tree."""


Watchers = dict[Watcher, None]
"""An ordered set: watchers are notified in the order in which they asked."""

NOBODY: Watchers = {}

AclOf = tuple[Acl, ...]
"""The ACL of the node that an event is about."""


class WatchTable:
    """All watches of one tree, found by path and by watcher."""

    __slots__ = ("_by_kind", "_by_watcher", "_child", "_data", "_persistent", "_recursive")

    def __init__(self) -> None:
        self._data: dict[str, Watchers] = {}
        self._child: dict[str, Watchers] = {}
        self._persistent: dict[str, Watchers] = {}
        self._recursive: dict[str, Watchers] = {}
        self._by_kind = {
            WatchKind.DATA: self._data,
            WatchKind.CHILD: self._child,
            WatchKind.PERSISTENT: self._persistent,
            WatchKind.RECURSIVE: self._recursive,
        }
        # Invariant: holds exactly the pairs of the tables above, so that a connection's end is cheap.
        self._by_watcher: dict[Watcher, set[tuple[WatchKind, str]]] = {}

    def __len__(self) -> int:
        return sum(len(keys) for keys in self._by_watcher.values())

    @property
    def paths(self) -> int:
        """Counts the watched paths."""
        return len({path for keys in self._by_watcher.values() for _, path in keys})

    @property
    def watchers(self) -> int:
        """Counts the watchers that have any watch."""
        return len(self._by_watcher)

    def count_of(self, watcher: Watcher) -> int:
        """Counts a watcher's watches."""
        return len(self._by_watcher.get(watcher, ()))

    def add(self, kind: WatchKind, path: str, watcher: Watcher) -> None:
        """Adds a watch; `WatchKind.EXISTS` is a data watch."""
        kind = WatchKind.DATA if kind is WatchKind.EXISTS else kind
        self._by_kind[kind].setdefault(path, {})[watcher] = None
        self._by_watcher.setdefault(watcher, set()).add((kind, path))

    def has(self, kind: WatchKind, path: str, watcher: Watcher) -> bool:
        """Tells whether a watcher has a watch of this kind on a path."""
        return (kind, path) in self._by_watcher.get(watcher, ())

    def remove(self, kind: WatchKind, path: str, watcher: Watcher) -> bool:
        """Removes one watch; False when there is none."""
        keys = self._by_watcher.get(watcher, set())
        if (kind, path) not in keys:
            return False
        self._drop(kind, path, watcher)
        keys.remove((kind, path))
        if not keys:
            del self._by_watcher[watcher]
        return True

    def remove_watcher(self, watcher: Watcher) -> None:
        """Removes all watches of a watcher."""
        for kind, path in self._by_watcher.pop(watcher, ()):
            self._drop(kind, path, watcher)

    def created(self, path: str, acl: AclOf, parent: str, parent_acl: AclOf) -> None:
        """Fires the watches for a created node, and its parent's."""
        self._fire_data(path, EventType.CREATED, acl)
        self._fire_child(parent, parent_acl)

    def changed(self, path: str, acl: AclOf) -> None:
        """Fires the watches for a node's changed data."""
        self._fire_data(path, EventType.CHANGED, acl)

    def deleted(self, path: str, acl: AclOf, parent: str, parent_acl: AclOf) -> None:
        """Fires the watches for a deleted node, and its parent's."""
        told = self._fire_data(path, EventType.DELETED, acl)
        self._tell(self._taken(WatchKind.CHILD, path), EventType.DELETED, path, acl, but_not=told)
        self._fire_child(parent, parent_acl)

    def _drop(self, kind: WatchKind, path: str, watcher: Watcher) -> None:
        table = self._by_kind[kind]
        watchers = table[path]
        del watchers[watcher]
        if not watchers:
            del table[path]

    def _fire_data(self, path: str, event: EventType, acl: AclOf) -> Watchers:
        told = self._taken(WatchKind.DATA, path)
        if self._persistent or self._recursive:
            told = told | self._persistent.get(path, NOBODY)
            node = path
            while self._recursive:
                told |= self._recursive.get(node, NOBODY)
                if node == "/":
                    break
                node = parent_of(node)
        self._tell(told, event, path, acl)
        return told

    def _fire_child(self, path: str, acl: AclOf) -> None:
        watchers = self._taken(WatchKind.CHILD, path) | self._persistent.get(path, NOBODY)
        self._tell(watchers, EventType.CHILD, path, acl)

    def _taken(self, kind: WatchKind, path: str) -> Watchers:
        """Removes and returns the watchers of a kind on a path, which wait once."""
        watchers = self._by_kind[kind].pop(path, NOBODY)
        for watcher in watchers:
            keys = self._by_watcher[watcher]
            keys.discard((kind, path))
            if not keys:
                del self._by_watcher[watcher]
        return watchers

    @staticmethod
    def _tell(watchers: Watchers, event: EventType, path: str, acl: AclOf, *, but_not: Watchers = NOBODY) -> None:
        for watcher in watchers:
            if watcher not in but_not and (acl is OPEN_ACL or is_granted(acl, PERM_READ, watcher.who)):
                watcher.notify(event, path)
