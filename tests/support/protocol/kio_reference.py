"""Messages by kio (PyPI), a codec written by others from Kafka's own definitions: the independent witness.

kio has a dataclass for each message and version. They are matched with our declarations by place: the fields on the
wire in their order, the tagged ones by their tags. Names are compared as well, after kio's habit of dropping units
(`timeout_ms` is its `timeout`). Its types are narrower than the wire: times are datetimes in whole seconds, error
codes an enum; so values are drawn to fit the kio field that they will pass through.

    seed --KioMessages--> message --to_entity--> kio entity --kio--> bytes
"""

from __future__ import annotations

import dataclasses
import datetime
import io
import random
import uuid
from functools import cache
from typing import Any

from kio.index import UnknownEntity, load_entity_schema
from kio.schema.errors import ErrorCode
from kio.serial import entity_reader, entity_writer
from kio.serial._introspect import classify_field, get_schema_field_type, is_optional
from kio.static.constants import EntityType

from kavka.protocol._generated.index import MODULES
from kavka.protocol.generator.layout import Fixed, Group, Optional, Sequence
from kavka.protocol.generator.source import snake_case
from tests.support.protocol.random_messages import RandomMessages, layout_for

_ERROR_CODES = [code.value for code in ErrorCode]
_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
_SECONDS_MAX = 253_402_300_799  # the last second of the year 9999, where datetimes end
_SPANS_MS_MAX = 2**40  # kio counts spans in floats of seconds, which stay exact this far
_RENAMED = {
    **{"api_key": "request_api_key", "api_version": "request_api_version"},  # in request headers
    "acceptable_recovery_lag_legacy": "acceptable_recovery_lag",  # before Kafka 4.4
}


def entity_class(cls: Any, version: int) -> Any:
    """kio's class for a message of ours, None if it has none."""
    kind: Any
    name, kind = MODULES[cls.__name__], EntityType.request
    if cls.API_KEY < 0:
        name, kind = snake_case(cls.__name__), EntityType.header if cls.__name__.endswith("Header") else EntityType.data
    elif cls.__name__.endswith("Response"):
        kind = EntityType.response
    try:
        return load_entity_schema(name, version, kind)
    except UnknownEntity:
        return None


def encode(entity: Any) -> bytes:
    """The bytes that kio writes."""
    buffer = io.BytesIO()
    entity_writer(type(entity))(buffer, entity)
    return buffer.getvalue()


def decode(entity_type: Any, data: bytes) -> Any:
    """What kio reads from bytes, all of which it must use."""
    entity, size = entity_reader(entity_type)(data, 0)
    assert size == len(data)
    return entity


@dataclasses.dataclass(frozen=True)
class Pairing:
    """A field of a layout with its counterpart."""

    member: Any  # layout.Member
    name: str  # in kio
    kafka_type: str  # kio's name for the type of a scalar or of an array's elements; empty for structs
    nullable: bool
    entity: type | None  # kio's class, of a struct or of an array's elements


@cache
def pairings(layout: Any, entity: Any) -> list[Pairing]:
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


def _pairing(member: Any, field: Any) -> Pairing:
    assert field.name in (member.name, member.name.removesuffix("_ms"), _RENAMED.get(member.name)), (member, field)
    layout = member.layout
    is_optional_struct = isinstance(layout, Optional)
    inner = layout.element if isinstance(layout, Sequence) else layout.group if is_optional_struct else layout
    is_struct = isinstance(inner, Group)
    optional = is_optional(field) or type(None) in getattr(field.type, "__args__", ())
    if not isinstance(layout, Fixed):
        assert optional == (is_optional_struct or getattr(layout, "nullable", False)), (member, field)
    return Pairing(
        member,
        field.name,
        "" if is_struct else get_schema_field_type(field),
        optional,
        classify_field(field).type_ if is_struct else None,
    )


def to_entity(part: Any, layout: Any, entity: Any) -> Any:
    """The kio entity for a message or struct of ours."""
    return entity(**{pair.name: _to_kio(getattr(part, pair.member.name), pair) for pair in pairings(layout, entity)})


def _to_kio(value: Any, pair: Any) -> Any:
    layout = pair.member.layout
    if isinstance(layout, Optional):
        return None if value is None else to_entity(value, layout.group, pair.entity)
    if isinstance(layout, Group) and pair.member.tag is None:
        return to_entity(value, layout, pair.entity)
    if isinstance(layout, Group):  # a tagged struct: kio spells absence as the default
        return pair.entity() if value is None else to_entity(value, layout, pair.entity)
    if isinstance(layout, Sequence):
        if value is None:
            return None
        if isinstance(layout.element, Group):
            return tuple(to_entity(item, layout.element, pair.entity) for item in value)
        return tuple(_scalar(item, pair) for item in value)
    return _scalar(value, pair)


def _scalar(value: Any, pair: Any) -> Any:
    if pair.kafka_type == "error_code":
        return ErrorCode(value)
    if pair.kafka_type.startswith("timedelta"):
        return datetime.timedelta(milliseconds=value)
    if pair.kafka_type == "datetime_i64":
        return None if value == -1 and pair.nullable else _EPOCH + datetime.timedelta(milliseconds=value)
    if pair.kafka_type == "uuid":
        return None if value == bytes(16) else uuid.UUID(bytes=value)
    return value


class KioMessages:
    """Random messages whose values kio can express.

    Args:
        rng: a seeded random.Random.
    """

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._messages = RandomMessages(rng)

    def make(self, cls: Any, version: int) -> Any:
        """One message."""
        message = self._messages.make(cls, version)
        self._narrow(message, layout_for(cls, version), entity_class(cls, version))
        return message

    def _narrow(self, part: Any, layout: Any, entity: Any) -> None:
        for pair in pairings(layout, entity):
            value = getattr(part, pair.member.name)
            if pair.entity is None:
                narrowed = [self._scalar(v, pair) for v in value] if type(value) is list else self._scalar(value, pair)
                setattr(part, pair.member.name, narrowed)
                continue
            inner = pair.member.layout
            element = inner.element if isinstance(inner, Sequence) else inner
            element = element.group if isinstance(element, Optional) else element
            for item in value if type(value) is list else [value]:
                if item is not None:
                    self._narrow(item, element, pair.entity)

    def _scalar(self, value: Any, pair: Any) -> Any:
        if pair.kafka_type == "error_code":
            return _ERROR_CODES[value % len(_ERROR_CODES)]
        if pair.kafka_type == "timedelta_i64":
            return value % _SPANS_MS_MAX * self._rng.choice([1, -1])
        if pair.kafka_type == "datetime_i64" and not (value == -1 and pair.nullable):
            return value % (_SECONDS_MAX + 1) * 1000
        return value
