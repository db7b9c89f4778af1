"""Writes the declarations of requests and responses as a table that needs no construct: what people are shown.

    protocol/messages/<api>.py ──▶ protocol/_generated/declared.py: classes with their fields, types, versions, defaults

`kavka request` reads it, to explain messages and to read them from JSON. What a field means is not declared here
(`protocol/field_meanings.py`), and what the codecs do is in the other generated modules.
"""

from __future__ import annotations

import inspect
import sys
from typing import TYPE_CHECKING

from kavka.protocol.generator.schema import Array, Struct

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kavka.protocol.generator.schema import Field, Message


def declared_source(all_messages: dict[str, tuple[Message, ...]]) -> str:
    """Writes the table of every API's messages, and the notes on each API."""
    apis = {stem: messages for stem, messages in all_messages.items() if messages[0].api_key >= 0}
    lines = ['"""Written by `make generate`: the declared fields of every API. Do not edit."""', "", "NOTES = {"]
    lines += [f"    {messages[0].api_key}: {_notes(stem)!r}," for stem, messages in apis.items()]
    lines += ["}", "", "FIELDS = {"]
    for messages in apis.values():
        for message in messages:
            lines += _struct(message.name, message.body)
            for part in message.parts():
                lines += _struct(f"{message.name}.{part.name}", part)
    return "\n".join([*lines, "}", ""])


def declared_stub() -> str:
    """Writes the table's types."""
    return (
        "from typing import Any\n\nNOTES: dict[int, str]\n"
        "FIELDS: dict[str, tuple[tuple[str, str, bool, tuple[int, int], tuple[int, int], Any, tuple[int, int]], ...]]\n"
    )


def _notes(stem: str) -> str:
    """The docstring of an API's declarations: what it is for, and what each version brought."""
    return inspect.getdoc(sys.modules[f"kavka.protocol.messages.{stem}"]) or ""


def _struct(name: str, part: Struct) -> Iterator[str]:
    yield f"    {name!r}: ("
    yield from (f"        {_row(field)!r}," for field in part.fields)
    yield "    ),"


def _row(field: Field) -> tuple[object, ...]:
    is_list = isinstance(field.type, Array)
    kind = field.type.element if isinstance(field.type, Array) else field.type
    default = field.default
    return (field.name, kind.name, is_list, tuple(field.versions), tuple(field.nullable), default, tuple(field.tagged))
