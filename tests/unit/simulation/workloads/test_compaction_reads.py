"""What a reader of a compacted topic may rely on: one log that has the head, and the time by that broker's clock."""

from __future__ import annotations

import asyncio

import pytest

from kavka.client.admin import Admin
from kavka.client.producer import Producer
from kavka.common.types import NewTopic, TopicPartition
from kavka.simulation.agreement import unsettled
from kavka.simulation.cluster import simulated
from kavka.simulation.faults import Fault, FaultKind
from kavka.simulation.leaders import claims
from kavka.simulation.runner import run
from kavka.simulation.scenario import Scenario
from kavka.simulation.workloads.compaction import CompactionWorkload
from kavka.simulation.workloads.ground import Ground
from kavka.simulation.workloads.replica_ends import ReplicaEnds

BROKERS = ("broker-1", "broker-2", "broker-3")
UNHEARD = Fault(
    at_ms=6_000, kind=FaultKind.CUT_ONE_WAY, targets=("broker-1", "broker-2", "broker-3", "zookeeper"), lasts_ms=14_000
)
"""Clients still hear what broker 1 has to say, and it still takes itself for a leader."""


@pytest.mark.parametrize("seed", [2, 10])
def test_who_reads_at_a_leader_that_was_cut_off_misses_nothing(seed):
    outcome = run(seed, Scenario(workloads=("compaction",), seconds=22), faults=(UNHEARD,))
    assert not outcome.violations
    assert outcome.figures["compaction: looks"] > 0


def test_tombstones_have_their_time_by_the_clocks_of_the_brokers():
    back = {"kind": FaultKind.CLOCK_JUMP, "lasts_ms": 1_900, "amount": -120_000}
    faults = [Fault(at_ms=at_ms, targets=(name,), **back) for at_ms in range(5_000, 12_000, 3_800) for name in BROKERS]
    assert not run(18, Scenario(workloads=("compaction",), seconds=12), faults=tuple(faults)).violations


def test_a_leader_that_was_away_for_longer_than_tombstones_stay_need_not_know_them():
    leader = ("leader:keyed-0",)
    away = Fault(at_ms=9_000, kind=FaultKind.KILL, targets=leader, lasts_ms=22_000)
    back = Fault(at_ms=34_000, kind=FaultKind.STOP, targets=leader, lasts_ms=1_000)

    def make(names, cluster, history, rng):
        return [CompactionWorkload(Ground("compaction", cluster, history, rng), partitions=1, mean_ms=1_500, keys=40)]

    outcome = run(8, Scenario(workloads=("compaction",), seconds=48), faults=(away, back), make=make)
    assert not outcome.violations
    assert outcome.figures["compaction: tombstones missed"] > 0


def test_a_leader_that_was_cut_off_claims_its_partition_beside_its_successor():
    cluster, tp = simulated(1), TopicPartition("t", 0)

    async def create():
        async with Admin(cluster.bootstrap) as admin:
            await admin.create_topics([NewTopic(name="t", num_partitions=1, replication_factor=3)])

    async def claimed(count):
        async with asyncio.timeout(60):
            while len(found := claims(cluster, tp)) != count:
                await cluster.zookeeper.clock.sleep(100)
        return dict(found)

    async def whole():
        await cluster.start_all()
        await cluster.client("admin", create)
        ((leader, epoch),) = (await claimed(1)).items()
        for other in (*BROKERS, "zookeeper"):
            if other != leader:
                cluster.links.cut(leader, other)
        return leader, epoch, await claimed(2)

    with cluster.world() as loop:
        leader, epoch, both = loop.run_until_complete(whole())
    assert both.pop(leader) == epoch
    ((_, later),) = both.items()
    assert later > epoch


def test_who_was_away_has_not_held_what_it_copies_later():
    cluster, tp = simulated(1), TopicPartition("t", 0)
    ends, away = ReplicaEnds(cluster, [tp]), cluster.brokers[2]

    async def create():
        async with Admin(cluster.bootstrap) as admin:
            await admin.create_topics([NewTopic(name="t", num_partitions=1, replication_factor=3)])

    async def send():
        async with Producer(cluster.bootstrap) as producer:
            await producer.send_and_wait("t", b"k", partition=0)

    async def settled():
        async with asyncio.timeout(60):
            while unsettled(cluster, cluster.zookeeper.tree):
                await cluster.zookeeper.clock.sleep(100)
        ends.look()
        return cluster.loop.now_us // 1_000

    async def whole():
        await cluster.start_all()
        await cluster.client("admin", create)
        await cluster.client("first", send)
        first_ms = await settled()
        cluster.kill(away)
        await cluster.client("second", send)
        ends.look()
        second_ms = cluster.loop.now_us // 1_000
        cluster.start(away)
        return first_ms, second_ms, await settled()

    with cluster.world() as loop:
        first_ms, second_ms, third_ms = loop.run_until_complete(whole())

    def holders(offset, since_ms):
        return [name for name in BROKERS if ends.has_held(name, tp, offset, since_ms=since_ms)]

    assert holders(0, first_ms) == holders(1, second_ms) == ["broker-1", "broker-2"]
    assert holders(0, third_ms) == holders(1, third_ms) == [*BROKERS]
    assert holders(1, first_ms) == holders(2, third_ms) == []
