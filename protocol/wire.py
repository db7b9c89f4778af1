"""What generated encoders and decoders call: varints, tagged fields, arrays of numbers, and the two refusals.

Only `protocol/_generated/` imports this. Anything that goes wrong here raises DecodeError or EncodeError, or one of
the built-in exceptions that protocol/codec.py turns into them (IndexError and struct.error for truncated input).
"""

from __future__ import annotations

from struct import Struct, pack, unpack_from
from typing import TYPE_CHECKING, Any

from kavka.protocol.errors import DecodeError, EncodeError
from kavka.protocol.message import Message, Part

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = [
    "BYTE",
    "EMPTY",
    "PACK",
    "PackCache",
    "UNPACK",
    "DecodeError",
    "EncodeError",
    "Struct",
    "VIEW_BYTES_MIN",
    "new",
    "new_message",
    "pack",
    "read_tags",
    "read_uvarint",
    "refuse",
    "skip_tags",
    "unpack_from",
    "uvarint",
    "write_tags",
]

EMPTY: tuple[()] = ()
"""The default of a list argument: stands for a new list."""

VIEW_BYTES_MIN = 2048
"""Records from this size on become a part of their own instead of being copied: an iovec entry costs about as much
as copying one or two kilobytes."""

new: Callable[[type], Any] = Part.__new__
"""Makes an object without its `__init__`. It is that of `object`, unless `Part` is built in C; so is the next."""

new_message: Callable[[type], Any] = Message.__new__
"""The same for whole messages."""

_SHORT = 9  # arrays of fewer numbers have a prebuilt Struct; longer ones pay for making the format string

PACK = {code: tuple(Struct(f">{n}{code}").pack for n in range(_SHORT)) for code in "bhiq"}
"""Struct code → count → pack, for counts below 9."""

UNPACK = {code: tuple(Struct(f">{n}{code}").unpack_from for n in range(_SHORT)) for code in "bhiq"}
"""Struct code → count → unpack_from, for counts below 9."""


BYTE = tuple(bytes((value,)) for value in range(256))
"""Every single byte: a length or a part of one, by its value."""


class PackCache(dict[Any, Any]):
    """Pack functions for a run of numbers with arrays among them, by the arrays' counts.

    Args:
        template: a struct format with `%d` for each count.
    """

    __slots__ = ("_template",)

    ENTRIES_MAX = 1024  # replica lists come in a handful of lengths; partition lists may come in any

    def __init__(self, template: str) -> None:
        super().__init__()
        self._template = template

    def __missing__(self, counts: int | tuple[int, ...]) -> Any:
        function = Struct(self._template % counts).pack
        if len(self) < self.ENTRIES_MAX:
            self[counts] = function
        return function


def read_uvarint(data: bytes | bytearray, position: int) -> tuple[int, int]:
    """Reads an unsigned varint of at most 5 bytes and 32 bits; gives the value and the position behind it."""
    byte = data[position]
    if byte < 0x80:
        return byte, position + 1
    value = byte & 0x7F
    byte = data[position + 1]
    if byte < 0x80:  # most lengths that reach this function have two bytes
        return value | byte << 7, position + 2
    value |= (byte & 0x7F) << 7
    for shift in (14, 21, 28):
        byte = data[position + shift // 7]
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            if value > 0xFFFF_FFFF:
                raise DecodeError("a varint does not fit 32 bits")
            return value, position + shift // 7 + 1
    raise DecodeError("a varint is longer than 5 bytes")


def uvarint(value: int) -> bytes:
    """Encodes an unsigned varint, in as few bytes as possible."""
    if value < 0x80:
        return bytes((value,))
    if value < 0x4000:
        return bytes((value & 0x7F | 0x80, value >> 7))
    if value > 0xFFFF_FFFF:
        raise EncodeError(f"{value} does not fit an unsigned varint")
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def read_tags(data: bytes | bytearray, position: int) -> tuple[tuple[tuple[int, bytes], ...], int]:
    """Reads the tagged fields of a struct that knows none: gives (tag, bytes) pairs and the position behind them."""
    count, position = read_uvarint(data, position)
    end = len(data)
    if count * 2 > end - position:
        raise DecodeError(f"{count} tagged fields in {end - position} bytes")
    tags: list[tuple[int, bytes]] = []
    last = -1
    for _ in range(count):
        tag, position = read_uvarint(data, position)
        if tag <= last:
            raise DecodeError(f"tag {tag} after tag {last}")
        last = tag
        size, position = read_uvarint(data, position)
        if size > end - position:
            raise DecodeError(f"tag {tag}: {size} bytes in {end - position}")
        tags.append((tag, bytes(data[position : position + size])))
        position += size
    return tuple(tags), position


CUT_TO_DECODE = frozenset({"assignments"})
"""Arrays inside an element of a request that are decoded in slices, though the element is handled as a whole: half of a
topic's assignment is no topic."""

TAGS_MAX = 1000
"""Tagged fields of one struct in a big request. The protocol has four at most; a walk over many is not paced."""


def skip_tags(data: bytes | bytearray, position: int, items: int) -> tuple[int, int]:
    """Walks over the tagged fields of a struct, known or not.

    Gives `items` with them added and the position behind.
    """
    count, position = read_uvarint(data, position)
    if count > TAGS_MAX:
        raise DecodeError(f"{count} tagged fields in one struct, allowed are {TAGS_MAX}")
    end = len(data)
    for _ in range(count):
        tag, position = read_uvarint(data, position)
        size, position = read_uvarint(data, position)
        if size > end - position:
            raise DecodeError(f"tag {tag}: {size} bytes in {end - position}")
        position += size
    return items + count, position


def write_tags(tags: Iterable[tuple[int, bytes]]) -> bytes:
    """Writes tagged fields, count first, by ascending tag."""
    entries = sorted(tags)
    out = [uvarint(len(entries))]
    last = -1
    for tag, value in entries:
        if tag <= last:
            raise EncodeError(f"tag {tag} stands for two fields" if tag >= 0 else f"tag {tag} is negative")
        last = tag
        out += (uvarint(tag), uvarint(len(value)), value)
    return b"".join(out)


def refuse(part: Any, *names: str) -> EncodeError:
    """Creates the error for values that a version has no place for."""
    values = ", ".join(f"{name}={getattr(part, name)!r}" for name in names)
    return EncodeError(f"{type(part).__qualname__}: this version can only carry the defaults instead of {values:.300}")
