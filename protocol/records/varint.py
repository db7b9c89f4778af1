"""Varints of records: zigzag, seven bits a byte, the lowest first; so −1, the length of null, is one byte.

Not those of messages (`generator.primitives`), which are not zigzag. Nearly every varint of a record has one or two
bytes, so these are looked up rather than computed: writing finds a length's bytes in a table; reading takes one or two
bytes as one little-endian integer, whose meaning a table has::

    one byte     0vvvvvvv             index 0…127
    two bytes    1vvvvvvv 0vvvvvvv    index low | high << 8: in the table if the bits at the top are 1 and 0

An index that is not in its table is a varint of another size: the reader learns this from the KeyError, and pays
nothing to ask before it.
"""

from __future__ import annotations

from functools import cache
from itertools import chain

from kavka.protocol.records.crc32c import Buffer
from kavka.protocol.records.errors import CorruptRecords

ENCODED_MAX = 8192
"""Values below it have at most two bytes."""
VARINT_BITS = 32
VARLONG_BITS = 64


@cache
def encoding_table() -> tuple[bytes, ...]:
    """Builds the zigzag varint of each value from 0 to `ENCODED_MAX` − 1.

    Made when the first record is written, in 1 ms and 350 kB that who writes none never spends.
    """
    two_bytes = bytearray(2 * ENCODED_MAX)
    two_bytes[0::2] = bytes(range(128, 256, 2)) * 128
    two_bytes[1::2] = b"".join(bytes((high,)) * 64 for high in range(128))
    pairs = bytes(two_bytes)  # slices of it are made five times as fast as bytes of two numbers
    return (
        *(bytes((raw,)) for raw in range(0, 128, 2)),
        *(pairs[at : at + 2] for at in range(2 * 64, 2 * ENCODED_MAX, 2)),
    )


Table = dict[int, int]
"""What a varint's bytes, read as one integer, mean."""


@cache
def decoding_tables() -> tuple[tuple[Table, Table], tuple[Table, Table]]:
    """Builds tables for lengths of one and two bytes, and for (signed) deltas.

    Made when the first records are read, in 2 ms and 2 MB that a broker which only passes batches on never spends.
    Plain dictionaries, because those are what the interpreter looks up fastest; nobody writes to them. Negative lengths
    are not in the tables: they mean something else (null) or nothing.
    """
    # High byte 0 is left out: such a varint is longer than it need be, which only the slow way accepts.
    indexes = list(chain.from_iterable(range(high << 8 | 0x80, (high + 1) << 8) for high in range(1, 128)))
    signed = [value for magnitude in range(64, ENCODED_MAX) for value in (magnitude, ~magnitude)]
    lengths = ({raw: raw >> 1 for raw in range(0, 128, 2)}, dict(zip(indexes[::2], signed[::2], strict=True)))
    deltas = ({raw: (raw >> 1) ^ -(raw & 1) for raw in range(128)}, dict(zip(indexes, signed, strict=True)))
    return lengths, deltas


def encode_varint(value: int) -> bytes:
    """Encodes a zigzag varint of up to 64 bits."""
    if 0 <= value < ENCODED_MAX:
        return encoding_table()[value]
    raw = value << 1 if value >= 0 else ~(value << 1)
    encoded = bytearray()
    while raw > 127:
        encoded.append(raw & 127 | 128)
        raw >>= 7
    encoded.append(raw)
    return bytes(encoded)


def finish_uvarint(payload: Buffer, pos: int, first: int, bits: int) -> tuple[int, int]:
    """Finishes a varint whose first byte, already read, says that more follow.

    Returns:
        The value, still zigzag, and the position behind it.

    Raises:
        CorruptRecords: more bits than `bits`. IndexError when `payload` ends first.
    """
    value = first & 127
    shift = 7
    while True:
        byte = payload[pos]
        pos += 1
        value |= (byte & 127) << shift
        if byte < 128:
            break
        shift += 7
        if shift >= bits:
            raise CorruptRecords("varint is too long")
    if value >> bits:
        raise CorruptRecords("varint is too large")
    return value, pos


def read_varint(payload: bytes, pos: int) -> tuple[int, int]:
    """Reads a signed varint of at most 32 bits.

    Returns the position behind it, too; errors as in `finish_uvarint`.
    """
    raw = payload[pos]
    pos += 1
    if raw > 127:
        raw, pos = finish_uvarint(payload, pos, raw, VARINT_BITS)
    return (raw >> 1) ^ -(raw & 1), pos
