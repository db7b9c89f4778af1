"""The limit of open files of this process: raised once at its start, asked for by whoever takes connections.

What a shell gives is a soft limit of 1,024, because programs of the eighties cannot live with more; the hard one is
what the administrator allows. A JVM takes all of it, and so does every process of kavka that serves others.
"""

from __future__ import annotations

import resource
from typing import Final

UNLIMITED: Final = 2**31 - 1
"""What stands for no limit."""

RESERVED_MIN: Final = 128
RESERVED_MAX: Final = 1024
_RESERVED_SHARE: Final = 8


def soft_limit() -> int:
    """Returns the number of files that this process may have open now."""
    return _number(resource.getrlimit(resource.RLIMIT_NOFILE)[0])


def raise_soft_limit() -> int:
    """Raises the soft limit to the hard one; returns what it is then."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if _number(soft) < _number(hard):
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        except (OSError, ValueError):
            return _number(soft)  # macOS says "unlimited" and means less
    return _number(hard)


def reserved(limit: int) -> int:
    """Returns how many descriptors of a limit client connections may not take.

    An eighth, 128 to 1,024, at most half: they are for what a broker opens itself: segments, checkpoints, ZooKeeper,
    other brokers, its admin endpoint.
    """
    return min(max(limit // _RESERVED_SHARE, RESERVED_MIN), RESERVED_MAX, limit // 2)


def _number(limit: int) -> int:
    return UNLIMITED if limit == resource.RLIM_INFINITY else min(limit, UNLIMITED)
