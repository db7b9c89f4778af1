"""As `test_random_orders`, with other people's tools in it: files that reassign and elect; and unclean elections.

When all is calm followers catch up for good; then every move ends and every file is gone.
"""

from __future__ import annotations

import os
import random

import pytest

from kavka.common.types import TopicPartition
from kavka.zk import paths
from kavka.zk.errors import NodeExists
from kavka.zk.paths import PreferredReplicaElectionZNode, ReassignPartitionsZNode
from tests.support.controller.harness import PROFILES, cluster
from tests.support.controller.random_orders import BROKERS, Chaos, check, picture

SEEDS = range(int(os.environ.get("CONTROLLER_SEEDS", "10")))


class ChaosOfTools(Chaos):
    """Chaos that writes files, too."""

    def __init__(self, c, rng) -> None:
        super().__init__(c, rng)
        self.actions += [
            (5, self.reassign),
            (5, self.tool_reassigns),
            (3, self.tool_elects),
            (2, self.elect_uncleanly),
            (4, self.change_isr),
        ]

    def partition(self):
        known = [found for controller in self.active() if (found := self.any_partition(controller)) is not None]
        return self.rng.choice(known or [TopicPartition("nope", 0)])

    async def tool_reassigns(self) -> None:
        targets = {self.partition(): tuple(self.rng.sample(BROKERS, self.rng.choice((1, 2, 2, 3)))) for _ in range(2)}
        await self.create_quietly(paths.REASSIGN_PARTITIONS, ReassignPartitionsZNode(targets).encode())

    async def tool_elects(self) -> None:
        body = PreferredReplicaElectionZNode((self.partition(),)).encode()
        await self.create_quietly(paths.PREFERRED_REPLICA_ELECTION, body)

    async def elect_uncleanly(self) -> None:
        for controller in self.active():
            partitions = list(controller._active.context.leadership)
            self.spawn(controller.requests.elect_leaders(partitions, is_unclean=True, timeout_ms=10_000))

    async def create_quietly(self, path, data) -> None:
        try:
            await self.c.admin.create(path, data)
        except NodeExists:
            return


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("seed", SEEDS)
async def test_random_orders_with_tools_end_in_agreement(seed, profile):
    rng = random.Random(seed)
    async with cluster(*BROKERS, profile=profile) as c:
        chaos = ChaosOfTools(c, rng)
        await chaos.run()
        await chaos.calm()
        await c.settle()
        assert await c.admin.exists(paths.REASSIGN_PARTITIONS) is None
        assert await c.admin.exists(paths.PREFERRED_REPLICA_ELECTION) is None
        await check(c)
        before = picture(c)
        await c.admin.delete(paths.CONTROLLER)
        await c.settle()
        assert picture(c) == before, "a fresh load sees the same"
        await check(c)
