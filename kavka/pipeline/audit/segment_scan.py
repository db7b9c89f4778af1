"""One segment file, from its first byte to its last: what a task of the audit does.

The file is read in pieces, not mapped: a broker that truncates it meanwhile would otherwise end the worker (SIGBUS). A
piece ends in half a batch, and the next one begins where that batch does::

    file    |███ batch ███|█ batch █|████ batch ████|█ batch █|░ torn
    pieces  |──────────────────────|                          │
                          |────────────────────────|          │
                                          |──────────────────────|   nothing whole is left: the tail

What is left at the end of the file is judged only when the file has stopped growing, because a broker that runs
appends. In the last segment it is a torn tail, which recovery would cut off; in another one it is damage. Zeros alone
are what a preallocated file or a crashed file system leaves there, and are reported as such.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

import pyarrow as pa

from kavka.pipeline.audit.batches import Columns, Fault, Walked, no_batches, walk
from kavka.pipeline.audit.targets import FileTarget
from kavka.pipeline.audit.windows import WindowBuilder

PIECE_BYTES: Final = 8 << 20
BATCH_BYTES_MAX: Final = 256 << 20
"""No batch is larger: a broker's `message.max.bytes` would have to be, and its socket.request.max.bytes."""
TORN_TAIL: Final = "torn tail"
CUT_SHORT: Final = "cut short"
ZEROS: Final = "zeros at the end"
UNREADABLE: Final = "unreadable"
BEGINS_EARLY: Final = "begins before its name"


def scan_segment(target: FileTarget) -> pa.RecordBatch:
    """Reads a segment's windows; a file that cannot be read is a fault, not an error."""
    builder = WindowBuilder(cleaned_to=target.cleaned_to)
    base_offset = target.place.segment
    try:
        with Path(target.path).open("rb", buffering=0) as file:
            _scan(PieceReader(file, expected_offset=base_offset), target, builder)
    except OSError as error:
        builder.add_fault(Fault(UNREADABLE, -1, base_offset, error.strerror or str(error)))
    return builder.to_arrow(target.place)


def _scan(reader: PieceReader, target: FileTarget, builder: WindowBuilder) -> None:
    base_offset = target.place.segment
    for piece in reader.pieces():
        if builder.next_offset < 0 and len(piece.batches) and piece.batches[0]["base_offset"] < base_offset:
            first = int(piece.batches[0]["base_offset"])
            builder.add_fault(Fault(BEGINS_EARLY, 0, first, f"the file is named {base_offset}"))
        builder.feed(piece.batches)
    for fault in reader.faults:
        builder.add_fault(fault)
    if reader.tail:
        builder.add_fault(_tail(target, reader, max(builder.next_offset, base_offset)))


def read_stretch(target: FileTarget) -> Iterator[Piece]:
    """Reads the batches of a segment, or a stretch of it, with their bytes.

    Faults are left to `scan_segment`.

    Raises:
        OSError: the file cannot be read.
    """
    with Path(target.path).open("rb", buffering=0) as file:
        yield from PieceReader(file, expected_offset=0, begin=target.begin, end=target.end).pieces()


def _tail(target: FileTarget, reader: PieceReader, offset: int) -> Fault:
    what = f"{reader.tail} bytes that are no whole batch"
    if reader.is_tail_zeros:
        return Fault(ZEROS, reader.end, offset, f"{reader.tail} bytes")
    return Fault(TORN_TAIL if target.is_last else CUT_SHORT, reader.end, offset, what)


class Piece(NamedTuple):
    """Some megabytes of a log.

    Attributes:
        batches: the whole ones in it.
        view: its bytes.
        begin: the position of `view` in the file, to which the batches' positions relate.
    """

    batches: Columns
    view: memoryview
    begin: int


class PieceReader:
    """Batches of a file, some megabytes at a time.

    Args:
        file: unbuffered.
        expected_offset: of the first batch, or less.
        begin: where in the file the first batch begins.
        end: where to stop; the end of the file if None.

    Attributes:
        faults: broken batches, when `pieces` is through.
        end: behind the last whole batch.
        tail: bytes from there on.
        is_tail_zeros: whether they are all zero.
    """

    def __init__(self, file: BinaryIO, *, expected_offset: int, begin: int = 0, end: int | None = None) -> None:
        self._file = file
        self._stop = end
        self._expected_offset = expected_offset
        self.faults: list[Fault] = []
        self.end = begin
        self.tail = 0
        self.is_tail_zeros = False

    def pieces(self) -> Iterator[Piece]:
        """Yields the file's pieces in order.

        Raises:
            OSError: the file cannot be read.
        """
        size, wanted = self._size(), PIECE_BYTES
        while self.end < size:
            piece = self._read(min(wanted, size - self.end))
            is_whole_rest = self.end + len(piece) >= size
            walked = self._walk(piece, is_whole_rest or len(piece) >= BATCH_BYTES_MAX)
            if walked is None:  # a batch that is larger than the piece, or nothing that makes sense: look at more of it
                wanted *= 2
                continue
            begin = self.end
            yield Piece(self._taken(walked), memoryview(piece), begin)
            wanted = PIECE_BYTES
            if is_whole_rest:
                grown = self._size()
                if grown <= size:
                    self._judge_tail(piece, walked.tail)
                    return
                size = grown

    def _walk(self, piece: bytearray, is_all: bool) -> Walked | None:
        walked = walk(memoryview(piece), position=self.end, expected_offset=self._expected_offset)
        return walked if len(walked.batches) or is_all else None

    def _taken(self, walked: Walked) -> Columns:
        self.faults += walked.faults
        if len(walked.batches):
            self._expected_offset = max(self._expected_offset, int(walked.batches["next_offset"].max()))
            self.end = walked.end
            return walked.batches
        if walked.tail >= BATCH_BYTES_MAX:
            self.faults.append(Fault("broken batch", self.end, self._expected_offset, f"{walked.tail} bytes unread"))
            self.end += walked.tail
        return no_batches()

    def _judge_tail(self, piece: bytearray, tail: int) -> None:
        self.tail = tail
        self.is_tail_zeros = tail > 0 and not any(memoryview(piece)[len(piece) - tail :])

    def _size(self) -> int:
        size = os.fstat(self._file.fileno()).st_size
        return size if self._stop is None else min(size, self._stop)

    def _read(self, count: int) -> bytearray:
        piece = bytearray(count)
        view, at = memoryview(piece), 0
        self._file.seek(self.end)
        while at < count:
            got = self._file.readinto(view[at:])  # type: ignore[attr-defined]
            if not got:
                break
            at += got
        return piece if at == count else piece[:at]
