"""Topic-level configuration: layers, types, ranges, and the words of a refusal."""

from __future__ import annotations

import pytest

from kavka.broker.config.all_keys import KEYS
from kavka.broker.config.broker_config import BrokerConfig
from kavka.broker.config.topic_config import LogConfig, parse_overrides
from kavka.broker.config.topic_keys import TOPIC_KEYS
from kavka.protocol.errors import InvalidConfig
from kavka.protocol.records.compression import Compression

BROKER = {"zookeeper.connect": "localhost:2181", "broker.id": "0"}


def broker(**properties):
    return BrokerConfig.from_properties(BROKER | {name.replace("_", "."): value for name, value in properties.items()})


def test_kafkas_defaults():
    config = LogConfig()
    assert config.retention_ms == 604_800_000
    assert config.segment_bytes == 1_073_741_824
    assert config.max_message_bytes == 1_048_588
    assert config.index_interval_bytes == 4096
    assert (config.is_deleted, config.is_compacted, config.compression) == (True, False, None)


def test_the_defaults_are_the_same_with_a_broker_of_defaults():
    plain, through_broker = LogConfig(), LogConfig(broker=broker())
    assert {name: plain.shown(name) for name in TOPIC_KEYS} == {name: through_broker.shown(name) for name in TOPIC_KEYS}


def test_every_synonym_is_a_broker_key_of_the_same_type():
    for topic_key in TOPIC_KEYS.values():
        for name, unit in topic_key.synonyms:
            assert name in KEYS
            if unit == 1:
                assert KEYS[name].type == topic_key.key.type or topic_key.key.name == "flush.ms", name


def test_a_topic_inherits_the_brokers_value_in_its_unit():
    assert LogConfig(broker=broker(log_retention_hours="2")).retention_ms == 7_200_000
    assert LogConfig(broker=broker(log_retention_hours="2", log_retention_minutes="3")).retention_ms == 180_000
    assert LogConfig(broker=broker(log_retention_minutes="3", log_retention_ms="9")).retention_ms == 9
    assert LogConfig(broker=broker(log_retention_hours="-1")).retention_ms == -1
    assert LogConfig(broker=broker(message_max_bytes="77")).max_message_bytes == 77
    assert LogConfig(broker=broker(log_roll_ms="5")).segment_ms == 5


def test_an_override_wins_over_the_broker():
    config = LogConfig({"retention.ms": "5"}, broker=broker(log_retention_ms="9"))
    assert (config.retention_ms, config.shown("retention.ms"), config.inherited_shown("retention.ms")) == (5, "5", "9")


def test_bug_72_changed_defaults_leave_overrides_alone():
    config = LogConfig({"cleanup.policy": "compact"}, broker=broker())
    for policy, retention in (("delete", "5"), ("compact,delete", "6")):
        config = config.with_broker(broker(log_cleanup_policy=policy, log_retention_ms=retention))
        assert config.cleanup_policy == ["compact"]
        assert config.retention_ms == int(retention)
    assert config.with_overrides({}).cleanup_policy == ["compact", "delete"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("retention.ms", "abc"),
        ("retention.ms", ""),
        ("retention.ms", "-2"),
        ("retention.ms", "9223372036854775808"),
        ("segment.bytes", "13"),
        ("segment.bytes", "2147483648"),
        ("cleanup.policy", "shred"),
        ("cleanup.policy", "delete,shred"),
        ("compression.type", "zip"),
        ("preallocate", "maybe"),
        ("min.cleanable.dirty.ratio", "1.1"),
        ("min.insync.replicas", "0"),
        ("message.timestamp.type", "createtime"),
    ],
)
def test_a_bad_value_is_refused_with_its_name(name, value):
    with pytest.raises(InvalidConfig, match=rf"Invalid value {value} for configuration {name}: ."):
        LogConfig({name: value})


def test_an_unknown_name_is_refused_with_a_suggestion():
    with pytest.raises(InvalidConfig, match=r"Unknown topic config name: retention.msec; did you mean retention.ms\?"):
        parse_overrides({"retention.msec": "1"})
    with pytest.raises(InvalidConfig, match="null"):
        parse_overrides({"retention.ms": None})


def test_values_are_shown_as_kafka_shows_them():
    config = LogConfig({"cleanup.policy": "compact, delete", "preallocate": "TRUE"})
    assert config.shown("cleanup.policy") == "compact,delete"
    assert config.shown("preallocate") == "true"
    assert config.shown("min.cleanable.dirty.ratio") == "0.5"
    assert config.shown("leader.replication.throttled.replicas") == ""


def test_every_key_is_documented_in_one_sentence():
    for topic_key in TOPIC_KEYS.values():
        assert topic_key.key.doc.endswith(".")


@pytest.mark.parametrize(
    ("text", "codec"), [("producer", None), ("uncompressed", Compression.NONE), ("zstd", Compression.ZSTD)]
)
def test_compression(text, codec):
    assert LogConfig({"compression.type": text}).compression is codec
