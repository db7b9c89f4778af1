"""Reads values out of bytes, one at a time: what decoders call that are built by mypyc (`make compiled`).

Compiled, each is a handful of machine instructions, and cheaper than the object that `struct` would make of a run of
numbers. In plain Python it is the other way round, and plain decoders (`protocol/_generated/`) use `struct`. Typed for
the compiled ones: positions and numbers are `i64`, which is plain `int` to Python.

What reaches over the end of the bytes is an IndexError, which protocol/codec.py makes a DecodeError of. Texts and bytes
may come out short there: every later read fails by itself, and the caller compares the position with the end at last.
"""

from __future__ import annotations

from struct import Struct
from typing import TYPE_CHECKING, Any, Final

from kavka.protocol.errors import DecodeError
from kavka.protocol.wire import VIEW_BYTES_MIN, read_tags

if TYPE_CHECKING:
    from mypy_extensions import i64

_FLOAT64: Final = Struct(">d")
_UUID_BYTES: Final = 16
_UVARINT_MAX: Final = 0xFFFF_FFFF
_COPIED_BELOW: Final = VIEW_BYTES_MIN


def i8_at(data: bytes, position: i64) -> i64:
    """Reads an int8."""
    value: i64 = data[position]
    return value - ((value & 0x80) << 1)


def u16_at(data: bytes, position: i64) -> i64:
    """Reads a uint16."""
    high: i64 = data[position]
    low: i64 = data[position + 1]
    return high << 8 | low


def i16_at(data: bytes, position: i64) -> i64:
    """Reads an int16."""
    high: i64 = data[position]
    low: i64 = data[position + 1]
    value = high << 8 | low
    return value - ((value & 0x8000) << 1)


def u32_at(data: bytes, position: i64) -> i64:
    """Reads a uint32."""
    first: i64 = data[position]
    second: i64 = data[position + 1]
    third: i64 = data[position + 2]
    last: i64 = data[position + 3]
    return first << 24 | second << 16 | third << 8 | last


def i32_at(data: bytes, position: i64) -> i64:
    """Reads an int32."""
    value = u32_at(data, position)
    return value - ((value & 0x8000_0000) << 1)


def i64_at(data: bytes, position: i64) -> i64:
    """Reads an int64."""
    low = u32_at(data, position + 4)
    return i32_at(data, position) << 32 | low


def f64_at(data: bytes, position: i64) -> float:
    """Reads a float64."""
    if position + 8 > len(data):
        raise IndexError("a float64 is cut off")
    value: float = _FLOAT64.unpack_from(data, position)[0]
    return value


def uuid_at(data: bytes, position: i64) -> bytes:
    """Reads a UUID."""
    if position + _UUID_BYTES > len(data):
        raise IndexError("a uuid is cut off")
    return data[position : position + _UUID_BYTES]


def uvarint_at(data: bytes, position: i64) -> tuple[i64, i64]:
    """Reads an unsigned varint as `wire.read_uvarint` does; gives the value and the position behind it."""
    byte: i64 = data[position]
    position += 1
    value: i64 = byte & 127
    shift: i64 = 7
    while byte > 127:
        if shift > 28:
            raise DecodeError("a varint is longer than 5 bytes")
        byte = data[position]
        position += 1
        value |= (byte & 127) << shift
        shift += 7
    if value > _UVARINT_MAX:
        raise DecodeError("a varint does not fit 32 bits")
    return value, position


def length_at(data: bytes, position: i64) -> tuple[i64, i64]:
    """Reads a compact length or count, −1 for null; gives it and the position behind it."""
    byte: i64 = data[position]
    if byte < 128:
        return byte - 1, position + 1
    value, behind = uvarint_at(data, position)
    return value - 1, behind


def text_at(data: bytes, position: i64, size: i64, field: str) -> str:
    """Reads a string of some bytes."""
    if size < 0:
        raise DecodeError(f"{field}: length {size}")
    return data[position : position + size].decode()


def text_or_none_at(data: bytes, position: i64, size: i64, field: str) -> str | None:
    """Reads a string of some bytes, or None if the size is −1."""
    if size == -1:
        return None
    return text_at(data, position, size, field)


def bytes_at(data: bytes, position: i64, size: i64, field: str) -> bytes:
    """Reads some bytes."""
    if size < 0:
        raise DecodeError(f"{field}: length {size}")
    return data[position : position + size]


def bytes_or_none_at(data: bytes, position: i64, size: i64, field: str) -> bytes | None:
    """Reads some bytes, or None if the size is −1."""
    if size == -1:
        return None
    return bytes_at(data, position, size, field)


def records_at(frame: Any, data: bytes, position: i64, size: i64, field: str) -> Any:
    """Cuts records out of the frame: as a view of it, uncopied, from the size where that is cheaper than a copy.

    Args:
        frame: as it was received.
        data: the same as bytes; a copy, if the frame is none.
        position: where they begin.
        size: of the records.
        field: names them when they are refused.
    """
    if size < 0:
        raise DecodeError(f"{field}: length {size}")
    if size < _COPIED_BELOW:
        return data[position : position + size]
    return memoryview(frame)[position : position + size]


def records_or_none_at(frame: Any, data: bytes, position: i64, size: i64, field: str) -> Any:
    """Cuts records out as `records_at` does, or returns None for −1."""
    if size == -1:
        return None
    return records_at(frame, data, position, size, field)


def check_count(data: bytes, position: i64, count: i64, size: i64, field: str) -> None:
    """Refuses a count of elements that cannot be there, each of `size` bytes at least."""
    if count < 0 or count * size > len(data) - position:
        raise DecodeError(f"{field}: count {count}")


def tags_at(data: bytes, position: i64) -> tuple[Any, i64]:
    """Reads the tagged fields of a struct that knows none; gives them and the position behind them."""
    if data[position] == 0:
        return (), position + 1
    return read_tags(data, position)
