"""Waiting by a clock: what `asyncio.sleep` is for the machine's time, for whatever clock a component was given.

With a `DevClock` the sleeper wakes when that clock has come so far, be it that somebody moved it. With every other
clock the loop's own time counts, and the price over `asyncio.sleep` is one look at a type.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from kavka.timer.clock import Clock
from kavka.timer.dev_clock import DevClock


class Cancellable(Protocol):
    """A call that is due later."""

    def cancel(self) -> None:
        """Cancels the call, so that it will not be made."""


def call_later(clock: Clock, delay_ms: float, callback: Callable[[], object]) -> Cancellable:
    """Calls `callback` when `clock` has advanced by `delay_ms`."""
    if isinstance(clock, DevClock):
        return clock.call_later(delay_ms, callback)
    return asyncio.get_running_loop().call_later(delay_ms / 1000, callback)


async def sleep_ms(clock: Clock, delay_ms: float) -> None:
    """Sleeps until `clock` has gone on by `delay_ms`."""
    if not isinstance(clock, DevClock):
        await asyncio.sleep(delay_ms / 1000)
        return
    waiter = asyncio.get_running_loop().create_future()
    alarm = clock.call_later(delay_ms, lambda: None if waiter.done() else waiter.set_result(None))
    try:
        await waiter
    finally:
        alarm.cancel()


async def wait_event(clock: Clock, event: asyncio.Event, timeout_ms: float) -> bool:
    """Waits for an event until `clock` has gone on by `timeout_ms`; whether the event is set."""
    timeout = asyncio.timeout(None if isinstance(clock, DevClock) else timeout_ms / 1000)
    alarm = None
    try:
        async with timeout:
            if isinstance(clock, DevClock):
                alarm = clock.call_later(timeout_ms, lambda: timeout.reschedule(asyncio.get_running_loop().time()))
            await event.wait()
    except TimeoutError:
        return event.is_set()
    finally:
        if alarm is not None:
            alarm.cancel()
    return True
