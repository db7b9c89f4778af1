"""ListOffsets: ends, times and the versions' own ways."""

from __future__ import annotations

import pytest

from kavka.protocol.errors import ErrorCode
from tests.support.replica.node import batch

LATEST, EARLIEST, MAX_TIMESTAMP, EARLIEST_LOCAL, LATEST_TIERED, EARLIEST_PENDING_UPLOAD = range(-1, -7, -1)


@pytest.fixture
def filled(leader):
    """Five records at 1000, 2000, 1500, 3000, 2500: out of order, one a batch."""
    for timestamp in (1_000, 2_000, 1_500, 3_000, 2_500):
        leader.produce(batch(b"v", timestamp=timestamp))
    return leader


def found(call):
    partition = call.partition
    assert partition.error_code == 0
    return partition.timestamp, partition.offset


@pytest.mark.parametrize("version", range(1, 10))
def test_the_ends(filled, version):
    assert found(filled.list_offsets(EARLIEST, version=version)) == (-1, 0)
    assert found(filled.list_offsets(LATEST, version=version)) == (-1, 5)


@pytest.mark.parametrize("version", range(1, 10))
@pytest.mark.parametrize(
    ("timestamp", "expected"),
    [
        (0, (1_000, 0)),
        (1_000, (1_000, 0)),
        (1_001, (2_000, 1)),
        (2_001, (3_000, 3)),
        (3_000, (3_000, 3)),
        (3_001, (-1, -1)),
    ],
)
def test_by_time_is_the_first_offset_at_or_after_even_out_of_order(filled, version, timestamp, expected):
    assert found(filled.list_offsets(timestamp, version=version)) == expected


def test_the_maximum_timestamp(filled):
    assert found(filled.list_offsets(MAX_TIMESTAMP, version=7)) == (3_000, 3)


def test_a_log_that_is_not_tiered_is_all_here_and_nothing_of_it_elsewhere(filled):
    assert found(filled.list_offsets(EARLIEST_LOCAL, version=8)) == (-1, 0)
    for timestamp, version in ((LATEST_TIERED, 9), (EARLIEST_PENDING_UPLOAD, 11)):
        none = filled.list_offsets(timestamp, version=version).partition
        assert (none.error_code, none.timestamp, none.offset, none.leader_epoch) == (0, -1, -1, -1)


def test_an_empty_partition(leader):
    assert found(leader.list_offsets(EARLIEST)) == (-1, 0)
    assert found(leader.list_offsets(LATEST)) == (-1, 0)
    assert found(leader.list_offsets(1_000)) == (-1, -1)
    assert found(leader.list_offsets(MAX_TIMESTAMP)) == (-1, -1)


def test_a_time_inside_a_batch_finds_the_record_in_it(leader):
    leader.produce(batch(b"a", timestamp=1_000))
    leader.produce(batch(b"b", b"c", timestamp=5_000))
    assert found(leader.list_offsets(4_000)) == (5_000, 1)


@pytest.mark.parametrize("version", [3, 4, 7])
def test_leader_epochs_are_told_from_version_4_on(node, version):
    node.lead(epoch=3)
    node.produce(batch(b"a", timestamp=1_000))
    node.lead(epoch=4)
    node.produce(batch(b"b", timestamp=2_000))
    epochs = [node.list_offsets(at, version=version).partition.leader_epoch for at in (EARLIEST, 1_000, 2_000, LATEST)]
    assert epochs == ([3, 3, 4, 4] if version >= 4 else [-1] * 4)


@pytest.mark.parametrize(
    ("epoch", "error"), [(5, 0), (4, ErrorCode.FENCED_LEADER_EPOCH), (6, ErrorCode.UNKNOWN_LEADER_EPOCH)]
)
def test_bug_13_a_client_with_another_leader_epoch_is_fenced(node, epoch, error):
    node.lead(epoch=5)
    assert node.list_offsets(LATEST, leader_epoch=epoch).partition.error_code == error


@pytest.mark.parametrize("isolation_level", [0, 1])
def test_bug_77_consumers_hear_of_nothing_above_the_high_watermark_and_followers_do(node, isolation_level):
    node.lead(isr=(1, 2))
    node.produce(batch(b"a", timestamp=1_000), acks=1)
    assert found(node.list_offsets(LATEST, isolation_level=isolation_level)) == (-1, 0)
    assert found(node.list_offsets(500, isolation_level=isolation_level)) == (-1, -1)
    assert found(node.list_offsets(LATEST, replica_id=2)) == (-1, 1)


@pytest.mark.parametrize(
    ("version", "error"), [(4, ErrorCode.LEADER_NOT_AVAILABLE), (5, ErrorCode.OFFSET_NOT_AVAILABLE)]
)
def test_a_new_leader_does_not_name_offsets_before_it_knows_them(node, version, error):
    node.lead(isr=(1, 2))
    node.produce(batch(b"a"), acks=1)
    node.lead(isr=(1, 2), epoch=1)
    assert node.list_offsets(LATEST, version=version).partition.error_code == error
    node.fetch(1, replica_id=2)
    assert found(node.list_offsets(LATEST, version=version)) == (-1, 1)


def test_errors_of_partitions(node):
    node.lead(leader=2, isr=(1, 2))
    assert node.list_offsets(LATEST).partition.error_code == ErrorCode.NOT_LEADER_OR_FOLLOWER
    assert node.list_offsets(LATEST, replica_id=-2).partition.error_code == 0
    assert node.list_offsets(LATEST, topic="nowhere").partition.error_code == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION


def test_a_partition_asked_for_twice_is_refused(leader):
    answer = leader.list_offsets(LATEST, repeated=2).answer
    assert [part.error_code for part in answer.topics[0].partitions] == [ErrorCode.INVALID_REQUEST] * 2


def test_version_0_answers_with_lists(filled):
    assert filled.list_offsets(LATEST, version=0).partition.old_style_offsets == [5]
    assert filled.list_offsets(EARLIEST, version=0).partition.old_style_offsets == [0]
    assert filled.list_offsets(LATEST, version=0, max_num_offsets=10).partition.old_style_offsets == [5, 0]
    assert filled.list_offsets(0, version=0, max_num_offsets=10).partition.old_style_offsets == []
    assert filled.list_offsets(LATEST, version=0, max_num_offsets=0).partition.old_style_offsets == []


def test_version_0_lists_segments(filled):
    filled.manager.partitions.get("t", 0).log.roll()
    filled.produce(batch(b"v"))
    assert filled.list_offsets(LATEST, version=0, max_num_offsets=10).partition.old_style_offsets == [6, 5, 0]


def test_a_new_leader_names_the_earliest_offset_and_what_is_below_its_high_watermark(node):
    node.lead(isr=(1, 2))
    node.produce(batch(b"a", timestamp=100), acks=1)
    node.produce(batch(b"b", timestamp=200), acks=1)
    node.fetch(1, replica_id=2)
    node.lead(isr=(1, 2), epoch=1)
    assert found(node.list_offsets(EARLIEST)) == (-1, 0)
    assert found(node.list_offsets(100)) == (100, 0)
    for timestamp in (LATEST, 200, 300, -3):
        assert node.list_offsets(timestamp).partition.error_code == ErrorCode.OFFSET_NOT_AVAILABLE


@pytest.mark.parametrize(
    ("version", "timestamp"), [(6, -3), (1, -3), (7, -4), (8, -5), (9, -6), (10, -6), (11, -7), (0, -3)]
)
def test_a_negative_timestamp_without_a_meaning_is_refused(filled, version, timestamp):
    assert filled.list_offsets(timestamp, version=version).partition.error_code == ErrorCode.UNSUPPORTED_VERSION


@pytest.mark.parametrize(("replica_id", "expected"), [(-1, 0), (-2, 1), (2, 1)])
def test_only_consumers_are_held_below_the_high_watermark(node, replica_id, expected):
    node.lead(isr=(1, 2))
    node.produce(batch(b"a"), acks=1)
    assert node.list_offsets(LATEST, replica_id=replica_id).partition.offset == expected
