"""DescribeClientQuotas and AlterClientQuotas: what stands in ZooKeeper, what is refused, what takes effect."""

from __future__ import annotations

import asyncio
import contextlib

import pytest

from kavka.broker.assembly.quotas import assemble_quotas, client_quotas
from kavka.broker.handlers import alter_client_quotas, describe_client_quotas
from kavka.broker.network.connection_limits import ConnectionLimits
from kavka.broker.requests.error_responses import error_response
from kavka.protocol.errors import ErrorCode, InvalidRequest, UnsupportedVersion
from kavka.protocol.messages import AlterClientQuotasRequest, DescribeClientQuotasRequest
from kavka.zk import paths
from kavka.zk.znodes import ConfigChangeZNode, ConfigZNode
from tests.support.broker.configured import ask
from tests.support.broker.fakes import config, services

EXACT, DEFAULT_NAME, ANY = range(3)
OK = (0, None)


@contextlib.asynccontextmanager
async def broker_with_quotas(zookeeper=None):
    broker = services(config(), zookeeper)
    await broker.zk.start(1000)
    for kind in ("topics", "brokers", "users", "clients", "ips"):
        await broker.zk.create(f"/config/{kind}", make_parents=True)
    await broker.zk.create(paths.CONFIG_CHANGES)
    limits = ConnectionLimits()
    quotas = client_quotas(broker.config, clock=broker.clock, metrics=broker.metrics, ticks=lambda: 0)
    broker.config_changes.add_listener(assemble_quotas(broker.zk, quotas, limits.of_addresses, [broker]))
    await broker.config_changes.start()
    async with asyncio.TaskGroup() as tasks:
        listening = tasks.create_task(broker.config_changes.run())
        yield broker, limits
        listening.cancel()
    await broker.zk.close()


def entity(**names):
    part = AlterClientQuotasRequest.EntityData
    return [part(entity_type=kind.replace("_", "-"), entity_name=name) for kind, name in names.items()]


def op(key, value):
    operation = AlterClientQuotasRequest.OpData
    return operation(key=key, value=value or 0.0, remove=value is None)


async def alter(broker, *entries, version=1, validate_only=False):
    """(entity, {key: value or None}), … ; returns (code, message) of each."""
    request = AlterClientQuotasRequest(
        entries=[
            AlterClientQuotasRequest.EntryData(entity=names, ops=[op(key, value) for key, value in ops.items()])
            for names, ops in entries
        ],
        validate_only=validate_only,
    )
    answer = await ask(alter_client_quotas, broker, version, request)
    return [(result.error_code, result.error_message) for result in answer.entries]


async def describe(broker, *components, strict=False, version=1):
    """(kind, match type, name), … ; returns {entity: values}."""
    component = DescribeClientQuotasRequest.ComponentData
    request = DescribeClientQuotasRequest(
        components=[component(entity_type=k, match_type=t, match=n) for k, t, n in components], strict=strict
    )
    answer = await ask(describe_client_quotas, broker, version, request)
    assert answer.error_code == 0
    return {
        tuple((part.entity_type, part.entity_name) for part in entry.entity): {v.key: v.value for v in entry.values}
        for entry in answer.entries
    }


async def stored(broker, path):
    return dict(ConfigZNode.decode((await broker.zk.get(path))[0]).config)


async def test_a_quota_is_written_where_kafka_looks_for_it_and_takes_effect():
    async with broker_with_quotas() as (broker, _):
        assert broker.quotas is None, "nobody has one: nothing runs"
        assert await alter(broker, (entity(user="CN=a/b"), {"producer_byte_rate": 1000.0})) == [OK]
        assert await stored(broker, "/config/users/CN%3Da%2Fb") == {"producer_byte_rate": "1000"}
        assert broker.quotas.produce.limit_of("CN=a/b", "any") == 1000.0
        assert await alter(broker, (entity(user="CN=a/b"), {"producer_byte_rate": None})) == [OK]
        assert broker.quotas is None


async def test_clients_of_users_addresses_and_defaults_have_theirs():
    async with broker_with_quotas() as (broker, limits):
        entries = [
            (entity(user="alice", client_id=None), {"consumer_byte_rate": 5.0}),
            (entity(user=None, client_id="app"), {"consumer_byte_rate": 6.0}),
            (entity(client_id=None), {"request_percentage": 12.5}),
            (entity(ip="10.0.0.1"), {"connection_creation_rate": 3.0}),
        ]
        assert await alter(broker, *entries, version=0) == [OK] * 4
        assert await stored(broker, "/config/users/alice/clients/<default>") == {"consumer_byte_rate": "5"}
        assert await stored(broker, "/config/ips/10.0.0.1") == {"connection_creation_rate": "3"}
        assert broker.quotas.fetch.limit_of("alice", "x") == 5.0
        assert broker.quotas.fetch.limit_of("bob", "app") == 6.0
        assert broker.quotas.request.limit_of("bob", "x") == 12.5
        assert limits.of_addresses.is_enabled


async def test_what_another_kafka_writes_is_heard():
    async with broker_with_quotas() as (broker, _):
        await broker.zk.create("/config/clients/app", ConfigZNode({"producer_byte_rate": "7"}).encode())
        await broker.zk.create(paths.CONFIG_CHANGE_PREFIX, ConfigChangeZNode("clients/app").encode(), sequential=True)
        await broker.config_changes.settle()
        assert broker.quotas.produce.limit_of("any", "app") == 7.0


async def test_a_value_that_is_none_is_left_out_and_breaks_nothing(caplog):
    async with broker_with_quotas() as (broker, _):
        await broker.zk.create("/config/clients/bad", ConfigZNode({"producer_byte_rate": "lots"}).encode())
        await broker.zk.create("/config/clients/app", ConfigZNode({"producer_byte_rate": "7"}).encode())
        for name in ("bad", "app"):
            notice = ConfigChangeZNode(f"clients/{name}").encode()
            await broker.zk.create(paths.CONFIG_CHANGE_PREFIX, notice, sequential=True)
        await broker.config_changes.settle()
        assert broker.quotas.produce.limit_of("any", "bad") is None
        assert broker.quotas.produce.limit_of("any", "app") == 7.0
        assert "/config/clients/bad holds no quota" in caplog.text


async def test_secrets_in_the_same_node_stay_and_are_not_shown():
    async with broker_with_quotas() as (broker, _):
        await broker.zk.create("/config/users/alice", ConfigZNode({"SCRAM-SHA-256": "salt=x"}).encode())
        assert await alter(broker, (entity(user="alice"), {"producer_byte_rate": 1.0})) == [OK]
        assert await stored(broker, "/config/users/alice") == {"SCRAM-SHA-256": "salt=x", "producer_byte_rate": "1"}
        assert await describe(broker) == {(("user", "alice"),): {"producer_byte_rate": 1.0}}


async def test_validate_only_writes_nothing():
    async with broker_with_quotas() as (broker, _):
        assert await alter(
            broker, (entity(user="a", client_id="b"), {"producer_byte_rate": 1.0}), validate_only=True
        ) == [OK]
        assert await broker.zk.children("/config/users") == []


@pytest.mark.parametrize(
    ("names", "ops", "message"),
    [
        ({}, {"producer_byte_rate": 1.0}, "Invalid empty client quota entity"),
        ({"user": ""}, {"producer_byte_rate": 1.0}, "Empty user not supported"),
        ({"group": "g"}, {"producer_byte_rate": 1.0}, "Unhandled client quota entity type: group"),
        ({"ip": "10.0.0.1", "user": "a"}, {"connection_creation_rate": 1.0}, "IP entity should not be used"),
        ({"ip": "nowhere"}, {"connection_creation_rate": 1.0}, "nowhere is not a valid IP or resolvable host."),
        ({"user": "a"}, {"connection_creation_rate": 1.0}, "Invalid configuration key connection_creation_rate"),
        ({"user": "a"}, {"producer_byte_rate": 1.5}, "Configuration producer_byte_rate must be a LONG value"),
        ({"ip": "10.0.0.1"}, {"connection_creation_rate": 1.5}, "must be a INT value"),
    ],
)
async def test_what_is_refused_is_refused_in_kafkas_words_and_spoils_nothing_else(names, ops, message):
    async with broker_with_quotas() as (broker, _):
        good = (entity(client_id="app"), {"producer_byte_rate": 1.0})
        first, second = await alter(broker, (entity(**names), ops), good)
        assert first[0] == ErrorCode.INVALID_REQUEST
        assert message in first[1]
        assert second == OK


async def test_who_is_asked_for():
    async with broker_with_quotas() as (broker, _):
        rate = {"producer_byte_rate": 1.0}
        named = [
            {"user": "alice"}, {"user": None}, {"client_id": "app"}, {"client_id": None},
            {"user": "alice", "client_id": "app"}, {"user": "alice", "client_id": None},
        ]  # fmt: skip
        await alter(broker, *((entity(**names), rate) for names in named))
        await alter(broker, (entity(ip="10.0.0.1"), {"connection_creation_rate": 1.0}))

        async def found(*components, strict=False):
            return {tuple(dict(names).items()) for names in await describe(broker, *components, strict=strict)}

        everything = {tuple((k.replace("_", "-"), v) for k, v in names.items()) for names in named}
        assert await found() == everything | {(("ip", "10.0.0.1"),)}
        assert await found(("user", EXACT, "alice"), strict=True) == {(("user", "alice"),)}
        assert await found(("user", EXACT, "alice")) == {names for names in everything if ("user", "alice") in names}
        assert await found(("user", DEFAULT_NAME, None)) == {(("user", None),)}
        assert await found(("client-id", ANY, None), strict=True) == {(("client-id", "app"),), (("client-id", None),)}
        both = [("user", EXACT, "alice"), ("client-id", DEFAULT_NAME, None)]
        assert await found(*both, strict=True) == {(("user", "alice"), ("client-id", None))}
        assert await found(("ip", ANY, None)) == {(("ip", "10.0.0.1"),)}
        assert await found(strict=True) == set()


@pytest.mark.parametrize(
    ("components", "error"),
    [
        ([("user", EXACT, "a"), ("user", EXACT, "b")], InvalidRequest),
        ([("user", EXACT, "a"), ("ip", ANY, None)], InvalidRequest),
        ([("", EXACT, "a")], InvalidRequest),
        ([("user", EXACT, None)], InvalidRequest),
        ([("user", 7, None)], InvalidRequest),
        ([("group", EXACT, "g")], UnsupportedVersion),
    ],
)
async def test_filters_that_mean_nothing_are_refused(components, error):
    async with broker_with_quotas() as (broker, _):
        with pytest.raises(error):
            await describe(broker, *components)
        answer = error_response(DescribeClientQuotasRequest(), error("no"))
        assert answer.entries is None


async def test_one_entity_twice_in_one_request_is_altered_twice_and_answered_once():
    async with broker_with_quotas() as (broker, _):
        entries = [(entity(user="a"), {"producer_byte_rate": value}) for value in (1.0, 2.0)]
        assert await alter(broker, *entries) == [OK]
        assert broker.quotas.produce.limit_of("a", "x") == 2.0
