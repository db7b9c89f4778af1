"""Records, for whatever bytes: what was written comes back, and what was damaged is CorruptRecords or still records.

The sentence for the fuzzers: no matter what bytes are read as records, either records come out or CorruptRecords is
raised, never another exception, and never more memory than the limit allows.
"""

from __future__ import annotations

import contextlib
import struct
import zlib

from aiokafka.record.default_records import _DefaultRecordBatchPy
from hypothesis import given, settings
from hypothesis import strategies as st

from kavka.protocol.errors import InvalidTimestamp, UnsupportedCompressionType
from kavka.protocol.records import CorruptRecords
from kavka.protocol.records.batch import (
    BatchBuilder,
    Record,
    iter_headers,
    iter_records,
    read_header,
    scan_batch,
    validate_batch,
)
from kavka.protocol.records.compression import Compression, compress, decompress
from kavka.protocol.records.crc32c import crc32c
from kavka.protocol.records.legacy import down_convert, magic_of, up_convert
from kavka.protocol.records.message_set import encode_message, encode_message_set, iter_messages

LIMIT = 1 << 20
INT32 = st.integers(-(2**31), 2**31 - 1)
blobs = st.none() | st.binary(max_size=200) | st.binary(min_size=1, max_size=3).map(lambda part: part * 100)
headers = st.lists(st.tuples(st.text(max_size=10), blobs), max_size=4)
records = st.lists(st.tuples(st.integers(-1, 2**50), blobs, blobs, headers), min_size=1, max_size=20)
codecs = st.sampled_from(list(Compression))
old_codecs = st.sampled_from([codec for codec in Compression if codec != Compression.ZSTD])
magics = st.sampled_from([0, 1])
# Neighbours that look alike are read by their shape; so there have to be many of them, and of several shapes.
runs = st.lists(
    st.tuples(st.integers(-1, 2**50), blobs, blobs, headers, st.integers(1, 40)), min_size=1, max_size=6
).map(lambda parts: [part[:4] for part in parts for _ in range(part[4])])


def build(content, codec=Compression.NONE, **fields):
    builder = BatchBuilder(compression=codec, **fields)
    for timestamp, key, value, record_headers in content:
        builder.append(timestamp=timestamp, key=key, value=value, headers=record_headers)
    return builder.build()


def read_every_way(buf):
    """Every function that meets foreign bytes; returns what iter_records made of them."""
    result = None
    for read in (
        lambda: list(iter_records(buf, include_control=True, max_bytes=LIMIT)),
        lambda: [validate_batch(buf, pos, header) for pos, header in iter_headers(buf)],
        lambda: validate_batch(buf, 0, read_header(buf), from_client=False),
        lambda: [list(scan_batch(buf, pos, header, max_bytes=LIMIT)) for pos, header in iter_headers(buf)],
        lambda: magic_of(buf),
        lambda: list(iter_messages(buf)),
        lambda: up_convert(buf, now_ms=0, max_bytes=LIMIT),
        lambda: down_convert(buf, 0, max_bytes=LIMIT),
        lambda: down_convert(buf, 1, max_bytes=LIMIT),
    ):
        try:
            got = read()
        except (CorruptRecords, InvalidTimestamp, UnsupportedCompressionType):
            continue
        result = got if result is None else result
    return result


@settings(deadline=None)
@given(content=records, codec=codecs, base_offset=st.integers(0, 2**62))
def test_batches_round_trip(content, codec, base_offset):
    batch = build(content, codec, base_offset=base_offset)
    header = read_header(batch)
    validate_batch(batch, 0, header)
    assert header.max_timestamp == max(timestamp for timestamp, *_ in content)
    assert list(iter_records(memoryview(batch))) == [
        Record(base_offset + delta, timestamp, 0, key, value, record_headers)
        for delta, (timestamp, key, value, record_headers) in enumerate(content)
    ]


@settings(deadline=None)
@given(content=runs, base_offset=st.integers(0, 2**62))
def test_runs_of_records_read_as_another_client_reads_them(content, base_offset):
    batch = build(content, base_offset=base_offset)
    theirs = _DefaultRecordBatchPy(batch)
    assert [(r.offset, r.timestamp, r.key, r.value, r.headers) for r in iter_records(batch)] == [
        (r.offset, r.timestamp, r.key, r.value, r.headers) for r in theirs
    ]
    scanned = list(scan_batch(batch, 0, read_header(batch)))
    assert scanned == [(r.offset, r.timestamp, r.key is not None) for r in iter_records(batch)]


@settings(deadline=None)
@given(content=runs, gaps=st.data())
def test_batches_with_gaps_round_trip(content, gaps):
    steps = gaps.draw(st.lists(st.integers(1, 10_000), min_size=len(content), max_size=len(content)))
    builder, offsets = BatchBuilder(base_offset=5), []
    for (timestamp, key, value, record_headers), step in zip(content, steps, strict=True):
        offsets.append((offsets[-1] if offsets else -1) + step)
        builder.append(timestamp=timestamp, key=key, value=value, headers=record_headers, offset_delta=offsets[-1])
    batch = builder.build()
    validate_batch(batch, 0, read_header(batch), from_client=False)
    assert [record.offset - 5 for record in iter_records(batch)] == offsets
    assert [record.offset - 5 for record in iter_records(down_convert(batch, 1))] == offsets


@settings(deadline=None)
@given(content=records, magic=magics, codec=old_codecs, base_offset=st.integers(0, 2**62))
def test_message_sets_round_trip_and_convert_both_ways(content, magic, codec, base_offset):
    written = [
        Record(base_offset + delta, timestamp if magic else -1, 0 if magic else -1, key, value, [])
        for delta, (timestamp, key, value, _) in enumerate(content)
    ]
    message_set = encode_message_set(written, magic, codec=codec)
    assert list(iter_records(message_set)) == written
    assert down_convert(build(content, codec, base_offset=base_offset), magic) == message_set
    batch = up_convert(message_set, now_ms=0)
    assert read_header(batch).compression == codec
    assert [(r.offset + base_offset, r.timestamp, r.key, r.value) for r in iter_records(batch)] == [
        (r.offset, r.timestamp, r.key, r.value) for r in written
    ]


@settings(deadline=None)
@given(content=records, codec=codecs, magic=st.sampled_from([0, 1, 2]), data=st.data())
def test_a_cut_gives_the_records_before_it(content, codec, magic, data):
    if magic < 2 and codec == Compression.ZSTD:
        codec = Compression.GZIP
    one = build(content, codec)
    buf = one if magic == 2 else down_convert(one, magic)
    whole = list(iter_records(buf))
    cut = data.draw(st.integers(0, len(buf)))
    assert list(iter_records(buf + buf[:cut]))[: len(whole)] == whole
    found = list(iter_records(buf[:cut]))
    assert found == whole[: len(found)]
    read_every_way(buf[:cut])


@settings(deadline=None, max_examples=300)
@given(content=records, codec=codecs, magic=st.sampled_from([0, 1, 2]), data=st.data())
def test_flipped_bits_give_corrupt_records_or_records(content, codec, magic, data):
    if magic < 2 and codec == Compression.ZSTD:
        codec = Compression.LZ4
    one = build(content, codec)
    buf = bytearray(one if magic == 2 else down_convert(one, magic))
    for _ in range(data.draw(st.integers(1, 4))):
        bit = data.draw(st.integers(0, len(buf) * 8 - 1))
        buf[bit // 8] ^= 1 << bit % 8
    read_every_way(buf)


@settings(deadline=None, max_examples=300)
@given(content=records | runs, codec=codecs, data=st.data())
def test_damage_under_a_right_checksum_gives_corrupt_records_or_records(content, codec, data):
    """What the checksum would hide from the decoders: somebody who computes it over their own nonsense."""
    buf = bytearray(build(content, codec))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(21, len(buf) - 1))
        buf[at] = data.draw(st.integers(0, 255))
    struct.pack_into(">I", buf, 17, crc32c(buf[21:]))
    read_every_way(buf)


@settings(deadline=None, max_examples=300)
@given(content=records, codec=old_codecs, magic=magics, data=st.data())
def test_damage_within_a_wrapper_gives_corrupt_records_or_records(content, codec, magic, data):
    inner = bytearray(down_convert(build(content), magic))
    at = data.draw(st.integers(0, len(inner) - 1))
    inner[at] = data.draw(st.integers(0, 255))
    if data.draw(st.booleans()):
        size = struct.unpack_from(">i", inner, 8)[0]
        struct.pack_into(">I", inner, 12, zlib.crc32(inner[16 : max(16, 12 + size)]))
    value = compress(codec, bytes(inner), magic=magic)
    read_every_way(encode_message(magic, offset=data.draw(INT32), key=None, value=value, codec=codec))


@settings(deadline=None, max_examples=300)
@given(head=st.binary(max_size=16), magic=st.sampled_from([0, 1, 2, 3, 255]), tail=st.binary(max_size=100), size=INT32)
def test_noise_gives_corrupt_records_or_records(head, magic, tail, size):
    read_every_way(head)
    read_every_way(head[:8].ljust(8, b"\0") + struct.pack(">iIB", size % 120, 0, magic) + tail)
    read_every_way(head[:8].ljust(8, b"\0") + struct.pack(">iIB", size, 0, magic) + tail)


@settings(deadline=None)
@given(content=st.binary(max_size=2000), codec=codecs, magic=st.sampled_from([0, 1, 2]), data=st.data())
def test_decompression_gives_bytes_within_the_limit_or_corrupt_records(content, codec, magic, data):
    damaged = bytearray(compress(codec, content))
    for _ in range(data.draw(st.integers(0, 3))):
        if damaged:
            damaged[data.draw(st.integers(0, len(damaged) - 1))] = data.draw(st.integers(0, 255))
    for noise in (damaged, content):
        with contextlib.suppress(CorruptRecords):
            assert len(decompress(codec, noise, max_bytes=4000, magic=magic)) <= 4000


@settings(deadline=None)
@given(byte=st.binary(min_size=1, max_size=1), limit=st.integers(0, 100_000), codec=codecs.filter(bool))
def test_bombs_are_refused(byte, limit, codec):
    bomb = compress(codec, byte * (limit + 1))
    try:
        decompress(codec, bomb, max_bytes=limit)
    except CorruptRecords as refusal:
        assert str(limit) in str(refusal)  # noqa: PT017 (a raises block cannot be asked for every example's limit)
    else:
        raise AssertionError("a bomb went through")
