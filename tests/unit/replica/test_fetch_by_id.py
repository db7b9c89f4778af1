"""Fetch 13 to 17: topics by id, and a topic that was made anew never mistaken for the one before."""

from __future__ import annotations

import pytest

from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import FetchRequest
from kavka.protocol.records.batch import iter_records
from tests.support.broker.fakes import live_broker, tell
from tests.support.replica.node import BROKER, TOPIC_ID, batch

FOLLOWER = 2
ANEW = b"\x7a" * 16
VERSIONS = range(13, 18)


def know(node, topic_id=TOPIC_ID, **state):
    """The broker's metadata say that `t` has an id."""
    brokers = [live_broker(BROKER), live_broker(FOLLOWER, rack="r2")]
    tell(node.services.metadata_cache, {"t": 2}, brokers=brokers, topic_id=topic_id, **state)


@pytest.fixture
def known(node):
    node.lead()
    know(node)
    return node


def values(data):
    return [record.value for record in iter_records(data.records)]


def told(call):
    return {
        (topic.topic_id, data.partition_index): ErrorCode(data.error_code)
        for topic in call.answer.responses
        for data in topic.partitions
    }


@pytest.mark.parametrize("version", VERSIONS)
def test_records_are_read_by_id(known, version):
    known.produce(batch(b"a", b"b"))
    call = known.fetch(version=version)
    assert values(call.partition) == [b"a", b"b"]
    assert (call.answer.session_id, told(call)) == (0, {(TOPIC_ID, 0): ErrorCode.NONE})


@pytest.mark.parametrize("version", VERSIONS)
def test_an_id_that_no_topic_has(known, version):
    known.produce(batch(b"a"))
    asked = [
        FetchRequest.FetchTopic("", topic_id, [FetchRequest.FetchPartition(0, -1, 0, partition_max_bytes=1000)])
        for topic_id in (ANEW, TOPIC_ID)
    ]
    call = known.send(FetchRequest(max_wait_ms=0, min_bytes=1, session_epoch=-1, topics=asked), version)
    assert told(call) == {(TOPIC_ID, 0): ErrorCode.NONE, (ANEW, 0): ErrorCode.UNKNOWN_TOPIC_ID}


def test_what_the_topic_before_left_is_not_read_by_the_new_ones_id(known):
    """Metadata tell of the new topic already, the log is still the old one's."""
    known.produce(batch(b"old"))
    know(known, leader=-2)
    know(known, ANEW)
    call = known.fetch(version=13, topic_id=ANEW)
    assert told(call) == {(ANEW, 0): ErrorCode.INCONSISTENT_TOPIC_ID}
    assert (call.partition.records, call.partition.high_watermark) == (b"", -1)
    assert told(known.fetch(version=13)) == {(TOPIC_ID, 0): ErrorCode.UNKNOWN_TOPIC_ID}


def test_a_fetch_that_waits_while_the_topic_is_made_anew_reads_nothing_of_it(known):
    call = known.fetch(version=17, max_wait_ms=60_000, min_bytes=1)
    assert call.is_waiting
    known.stop(delete=True)
    know(known, leader=-2)
    know(known, ANEW)
    known.lead(topic_id=ANEW)
    known.produce(batch(b"new"))
    known.advance(60_000)
    assert call.partition.error_code in (ErrorCode.INCONSISTENT_TOPIC_ID, ErrorCode.NOT_LEADER_OR_FOLLOWER)
    assert values(call.partition) == []
    assert values(known.fetch(version=17, topic_id=ANEW).partition) == [b"new"]


def test_a_session_is_not_gone_on_with(known):
    first = known.fetch(version=13, session_epoch=0)
    assert (first.answer.error_code, first.answer.session_id) == (0, 0)
    assert known.fetch(version=13, session_id=7, session_epoch=1).answer.error_code == 70


def test_a_follower_says_who_it_is_in_a_tagged_field(known):
    known.lead(isr=(BROKER, FOLLOWER), epoch=5)
    call = known.produce(batch(b"a"), acks=-1)
    assert call.is_waiting
    for offset in (0, 1):
        known.fetch(offset, replica_id=FOLLOWER, version=17, leader_epoch=5)
    assert call.partition.error_code == 0


@pytest.mark.parametrize("version", VERSIONS)
def test_from_version_16_on_a_consumer_hears_who_leads(node, version):
    node.lead(leader=FOLLOWER, isr=(FOLLOWER, BROKER), epoch=7)
    know(node, leader=FOLLOWER)
    call = node.fetch(version=version)
    assert call.partition.error_code == ErrorCode.NOT_LEADER_OR_FOLLOWER
    leader, nodes = call.partition.current_leader, call.answer.node_endpoints
    if version < 16:
        assert (leader, nodes) == (None, [])
    else:
        assert (leader.leader_id, leader.leader_epoch) == (FOLLOWER, 7)
        assert [(n.node_id, n.host, n.port, n.rack) for n in nodes] == [(FOLLOWER, "host2", 9094, "r2")]


async def test_very_many_partitions_are_read_by_id(known):
    known.produce(batch(b"a"))
    asked = [FetchRequest.FetchPartition(index, -1, 0, partition_max_bytes=1000) for index in range(2_000)]
    topics = [FetchRequest.FetchTopic("", TOPIC_ID, asked), FetchRequest.FetchTopic("", ANEW, asked[:1])]
    call = await known.send(FetchRequest(max_wait_ms=0, min_bytes=1, session_epoch=-1, topics=topics), 17)
    codes = told(call)
    assert len(codes) == 2_001
    assert codes[TOPIC_ID, 0] is ErrorCode.NONE
    assert codes[TOPIC_ID, 1_999] is ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
    assert codes[ANEW, 0] is ErrorCode.UNKNOWN_TOPIC_ID
