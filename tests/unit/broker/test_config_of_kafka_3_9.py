"""Every configuration key that Kafka 3.9 has: known, with Kafka's default, and listed as Kafka lists it."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from kavka.broker.config.all_keys import KEYS
from kavka.broker.config.broker_config import BrokerConfig
from kavka.broker.config.described import describe_broker, describe_topic
from kavka.broker.config.topic_config import LogConfig
from kavka.broker.config.topic_keys import TOPIC_KEYS
from kavka.broker.config.types import ConfigError, render_value
from kavka.protocol.errors import InvalidConfig

MINIMAL = {"zookeeper.connect": "localhost:2181", "broker.id": "0"}


class Golden(NamedTuple):
    """One key of Kafka's: `default` is empty for none."""

    scope: str
    name: str
    type: str
    default: str
    is_internal: bool


def _golden() -> list[Golden]:
    text = (Path(__file__).parents[2] / "golden" / "config_keys.tsv").read_text(encoding="utf-8")
    rows = ([*line.split("\t"), "", ""] for line in text.splitlines())
    return [Golden(row[0], row[1], row[2], row[3], row[4] == "internal") for row in rows]


GOLDEN = _golden()
BROKER = {key.name: key for key in GOLDEN if key.scope == "broker"}
TOPIC = {key.name: key for key in GOLDEN if key.scope == "topic"}
LATER_DEFAULTS = {"group.share.partition.max.record.locks": "2000"}
"""Keys of what came with Kafka 4 have its defaults; 3.9 had them for nothing yet."""


def test_a_file_with_every_key_of_3_9_at_its_default_starts():
    given = {key.name: key.default for key in BROKER.values() if key.default} | MINIMAL
    read = BrokerConfig.from_properties(given | {"node.id": "0"})
    assert read.profile == "3.9"
    assert read.inert() == []


def test_defaults_and_types_are_those_of_3_9():
    for name, key in BROKER.items():
        ours = KEYS[name]
        assert (render_value(ours.default_3_9) or "") == LATER_DEFAULTS.get(name, key.default), name
        assert ours.type.name == key.type, name
    for name, key in TOPIC.items():
        assert TOPIC_KEYS[name].key.type.name == key.type, name
    topic = LogConfig()
    shown = {name: topic.shown(name) for name in TOPIC}
    assert shown == {name: key.default for name, key in TOPIC.items()}


def test_profile_3_9_lists_kafkas_keys_and_none_that_kafka_keeps_to_itself():
    read = BrokerConfig.from_properties(MINIMAL | {"inter.broker.protocol.version": "3.9"})
    listed = {entry.name for entry in describe_broker(read) if not entry.name.startswith("kavka.")}
    assert listed == {name for name, key in BROKER.items() if not key.is_internal}
    assert {entry.name for entry in describe_topic({}, read)} == set(TOPIC)


def test_what_kafka_dropped_or_never_lists_is_listed_by_profile_2_0_or_where_it_was_set():
    def listed(**given):
        return {entry.name for entry in describe_broker(BrokerConfig.from_properties(MINIMAL | given))}

    dropped = {"host.name", "port", "quota.producer.default", "zookeeper.sync.time.ms"}
    assert dropped <= listed(**{"inter.broker.protocol.version": "2.0"})
    assert not dropped & listed(**{"inter.broker.protocol.version": "3.0"})
    assert "quota.producer.default" in listed(**{"quota.producer.default": "5"})
    never = {"super.users", "leader.replication.throttled.rate"}
    assert not never & listed(**{"inter.broker.protocol.version": "2.0"})
    assert never <= listed(**{"super.users": "User:a", "leader.replication.throttled.rate": "5"})


def test_older_profiles_list_what_is_new_only_where_it_was_set():
    read = BrokerConfig.from_properties(MINIMAL | {"inter.broker.protocol.version": "3.0"})
    new = {"remote.log.reader.threads", "group.share.max.size", "log.message.timestamp.before.max.ms"}
    assert new & {entry.name for entry in describe_broker(read)} == set()
    given = MINIMAL | {"inter.broker.protocol.version": "3.0", "remote.log.reader.threads": "10"}
    altered = BrokerConfig.from_properties(given).with_dynamic({}, {"log.message.timestamp.before.max.ms": "7"})
    assert new & {entry.name for entry in describe_broker(altered)} == new - {"group.share.max.size"}
    names = {entry.name for entry in describe_topic({"local.retention.ms": "5"}, read)}
    assert "local.retention.ms" in names
    assert "remote.storage.enable" not in names


OWN = "kavka."


def test_the_profile_2_0_lists_what_kafka_2_0_lists():
    lines = (Path(__file__).parents[2] / "golden" / "config_keys_2_0.tsv").read_text(encoding="utf-8").split()
    golden = set(zip(lines[::2], lines[1::2], strict=True))
    read = BrokerConfig.from_properties(MINIMAL | {"inter.broker.protocol.version": "2.0"})
    listed = {("broker", entry.name) for entry in describe_broker(read)}
    listed |= {("topic", entry.name) for entry in describe_topic({}, read)}
    more = {name for _, name in listed - golden}
    assert ({name for name in more if not name.startswith(OWN)}, golden - listed) == (set(), set())


def test_settings_of_tiered_storages_classes_are_taken_without_effect_and_hidden():
    given = {"rsm.config.s3.secret.access.key": "s3cr3t", "rlmm.config.remote.log.metadata.topic.num.partitions": "5"}
    read = BrokerConfig.from_properties(MINIMAL | given)
    assert set(read.inert()) == given.keys()
    shown = {entry.name: (entry.value, entry.is_sensitive) for entry in describe_broker(read) if entry.name in given}
    assert shown == dict.fromkeys(given, (None, True))
    with pytest.raises(ConfigError, match=r"Unknown configuration rsm\.conf\.x"):
        BrokerConfig.from_properties(MINIMAL | {"rsm.conf.x": "1"})


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("remote.log.storage.system.enable", "true", "tiered storage"),
        ("process.roles", "broker", "KRaft"),
        ("zookeeper.metadata.migration.enable", "true", "KRaft"),
    ],
)
def test_what_would_promise_what_is_not_there_is_refused(name, value, reason):
    with pytest.raises(ConfigError, match=f"{name}: .*{reason}"):
        BrokerConfig.from_properties(MINIMAL | {name: value})


@pytest.mark.parametrize("name", ["remote.storage.enable", "remote.log.copy.disable", "remote.log.delete.on.disable"])
def test_a_topic_cannot_have_tiered_storage(name):
    with pytest.raises(InvalidConfig, match=f"{name}: tiered storage is not supported"):
        LogConfig({name: "true"})
    assert LogConfig({name: "false"}).shown(name) == "false"


def test_each_of_node_id_and_broker_id_is_taken_for_the_other():
    described = {entry.name: entry for entry in describe_broker(BrokerConfig.from_properties(MINIMAL))}
    assert described["node.id"].value == "0"
    read = BrokerConfig.from_properties({"zookeeper.connect": "localhost:2181", "node.id": "7"})
    assert read.broker_id == 7
    with pytest.raises(ConfigError, match=r"7 for configuration node\.id: it must be broker\.id \(0\)"):
        BrokerConfig.from_properties(MINIMAL | {"node.id": "7"})
