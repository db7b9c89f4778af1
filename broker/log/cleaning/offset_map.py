"""Which offset has a key's last record: what compaction builds of the dirty part of a log, in bounded memory.

    key of up to 31 bytes ─▶ itself ─────────┐
    longer key ─────────────▶ 32-byte digest ┴▶ dict ─▶ offset

Kafka's map keeps a 16-byte MD5 and an offset in a flat buffer of its own probing, 24 bytes an entry. Here the
interpreter's dict does the probing in C: about 190 bytes an entry at worst, and ten times as fast as the same probing
in Python. Short keys, which nearly all are, need no digest at all, and cannot collide; a digest of 32 bytes is never
mistaken for a key, since no key that stands for itself is that long.

The bound is real: an entry is charged what it takes at worst, while the table is being doubled. A map that is full
ends a round of cleaning early; the next round goes on where it stopped.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

KEY_BYTES_MAX: Final = 31
"""Longer keys are represented by a digest."""
DIGEST_BYTES: Final = 32
ENTRY_BYTES: Final = 170
"""At worst, without the key: 90 for its share of the dict's table (while it doubles, old and new stand side by side),
33 for the head of a bytes object, 15 for rounding it up, 32 for the offset."""


class OffsetMap:
    """Key → last offset.

    Attributes:
        latest_offset: up to here, inclusive, every record is in the map or needs not be; −1 while it is empty.

    Args:
        bytes_max: memory that it may take.
    """

    __slots__ = ("_bytes", "_bytes_max", "_offsets", "latest_offset")

    def __init__(self, bytes_max: int) -> None:
        self._offsets: dict[bytes, int] = {}
        self._bytes = 0
        self._bytes_max = bytes_max
        self.latest_offset = -1

    def __len__(self) -> int:
        return len(self._offsets)

    @property
    def utilization(self) -> float:
        """Returns the used share of the map's memory limit, 0 to 1."""
        return self._bytes / self._bytes_max

    def put(self, key: bytes, offset: int) -> bool:
        """Notes a key's record, which must be behind all that were put before; False when there is no place for it.

        One key fits whatever the bound is, or a log would never be cleaned.
        """
        if len(key) > KEY_BYTES_MAX:
            key = blake2b(key, digest_size=DIGEST_BYTES).digest()
        offsets = self._offsets
        if key not in offsets:
            size = self._bytes + ENTRY_BYTES + len(key)
            if size > self._bytes_max and offsets:
                return False
            self._bytes = size
        offsets[key] = offset
        return True

    def get(self, key: bytes) -> int:
        """Returns the offset of the key's last record; −1 for a key that is not in the map."""
        if len(key) > KEY_BYTES_MAX:
            key = blake2b(key, digest_size=DIGEST_BYTES).digest()
        return self._offsets.get(key, -1)
