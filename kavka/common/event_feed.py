"""Events of a process, for observability: the latest are kept, and subscribers get new ones as they come.

    controller, replica manager, coordinators ─▶ publish ─▶ kept (a ring) ─▶ followers, each with a bounded queue
                                                                           └▶ recent, for who wants the past

For observability, never for decisions: nothing in a broker reads what another part published. What is frequent (state
transitions of ten thousand partitions) is published only while `is_watched`. A follower that reads too slowly loses the
oldest and is notified how many.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Collection
from typing import Any, Final, NamedTuple

KEPT_MAX: Final = 1_000
"""Events that are remembered."""
FOLLOWER_QUEUE_MAX: Final = 10_000
"""Events that wait for one follower."""
FOLLOWERS_MAX: Final = 32


class FeedEvent(NamedTuple):
    """One thing that happened.

    Attributes:
        number: rises by one from event to event of a process.
        time_ms: wall clock.
        kind: such as `controller-event`, `isr`, `election`.
        what: what JSON can show.
    """

    number: int
    time_ms: int
    kind: str
    what: dict[str, Any]


class TooManyFollowers(Exception):
    """There are `FOLLOWERS_MAX` subscribers already."""


class EventFeed:
    """The events of one process.

    Args:
        now_ms: the wall clock.
    """

    __slots__ = ("_followers", "_kept", "_listeners", "_next", "_now_ms")

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self._now_ms = now_ms
        self._next = 0
        self._kept: deque[FeedEvent] = deque(maxlen=KEPT_MAX)
        self._followers: set[_Follower] = set()
        self._listeners: list[Callable[[FeedEvent], None]] = []

    @property
    def is_watched(self) -> bool:
        """Tells whether there are subscribers: events that are costly to make are made only then."""
        return bool(self._followers or self._listeners)

    def publish(self, kind: str, **what: Any) -> int:
        """Publishes an event; returns its number."""
        event = FeedEvent(self._next, self._now_ms(), kind, what)
        self._next += 1
        self._kept.append(event)
        for follower in self._followers:
            follower.put(event)
        for heard in self._listeners:
            heard(event)
        return event.number

    def listen(self, heard: Callable[[FeedEvent], None]) -> None:
        """Calls `heard` with every event from now on, before the publisher goes on; it must not fail."""
        assert len(self._listeners) < FOLLOWERS_MAX
        self._listeners.append(heard)

    def recent(self, kinds: Collection[str] = ()) -> list[FeedEvent]:
        """Returns the retained events, the oldest first; all kinds where none is named."""
        return [event for event in self._kept if not kinds or event.kind in kinds]

    async def follow(self, *, since: int | None = None, kinds: Collection[str] = ()) -> AsyncIterator[FeedEvent]:
        """Yields events as they come, without an end.

        Args:
            since: also those that are remembered and come after this number; None: only new ones.
            kinds: these only; empty: all.

        Raises:
            TooManyFollowers: `FOLLOWERS_MAX` follow already.
        """
        if len(self._followers) >= FOLLOWERS_MAX:
            raise TooManyFollowers(f"{FOLLOWERS_MAX} follow already")
        follower = _Follower()
        if since is not None:
            for event in self._kept:
                if event.number > since:
                    follower.put(event)
        self._followers.add(follower)
        try:
            while True:
                event = await follower.next()
                if follower.dropped:
                    dropped, follower.dropped = follower.dropped, 0
                    yield FeedEvent(event.number, event.time_ms, "dropped", {"events": dropped})
                if not kinds or event.kind in kinds:
                    yield event
        finally:
            self._followers.discard(follower)


class _Follower:
    """A subscriber, and the events that wait for it."""

    __slots__ = ("_arrived", "_queue", "dropped")

    def __init__(self) -> None:
        self._queue: deque[FeedEvent] = deque()
        self._arrived = asyncio.Event()
        self.dropped = 0

    def put(self, event: FeedEvent) -> None:
        if len(self._queue) >= FOLLOWER_QUEUE_MAX:
            self._queue.popleft()
            self.dropped += 1
        self._queue.append(event)
        self._arrived.set()

    async def next(self) -> FeedEvent:
        while not self._queue:
            self._arrived.clear()
            await self._arrived.wait()
        return self._queue.popleft()
