"""What a member acquired: each offset is a record with its delivery count, or is acknowledged at once."""

import pytest

from kavka.common.types import TopicPartition
from kavka.protocol.errors import DecodeError
from kavka.protocol.messages import ShareFetchResponse
from kavka.protocol.records.batch import BatchBuilder, ControlType, marker_batch
from kavka.wire.acknowledgements import AcknowledgeType
from kavka.wire.acquired_records import ACQUIRED_MAX, read_acquired

GAP, RELEASE, REJECT = AcknowledgeType.GAP, AcknowledgeType.RELEASE, AcknowledgeType.REJECT
T0 = TopicPartition("t", 0)


def batch(base_offset, count):
    builder = BatchBuilder()
    for number in range(count):
        builder.append(timestamp=1, key=None, value=b"%d" % (base_offset + number), headers=())
    return base_offset.to_bytes(8, "big") + builder.build()[8:]


def marker(offset):
    made = marker_batch(ControlType.COMMIT, producer_id=1, producer_epoch=0, coordinator_epoch=0, timestamp=1)
    return offset.to_bytes(8, "big") + made[8:]


def acquired(*ranges):
    return [ShareFetchResponse.AcquiredRecords(first, last, count) for first, last, count in ranges]


def read(data, *ranges):
    found = read_acquired(T0, data, acquired(*ranges))
    return [(item.record.value, item.delivery_count) for item in found.records], found.settled, found.failure


def test_records_carry_the_count_of_their_range():
    records, settled, failure = read(batch(10, 3) + batch(13, 2), (11, 12, 1), (13, 14, 3))
    assert records == [(b"11", 1), (b"12", 1), (b"13", 3), (b"14", 3)]
    assert (settled, failure) == ({}, None)


def test_what_others_acquired_is_not_handed_out():
    assert read(batch(10, 4), (11, 11, 2))[0] == [(b"11", 2)]


def test_offsets_without_a_record_are_gaps():
    records, settled, failure = read(batch(10, 1) + marker(11) + batch(14, 1), (10, 14, 1))
    assert records == [(b"10", 1), (b"14", 1)]
    assert settled == {11: GAP, 12: GAP, 13: GAP}
    assert failure is None


def test_what_lies_behind_the_data_is_released_since_it_may_be_a_record():
    assert read(batch(10, 1), (10, 12, 1))[1] == {11: RELEASE, 12: RELEASE}
    assert read(b"", (10, 11, 1))[1] == {10: RELEASE, 11: RELEASE}


def test_a_damaged_batch_is_rejected_and_said_and_the_others_are_handed_out():
    damaged = batch(11, 2)[:-1] + b"x"
    records, settled, failure = read(batch(10, 1) + damaged + batch(13, 2) + damaged, (10, 13, 1))
    assert records == [(b"10", 1), (b"13", 1)]
    assert settled == {11: REJECT, 12: REJECT}
    assert "t-0 is damaged at offsets 11 to 12 (checksum is" in str(failure)


def test_what_is_no_batch_is_released_and_said():
    records, settled, failure = read(batch(10, 1) + bytes(80), (10, 11, 1))
    assert records == [(b"10", 1)]
    assert settled == {11: RELEASE}
    assert "t-0: what was acquired cannot be read" in str(failure)


@pytest.mark.parametrize("ranges", [[(5, 3, 1)], [(0, ACQUIRED_MAX, 1)], [(0, 9, 1), (0, 2**62, 1)]])
def test_ranges_that_cannot_be_are_refused_before_they_take_memory(ranges):
    with pytest.raises(DecodeError, match="are said to be acquired"):
        read(batch(0, 1), *ranges)
