"""AlterConfigs and IncrementalAlterConfigs: what is written, what is refused, what DescribeConfigs then says."""

from __future__ import annotations

import asyncio
import logging

import pytest

from kavka.broker.handlers import alter_configs, describe_configs, incremental_alter_configs
from kavka.protocol.errors import ErrorCode
from kavka.zk import paths
from kavka.zk.errors import ConnectionLoss
from kavka.zk.znodes import ConfigZNode
from tests.support.broker.configured import (
    APPEND,
    BROKER,
    DELETE,
    LOGGER,
    ME,
    SET,
    SUBTRACT,
    TOPIC,
    ask,
    configured_broker,
    describing,
    incremental,
    notifications,
    stored,
    whole,
)

INVALID_CONFIG = ErrorCode.INVALID_CONFIG
INVALID_REQUEST = ErrorCode.INVALID_REQUEST
UNKNOWN_TOPIC = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION


async def change(broker, kind, name, *changes, validate_only=False):
    """One incremental change; returns the error code and its message."""
    request = incremental((kind, name, changes), validate_only=validate_only)
    (result,) = (await ask(incremental_alter_configs, broker, 1, request)).responses
    assert (result.resource_type, result.resource_name) == (kind, name)
    return result.error_code, result.error_message


async def replace(broker, kind, name, *entries):
    (result,) = (await ask(alter_configs, broker, 2, whole((kind, name, entries)))).responses
    return result.error_code, result.error_message


async def described(broker, kind, name, key):
    """(value, source, [(synonym, value, source), …]) of one key; None when it is not listed."""
    (result,) = (await ask(describe_configs, broker, 4, describing(kind, name, [key]))).results
    assert result.error_code == 0
    for entry in result.configs:
        return entry.value, entry.config_source, [(s.name, s.value, s.source) for s in entry.synonyms]
    return None


# ---- what is written ----


@pytest.mark.parametrize("version", range(3))
async def test_alter_configs_replaces_everything(version):
    async with configured_broker() as broker:
        await ask(alter_configs, broker, version, whole((TOPIC, "known", [("segment.ms", "1"), ("flush.ms", "2")])))
        response = await ask(alter_configs, broker, version, whole((TOPIC, "known", [("retention.ms", "5")])))
        assert [(r.error_code, r.error_message) for r in response.responses] == [(0, None)]
        assert await stored(broker, "topics", "known") == {"retention.ms": "5"}
        await ask(alter_configs, broker, version, whole((TOPIC, "known", [])))
        assert await stored(broker, "topics", "known") == {}


@pytest.mark.parametrize("version", range(2))
async def test_incremental_alter_configs_leaves_the_rest_alone(version):
    async with configured_broker() as broker:
        first = incremental((TOPIC, "known", [("retention.ms", SET, "5"), ("segment.ms", SET, "6")]))
        second = incremental((TOPIC, "known", [("retention.ms", DELETE, None), ("flush.ms", SET, "7")]))
        for request in (first, second):
            response = await ask(incremental_alter_configs, broker, version, request)
            assert [(r.error_code, r.error_message) for r in response.responses] == [(0, None)]
        assert await stored(broker, "topics", "known") == {"segment.ms": "6", "flush.ms": "7"}


async def test_what_stands_in_zookeeper_is_kafkas_bytes():
    async with configured_broker() as broker:
        await change(broker, TOPIC, "known", ("retention.ms", SET, "5"))
        await change(broker, BROKER, ME, ("log.retention.ms", SET, "6"))
        await change(broker, BROKER, "", ("log.retention.ms", SET, "7"))
        bodies = [
            (await broker.zk.get(path))[0]
            for path in ("/config/topics/known", f"/config/brokers/{ME}", "/config/brokers/<default>")
        ]
        assert bodies == [
            b'{"version":1,"config":{"retention.ms":"5"}}',
            b'{"version":1,"config":{"log.retention.ms":"6"}}',
            b'{"version":1,"config":{"log.retention.ms":"7"}}',
        ]
        assert await notifications(broker) == [
            b'{"version":2,"entity_path":"topics/known"}',
            b'{"version":2,"entity_path":"brokers/0"}',
            b'{"version":2,"entity_path":"brokers/<default>"}',
        ]


async def test_lists_are_appended_to_and_subtracted_from():
    async with configured_broker() as broker:
        seen = []
        for operation, value in [(APPEND, "compact"), (APPEND, "compact"), (SUBTRACT, "delete"), (SUBTRACT, "compact")]:
            assert await change(broker, TOPIC, "known", ("cleanup.policy", operation, value)) == (0, None)
            seen.append((await stored(broker, "topics", "known"))["cleanup.policy"])
        assert seen == ["delete,compact", "delete,compact", "compact", ""]


async def test_validate_only_writes_nothing_and_still_refuses():
    async with configured_broker() as broker:
        assert (await change(broker, TOPIC, "known", ("retention.ms", SET, "5"), validate_only=True))[0] == 0
        code, _ = await change(broker, TOPIC, "known", ("retention.ms", SET, "x"), validate_only=True)
        assert code == INVALID_CONFIG
        request = whole((BROKER, ME, [("log.retention.ms", "5")]), validate_only=True)
        assert (await ask(alter_configs, broker, 2, request)).responses[0].error_code == 0
        assert await notifications(broker) == []
        assert await broker.zk.children("/config/topics") == await broker.zk.children("/config/brokers") == []


async def test_one_bad_resource_does_not_spoil_the_others():
    async with configured_broker() as broker:
        request = incremental(
            (TOPIC, "missing", [("retention.ms", SET, "5")]),
            (TOPIC, "known", [("retention.ms", SET, "5")]),
            (BROKER, ME, [("broker.id", SET, "5")]),
        )
        codes = [r.error_code for r in (await ask(incremental_alter_configs, broker, 1, request)).responses]
        assert codes == [UNKNOWN_TOPIC, 0, INVALID_REQUEST]
        assert await stored(broker, "topics", "known") == {"retention.ms": "5"}


async def test_a_resource_that_stands_there_twice_is_refused_twice():
    async with configured_broker() as broker:
        twice = [(TOPIC, "known", [("retention.ms", SET, "5")]), (TOPIC, "known", [])]
        codes = [r.error_code for r in (await ask(incremental_alter_configs, broker, 1, incremental(*twice))).responses]
        assert codes == [INVALID_REQUEST, INVALID_REQUEST]
        request = whole((TOPIC, "known", []), (TOPIC, "known", []))
        assert [r.error_code for r in (await ask(alter_configs, broker, 2, request)).responses] == codes
        assert await notifications(broker) == []


async def test_two_who_append_at_the_same_time_both_get_what_they_asked_for():
    async with configured_broker() as broker:
        pairs = [f"{partition}:0" for partition in range(8)]
        key = "leader.replication.throttled.replicas"
        await asyncio.gather(*(change(broker, TOPIC, "known", (key, APPEND, pair)) for pair in pairs))
        assert sorted((await stored(broker, "topics", "known"))[key].split(",")) == pairs


async def test_a_topic_that_goes_meanwhile_leaves_no_configuration_behind():
    async with configured_broker() as broker:
        await broker.zk.delete(paths.topic("known"))
        code, _ = await change(broker, TOPIC, "known", ("retention.ms", SET, "5"))
        assert code == UNKNOWN_TOPIC
        assert await broker.zk.children("/config/topics") == []
        assert await notifications(broker) == []


async def test_without_zookeeper_the_client_hears_an_error():
    async with configured_broker() as broker:
        broker.zk.suspend()
        with pytest.raises(ConnectionLoss):
            await broker.zk.get("/config/topics")
        code, message = await change(broker, TOPIC, "known", ("retention.ms", SET, "5"))
        assert code == ErrorCode.UNKNOWN_SERVER_ERROR
        assert "ZooKeeper" in message


async def test_what_another_kafka_wrote_is_not_held_against_the_client():
    async with configured_broker() as broker:
        foreign = {"remote.storage.enable": "true", "retention.ms": "9"}
        await broker.zk.create("/config/topics/known", ConfigZNode(foreign).encode())
        assert (await change(broker, TOPIC, "known", ("flush.ms", SET, "7")))[0] == 0
        assert await stored(broker, "topics", "known") == {**foreign, "flush.ms": "7"}
        assert await described(broker, TOPIC, "known", "retention.ms") == ("9", 1, [("retention.ms", "9", 1)])
        own = {"listeners": "PLAINTEXT://elsewhere:1", "num.io.threads": "64"}
        await broker.zk.create(f"/config/brokers/{ME}", ConfigZNode(own).encode())
        assert (await change(broker, BROKER, ME, ("log.flush.interval.ms", SET, "7")))[0] == 0
        assert await stored(broker, "brokers", ME) == {**own, "log.flush.interval.ms": "7"}


# ---- what is refused ----


@pytest.mark.parametrize(
    ("kind", "name", "change_", "code", "words"),
    [
        (TOPIC, "known", ("retention.ms", SET, "abc"), INVALID_CONFIG, "Invalid value abc for configuration"),
        (TOPIC, "known", ("segment.bytes", SET, "1"), INVALID_CONFIG, "Invalid value 1 for configuration"),
        (TOPIC, "known", ("cleanup.policy", SET, "x"), INVALID_CONFIG, "Invalid value x for configuration"),
        (TOPIC, "known", ("retention.ms", APPEND, "5"), INVALID_CONFIG, "append is not allowed for config key"),
        (TOPIC, "known", ("retention.ms", SUBTRACT, "5"), INVALID_CONFIG, "subtract is not allowed for config key"),
        (TOPIC, "known", ("retention.ms", SET, None), INVALID_REQUEST, "Null value not supported for : retention.ms"),
        (TOPIC, "known", ("retention.ms", 9, "5"), INVALID_REQUEST, "Unknown operation type 9"),
        (TOPIC, "known", ("retenton.ms", SET, "5"), INVALID_CONFIG, "retenton.ms; did you mean retention.ms"),
        (TOPIC, "known", ("no.such", APPEND, "5"), INVALID_CONFIG, "no.such"),
        (TOPIC, "known", ("leader.replication.throttled.replicas", SET, "x"), INVALID_CONFIG, "partition:broker"),
        (TOPIC, "known", ("max.compaction.lag.ms", SET, "5"), 0, None),
        (TOPIC, "missing", ("retention.ms", SET, "5"), UNKNOWN_TOPIC, "The topic 'missing' does not exist."),
        (TOPIC, "", ("retention.ms", SET, "5"), INVALID_REQUEST, "Default topic resources are not allowed."),
        (BROKER, ME, ("broker.id", SET, "5"), INVALID_REQUEST, "these configs dynamically: Set(broker.id)"),
        (BROKER, ME, ("listeners", SET, "PLAINTEXT://x:1"), 0, None),
        (BROKER, "", ("listeners", SET, "PLAINTEXT://x:1"), INVALID_REQUEST, "broker id must be specified"),
        (BROKER, "", ("ssl.client.auth", SET, "required"), INVALID_REQUEST, "broker id must be specified"),
        (BROKER, ME, ("listeners", SET, "OTHER://x:1"), INVALID_REQUEST, "OTHER"),
        (BROKER, ME, ("sasl.kerberos.min.time.before.relogin", SET, "5"), 0, None),
        (BROKER, ME, ("sasl.login.refresh.window.factor", SET, "0.9"), 0, None),
        (BROKER, ME, ("compression.zstd.level", SET, "5"), 0, None),
        (BROKER, ME, ("metric.reporters", SET, "a.B"), INVALID_REQUEST, "no Java class is loaded here"),
        (BROKER, "", ("metric.reporters", SET, "org.apache.kafka.common.metrics.JmxReporter"), 0, None),
        (BROKER, ME, ("sasl.jaas.config", SET, "x"), INVALID_REQUEST, None),
        (BROKER, ME, ("listener.name.plaintext.ssl.key.password", SET, "x"), INVALID_REQUEST, "secret not configured"),
        (BROKER, ME, ("ssl.keystore.location", SET, "/x"), INVALID_REQUEST, "per-listener using the listener prefix"),
        (BROKER, "", ("listener.name.plaintext.ssl.keystore.location", SET, "/x"), INVALID_REQUEST, "default cluster"),
        (BROKER, ME, ("listener.name.a.ssl.keystore.location", SET, "/x"), INVALID_REQUEST, "there is no listener A"),
        (BROKER, ME, ("listener.name.a.ssl.keystre.location", SET, "/x"), INVALID_REQUEST, "Unknown broker config"),
        (BROKER, ME, ("log.retention.mss", SET, "5"), INVALID_REQUEST, "did you mean log.retention.ms"),
        (BROKER, ME, ("log.retention.ms", SET, "abc"), INVALID_REQUEST, "Invalid value abc for configuration log."),
        (BROKER, ME, ("log.retention.ms", SET, "0"), INVALID_REQUEST, "Invalid value 0 for configuration log."),
        (BROKER, ME, ("max.connections.per.ip.overrides", SET, "x:y"), INVALID_REQUEST, "'x:y' does not read"),
        (BROKER, "", ("min.insync.replicas", SET, "0"), INVALID_REQUEST, "Invalid value 0 for configuration"),
        (BROKER, ME, ("num.io.threads", SET, "17"), INVALID_REQUEST, "not be greater than double the current value 8"),
        (BROKER, ME, ("num.io.threads", SET, "3"), INVALID_REQUEST, "at least half the current value 8"),
        (BROKER, ME, ("max.connections", SET, "0"), INVALID_REQUEST, "Invalid max.connections 0"),
        (BROKER, "", ("max.connection.creation.rate", SET, "0"), INVALID_REQUEST, "creation.rate 0"),
        (BROKER, ME, ("max.connections.per.ip", SET, "0"), INVALID_REQUEST, "max.connections.per.ip.overrides"),
        (BROKER, ME, ("log.local.retention.ms", SET, "-7"), INVALID_REQUEST, "Invalid value -7 for configuration log."),
        (BROKER, ME, ("listener.name.plaintext.max.connections", SET, "5"), 0, None),
        (BROKER, "", ("listener.name.plaintext.max.connections", SET, "5"), 0, None),
        (BROKER, ME, ("listener.name.plaintext.max.connections", SET, "0"), INVALID_REQUEST, "max.connections 0"),
        (BROKER, "", ("listener.name.plaintext.num.network.threads", SET, "6"), 0, None),
        (BROKER, ME, ("listener.name.plaintext.num.network.threads", SET, "7"), INVALID_REQUEST, "current value 3"),
        (BROKER, ME, ("listener.name.plaintext.connections.max.reauth.ms", SET, "5"), 0, None),
        (BROKER, ME, ("listener.name.plaintext.plain.connections.max.reauth.ms", SET, "5"), 0, None),
        (BROKER, ME, ("listener.name.plaintext.ssl.protocol", SET, "TLSv1.3"), 0, None),
        (BROKER, ME, ("listener.name.plaintext.principal.builder.class", SET, "a.B"), INVALID_REQUEST, "dynamically"),
        (BROKER, "7", ("log.retention.ms", SET, "5"), INVALID_REQUEST, "Unexpected broker id, expected 0, but"),
        (BROKER, "x", ("log.retention.ms", SET, "5"), INVALID_REQUEST, "Broker id must be an integer, but it is"),
        (LOGGER, ME, ("no.such", SET, "INFO"), INVALID_CONFIG, "Logger no.such does not exist!"),
        (LOGGER, ME, ("root", SET, "info"), INVALID_CONFIG, "levels are DEBUG, ERROR, FATAL, INFO, TRACE, WARN"),
        (LOGGER, ME, ("root", DELETE, None), INVALID_REQUEST, "Removing the log level of the root logger"),
        (LOGGER, ME, ("root", APPEND, "INFO"), INVALID_REQUEST, "APPEND operation is not allowed for the"),
        (LOGGER, "7", ("root", SET, "INFO"), INVALID_REQUEST, "Unexpected broker id"),
        (LOGGER, "", ("root", SET, "INFO"), INVALID_REQUEST, "Broker id must be an integer"),
        (1, "x", ("a", SET, "b"), INVALID_REQUEST, "Unknown resource type 1"),
    ],
)  # fmt: skip
async def test_refusals_say_why(kind, name, change_, code, words):
    async with configured_broker() as broker:
        answered, message = await change(broker, kind, name, change_)
        assert answered == code, message
        assert words is None or words in message
        assert bool(await notifications(broker)) == (code == 0)


async def test_a_key_that_stands_there_twice():
    async with configured_broker() as broker:
        expected = (INVALID_REQUEST, "Error due to duplicate config keys")
        assert await replace(broker, TOPIC, "known", ("retention.ms", "5"), ("retention.ms", "6")) == expected
        twice = [("retention.ms", SET, "5"), ("retention.ms", DELETE, None)]
        assert await change(broker, TOPIC, "known", *twice) == expected


@pytest.mark.parametrize(
    ("kind", "entry", "code"),
    [
        (TOPIC, ("retention.ms", None), INVALID_REQUEST),
        (TOPIC, ("retention.ms", "x"), INVALID_CONFIG),
        (TOPIC, ("no.such", "x"), INVALID_CONFIG),
        (BROKER, ("broker.id", "3"), INVALID_REQUEST),
        (LOGGER, ("root", "INFO"), INVALID_REQUEST),
    ],
)
async def test_alter_configs_refuses_the_same(kind, entry, code):
    async with configured_broker() as broker:
        answered, message = await replace(broker, kind, "known" if kind == TOPIC else ME, entry)
        assert (answered, bool(message)) == (code, True)


async def test_conflicting_lags_are_refused():
    async with configured_broker() as broker:
        lags = [("min.compaction.lag.ms", SET, "9"), ("max.compaction.lag.ms", SET, "8")]
        code, message = await change(broker, TOPIC, "known", *lags)
        assert code == INVALID_CONFIG
        assert "min.compaction.lag.ms" in message
        assert "max.compaction.lag.ms (8)" in message


# ---- what is described then ----


async def test_a_brokers_layers_are_described_from_the_strongest_to_the_weakest():
    async with configured_broker(log_segment_bytes="1000") as broker:
        static = [("log.segment.bytes", "1000", 4), ("log.segment.bytes", "1073741824", 5)]
        assert await described(broker, BROKER, ME, "log.segment.bytes") == ("1000", 4, static)
        await change(broker, BROKER, "", ("log.segment.bytes", SET, "2000"))
        default = [("log.segment.bytes", "2000", 3), *static]
        assert await described(broker, BROKER, ME, "log.segment.bytes") == ("2000", 3, default)
        await change(broker, BROKER, ME, ("log.segment.bytes", SET, "3000"))
        own = [("log.segment.bytes", "3000", 2), *default]
        assert await described(broker, BROKER, ME, "log.segment.bytes") == ("3000", 2, own)
        assert await described(broker, TOPIC, "known", "segment.bytes") == ("3000", 2, own)
        await change(broker, TOPIC, "known", ("segment.bytes", SET, "4000"))
        assert await described(broker, TOPIC, "known", "segment.bytes") == (
            "4000",
            1,
            [("segment.bytes", "4000", 1), *own],
        )
        assert await described(broker, BROKER, "", "log.segment.bytes") == (
            "2000",
            3,
            [("log.segment.bytes", "2000", 3)],
        )
        assert await described(broker, BROKER, "", "log.retention.ms") is None, "only what was set for all brokers"
        await change(broker, BROKER, ME, ("log.segment.bytes", DELETE, None))
        await change(broker, BROKER, "", ("log.segment.bytes", DELETE, None))
        assert await described(broker, BROKER, ME, "log.segment.bytes") == ("1000", 4, static)


async def test_what_is_set_of_a_listener_for_all_brokers_is_described():
    async with configured_broker() as broker:
        name = "listener.name.plaintext.max.connections"
        await change(broker, BROKER, "", (name, SET, "5"))
        layer = [(name, "5", 3)]
        assert await described(broker, BROKER, "", name) == ("5", 3, layer)
        assert (await described(broker, BROKER, ME, name))[:2] == ("5", 3)


async def test_the_finer_unit_wins_over_the_file():
    async with configured_broker(log_retention_hours="24") as broker:
        hours = [("log.retention.hours", "24", 4), ("log.retention.hours", "168", 5)]
        await change(broker, BROKER, ME, ("log.retention.ms", SET, "5000"))
        layers = [("log.retention.ms", "5000", 2), *hours]
        assert await described(broker, BROKER, ME, "log.retention.ms") == ("5000", 2, layers)
        assert await described(broker, BROKER, ME, "log.retention.hours") == ("24", 4, hours)
        assert await described(broker, TOPIC, "known", "retention.ms") == ("5000", 2, layers)


async def test_bug_72_a_changed_default_never_touches_an_override():
    """KAFKA-9254: the second change of a default wiped topics' overrides, and compact became delete."""
    async with configured_broker() as broker:
        await change(broker, TOPIC, "known", ("cleanup.policy", SET, "compact"))
        await broker.topic_configs.fetch(["known"])
        for policy in ("delete", "compact,delete", "delete"):
            await change(broker, BROKER, "", ("log.cleanup.policy", SET, policy), ("log.retention.ms", SET, "77"))
            log_config = broker.topic_configs.log_config("known")
            assert log_config.is_compacted
            assert not log_config.is_deleted
            assert log_config.retention_ms == 77
            assert (await described(broker, TOPIC, "known", "cleanup.policy"))[:2] == ("compact", 1)


async def test_only_keys_that_may_change_are_not_read_only():
    async with configured_broker() as broker:
        (result,) = (await ask(describe_configs, broker, 4, describing(BROKER, ME))).results
        writable = {entry.name for entry in result.configs if not entry.read_only}
        assert {"log.retention.ms", "max.connections", "listeners", "ssl.key.password"} <= writable
        assert not {"broker.id", "log.dirs", "log.retention.hours", "num.partitions", "zookeeper.connect"} & writable


# ---- loggers ----


async def test_levels_of_loggers_are_changed_and_described():
    name = "kavka.broker.test_of_levels"
    logger = logging.getLogger(name)
    async with configured_broker() as broker:
        inherited = (await described(broker, LOGGER, ME, name))[0]
        assert await change(broker, LOGGER, ME, (name, SET, "TRACE")) == (0, None)
        assert await described(broker, LOGGER, ME, name) == ("TRACE", 6, [])
        assert logger.isEnabledFor(logging.DEBUG)
        assert await change(broker, LOGGER, ME, (name, SET, "FATAL")) == (0, None)
        assert not logger.isEnabledFor(logging.ERROR)
        assert (await change(broker, LOGGER, ME, (name, DELETE, None), validate_only=True))[0] == 0
        assert not logger.isEnabledFor(logging.ERROR), "validated only"
        assert await change(broker, LOGGER, ME, (name, DELETE, None)) == (0, None)
        assert (await described(broker, LOGGER, ME, name))[0] == inherited
        assert (await described(broker, LOGGER, ME, "root"))[1] == 6
        for wrong in ("", "7", "x"):
            (result,) = (await ask(describe_configs, broker, 4, describing(LOGGER, wrong))).results
            assert result.error_code == INVALID_REQUEST
