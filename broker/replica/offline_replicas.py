"""Replicas whose data directory has failed: whoever waits for them learns it now, not at a timeout.

    a directory fails ─▶ note ─▶ run ─▶ each of its partitions: who watches its log, who waits for it

Not from within what saw the failure: that may be in the middle of a change. Not here: what else follows from a failed
directory (`log_dir_failures`), and its return (`log_dir_returns`).
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from kavka.common.pace import Pace

if TYPE_CHECKING:
    from collections.abc import Callable

    from kavka.broker.replica.partitions import Partitions
    from kavka.broker.replica.waiting import Waiting
    from kavka.common.supervised import Supervisor


class OfflineReplicas:
    """Completes what waits for replicas in failed directories.

    Args:
        partitions: what the broker holds.
        waiting: gets the partitions.
        supervisor: keeps one partition's failure from the others.
        ticks: nanoseconds that pass, to measure with.
    """

    __slots__ = ("_failed", "_partitions", "_supervisor", "_ticks", "_waiting")

    def __init__(
        self, partitions: Partitions, waiting: Waiting, supervisor: Supervisor, ticks: Callable[[], int]
    ) -> None:
        self._partitions = partitions
        self._waiting = waiting
        self._supervisor = supervisor
        self._ticks = ticks
        self._failed = asyncio.Event()

    def note(self) -> None:
        """Notes that a directory has failed."""
        self._failed.set()

    async def run(self) -> None:
        """Completes what waits for offline replicas, until cancelled."""
        while True:
            await self._failed.wait()
            self._failed.clear()
            pace = Pace(self._ticks)
            for partition in list(self._partitions):
                if not partition.log.log_dir.is_online:
                    with self._supervisor.item("failed directories", partition):
                        partition.log.tell_watchers()
                        self._waiting.complete(partition)
                await pace.breathe()
