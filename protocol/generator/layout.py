"""What a construct looks like to the generator: a small tree of tuples, equal when the layouts are equal.

`layout_of` walks the construct of one version of a message. Constructs are introspectable as long as they keep to
the vocabulary of `primitives`; anything else is a TypeError when generating, never a slow path at run time.
Two versions with equal trees share one encoder and one decoder.

From the declaration, not from the construct, come the fields that the version lacks: a decoder sets their defaults,
an encoder refuses any other value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from construct import Bytes, Flag, FocusedSeq, FormatField, GreedyBytes, Prefixed, Renamed, StringEncoded

from kavka.protocol.generator import primitives
from kavka.protocol.generator.schema import Struct, WireStruct

if TYPE_CHECKING:
    from kavka.protocol.generator.schema import Field

COMPACT = "c"


class Fixed(NamedTuple):
    """A value of fixed size, as one code of the struct module."""

    code: str
    size: int


class Text(NamedTuple):
    """A string. `length` is the struct code of its length prefix, or COMPACT."""

    length: str
    nullable: bool


class Blob(NamedTuple):
    """Bytes; `view` means that the decoder hands out a slice of the frame."""

    length: str
    nullable: bool
    view: bool


class Sequence(NamedTuple):
    """A counted list."""

    length: str
    nullable: bool
    element: Any  # Layout: recursive


class Member(NamedTuple):
    """Describes a field that is on the wire, tagged if `tag` is not None.

    `default` matters for tagged ones only.
    """

    name: str
    layout: Any  # Layout: recursive
    tag: int | None
    default: Any


class Absent(NamedTuple):
    """A field that this version lacks. `struct` is the name of its class if it is a single struct; `nullable`, whether
    another version can say None.
    """

    name: str
    default: Any
    struct: str
    nullable: bool
    ignorable: bool


class Optional(NamedTuple):
    """A single struct that may be None: a byte before it says which, below zero for None. A tagged field's has a varint
    before it, zero for None.
    """

    group: Any  # Group
    is_tagged: bool = False


class Group(NamedTuple):
    """A struct. `flexible` structs end in tagged fields, of which the known ones are `tagged`."""

    struct: str
    members: tuple[Member, ...]
    absent: tuple[Absent, ...]
    flexible: bool
    tagged: tuple[Member, ...]


Layout = Fixed | Text | Blob | Sequence | Optional | Group

_LENGTH_SIZES = {"h": 2, "i": 4, COMPACT: 1}


def layout_of(construct: Any) -> Layout:
    """Returns the layout of a construct.

    Raises:
        TypeError: it is not in the closed vocabulary.
    """
    while type(construct) is Renamed:
        construct = construct.subcon
    nullable = isinstance(construct, primitives.Nullable)
    if isinstance(construct, primitives.NullableStruct):
        return Optional(layout_of(construct.subcon), isinstance(construct, primitives.TaggedNullableStruct))
    if nullable:
        construct = construct.subcon
    kind = type(construct)  # not isinstance, which would narrow to stubs that lack what is read here
    if kind is StringEncoded:
        return Text(_length_code(construct), nullable)
    if kind is Prefixed:
        view = isinstance(construct.subcon, primitives.View)
        if view or construct.subcon is GreedyBytes:
            return Blob(_length_code(construct), nullable, view)
    if kind is FocusedSeq:  # what PrefixedArray makes
        element = construct.subcons[1].subcon.subcon
        return Sequence(_length_code(construct), nullable, layout_of(element))
    if not nullable:
        if isinstance(construct, WireStruct):
            return _group(construct)
        return _fixed(construct)
    raise TypeError(f"no fast path for {construct!r}")


def minimum_size(layout: Layout) -> int:
    """Returns the fewest bytes of a value: what a count is checked against before a list is built."""
    if isinstance(layout, Fixed):
        return layout.size
    if isinstance(layout, Group):
        return sum(minimum_size(member.layout) for member in layout.members) + layout.flexible
    return 1 if isinstance(layout, Optional) else _LENGTH_SIZES[layout.length]


def _fixed(construct: Any) -> Fixed:
    if isinstance(construct, FormatField) and construct.fmtstr[0] == ">":
        code = {"l": "i", "L": "I"}.get(construct.fmtstr[1], construct.fmtstr[1])
        return Fixed(code, construct.length)
    if construct is Flag:
        return Fixed("?", 1)
    if isinstance(construct, Bytes) and isinstance(construct.length, int):
        return Fixed(f"{construct.length}s", construct.length)
    raise TypeError(f"no fast path for {construct!r}")


def _length_code(construct: Any) -> str:
    prefix = primitives.lengthfield_of(construct)
    if isinstance(prefix, primitives.LenPlusOne) and prefix.subcon is primitives.UVARINT:
        return COMPACT
    code = _fixed(prefix).code
    if code not in _LENGTH_SIZES:
        raise TypeError(f"no fast path for a length of {prefix!r}")
    return code


def _group(construct: WireStruct) -> Group:
    fields = {field.name: field for field in construct.declaration.fields}
    members: list[Member] = []
    tagged: list[Member] = []
    flexible = False
    parts: list[Any] = construct.subcons
    for part in parts:
        if isinstance(part.subcon, primitives.TaggedFields):
            flexible = True
            tagged = [_member(fields.pop(p.name), p, tag) for tag, p in sorted(part.subcon.known.items())]
        else:
            members.append(_member(fields.pop(part.name), part, None))
    absent = tuple(
        Absent(f.name, f.default, f.type.name if isinstance(f.type, Struct) else "", f.nullable.high >= 0, f.ignorable)
        for f in fields.values()
    )
    return Group(construct.declaration.name, tuple(members), absent, flexible, tuple(tagged))


def _member(field: Field, construct: Any, tag: int | None) -> Member:
    return Member(field.name, layout_of(construct), tag, None if tag is None else field.default)
