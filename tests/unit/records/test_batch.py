"""Batches v2: golden vectors both ways, the header's checks, what a broker stamps."""

from __future__ import annotations

import struct

import pytest

from kavka.protocol.errors import DecodeError
from kavka.protocol.records import CorruptRecords
from kavka.protocol.records.batch import (
    HEAD_SIZE,
    HEADER_SIZE,
    BatchBuilder,
    iter_headers,
    iter_records,
    read_header,
    validate_batch,
    with_log_append_time,
)
from kavka.protocol.records.compression import Compression
from kavka.protocol.records.crc32c import crc32c
from tests.support.protocol.vectors import BATCH_V2, BATCH_V2_RECORDS


def golden_builder(**changes):
    builder = BatchBuilder(**{"producer_id": 7, "producer_epoch": 1, "base_sequence": 5, **changes})
    for record in BATCH_V2_RECORDS:
        builder.append(timestamp=record.timestamp, key=record.key, value=record.value, headers=record.headers)
    return builder


def resealed(batch, pos, fmt, value):
    """The batch with one field overwritten and the checksum made right again."""
    changed = bytearray(batch)
    struct.pack_into(fmt, changed, pos, value)
    struct.pack_into(">I", changed, 17, crc32c(memoryview(changed)[21:]))
    return bytes(changed)


def test_golden_batch_reads():
    assert list(iter_records(BATCH_V2)) == BATCH_V2_RECORDS
    header = read_header(BATCH_V2)
    validate_batch(BATCH_V2, 0, header)
    assert (header.size_in_bytes, header.last_offset, header.next_offset) == (len(BATCH_V2), 2, 3)
    assert (header.producer_id, header.producer_epoch, header.base_sequence) == (7, 1, 5)
    assert (header.base_timestamp, header.max_timestamp) == (1000, 1100)
    assert (header.compression, header.timestamp_type) == (Compression.NONE, 0)
    assert header.has_producer_id
    assert not header.is_transactional
    assert not header.is_control


def test_golden_batch_is_written_byte_for_byte():
    builder = golden_builder()
    assert builder.size_estimate == len(BATCH_V2)
    assert builder.build() == BATCH_V2


@pytest.mark.parametrize("wrap", [bytes, bytearray, memoryview])
def test_any_buffer_at_any_position(wrap):
    buf = wrap(b"before" + BATCH_V2 + BATCH_V2)
    assert list(iter_records(buf, 6)) == BATCH_V2_RECORDS * 2
    positions = [pos for pos, _ in iter_headers(buf, 6)]
    assert positions == [6, 6 + len(BATCH_V2)]
    for pos, header in iter_headers(buf, 6):
        validate_batch(buf, pos, header)


def test_a_batch_cut_anywhere_is_left_out_with_what_follows_it():
    for cut in range(len(BATCH_V2)):
        assert list(iter_records(BATCH_V2 + BATCH_V2[:cut])) == BATCH_V2_RECORDS
        assert len(list(iter_headers(BATCH_V2 + BATCH_V2[:cut]))) == 1
        assert list(iter_records(BATCH_V2[:cut])) == []


def compressed(codec):
    builder = BatchBuilder(compression=codec)
    builder.append(timestamp=1, key=None, value=b"v" * 100)
    return builder.build()


def test_iter_headers_stops_at_its_end():
    buf = BATCH_V2 * 3
    assert len(list(iter_headers(buf, 0, 2 * len(BATCH_V2)))) == 2
    assert len(list(iter_headers(buf, 0, 2 * len(BATCH_V2) - 1))) == 1


def test_every_flipped_bit_that_the_checksum_covers_is_found():
    for bit in range(21 * 8, len(BATCH_V2) * 8):
        flipped = bytearray(BATCH_V2)
        flipped[bit // 8] ^= 1 << bit % 8
        with pytest.raises(CorruptRecords):
            validate_batch(flipped, 0, read_header(flipped))


@pytest.mark.parametrize(
    ("pos", "fmt", "value"),
    [
        pytest.param(8, ">i", -1, id="negative length"),
        pytest.param(8, ">i", 48, id="length below a header"),
        pytest.param(8, ">i", 2**31 - 1, id="length beyond the buffer"),
        pytest.param(16, ">b", 1, id="magic of a message"),
        pytest.param(16, ">b", 3, id="magic of the future"),
        pytest.param(23, ">i", -1, id="negative last offset delta"),
        pytest.param(23, ">i", 3, id="more offsets than records"),
        pytest.param(57, ">i", -1, id="negative count"),
        pytest.param(57, ">i", 0, id="no records"),
        pytest.param(57, ">i", 2, id="fewer records than offsets"),
        pytest.param(21, ">h", 5, id="compression that does not exist"),
    ],
)
def test_bug_97_headers_that_cannot_be_are_corrupt(pos, fmt, value):
    batch = resealed(BATCH_V2, pos, fmt, value)
    with pytest.raises(CorruptRecords):
        validate_batch(batch, 0, read_header(batch))


def test_corrupt_records_are_a_decode_error():
    assert issubclass(CorruptRecords, DecodeError)


def test_more_records_than_bytes_are_refused_without_looking_inside():
    batch = resealed(resealed(BATCH_V2, 57, ">i", 2**31 - 1), 23, ">i", 2**31 - 2)
    with pytest.raises(CorruptRecords, match="2147483647 records in"):
        validate_batch(batch, 0, read_header(batch))
    with pytest.raises(CorruptRecords, match="after 3 of"):
        list(iter_records(batch))


def test_batches_of_the_log_may_have_lost_records_to_compaction():
    thinned = resealed(BATCH_V2, 23, ">i", 9)
    validate_batch(thinned, 0, read_header(thinned), from_client=False)
    with pytest.raises(CorruptRecords):
        validate_batch(thinned, 0, read_header(thinned))
    emptied = resealed(resealed(BATCH_V2[:HEADER_SIZE], 57, ">i", 0), 8, ">i", HEADER_SIZE - 12)
    validate_batch(emptied, 0, read_header(emptied), from_client=False)
    assert list(iter_records(emptied)) == []
    crowded = resealed(BATCH_V2, 23, ">i", 1)
    with pytest.raises(CorruptRecords):
        validate_batch(crowded, 0, read_header(crowded), from_client=False)


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        pytest.param("18 00 00 00", "17 00 00 00", "negative record length", id="record length"),
        pytest.param("18 00 00 00", "16 00 00 00", "record ends", id="record shorter than it says"),
        pytest.param("0e 00 13 02", "0e 00 13 01", "negative offset delta", id="offset delta"),
        pytest.param("01 02 77 00", "03 02 77 00", "negative length", id="key length"),
        pytest.param("00 01 02 02", "00 03 02 02", "negative length", id="value length"),
        pytest.param("77 00 14", "77 01 14", "negative number of headers", id="header count"),
        pytest.param("02 02 6e 01", "02 01 6e 01", "header without a key", id="null header key"),
        pytest.param("02 02 6e 01", "02 02 6e 03", "negative length", id="header value length"),
        pytest.param("02 02 6e 01", "7e 02 6e 01", "records end", id="more headers than bytes"),
        pytest.param("14 00 c8 01", "14 00 c8 81", "a header without a key", id="varint runs on"),
    ],
)
def test_bug_97_malformed_records_are_corrupt(old, new, what):
    broken = BATCH_V2.replace(bytes.fromhex(old), bytes.fromhex(new))
    assert broken != BATCH_V2
    with pytest.raises(CorruptRecords, match=what):
        list(iter_records(resealed(broken, 0, ">q", 0)))


def test_a_header_key_that_is_not_utf_8_is_read_as_kafkas_clients_read_it():
    broken = BATCH_V2.replace(bytes.fromhex("02 02 6e 01"), bytes.fromhex("02 02 ff 01"))
    records = list(iter_records(resealed(broken, 0, ">q", 0)))
    assert "\N{REPLACEMENT CHARACTER}" in {name for record in records for name, _ in record.headers}


def test_varints_have_an_end():
    endless = b"\x80" * 20
    payload = BATCH_V2[:HEADER_SIZE] + endless
    payload = resealed(payload, 8, ">i", len(payload) - 12)
    with pytest.raises(CorruptRecords, match="too long"):
        list(iter_records(payload))
    too_large = BATCH_V2[:HEADER_SIZE] + b"\xff\xff\xff\xff\x7f" + bytes(20)
    too_large = resealed(too_large, 8, ">i", len(too_large) - 12)
    with pytest.raises(CorruptRecords, match="too large"):
        list(iter_records(too_large))


def test_bytes_behind_the_last_record_are_corrupt():
    longer = resealed(BATCH_V2 + b"\x00", 8, ">i", len(BATCH_V2) + 1 - 12)
    with pytest.raises(CorruptRecords, match="1 bytes behind"):
        list(iter_records(longer))


def test_the_leader_stamps_offset_and_epoch_without_touching_the_rest():
    sent = read_header(b"..." + BATCH_V2, 3)
    head = sent.stamp(1 << 40, 6)
    assert len(head) == HEAD_SIZE
    stamped = head + BATCH_V2[HEAD_SIZE:]
    header = read_header(stamped)
    assert header == sent
    validate_batch(stamped, 0, header)
    assert (header.base_offset, header.partition_leader_epoch) == (1 << 40, 6)
    assert [record.offset for record in iter_records(stamped)] == [(1 << 40) + n for n in range(3)]


def test_log_append_time_replaces_every_timestamp():
    stamped = with_log_append_time(memoryview(BATCH_V2), 5000)
    header = read_header(stamped)
    validate_batch(stamped, 0, header)
    assert (header.timestamp_type, header.max_timestamp, header.base_timestamp) == (1, 5000, 1000)
    assert [(r.timestamp, r.timestamp_type) for r in iter_records(stamped)] == [(5000, 1)] * 3


@pytest.mark.parametrize("compression", list(Compression))
def test_compressed_batches_come_back_equal(compression):
    builder = golden_builder(compression=compression, base_offset=70, is_transactional=True)
    batch = builder.build()
    header = read_header(batch)
    validate_batch(batch, 0, header)
    assert header.compression == compression
    assert header.is_transactional
    assert [(r.offset - 70, r.timestamp, r.key, r.value, r.headers) for r in iter_records(batch)] == [
        (r.offset, r.timestamp, r.key, r.value, r.headers) for r in BATCH_V2_RECORDS
    ]


@pytest.mark.parametrize("size", [0, 63, 64, 8191, 8192, 1 << 20])
@pytest.mark.parametrize("step", [-(2**40), -65, 0, 64, 2**40])
def test_sizes_and_deltas_around_the_edges_of_varints(size, step):
    builder = BatchBuilder()
    for number in range(3):
        builder.append(timestamp=2**42 + number * step, key=bytes(size), value=bytes(size), headers=[("x" * 70, None)])
    batch = builder.build()
    assert len(batch) == builder.size_estimate
    assert [(r.timestamp - 2**42, len(r.key), len(r.value)) for r in iter_records(batch)] == [
        (number * step, size, size) for number in range(3)
    ]


def test_many_records_number_their_offsets():
    builder = BatchBuilder()
    for _ in range(20_000):
        builder.append(timestamp=1, key=None, value=b"")
    assert [record.offset for record in iter_records(builder.build())] == list(range(20_000))


def test_a_batch_without_records_is_not_built():
    with pytest.raises(ValueError, match="at least one record"):
        BatchBuilder().build()


def test_headers_and_records_show_what_they_hold():
    assert "base_offset=0" in repr(read_header(BATCH_V2))
    assert "value=b'v'" in repr(BATCH_V2_RECORDS[0])
    assert read_header(BATCH_V2) == read_header(BATCH_V2)
    assert read_header(BATCH_V2) != "batch"
    assert BATCH_V2_RECORDS[0] != BATCH_V2_RECORDS[1]
    assert BATCH_V2_RECORDS[0] != "record"
