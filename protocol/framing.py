"""Cutting a stream of bytes into frames: four bytes of length, then as many bytes.

Sans I/O: bytes in, frames out. The limit is checked as soon as the four bytes are there, before anything of the
frame is waited for or allocated. The broker's connection has a receive path of its own; this one is for clients, links
between brokers, tests and tools.

    bytes ──feed──▶ begun, copied ──whole──▶ frame
                        │ much of it is missing
                        ▼
                    room: a buffer of its own ◀── the socket writes there ── filled(how much) ──whole──▶ that buffer
"""

from __future__ import annotations

import struct
from collections.abc import Callable

from kavka.protocol.errors import DecodeError

LENGTH_BYTES = 4
BIG_FRAME_BYTES = 64 * 1024
"""A frame of which so much is missing has a buffer of its own, which is the frame in the end: a megabyte that grows
piece by piece is copied three times on its way."""
BIG_FRAME_GROWTH = 4
"""So many times what has come of it that buffer is, at most: a length alone takes no memory."""
KNOWN_BYTES_MAX = 4 * 1024 * 1024
"""As much of a big frame as those before it had has room from the beginning, at most so much."""

_LENGTH = struct.Struct(">i")


_OTHER_PROTOCOLS = {
    b"HTTP": "looks like an HTTP server, perhaps the admin endpoint: a listener's port is needed",
    b"SSH-": "looks like an SSH server: a listener's port is needed",
    b"220 ": "looks like a mail or FTP server: a listener's port is needed",
    b"\x15\x03\x01\x00": "wants TLS: security.protocol=SSL or SASL_SSL is needed",
    b"\x15\x03\x02\x00": "wants TLS: security.protocol=SSL or SASL_SSL is needed",
    b"\x15\x03\x03\x00": "wants TLS: security.protocol=SSL or SASL_SSL is needed",
}
"""By the first four bytes of what a client receives: who speaks so, where a length was expected."""


def bad_length(prefix: bytes, frame_bytes_max: int) -> str:
    """Completes "<address> …" for the four bytes of a length that no frame has."""
    known = _OTHER_PROTOCOLS.get(prefix)
    if known is not None:
        return known
    (length,) = _LENGTH.unpack(prefix)
    return f"announces a frame of {length} bytes, which no Kafka broker does; the limit is {frame_bytes_max}"


Frame = bytes | bytearray
"""A frame without its length prefix; nobody else's to change."""


class BadFrameLength(DecodeError):
    """A length that no frame has: mostly the beginning of another protocol.

    Attributes:
        prefix: its four bytes.
        frames: those that were complete before it in the same piece.
    """

    def __init__(self, prefix: bytes, frame_bytes_max: int, frames: list[Frame]) -> None:
        (length,) = _LENGTH.unpack(prefix)
        super().__init__(f"a frame of {length} bytes; the limit is {frame_bytes_max}")
        self.prefix = prefix
        self.frame_bytes_max = frame_bytes_max
        self.frames = frames


class FrameDecoder:
    """Collects bytes until frames are complete.

    However the stream is cut, the same frames come out. Whoever reads from a socket as much as `wanted_bytes` says,
    or gets a frame in one piece, is spared a copy of it.

    Args:
        max_frame_bytes: frames may not be longer (Kafka's socket.request.max.bytes; its default is 104857600).
        min_frame_bytes: nor shorter.
        make_buffer: of a big frame, to be written before it is read.

    Attributes:
        big_before: bytes of the largest frame of late, as long as each has a buffer of its own; else 0.
    """

    def __init__(
        self, max_frame_bytes: int, min_frame_bytes: int = 0, make_buffer: Callable[[int], bytearray] = bytearray
    ) -> None:
        assert max_frame_bytes > 0
        assert 0 <= min_frame_bytes <= max_frame_bytes
        self._max_frame_bytes = max_frame_bytes
        self._min_frame_bytes = min_frame_bytes
        self._make_buffer = make_buffer
        self._buffer = bytearray()
        """What is begun, its length prefix included; of a big frame the prefix alone."""
        self._big: bytearray | None = None
        self._big_have = 0
        self._failed = False
        self.big_before = 0

    @property
    def pending_bytes(self) -> int:
        """Returns how many bytes of an incomplete frame have arrived, its length prefix included."""
        return len(self._buffer) + self._big_have

    @property
    def wanted_bytes(self) -> int:
        """Returns how many bytes complete what is begun: a length prefix, or the frame behind it."""
        have = self.pending_bytes
        if have < LENGTH_BYTES:
            return LENGTH_BYTES - have
        return LENGTH_BYTES + int(_LENGTH.unpack_from(self._buffer)[0]) - have

    def feed(self, data: bytes | bytearray | memoryview) -> list[Frame]:
        """Takes bytes in, and returns the frames that are complete now, without their length prefix.

        A bytearray that is all of a frame is returned as it is: it belongs to the caller no more.

        Raises:
            BadFrameLength: it is beyond the limits. The stream has no frames after that, and feeding more raises
                DecodeError.
        """
        if self._failed:
            raise DecodeError("the stream was broken before")
        buffer = self._buffer
        size = len(data)
        if self._big is not None:
            return self._feed_big(memoryview(data))
        if not buffer:
            if size > LENGTH_BYTES and _LENGTH.unpack_from(data)[0] == size - LENGTH_BYTES and self._is_allowed(data):
                self.big_before = 0
                return [bytes(data[LENGTH_BYTES:])]
            if size > LENGTH_BYTES and self._begin_big(memoryview(data)):
                return []
        elif len(buffer) == LENGTH_BYTES and _LENGTH.unpack(buffer)[0] == size:
            buffer.clear()
            return [bytes(data) if isinstance(data, memoryview) else data]
        buffer += data
        frames = self._complete()
        if frames:
            self.big_before = 0
        if len(buffer) > LENGTH_BYTES:
            self._begin_big(memoryview(buffer))
        return frames

    def room(self) -> memoryview | None:
        """Returns where the next bytes of a big frame go; None where none is begun, and `feed` takes them."""
        big, have = self._big, self._big_have
        if big is None:
            return None
        if have == len(big):
            # A new one instead of growing in place: a transport may still export the old one.
            bigger = self._make_buffer(self._big_capacity())
            bigger[:have] = big
            self._big = big = bigger
        return memoryview(big)[have:]

    def filled(self, nbytes: int) -> list[Frame]:
        """Takes in bytes that were written to `room`; returns the frame once it is complete."""
        big = self._big
        assert big is not None, "no big frame is begun"
        self._big_have += nbytes
        assert self._big_have <= len(big), "more was written than there was room"
        if self.wanted_bytes:
            return []
        self.big_before = max(self.big_before, len(big))
        self._big, self._big_have = None, 0
        self._buffer = bytearray()
        return [big]

    def _begin_big(self, begun: memoryview) -> bool:
        """Gives the frame that begins there a buffer of its own, if it is a big one of which much is missing."""
        (length,) = _LENGTH.unpack_from(begun)
        have = len(begun) - LENGTH_BYTES
        if length - have <= BIG_FRAME_BYTES or not self._min_frame_bytes <= length <= self._max_frame_bytes:
            return False
        self._buffer = bytearray(begun[:LENGTH_BYTES])
        self._big_have = have
        self._big = big = self._make_buffer(self._big_capacity())
        big[:have] = begun[LENGTH_BYTES:]
        return True

    def _big_capacity(self) -> int:
        known = min(self.big_before, KNOWN_BYTES_MAX)
        length = int(_LENGTH.unpack(self._buffer)[0])
        return min(length, max(self._big_have * BIG_FRAME_GROWTH, BIG_FRAME_BYTES, known))

    def _feed_big(self, data: memoryview) -> list[Frame]:
        """Takes in more of a big frame; returns it, and what is complete behind it, once it is whole."""
        at = 0
        frames: list[Frame] = []
        while at < len(data) and (room := self.room()) is not None:
            size = min(len(room), len(data) - at)
            room[:size] = data[at : at + size]
            at += size
            frames = self.filled(size)
        return [*frames, *self.feed(data[at:])] if at < len(data) else frames

    def _is_allowed(self, data: bytes | bytearray | memoryview) -> bool:
        return self._min_frame_bytes <= len(data) - LENGTH_BYTES <= self._max_frame_bytes

    def _complete(self) -> list[Frame]:
        """Cuts the whole frames off the buffer's front."""
        buffer = self._buffer
        frames: list[Frame] = []
        start = 0
        end = len(buffer)
        while end - start >= LENGTH_BYTES:
            (length,) = _LENGTH.unpack_from(buffer, start)
            if not self._min_frame_bytes <= length <= self._max_frame_bytes:
                self._failed = True
                raise BadFrameLength(bytes(buffer[start : start + LENGTH_BYTES]), self._max_frame_bytes, frames)
            stop = start + LENGTH_BYTES + length
            if stop > end:
                break
            with memoryview(buffer) as view:
                frames.append(bytes(view[start + LENGTH_BYTES : stop]))
            start = stop
        if start:
            del buffer[:start]
        return frames
