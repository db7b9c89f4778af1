"""Whether the records of a batch v2 are what its header promises: a walk over their lengths that makes nothing of them.

For a broker that takes a batch in: what is wrong with records that are not sound is `refusal.py`'s to say, reading them
is `record.py`'s. Sound means: as many records as the header says and nothing behind them; each exactly as long as it
claims, its key, value and headers within it; offsets that count from 0. What a key, value or header says is not looked
at. There are three ways through the records, of which the walk changes between as it pays:

- By columns. Neighbours of the same length mostly have all their lengths in the same places. So the bytes at one such
  place of many records, a slice with a step, are compared at once: a few operations in all, however many records.
- By shape, where only the values' lengths differ: one `struct` call and two look-ups for each record.
- One by one, field by field, whatever the record is: `field_walk.py`. Compiled, that is the fastest, and the only one.

All are long functions on purpose: a call per field would cost more than the field.
"""

from __future__ import annotations

from functools import cache, lru_cache
from struct import Struct, error
from typing import Final

from kavka.protocol.records.crc32c import Buffer
from kavka.protocol.records.errors import CorruptRecords
from kavka.protocol.records.field_walk import IS_COMPILED, Walk, finish_length, walk_fields
from kavka.protocol.records.varint import decoding_tables

RUN_MIN: Final = 8
"""Records that columns or a shape must have fitted to be tried again at once."""
ONE_BY_ONE_MIN: Final = 16
"""Records that are walked one by one after nothing else fitted; four times as many after each further failure."""
COLUMN_RECORDS_MAX: Final = 1024
"""Records whose columns are compared at once: what is sliced in vain, when they turn out to differ, stays cheap."""
COLUMNS_MAX: Final = 64
"""Bytes of a record's structure; one with more has more headers than columns pay for."""
HEADERS_MAX: Final = 16
"""Headers of a record whose shape is remembered."""
TIME_BYTES_MAX: Final = 9
"""Bytes of a time delta; one of ten may hold more than 64 bits, which columns do not see."""
LAYOUTS_MAX: Final = 1024
WINDOW_BYTES: Final = 64 * 1024
"""Of large batches so much is copied at once to be walked, where that is compiled: it stays in the caches."""
_WIDTHS: Final = " BH"  # struct's letters for unsigned integers of one and two bytes
_PERIOD: Final = 8192
"""Offsets whose varints have at most two bytes; beyond it the first two repeat."""
_LOW: Final = bytes(range(128))
_HIGH: Final = bytes(range(128, 256))
_FIRST: Final = bytes(value * 2 & 127 | 128 for value in range(_PERIOD))
"""The first byte of an offset's varint of two or more bytes, by offset."""
_SECOND: Final = bytes(value >> 6 for value in range(_PERIOD))
"""The second byte of two; with its highest bit set, of more."""
_SECOND_OF_MORE: Final = bytes(byte | 128 for byte in _SECOND)
_TOP_BITS: Final = (0, 0x80, 0x8080)
_TOP_BITS_SET: Final = (0, 0, 0x80)
"""By width, which of a varint's highest bits are set, read as a little-endian integer: all but its last byte's."""


def are_sound(payload: Buffer, count: int, headers_max: int | None = None) -> bool:
    """Walks the records of a batch; False where a record, their number or an offset is not what it should be.

    Args:
        payload: everything behind the header, inflated.
        count: records that the header promises.
        headers_max: headers that are looked at; None for any number.

    Raises:
        TooManyHeaders: there are more.
    """
    if IS_COMPILED and len(payload) > 2 * WINDOW_BYTES:
        return are_sound_in_windows(payload, count, headers_max, WINDOW_BYTES)
    walk = Walk(bytes(payload), headers_max)
    pos = number = 0
    one_by_one = ONE_BY_ONE_MIN
    try:
        if IS_COMPILED or count < RUN_MIN:
            number, pos = walk_fields(walk, 0, 0, count)
        while number < count:
            before = number
            number, pos = _by_columns(walk, pos, number, count)
            if number - before < RUN_MIN:
                number, pos = _by_shape(walk, pos, number, count)
            if number - before >= RUN_MIN:
                one_by_one = ONE_BY_ONE_MIN
            else:
                number, pos = walk_fields(walk, pos, number, min(count, number + one_by_one))
                one_by_one *= 4
    except (IndexError, CorruptRecords):
        return False
    return pos == len(payload)


def are_sound_in_windows(payload: Buffer, count: int, headers_max: int | None, window_bytes: int) -> bool:
    """Walks the records field by field as `are_sound` does, a piece after the other.

    A walk takes bytes: 1 MB that was received into something else would be copied for it, out of the processor's caches
    and into them again, which takes several times as long as the walk.

    Raises:
        TooManyHeaders: there are more.
    """
    view, size = memoryview(payload), len(payload)
    walk = Walk(b"", headers_max)
    start = number = 0
    room = window_bytes
    try:
        while number < count:
            walk.payload = bytes(view[start : start + room])
            walk.is_cut = start + room < size
            number, walked = walk_fields(walk, 0, number, count)
            start += walked
            room = window_bytes if walked else 2 * room  # one record is larger than the window
    except (IndexError, CorruptRecords):
        return False
    return start == size


def _by_columns(walk: Walk, start: int, number: int, count: int) -> tuple[int, int]:
    """Walks the records that are built exactly as the one at `start`; gives how many are done, and where it stopped.

    Raises:
        CorruptRecords: the record at `start` is not sound. IndexError: it ends early.
    """
    payload = walk.payload
    size = _size_at(payload, start)
    runs = min(count - number, (len(payload) - start) // size, COLUMN_RECORDS_MAX, _PERIOD - number % _PERIOD)
    if number < 64:
        runs = min(runs, 64 - number)
    # Most that will not be a run ends here: two records further on there is another length.
    if runs < RUN_MIN or payload[start] != payload[start + size] or payload[start] != payload[start + 2 * size]:
        return number, start
    places = _structure(walk, start, number, size)
    if places is None:
        return number, start
    time_at, offset_at, fixed = places
    for at in fixed:
        column = payload[at : at + runs * size : size]
        runs -= len(column.lstrip(column[:1]))
    for at in range(time_at, offset_at - 1):
        column = payload[at : at + runs * size : size]
        runs -= len(column.lstrip(_HIGH))
    column = payload[offset_at - 1 : offset_at - 1 + runs * size : size]
    if not column.isascii():
        runs -= len(column.lstrip(_LOW))
    at = offset_at
    for expected in _offset_columns(number, runs):
        if payload[at : at + runs * size : size] != expected:
            return number, start  # the way one by one says whether that is another spelling of the same
        at += 1
    return number + runs, start + runs * size


def _size_at(payload: bytes, pos: int) -> int:
    """Bytes of the record at `pos`, its length's included, as it claims."""
    raw = payload[pos]
    at = pos + 1
    if raw > 127:
        raw, at = finish_length(payload, at, raw)
    if raw & 1:
        raise CorruptRecords("negative record length")
    return at - pos + (raw >> 1)


def _offset_columns(number: int, runs: int) -> list[bytes]:
    """Returns the bytes of the varints of `runs` offsets from `number` on, by place; their widths must be the same."""
    if number < 64:
        return [_LOW[2 * number : 2 * (number + runs) : 2]]
    low = number % _PERIOD
    rest = number // _PERIOD
    columns = [_FIRST[low : low + runs], (_SECOND_OF_MORE if rest else _SECOND)[low : low + runs]]
    while rest:
        columns.append(bytes((rest & 127 | (128 if rest > 127 else 0),)) * runs)
        rest >>= 7
    return columns


def _structure(walk: Walk, start: int, number: int, size: int) -> tuple[int, int, list[int]] | None:
    """Finds where the time and the offset of the record at `start` begin, and all bytes that hold a length.

    Returns:
        None for a record whose columns would not pay.

    Raises:
        CorruptRecords: it is not sound. IndexError: it ends early.
    """
    payload = walk.payload
    shape = _shape(payload, start)
    if shape is None:
        return _any_structure(walk, start, number)
    length_width, time_width, offset_width, key_raw, value_width, headers_at = shape
    if payload[headers_at] or headers_at + 1 != start + size:
        return _any_structure(walk, start, number)
    time_at = start + length_width + 1
    offset_at = time_at + time_width
    key_at = offset_at + offset_width
    value_at = key_at + 1 + (key_raw >> 1 if key_raw != 1 else 0)
    places = [headers_at, key_at, *range(start, time_at - 1), *range(value_at, value_at + value_width)]
    return time_at, offset_at, places


def _any_structure(walk: Walk, start: int, number: int) -> tuple[int, int, list[int]] | None:
    """Walks the record at `start`, whatever it is; gives what `_structure` does.

    Returns:
        None for a record whose columns would not pay.

    Raises:
        CorruptRecords: it is not sound. IndexError: it ends early.
    """
    payload = walk.payload
    walk_fields(walk, start, number, number + 1)
    time_at = _behind(payload, start) + 1
    offset_at = _behind(payload, time_at)
    if offset_at - time_at > TIME_BYTES_MAX:
        return None
    places = list(range(start, time_at - 1))
    at = _behind(payload, offset_at)
    for _ in range(2):  # key and value
        behind = _behind(payload, at)
        places += range(at, behind)
        at = behind + max(0, _value(payload, at, behind))
    behind = _behind(payload, at)
    places += range(at, behind)
    for _ in range(2 * _value(payload, at, behind)):  # keys and values of headers
        at = behind
        behind = _behind(payload, at)
        places += range(at, behind)
        behind += max(0, _value(payload, at, behind))
        if len(places) > COLUMNS_MAX:
            return None
    return time_at, offset_at, places


def _behind(payload: bytes, pos: int) -> int:
    while payload[pos] > 127:
        pos += 1
    return pos + 1


def _value(payload: bytes, at: int, behind: int) -> int:
    raw = 0
    for pos in range(behind - 1, at - 1, -1):
        raw = raw << 7 | payload[pos] & 127
    return (raw >> 1) ^ -(raw & 1)


def _by_shape(walk: Walk, start: int, number: int, count: int) -> tuple[int, int]:
    """Walks records whose varints are as wide as those of the one at `start`, with keys as long and the same headers.

    Headers are the same if their values are as long; what these say may differ.

    Raises:
        CorruptRecords: the record at `start` is not sound. IndexError: it ends early.
    """
    payload = walk.payload
    shape = _shape(payload, start)
    if shape is None or number >= _PERIOD:
        return number, start
    length_width, time_width, offset_width, key_raw, value_width, headers_at = shape
    layout = _layout(length_width, time_width, offset_width, key_raw >> 1 if key_raw != 1 else 0, value_width)
    lengths = decoding_tables()[0]
    length_of, value_size_of = lengths[length_width - 1], lengths[value_width - 1]
    unpack_from, value_from = layout.unpack_from, layout.size
    top_bits, top_bits_set = _TOP_BITS[time_width], _TOP_BITS_SET[time_width]
    headers = payload[headers_at]
    behind_value, pieces = (1, ()) if not headers else _headers(walk, start, number, headers_at)
    is_same = payload.startswith
    pos = start
    try:
        for expected in _offsets()[number : min(count, 64 if offset_width == 1 else _PERIOD)]:
            length, time, offset, key, value_size = unpack_from(payload, pos)
            if offset != expected or key != key_raw or time & top_bits != top_bits_set:
                break
            after = pos + value_from + value_size_of[value_size]
            end = after + behind_value
            if payload[after] != headers or end != pos + length_width + length_of[length]:
                break
            if headers:
                for at, piece in pieces:
                    if not is_same(piece, after + at):
                        return number, pos
            pos = end
            number += 1
    except (KeyError, IndexError, error):
        pass  # a varint of another size, or the end: for the next way to judge
    return number, pos


def _headers(walk: Walk, start: int, number: int, at: int) -> tuple[int, tuple[tuple[int, bytes], ...]]:
    """Returns what stands behind the value of the record at `start`.

    That is its size, and what of it is not a header's value.
    """
    payload = walk.payload
    _, end = walk_fields(walk, start, number, number + 1)
    first, pieces = at, []
    pos = _behind(payload, at)
    for _ in range(min(_value(payload, at, pos), HEADERS_MAX)):
        key_at = _behind(payload, pos)
        value_at = key_at + _value(payload, pos, key_at)
        pos = _behind(payload, value_at)
        pieces.append((first - at, payload[first:pos]))
        pos += max(0, _value(payload, value_at, pos))
        first = pos
    return end - at, tuple(pieces)


def _shape(payload: bytes, pos: int) -> tuple[int, int, int, int, int, int] | None:
    """Bytes of the varints of length, time and offset of the record at `pos`, its key's length, zigzag, bytes of the
    varint of its value's length, where its headers are.

    Returns:
        None if a varint has more than two bytes, the key more than 63, or there are more than `HEADERS_MAX` headers.
    """
    time_at = pos + 2 if payload[pos] < 128 else _behind(payload, pos) + 1  # behind the attributes
    length_width = time_at - pos - 1
    offset_at = time_at + 1 if payload[time_at] < 128 else _behind(payload, time_at)
    key_at = offset_at + 1 if payload[offset_at] < 128 else _behind(payload, offset_at)
    time_width, offset_width, key_raw = offset_at - time_at, key_at - offset_at, payload[key_at]
    if length_width > 2 or time_width > 2 or offset_width > 2 or key_raw > 127 or (key_raw & 1 and key_raw != 1):
        return None
    value_at = key_at + 1 + (key_raw >> 1 if key_raw != 1 else 0)
    behind = _behind(payload, value_at)
    headers_at = behind + _value(payload, value_at, behind)
    if behind - value_at > 2 or headers_at < behind or payload[headers_at] > 2 * HEADERS_MAX:
        return None
    return length_width, time_width, offset_width, key_raw, behind - value_at, headers_at


@lru_cache(maxsize=LAYOUTS_MAX)
def _layout(length_width: int, time_width: int, offset_width: int, key_bytes: int, value_width: int) -> Struct:
    """Returns the layout from a record's length up to its value's.

    Attributes and key, which nobody looks at, are left out.
    """
    return Struct(
        f"<{_WIDTHS[length_width]}x{_WIDTHS[time_width]}{_WIDTHS[offset_width]}B{key_bytes}x{_WIDTHS[value_width]}"
    )


@cache
def _offsets() -> list[int]:
    """Lists the varints of offsets of one and two bytes, as little-endian integers.

    Made when first needed, in half a ms.
    """
    return [*range(0, 128, 2), *(_FIRST[offset] | _SECOND[offset] << 8 for offset in range(64, _PERIOD))]
