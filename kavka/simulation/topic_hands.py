"""A topic that an administrator deletes and makes anew, whatever else goes on: nobody reads it, all brokers hold it.

Each time is a client of its own, with a deadline; what the cluster refuses meanwhile is refused. Not here: topics that
workloads use, which they make anew themselves and tell the history.
"""

from __future__ import annotations

import itertools
import random
from typing import TYPE_CHECKING, Final

from kavka.client.admin import Admin
from kavka.common.types import NewTopic
from kavka.simulation.host_clock import HostClock
from kavka.wire.errors import FAILURES

if TYPE_CHECKING:
    from kavka.simulation.cluster import SimulatedCluster

TOPIC: Final = "churn"
PARTITIONS: Final = 2
CALL_MS_MAX: Final = 15_000


def renew_topic(cluster: SimulatedCluster, seed: int) -> None:
    """Starts a client that deletes the topic, if there is one, and makes it anew."""
    name = next(f"hands-{number}" for number in itertools.count(1) if f"hands-{number}" not in cluster.clients)

    async def renew() -> None:
        admin = Admin(
            cluster.bootstrap,
            client_id=name,
            api_timeout_ms=CALL_MS_MAX,
            clock=HostClock(cluster.loop),
            rng=random.Random(seed),
        )
        new = NewTopic(name=TOPIC, num_partitions=PARTITIONS, replication_factor=min(3, len(cluster.brokers)))
        try:
            async with admin:
                if any(topic.name == TOPIC for topic in await admin.list_topics()):
                    await admin.delete_topics([TOPIC])
                await admin.create_topics([new])
        except FAILURES:
            return

    cluster.client(name, renew)
