"""Which partition a record goes to; how keyless ones stick is seen with their batches (`test_accumulator`)."""

import random

import pytest

from kavka.client.partitioner import KEY_CACHE_MAX, Partitioner, TopicQueues
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import MetadataResponse
from kavka.wire.cluster_view import ClusterView
from kavka.wire.murmur2 import partition_for_key


def view_of(*leaders):
    """A view that knows topic "t", by its partitions' leaders."""
    topic, partition = MetadataResponse.MetadataResponseTopic, MetadataResponse.MetadataResponsePartition
    parts = [
        partition(partition_index=number, leader_id=leader, error_code=int(ErrorCode.NONE))
        for number, leader in enumerate(leaders)
    ]
    broker = MetadataResponse.MetadataResponseBroker(node_id=1, host="localhost", port=9092)
    view = ClusterView("localhost:9092")
    response = MetadataResponse(brokers=[broker], topics=[topic(name="t", partitions=parts)])
    view.learn(response, is_everything=True, now_ms=0)
    return view


def partitioner(view):
    return Partitioner(view, batch_bytes=1000, rng=random.Random(3))


def test_keys_go_where_every_client_sends_them_also_when_no_hash_is_remembered_any_more():
    chooses = partitioner(view_of(1, 1, 1))
    queues = TopicQueues("t", 3)
    keys = [b"%d" % number for number in range(KEY_CACHE_MAX + 10)]
    for key in [*keys, *keys[:10], *keys[-10:]]:
        assert chooses.choose(queues, key, 100) == partition_for_key(key, 3)


def test_keyless_records_go_where_somebody_leads():
    chooses = partitioner(view_of(-1, 1, -1, 1))
    queues = TopicQueues("t", 4)
    assert {chooses.choose(queues, None, 100) for _ in range(50)} == {1, 3}


def test_keyless_records_wait_anywhere_when_nobody_leads():
    chooses = partitioner(view_of(-1, -1))
    queues = TopicQueues("t", 2)
    assert {chooses.choose(queues, None, 100) for _ in range(50)} == {0, 1}


def test_a_partition_that_the_topic_got_since_can_be_named():
    chooses = partitioner(view_of(1, 1, 1))
    queues = TopicQueues("t", 2)
    chooses.check_there(queues, 2)
    assert len(queues.partitions) == 3
    for wrong in (3, -1):
        with pytest.raises(ValueError, match=f"'t' has partitions 0 to 2, not {wrong}"):
            chooses.check_there(queues, wrong)


def test_a_topic_that_is_not_known_any_more_keeps_its_partitions():
    chooses = partitioner(ClusterView("localhost:9092"))
    queues = TopicQueues("t", 2)
    chooses.notice_growth(queues)
    assert len(queues.partitions) == 2
