"""What a peer speaks that does not speak Kafka here, as far as its first four bytes tell."""

from __future__ import annotations

from collections.abc import Mapping
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
