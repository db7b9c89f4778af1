"""Walks over the records of a batch v2 field by field, whatever each is, and makes nothing of them.

The one of `walk.py`'s three ways that fits all records, and the only one where this module is built by mypyc (`make
compiled`): then the loop over fields costs less than any way around it. Typed for that: payloads are bytes, and numbers
that fit 64 bits are `i64`, which is plain `int` to Python. A long function on purpose: a call per field would cost more
than the field.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kavka.protocol.records.errors import CorruptRecords
from kavka.protocol.records.varint import VARINT_BITS, VARLONG_BITS, finish_uvarint

if TYPE_CHECKING:
    from mypy_extensions import i64

IS_COMPILED: Final = not __file__.endswith(".py")
LENGTH_BYTES_MAX: Final = 5
"""Of a record's length, a varint."""


class TooManyHeaders(Exception):
    """The records have more headers than the walk was to look at; nothing is said about them."""


class Walk:
    """What one walk goes over, and how many headers it may still look at.

    Attributes:
        payload: the records, or a window on them.
        is_cut: whether more follows behind `payload`, so that a record that is not whole there is left to the next.
        headers_left: see above; −1: any number.
    """

    __slots__ = ("headers_left", "is_cut", "payload")

    def __init__(self, payload: bytes, headers_max: int | None) -> None:
        self.payload = payload
        self.is_cut = False
        self.headers_left = -1 if headers_max is None else headers_max

    def take_headers(self, count: int, pos: int) -> None:
        """Counts headers that are about to be walked, from `pos` on; each has two bytes at least."""
        if 2 * count > len(self.payload) - pos:
            raise CorruptRecords("more headers than bytes")
        if self.headers_left >= 0:
            if count > self.headers_left:
                raise TooManyHeaders
            self.headers_left -= count


def finish_length(payload: bytes, pos: i64, first: i64) -> tuple[i64, i64]:
    """Finishes a varint as `finish_uvarint` does; nearly all have two bytes, which are read here."""
    second: i64 = payload[pos]
    if second < 128:
        return first & 127 | second << 7, pos + 1
    return finish_uvarint(payload, pos, first, VARINT_BITS)


def walk_fields(walk: Walk, pos: i64, number: i64, until: i64) -> tuple[int, int]:  # noqa: C901, PLR0915 (see the module)
    """Walks records of any shape up to the one with the number `until`.

    Or up to the first that is not whole, where the payload is cut.

    Raises:
        CorruptRecords: one is not sound. IndexError: they end early.
    """
    payload, is_cut = walk.payload, walk.is_cut
    size: i64 = len(payload)
    raw: i64
    end: i64
    while number < until and not (is_cut and size - pos < LENGTH_BYTES_MAX):
        begin = pos
        raw = payload[pos]
        pos += 1
        if raw > 127:
            raw, pos = finish_length(payload, pos, raw)
        if raw & 1:
            raise CorruptRecords("negative record length")
        end = pos + (raw >> 1)
        if is_cut and end > size:
            return number, begin
        raw = payload[pos + 1]  # behind the attributes, which mean nothing yet
        pos += 2
        if raw > 127:
            pos = pos + 1 if payload[pos] < 128 else finish_uvarint(payload, pos, raw, VARLONG_BITS)[1]
        raw = payload[pos]
        pos += 1
        if raw > 127:
            raw, pos = finish_length(payload, pos, raw)
        if raw != number << 1:
            raise CorruptRecords("offsets do not count from 0")
        raw = payload[pos]
        pos += 1
        if raw > 127:
            raw, pos = finish_length(payload, pos, raw)
        if not raw & 1:
            pos += raw >> 1
        elif raw != 1:
            raise CorruptRecords("negative length")
        raw = payload[pos]
        pos += 1
        if raw > 127:
            raw, pos = finish_length(payload, pos, raw)
        if not raw & 1:
            pos += raw >> 1
        elif raw != 1:
            raise CorruptRecords("negative length")
        raw = payload[pos]
        pos += 1
        if raw:
            if raw > 127:
                raw, pos = finish_length(payload, pos, raw)
            if raw & 1:
                raise CorruptRecords("negative number of headers")
            walk.take_headers(raw >> 1, pos)
            for _ in range(raw >> 1):
                raw = payload[pos]
                pos += 1
                if raw > 127:
                    raw, pos = finish_length(payload, pos, raw)
                if raw & 1:
                    raise CorruptRecords("a header without a key")
                pos += raw >> 1
                raw = payload[pos]
                pos += 1
                if raw > 127:
                    raw, pos = finish_length(payload, pos, raw)
                if not raw & 1:
                    pos += raw >> 1
                elif raw != 1:
                    raise CorruptRecords("negative length")
        if pos != end:
            raise CorruptRecords("a record's length is not that of its fields")
        number += 1
    return number, pos
