"""The threads in which records are looked at that would hold the event loop up for too long.

Not those of the disk (`filesystem`): a producer's bomb of records must not stand in the way of an fsync. Few, because
they compete with the loop for the interpreter, and because each may hold one inflated batch.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

CHECK_THREADS_MAX: Final = 2
"""Batches that are looked at beside the loop: two, so that one that takes long does not hold up all others."""

T = TypeVar("T")


class CheckThreads:
    """The threads of one broker, made when the first is needed; `close` ends them."""

    __slots__ = ("_executor",)

    def __init__(self) -> None:
        self._executor: ThreadPoolExecutor | None = None

    async def run(self, check: Callable[[], T]) -> T:
        """Calls `check` in one of the threads, after what came before; gives what it gives, raises what it raises."""
        if self._executor is None:
            self._executor = ThreadPoolExecutor(CHECK_THREADS_MAX, thread_name_prefix="records")
        return await asyncio.get_running_loop().run_in_executor(self._executor, check)

    def close(self) -> None:
        """Ends the threads after what they are doing, without waiting; checks that have not begun are dropped."""
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)
            self._executor = None
