"""What is wrong with a log on disk: where it stops being whole, whether whole batches lie behind, what was kept.

A crash leaves a torn tail: bytes behind the last whole batch that are no batch, and nothing behind them. They are cut,
as in Kafka. Whole batches behind bytes that are none are no torn tail: a disk, or somebody, has changed what was
written, and a cut takes records away that may have been acknowledged. Those bytes are kept beside the log::

    00000000000000001500.log.damaged       a later segment, whole
    00000000000000001500.log.73.damaged    the end of a segment, from byte 73 on

As long as such a file lies there the log is not complete, and says so at each start; who has looked at it removes it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from protocol.records.errors import CorruptRecords
from protocol.records.header import HEADER_SIZE, read_header, validate_batch

DAMAGED_SUFFIX: Final = ".damaged"

SCAN_BYTES_MAX: Final = 256 * 1024 * 1024
"""How much behind a damage is searched for whole batches; a segment may have up to 2 GiB."""

_MAGIC_AT: Final = 16
_MAGIC: Final = re.compile(b"\x02")


@dataclass(frozen=True, slots=True, kw_only=True)
class LogDamage:
    """A log that is not complete.

    Attributes:
        next_offset: where the log ends since it was cut; None: it was cut at an earlier start.
        bytes_cut: what was taken from it then.
        reason: what was found.
        kept: the files that hold what was cut.
    """

    next_offset: int | None
    bytes_cut: int
    reason: str
    kept: tuple[str, ...]

    def __str__(self) -> str:
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
    """Says why no whole batch stands at `position`; None where one does."""
    try:
        validate_batch(view, position, read_header(view, position), from_client=False)
    except CorruptRecords as error:
        return str(error)
    return None
