"""An administrator who does one thing, whatever else goes on: a topic is made anew, a partition gets other replicas.

    renew_topic   a topic that nobody reads and all brokers hold is deleted, if it is there, and made anew
    reassign      `t-0=2,3`: a partition's replicas shall be these; `t-0=`: the reassignment under way is cancelled

Each time is a client of its own, with a deadline; what the cluster refuses meanwhile is refused. Not here: topics that
workloads use, which they make anew themselves and tell the history.
"""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from kavka.client.admin import Admin
from kavka.common.types import NewTopic, TopicPartition
from kavka.simulation.host_clock import HostClock
from kavka.simulation.strangers import CALL_MS_MAX, start_stranger

if TYPE_CHECKING:
    from kavka.simulation.cluster import SimulatedCluster

TOPIC: Final = "churn"
PARTITIONS: Final = 2


def renew_topic(cluster: SimulatedCluster, seed: int) -> None:
    """Starts a client that deletes the topic, if there is one, and makes it anew."""
    new = NewTopic(name=TOPIC, num_partitions=PARTITIONS, replication_factor=min(3, len(cluster.brokers)))

    async def renew(admin: Admin) -> None:
        if any(topic.name == TOPIC for topic in await admin.list_topics()):
            await admin.delete_topics([TOPIC])
        await admin.create_topics([new])

    _start(cluster, seed, renew)


def reassign(cluster: SimulatedCluster, text: str, seed: int) -> None:
    """Starts a client that has a partition reassigned, or cancels that."""
    partition, _, replicas = text.partition("=")
    topic, _, index = partition.rpartition("-")
    wanted = {TopicPartition(topic, int(index)): [int(one) for one in replicas.split(",")] if replicas else None}

    async def alter(admin: Admin) -> None:
        await admin.alter_partition_reassignments(wanted)

    _start(cluster, seed, alter)


def _start(cluster: SimulatedCluster, seed: int, act: Callable[[Admin], Awaitable[None]]) -> None:
    async def live(name: str) -> None:
        admin = Admin(
            cluster.bootstrap,
            client_id=name,
            api_timeout_ms=CALL_MS_MAX,
            clock=HostClock(cluster.loop),
            rng=random.Random(seed),
            enable_metrics_push=False,
        )
        async with admin:
            await act(admin)

    start_stranger(cluster, live, kind="hands")
