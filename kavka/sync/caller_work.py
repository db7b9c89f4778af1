"""Work that a loop's thread hands back to the thread that waits for it: a user's callbacks run where the user polls.

    caller's thread                      the loop's thread
    poll ── wait(future) ──┐             poll ─▶ a rebalance ─▶ await hand_over(callback)
      callback() ◀─────────┼─────────────────────────────────────┘  ▲
      └── may call the client again: the loop is free ──────────────┘ its result
    poll returns ◀─────────┘

What a callback raises is raised by the `await`, and so by the call that waits.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import queue
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


class CallerWork:
    """What one waiting call has been handed, until it ends. The queue holds one callback: the loop awaits each."""

    def __init__(self) -> None:
        self._inbox: queue.SimpleQueue[tuple[Callable[[], None], concurrent.futures.Future[None]] | None] = (
            queue.SimpleQueue()
        )

    async def hand_over(self, act: Callable[[], None]) -> None:
        """Has the waiting thread call a function, and returns when it has; raises what it raises."""
        done: concurrent.futures.Future[None] = concurrent.futures.Future()
        self._inbox.put((act, done))
        await asyncio.wrap_future(done)

    def wait(self, future: concurrent.futures.Future[T], *, timeout_ms: int | None) -> T:
        """Returns a future's result; calls meanwhile what is handed over.

        Args:
            future: A call into the loop's thread.
            timeout_ms: How long nothing may happen; None: for ever.

        Raises:
            TimeoutError: nothing happened for so long.
        """
        timeout_s = None if timeout_ms is None else timeout_ms / 1000
        future.add_done_callback(lambda _: self._inbox.put(None))
        try:
            while (item := self._inbox.get(timeout=timeout_s)) is not None:
                _run(*item)
            return future.result(0)
        except queue.Empty:
            raise TimeoutError(f"not done within {timeout_ms} ms") from None
        finally:
            future.cancel()  # where it is not done, nobody waits for it any more


def _run(act: Callable[[], None], done: concurrent.futures.Future[Any]) -> None:
    if done.set_running_or_notify_cancel():
        try:
            act()
        except Exception as error:  # noqa: BLE001 - a user's function: what it raises goes where it was called from
            done.set_exception(error)
        else:
            done.set_result(None)
