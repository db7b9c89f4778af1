"""A schema as its registry tells it, with all that it refers to. Values, no I/O."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class SchemaType(Enum):
    """In what a schema is written."""

    AVRO = "AVRO"
    PROTOBUF = "PROTOBUF"
    JSON = "JSON"


class SchemaReference(NamedTuple):
    """How a schema names another one."""

    name: str
    """In its text: a full name of Avro, a path of Protobuf, a URL of JSON Schema."""
    subject: str
    version: int


class SchemaText(NamedTuple):
    """One schema, as text."""

    schema_type: SchemaType
    text: str
    references: tuple[SchemaReference, ...] = ()
    schema_id: int = -1
    """−1: it was asked for by another name."""


class Schema(NamedTuple):
    """A schema that can be used."""

    schema_id: int
    schema_type: SchemaType
    text: str
    referenced: tuple[tuple[str, str], ...] = ()
    """(name, text) of all that it refers to, what others refer to before those."""
