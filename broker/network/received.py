"""What has come of a connection's requests and cannot be taken yet, counted in the budget of memory.

    frame up to 256 KiB  ─▶ `pending`: behind the request in progress, or not whole; above 16 KiB it is counted
    frame above that     ─▶ `own`: a buffer of its own that grows as bytes arrive, admitted with all that it claims

A length alone allocates nothing (R13): memory follows the bytes that really arrived, those of the frame before included
where that was a big one. Behind such a frame little is read at once, so that little of the next has to be copied. Not
here: when frames are taken and reading pauses (`request_flow`), and what becomes of them (`connection`).

Here and in `output` the connection is an argument, never kept: with its parts it would be a circle of references, and
a broker's collector practically never looks for those (`process_tuning`).
"""

from __future__ import annotations

from typing import Final, Protocol

from kavka.broker.network.big_frame import START_BYTES, BigFrame
from kavka.broker.network.request_memory import RequestMemory, Sender
from kavka.protocol.framing import LENGTH_BYTES
from kavka.timer.moments import MonotonicMs

OWN_BUFFER_MIN_BYTES: Final = 256 * 1024
"""Frames above this are received straight into a bytearray of their own (measured: at 32 KiB this loses by 2)."""

PENDING_BYTES_MAX: Final = 64 * 1024
"""How far a client may send ahead of the request in progress before we stop reading from it."""

PENDING_FREE_BYTES: Final = 16 * 1024
"""So much may lie in `pending` without being counted: most connections, most of the time, have less."""


BEHIND_BIG_BYTES: Final = START_BYTES + LENGTH_BYTES
"""What is read at once behind a big frame: as much as the next one needs to begin."""

KNOWN_BYTES_MAX: Final = 4 * 1024 * 1024
"""As much of a frame as the one before had has room from the beginning, at most so much."""


class ActiveSender(Sender, Protocol):
    """A connection, as the bytes that it sends are counted."""

    @property
    def last_active_ms(self) -> MonotonicMs:
        """Returns when its peer, or we for it, last got on."""


class Received:
    """The bytes of one connection that wait.

    Args:
        memory: what all connections may hold of such.

    Attributes:
        own: a big frame as far as it has come; while there is one, nothing is pending and no request is in progress.
        pending: whole frames and the beginning of one.
        big_before: bytes of the last frame, if that was a big one, and came whole; else 0.
    """

    __slots__ = ("_is_counted", "_memory", "_wants_memory", "big_before", "own", "pending")

    def __init__(self, memory: RequestMemory) -> None:
        self.pending = bytearray()
        self.own: BigFrame | None = None
        self.big_before = 0
        self._memory = memory
        self._is_counted = False
        # Invariant: set from the admission of a big frame, asked for or given, to its release.
        self._wants_memory = False

    def __len__(self) -> int:
        """Counts the bytes that are held."""
        return len(self.pending) + (0 if self.own is None else len(self.own))

    def add(self, sender: ActiveSender, data: memoryview) -> None:
        """Adds bytes that have to wait."""
        self.pending += data
        if len(self.pending) > PENDING_FREE_BYTES:
            self.note(sender)

    def taken(self, size: int) -> None:
        """Removes frames that have been taken from the front."""
        del self.pending[:size]

    def note(self, sender: ActiveSender) -> None:
        """Notes in the budget how much is pending, where that is worth it, or was."""
        size = len(self.pending)
        if self._is_counted or size > PENDING_FREE_BYTES:
            self._is_counted = size > PENDING_FREE_BYTES
            self._memory.note_small(sender, size if self._is_counted else 0, sender.last_active_ms)

    def begin_big(self, sender: ActiveSender, data: bytearray | memoryview) -> bool:
        """Gives a big frame its own buffer, if there is memory for it.

        If not, the memory calls the sender when there is.

        Args:
            sender: whose it is.
            data: its beginning, and all that there is.
        """
        self._wants_memory = True
        if not self._memory.admit(sender, int.from_bytes(data[:4], "big"), sender.last_active_ms):
            return False
        self.pending = bytearray()
        self.own = BigFrame(data, min(self.big_before, KNOWN_BYTES_MAX))
        return True

    def grow(self, sender: ActiveSender, own: BigFrame, nbytes: int) -> bool:
        """Notes bytes of the big frame that have come, and tells whether it is whole.

        The frame then belongs to the caller, who releases its memory when the request has been taken.
        """
        if own.grow(nbytes):
            self.own = None
            self.big_before = own.size
            return True
        self._memory.grown(sender, own.size, own.arrived, sender.last_active_ms)
        return False

    def release(self, sender: ActiveSender) -> None:
        """Releases the memory of a big frame that was taken."""
        if self._wants_memory:
            self._wants_memory = False
            self._memory.release(sender)

    def forget(self, sender: ActiveSender) -> None:
        """Gives everything up, since nobody is left who could take it."""
        self.pending = bytearray()
        self.own = None
        self.note(sender)
        self.release(sender)


def begins_big_frame(data: bytearray | memoryview) -> bool:
    """Tells whether a frame begins in `data`, unfinished, that deserves a buffer of its own."""
    if len(data) < START_BYTES:
        return False
    return int.from_bytes(data[:4], "big", signed=True) > max(OWN_BUFFER_MIN_BYTES, len(data) - 4)
