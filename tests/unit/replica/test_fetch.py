"""Fetch, as clients of every version see it: limits, offsets, epochs, formats."""

from __future__ import annotations

import pytest

from kavka.protocol.errors import ErrorCode
from kavka.protocol.records.batch import iter_headers, iter_records
from kavka.protocol.records.compression import Compression
from kavka.protocol.records.legacy import magic_of
from tests.support.replica.node import batch


def values(partition):
    return [record.value for record in iter_records(partition.records)]


@pytest.mark.parametrize("version", range(13))
def test_every_version_reads_what_was_produced(leader, version):
    leader.produce(batch(b"a", b"b"))
    leader.produce(batch(b"c"))
    partition = leader.fetch(0, version=version).partition
    assert (partition.error_code, partition.high_watermark) == (0, 3)
    assert values(partition) == [b"a", b"b", b"c"]
    assert [record.offset for record in iter_records(partition.records)] == [0, 1, 2]
    assert magic_of(partition.records) == {0: 0, 1: 0, 2: 1, 3: 1}.get(version, 2)
    if version >= 4:
        assert partition.last_stable_offset == 3
    if version >= 5:
        assert partition.log_start_offset == 0


@pytest.mark.parametrize("version", range(13))
def test_nothing_to_read_is_zero_bytes_never_null(leader, version):
    leader.produce(batch(b"a"))
    assert leader.fetch(1, version=version).partition.records == b""
    assert leader.fetch(9, version=version).partition.records == b""
    assert leader.fetch(0, topic="nowhere", version=version).partition.records == b""


@pytest.mark.parametrize(("isolation_level", "aborted"), [(0, None), (1, [])])
@pytest.mark.parametrize("version", range(4, 13))
def test_aborted_transactions_are_listed_for_read_committed_only(leader, version, isolation_level, aborted):
    leader.produce(batch(b"a"))
    partition = leader.fetch(0, version=version, isolation_level=isolation_level).partition
    assert partition.aborted_transactions == aborted
    assert values(partition) == [b"a"]


def test_an_offset_inside_a_batch_gets_the_whole_batch(leader):
    leader.produce(batch(b"a", b"b", b"c"))
    assert values(leader.fetch(1).partition) == [b"a", b"b", b"c"]


@pytest.mark.parametrize("offset", [-1, 2, 1_000])
def test_an_offset_outside_the_log(leader, offset):
    leader.produce(batch(b"a"))
    partition = leader.fetch(offset, max_wait_ms=1_000).partition
    assert (partition.error_code, partition.high_watermark) == (ErrorCode.OFFSET_OUT_OF_RANGE, -1)


def test_consumers_do_not_see_what_is_not_committed_and_followers_do(node):
    node.lead(isr=(1, 2))
    node.produce(batch(b"a"), acks=1)
    consumer = node.fetch(0).partition
    assert (consumer.error_code, consumer.high_watermark, consumer.records) == (0, 0, b"")
    follower = node.fetch(0, replica_id=2).partition
    assert values(follower) == [b"a"]
    # An offset between the high watermark and the end is not out of range: it may exist one day.
    assert node.fetch(1).partition.error_code == 0


def test_a_partition_that_another_broker_leads(node):
    node.lead(leader=2, isr=(1, 2))
    assert node.fetch(0).partition.error_code == ErrorCode.NOT_LEADER_OR_FOLLOWER
    assert node.fetch(0, replica_id=-2).partition.error_code == 0


@pytest.mark.parametrize(
    ("epoch", "error"),
    [(-1, 0), (5, 0), (4, ErrorCode.FENCED_LEADER_EPOCH), (6, ErrorCode.UNKNOWN_LEADER_EPOCH)],
)
def test_bug_13_a_client_with_another_leader_epoch_is_fenced(node, epoch, error):
    node.lead(epoch=5)
    node.produce(batch(b"a"))
    for version in (9, 12):
        assert node.fetch(0, version=version, leader_epoch=epoch).partition.error_code == error
    assert node.fetch(0, version=8, leader_epoch=-1).partition.error_code == 0


def test_the_first_batch_is_returned_even_above_every_limit(leader):
    leader.produce(batch(b"x" * 1_000))
    leader.produce(batch(b"y" * 1_000))
    assert values(leader.fetch(0, partition_max_bytes=10).partition) == [b"x" * 1_000]
    assert values(leader.fetch(0, max_bytes=10).partition) == [b"x" * 1_000]


def test_only_the_first_partition_that_has_records_may_exceed_the_limits(leader):
    for index in (1, 2, 3):
        leader.lead(index=index)
    for index in (1, 2):
        leader.produce(batch(b"x" * 1_000), index=index)
    leader.produce(batch(b"small"), index=3)
    call = leader.fetch(partitions=[("t", 0, 0), ("t", 1, 0), ("t", 2, 0), ("t", 3, 0)], partition_max_bytes=200)
    sizes = [len(part.records) for topic in call.answer.responses for part in topic.partitions]
    assert sizes[0] == 0
    assert sizes[1] > 1_000
    assert sizes[2] == 0
    assert 0 < sizes[3] < 200


def test_max_bytes_is_shared_by_all_partitions(leader):
    for index in (1, 2):
        leader.lead(index=index)
    for index in range(3):
        leader.produce(batch(b"x" * 1_000), index=index)
    call = leader.fetch(partitions=[("t", 0, 0), ("t", 1, 0), ("t", 2, 0)], max_bytes=1_500)
    sizes = [len(part.records) for topic in call.answer.responses for part in topic.partitions]
    assert [size > 0 for size in sizes] == [True, False, False]


@pytest.mark.parametrize("version", [0, 1, 2])
def test_before_version_3_the_limit_is_hard(leader, version):
    leader.produce(batch(b"x" * 1_000))
    assert len(leader.fetch(0, version=version, partition_max_bytes=100).partition.records) == 100


@pytest.mark.parametrize("version", range(13))
def test_zstd_goes_out_as_it_is_wherever_batches_do(leader, version):
    """Kafka's rule (KIP-110): below version 10 kafka-python read nothing, and heard of no error."""
    leader.produce(batch(b"a" * 100, compression=Compression.ZSTD))
    partition = leader.fetch(0, version=version).partition
    if version < 4:
        assert (partition.error_code, partition.records) == (ErrorCode.UNSUPPORTED_COMPRESSION_TYPE, b"")
    else:
        assert (partition.error_code, values(partition)) == (0, [b"a" * 100])


@pytest.mark.parametrize("version", range(4))
def test_old_clients_read_as_far_as_the_first_zstd_batch(leader, version):
    leader.produce(batch(b"plain"))
    leader.produce(batch(b"a" * 100, compression=Compression.ZSTD))
    assert values(leader.fetch(0, version=version).partition) == [b"plain"]
    assert leader.fetch(1, version=version).partition.error_code == ErrorCode.UNSUPPORTED_COMPRESSION_TYPE


@pytest.mark.parametrize("offset", [0, 1])
@pytest.mark.parametrize("version", range(13))
def test_a_topic_that_is_zstd_by_configuration_needs_version_10(node, version, offset):
    """Whatever there is to read: a client that cannot read the topic learns so before its first record."""
    node.topics.overrides["t"] = {"compression.type": "zstd"}
    node.lead()
    node.produce(batch(b"a"))
    partition = node.fetch(offset, version=version).partition
    expected = ErrorCode.UNSUPPORTED_COMPRESSION_TYPE if version < 10 else 0
    assert partition.error_code == expected


def test_a_topic_may_refuse_to_be_converted_for_old_clients(node):
    node.topics.overrides["t"] = {"message.downconversion.enable": "false"}
    node.lead()
    node.produce(batch(b"a"))
    for version in range(13):
        error = 0 if version >= 4 else ErrorCode.UNSUPPORTED_VERSION
        assert node.fetch(0, version=version).partition.error_code == error


def test_batches_carry_the_leader_epoch_that_wrote_them(node):
    node.lead(epoch=3)
    node.produce(batch(b"a"))
    node.lead(epoch=4)
    node.produce(batch(b"b"))
    headers = [header for _, header in iter_headers(node.fetch(0).partition.records)]
    assert [header.partition_leader_epoch for header in headers] == [3, 4]


def test_a_reader_whose_history_is_not_the_leaders_learns_where_they_part(node):
    node.lead(epoch=3)
    node.produce(batch(b"a"))
    node.lead(epoch=5)
    node.produce(batch(b"b"))
    partition = node.fetch(2, last_fetched_epoch=4).partition
    assert (partition.diverging_epoch.epoch, partition.diverging_epoch.end_offset) == (3, 1)
    assert partition.records == b""
    assert node.fetch(2, last_fetched_epoch=5).partition.diverging_epoch is None
