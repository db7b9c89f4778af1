"""Topics' configurations reach the logs that they concern: some a step, and no others."""

from __future__ import annotations

import pytest

from kavka.common.steps import STRETCH_ITEMS, at_once
from tests.support.replica.calls import calls_of
from tests.support.replica.node import BROKER, Node, batch
from tests.support.replica.sessions import Client

RETENTION = "retention.ms"


def retention_of(node, topic, index=0):
    return node.manager.partitions.find(topic, index).log.config.retention_ms


@pytest.mark.parametrize("replica_id", [-1, 2])
def test_one_topics_change_costs_the_same_however_many_others_there_are(tmp_path, replica_id):
    costs = []
    for others in (2, 60):
        node = Node(tmp_path / str(others))
        names = ["changed", *(f"other-{number}" for number in range(others))]
        for name in names:
            node.lead(name, isr=(BROKER, 2))
        client = Client(node, replica_id=replica_id)
        client.fetch(*((name, 0, 0) for name in names))
        assert client.fetch() == {}
        node.topics.overrides = {name: {RETENTION: "7"} for name in names}
        node.topics.log_config("changed")
        change = node.manager.reconfiguration.apply(node.topics.log_config, ["changed"])
        costs.append(calls_of(lambda change=change: at_once(change)))
        costs[-1] += calls_of(client.send)
        assert [retention_of(node, name) == 7 for name in names] == [True] + [False] * others
        node.log_manager.close()
    assert costs[0] == costs[1]


def test_all_of_many_partitions_have_it_some_a_step(node):
    for index in range(2 * STRETCH_ITEMS + 1):
        node.lead("large", index)
    node.lead("small")
    node.topics.overrides = {"large": {RETENTION: "7"}, "small": {RETENTION: "8"}}
    assert sum(1 for _ in node.manager.reconfiguration.apply(node.topics.log_config)) == 4
    assert {retention_of(node, "large", index) for index in range(2 * STRETCH_ITEMS + 1)} == {7}
    assert retention_of(node, "small") == 8


def test_of_two_changes_at_a_time_the_later_one_stays(node):
    for name in ("a", "b"):
        node.lead(name)
    node.topics.overrides = {"a": {RETENTION: "1"}, "b": {RETENTION: "1"}}
    earlier = node.manager.reconfiguration.apply(node.topics.log_config)
    next(earlier)
    node.topics.overrides = {"a": {RETENTION: "2"}, "b": {RETENTION: "2"}}
    at_once(node.manager.reconfiguration.apply(node.topics.log_config, ["a", "b"]))
    at_once(earlier)
    assert (retention_of(node, "a"), retention_of(node, "b")) == (2, 2)


def test_a_partition_that_goes_meanwhile_is_left_out(node):
    for name in ("a", "b"):
        node.lead(name)
    change = node.manager.reconfiguration.apply(node.topics.log_config)
    next(change)
    node.stop("b", delete=True)
    at_once(change)
    assert node.manager.supervisor.failures == {}
    assert node.produce(batch(b"v"), topic="a", acks=1).partition.error_code == 0
