"""The one who waits: sleeps until a timer's next bucket is due, then advances it.

Kafka's reaper thread polls every 200 ms; this one sleeps exactly until there is something to do, without limit when
there is nothing, and is woken when a timer is added that is due earlier. Where much is due at once, as after a pause of
the whole process, others have their turn in between. One reaper for each timer.
"""

from __future__ import annotations

import asyncio

from kavka.timer.clock import Clock
from kavka.timer.timer import Timer

CALLBACKS_AT_ONCE = 128
"""Callbacks that run before the loop gets a turn: a thousand members that expire together are some 15 ms of work."""

SLEEP_MS_MAX = 3_600_000
"""Longer sleeps are cut into hours: event loops refuse absurd deadlines."""


class Reaper:
    """Advances one timer as its buckets fall due.

    Args:
        timer: the timer to advance.
        clock: the same clock that the timer reads.
    """

    __slots__ = ("_clock", "_timer", "_waiter")

    def __init__(self, timer: Timer, clock: Clock) -> None:
        self._timer = timer
        self._clock = clock
        self._waiter: asyncio.Future[None] | None = None

    async def run(self) -> None:
        """Runs until cancelled; the owner's task group starts it."""
        while True:
            if self._timer.advance(callbacks_max=CALLBACKS_AT_ONCE) == CALLBACKS_AT_ONCE:
                await asyncio.sleep(0)
            else:
                await self._wait_next_bucket()

    def wake(self) -> None:
        """Ends the present sleep: an earlier timer was added, or somebody moved the clock by hand."""
        waiter = self._waiter
        if waiter is not None and not waiter.done():
            waiter.set_result(None)

    async def _wait_next_bucket(self) -> None:
        loop = asyncio.get_running_loop()
        self._waiter = loop.create_future()
        next_ms = self._timer.set_alarm(self.wake)
        alarm = None
        if next_ms is not None:
            sleep_ms = min(max(next_ms - self._clock.monotonic_ms(), 0), SLEEP_MS_MAX)
            alarm = self._clock.call_later(sleep_ms, self.wake)
        try:
            await self._waiter
        finally:
            self._timer.clear_alarm()
            self._waiter = None
            if alarm is not None:
                alarm.cancel()
