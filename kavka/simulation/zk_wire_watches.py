"""The watches that a ZooKeeper client has left at the server: who is called for which event, once.

    event of a path    whose watches it takes
    CREATED, CHANGED   DATA, EXISTS
    DELETED            DATA, EXISTS, CHILD
    CHILD              CHILD

The same callback that waits for the same thing twice is called once. Not here: when a watch counts as left (the reply
to its read says so, `zk_wire_client`), and how watches are set again (`kavka.zk.set_watches`).
"""

from __future__ import annotations

from typing import Final

from kavka.zk.client import WatchCallback
from kavka.zk.ops import EventType, WatchKind

TAKEN_BY: Final = {
    EventType.CREATED: (WatchKind.DATA, WatchKind.EXISTS),
    EventType.CHANGED: (WatchKind.DATA, WatchKind.EXISTS),
    EventType.DELETED: (WatchKind.DATA, WatchKind.EXISTS, WatchKind.CHILD),
    EventType.CHILD: (WatchKind.CHILD,),
}


class ZkWatchTable:
    """Callbacks by what they wait for, in the order in which they came."""

    __slots__ = ("_waiting",)

    def __init__(self) -> None:
        self._waiting: dict[tuple[WatchKind, str], dict[WatchCallback, None]] = {}

    def add(self, kind: WatchKind, path: str, callback: WatchCallback) -> None:
        """Adds a callback, which waits once."""
        self._waiting.setdefault((kind, path), {})[callback] = None

    def take(self, event: EventType, path: str) -> list[WatchCallback]:
        """Takes the callbacks that an event is for, each once."""
        found: dict[WatchCallback, None] = {}
        for kind in TAKEN_BY[event]:
            found |= self._waiting.pop((kind, path), {})
        return list(found)

    def left(self) -> list[tuple[WatchKind, str]]:
        """Returns what is waited for, sorted."""
        return sorted(self._waiting)

    def clear(self) -> None:
        """Forgets all, and calls nobody."""
        self._waiting.clear()
