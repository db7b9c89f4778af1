"""A simulated host: a process's place, whose callbacks run, wait while it is paused, and never run once it is dead.

    HOST (a context variable) ── says to which host the code that runs belongs; tasks and callbacks inherit it

              kill                    A task of a dead host is neither cancelled nor closed: no `finally` of it runs,
    RUNS ──────────▶ DEAD             as after `kill -9`. What it holds is kept until the simulation is disposed of,
     │ ▲                              so that the garbage collector closes nothing of it before.
     ▼ │ resume
    PAUSED                            SIGSTOP: timers fall due and bytes arrive, and are seen when it goes on.

    slow, in any state     ▓callback▓▓▓▓  ▓callback▓  ▓callback▓▓▓▓▓▓▓▓      one a turn, and each takes its time:
                           ─ others ─────────────────────────────────▶      what comes meanwhile stands in line

A host is one life of a process: a broker that is started again is another host, with the same name. Not here: which
host's turn it is (`virtual_loop`), and what a machine keeps from life to life (`memory_machine`).
"""

from __future__ import annotations

import asyncio
import enum
import random
from collections import deque
from contextvars import Context, ContextVar
from typing import Any, Final

TASKS_MIN: Final = 64
"""So many of a host's tasks are kept before any is looked at again."""

NS_PER_US: Final = 1_000
SKEW: Final = 3
"""Most callbacks take little, some take long: of each the share is drawn to this power."""


class HostState(enum.Enum):
    """What a host's process does."""

    RUNS = "runs"
    PAUSED = "paused"
    DEAD = "dead"


class Slowness:
    """How long a slow host computes: for each callback, and between two looks at its clock while one runs.

    Args:
        rng: draws each of them.
        most_us: what one takes at most, in microseconds.

    Attributes:
        spent_us: what the callback that runs has taken so far.
    """

    __slots__ = ("_most_us", "_rng", "spent_us")

    def __init__(self, rng: random.Random, most_us: int) -> None:
        self._rng = rng
        self._most_us = most_us
        self.spent_us = 0

    def begin(self) -> None:
        """Begins a callback."""
        self.spent_us = 0
        self.compute()

    def compute(self) -> None:
        """Computes on for a while, by the draw."""
        self.spent_us += int(self._rng.random() ** SKEW * self._most_us)


class Host:
    """One life of one process; made by `VirtualLoop.host`.

    Args:
        name: see below.
        slowness: likewise.

    Attributes:
        name: for messages and traces.
        slowness: how slow it is; None: its code takes no time. Changed by the loop alone.
        is_busy: whether it computes, and runs no other callback: slow ones do. Likewise.
        state: what it does; changed by the loop alone.
        ready: its callbacks that are due, in the order in which they were asked for, as asyncio promises.
        tasks: in the order of their begin; those that are done are dropped now and then.
        context: what code of this host runs in.
    """

    __slots__ = ("_pruned_at", "context", "is_busy", "name", "ready", "slowness", "state", "tasks")

    def __init__(self, name: str, slowness: Slowness | None = None) -> None:
        self.name = name
        self.slowness = slowness
        self.is_busy = False
        self.state = HostState.RUNS
        self.ready: deque[asyncio.Handle] = deque()
        self.tasks: list[asyncio.Task[Any]] = []
        self._pruned_at = TASKS_MIN
        self.context = Context()
        self.context.run(HOST.set, self)

    def __repr__(self) -> str:
        return f"<Host {self.name}: {self.state.value}>"

    def adopt(self, task: asyncio.Task[Any]) -> None:
        """Keeps a task that runs here."""
        self.tasks.append(task)
        if len(self.tasks) >= self._pruned_at:
            self.tasks = [task for task in self.tasks if not task.done()]
            self._pruned_at = max(TASKS_MIN, 2 * len(self.tasks))

    @property
    def is_dead(self) -> bool:
        """Tells whether nothing of it runs any more."""
        return self.state is HostState.DEAD


KERNEL: Final = Context()
"""In which bytes arrive: kernels take them in for stopped processes too, and reset who writes to dead ones.

A timer of this context takes no turn of any host.
"""

HOST: ContextVar[Host] = ContextVar("kavka_simulated_host")
"""The host that the running code belongs to."""


def computed_ns() -> int:
    """Returns how long the running callback has computed, in nanoseconds: to look costs a slow host time.

    So who works in slices sees them end, as on any machine; to all other hosts no time passes.
    """
    host = HOST.get(None)
    if host is None or host.slowness is None:
        return 0
    host.slowness.compute()
    return host.slowness.spent_us * NS_PER_US
