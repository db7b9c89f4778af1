"""Clients' metrics in a simulated cluster: a workload may have them pushed, and a seed is the same run all the same."""

from __future__ import annotations

import random

from kavka.client.admin import Admin
from kavka.client.configs import Changes, ConfigResource
from kavka.client.producer import Producer
from kavka.common.types import NewTopic
from kavka.simulation.cluster import simulated
from kavka.simulation.host_clock import HostClock

INTERVAL_MS = 1_000


def pushed(seed, *, is_pushing=True):
    """Runs a producer for ten simulated seconds; returns its instance id, and a digest of all that was on the wire."""
    cluster = simulated(seed, brokers=1, settings={"inter.broker.protocol.version": "3.9"})
    clock = HostClock(cluster.loop)

    async def work():
        async with Admin(cluster.bootstrap, enable_metrics_push=False) as admin:
            wanted = Changes(set={"metrics": "*", "interval.ms": str(INTERVAL_MS)})
            await admin.alter_configs(ConfigResource.client_metrics("all"), wanted)
            await admin.create_topics([NewTopic("t", 1, 1)])
        rng = random.Random(seed)
        async with Producer(cluster.bootstrap, clock=clock, rng=rng, enable_metrics_push=is_pushing) as producer:
            for _ in range(10):
                await producer.send_and_wait("t", b"v")
                await clock.sleep(INTERVAL_MS)
            return await producer.client_instance_id() if is_pushing else None

    async def live():
        await cluster.start_all()
        return await cluster.client("producer", work)

    with cluster.world() as loop:
        return loop.run_until_complete(live()), cluster.links.digest


def test_a_seed_is_the_same_run_with_pushes():
    assert pushed(1) == pushed(1)


def test_another_seed_has_other_ids_and_other_times():
    (one, wire), (other, other_wire) = pushed(1), pushed(2)
    assert one != other
    assert wire != other_wire


def test_a_client_that_pushes_nothing_leaves_another_trace():
    assert pushed(1)[1] != pushed(1, is_pushing=False)[1]
