"""Which batches of a fetched chunk have records for the reader, and where those records are, inflated.

    | batch | batch | message of magic 1 … | batch | part of a ba…      a chunk: what one Fetch returned for a partition

    runs      neighbours of one kind: batches v2, or old messages (`message_set.py`), which are read one by one
    select    of a run of batches, those that count: no control batches, nothing of aborted transactions, nothing
              outside the offsets that were asked for
    inflated  their records as stretches (`Area`) of one buffer, of which numpy takes columns

What is not compressed is read where it is; nothing is copied. What is compressed is inflated batch by batch, and
handed on whenever `INFLATED_BYTES_MAX` is reached: four megabytes may inflate to gigabytes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from kavka.protocol.records.batch import BatchHeader, ControlType, decode_control_key, read_header, read_records
from kavka.protocol.records.compression import DECOMPRESSED_BYTES_MAX
from kavka.protocol.records.crc32c import Buffer
from kavka.protocol.records.errors import CorruptRecords
from kavka.protocol.records.header import (
    COMPRESSION_MASK,
    HEADER_SIZE,
    LENGTH_END,
    MAGIC_OFFSET,
    OFFSET_AND_LENGTH,
    RECORD_SIZE_MIN,
    validate_batch,
)
from kavka.protocol.records.reader import batch_payload
from kavka.wire.read_committed import Aborted

INFLATED_BYTES_MAX = 64 * 1024 * 1024
"""Inflated records that are decoded at once; one batch alone may be larger (`DECOMPRESSED_BYTES_MAX`)."""

OFFSET_MAX = 2**63 - 1

Batch = tuple[int, BatchHeader]
"""Where it begins, and its header."""


class Run(NamedTuple):
    """Neighbours of one kind: `data[start:stop]`."""

    is_old: bool
    start: int
    stop: int


class Area(NamedTuple):
    """The records of one batch: `payload[start:stop]`."""

    start: int
    stop: int
    header: BatchHeader


def runs(data: Buffer) -> Iterator[Run]:
    """Yields the chunk's runs, in order.

    A batch or message that is cut off at the chunk's end belongs to none.

    Raises:
        CorruptRecords: what stands at a batch's place has a magic or a length that cannot be.
    """
    start = pos = 0
    is_old = False
    while len(data) - pos > MAGIC_OFFSET:
        magic = data[pos + MAGIC_OFFSET]
        _, length = OFFSET_AND_LENGTH.unpack_from(data, pos)
        if magic > 2 or length <= MAGIC_OFFSET - LENGTH_END:
            raise CorruptRecords(f"not a batch: magic {magic}, length {length}")
        if LENGTH_END + length > len(data) - pos:
            break
        if (magic < 2) is not is_old:
            if pos > start:
                yield Run(is_old, start, pos)
            start, is_old = pos, magic < 2
        pos += LENGTH_END + length
    if pos > start:
        yield Run(is_old, start, pos)


def select(
    data: Buffer, run: Run, *, aborted: Iterable[Aborted], first_offset: int, end_offset: int, check_crc: bool
) -> list[Batch]:
    """Selects the batches of a run that have records for the reader.

    Args:
        data: the chunk.
        run: one of batches v2.
        aborted: the aborted transactions that came with the chunk; those of a whole chunk do for each of its runs.
        first_offset: nothing before it.
        end_offset: nothing from it on.
        check_crc: whether checksums are verified, of the batches that count.

    Raises:
        CorruptRecords: a header or a checksum is wrong, or the counts contradict each other.
    """
    ahead = deque(sorted(aborted))
    producers: set[int] = set()
    found: list[Batch] = []
    pos = run.start
    while pos < run.stop:
        header = read_header(data, pos)
        while ahead and ahead[0].first_offset < header.next_offset:
            producers.add(ahead.popleft().producer_id)
        if header.is_control:
            if header.producer_id in producers and _is_abort(data, pos, header):
                producers.discard(header.producer_id)
        elif (
            header.record_count
            and not (header.is_transactional and header.producer_id in producers)
            and header.next_offset > first_offset
            and header.base_offset < end_offset
        ):
            if check_crc:
                validate_batch(data, pos, header, from_client=False)
            found.append((pos, header))
        pos += header.size_in_bytes
    return found


def _is_abort(data: Buffer, pos: int, header: BatchHeader) -> bool:
    markers = read_records(data, pos, header)
    return len(markers) == 1 and decode_control_key(markers[0].key) is ControlType.ABORT


def inflated(
    data: Buffer, batches: list[Batch], *, max_bytes: int = DECOMPRESSED_BYTES_MAX
) -> Iterator[tuple[Buffer, list[Area]]]:
    """Decompresses the batches' records into areas of a buffer; of several buffers if they are large.

    Raises:
        CorruptRecords: they do not inflate, or there cannot be as many records as the header says.
        DecompressedTooLarge: one batch inflates to more than `max_bytes`.
    """
    if not any(header.attributes & COMPRESSION_MASK for _, header in batches):
        if batches:
            yield data, [_area(pos + HEADER_SIZE, pos + header.size_in_bytes, header) for pos, header in batches]
        return
    parts: list[bytes] = []
    areas: list[Area] = []
    size = 0
    for pos, header in batches:
        part = batch_payload(data, pos, header, max_bytes, check_crc=False)
        if parts and size + len(part) > INFLATED_BYTES_MAX:
            yield b"".join(parts), areas
            parts, areas, size = [], [], 0
        parts.append(part)
        areas.append(_area(size, size + len(part), header))
        size += len(part)
    if parts:
        yield b"".join(parts), areas


def _area(start: int, stop: int, header: BatchHeader) -> Area:
    if header.record_count * RECORD_SIZE_MIN > stop - start:
        raise CorruptRecords(f"{header.record_count} records in {stop - start} bytes")
    return Area(start, stop, header)
