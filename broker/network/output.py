"""One connection's responses on their way out: gathered, written, sliced, and counted until the peer has read them.

    small ─▶ gathered, one write a wake-up
    big   ─▶ written at once, uncopied ────────────────────────────────────▶ transport ─▶ peer
    above SLICE_BYTES ─▶ a slice whenever the transport has taken one ──────▶    │ full
                                                                                 ▼
                                                            `unread_output`: whose peer has read nothing for longest

Up to WRITE_HIGH_WATER_BYTES of a connection are not counted. Of what is above, every buffer counts whole until its last
byte is with the kernel. Not here: what an unread response stops (`request_flow`), who calls for the next slice
(`connection`).
"""

from __future__ import annotations

import asyncio
import socket
import struct
from collections.abc import Iterable, Sequence
from typing import Any, Final, Protocol

from kavka.broker.network.slices import Slices, bytes_kept
from kavka.broker.network.unread_output import Reader, UnreadOutput
from kavka.timer.moments import MonotonicMs

GATHER_BYTES_MAX: Final = 16 * 1024
"""Responses below this are gathered into one write a wake-up; bigger ones are handed over at once, uncopied."""

GATHERED_BYTES_MAX: Final = 64 * 1024
"""Gathered responses are written early when they reach this, so that the transport can push back."""

WRITE_HIGH_WATER_BYTES: Final = 64 * 1024
"""With more unread output than this no further request is taken; so much of each connection is not counted."""

SLICE_BYTES: Final = 1024 * 1024 + 64 * 1024
"""A response above this is given to the transport in slices, so that what was read of it is free, TLS encrypts it bit
by bit, and others have their turns. A fetch of 1 MB, consumers' default for a partition, still goes at once."""


_NO_LINGER: Final = struct.pack("ii", 1, 0)
"""SO_LINGER with no time: closing sends RST and forgets."""


class ActiveReader(Reader, Protocol):
    """A connection, as what its peer is to read is counted."""

    @property
    def last_active_ms(self) -> MonotonicMs:
        """Returns when its peer, or we for it, last got on."""


class Output:
    """The responses of one connection that the kernel does not have yet.

    Args:
        transport: takes them; its limits are set here.
        unread: what all connections may leave unread.

    Attributes:
        gathered: buffers that `flush` writes.
        gathered_bytes: of all of them.
    """

    __slots__ = (
        "_is_full",
        "_transport",
        "_unread",
        "_unread_when_asked",
        "_unsent",
        "gathered",
        "gathered_bytes",
    )

    def __init__(self, transport: asyncio.Transport, unread: UnreadOutput) -> None:
        transport.set_write_buffer_limits(high=WRITE_HIGH_WATER_BYTES)
        self._transport: asyncio.Transport | None = transport
        self._unread = unread
        self.gathered: list[Any] = []
        self.gathered_bytes = 0
        self._unsent: Slices | None = None
        self._is_full = False
        self._unread_when_asked = 0

    # ---- sending --------------------------------------------------------------------------------------------------

    def send(self, reader: ActiveReader, parts: Sequence[Any], size: int) -> bool:
        """Sends a response; True where it is so big that `send_slice` sends it.

        Args:
            reader: the connection.
            parts: its buffers.
            size: of all of them.
        """
        if size < GATHER_BYTES_MAX:
            self.gathered += parts
            self.gathered_bytes += size
            if self.gathered_bytes >= GATHERED_BYTES_MAX:
                self.flush()
            return False
        if self.gathered:
            self.flush()
        if size > SLICE_BYTES:
            self._unsent = Slices(parts)
            return True
        if size * 2 <= WRITE_HIGH_WATER_BYTES:
            self._write(parts)  # the log's views keep twice their size at most
        else:
            self._write_last(reader, parts, sum(map(bytes_kept, parts)))
        return False

    def flush(self) -> None:
        """Writes what is gathered."""
        gathered = self.gathered
        if not gathered:
            return
        self.gathered = []
        self.gathered_bytes = 0
        if self._transport is not None:
            self._transport.write(gathered[0] if len(gathered) == 1 else b"".join(gathered))

    def send_slice(self, reader: ActiveReader) -> bool:
        """Gives the transport the next slice, and tells whether there was one."""
        unsent = self._unsent
        if not unsent:
            self._unsent = None
            self._note(reader, 0)
            return False
        held = unsent.held
        self._note(reader, held)  # before the slice: a part that it ends lives until it has left
        if self._unsent is None:
            return True  # there was no room for it, and the connection was dropped
        views = unsent.take(SLICE_BYTES)
        if unsent:
            self._write(views)
        else:
            self._write_last(reader, views, held)
        return True

    def send_all(self, reader: ActiveReader) -> None:
        """Gives the transport all that is unsent, at once: it closes when that has left."""
        unsent, self._unsent = self._unsent, None
        if unsent:
            held = unsent.held
            self._write_last(reader, unsent.take_all(), held)

    def _write(self, parts: Iterable[Any]) -> None:
        """Hands buffers to the transport, unless its peer is gone: without uvloop, `writelines` of Python 3.12 and 3.13
        raises TypeError then."""
        if self._transport is not None and not self._transport.is_closing():
            self._transport.writelines(parts)

    def _write_last(self, reader: ActiveReader, parts: Sequence[Any], held: int) -> None:
        """Hands over the end of a response, whose buffers count until the transport has nothing left of them.

        Below its low-water mark it says nothing more, and yet one byte keeps a whole buffer: who left 60 kB of a
        response of 1 MB unread, or 10 kB of 50 MB, held all of it unseen. So both marks are 0 until then.
        """
        transport = self._transport
        if transport is None or transport.is_closing() or held <= WRITE_HIGH_WATER_BYTES:
            self._write(parts)
            return
        transport.set_write_buffer_limits(high=0)
        transport.writelines(parts)
        if self._is_full:
            self._note(reader, held)
        else:
            self._restore_limits()

    # ---- what is unread -------------------------------------------------------------------------------------------

    @property
    def has_room(self) -> bool:
        """Tells whether the transport takes a slice now."""
        return not self._is_full and self._transport is not None

    def filled(self, reader: ActiveReader) -> None:
        """Notes that the transport has more than its peer reads."""
        self._is_full = True
        if self._transport is not None:
            self._unread_when_asked = self._transport.get_write_buffer_size()
            if self._unsent is None:
                self._note(reader, self._unread_when_asked)

    def emptied(self) -> None:
        """Notes that the transport has room again."""
        self._is_full = False
        self._restore_limits()

    def has_read(self) -> bool:
        """Tells whether the peer has read something since the last call. A slice may take a slow one long."""
        unread = 0 if self._transport is None else self._transport.get_write_buffer_size()
        before, self._unread_when_asked = self._unread_when_asked, unread
        return unread < before

    def _restore_limits(self) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._transport.set_write_buffer_limits(high=WRITE_HIGH_WATER_BYTES)

    def _note(self, reader: ActiveReader, size: int) -> None:
        self._unread.note(reader, size, reader.last_active_ms)

    # ---- ends -----------------------------------------------------------------------------------------------------

    def abort(self) -> None:
        """Gives up what the transport does not have, and what it has, and closes it."""
        self.gathered = []
        self._unsent = None
        if self._transport is not None:
            if self._transport.get_write_buffer_size():
                # A peer that does not read takes no FIN either: without RST the kernel would keep what it has for it.
                self._transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _NO_LINGER)
            self._transport.abort()

    def forget(self, reader: ActiveReader) -> None:
        """Gives everything up, for the peer is gone."""
        self.gathered = []
        self._unsent = None
        self._transport = None
        self._note(reader, 0)
