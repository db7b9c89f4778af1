"""The clock of a component: it tells the time, and it is waited for by the clock that tells it.

    Clock ─┬─ SystemClock   the machine's time: the event loop waits
           ├─ DevClock      the machine's, until somebody stops or moves it (`timer.dev_clock`)
           └─ ManualClock   goes where it is moved (`timer.manual_clock`)

Everything that needs the time gets a `Clock` as a constructor argument; nothing else reads the machine's clocks, sleeps
or sets a deadline. That is what lets a test, or a whole simulated cluster, decide what time it is. Which of two clocks
a component is handed is its assembly's choice: the broker's own, which a development cluster may move, or the machine's
beneath it, for what must go on whatever that one says (decision 0050).

Not here: timers by the thousand (`timer.timer` and its reaper), and what is waited for beside time (`timer.waiting`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol

from kavka.timer.manual_clock import ManualClock
from kavka.timer.readings import MachineReadings, Readings

__all__ = ["Cancellable", "Clock", "ManualClock", "SystemClock"]


class Cancellable(Protocol):
    """A call that is due later."""

    def cancel(self) -> None:
        """Cancels the call, so that it will not be made; after it was made nothing happens."""


class Clock(Readings, Protocol):
    """Tells the time, and wakes those who wait for it. Delays are milliseconds; a fraction is allowed.

    A delay of 0 or less is over in the next turn of the event loop, also while the clock stands. Calls that are due at
    different readings are made in the order of these.
    """

    def call_later(self, delay_ms: float, callback: Callable[[], object]) -> Cancellable:
        """Calls `callback` when this clock has advanced by `delay_ms`."""

    async def sleep(self, delay_ms: float) -> None:
        """Sleeps until this clock has advanced by `delay_ms`."""

    def timeout(self, delay_ms: float | None) -> AbstractAsyncContextManager[object]:
        """Raises TimeoutError in whoever is within when this clock has advanced by `delay_ms`; None: never."""


class SystemClock(MachineReadings):
    """The machine's clocks; waiting is the event loop's."""

    __slots__ = ()

    def call_later(self, delay_ms: float, callback: Callable[[], object]) -> Cancellable:
        """Calls `callback` after so many milliseconds of the loop's time."""
        return asyncio.get_running_loop().call_later(delay_ms / 1000, callback)

    def sleep(self, delay_ms: float) -> Coroutine[Any, Any, None]:
        """Sleeps for so many milliseconds of the loop's time."""
        return asyncio.sleep(delay_ms / 1000)

    def timeout(self, delay_ms: float | None) -> AbstractAsyncContextManager[object]:
        """Limits what is within to so many milliseconds of the loop's time."""
        # What `asyncio.timeout` does, without a call in between.
        return asyncio.Timeout(None if delay_ms is None else asyncio.get_running_loop().time() + delay_ms / 1000)
