"""A controller that is killed after so many turns of the event loop while it does one thing, and what must be left.

Broker 9 has no replicas and is the controller. It dies before a write, after the write but before its answer, while
brokers are being told: everything that waits does so for at least one turn, so all turns are all awaits. The next
controller goes on and ends in the same state.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from kavka.common.types import NewPartitions, NewTopic, TopicPartition
from kavka.protocol.errors import KafkaError
from kavka.zk import paths
from kavka.zk.errors import NoNode
from tests.support.controller.harness import Cluster, cluster
from tests.support.controller.random_orders import catch_up, check_fresh_load, lead_with

TURNS_MAX = 2_000
"""More than anything takes; a run that reaches it says so."""
TURNS_MIN = 20
"""Before that, what was asked has not even reached the queue."""
T0 = TopicPartition("t", 0)
LEADER = 1
Step = Callable[[Cluster], Awaitable[None]]


def ask(c: Cluster, question: Awaitable[object]) -> None:
    """Asks the controller; it may die before it answers."""

    async def quietly() -> None:
        try:
            await question
        except KafkaError:
            return

    c.group.create_task(quietly())


async def create(c: Cluster) -> None:
    assignments = {0: [1, 2], 1: [2, 3], 2: [3, 1]}
    topics = [NewTopic(name=name, assignments=assignments) for name in ("new", "newer")]
    ask(c, c.active.requests.create_topics(topics, timeout_ms=1_000, validate_only=False))


async def create_by_tool(c: Cluster) -> None:
    await c.write_topic("new", {0: [1, 2], 1: [2, 3], 2: [3, 1]})


async def grow(c: Cluster) -> None:
    wanted = [NewPartitions(name="t", total_count=4, assignments=[[3, 1, 2], [1, 3, 2]])]
    ask(c, c.active.requests.create_partitions(wanted, timeout_ms=1_000, validate_only=False))


async def delete(c: Cluster) -> None:
    ask(c, c.active.requests.delete_topics(["t"], timeout_ms=1_000))


async def delete_while_a_broker_is_down(c: Cluster) -> None:
    await c.remove_broker(2)
    await delete(c)


async def lose_a_broker(c: Cluster) -> None:
    await c.nodes.pop(LEADER).stop()


async def get_a_broker_back(c: Cluster) -> None:
    await c.remove_broker(LEADER)
    c.brokers[LEADER].forget()
    await c.add_broker_quickly(LEADER)


async def bounce_a_broker(c: Cluster) -> None:
    await c.nodes.pop(LEADER).stop()
    c.brokers[LEADER].forget()
    await c.add_broker_quickly(LEADER)


async def retire_a_broker(c: Cluster) -> None:
    ask(c, c.active.requests.controlled_shutdown(LEADER, -1, timeout_ms=1_000))


async def change_an_isr(c: Cluster) -> None:
    change = lead_with(c, c.active, T0, [2])
    assert change is not None
    ask(c, change)


async def elect_again(c: Cluster) -> None:
    await c.admin.delete(paths.CONTROLLER)


STEPS: list[Step] = [
    create,
    create_by_tool,
    grow,
    delete,
    delete_while_a_broker_is_down,
    lose_a_broker,
    get_a_broker_back,
    bounce_a_broker,
    retire_a_broker,
    change_an_isr,
    elect_again,
]


async def partitions_of(c: Cluster, name: str) -> int:
    topic = await c.topic(name)
    return 0 if topic is None else len(topic.partitions)


async def restore(c: Cluster) -> None:
    """Who is down comes back; who was about to stop does so first."""
    if LEADER in c.context.shutting_down:
        await c.remove_broker(LEADER)
    for broker_id in (1, 2, 3):
        if broker_id not in c.nodes:
            c.brokers[broker_id].forget()
            await c.add_broker(broker_id)


async def crash(step: Step, profile: str, turns: int) -> bool:
    """One thing, with the controller killed after so many turns; returns whether it had come to rest before."""
    async with cluster(9, 1, 2, 3, profile=profile) as c:
        await c.create_assigned("t", {0: [1, 2, 3], 1: [2, 3, 1]})
        await step(c)
        for _ in range(turns):
            await asyncio.sleep(0)
        is_over = c._is_quiet()
        marked = await c.admin.children(paths.DELETE_TOPICS)
        await c.remove_broker(9)
        await restore(c)
        await catch_up(c)
        await check_fresh_load(c)
        # Whole or not at all; and what is decided is done.
        assert await partitions_of(c, "new") in (0, 3)
        assert await partitions_of(c, "t") in ((2, 4) if step is grow else (0, 2))
        if "t" in marked:
            assert await c.topic("t") is None
        await check_nothing_is_left_of(c, "t")
        return is_over


async def check_nothing_is_left_of(c: Cluster, name: str) -> None:
    """A topic that is gone is gone from ZooKeeper, and its replicas were deleted wherever they were told of."""
    if await c.topic(name) is not None:
        return
    with pytest.raises(NoNode):
        await c.admin.get(paths.config("topics", name))
    for broker_id in (1, 2, 3):
        told = {tp for tp in c.brokers[broker_id].leaderships() if tp.topic == name}
        assert told <= set(c.brokers[broker_id].stops(delete=True))


async def crash_everywhere(step: Step, profile: str, stride: int) -> None:
    """Kills the controller after 0, stride, 2 · stride … turns, until it has nothing left to do by then."""
    for turns in range(0, TURNS_MAX, stride):
        if await crash(step, profile, turns) and turns > TURNS_MIN:
            return
    raise AssertionError("it never came to rest")
