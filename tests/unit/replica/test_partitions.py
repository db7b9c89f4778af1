"""What a broker holds, and what it says of what it does not hold."""

from __future__ import annotations

import pytest

from kavka.common.types import TopicPartition
from kavka.protocol.errors import KafkaStorageError, NotLeaderOrFollower, UnknownTopicOrPartition
from tests.support.replica.node import BROKER, TOPIC_ID, Node

T0 = TopicPartition("t", 0)


@pytest.fixture
def node(tmp_path):
    node = Node(tmp_path, is_partition_known=lambda topic, _index: topic == "elsewhere")
    yield node
    node.log_manager.close()


def log_of(node, topic_partition=T0):
    return node.log_manager.get_or_create(topic_partition, topic_id=TOPIC_ID, is_new=True)


def test_what_is_held_is_found_until_it_is_forgotten(node):
    held = node.manager.partitions
    partition = held.hold(T0, log_of(node))
    other = held.hold(TopicPartition("u", 1), log_of(node, TopicPartition("u", 1)))
    assert (held.find("t", 0), held.get("t", 0)) == (partition, partition)
    assert (list(held), len(held), held.topics) == ([partition, other], 2, ["t", "u"])
    assert (held.of_topic("t"), held.of_topic("x"), held.find("t", 1)) == ([partition], [], None)
    held.forget(T0)
    assert (list(held), held.topics, held.find("t", 0)) == ([other], ["u"], None)


@pytest.mark.parametrize(
    ("topic", "error"),
    [("t", KafkaStorageError), ("elsewhere", NotLeaderOrFollower), ("nowhere", UnknownTopicOrPartition)],
)
def test_what_is_not_held_says_why(node, topic, error):
    node.manager.partitions.lose(T0)
    with pytest.raises(error):
        node.manager.partitions.get(topic, 0)


def test_what_was_lost_is_found_again_or_held(node):
    held = node.manager.partitions
    held.lose(T0)
    assert node.manager.counts().offline == 1
    held.found_again([T0, TopicPartition("u", 0)])
    with pytest.raises(UnknownTopicOrPartition):
        held.get("t", 0)
    held.lose(T0)
    held.hold(T0, log_of(node))
    assert (held.lost, node.manager.counts().offline) == (set(), 0)


def test_a_partition_is_held_once_and_not_lost_at_the_same_time(node):
    held = node.manager.partitions
    held.hold(T0, log_of(node))
    with pytest.raises(AssertionError, match="held already"):
        held.hold(T0, log_of(node))
    with pytest.raises(AssertionError, match="cannot be lost"):
        held.lose(T0)


def test_a_leader_proposes_replicas_only(node):
    node.lead(isr=(BROKER,), replicas=(BROKER, 2))
    partition = node.manager.partitions.get("t", 0)
    with pytest.raises(AssertionError, match="not all replicas"):
        partition.propose_isr((BROKER, 3), now_ms=0, lag_ms=0)
    assert partition.pending is None
    assert partition.propose_isr((BROKER, 2), now_ms=0, lag_ms=0).isr == (BROKER, 2)
