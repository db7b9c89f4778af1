"""What is wrong with a log on disk: where it stops being whole, whether whole batches lie behind, what was kept.

A crash leaves a torn tail: bytes behind the last whole batch that are no batch, and nothing behind them. They are cut,
as in Kafka. Whole batches behind bytes that are none are no torn tail: a disk, or somebody, has changed what was
written, and a cut takes records away that may have been acknowledged. Those bytes are kept beside the log::

    00000000000000001500.log.damaged       a later segment, whole
    00000000000000001500.log.73.damaged    the end of a segment, from byte 73 on

A single flipped bit in the very last batch has nothing whole behind it, and may have been acknowledged all the same:

    behind the last whole batch                                    verdict
    ───────────────────────────────────────────────────────────── ───────────────────────────────────────────────────
    nothing                                                        whole
    too little for a header; less than its length says; zeros      torn: a kill or a power cut in the middle of a write
    a batch that would be whole with another offset, length,       damaged: what the checksum does not cover changed
      epoch or magic byte
    exactly as much as its length says, with another checksum      damaged: a kill tears no such hole, a disk does
    anything, and whole batches behind it                          damaged

As long as such a file lies there the log is not complete, and says so at each startup; a replica that has copied what
is missing from its leader renames the files to `.kept`, and else who has looked at them removes them. A log that lacks
something and of which nothing was kept has a file `incomplete.damaged`, which says why.
"""

from __future__ import annotations

import os
import re
import struct
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from kavka.common.filesystem import FileSystem
from kavka.protocol.records.crc32c import crc32c
from kavka.protocol.records.errors import CorruptRecords
from kavka.protocol.records.header import CRC_START, HEADER_SIZE, LENGTH_END, read_header, validate_batch

DAMAGED_SUFFIX: Final = ".damaged"

KEPT_SUFFIX: Final = ".kept"
"""What was cut from a log that is whole again, and what a truncation below the high watermark took away."""
MARK_FILE: Final = "incomplete" + DAMAGED_SUFFIX
KEPT_FILES_MAX: Final = 16
"""Files that one log keeps with that suffix; of more the oldest go."""
KEPT_BYTES_MAX: Final = 64 * 1024 * 1024
"""How much of a segment's end is copied aside while the log is in use; what lies behind is only on other replicas."""

SCAN_BYTES_MAX: Final = 256 * 1024 * 1024
"""How much behind a damage is searched for whole batches; a segment may have up to 2 GiB."""

_LENGTH: Final = struct.Struct(">i")
_LENGTH_AT: Final = 8
_CRC: Final = struct.Struct(">I")
_CRC_AT: Final = 17
_NO_EPOCH: Final = -1
_MAGIC_AT: Final = 16
_MAGIC: Final = re.compile(b"\x02")


@dataclass(frozen=True, slots=True, kw_only=True)
class DamagedPlace:
    """Where a log stops being whole that was not cut there.

    Attributes:
        base_offset: of the segment.
        position: the byte in it.
        offset: everything before it is whole.
    """

    base_offset: int
    position: int
    offset: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LogDamage:
    """A log that is not complete.

    Attributes:
        next_offset: where the log ends since it was cut; None: it was cut at an earlier start.
        bytes_cut: what was taken from it then.
        reason: what was found.
        kept: the files that hold what was cut.
        place: what is in the log still, and is to be cut before the log follows; None: nothing.
    """

    next_offset: int | None = None
    bytes_cut: int = 0
    reason: str
    kept: tuple[str, ...] = ()
    place: DamagedPlace | None = None

    def __str__(self) -> str:
        if not self.kept:
            return self.reason
        kept = ", ".join(self.kept)
        if self.next_offset is None:
            return f"{self.reason}: {kept}"
        return f"cut at offset {self.next_offset}, {self.bytes_cut} bytes kept in {kept}: {self.reason}"


def first_whole_batch(view: memoryview, start: int) -> int | None:
    """Finds the next whole batch, checksum included, at or behind `start`; None where there is none."""
    for found in _MAGIC.finditer(view[: start + SCAN_BYTES_MAX], start + _MAGIC_AT):
        position = found.start() - _MAGIC_AT
        if len(view) - position < HEADER_SIZE:
            return None
        try:
            validate_batch(view, position, read_header(view, position), from_client=False)
        except CorruptRecords:
            continue
        return position
    return None


def damage_at(view: memoryview, position: int) -> str | None:
    """Finds the reason why no whole batch stands at `position`; None where one does."""
    try:
        validate_batch(view, position, read_header(view, position), from_client=False)
    except CorruptRecords as error:
        return str(error)
    return None


def is_torn(view: memoryview, position: int) -> bool:
    """Tells a torn tail at `position` from damage; see the table. What stands there is no whole batch."""
    rest = len(view) - position
    if damage_at(view, position) is None or first_whole_batch(view, position + 1) is not None:
        return False
    if rest < HEADER_SIZE:
        return True
    (length,) = _LENGTH.unpack_from(view, position + _LENGTH_AT)
    if view[position + _MAGIC_AT] == 2 and length + LENGTH_END == rest:
        return False
    (crc,) = _CRC.unpack_from(view, position + _CRC_AT)
    return bool(crc32c(view[position + CRC_START :]) != crc)


def contradiction_at(view: memoryview) -> int | None:
    """Finds the batch whose offset or leader epoch the batches around it contradict; None where all agree.

    No checksum covers either. Where one batch is ahead of what follows, it is the culprit if it leapt from what was
    before it, and what follows otherwise: offsets have gaps where a log was compacted, but they never go back.
    """
    position = previous = 0
    expected = epoch = _NO_EPOCH
    has_leapt = is_newer = False
    while len(view) - position >= HEADER_SIZE:
        try:
            header = read_header(view, position)
        except CorruptRecords:
            return None
        if header.base_offset < expected:
            return previous if has_leapt else position
        found = header.partition_leader_epoch
        if found < epoch and found != _NO_EPOCH:
            return previous if is_newer else position
        has_leapt, is_newer = header.base_offset > expected, found > epoch
        expected, epoch = header.next_offset, max(found, epoch)
        previous, position = position, position + header.size_in_bytes
    return None


def mark(directory: str, filesystem: FileSystem, reason: str) -> None:
    """Notes in a log's directory that the log is not complete.

    Raises:
        OSError: the disk failed.
    """
    filesystem.write_atomically(os.path.join(directory, MARK_FILE), f"{reason}\n".encode())


def unmark(directory: str, filesystem: FileSystem) -> None:
    """Removes the mark of a damaged log, and renames what was cut.

    Under the new name nothing speaks of the log any more.

    Raises:
        OSError: the disk failed.
    """
    names = filesystem.list_directory(directory)
    for name in names:
        if name == MARK_FILE:
            filesystem.remove(os.path.join(directory, name))
        elif name.endswith(DAMAGED_SUFFIX):
            path = os.path.join(directory, name)
            filesystem.rename(path, path.removesuffix(DAMAGED_SUFFIX) + KEPT_SUFFIX)
    drop_oldest_kept(directory, filesystem)


def drop_oldest_kept(directory: str, filesystem: FileSystem) -> None:
    """Removes the oldest files kept of one log, above KEPT_FILES_MAX."""
    kept = [os.path.join(directory, name) for name in filesystem.list_directory(directory) if _is_kept(name)]
    for path in _oldest(kept, filesystem)[: max(0, len(kept) - KEPT_FILES_MAX)]:
        filesystem.remove(path)


def _is_kept(name: str) -> bool:
    return name.endswith(KEPT_SUFFIX)


def _oldest(paths: Iterable[str], filesystem: FileSystem) -> list[str]:
    return sorted(paths, key=filesystem.modified_ms)
