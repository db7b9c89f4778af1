"""How a consumer's poll and the task that keeps its place in a group wake each other.

the task: something for poll ─▶ tell ─▶ news is done, and a poll that waits goes on
poll: something for the task ─▶ wake ─▶ sleep ends
"""

from __future__ import annotations

import asyncio


class Wakeups:
    """See the module."""

    def __init__(self) -> None:
        self._wake = asyncio.Event()
        self._news: asyncio.Future[None] | None = None

    def news(self, *, has_some: bool) -> asyncio.Future[None]:
        """Returns a future that is done when `poll` has work: now, or later.

        Args:
            has_some: Whether it has some now.
        """
        if self._news is None or self._news.done():
            self._news = asyncio.get_running_loop().create_future()
            if has_some:
                self._news.set_result(None)
        return self._news

    def tell(self) -> None:
        """Wakes a poll that waits."""
        if self._news is not None and not self._news.done():
            self._news.set_result(None)

    def wake(self) -> None:
        """Wakes the task."""
        self._wake.set()

    async def sleep(self, limit_ms: int | None) -> None:
        """Waits until `poll` has something for the task, or the time is up."""
        try:
            async with asyncio.timeout(None if limit_ms is None else limit_ms / 1000):
                await self._wake.wait()
        except TimeoutError:
            return
        finally:
            self._wake.clear()
