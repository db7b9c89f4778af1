"""An event loop in a thread of its own, for callers that are no coroutines: start it, call into it, end it.

    test's thread ── call(coroutine) ──▶ the loop's thread ── result ──▶ test's thread

Every call has a deadline. What runs on belongs to the loop's one TaskGroup and ends with it.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import threading
from collections.abc import Coroutine
from typing import Any, Final, TypeVar

T = TypeVar("T")

START_TIMEOUT_MS: Final = 10_000
STOP_TIMEOUT_MS: Final = 10_000


class LoopThread:
    """The thread.

    Attributes:
        group: whose tasks live as long as the loop.
    """

    group: asyncio.TaskGroup

    def __init__(self, name: str) -> None:
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._started: concurrent.futures.Future[asyncio.AbstractEventLoop] = concurrent.futures.Future()
        self._ending: asyncio.Event | None = None

    def start(self) -> None:
        """Starts the thread; returns when calls are taken."""
        self._thread.start()
        self._started.result(START_TIMEOUT_MS / 1000)

    def call(self, work: Coroutine[Any, Any, T], *, timeout_ms: int) -> T:
        """Runs a coroutine in the loop's thread, and returns its result or raises its error.

        Raises:
            TimeoutError: it takes too long; it is cancelled.
        """
        future = asyncio.run_coroutine_threadsafe(work, self._started.result())
        try:
            return future.result(timeout_ms / 1000)
        except concurrent.futures.TimeoutError:
            if future.done():
                raise  # its own
            future.cancel()
            raise TimeoutError(f"not done within {timeout_ms} ms") from None

    def stop(self) -> None:
        """Ends the loop, and waits until it has ended. Twice is fine."""
        if not self._thread.is_alive():
            return
        assert self._ending is not None
        self._started.result().call_soon_threadsafe(self._ending.set)
        self._thread.join(STOP_TIMEOUT_MS / 1000)

    def _run(self) -> None:
        asyncio.run(self._main())

    async def _main(self) -> None:
        self._ending = asyncio.Event()
        async with asyncio.TaskGroup() as self.group:
            self._started.set_result(asyncio.get_running_loop())
            await self._ending.wait()
