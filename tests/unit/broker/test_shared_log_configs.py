"""Topics with the same overrides share a configuration, as long as the broker's is the same."""

from __future__ import annotations

from kavka.broker.cluster import topic_configs
from kavka.broker.cluster.topic_configs import SharedLogConfigs
from kavka.broker.config.settings import settings_of


def test_topics_with_the_same_overrides_share_a_configuration():
    broker = settings_of({"log.retention.ms": 7})
    configs = SharedLogConfigs(lambda: broker)
    first = configs({"segment.bytes": "1000", "retention.bytes": "5"})
    assert configs({"retention.bytes": "5", "segment.bytes": "1000"}) is first
    assert (first.segment_bytes, first.retention_bytes, first.retention_ms) == (1000, 5, 7)
    assert configs({"segment.bytes": "1001", "retention.bytes": "5"}).segment_bytes == 1001
    assert configs({}) is configs({})


def test_another_configuration_of_the_broker_makes_another_of_its_topics():
    brokers = [settings_of({"log.retention.ms": 7})]
    configs = SharedLogConfigs(lambda: brokers[-1])
    before = configs({})
    brokers.append(settings_of({"log.retention.ms": 8}))
    assert configs({}).retention_ms == 8
    assert before.retention_ms == 7


def test_as_many_different_ones_as_there_are_topics_are_not_all_remembered(monkeypatch):
    monkeypatch.setattr(topic_configs, "SHARED_CONFIGS_MAX", 2)
    broker = settings_of({})
    configs = SharedLogConfigs(lambda: broker)
    made = [configs({"segment.bytes": str(size)}) for size in (1000, 1001, 1002)]
    assert [config.segment_bytes for config in made] == [1000, 1001, 1002]
    assert configs({"segment.bytes": "1002"}) is made[2]
    assert configs({"segment.bytes": "1000"}) is not made[0]
