"""How a message is declared: one class per message, with a range of versions at every field.

A declaration module (`protocol/messages/<api>.py`) lists the fields in wire order; `Message.struct(version)` turns
that into the construct.Struct of one version. The generator reads those constructs, and looks back into the
declaration only for what is not on the wire: names of classes, defaults, and the fields that a version lacks.

    range     "0+" from 0 on    "3-7" both included    "5" only that one
    nullable  the versions in which None is allowed
    ignorable writing a version that lacks the field drops its value; otherwise only the default may be dropped
    tag       from the field's first tagged version on, it travels as a tagged field, and only when not the default

This is data about messages, not messages: values live in the generated classes. No broker imports it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import construct

from kavka.protocol.generator import primitives

if TYPE_CHECKING:
    from collections.abc import Iterator

OPEN_END = 32767  # the highest version number that fits the wire's int16
TAGS = "tagged_fields"  # name of the tagged fields in the construct of a flexible version


class Versions(NamedTuple):
    """A range of versions, both ends included; empty when low > high."""

    low: int
    high: int

    def __contains__(self, version: object) -> bool:
        return isinstance(version, int) and self.low <= version <= self.high

    @classmethod
    def parse(cls, text: str | None) -> Versions:
        """Reads "0+", "3-7", "5", or None for no version at all."""
        if text is None:
            return cls(0, -1)
        if text.endswith("+"):
            return cls(int(text[:-1]), OPEN_END)
        low, _, high = text.partition("-")
        return cls(int(low), int(high or low))


class Scalar:
    """A type without inner structure.

    Args:
        name: Kafka's name of the type.
        plain: construct before flexible versions.
        compact: construct in flexible versions, when it differs.
        annotation: the Python type of a value.
        default: Kafka's default.
    """

    def __init__(self, name: str, plain: Any, compact: Any = None, *, annotation: str, default: Any) -> None:
        self.name = name
        self.annotation = annotation
        self.default = default
        self._plain = plain
        self._compact = compact or plain

    def construct(self, version: int, *, flexible: bool) -> Any:
        """Returns the construct of a value in one version of the message."""
        return self._compact if flexible else self._plain


INT8 = Scalar("int8", primitives.INT8, annotation="int", default=0)
INT16 = Scalar("int16", primitives.INT16, annotation="int", default=0)
UINT16 = Scalar("uint16", primitives.UINT16, annotation="int", default=0)
INT32 = Scalar("int32", primitives.INT32, annotation="int", default=0)
LEADER_EPOCH = Scalar("int32", primitives.INT32, annotation="LeaderEpoch", default=0)
CONTROLLER_EPOCH = Scalar("int32", primitives.INT32, annotation="ControllerEpoch", default=0)
INT64 = Scalar("int64", primitives.INT64, annotation="int", default=0)
FLOAT64 = Scalar("float64", primitives.FLOAT64, annotation="float", default=0.0)
BOOL = Scalar("bool", primitives.BOOL, annotation="bool", default=False)
UUID = Scalar("uuid", primitives.UUID, annotation="bytes", default=bytes(16))
STRING = Scalar("string", primitives.STRING, primitives.COMPACT_STRING, annotation="str", default="")
BYTES = Scalar("bytes", primitives.BYTES, primitives.COMPACT_BYTES, annotation="bytes", default=b"")
RECORDS = Scalar(
    "records", primitives.RECORDS, primitives.COMPACT_RECORDS, annotation="bytes | memoryview", default=b""
)


class Struct:
    """A named group of fields: a class nested in the message's class.

    A single struct (not in an array) is None where it is absent, and has to be set where it is not nullable. A nullable
    one that is a tagged field has its own defaults where it is absent.
    """

    default = None

    def __init__(self, name: str, *fields: Field) -> None:
        self.name = name
        self.fields = fields
        names = [field.name for field in fields]
        assert len(set(names)) == len(names), f"{name}: a field is declared twice"

    def construct(self, version: int, *, flexible: bool) -> WireStruct:
        """Returns the construct of this group in one version of the message."""
        present = [field for field in self.fields if version in field.versions]
        parts = [field.construct(version, flexible=flexible) for field in present if version not in field.tagged]
        if flexible:
            known = {f.tag: f.construct(version, flexible=True) for f in present if version in f.tagged}
            parts.append(TAGS / primitives.TaggedFields(known))
        else:
            assert all(version not in field.tagged for field in present), f"{self.name}: tagged but not flexible"
        return WireStruct(self, *parts)


class Array:
    """A list of scalars or structs."""

    default: tuple[()] = ()

    def __init__(self, element: Scalar | Struct) -> None:
        self.element = element

    def construct(self, version: int, *, flexible: bool) -> Any:
        """Returns the construct of the list in one version of the message."""
        element = self.element.construct(version, flexible=flexible)
        return primitives.compact_array(element) if flexible else primitives.array(element)


class WireStruct(construct.Struct):
    """The construct of a Struct in one version; knows the declaration it came from."""

    def __init__(self, declaration: Struct, *subcons: Any) -> None:
        super().__init__(*subcons)
        self.declaration = declaration


_TYPE_DEFAULT: Any = object()


class Field:
    """One field of a message, over all its versions.

    Args:
        name: in snake_case.
        type: what it holds.
        versions: where it exists.
        nullable: where it may be None.
        default: its value where it does not exist; the type's own when left out.
        ignorable: whether writing a version without it may drop its value.
        tag: its number as a tagged field.
        tagged: where it is a tagged field; everywhere, when there is a tag.
        compact: False for the one string that keeps its plain form in flexible versions (the client id).
    """

    def __init__(
        self,
        name: str,
        type: Scalar | Struct | Array,  # noqa: A002  it is what declarations read best with
        versions: str,
        *,
        nullable: str | None = None,
        default: Any = _TYPE_DEFAULT,
        ignorable: bool = False,
        tag: int = -1,
        tagged: str | None = None,
        compact: bool = True,
    ) -> None:
        self.name = name
        self.type = type
        self.versions = Versions.parse(versions)
        self.nullable = Versions.parse(nullable)
        self.default = type.default if default is _TYPE_DEFAULT else default
        self.ignorable = ignorable
        self.tag = tag
        self.tagged = Versions.parse(None if tag < 0 else tagged or versions)
        self.compact = compact

    def construct(self, version: int, *, flexible: bool) -> Any:
        """Returns the named construct of this field in one version."""
        inner = self.type.construct(version, flexible=flexible and self.compact)
        if version not in self.nullable:
            return self.name / inner
        if not isinstance(self.type, Struct):
            return self.name / primitives.Nullable(inner)
        is_tagged = version in self.tagged
        return self.name / (primitives.TaggedNullableStruct if is_tagged else primitives.NullableStruct)(inner)


class Message:
    """A request, a response or a header.

    Args:
        name: of the class that is generated.
        api_key: -1 for headers.
        versions: all that are declared.
        flexible: where lengths are compact and structs end in tagged fields.
        fields: in wire order.
    """

    def __init__(self, name: str, *fields: Field, api_key: int, versions: str, flexible: str | None) -> None:
        self.name = name
        self.api_key = api_key
        self.versions = Versions.parse(versions)
        self.flexible = Versions.parse(flexible)
        self.body = Struct(name, *fields)
        self._structs: dict[int, WireStruct] = {}

    def struct(self, version: int) -> WireStruct:
        """Returns the construct of one version, made once."""
        assert version in self.versions, f"{self.name} has no version {version}"
        if version not in self._structs:
            self._structs[version] = self.body.construct(version, flexible=version in self.flexible)
        return self._structs[version]

    def parts(self) -> list[Struct]:
        """Lists every struct that is nested in the message, inner ones first.

        Structs at any depth are listed, each once.
        """
        found: dict[str, Struct] = {}
        for part in _nested(self.body):
            known = found.setdefault(part.name, part)
            assert known is part, f"{self.name}: two structs are named {part.name}"
        return list(found.values())


def _nested(struct: Struct) -> Iterator[Struct]:
    for field in struct.fields:
        inner = field.type.element if isinstance(field.type, Array) else field.type
        if isinstance(inner, Struct):
            yield from _nested(inner)
            yield inner
