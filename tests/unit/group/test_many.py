"""Many groups, and much in one: nothing that looks after all of them does so without letting others in between."""

from __future__ import annotations

import asyncio
import itertools

import pytest

from kavka.broker.group.group_admin import EXPIRED_IN_ONE_STEP_MAX
from kavka.broker.group.group_offsets import CommittedOffset, GroupOffsets
from kavka.broker.group.group_store import TOMBSTONES_PER_BATCH_MAX
from kavka.broker.group.member import MemberName
from kavka.broker.group.offset_commits import Producer
from kavka.broker.group.states import GroupState
from kavka.broker.replica.internal_log import UNLOADED_A_PASS
from kavka.common.lane import ITEMS_IN_A_ROW_MAX, Lane
from kavka.common.steps import at_once
from kavka.common.types import TopicPartition
from kavka.protocol.errors import CoordinatorLoadInProgress, ErrorCode, NotCoordinator
from kavka.protocol.records.header import iter_headers
from tests.support.group.groups import OTHER, TOPIC

DAY_MS = 24 * 60 * 60 * 1000
GROUPS = 20


def commit_many(groups, group_id, count):
    errors = {}
    offsets = {
        TopicPartition("t", index): CommittedOffset(index, 0, "", groups.node.clock.now_ms()) for index in range(count)
    }
    groups.coordinator.offsets.commit(group_id, -1, MemberName(""), offsets, errors.update)
    assert set(errors.values()) == {ErrorCode.NONE}


def expire_all(groups):
    groups.config = groups.config._replace(retention_ms=DAY_MS)
    groups.node.clock.advance(DAY_MS)
    return groups.coordinator.admin.expire()


# ---- retention ----


async def test_retention_ends_the_positions_of_one_group_at_a_time_and_some_of_a_large_one(groups):
    for number in range(GROUPS):
        groups.commit(7, group=f"g{number}")
    commit_many(groups, "large", 2 * EXPIRED_IN_ONE_STEP_MAX + 1)
    left = [groups.coordinator.offset_count()]
    for _ in expire_all(groups):
        left.append(groups.coordinator.offset_count())
    gone = [before - after for before, after in itertools.pairwise(left)]
    assert gone == [1] * GROUPS + [EXPIRED_IN_ONE_STEP_MAX] * 2 + [1]
    assert len(groups.coordinator.store) == 0
    assert groups.metrics.offsets_expired == left[0]
    await groups.reload()
    assert len(groups.coordinator.store) == 0, "the log says so, too"


async def test_who_commits_while_retention_is_under_way_keeps_the_position(groups):
    groups.commit(7, group="first")
    groups.commit(7, group="second")
    groups.commit(7, group="deleted")
    steps = expire_all(groups)
    next(steps)
    groups.commit(8, group="second")
    assert at_once(groups.coordinator.admin.delete("deleted")) is ErrorCode.NONE
    assert at_once(steps) == 1
    assert (groups.fetch(0, group="first"), groups.fetch(0, group="second")) == ({0: None}, {0: 8})


async def test_a_deleted_group_of_many_positions_is_gone_from_the_log_as_well(groups):
    commit_many(groups, "large", TOMBSTONES_PER_BATCH_MAX + 1)
    log = groups.node.manager.partitions.get(TOPIC, 0).log
    before = log.log_end_offset
    assert at_once(groups.coordinator.admin.delete("large")) is ErrorCode.NONE
    sizes = [batch.record_count for batch in batches_from(log, before)]
    assert sizes == [TOMBSTONES_PER_BATCH_MAX, 1], "one batch of all would be larger than a batch may be"
    await groups.reload()
    assert groups.group("large") is None


def batches_from(log, offset):
    return [header for segment in log.segments for _, header in segment.batches() if header.base_offset >= offset]


# ---- transactions that commit to one group ----


class Counted(TopicPartition):
    """Counts how often it was looked up."""

    looked_up = 0

    def __hash__(self):
        Counted.looked_up += 1
        return super().__hash__()

    __eq__ = TopicPartition.__eq__


def test_whether_a_position_is_unstable_is_looked_up_once_however_many_transactions_are_open():
    offsets = GroupOffsets()
    committed = CommittedOffset(7, 0, "", 0)
    for producer_id in range(1_000):
        offsets.prepare_transactional(producer_id, {TopicPartition("t", producer_id): committed})
    asked = Counted("t", 5_000)
    Counted.looked_up = 0
    assert not offsets.is_unstable(asked)
    assert offsets.remove([asked]) == []
    assert Counted.looked_up < 10
    assert offsets.is_unstable(TopicPartition("t", 999))
    offsets.complete_transactional(999, {TopicPartition("t", 999): committed}, 5)
    assert at_once(offsets.finish_transaction(999, is_commit=True))
    assert not offsets.is_unstable(TopicPartition("t", 999))


def test_a_position_that_two_transactions_hold_back_is_unstable_until_both_have_ended():
    offsets, partition = GroupOffsets(), TopicPartition("t", 0)
    of_one, of_other = CommittedOffset(1, 0, "", 0), CommittedOffset(2, 0, "", 0)
    offsets.prepare_transactional(1, {partition: of_one})
    offsets.prepare_transactional(2, {partition: of_other})
    offsets.fail_transactional(1, {partition: of_one})
    assert offsets.is_unstable(partition)
    at_once(offsets.finish_transaction(2, is_commit=False))
    assert not offsets.is_unstable(partition)
    assert offsets.is_empty


# ---- loading ----


def one_step_a_turn(groups):
    """A load that gives everybody a turn after each step."""
    groups.log = groups.node.internal_log(
        TOPIC, groups.coordinator.store, filesystem=groups.node.log_manager.filesystem, lane=Lane(slice_ns=0)
    )


async def turns_of_a_load(groups, at_turn=-1, act=lambda: None):
    """Has the partition loaded; what `act` does happens at one turn of the loop. How many turns it took."""
    epoch = groups.node.manager.partitions.get(TOPIC, 0).leader_epoch
    groups.node.lead(TOPIC, leader=OTHER, epoch=epoch + 1)
    groups.node.lead(TOPIC, epoch=epoch + 2)
    turns = 0
    while not groups.log.is_loaded(0):
        if turns == at_turn:
            act()
        turns += 1
        await asyncio.sleep(0)
    return turns


async def until_timed(groups):
    members = [member for group in groups.coordinator.store for member in group.members.values()]
    while not all(member.session_timer for member in members):  # noqa: ASYNC110 - the loading task needs turns
        await asyncio.sleep(0)


async def test_groups_are_made_of_what_was_loaded_one_at_a_time(unled):
    one_step_a_turn(unled)
    async with asyncio.TaskGroup() as tasks:
        running = tasks.create_task(unled.log.run())
        await unled.lead()
        unled.commit(7, group="g0")
        few = await turns_of_a_load(unled)
        commit_many(unled, "g0", GROUPS)  # no more groups
        same = await turns_of_a_load(unled)
        for number in range(GROUPS):
            unled.commit(7, group=f"g{number}")
        many = await turns_of_a_load(unled)
        assert many - same >= 2 * (GROUPS - 1), "a turn for each batch that is read, and one for each group"
        assert same - few < GROUPS
        running.cancel()


async def test_no_marker_is_lost_that_comes_while_groups_are_loaded(unled):
    one_step_a_turn(unled)
    async with asyncio.TaskGroup() as tasks:
        running = tasks.create_task(unled.log.run())
        await unled.lead()
        for number in range(5):
            unled.commit(7, group=f"g{number}")
        turns = await turns_of_a_load(unled)
        for turn in range(turns + 3):
            unled.commit(100 + turn, group="g2", producer=Producer(turn, 0))
            await turns_of_a_load(
                unled, turn, lambda producer_id=turn: unled.append_marker(producer_id, is_commit=True)
            )
            assert unled.fetch(0, group="g2", is_stable=True) == {0: 100 + turn}, f"the marker of turn {turn}"
            turns += 2
        running.cancel()


async def test_members_that_were_loaded_are_expired_like_any_other(unled):
    one_step_a_turn(unled)
    async with asyncio.TaskGroup() as tasks:
        running = tasks.create_task(unled.log.run())
        await unled.lead()
        for number in range(5):
            unled.stable(group=f"g{number}")
        await turns_of_a_load(unled)
        await until_timed(unled)
        unled.run_for(11_000)
        assert [len(group.members) for group in unled.coordinator.store] == [0] * 5
        running.cancel()


# ---- unloading ----


async def test_groups_of_a_partition_that_is_led_elsewhere_end_some_at_a_time_and_are_served_no_more_at_once(groups):
    many = ITEMS_IN_A_ROW_MAX + 2 * UNLOADED_A_PASS
    for number in range(many):
        groups.commit(7, group=f"g{number}")
    known = list(groups.coordinator.store)

    def ended():
        return sum(group.state is GroupState.Dead for group in known)

    groups.node.lead(TOPIC, leader=OTHER, epoch=5)
    assert ended() == ITEMS_IN_A_ROW_MAX
    assert len(groups.coordinator.store) == 0
    assert list(groups.coordinator.store) == []
    for group in known:
        with pytest.raises(NotCoordinator):
            groups.coordinator.store.check(group.group_id)
    gone = [ended()]
    while gone[-1] < many:
        await asyncio.sleep(0)
        gone.append(ended())
    assert max(after - before for before, after in itertools.pairwise(gone)) == UNLOADED_A_PASS
    assert not groups.coordinator.store._groups
    assert not groups.coordinator.store._producers


async def test_who_waits_in_a_group_that_ends_later_is_told_as_well(groups):
    for number in range(ITEMS_IN_A_ROW_MAX + 5):
        groups.commit(7, group=f"g{number}")
    waiting = [groups.join(group=f"g{number}", instance="i") for number in (0, ITEMS_IN_A_ROW_MAX + 4)]
    assert all(asked.is_waiting for asked in waiting)
    groups.node.lead(TOPIC, leader=OTHER, epoch=5)
    while any(asked.is_waiting for asked in waiting):  # noqa: ASYNC110 - the unloading needs turns
        await asyncio.sleep(0)
    assert [asked.error for asked in waiting] == [ErrorCode.NOT_COORDINATOR] * 2


async def test_a_group_that_is_loaded_again_before_its_former_self_has_ended_is_not_touched(groups):
    store = groups.coordinator.store
    for number in range(3):
        groups.commit(7, group=f"g{number}")
    groups.commit(9, group="g1", producer=Producer(4, 0))
    former = {group.group_id: group for group in store}
    unloading = store.unload(0)
    next(unloading)
    store.begin_load(0, 5)
    with pytest.raises(CoordinatorLoadInProgress):
        store.check("g0")
    log = groups.node.manager.partitions.get(TOPIC, 0).log
    data, _ = log.read_batches(0, 1 << 20, log.log_end_offset, True, may_wait=True)
    for pos, header in iter_headers(data):
        at_once(store.load(0, header, data, pos))
    at_once(store.build(0))
    store.end_load(0, 5)
    at_once(unloading)
    assert [group.state for group in former.values()] == [GroupState.Dead] * 3
    assert sorted(group.group_id for group in store) == ["g0", "g1", "g2"]
    assert all(store.get(name) is not former[name] for name in former)
    at_once(store.finish_transaction(0, 4, is_commit=True))
    assert groups.fetch(0, group="g1") == {0: 9}, "the marker finds the group that was loaded"
