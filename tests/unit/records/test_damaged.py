"""Records that contradict themselves: each way is corrupt, whoever looks at them, and never anything worse."""

from __future__ import annotations

import random

import pytest

from kavka.protocol.records import CorruptRecords
from kavka.protocol.records.batch import BatchBuilder, read_header, read_records
from kavka.protocol.records.compression import Compression, compress
from kavka.protocol.records.field_walk import TooManyHeaders
from kavka.protocol.records.message_set import encode_message, iter_messages, open_message
from kavka.protocol.records.reader import batch_payload
from kavka.protocol.records.record import Decoder
from kavka.protocol.records.refusal import first_fault, iter_sizes
from kavka.protocol.records.varint import encode_varint
from kavka.protocol.records.walk import are_sound, are_sound_in_windows


def payload_of(content):
    builder = BatchBuilder()
    for number, (key, value, headers) in enumerate(content):
        builder.append(timestamp=1_000 + number, key=key, value=value, headers=headers)
    batch = builder.build()
    header = read_header(batch, 0)
    return batch_payload(batch, 0, header), header.record_count


def record(offset, *, body=b"\1\1", headers=b"\0", time=b"\0"):
    inside = b"\0" + time + encode_varint(offset) + body + headers
    return encode_varint(len(inside)) + inside


def test_a_batch_that_ends_before_its_length_says_is_corrupt():
    builder = BatchBuilder()
    builder.append(timestamp=1, key=None, value=b"v")
    batch = builder.build()
    with pytest.raises(CorruptRecords, match=rf"batch of {len(batch)} bytes where {len(batch) - 1} are left"):
        batch_payload(batch[:-1], 0, read_header(batch, 0))


def test_a_header_with_a_negative_key_length_is_not_sound():
    wrong = record(0, headers=b"\2" + encode_varint(-1) + b"\1")
    assert not are_sound(wrong, 1)
    assert first_fault(wrong, 1, is_compressed=False, is_rewritten=False) is not None


def test_a_message_in_a_wrapper_with_an_impossible_size_is_corrupt():
    inner = bytes(8) + (3).to_bytes(4, "big") + bytes(3)
    wrapper = encode_message(
        1, offset=4, timestamp=5, key=None, value=compress(Compression.GZIP, bytes(inner)), codec=1
    )
    [message] = iter_messages(wrapper)
    with pytest.raises(CorruptRecords, match="message of 3 bytes"):
        list(open_message(message, max_bytes=1 << 20)[0])


def test_the_sizes_of_sound_records_count_null_as_nothing():
    payload, count = payload_of([(b"key", b"value", []), (None, bytes(70), []), (bytes(100), None, [("h", b"x")])])
    assert list(iter_sizes(payload, count)) == [(3, 5), (0, 70), (100, 0)]


@pytest.mark.parametrize("time", [b"\x80" * 9 + b"\1", b"\x80\x80\x80\1"])
def test_runs_of_records_with_long_times_are_walked_one_by_one(time):
    run = b"".join(record(n, body=b"\1" + encode_varint(20) + bytes(20), time=time) for n in range(60))
    assert are_sound(run, 60)
    assert not are_sound(run[:-1] + b"\1", 60)


def test_runs_of_records_with_very_many_headers_are_walked_one_by_one():
    headers = encode_varint(40) + b"".join(encode_varint(1) + b"h" + encode_varint(2) + b"xy" for _ in range(40))
    run = b"".join(record(n, headers=headers) for n in range(60))
    assert are_sound(run, 60)
    assert are_sound_in_windows(run, 60, 60 * 40, 500)
    with pytest.raises(TooManyHeaders):
        are_sound(run, 60, headers_max=100)
    with pytest.raises(TooManyHeaders):
        are_sound_in_windows(run, 60, 100, 500)


def test_a_key_or_value_whose_length_takes_three_bytes_is_read_one_by_one():
    content = [(None, bytes(9_000), []), (b"k", bytes(9_000), []), (bytes(64), b"v", [])] * 20
    payload, count = payload_of(content)
    assert are_sound(payload, count)
    assert list(iter_sizes(payload, count))[:3] == [(0, 9_000), (1, 9_000), (64, 1)]


def test_what_the_walk_takes_for_sound_kafkas_rules_find_no_fault_in():
    """And the other way round, for records of which one byte is another: the seed draws them."""
    chances = random.Random(20261123)
    sound, count = payload_of([(b"k" * (n % 3), bytes(n % 90), [("h", b"x")] * (n % 2)) for n in range(40)])
    agreed = 0
    for _ in range(400):
        damaged = bytearray(sound)
        damaged[chances.randrange(len(damaged))] = chances.randrange(256)
        if are_sound(bytes(damaged), count):
            assert first_fault(bytes(damaged), count, is_compressed=False, is_rewritten=False) is None
            agreed += 1
    assert agreed


def test_a_longer_time_in_a_run_of_one_length_is_walked_for_itself():
    """Record 20's fields lie one byte later, and every byte that the run takes for a length is the same."""

    def built(number):
        if number == 20:
            return record(number, time=b"\x81\1", body=encode_varint(19) + b"k" * 19 + encode_varint(9) + bytes(9))
        return record(number, body=encode_varint(20) + b"k" * 20 + encode_varint(9) + bytes(9))

    records = [built(number) for number in range(60)]
    assert {len(one) for one in records} == {len(records[0])}
    assert are_sound(b"".join(records), 60)
    records[20] = records[20].replace(b"\x81\1", b"\x81\x81")
    assert not are_sound(b"".join(records), 60)


def test_many_records_with_long_keys_are_read():
    content = [(bytes([n]) * 100, b"v", []) for n in range(200)]
    builder = BatchBuilder()
    for key, value, headers in content:
        builder.append(timestamp=1, key=key, value=value, headers=headers)
    batch = builder.build()
    assert [one.key for one in read_records(batch, 0, read_header(batch, 0))] == [key for key, _, _ in content]


def test_many_records_with_long_values_are_read():
    builder = BatchBuilder()
    values = [bytes([n]) * 9_000 for n in range(60)]
    for value in values:
        builder.append(timestamp=1, key=b"k", value=value)
    batch = builder.build()
    assert [one.value for one in read_records(batch, 0, read_header(batch, 0))] == values


def test_values_that_claim_more_than_their_records_are_corrupt_for_every_reader():
    claims = b"".join(record(n, body=b"\1" + encode_varint(9_000) + bytes(20)) for n in range(60))
    assert not are_sound(claims, 60)
    assert first_fault(claims, 60, is_compressed=False) is not None
    with pytest.raises(CorruptRecords):
        Decoder(claims, 60, base_offset=0, base_timestamp=0).read(60)


def test_a_codec_that_kafka_does_not_have_is_corrupt():
    builder = BatchBuilder()
    builder.append(timestamp=1, key=None, value=b"v")
    batch = bytearray(builder.build())
    batch[22] = 5  # the lower byte of the attributes
    with pytest.raises(CorruptRecords, match="compression 5 is unknown"):
        _ = read_header(bytes(batch), 0).compression


def test_a_run_whose_headers_change_their_names_is_walked_on_from_there():
    """As long as those before, and spelled otherwise: soundness does not depend on what a header's key says."""

    def built(number):
        name = b"aa" if number < 30 else b"bb"
        headers = encode_varint(1) + encode_varint(2) + name + encode_varint(1) + bytes([number])
        return record(number, body=b"\1" + encode_varint(10 + number % 2) + bytes(10 + number % 2), headers=headers)

    run = b"".join(map(built, range(60)))
    assert are_sound(run, 60)
    assert not are_sound(run[:-1], 60)
