"""Whether a connection may be taken as far as descriptors go: the last ones are the broker's own.

    0 ─────────── clients' connections ────────────┬── reserved ──────────┬─ limit
                                                   └ the brokers' listener ┘
                                                     may have half of it

A system gives out the lowest free number, so a socket's number says how many descriptors there are without counting.
Without this the last connection takes what a checkpoint or a segment needs a moment later. Sans I/O.
"""

from __future__ import annotations

import logging
from typing import Final

from kavka.common.descriptors import UNLIMITED, reserved

_log = logging.getLogger(__name__)

LOG_PAUSE_MS: Final = 10_000
"""Refusals are said at most so often, with their number: at the limit there may be thousands a second."""


class DescriptorRoom:
    """The descriptors of one process, as its listeners see them.

    Args:
        limit: of open files.

    Attributes:
        refused: connections that were closed for want of descriptors.
    """

    __slots__ = ("_limit", "_said_ms", "_said_refused", "refused")

    def __init__(self, limit: int = UNLIMITED) -> None:
        self._limit = limit
        self._said_ms: int | None = None
        self._said_refused = 0
        self.refused = 0

    def takes(self, descriptor: int, *, is_protected: bool) -> bool:
        """Whether a connection with this descriptor may stay.

        Args:
            descriptor: of its socket; −1: unknown, and then it may.
            is_protected: it came on the brokers' own listener.
        """
        kept = reserved(self._limit)
        return descriptor < self._limit - (kept // 2 if is_protected else kept)

    def refuse(self, who: object, now_ms: int) -> None:
        """Counts a connection that may not stay, and says so now and then.

        Args:
            who: the peer.
            now_ms: monotonic.
        """
        self.refused += 1
        if self._said_ms is not None and now_ms - self._said_ms < LOG_PAUSE_MS:
            return
        _log.error(
            "refusing connections, %d since this was said last, now from %s: of %d open files allowed the last "
            "%d are kept for the log and ZooKeeper; raise the hard limit (LimitNOFILE= in systemd, ulimit -Hn), or set "
            "max.connections",
            self.refused - self._said_refused,
            who,
            self._limit,
            reserved(self._limit),
        )
        self._said_ms, self._said_refused = now_ms, self.refused
