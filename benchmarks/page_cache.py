"""The two states of a virtual machine's memory that decide what a write into the page cache costs.

cold ───── pages the guest has not touched for seconds went back to the hypervisor: the first write into each costs
           2 to 3 ms a megabyte, whoever writes, and who writes from two threads waits half as long
recycled ─ the memory is full of page cache, as on a server that has run for a day: a write takes the page that was
           read longest ago, 0.1 to 0.2 ms a megabyte

`filled` makes the second: a file that is nothing but a hole, as large as the free memory, is read once, so that each
of its pages is real and clean; it takes no room on the disk. The first is what a machine is in by itself.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

CHUNK_BYTES: Final = 1 << 20
SPARED_BYTES: Final = 1 << 30
"""Left alone: what processes ask for meanwhile is not to come from the swap."""


@contextlib.contextmanager
def filled(folder: Path) -> Iterator[int]:
    """Fills the free memory with clean page cache for as long as the block lasts.

    Args:
        folder: on a disk, for a file that takes no room.

    Yields:
        How many bytes were read.
    """
    path = folder / "hole"
    size = max(0, free_bytes() - SPARED_BYTES)
    buffer = bytearray(CHUNK_BYTES)
    with path.open("wb") as file:
        os.ftruncate(file.fileno(), size)
    try:
        with path.open("rb", buffering=0) as file:
            while file.readinto(buffer):
                pass
        yield size
    finally:
        path.unlink()


def free_bytes() -> int:
    """Returns the memory that nothing uses, page cache not counted."""
    for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
        name, _, value = line.partition(":")
        if name == "MemFree":
            return int(value.split()[0]) * 1024
    raise OSError("/proc/meminfo does not say MemFree")
