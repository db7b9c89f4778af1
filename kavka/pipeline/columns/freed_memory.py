"""Keeps the memory that columns need, chunk after chunk, instead of asking the system for it again each time.

A chunk's columns are arrays of some hundred kilobytes, made and freed by the dozen. glibc maps such sizes one by one
and unmaps them when they are freed, so that the kernel has to clear every page again: a third of the time that decoding
takes (measured). Set up otherwise, glibc keeps the memory.
"""

from __future__ import annotations

import ctypes
from functools import cache

PIECE_BYTES_MAX = 32 * 1024 * 1024
"""The largest piece that comes out of kept memory; glibc takes no more."""

KEPT_BYTES_MAX = 64 * 1024 * 1024
"""How much may lie unused at its end."""

# The names of malloc.h, whose numbers are a part of glibc's interface.
_M_TRIM_THRESHOLD = -1
_M_MMAP_THRESHOLD = -3


@cache
def keep_freed_memory() -> bool:
    """Has the C library keep freed memory for the next allocation.

    For a process that does little else than decode; call it as often as is convenient.

    Returns:
        Whether the C library took the settings; others than glibc are left as they are.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is None:
        return False
    is_mapped_less: bool = mallopt(_M_MMAP_THRESHOLD, PIECE_BYTES_MAX) == 1
    is_trimmed_less: bool = mallopt(_M_TRIM_THRESHOLD, KEPT_BYTES_MAX) == 1
    return is_mapped_less and is_trimmed_less
