"""Waits for something to happen, and no longer than a clock allows: what several components would write alike.

Not here: waiting for time alone, which is the clock's own (`timer.clock.Clock`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from typing import Any

from kavka.timer.clock import Clock


async def wait_event(clock: Clock, event: asyncio.Event, timeout_ms: float) -> bool:
    """Waits for an event until `clock` has advanced by `timeout_ms`; returns whether the event is set."""
    try:
        async with clock.timeout(timeout_ms):
            await event.wait()
    except TimeoutError:
        return event.is_set()
    return True


async def wait_done(clock: Clock, futures: Collection[asyncio.Future[Any]], timeout_ms: float) -> bool:
    """Waits for futures until `clock` has advanced by `timeout_ms`; returns whether all are done, and cancels none."""
    try:
        async with clock.timeout(timeout_ms):
            await asyncio.wait(futures)
    except TimeoutError:
        return all(future.done() for future in futures)
    return True
