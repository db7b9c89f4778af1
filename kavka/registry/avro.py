"""Avro values by fastavro, in Avro's own JSON encoding, as kcat and Confluent's console tools show them."""

from __future__ import annotations

import io
import json
from typing import Any, Final

from kavka.registry.errors import LibraryMissing, SchemaUnusable, UndecodableValue
from kavka.registry.schemas import Schema
from kavka.registry.wire_format import HEADER_BYTES, framed

_FAILURES: Final = (
    *(ValueError, TypeError, LookupError, AttributeError, ArithmeticError, EOFError, OSError, AssertionError),
    *(StopIteration, RecursionError, MemoryError, NotImplementedError),
)
"""What fastavro raises on content or a value that is not of the schema: whatever met it first."""


class AvroCodec:
    """Reads and writes values of one Avro schema.

    Args:
        schema: The schema, and the named ones that it refers to.

    Raises:
        LibraryMissing: fastavro is not installed.
        SchemaUnusable: the schema makes no sense.
    """

    def __init__(self, schema: Schema) -> None:
        try:
            import fastavro
        except ImportError:
            raise LibraryMissing("fastavro", "Avro") from None
        self._avro = fastavro
        self._schema_id = schema.schema_id
        named: dict[str, Any] = {}
        try:
            for _, text in schema.referenced:
                fastavro.parse_schema(_parsed(text), named_schemas=named)
            self._schema = fastavro.parse_schema(_parsed(schema.text), named_schemas=named)
        except (*_FAILURES, fastavro.schema.SchemaParseException, fastavro.schema.UnknownType) as error:
            raise SchemaUnusable(f"Avro schema {schema.schema_id} makes no sense: {error}") from None

    def decode(self, content: bytes) -> Any:
        """Returns the value; see `codecs.Codec`."""
        stream = io.BytesIO(content)
        stream.seek(HEADER_BYTES)
        written = io.StringIO()
        try:
            value = self._avro.schemaless_reader(stream, self._schema, None)
            self._avro.json_writer(written, self._schema, [value])
        except _FAILURES as error:
            raise UndecodableValue(f"it is not of Avro schema {self._schema_id}: {error!r}") from None
        if stream.tell() < len(content):
            raise UndecodableValue(f"{len(content) - stream.tell()} bytes follow the value of schema {self._schema_id}")
        return json.loads(written.getvalue())

    def encode(self, value: Any) -> bytes:
        """Returns the content; see `codecs.Codec`."""
        written = io.BytesIO()
        try:
            (found,) = self._avro.json_reader(io.StringIO(json.dumps(value)), self._schema)
            self._avro.schemaless_writer(written, self._schema, found)
        except _FAILURES as error:
            raise UndecodableValue(f"it is not of Avro schema {self._schema_id}: {error!r}") from None
        return framed(self._schema_id, written.getvalue())


def _parsed(text: str) -> Any:
    """Reads a schema's JSON; a primitive's name may stand alone, without quotes."""
    try:
        return json.loads(text)
    except ValueError:
        return text.strip()
