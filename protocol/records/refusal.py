"""What is wrong with the records of a batch v2 that are not sound, in Kafka's order and words.

Comes after `walk.are_sound` has said no, which is rare: this is not fast. It goes through the records as Kafka's
`DefaultRecord.readFrom` does, and ends at the first fault. Most faults make a batch invalid; two are unexpected to
Kafka itself, which returns UNKNOWN_SERVER_ERROR, and so do we. Kafka takes two things that are refused here, because
readers (ours, and partly Kafka's own) stop at them for ever: lengths below −1, and, within compressed batches, a
record whose length is not that of its fields.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kavka.protocol.records.errors import CorruptRecords
from kavka.protocol.records.varint import VARINT_BITS, VARLONG_BITS, finish_uvarint


class Fault(NamedTuple):
    """The first fault of some records.

    Attributes:
        reason: in Kafka's words where it has some.
        is_unexpected: whether Kafka's code for it is UNKNOWN_SERVER_ERROR rather than INVALID_RECORD.
    """

    reason: str
    is_unexpected: bool = False


NEGATIVE_OFFSET = "Found invalid record structure: an offset delta is negative"
STRUCTURE = "Found invalid record structure"


def first_fault(  # noqa: C901 (a fault a branch, in Kafka's order)
    payload: bytes, count: int, *, is_compressed: bool, is_rewritten: bool = False
) -> Fault | None:
    """Finds the first fault in a batch's records.

    Args:
        payload: everything behind the header, inflated.
        count: records that the header promises.
        is_compressed: whether the batch is.
        is_rewritten: whether its records will be written anew, and so get offsets that count from 0.

    Returns:
        None when there is nothing wrong, or nothing but offsets that do not count from 0 in a batch that is rewritten
        or not compressed. Kafka takes these; the latter as they are.
    """
    pos = 0
    for number in range(count):
        try:
            size, pos = _varint(payload, pos)
        except IndexError:
            return Fault("Incorrect declared batch size, premature EOF reached")
        except CorruptRecords:
            if is_compressed:
                return Fault("Incorrect declared batch size, premature EOF reached")
            return Fault("Varint is too long, the most significant bit in the 5th byte is set", is_unexpected=True)
        left = len(payload) - pos
        if left < size:
            said = (
                "the record payload reached EOF"
                if is_compressed
                else f"instead the buffer has only {left} remaining bytes"
            )
            return Fault(f"Invalid record size: expected {size} bytes in record payload, but {said}.")
        try:
            behind, offset_delta = _read(payload, pos)
        except (IndexError, CorruptRecords) as error:
            return Fault(str(error) if isinstance(error, _Refused) else STRUCTURE)
        if behind - pos != size:
            return Fault(
                f"Invalid record size: expected to read {size} bytes in record payload, but instead read {behind - pos}"
            )
        if is_compressed and not is_rewritten and offset_delta != number:
            return Fault(
                f"Inner record {number} inside the compressed record batch does not have incremental offsets, "
                f"expected offset is {number}, found {offset_delta}",
                is_unexpected=True,
            )
        if offset_delta < 0:
            return Fault(NEGATIVE_OFFSET)
        pos = behind
    if pos != len(payload):
        return Fault("Incorrect declared batch size, records still remaining in file")
    return None


class _Refused(CorruptRecords):
    """With Kafka's words."""


def _read(payload: bytes, pos: int) -> tuple[int, int]:
    """Returns the position behind the record whose attributes are at `pos`, and its offset delta."""
    payload[pos]
    _, pos = _varint(payload, pos + 1, VARLONG_BITS)
    offset_delta, pos = _varint(payload, pos)
    for _ in range(2):  # key and value
        pos = _bytes(payload, pos)
    count, pos = _varint(payload, pos)
    if count < 0:
        raise _Refused(f"Found invalid number of record headers {count}")
    if count > len(payload) - pos:
        raise _Refused(
            f"Found invalid number of record headers. {count} is larger than the remaining size of the buffer"
        )
    for _ in range(count):
        size, _ = _varint(payload, pos)
        if size < 0:
            raise _Refused(f"Invalid negative header key size {size}")
        pos = _bytes(payload, _bytes(payload, pos))
    return pos, offset_delta


def _bytes(payload: bytes, pos: int) -> int:
    """Returns the position behind the key or value whose length is at `pos`."""
    size, pos = _varint(payload, pos)
    if size < -1:
        raise CorruptRecords("a length below that of null")
    behind = pos + max(0, size)
    if behind > len(payload):
        raise CorruptRecords("ends behind the records")
    return behind


def _varint(payload: bytes, pos: int, bits: int = VARINT_BITS) -> tuple[int, int]:
    raw = payload[pos]
    pos += 1
    if raw > 127:
        raw, pos = finish_uvarint(payload, pos, raw, bits)
    return (raw >> 1) ^ -(raw & 1), pos


def iter_sizes(payload: bytes, count: int) -> Iterator[tuple[int, int]]:
    """Yields the bytes of key and value of each of some sound records.

    0 for null, as Kafka writes of them.
    """
    pos = 0
    for _ in range(count):
        size, pos = _varint(payload, pos)
        end = pos + size
        _, pos = _varint(payload, pos + 1, VARLONG_BITS)
        _, pos = _varint(payload, pos)
        key, pos = _varint(payload, pos)
        value, _ = _varint(payload, pos + max(0, key))
        yield max(0, key), max(0, value)
        pos = end
