"""Whatever may happen to a cluster, in an order that a seed decides, and what must be so afterwards.

Topics come, grow and go, leaders change their ISR, replicas move, brokers stop in order, die, come back and bounce,
sessions are suspended and expire, answers of ZooKeeper and of brokers get lost, /controller is deleted. After each run
memory, ZooKeeper and brokers must agree, and be what a fresh load would make of them.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Sequence
from dataclasses import replace
from typing import Any

from kavka.common.types import NewPartitions, NewTopic, TopicPartition
from kavka.controller.controller import Controller
from kavka.controller.states import PartitionState
from kavka.protocol.errors import ErrorCode, KafkaError, RequestTimedOut
from kavka.zk import paths
from kavka.zk.client import SessionState
from kavka.zk.errors import BadVersion, NoNode
from kavka.zk.isr_change import IsrChange, IsrResult
from kavka.zk.paths import IsrChangeZNode, PartitionStateZNode
from tests.support.controller.harness import Cluster, cluster, context_of

BROKERS = (1, 2, 3)
STEPS = 30


class Chaos:
    """Does random things to a cluster, most of them without waiting for the outcome."""

    def __init__(self, c: Cluster, rng: random.Random) -> None:
        self.c = c
        self.rng = rng
        self.actions = [
            (6, self.create),
            (4, self.delete),
            (3, self.kill),
            (5, self.start),
            (2, self.expire),
            (2, self.suspend),
            (3, self.resume),
            (2, self.depose),
            (2, self.lose_answer),
            (2, self.lose_broker_answer),
            (3, self.hold),
            (4, self.release),
            (2, self.tool_creates),
            (2, self.grow),
            (5, self.change_isr),
            (2, self.retire),
            (3, self.reassign),
            (1, self.elect),
        ]

    async def run(self) -> None:
        weights = [weight for weight, _ in self.actions]
        for _ in range(STEPS):
            await self.rng.choices(self.actions, weights)[0][1]()
            for _ in range(self.rng.choice((0, 1, 3, 10, 40, 150))):
                await asyncio.sleep(0)

    async def calm(self) -> None:
        """Everybody is back and answers, and has all the records."""
        for broker in self.c.brokers.values():
            broker.may_answer.set()
        for node in list(self.c.nodes.values()):
            if node.zk.state is SessionState.SUSPENDED:
                node.zk.resume()
        await self.c.settle()
        while len(self.c.nodes) < len(BROKERS):
            await self.start()
            await self.c.settle()
        await catch_up(self.c)

    def any_controller(self) -> Controller:
        return self.rng.choice([node.controller for node in self.c.nodes.values()])

    def spawn(self, coroutine: Awaitable[Any]) -> None:
        async def quietly() -> None:
            try:
                results = await coroutine
            except RequestTimedOut as error:
                raise AssertionError("every question is answered in time") from error
            except KafkaError:
                return
            for result in results.values() if isinstance(results, dict) else results:
                assert getattr(result, "error_code", 0) != ErrorCode.REQUEST_TIMED_OUT

        self.c.group.create_task(quietly())

    def active(self) -> list[Controller]:
        return [node.controller for node in self.c.nodes.values() if node.controller.is_active]

    def any_partition(self, controller: Controller) -> TopicPartition | None:
        partitions = list(context_of(controller).leadership)
        return self.rng.choice(partitions) if partitions else None

    async def grow(self) -> None:
        for controller in self.active():
            if (partition := self.any_partition(controller)) is not None:
                wanted = NewPartitions(name=partition.topic, total_count=self.rng.randrange(2, 5))
                self.spawn(controller.requests.create_partitions([wanted], timeout_ms=10_000, validate_only=False))

    async def change_isr(self) -> None:
        for controller in self.active():
            if (partition := self.any_partition(controller)) is not None:
                context = context_of(controller)
                followers = [
                    broker_id
                    for broker_id in context.assignment(partition).replicas
                    if broker_id in self.c.nodes and self.rng.random() < 0.6
                ]
                change = lead_with(self.c, controller, partition, followers)
                if change is not None:
                    self.spawn(change)

    async def retire(self) -> None:
        """Stops a broker in order, or nearly so."""
        for controller in self.active():
            if len(self.c.nodes) > 1:
                broker_id = self.rng.choice(list(self.c.nodes))
                self.spawn(controller.requests.controlled_shutdown(broker_id, -1, timeout_ms=10_000))
                for _ in range(self.rng.choice((3, 40, 150))):
                    await asyncio.sleep(0)
                await self.c.nodes.pop(broker_id).stop()

    async def reassign(self) -> None:
        for controller in self.active():
            if (partition := self.any_partition(controller)) is not None:
                target: list[int] | None = self.rng.sample(BROKERS, self.rng.randrange(1, 4))
                if self.rng.random() < 0.2:
                    target = None
                self.spawn(controller.requests.alter_partition_reassignments({partition: target}, timeout_ms=10_000))

    async def elect(self) -> None:
        for controller in self.active():
            partitions = list(context_of(controller).leadership)
            self.spawn(controller.requests.elect_leaders(partitions, is_unclean=False, timeout_ms=10_000))

    async def create(self) -> None:
        controllers = self.active()
        if controllers:
            topic = NewTopic(
                name=f"t{self.rng.randrange(4)}", num_partitions=self.rng.randrange(1, 4), replication_factor=1
            )
            live = len(context_of(controllers[0]).live_ids())
            if live > 1 and self.rng.random() < 0.7:
                topic = NewTopic(name=topic.name, num_partitions=topic.num_partitions, replication_factor=2)
            self.spawn(controllers[0].requests.create_topics([topic], timeout_ms=10_000, validate_only=False))

    async def tool_creates(self) -> None:
        name = f"tool{self.rng.randrange(3)}"
        if await self.c.admin.exists(paths.topic(name)) is None:
            replicas = self.rng.sample(BROKERS, 2)
            if await self.c.admin.exists(paths.config("topics", name)) is None:
                await self.c.write_topic(name, {0: replicas})

    async def delete(self) -> None:
        names = await self.c.admin.children(paths.TOPICS)
        if names:
            name = self.rng.choice(names)
            if await self.c.admin.exists(paths.delete_topic(name)) is None:
                await self.c.admin.create(paths.delete_topic(name))

    async def kill(self) -> None:
        if len(self.c.nodes) > 1:
            await self.c.nodes.pop(self.rng.choice(list(self.c.nodes))).stop()

    async def start(self) -> None:
        missing = [broker_id for broker_id in BROKERS if broker_id not in self.c.nodes]
        if missing:
            broker_id = self.rng.choice(missing)
            self.c.brokers[broker_id].forget()
            self.c.brokers[broker_id].may_answer.set()
            await self.c.add_broker_quickly(broker_id)

    async def expire(self) -> None:
        node = self.rng.choice(list(self.c.nodes.values()))
        if node.zk.state is SessionState.CONNECTED:
            node.zk.expire()

    async def suspend(self) -> None:
        node = self.rng.choice(list(self.c.nodes.values()))
        if node.zk.state is SessionState.CONNECTED:
            node.zk.suspend()

    async def resume(self) -> None:
        for node in self.c.nodes.values():
            if node.zk.state is SessionState.SUSPENDED:
                if self.rng.random() < 0.3:
                    self.c.server.close_session(node.zk.session_id)
                node.zk.resume()

    async def depose(self) -> None:
        try:
            await self.c.admin.delete(paths.CONTROLLER)
        except NoNode:
            return

    async def lose_answer(self) -> None:
        node = self.rng.choice(list(self.c.nodes.values()))
        node.zk.lose_next_answer()

    async def lose_broker_answer(self) -> None:
        self.rng.choice(list(self.c.brokers.values())).lost_answers += 1

    async def hold(self) -> None:
        self.rng.choice(list(self.c.brokers.values())).may_answer.clear()

    async def release(self) -> None:
        for broker in self.c.brokers.values():
            broker.may_answer.set()


def lead_with(
    c: Cluster, controller: Controller, partition: TopicPartition, followers: Sequence[int]
) -> Awaitable[Any] | None:
    """What the partition's leader does when these and no others are in sync; None when nobody leads it."""
    context = context_of(controller)
    state = context.leadership[partition]
    if state.leader not in c.nodes or state.leader not in context.brokers:
        return None
    isr = tuple(dict.fromkeys((state.leader, *followers)))
    if c.profile == "2.0":
        return write_isr(c, partition, state.leader, isr)
    change = IsrChange(
        partition=partition, leader_epoch=state.leader_epoch, isr=isr, partition_epoch=state.partition_epoch
    )
    return controller.requests.alter_isr(state.leader, context.brokers[state.leader].epoch, [change], timeout_ms=10_000)


async def write_isr(c: Cluster, partition: TopicPartition, leader: int, isr: Sequence[int]) -> list[IsrResult]:
    """As a leader of the 2.0 profile: a conditional write, then a notification."""
    path = paths.partition_state(*partition)
    try:
        data, stat = await c.admin.get(path)
        state = PartitionStateZNode.decode(data)
        if state.leader == leader:
            await c.admin.set(path, replace(state, isr=tuple(isr)).encode(), stat.version)
            await c.admin.create(paths.ISR_CHANGE_PREFIX, IsrChangeZNode((partition,)).encode(), sequential=True)
    except (NoNode, BadVersion):
        pass
    return []


CATCH_UP_ROUNDS_MAX = 10


async def catch_up(c: Cluster) -> None:
    """Followers get to the end of the log, so that moves and deletions that wait for them end."""
    for _ in range(CATCH_UP_ROUNDS_MAX):
        context = c.context
        lagging = [
            partition
            for partition, state in context.leadership.items()
            if context.is_leader_wanted(partition) and set(state.isr) != set(context.assignment(partition).replicas)
        ]
        if not lagging and not context.reassigning:
            return
        for partition in lagging:
            if partition in c.context.leadership:  # it may be deleted meanwhile
                change = lead_with(c, c.active, partition, c.context.assignment(partition).replicas)
                assert change is not None, partition
                try:
                    await change
                except KafkaError:
                    break  # an answer that was to be lost was lost now: another controller, another round
        await c.settle()
    raise AssertionError(f"replicas do not catch up: {c.context.leadership} {c.context.reassigning}")


async def check(c: Cluster) -> None:
    """Memory is what ZooKeeper says, and what every broker was told last."""
    context = c.context
    assert c.active.statistics().illegal_transitions == 0
    assert set(context.brokers) == set(c.nodes)
    names = set(await c.admin.children(paths.TOPICS))
    assert set(context.assignments) == names
    assert await c.admin.children(paths.DELETE_TOPICS) == []
    assert not context.topics_to_delete
    assert not context.reassigning
    assert not context.shutting_down
    for partition in context.partitions():
        written = await c.state(*partition)
        leadership = context.leadership[partition]
        assert (leadership.leader, leadership.leader_epoch, leadership.isr, leadership.controller_epoch) == (
            written.leader,
            written.leader_epoch,
            written.isr,
            written.controller_epoch,
        ), partition
        assert context.partition_states[partition] is PartitionState.Online
        assert leadership.leader in leadership.isr
        for broker_id in c.nodes:
            broker = c.brokers[broker_id]
            known = broker.metadata()[partition]
            assert (known.leader, known.leader_epoch) == (leadership.leader, leadership.leader_epoch), partition
            assert (tuple(known.isr), known.zk_version) == (leadership.isr, leadership.partition_epoch), partition
            assert (tuple(known.replicas), known.offline_replicas) == (context.assignment(partition).replicas, [])
            if broker_id in context.assignment(partition).replicas:
                told = broker.leaderships()[partition]
                assert (told.leader, told.leader_epoch) == (leadership.leader, leadership.leader_epoch), partition


def picture(c: Cluster) -> tuple[object, ...]:
    context = c.context
    return (
        context.assignments,
        context.topic_ids,
        context.leadership,
        context.partition_states,
        context.replica_states,
        context.brokers,
    )


async def check_fresh_load(c: Cluster) -> None:
    """What is in memory is what another controller reads."""
    await check(c)
    before = picture(c)
    await c.admin.delete(paths.CONTROLLER)
    await c.settle()
    assert picture(c) == before, "a fresh load sees the same"
    await check(c)


async def run(seed: int, profile: str) -> None:
    """One schedule; `tests/soak/test_controller.py` runs many."""
    rng = random.Random(seed)
    async with cluster(*BROKERS, profile=profile) as c:
        chaos = Chaos(c, rng)
        await chaos.run()
        await chaos.calm()
        await c.settle()
        await check_fresh_load(c)
