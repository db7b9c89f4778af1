"""Walks over the fields of protobuf messages: numbers, and where their bytes lie. Without I/O, and with a budget.

    tag: number << 3 | wire type     0 varint │ 1 eight bytes │ 2 a length, and as many bytes │ 5 four bytes

What lies in a message is walked over by whoever knows its schema (`otlp`), so nothing recurses here. All walks over one
text share one budget: messages of no bytes at all would cost many times the text's own size.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kavka.protocol.errors import DecodeError

NO_SPAN: Final = -1
"""In place of an end: the field is a varint, and what stands in place of its beginning is its value."""

FIELDS_PER_TURN: Final = 256
"""Fields between two moments at which others may have their turn: a quarter of a millisecond."""

_VARINT_BITS_MAX: Final = 70
_UINT64: Final = (1 << 64) - 1


class FieldWalk:
    """Walks over the messages of one text.

    Attributes:
        data: the text.
        fields_left: how many more fields are read; at 0 every message ends where it is.
    """

    __slots__ = ("_turn_ends_at", "data", "fields_left")

    def __init__(self, data: bytes, fields_max: int) -> None:
        self.data = data
        self.fields_left = fields_max
        self._turn_ends_at = fields_max - FIELDS_PER_TURN

    def is_due(self) -> bool:
        """Tells whether others may have their turn, once every `FIELDS_PER_TURN`."""
        if self.fields_left > self._turn_ends_at:
            return False
        self._turn_ends_at = self.fields_left - FIELDS_PER_TURN
        return True

    def fields(self, position: int, end: int) -> Iterator[tuple[int, int, int]]:
        """Yields a message's fields: number, and where its bytes begin and end; or a varint and `NO_SPAN`.

        Raises:
            DecodeError: the message ends early, or has what protobuf has not.
        """
        data = self.data
        while position < end and self.fields_left:
            self.fields_left -= 1
            tag = data[position]
            position += 1
            if tag >= 0x80:
                tag, position = self._varint(position - 1, end)
            wire_type = tag & 7
            if tag < 8:
                raise DecodeError("a protobuf field has the number 0")
            if wire_type == 2 and position < end and data[position] < 0x80:
                size = data[position]
                position += 1
            elif wire_type in (0, 2):
                size, position = self._varint(position, end)
                if wire_type == 0:
                    yield tag >> 3, size, NO_SPAN
                    continue
            elif wire_type == 1:
                size = 8
            elif wire_type == 5:
                size = 4
            else:
                raise DecodeError(f"a protobuf field has wire type {wire_type}")
            if size > end - position:
                raise DecodeError(f"a protobuf field of {size} bytes where {end - position} are left")
            start, position = position, position + size
            yield tag >> 3, start, position

    def _varint(self, position: int, end: int) -> tuple[int, int]:
        value = shift = 0
        while position < end:
            byte = self.data[position]
            position += 1
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value & _UINT64, position
            shift += 7
            if shift >= _VARINT_BITS_MAX:
                raise DecodeError("a protobuf varint has more than ten bytes")
        raise DecodeError("a protobuf varint ends early")
