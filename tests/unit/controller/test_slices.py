"""What is of many partitions is done in slices: how much is done in one turn of the loop, and what stays in order."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import asynccontextmanager

import pytest

from kavka.common.lane import Lane
from kavka.common.pace import SLICE_NS
from kavka.common.steps import STRETCH_ITEMS
from kavka.common.types import NewTopic, TopicPartition
from kavka.controller.states import PartitionState
from kavka.protocol.errors import ErrorCode
from kavka.zk import paths
from tests.support.controller.harness import Cluster, cluster

PARTITIONS = 3_000
FEWER = 1_000
"""Where each of them is watched: the ZooKeeper in memory looks through all watches for each."""

PATIENCE_MS = 60_000
STRETCHES_A_SLICE = 4
AT_A_TIME = (STRETCHES_A_SLICE + 2) * STRETCH_ITEMS
"""What may be done in one turn: a slice, the stretch that it ends in, and what one answer of ZooKeeper is about."""


class Ticks:
    """A clock by which a slice has so many stretches, however quick the machine is."""

    def __init__(self) -> None:
        self.now_ns = 0

    def __call__(self) -> int:
        self.now_ns += SLICE_NS // STRETCHES_A_SLICE
        return self.now_ns


class Turns:
    """Looks at counts in each turn of the loop; `most` is by how much one of them changed from one turn to the next."""

    def __init__(self) -> None:
        self.most = 0
        self.turns = 0

    @asynccontextmanager
    async def watched(self, *counts: Callable[[], int]):
        self.most = 0
        is_over = asyncio.Event()

        async def watch() -> None:
            before = [count() for count in counts]
            while not is_over.is_set():
                await asyncio.sleep(0)
                now = [count() for count in counts]
                self.most = max(self.most, *(abs(one - other) for one, other in zip(now, before, strict=True)))
                self.turns += 1
                before = now

        async with asyncio.TaskGroup() as group:
            group.create_task(watch())
            yield
            is_over.set()


def sliced() -> Lane:
    return Lane(Ticks())


def in_state(c: Cluster, state: PartitionState) -> Callable[[], int]:
    return lambda: sum(one is state for one in c.context.partition_states.values())


def led_by(c: Cluster, broker_id: int) -> Callable[[], int]:
    return lambda: sum(leadership.leader == broker_id for leadership in c.context.leadership.values())


async def big_topic(c: Cluster) -> None:
    topic = NewTopic(name="big", num_partitions=PARTITIONS, replication_factor=2)
    [result] = await c.active.requests.create_topics([topic], timeout_ms=PATIENCE_MS, validate_only=False)
    assert result.error_code == 0
    await c.settle()


@pytest.mark.slow
async def test_a_topic_of_many_partitions_comes_up_a_slice_a_turn():
    async with cluster(1, 2, lane=sliced()) as c:
        turns, context = Turns(), c.context
        counts = [lambda known=known: len(known) for known in (context.assigned, context.leadership)]
        async with turns.watched(*counts, in_state(c, PartitionState.New), in_state(c, PartitionState.Online)):
            await big_topic(c)
        assert 0 < turns.most <= AT_A_TIME
        assert set(context.partition_states.values()) == {PartitionState.Online}
        for broker in c.brokers.values():
            assert len(broker.metadata()) == PARTITIONS
            assert len(broker.leaderships()) == PARTITIONS


@pytest.mark.slow
async def test_a_broker_that_stops_is_relieved_a_slice_a_turn():
    async with cluster(1, 2, 3, lane=sliced()) as c:
        await big_topic(c)
        turns = Turns()
        async with turns.watched(led_by(c, 1), led_by(c, 2), led_by(c, 3)):
            assert await c.active.requests.controlled_shutdown(3, -1, timeout_ms=PATIENCE_MS) == []
            await c.settle()
        assert 0 < turns.most <= AT_A_TIME
        assert {leadership.leader for leadership in c.context.leadership.values()} == {1, 2}
        for broker_id in (1, 2):
            assert {state.leader for state in c.brokers[broker_id].metadata().values()} == {1, 2}


@pytest.mark.slow
async def test_a_term_begins_a_slice_a_turn():
    async with cluster(1, 2, lane=sliced()) as c:
        await big_topic(c)
        c.forget()
        before = c.active._active
        turns = Turns()

        def known() -> int:
            active = c.nodes[1].controller._active
            return 0 if active in (None, before) else len(active.context.partition_states)

        async with turns.watched(known):
            await c.admin.delete(paths.CONTROLLER)
            await c.wait_until(lambda: known() == PARTITIONS)
            await c.settle()
        assert 0 < turns.most <= AT_A_TIME
        for broker in c.brokers.values():
            assert len(broker.metadata()) == PARTITIONS


@pytest.mark.slow
async def test_many_partitions_are_moved_elected_and_deleted_a_slice_a_turn():
    async with cluster(1, 2, 3, lane=sliced()) as c:
        await c.create_assigned("big", {number: [1] for number in range(FEWER)})
        all_of_them = [TopicPartition("big", number) for number in range(FEWER)]
        turns = Turns()
        async with turns.watched(lambda: len(c.context.reassigning)):
            moved = await c.active.requests.alter_partition_reassignments(
                dict.fromkeys(all_of_them, (2,)), timeout_ms=PATIENCE_MS
            )
            assert {result.error_code for result in moved.values()} == {0}
        assert 0 < turns.most <= AT_A_TIME
        elected = await c.active.requests.elect_leaders(all_of_them, is_unclean=False, timeout_ms=PATIENCE_MS)
        assert len(elected) == FEWER
        back = await c.active.requests.alter_partition_reassignments(dict.fromkeys(all_of_them), timeout_ms=PATIENCE_MS)
        assert {result.error_code for result in back.values()} == {0}
        await c.settle()
        async with turns.watched(in_state(c, PartitionState.NonExistent), lambda: len(c.context.assigned)):
            await c.delete("big")
        assert 0 < turns.most <= AT_A_TIME
        assert await c.topic("big") is None


async def test_one_event_ends_before_the_next_begins_and_between_slices_all_can_be_asked():
    async with cluster(1, 2, lane=sliced()) as c:
        seen: list[tuple[int, bool]] = []
        new = [NewTopic(name="first", num_partitions=600, replication_factor=2)]
        second = [NewTopic(name="second", num_partitions=1, replication_factor=1)]

        async def look() -> None:
            while "second" not in c.context.assignments:
                await asyncio.sleep(0)
                online = in_state(c, PartitionState.Online)()
                assert c.active.statistics().global_partition_count == len(c.context.assigned)
                assert c.active.describe()["is_active"]
                seen.append((online, "second" in c.context.assignments))

        async with asyncio.TaskGroup() as group:
            group.create_task(look())
            for asked in (new, second):
                group.create_task(c.active.requests.create_topics(asked, timeout_ms=PATIENCE_MS, validate_only=False))
        assert any(0 < online < 600 for online, _ in seen), "it was looked at between slices"
        assert all(online == 600 for online, is_second_there in seen if is_second_there)
        await c.settle()


async def test_a_topic_that_no_znode_holds_is_refused_in_words(monkeypatch):
    monkeypatch.setattr("kavka.controller.zk_store.TOPIC_BYTES_MAX", 5_000)
    async with cluster(1, 2, 3) as c:
        result = await c.create("wide", 700, 3)
        assert result.error_code == ErrorCode.INVALID_PARTITIONS
        assert "too many partitions and replicas for ZooKeeper" in result.error_message
        assert await c.topic("wide") is None
        assert (await c.create("long", 90_001, 1)).error_code == ErrorCode.INVALID_PARTITIONS
        topic = NewTopic(name="named", assignments={number: [1] for number in range(90_001)})
        [refused] = await c.active.requests.create_topics([topic], timeout_ms=PATIENCE_MS, validate_only=True)
        assert refused.error_code == ErrorCode.INVALID_PARTITIONS


@pytest.mark.parametrize(("profile", "is_read"), [("2.0", True), ("3.0", False)])
async def test_states_are_read_before_an_election_only_where_leaders_write_them(profile, is_read):
    async with cluster(1, 2, profile=profile) as c:
        await c.create_assigned("t", {0: [2, 1], 1: [1, 2]})
        zk, asked = c.nodes[1].zk, []
        get_many = zk.get_many

        async def counted(wanted):
            asked.extend(wanted)
            return await get_many(wanted)

        zk.get_many = counted
        await c.active.requests.controlled_shutdown(2, -1, timeout_ms=PATIENCE_MS)
        assert bool(asked) is is_read
        assert (await c.state("t", 0)).leader == 1
        assert (await c.state("t", 1)).isr == (1,)


async def test_an_isr_that_a_hand_wrote_is_read_before_anybody_is_elected():
    async with cluster(1, 2, 3) as c:
        await c.create_assigned("t", {0: [3, 2, 1]})
        await c.write_isr("t", [3, 1])
        await c.active.requests.controlled_shutdown(3, -1, timeout_ms=PATIENCE_MS)
        state = await c.state("t", 0)
        assert (state.leader, state.isr) == (1, (1,))
