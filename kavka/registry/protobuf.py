"""Protobuf values by Google's own library; a schema's text is compiled by protoc, which grpcio-tools brings (0074).

    text, and what it imports ─▶ protoc, in a process of its own ─▶ descriptors ─▶ a class for each message

A process, because protoc speaks to stderr and ends on its own terms: a schema is somebody else's text. It is once for
each schema, and takes half a second. Field names are the schema's; fields without presence are shown with their
default.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from kavka.registry.errors import LibraryMissing, SchemaUnusable, UndecodableValue
from kavka.registry.schemas import Schema
from kavka.registry.wire_format import framed, read_indexes, write_indexes

COMPILE_SECONDS_MAX: Final = 30
_MAIN_FILE: Final = "kavka_schema.proto"
_INDEXES: Final = (0,)
"""The message that is written: the first of its file, as Confluent's clients have it unless told otherwise."""


class ProtobufCodec:
    """Reads and writes the messages of one Protobuf schema.

    Args:
        schema: The schema, and the files that it imports.

    Raises:
        LibraryMissing: protobuf or grpcio-tools is not installed.
        SchemaUnusable: protoc does not take the schema.
    """

    def __init__(self, schema: Schema) -> None:
        try:
            from google.protobuf import descriptor_pool, json_format
        except ImportError:
            raise LibraryMissing("protobuf", "Protobuf") from None
        self._json = json_format
        self._schema_id = schema.schema_id
        self._classes: dict[tuple[int, ...], Any] = {}
        pool = descriptor_pool.DescriptorPool()
        for file in compiled(schema):
            pool.Add(file)
        self._file = pool.FindFileByName(_MAIN_FILE)

    def decode(self, content: bytes) -> Any:
        """Returns the value; see `codecs.Codec`."""
        from google.protobuf.message import DecodeError

        indexes, position = read_indexes(content)
        message = self._class(tuple(indexes))()
        try:
            message.ParseFromString(bytes(content[position:]))
            return self._json.MessageToDict(
                message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
            )
        except (DecodeError, self._json.Error, ValueError, TypeError, RecursionError) as error:
            raise UndecodableValue(f"it is not of Protobuf schema {self._schema_id}: {error}") from None

    def encode(self, value: Any) -> bytes:
        """Returns the content of the schema's first message; see `codecs.Codec`."""
        message = self._class(_INDEXES)()
        try:
            self._json.ParseDict(value, message)
        except (self._json.Error, ValueError, TypeError, AttributeError, RecursionError) as error:
            raise UndecodableValue(f"it is not of Protobuf schema {self._schema_id}: {error}") from None
        return framed(self._schema_id, write_indexes(_INDEXES) + message.SerializeToString())

    def _class(self, indexes: tuple[int, ...]) -> Any:
        """Returns the class of a message by its place in the file."""
        if indexes in self._classes:
            return self._classes[indexes]
        from google.protobuf import message_factory

        place: Any = None
        for index in indexes:
            inner = list(self._file.message_types_by_name.values()) if place is None else place.nested_types
            if not 0 <= index < len(inner):
                raise UndecodableValue(f"Protobuf schema {self._schema_id} has no message {list(indexes)}")
            place = inner[index]
        self._classes[indexes] = message_factory.GetMessageClass(place)
        return self._classes[indexes]


def compiled(schema: Schema) -> Sequence[Any]:
    """Compiles a schema to descriptors of its file and its imports, these first.

    Raises:
        LibraryMissing: grpcio-tools is not installed.
        SchemaUnusable: protoc does not take the schema.
    """
    if find_spec("grpc_tools") is None:
        raise LibraryMissing("grpcio-tools", "Protobuf")
    from google.protobuf.descriptor_pb2 import FileDescriptorSet

    with tempfile.TemporaryDirectory(prefix="kavka-protobuf-") as name:
        folder = Path(name)
        for path, text in (*schema.referenced, (_MAIN_FILE, schema.text)):
            _write(folder, path, text)
        output = folder / ".descriptors"
        arguments = ["-I", name, "--include_imports", "--descriptor_set_out", str(output), _MAIN_FILE]
        try:
            done = subprocess.run(
                [sys.executable, "-P", "-m", "grpc_tools.protoc", *arguments],
                capture_output=True,
                cwd=name,
                timeout=COMPILE_SECONDS_MAX,
            )
        except subprocess.TimeoutExpired:
            raise SchemaUnusable(f"protoc did not end with schema {schema.schema_id}") from None
        if done.returncode != 0 or not output.exists():
            said = done.stderr.decode(errors="replace").strip().splitlines() or ["it says nothing"]
            raise SchemaUnusable(f"protoc does not take schema {schema.schema_id}: {said[0]}")
        return list(FileDescriptorSet.FromString(output.read_bytes()).file)


def _write(folder: Path, path: str, text: str) -> None:
    """Writes an imported file where protoc looks for it; its path is the registry's to say, so it is checked."""
    target = (folder / path).resolve()
    if not target.is_relative_to(folder.resolve()) or target == folder.resolve():
        raise SchemaUnusable(f"it imports {path!r}, which is no path inside a schema")
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, encoding="utf-8")
