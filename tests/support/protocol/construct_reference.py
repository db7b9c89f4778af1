"""The slow way: messages read and written by plain construct, which the generated code must agree with.

message --to_container--> nested dicts --construct--> bytes --construct--> Containers --from_container--> message
"""

from __future__ import annotations

import io
import struct
from typing import Any

from construct import ConstructError

import kavka.protocol.message
import kavka.protocol.messages
from kavka.protocol._generated.index import MODULES
from kavka.protocol.errors import DecodeError, EncodeError
from kavka.protocol.generator import generate
from kavka.protocol.generator.primitives import Nullable, NullableStruct, TaggedFields, TaggedNullableStruct
from kavka.protocol.generator.schema import TAGS, WireStruct

_DECLARED = {message.name: message for messages in generate.declarations().values() for message in messages}


def all_classes() -> list[type[Any]]:
    """Every generated message class."""
    return [getattr(kavka.protocol.messages, name) for name in MODULES]


def all_versions() -> list[tuple[type[Any], int]]:
    """(class, version) for everything that is declared."""
    return [(cls, version) for cls in all_classes() for version in range(cls.MIN_VERSION, cls.MAX_VERSION + 1)]


def declaration_of(cls: type[Any]) -> Any:
    """The declaration that a generated class came from."""
    return _DECLARED[cls.__name__]


def encode(message: Any, version: int) -> bytes:
    """What encode_message does, by plain construct."""
    wire = declaration_of(type(message)).struct(version)
    try:
        return bytes(wire.build(to_container(message, wire)))
    except (ConstructError, struct.error, TypeError, AttributeError, ValueError, OverflowError) as error:
        raise EncodeError(str(error)) from error


def decode(cls: type[Any], version: int, data: bytes) -> Any:
    """What decode_message does, by plain construct."""
    wire = declaration_of(cls).struct(version)
    stream = io.BytesIO(data)
    try:
        container = wire.parse_stream(stream)
    except (ConstructError, UnicodeDecodeError) as error:
        raise DecodeError(str(error)) from error
    if stream.tell() != len(data):
        raise DecodeError("trailing bytes")
    return from_container(cls, cls, wire, container)


def to_container(part: Any, wire: Any) -> dict[str, Any]:
    """The dict that construct builds from; refuses what this version cannot carry."""
    result = {}
    fields = {field.name: field for field in wire.declaration.fields}
    for named in wire.subcons:
        if named.name == TAGS:
            result[TAGS] = tags = {"unknown": list(part.unknown_tagged_fields)}
            for known in named.subcon.known.values():
                value = getattr(part, known.name)
                if not _is_default(value, fields.pop(known.name), known):
                    tags[known.name] = _to_construct(value, known.subcon)
        else:
            fields.pop(named.name)
            result[named.name] = _to_construct(getattr(part, named.name), named.subcon)
    for field in fields.values():
        if not field.ignorable and not _is_default(getattr(part, field.name), field, None):
            raise EncodeError(f"{field.name} is not in this version")
    if TAGS not in result and getattr(part, "unknown_tagged_fields", False):
        raise EncodeError("tagged fields in a version without them")
    return result


def from_container(root: Any, cls: type[Any], wire: Any, container: Any) -> Any:
    """The message that construct parsed."""
    values = {}
    for named in wire.subcons:
        if named.name == TAGS:
            tags = container[TAGS]
            values["unknown_tagged_fields"] = tuple(tags.unknown)
            for known in named.subcon.known.values():
                if known.name in tags:
                    values[known.name] = _from_construct(root, tags[known.name], known.subcon)
                elif isinstance(known.subcon, TaggedNullableStruct):
                    values[known.name] = getattr(root, _inner(known.subcon).declaration.name)()
        else:
            values[named.name] = _from_construct(root, container[named.name], named.subcon)
    return cls(**values)


def _is_default(value: Any, field: Any, known: Any) -> bool:
    if known is not None and isinstance(known.subcon, TaggedNullableStruct):
        return value is not None and bool(value == type(value)())
    if field.default == ():
        return not value and (value is not None or field.nullable.high < 0)
    if value is None or field.default is not None:
        return bool(value == field.default)
    if known is not None and isinstance(known.subcon, WireStruct):
        return bool(value == type(value)())
    return isinstance(value, kavka.protocol.message.Part) and value == type(value)()


def _inner(subcon: Any) -> Any:
    return subcon.subcon if isinstance(subcon, Nullable | NullableStruct) else subcon


def _element(subcon: Any) -> Any:
    """The element of an array, None for anything else."""
    subcon = _inner(subcon)
    return (
        subcon.subcons[1].subcon.subcon if hasattr(subcon, "subcons") and not isinstance(subcon, WireStruct) else None
    )


def _to_construct(value: Any, subcon: Any) -> Any:
    assert not isinstance(subcon, TaggedFields)
    if isinstance(subcon, NullableStruct):
        return None if value is None else to_container(value, subcon.subcon)
    if isinstance(subcon, WireStruct):
        return to_container(value, subcon)
    element = _element(subcon)
    if element is not None and value is not None:
        return [_to_construct(item, element) for item in value]
    return value


def _from_construct(root: Any, value: Any, subcon: Any) -> Any:
    if isinstance(subcon, NullableStruct):
        return None if value is None else _from_construct(root, value, subcon.subcon)
    if isinstance(subcon, WireStruct):
        return from_container(root, getattr(root, subcon.declaration.name), subcon, value)
    element = _element(subcon)
    if element is not None and value is not None:
        return [_from_construct(root, item, element) for item in value]
    return value
