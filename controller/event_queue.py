"""The single writer: one queue, one consumer, and the boundary at which an event's failure ends.

Watches, sessions, senders and handlers put; `run` takes one event at a time and awaits its handling to the end before
the next. Nothing else changes the controller's context, which is why the controller needs no lock; an event that is of
many partitions lets the loop run between its slices (docs/decisions/0032), where others may read.

Not here: what an event means.

Bounds: news coalesce, so there are at most as many as there are things to look at; requests are refused (`QueueFull`)
and senders wait (`put_when_room`) when `events_max` events wait already.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable

from kavka.common.time_slots import RecentTimes
from kavka.common.types import Feed
from kavka.controller.events import ControllerState, Event
from kavka.timer.clock import Clock
from kavka.timer.moments import MonotonicMs

log = logging.getLogger(__name__)

_NS_PER_MS = 1_000_000


class QueueFull(Exception):
    """Too many events wait; the caller tries again later."""


class EventQueueStatistics:
    """What happened so far, in plain numbers.

    Attributes:
        handled: events by what the controller was busy with.
        failed: events whose handling raised.
        coalesced: news that were queued already.
        queue_times: how long events waited.
        handle_times: by state, how long handling took.
    """

    __slots__ = ("coalesced", "failed", "handle_times", "handled", "queue_times")

    def __init__(self) -> None:
        self.handled: dict[ControllerState, int] = dict.fromkeys(ControllerState, 0)
        self.handle_times = {state: RecentTimes() for state in ControllerState}
        self.failed = 0
        self.coalesced = 0
        self.queue_times = RecentTimes()


class EventQueue:
    """A FIFO of events with one consumer.

    Args:
        clock: measures how long events wait.
        events_max: how many may wait before requests are refused.
        feed: notified of every event that was handled, for its subscribers.
    """

    __slots__ = (
        "_clock",
        "_events",
        "_events_max",
        "_is_closed",
        "_is_paused",
        "_queued_news",
        "_room",
        "_wakeup",
        "feed",
        "state",
        "statistics",
    )

    def __init__(self, *, clock: Clock, events_max: int, feed: Feed | None = None) -> None:
        assert events_max > 0, events_max
        self._clock = clock
        self._events_max = events_max
        self.feed = feed
        self._events: deque[tuple[Event, MonotonicMs]] = deque()
        self._queued_news: set[Event] = set()
        self._wakeup = asyncio.Event()
        self._room = asyncio.Event()
        self._room.set()
        self._is_closed = False
        self._is_paused = False
        self.state = ControllerState.Idle
        self.statistics = EventQueueStatistics()

    def __len__(self) -> int:
        """Counts the events that wait."""
        return len(self._events)

    def put(self, event: Event) -> None:
        """Queues news; an equal one that waits already stands for both."""
        if self._is_closed:
            event.discard()
            return
        if event.is_news:
            if event in self._queued_news:
                self.statistics.coalesced += 1
                return
            self._queued_news.add(event)
        self._append(event)

    def put_request(self, event: Event) -> None:
        """Queues an API call.

        Raises:
            QueueFull: `events_max` events wait already.
        """
        assert not event.is_news, event
        if len(self._events) >= self._events_max:
            raise QueueFull(f"{len(self._events)} controller events wait already")
        self.put(event)

    async def put_when_room(self, event: Event) -> None:
        """Queues a response, after waiting until fewer than `events_max` events wait."""
        while len(self._events) >= self._events_max and not self._is_closed:
            self._room.clear()
            await self._room.wait()
        self.put(event)

    def clear_and_put(self, event: Event) -> None:
        """Discards everything that waits, and queues one event."""
        self._clear()
        self.put(event)

    def pause(self) -> None:
        """Handles nothing more after the event in progress until `resume`: between sessions nobody decides."""
        self._is_paused = True

    def resume(self) -> None:
        """Ends a pause."""
        self._is_paused = False
        self._wakeup.set()

    def close(self) -> None:
        """Ends `run` after the event in progress; what waits, and what comes, is discarded."""
        self._is_closed = True
        self._clear()
        self._wakeup.set()

    async def run(
        self,
        handle: Callable[[Event], Awaitable[None]],
        on_failure: Callable[[Event, Exception], Awaitable[None]],
    ) -> None:
        """Handles events, one after the other, until `close`.

        Args:
            handle: does what the event calls for.
            on_failure: decides what an exception of `handle` means for the controller; raises nothing itself. An event
                that it does not discard is discarded afterwards.
        """
        try:
            while not self._is_closed:
                if self._is_paused or not self._events:
                    self._wakeup.clear()
                    await self._wakeup.wait()
                    continue
                event, waited_ms = self._take()
                failure = ""
                started_ms = self._clock.monotonic_ms()
                self.state = event.state
                try:
                    await handle(event)
                except Exception as error:  # noqa: BLE001 - the boundary: one event's failure must not stop the others
                    self.statistics.failed += 1
                    failure = repr(error)
                    await on_failure(event, error)
                finally:
                    # Whatever ended it, cancelling included: nobody waits for a response that cannot come any more.
                    event.discard()
                    self.state = ControllerState.Idle
                    self.statistics.handled[event.state] += 1
                    ended_ms = self._clock.monotonic_ms()
                    handled_ms = ended_ms - started_ms
                    self.statistics.handle_times[event.state].note(handled_ms * _NS_PER_MS, ended_ms)
                    if self.feed is not None:
                        times = {"waited_ms": waited_ms, "handled_ms": handled_ms}
                        self.feed.publish("controller-event", **event.told(), **times, failure=failure)
        finally:
            self.close()

    def _append(self, event: Event) -> None:
        self._events.append((event, self._clock.monotonic_ms()))
        self._wakeup.set()

    def waiting(self) -> list[Event]:
        """Lists the events that wait, the next one first."""
        return [event for event, _ in self._events]

    def _take(self) -> tuple[Event, int]:
        """Takes the next event, and returns how long it waited, too."""
        event, queued_ms = self._events.popleft()
        if event.is_news:
            # Forgotten before it is handled: what changes from now on is news again.
            self._queued_news.discard(event)
        now_ms = self._clock.monotonic_ms()
        waited_ms = now_ms - queued_ms
        self.statistics.queue_times.note(waited_ms * _NS_PER_MS, now_ms)
        if len(self._events) < self._events_max:
            self._room.set()
        return event, waited_ms

    def _clear(self) -> None:
        dropped = [event for event, _ in self._events]
        self._events.clear()
        self._queued_news.clear()
        self._room.set()
        for event in dropped:
            event.discard()
