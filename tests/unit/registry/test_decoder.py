"""Values by schemas: Avro, Protobuf and JSON Schema, there and back, each schema fetched once."""

import io
import json

import fastavro
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kavka.registry.client import RegistryClient
from kavka.registry.codecs import codec_of
from kavka.registry.decoder import FAILURE_AGE_MS_MAX, SchemaDecoder
from kavka.registry.errors import (
    LibraryMissing,
    NotFramed,
    RegistryUnreachable,
    SchemaNotFound,
    SchemaUnusable,
    UndecodableValue,
)
from kavka.registry.schemas import Schema, SchemaType
from kavka.registry.wire_format import framed
from kavka.timer.clock import ManualClock
from tests.support.registry.fake_registry import FakeRegistry

ORDER = {
    "type": "record",
    "name": "Order",
    "fields": [
        {"name": "id", "type": "long"},
        {"name": "note", "type": ["null", "string"]},
        {"name": "raw", "type": "bytes"},
        {"name": "at", "type": {"type": "long", "logicalType": "timestamp-millis"}},
    ],
}
PROTO = """
syntax = "proto3";
package shop;
import "money.proto";
import "google/protobuf/timestamp.proto";
message Order {
  message Line { string what = 1; int32 count = 2; }
  int64 id = 1; repeated Line lines = 2; Money price = 3; google.protobuf.Timestamp placed_at = 4;
}
message Refund { message Why { string text = 1; } int64 id = 1; }
"""
MONEY = 'syntax = "proto3"; package shop; message Money { string currency = 1; int64 cents = 2; }'


@pytest.fixture
def registry():
    return FakeRegistry()


@pytest.fixture
def clock():
    return ManualClock()


@pytest.fixture
def decoder(registry, clock):
    client = RegistryClient("http://r", get=lambda url, headers: registry.answer(url.removeprefix("http://r"), headers))
    return SchemaDecoder(client, clock=clock)


def avro(schema_id, schema, value):
    written = io.BytesIO()
    fastavro.schemaless_writer(written, fastavro.parse_schema(schema), value)
    return framed(schema_id, written.getvalue())


async def test_avro_is_shown_in_avros_json(registry, decoder):
    schema_id = registry.register("orders-value", json.dumps(ORDER))
    content = avro(schema_id, ORDER, {"id": 7, "note": "hé", "raw": b"\xff\0", "at": 1_700_000_000_000})
    decoded = await decoder.decode_one(content)
    assert decoded.schema_id == schema_id
    assert decoded.value == {"id": 7, "note": {"string": "hé"}, "raw": "ÿ\0", "at": 1_700_000_000_000}
    assert json.loads(json.dumps(decoded.value)) == decoded.value
    assert (await decoder.codec("orders-value")).encode(decoded.value) == content


@pytest.mark.parametrize(("schema", "value"), [('"string"', "x"), ("string", "x"), ('"null"', None), ('"long"', 5)])
async def test_avro_without_a_record(registry, decoder, schema, value):
    content = avro(registry.register("s", schema), schema.strip('"'), value)
    assert (await decoder.decode_one(content)).value == value
    assert (await decoder.codec("s:1")).encode(value) == content


async def test_avro_refers_to_other_schemas(registry, decoder):
    inner = {"type": "enum", "name": "shop.Size", "symbols": ["S", "L"]}
    outer = {"type": "record", "name": "shop.Shirt", "fields": [{"name": "size", "type": "shop.Size"}]}
    registry.register("size", json.dumps(inner))
    schema_id = registry.register("shirt", json.dumps(outer), references=[("shop.Size", "size", 1)])
    whole = {**outer, "fields": [{"name": "size", "type": inner}]}
    assert (await decoder.decode_one(avro(schema_id, whole, {"size": "L"}))).value == {"size": "L"}


async def test_protobuf_with_imports_and_message_indexes(registry, decoder):
    registry.register("money", MONEY, kind="PROTOBUF")
    schema_id = registry.register("orders", PROTO, kind="PROTOBUF", references=[("money.proto", "money", 1)])
    value = {
        "id": "7",
        "lines": [{"what": "hé", "count": 2}],
        "price": {"currency": "CZK", "cents": "100"},
        "placed_at": "2026-11-28T00:00:00Z",
    }
    content = (await decoder.codec("orders")).encode(value)
    assert content[:6] == framed(schema_id, b"\0")
    assert (await decoder.decode_one(content)).value == value
    assert decoder.decode(framed(schema_id, b"\2\2\x08\x05")).value == {"id": "5"}  # Refund
    assert decoder.decode(framed(schema_id, b"\4\2\0\x0a\x01x")).value == {"text": "x"}  # Refund.Why
    for broken in (b"\2\x0e", b"\0\xff", b"\4", b"\2\3"):
        with pytest.raises(UndecodableValue):
            decoder.decode(framed(schema_id, broken))
    with pytest.raises(UndecodableValue, match="Protobuf schema"):
        (await decoder.codec("orders")).encode({"nothing": 1})


async def test_json_schema_is_json(registry, decoder):
    schema_id = registry.register("s", '{"type": "object"}', kind="JSON")
    assert (await decoder.decode_one(framed(schema_id, b'{"a": [1, null]}'))).value == {"a": [1, None]}
    assert (await decoder.codec("s")).encode({"a": "é"}) == framed(schema_id, '{"a":"é"}'.encode())
    with pytest.raises(UndecodableValue, match="no JSON"):
        decoder.decode(framed(schema_id, b"{"))


async def test_each_schema_is_fetched_once(registry, decoder):
    first, second = registry.register("a", '"long"'), registry.register("b", '"string"')
    contents = [avro(first, "long", 1), None, b"plain", avro(second, "string", "x"), avro(first, "long", 2)]
    await decoder.prepare(contents)
    await decoder.prepare(contents)
    assert registry.asked == [f"/schemas/ids/{first}", f"/schemas/ids/{second}"]
    assert decoder.decode(contents[4]).value == 2
    with pytest.raises(NotFramed):
        decoder.decode(b"plain")


async def test_a_schema_that_is_not_there_is_asked_for_again_later(registry, decoder, clock):
    content = avro(1, "long", 1)
    for _ in range(3):
        with pytest.raises(SchemaNotFound, match="the registry has no schema 1"):
            await decoder.decode_one(content)
    assert len(registry.asked) == 1
    registry.register("a", '"long"')
    clock.advance(FAILURE_AGE_MS_MAX)
    assert (await decoder.decode_one(content)).value == 1


async def test_what_was_not_prepared_is_said(decoder):
    with pytest.raises(RegistryUnreachable, match="was not fetched"):
        decoder.decode(avro(1, "long", 1))


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("AVRO", '{"type": "nothing"}'),
        ("AVRO", "{"),
        ("AVRO", "[" * 50_000),
        ("PROTOBUF", "message {"),
        ("PROTOBUF", 'syntax = "proto3"; import "not-there.proto"; message A {}'),
    ],
)
def test_a_schema_that_makes_no_sense_is_said(kind, text):
    with pytest.raises(SchemaUnusable, match="schema 7"):
        codec_of(Schema(7, SchemaType[kind], text))


@pytest.mark.parametrize("path", ["../out.proto", "/tmp/out.proto", "."])
def test_an_import_stays_in_its_place(path):
    with pytest.raises(SchemaUnusable, match="no path inside a schema"):
        codec_of(Schema(7, SchemaType.PROTOBUF, 'syntax = "proto3"; message A {}', ((path, "x"),)))


AVRO_CODEC = codec_of(Schema(7, SchemaType.AVRO, json.dumps(ORDER)))


@given(st.binary(max_size=40))
def test_garbage_behind_an_id_is_a_value_or_refused(content):
    try:
        json.dumps(AVRO_CODEC.decode(framed(7, content)))
    except UndecodableValue:
        return


@pytest.mark.parametrize("value", [None, 5, {}, {"id": "x"}, {"id": 1, "note": "untyped", "raw": "", "at": 1}])
def test_a_value_that_is_not_of_its_schema_is_refused(value):
    with pytest.raises(UndecodableValue, match="Avro schema 7"):
        AVRO_CODEC.encode(value)


@pytest.mark.parametrize(
    ("module", "kind", "text"), [("fastavro", "AVRO", '"int"'), ("google.protobuf", "PROTOBUF", 'syntax = "proto3";')]
)
def test_a_library_that_is_missing_is_said_with_its_cure(monkeypatch, module, kind, text):
    monkeypatch.setitem(__import__("sys").modules, module, None)
    with pytest.raises(LibraryMissing, match=r"pip install 'kavka\[registry\]'"):
        codec_of(Schema(7, SchemaType[kind], text))
