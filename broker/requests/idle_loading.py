"""Loads what a broker's start leaves out: the modules of each API, one at a time, while the loop has little to do.

    ready ─▶ pause ─▶ the loop was idle ─▶ import one module ─▶ pause … ─▶ none is left: ends, and costs nothing more
               ▲          │ busy                                  │
               └──────────┘ PAUSES_MAX times at most              └ PAUSE_TIMES as long as the import took, at least

A start that imported all of it would take twice as long, and the first client of an API that was not loaded would make
everybody wait while it is. A thread would not help: it needs the interpreter's lock for whatever it does, 5 ms at a
time, and a request that came for the same module would wait for the whole of the import. What comes before its API is
loaded loads it, as ever.

All of them take 50 ms and 4 MB, the longest 6 ms. Not here: how large requests and responses are cut (2 MB more, and
2 ms at most in a request that takes longer); what is loaded for the configuration (`logins`, `permissions`); the admin
endpoint's modules, which are loaded when somebody opens it.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Container, Iterable
from typing import Final

from kavka.broker.requests.served_apis import HANDLERS
from kavka.common.supervised import Supervisor
from kavka.protocol._generated.index import APIS, MODULES
from kavka.timer.clock import Clock

PAUSE_MS_MIN: Final = 10
"""Pause before a module is loaded."""
PAUSE_TIMES: Final = 5
"""How many times as long as the import before it a pause is: loading takes a sixth of the loop at most."""
PAUSES_MAX: Final = 20
"""Pauses in which the loop was busy, after which a module is loaded all the same: a client may need it soon."""
IDLE_SHARE_MIN: Final = 0.5
"""Share of a pause in which the loop's thread must have computed nothing."""

BESIDE: Final = (
    "kavka.broker.handlers.fetch_many",
    "kavka.broker.handlers.produce_many",
    "kavka.broker.requests.awaited_leaders",
    "kavka.protocol._generated.transaction_log",
)
"""What handlers load when they need it first."""


def modules_of(apis: Container[int]) -> list[str]:
    """Names the modules of APIs: the messages of each, and its handler, which needs those."""
    names = []
    for api, handler in HANDLERS.items():
        if api in apis:
            names += [f"kavka.protocol._generated.{MODULES[APIS[api][0]]}", f"kavka.broker.handlers.{handler}"]
    return [*names, *BESIDE]


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
