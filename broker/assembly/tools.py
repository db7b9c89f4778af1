"""What every part of one broker is built with: its world, its counters, its lanes, and who ends it.

A part of the composition root. `app` makes one and hands it to each part; parts know nothing of `app`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from kavka.broker.cluster.registration import RegistrationLost
from kavka.broker.metrics import BrokerMetrics
from kavka.broker.replica.log_dir_failures import AllLogDirsFailed

if TYPE_CHECKING:
    import random

    from kavka.broker.network.budgets import Budgets
    from kavka.broker.world import World
    from kavka.common.event_feed import EventFeed
    from kavka.common.lane import Lanes
    from kavka.common.supervised import Supervisor
    from kavka.timer.clock import Clock
    from kavka.timer.dev_clock import DevClock

Work = Callable[[], Awaitable[None]]

_ENDS: Final = (RegistrationLost, AllLogDirsFailed)
"""After these a broker cannot go on: ZooKeeper will not know it any more, or no data directory is left."""


class Tools(NamedTuple):
    """What the parts of one broker share, whatever they do."""

    world: World
    """All that they may do to the outside. Its clock goes on whatever the broker's says."""
    clock: Clock
    """The broker's: what its users' data and requests go by. A development cluster stops and moves it."""
    dev_clock: DevClock | None
    """The broker's clock where it can be moved; None: it is the machine's."""
    plugged: tuple[str, ...]
    """Names of modules with more routes for the admin endpoint (`http.routes.Routes`)."""
    supervisor: Supervisor
    feed: EventFeed
    metrics: BrokerMetrics
    budgets: Budgets
    """What clients may make this broker hold."""
    end: Callable[[Exception], None]
    """Stops this broker, in order, for a reason that its user is told."""
    lanes: Lanes

    @property
    def machine_clock(self) -> Clock:
        """Returns what connections, sessions, other processes and pauses before another try go by."""
        return self.world.clock

    @property
    def ticks(self) -> Callable[[], int]:
        """Returns what measures how long work takes, in nanoseconds."""
        return self.world.ticks

    @property
    def rng(self) -> random.Random:
        """Returns the chance for ids and placements."""
        return self.world.rng

    @property
    def random_bytes(self) -> Callable[[int], bytes]:
        """Returns the source of secrets."""
        return self.world.random_bytes

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
