"""A leader that was elected uncleanly is recovering until it asks for an ISR, and alone in it (KIP-704)."""

from __future__ import annotations

import pytest

from kavka.common.types import LeaderRecovery, TopicPartition
from kavka.protocol.errors import ErrorCode
from kavka.zk import paths
from kavka.zk.isr_change import IsrChange
from kavka.zk.paths import PartitionStateZNode
from tests.support.controller.harness import Cluster, cluster

T0 = TopicPartition("t", 0)
RECOVERED, RECOVERING = LeaderRecovery


async def elect_uncleanly(c: Cluster) -> None:
    """Of the replicas 3, 1 and 2 the third alone is in sync, and dies: 1 leads."""
    await c.create_assigned("t", {0: [3, 1, 2]})
    assert (await ask(c, [3], broker_id=3)).error_code == ErrorCode.NONE
    c.forget()
    await c.remove_broker(3)


def unclean(*broker_ids: int, profile: str = "3.9"):
    return cluster(*broker_ids, profile=profile, is_unclean_election_enabled=lambda: True)


async def ask(c: Cluster, isr, *, broker_id=1, recovery=RECOVERED):
    now = c.context.leadership[T0]
    change = IsrChange(
        partition=T0,
        leader_epoch=now.leader_epoch,
        isr=tuple(isr),
        partition_epoch=now.partition_epoch,
        leader_recovery=recovery,
    )
    epoch = c.context.brokers[broker_id].epoch
    (result,) = await c.active.requests.alter_isr(broker_id, epoch, [change], timeout_ms=1_000)
    await c.settle()
    return result


async def written(c: Cluster) -> bytes:
    return (await c.admin.get(paths.partition_state("t", 0)))[0]


async def test_the_leader_of_an_unclean_election_is_recovering():
    async with unclean(1, 2, 3) as c:
        await elect_uncleanly(c)
        assert (await c.state("t")).isr == (1,)
        assert (await written(c)).endswith(b'"isr":[1],"leader_recovery_state":1}')
        assert {c.brokers[b].leaderships()[T0].leader_recovery_state for b in (1, 2)} == {RECOVERING}


@pytest.mark.parametrize("profile", ["3.0", "3.1"])
async def test_before_kafka_3_2_nobody_speaks_of_recovery(profile):
    async with unclean(1, 2, 3, profile=profile) as c:
        await elect_uncleanly(c)
        assert ((await c.state("t")).leader, b"recovery" in await written(c)) == (1, False)


async def test_a_state_of_a_later_kafka_is_kept_and_not_told_to_whom_has_no_field_for_it():
    async with cluster(1, 2, profile="3.0") as c:
        await c.create_assigned("t", {0: [1, 2]})
        state = PartitionStateZNode(1, 4, (1,), c.context.epoch, RECOVERING)
        await c.admin.set(paths.partition_state("t", 0), state.encode())
        for node in list(c.nodes.values()):
            await node.stop()
        c.nodes.clear()
        await c.add_broker(1)
        await c.add_broker(2)
        assert (await c.state("t")).leader_recovery is RECOVERING
        assert c.brokers[2].leaderships()[T0].leader_recovery_state == RECOVERED


async def test_a_clean_election_changes_nothing_about_it():
    async with unclean(1, 2, 3) as c:
        await elect_uncleanly(c)
        await c.add_broker(3)
        await c.remove_broker(1)  # 3 leads, uncleanly; then nobody
        assert ((await c.state("t")).leader, (await c.state("t")).leader_recovery) == (3, RECOVERING)
        assert (await ask(c, [3, 2], broker_id=3)).error_code == ErrorCode.NONE
        await c.remove_broker(3)
        assert ((await c.state("t")).leader, (await c.state("t")).leader_recovery) == (2, RECOVERED)


async def test_the_isr_does_not_grow_while_the_leader_recovers():
    async with unclean(1, 2, 3) as c:
        await elect_uncleanly(c)
        before = await written(c)
        refused = await ask(c, [1, 2], recovery=RECOVERING)
        assert refused.error_code == ErrorCode.INVALID_REQUEST
        same = await ask(c, [1], recovery=RECOVERING)
        assert (same.error_code, same.leader_recovery) == (ErrorCode.NONE, RECOVERING)
        assert await written(c) == before


async def test_the_leader_has_recovered_when_it_asks_for_an_isr():
    async with unclean(1, 2, 3) as c:
        await elect_uncleanly(c)
        result = await ask(c, [1])
        assert (result.error_code, result.isr, result.leader_recovery) == (ErrorCode.NONE, (1,), RECOVERED)
        assert b"recovery" not in await written(c)
        again = await ask(c, [1], recovery=RECOVERING)
        assert again.error_code == ErrorCode.INVALID_REQUEST, "there is no way back but another election"
        assert (await ask(c, [1, 2])).isr == (1, 2)
