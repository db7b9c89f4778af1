"""The signals by which an engine ends a container, as a future: process 1 gets no other treatment than it asks for."""

from __future__ import annotations

import asyncio
import signal
from typing import Final

SIGNALS: Final = (signal.SIGTERM, signal.SIGINT)


def end_on_signals(stopping: asyncio.Future[None]) -> None:
    """Completes a future at the first signal that asks this process to end."""
    loop = asyncio.get_running_loop()

    def end() -> None:
        if not stopping.done():
            stopping.set_result(None)

    for number in SIGNALS:
        loop.add_signal_handler(number, end)
