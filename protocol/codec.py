"""Bytes to messages and back: the boundary at which every failure becomes a DecodeError or an EncodeError.

    decode_message(FetchRequest, 11, frame, position)   the whole rest of the frame, or DecodeError
    encode_message(message, 11)                         bytes
    encode_message_parts(message, 11)                   a list of buffers, large records among them not copied

Not here: headers and the length prefix (protocol/header.py, protocol/framing.py), and the functions that do the work
(protocol/_generated/). Those let struct, slicing and join find what is wrong, and raise whatever they raise; that is
translated here, once.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, TypeVar

import kavka.protocol.messages
from kavka.protocol._generated.index import APIS
from kavka.protocol.errors import DecodeError, EncodeError

if TYPE_CHECKING:
    from kavka.protocol.message import Buffer, Message

M = TypeVar("M", bound="Message")

# What truncated or damaged input makes the generated decoders raise, besides DecodeError itself.
_DECODE_FAILURES = (struct.error, IndexError, UnicodeDecodeError)
# What values that the wire cannot carry make the encoders raise: None or a wrong type, a number out of range, a lone
# surrogate, a float too large.
_ENCODE_FAILURES = (struct.error, TypeError, AttributeError, ValueError, OverflowError)


def decode_message(cls: type[M], version: int, data: Buffer, pos: int = 0) -> M:
    """Reads one message that fills the rest of `data`.

    Args:
        cls: what it is.
        version: of the message.
        data: the frame; bytes or bytearray. A memoryview works, at the price of a copy.
        pos: where the message begins.

    Raises:
        DecodeError: the class has no such version; the bytes are not a valid message, or more than one.
    """
    decoders = cls.DECODERS  # looked up once: that of a class is slow
    if not 0 <= version < len(decoders) or (decode := decoders[version]) is None:
        raise DecodeError(f"{cls.__name__} has no version {version}")
    if type(data) is memoryview:
        data = bytes(data)
    message: M
    try:
        message, end = decode(data, pos)
    except _DECODE_FAILURES as error:
        raise DecodeError(f"{cls.__name__} v{version}: {error}") from error
    if end != len(data):
        raise DecodeError(f"{cls.__name__} v{version}: {_difference(len(data) - end)}")
    return message


def decode_prefix(cls: type[M], version: int, data: Buffer, pos: int = 0) -> tuple[M, int]:
    """Reads one message from the beginning of a buffer that may hold more; gives it and the position behind it.

    Raises:
        DecodeError: as decode_message, but for bytes that follow.
    """
    decoders = cls.DECODERS
    if not 0 <= version < len(decoders) or (decode := decoders[version]) is None:
        raise DecodeError(f"{cls.__name__} has no version {version}")
    if type(data) is memoryview:
        data = bytes(data)
    try:
        message, end = decode(data, pos)
    except _DECODE_FAILURES as error:
        raise DecodeError(f"{cls.__name__} v{version}: {error}") from error
    if end > len(data):
        raise DecodeError(f"{cls.__name__} v{version}: {_difference(len(data) - end)}")
    return message, end


def _difference(left: int) -> str:
    return f"{left} bytes behind its end" if left > 0 else f"{-left} bytes are missing"


def encode_message(message: Message, version: int) -> bytes:
    """Writes one message.

    Raises:
        EncodeError: the class has no such version, a value does not fit, or the version cannot carry it.
    """
    small: list[Buffer] = []
    parts: list[Buffer] = []
    encode_into(message, version, small, parts)
    return joined(parts + small if parts else small)


def encode_message_parts(message: Message, version: int) -> list[Buffer]:
    """Writes one message as buffers that follow each other.

    Records of some size are the caller's own, not copied.

    Raises:
        EncodeError: as encode_message.
    """
    small: list[Buffer] = []
    parts: list[Buffer] = []
    encode_into(message, version, small, parts)
    if small:
        parts.append(joined(small))
    return parts


def encode_into(message: Message, version: int, small: list[Buffer], parts: list[Buffer]) -> None:
    """Appends a message to what stands in `small`; when large records come, that is joined and moved to `parts`.

    Raises:
        EncodeError: as encode_message; both lists are then of no use.
    """
    encoders = message.ENCODERS
    if not 0 <= version < len(encoders) or (encode := encoders[version]) is None:
        raise EncodeError(f"{type(message).__name__} has no version {version}")
    try:
        encode(message, small, parts)
    except EncodeError as error:
        raise EncodeError(f"{type(message).__name__} v{version}: {error}") from None
    except _ENCODE_FAILURES as error:
        raise EncodeError(f"{type(message).__name__} v{version}: {error}") from error


def joined(buffers: list[Buffer]) -> bytes:
    """Joins the buffers to one.

    Raises:
        EncodeError: one of them is none, because a field of type bytes held something else.
    """
    try:
        return b"".join(buffers)
    except TypeError as error:
        raise EncodeError(f"a field of type bytes: {error}") from error


def request_class(api_key: int) -> type[Message]:
    """Returns the class of an API's requests; KeyError if the API is unknown."""
    return _message_class(APIS[api_key][0])


def response_class(api_key: int) -> type[Message]:
    """Returns the class of an API's responses; KeyError if the API is unknown."""
    return _message_class(APIS[api_key][1])


def _message_class(name: str) -> type[Message]:
    cls: type[Message] = getattr(kavka.protocol.messages, name)
    return cls
