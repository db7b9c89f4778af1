"""How long a request may be, and what is said to a peer whose first four bytes are no such length."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

LOOKS_LIKE: Final[Mapping[bytes, str]] = {
    b"GET ": "this looks like an HTTP request",
    b"POST": "this looks like an HTTP request",
    b"HEAD": "this looks like an HTTP request",
    b"\x16\x03\x01\x02": "this looks like TLS, and this listener is plaintext",
    b"\x16\x03\x01\x00": "this looks like TLS, and this listener is plaintext",
    b"\x16\x03\x01\x01": "this looks like TLS, and this listener is plaintext",
    b"\x16\x03\x01\x05": "this looks like TLS, and this listener is plaintext",
    b"\x16\x03\x01\x06": "this looks like TLS, and this listener is plaintext",
}
"""The beginning that should have been a length → what it says of the peer."""

REQUEST_HEADER_MIN_BYTES: Final = 8
"""api_key, api_version, correlation_id."""


@dataclass(frozen=True, slots=True)
class FrameBounds:
    """The lengths that a frame may have.

    Attributes:
        least: bytes.
        most: bytes.
        key: what is configured with it.
    """

    least: int
    most: int
    key: str

    def violation(self, prefix: bytes) -> str:
        """Says what is wrong with a length outside of these bounds.

        Args:
            prefix: its four bytes.
        """
        length = int.from_bytes(prefix, "big", signed=True)
        return LOOKS_LIKE.get(prefix) or (
            f"a request claims {length} bytes, allowed are {self.least} to {self.most} ({self.key})"
        )


def of_requests(frame_bytes_max: int) -> FrameBounds:
    """Returns the bounds of Kafka's requests."""
    return FrameBounds(REQUEST_HEADER_MIN_BYTES, frame_bytes_max, "socket.request.max.bytes")
