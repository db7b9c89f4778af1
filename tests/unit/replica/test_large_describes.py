"""Partitions of which there is very much to tell: others are served while it is told."""

from __future__ import annotations

import pytest

from kavka.broker.handlers import describe_log_dirs, describe_producers
from kavka.protocol.messages import DescribeLogDirsRequest, DescribeProducersRequest
from tests.support.broker.fakes import context
from tests.support.broker.parts import handling
from tests.support.broker.turns import in_small_slices, turns_of
from tests.support.replica.node import Node, batch

PRODUCERS = 100


@pytest.fixture
def node(tmp_path, monkeypatch):
    node = Node(tmp_path)
    in_small_slices(node.services, monkeypatch)
    node.lead(topic="t", index=0)
    yield node
    node.log_manager.close()


async def test_very_many_producers_of_a_partition_are_described(node):
    for producer_id in range(PRODUCERS):
        node.produce(batch(b"a", producer_id=producer_id, producer_epoch=0, base_sequence=0), topic="t")
    topic = DescribeProducersRequest.TopicRequest(name="t", partition_indexes=[0, 5])
    request = DescribeProducersRequest(topics=[topic])
    turns, answer = await turns_of(handling(describe_producers, node.services).handle(request, context(0)))
    known, unknown = answer.topics[0].partitions
    assert [producer.producer_id for producer in known.active_producers] == list(range(PRODUCERS))
    assert unknown.error_code
    assert turns > PRODUCERS // 10


async def test_very_many_partitions_of_one_topic_are_looked_for_in_directories(node):
    topic = DescribeLogDirsRequest.DescribableLogDirTopic(topic="t", partitions=list(range(1_000)))
    request = DescribeLogDirsRequest(topics=[topic])
    turns, answer = await turns_of(handling(describe_log_dirs, node.services).handle(request, context(3)))
    [result] = answer.results
    assert [(topic.name, [part.partition_index for part in topic.partitions]) for topic in result.topics] == [
        ("t", [0])
    ]
    assert turns > 100
