"""Whether a connection may be taken as far as descriptors go: the last ones are the broker's own.

    0 ─────────── clients' connections ────────────┬── reserved ──────────┬─ limit
                                                   └ the brokers' listener ┘
                                                     may have half of it

A system gives out the lowest free number, so a socket's number says how many descriptors there are without counting.
Without this the last connection takes what a checkpoint or a segment needs a moment later. Sans I/O.
"""

from __future__ import annotations

import asyncio
import logging

from kavka.broker.network.said import Said
from kavka.common.descriptors import UNLIMITED, reserved
from kavka.timer.moments import MonotonicMs

_log = logging.getLogger(__name__)


class DescriptorRoom:
    """The descriptors of one process, as its listeners see them.

    Args:
        limit: of open files.
    """

    __slots__ = ("_limit", "_said")

    def __init__(self, limit: int = UNLIMITED) -> None:
        self._limit = limit
        self._said = Said()

    @property
    def refused(self) -> int:
        """Counts the connections that were closed for want of descriptors."""
        return self._said.count

    def takes(self, descriptor: int, *, is_protected: bool) -> bool:
        """Tells whether a connection with this descriptor may stay.

        Args:
            descriptor: of its socket; −1: unknown, and then it may.
            is_protected: it came on the brokers' own listener.
        """
        kept = reserved(self._limit)
        return descriptor < self._limit - (kept // 2 if is_protected else kept)

    def refuse(self, who: object, now_ms: MonotonicMs) -> None:
        """Counts a connection that may not stay, and says so now and then.

        Args:
            who: the peer.
            now_ms: monotonic.
        """
        since = self._said.again(now_ms)
        if not since:
            return
        _log.error(
            "refusing connections, %d since this was said last, now from %s: of %d open files allowed the last "
            "%d are kept for the log and ZooKeeper; raise the hard limit (LimitNOFILE= in systemd, ulimit -Hn), or set "
            "max.connections",
            since,
            who,
            self._limit,
            reserved(self._limit),
        )


def descriptor_of(transport: asyncio.BaseTransport) -> int:
    """Returns the file descriptor of a connection's socket; −1 where there is none."""
    sock = transport.get_extra_info("socket")
    return -1 if sock is None else int(sock.fileno())
