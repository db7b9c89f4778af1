"""The two states of a virtual machine's memory that decide what a write into the page cache costs.

cold ───── pages the guest has not touched for seconds went back to the hypervisor: the first write into each costs
           2 to 3 ms a megabyte, whoever writes, and who writes from two threads waits half as long
recycled ─ the memory is full of page cache, as on a server that has run for a day: a write takes the page that was
           read longest ago, 0.1 to 0.2 ms a megabyte

`Filled` makes the second: a file that is nothing but a hole is read as far as there is free memory, so that each of
its pages is real and clean; it takes no room on the disk. The first is what a machine is in by itself.

    free ──refill──▶ full of the hole ──a load writes──▶ full of its log ──its topic is deleted──▶ free, and soon cold

So it is filled again before each load that writes much: what the load before had written is free again, and some
machines take page cache that nobody has touched for a minute away as well (DAMON). Each time only what is free is
read, in a part of the hole that was not read before.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Final, Self

CHUNK_BYTES: Final = 1 << 20
SPARED_BYTES: Final = 128 << 20
"""Left free, about what the kernel keeps free by itself: with 1 GB a load of 1 MB requests wrote into just that."""


def free_bytes() -> int:
    """Returns the memory that nothing uses, page cache not counted."""
    for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
        name, _, value = line.partition(":")
        if name == "MemFree":
            return int(value.split()[0]) * 1024
    raise OSError("/proc/meminfo does not say MemFree")


class Filled:
    """The free memory, full of clean page cache from `refill` on until the end of the block.

    Args:
        folder: on a disk, for a file that takes no room.
        free: how much memory nothing uses.
    """

    def __init__(self, folder: Path, free: Callable[[], int] = free_bytes) -> None:
        self._path = folder / "hole"
        self._free = free
        self._buffer = bytearray(CHUNK_BYTES)
        self._read_to = 0

    def __enter__(self) -> Self:
        self._path.touch()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._path.unlink()

    def refill(self) -> int:
        """Reads as much of the hole as there is free memory; returns how many bytes."""
        size = max(0, self._free() - SPARED_BYTES)
        with self._path.open("r+b", buffering=0) as file:
            file.seek(self._read_to)
            self._read_to += size
            os.ftruncate(file.fileno(), self._read_to)
            while file.readinto(self._buffer):
                pass
        return size
