"""Ends a verb in order on Ctrl-C, SIGTERM and SIGHUP: by cancellation, so that every `async with` on the way closes."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


async def until_signal(work: Coroutine[Any, Any, T]) -> T | None:
    """Runs `work` in this task; returns None when a signal ended it, after everything that it opened is closed.

    Only the first signal counts: stopping is under way then, and has its own deadlines.
    """
    loop = asyncio.get_running_loop()
    me = asyncio.current_task()
    assert me is not None
    received: list[int] = []

    def on_signal(number: int) -> None:
        received.append(number)
        if len(received) == 1:
            me.cancel()

    for number in STOP_SIGNALS:
        loop.add_signal_handler(number, on_signal, number)
    try:
        return await work
    except asyncio.CancelledError:
        if not received:
            raise
        me.uncancel()
        return None
    finally:
        for number in STOP_SIGNALS:
            loop.remove_signal_handler(number)
