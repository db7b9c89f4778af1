"""`kavka produce` and `kavka consume` with a schema registry, over HTTP, against a broker in this process."""

import json

import pytest

from kavka import LocalCluster, Producer
from kavka.cli.exit_codes import ExitCode
from tests.support.clients.command import Command
from tests.support.registry.fake_registry import FakeRegistry, serving

pytestmark = [pytest.mark.slow, pytest.mark.timeout(60)]

ORDER = {
    "type": "record",
    "name": "Order",
    "fields": [{"name": "id", "type": "long"}, {"name": "what", "type": "string"}],
}
PROTO = 'syntax = "proto3"; message Order { int32 id = 1; string what = 2; }'


@pytest.fixture
def kavka(capfdbinary, tmp_path, monkeypatch):
    monkeypatch.setattr("kavka.cli.client_settings.REACH_TIMEOUT_MS", 20_000)  # the broker has this process's loop
    return Command(capfdbinary, tmp_path)


async def test_values_and_keys_by_their_schemas(kavka, monkeypatch):
    with serving(FakeRegistry(login="me:word")) as registry:
        avro = registry.register("t-value", json.dumps(ORDER))
        proto = registry.register("p-value", PROTO, kind="PROTOBUF")
        registry.register("t-key", '"string"')
        url = registry.url.replace("http://", "http://me:word@")
        async with LocalCluster(1, in_loop=True, config={"num.partitions": "1"}) as cluster:
            monkeypatch.setenv("KAVKA_BOOTSTRAP", cluster.bootstrap)
            monkeypatch.setenv("KAVKA_REGISTRY", url)
            rows = b'{"id": 1, "what": "a"}\n{"id": 2, "what": "\xc3\xa9"}\n'
            await kavka("produce", "t", "--schema", "t-value", lines=rows)
            await kavka("produce", "t", "--schema", "p-value:1", lines=rows)
            await kavka("produce", "t", "-K", "|", "--key-schema", "t-key", lines=b'"k"|plain\n')
            assert await kavka("consume", "t", "-e") == rows * 2 + b"plain\n"
            assert (await kavka("consume", "t", "-e", "-o", "-1", "-f", "%k %s %V")) == b'"k" plain 5'
            shown = [json.loads(line) for line in (await kavka("consume", "t", "-e", "-J")).splitlines()]
            assert [item["payload"] for item in shown[:4]] == [json.loads(row) for row in rows.splitlines()] * 2
            assert [item.get("value_schema_id") for item in shown] == [avro, avro, proto, proto, None]
            assert (shown[4]["key"], shown[4]["key_schema_id"], shown[4]["payload"]) == ("k", 3, "plain")

            await kavka("produce", "copy", "-J", lines=await kavka("consume", "t", "-e", "-J"))
            monkeypatch.delenv("KAVKA_REGISTRY")
            raw = await kavka("consume", "t", "-e", "-f", "%k{hex} %s{hex}\\n")
            assert await kavka("consume", "copy", "-e", "-f", "%k{hex} %s{hex}\\n") == raw
            assert raw.split()[0].startswith(b"00%08x" % avro)


async def test_what_is_wrong_is_a_line(kavka, monkeypatch):
    with serving(FakeRegistry()) as registry:
        schema_id = registry.register("t-value", json.dumps(ORDER))
        async with LocalCluster(1, in_loop=True, config={"num.partitions": "1"}) as cluster:
            monkeypatch.setenv("KAVKA_BOOTSTRAP", cluster.bootstrap)
            options = ("--registry", registry.url)
            async with Producer(cluster.bootstrap) as producer:
                await producer.send_and_wait("t", b"\0" + schema_id.to_bytes(4, "big") + b"\x02\x02a")
                await producer.send_and_wait("t", b"\0\0\0\0\x63unknown")
            error = await kavka("consume", "t", "-e", *options, expected=ExitCode.FAILED)
            assert b"kavka: t [0] at offset 1 cannot be written: the registry has no schema 99\n" in error
            shown = [json.loads(line) for line in (await kavka("consume", "t", "-e", "-J", *options)).splitlines()]
            assert shown[0]["payload"] == {"id": 1, "what": "a"}
            assert shown[1]["payload_error"] == "the registry has no schema 99"
            nowhere = await kavka(
                "consume", "t", "-e", "-J", "--registry", "http://127.0.0.1:1", expected=ExitCode.FAILED
            )
            assert b"no schema registry answers: http://127.0.0.1:1" in nowhere

            send = ("produce", "t", "--schema", "t-value", *options)
            for line in (b'{"id": "x"}\n', b"no json\n"):
                assert (await kavka(*send, lines=line, expected=ExitCode.FAILED)).count(b"\n") == 1
            nothing = await kavka("produce", "t", "--schema", "u", *options, lines=b"1\n", expected=ExitCode.FAILED)
            assert b"the registry has no version latest of subject 'u'" in nothing
            usage = await kavka("produce", "t", "--schema", "u", lines=b"1\n", expected=ExitCode.USAGE)
            assert b"--registry URL" in usage
            assert b"URL is none" in await kavka("consume", "t", "--registry", "ftp://x", expected=ExitCode.USAGE)
