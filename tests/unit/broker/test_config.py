"""The broker's configuration: Kafka's names, types, defaults and start-up checks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import kavka
from kavka.broker.config.all_keys import KEYS
from kavka.broker.config.broker_config import BrokerConfig
from kavka.broker.config.types import ConfigError, ConfigType, Use, parse_value, render_value
from kavka.broker.config.values import attribute_of
from kavka.protocol.api_keys import PROFILES
from kavka.protocol.inter_broker_versions import DEFAULT_PROFILE

MINIMAL = {"zookeeper.connect": "localhost:2181", "broker.id": "0"}


def config(**overrides):
    return BrokerConfig.from_properties(MINIMAL | {name.replace("__", "."): value for name, value in overrides.items()})


def refused(properties, words):
    with pytest.raises(ConfigError) as caught:
        BrokerConfig.from_properties(MINIMAL | properties)
    for word in words:
        assert word in str(caught.value)
    return str(caught.value)


def test_kafkas_own_example_file_is_read_unchanged():
    shipped = {
        "broker.id": "0",
        "num.network.threads": "3",
        "num.io.threads": "8",
        "socket.send.buffer.bytes": "102400",
        "socket.receive.buffer.bytes": "102400",
        "socket.request.max.bytes": "104857600",
        "log.dirs": "/tmp/kafka-logs",
        "num.partitions": "1",
        "num.recovery.threads.per.data.dir": "1",
        "offsets.topic.replication.factor": "1",
        "transaction.state.log.replication.factor": "1",
        "transaction.state.log.min.isr": "1",
        "log.retention.hours": "168",
        "log.segment.bytes": "1073741824",
        "log.retention.check.interval.ms": "300000",
        "zookeeper.connect": "localhost:2181",
        "zookeeper.connection.timeout.ms": "18000",
        "group.initial.rebalance.delay.ms": "0",
    }
    read = BrokerConfig.from_properties(shipped)
    assert read["broker.id"] == 0
    assert read.log_dirs == ["/tmp/kafka-logs"]
    assert read.log_retention_ms == 168 * 3_600_000
    assert read.zookeeper_connection_timeout_ms == 18_000
    assert [str(endpoint) for endpoint in read.listeners] == ["PLAINTEXT://:9092"]
    assert "num.network.threads" not in read.inert(), "a default that is written out changes nothing"


@pytest.mark.parametrize(("session_ms", "patience_ms"), [("6000", 60_000), ("18000", 60_000), ("90000", 90_000)])
def test_a_start_waits_longer_for_zookeeper_than_a_short_session_lasts(session_ms, patience_ms):
    read = config(**{"zookeeper.session.timeout.ms": session_ms})
    assert read.zookeeper_connection_timeout_ms == patience_ms
    assert config(**{"zookeeper.connection.timeout.ms": "5"}).zookeeper_connection_timeout_ms == 5, (
        "who says so, decides"
    )


def test_every_default_is_a_value_that_its_own_key_accepts():
    for key in KEYS.values():
        for profile in PROFILES:
            default = key.default_for(profile)
            if default is not None:
                assert parse_value(key, render_value(default)) == default, key.name


def test_the_profile_decides_the_defaults_that_changed():
    new, old = config(), config(inter__broker__protocol__version="2.0-IV1")
    assert (new.profile, old.profile) == (DEFAULT_PROFILE, "2.0")
    for name, in_new, in_2_0 in [
        ("zookeeper.session.timeout.ms", 18000, 6000),
        ("replica.lag.time.max.ms", 30000, 10000),
        ("message.max.bytes", 1048588, 1000012),
        ("group.max.session.timeout.ms", 1800000, 300000),
    ]:
        assert (new[name], old[name]) == (in_new, in_2_0)
    assert config(inter__broker__protocol__version="3.0").profile == "3.0"


@pytest.mark.parametrize(
    ("version", "profile"),
    [("0.10.0", "2.0"), ("1.0", "2.0"), ("2.8", "2.0"), (" 2.8-IV1 ", "2.0"), ("3.4.1", "3.0"), ("3.9", "3.9")],
)
def test_every_protocol_version_of_kafka_3_9_is_understood(version, profile):
    assert config(inter__broker__protocol__version=version).profile == profile


@pytest.mark.parametrize("version", ["0.9.0", "3.10", "4.0", "nonsense"])
def test_other_protocol_versions_are_refused(version):
    refused({"inter.broker.protocol.version": version}, ["inter.broker.protocol.version", version, "0.10.0", "3.9-IV0"])


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("zookeeper.conect", "zookeeper.connect"),
        ("log.dir.s", "log.dirs"),
        ("num.partition", "num.partitions"),
        ("auto.create.topic.enable", "auto.create.topics.enable"),
        ("advertised.listener", "advertised.listeners"),
    ],
)
def test_unknown_keys_say_what_may_be_meant(name, meant):
    refused({name: "5"}, [name, f"did you mean {meant}?"])


def test_a_key_like_nothing_known_has_no_suggestion():
    assert "did you mean" not in refused({"xyzzy": "1"}, ["Unknown configuration xyzzy"])


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("num.partitions", "abc", "a whole number"),
        ("num.partitions", "0", "at least 1"),
        ("num.partitions", "99999999999", "32-bit"),
        ("offsets.topic.replication.factor", "40000", "16-bit"),
        ("auto.create.topics.enable", "yes", "true or false"),
        ("log.cleaner.min.cleanable.ratio", "1.5", "at most 1"),
        ("log.cleaner.min.cleanable.ratio", "much", "a number"),
        ("compression.type", "brotli", "one of"),
        ("log.cleanup.policy", "delete,shred", "one of"),
        ("log.message.timestamp.type", "Now", "one of"),
        ("listeners", "localhost:9092", "NAME://host:port"),
        ("listeners", "PLAINTEXT://:90921", "NAME://host:port"),
        ("listeners", "NOBODY://:9092", "listener.security.protocol.map"),
        ("listeners", "PLAINTEXT://:9092,PLAINTEXT://:9093", "named twice"),
        ("listeners", " , ", "no listener"),
        ("listener.security.protocol.map", "PLAINTEXT=PLAINTEXT", "NAME:PROTOCOL"),
        ("max.connections.per.ip.overrides", "10.0.0.1", "address:count"),
        ("log.dirs", " , ", "no directory"),
        ("log.dirs", "/a,/b,/a", "named twice"),
    ],
)
def test_bad_values_are_named_with_value_and_reason(name, value, reason):
    refused({name: value}, [name, value.strip() or value, reason])


@pytest.mark.parametrize(
    ("properties", "words"),
    [
        ({"sasl.jaas.config": "X required;"}, ["sasl.jaas.config", "listener.name.LISTENER.MECHANISM"]),
        ({"sasl.client.callback.handler.class": "com.example.X"}, ["sasl.client.callback", "Java class"]),
        ({"listener.name.plaintext.plain.log.dirs": "x"}, ["Unknown configuration"]),
        ({"authorizer.class.name": "com.example.Authorizer"}, ["authorizer.class.name", "Java class", "AclAuthorizer"]),
        ({"super.users": "alice"}, ["super.users", "alice", "User:alice"]),
        ({"super.users": "User:a;:b"}, ["super.users", ":b", "semicolons"]),
        ({"security.inter.broker.protocol": "SSL"}, ["SSL", "not among the listeners"]),
        ({"zookeeper.set.acl": "true"}, ["zookeeper.set.acl", "kavka.zookeeper.digest"]),
        ({"zookeeper.ssl.client.enable": "true"}, ["zookeeper.ssl.client.enable"]),
        ({"principal.builder.class": "com.example.Builder"}, ["principal.builder.class", "Java class"]),
        ({"create.topic.policy.class.name": "com.example.Policy"}, ["Java class"]),
        ({"process.roles": "broker,controller"}, ["process.roles", "KRaft"]),
        ({"listener.name.internal.ssl.keystore.location": "/k"}, ["no listener INTERNAL"]),
        ({"listener.name.plaintext.log.dirs": "/k"}, ["Unknown configuration listener.name.plaintext.log.dirs"]),
        ({"port": "9094"}, ["port", "listeners"]),
    ],
)
def test_what_would_silently_weaken_is_refused_by_name(properties, words):
    refused(properties, words)


def test_security_keys_at_their_defaults_are_fine():
    read = config(
        authorizer__class__name="",
        ssl__client__auth="none",
        security__inter__broker__protocol="PLAINTEXT",
        zookeeper__set__acl="false",
    )
    assert read.inert() == []


def test_passwords_are_never_shown():
    read = config(ssl__keystore__password="hunter2")
    assert read.shown("ssl.keystore.password") is None
    assert read.default_shown("ssl.keystore.password") is None


@pytest.mark.parametrize(
    ("properties", "words"),
    [
        ({"zookeeper.connect": ""}, ["zookeeper.connect"]),
        ({"zookeeper.connect": "host:port"}, ["zookeeper.connect", "'host:port' is not an address"]),
        ({"zookeeper.connect": "a:1,b 2/kafka"}, ["zookeeper.connect", "'b 2' is not an address"]),
        ({"broker.id": "1001"}, ["broker.id", "reserved.broker.max.id"]),
        ({"broker.id": "-1", "broker.id.generation.enable": "false"}, ["broker.id", "must be set"]),
        ({"replica.fetch.wait.max.ms": "40000"}, ["replica.fetch.wait.max.ms", "replica.socket.timeout.ms"]),
        (
            {"replica.fetch.wait.max.ms": "25000", "replica.lag.time.max.ms": "20000"},
            ["replica.fetch.wait.max.ms", "replica.lag.time.max.ms"],
        ),
        (
            {"listeners": "PLAINTEXT://:9092", "advertised.listeners": "PLAINTEXT://a:1,INTERNAL://b:2"},
            ["listener.security.protocol.map", "INTERNAL"],
        ),
        ({"advertised.listeners": "PLAINTEXT://0.0.0.0:9092"}, ["advertised.listeners", "0.0.0.0"]),
        ({"advertised.listeners": "PLAINTEXT://:9092"}, ["advertised.listeners"]),
        (
            {
                "listeners": "A://:1,B://:2",
                "listener.security.protocol.map": "A:PLAINTEXT,B:PLAINTEXT,C:PLAINTEXT",
                "inter.broker.listener.name": "A",
                "advertised.listeners": "C://h:3",
            },
            ["C is not among the listeners"],
        ),
        ({"inter.broker.listener.name": "INTERNAL"}, ["inter.broker.listener.name", "INTERNAL"]),
        (
            {"control.plane.listener.name": "CONTROL"},
            ["CONTROL for configuration control.plane.listener.name", "not among the listeners"],
        ),
        ({"control.plane.listener.name": "PLAINTEXT"}, ["another one than the inter-broker listener"]),
        (
            {"inter.broker.listener.name": "PLAINTEXT", "security.inter.broker.protocol": "PLAINTEXT"},
            ["Only one of"],
        ),
        ({"offsets.commit.required.acks": "4"}, ["offsets.commit.required.acks"]),
        ({"queued.max.request.bytes": "1000"}, ["queued.max.request.bytes", "socket.request.max.bytes"]),
        ({"log.cleaner.dedupe.buffer.size": "1000000"}, ["log.cleaner.dedupe.buffer.size"]),
        ({"log.retention.hours": "0"}, ["log.retention.hours"]),
        ({"listeners": "A://:1,B://:1", "listener.security.protocol.map": "A:PLAINTEXT,B:PLAINTEXT"}, ["port"]),
    ],
)
def test_what_belongs_together_is_checked_together(properties, words):
    refused(properties, words)


def test_several_listeners_with_names_of_their_own():
    read = config(
        listeners="INTERNAL://10.0.0.1:9093,EXTERNAL://:9092,V6://[::1]:9094",
        listener__security__protocol__map="INTERNAL:PLAINTEXT,EXTERNAL:PLAINTEXT,V6:PLAINTEXT",
        inter__broker__listener__name="INTERNAL",
        advertised__listeners="INTERNAL://10.0.0.1:9093,EXTERNAL://kafka.example:19092",
    )
    assert [(e.name, e.host, e.port) for e in read.listeners] == [
        ("INTERNAL", "10.0.0.1", 9093),
        ("EXTERNAL", "", 9092),
        ("V6", "::1", 9094),
    ]
    assert str(read.listeners[2]) == "V6://[::1]:9094"
    assert str(read.advertised_listeners[1]) == "EXTERNAL://kafka.example:19092"
    assert read.inter_broker_listener == "INTERNAL"


def test_the_finest_unit_that_is_given_wins():
    assert config(log__retention__ms="5", log__retention__minutes="7", log__retention__hours="9").log_retention_ms == 5
    assert config(log__retention__minutes="7", log__retention__hours="9").log_retention_ms == 7 * 60_000
    assert config(log__retention__hours="-1").log_retention_ms == -1
    assert config(log__retention__ms="-1").log_retention_ms == -1
    assert config(log__roll__hours="2").log_roll_ms == 7_200_000
    assert config(log__roll__ms="30", log__roll__hours="2").log_roll_ms == 30
    assert config(log__dirs="/a, /b", log__dir="/c").log_dirs == ["/a", "/b"]
    assert config(log__dir="/c").log_dirs == ["/c"]


def test_socket_buffers_are_set_only_when_asked_for():
    assert config().socket_receive_buffer_bytes is None
    assert config(socket__receive__buffer__bytes="-1").socket_receive_buffer_bytes is None
    assert config(socket__receive__buffer__bytes="65536").socket_receive_buffer_bytes == 65536


def test_the_table_is_kafkas():
    assert len(KEYS) >= 181
    assert KEYS["offsets.topic.replication.factor"].type is ConfigType.SHORT
    assert KEYS["sasl.enabled.mechanisms"].type is ConfigType.LIST
    for key in KEYS.values():
        assert key.doc, key.name
        assert (key.use is Use.REFUSED) == bool(key.reason), key.name


def test_values_are_shown_as_kafka_shows_them():
    read = config(log__cleanup__policy="compact, delete", auto__create__topics__enable="FALSE")
    assert read.shown("log.cleanup.policy") == "compact,delete"
    assert read.shown("auto.create.topics.enable") == "false"
    assert read.shown("log.retention.ms") is None
    assert read.shown("log.cleaner.io.max.bytes.per.second") == "1.7976931348623157E308"


def test_what_a_start_does_not_warn_of_is_really_read():
    root = Path(kavka.__file__).parent
    tables = {"keys.py", "kraft_keys.py", "later_keys.py", "security_keys.py", "share_keys.py", "values.py"}
    sources = [path for name in ("broker", "controller", "common", "console") for path in (root / name).rglob("*.py")]
    text = "".join(path.read_text(encoding="utf-8") for path in sources if path.name not in tables)
    read = set(re.findall(r"\.(\w+)|\"([\w.]+)\"", text))
    read = {name for names in read for name in names}
    used = {name for name, key in KEYS.items() if key.use is Use.USED}
    assert [name for name in used if name not in read and attribute_of(name) not in read] == []


def test_a_min_insync_above_the_replicas_is_no_mistake_of_the_brokers():
    """Topics differ; produce says NOT_ENOUGH_REPLICAS where it matters."""
    assert config(min__insync__replicas="3", default__replication__factor="1")["min.insync.replicas"] == 3


def test_dynamic_layers_lie_over_what_the_start_was_given():
    static = config(log__segment__bytes="1000", log__retention__hours="24")
    assert static.log_retention_ms == 24 * 3_600_000
    both = static.with_dynamic({"log.segment.bytes": "2000", "log.retention.ms": "7"}, {"log.segment.bytes": "3000"})
    assert (both["log.segment.bytes"], both.log_retention_ms) == (3000, 7)
    assert (both.static_shown("log.segment.bytes"), both.is_set("log.retention.ms")) == ("1000", False)
    assert both.with_dynamic({}, {})["log.segment.bytes"] == 1000
    assert static["log.segment.bytes"] == 1000


@pytest.mark.parametrize(
    "own", [{"log.segment.bytes": "x"}, {"log.retention.ms": "0"}, {"max.connections.per.ip.overrides": "a"}]
)
def test_dynamic_layers_are_checked_like_the_rest(own):
    with pytest.raises(ConfigError, match=next(iter(own))):
        config().with_dynamic({}, own)
