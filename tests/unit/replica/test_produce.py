"""Produce, as a client sees it: every version, every acks, every refusal."""

from __future__ import annotations

import pytest

from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import ProduceRequest
from kavka.protocol.records.batch import iter_records
from kavka.protocol.records.compression import Compression
from tests.support.replica.message_sets import message_set
from tests.support.replica.node import batch


def values_in_log(node, topic="t", index=0):
    partition = node.manager.partitions.get(topic, index)
    data = partition.log.read(0, max_bytes=10**6, max_offset=partition.log.log_end_offset, min_one_message=True)
    return [record.value for record in iter_records(data.records)]


@pytest.mark.parametrize("version", range(3, 13))
@pytest.mark.parametrize("acks", [1, -1])
def test_every_version_with_batches_appends_and_tells_the_offset(leader, version, acks):
    first = leader.produce(batch(b"a", b"b"), version=version, acks=acks).partition
    second = leader.produce(batch(b"c"), version=version, acks=acks).partition
    assert (first.error_code, first.base_offset, second.base_offset) == (0, 0, 2)
    assert second.log_append_time_ms == -1
    assert second.log_start_offset == (0 if version >= 5 else -1)
    assert values_in_log(leader) == [b"a", b"b", b"c"]


@pytest.mark.parametrize("version", [0, 1, 2])
@pytest.mark.parametrize("compression", [Compression.NONE, Compression.GZIP, Compression.SNAPPY, Compression.LZ4])
def test_old_versions_bring_message_sets(leader, version, compression):
    magic = 0 if version < 2 else 1
    result = leader.produce(message_set([b"a", b"b"], magic=magic, compression=compression), version=version).partition
    assert (result.error_code, result.base_offset) == (0, 0)
    assert values_in_log(leader) == [b"a", b"b"]


def test_acks_0_is_not_answered(leader):
    call = leader.produce(batch(b"a"), acks=0)
    assert call.is_silent
    assert values_in_log(leader) == [b"a"]


@pytest.mark.parametrize(
    "problem",
    [
        {"topic": "nowhere"},
        {"records": b"garbage" * 20},
        {"records": None},
        {"records": batch(is_transactional=True)},
    ],
)
def test_bug_98_acks_0_with_any_error_is_not_answered_and_the_connection_is_closed(leader, problem):
    call = leader.produce(**{"records": batch(), "acks": 0, **problem})
    assert call.closed is not None
    assert call.answers == []


@pytest.mark.parametrize("acks", [2, -2, 100])
def test_other_acks_are_refused(leader, acks):
    assert leader.produce(batch(), acks=acks).partition.error_code == ErrorCode.INVALID_REQUIRED_ACKS
    assert leader.manager.partitions.get("t", 0).log.log_end_offset == 0


def test_a_partition_that_is_not_here(leader):
    assert leader.produce(batch(), topic="nowhere").partition.error_code == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
    assert leader.produce(batch(), index=7).partition.error_code == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION


def test_a_partition_that_another_broker_leads(node):
    node.lead(leader=2, isr=(1, 2))
    result = node.produce(batch()).partition
    assert (result.error_code, result.base_offset) == (ErrorCode.NOT_LEADER_OR_FOLLOWER, -1)


@pytest.mark.parametrize("version", range(3, 13))
@pytest.mark.parametrize("records", [None, b"", batch() + batch(), message_set([b"a"], magic=1)])
def test_from_version_3_on_there_is_exactly_one_batch_v2(leader, version, records):
    result = leader.produce(records, version=version).partition
    assert result.error_code in (ErrorCode.INVALID_RECORD, ErrorCode.CORRUPT_MESSAGE)
    assert leader.manager.partitions.get("t", 0).log.log_end_offset == 0


@pytest.mark.parametrize(("version", "is_fine"), [(3, False), (6, False), (7, True), (9, True)])
def test_zstd_needs_version_7(leader, version, is_fine):
    result = leader.produce(batch(b"a", compression=Compression.ZSTD), version=version).partition
    assert result.error_code == (0 if is_fine else ErrorCode.UNSUPPORTED_COMPRESSION_TYPE)


@pytest.mark.parametrize("position", [20, 30, 62])
def test_bug_97_a_damaged_batch_costs_its_partition_an_error_and_not_the_connection(leader, position):
    damaged = bytearray(batch(b"some value"))
    damaged[position] ^= 0xFF
    call = leader.produce(bytes(damaged))
    assert call.partition.error_code == ErrorCode.CORRUPT_MESSAGE
    assert call.is_open()


def test_one_partitions_error_does_not_stop_the_others(leader):
    leader.lead(index=2)
    data = ProduceRequest.PartitionProduceData
    call = leader.send(
        ProduceRequest(
            acks=-1,
            topic_data=[
                ProduceRequest.TopicProduceData(
                    name="t",
                    partition_data=[
                        data(index=0, records=batch(b"zero")),
                        data(index=1, records=batch(b"nowhere")),
                        data(index=2, records=batch(b"two")),
                    ],
                )
            ],
        ),
        9,
    )
    (topic,) = call.answer.responses
    assert [(part.index, part.error_code) for part in topic.partition_responses] == [
        (0, 0),
        (1, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION),
        (2, 0),
    ]
    assert values_in_log(leader, index=2) == [b"two"]


def test_errors_are_explained_from_version_8_on(leader):
    assert "nowhere" in leader.produce(batch(), topic="nowhere", version=8).partition.error_message
    assert leader.produce(batch(), topic="nowhere", version=7).partition.error_message is None
