"""Tasks that come one by one while their owner runs: they live in its task group, and end with it.

    run ─▶ a task group ─▶ for ever, until it is cancelled ─▶ every task that is left is cancelled, too
              ▲
    spawn ────┘  work that requests bring
    start ────┘  the same, which may come before anybody runs this, and begins then

For owners that have nothing to do of their own but to keep what others start. Not here: loops that begin again when
they fail (`supervised`), what is done in slices (`lane`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

Work = Callable[[], Coroutine[Any, Any, None]]


class TaskHost:
    """The owner of tasks that are not known beforehand.

    Args:
        takes_early: whether it takes work before somebody first runs it, as what is built on demand has to.
    """

    __slots__ = ("_early", "_group")

    def __init__(self, *, takes_early: bool = False) -> None:
        self._group: asyncio.TaskGroup | None = None
        self._early: list[tuple[Work, str]] | None = [] if takes_early else None
        """Work that has come before anybody runs this; None: no more is taken so."""

    @property
    def takes_work(self) -> bool:
        """Tells whether work may be started: somebody runs this, or will."""
        return self._group is not None or self._early is not None

    @property
    def is_running(self) -> bool:
        """Tells whether tasks can be started: somebody `run`s this."""
        return self._group is not None

    def spawn(self, work: Coroutine[Any, Any, None], *, name: str) -> asyncio.Task[None]:
        """Starts a task, which ends with this host at the latest."""
        assert self._group is not None, f"nobody runs the host of {name!r}"
        return self._group.create_task(work, name=name)

    def start(self, work: Work, *, name: str) -> None:
        """Starts a task, as soon as somebody runs this host."""
        if self._early is None:
            self.spawn(work(), name=name)
        else:
            self._early.append((work, name))

    async def run(self, begin: Callable[[], object] = lambda: None) -> None:
        """Hosts tasks until cancelled.

        Args:
            begin: called once tasks can be started, for what has waited for that.
        """
        async with asyncio.TaskGroup() as group:
            self._group = group
            early, self._early = self._early or (), None
            try:
                for work, name in early:
                    self.spawn(work(), name=name)
                begin()
                await asyncio.get_running_loop().create_future()  # for ever: others bring the work
            finally:
                self._group = None
