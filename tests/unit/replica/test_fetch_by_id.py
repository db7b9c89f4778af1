"""Fetch 13 to 18: topics by id, in sessions too; a topic that was made anew is never mistaken for the one before."""

from __future__ import annotations

import pytest

from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import FetchRequest
from kavka.protocol.records.batch import iter_records
from tests.support.broker.fakes import live_broker, tell
from tests.support.replica.node import BROKER, TOPIC_ID, batch

FOLLOWER = 2
ANEW = b"\x7a" * 16
VERSIONS = range(13, 19)


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
    assert told(call) == {(TOPIC_ID, 0): ErrorCode.NONE}


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


class ById:
    """A client that keeps one session, by ids."""

    def __init__(self, node, version=17):
        self.node, self.version = node, version
        self.id = self.epoch = 0

    def fetch(self, *asked, forget=(), **options):
        """`asked`: (topic id, partition, offset) each. What is answered, by (topic id, partition)."""
        request = FetchRequest(
            max_wait_ms=0,
            min_bytes=1,
            session_id=self.id,
            session_epoch=self.epoch,
            topics=[
                FetchRequest.FetchTopic(
                    "", topic_id, [FetchRequest.FetchPartition(index, -1, at, partition_max_bytes=999)]
                )
                for topic_id, index, at in asked
            ],
            forgotten_topics_data=[FetchRequest.ForgottenTopic("", topic_id, [index]) for topic_id, index in forget],
        )
        call = self.node.send(request, options.get("version", self.version))
        if call.answer.error_code == 0:
            self.id, self.epoch = call.answer.session_id, self.epoch + 1
        return told(call)


def make_anew(node, topic_id=ANEW):
    """The topic is deleted, and made again under its name."""
    node.stop(delete=True)
    know(node, leader=-2)
    know(node, topic_id)
    node.lead(topic_id=topic_id)


@pytest.mark.parametrize("version", VERSIONS)
def test_a_session_names_and_gets_only_what_has_changed(known, version):
    client = ById(known, version)
    assert client.fetch((TOPIC_ID, 0, 0)) == {(TOPIC_ID, 0): ErrorCode.NONE}
    assert client.id != 0
    assert client.fetch() == {}
    known.produce(batch(b"a"))
    assert client.fetch() == {(TOPIC_ID, 0): ErrorCode.NONE}
    assert client.fetch((TOPIC_ID, 0, 1)) == {}
    assert client.fetch(forget=[(TOPIC_ID, 0)]) == {}
    assert client.id == 0, "it has nothing left"


@pytest.mark.parametrize(("began", "goes_on"), [(13, 12), (17, 7), (12, 13), (7, 17)])
def test_a_session_goes_on_as_it_began(known, began, goes_on):
    first = known.fetch(version=began, session_epoch=0).answer
    assert first.session_id
    ids = {"session_id": first.session_id, "session_epoch": 1}
    refused = known.fetch(version=goes_on, **ids).answer
    assert (refused.error_code, refused.session_id) == (ErrorCode.FETCH_SESSION_TOPIC_ID_ERROR, 0)
    assert known.fetch(version=began, **ids).answer.error_code == 0, "the session is as it was"


def test_a_session_says_which_partition_was_made_anew_and_reads_nothing_of_it(known):
    """Kafka's order: the name of an id lasts as long as the session has the partition."""
    client = ById(known)
    client.fetch((TOPIC_ID, 0, 0))
    assert client.fetch() == {}
    known.stop(delete=True)
    know(known, leader=-2)
    assert client.fetch() == {(TOPIC_ID, 0): ErrorCode.UNKNOWN_TOPIC_OR_PARTITION}
    know(known, ANEW)
    known.lead(topic_id=ANEW)
    known.produce(batch(b"new"))
    assert client.fetch() == {(TOPIC_ID, 0): ErrorCode.INCONSISTENT_TOPIC_ID}
    assert client.fetch() == {(TOPIC_ID, 0): ErrorCode.INCONSISTENT_TOPIC_ID}, "it is told each time"
    assert client.fetch((ANEW, 0, 0), forget=[(TOPIC_ID, 0)]) == {(ANEW, 0): ErrorCode.NONE}
    assert client.fetch((ANEW, 0, 1)) == {}


def test_an_id_that_becomes_known_while_its_session_lasts(known):
    client = ById(known)
    assert client.fetch((ANEW, 0, 0), (TOPIC_ID, 0, 0)) == {
        (ANEW, 0): ErrorCode.UNKNOWN_TOPIC_ID,
        (TOPIC_ID, 0): ErrorCode.NONE,
    }
    assert client.fetch() == {(ANEW, 0): ErrorCode.UNKNOWN_TOPIC_ID}
    make_anew(known)
    assert client.fetch() == {(ANEW, 0): ErrorCode.NONE, (TOPIC_ID, 0): ErrorCode.INCONSISTENT_TOPIC_ID}
    assert client.fetch(forget=[(TOPIC_ID, 0)]) == {}


def test_a_log_that_learns_an_id_of_its_own_is_looked_at_again(node):
    """It was of the time before ids, and believed; nothing else of it changes."""
    node.lead(topic_id=bytes(16))
    know(node)
    client = ById(node)
    client.fetch((TOPIC_ID, 0, 0))
    assert client.fetch() == {}
    node.lead(topic_id=ANEW)
    assert client.fetch() == {(TOPIC_ID, 0): ErrorCode.INCONSISTENT_TOPIC_ID}


def test_a_session_by_id_waits_and_hears_that_the_topic_was_made_anew(known):
    first = known.fetch(version=17, session_epoch=0).answer
    call = known.fetch(version=17, session_id=first.session_id, session_epoch=1, max_wait_ms=60_000)
    assert call.is_waiting
    make_anew(known)
    known.produce(batch(b"new"))
    assert call.partition.error_code == ErrorCode.NOT_LEADER_OR_FOLLOWER
    late = known.fetch(version=17, session_id=first.session_id, session_epoch=2, max_wait_ms=60_000)
    assert told(late) == {(TOPIC_ID, 0): ErrorCode.INCONSISTENT_TOPIC_ID}


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
    call = await known.send(FetchRequest(max_wait_ms=0, min_bytes=1, session_epoch=0, topics=topics), 17)
    codes = told(call)
    assert len(codes) == 2_001
    assert codes[TOPIC_ID, 0] is ErrorCode.NONE
    assert codes[TOPIC_ID, 1_999] is ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
    assert codes[ANEW, 0] is ErrorCode.UNKNOWN_TOPIC_ID
    again = FetchRequest(max_wait_ms=0, min_bytes=1, session_id=call.answer.session_id, session_epoch=1)
    codes = told(await known.send(again, 17))
    assert (len(codes), codes[ANEW, 0]) == (2_001, ErrorCode.UNKNOWN_TOPIC_ID)
    call = await known.send(again, 12)
    assert call.answer.error_code == ErrorCode.INVALID_FETCH_SESSION_EPOCH
    again.session_epoch = 2
    forgotten = [FetchRequest.ForgottenTopic("", TOPIC_ID, list(range(1, 2_000)))]
    know(known, leader=-2)
    know(known, ANEW)
    again.forgotten_topics_data = forgotten
    codes = told(await known.send(again, 17))
    named = {(TOPIC_ID, 0): ErrorCode.NONE, (ANEW, 0): ErrorCode.INCONSISTENT_TOPIC_ID}
    assert codes == named, "the id has a name by now"


def test_the_high_watermark_that_a_replica_tells_changes_nothing(known):
    """KIP-1166: only leaders of a KRaft quorum look at it."""
    known.produce(batch(b"a"))
    partition = FetchRequest.FetchPartition(0, partition_max_bytes=1 << 20, high_watermark=-1)
    topics = [FetchRequest.FetchTopic("", TOPIC_ID, [partition])]
    call = known.send(FetchRequest(max_wait_ms=0, min_bytes=1, topics=topics), 18)
    assert (call.partition.error_code, call.partition.high_watermark) == (0, 1)
