"""Who is in sync, when that changes, and what a change is worth until it is decided."""

from __future__ import annotations

import logging

import pytest

from kavka.common.event_feed import EventFeed
from kavka.common.steps import at_once
from kavka.protocol.errors import ErrorCode, NotController
from kavka.zk.errors import ConnectionLoss
from tests.support.replica.isr import LAG_MS, Leader, written
from tests.support.replica.node import batch


@pytest.fixture
def leader(tmp_path):
    leader = Leader(tmp_path)
    leader.lead(isr=(1, 2, 3))
    yield leader
    leader.log_manager.close()


async def test_a_follower_that_stays_behind_leaves_and_comes_back(leader):
    leader.produce(batch(b"a"), acks=1)
    leader.follow(2, 1)
    leader.advance(LAG_MS + 1)
    leader.follow(2, 1)
    leader.check()
    assert leader.partition.pending.isr == (1, 2)
    assert await leader.changes.write_batch()
    assert leader.partition.isr == (1, 2)
    assert leader.partition.partition_epoch == 1
    assert leader.partition.log.high_watermark == 1  # nobody waits for broker 3 any more
    leader.follow(3, 0)
    assert leader.partition.pending is None
    leader.follow(3, 1)
    assert leader.partition.pending.isr == (1, 2, 3)
    await leader.changes.write_batch()
    assert leader.partition.isr == (1, 2, 3)
    assert (leader.changes.metrics.isr_shrinks, leader.changes.metrics.isr_expands) == (1, 1)


async def test_a_member_whose_log_is_shorter_than_what_is_committed_leaves_at_once(leader):
    """Its machine lost power for a moment. What is committed stays so, and it may not lead before it has it again."""
    for _ in range(3):
        leader.produce(batch(b"a"), acks=1)
    for follower in (2, 3):
        leader.follow(follower, 3)
    assert leader.partition.log.high_watermark == 3
    leader.follow(2, 1)
    assert leader.partition.pending.isr == (1, 3)
    await leader.changes.write_batch()
    assert leader.partition.log.high_watermark == 3
    leader.follow(2, 2)
    assert leader.partition.pending is None
    leader.follow(2, 3)
    assert leader.partition.pending.isr == (1, 3, 2)


async def test_what_becomes_of_a_thousand_partitions_at_once_is_one_line(tmp_path, caplog):
    caplog.set_level(logging.INFO, logger="kavka.broker.replica.isr_changes")
    feed = EventFeed(lambda: 0)
    leader = Leader(tmp_path)
    leader.changes._feed = feed
    for index in range(30):
        leader.lead(index=index, isr=(1,), replicas=(1, 2))
        leader.fetch(0, replica_id=2, index=index)
    assert await leader.changes.write_batch()
    assert all(partition.isr == (1, 2) for partition in leader.manager.partitions)
    assert [record.getMessage() for record in caplog.records] == [
        "t-0: ISR [1, 2], was [1] (29 more partitions likewise)"
    ]
    assert feed.recent() == []  # nobody looks, and there is room for other news
    leader.log_manager.close()


def test_bug_19_nobody_leaves_an_idle_partition(leader):
    leader.produce(batch(b"a"), acks=1)
    for follower in (2, 3):
        leader.follow(follower, 1)
    for _ in range(12):
        leader.advance(LAG_MS // 2)
        leader.check()
        assert leader.partition.pending is None


def test_a_follower_of_a_busy_leader_is_caught_up_one_fetch_behind(leader):
    for end in range(10):
        leader.produce(batch(b"x"), acks=1)
        for follower in (2, 3):
            leader.follow(follower, end)
        leader.advance(LAG_MS // 2)
        leader.check()
        assert leader.partition.pending is None


async def test_bug_14_who_has_not_what_an_earlier_leader_committed_does_not_join(leader):
    """The high watermark of a new leader may lie before its epoch's start, where it counts for nothing."""
    for _ in range(3):
        leader.produce(batch(b"a"), acks=1)
    leader.lead(isr=(1, 2), replicas=(1, 2, 3), epoch=1)
    assert leader.partition.log.high_watermark == 0
    assert leader.partition.leader_epoch_start_offset == 3
    leader.follow(3, 2)
    assert leader.partition.pending is None
    leader.follow(3, 3)
    assert leader.partition.pending.isr == (1, 2, 3)


async def test_bug_15_both_isrs_count_until_the_change_is_decided(leader):
    leader.produce(batch(b"a"), acks=1)
    waiting = leader.produce(batch(b"b"), acks=-1)
    leader.follow(2, 2)
    leader.advance(LAG_MS + 1)
    leader.follow(2, 2)
    leader.check()
    assert leader.partition.maximal_isr == (1, 2, 3)
    assert leader.partition.log.high_watermark == 0  # broker 3 may still be in the ISR
    assert waiting.is_waiting
    await leader.changes.write_batch()
    assert leader.partition.log.high_watermark == 2
    assert waiting.partition.error_code == 0


async def test_bug_15_a_joining_replica_counts_before_it_has_joined(leader):
    leader.lead(isr=(1, 2), replicas=(1, 2, 3), epoch=1)
    for follower in (2, 3):
        leader.follow(follower, 0)
    assert leader.partition.pending.isr == (1, 2, 3)
    leader.produce(batch(b"a"), acks=1)
    leader.follow(2, 1)
    assert leader.partition.log.high_watermark == 0
    leader.follow(3, 1)
    assert leader.partition.log.high_watermark == 1


async def test_bug_15_what_came_to_nothing_is_asked_again(leader):
    leader.produce(batch(b"a"), acks=1)
    leader.advance(LAG_MS + 1)
    leader.check()
    leader.writer.answers = [ConnectionLoss("gone"), NotController("elsewhere"), int(ErrorCode.UNKNOWN_SERVER_ERROR)]
    for _ in range(3):
        assert not await leader.changes.write_batch()
        assert leader.partition.isr == (1, 2, 3)
    assert await leader.changes.write_batch()
    assert leader.partition.isr == (1,)
    assert len({change.isr for (change,) in leader.writer.asked}) == 1


async def test_bug_15_an_answer_for_an_earlier_leader_epoch_is_void(leader):
    leader.produce(batch(b"a"), acks=1)
    leader.advance(LAG_MS + 1)
    leader.check()
    leader.writer.answers = [lambda: leader.lead(isr=(1, 2, 3), epoch=1)]
    await leader.changes.write_batch()
    assert leader.partition.isr == (1, 2, 3)
    assert leader.partition.pending is None


async def test_an_answer_that_was_lost_is_found_in_zookeeper(leader):
    leader.produce(batch(b"a"), acks=1)
    leader.advance(LAG_MS + 1)
    leader.check()
    leader.writer.answers = [int(ErrorCode.INVALID_UPDATE_VERSION)]
    leader.writer.found = written(leader.partition.pending, partition_epoch=7)
    assert await leader.changes.write_batch()
    assert (leader.partition.isr, leader.partition.partition_epoch) == ((1,), 7)


@pytest.mark.parametrize("code", [ErrorCode.FENCED_LEADER_EPOCH, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION])
async def test_a_change_that_was_overtaken_waits_for_the_controller(leader, code):
    leader.produce(batch(b"a"), acks=1)
    leader.advance(LAG_MS + 1)
    leader.check()
    leader.writer.answers = [int(code)]
    assert await leader.changes.write_batch()
    assert leader.partition.pending is not None
    assert await leader.changes.write_batch()
    assert len(leader.writer.asked) == 1
    leader.lead(isr=(1,), replicas=(1, 2, 3), epoch=1)
    assert leader.partition.isr == (1,)
    assert leader.partition.pending is None


async def test_a_refused_change_leaves_everything_as_it_was(leader):
    leader.lead(isr=(1, 2), replicas=(1, 2, 3), epoch=1)
    leader.follow(3, 0)
    leader.writer.answers = [int(ErrorCode.OPERATION_NOT_ATTEMPTED)]
    assert not await leader.changes.write_batch()  # it is to wait a moment before it asks again
    assert leader.partition.isr == (1, 2)
    assert leader.partition.pending is None
    leader.follow(3, 0)
    assert leader.partition.pending.isr == (1, 2, 3)


async def test_bug_17_who_is_refused_because_it_is_about_to_go_is_not_waited_for(leader):
    """A broker in its controlled shutdown follows to its last moment; acks=all must not wait for the lag time then."""
    leader.lead(isr=(1, 2), replicas=(1, 2, 3), epoch=1)
    leader.follow(3, 0)
    waiting = leader.produce(batch(b"a"))
    leader.follow(2, 1)
    assert waiting.is_waiting
    leader.writer.answers = [int(ErrorCode.OPERATION_NOT_ATTEMPTED)]
    await leader.changes.write_batch()
    assert leader.partition.log.high_watermark == 1
    assert waiting.partition.error_code == 0


def test_bug_17_a_dead_broker_does_not_join(leader):
    leader.lead(isr=(1, 2), replicas=(1, 2, 3), epoch=1)
    leader.dead.add(3)
    leader.follow(3, 0)
    assert leader.partition.pending is None
    leader.dead.clear()
    leader.follow(3, 0)
    assert leader.partition.pending.isr == (1, 2, 3)


def test_bug_22_a_member_that_is_no_replica_leaves_at_once(leader):
    leader.lead(isr=(1, 2, 9), replicas=(1, 2), epoch=1)
    leader.check()
    assert leader.partition.pending.isr == (1, 2)


def test_a_leader_alone_waits_for_who_is_about_to_join(leader):
    """Otherwise its high watermark would always be a step ahead, and nobody could ever join under load."""
    leader.lead(isr=(1,), replicas=(1, 2), epoch=1)
    leader.produce(batch(b"a"), acks=1)
    leader.follow(2, 0)
    leader.produce(batch(b"b"), acks=1)
    leader.follow(2, 1)  # it has what there was when it asked last, and not the high watermark
    assert leader.partition.pending is None
    leader.produce(batch(b"c"), acks=1)
    assert leader.partition.log.high_watermark == 2
    leader.advance(LAG_MS + 1)
    leader.check()
    assert leader.partition.log.high_watermark == 3


def test_bug_17_who_is_about_to_go_is_not_waited_for(leader):
    leader.lead(isr=(1,), replicas=(1, 2), epoch=1)
    leader.follow(2, 0)
    leader.partition.refuse_isr(now_ms=0, lag_ms=LAG_MS)
    leader.dead.add(2)
    leader.follow(2, 0)
    assert leader.partition.pending is None
    leader.produce(batch(b"a"), acks=1)
    assert leader.partition.log.high_watermark == 1


@pytest.mark.parametrize("how", ["it fetches once more", "the controller says so"])
def test_a_follower_that_goes_before_it_has_joined_holds_nobody_up(leader, how):
    """Else an acks=all producer would stand still for replica.lag.time.max.ms."""
    leader.lead(isr=(1,), replicas=(1, 2), epoch=1)
    follower = leader.partition.remote_replicas[2]
    follower.reset(caught_up_ms=leader.clock.monotonic_ms())
    leader.check()
    waiting = leader.produce(batch(b"a"))
    assert waiting.is_waiting
    leader.dead.add(2)
    if how == "it fetches once more":
        leader.follow(2, 0)
    else:
        at_once(leader.manager.followers.brokers_left())
    assert waiting.partition.error_code == 0


def test_changes_of_a_follower_are_no_business_of_its(leader):
    leader.produce(batch(b"a"), acks=1)
    leader.lead(leader=2, isr=(1, 2, 3), epoch=1)
    leader.advance(LAG_MS + 1)
    leader.check()
    assert leader.partition.pending is None


async def test_min_isr_counts_what_is_decided_not_what_is_asked_for(leader):
    leader.topics.overrides["t2"] = {"min.insync.replicas": "2"}
    leader.lead("t2", isr=(1, 2), replicas=(1, 2))
    waiting = leader.produce(batch(b"a"), "t2")
    assert waiting.is_waiting
    leader.advance(LAG_MS + 1)
    leader.check()
    accepted = leader.produce(batch(b"b"), "t2")
    assert accepted.is_waiting
    await leader.changes.write_batch()
    assert leader.manager.partitions.find("t2", 0).isr == (1,)
    for call in (waiting, accepted):
        assert call.partition.error_code == ErrorCode.NOT_ENOUGH_REPLICAS_AFTER_APPEND
    refused = leader.produce(batch(b"c"), "t2")
    assert refused.partition.error_code == ErrorCode.NOT_ENOUGH_REPLICAS


def test_one_partition_that_cannot_be_checked_keeps_no_other_from_being_checked(leader, caplog):
    leader.lead(index=1, isr=(1, 2, 3))
    leader.produce(batch(b"a"), acks=1)
    leader.produce(batch(b"a"), index=1, acks=1)
    leader.partition.isr = (2, 3)  # which no request can bring about any more
    leader.advance(LAG_MS + 1)
    leader.check()
    assert leader.manager.partitions.find("t", 1).pending.isr == (1,)
    assert "ISR shrink failed for t-0" in caplog.text


def test_isrs_are_checked_a_partition_a_step(leader):
    """So that others are served in between where there are 50,000."""
    leader.lead(index=1, isr=(1, 2, 3))
    for index in range(2):
        leader.produce(batch(b"a"), acks=1, index=index)
    leader.advance(LAG_MS + 1)
    checked = leader.changes.check_each(leader.manager.partitions)
    next(checked)
    first, other = leader.manager.partitions
    assert (first.pending.isr, other.pending) == ((1,), None)
    at_once(checked)
    assert other.pending.isr == (1,)
