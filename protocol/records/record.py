"""Records: what a consumer gets, and how they stand inside a batch v2.

Only the records; the batch's head is `header.py`, message sets v0 and v1 are `message_set.py`. Each record::

    | length | attributes | timestamp delta | offset delta | key len | key | value len | value | count | headers … |
    | varint |    i8      |    varlong      |   varint     | varint  |     |  varint   |       | varint|           |

    header: | key len varint | key, UTF-8 | value len varint | value |

Varints are zigzag, so that −1 (null) is one byte. The reader is one long function on purpose: a call per field would
cost more than the field.
"""

from __future__ import annotations

from typing import NoReturn

from protocol.records.errors import CorruptRecords

CREATE_TIME = 0
LOG_APPEND_TIME = 1
NO_TIMESTAMP_TYPE = -1
"""Magic 0 has no timestamps."""
NO_TIMESTAMP = -1

_VARINT_BITS = 32
_VARLONG_BITS = 64


class Record:
    """One record as a consumer sees it. Not changed after construction."""

    __slots__ = ("headers", "key", "offset", "timestamp", "timestamp_type", "value")

    def __init__(
        self,
        offset: int,
        timestamp: int,
        timestamp_type: int,
        key: bytes | None,
        value: bytes | None,
        headers: list[tuple[str, bytes | None]],
    ) -> None:
        self.offset = offset
        self.timestamp = timestamp
        self.timestamp_type = timestamp_type
        self.key = key
        self.value = value
        self.headers = headers

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return (
            f"Record(offset={self.offset}, timestamp={self.timestamp}, timestamp_type={self.timestamp_type}, "
            f"key={self.key!r}, value={self.value!r}, headers={self.headers!r})"
        )


def decode_records(  # noqa: C901, PLR0915 (one straight line: a call per field would triple its time)
    payload: bytes, count: int, *, base_offset: int, base_timestamp: int, append_timestamp: int | None = None
) -> list[Record]:
    """Decode all records of one batch.

    Varints of one and two bytes, nearly all there are, are read in place. The values stay zigzag: an odd one is
    negative, 1 is −1. Slices may run past the end of a record; that shows at its end, where the position must be
    exactly what the length promised.

    Args:
        payload: everything behind the header, inflated.
        count: records that the header promises.
        base_offset: the header's, what offset deltas count from.
        base_timestamp: the header's, what timestamp deltas count from.
        append_timestamp: the header's maximum timestamp if the batch has log append time, else `None`.

    Raises:
        CorruptRecords: whatever is wrong.
    """
    records: list[Record] = []
    pos = 0
    timestamp_type = CREATE_TIME if append_timestamp is None else LOG_APPEND_TIME
    try:
        for _ in range(count):
            raw = payload[pos]
            pos += 1
            if raw > 127:
                raw, pos = _uvarint(payload, pos, raw, _VARINT_BITS)
            end = pos + (raw >> 1)
            if raw & 1:
                raise CorruptRecords("negative record length")
            raw = payload[pos + 1]
            pos += 2
            if raw > 127:
                if (high := payload[pos]) < 128:
                    raw = raw & 127 | high << 7
                    pos += 1
                else:
                    raw, pos = _uvarint(payload, pos, raw, _VARLONG_BITS)
            timestamp = base_timestamp + ((raw >> 1) ^ -(raw & 1)) if append_timestamp is None else append_timestamp
            raw = payload[pos]
            pos += 1
            if raw > 127:
                if (high := payload[pos]) < 128:
                    raw = raw & 127 | high << 7
                    pos += 1
                else:
                    raw, pos = _uvarint(payload, pos, raw, _VARINT_BITS)
            if raw & 1:
                raise CorruptRecords("negative offset delta")
            offset = base_offset + (raw >> 1)
            raw = payload[pos]
            pos += 1
            if raw > 127:
                raw, pos = _uvarint(payload, pos, raw, _VARINT_BITS)
            if raw & 1:
                key = None if raw == 1 else _negative_length()
            else:
                raw >>= 1
                key = payload[pos : pos + raw]
                pos += raw
            raw = payload[pos]
            pos += 1
            if raw > 127:
                if (high := payload[pos]) < 128:
                    raw = raw & 127 | high << 7
                    pos += 1
                else:
                    raw, pos = _uvarint(payload, pos, raw, _VARINT_BITS)
            if raw & 1:
                value = None if raw == 1 else _negative_length()
            else:
                raw >>= 1
                value = payload[pos : pos + raw]
                pos += raw
            headers, pos = _decode_headers(payload, pos) if payload[pos] else ([], pos + 1)
            if pos != end:
                raise CorruptRecords(f"record ends at byte {pos}, its length says {end}")
            records.append(Record(offset, timestamp, timestamp_type, key, value, headers))
    except IndexError:
        raise CorruptRecords(f"records end after {len(records)} of {count}") from None
    if pos != len(payload):
        raise CorruptRecords(f"{len(payload) - pos} bytes behind the last record")
    return records


def _negative_length() -> NoReturn:
    raise CorruptRecords("negative length")


def _uvarint(payload: bytes, pos: int, first: int, bits: int) -> tuple[int, int]:
    """Finish a varint whose first byte, already read, says that more follow; still zigzag."""
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


def _varint(payload: bytes, pos: int) -> tuple[int, int]:
    """A signed varint of at most 32 bits."""
    raw = payload[pos]
    pos += 1
    if raw > 127:
        raw, pos = _uvarint(payload, pos, raw, _VARINT_BITS)
    return (raw >> 1) ^ -(raw & 1), pos


def _decode_headers(payload: bytes, pos: int) -> tuple[list[tuple[str, bytes | None]], int]:
    count, pos = _varint(payload, pos)
    if count < 0:
        raise CorruptRecords("negative number of headers")
    headers: list[tuple[str, bytes | None]] = []
    for _ in range(count):
        size, pos = _varint(payload, pos)
        if size < 0:
            raise CorruptRecords("a header without a key")
        try:
            key = payload[pos : pos + size].decode()
        except UnicodeDecodeError:
            raise CorruptRecords("a header's key is not UTF-8") from None
        pos += size
        size, pos = _varint(payload, pos)
        if size < -1:
            raise CorruptRecords("negative length")
        value = None
        if size >= 0:
            value = payload[pos : pos + size]
            pos += size
        headers.append((key, value))
    return headers, pos
