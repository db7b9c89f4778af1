"""A socket to a broker, and frames by hand: for what no client can be talked into sending."""

from __future__ import annotations

import contextlib
import select
import socket
import struct
from typing import Any

from kavka.protocol.codec import decode_message
from kavka.protocol.header import encode_request_frame
from kavka.protocol.messages import ApiVersionsRequest, ApiVersionsResponse

DEADLINE = 10.0


class RawConnection:
    """A socket to the broker, and frames by hand."""

    def __init__(self, bootstrap: str) -> None:
        host, port = bootstrap.rsplit(":", 1)
        self._socket = socket.create_connection((host, int(port)), DEADLINE)

    def __enter__(self) -> RawConnection:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def send(self, data: bytes) -> None:
        self._socket.sendall(data)

    def is_closed_by_peer(self) -> bool:
        """Wait for the end of the stream; whatever comes before it is thrown away."""
        with contextlib.suppress(ConnectionResetError):
            while self._socket.recv(65536):
                pass
        return True

    def has_data(self) -> bool:
        """Whether something has come that was not read yet, the end of the stream included."""
        return bool(select.select([self._socket], [], [], 0)[0])

    def frame(self) -> bytes:
        """The next frame, without its length."""
        (size,) = struct.unpack(">i", self._exactly(4))
        return self._exactly(size)

    def _exactly(self, size: int) -> bytes:
        data = bytearray()
        while len(data) < size:
            chunk = self._socket.recv(size - len(data))
            if not chunk:
                raise ConnectionResetError(f"closed after {len(data)} of {size} bytes")
            data += chunk
        return bytes(data)

    def ask(self, request: Any, *, version: int) -> bytes:
        """Send a request of a version without flexible headers; returns the body of its answer."""
        self.send(b"".join(encode_request_frame(request, version=version, correlation_id=5, client_id="t")))
        return self.frame()[4:]

    def answers(self) -> bool:
        """Whether an honest request is still served on this connection."""
        request = ApiVersionsRequest()
        self.send(b"".join(encode_request_frame(request, version=0, correlation_id=77, client_id="t")))
        frame = self.frame()
        response = decode_message(ApiVersionsResponse, 0, frame, 4)
        return frame[:4] == struct.pack(">i", 77) and response.error_code == 0 and bool(response.api_keys)
