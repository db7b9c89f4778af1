"""What every part of one broker is built with: its time and chance, its counters, its lanes, and who ends it.

A part of the composition root. `app` makes one and hands it to each part; parts know nothing of `app`.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final

from kavka.broker.cluster.registration import RegistrationLost
from kavka.broker.metrics import BrokerMetrics
from kavka.broker.replica.log_dir_failures import AllLogDirsFailed
from kavka.common.lane import Lanes

if TYPE_CHECKING:
    import random

    from kavka.broker.network.budgets import Budgets
    from kavka.common.event_feed import EventFeed
    from kavka.common.supervised import Supervisor
    from kavka.timer.clock import Clock

Work = Callable[[], Awaitable[None]]

_ENDS: Final = (RegistrationLost, AllLogDirsFailed)
"""After these a broker cannot go on: ZooKeeper will not know it any more, or no data directory is left."""


@dataclass(frozen=True, slots=True)
class Tools:
    """What the parts of one broker share, whatever they do."""

    clock: Clock
    rng: random.Random
    """For ids and placements."""
    random_bytes: Callable[[int], bytes]
    """For secrets."""
    plugged: tuple[str, ...]
    """Names of modules with more routes for the admin endpoint (`http.routes.Routes`)."""
    supervisor: Supervisor
    feed: EventFeed
    metrics: BrokerMetrics
    budgets: Budgets
    """What clients may make this broker hold."""
    end: Callable[[Exception], None]
    """Stops this broker, in order, for a reason that its user is told."""
    ticks: Callable[[], int] = time.perf_counter_ns
    lanes: Lanes = field(default_factory=Lanes)

    async def run(self, works: Mapping[str, Work]) -> None:
        """Keeps works going until cancelled, each in a task of its name; one that cannot go on ends the broker."""
        async with asyncio.TaskGroup() as tasks:
            for name, work in works.items():
                tasks.create_task(self.supervisor.keep(name, partial(self._run, work)), name=name)

    async def _run(self, work: Work) -> None:
        try:
            await work()
        except _ENDS as error:
            self.end(error)
