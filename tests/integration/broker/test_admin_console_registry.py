"""GET /messages by a schema registry's schemas: values decoded where that can be, else as bytes with the reason."""

from __future__ import annotations

import json
import socket

import pytest

from kavka import Admin, LocalCluster, NewTopic, Producer
from kavka.registry.client import RegistryClient
from kavka.registry.decoder import SchemaDecoder
from kavka.registry.wire_format import framed
from tests.support.http.admin_state import urls
from tests.support.http.web import ask
from tests.support.registry.fake_registry import FakeRegistry, serving

pytestmark = pytest.mark.slow

ORDER = json.dumps({"type": "record", "name": "Order", "fields": [{"name": "id", "type": "long"}]})
LIST = json.dumps({"type": "record", "name": "L", "fields": [{"name": "next", "type": ["null", "L"]}]})
NULLS = json.dumps({"type": "array", "items": "null"})
BIG = 2**63 - 1


async def get(url):
    answer = await ask(url)
    assert answer.status == 200, answer.body
    return answer.json()


def console(registry_url):
    return LocalCluster(1, in_loop=True, config={"kavka.console.registry.url": registry_url})


async def produced(cluster, *values):
    async with Admin(cluster.bootstrap) as admin, Producer(cluster.bootstrap) as producer:
        await admin.create_topics([NewTopic("t", 1)])
        for number, value in enumerate(values):
            await producer.send_and_wait("t", value, key=b"k", timestamp=1_000 + number)
    [url] = urls(cluster)
    return url


async def values(url, query=""):
    page = await get(f"{url}/messages?topic=t&partition=0&from=earliest{query}")
    return [record["value"] for record in page["records"]]


async def test_what_a_schema_wrote_is_shown_as_json_beside_its_bytes():
    with serving(FakeRegistry("me:secret")) as registry:
        avro = registry.register("t-value", ORDER)
        registry.register("j", "{}", kind="JSON")
        with_login = registry.url.replace("://", "://me:secret@")
        value = (await SchemaDecoder(RegistryClient(with_login)).codec("t-value")).encode({"id": BIG})
        text = framed(2, b'{"a": "\xc3\xa9"}')
        async with console(with_login) as cluster:
            url = await produced(cluster, value, b"plain", text, framed(99, b"x"), None)
            order, plain, by_json, unknown, null = await values(url)
            assert (order["decoded"], order["schema_id"]) == (f'{{"id": {BIG}}}', avro)
            assert order["bytes"] == len(value)
            assert "base64" in order
            assert plain == {"text": "plain", "bytes": 5, "is_cut": False}
            assert json.loads(by_json["decoded"]) == {"a": "é"}
            assert unknown["undecoded"] == "the registry has no schema 99"
            assert null is None
            tail = await get(f"{url}/messages/tail?topic=t&partition=0&after=0:0")
            assert tail["records"][0]["value"]["decoded"] == order["decoded"]
            settings = json.dumps(await get(f"{url}/brokers/0/configs"))
            assert "kavka.console.registry.url" in settings
            assert "secret@" not in settings


async def test_a_long_value_is_decoded_where_it_is_looked_at_by_itself():
    with serving(FakeRegistry()) as registry:
        registry.register("j", "{}", kind="JSON")
        long = json.dumps(["long"] * 10_000)
        async with console(registry.url) as cluster:
            url = await produced(cluster, framed(1, long.encode()))
            [listed] = await values(url)
            assert "by itself" in listed["undecoded"]
            [whole] = await values(url, "&limit=1&whole=1")
            assert whole["decoded"] == long


async def test_a_registry_that_is_down_costs_no_record():
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))  # nobody listens
        async with console(f"http://127.0.0.1:{closed.getsockname()[1]}") as cluster:
            url = await produced(cluster, framed(1, b"\x02"), b"plain")
            first, second = await values(url)
            assert first["base64"] == "AAAAAAEC"
            assert "no schema registry answers" in first["undecoded"]
            assert second["text"] == "plain"


async def test_a_registry_that_says_nothing_is_given_up():
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        async with console(f"http://127.0.0.1:{silent.getsockname()[1]}") as cluster:
            url = await produced(cluster, framed(1, b"\x02"), b"plain")
            first, second = await values(url)
            assert first["undecoded"]
            assert second["text"] == "plain"


@pytest.mark.parametrize(
    ("schema", "content"),
    [
        pytest.param(LIST, b"\x02" * 900_000 + b"\0", id="records in records as deep as a stack is not"),
        pytest.param(NULLS, b"\xfe\xff\xff\xff\xff\xff\xff\xff\x7f\0", id="more nulls than a memory has"),
    ],
)
async def test_a_value_that_ends_its_decoder_does_not_end_the_broker(schema, content):
    with serving(FakeRegistry()) as registry:
        registry.register("t-value", schema)
        async with console(registry.url) as cluster:
            url = await produced(cluster, framed(1, content), b"plain")
            [odd] = await values(url, "&limit=1&whole=1")
            assert odd["undecoded"]
            assert odd["bytes"] == len(content) + 5
            [after] = (await get(f"{url}/messages?topic=t&partition=0&from=1"))["records"]
            assert after["value"]["text"] == "plain"
