"""Loads into memory what fetches were short of, a few at a time, in threads.

    fetch ─▶ not in memory ─▶ load ─▶ a line ─▶ COLD_LOADS_MAX threads ─▶ on_loaded ─▶ the fetch reads anew

A read of old data that is only on the device must not stall the other connections. Not here: what is read again then
(`fetch_service`, `session_fetch`, `big_fetch`), what is loaded (`log.cold_read`).
"""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from kavka.broker.log.cold_read import ColdRead
from kavka.common.supervised import Supervisor
from kavka.common.tasks import TaskHost
from kavka.timer.completions import run_isolated

if TYPE_CHECKING:
    from kavka.common.filesystem import FileSystem

COLD_LOADS_MAX: Final = 2
"""Loads at a time: half of the disk's threads, so that no reader of old data holds up an fsync."""
COLD_ROUNDS_MAX: Final = 8
"""How often a fetch has something loaded before it reads come what may: memory so short that loaded pages are gone
again before they are read would otherwise keep it for ever. An index, a header, the records: three is usual."""


class ColdReads:
    """Loads what is not in memory.

    Waiting loads are bounded by connections and their partitions: each has one fetch in progress.

    Args:
        filesystem: reads in its threads.
        supervisor: keeps one load's failure from the others.
        is_blocking: whether reads wait for the device themselves, and nothing is loaded here.
    """

    __slots__ = ("_filesystem", "_host", "_is_blocking", "_is_loading", "_supervisor", "_waiting")

    def __init__(self, filesystem: FileSystem, supervisor: Supervisor, *, is_blocking: bool = False) -> None:
        self._supervisor = supervisor
        self._filesystem = filesystem
        self._is_blocking = is_blocking
        self._host = TaskHost()
        self._is_loading = 0
        self._waiting: deque[tuple[list[ColdRead], Callable[[], None]]] = deque()

    async def run(self) -> None:
        """Loads cold reads until cancelled."""
        await self._host.run(self._start)

    def must_block(self, rounds: int) -> bool:
        """Tells whether a fetch reads from the device itself.

        Nothing is loaded here, or it has had things loaded often enough.

        Args:
            rounds: how often it has had something loaded.
        """
        return self._is_blocking or rounds >= COLD_ROUNDS_MAX

    def load(self, colds: list[ColdRead], on_loaded: Callable[[], None]) -> None:
        """Loads cold reads into memory, then calls `on_loaded` on the loop.

        It is called, too, if some could not be read.
        """
        assert not self._is_blocking, "who reads by itself has nothing loaded"
        self._waiting.append((colds, on_loaded))
        self._start()

    def _start(self) -> None:
        while self._waiting and self._is_loading < COLD_LOADS_MAX and self._host.is_running:
            colds, on_loaded = self._waiting.popleft()
            self._is_loading += 1
            self._host.spawn(self._load(colds, on_loaded), name="cold read")

    async def _load(self, colds: list[ColdRead], on_loaded: Callable[[], None]) -> None:
        try:
            for cold in colds:
                # The read that follows meets the error, too, and knows which directory has failed.
                with self._supervisor.item("cold read", "a fetch"), contextlib.suppress(OSError):
                    await self._filesystem.run(cold.load)
                if cold.loaded is not None:
                    cold.loaded()
        finally:
            self._is_loading -= 1
            self._start()
        run_isolated(on_loaded, "reading what was loaded for a fetch")
