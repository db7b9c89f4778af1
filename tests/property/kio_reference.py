"""Messages by kio (PyPI), a codec written by others from Kafka's own definitions: the independent witness.

kio has a dataclass for each message and version. They are matched with our declarations by place: the fields on the
wire in their order, the tagged ones by their tags. Names are compared as well, after kio's habit of dropping units
(`timeout_ms` is its `timeout`). Its types are narrower than the wire: times are datetimes in whole seconds, error
codes an enum; so values are drawn to fit the kio field that they will pass through.

    seed --RandomMessages--> message --to_entity--> kio entity --kio--> bytes
"""

from __future__ import annotations

import dataclasses
import datetime
import io
import uuid
from functools import cache

from kio.index import UnknownEntity, load_entity_schema
from kio.schema.errors import ErrorCode
from kio.serial import entity_reader, entity_writer
from kio.serial._introspect import classify_field, get_schema_field_type, is_optional
from kio.static.constants import EntityType

from protocol._generated.index import MODULES
from protocol.layout import Blob, Fixed, Group, Sequence, Text, layout_of
from tests.property.construct_reference import declaration_of

_HEADERS = {"RequestHeader": "request_header", "ResponseHeader": "response_header"}
_BITS = {"b": 8, "h": 16, "H": 16, "i": 32, "I": 32, "q": 64}
_ERROR_CODES = [code.value for code in ErrorCode]
_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
_SECONDS_MAX = 253_402_300_799  # the last second of the year 9999, where datetimes end
_SPANS_MS_MAX = 2**40  # kio counts spans in floats of seconds, which stay exact this far
_RENAMED = {"api_key": "request_api_key", "api_version": "request_api_version"}  # in request headers

_TEXTS = ["", "t", "topic-0", "ß→𝄞", "\x00", "a" * 126, "a" * 127, "ö" * 64, "b" * 255, "c" * 16_383, "d" * 32_767]
_BLOBS = [
    b"",
    b"\x00",
    bytes(126),
    b"\xff" * 127,
    bytes(128),
    bytes(2047),
    b"\x01" * 2048,
    bytes(16_383),
    bytes(70_000),
]


def entity_class(cls, version):
    """kio's class for a message of ours, None if it has none."""
    if cls.__name__ in _HEADERS:
        name, kind = _HEADERS[cls.__name__], EntityType.header
    else:
        kind = EntityType.request if cls.__name__.endswith("Request") else EntityType.response
        name = MODULES[cls.__name__]
    try:
        return load_entity_schema(name, version, kind)
    except UnknownEntity:
        return None


def encode(entity):
    """The bytes that kio writes."""
    buffer = io.BytesIO()
    entity_writer(type(entity))(buffer, entity)
    return buffer.getvalue()


def decode(entity_type, data):
    """What kio reads from bytes, all of which it must use."""
    entity, size = entity_reader(entity_type)(data, 0)
    assert size == len(data)
    return entity


@dataclasses.dataclass(frozen=True)
class Pairing:
    """A field of a layout with its counterpart."""

    member: object  # layout.Member
    name: str  # in kio
    kafka_type: str  # kio's name for the type of a scalar or of an array's elements; empty for structs
    nullable: bool
    entity: type | None  # kio's class, of a struct or of an array's elements


@cache
def pairings(layout, entity):
    """Every field of a struct, tagged ones included, with kio's.

    Raises:
        AssertionError: the two do not have the same fields.
    """
    fields = dataclasses.fields(entity)
    plain = [field for field in fields if "tag" not in field.metadata]
    by_tag = {field.metadata["tag"]: field for field in fields if "tag" in field.metadata}
    assert len(plain) == len(layout.members), entity
    assert set(by_tag) == {member.tag for member in layout.tagged}, entity
    assert entity.__flexible__ == layout.flexible
    both = [*zip(layout.members, plain, strict=True), *((member, by_tag[member.tag]) for member in layout.tagged)]
    return [_pairing(member, field) for member, field in both]


def _pairing(member, field):
    assert field.name in (member.name, member.name.removesuffix("_ms"), _RENAMED.get(member.name)), (member, field)
    layout = member.layout
    inner = layout.element if isinstance(layout, Sequence) else layout
    is_struct = isinstance(inner, Group)
    optional = is_optional(field) or type(None) in getattr(field.type, "__args__", ())
    if not isinstance(layout, Fixed):
        assert optional == getattr(layout, "nullable", False), (member, field)
    return Pairing(
        member,
        field.name,
        "" if is_struct else get_schema_field_type(field),
        optional,
        classify_field(field).type_ if is_struct else None,
    )


@cache
def layout_for(cls, version):
    """The layout of one version of a message."""
    return layout_of(declaration_of(cls).struct(version))


def to_entity(part, layout, entity):
    """The kio entity for a message or struct of ours."""
    return entity(**{pair.name: _to_kio(getattr(part, pair.member.name), pair) for pair in pairings(layout, entity)})


def _to_kio(value, pair):
    layout = pair.member.layout
    if isinstance(layout, Group):  # a tagged struct: kio spells absence as the default
        return pair.entity() if value is None else to_entity(value, layout, pair.entity)
    if isinstance(layout, Sequence):
        if value is None:
            return None
        if isinstance(layout.element, Group):
            return tuple(to_entity(item, layout.element, pair.entity) for item in value)
        return tuple(_scalar(item, pair) for item in value)
    return _scalar(value, pair)


def _scalar(value, pair):
    if pair.kafka_type == "error_code":
        return ErrorCode(value)
    if pair.kafka_type.startswith("timedelta"):
        return datetime.timedelta(milliseconds=value)
    if pair.kafka_type == "datetime_i64":
        return None if value == -1 and pair.nullable else _EPOCH + datetime.timedelta(milliseconds=value)
    if pair.kafka_type == "uuid":
        return None if value == bytes(16) else uuid.UUID(bytes=value)
    return value


class RandomMessages:
    """Messages with random values, extremes, nulls and empties among them, that kio can express.

    Args:
        rng: a seeded random.Random.
    """

    def __init__(self, rng):
        self._rng = rng

    def make(self, cls, version):
        """One message."""
        return self._group(cls, cls, layout_for(cls, version), entity_class(cls, version))

    def _group(self, root, cls, layout, entity):
        rng = self._rng
        part = cls()
        for pair in pairings(layout, entity):
            if pair.member.tag is not None and rng.random() < 0.4:
                continue  # stays the default
            setattr(part, pair.member.name, self._value(root, pair.member.layout, pair))
        return part

    def _value(self, root, layout, pair):
        rng = self._rng
        if isinstance(layout, Group):
            part = self._group(root, getattr(root, layout.struct), layout, pair.entity)
            absent = pair.member.layout is layout and part == type(part)()
            return None if absent else part  # a single struct is a tagged field, and one of defaults is not written
        if getattr(layout, "nullable", False) and rng.random() < 0.2:
            return None
        if isinstance(layout, Sequence):
            return [self._value(root, layout.element, pair) for _ in range(self._count(layout.element))]
        if isinstance(layout, Text):
            return self._pick(_TEXTS, lambda: "".join(chr(rng.randint(32, 0x2FF)) for _ in range(rng.randint(0, 12))))
        if isinstance(layout, Blob):
            return self._pick(_BLOBS, lambda: rng.randbytes(rng.randint(0, 12)))
        return self._fixed(layout.code, pair)

    def _count(self, element):
        if isinstance(element, Fixed) and self._rng.random() < 0.1:
            return self._rng.choice([8, 9, 126, 127, 128])  # where the encoding takes another path
        return self._rng.choice([0, 1, 1, 2, 3])

    def _pick(self, rare, usual):
        return self._rng.choice(rare) if self._rng.random() < 0.15 else usual()

    def _fixed(self, code, pair):
        rng = self._rng
        if code == "?":
            return rng.random() < 0.5
        if code == "16s":
            return bytes(16) if pair.nullable and rng.random() < 0.3 else rng.randbytes(16)
        if code == "d":
            return self._pick([0.0, -0.0, 5e-324, 1.7976931348623157e308], lambda: rng.uniform(-1e9, 1e9))
        low, high = self._range(code, pair)
        if pair.kafka_type == "error_code":
            return rng.choice(_ERROR_CODES)
        if pair.kafka_type == "datetime_i64":
            if pair.nullable and rng.random() < 0.3:
                return -1
            return 1000 * self._pick([0, _SECONDS_MAX], lambda: rng.randint(0, _SECONDS_MAX))
        return self._pick([low, high, 0, max(low, -1), 1], lambda: rng.randint(low, high))

    def _range(self, code, pair):
        if pair.kafka_type == "timedelta_i64":
            return -_SPANS_MS_MAX, _SPANS_MS_MAX
        bits = _BITS[code]
        return (0, 2**bits - 1) if code.isupper() else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
