"""Responses that clients have not read yet: how much of them a broker keeps, and how much a fetch may add.

    fetch ─▶ FetchReads: at most `allowance()` ─▶ connection: slices, as the socket takes them ─▶ client
                              ▲                        │ note: what is left
                              └──────── UnreadOutput ◀─┘ ─▶ the connection that has read nothing for longest is closed

A fetch reads an eighth of the room, and the less of it the less is left, so it is never used up by a few and no great
read holds up the others when room is short; when there is next to none it
reads FLOOR_BYTES, or its first batch where that is larger (KIP-74): every consumer gets on, in smaller steps. What else
is sent (metadata for all topics, offsets) cannot be cut: for it, and for first batches, whoever does not read makes
way (`held_bytes`). Not here: the slices (`connection`).
"""

from __future__ import annotations

import logging
from typing import Final, Protocol

from kavka.broker.network.held_bytes import HeldBytes
from kavka.broker.network.said import Said
from kavka.timer.moments import MonotonicMs

_log = logging.getLogger(__name__)

KEY: Final = "kavka.unread.responses.max.bytes"

FLOOR_BYTES: Final = 64 * 1024
"""What a fetch may always read: so much a connection's socket takes without being counted."""

_SHARE: Final = 8


class Reader(Protocol):
    """A connection that has a response to be read."""

    def has_read(self) -> bool:
        """Tells whether the peer has read something since the last call."""

    def drop(self) -> None:
        """Closes the connection at once."""


class UnreadOutput:
    """The responses of one broker that have not been read.

    Args:
        bytes_max: `kavka.unread.responses.max.bytes`.

    Attributes:
        closed: connections that had to make way.
    """

    __slots__ = ("_held", "_said")

    def __init__(self, bytes_max: int) -> None:
        self._held: HeldBytes[Reader] = HeldBytes(bytes_max)
        self._said = Said()

    @property
    def bytes_max(self) -> int:
        """Returns the budget in bytes."""
        return self._held.bytes_max

    @property
    def held(self) -> int:
        """Returns how many bytes have not been read."""
        return self._held.held

    @property
    def readers(self) -> int:
        """Counts the connections that have something to read, beyond what a socket takes at once."""
        return self._held.holders

    @property
    def closed(self) -> int:
        """Counts the connections that had to make way."""
        return self._said.count

    def allowance(self, being_read: int = 0) -> int:
        """Returns how many bytes of records a fetch may read now.

        Args:
            being_read: bytes of those that are read, and not noted yet.
        """
        bytes_max = self._held.bytes_max
        room = max(0, bytes_max - self._held.held - being_read)
        return max(FLOOR_BYTES, room * room // (_SHARE * bytes_max))

    def note(self, reader: Reader, size: int, now_ms: MonotonicMs) -> None:
        """Notes what a connection has not read; others may have to make way for it.

        Args:
            reader: whose peer is to read.
            size: bytes; 0: it has read everything.
            now_ms: monotonic.
        """
        held = self._held
        held.note(reader, size, now_ms)
        while size and (overdue := held.overdue(now_ms)) is not None:
            slowest, stalled_ms = overdue
            if slowest.has_read():
                held.note(slowest, held.of(slowest), now_ms)
                continue
            if since := self._said.again(now_ms):
                _log.warning(
                    "closing %d connection%s, now %s: it has read nothing for %d ms of the %d bytes of responses that "
                    "wait for it, and %d of %d bytes (%s) wait for all",
                    since,
                    "" if since == 1 else "s",
                    slowest,
                    stalled_ms,
                    held.of(slowest),
                    held.held,
                    held.bytes_max,
                    KEY,
                )
            held.note(slowest, 0, now_ms)
            slowest.drop()
