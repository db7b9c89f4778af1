"""A user who changes their mind while JoinGroup is out: its response is of a former wish."""

from __future__ import annotations

import asyncio

import pytest

from kavka.client.admin import Admin
from kavka.client.consumer import Consumer
from kavka.common.types import NewTopic, TopicPartition
from kavka.simulation.cluster import simulated

REBALANCE_DELAY_MS = 3_000
"""`group.initial.rebalance.delay.ms`: a first JoinGroup waits for others so long."""


def with_joining_consumer(use):
    """Runs `use(consumer, admin)` with a consumer of topic "a" whose JoinGroup waits for its response."""
    cluster = simulated(1, settings={"group.initial.rebalance.delay.ms": str(REBALANCE_DELAY_MS)})

    async def work():
        async with Admin(cluster.bootstrap) as admin:
            await admin.create_topics([NewTopic(name=name, num_partitions=2, replication_factor=1) for name in "ab"])
            async with Consumer(cluster.bootstrap, group_id="g", offset_reset="earliest") as consumer:
                consumer.subscribe(["a"])
                await consumer.poll(timeout_ms=0)
                async with asyncio.timeout(60):
                    while not await admin.list_groups(states=["PreparingRebalance"]):
                        pass
                return await use(consumer, admin)

    async def live():
        await cluster.start_all()
        return await cluster.client("reader", work)

    with cluster.world() as loop:
        return loop.run_until_complete(live())


@pytest.mark.slow
def test_a_subscription_that_changes_while_joining_is_the_one_that_is_shared():
    async def use(consumer, admin):
        consumer.subscribe(["b"])
        for _ in range(10):
            await consumer.poll(timeout_ms=REBALANCE_DELAY_MS)
        return sorted(consumer.assignment())

    assert with_joining_consumer(use) == [TopicPartition("b", 0), TopicPartition("b", 1)]


@pytest.mark.slow
def test_who_leaves_while_joining_is_out_and_stays_out():
    async def use(consumer, admin):
        await consumer.unsubscribe()
        seen = set()
        for _ in range(10):
            await consumer.poll(timeout_ms=REBALANCE_DELAY_MS)
            group = await admin.describe_group("g")
            seen.add((group.state, len(group.members)))
        return seen

    assert with_joining_consumer(use) == {("Empty", 0)}
