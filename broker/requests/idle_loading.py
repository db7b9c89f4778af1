"""Loads what a broker's start leaves out of the everyday APIs, one module at a time, while the loop has little to do.

    ready ─▶ pause ─▶ the loop was idle ─▶ import one module ─▶ pause … ─▶ none is left: ends, and costs nothing more
               ▲          │ busy                                  │
               └──────────┘ PAUSES_MAX times at most              └ PAUSE_TIMES as long as the import took, at least

A start that imported it would take longer, and the first client of an API that was not loaded would wait while it is.
What comes before its API is loaded loads it (`loading_on_demand`), as all other APIs are loaded by their first request:
what nobody asks for costs no memory (decision 0114).

All of them take 15 ms and 1.5 MB, the longest 6 ms.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterable
from typing import Final

from kavka.common.supervised import Supervisor
from kavka.timer.clock import Clock

PAUSE_MS_MIN: Final = 10
"""Pause before a module is loaded."""
PAUSE_TIMES: Final = 5
"""How many times as long as the import before it a pause is: loading takes a sixth of the loop at most."""
PAUSES_MAX: Final = 20
"""Pauses in which the loop was busy, after which a module is loaded all the same: a client may need it soon."""
IDLE_SHARE_MIN: Final = 0.5
"""Share of a pause in which the loop's thread must have computed nothing."""


class IdleLoading:
    """Loads modules, once.

    Args:
        names: of the modules, those that others need first.
        supervisor: keeps one that cannot be loaded from the others.
        load: imports a module by its name.
        loaded: names of the modules that are loaded.
        clock: what pauses go by.
        ticks: nanoseconds that pass.
        thread_ticks: nanoseconds in which this thread computed.
    """

    __slots__ = ("_clock", "_load", "_loaded", "_names", "_supervisor", "_thread_ticks", "_ticks")

    def __init__(
        self,
        names: Iterable[str],
        supervisor: Supervisor,
        *,
        load: Callable[[str], object] = importlib.import_module,
        loaded: Callable[[], Iterable[str]] = lambda: sys.modules,
        clock: Clock,
        ticks: Callable[[], int],
        thread_ticks: Callable[[], int],
    ) -> None:
        self._names = names
        self._supervisor = supervisor
        self._load = load
        self._loaded = loaded
        self._clock = clock
        self._ticks = ticks
        self._thread_ticks = thread_ticks

    async def run(self) -> None:
        """Loads one module after the other, and returns."""
        took_ns = 0
        for name in self._names:
            if name in self._loaded():
                continue
            await self._wait_until_idle(max(PAUSE_MS_MIN, PAUSE_TIMES * took_ns / 1e6))
            began_ns = self._ticks()
            with self._supervisor.item("loading of modules", name):
                self._load(name)
            took_ns = self._ticks() - began_ns

    async def _wait_until_idle(self, pause_ms: float) -> None:
        for _ in range(PAUSES_MAX):
            before_ns, computed_ns = self._ticks(), self._thread_ticks()
            await self._clock.sleep(pause_ms)
            passed_ns = max(1, self._ticks() - before_ns)
            if 1 - (self._thread_ticks() - computed_ns) / passed_ns >= IDLE_SHARE_MIN:
                return
