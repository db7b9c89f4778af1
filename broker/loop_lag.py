"""How late the event loop is, and how idle: sleeps a while, looks how much longer it was and how much was computed.

What the loop is busy with is not measured here; that it is busy is what every request then waits for. Idle is what the
thread did not compute: Kafka's two pools of threads, one for the network and one for requests, are this one loop here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kavka.broker.metrics import LoopMetrics
    from kavka.timer.clock import Clock

LOOK_MS: Final = 500
"""Pause between looks; twice a second costs an idle broker nothing that could be measured."""


async def watch_loop(
    metrics: LoopMetrics,
    clock: Clock,
    *,
    ticks: Callable[[], int],
    thread_ticks: Callable[[], int],
) -> None:
    """Measures the event loop's lag until cancelled.

    Args:
        metrics: what is updated.
        clock: what the lag is measured on; the machine's.
        ticks: nanoseconds that pass, whatever the clock says.
        thread_ticks: nanoseconds in which this thread computed.
    """
    while True:
        before_ms, before_ns, computed_ns = clock.monotonic_ms(), ticks(), thread_ticks()
        await clock.sleep(LOOK_MS)
        metrics.note(max(0, clock.monotonic_ms() - before_ms - LOOK_MS))
        passed_ns = max(1, ticks() - before_ns)
        metrics.idle = min(1.0, max(0.0, 1 - (thread_ticks() - computed_ns) / passed_ns))
