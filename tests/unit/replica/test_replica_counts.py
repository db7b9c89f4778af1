"""What a broker says of its replicas when it is asked."""

from __future__ import annotations

import pytest

from kavka.broker.config.topic_config import LogConfig
from kavka.broker.replica.replica_counts import ReplicaCounts
from tests.support.replica.node import BROKER, Node

NOTHING = ReplicaCounts(0, 0, 0, 0, 0, 0, 0, 0)


@pytest.fixture
def node(tmp_path):
    node = Node(tmp_path)
    yield node
    node.log_manager.close()


def test_a_broker_without_replicas(node):
    assert node.manager.counts() == NOTHING


def test_followers_are_held_and_nothing_else(node):
    node.lead(leader=2, isr=(2,), replicas=(2, BROKER))
    assert node.manager.counts() == NOTHING._replace(partitions=1)


@pytest.mark.parametrize(
    ("isr", "min_isr", "expected"),
    [
        ((1, 2, 3), 2, {}),
        ((1, 2), 2, {"under_replicated": 1, "at_min_isr": 1}),
        ((1,), 2, {"under_replicated": 1, "under_min_isr": 1}),
        ((1, 2, 3), 3, {"at_min_isr": 1}),
        ((1, 2, 3), 9, {"at_min_isr": 1}),
    ],
)
def test_the_isr_of_what_is_led(node, isr, min_isr, expected):
    node.lead(isr=isr, replicas=(1, 2, 3))
    partition = node.manager.partitions.find("t", 0)
    partition.log.config = LogConfig({"min.insync.replicas": str(min_isr)})
    assert node.manager.counts() == NOTHING._replace(partitions=1, leaders=1, **expected)
    for name, is_so in (  # what a partition's own metrics say is the same
        ("under_replicated", partition.is_under_replicated),
        ("under_min_isr", partition.is_under_min_isr),
        ("at_min_isr", partition.is_at_min_isr),
    ):
        assert is_so is (name in expected)


def test_who_is_only_coming_is_not_missed(node):
    node.lead(isr=(1, 2), replicas=(1, 2, 3))
    partition = node.manager.partitions.find("t", 0)
    partition.adding_replicas, partition.is_reassigning = (3,), True
    counts = node.manager.counts()
    assert (counts.under_replicated, counts.reassigning) == (0, 1)


def test_replicas_of_a_directory_that_failed_are_offline_and_lead_nothing(node):
    node.lead(isr=(1,), replicas=(1, 2))
    node.manager.partitions.find("t", 0).log.log_dir.fail(OSError("broken"), "testing")
    assert node.manager.counts() == NOTHING._replace(partitions=1, offline=1)
