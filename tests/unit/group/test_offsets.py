"""Positions: who may commit and fetch, what is on its way, transactions, what the log says afterwards."""

from __future__ import annotations

import pytest

from kavka.broker.group.offset_commits import Producer
from kavka.broker.group.states import GroupState
from kavka.common.steps import at_once
from kavka.common.types import TopicPartition
from kavka.protocol.codec import encode_message
from kavka.protocol.errors import ErrorCode, GroupIdNotFound, NonEmptyGroup
from kavka.protocol.messages import ConsumerProtocolSubscription
from tests.support.group.groups import INITIAL_DELAY_MS, OTHER, TOPIC

NONE = ErrorCode.NONE
UNSTABLE = ErrorCode.UNSTABLE_OFFSET_COMMIT
DAY_MS = 24 * 60 * 60 * 1000


def subscribed_to(*topics):
    """A consumer's protocol: its name and its subscription."""
    return "range", b"\0\0" + encode_message(ConsumerProtocolSubscription(topics=list(topics)), 0)


# ---- who may ----


async def test_from_outside_a_group_without_members_only(groups):
    assert groups.commit(7).result is NONE
    assert groups.fetch(0, 1) == {0: 7, 1: None}
    groups.stable()
    assert groups.commit(8).result is ErrorCode.UNKNOWN_MEMBER_ID
    assert groups.fetch() == {0: 7}
    assert groups.fetch(0, group="none") == {0: None}


async def test_members_of_this_generation(groups):
    [member], _ = groups.stable(instances=["i"])
    mine = {"generation_id": 1, "member_id": member}
    assert groups.commit(7, **mine).result is NONE
    assert groups.commit(7, **mine, instance="i").result is NONE
    assert groups.commit(7, **(mine | {"generation_id": 2})).result is ErrorCode.ILLEGAL_GENERATION
    assert groups.commit(7, **(mine | {"member_id": "x"})).result is ErrorCode.UNKNOWN_MEMBER_ID
    assert groups.commit(7, **(mine | {"member_id": "x"}), instance="i").result is ErrorCode.FENCED_INSTANCE_ID
    assert groups.commit(7, generation_id=1, group="none").result is ErrorCode.GROUP_ID_NOT_FOUND
    assert groups.group("none") is None


async def test_while_a_rebalance_is_prepared_but_not_while_it_completes(groups):
    [member], _ = groups.stable()
    other = groups.join()
    mine = {"generation_id": 1, "member_id": member}
    assert groups.commit(7, **mine).result is NONE, "work that is done is not done again"
    groups.join(member)
    assert other.result.generation_id == 2
    assert groups.commit(8, **(mine | {"generation_id": 2})).result is ErrorCode.REBALANCE_IN_PROGRESS
    assert groups.fetch() == {0: 7}


async def test_metadata_has_a_limit(groups):
    assert groups.commit(7, metadata="m" * 4096).result is NONE
    assert groups.commit(8, metadata="m" * 4097).result is ErrorCode.OFFSET_METADATA_TOO_LARGE
    [found] = at_once(groups.coordinator.offsets.fetch("g", [TopicPartition("t", 0)]))
    assert (found.committed.offset, found.committed.metadata, found.committed.leader_epoch) == (7, "m" * 4096, 5)


# ---- on the way ----


async def test_a_commit_waits_for_the_replicas_and_is_unstable_until_then(groups):
    groups.commit(7)
    groups.node.lead(TOPIC, epoch=1, isr=(1, OTHER))
    later = groups.commit(8)
    assert later.is_waiting
    assert groups.fetch(0) == {0: 7}
    assert groups.fetch(0, 1, is_stable=True) == {0: UNSTABLE, 1: None}
    groups.node.lead(TOPIC, epoch=2, isr=(1,))
    assert later.result is NONE
    assert groups.fetch(0, is_stable=True) == {0: 8}


async def test_bug_80_a_commit_that_fails_leaves_no_mark(groups):
    groups.commit(7)
    groups.node.lead(TOPIC, epoch=1, isr=(1, OTHER))
    late = groups.commit(8)
    in_txn = groups.commit(9, producer=Producer(5, 0))
    groups.advance(5_000)
    assert (late.result, in_txn.result) == (ErrorCode.REQUEST_TIMED_OUT, ErrorCode.REQUEST_TIMED_OUT)
    assert groups.fetch(0, is_stable=True) == {0: 7}


@pytest.mark.parametrize("producer", [None, Producer(5, 0)])
async def test_bug_80_a_commit_that_cannot_be_appended_leaves_no_mark(groups, producer):
    groups.commit(7)
    groups.node.topics.overrides[TOPIC] = {"min.insync.replicas": "2"}
    at_once(groups.node.manager.reconfiguration.apply(groups.node.topics.log_config))
    groups.node.lead(TOPIC, epoch=1, isr=(1,), replicas=(1, OTHER))
    assert groups.commit(8, producer=producer).result is ErrorCode.COORDINATOR_NOT_AVAILABLE
    with pytest.raises(Exception, match="surrogates"):
        groups.commit(8, topic="t\ud800", producer=producer)
    assert groups.fetch(0, is_stable=True) == {0: 7}
    assert not groups.group().offsets.producers()


async def test_what_was_acknowledged_is_there_after_the_coordinator_moved(groups):
    for index in range(5):
        groups.commit(10 + index, partition=index)
    groups.commit(20, partition=1, metadata="again", expire_ms=groups.node.clock.now_ms() + DAY_MS)
    groups.commit(3, group="other")
    await groups.reload()
    assert groups.fetch() == {0: 10, 1: 20, 2: 12, 3: 13, 4: 14}
    assert groups.fetch(group="other") == {0: 3}
    [found] = at_once(groups.coordinator.offsets.fetch("g", [TopicPartition("t", 1)]))
    assert (found.committed.metadata, found.committed.expire_ms is None) == ("again", False)
    assert groups.metrics.loads == 2


async def test_bug_86_nothing_expires_and_nothing_is_served_before_all_is_read(groups):
    groups.commit(7)
    groups.config = groups.config._replace(retention_ms=0)
    groups.node.lead(TOPIC, leader=OTHER, epoch=1)
    groups.node.lead(TOPIC, epoch=2)
    groups.advance(DAY_MS)
    assert at_once(groups.coordinator.admin.expire()) == 0
    with pytest.raises(Exception, match="being read"):
        groups.fetch(0)
    await groups.lead(epoch=2)
    assert groups.fetch(0) == {0: 7}


async def test_bug_85_leadership_that_flaps(groups):
    groups.commit(7)
    for epoch in range(1, 60, 2):
        groups.node.lead(TOPIC, leader=OTHER, epoch=epoch)
        groups.node.lead(TOPIC, epoch=epoch + 1)
        assert groups.commit(8).result is ErrorCode.COORDINATOR_LOAD_IN_PROGRESS
    await groups.lead(epoch=60)
    assert groups.fetch(0) == {0: 7}
    assert groups.commit(8).result is NONE


# ---- transactions ----


async def test_positions_of_a_transaction_count_when_it_is_committed(groups):
    groups.commit(7)
    assert groups.commit(9, producer=Producer(5, 0)).result is NONE
    assert groups.fetch(0) == {0: 7}
    assert groups.fetch(0, is_stable=True) == {0: UNSTABLE}
    groups.append_marker(5, is_commit=True)
    assert groups.fetch(0, is_stable=True) == {0: 9}


async def test_positions_of_a_transaction_that_is_aborted_never_were(groups):
    groups.commit(9, producer=Producer(5, 0))
    groups.append_marker(5, is_commit=False)
    assert groups.fetch(0, is_stable=True) == {0: None}


async def test_two_producers_in_two_groups(groups):
    for producer_id, group in ((5, "a"), (6, "a"), (5, "b")):
        groups.commit(producer_id, partition=producer_id, group=group, producer=Producer(producer_id, 0))
    groups.append_marker(5, is_commit=True)
    assert groups.fetch(5, 6, group="a", is_stable=True) == {5: 5, 6: UNSTABLE}
    assert groups.fetch(5, group="b", is_stable=True) == {5: 5}


async def test_a_commit_after_the_transactions_own_is_later(groups):
    groups.commit(9, producer=Producer(5, 0))
    groups.commit(7)
    groups.append_marker(5, is_commit=True)
    assert groups.fetch(0) == {0: 7}
    await groups.reload()
    assert groups.fetch(0) == {0: 7}


@pytest.mark.parametrize("is_commit", [True, False, None])
async def test_transactions_are_loaded_as_they_stand(groups, is_commit):
    groups.commit(7)
    groups.commit(8, producer=Producer(5, 0))
    groups.commit(9, partition=1, producer=Producer(6, 0))
    if is_commit is not None:
        groups.append_marker(5, is_commit=is_commit)
    await groups.reload()
    stable = {True: 8, False: 7, None: UNSTABLE}[is_commit]
    assert groups.fetch(0, 1, is_stable=True) == {0: stable, 1: UNSTABLE}
    groups.append_marker(6, is_commit=True)
    assert groups.fetch(1, is_stable=True) == {1: 9}


async def test_a_marker_that_comes_while_the_log_is_read_is_read_in_its_turn(groups):
    groups.commit(7)
    groups.commit(8, producer=Producer(5, 0))
    groups.append_marker(5, is_commit=False)
    groups.commit(9, partition=1, producer=Producer(5, 0))
    groups.node.lead(TOPIC, leader=OTHER, epoch=1)
    groups.node.lead(TOPIC, epoch=2)
    groups.append_marker(5, is_commit=True)
    await groups.lead(epoch=2)
    assert groups.fetch(0, 1, is_stable=True) == {0: 7, 1: 9}


async def test_bug_84_a_member_is_checked_when_the_commit_is_applied(groups):
    [member], _ = groups.stable()
    producer = Producer(5, 0)
    assert groups.commit(7, generation_id=1, member_id=member, producer=producer).result is NONE
    assert groups.commit(7, producer=producer).result is NONE, "old clients say nothing of a member"
    assert groups.commit(8, generation_id=0, member_id=member, producer=producer).result is ErrorCode.ILLEGAL_GENERATION
    assert groups.commit(8, generation_id=1, member_id="x", producer=producer).result is ErrorCode.UNKNOWN_MEMBER_ID


# ---- retention (KIP-211) ----


async def test_positions_of_an_empty_group_stay_so_long_after_its_last_member(groups):
    groups.config = groups.config._replace(retention_ms=DAY_MS)
    [member], _ = groups.stable()
    groups.commit(7, generation_id=1, member_id=member)
    groups.node.clock.advance(10 * DAY_MS)
    groups.leave(member)
    groups.node.clock.advance(DAY_MS - 1)
    assert at_once(groups.coordinator.admin.expire()) == 0
    groups.node.clock.advance(1)
    assert at_once(groups.coordinator.admin.expire()) == 1
    assert groups.group() is None, "and the group goes with the last one"
    await groups.reload()
    assert groups.group() is None
    assert groups.fetch(0) == {0: None}


async def test_positions_of_who_never_was_a_member_stay_so_long_after_the_commit(groups):
    groups.config = groups.config._replace(retention_ms=DAY_MS)
    groups.commit(7)
    groups.node.clock.advance(DAY_MS - 1)
    groups.commit(8, partition=1)
    groups.node.clock.advance(1)
    assert at_once(groups.coordinator.admin.expire()) == 1
    assert groups.fetch(0, 1) == {0: None, 1: 8}


async def test_consumers_keep_what_they_are_subscribed_to(groups):
    groups.config = groups.config._replace(retention_ms=DAY_MS)
    groups.commit(7)
    groups.commit(8, topic="u")
    [_], _ = groups.stable(protocols=[subscribed_to("t")])
    groups.node.clock.advance(DAY_MS)
    assert at_once(groups.coordinator.admin.expire()) == 1
    assert {found.partition for found in at_once(groups.coordinator.offsets.fetch("g", None))} == {
        TopicPartition("t", 0)
    }


async def test_bug_87_a_group_in_a_rebalance_keeps_everything(groups):
    groups.config = groups.config._replace(retention_ms=0)
    groups.commit(7)
    joined = groups.join()
    groups.node.clock.advance(DAY_MS)
    assert groups.group().state is GroupState.PreparingRebalance
    assert at_once(groups.coordinator.admin.expire()) == 0
    groups.coordinator.advance()
    assert joined.result.generation_id == 1
    assert groups.group().state is GroupState.CompletingRebalance
    assert at_once(groups.coordinator.admin.expire()) == 0


async def test_a_commit_may_say_itself_when_it_ends(groups):
    now_ms = groups.node.clock.now_ms()
    groups.commit(7, expire_ms=now_ms + 100)
    groups.commit(8, partition=1, expire_ms=now_ms + 30 * DAY_MS)
    groups.node.clock.advance(100)
    assert at_once(groups.coordinator.admin.expire()) == 1
    groups.node.clock.advance(20 * DAY_MS)
    assert at_once(groups.coordinator.admin.expire()) == 0, "longer than the broker's retention"


async def test_what_is_on_its_way_does_not_expire(groups):
    groups.config = groups.config._replace(retention_ms=0)
    groups.commit(7)
    groups.commit(8, producer=Producer(5, 0))
    groups.node.clock.advance(1)
    assert at_once(groups.coordinator.admin.expire()) == 0
    groups.append_marker(5, is_commit=False)
    assert at_once(groups.coordinator.admin.expire()) == 1


# ---- administrators ----


async def test_groups_are_listed_and_described(groups):
    groups.commit(7, group="offsets only")
    [member], _ = groups.stable(group="stable", protocols=[("range", b"meta")])
    groups.join(group="new")
    admin = groups.coordinator.admin
    error, listed = at_once(admin.list_groups())
    assert error is NONE
    assert {(group.group_id, group.protocol_type, group.state) for group in listed} == {
        ("offsets only", "", "Empty"),
        ("stable", "consumer", "Stable"),
        ("new", "consumer", "PreparingRebalance"),
    }
    assert [group.group_id for group in at_once(admin.list_groups(["Stable", "Dead"]))[1]] == ["stable"]
    described = at_once(admin.describe("stable"))
    assert described[:3] == ("Stable", "consumer", "range")
    [shown] = described.members
    assert (shown.client_id, shown.client_host, shown.metadata) == ("c", "/10.0.0.9", b"meta")
    assert shown.assignment == f"for {member}".encode()
    [shown] = at_once(admin.describe("new")).members
    assert (at_once(admin.describe("new")).protocol_name, shown.metadata, shown.assignment) == ("", b"", b"")
    assert at_once(admin.describe("none")) == ("Dead", "", "", [])
    assert groups.coordinator.groups_by_state()[GroupState.Stable] == 1
    assert groups.coordinator.offset_count() == 1


async def test_only_groups_without_members_are_deleted(groups):
    [member], _ = groups.stable()
    groups.commit(7, generation_id=1, member_id=member)
    admin = groups.coordinator.admin
    assert at_once(admin.delete("g")) is ErrorCode.NON_EMPTY_GROUP
    groups.leave(member)
    assert at_once(admin.delete("g")) is NONE
    assert at_once(admin.delete("g")) is ErrorCode.GROUP_ID_NOT_FOUND
    assert groups.fetch(0) == {0: None}
    await groups.reload()
    assert at_once(admin.delete("g")) is ErrorCode.GROUP_ID_NOT_FOUND


async def test_positions_are_deleted_while_nobody_reads_them(groups):
    admin = groups.coordinator.admin
    t, u = TopicPartition("t", 0), TopicPartition("u", 0)
    with pytest.raises(GroupIdNotFound):
        admin.delete_offsets("g", [t])
    groups.commit(7)
    groups.commit(8, topic="u")
    [member], _ = groups.stable(protocols=[subscribed_to("t")])
    assert admin.delete_offsets("g", [t, u]) == {t: ErrorCode.GROUP_SUBSCRIBED_TO_TOPIC, u: NONE}
    assert groups.fetch() == {0: 7}
    groups.leave(member)
    assert admin.delete_offsets("g", [t]) == {t: NONE}
    assert groups.group() is None, "a group is over with its last position"
    groups.stable(group="connect", protocol_type="connect")
    with pytest.raises(NonEmptyGroup):
        admin.delete_offsets("connect", [t])


async def test_the_positions_of_a_deleted_topic_go(groups):
    groups.commit(7)
    groups.commit(8, topic="u")
    at_once(groups.coordinator.admin.delete_topics([TopicPartition("t", 0), TopicPartition("t", 1)]))
    await groups.reload()
    assert [found.partition.topic for found in at_once(groups.coordinator.offsets.fetch("g", None))] == ["u"]


async def test_the_initial_delay_is_the_only_wait_of_a_group_that_keeps_positions(groups):
    groups.commit(7)
    joined = groups.join()
    groups.advance(INITIAL_DELAY_MS)
    assert joined.result.generation_id == 1
