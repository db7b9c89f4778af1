"""Compressions: what other clients write is read, what is written is what Kafka reads, and bombs do not go off."""

from __future__ import annotations

import gzip
import random
import struct
import subprocess
import sys
import tracemalloc

import cramjam
import lz4.frame
import pytest
import zstandard

from kavka.protocol.records import CorruptRecords, DecompressedTooLarge
from kavka.protocol.records.batch import BatchBuilder, iter_records
from kavka.protocol.records.compression import SNAPPY_BLOCK_BYTES, Compression, compress, decompress
from kavka.protocol.records.header import EXPANSION_MAX

COMPRESSED = [codec for codec in Compression if codec]
TEXT = b"".join(b"line %d of something that compresses\n" % number for number in range(5000))
NOISE = random.Random(7).randbytes(100_000)
MIB = 1 << 20


@pytest.mark.parametrize("codec", list(Compression))
@pytest.mark.parametrize("data", [b"x", b"x" * SNAPPY_BLOCK_BYTES, TEXT, NOISE], ids=["one", "block", "text", "noise"])
def test_round_trip(codec, data):
    compressed = compress(codec, data)
    assert bytes(decompress(codec, compressed)) == data
    assert bytes(decompress(codec, memoryview(compressed))) == data
    assert bytes(decompress(codec, compressed, max_bytes=len(data))) == data


@pytest.mark.parametrize("codec", COMPRESSED)
def test_one_byte_above_the_limit_is_refused(codec):
    with pytest.raises(DecompressedTooLarge):
        decompress(codec, compress(codec, TEXT), max_bytes=len(TEXT) - 1)


@pytest.mark.parametrize("codec", COMPRESSED)
def test_cut_anywhere_it_is_corrupt(codec):
    compressed = compress(codec, TEXT[:300])
    for cut in range(len(compressed)):
        if codec == Compression.SNAPPY and cut == 16:
            continue  # the frame's header alone is a frame without blocks
        with pytest.raises(CorruptRecords):
            decompress(codec, compressed[:cut])


@pytest.mark.parametrize("codec", COMPRESSED)
def test_garbage_is_corrupt(codec):
    for garbage in (b"", b"\x01", b"\xff" * 40, NOISE[:1000]):
        with pytest.raises(CorruptRecords):
            decompress(codec, garbage)


@pytest.mark.parametrize("codec", COMPRESSED)
def test_no_codec_inflates_more_than_the_header_check_assumes(codec):
    zeros = bytes(8 * MIB)
    assert len(zeros) <= len(compress(codec, zeros)) * EXPANSION_MAX[codec]


@pytest.mark.parametrize("codec", [5, 6, 7])
def test_unknown_codecs_are_corrupt(codec):
    with pytest.raises(CorruptRecords, match="unknown"):
        decompress(codec, b"x")


@pytest.mark.parametrize(
    ("codec", "bomb"),
    [
        pytest.param(Compression.GZIP, lambda: gzip.compress(bytes(300 * MIB), 9), id="gzip"),
        pytest.param(
            Compression.SNAPPY,
            lambda: (block := bytes(cramjam.snappy.compress_raw(bytes(4 * MIB)))) and raw_blocks(block, 75),
            id="snappy",
        ),
        pytest.param(
            Compression.LZ4,
            lambda: lz4.frame.compress(bytes(300 * MIB), block_linked=False, store_size=False),
            id="lz4",
        ),
        pytest.param(Compression.ZSTD, lambda: zstandard.ZstdCompressor().compress(bytes(300 * MIB)), id="zstd"),
    ],
)
@pytest.mark.slow
def test_bombs_end_at_the_limit(codec, bomb):
    compressed = bomb()
    tracemalloc.start()
    try:
        with pytest.raises(DecompressedTooLarge):
            decompress(codec, compressed, max_bytes=10 * MIB)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 64 * MIB


def raw_blocks(block, times):
    return b"\x82SNAPPY\x00" + struct.pack(">ii", 1, 1) + (struct.pack(">i", len(block)) + block) * times


def test_a_bomb_in_a_batch_is_corrupt_records():
    builder = BatchBuilder(compression=Compression.ZSTD)
    builder.append(timestamp=1, key=None, value=bytes(2 * MIB))
    with pytest.raises(DecompressedTooLarge):
        list(iter_records(builder.build(), max_bytes=MIB))


def test_cve_2023_34455_snappy_sizes_that_lie_are_refused_before_memory_is_taken():
    claims_4_gib = b"\xff\xff\xff\xff\x0f" + bytes(20)
    with pytest.raises(DecompressedTooLarge):
        decompress(Compression.SNAPPY, claims_4_gib)
    claims_64_mib = b"\x80\x80\x80\x20" + bytes(20)
    with pytest.raises(CorruptRecords, match="claims 67108864"):
        decompress(Compression.SNAPPY, claims_64_mib)


@pytest.mark.parametrize("size", [-1, 0, 2**31 - 1, -(2**31)])
def test_snappy_block_lengths_that_cannot_be(size):
    with pytest.raises(CorruptRecords, match="snappy block of"):
        decompress(Compression.SNAPPY, b"\x82SNAPPY\x00" + struct.pack(">iii", 1, 1, size) + bytes(30))


def test_snappy_without_a_frame_is_read():
    assert decompress(Compression.SNAPPY, bytes(cramjam.snappy.compress_raw(TEXT))) == TEXT


def test_snappy_is_written_in_blocks_that_java_buffers():
    compressed = compress(Compression.SNAPPY, TEXT)
    assert compressed.startswith(b"\x82SNAPPY\x00" + struct.pack(">ii", 1, 1))
    (first,) = struct.unpack_from(">i", compressed, 16)
    assert len(cramjam.snappy.decompress_raw(compressed[20 : 20 + first])) == SNAPPY_BLOCK_BYTES


def test_lz4_is_written_as_java_reads_it():
    info = lz4.frame.get_frame_info(compress(Compression.LZ4, TEXT))
    assert not info["block_linked"]
    assert info["content_size"] == 0
    assert not info["block_checksum"]


@pytest.mark.parametrize("linked", [False, True])
@pytest.mark.parametrize("store_size", [False, True])
def test_any_lz4_frame_is_read(linked, store_size):
    frame = lz4.frame.compress(TEXT, block_linked=linked, store_size=store_size, content_checksum=True)
    assert decompress(Compression.LZ4, frame) == TEXT
    assert decompress(Compression.LZ4, frame, magic=0) == TEXT


def test_lz4_in_magic_0_has_the_historic_header_checksum():
    frame, broken = compress(Compression.LZ4, TEXT), compress(Compression.LZ4, TEXT, magic=0)
    assert [at for at in range(len(frame)) if frame[at] != broken[at]] == [6]
    # xxHash-32 over magic, flags and block descriptor, its second byte: what Kafka 0.8 and 0.9 wrote for this head.
    assert broken[:7] == bytes.fromhex("04 22 4d 18 60 40 1a")
    assert frame[:7] == bytes.fromhex("04 22 4d 18 60 40 82")
    for either in (frame, broken):
        assert decompress(Compression.LZ4, either, magic=0) == TEXT
    with pytest.raises(CorruptRecords):
        decompress(Compression.LZ4, broken, magic=1)


def test_lz4_with_a_dictionary_is_refused_in_magic_0():
    with pytest.raises(CorruptRecords, match="dictionary"):
        decompress(Compression.LZ4, bytes.fromhex("04224d18 61 40 00000000 00") + bytes(20), magic=0)
    with pytest.raises(CorruptRecords, match="ends early"):
        decompress(Compression.LZ4, bytes.fromhex("04224d18 68 40 00 00"), magic=0)


def test_zstd_with_and_without_content_size_and_in_several_frames():
    with_size = zstandard.ZstdCompressor().compress(TEXT)
    without = compress(Compression.ZSTD, TEXT)
    assert zstandard.frame_content_size(without) == -1
    assert decompress(Compression.ZSTD, with_size + without) == TEXT * 2


def test_gzip_in_several_members():
    assert decompress(Compression.GZIP, gzip.compress(TEXT) + gzip.compress(b"more")) == TEXT + b"more"
    with pytest.raises(DecompressedTooLarge):
        decompress(Compression.GZIP, gzip.compress(TEXT) + gzip.compress(b"more"), max_bytes=len(TEXT))


def test_zstd_came_after_message_sets():
    with pytest.raises(ValueError, match="format 2"):
        compress(Compression.ZSTD, b"x", magic=1)
    with pytest.raises(CorruptRecords, match="format 1"):
        decompress(Compression.ZSTD, compress(Compression.ZSTD, b"x"), magic=1)


@pytest.mark.slow
def test_codecs_are_loaded_when_first_used():
    code = (
        "import sys, kavka.protocol.records.batch, kavka.protocol.records.legacy; "
        "print([m for m in ('cramjam', 'lz4', 'zstandard', 'importlib.metadata') if m in sys.modules])"
    )
    # -S would lose the installed packages; the editable finder of a checkout may itself load the metadata module.
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert loaded.strip() == "[]"
