"""Cutting a stream of bytes into frames: four bytes of length, then as many bytes.

Sans I/O: bytes in, frames out. The limit is checked as soon as the four bytes are there, before anything of the
frame is waited for or allocated. The broker's connection has a receive path of its own that reads large frames in
place; this one is for clients, tests and tools.
"""

from __future__ import annotations

import struct

from kavka.protocol.errors import DecodeError

LENGTH_BYTES = 4

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


class BadFrameLength(DecodeError):
    """A length that no frame has: mostly the beginning of another protocol.

    Attributes:
        prefix: its four bytes.
    """

    def __init__(self, prefix: bytes, length: int, frame_bytes_max: int) -> None:
        super().__init__(f"a frame of {length} bytes; the limit is {frame_bytes_max}")
        self.prefix = prefix
        self.frame_bytes_max = frame_bytes_max


class FrameDecoder:
    """Collects bytes until frames are complete.

    Args:
        max_frame_bytes: frames may not be longer (Kafka's socket.request.max.bytes; its default is 104857600).
    """

    def __init__(self, max_frame_bytes: int) -> None:
        assert max_frame_bytes > 0
        self._max_frame_bytes = max_frame_bytes
        self._buffer = bytearray()
        self._failed = False

    @property
    def pending_bytes(self) -> int:
        """Returns how many bytes of an incomplete frame have arrived, its length prefix included."""
        return len(self._buffer)

    def feed(self, data: bytes | bytearray | memoryview) -> list[bytes]:
        """Takes bytes in, and returns the frames that are complete now, without their length prefix.

        Raises:
            BadFrameLength: it is negative or above the limit. The stream has no frames after that, and feeding more
                raises DecodeError.
        """
        if self._failed:
            raise DecodeError("the stream was broken before")
        buffer = self._buffer
        buffer += data
        frames: list[bytes] = []
        start = 0
        end = len(buffer)
        while end - start >= LENGTH_BYTES:
            (length,) = _LENGTH.unpack_from(buffer, start)
            if not 0 <= length <= self._max_frame_bytes:
                self._failed = True
                raise BadFrameLength(bytes(buffer[start : start + LENGTH_BYTES]), length, self._max_frame_bytes)
            stop = start + LENGTH_BYTES + length
            if stop > end:
                break
            with memoryview(buffer) as view:
                frames.append(bytes(view[start + LENGTH_BYTES : stop]))
            start = stop
        if start:
            del buffer[:start]
        return frames
