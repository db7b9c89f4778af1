"""Transaction markers: their bytes, and that consumers do not see them."""

from __future__ import annotations

import struct

import pytest

from kavka.protocol.records import CorruptRecords
from kavka.protocol.records.batch import BatchBuilder, iter_records, read_header
from kavka.protocol.records.compaction import empty_batch
from kavka.protocol.records.control import (
    ControlType,
    Marker,
    decode_control_key,
    decode_marker_value,
    encode_control_key,
    encode_marker_value,
    marker_batch,
    read_marker,
)
from tests.support.protocol.vectors import BATCH_V2, BATCH_V2_RECORDS, COMMIT_MARKER


def commit_marker():
    return marker_batch(ControlType.COMMIT, timestamp=9, producer_id=1000, producer_epoch=2, coordinator_epoch=4)


def test_golden_marker():
    assert commit_marker() == COMMIT_MARKER


def test_consumers_skip_markers_unless_they_ask():
    header = read_header(commit_marker())
    assert header.is_control
    assert header.is_transactional
    assert list(iter_records(commit_marker() + BATCH_V2)) == BATCH_V2_RECORDS
    marker, *rest = iter_records(commit_marker() + BATCH_V2, include_control=True)
    assert decode_control_key(marker.key) is ControlType.COMMIT
    assert decode_marker_value(marker.value) == 4
    assert rest == BATCH_V2_RECORDS


@pytest.mark.parametrize("kind", list(ControlType))
def test_a_marker_is_read_as_it_was_built(kind):
    batch = marker_batch(kind, timestamp=9, producer_id=1000, producer_epoch=2, coordinator_epoch=4)
    assert read_marker(batch, read_header(batch)) == Marker(kind is ControlType.ABORT, 4, 9)


def test_keys_and_values_both_ways():
    assert encode_control_key(ControlType.ABORT) == b"\x00\x00\x00\x00"
    assert decode_control_key(b"\x00\x00\x00\x00") is ControlType.ABORT
    assert decode_marker_value(encode_marker_value(7)) == 7


def test_later_versions_are_read_as_far_as_known():
    assert decode_control_key(b"\x00\x05\x00\x01more") is ControlType.COMMIT
    assert decode_control_key(b"\x00\x00\x00\x09") is None
    assert decode_marker_value(b"\x00\x01\x00\x00\x00\x07more") == 7


@pytest.mark.parametrize("key", [None, b"", b"\x00\x00\x00", b"\xff\xff\x00\x00"])
def test_bug_97_bad_control_keys_are_corrupt(key):
    with pytest.raises(CorruptRecords):
        decode_control_key(key)


@pytest.mark.parametrize("value", [None, b"", b"\x00" * 5, b"\xff\xff\x00\x00\x00\x00"])
def test_bug_97_bad_marker_values_are_corrupt(value):
    with pytest.raises(CorruptRecords):
        decode_marker_value(value)


def control_batch(records):
    builder = BatchBuilder(producer_id=7, producer_epoch=1, is_transactional=True, is_control=True)
    for key, value in records:
        builder.append(timestamp=5, key=key, value=value)
    return builder.build()


def test_a_control_record_of_a_later_kafka_is_no_marker():
    batch = control_batch([(struct.pack(">hh", 0, 3), b"\0" * 6)])
    assert read_marker(batch, read_header(batch, 0)) is None


def test_a_control_batch_that_compaction_emptied_holds_no_marker():
    batch = empty_batch(read_header(control_batch([(encode_control_key(ControlType.ABORT), b"\0" * 6)]), 0))
    assert read_marker(batch, read_header(batch, 0)) is None
