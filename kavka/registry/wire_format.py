"""What stands before a value that was written by a registry's schema. No I/O.

    ┌───────┬────────────────────┬───────────────────────────┬─────────┐
    │ 0x00  │ schema id, 4 bytes │ Protobuf: message indexes │ content │
    └───────┴────────────────────┴───────────────────────────┴─────────┘

The indexes lead to a message in the schema's file: the second of its messages, in that the first, is [1, 0]. They are
zigzag varints, their count first; [0], the commonest, is a single 0. Confluent's clients write this form, and so does
everybody else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kavka.registry.errors import NotFramed, UndecodableValue

MAGIC: Final = 0
HEADER_BYTES: Final = 5
_VARINT_BYTES_MAX: Final = 5
_INDEXES_MAX: Final = 100
"""How deep messages may be nested; Protobuf's own parsers stop there, too."""


def schema_id_of(content: bytes) -> int:
    """Returns the id of the schema that content was written by.

    Raises:
        NotFramed: it was not written by one.
    """
    if len(content) < HEADER_BYTES or content[0] != MAGIC:
        raise NotFramed("it does not begin with a schema's id")
    return int.from_bytes(content[1:HEADER_BYTES], "big")


def framed(schema_id: int, content: bytes) -> bytes:
    """Returns content behind its schema's id."""
    return b"\0" + schema_id.to_bytes(4, "big") + content


def read_indexes(content: bytes, position: int = HEADER_BYTES) -> tuple[list[int], int]:
    """Returns the message indexes of a Protobuf value, and where its content begins.

    Raises:
        UndecodableValue: they are none.
    """
    count, position = _read_varint(content, position)
    if count == 0:
        return [0], position
    if not 0 < count <= _INDEXES_MAX:
        raise UndecodableValue(f"it has {count} message indexes")
    indexes = []
    for _ in range(count):
        index, position = _read_varint(content, position)
        indexes.append(index)
    return indexes, position


def write_indexes(indexes: Sequence[int]) -> bytes:
    """Returns message indexes as they stand before a value."""
    if list(indexes) == [0]:
        return b"\0"
    return b"".join(map(_varint, [len(indexes), *indexes]))


def _read_varint(content: bytes, position: int) -> tuple[int, int]:
    value = 0
    for place, byte in enumerate(content[position : position + _VARINT_BYTES_MAX]):
        value |= (byte & 0x7F) << (7 * place)
        if byte < 0x80:
            return (value >> 1) ^ -(value & 1), position + place + 1
    raise UndecodableValue("its message indexes do not end")


def _varint(number: int) -> bytes:
    value = number << 1
    written = bytearray()
    while value >= 0x80:
        written.append(value & 0x7F | 0x80)
        value >>= 7
    written.append(value)
    return bytes(written)
