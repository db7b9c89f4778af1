"""acks=all with followers: who completes the waiting produce, and with what."""

from __future__ import annotations

import pytest

from kavka.common.steps import at_once
from kavka.protocol.errors import ErrorCode
from tests.support.replica.node import batch


def replicated(node, *, replicas=(1, 2, 3), isr=(1, 2, 3), epoch=0):
    node.lead(isr=isr, replicas=replicas, epoch=epoch)
    return node


def test_it_waits_until_every_in_sync_replica_has_the_records(node):
    replicated(node)
    call = node.produce(batch(b"a", b"b"))
    assert call.is_waiting
    node.fetch(2, replica_id=2)
    assert call.is_waiting
    node.fetch(1, replica_id=3)
    assert call.is_waiting
    node.fetch(2, replica_id=3)
    assert (call.partition.error_code, call.partition.base_offset) == (0, 0)
    assert node.manager.waiting.produce_purgatory.delayed() == 0


def test_replicas_outside_the_isr_are_not_waited_for(node):
    replicated(node, isr=(1, 2))
    call = node.produce(batch())
    node.fetch(1, replica_id=2)
    assert call.partition.error_code == 0


def test_acks_1_does_not_wait_for_followers(node):
    replicated(node)
    assert node.produce(batch(), acks=1).partition.error_code == 0


def test_when_the_time_is_up_nobody_knows(node):
    replicated(node)
    call = node.produce(batch(), timeout_ms=500)
    node.advance(499)
    assert call.is_waiting
    node.advance(1)
    assert (call.partition.error_code, call.partition.base_offset) == (ErrorCode.REQUEST_TIMED_OUT, -1)
    node.fetch(1, replica_id=2)
    node.fetch(1, replica_id=3)
    assert len(call.answers) == 1
    assert node.manager.partitions.get("t", 0).log.high_watermark == 1


def test_bug_46_losing_the_leadership_ends_the_wait_at_once(node):
    replicated(node)
    call = node.produce(batch())
    node.lead(leader=2, isr=(1, 2, 3), epoch=1)
    assert call.partition.error_code == ErrorCode.NOT_LEADER_OR_FOLLOWER


def test_bug_46_stopping_the_replica_ends_the_wait_at_once(node):
    replicated(node)
    for delete in (False, True):
        call = node.produce(batch())
        node.stop(delete=delete)
        assert call.partition.error_code == ErrorCode.NOT_LEADER_OR_FOLLOWER
        node.lead(isr=(1, 2, 3), epoch=1)


def test_an_isr_below_the_minimum_refuses_acks_all_only(node):
    node.topics.overrides["t"] = {"min.insync.replicas": "2"}
    replicated(node, isr=(1,))
    assert node.produce(batch()).partition.error_code == ErrorCode.NOT_ENOUGH_REPLICAS
    assert node.produce(batch(), acks=1).partition.error_code == 0


def test_an_isr_that_shrank_below_the_minimum_after_the_append(node):
    node.topics.overrides["t"] = {"min.insync.replicas": "2"}
    replicated(node, isr=(1, 2))
    call = node.produce(batch())
    assert call.is_waiting
    node.lead(isr=(1,), replicas=(1, 2, 3), epoch=1)
    assert call.partition.error_code == ErrorCode.NOT_ENOUGH_REPLICAS_AFTER_APPEND


@pytest.mark.parametrize("acks", [0, 1])
def test_bug_18_below_the_minimum_nothing_is_committed(node, acks):
    """With the one broker that has them such records would be gone, and consumers have seen what never was."""
    node.topics.overrides["t"] = {"min.insync.replicas": "2"}
    replicated(node, isr=(1,))
    node.produce(batch(b"a"), acks=acks)
    assert node.fetch(0).partition.high_watermark == 0
    node.fetch(1, replica_id=2)
    assert node.fetch(0).partition.high_watermark == 0, "a follower has it, which is not in the ISR"
    node.lead(isr=(1, 2), replicas=(1, 2, 3), epoch=1)
    node.fetch(1, replica_id=2)
    assert node.fetch(0).partition.high_watermark == 1


def test_bug_18_a_lower_minimum_commits_what_waited_for_it(node):
    node.topics.overrides["t"] = {"min.insync.replicas": "2"}
    replicated(node, isr=(1,))
    node.produce(batch(b"a"), acks=1)
    node.topics.overrides["t"] = {"min.insync.replicas": "1"}
    at_once(node.manager.reconfiguration.apply(node.topics.log_config))
    assert node.fetch(0).partition.high_watermark == 1


def test_bug_18_a_new_leader_alone_commits_nothing_of_what_it_has(node):
    node.topics.overrides["t"] = {"min.insync.replicas": "2"}
    replicated(node, isr=(1, 2))
    node.produce(batch(b"a"), acks=1)
    node.lead(isr=(1,), replicas=(1, 2, 3), epoch=1)
    assert node.fetch(0).partition.high_watermark == 0


def test_a_minimum_above_the_number_of_replicas_counts_as_that_number(node):
    node.topics.overrides["t"] = {"min.insync.replicas": "2"}
    node.lead()
    assert node.produce(batch()).partition.error_code == 0


def test_a_new_epoch_of_the_same_leader_forgets_how_far_the_followers_were(node):
    replicated(node)
    node.produce(batch(), acks=1)
    node.fetch(1, replica_id=2)
    node.lead(isr=(1, 2), replicas=(1, 2, 3), epoch=1)
    assert node.manager.partitions.get("t", 0).log.high_watermark == 0
    node.fetch(1, replica_id=2)
    assert node.manager.partitions.get("t", 0).log.high_watermark == 1


def test_bug_95_a_stranger_among_the_followers_gets_an_error_for_that_partition_only(node):
    replicated(node)
    node.lead(index=1, isr=(1, 4))
    call = node.fetch(replica_id=4, partitions=[("t", 0, 0), ("t", 1, 0)])
    parts = [part for topic in call.answer.responses for part in topic.partitions]
    assert [part.error_code for part in parts] == [ErrorCode.NOT_LEADER_OR_FOLLOWER, 0]
