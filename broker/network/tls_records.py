"""The parts of a response as what TLS encrypts at once: as few records as hold them all.

    parts    │ head │           records of the log            │ tail │
    pieces   │ copied: one record │ a view: whole records │ copied  │

A record more costs 1 to 2 µs, as much as 2 to 4 kB of it. So a big part is cut where the head before it fills a record,
and only what fills up a record is copied.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

RECORD_BYTES: Final = 16 * 1024
"""What one record of TLS holds (RFC 8446, 5.1)."""


def in_records(parts: Iterable[Any]) -> list[bytearray | memoryview]:
    """Returns the bytes of the parts in pieces, each but the last of whole records.

    Args:
        parts: buffers of bytes; none of them may change until the pieces are encrypted.
    """
    pieces: list[bytearray | memoryview] = []
    begun = bytearray()
    for part in parts:
        view = memoryview(part)
        size = len(view)
        used = 0
        if len(begun) + size >= RECORD_BYTES:
            if begun:
                used = RECORD_BYTES - len(begun)
                begun += view[:used]
                pieces.append(begun)
                begun = bytearray()
            whole = used + (size - used) // RECORD_BYTES * RECORD_BYTES
            if whole > used:
                pieces.append(view[used:whole])
            used = whole
        begun += view[used:]
    if begun:
        pieces.append(begun)
    return pieces
