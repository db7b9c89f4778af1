"""How much memory this process may use: the machine's, or its container's where that has less.

/proc/meminfo (sysconf)  ·  cgroup v2: memory.max  ·  cgroup v1: memory.limit_in_bytes     the least counts
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

UNKNOWN_BYTES: Final = 2 * 1024**3
"""Taken where the system does not say."""

_ROOT: Final = Path("/sys/fs/cgroup")


def machine_memory_bytes(root: Path = _ROOT, groups: Path = Path("/proc/self/cgroup")) -> int:
    """Returns the bytes of memory that this process may use.

    Args:
        root: where control groups are mounted.
        groups: which of them this process is in.
    """
    return min((_physical_bytes(), *_limits(root, groups)))


def _physical_bytes() -> int:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, OSError):
        return UNKNOWN_BYTES


def _limits(root: Path, groups: Path) -> Iterator[int]:
    try:
        lines = groups.read_text().splitlines()
    except OSError:
        return
    for line in lines:
        _, _, rest = line.partition(":")
        controllers, _, path = rest.partition(":")
        if controllers == "":
            folder, name = root, "memory.max"
        elif "memory" in controllers.split(","):
            folder, name = root / "memory", "memory.limit_in_bytes"
        else:
            continue
        own = folder / path.lstrip("/")
        # Inside a container the path may be the host's, and its own group is mounted as the root.
        for group in (own, *own.parents):
            limit = _number(group / name)
            if limit is not None:
                yield limit
            if group == folder:
                break


def _number(file: Path) -> int | None:
    try:
        text = file.read_text().strip()
    except OSError:
        return None
    return int(text) if text.isdigit() and int(text) > 0 else None
