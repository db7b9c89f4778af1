"""The spans of a batch's records, as compaction sees them: the same as reading says, or corrupt."""

from __future__ import annotations

from itertools import pairwise

import pytest

from kavka.protocol.records import CorruptRecords
from kavka.protocol.records.batch import BatchBuilder, read_header, read_records, with_log_append_time
from kavka.protocol.records.compaction import iter_spans, rebuilt_batch
from kavka.protocol.records.reader import batch_payload
from kavka.protocol.records.varint import encode_varint
from kavka.protocol.records.walk import are_sound

SIZES = [None, 0, 1, 63, 64, 8_191, 8_192, 20_000]


def read_both_ways(content):
    builder = BatchBuilder()
    for timestamp, key, value in content:
        builder.append(timestamp=timestamp, key=key, value=value)
    batch = builder.build()
    header = read_header(batch, 0)
    payload = batch_payload(batch, 0, header)
    spans = list(iter_spans(payload, header.record_count))
    records = list(read_records(batch, 0, header))
    return header, payload, spans, records


def sized(size):
    return None if size is None else bytes(size)


@pytest.mark.parametrize("size", SIZES)
def test_keys_and_values_of_any_size_are_found(size):
    content = [(1_000, sized(size), b"v"), (1_000, b"k", sized(size)), (5_000_000, sized(size), sized(size))]
    header, payload, spans, records = read_both_ways(content)
    assert [span.key for span in spans] == [record.key for record in records]
    assert [span.has_value for span in spans] == [record.value is not None for record in records]
    assert [header.base_timestamp + span.timestamp_delta for span in spans] == [r.timestamp for r in records]
    assert (spans[0].start, spans[-1].end) == (0, len(payload))


def test_offsets_that_take_one_two_and_three_bytes_are_found():
    header, _, spans, records = read_both_ways([(7, b"k", b"v")] * 8_200)
    assert [header.base_offset + span.offset_delta for span in spans] == [record.offset for record in records]
    assert all(one.end == other.start for one, other in pairwise(spans))


def record(*, attributes=b"\0", delta=0, offset=0, key=b"k", value=b"v", headers=b"\0", longer=0):
    body = attributes + encode_varint(delta) + encode_varint(offset)
    for part in (key, value):
        body += encode_varint(-1) if part is None else encode_varint(len(part)) + part
    return encode_varint(len(body + headers) + longer) + body + headers


@pytest.mark.parametrize(
    ("payload", "count", "what"),
    [
        pytest.param(record() + b"\0", 1, "records end at byte", id="bytes behind the last"),
        pytest.param(record(), 2, "records end after 1 of 2", id="one too few"),
        pytest.param(record(longer=-4), 1, "contradicts its length", id="ends before its value"),
        pytest.param(record(offset=-3), 1, "contradicts its length", id="a negative offset"),
        pytest.param(encode_varint(-9) + record()[1:], 1, "contradicts its length", id="a negative length"),
    ],
)
def test_what_contradicts_itself_is_corrupt(payload, count, what):
    with pytest.raises(CorruptRecords, match=what):
        list(iter_spans(payload, count))


@pytest.mark.parametrize("offset", [64, 8_192])
def test_a_varint_that_is_longer_than_it_need_be_is_read_all_the_same(offset):
    sound = record(offset=offset, key=bytes(70), value=bytes(9_000))
    [span] = iter_spans(sound, 1)
    assert (span.offset_delta, span.key, span.end) == (offset, bytes(70), len(sound))


def test_a_record_alone_among_others_of_its_length_is_walked_by_itself():
    """Runs of equal lengths whose fields differ: whatever way walks them, sound stays sound and broken broken."""
    content = [(n * 700, bytes([n % 7]) * 5, bytes([n % 3]) * (40 + n % 2)) for n in range(400)]
    header, payload, _, _ = read_both_ways(content)
    assert are_sound(payload, header.record_count)
    assert not are_sound(payload[:-1], header.record_count)
    assert not are_sound(payload + b"\0", header.record_count)


def _batch(content):
    builder = BatchBuilder()
    for timestamp, key in content:
        builder.append(timestamp=timestamp, key=key, value=b"v")
    return builder.build()


def spans_of(content):
    batch = _batch(content)
    header = read_header(batch, 0)
    payload = batch_payload(batch, 0, header)
    return header, payload, list(iter_spans(payload, header.record_count))


@pytest.mark.parametrize("kept", [[0], [1, 2], [0, 2], [0, 1, 3, 4], [4]])
@pytest.mark.parametrize("horizon_ms", [None, 1_500])
def test_a_rebuilt_batch_reads_as_the_records_that_stay(kept, horizon_ms):
    header, payload, spans = spans_of([(1_000 + 200 * n, b"k%d" % n) for n in range(5)])
    rebuilt = rebuilt_batch(header, payload, [spans[n] for n in kept], delete_horizon_ms=horizon_ms)
    found = [
        (record.offset, record.timestamp, record.key) for record in read_records(rebuilt, 0, read_header(rebuilt, 0))
    ]
    assert found == [(n, 1_000 + 200 * n, b"k%d" % n) for n in kept]


def test_a_batch_that_the_log_has_stamped_keeps_its_stamp():
    stamped = with_log_append_time(_batch([(1_000, b"a"), (2_000, b"b")]), 9_000)
    header = read_header(stamped, 0)
    payload = batch_payload(stamped, 0, header)
    [first, _] = iter_spans(payload, header.record_count)
    rebuilt = rebuilt_batch(header, payload, [first])
    assert read_header(rebuilt, 0).max_timestamp == 9_000


def test_a_delta_of_several_bytes_is_written_anew_with_the_horizon():
    content = [(1_000, bytes(90)), (1_000_000, b"b"), (900_000_000_000, b"c")]
    header, payload, spans = spans_of(content)
    rebuilt = rebuilt_batch(header, payload, spans, delete_horizon_ms=5)
    found = [(record.timestamp, record.key) for record in read_records(rebuilt, 0, read_header(rebuilt, 0))]
    assert found == content
