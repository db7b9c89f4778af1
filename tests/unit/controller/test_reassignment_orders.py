"""Reassignments and elections amid everything else: as `test_random_orders`, with moves and elections added.

Followers catch up, or fall behind, at random. When all is calm they catch up for good; then every move ends.
"""

from __future__ import annotations

import asyncio
import os
import random
from dataclasses import replace

import pytest

from kavka.common.types import TopicPartition
from kavka.zk import paths
from kavka.zk.errors import BadVersion, NodeExists, NoNode
from kavka.zk.paths import PartitionStateZNode, PreferredReplicaElectionZNode, ReassignPartitionsZNode
from protocol.errors import KafkaError
from tests.unit.controller.harness import PROFILES, cluster
from tests.unit.controller.test_random_orders import BROKERS, Chaos, check, picture

SEEDS = range(int(os.environ.get("CONTROLLER_SEEDS", "10")))


class Moving(Chaos):
    """Chaos that moves replicas and leaders, too."""

    def __init__(self, c, rng) -> None:
        super().__init__(c, rng)
        self.actions += [
            (8, self.reassign),
            (3, self.cancel),
            (3, self.tool_reassigns),
            (3, self.elect),
            (2, self.tool_elects),
            (8, self.catch_up),
            (3, self.fall_behind),
        ]

    async def partitions(self):
        found = []
        for name in await self.c.admin.children(paths.TOPICS):
            try:
                found += [TopicPartition(name, n) for n in await self.c.admin.children(paths.topic_partitions(name))]
            except NoNode:
                continue
        return [TopicPartition(name, int(number)) for name, number in found]

    async def any_partition(self):
        return self.rng.choice(await self.partitions() or [TopicPartition("nope", 0)])

    def any_target(self):
        return tuple(self.rng.sample(BROKERS, self.rng.choice((1, 2, 2, 3))))

    def ask_quietly(self, coroutine) -> None:
        async def quietly():
            try:
                await coroutine
            except KafkaError:
                return

        self.c.group.create_task(quietly())

    async def reassign(self) -> None:
        wanted = {await self.any_partition(): self.any_target() for _ in range(self.rng.choice((1, 1, 3)))}
        self.ask_quietly(self.any_controller().alter_partition_reassignments(wanted, timeout_ms=10_000))

    async def cancel(self) -> None:
        for controller in [node.controller for node in self.c.nodes.values() if node.controller.is_active]:
            moving = sorted(controller._active.context.reassigning)
            if moving:
                wanted = {self.rng.choice(moving): None}
                self.ask_quietly(controller.alter_partition_reassignments(wanted, timeout_ms=10_000))

    async def tool_reassigns(self) -> None:
        body = ReassignPartitionsZNode({await self.any_partition(): self.any_target() for _ in range(2)})
        await self.create_quietly(paths.REASSIGN_PARTITIONS, body.encode())

    async def elect(self) -> None:
        is_unclean = self.rng.random() < 0.3
        self.ask_quietly(
            self.any_controller().elect_leaders(await self.partitions(), is_unclean=is_unclean, timeout_ms=10_000)
        )

    async def tool_elects(self) -> None:
        body = PreferredReplicaElectionZNode((await self.any_partition(),))
        await self.create_quietly(paths.PREFERRED_REPLICA_ELECTION, body.encode())

    async def create_quietly(self, path, data) -> None:
        try:
            await self.c.admin.create(path, data)
        except NodeExists:
            return

    async def catch_up(self) -> None:
        partition = await self.any_partition()
        await self.change_isr(partition, lambda isr, replicas: replicas)

    async def fall_behind(self) -> None:
        await self.change_isr(await self.any_partition(), lambda isr, replicas: [])

    async def change_isr(self, partition, choose) -> None:
        """What the leader writes: itself and those of the chosen who live."""
        try:
            data, stat = await self.c.admin.get(paths.partition_state(*partition))
            body = PartitionStateZNode.decode(data)
            topic = await self.c.topic(partition.topic)
            if topic is None or body.leader not in self.c.nodes:
                return
            chosen = choose(body.isr, topic.partitions[partition.partition])
            isr = tuple(dict.fromkeys((body.leader, *(b for b in chosen if b in self.c.nodes))))
            if set(isr) != set(body.isr):
                await self.c.admin.set(paths.partition_state(*partition), replace(body, isr=isr).encode(), stat.version)
                await self.c.admin.create(
                    paths.ISR_CHANGE_PREFIX, paths.IsrChangeZNode((partition,)).encode(), sequential=True
                )
        except (NoNode, BadVersion):
            return

    async def end_moves(self) -> None:
        """Everybody catches up."""
        for _ in range(10):
            for partition in await self.partitions():
                await self.change_isr(partition, lambda isr, replicas: replicas)
            await self.c.settle()
            if not self.c.context.reassigning:
                return


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("seed", SEEDS)
async def test_random_orders_with_moves_end_in_agreement(seed, profile):
    rng = random.Random(seed)
    async with cluster(*BROKERS, profile=profile) as c:
        chaos = Moving(c, rng)
        await chaos.run()
        await chaos.calm()
        await chaos.end_moves()
        await asyncio.sleep(0)
        await c.settle()
        left = {tp: (c.context.assignment(tp), await c.state(*tp)) for tp in c.context.reassigning}
        assert not left, "every move ends"
        assert await c.admin.exists(paths.REASSIGN_PARTITIONS) is None
        assert await c.admin.exists(paths.PREFERRED_REPLICA_ELECTION) is None
        await check(c)
        before = picture(c)
        await c.admin.delete(paths.CONTROLLER)
        await c.settle()
        assert picture(c) == before, "a fresh load sees the same"
        await check(c)
