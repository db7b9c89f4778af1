"""Says when it is time to look for brokers that lead less than they should: `auto.leader.rebalance.enable`.

    elected ── FIRST_MS ──► AutoPreferredReplicaLeaderElection ── interval ──► again ── interval ──► …

It only queues the event, and belongs to one term: closing the term ends it before anything else is done (KAFKA-1305).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from kavka.controller.events import AutoPreferredReplicaLeaderElection, Event
from kavka.timer.clock import Clock

FIRST_MS = 5_000
"""How long after an election the first look is: brokers that start together shall all be there."""


class RebalanceTimer:
    """The timer of one term.

    Args:
        interval_ms: `leader.imbalance.check.interval.seconds`.
        put: queues news.
        clock: what the interval goes by.
        group: owns the task.
    """

    __slots__ = ("_clock", "_group", "_interval_ms", "_put", "_task")

    def __init__(
        self, *, interval_ms: int, put: Callable[[Event], None], clock: Clock, group: asyncio.TaskGroup
    ) -> None:
        self._interval_ms = interval_ms
        self._put = put
        self._clock = clock
        self._group = group
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Starts the timer."""
        self._task = self._group.create_task(self._run(), name="rebalance-timer")

    def close(self) -> None:
        """Stops the timer. Safe to call when it never began."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()

    async def _run(self) -> None:
        await self._clock.sleep(FIRST_MS)
        while True:
            self._put(AutoPreferredReplicaLeaderElection())
            await self._clock.sleep(self._interval_ms)
