"""A fetch below min_bytes: what wakes it, and what it then answers."""

from __future__ import annotations

import gc

import pytest

from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import FetchRequest
from kavka.protocol.records.batch import iter_records
from tests.support.replica.node import batch


def values(partition):
    return [record.value for record in iter_records(partition.records)]


def test_an_append_completes_it(leader):
    call = leader.fetch(0, max_wait_ms=500)
    assert call.is_waiting
    leader.produce(batch(b"a"))
    assert values(call.partition) == [b"a"]
    assert leader.manager.waiting.fetch_purgatory.statistics()[1:4] == (0, 0, 0)
    assert len(leader.manager.waiting.fetch_purgatory.timer) == 0


def test_its_time_completes_it_with_what_is_there(leader):
    leader.produce(batch(b"a"))
    call = leader.fetch(0, max_wait_ms=500, min_bytes=10_000)
    leader.advance(499)
    assert call.is_waiting
    leader.advance(1)
    assert values(call.partition) == [b"a"]
    leader.produce(batch(b"b" * 20_000))
    assert len(call.answers) == 1


def test_min_bytes_is_the_sum_over_partitions_and_appends(leader):
    leader.lead(index=1)
    size = len(batch(b"x" * 100))
    call = leader.fetch(partitions=[("t", 0, 0), ("t", 1, 0)], max_wait_ms=500, min_bytes=3 * size)
    leader.produce(batch(b"x" * 100))
    leader.produce(batch(b"x" * 100), index=1)
    assert call.is_waiting
    leader.produce(batch(b"x" * 100))
    parts = [part for topic in call.answer.responses for part in topic.partitions]
    assert [len(part.records) for part in parts] == [2 * size, size]


def test_min_bytes_counts_no_more_than_partition_max_bytes(leader):
    size = len(batch(b"x"))
    call = leader.fetch(0, max_wait_ms=500, min_bytes=3 * size, partition_max_bytes=2 * size)
    for _ in range(5):
        leader.produce(batch(b"x"))
    assert call.is_waiting
    leader.advance(500)
    assert len(call.partition.records) == 2 * size


@pytest.mark.parametrize("options", [{"max_wait_ms": 0}, {"max_wait_ms": 500, "min_bytes": 0}])
def test_who_does_not_want_to_wait_does_not(leader, options):
    assert leader.fetch(0, **options).partition.records == b""


def test_asking_for_nothing_is_answered_at_once(leader):
    assert leader.fetch(partitions=[], max_wait_ms=500).answer.responses == []


def test_an_error_of_one_partition_answers_at_once(leader):
    call = leader.fetch(partitions=[("t", 0, 0), ("nowhere", 0, 0)], max_wait_ms=500)
    assert [topic.partitions[0].error_code for topic in call.answer.responses] == [
        0,
        ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
    ]


def test_consumers_wake_with_the_high_watermark_and_followers_with_the_append(node):
    node.lead(isr=(1, 2))
    consumer = node.fetch(0, max_wait_ms=500)
    follower = node.fetch(0, replica_id=2, max_wait_ms=500)
    node.produce(batch(b"a"), acks=1)
    assert values(follower.partition) == [b"a"]
    assert consumer.is_waiting
    node.fetch(1, replica_id=2, max_wait_ms=500)
    assert values(consumer.partition) == [b"a"]


def test_bug_54_a_high_watermark_that_moves_does_not_wake_followers(node):
    node.lead(isr=(1, 2, 3))
    node.produce(batch(b"a"), acks=1)
    waiting = node.fetch(1, replica_id=2, max_wait_ms=500)
    node.fetch(1, replica_id=3, max_wait_ms=500)
    assert node.manager.partitions.get("t", 0).log.high_watermark == 1
    assert waiting.is_waiting


def test_bug_46_losing_the_leadership_ends_the_wait_at_once(node):
    node.lead(isr=(1, 2))
    call = node.fetch(0, max_wait_ms=500)
    node.lead(leader=2, isr=(1, 2), epoch=1)
    assert call.partition.error_code == ErrorCode.NOT_LEADER_OR_FOLLOWER


def test_bug_46_a_deleted_partition_ends_the_wait_at_once(leader):
    call = leader.fetch(0, max_wait_ms=500)
    leader.stop(delete=True, epoch=-2)
    assert call.partition.error_code == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION


def test_a_new_leader_epoch_ends_the_wait_of_who_named_the_old_one(leader):
    named = leader.fetch(0, max_wait_ms=500, leader_epoch=0)
    did_not = leader.fetch(0, max_wait_ms=500)
    leader.lead(epoch=1)
    assert named.partition.error_code == ErrorCode.FENCED_LEADER_EPOCH
    assert did_not.is_waiting


def test_bug_20_what_completes_is_one_snapshot_of_what_is_there_then(leader):
    call = leader.fetch(0, max_wait_ms=500, min_bytes=10_000)
    leader.produce(batch(b"a"))
    leader.produce(batch(b"b" * 20_000))
    partition = call.partition
    assert partition.high_watermark == 2
    assert [record.offset for record in iter_records(partition.records)] == [0, 1]


def test_several_fetches_of_one_partition_all_wake(leader):
    calls = [leader.fetch(0, max_wait_ms=500) for _ in range(20)]
    leader.produce(batch(b"a"))
    assert all(values(call.partition) == [b"a"] for call in calls)


def test_nothing_that_waits_keeps_the_request(leader):
    # Other tests of this process may have left requests of their own behind: this one's wait has no like.
    leader.fetch(0, max_wait_ms=500_317)
    gc.collect()
    requests = [thing for thing in gc.get_objects() if isinstance(thing, FetchRequest)]
    assert not [request for request in requests if request.max_wait_ms == 500_317]


def test_a_client_that_is_gone_does_not_hurt_the_others(leader):
    gone, here = leader.fetch(0, max_wait_ms=500), leader.fetch(0, max_wait_ms=500)
    gone.finish = None  # answering it raises
    leader.produce(batch(b"a"))
    assert values(here.partition) == [b"a"]


def test_bug_96_a_client_that_is_gone_leaves_no_fetch_behind(leader):
    calls = [leader.fetch(0, max_wait_ms=2**31 - 1) for _ in range(3)]
    for call in calls[:2]:
        call.lose()
    assert leader.manager.waiting.fetch_purgatory.delayed() == 1
    assert len(leader.manager.waiting.fetch_purgatory.timer) == 1
    leader.produce(batch(b"a"))
    assert [call.is_waiting for call in calls] == [True, True, False]
    assert leader.manager.waiting.fetch_purgatory.statistics()[1:4] == (0, 0, 0)
