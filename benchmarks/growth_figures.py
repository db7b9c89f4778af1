"""Figures of one subject at several n, as they are measured in this process: CPU, and how long the loop is held.

    cpu      what a block takes          least     of several rounds          watched    in all, and between two turns

Not here: what is measured (`growth_coordinators`), what the figures grow with (`growth_fit`).
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, Final

from benchmarks.growth_fit import Series
from kavka.common.lane import Lane
from kavka.common.steps import Steps

ROUNDS: Final = 3
LONGEST: Final = "longest slice"


class Figures:
    """Figures by row and n."""

    def __init__(self, subject: str) -> None:
        self._subject = subject
        self._found: dict[tuple[str, str], dict[int, float]] = {}

    def note(self, name: str, n: int, value: float, unit: str = "ms CPU") -> None:
        """Keeps one figure."""
        self._found.setdefault((name, unit), {})[n] = value

    @contextlib.contextmanager
    def cpu(self, name: str, n: int) -> Iterator[None]:
        """Measures the CPU time of the block."""
        gc.collect()
        began = time.process_time()
        yield
        self.note(name, n, (time.process_time() - began) * 1e3)

    def least(self, name: str, n: int, act: Callable[[], object]) -> None:
        """Measures the least CPU time of several rounds."""
        taken = []
        for _ in range(ROUNDS):
            began = time.process_time()
            act()
            taken.append(time.process_time() - began)
        self.note(name, n, min(taken) * 1e3)

    async def watched(self, name: str, n: int, work: Awaitable[object]) -> None:
        """Measures a piece of work: in all, and at most between two turns of the loop."""
        longest, is_over = 0.0, False

        async def watch() -> None:
            nonlocal longest
            last = time.process_time()
            while not is_over:
                await asyncio.sleep(0)
                now = time.process_time()
                longest, last = max(longest, now - last), now

        gc.collect()
        watching = asyncio.ensure_future(watch())
        await asyncio.sleep(0)
        began = time.process_time()
        await work
        self.note(name, n, (time.process_time() - began) * 1e3)
        is_over = True
        await watching
        self.note(f"{name}, {LONGEST}", n, longest * 1e3)

    async def in_lane(self, name: str, n: int, steps: Steps[Any]) -> None:
        """Measures work that is done in slices, as `watched` does."""
        await self.watched(name, n, Lane().do(steps))

    def series(self) -> list[Series]:
        """Returns the figures as `benchmarks.growth` shows them."""
        return [
            Series(f"{self._subject}: {name}", unit, name.endswith(LONGEST) or unit.startswith("µs"), figures)
            for (name, unit), figures in self._found.items()
        ]
