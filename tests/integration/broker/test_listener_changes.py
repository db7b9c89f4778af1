"""Listeners that come and go while the broker runs, as Kafka's do (KIP-226)."""

from __future__ import annotations

import asyncio

import pytest

from kavka.client.admin import Admin
from kavka.client.configs import Changes, ConfigResource
from kavka.client.connection import Connection
from kavka.client.errors import ClientError
from kavka.protocol.errors import InvalidRequest
from kavka.protocol.messages import MetadataRequest
from tests.support.broker.whole_broker import DEADLINE, properties, running
from tests.support.certificates import Authority
from tests.support.processes.cluster import free_port

BROKER = ConfigResource.broker(0)
MAP = "PLAINTEXT:PLAINTEXT,EXTRA:PLAINTEXT,INNER:SASL_PLAINTEXT"
PLAIN = 'org.apache.kafka.common.security.plain.PlainLoginModule required user_ann="ann-secret";'


@pytest.fixture
def values(zookeeper, tmp_path):
    address = f"PLAINTEXT://127.0.0.1:{free_port()}"
    return properties(zookeeper, tmp_path, listeners=address, listener__security__protocol__map=MAP)


async def alter(port, **changes):
    async with Admin(f"127.0.0.1:{port}") as admin:
        await admin.alter_configs(
            BROKER, Changes(set={name.replace("__", "."): value for name, value in changes.items()})
        )


async def told(port):
    """Where this broker says that it is, to whoever comes by this port."""
    async with await Connection.open("127.0.0.1", port, client_id="test") as connection:
        answer = await connection.request(MetadataRequest(topics=[]), version=5)
    return [(node.host, node.port) for node in answer.brokers]


async def until_told(port, expected):
    async with asyncio.timeout(DEADLINE):
        while True:
            try:
                if await told(port) == expected:
                    return
            except OSError:
                pass
            await asyncio.sleep(0.01)


async def until_closed(port):
    async with asyncio.timeout(DEADLINE):
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
            except ConnectionRefusedError:
                return
            writer.close()
            await asyncio.sleep(0.01)


async def test_a_listener_comes_and_goes_and_clients_are_told(values):
    extra = free_port()
    async with running(values) as ready:
        before = values["listeners"]
        await alter(ready.port, listeners=f"{before},EXTRA://127.0.0.1:{extra}")
        await until_told(extra, [("127.0.0.1", extra)])
        assert await told(ready.port) == [("127.0.0.1", ready.port)], "each listener tells of itself"
        async with await Connection.open("127.0.0.1", extra, client_id="test") as held:
            await alter(extra, listeners=before)
            await until_closed(extra)
            while not held.is_closed:  # noqa: ASYNC110 - the broker closes it
                await asyncio.sleep(0.01)
        assert await told(ready.port) == [("127.0.0.1", ready.port)]


async def test_another_setting_disturbs_no_connection(values):
    async with running(values) as ready, await Connection.open("127.0.0.1", ready.port, client_id="test") as held:
        for retention_ms in ("5000", "6000"):
            await alter(ready.port, log__retention__ms=retention_ms)
            await alter(ready.port, sasl__kerberos__min__time__before__relogin=retention_ms)
        await held.request(MetadataRequest(topics=[]), version=5)


async def test_what_came_while_it_ran_is_there_after_a_restart(values):
    extra = free_port()
    async with running(values) as ready:
        await alter(ready.port, listeners=f"{values['listeners']},EXTRA://127.0.0.1:{extra}")
        await until_told(extra, [("127.0.0.1", extra)])
    async with running(values):
        await until_told(extra, [("127.0.0.1", extra)])


async def test_the_only_listener_moves_to_another_port(values):
    other = free_port()
    async with running(values) as ready:
        await alter(ready.port, listeners=f"PLAINTEXT://127.0.0.1:{other}")
        await until_told(other, [("127.0.0.1", other)])
        await until_closed(ready.port)


async def test_another_name_takes_over_an_address(values):
    shared = free_port()
    async with running(values) as ready:
        await alter(ready.port, listeners=f"{values['listeners']},EXTRA://127.0.0.1:{shared}")
        await until_told(shared, [("127.0.0.1", shared)])
        await alter(
            ready.port,
            listener__security__protocol__map=f"{MAP},MORE:PLAINTEXT",
            listeners=f"{values['listeners']},MORE://127.0.0.1:{shared}",
        )
        await until_told(shared, [("127.0.0.1", shared)])


async def test_a_tls_listener_goes_and_leaves_its_settings_behind(values, tmp_path):
    """Also those that it was given while the broker ran; the settings that stay do not keep another one from coming."""
    encrypted = free_port()
    authority = Authority()
    tls = {
        "listeners": f"{values['listeners']},SSL://127.0.0.1:{encrypted}",
        "listener.security.protocol.map": f"{MAP},SSL:SSL",
        "ssl.keystore.location": str(authority.issue("broker").write(tmp_path)),
        "ssl.truststore.location": str(authority.write(tmp_path)),
        "listener.name.ssl.ssl.client.auth": "requested",
    }
    async with running({**values, **tls}) as ready:
        await alter(ready.port, listener__name__ssl__ssl__endpoint__identification__algorithm="")
        await alter(ready.port, listeners=values["listeners"])
        await until_closed(encrypted)
        await alter(ready.port, log__retention__ms="5000")
        extra = free_port()
        await alter(ready.port, listeners=f"{values['listeners']},EXTRA://127.0.0.1:{extra}")
        await until_told(extra, [("127.0.0.1", extra)])
    async with running({**values, **tls}):
        await until_told(extra, [("127.0.0.1", extra)])


async def answers(port):
    """Whether a connection to this port is let in, and kept."""
    try:
        async with await Connection.open("127.0.0.1", port, client_id="test") as connection:
            await connection.request(MetadataRequest(topics=[]), version=5)
    except (OSError, ClientError):
        return False
    return True


async def until_answers(port, *, expected):
    async with asyncio.timeout(DEADLINE):
        while await answers(port) is not expected:  # noqa: ASYNC110 - the broker hears of it by ZooKeeper
            await asyncio.sleep(0.01)


async def test_a_listener_has_a_limit_of_its_own_from_the_file_and_while_the_broker_runs(values):
    """As Kafka's (KIP-402): the other listeners do not feel it."""
    extra = free_port()
    limit = "listener.name.extra.max.connections"
    values |= {"listeners": f"{values['listeners']},EXTRA://127.0.0.1:{extra}", limit: "1"}
    async with running(values) as ready, await Connection.open("127.0.0.1", extra, client_id="test"):
        assert not await answers(extra)
        assert await answers(ready.port)
        await alter(ready.port, **{limit: "2"})
        await until_answers(extra, expected=True)
        await alter(ready.port, **{limit: "1"})
        await until_answers(extra, expected=False)


async def test_an_advertised_address_changes_at_once(values):
    async with running(values) as ready:
        await alter(ready.port, advertised__listeners=f"PLAINTEXT://localhost:{ready.port}")
        await until_told(ready.port, [("localhost", ready.port)])


async def test_a_listener_with_logins_is_added_to_a_broker_that_had_none(values):
    inner = free_port()
    async with running(values | {"password.encoder.secret": "encoder"}) as ready:
        await alter(
            ready.port,
            listeners=f"{values['listeners']},INNER://127.0.0.1:{inner}",
            listener__name__inner__sasl__enabled__mechanisms="PLAIN",
            listener__name__inner__plain__sasl__jaas__config=PLAIN,
        )
        await until_told(ready.port, [("127.0.0.1", ready.port)])
        login = {
            "security.protocol": "SASL_PLAINTEXT",
            "sasl.mechanism": "PLAIN",
            "sasl.jaas.config": PLAIN.replace("user_ann=", 'username="ann" password='),
        }
        async with asyncio.timeout(DEADLINE):
            while True:
                try:
                    async with Admin(f"127.0.0.1:{inner}", security=login) as admin:
                        if [broker.port for broker in (await admin.describe_cluster()).brokers] == [inner]:
                            return
                except (OSError, ClientError):  # not open yet
                    pass
                await asyncio.sleep(0.01)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (
            {"listener.security.protocol.map": MAP.replace("PLAINTEXT:PLAINTEXT", "PLAINTEXT:SASL_PLAINTEXT", 1)},
            "existing",
        ),
        ({"listeners": "EXTRA://127.0.0.1:0"}, "inter.broker.listener.name"),
        ({"advertised.listeners": "EXTRA://h:1"}, "EXTRA is not among the listeners"),
        ({"listeners": "NONE://127.0.0.1:0"}, "NONE"),
        ({"listeners": ""}, "it names no listener"),
    ],
)
async def test_what_cannot_be_is_refused(values, changes, words):
    async with running(values) as ready:
        with pytest.raises(InvalidRequest, match=words):
            await alter(ready.port, **changes)
        assert await told(ready.port) == [("127.0.0.1", ready.port)]


async def test_a_port_that_is_taken_is_not_advertised_and_disturbs_nobody(values, caplog):
    async with running(values) as ready:
        other = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
        taken = other.sockets[0].getsockname()[1]
        await alter(ready.port, listeners=f"{values['listeners']},EXTRA://127.0.0.1:{taken}")
        async with asyncio.timeout(DEADLINE):
            while "listener EXTRA is not opened" not in caplog.text:  # noqa: ASYNC110 - the log tells
                await asyncio.sleep(0.01)
        assert await told(ready.port) == [("127.0.0.1", ready.port)]
        other.close()
