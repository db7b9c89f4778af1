"""Records: what a consumer gets, and how they stand inside a batch v2.

Only the records; the batch's head is `header.py`, message sets v0 and v1 are `message_set.py`. Each record::

    | length | attributes | timestamp delta | offset delta | key len | key | value len | value | count | headers … |
    | varint |    i8      |    varlong      |   varint     | varint  |     |  varint   |       | varint|           |

    header: | key len varint | key, UTF-8 | value len varint | value |

Only `Record` and its decoding are here; writing is `builder.py`. There are two ways through the records of a batch, of
which the reader changes between as it pays:

- By shape. Neighbours in a batch nearly always have their varints in the same numbers of bytes and a key of the same
  length, and differ in the value. So everything up to the value is taken apart by one `struct` call, and its varints
  are looked up (`varint.py`). The first record that deviates in anything ends the run.
- One by one, field by field, whatever the record is. This way alone knows what is wrong with a record.

Both are long functions on purpose: a call per field would cost more than the field.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from struct import Struct, error
from typing import NoReturn

from kavka.protocol.records.errors import CorruptRecords
from kavka.protocol.records.varint import VARINT_BITS, VARLONG_BITS, decoding_tables, finish_uvarint, read_varint

CREATE_TIME = 0
LOG_APPEND_TIME = 1
NO_TIMESTAMP_TYPE = -1
"""Magic 0 has no timestamps."""
NO_TIMESTAMP = -1

RUN_MIN = 8
"""Records that one shape must have fitted to be worth its making."""
ONE_BY_ONE_MIN = 16
"""Records that are read one by one after a shape did not fit; four times as many after each further failure."""
RECORDS_AT_ONCE_MAX = 4096
"""Records made ahead of whoever iterates: a batch of 100 MiB may claim 15 million, of 200 bytes each in memory."""
LAYOUTS_MAX = 1024  # 16 combinations of widths, and keys of up to 63 bytes
_WIDTHS = " BH"  # struct's letters for unsigned integers of one and two bytes


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


class Decoder:
    """Reads the records of one batch, some at a time.

    Args:
        payload: everything behind the header, inflated.
        count: records that the header promises.
        base_offset: the header's, what offset deltas count from.
        base_timestamp: the header's, what timestamp deltas count from.
        append_timestamp: the header's maximum timestamp if the batch has log append time, else `None`.
    """

    __slots__ = (
        "_append_timestamp",
        "_base_offset",
        "_base_timestamp",
        "_count",
        "_left",
        "_one_by_one",
        "_payload",
        "_pos",
    )

    def __init__(
        self, payload: bytes, count: int, *, base_offset: int, base_timestamp: int, append_timestamp: int | None = None
    ) -> None:
        self._payload = payload
        self._count = self._left = count
        self._base_offset = base_offset
        self._base_timestamp = base_timestamp
        self._append_timestamp = append_timestamp
        self._pos = 0
        self._one_by_one = ONE_BY_ONE_MIN

    @property
    def is_done(self) -> bool:
        """Tells whether all records have been read."""
        return not self._left

    def read(self, at_most: int) -> list[Record]:
        """Reads the next records; none when all have been read.

        Raises:
            CorruptRecords: whatever is wrong with them, or with what follows the last one.
        """
        records: list[Record] = []
        wanted = min(at_most, self._left)
        try:
            while len(records) < wanted:
                before = len(records)
                self._read_run(records, wanted)
                if len(records) - before >= RUN_MIN:
                    self._one_by_one = ONE_BY_ONE_MIN
                elif len(records) < wanted:
                    self._read_one_by_one(records, min(wanted, len(records) + self._one_by_one))
                    self._one_by_one *= 4
        except IndexError:
            done = self._count - self._left + len(records)
            raise CorruptRecords(f"records end after {done} of {self._count}") from None
        self._left -= wanted
        if not self._left and self._pos != len(self._payload):
            raise CorruptRecords(f"{len(self._payload) - self._pos} bytes behind the last record")
        return records

    def _read_run(self, records: list[Record], until: int) -> None:
        """Appends records as long as they have the shape of the next one; stops in front of the first that has not."""
        payload, pos = self._payload, self._pos
        shape = _shape(payload, pos)
        if shape is None:
            return
        length_width, delta_width, offset_width, key_raw, value_width = shape
        key_bytes = key_raw >> 1 if key_raw != 1 else 0
        layout = _layout(length_width, delta_width, offset_width, key_bytes, value_width)
        lengths, deltas = decoding_tables()
        length_of, delta_of = lengths[length_width - 1], deltas[delta_width - 1]
        offset_of, value_size_of = lengths[offset_width - 1], lengths[value_width - 1]
        unpack_from, value_from, no_key = layout.unpack_from, layout.size, key_raw == 1
        base_offset, base_timestamp, stamped = self._base_offset, self._base_timestamp, self._append_timestamp
        timestamp_type = CREATE_TIME if stamped is None else LOG_APPEND_TIME
        new, append = Record.__new__, records.append
        try:
            for _ in range(until - len(records)):
                length, delta, offset, key_found, key, value_size = unpack_from(payload, pos)
                if key_found != key_raw:
                    break
                # All varints are looked up before anything is believed: what is of another width is misread until here.
                end = pos + length_width + length_of[length]
                timestamp = base_timestamp + delta_of[delta]
                offset = base_offset + offset_of[offset]
                at = pos + value_from
                stop = at + value_size_of[value_size]
                if payload[stop]:
                    headers, after = decode_headers(payload, stop)
                else:
                    headers, after = [], stop + 1
                if after != end:
                    break
                record = new(Record)
                record.timestamp = timestamp if stamped is None else stamped
                record.offset = offset
                record.timestamp_type = timestamp_type
                record.key = None if no_key else key
                record.value = payload[at:stop]
                record.headers = headers
                append(record)
                pos = after
        except (KeyError, IndexError, error):
            pass  # a varint of another size, or the end: for the other way to judge
        self._pos = pos

    def _read_one_by_one(self, records: list[Record], until: int) -> None:  # noqa: C901, PLR0915 (see above)
        """Appends records of any shape.

        Varints of one and two bytes are read in place. The values stay zigzag: an odd one is negative, 1 is −1. Slices
        may run past the end of a record; that shows at its end, where the position must be exactly what the length
        promised.
        """
        payload, pos, new = self._payload, self._pos, Record.__new__
        base_offset, base_timestamp, stamped = self._base_offset, self._base_timestamp, self._append_timestamp
        timestamp_type = CREATE_TIME if stamped is None else LOG_APPEND_TIME
        for _ in range(until - len(records)):
            raw = payload[pos]
            if raw < 128:
                pos += 1
            elif (high := payload[pos + 1]) < 128:
                raw = raw & 127 | high << 7
                pos += 2
            else:
                raw, pos = finish_uvarint(payload, pos + 1, raw, VARINT_BITS)
            if raw & 1:
                raise CorruptRecords("negative record length")
            end = pos + (raw >> 1)
            record = new(Record)
            raw = payload[pos + 1]  # behind the attributes, which mean nothing yet
            if raw < 128:
                pos += 2
            elif (high := payload[pos + 2]) < 128:
                raw = raw & 127 | high << 7
                pos += 3
            else:
                raw, pos = finish_uvarint(payload, pos + 2, raw, VARLONG_BITS)
            record.timestamp = base_timestamp + ((raw >> 1) ^ -(raw & 1)) if stamped is None else stamped
            record.timestamp_type = timestamp_type
            raw = payload[pos]
            if raw < 128:
                pos += 1
            elif (high := payload[pos + 1]) < 128:
                raw = raw & 127 | high << 7
                pos += 2
            else:
                raw, pos = finish_uvarint(payload, pos + 1, raw, VARINT_BITS)
            if raw & 1:
                raise CorruptRecords("negative offset delta")
            record.offset = base_offset + (raw >> 1)
            raw = payload[pos]
            if raw < 128:
                pos += 1
            else:
                raw, pos = finish_uvarint(payload, pos + 1, raw, VARINT_BITS)
            if raw & 1:
                record.key = None if raw == 1 else _negative_length()
            else:
                at, pos = pos, pos + (raw >> 1)
                record.key = payload[at:pos]
            raw = payload[pos]
            if raw < 128:
                pos += 1
            elif (high := payload[pos + 1]) < 128:
                raw = raw & 127 | high << 7
                pos += 2
            else:
                raw, pos = finish_uvarint(payload, pos + 1, raw, VARINT_BITS)
            if raw & 1:
                record.value = None if raw == 1 else _negative_length()
            else:
                at, pos = pos, pos + (raw >> 1)
                record.value = payload[at:pos]
            if payload[pos]:
                record.headers, pos = decode_headers(payload, pos)
            else:
                record.headers = []
                pos += 1
            if pos != end:
                raise CorruptRecords(f"record ends at byte {pos}, its length says {end}")
            records.append(record)
        self._pos = pos


@lru_cache(maxsize=LAYOUTS_MAX)
def _layout(length_width: int, delta_width: int, offset_width: int, key_bytes: int, value_width: int) -> Struct:
    """Returns the layout from a record's length up to its value's.

    The attributes, which mean nothing yet, are left out.
    """
    return Struct(
        f"<{_WIDTHS[length_width]}x{_WIDTHS[delta_width]}{_WIDTHS[offset_width]}B{key_bytes}s{_WIDTHS[value_width]}"
    )


def _shape(payload: bytes, pos: int) -> tuple[int, int, int, int, int] | None:
    """Bytes of the varints of the record at `pos`: of length, timestamp delta, offset delta; the key's length, zigzag;
    bytes of the value's length. `None` if one of them has more than two, or a key of more than 63."""
    try:
        at = pos
        widths = []
        for skip in (1, 0, 0):  # the attributes stand behind the length
            width = 1 if payload[at] < 128 else 2
            if width == 2 and payload[at + 1] > 127:
                return None
            widths.append(width)
            at += width + skip
        key_raw = payload[at]
        if key_raw > 127 or (key_raw & 1 and key_raw != 1):
            return None
        at += 1 + (key_raw >> 1 if key_raw != 1 else 0)
        if payload[at] > 127 and payload[at + 1] > 127:
            return None
        return widths[0], widths[1], widths[2], key_raw, 1 if payload[at] < 128 else 2
    except IndexError:
        return None


def _negative_length() -> NoReturn:
    raise CorruptRecords("negative length")


def scan_records(  # noqa: C901 (a line, too)
    payload: bytes, count: int, *, base_offset: int, base_timestamp: int, append_timestamp: int | None = None
) -> Iterator[tuple[int, int, bool]]:
    """Yields each record's offset, timestamp and whether it has a key.

    Nothing is made of the rest.

    Arguments and errors are those of `Decoder`; but what stands behind the key's length is jumped over, not looked at.
    """
    pos = done = 0
    try:
        for done in range(count):  # noqa: B007 (the number is for the error)
            raw = payload[pos]
            if raw < 128:
                pos += 1
            elif (high := payload[pos + 1]) < 128:
                raw = raw & 127 | high << 7
                pos += 2
            else:
                raw, pos = finish_uvarint(payload, pos + 1, raw, VARINT_BITS)
            if raw & 1:
                raise CorruptRecords("negative record length")
            end = pos + (raw >> 1)
            delta = payload[pos + 1]
            if delta < 128:
                pos += 2
            else:
                delta, pos = finish_uvarint(payload, pos + 2, delta, VARLONG_BITS)
            raw = payload[pos]
            if raw < 128:
                pos += 1
            else:
                raw, pos = finish_uvarint(payload, pos + 1, raw, VARINT_BITS)
            if raw & 1:
                raise CorruptRecords("negative offset delta")
            if pos >= end:
                raise CorruptRecords("record is shorter than its fields")
            timestamp = base_timestamp + ((delta >> 1) ^ -(delta & 1)) if append_timestamp is None else append_timestamp
            yield base_offset + (raw >> 1), timestamp, payload[pos] != 1
            pos = end
    except IndexError:
        raise CorruptRecords(f"records end after {done} of {count}") from None
    if pos != len(payload):
        raise CorruptRecords(f"records end at byte {pos} of {len(payload)}")


def decode_headers(payload: bytes, pos: int) -> tuple[list[tuple[str, bytes | None]], int]:
    """Reads the headers whose count is at `pos`, and returns the position behind them too.

    Raises:
        CorruptRecords: a count, length or key that cannot be. IndexError when `payload` ends first.
    """
    count, pos = read_varint(payload, pos)
    if count < 0:
        raise CorruptRecords("negative number of headers")
    headers: list[tuple[str, bytes | None]] = []
    for _ in range(count):
        raw = payload[pos]
        pos += 1
        if raw > 127:
            raw, pos = finish_uvarint(payload, pos, raw, VARINT_BITS)
        if raw & 1:
            raise CorruptRecords("a header without a key")
        at, pos = pos, pos + (raw >> 1)
        # Bytes that are not UTF-8 become U+FFFD, as in Kafka's clients: brokers take them (`walk`), so a consumer must.
        key = payload[at:pos].decode(errors="replace")
        raw = payload[pos]
        pos += 1
        if raw > 127:
            raw, pos = finish_uvarint(payload, pos, raw, VARINT_BITS)
        if raw & 1:
            headers.append((key, None if raw == 1 else _negative_length()))
        else:
            at, pos = pos, pos + (raw >> 1)
            headers.append((key, payload[at:pos]))
    return headers, pos
