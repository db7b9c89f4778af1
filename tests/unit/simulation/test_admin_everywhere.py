"""What an administrator was told is done, each live broker shows; one that cannot be asked keeps nobody waiting."""

from __future__ import annotations

import asyncio

import pytest

from kavka.client.admin import Admin
from kavka.common.types import NewTopic
from kavka.protocol.errors import UnknownTopicOrPartition
from kavka.simulation.cluster import simulated

LATE_MS = 2_000
BOUND_S = 15


def live(seed, main):
    """Runs `main(cluster)` in a cluster of three that is up."""
    cluster = simulated(seed)

    async def whole():
        async with asyncio.timeout(300):
            await cluster.start_all()
            return await main(cluster)

    with cluster.world() as loop:
        return loop.run_until_complete(whole())


async def administer(cluster, work, bootstrap=None):
    """Does something as an administrator who begins at some broker."""

    async def whole():
        async with Admin(bootstrap or cluster.bootstrap) as admin:
            return await work(admin)

    return await cluster.client("admin", whole)


async def controller_of(cluster):
    info = await administer(cluster, lambda admin: admin.describe_cluster())
    (broker,) = [broker for broker in cluster.brokers if broker.broker_id == info.controller_id]
    return broker


def new(name, partitions):
    return NewTopic(name=name, num_partitions=partitions, replication_factor=3)


async def shown(cluster, name, brokers=None):
    """The number of partitions that each broker shows of a topic, by what it says itself."""

    async def partitions(admin):
        try:
            (info,) = await admin.describe_topics([name])
        except UnknownTopicOrPartition:
            return 0
        return len([p for p in info.partitions.values() if p.leader >= 0])

    return [await administer(cluster, partitions, f"{broker.name}:9092") for broker in brokers or cluster.brokers]


@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_created_enlarged_and_deleted_is_so_at_a_broker_that_hears_of_it_late(seed):
    async def main(cluster):
        controller = await controller_of(cluster)
        late = next(broker for broker in cluster.brokers if broker is not controller)
        cluster.links.set(controller.name, late.name, latency_us=(LATE_MS * 1_000, LATE_MS * 1_000))
        seen = []
        await administer(cluster, lambda admin: admin.create_topics([new("t", 2), new("u", 1)]))
        seen.append([await shown(cluster, "t"), await shown(cluster, "u")])
        await administer(cluster, lambda admin: admin.create_partitions({"t": 4}))
        seen.append(await shown(cluster, "t"))
        await administer(cluster, lambda admin: admin.delete_topics(["t"]))
        seen.append(await shown(cluster, "t"))
        return seen

    assert live(seed, main) == [[[2, 2, 2], [1, 1, 1]], [4, 4, 4], [0, 0, 0]]


@pytest.mark.parametrize("fault", ["kill", "pause", "cut"])
def test_a_topic_is_created_though_a_broker_that_is_listed_cannot_be_asked(fault):
    async def main(cluster):
        controller = await controller_of(cluster)
        others = [broker for broker in cluster.brokers if broker is not controller]
        if fault == "cut":
            cluster.links.cut(controller.name, others[0].name)
        else:
            getattr(cluster, fault)(others[0])
        leaders = {0: [controller.broker_id], 1: [others[1].broker_id]}

        async def create(admin):
            loop = asyncio.get_running_loop()
            began = loop.time()
            await admin.create_topics([NewTopic(name="t", assignments=leaders)])
            return loop.time() - began

        return await administer(cluster, create), await shown(cluster, "t", (controller, others[1]))

    took_s, partitions = live(3, main)
    assert partitions == [2, 2]
    assert took_s <= BOUND_S
