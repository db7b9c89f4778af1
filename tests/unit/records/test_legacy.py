"""Message sets of magic 0 and 1: golden vectors both ways, wrappers, and conversion up and down."""

from __future__ import annotations

import struct
import zlib

import pytest

from kavka.protocol.errors import InvalidTimestamp, UnsupportedCompressionType
from kavka.protocol.records import CorruptRecords, DecompressedTooLarge
from kavka.protocol.records.batch import (
    BatchBuilder,
    Record,
    iter_records,
    read_header,
    validate_batch,
    with_log_append_time,
)
from kavka.protocol.records.compression import Compression, compress
from kavka.protocol.records.control import ControlType, marker_batch
from kavka.protocol.records.crc32c import crc32c
from kavka.protocol.records.legacy import down_convert, magic_of, up_convert
from kavka.protocol.records.message_set import encode_message, encode_message_set, iter_messages
from tests.support.protocol.vectors import (
    BATCH_V2,
    BATCH_V2_RECORDS,
    MESSAGES_V0,
    MESSAGES_V0_RECORDS,
    MESSAGES_V1,
    MESSAGES_V1_RECORDS,
)

OLD_COMPRESSIONS = [Compression.GZIP, Compression.SNAPPY, Compression.LZ4]
GOLDEN = pytest.mark.parametrize(
    ("magic", "message_set", "records"),
    [(0, MESSAGES_V0, MESSAGES_V0_RECORDS), (1, MESSAGES_V1, MESSAGES_V1_RECORDS)],
    ids=["magic 0", "magic 1"],
)
BOTH = pytest.mark.parametrize("magic", [0, 1])


def wrapper(magic, inner, *, offset=0, codec=Compression.GZIP, timestamp=77, timestamp_type=0):
    return encode_message(
        magic,
        offset=offset,
        timestamp=timestamp,
        key=None,
        value=compress(codec, inner, magic=magic),
        codec=codec,
        timestamp_type=timestamp_type,
    )


@GOLDEN
def test_golden_messages_both_ways(magic, message_set, records):
    assert list(iter_records(message_set)) == records
    assert encode_message_set(records, magic) == message_set
    assert magic_of(message_set) == magic


@GOLDEN
def test_golden_messages_at_any_position_in_any_buffer(magic, message_set, records):
    for wrap in (bytes, bytearray, memoryview):
        assert list(iter_records(wrap(b"before" + message_set), 6)) == records


@GOLDEN
def test_a_partial_message_at_the_end_is_left_out(magic, message_set, records):
    for cut in range(len(message_set)):
        whole = cut >= len(message_set) // 2 + 1
        assert list(iter_records(message_set[:cut])) == records[: int(whole)]
        assert list(iter_records(message_set + message_set[:cut]))[:2] == records


@GOLDEN
def test_every_flipped_bit_behind_the_checksum_is_found(magic, message_set, records):
    message = message_set[: 12 + struct.unpack_from(">i", message_set, 8)[0]]
    for bit in range(12 * 8, len(message) * 8):
        flipped = bytearray(message)
        flipped[bit // 8] ^= 1 << bit % 8
        if flipped[16] != 2:  # else it would be a batch, too short to be more than a partial one
            with pytest.raises(CorruptRecords):
                list(iter_records(flipped))


@pytest.mark.parametrize("size", [-1, -(2**31), 0, 13])
def test_bug_97_sizes_that_cannot_be_are_corrupt(size):
    broken = bytearray(MESSAGES_V0)
    struct.pack_into(">i", broken, 8, size)
    with pytest.raises(CorruptRecords):
        list(iter_records(broken))


@pytest.mark.parametrize(("at", "size"), [(18, -2), (18, 100), (18, 2**31 - 1), (23, -2), (23, 2), (23, 0)])
def test_bug_97_inner_lengths_that_cannot_be_are_corrupt(at, size):
    broken = bytearray(MESSAGES_V0[:28])
    struct.pack_into(">i", broken, at, size)
    struct.pack_into(">I", broken, 12, zlib.crc32(broken[16:]))
    with pytest.raises(CorruptRecords):
        list(iter_records(broken))


def test_a_key_that_leaves_no_room_for_the_values_length():
    broken = bytearray(MESSAGES_V0[:28])
    struct.pack_into(">i", broken, 18, 6)
    struct.pack_into(">I", broken, 12, zlib.crc32(broken[16:]))
    with pytest.raises(CorruptRecords, match="within a length"):
        list(iter_records(broken))


def test_formats_mix():
    mixed = MESSAGES_V0 + BATCH_V2 + MESSAGES_V1
    assert list(iter_records(mixed)) == MESSAGES_V0_RECORDS + BATCH_V2_RECORDS + MESSAGES_V1_RECORDS


def test_magic_of():
    assert magic_of(BATCH_V2) == 2
    assert magic_of(b"xx" + MESSAGES_V1, 2) == 1
    for buf, pos in ((b"", 0), (MESSAGES_V0[:16], 0), (MESSAGES_V0, -1), (b"\x03" * 20, 0), (b"\xff" * 20, 0)):
        with pytest.raises(CorruptRecords):
            magic_of(buf, pos)
    with pytest.raises(CorruptRecords):
        list(iter_messages(BATCH_V2))


@BOTH
@pytest.mark.parametrize("codec", OLD_COMPRESSIONS)
def test_wrappers_come_back_with_their_offsets(magic, codec):
    records = [Record(offset, 5 if magic else -1, 0 if magic else -1, b"k", b"v", []) for offset in (40, 41, 47)]
    message_set = encode_message_set(records, magic, codec=codec)
    (message,) = iter_messages(message_set)
    assert (message.offset, message.codec) == (47, codec)
    assert list(iter_records(message_set)) == records


def test_magic_1_offsets_are_relative_to_the_wrappers_last():
    inner = b"".join(encode_message(1, offset=n, timestamp=n, key=None, value=b"") for n in (0, 1, 2))
    assert [r.offset for r in iter_records(wrapper(1, inner, offset=12))] == [10, 11, 12]
    # A producer that numbered the inner messages absolutely is read the same way.
    inner = b"".join(encode_message(1, offset=n, timestamp=n, key=None, value=b"") for n in (100, 101, 102))
    assert [r.offset for r in iter_records(wrapper(1, inner, offset=12))] == [10, 11, 12]


def test_magic_0_offsets_are_absolute():
    inner = b"".join(encode_message(0, offset=n, key=None, value=b"") for n in (10, 11, 12))
    assert [r.offset for r in iter_records(wrapper(0, inner, offset=12))] == [10, 11, 12]


def test_a_wrapper_with_log_append_time_speaks_for_its_messages():
    inner = encode_message(1, offset=0, timestamp=5, key=None, value=b"")
    (record,) = iter_records(wrapper(1, inner, timestamp=900, timestamp_type=1))
    assert (record.timestamp, record.timestamp_type) == (900, 1)
    (record,) = iter_records(wrapper(1, inner, timestamp=900))
    assert (record.timestamp, record.timestamp_type) == (5, 0)


@BOTH
def test_bug_97_wrappers_that_hold_the_wrong_thing_are_corrupt(magic):
    message = encode_message(magic, offset=0, key=None, value=b"v")
    other = encode_message(1 - magic, offset=0, key=None, value=b"v")
    for inner in (b"", b"\x00", message[:-1], message + b"\x00", other, wrapper(magic, message), BATCH_V2):
        with pytest.raises(CorruptRecords):
            list(iter_records(wrapper(magic, inner)))
    with pytest.raises(CorruptRecords, match="without a value"):
        list(iter_records(encode_message(magic, offset=0, key=None, value=None, codec=Compression.GZIP)))


def test_zstd_in_a_message_set_is_corrupt():
    with pytest.raises(CorruptRecords, match="unknown in record format"):
        list(iter_records(encode_message(1, offset=0, key=None, value=b"xx", codec=Compression.ZSTD)))


def test_up_conversion_numbers_from_0_and_keeps_timestamps():
    batch = up_convert(MESSAGES_V1, now_ms=123)
    header = read_header(batch)
    validate_batch(batch, 0, header)
    assert (header.base_offset, header.record_count, header.timestamp_type) == (0, 2, 0)
    assert (header.base_timestamp, header.max_timestamp) == (1000, 1001)
    assert not header.has_producer_id
    assert [(r.offset, r.timestamp, r.key, r.value) for r in iter_records(batch)] == [
        (0, 1000, b"k", b"v"),
        (1, 1001, None, b""),
    ]


def test_up_conversion_of_magic_0_has_no_timestamps():
    header = read_header(up_convert(MESSAGES_V0, now_ms=123))
    assert (header.base_timestamp, header.max_timestamp) == (-1, -1)


def test_up_conversion_under_log_append_time():
    batch = up_convert(MESSAGES_V0, now_ms=123, log_append_time=True)
    validate_batch(batch, 0, read_header(batch))
    assert [(r.timestamp, r.timestamp_type) for r in iter_records(batch)] == [(123, 1)] * 2


@pytest.mark.parametrize("codec", [Compression.NONE, Compression.GZIP])
@pytest.mark.parametrize("log_append_time", [False, True])
def test_a_producer_cannot_claim_log_append_time(codec, log_append_time):
    message = encode_message(1, offset=0, timestamp=5, key=None, value=b"", timestamp_type=1)
    message_set = wrapper(1, message, timestamp_type=1) if codec else message
    with pytest.raises(InvalidTimestamp):
        up_convert(message_set, now_ms=123, log_append_time=log_append_time)


def test_up_conversion_leaves_out_what_is_partial_and_takes_several_formats():
    batch = up_convert(memoryview(MESSAGES_V0 + MESSAGES_V1 + MESSAGES_V1[:30]), now_ms=0)
    assert [r.timestamp for r in iter_records(batch)] == [-1, -1, 1000, 1001]


@BOTH
@pytest.mark.parametrize("codec", OLD_COMPRESSIONS)
def test_up_conversion_keeps_the_compression(magic, codec):
    inner = encode_message(magic, offset=9, timestamp=5, key=b"k", value=b"v" * 1000)
    batch = up_convert(wrapper(magic, inner, codec=codec) + wrapper(magic, inner, codec=codec), now_ms=0)
    assert read_header(batch).compression == codec
    assert [(r.offset, r.value) for r in iter_records(batch)] == [(0, b"v" * 1000), (1, b"v" * 1000)]


def test_up_conversion_of_nothing_is_corrupt():
    for nothing in (b"", MESSAGES_V0[:20]):
        with pytest.raises(CorruptRecords, match="no message"):
            up_convert(nothing, now_ms=0)


def test_the_limit_of_up_conversion_is_for_the_whole_set():
    inner = encode_message(1, offset=0, timestamp=5, key=None, value=bytes(1000))
    up_convert(wrapper(1, inner) * 3, now_ms=0, max_bytes=3 * len(inner))
    with pytest.raises(DecompressedTooLarge):
        up_convert(wrapper(1, inner) * 3, now_ms=0, max_bytes=3 * len(inner) - 1)


@pytest.mark.parametrize("timestamps", [(-2,), (-(2**63),), (-1, 2**63 - 1)])
def test_timestamps_that_a_batch_cannot_hold_are_corrupt(timestamps):
    message_set = b"".join(encode_message(1, offset=0, timestamp=at, key=None, value=b"") for at in timestamps)
    with pytest.raises(CorruptRecords, match="timestamp"):
        up_convert(message_set, now_ms=0)


@BOTH
@pytest.mark.parametrize("codec", [Compression.NONE, *OLD_COMPRESSIONS])
def test_down_conversion_keeps_offsets_and_compression_and_drops_headers(magic, codec):
    builder = BatchBuilder(compression=codec, base_offset=500, producer_id=1, producer_epoch=0, base_sequence=0)
    for record in BATCH_V2_RECORDS:
        builder.append(timestamp=record.timestamp, key=record.key, value=record.value, headers=record.headers)
    converted = down_convert(memoryview(builder.build()), magic)
    assert {message.codec for message in iter_messages(converted)} == {codec}
    assert list(iter_records(converted)) == [
        Record(500 + r.offset, r.timestamp if magic else -1, 0 if magic else -1, r.key, r.value, [])
        for r in BATCH_V2_RECORDS
    ]


@pytest.mark.parametrize("codec", [Compression.NONE, Compression.GZIP])
def test_down_conversion_keeps_log_append_time(codec):
    builder = BatchBuilder(compression=codec)
    builder.append(timestamp=5, key=None, value=b"")
    (record,) = iter_records(down_convert(with_log_append_time(builder.build(), 900), 1))
    assert (record.timestamp, record.timestamp_type) == (900, 1)


def test_down_conversion_leaves_out_markers_and_what_is_partial():
    marker = marker_batch(ControlType.ABORT, timestamp=9, producer_id=1, producer_epoch=0, coordinator_epoch=0)
    converted = down_convert(BATCH_V2 + marker + BATCH_V2 + BATCH_V2[:-1], 1)
    assert len(list(iter_records(converted))) == 6
    assert down_convert(marker, 0) == b""


def test_down_conversion_starts_where_the_client_asked():
    assert [r.offset for r in iter_records(down_convert(BATCH_V2, 1, start_offset=2))] == [2]
    assert down_convert(BATCH_V2, 1, start_offset=3) == b""


def test_down_conversion_ends_behind_the_batch_that_fills_the_answer():
    one = len(down_convert(BATCH_V2, 1))
    for size_max, batches in ((0, 0), (1, 1), (one, 1), (one + 1, 2), (10 * one, 3)):
        assert len(down_convert(BATCH_V2 * 3, 1, size_max=size_max)) == batches * one


@BOTH
def test_wrappers_of_compacted_batches_keep_the_gaps(magic):
    builder = BatchBuilder(compression=Compression.GZIP, base_offset=10)
    for delta in (3, 9, 1000):
        builder.append(timestamp=delta, key=b"k", value=b"v", offset_delta=delta)
    message_set = down_convert(builder.build(last_offset_delta=2000), magic)
    (message,) = iter_messages(message_set)
    assert message.offset == 1010, "the wrapper carries the offset of its last message, not the batch's"
    assert [record.offset for record in iter_records(message_set)] == [13, 19, 1010]


def test_a_batch_emptied_by_compaction_converts_to_nothing():
    emptied = bytearray(BATCH_V2[:61])
    struct.pack_into(">i", emptied, 57, 0)
    struct.pack_into(">i", emptied, 8, 49)
    struct.pack_into(">I", emptied, 17, crc32c(emptied[21:]))
    assert down_convert(bytes(emptied) + BATCH_V2, 1) == down_convert(BATCH_V2, 1)


def test_down_conversion_cannot_say_zstd():
    builder = BatchBuilder(compression=Compression.ZSTD)
    builder.append(timestamp=1, key=None, value=b"")
    with pytest.raises(UnsupportedCompressionType):
        down_convert(builder.build(), 1)
    with pytest.raises(ValueError, match="magic 2"):
        down_convert(BATCH_V2, 2)


def test_down_conversion_of_timestamps_beyond_64_bits_is_corrupt():
    builder = BatchBuilder()
    for timestamp in (0, 2**62):
        builder.append(timestamp=timestamp, key=None, value=b"")
    batch = bytearray(builder.build())
    struct.pack_into(">q", batch, 27, 2**63 - 1)
    struct.pack_into(">I", batch, 17, crc32c(batch[21:]))
    with pytest.raises(CorruptRecords, match="64 bits"):
        down_convert(batch, 1)
