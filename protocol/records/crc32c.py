"""CRC-32C (Castagnoli), the checksum of record batches v2, over any buffer and without a copy.

Not the checksum of message sets v0 and v1: theirs is the CRC-32 of zlib. The work is done by the package `crc32c`, in
hardware where there is any; it takes memoryviews, which is why it was chosen (others want `bytes`, and so a copy of
every batch).
"""

from __future__ import annotations

from typing import TypeAlias

from crc32c import crc32c as _crc32c

Buffer: TypeAlias = bytes | bytearray | memoryview
"""What record functions read from: anything that indexes to ints and slices."""


def crc32c(data: Buffer, value: int = 0) -> int:
    """Checksum `data`, continuing from `value`, the checksum of what came before it."""
    checksum: int = _crc32c(data, value)
    return checksum
