"""The closed vocabulary of construct types that message declarations are made of.

Only these may stand in a message: the numbers, BOOL, UUID, length-prefixed strings and bytes, counted arrays, and
the four classes below. `generate` knows how to turn each of them into straight-line code and refuses
anything else. All of them also run as plain construct, which makes them the reference that the generated code is
tested against. Nothing here is imported by a running broker.

    form      length or count prefix        null is     used
    plain     int16 (string), int32 (rest)  -1          before a message's first flexible version
    compact   unsigned varint of n + 1      0           from it on

    Tagged fields, at the end of every struct of a flexible version:

    +-----------------+  +-------------+--------------+---------------+
    | count (uvarint) |  | tag (uvar.) | size (uvar.) | size bytes    |  count times, tags strictly ascending
    +-----------------+  +-------------+--------------+---------------+
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from construct import (
    Bytes,
    Construct,
    Container,
    Flag,
    Float64b,
    FocusedSeq,
    GreedyBytes,
    Int8sb,
    Int16sb,
    Int16ub,
    Int32sb,
    Int64sb,
    Prefixed,
    PrefixedArray,
    StreamError,
    StringEncoded,
    Subconstruct,
)
from construct.core import stream_read, stream_write

if TYPE_CHECKING:
    from collections.abc import Mapping

    AnyConstruct = Construct[Any, Any]
    AnySubconstruct = Subconstruct[Any, Any, Any, Any]
else:  # construct's classes are generic only in its stubs
    AnyConstruct, AnySubconstruct = Construct, Subconstruct

UVARINT_BYTES_MAX = 5
UVARINT_MAX = 0xFFFF_FFFF


class Uvarint(AnyConstruct):
    """An unsigned 32-bit number in one to five bytes, seven bits each, lowest first; the stock VarInt has no bound."""

    def _parse(self, stream: Any, context: Any, path: str) -> int:
        value = 0
        for shift in range(0, 7 * UVARINT_BYTES_MAX, 7):
            byte = stream_read(stream, 1, path)[0]
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                if value > UVARINT_MAX:
                    raise StreamError("varint does not fit 32 bits", path=path)
                return value
        raise StreamError("varint longer than 5 bytes", path=path)

    def _build(self, obj: int, stream: Any, context: Any, path: str) -> int:
        if not 0 <= obj <= UVARINT_MAX:
            raise StreamError(f"{obj} does not fit an unsigned varint", path=path)
        value = obj
        while value > 0x7F:
            stream_write(stream, bytes((value & 0x7F | 0x80,)), 1, path)
            value >>= 7
        stream_write(stream, bytes((value,)), 1, path)
        return obj


class LenPlusOne(AnySubconstruct):
    """A compact length or count: n travels as n + 1, so that 0 is left for null, which reads as -1."""

    def _parse(self, stream: Any, context: Any, path: str) -> int:
        return self.subcon._parsereport(stream, context, path) - 1  # type: ignore[no-any-return]

    def _build(self, obj: int, stream: Any, context: Any, path: str) -> int:
        self.subcon._build(obj + 1, stream, context, path)
        return obj


class View(AnySubconstruct):
    """Marks bytes that the generated decoder slices out of the frame uncopied: records."""


class Nullable(AnySubconstruct):
    """A string, bytes or array whose length may be -1, which means None."""

    def __init__(self, subcon: Any) -> None:
        super().__init__(subcon)
        self.lengthfield = lengthfield_of(subcon)

    def _parse(self, stream: Any, context: Any, path: str) -> Any:
        start = stream.tell()
        if self.lengthfield._parsereport(stream, context, path) == -1:
            return None
        stream.seek(start)
        return self.subcon._parsereport(stream, context, path)

    def _build(self, obj: Any, stream: Any, context: Any, path: str) -> Any:
        if obj is None:
            self.lengthfield._build(-1, stream, context, path)
            return None
        return self.subcon._build(obj, stream, context, path)


class NullableStruct(AnySubconstruct):
    """A single struct behind a byte: 1, or -1 for None. Kafka reads every byte from 0 on as a struct that follows."""

    def _parse(self, stream: Any, context: Any, path: str) -> Any:
        if INT8._parsereport(stream, context, path) < 0:
            return None
        return self.subcon._parsereport(stream, context, path)

    def _build(self, obj: Any, stream: Any, context: Any, path: str) -> Any:
        INT8._build(-1 if obj is None else 1, stream, context, path)
        return None if obj is None else self.subcon._build(obj, stream, context, path)


class TaggedNullableStruct(NullableStruct):
    """The same as a tagged field, behind a varint: 1, or 0 for None. Left out, it is a struct of defaults, not None."""

    def _parse(self, stream: Any, context: Any, path: str) -> Any:
        if UVARINT._parsereport(stream, context, path) == 0:
            return None
        return self.subcon._parsereport(stream, context, path)

    def _build(self, obj: Any, stream: Any, context: Any, path: str) -> Any:
        UVARINT._build(0 if obj is None else 1, stream, context, path)
        return None if obj is None else self.subcon._build(obj, stream, context, path)


class TaggedFields(AnyConstruct):
    """The optional fields at the end of a struct of a flexible version.

    Parses to a Container with one entry for each known tag that was present, and `unknown`, the others as a list of
    (tag, bytes) in the order of arrival. Building writes the known fields that the mapping has, and the unknown ones,
    all by ascending tag.

    Args:
        known: tag → named construct.
    """

    def __init__(self, known: Mapping[int, Any]) -> None:
        super().__init__()
        self.known = dict(known)

    def _parse(self, stream: Any, context: Any, path: str) -> Any:
        result: Any = Container(unknown=[])
        last_tag = -1
        for _ in range(UVARINT._parsereport(stream, context, path)):
            tag = UVARINT._parsereport(stream, context, path)
            if tag <= last_tag:
                raise StreamError(f"tag {tag} after {last_tag}", path=path)
            last_tag = tag
            data = stream_read(stream, UVARINT._parsereport(stream, context, path), path)
            if tag not in self.known:
                result.unknown.append((tag, data))
                continue
            inner = io.BytesIO(data)
            subcon = self.known[tag]
            result[subcon.name] = subcon._parsereport(inner, context, path)
            if inner.tell() != len(data):
                raise StreamError(f"tag {tag} is longer than its field", path=path)
        return result

    def _build(self, obj: Any, stream: Any, context: Any, path: str) -> Any:
        entries = list(obj["unknown"])
        for tag, subcon in self.known.items():
            if subcon.name in obj:
                inner = io.BytesIO()
                subcon._build(obj[subcon.name], inner, context, path)
                entries.append((tag, inner.getvalue()))
        entries.sort(key=lambda entry: entry[0])
        if len({tag for tag, _ in entries}) != len(entries):
            raise StreamError("the same tag twice", path=path)
        UVARINT._build(len(entries), stream, context, path)
        for tag, data in entries:
            UVARINT._build(tag, stream, context, path)
            UVARINT._build(len(data), stream, context, path)
            stream_write(stream, data, len(data), path)
        return obj


def lengthfield_of(subcon: Any) -> Any:
    """Returns the construct of the length or count before a string, bytes or array."""
    kind = type(subcon)  # not isinstance: the stubs of these classes lack what is read here
    if kind is StringEncoded:
        subcon = subcon.subcon
        kind = type(subcon)
    if kind is Prefixed:
        return subcon.lengthfield
    if kind is FocusedSeq:  # what PrefixedArray makes
        return subcon.subcons[0].subcon.subcon
    raise TypeError(f"{subcon!r} has no length prefix")


INT8, INT16, INT32, INT64 = Int8sb, Int16sb, Int32sb, Int64sb
UINT16 = Int16ub
FLOAT64 = Float64b
BOOL = Flag
UUID = Bytes(16)
UVARINT = Uvarint()
COMPACT_LENGTH = LenPlusOne(UVARINT)

STRING = StringEncoded(Prefixed(INT16, GreedyBytes), "utf8")
COMPACT_STRING = StringEncoded(Prefixed(COMPACT_LENGTH, GreedyBytes), "utf8")
BYTES = Prefixed(INT32, GreedyBytes)
COMPACT_BYTES = Prefixed(COMPACT_LENGTH, GreedyBytes)
RECORDS = Prefixed(INT32, View(GreedyBytes))
COMPACT_RECORDS = Prefixed(COMPACT_LENGTH, View(GreedyBytes))


def array(element: Any) -> Any:
    """Returns the construct of a counted list, before flexible versions."""
    return PrefixedArray(INT32, element)


def compact_array(element: Any) -> Any:
    """Returns the construct of a counted list in a flexible version."""
    return PrefixedArray(COMPACT_LENGTH, element)
