"""Batches of a chunk as another topic takes them: as they are where that says the same, else decoded and encoded anew.

    chunk ─▶ runs ─▶ select ─┬─▶ whole: the records' bytes under a header of the new producer's (`sealed_batch`)
                             └─▶ neighbours that cannot stay, together: decode ─▶ encode ─▶ new batches

| not as it is | because |
|---|---|
| a batch that reaches beyond the range | its other records belong to another range |
| offsets with gaps, from compaction | brokers take none from producers |
| times that a broker stamped | a producer cannot claim them; readers saw the stamp, so it becomes the record's time |
| messages of magic 0 and 1 | producers write batches |
| more than `max.request.size` | it would be refused; encoded anew, it becomes several |
| small neighbours | each batch is a request: joined they cost less (`Rules.joined_bytes_min`) |

Bytes are checked before they are sent on: a checksum that is made anew over damaged records would call them sound.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from kavka.pipeline.columns.batches import Batch, Run, runs, select
from kavka.pipeline.columns.decode import decode_chunk
from kavka.pipeline.columns.encode import BATCH_BYTES_MAX, encode_rows
from kavka.pipeline.sealed_batch import EncodedBatch
from kavka.protocol.records.batch import BatchHeader
from kavka.protocol.records.compression import DECOMPRESSED_BYTES_MAX, Compression, compress
from kavka.protocol.records.crc32c import Buffer
from kavka.protocol.records.header import COMPRESSION_MASK, HEADER_SIZE, TRANSACTIONAL_FLAG
from kavka.protocol.records.reader import batch_payload
from kavka.wire.read_committed import Aborted

COLUMNS: Final = ("key", "value", "timestamp", "headers")
UNDERSTOOD_FLAGS: Final = COMPRESSION_MASK | TRANSACTIONAL_FLAG
"""What a batch may have and stay as it is; the transaction is the target's own."""

JOINED_BYTES_MIN: Final = 32 * 1024
"""Below it two neighbours are joined: a request costs as much as decoding and encoding some 30 kB."""


class Rules(NamedTuple):
    """How batches are written.

    Attributes:
        compression: of every batch; None: each keeps its own.
        batch_bytes_max: of a batch that is encoded anew.
        request_bytes_max: of a batch that stays as it is.
        joined_bytes_min: smaller neighbours are joined.
    """

    compression: Compression | None = None
    batch_bytes_max: int = BATCH_BYTES_MAX
    request_bytes_max: int = 2**31 - 1
    joined_bytes_min: int = JOINED_BYTES_MIN


class FetchedPart(NamedTuple):
    """A fetched chunk and what of it counts, as `decode_chunk` takes them."""

    data: Buffer
    first_offset: int
    end_offset: int
    aborted: tuple[Aborted, ...] = ()
    check_crc: bool = True


def outgoing(part: FetchedPart, rules: Rules) -> Iterator[EncodedBatch]:
    """Yields a chunk's records as batches for another topic, in their order.

    Args:
        part: the chunk.
        rules: how they are written.

    Raises:
        CorruptRecords: anything is wrong with the bytes.
    """
    for run in runs(part.data):
        if run.is_old:
            yield from _anew(part, run.start, run.stop, rules, rules.compression or Compression.NONE)
        else:
            yield from _of_run(part, run, rules)


def _of_run(part: FetchedPart, run: Run, rules: Rules) -> Iterator[EncodedBatch]:
    """The batches of a run of v2; those that wait to be encoded together are neighbours of one codec."""
    waiting: list[Batch] = []
    for pos, header in select(
        part.data,
        run,
        aborted=part.aborted,
        first_offset=part.first_offset,
        end_offset=part.end_offset,
        check_crc=part.check_crc,
    ):
        if waiting and not _are_neighbours(waiting[-1], (pos, header)):
            yield from _settle(part, waiting, rules)
            waiting = []
        if header.size_in_bytes >= rules.joined_bytes_min and can_stay(header, part, rules):
            yield from _settle(part, waiting, rules)
            waiting = []
            yield _as_it_is(part, pos, header, rules)
        else:
            waiting.append((pos, header))
    yield from _settle(part, waiting, rules)


def _are_neighbours(left: Batch, right: Batch) -> bool:
    """Whether there is nothing between two batches, such as one of an aborted transaction, and they are of a kind."""
    pos, header = left
    return pos + header.size_in_bytes == right[0] and header.compression == right[1].compression


def _settle(part: FetchedPart, waiting: list[Batch], rules: Rules) -> Iterator[EncodedBatch]:
    if not waiting:
        return
    first, header = waiting[0]
    if len(waiting) == 1 and can_stay(header, part, rules):
        yield _as_it_is(part, first, header, rules)  # small, and alone: there is nothing to join it with
        return
    last, last_header = waiting[-1]
    codec = header.compression if rules.compression is None else rules.compression
    yield from _anew(part, first, last + last_header.size_in_bytes, rules, codec)


def can_stay(header: BatchHeader, part: FetchedPart, rules: Rules) -> bool:
    """Tells whether a batch may go on as it is, byte by byte."""
    return (
        header.record_count == header.last_offset_delta + 1
        and not header.attributes & ~UNDERSTOOD_FLAGS
        and header.base_offset >= part.first_offset
        and header.next_offset <= part.end_offset
        and header.size_in_bytes <= rules.request_bytes_max
    )


def _as_it_is(part: FetchedPart, pos: int, header: BatchHeader, rules: Rules) -> EncodedBatch:
    codec = header.compression
    records: Buffer = memoryview(part.data)[pos + HEADER_SIZE : pos + header.size_in_bytes]
    if rules.compression is not None and rules.compression != codec:
        codec = rules.compression
        records = compress(codec, batch_payload(part.data, pos, header, DECOMPRESSED_BYTES_MAX, check_crc=False))
    return EncodedBatch(
        records=records,
        record_count=header.record_count,
        base_timestamp=header.base_timestamp,
        max_timestamp=header.max_timestamp,
        compression=codec,
    )


def _anew(part: FetchedPart, start: int, stop: int, rules: Rules, codec: Compression) -> Iterator[EncodedBatch]:
    """What lies there, which `select` has passed or which checks itself, decoded and encoded."""
    found = decode_chunk(
        memoryview(part.data)[start:stop],
        topic="",
        partition=0,
        columns=COLUMNS,
        first_offset=part.first_offset,
        end_offset=part.end_offset,
        check_crc=False,
    )
    for rows in found:
        yield from encode_rows(rows, compression=codec, batch_bytes_max=rules.batch_bytes_max)
