"""The registry's client: what it asks, and what it makes of answers, sound or not."""

import json

import pytest

from kavka.registry.client import RESPONSE_BYTES_MAX, RegistryClient
from kavka.registry.errors import RegistryUnreachable, SchemaNotFound, SchemaUnusable
from kavka.registry.schemas import SchemaType
from tests.support.registry.fake_registry import FakeRegistry


def client_of(registry, url="http://r:8081"):
    """A client without a network; the path is what follows the host."""
    return RegistryClient(url, get=lambda asked, headers: registry.answer(asked.split(":8081", 1)[1], headers))


async def test_a_schema_by_its_id_or_by_its_subject():
    registry = FakeRegistry()
    registry.register("orders-value", '"string"')
    second = registry.register("orders-value", "{}", kind="JSON")
    client = client_of(registry)
    assert (await client.schema(1)).schema_type is SchemaType.AVRO
    found = await client.schema_of("orders-value", "latest")
    assert (found.schema_id, found.schema_type, found.text) == (second, SchemaType.JSON, "{}")
    assert (await client.schema_of("orders-value", "1")).schema_id == 1


async def test_what_a_schema_refers_to_comes_before_it():
    registry = FakeRegistry()
    registry.register("a", '"int"')
    registry.register("b/c", '"long"', references=[("A", "a", 1)])
    registry.register("c", '"string"', references=[("B", "b/c", 1), ("A", "a", 1)])
    assert (await client_of(registry).schema(3)).referenced == (("A", '"int"'), ("B", '"long"'))
    assert registry.asked == ["/schemas/ids/3", "/subjects/b%2Fc/versions/1", "/subjects/a/versions/1"]


async def test_schemas_that_refer_to_each_other_end():
    registry = FakeRegistry()
    registry.register("a", "x", references=[("B", "b", 1)])
    registry.register("b", "y", references=[("A", "a", 1)])
    assert (await client_of(registry).schema(1)).referenced == (("A", "x"), ("B", "y"))


async def test_too_many_references_are_refused():
    registry = FakeRegistry()
    for number in range(1, 300):
        registry.register(f"s{number}", "x", references=[(f"n{number + 1}", f"s{number + 1}", 1)])
    with pytest.raises(SchemaUnusable, match="more than 200"):
        await client_of(registry).schema(1)


async def test_a_login_in_the_url_is_shown_and_said_nowhere():
    registry = FakeRegistry(login="us er:p@ss")
    registry.register("a", '"int"')
    assert (await client_of(registry, "http://us%20er:p%40ss@r:8081").schema(1)).text == '"int"'
    with pytest.raises(RegistryUnreachable, match=r"HTTP status 401 .*Unauthorized") as caught:
        await client_of(registry, "http://user:hunter2@r:8081").schema(1)
    assert "hunter2" not in str(caught.value)


async def test_of_several_the_next_is_asked():
    registry = FakeRegistry()
    registry.register("a", '"int"')

    def get(url, headers):
        if "first" in url:
            raise ConnectionRefusedError("refused")
        return registry.answer(url.split(":8081", 1)[1], headers)

    assert (await RegistryClient("http://first:8081, http://second:8081", get=get).schema(1)).text == '"int"'
    with pytest.raises(RegistryUnreachable, match="http://first:8081: refused"):
        await RegistryClient("http://first:8081", get=get).schema(1)


@pytest.mark.parametrize("url", ["", "ftp://r", "file:///etc/passwd", "http://", "http://a,"])
def test_a_url_that_is_none_is_refused(url):
    with pytest.raises(ValueError, match="URL is none"):
        RegistryClient(url)


@pytest.mark.parametrize(
    ("status", "body", "error"),
    [
        (404, b'{"error_code": 40403}', SchemaNotFound),
        (404, b"<html>", RegistryUnreachable),
        (500, b"oops", RegistryUnreachable),
        (200, b"<html>", RegistryUnreachable),
        (200, b"[1]", RegistryUnreachable),
        (200, b"{}", RegistryUnreachable),
        (200, b'{"schema": 5}', RegistryUnreachable),
        (200, b'{"schema": "x", "schemaType": "XML"}', SchemaUnusable),
        (200, b'{"schema": "x", "references": [{"name": "a"}]}', RegistryUnreachable),
        (200, b'{"schema": "x", "references": 5}', RegistryUnreachable),
        (200, b" " * (RESPONSE_BYTES_MAX + 1), RegistryUnreachable),
        (200, b"[" * 100_000, RegistryUnreachable),
    ],
)
async def test_what_is_no_answer_is_said(status, body, error):
    with pytest.raises(error):
        await RegistryClient("http://r", get=lambda url, headers: (status, body)).schema(1)


async def test_an_answer_may_have_more_than_is_needed():
    body = json.dumps({"schema": '"int"', "guid": "x", "references": None, "schemaType": None}).encode()
    assert (await RegistryClient("http://r", get=lambda url, headers: (200, body)).schema(1)).text == '"int"'
