"""A schema's two directions, by its type: bytes to a value that JSON can hold, and back.

Libraries are loaded when a schema needs them.

AVRO       fastavro        Avro's own JSON: unions as {"string": "x"}, bytes as one character a byte
PROTOBUF   protobuf        proto3's JSON, with the fields' names as the schema has them
JSON       nothing         itself; it is not validated
"""

from __future__ import annotations

import json
from typing import Any, Protocol

from kavka.registry.errors import UndecodableValue
from kavka.registry.schemas import Schema, SchemaType
from kavka.registry.wire_format import HEADER_BYTES, framed


class Codec(Protocol):
    """Reads and writes values of one schema."""

    def decode(self, content: bytes) -> Any:
        """Returns the value of framed content.

        Raises:
            UndecodableValue: it is not of the schema.
        """

    def encode(self, value: Any) -> bytes:
        """Returns a value as framed content.

        Raises:
            UndecodableValue: it is not of the schema.
        """


def codec_of(schema: Schema) -> Codec:
    """Makes the codec of a schema. It may take a while: call it in a thread.

    Raises:
        LibraryMissing: what it needs is not installed.
        SchemaUnusable: the schema makes no sense.
    """
    if schema.schema_type is SchemaType.AVRO:
        from kavka.registry.avro import AvroCodec

        return AvroCodec(schema)
    if schema.schema_type is SchemaType.PROTOBUF:
        from kavka.registry.protobuf import ProtobufCodec

        return ProtobufCodec(schema)
    return JsonCodec(schema)


class JsonCodec:
    """JSON behind a schema's id."""

    def __init__(self, schema: Schema) -> None:
        self._schema_id = schema.schema_id

    def decode(self, content: bytes) -> Any:
        """Returns the value; see `Codec`."""
        try:
            return json.loads(content[HEADER_BYTES:])
        except (ValueError, RecursionError) as error:
            raise UndecodableValue(f"it is no JSON: {error}") from None

    def encode(self, value: Any) -> bytes:
        """Returns the content; see `Codec`."""
        return framed(self._schema_id, json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())
