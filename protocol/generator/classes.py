"""The message classes of a generated module, as source and as a type stub."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kavka.protocol.generator.schema import Array, Struct
from kavka.protocol.generator.source import Source
from kavka.protocol.message import NEVER

if TYPE_CHECKING:
    from kavka.protocol.generator.schema import Field, Message

_UNKNOWN = "unknown_tagged_fields"


def class_source(message: Message) -> list[str]:
    """Writes the lines of a message's class, with its structs as nested classes."""
    source = Source()
    source.line(f"class {message.name}(Message):")
    with source.block():
        _slots_and_constants(source, message, message.body)
        for part in message.parts():
            source.line("", f"class {part.name}(Part):")
            with source.block():
                _slots(source, message, part)
                _init(source, message, part)
        _init(source, message, message.body)
    for part in message.parts():  # a global is found faster than a nested class
        source.line("", f"{message.name}_{part.name} = {message.name}.{part.name}")
    return source.lines


def class_stub(message: Message) -> list[str]:
    """Writes the lines of the same class for mypy: typed attributes and signatures, no bodies."""
    source = Source()
    source.line(f"class {message.name}(Message):")
    with source.block():
        for part in message.parts():
            source.line(f"class {part.name}(Part):")
            with source.block():
                _stub_body(source, message, part)
            source.line("")
        _stub_body(source, message, message.body)
    return source.lines


def has_flexible(message: Message) -> bool:
    """Tells whether any version has tagged fields.

    Then the classes have an attribute for unknown ones.
    """
    return message.flexible.low <= message.versions.high and message.flexible.high >= message.versions.low


def _slots(source: Source, message: Message, part: Struct) -> None:
    names = [field.name for field in part.fields] + [_UNKNOWN] * has_flexible(message)
    source.line(f"__slots__ = ({', '.join(repr(name) for name in names)}{',' * (len(names) == 1)})")


def _slots_and_constants(source: Source, message: Message, part: Struct) -> None:
    _slots(source, message, part)
    source.line(
        f"API_KEY = {message.api_key}",
        f"MIN_VERSION = {message.versions.low}",
        f"MAX_VERSION = {message.versions.high}",
        f"FLEXIBLE_FROM = {message.flexible.low if has_flexible(message) else NEVER}",
    )


def _init(source: Source, message: Message, part: Struct) -> None:
    fields = part.fields
    arguments = [f"{field.name}={'EMPTY' if field.default == () else repr(field.default)}" for field in fields]
    if has_flexible(message):
        arguments.append(f"{_UNKNOWN}=()")
    source.line("", f"def __init__({', '.join(['self', *arguments])}):")
    with source.block():
        for field in fields:
            fresh = f"[] if {field.name} is EMPTY else " if field.default == () else ""
            source.line(f"self.{field.name} = {fresh}{field.name}")
        if has_flexible(message):
            source.line(f"self.{_UNKNOWN} = {_UNKNOWN}")
        elif not fields:
            source.line("pass")


def _stub_body(source: Source, message: Message, part: Struct) -> None:
    attributes = [(field.name, _annotation(message, field)) for field in part.fields]
    if has_flexible(message):
        attributes.append((_UNKNOWN, "tuple[tuple[int, bytes], ...]"))
    for name, annotation in attributes:
        source.line(f"{name}: {annotation}")
    signature = "".join(f", {name}: {annotation} = ..." for name, annotation in attributes)
    source.line(f"def __init__(self{signature}) -> None: ...")


def _annotation(message: Message, field: Field) -> str:
    declared = field.type
    if isinstance(declared, Struct):
        return f"{message.name}.{declared.name} | None"
    if isinstance(declared, Array):
        element = declared.element
        inner = f"{message.name}.{element.name}" if isinstance(element, Struct) else element.annotation
        annotation = f"list[{inner}]"
    else:
        annotation = declared.annotation
    may_be_none = field.default is None or field.nullable.low <= field.nullable.high
    return f"{annotation} | None" if may_be_none else annotation
