"""Strangers: clients on hosts of their own, which no workload knows and whose end nobody waits for.

    start_stranger(cluster, act) ─▶ host `stranger-7` ─ act("stranger-7") ─▶ over; failures are its own affair

Not here: what they do (`stranger_hands`, `odd_requests`, `idle_strangers`, `stale_hands`, `topic_hands`).
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final

from kavka.client.cluster import Cluster
from kavka.simulation.cluster import PORT
from kavka.simulation.host_clock import HostClock
from kavka.wire.connection import Connection
from kavka.wire.errors import FAILURES

if TYPE_CHECKING:
    from kavka.simulation.cluster import SimulatedCluster

CALL_MS_MAX: Final = 15_000

Act = Callable[[str], Awaitable[None]]
"""What a stranger of that name does."""


def start_stranger(cluster: SimulatedCluster, act: Act, kind: str = "stranger") -> None:
    """Starts a client on a host of its own; how it fails is of no interest."""
    names = (f"{kind}-{number}" for number in itertools.count(1))
    name = next(name for name in names if name not in cluster.clients)

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


async def request_once(cluster: SimulatedCluster, name: str, host: str, request: Any, *, version: int) -> Any:
    """Sends a broker one request by a connection of its own; returns the response.

    Args:
        cluster: where.
        name: the client's.
        host: the broker's.
        request: as a message.
        version: of it.

    Raises:
        FAILURES: it cannot be reached, or does not answer in time.
    """
    connection = await Connection.open(host, PORT, client_id=name, clock=HostClock(cluster.loop))
    async with connection:
        return await connection.request(request, version=version, timeout_ms=CALL_MS_MAX)
