"""Strangers: clients on hosts of their own, which no workload knows and whose end nobody waits for.

    start_stranger(cluster, act) ─▶ host `stranger-7` ─ act("stranger-7") ─▶ over; failures are its own affair

Not here: what they do (`stranger_hands`, `odd_requests`, `idle_strangers`).
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from kavka.client.cluster import Cluster
from kavka.simulation.host_clock import HostClock
from kavka.wire.errors import FAILURES

if TYPE_CHECKING:
    from kavka.simulation.cluster import SimulatedBroker, SimulatedCluster

CALL_MS_MAX: Final = 15_000

Act = Callable[[str], Awaitable[None]]
"""What a stranger of that name does."""


def start_stranger(cluster: SimulatedCluster, act: Act) -> None:
    """Starts a client on a host of its own; how it fails is of no interest."""
    name = next(f"stranger-{number}" for number in itertools.count(1) if f"stranger-{number}" not in cluster.clients)

    async def live() -> None:
        try:
            await act(name)
        except FAILURES:
            return

    cluster.client(name, live)


def stranger_client(cluster: SimulatedCluster, name: str, seed: int) -> Cluster:
    """Builds a client that finds leaders, with a deadline for each of its calls."""
    return Cluster(
        cluster.bootstrap,
        client_id=name,
        api_timeout_ms=CALL_MS_MAX,
        clock=HostClock(cluster.loop),
        rng=random.Random(seed),
    )


def address_of(cluster: SimulatedCluster, broker: SimulatedBroker) -> tuple[str, int]:
    """Returns where a broker listens to clients."""
    host, _, port = cluster.bootstrap.split(",")[broker.broker_id - 1].partition(":")
    return host, int(port)
