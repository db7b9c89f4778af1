"""The walk: bytes of a log in, one row of numbers for each batch out, and what is wrong with the bytes in between.

It knows no files, no offsets' meaning and no records: who reads what is `segment_scan` and `wire`, what the numbers say
is `windows`. Only the chain of lengths and the checksums go batch by batch; every field of the headers is then gathered
for all batches at once::

    bytes    | batch | batch | batch | ??? | batch | half a ba
    chain    p0      p1      p2      │     p4      └ torn: runs past the end, and nothing whole follows
                                     └ broken: no header; the next place where a whole batch stands is searched
    gather   HEADER-wide rows at p0, p1, p2, p4  ─▶  BATCH, a column for each field

A length that was damaged leads into the middle of nowhere. The batch that has it fails its checksum, so the search
begins behind that batch's header, not where the length led. What the search may take for a batch must have a right
checksum and an offset that can follow: bytes of a value that look like a header do not.

Messages of magic 0 and 1 stand in logs of old clusters. Their checksum is zlib's, and the offset of a compressed one is
that of its last message inside; where it begins is not looked up, so the row begins where the one before it ended.
"""

from __future__ import annotations

import zlib
from struct import Struct
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kavka.protocol.records.crc32c import crc32c
from kavka.protocol.records.header import CRC_START, HEADER_SIZE, LENGTH_END, MAGIC_OFFSET

FAULTS_MAX: Final = 1_000
"""Faults of one walk that are listed one by one; the others are only counted."""
RESYNC_CANDIDATES_MAX: Final = 10_000
"""Places whose checksum one search looks at before it gives up."""
RESYNC_PIECE: Final = 1 << 20
LEGACY_SIZE_MIN: Final = 26
"""Offset, size, checksum, magic, attributes, null key, null value."""
OFFSET_AHEAD_MAX: Final = 1 << 31
"""The offset that a search accepts: at most so far behind the last known one."""
MAGIC_2: Final = 2

Columns: TypeAlias = NDArray[Any]
"""A structured array of `BATCH` rows."""
Bytes: TypeAlias = NDArray[np.uint8]

WIRE_HEADER: Final = np.dtype(
    [
        ("base_offset", ">i8"),
        ("batch_length", ">i4"),
        ("epoch", ">i4"),
        ("magic", "i1"),
        ("crc", ">u4"),
        ("attributes", ">i2"),
        ("last_offset_delta", ">i4"),
        ("base_timestamp", ">i8"),
        ("max_timestamp", ">i8"),
        ("producer_id", ">i8"),
        ("producer_epoch", ">i2"),
        ("base_sequence", ">i4"),
        ("count", ">i4"),
    ]
)
"""`protocol.records.header`'s layout for numpy."""

BATCH: Final = np.dtype(
    [
        ("position", "i8"),
        ("size", "i8"),
        ("base_offset", "i8"),
        ("next_offset", "i8"),
        ("epoch", "i4"),
        ("magic", "i1"),
        ("crc", "u4"),
        ("computed", "u4"),
        ("attributes", "i2"),
        ("base_timestamp", "i8"),
        ("max_timestamp", "i8"),
        ("producer_id", "i8"),
        ("producer_epoch", "i2"),
        ("base_sequence", "i4"),
        ("count", "i4"),
    ]
)
"""A batch as the audit sees it; `computed` is the checksum of the bytes, `crc` what the header says."""

_LENGTH: Final = Struct(">i")
_OFFSET: Final = Struct(">q")
_CRC: Final = Struct(">I")
_LEGACY: Final = Struct(">qiIbb")
_LENGTH_MIN: Final = HEADER_SIZE - LENGTH_END


class Fault(NamedTuple):
    """Something that is wrong with a log.

    Attributes:
        kind: see `kavka.pipeline.audit.findings`.
        position: bytes from the beginning of the file; −1 where no bytes are meant.
        offset: the nearest offset that is known; −1 where none is.
        detail: for people, without the place.
    """

    kind: str
    position: int
    offset: int
    detail: str


class Walked(NamedTuple):
    """What a walk found.

    Attributes:
        batches: `BATCH` rows, in the order of their positions.
        faults: broken headers; checksums are in `batches`.
        end: position behind the last whole batch.
        tail: bytes from there on that are no whole batch.
    """

    batches: Columns
    faults: list[Fault]
    end: int
    tail: int


class _Chain:
    """The places of the batches, found one by one."""

    def __init__(self, view: memoryview, expected_offset: int) -> None:
        self._view = view
        self._bytes: Bytes = np.frombuffer(view, np.uint8)
        self._expected_offset = expected_offset
        self.positions: list[int] = []
        self.computed: list[int] = []
        self.legacy: list[tuple[int, ...]] = []
        self.faults: list[Fault] = []
        self.end = 0

    def run(self) -> None:
        """Walks the chain of batches to the end of the bytes."""
        pos, stop = 0, len(self._view)
        while pos < stop:
            pos = self._follow(pos)
            self.end = pos
            if pos >= stop:
                return
            searched_from = self._searched_from(pos)
            found = self._next_batch(searched_from)
            if found is None:
                return
            began = self._forget_from(searched_from)
            if len(self.faults) < FAULTS_MAX:
                self.faults.append(Fault("broken batch", began, self._next_offset(), f"{found - began} bytes unread"))
            pos = found

    def _follow(self, pos: int) -> int:
        """Takes whole batches as long as there are any; returns where there is none."""
        view, length_at, stop = self._view, _LENGTH.unpack_from, len(self._view)
        found, computed = self.positions.append, self.computed.append
        while stop - pos >= HEADER_SIZE:
            (length,) = length_at(view, pos + 8)
            following = pos + LENGTH_END + length
            if view[pos + MAGIC_OFFSET] != MAGIC_2:
                after = self._legacy_message(pos)
                if after is None:
                    return pos
                pos = after
                continue
            if length < _LENGTH_MIN or following > stop:
                return pos
            found(pos)
            computed(crc32c(view[pos + CRC_START : following]))
            pos = following
        return self._legacy_message(pos) or pos if stop - pos >= LEGACY_SIZE_MIN else pos

    def _legacy_message(self, pos: int) -> int | None:
        """Takes a message of magic 0 or 1; where the next one begins, None if it is none."""
        view = self._view
        offset, size, crc, magic, attributes = _LEGACY.unpack_from(view, pos)
        after: int = pos + LENGTH_END + size
        if magic not in (0, 1) or size < LEGACY_SIZE_MIN - LENGTH_END or after > len(view) or offset < 0:
            return None
        codec = attributes & 7
        begun = offset if codec == 0 else min(self._next_offset(), offset)
        timestamp = _OFFSET.unpack_from(view, pos + 18)[0] if magic == 1 and size >= 22 else -1
        computed = zlib.crc32(view[pos + MAGIC_OFFSET : after])
        row = (pos, after - pos, begun, offset + 1, -1, magic, crc, computed, attributes)
        self.legacy.append((*row, timestamp, timestamp, -1, -1, -1, offset + 1 - begun))
        return after

    def _next_offset(self) -> int:
        """What follows the last batch that was taken."""
        known = self._expected_offset
        if self.legacy:
            known = max(known, self.legacy[-1][3])
        if self.positions:
            pos = self.positions[-1]
            known = max(
                known, _OFFSET.unpack_from(self._view, pos)[0] + _LENGTH.unpack_from(self._view, pos + 23)[0] + 1
            )
        return known

    def _searched_from(self, pos: int) -> int:
        """Behind the header that cannot be believed: this one's, or that of the batch that led here."""
        if self.positions and (not self.legacy or self.legacy[-1][0] < self.positions[-1]):
            before = self.positions[-1]
            (crc,) = _CRC.unpack_from(self._view, before + MAGIC_OFFSET + 1)
            if crc != self.computed[-1]:
                return before + 1
        return pos + 1

    def _forget_from(self, searched_from: int) -> int:
        """Drops the batch whose length was not true, if it is one; where the unread bytes begin."""
        if self.positions and self.positions[-1] == searched_from - 1:
            self.computed.pop()
            return self.positions.pop()
        return searched_from - 1

    def _next_batch(self, searched_from: int) -> int | None:
        """The next place of a whole batch with a right checksum and an offset that can follow."""
        looked_at = 0
        expected = self._next_offset()
        for begin in range(searched_from, len(self._view) - HEADER_SIZE + 1, RESYNC_PIECE):
            magics = self._bytes[begin + MAGIC_OFFSET : begin + MAGIC_OFFSET + RESYNC_PIECE]
            zeros = self._bytes[begin : begin + len(magics)]  # an offset's first byte: nobody has 2⁵⁶ records
            for at in np.nonzero((magics == MAGIC_2) & (zeros == 0))[0].tolist():
                pos = begin + at
                if not self._may_be_batch(pos, expected):
                    continue
                looked_at += 1
                if self._has_right_checksum(pos):
                    return pos
                if looked_at == RESYNC_CANDIDATES_MAX:
                    return None
        return None

    def _may_be_batch(self, pos: int, expected: int) -> bool:
        if len(self._view) - pos < HEADER_SIZE:
            return False
        (length,) = _LENGTH.unpack_from(self._view, pos + 8)
        (offset,) = _OFFSET.unpack_from(self._view, pos)
        fits = _LENGTH_MIN <= length <= len(self._view) - pos - LENGTH_END
        return bool(fits and expected <= offset <= expected + OFFSET_AHEAD_MAX)

    def _has_right_checksum(self, pos: int) -> bool:
        (length,) = _LENGTH.unpack_from(self._view, pos + 8)
        (crc,) = _CRC.unpack_from(self._view, pos + MAGIC_OFFSET + 1)
        return bool(crc32c(self._view[pos + CRC_START : pos + LENGTH_END + length]) == crc)


def walk(view: memoryview, *, position: int = 0, expected_offset: int = 0) -> Walked:
    """Reads all batches in `view`.

    Args:
        view: bytes that begin with a batch.
        position: what is added to the positions in `view` for those in the result.
        expected_offset: the offset that the first batch has or exceeds; a search for the next batch wants it.
    """
    chain = _Chain(view, expected_offset)
    chain.run()
    rows = _gathered(chain, view)
    rows["position"] += position
    faults = [fault._replace(position=fault.position + position) for fault in chain.faults]
    return Walked(rows, faults, chain.end + position, len(view) - chain.end)


def no_batches() -> Columns:
    """Returns an empty array of `BATCH`."""
    return np.zeros(0, BATCH)


def _gathered(chain: _Chain, view: memoryview) -> Columns:
    positions = np.array(chain.positions, np.int64)
    rows = np.zeros(len(positions), BATCH)
    if len(positions):
        headers = _headers(view, positions)
        for name in ("base_offset", "epoch", "magic", "crc", "attributes", "base_timestamp", "max_timestamp"):
            rows[name] = headers[name]
        for name in ("producer_id", "producer_epoch", "base_sequence", "count"):
            rows[name] = headers[name]
        rows["position"] = positions
        rows["size"] = headers["batch_length"].astype(np.int64) + LENGTH_END
        rows["next_offset"] = headers["base_offset"].astype(np.int64) + headers["last_offset_delta"] + 1
        rows["computed"] = chain.computed
    if not chain.legacy:
        return rows
    both = np.concatenate([rows, np.array(chain.legacy, BATCH)])
    return both[np.argsort(both["position"], kind="stable")]


def _headers(view: memoryview, positions: NDArray[np.int64]) -> Columns:
    flat: Bytes = np.frombuffer(view, np.uint8)
    wide = flat[positions[:, None] + np.arange(HEADER_SIZE)]
    headers: Columns = wide.view(WIRE_HEADER)[:, 0]
    return headers
