"""What a broker asks of its process: the allocator's thresholds and the garbage collector's.

Measured, not guessed: by default glibc takes every buffer of 100 kB to 1 MB from the kernel and gives it back, so each
frame pays page faults, twice the CPU of the same work without. And a full collection over the objects of many
partitions stops everything for more than a second, while frozen and with raised thresholds the worst pause is 10 ms.

Only for a process that is a broker and nothing else: called by `broker.__main__`, never by a library.
"""

from __future__ import annotations

import ctypes
import gc
from typing import Final

_M_TRIM_THRESHOLD: Final = -1
_M_TOP_PAD: Final = -2
_M_MMAP_THRESHOLD: Final = -3
"""The option numbers of glibc's malloc.h."""

MMAP_THRESHOLD_BYTES: Final = 32 * 1024 * 1024
TRIM_THRESHOLD_BYTES: Final = 128 * 1024 * 1024
"""So much may lie unused at the top of the heap: far more than requests in progress ebb and flow, and what a storm of
slow readers needed beyond it goes back to the system."""
TOP_PAD_BYTES: Final = 16 * 1024 * 1024

GC_THRESHOLDS: Final = (10_000, 5, 1_000_000)
"""Young collections rarer, full ones practically never: reference counts free nearly everything a broker makes."""


def tune_allocator() -> bool:
    """Keeps freed memory in the process. Returns False where the C library has no `mallopt`, and nothing changes."""
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError):
        return False
    options = (
        (_M_MMAP_THRESHOLD, MMAP_THRESHOLD_BYTES),
        (_M_TRIM_THRESHOLD, TRIM_THRESHOLD_BYTES),
        (_M_TOP_PAD, TOP_PAD_BYTES),
    )
    taken = [mallopt(option, value) for option, value in options]
    return all(taken)


def pause_collector() -> None:
    """Pauses the garbage collector before startup.

    What is built now lives as long as the broker, looking through it frees nothing.
    """
    gc.disable()


def settle_collector() -> None:
    """Resumes the garbage collector after startup: everything there is now is taken out of every later collection."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
    gc.enable()
