"""An event loop in a thread of its own, for callers that are no coroutines: start it, call into it, end it.

    caller's thread ── call(coroutine) ──▶ the loop's thread ── result ──▶ caller's thread

Every call has a deadline. What runs on belongs to the loop's one TaskGroup and ends with it.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import threading
from collections.abc import Coroutine
from typing import Any, Final, TypeVar

T = TypeVar("T")

__tracebackhide__ = True  # of pytest, for tests that fail in a call

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

    @property
    def is_running(self) -> bool:
        """Tells whether calls are taken. In a forked child they are not: no thread but one goes there."""
        return self._thread.is_alive()

    def start(self) -> None:
        """Starts the thread; returns when calls are taken."""
        self._thread.start()
        self._started.result(START_TIMEOUT_MS / 1000)

    def begin(self, work: Coroutine[Any, Any, T]) -> concurrent.futures.Future[T]:
        """Begins to run a coroutine in the loop's thread.

        Raises:
            RuntimeError: the caller runs in that thread, and would wait for itself; or it has ended.
        """
        if threading.current_thread() is self._thread or not self.is_running:
            work.close()
            why = "has ended" if not self.is_running else "is this one, which would wait for itself"
            raise RuntimeError(f"the thread {self._thread.name!r} {why}")
        return asyncio.run_coroutine_threadsafe(work, self._started.result())

    def call(self, work: Coroutine[Any, Any, T], *, timeout_ms: int) -> T:
        """Runs a coroutine in the loop's thread, and returns its result or raises its error.

        Raises:
            TimeoutError: it takes too long; it is cancelled.
            RuntimeError: as `begin`.
        """
        future = self.begin(work)
        try:
            return future.result(timeout_ms / 1000)
        except concurrent.futures.TimeoutError:
            if future.done():
                raise  # its own
            raise TimeoutError(f"not done within {timeout_ms} ms") from None
        finally:
            future.cancel()  # where it is not done, Ctrl-C included, nobody waits for it any more

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
