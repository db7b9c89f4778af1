"""Produce 13: topics by id, on the long way; the short one equals it (`tests/property`)."""

from __future__ import annotations

import pytest

from kavka.broker.metrics import Traffic
from kavka.common.types import LEADER_DURING_DELETE, ZERO_TOPIC_ID
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import ProduceRequest
from tests.support.broker.fakes import tell
from tests.support.replica.node import TOPIC_ID, batch

VERSION = 13
ANEW = bytes(reversed(TOPIC_ID))
NOBODYS = b"\xaa" * 16
UNKNOWN = ErrorCode.UNKNOWN_TOPIC_ID


@pytest.fixture
def named(leader):
    """A leader of t-0 that has heard of t's id."""
    tell(leader.services.metadata_cache, {"t": 2}, topic_id=TOPIC_ID)
    return leader


def end_of(node, index=0):
    return node.manager.partitions.get("t", index).log.log_end_offset


@pytest.mark.parametrize("acks", [1, -1])
def test_the_topic_that_has_the_id_is_written_to(named, acks):
    first = named.produce(batch(b"a", b"b"), "", version=VERSION, acks=acks)
    second = named.produce(batch(b"c"), "", version=VERSION, acks=acks)
    [topic] = first.answer.responses
    assert (topic.name, topic.topic_id) == ("", TOPIC_ID)
    assert [call.partition.base_offset for call in (first, second)] == [0, 2]
    assert end_of(named) == 3


@pytest.mark.parametrize("topic_id", [NOBODYS, ZERO_TOPIC_ID])
def test_an_id_that_no_topic_has(named, topic_id):
    call = named.produce(batch(), "", version=VERSION, topic_id=topic_id)
    assert call.answer.responses[0].topic_id == topic_id
    assert (call.partition.error_code, call.partition.base_offset) == (UNKNOWN, -1)
    assert end_of(named) == 0


def test_with_acks_0_it_closes_the_connection(named):
    call = named.produce(batch(), "", version=VERSION, acks=0, topic_id=NOBODYS)
    assert "UNKNOWN_TOPIC_ID" in call.closed


def test_what_is_wrong_with_the_request_is_said_of_each_id(named):
    call = named.produce(batch(), "", version=VERSION, acks=5)
    assert call.answer.responses[0].topic_id == TOPIC_ID
    assert call.partition.error_code == ErrorCode.INVALID_REQUIRED_ACKS


def test_a_topic_that_is_made_anew_gets_nothing_that_was_meant_for_the_one_before(named):
    named.produce(batch(), "", version=VERSION)
    cache = named.services.metadata_cache
    tell(cache, {"t": 2}, topic_id=TOPIC_ID, leader=LEADER_DURING_DELETE)
    assert named.produce(batch(), "", version=VERSION).partition.error_code == UNKNOWN
    tell(cache, {"t": 2}, topic_id=ANEW)
    assert named.produce(batch(), "", version=VERSION).partition.error_code == UNKNOWN
    # The log of the topic before is still here.
    assert named.produce(batch(), "", version=VERSION, topic_id=ANEW).partition.error_code == UNKNOWN
    named.stop(delete=True, epoch=1)
    named.lead(epoch=2, topic_id=ANEW)
    assert named.produce(batch(), "", version=VERSION, topic_id=ANEW).partition.error_code == 0
    assert end_of(named) == 1


def test_a_replica_that_is_elsewhere(named):
    call = named.produce(batch(), "", index=1, version=VERSION)
    assert call.partition.error_code == ErrorCode.NOT_LEADER_OR_FOLLOWER
    assert call.partition.current_leader.leader_id >= 0


async def test_a_request_of_very_many_partitions_names_each_topic_once(named):
    data = [ProduceRequest.PartitionProduceData(0, batch(b"a")) for _ in range(300)]
    topics = [ProduceRequest.TopicProduceData("", topic_id, data) for topic_id in (TOPIC_ID, NOBODYS, ANEW)]
    call = await named.send(ProduceRequest(acks=1, timeout_ms=1_000, topic_data=topics), VERSION)
    found = [
        (topic.topic_id, {part.error_code for part in topic.partition_responses}) for topic in call.answer.responses
    ]
    assert found == [(TOPIC_ID, {0}), (NOBODYS, {UNKNOWN}), (ANEW, {UNKNOWN})]
    assert end_of(named) == 300


def test_an_unknown_id_is_counted_with_no_topic(named):
    traffic: Traffic = named.manager.traffic
    named.produce(batch(), "", version=VERSION, topic_id=NOBODYS)
    assert traffic.total().failed_produces == 1
    assert set(traffic.topics) == {"t"}
