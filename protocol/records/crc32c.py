"""CRC-32C (Castagnoli), the checksum of record batches v2, over any buffer and without a copy.

Not the checksum of message sets v0 and v1: theirs is the CRC-32 of zlib. The work is done by the package `fastcrc`, in
hardware where there is any; it reads memoryviews where they lie, and its licence asks nothing of who ships it. This is
the one module that names it: docs/decisions/0068 has what else was measured.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from fastcrc.crc32 import iscsi

Buffer: TypeAlias = bytes | bytearray | memoryview
"""What record functions read from: anything that indexes to ints and slices."""

crc32c: Callable[..., int] = iscsi
"""crc32c(data, value=None): checksums `data`, continuing from `value`, the checksum of what came before it."""
