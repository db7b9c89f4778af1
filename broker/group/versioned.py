"""Messages with the int16 of their version before them, as keys and values of `__consumer_offsets` are. Pure.

A value is read by the fields that its version has; what a later Kafka appended stands behind them, and is passed over.

Kafka: `MessageUtil.toVersionPrefixedByteBuffer`.
"""

from __future__ import annotations

import struct
from typing import Final, TypeVar

from kavka.protocol.codec import decode_prefix, encode_message
from kavka.protocol.errors import DecodeError
from kavka.protocol.message import Message

VERSION: Final = struct.Struct(">h")

M = TypeVar("M", bound=Message)


def versioned(message: Message, version: int) -> bytes:
    """Encodes a message behind its version."""
    return VERSION.pack(version) + encode_message(message, version)


def version_of(value: bytes) -> int:
    """Returns the version that a value begins with.

    Raises:
        DecodeError: it is too short for one.
    """
    if len(value) < VERSION.size:
        raise DecodeError("a value without a version")
    version: int
    (version,) = VERSION.unpack_from(value)
    return version


def read_versioned(kind: type[M], value: bytes) -> M:
    """Reads a message behind its version.

    Raises:
        DecodeError: it is broken, or of a version to come.
    """
    return decode_prefix(kind, version_of(value), value, VERSION.size)[0]
