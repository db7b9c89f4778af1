"""What goes wrong on a simulated disk: faults as plain data, and the draw whether a call meets one.

    DiskFault(FSYNC, "/logs/t-0", times=1) ─▶ DiskFaults.meets(FSYNC, "/logs/t-0/0.log") ─▶ EIO, once

Not here: the disk that is full by itself (`MemoryDisk.room_bytes`), power losses and decay (`memory_disk`), and slow
disks: those take the time that `MemoryFileSystem` is given. What a call that fails leaves is its own affair: a write
some of its bytes, an fsync pages that are called clean.
"""

from __future__ import annotations

import errno
import random
from dataclasses import dataclass
from enum import StrEnum


class DiskCall(StrEnum):
    """The kinds of calls that can fail."""

    OPEN = "open"
    READ = "read"
    WRITE = "write"
    FSYNC = "fsync"


@dataclass(frozen=True, slots=True, kw_only=True)
class DiskFault:
    """Calls of one kind that fail.

    Attributes:
        call: the kind.
        prefix: how the paths begin.
        error: the number of the error: EIO, ENOSPC, …
        chance: how likely each call fails, 0 to 1.
        times: how often; None: until the fault is removed.
    """

    call: DiskCall
    prefix: str = "/"
    error: int = errno.EIO
    chance: float = 1.0
    times: int | None = None


class DiskFaults:
    """The faults of one disk.

    Args:
        rng: draws for faults that have a chance.
    """

    __slots__ = ("_active", "_rng")

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._active: list[tuple[DiskFault, list[int]]] = []  # with how often it may still be met, if that has an end

    def add(self, fault: DiskFault) -> None:
        """Lets calls fail from now on."""
        self._active.append((fault, [] if fault.times is None else [fault.times]))

    def remove(self, fault: DiskFault) -> None:
        """Ends a fault; one that has ended is no error."""
        self._active = [(active, left) for active, left in self._active if active != fault]

    def clear(self) -> None:
        """Ends all faults."""
        self._active.clear()

    @property
    def active(self) -> tuple[DiskFault, ...]:
        """Returns the faults that can still be met, in the order in which they came."""
        return tuple(fault for fault, left in self._active if left != [0])

    def may_meet(self, call: DiskCall) -> bool:
        """Tells whether there is any fault of calls of this kind."""
        return any(fault.call is call for fault, _ in self._active)

    def meets(self, call: DiskCall, path: str) -> int:
        """Draws whether a call fails; returns the number of its error, 0 for none."""
        for fault, left in self._active:
            if fault.call is not call or left == [0] or not path.startswith(fault.prefix):
                continue
            if fault.chance < 1.0 and self._rng.random() >= fault.chance:
                continue
            if left:
                left[0] -= 1
            return fault.error
        return 0

    def bytes_before(self, size: int) -> int:
        """Draws how many bytes of a write that fails were written."""
        return self._rng.randint(0, size)
