"""Reading records: by shape and one by one are the same, large batches in parts, and a scan that makes nothing."""

from __future__ import annotations

import struct
import tracemalloc

import pytest

from kavka.protocol.records import CorruptRecords, DecompressedTooLarge
from kavka.protocol.records.batch import (
    BatchBuilder,
    iter_batches_of_records,
    iter_records,
    read_header,
    read_records,
    scan_batch,
    validate_batch,
    with_log_append_time,
)
from kavka.protocol.records.compression import Compression
from kavka.protocol.records.crc32c import crc32c
from kavka.protocol.records.legacy import down_convert
from kavka.protocol.records.record import RECORDS_AT_ONCE_MAX, Decoder
from kavka.protocol.records.varint import decoding_tables, encode_varint, encoding_table
from tests.support.protocol.vectors import BATCH_V2, BATCH_V2_RECORDS

KIB = 1 << 10
SIZES = [None, 0, 1, 50, 63, 64, 100, 8191, 8192]


def built(content, **fields):
    builder = BatchBuilder(**fields)
    for timestamp, key, value, headers in content:
        builder.append(timestamp=timestamp, key=key, value=value, headers=headers)
    return builder.build()


def facts(records):
    return [(r.timestamp, r.key, r.value, r.headers) for r in records]


def sized(size, fill):
    return None if size is None else fill * size


@pytest.mark.parametrize("key_size", SIZES)
@pytest.mark.parametrize("value_size", SIZES)
def test_runs_of_every_shape_and_what_ends_them(key_size, value_size):
    like = (1000, sized(key_size, b"k"), sized(value_size, b"v"), [])
    content = [
        *[like] * 20,
        (1000, b"another key", b"w" * 70, []),
        *[like] * 12,
        (1000, None, None, [("h", b"x"), ("n", None)]),
        *[like] * 70,
        (1000 + 64, like[1], like[2], []),
        *[(500, like[1], like[2], [("h", b"x")])] * 12,
        *[like] * 3,
        (1000 + 2**40, like[1], like[2], []),
        like,
    ]
    batch = built(content)
    assert facts(iter_records(batch)) == content
    assert [r.offset for r in iter_records(batch)] == list(range(len(content)))


def test_varints_that_are_longer_than_need_be_are_read():
    """Java's reader takes them, and so does this one; a run must not mistake them for others."""
    record = bytes.fromhex("18 00 00 00 02 6b 02 76 02 02 68 02 78")
    padded = bytes.fromhex("9c 00 00 80 00 82 00 02 6b 02 76 02 02 68 02 78")  # offset delta 1
    payload = record + padded
    first, second = Decoder(payload, 2, base_offset=5, base_timestamp=7).read(2)
    assert (first.offset, second.offset) == (5, 6)
    assert facts([first]) == facts([second])


def test_the_tables_say_what_the_definition_says():
    lengths, deltas = decoding_tables()
    for value, encoded in enumerate(encoding_table()):
        assert encoded == encode_varint(value)
        assert lengths[len(encoded) - 1][int.from_bytes(encoded, "little")] == value
        negative = encode_varint(-value - 1)
        assert deltas[len(negative) - 1][int.from_bytes(negative, "little")] == -value - 1
    assert [len(table) for table in lengths] == [64, 8192 - 64]
    assert [len(table) for table in deltas] == [128, 16384 - 128]


@pytest.mark.parametrize("at", range(20 * 75))
def test_damage_in_a_run_is_found_as_it_is_one_by_one(at):
    """A run that accepts what the careful way refuses, or reads other records from it, would go unnoticed elsewhere."""
    payload = bytearray(built([(1000 + n, b"key-%02d" % n, bytes([n]) * 60, []) for n in range(20)])[61:])
    payload[at % len(payload)] ^= 1 << at % 8

    def outcome(read):
        decoder = Decoder(bytes(payload), 20, base_offset=0, base_timestamp=1000)
        try:
            return facts(read(decoder))
        except CorruptRecords:
            return CorruptRecords

    def carefully(decoder):
        records = []
        try:
            decoder._read_one_by_one(records, 20)
        except IndexError:
            raise CorruptRecords("too short") from None
        if decoder._pos != len(payload):
            raise CorruptRecords("too long")
        return records

    assert outcome(lambda decoder: decoder.read(20)) == outcome(carefully)


def test_large_batches_come_in_parts():
    batch = built([(n, None, b"", []) for n in range(RECORDS_AT_ONCE_MAX + 10)])
    parts = list(iter_batches_of_records(batch + BATCH_V2))
    assert [len(part) for part in parts] == [RECORDS_AT_ONCE_MAX, 10, 3]
    assert [r.offset for part in parts[:2] for r in part] == list(range(RECORDS_AT_ONCE_MAX + 10))
    assert len(read_records(batch, 0, read_header(batch))) == RECORDS_AT_ONCE_MAX + 10


@pytest.mark.slow
@pytest.mark.parametrize(
    "walk",
    [
        pytest.param(lambda batch: sum(1 for _ in iter_records(batch)), id="iterate"),
        pytest.param(lambda batch: sum(1 for _ in scan_batch(batch, 0, read_header(batch))), id="scan"),
    ],
)
def test_a_bomb_of_many_small_records_is_not_all_in_memory_at_once(walk):
    count = 60_000
    batch = built([(n, None, None, []) for n in range(count)], compression=Compression.ZSTD)
    decoding_tables()
    tracemalloc.start()
    try:
        assert walk(batch) == count
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 4096 * KIB, "all records at once would be 12 MiB"


def test_a_bomb_that_grows_when_it_is_converted_down_is_refused():
    batch = built([(1, None, None, [])] * 5000, compression=Compression.GZIP)
    down_convert(batch, 1, max_bytes=5000 * 34)
    with pytest.raises(DecompressedTooLarge):
        down_convert(batch, 1, max_bytes=5000 * 34 - 1)


@pytest.mark.parametrize("codec", list(Compression))
def test_a_scan_sees_what_iterating_sees(codec):
    content = [(1000 + n * n, None if n % 3 else b"k", b"v" * n, [("h", b"x")]) for n in range(200)]
    batch = built(content, compression=codec, base_offset=40)
    for one in (batch, with_log_append_time(batch, 9000)):
        expected = [(r.offset, r.timestamp, r.key is not None) for r in iter_records(one)]
        assert list(scan_batch(one, 0, read_header(one))) == expected


def test_a_scan_begins_without_reading_what_follows():
    scanned = scan_batch(BATCH_V2, 0, read_header(BATCH_V2))
    assert next(scanned) == (0, 1000, True)
    assert list(scanned) == [(1, 990, False), (2, 1100, True)]


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        pytest.param("18 00 00 00", "17 00 00 00", "negative record length", id="record length"),
        pytest.param("18 00 00 00", "02 00 00 00", "shorter", id="record shorter than its fields"),
        pytest.param("0e 00 13 02", "0e 00 13 01", "negative offset delta", id="offset delta"),
        pytest.param("14 00 c8 01 04", "12 00 c8 01 04", "records end at", id="bytes are left"),
        pytest.param("14 00 c8 01 04", "16 00 c8 01 04", "records end at", id="bytes are missing"),
        pytest.param("14 00 c8 01 04", "94 01 00 c8 01", "records end at", id="a record beyond the end"),
    ],
)
def test_bug_97_a_scan_of_malformed_records_is_corrupt(old, new, what):
    broken = bytearray(BATCH_V2.replace(bytes.fromhex(old), bytes.fromhex(new)))
    struct.pack_into(">I", broken, 17, crc32c(broken[21:]))
    with pytest.raises(CorruptRecords, match=what):
        list(scan_batch(broken, 0, read_header(broken)))


def test_a_scan_checks_the_checksum_and_the_count():
    flipped = BATCH_V2[:-1] + b"\x7f"
    with pytest.raises(CorruptRecords, match="checksum"):
        scan_batch(flipped, 0, read_header(flipped))
    more = bytearray(BATCH_V2)
    struct.pack_into(">i", more, 57, 4)
    struct.pack_into(">I", more, 17, crc32c(more[21:]))
    with pytest.raises(CorruptRecords, match="after 3 of 4"):
        list(scan_batch(more, 0, read_header(more)))


def test_compaction_leaves_gaps_between_records_and_behind_them():
    builder = BatchBuilder(base_offset=100, producer_id=4, producer_epoch=1, base_sequence=7)
    for record, delta in zip(BATCH_V2_RECORDS, (2, 3, 70), strict=True):
        builder.append(timestamp=record.timestamp, key=record.key, value=record.value, offset_delta=delta)
    batch = builder.build(last_offset_delta=99)
    header = read_header(batch)
    validate_batch(batch, 0, header, from_client=False)
    assert (header.last_offset, header.next_offset, header.record_count) == (199, 200, 3)
    assert [r.offset for r in iter_records(batch)] == [102, 103, 170]
    for magic in (0, 1):
        assert [r.offset for r in iter_records(down_convert(batch, magic))] == [102, 103, 170]


def test_offsets_only_grow():
    builder = BatchBuilder()
    builder.append(timestamp=1, key=None, value=None, offset_delta=5)
    with pytest.raises(ValueError, match="offset delta 5 behind 5"):
        builder.append(timestamp=1, key=None, value=None, offset_delta=5)
    builder.append(timestamp=1, key=None, value=None)
    assert [r.offset for r in iter_records(builder.build())] == [5, 6]
    with pytest.raises(ValueError, match="last offset delta 5"):
        builder.build(last_offset_delta=5)


@pytest.mark.parametrize("codec", [codec for codec in Compression if codec])
def test_counts_that_no_compression_could_hold_are_refused_without_inflating(codec):
    """Or 200 bytes would take 2³¹ offsets, and leave a hole in the log that no consumer gets past."""
    batch = bytearray(built([(1, None, b"v" * 100, [])], compression=codec))
    struct.pack_into(">i", batch, 23, 2**31 - 2)
    struct.pack_into(">i", batch, 57, 2**31 - 1)
    struct.pack_into(">I", batch, 17, crc32c(batch[21:]))
    with pytest.raises(CorruptRecords, match="2147483647 records in"):
        validate_batch(batch, 0, read_header(batch))


@pytest.mark.parametrize("codec", list(Compression))
def test_the_most_compressible_records_are_not_refused(codec):
    batch = built([(1, None, b"", [])] * 8000, compression=codec)
    validate_batch(batch, 0, read_header(batch))


@pytest.mark.parametrize(("sequence", "epoch"), [(2**31 - 1, 32767), (0, 0), (-1, -1)])
def test_bug_75_producer_fields_at_their_ends_survive(sequence, epoch):
    batch = built([(1, None, b"", [])] * 3, producer_id=2**63 - 1, producer_epoch=epoch, base_sequence=sequence)
    header = read_header(batch)
    assert (header.producer_id, header.producer_epoch, header.base_sequence) == (2**63 - 1, epoch, sequence)
