"""DeleteRecords: what is hidden, what is dropped, what survives a restart, and for whom the answer waits."""

from __future__ import annotations

import pytest

from kavka.broker.requests.error_responses import error_response
from kavka.common.steps import at_once
from kavka.protocol.errors import ErrorCode, KafkaStorageError, UnknownServerError
from kavka.protocol.messages import DeleteRecordsRequest
from kavka.protocol.records.batch import iter_records
from tests.support.replica.node import BROKER, batch

EARLIEST = -2
SEGMENT = {"segment.bytes": "100"}


def results(call):
    (topic,) = call.answer.topics
    return [(p.partition_index, p.error_code, p.low_watermark) for p in topic.partitions]


def fill(node, count=5):
    for number in range(count):
        assert node.produce(batch(b"%d" % number), acks=1).partition.error_code == 0


@pytest.mark.parametrize("version", range(3))
def test_every_version_moves_the_start_and_tells_the_low_watermark(leader, version):
    fill(leader)
    assert results(leader.delete_records((0, 3), version=version)) == [(0, 0, 3)]
    assert leader.list_offsets(EARLIEST).partition.offset == 3
    assert leader.fetch(2).partition.error_code == ErrorCode.OFFSET_OUT_OF_RANGE
    answer = leader.fetch(3).partition
    assert (answer.error_code, answer.log_start_offset) == (0, 3)
    assert [record.offset for record in iter_records(answer.records)] == [3, 4]


def test_minus_one_is_the_high_watermark(leader):
    fill(leader)
    assert results(leader.delete_records((0, -1))) == [(0, 0, 5)]
    assert leader.produce(batch(b"next")).partition.base_offset == 5


def test_an_offset_inside_a_batch_keeps_the_batch_and_hides_what_is_before(leader):
    leader.produce(batch(b"a", b"b", b"c"))
    assert results(leader.delete_records((0, 2))) == [(0, 0, 2)]
    assert leader.list_offsets(EARLIEST).partition.offset == 2
    assert leader.fetch(1).partition.error_code == ErrorCode.OFFSET_OUT_OF_RANGE
    assert leader.fetch(2).partition.error_code == 0


def test_a_start_never_goes_back(leader):
    fill(leader)
    leader.delete_records((0, 4))
    assert results(leader.delete_records((0, 2))) == [(0, 0, 4)]
    assert results(leader.delete_records((0, 0))) == [(0, 0, 4)]


@pytest.mark.parametrize("offset", [6, -2, 2**63 - 1])
def test_offsets_that_are_not_there(leader, offset):
    fill(leader)
    assert results(leader.delete_records((0, offset))) == [(0, ErrorCode.OFFSET_OUT_OF_RANGE, -1)]
    assert leader.list_offsets(EARLIEST).partition.offset == 0


def test_not_above_the_high_watermark(node):
    node.lead(isr=(BROKER, 2))
    fill(node)
    assert results(node.delete_records((0, 1))) == [(0, ErrorCode.OFFSET_OUT_OF_RANGE, -1)]


def test_only_where_old_records_are_dropped(node):
    node.topics.overrides = {"t": {"cleanup.policy": "compact"}}
    node.lead()
    assert results(node.delete_records((0, 0))) == [(0, ErrorCode.POLICY_VIOLATION, -1)]
    node.topics.overrides = {"u": {"cleanup.policy": "compact,delete"}}
    node.lead("u")
    assert results(node.delete_records((0, 0), topic="u")) == [(0, 0, 0)]


def test_internal_topics_are_protected(node):
    node.lead("__consumer_offsets")
    assert results(node.delete_records((0, 0), topic="__consumer_offsets")) == [
        (0, ErrorCode.INVALID_TOPIC_EXCEPTION, -1)
    ]


def test_each_partition_has_its_own_outcome(node):
    node.lead("t", 0)
    node.lead("t", 1, leader=2, isr=(2,), replicas=(BROKER, 2))
    fill(node, 2)
    assert results(node.delete_records((1, 0), (0, 1), (7, 0))) == [
        (1, ErrorCode.NOT_LEADER_OR_FOLLOWER, -1),
        (0, 0, 1),
        (7, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, -1),
    ]


def test_of_a_partition_named_twice_the_last_offset_counts(leader):
    fill(leader)
    assert results(leader.delete_records((0, 4), (0, 2))) == [(0, 0, 2)]


def test_a_request_about_nothing_is_answered(node):
    assert node.delete_records().answer.topics[0].partitions == []


def test_segments_with_nothing_left_are_dropped_from_the_disk(node):
    node.topics.overrides = {"t": SEGMENT}
    node.lead()
    fill(node)
    log = node.manager.partitions.find("t", 0).log
    assert len(log.segments) == 5
    node.delete_records((0, 3))
    assert [segment.base_offset for segment in log.segments] == [3, 4]
    assert [record.offset for record in iter_records(node.fetch(3).partition.records)] == [3]
    node.delete_records((0, -1))
    assert [segment.base_offset for segment in log.segments] == [4], "the active segment stays"


@pytest.mark.parametrize("is_clean", [True, False])
async def test_deleted_records_do_not_come_back_with_a_restart(node, is_clean):
    node.lead()
    fill(node)
    node.delete_records((0, 3))
    await node.log_manager.run_due()
    checkpoint = node.directory / "log-start-offset-checkpoint"
    assert checkpoint.read_text().splitlines() == ["0", "1", "t 0 3"], "in the next round, not at the next interval"
    if is_clean:
        node.restart()
    else:
        node.log_manager.close()  # as after kill -9: no marker, nothing flushed or checkpointed on the way
        node.start()
    node.lead(epoch=1)
    assert node.list_offsets(EARLIEST).partition.offset == 3
    assert node.fetch(2).partition.error_code == ErrorCode.OFFSET_OUT_OF_RANGE


def follow(node, offset, start, *, replica_id=2):
    """A follower's fetch that says where its log starts."""
    return node.fetch(offset, replica_id=replica_id, log_start_offset=start)


def test_it_waits_for_the_live_replicas(node):
    node.lead(isr=(BROKER, 2), replicas=(BROKER, 2, 3))
    fill(node)
    for replica_id in (2, 3):
        follow(node, 5, 0, replica_id=replica_id)
    call = node.delete_records((0, 4))
    assert call.is_waiting
    follow(node, 5, 4)
    assert call.is_waiting
    follow(node, 5, 4, replica_id=3)
    assert results(call) == [(0, 0, 4)]


def test_dead_replicas_are_not_waited_for(node):
    node.manager.followers._is_broker_alive = lambda broker_id: broker_id != 3
    node.lead(isr=(BROKER, 2), replicas=(BROKER, 2, 3))
    fill(node)
    follow(node, 5, 0)
    call = node.delete_records((0, 4))
    assert call.is_waiting
    follow(node, 5, 4)
    assert results(call) == [(0, 0, 4)]


def test_when_the_time_is_up(node):
    node.lead(isr=(BROKER, 2))
    fill(node)
    follow(node, 5, 0)
    call = node.delete_records((0, 4), timeout_ms=500)
    node.advance(499)
    assert call.is_waiting
    node.advance(2)
    assert results(call) == [(0, ErrorCode.REQUEST_TIMED_OUT, -1)]
    assert node.list_offsets(EARLIEST).partition.offset == 4, "deleted it is, here"
    assert node.manager.waiting.delete_records_purgatory.delayed() == 0


def test_bug_46_losing_the_leadership_ends_the_wait_at_once(node):
    node.lead(isr=(BROKER, 2))
    fill(node)
    follow(node, 5, 0)
    call = node.delete_records((0, 4))
    node.lead(leader=2, epoch=1, isr=(2,), replicas=(BROKER, 2), is_new=False)
    assert results(call) == [(0, ErrorCode.NOT_LEADER_OR_FOLLOWER, -1)]


async def test_bug_66_a_directory_that_fails_ends_the_wait(node):
    node.lead(isr=(BROKER, 2))
    fill(node)
    follow(node, 5, 0)
    call = node.delete_records((0, 4))
    partition = node.manager.partitions.find("t", 0)
    assert isinstance(partition.log.log_dir.fail(OSError(5, "injected"), "testing"), KafkaStorageError)
    node.manager.waiting.complete(partition)
    assert results(call) == [(0, ErrorCode.KAFKA_STORAGE_ERROR, -1)]


def test_every_error_can_be_said():
    asked = DeleteRecordsRequest.DeleteRecordsPartition(partition_index=3, offset=1)
    request = DeleteRecordsRequest(topics=[DeleteRecordsRequest.DeleteRecordsTopic(name="t", partitions=[asked])])
    (topic,) = error_response(request, UnknownServerError("no")).topics
    assert [(p.partition_index, p.error_code, p.low_watermark) for p in topic.partitions] == [(3, -1, -1)]


def test_a_follower_that_goes_while_it_is_waited_for_is_waited_for_no_more(node):
    """Whoever else follows may be idle, and then says nothing that would have the leader look again."""
    node.lead(isr=(BROKER, 2, 3))
    fill(node, 1)
    for broker_id in (2, 3):
        node.fetch(1, replica_id=broker_id)
    alive = {BROKER, 2, 3}
    node.manager.followers._is_broker_alive = alive.__contains__
    waiting = node.delete_records((0, 1))
    node.fetch(1, replica_id=2, log_start_offset=1)
    assert waiting.is_waiting
    alive.remove(3)
    at_once(node.manager.followers.brokers_left())
    assert results(waiting) == [(0, 0, 1)]
