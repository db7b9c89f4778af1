"""The five compressions of Kafka records, both ways, inflating never beyond a limit.

This module knows bytes, not records: batches (`batch.py`) compress everything behind their header, message sets
(`message_set.py`) compress a whole inner set into the value of a wrapper message. Each codec library is imported when
it is first needed; a broker that only stores batches never loads one.

What Kafka expects on the wire is narrower than what the formats allow:

- gzip: plain members; several in a row are one stream.
- snappy: blocks in the framing of snappy-java ("xerial"), because raw snappy cannot be streamed::

      | 82 'S' 'N' 'A' 'P' 'P' 'Y' 00 | int32 version 1 | int32 compatible 1 | (int32 length | raw block)* |

  librdkafka and some others send one raw block without any frame; readers tell them apart by the first eight bytes.
- lz4: one frame with independent blocks and no content size (Java refuses dependent blocks). Message sets v0 carry the
  header checksum of a historic bug: it covers the frame's magic number too. It is written so for v0, and not looked at
  when v0 is read, as in Kafka (KIP-57).
- zstd: frames without content size, so the size is unknown until they are inflated. Batches v2 only (KIP-110).
"""

from __future__ import annotations

import struct
from enum import IntEnum

from kavka.protocol.records.crc32c import Buffer
from kavka.protocol.records.errors import CorruptRecords, DecompressedTooLarge, NotDecompressed

DECOMPRESSED_BYTES_MAX = 100 * 1024 * 1024
"""Default bound of one inflated batch: Kafka's `socket.request.max.bytes`, and 100 times its `message.max.bytes`."""

SNAPPY_BLOCK_BYTES = 32 * 1024  # snappy-java's default, so what Java readers expect to buffer
SNAPPY_EXPANSION_MAX = 22  # a 3-byte copy yields at most 64 bytes; a larger claim is a lie
ZSTD_EXPANSION_MAX = 32 * 1024  # a zstd block of 4 bytes can claim 128 KiB
ZSTD_INPUT_CHUNK_BYTES_MIN = 16
ZSTD_INPUT_CHUNK_BYTES_MAX = 1024  # at most 32 MiB past the limit per chunk, and at most as much as the limit itself
ZSTD_WINDOW_BYTES_MAX = 128 * 1024 * 1024  # what zstd's own tools accept (windowLog 27)
LZ4_OUTPUT_CHUNK_BYTES_MIN = 64 * 1024

_XERIAL_MAGIC = b"\x82SNAPPY\x00"
_XERIAL_HEADER = _XERIAL_MAGIC + struct.pack(">ii", 1, 1)
_LZ4_MAGIC = b"\x04\x22\x4d\x18"
_LZ4_FLAG_CONTENT_SIZE = 0x08
_LZ4_FLAG_DICTIONARY = 0x01
_INT32 = struct.Struct(">i")


class Compression(IntEnum):
    """Kafka's ids, the low three bits of a batch's or message's attributes."""

    NONE = 0
    GZIP = 1
    SNAPPY = 2
    LZ4 = 3
    ZSTD = 4


def compress(codec: Compression, data: Buffer, *, magic: int = 2) -> Buffer:
    """Compresses as Kafka's own clients do.

    Args:
        codec: which compression; NONE returns `data` itself.
        data: the records.
        magic: the record format it goes into; LZ4 in magic 0 gets the historic header checksum.

    Raises:
        ValueError: zstd for a message set, which cannot carry it.
    """
    if codec == Compression.NONE:
        return data
    if codec == Compression.GZIP:
        import zlib

        return zlib.compress(data, wbits=31)
    if codec == Compression.SNAPPY:
        return _compress_snappy(data)
    if codec == Compression.LZ4:
        return _compress_lz4(data, magic)
    if magic < 2:
        raise ValueError(f"zstd needs record format 2, not {magic}")
    import zstandard

    return zstandard.ZstdCompressor(write_content_size=False).compress(data)


def decompress(codec: int, data: Buffer, *, max_bytes: int = DECOMPRESSED_BYTES_MAX, magic: int = 2) -> Buffer:
    """Inflates what any Kafka client may have compressed.

    Args:
        codec: the compression bits of the attributes.
        data: the compressed bytes; NONE returns them unchanged.
        max_bytes: bytes that may come out.
        magic: the record format it was found in.

    Raises:
        CorruptRecords: an unknown codec; NotDecompressed: damaged or truncated data; DecompressedTooLarge above
            `max_bytes`.
    """
    if codec == Compression.NONE:
        return data
    try:
        return _decompress(codec, data, max_bytes, magic)
    except (DecompressedTooLarge, NotDecompressed):
        raise
    except CorruptRecords as error:
        raise NotDecompressed(str(error)) from None


def _decompress(codec: int, data: Buffer, max_bytes: int, magic: int) -> Buffer:
    if codec == Compression.GZIP:
        return _decompress_gzip(data, max_bytes)
    if codec == Compression.SNAPPY:
        return _decompress_snappy(data, max_bytes)
    if codec == Compression.LZ4:
        return _decompress_lz4(data, max_bytes, magic)
    if codec == Compression.ZSTD and magic >= 2:
        return _decompress_zstd(data, max_bytes)
    raise CorruptRecords(f"compression {codec} is unknown in record format {magic}")


def _too_large(max_bytes: int) -> DecompressedTooLarge:
    return DecompressedTooLarge(f"records inflate to more than {max_bytes} bytes")


def _decompress_gzip(data: Buffer, max_bytes: int) -> bytes:
    import zlib

    members: list[bytes] = []
    remaining = max_bytes
    try:
        while True:
            inflater = zlib.decompressobj(wbits=31)
            # One byte more than allowed tells "exactly full" from "too large"; 0 would mean no limit at all.
            member = inflater.decompress(data, remaining + 1)
            if len(member) > remaining:
                raise _too_large(max_bytes)
            if not inflater.eof:
                raise CorruptRecords("gzip data ends early")
            members.append(member)
            remaining -= len(member)
            if not inflater.unused_data:
                return members[0] if len(members) == 1 else b"".join(members)
            data = inflater.unused_data
    except zlib.error as error:
        raise CorruptRecords(f"gzip data is damaged: {error}") from None


def _compress_snappy(data: Buffer) -> bytes:
    import cramjam

    view = memoryview(data)
    parts: list[bytes] = [_XERIAL_HEADER]
    for start in range(0, len(view), SNAPPY_BLOCK_BYTES):
        block = bytes(cramjam.snappy.compress_raw(view[start : start + SNAPPY_BLOCK_BYTES]))
        parts.append(_INT32.pack(len(block)))
        parts.append(block)
    return b"".join(parts)


def _decompress_snappy(data: Buffer, max_bytes: int) -> bytes:
    view = memoryview(data)
    if bytes(view[:8]) != _XERIAL_MAGIC:
        return _decompress_snappy_block(view, max_bytes, max_bytes)
    pos = len(_XERIAL_HEADER)
    if len(view) < pos:
        raise CorruptRecords("snappy frame header ends early")
    blocks: list[bytes] = []
    remaining = max_bytes
    while pos < len(view):
        if len(view) - pos < 4:
            raise CorruptRecords("snappy block length ends early")
        (size,) = _INT32.unpack_from(view, pos)
        pos += 4
        if not 0 < size <= len(view) - pos:
            raise CorruptRecords(f"snappy block of {size} bytes where {len(view) - pos} are left")
        block = _decompress_snappy_block(view[pos : pos + size], remaining, max_bytes)
        blocks.append(block)
        remaining -= len(block)
        pos += size
    return b"".join(blocks)


def _decompress_snappy_block(block: memoryview, remaining: int, max_bytes: int) -> bytes:
    import cramjam

    try:
        # The block begins with the size that it claims; the library allocates that much before it looks at the rest.
        claimed = cramjam.snappy.decompress_raw_len(block)
        if claimed > remaining:
            raise _too_large(max_bytes)
        if claimed > SNAPPY_EXPANSION_MAX * len(block):
            raise CorruptRecords(f"snappy block of {len(block)} bytes claims {claimed}")
        return bytes(cramjam.snappy.decompress_raw(block))
    except cramjam.DecompressionError as error:
        raise CorruptRecords(f"snappy data is damaged: {error}") from None


def _compress_lz4(data: Buffer, magic: int) -> bytes:
    import lz4.frame

    frame: bytes = lz4.frame.compress(
        data, block_size=lz4.frame.BLOCKSIZE_MAX64KB, block_linked=False, store_size=False
    )
    if magic > 0:
        return frame
    checksum_at = _lz4_checksum_position(frame)
    return frame[:checksum_at] + bytes((_lz4_header_checksum(frame[:checksum_at]),)) + frame[checksum_at + 1 :]


def _decompress_lz4(data: Buffer, max_bytes: int, magic: int) -> bytes:
    import lz4.frame

    view = memoryview(data)
    inflater = lz4.frame.LZ4FrameDecompressor()
    chunk_bytes = min(max_bytes + 1, max(LZ4_OUTPUT_CHUNK_BYTES_MIN, 8 * len(view)))
    chunks: list[bytes] = []
    total = 0
    try:
        if magic == 0:
            checksum_at = _lz4_checksum_position(view)
            header = bytes(view[:checksum_at])
            inflater.decompress(header + bytes((_lz4_header_checksum(header[4:]),)))
            view = view[checksum_at + 1 :]
        while not inflater.eof:
            if chunks and inflater.needs_input:
                raise CorruptRecords("lz4 frame ends early")
            chunk = inflater.decompress(b"" if chunks else view, max_length=chunk_bytes)
            chunks.append(chunk)
            total += len(chunk)
            if total > max_bytes:
                raise _too_large(max_bytes)
    except (RuntimeError, ValueError) as error:
        raise CorruptRecords(f"lz4 data is damaged: {error}") from None
    return chunks[0] if len(chunks) == 1 else b"".join(chunks)


def _lz4_checksum_position(frame: Buffer) -> int:
    """Finds the header checksum: behind magic, flags, block descriptor and an optional content size."""
    if len(frame) < 7 or bytes(frame[:4]) != _LZ4_MAGIC:
        raise CorruptRecords("not an lz4 frame")
    if frame[4] & _LZ4_FLAG_DICTIONARY:
        raise CorruptRecords("lz4 frame needs a dictionary")
    position = 14 if frame[4] & _LZ4_FLAG_CONTENT_SIZE else 6
    if len(frame) <= position:
        raise CorruptRecords("lz4 frame header ends early")
    return position


def _lz4_header_checksum(covered: bytes) -> int:
    """Computes the second byte of xxHash-32, for inputs below 16 bytes.

    That is every frame header without a dictionary.
    """
    assert len(covered) < 16
    prime1, prime2, prime3, prime4, prime5 = 2654435761, 2246822519, 3266489917, 668265263, 374761393
    mask = 0xFFFFFFFF
    acc = prime5 + len(covered)
    words = len(covered) // 4
    for index in range(words):
        acc = (acc + int.from_bytes(covered[4 * index : 4 * index + 4], "little") * prime3) & mask
        acc = ((acc << 17 | acc >> 15) & mask) * prime4 & mask
    for byte in covered[4 * words :]:
        acc = (acc + byte * prime5) & mask
        acc = ((acc << 11 | acc >> 21) & mask) * prime1 & mask
    acc = (acc ^ acc >> 15) * prime2 & mask
    acc = (acc ^ acc >> 13) * prime3 & mask
    return (acc ^ acc >> 16) >> 8 & 0xFF


def _decompress_zstd(data: Buffer, max_bytes: int) -> bytes:
    import zstandard

    view = memoryview(data)
    context = zstandard.ZstdDecompressor(max_window_size=ZSTD_WINDOW_BYTES_MAX)
    inflater = context.decompressobj()
    chunk_bytes = min(max(max_bytes // ZSTD_EXPANSION_MAX, ZSTD_INPUT_CHUNK_BYTES_MIN), ZSTD_INPUT_CHUNK_BYTES_MAX)
    chunks: list[bytes] = []
    total = pos = 0
    try:
        while pos < len(view):
            if inflater.eof:
                inflater = context.decompressobj()
            fed = view[pos : pos + chunk_bytes]
            chunk = inflater.decompress(fed)
            pos += len(fed) - len(inflater.unused_data)
            chunks.append(chunk)
            total += len(chunk)
            if total > max_bytes:
                raise _too_large(max_bytes)
    except zstandard.ZstdError as error:
        raise CorruptRecords(f"zstd data is damaged: {error}") from None
    if not inflater.eof:
        raise CorruptRecords("zstd data ends early")
    return chunks[0] if len(chunks) == 1 else b"".join(chunks)
