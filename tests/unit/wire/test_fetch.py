"""Fetches: what is asked for, and what a response holds of each partition."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kavka.common.types import TopicPartition
from kavka.protocol.errors import DecodeError, ErrorCode, KafkaError, NotLeaderOrFollower, OffsetOutOfRange
from kavka.protocol.messages import FetchResponse
from kavka.protocol.records.batch import BatchBuilder
from kavka.wire.fetch import aborted_in, error_in, fetch_request, next_offset, parts_in
from kavka.wire.read_committed import Aborted

T0, T1, U0 = TopicPartition("t", 0), TopicPartition("t", 1), TopicPartition("u", 0)
Part = FetchResponse.PartitionData
LIMITS = {"isolation_level": 1, "bytes_min": 2, "wait_ms": 3, "bytes_max": 4, "partition_bytes_max": 5}


def batch(base_offset, records):
    builder = BatchBuilder()
    for number in range(records):
        builder.append(timestamp=1, key=None, value=b"%d" % number, headers=())
    return base_offset.to_bytes(8, "big") + builder.build()[8:]


def test_partitions_are_asked_for_by_topic_without_a_session():
    request = fetch_request([(T0, 7), (U0, 8), (T1, 9)], **LIMITS, rack="r")
    assert [(t.topic, [(p.partition, p.fetch_offset) for p in t.partitions]) for t in request.topics] == [
        ("t", [(0, 7), (1, 9)]),
        ("u", [(0, 8)]),
    ]
    assert (request.replica_id, request.session_id, request.session_epoch) == (-1, 0, -1)
    assert (request.isolation_level, request.min_bytes, request.max_wait_ms, request.max_bytes) == (1, 2, 3, 4)
    assert (request.topics[0].partitions[0].partition_max_bytes, request.rack_id) == (5, "r")


def test_a_leader_is_told_its_epoch_as_far_as_it_is_known():
    request = fetch_request([(T0, 7), (T1, 9)], epoch_of=lambda _, partition: 4 if partition == 0 else -1, **LIMITS)
    assert [part.current_leader_epoch for part in request.topics[0].partitions] == [4, -1]
    assert fetch_request([(T0, 7)], **LIMITS).topics[0].partitions[0].current_leader_epoch == -1


def test_an_error_of_the_whole_is_everybodys():
    with pytest.raises(KafkaError) as caught:
        parts_in(FetchResponse(error_code=int(ErrorCode.FETCH_SESSION_ID_NOT_FOUND)))
    assert caught.value.code is ErrorCode.FETCH_SESSION_ID_NOT_FOUND


def test_each_partition_has_its_own_outcome():
    response = FetchResponse(
        responses=[FetchResponse.FetchableTopicResponse(topic="t", partitions=[Part(partition_index=0, error_code=6)])]
    )
    parts = parts_in(response)
    assert isinstance(error_in(T0, 7, parts.get(T0)), NotLeaderOrFollower)
    assert isinstance(error_in(T1, 7, parts.get(T1)), DecodeError), "it was asked for, and not mentioned"
    out_of_range = error_in(T0, 7, Part(error_code=1))
    assert isinstance(out_of_range, OffsetOutOfRange)
    assert str(out_of_range) == "t-0 has no offset 7"
    assert error_in(T0, 7, Part()) is None


def test_aborted_transactions_may_be_absent():
    item = FetchResponse.AbortedTransaction(producer_id=9, first_offset=4)
    assert aborted_in(Part(aborted_transactions=[item])) == (Aborted(4, 9),)
    assert aborted_in(Part(aborted_transactions=None)) == ()


@given(st.lists(st.integers(1, 4), min_size=1, max_size=5), st.data())
def test_what_is_cut_off_counts_as_not_there(sizes, data):
    ends, frames, offset = [], b"", 0
    for records in sizes:
        frames += batch(offset, records)
        offset += records
        ends.append((len(frames), offset))
    cut = data.draw(st.integers(0, len(frames)))
    whole = [end for length, end in ends if length <= cut]
    assert next_offset(frames[:cut]) == (whole[-1] if whole else None)


def test_a_wrapper_of_before_batches_has_the_offset_of_its_last_message():
    size = 30
    message = (41).to_bytes(8, "big") + (size - 12).to_bytes(4, "big") + bytes(4) + b"\1" + bytes(size - 17)
    assert next_offset(message) == 42


def test_a_length_that_cannot_be_is_no_batch():
    with pytest.raises(DecodeError):
        next_offset(bytes(61))
