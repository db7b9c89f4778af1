"""Requests that have not come whole: how much memory they may have, and who waits for it, in order.

    claims     up to 256 kB            up to 8 MB                  above
               counted as it comes     a lane: half of the budget  a lane: the other half
                                       admitted by what is claimed, first come, first served; one always
    too much   who does not get on     unread until there is room; then who does not get on is closed for who waits
               makes way

A frame is admitted with all the bytes it claims, or not at all, so that whoever is admitted can be received to its end
whatever the others do: many half frames that each wait for memory which the others have cannot come about. While
somebody waits, an admitted frame must grow by PROGRESS_BYTES every STALLED_MS_MAX or is closed, so the lane always
moves; while nobody waits, it may take as long as it likes. A claim alone still allocates nothing: bytes are reserved
here, and taken as they arrive. Two lanes: producers' batches are 1 MB and must not stand behind claims of 100 MB.

Kafka has one pool, `queued.max.request.bytes`, without a limit by default; above it no socket is read until a request
is done. Here requests are done at once, so what is bounded is what is incomplete or sent ahead. Reads get smaller
(TIGHT_READ_BYTES) when half of a lane is reserved, so that who then has to wait holds little meanwhile.

Not here: buffers and sockets (`connection`), connections that have not logged in, which have less (`sasl_gate`).
"""

from __future__ import annotations

import logging
from typing import Final, Protocol

from kavka.broker.network.held_bytes import HeldBytes
from kavka.broker.network.said import Said
from kavka.timer.clock import Cancellable, Clock
from kavka.timer.moments import MonotonicMs

_log = logging.getLogger(__name__)

KEYS: Final = "queued.max.request.bytes, kavka.incomplete.requests.max.bytes"

HUGE_BYTES: Final = 8 * 1024 * 1024
"""Claims above this have a lane of their own: no producer's default makes such requests."""

STALLED_MS_MAX: Final = 5_000
PROGRESS_BYTES: Final = 256 * 1024
"""While others wait, so much has to come of an admitted frame in so long: 50 kB a second, the slowest of lines."""

LOOK_MS: Final = 500
"""How often that is looked at while somebody waits."""

TIGHT_READ_BYTES: Final = 64 * 1024
"""Read at once from a socket when memory is short; 512 kB otherwise."""


class Sender(Protocol):
    """A connection that receives a request."""

    @property
    def is_waiting_for_us(self) -> bool:
        """Tells whether the sender cannot get on because of us."""

    def go_on(self) -> None:
        """Receives the frame that had to wait."""

    def drop(self) -> None:
        """Closes the connection at once."""


class _Admitted:
    """A frame that may grow: what it claims, and how far it was when."""

    __slots__ = ("marked_bytes", "marked_ms", "size")

    def __init__(self, size: int, now_ms: MonotonicMs) -> None:
        self.size = size
        self.marked_bytes = 0
        self.marked_ms = now_ms


class Lane:
    """Frames of one order of size. Sans I/O.

    Args:
        bytes_max: what those that are admitted may claim together, unless it is one alone.

    Attributes:
        reserved: what those that are admitted claim.
    """

    __slots__ = ("_admitted", "_waiting", "bytes_max", "reserved")

    def __init__(self, bytes_max: int) -> None:
        self.bytes_max = bytes_max
        self.reserved = 0
        # Invariant: in the order of their marks.
        self._admitted: dict[Sender, _Admitted] = {}
        self._waiting: dict[Sender, int] = {}  # in the order in which they came

    @property
    def waiting(self) -> int:
        """Returns how many senders wait to be admitted."""
        return len(self._waiting)

    @property
    def is_tight(self) -> bool:
        """Tells whether so much is reserved that a sender may have to wait."""
        return self.reserved * 2 > self.bytes_max

    def admit(self, sender: Sender, size: int, now_ms: MonotonicMs) -> bool:
        """Tells whether a frame may be received now; otherwise it waits, and `next_admitted` gives it in its turn."""
        if sender in self._admitted:
            return True
        if self._waiting or not self._has_room(size):
            self._waiting[sender] = size
            return False
        self._take(sender, size, now_ms)
        return True

    def _has_room(self, size: int) -> bool:
        return not self.reserved or self.reserved + size <= self.bytes_max

    def _take(self, sender: Sender, size: int, now_ms: MonotonicMs) -> None:
        self.reserved += size
        self._admitted[sender] = _Admitted(size, now_ms)

    def grown(self, sender: Sender, arrived: int, now_ms: MonotonicMs) -> None:
        """Notes how much of an admitted frame has arrived."""
        admitted = self._admitted[sender]
        if arrived - admitted.marked_bytes >= PROGRESS_BYTES:
            admitted.marked_bytes, admitted.marked_ms = arrived, now_ms
            del self._admitted[sender]
            self._admitted[sender] = admitted

    def release(self, sender: Sender) -> None:
        """Releases what a sender's frame has reserved; a frame that waits leaves the queue."""
        self._waiting.pop(sender, None)
        admitted = self._admitted.pop(sender, None)
        if admitted is not None:
            self.reserved -= admitted.size

    def next_admitted(self, now_ms: MonotonicMs) -> Sender | None:
        """Admits the sender that has waited for longest, if there is room; None: nobody."""
        for sender, size in self._waiting.items():
            if not self._has_room(size):
                return None
            del self._waiting[sender]
            self._take(sender, size, now_ms)
            return sender
        return None

    def overdue(self, now_ms: MonotonicMs) -> tuple[Sender, int] | None:
        """Names the admitted sender that makes no progress while others wait, and its frame's bytes."""
        if not self._waiting:
            return None
        for sender, admitted in self._admitted.items():
            return (sender, admitted.size) if now_ms - admitted.marked_ms >= STALLED_MS_MAX else None
        return None


class RequestMemory:
    """What requests that have not come whole may take of one broker's memory.

    Args:
        bytes_max: the budget.
        clock: who is stalled.

    Attributes:
        is_tight: whether less is to be read at once.
        waited: frames that had to wait.
    """

    __slots__ = (
        "_big",
        "_clock",
        "_huge",
        "_is_admitting",
        "_looking",
        "_said",
        "_small",
        "bytes_max",
        "is_tight",
        "waited",
    )

    def __init__(self, bytes_max: int, clock: Clock) -> None:
        self.bytes_max = bytes_max
        self._clock = clock
        self._small: HeldBytes[Sender] = HeldBytes(max(1, bytes_max // 2))
        self._big = Lane(bytes_max // 2)
        self._huge = Lane(bytes_max - bytes_max // 2)
        self._said = Said()
        self._looking: Cancellable | None = None
        self._is_admitting = False
        self.is_tight = False
        self.waited = 0

    @property
    def reserved(self) -> int:
        """Returns the bytes that all frames reserve or hold.

        Frames above 256 kB reserve what they claim to be; smaller ones, and requests that were sent ahead, count as
        held.
        """
        return self._big.reserved + self._huge.reserved + self._small.held

    @property
    def waiting(self) -> int:
        """Counts the connections that are not read until there is room."""
        return self._big.waiting + self._huge.waiting

    @property
    def closed(self) -> int:
        """Counts the connections whose request did not get on while others waited."""
        return self._said.count

    def admit(self, sender: Sender, size: int, now_ms: MonotonicMs) -> bool:
        """Tells whether a frame may be received now; if not, `sender.go_on` is called when it may.

        Args:
            sender: whose frame.
            size: what it claims to be.
            now_ms: monotonic.
        """
        is_admitted = self._lane(size).admit(sender, size, now_ms)
        self._look_how_tight()
        if not is_admitted:
            self.waited += 1
            self._look_later()
        return is_admitted

    def _lane(self, size: int) -> Lane:
        return self._huge if size > HUGE_BYTES else self._big

    def grown(self, sender: Sender, size: int, arrived: int, now_ms: MonotonicMs) -> None:
        """Notes how much of an admitted frame has arrived."""
        self._lane(size).grown(sender, arrived, now_ms)

    def release(self, sender: Sender) -> None:
        """Releases the memory of a sender's frame, whole or not; senders that have waited go on."""
        lanes = (self._big, self._huge)
        for lane in lanes:
            lane.release(sender)
        if self._is_admitting:
            return  # who goes on may be done at once; the loop below goes on with the next
        now_ms = self._clock.monotonic_ms()
        self._is_admitting = True
        for lane in lanes:
            while (admitted := lane.next_admitted(now_ms)) is not None:
                admitted.go_on()
        self._is_admitting = False
        self._look_how_tight()

    def note_small(self, sender: Sender, size: int, now_ms: MonotonicMs) -> None:
        """Notes the bytes a connection holds outside of big frames.

        They belong to a small frame, or to requests behind the one in progress.

        Args:
            sender: whose.
            size: bytes; 0: nothing that is worth counting.
            now_ms: monotonic.
        """
        small = self._small
        small.note(sender, size, now_ms)
        if size and small.is_tight:
            for _ in range(small.holders):
                overdue = small.overdue(now_ms)
                if overdue is None:
                    break
                slowest, _stalled_ms = overdue
                if slowest.is_waiting_for_us:
                    small.note(slowest, small.of(slowest), now_ms)
                    continue
                self._close(slowest, small.of(slowest), now_ms)
        self._look_how_tight()

    def _look_how_tight(self) -> None:
        self.is_tight = self._big.is_tight or self._huge.is_tight or self._small.is_tight

    def _look_later(self) -> None:
        if self._looking is None:
            self._looking = self._clock.call_later(LOOK_MS, self._look)

    def _look(self) -> None:
        """Closes what does not get on while others wait."""
        self._looking = None
        now_ms = self._clock.monotonic_ms()
        for lane in (self._big, self._huge):
            while (overdue := lane.overdue(now_ms)) is not None:
                self._close(*overdue, now_ms)
        if self.waiting:
            self._look_later()

    def _close(self, sender: Sender, size: int, now_ms: MonotonicMs) -> None:
        if since := self._said.again(now_ms):
            _log.warning(
                "closing %d connection%s, now %s: a request of which %d bytes are held or claimed does not get on, and "
                "others wait for memory, %d of %d bytes (%s)",
                since,
                "" if since == 1 else "s",
                sender,
                size,
                self.reserved,
                self.bytes_max,
                KEYS,
            )
        self._small.note(sender, 0, now_ms)
        self.release(sender)
        sender.drop()

    def close(self) -> None:
        """Stops the periodic look at stalled connections."""
        if self._looking is not None:
            self._looking.cancel()
            self._looking = None
