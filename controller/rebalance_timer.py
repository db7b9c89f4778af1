"""Says when it is time to look for brokers that lead less than they should: `auto.leader.rebalance.enable`.

    elected ── FIRST_MS ──► AutoPreferredReplicaLeaderElection ── interval ──► again ── interval ──► …

It only queues the event, and belongs to one term: closing the term ends it before anything else is done (KAFKA-1305).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from kavka.controller.events import AutoPreferredReplicaLeaderElection, Event

FIRST_MS = 5_000
"""How long after an election the first look is: brokers that start together shall all be there."""

Sleep = Callable[[float], Awaitable[object]]
"""Waits for so many seconds."""


class RebalanceTimer:
    """The timer of one term.

    Args:
        interval_ms: `leader.imbalance.check.interval.seconds`.
        put: queues news.
        sleep: waits; a test's decides when.
        group: owns the task.
    """

    __slots__ = ("_group", "_interval_ms", "_put", "_sleep", "_task")

    def __init__(
        self, *, interval_ms: int, put: Callable[[Event], None], sleep: Sleep, group: asyncio.TaskGroup
    ) -> None:
        self._interval_ms = interval_ms
        self._put = put
        self._sleep = sleep
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
        await self._sleep(FIRST_MS / 1000)
        while True:
            self._put(AutoPreferredReplicaLeaderElection())
            await self._sleep(self._interval_ms / 1000)
