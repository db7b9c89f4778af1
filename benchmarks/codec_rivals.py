"""The codecs that ours is measured beside: each as a pair of calls, one that reads some bytes, one that writes them.

What they write is compared with our bytes before anything is timed, so all do the same work. Objects to be written
are those that the codec itself read, made before the clock runs; conversion from our classes is not their affair.
construct gets our own declarations, as its own Containers, without the step to message objects.
"""

from __future__ import annotations

import importlib
import io
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from kavka.protocol._generated.index import MODULES
from kavka.protocol.codec import decode_message, encode_message
from kavka.protocol.generator.generate import declarations

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.codec_messages import Case

OURS = "kavka"
AIOKAFKA_MODULES = {"produce": "produce", "fetch": "fetch", "metadata": "metadata"}
KAFKA_PYTHON_MODULES = {"produce": "producer", "fetch": "consumer", "metadata": "metadata"}


@dataclass(frozen=True, slots=True)
class Codec:
    """Two calls for one message, without arguments: what is timed."""

    name: str
    decode: Callable[[], Any]
    encode: Callable[[], Any]


def codecs(case: Case) -> list[Codec]:
    """Returns our codec first, then every rival's that has the message in that version."""
    data = encode_message(case.message, case.version)
    found = [make(case, data) for make in (_ours, _construct, _kio, _aiokafka, _kafka_python)]
    present = [codec for codec in found if codec is not None]
    for codec in present:
        assert bytes(codec.encode()) == data, f"{codec.name} writes other bytes for {case.name}"
    return present


def _ours(case: Case, data: bytes) -> Codec:
    decode = partial(decode_message, type(case.message), case.version, data)
    return Codec(OURS, decode, partial(encode_message, decode(), case.version))


def _construct(case: Case, data: bytes) -> Codec:
    by_name = {message.name: message for pair in declarations().values() for message in pair}
    wire: Any = by_name[type(case.message).__name__].struct(case.version)
    return Codec("construct", partial(wire.parse, data), partial(wire.build, wire.parse(data)))


def _kio(case: Case, data: bytes) -> Codec | None:
    from kio.index import UnknownEntity, load_entity_schema
    from kio.serial import entity_reader, entity_writer
    from kio.static.constants import EntityType

    name = type(case.message).__name__
    stem = MODULES[name]
    kind: Any = EntityType.request if name.endswith("Request") else EntityType.response
    if stem == "header":
        stem, kind = "request_header", EntityType.header
    try:
        entity: Any = load_entity_schema(stem, case.version, kind)
    except UnknownEntity:
        return None
    read, write = entity_reader(entity), entity_writer(entity)
    value, _ = read(data, 0)

    def encode() -> bytes:
        buffer = io.BytesIO()
        write(buffer, value)
        return buffer.getvalue()

    return Codec("kio", partial(read, data, 0), encode)


def _aiokafka(case: Case, data: bytes) -> Codec | None:
    name, stem = type(case.message).__name__, MODULES[type(case.message).__name__]
    if name == "RequestHeader":  # its class wants the request; its schema is what does the work
        schema = importlib.import_module("aiokafka.protocol.api").RequestHeader_v1.SCHEMA
        values = schema.decode(io.BytesIO(data))
        return Codec("aiokafka", lambda: schema.decode(io.BytesIO(data)), partial(schema.encode, values))
    if stem not in AIOKAFKA_MODULES:
        return None
    module = importlib.import_module(f"aiokafka.protocol.{AIOKAFKA_MODULES[stem]}")
    struct = getattr(module, f"{name}_v{case.version}", None)
    if struct is None:
        return None
    return Codec("aiokafka", partial(struct.decode, data), struct.decode(data).encode)


def _kafka_python(case: Case, data: bytes) -> Codec | None:
    name, stem = type(case.message).__name__, MODULES[type(case.message).__name__]
    if name == "RequestHeader":
        header = importlib.import_module("kafka.protocol.api_header").RequestHeader
        return Codec("kafka-python", lambda: header.decode(io.BytesIO(data)), header.decode(io.BytesIO(data)).encode)
    if stem not in KAFKA_PYTHON_MODULES:
        return None
    message = getattr(importlib.import_module(f"kafka.protocol.{KAFKA_PYTHON_MODULES[stem]}"), name)
    value = message.decode(data, version=case.version)
    value._header = None  # decode leaves it out, encode asks for it
    return Codec(
        "kafka-python",
        partial(message.decode, data, version=case.version),
        partial(value.encode, version=case.version),
    )
