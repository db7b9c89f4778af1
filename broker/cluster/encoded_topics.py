"""Topics as Metadata responses have them: each encoded once, for all who ask for all topics.

    what a topic's bytes depend on                            kept as
    ─ the response's version, as far as it shows ───────────┐
    ─ the connection's listener: who can be reached there   ├─ a view: (version, listener) → alive, reachable
    ─ which brokers are alive ──────────────────────────────┘
    ─ the topic's state ─────────────────────────────────────  its version, beside the bytes

A view whose brokers are no longer the snapshot's is begun anew; bytes whose topic has another version are recreated. So
nobody has to be notified of a change, and a response in slices may go on over its own snapshot while the next is here.

Not kept: what depends on who asks (authorized operations, which topics may be seen), and errors. Bytes only, no topics:
what is kept here keeps no old snapshot alive. Beyond BYTES_MAX the view that was used least recently goes.

Not here: how a topic is described and encoded (`handlers.metadata`).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from kavka.common.steps import Steps

BYTES_MAX: Final = 64 * 1024 * 1024
"""Of all views together: one of 200,000 topics with a partition each, or three of 20,000 with ten each."""

ENTRY_BYTES: Final = 250
"""What keeping a topic's bytes takes beside them."""

_FIRST_OF_VERSION: Final = (0, 1, 1, 1, 1, 5, 6, 7, 8, 9, 10, 10, 10)
"""The first version that describes topics as this one does; 6 differs from 5 in an error code."""

ViewKey = tuple[int, str]


class View:
    """The topics as one kind of response shows them.

    Attributes:
        version: the first one that shows them so.
        alive: the live brokers' ids.
        reachable: of those, the ones that have the listener.
        size: what is kept, in bytes.
    """

    __slots__ = ("_topics", "alive", "reachable", "size", "version")

    def __init__(self, version: int, alive: frozenset[int], reachable: frozenset[int]) -> None:
        self.version = version
        self.alive = alive
        self.reachable = reachable
        self._topics: dict[str, tuple[int, bytes]] = {}
        self.size = 0

    def __len__(self) -> int:
        return len(self._topics)

    def get(self, name: str, topic_version: int) -> bytes | None:
        """Returns the topic's bytes; None when they are not kept, or of another state of it."""
        found = self._topics.get(name)
        return found[1] if found is not None and found[0] == topic_version else None

    def put(self, name: str, topic_version: int, encoded: bytes) -> None:
        """Keeps a topic's bytes in place of those that were kept."""
        self.drop(name)
        self._topics[name] = topic_version, encoded
        self.size += len(encoded) + ENTRY_BYTES

    def drop(self, name: str) -> None:
        """Forgets a topic."""
        found = self._topics.pop(name, None)
        if found is not None:
            self.size -= len(found[1]) + ENTRY_BYTES

    def drop_all_but(self, names: Collection[str]) -> Steps[None]:
        """Forgets the topics that are gone, if there are any."""
        for name in list(self._topics) if len(self._topics) > len(names) else ():
            if name not in names:
                self.drop(name)
            yield


class EncodedTopics:
    """All views.

    Args:
        bytes_max: what they may take together.
    """

    __slots__ = ("_bytes_max", "_views")

    def __init__(self, bytes_max: int = BYTES_MAX) -> None:
        self._bytes_max = bytes_max
        self._views: dict[ViewKey, View] = {}  # the one used least recently first

    @property
    def size(self) -> int:
        """Returns the bytes that all views keep."""
        return sum(view.size for view in self._views.values())

    def view(self, api_version: int, listener: str, alive: Collection[int], reachable: Collection[int]) -> View:
        """Returns the view for responses of a version, on a listener, with these brokers alive.

        Args:
            api_version: of Metadata.
            listener: the connection's.
            alive: the live brokers' ids.
            reachable: the ids of those that have the listener.
        """
        first_version = _FIRST_OF_VERSION[min(api_version, len(_FIRST_OF_VERSION) - 1)]
        key = first_version, listener
        view = self._views.pop(key, None)
        if view is None or view.alive != alive or view.reachable != reachable:
            view = View(first_version, frozenset(alive), frozenset(reachable))
        self._views[key] = view
        return view

    def put(self, view: View, name: str, topic_version: int, encoded: bytes) -> None:
        """Keeps a topic's bytes, if there is room for them beside what is used more."""
        view.drop(name)
        if not any(view is kept for kept in self._views.values()):
            return  # others have taken its place while a response was made of it
        size = len(encoded) + ENTRY_BYTES
        while self.size + size > self._bytes_max:
            oldest = next(iter(self._views))
            if self._views[oldest] is view:
                return
            del self._views[oldest]
        view.put(name, topic_version, encoded)
