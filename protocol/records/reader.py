"""Reads records out of whatever holds them: batches v2, messages and wrappers of magic 0 and 1, in any mixture.

For consumers, compaction and conversion; a broker that takes a batch in or hands it out does not come here. Bytes go
in, `Record` objects come out; inflating is bounded per batch (`compression.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from kavka.protocol.records.compression import DECOMPRESSED_BYTES_MAX, decompress
from kavka.protocol.records.crc32c import Buffer, crc32c
from kavka.protocol.records.errors import CorruptRecords
from kavka.protocol.records.header import (
    COMPRESSION_MASK,
    CRC_START,
    HEADER_SIZE,
    LENGTH_END,
    LOG_APPEND_TIME_FLAG,
    MAGIC_OFFSET,
    OFFSET_AND_LENGTH,
    BatchHeader,
    read_header,
)
from kavka.protocol.records.message_set import open_message, read_message
from kavka.protocol.records.record import RECORDS_AT_ONCE_MAX, Decoder, Record, scan_records


def read_records(
    buf: Buffer,
    pos: int,
    header: BatchHeader,
    *,
    max_bytes: int = DECOMPRESSED_BYTES_MAX,
    check_crc: bool = True,
) -> list[Record]:
    """Reads all records of the batch v2 at `pos`, at once: the fast way through many records.

    Args:
        buf: where the batch is, whole.
        pos: where it begins.
        header: what `read_header(buf, pos)` gave.
        max_bytes: bytes that its records may inflate to.
        check_crc: `False` where the checksum was just verified.

    Raises:
        CorruptRecords: anything about the batch is wrong.
    """
    payload = batch_payload(buf, pos, header, max_bytes, check_crc=check_crc)
    return _decoder(payload, header).read(header.record_count)


def read_in_parts(
    buf: Buffer, pos: int, header: BatchHeader, *, max_bytes: int = DECOMPRESSED_BYTES_MAX
) -> Iterator[list[Record]]:
    """Reads like `read_records`, at most `RECORDS_AT_ONCE_MAX` records at once; at least one list, be it empty."""
    decoder = _decoder(batch_payload(buf, pos, header, max_bytes, check_crc=True), header)
    yield decoder.read(RECORDS_AT_ONCE_MAX)
    while not decoder.is_done:
        yield decoder.read(RECORDS_AT_ONCE_MAX)


def scan_batch(
    buf: Buffer, pos: int, header: BatchHeader, *, max_bytes: int = DECOMPRESSED_BYTES_MAX, check_crc: bool = True
) -> Iterator[tuple[int, int, bool]]:
    """Yields offset, timestamp and "has a key" of each record of a batch v2.

    No records are made.

    For rules about keys and timestamps, and for looking a time up: it needs no memory beyond what the batch inflates
    to, and jumps over values. Arguments and errors are those of `read_records`; an error in a record comes when the
    record would have.
    """
    return scan_records(
        batch_payload(buf, pos, header, max_bytes, check_crc=check_crc),
        header.record_count,
        base_offset=header.base_offset,
        base_timestamp=header.base_timestamp,
        append_timestamp=_append_timestamp(header),
    )


def batch_payload(
    buf: Buffer, pos: int, header: BatchHeader, max_bytes: int = DECOMPRESSED_BYTES_MAX, *, check_crc: bool = True
) -> bytes:
    """Returns the inflated records of the batch v2 at `pos`, as bytes.

    Arguments and errors are those of `read_records`.
    """
    stop = pos + header.batch_length + LENGTH_END
    if stop > len(buf):
        raise CorruptRecords(f"batch of {stop - pos} bytes where {len(buf) - pos} are left")
    if check_crc:
        crc = crc32c(memoryview(buf)[pos + CRC_START : stop])
        if crc != header.crc:
            raise CorruptRecords(f"checksum is {crc:08x}, the batch says {header.crc:08x}")
    codec = header.attributes & COMPRESSION_MASK
    # A decompressor takes a view; without one, the records are copied once, out of whatever the buffer is.
    payload: Buffer = memoryview(buf)[pos + HEADER_SIZE : stop]
    if codec:
        payload = decompress(codec, payload, max_bytes=max_bytes)
    return payload if isinstance(payload, bytes) else bytes(payload)


def _append_timestamp(header: BatchHeader) -> int | None:
    return header.max_timestamp if header.attributes & LOG_APPEND_TIME_FLAG else None


def _decoder(payload: bytes, header: BatchHeader) -> Decoder:
    return Decoder(
        payload,
        header.record_count,
        base_offset=header.base_offset,
        base_timestamp=header.base_timestamp,
        append_timestamp=_append_timestamp(header),
    )


def iter_batches_of_records(
    buf: Buffer, pos: int = 0, *, include_control: bool = False, max_bytes: int = DECOMPRESSED_BYTES_MAX
) -> Iterator[list[Record]]:
    """Yields the records of `iter_records` in lists.

    Each is a batch or message, or a part of a batch that holds a great many.
    """
    end = len(buf)
    while end - pos > MAGIC_OFFSET:
        magic = buf[pos + MAGIC_OFFSET]
        if magic == 2:
            if end - pos < HEADER_SIZE and OFFSET_AND_LENGTH.unpack_from(buf, pos)[1] + LENGTH_END >= HEADER_SIZE:
                return
            header = read_header(buf, pos)
            size = header.batch_length + LENGTH_END
            if size > end - pos:
                return
            if include_control or not header.is_control:
                yield from read_in_parts(buf, pos, header, max_bytes=max_bytes)
            pos += size
        else:
            found = read_message(buf, pos, end)
            if found is None:
                return
            message, pos = found
            opened, _ = open_message(message, max_bytes=max_bytes)
            while part := list(islice(opened, RECORDS_AT_ONCE_MAX)):
                yield part


def iter_records(
    buf: Buffer, pos: int = 0, *, include_control: bool = False, max_bytes: int = DECOMPRESSED_BYTES_MAX
) -> Iterator[Record]:
    """Yields every record of `buf[pos:]`, whatever format its batches have.

    A batch or message that runs past the end is where it stops, without an error: fetch responses are cut anywhere.

    Args:
        buf: batches and messages one after the other.
        pos: where the first begins.
        include_control: whether transaction markers are yielded too (`control.py` reads their keys).
        max_bytes: bytes that any one batch may inflate to.

    Raises:
        CorruptRecords: something in a complete batch is wrong; DecompressedTooLarge above `max_bytes`.
    """
    for records in iter_batches_of_records(buf, pos, include_control=include_control, max_bytes=max_bytes):
        yield from records
