"""What a record to be sent must be, and what it may cost: checks and sizes, before it gets a place to wait. No I/O."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from kavka.protocol.records.legacy import TIMESTAMP_MAX
from kavka.protocol.records.record import NO_TIMESTAMP

RECORD_OVERHEAD_BYTES: Final = 24
"""What a record may cost beside key, value and headers: lengths, deltas, attributes. Rounded up."""

HEADER_OVERHEAD_BYTES: Final = 10

Headers = Iterable[tuple[str, bytes | None]]
HeadersLike = Headers | Mapping[str, bytes | None]

PLAIN: Final = frozenset((bytes, type(None)))
"""The classes of keys and values that need neither a check nor a copy."""

_BYTES: Final = (bytes, bytearray, memoryview, type(None))


def record_size(key: bytes | None, value: bytes | None, headers: Headers) -> int:
    """Returns an upper bound of a record's encoded size before compression."""
    size = RECORD_OVERHEAD_BYTES
    if key is not None:
        size += len(key)
    if value is not None:
        size += len(value)
    for name, content in headers:
        size += HEADER_OVERHEAD_BYTES + 3 * len(name) + (len(content) if content is not None else 0)
    return size


def as_bytes(content: bytes | bytearray | memoryview | None) -> bytes | None:
    """Returns a key or value as bytes.

    They can be hashed, and their length is their number of items.

    Raises:
        TypeError: it is something else.
    """
    if not isinstance(content, _BYTES):
        raise TypeError(f"keys and values are bytes or None, not {type(content).__name__}: encode it first")
    return content if content is None else bytes(content)


def checked_headers(headers: HeadersLike) -> tuple[tuple[str, bytes | None], ...]:
    """Returns headers, pairs or a mapping, as pairs that can be encoded.

    Raises:
        TypeError: a name is no text, or a content no bytes.
        ValueError: something is no pair, or a name holds half of a surrogate pair.
    """
    checked = tuple(headers.items() if isinstance(headers, Mapping) else headers)
    for name, content in checked:
        if not isinstance(name, str):
            raise TypeError(f"a header's name is text, not {type(name).__name__}")
        name.encode()
        if not isinstance(content, _BYTES):
            raise TypeError(f"header {name!r} is bytes or None, not {type(content).__name__}: encode it first")
    return checked


def check_timestamp(timestamp: int | None) -> None:
    """Refuses a timestamp that a record cannot carry; None stands for the time of the call.

    Raises:
        TypeError: it is no int.
        ValueError: it is negative, −1 (none) apart, or beyond 63 bits.
    """
    if timestamp is None:
        return
    if not isinstance(timestamp, int):
        raise TypeError(f"a timestamp is an int, milliseconds since the epoch, not {type(timestamp).__name__}")
    if not NO_TIMESTAMP <= timestamp <= TIMESTAMP_MAX:
        raise ValueError(f"a timestamp is between {NO_TIMESTAMP} and {TIMESTAMP_MAX}, not {timestamp}")
