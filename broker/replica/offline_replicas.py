"""Replicas whose data directory has failed: they lead no more, and whoever waits for them learns it now.

    a directory fails ─▶ note ─▶ run ─▶ each of its partitions: who watches its log, who waits for it, at once;
                                                                it leads no more; who listens to its leadership

The controller cannot end such a leadership: it asks about the replica with LeaderAndIsr, and is answered
KAFKA_STORAGE_ERROR whatever it says (Kafka, too, has the partition Offline from the failure on). A coordinator would
otherwise go on with what it has in memory, beside the one that the next leader becomes.

Not from within what saw the failure: that may be in the middle of a change. Not here: what else follows from a failed
directory (`log_dir_failures`), and its return (`log_dir_returns`).
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from kavka.common.pace import Pace

if TYPE_CHECKING:
    from collections.abc import Callable

    from kavka.broker.replica.leaderships import Leaderships
    from kavka.broker.replica.partitions import Partitions
    from kavka.broker.replica.waiting import Waiting
    from kavka.common.supervised import Supervisor


class OfflineReplicas:
    """Ends what replicas in failed directories do, and completes what waits for them.

    Args:
        partitions: what the broker holds.
        waiting: gets the partitions.
        leaderships: get those that led.
        supervisor: keeps one partition's failure from the others.
        ticks: nanoseconds that pass, to measure with.
    """

    __slots__ = ("_failed", "_leaderships", "_partitions", "_supervisor", "_ticks", "_waiting")

    def __init__(
        self,
        partitions: Partitions,
        waiting: Waiting,
        leaderships: Leaderships,
        supervisor: Supervisor,
        ticks: Callable[[], int],
    ) -> None:
        self._partitions = partitions
        self._waiting = waiting
        self._leaderships = leaderships
        self._supervisor = supervisor
        self._ticks = ticks
        self._failed = asyncio.Event()

    def note(self) -> None:
        """Notes that a directory has failed."""
        self._failed.set()

    async def run(self) -> None:
        """Handles failed directories until cancelled."""
        while True:
            await self._failed.wait()
            self._failed.clear()
            pace = Pace(self._ticks)
            for partition in list(self._partitions):
                if not partition.log.log_dir.is_online:
                    with self._supervisor.item("failed directories", partition):
                        partition.log.tell_watchers()
                        self._waiting.complete(partition)  # first: what waits here has failed with its directory
                        if partition.is_leader:
                            partition.stop()
                            self._leaderships.tell((partition,))
                await pace.breathe()
