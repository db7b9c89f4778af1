"""KIP-951: who came to the wrong broker is told the right one, and where it is."""

from __future__ import annotations

import pytest

from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import ProduceRequest
from tests.support.broker.fakes import live_broker, tell
from tests.support.replica.node import BROKER, TOPIC_ID, batch

LEADER = 2


@pytest.fixture
def follower(node):
    """Broker 2 leads t-0; this one only hears of t-1, which broker 2 leads, too."""
    node.lead(leader=LEADER, isr=(LEADER, BROKER), epoch=7)
    brokers = [live_broker(BROKER), live_broker(LEADER, rack="r2")]
    tell(node.services.metadata_cache, {"t": 2}, leader=LEADER, leader_epoch=6, brokers=brokers, topic_id=TOPIC_ID)
    return node


def told(result):
    return result.current_leader and (result.current_leader.leader_id, result.current_leader.leader_epoch)


def nodes(answer):
    return [(node.node_id, node.host, node.port, node.rack) for node in answer.node_endpoints]


@pytest.mark.parametrize("version", range(3, 14))
def test_a_producer_hears_who_leads(follower, version):
    call = follower.produce(batch(b"a"), version=version)
    assert call.partition.error_code == ErrorCode.NOT_LEADER_OR_FOLLOWER
    assert told(call.partition) == ((LEADER, 7) if version >= 10 else None)
    assert nodes(call.answer) == ([(LEADER, "host2", 9094, "r2")] if version >= 10 else [])


def test_a_producer_hears_of_no_leader_where_all_is_well(leader):
    call = leader.produce(batch(b"a"), version=11)
    assert (call.partition.error_code, told(call.partition), nodes(call.answer)) == (0, None, [])


def test_a_leader_that_is_not_reachable_has_no_address(follower):
    tell(follower.services.metadata_cache, {}, brokers=[live_broker(BROKER), live_broker(LEADER, listener="OTHER")])
    call = follower.produce(batch(b"a"), version=11)
    assert (told(call.partition), nodes(call.answer)) == ((LEADER, 7), [])


def test_who_waited_for_replicas_hears_of_the_next_leader(node):
    node.lead(isr=(BROKER, LEADER), epoch=7)
    call = node.produce(batch(b"a"), acks=-1, version=10)
    assert call.is_waiting
    tell(node.services.metadata_cache, {"t": 1}, brokers=[live_broker(BROKER), live_broker(LEADER)])
    node.lead(leader=LEADER, isr=(LEADER, BROKER), epoch=8)
    assert call.partition.error_code == ErrorCode.NOT_LEADER_OR_FOLLOWER
    assert told(call.partition) == (LEADER, 8)
    assert nodes(call.answer) == [(LEADER, "host2", 9094, None)]


async def test_a_request_of_very_many_partitions_names_each_address_once(follower):
    data = [ProduceRequest.PartitionProduceData(0, batch(b"a")) for _ in range(300)]
    request = ProduceRequest(
        acks=1, timeout_ms=1000, topic_data=[ProduceRequest.TopicProduceData(name="t", partition_data=data)]
    )
    call = await follower.send(request, 11)
    [topic] = call.answer.responses
    assert {told(result) for result in topic.partition_responses} == {(LEADER, 7)}
    assert nodes(call.answer) == [(LEADER, "host2", 9094, "r2")]
