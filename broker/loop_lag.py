"""How late the event loop is: sleeps a while, looks how much longer it was, notes that.

What the loop is busy with is not told here; that it is busy is what every request then waits for.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from broker.metrics import LoopMetrics
    from timer.clock import Clock

LOOK_MS: Final = 500
"""Pause between looks; twice a second costs an idle broker nothing that could be measured."""


async def watch_loop(metrics: LoopMetrics, clock: Clock) -> None:
    """Looks until cancelled."""
    while True:
        before_ms = clock.monotonic_ms()
        await asyncio.sleep(LOOK_MS / 1000)
        metrics.note(max(0, clock.monotonic_ms() - before_ms - LOOK_MS))
