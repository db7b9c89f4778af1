"""The walk over records says of all bytes what reading the records says: sound, or not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from aiokafka.record.default_records import DefaultRecordBatchBuilder, _DefaultRecordBatchBuilderPy
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kavka.protocol.records import CorruptRecords
from kavka.protocol.records.batch import HEADER_SIZE, BatchBuilder, iter_headers
from kavka.protocol.records.field_walk import TooManyHeaders
from kavka.protocol.records.reader import batch_payload
from kavka.protocol.records.record import Decoder
from kavka.protocol.records.refusal import first_fault
from kavka.protocol.records.varint import encode_varint
from kavka.protocol.records.walk import are_sound, are_sound_in_windows

GOLDEN = Path(__file__).parents[1] / "golden" / "records.jsonl"
HEADERS = st.lists(st.tuples(st.text(max_size=5), st.none() | st.binary(max_size=80)), max_size=3)
SIZES = st.sampled_from([0, 1, 5, 30, 63, 64, 100, 8191, 8192])


@st.composite
def runs(draw):
    """Records in runs: some alike in everything, some in all but the value's length, some in nothing."""
    content = []
    for _ in range(draw(st.integers(1, 4))):
        key, size = draw(st.none() | st.binary(max_size=70)), draw(SIZES)
        headers, step = draw(HEADERS), draw(st.sampled_from([0, 1, 70, -3, 2**33]))
        spread = draw(st.sampled_from([0, 0, 1, 40]))
        for number in range(draw(st.integers(1, 90))):
            value = None if size == 1 else bytes(size + number * 7 % (spread + 1))
            content.append((10**12 + number * step, key, value, headers))
    return content


def payload_of(content):
    builder = BatchBuilder()
    for timestamp, key, value, headers in content:
        builder.append(timestamp=timestamp, key=key, value=value, headers=headers)
    return builder.build()[HEADER_SIZE:]


def reads(payload, count):
    """Whether reading finds the records, with offsets that count from 0."""
    try:
        records = Decoder(payload, count, base_offset=0, base_timestamp=0).read(count)
    except CorruptRecords:
        return False
    return [record.offset for record in records] == list(range(count))


def check(payload, count):
    assert are_sound(payload, count) is reads(payload, count)
    for window in (1, 7, 64, 4_096):
        assert are_sound_in_windows(memoryview(payload), count, None, window) is are_sound(payload, count)
    if are_sound(payload, count):
        assert first_fault(payload, count, is_compressed=True) is None
    else:
        assert first_fault(payload, count, is_compressed=True) is not None


@settings(deadline=None)
@given(content=runs())
def test_what_is_written_is_sound(content):
    assert are_sound(payload_of(content), len(content))
    for window in (1, 64, 4_096):
        assert are_sound_in_windows(payload_of(content), len(content), None, window)


@settings(deadline=None, max_examples=300)
@given(content=runs(), data=st.data())
def test_the_walk_says_of_damaged_records_what_reading_says(content, data):
    payload = bytearray(payload_of(content))
    count = len(content)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(payload) - 1))
        what = data.draw(st.sampled_from(["byte", "bit", "cut", "more", "count"]))
        if what == "byte":
            payload[at] = data.draw(st.sampled_from([0, 1, 2, 3, 127, 128, 129, 255]))
        elif what == "bit":
            payload[at] ^= 1 << data.draw(st.integers(0, 7))
        elif what == "cut" and at:
            del payload[at:]
        elif what == "more":
            payload += data.draw(st.binary(max_size=9))
        else:
            count = max(1, count + data.draw(st.integers(-1, 1)))
    check(bytes(payload), count)


@settings(deadline=None, max_examples=300)
@given(payload=st.binary(max_size=60), count=st.integers(1, 9))
@example(payload=b"\xff" * 12, count=1)
@example(payload=b"\x0c\0\0\0\1\1\0", count=1)
def test_the_walk_says_of_noise_what_reading_says(payload, count):
    check(payload, count)


@pytest.mark.parametrize("first", [62, 63, 64, 8190, 8191, 8192])
def test_offsets_are_looked_at_wherever_their_varints_grow(first):
    """By columns and by shape, around the numbers from which on a varint has another byte."""
    for values in (lambda _: b"v" * 20, lambda number: b"v" * (20 + number % 3)):
        records = [record_of(number, values(number)) for number in range(first + 40)]
        assert are_sound(b"".join(records), len(records))
        records[first] = record_of(first + 1, values(first))
        assert not are_sound(b"".join(records), len(records))


def record_of(number, value):
    body = b"\0\0" + encode_varint(number) + b"\1" + encode_varint(len(value)) + value + b"\0"
    return encode_varint(len(body)) + body


def test_another_spelling_of_a_number_is_sound():
    """Varints may be longer than need be; no producer writes them so, and readers take them."""
    plain = [record_of(number, b"value") for number in range(20)]
    spelled = b"\x18\0\0" + bytes((10 * 2 | 128, 0)) + b"\1\x0avalue\0"
    plain[10] = spelled
    check(b"".join(plain), 20)
    assert are_sound(b"".join(plain), 20)


def batches_of_kafka():
    for line in map(json.loads, GOLDEN.read_text().splitlines()):
        buf = bytes.fromhex(line["hex"])
        if buf[16] == 2:
            yield pytest.param(buf, id=line["name"])


@pytest.mark.parametrize("buf", list(batches_of_kafka()))
def test_what_kafka_wrote_is_sound(buf):
    for pos, header in iter_headers(buf):
        payload = batch_payload(buf, pos, header)
        assert are_sound(payload, header.record_count) is reads(payload, header.record_count)
        assert not first_fault(payload, header.record_count, is_compressed=False)


@pytest.mark.parametrize("builder_class", [_DefaultRecordBatchBuilderPy, DefaultRecordBatchBuilder])
def test_what_other_clients_write_is_sound(builder_class):
    builder = builder_class(
        magic=2,
        compression_type=0,
        is_transactional=0,
        producer_id=-1,
        producer_epoch=-1,
        base_sequence=-1,
        batch_size=1 << 20,
    )
    for offset in range(200):
        builder.append(
            offset, 10**12 + offset, b"k" * (offset % 70) or None, b"v" * offset, [("h", b"x")] * (offset % 3)
        )
    assert are_sound(bytes(builder.build())[HEADER_SIZE:], 200)


def test_headers_are_only_looked_at_up_to_a_number():
    payload = payload_of([(10**12, None, b"", [("h", b"")] * 5)] * 20)
    assert are_sound(payload, 20, headers_max=200)
    with pytest.raises(TooManyHeaders):
        are_sound(payload, 20, headers_max=4)
