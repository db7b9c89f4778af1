"""Produce requests of very many partitions: others are served meanwhile, and the responses are those of small ones."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kavka.broker.handlers import produce, produce_many
from kavka.common.lane import Lane
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import ProduceRequest
from kavka.protocol.records.batch import iter_records
from tests.support.broker.turns import Ticks
from tests.support.replica.many import answered, turns_of_others
from tests.support.replica.node import Node, batch

MANY = 20_000


@pytest.fixture
def node(tmp_path):
    node = Node(tmp_path)
    node.services.lane = Lane(Ticks())
    yield node
    node.log_manager.close()


def request_of(partitions, *, acks=-1):
    """A produce request; `partitions`: (topic, index, records) each."""
    topics = []
    for name, index, records in partitions:
        if not topics or topics[-1].name != name:
            topics.append(ProduceRequest.TopicProduceData(name=name, partition_data=[]))
        topics[-1].partition_data.append(ProduceRequest.PartitionProduceData(index=index, records=records))
    return ProduceRequest(acks=acks, timeout_ms=1_000, topic_data=topics)


def codes(call):
    return [
        (topic.name, part.index, part.error_code)
        for topic in call.answer.responses
        for part in topic.partition_responses
    ]


@pytest.mark.parametrize("name", ["t", "t{}"])
async def test_others_are_served_while_a_request_of_very_many_partitions_is_refused(node, name):
    wanted = [(name.format(index), index, b"") for index in range(MANY)]
    turns, call = await turns_of_others(node.send(request_of(wanted), 9))
    assert turns > 50
    code = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
    assert codes(call) == [(topic, index, code) for topic, index, _ in wanted]


async def test_others_are_served_while_many_bytes_are_appended(node):
    for index in range(8):
        node.lead(index=index)
    records = batch(b"v" * 900_000)
    turns, call = await turns_of_others(node.send(request_of([("t", index, records) for index in range(8)]), 9))
    assert turns > 1
    assert codes(call) == [("t", index, 0) for index in range(8)]


async def test_without_acks_the_first_error_closes_the_connection(node):
    node.lead()
    records = batch(b"a")
    _, call = await turns_of_others(node.send(request_of([("t", 0, records)] * 300, acks=0), 9))
    assert call.is_silent
    _, call = await turns_of_others(node.send(request_of([("t", 0, records)] * 300 + [("u", 0, records)], acks=0), 9))
    assert "UNKNOWN_TOPIC_OR_PARTITION" in call.closed
    assert node.manager.partitions.get("t", 0).log.log_end_offset == 600


async def test_it_waits_for_the_replicas_of_all_of_it(node):
    for index in range(300):
        node.lead(index=index, isr=(1, 2) if index % 2 else (1,))
    task = asyncio.ensure_future(node.send(request_of([("t", index, batch(b"a")) for index in range(300)]), 9))
    for _ in range(500):
        await asyncio.sleep(0)
    assert not task.done()
    for index in range(1, 300, 2):
        node.fetch(1, index=index, replica_id=2)
    call = await task
    assert codes(call) == [("t", index, 0) for index in range(300)]


async def test_what_the_replicas_do_not_get_in_time_fails_alone(node):
    node.lead(index=0, isr=(1, 2))
    node.lead(index=1)
    sent = [("t", index % 2, batch(b"a")) for index in range(300)]
    task = asyncio.ensure_future(node.send(request_of(sent), 9))
    for _ in range(500):
        await asyncio.sleep(0)
    node.advance(1_001)
    call = await task
    assert [code for _, _, code in codes(call)] == [ErrorCode.REQUEST_TIMED_OUT, 0] * 150


KEYS = [("t", 0), ("t", 1), ("u", 0), ("nowhere", 0)]
RECORDS = [b"", b"x" * 30, batch(b"a"), batch(b"b", b"c")]


@settings(max_examples=40, deadline=None)
@given(
    asked=st.lists(st.tuples(st.sampled_from(KEYS), st.sampled_from(RECORDS)), max_size=12),
    acks=st.sampled_from([0, 1, -1, 7]),
    version=st.sampled_from([3, 7, 9]),
)
def test_both_ways_give_the_same_responses(tmp_path_factory, asked, acks, version):
    seen = []
    for in_slices in (False, True):
        with pytest.MonkeyPatch.context() as patch:
            if in_slices:
                patch.setattr(produce, "SMALL_REQUEST_BYTES", 1)
                patch.setattr(produce, "PARTITIONS_IN_ONE_STEP_MAX", -1)
                patch.setattr(produce_many, "PARTITIONS_AT_ONCE", 2)
            node = Node(tmp_path_factory.mktemp("node"))
            try:
                for topic, index in KEYS[:3]:
                    node.lead(topic=topic, index=index)
                call = answered(node.send(request_of([(*key, records) for key, records in asked], acks=acks), version))
                partitions = [node.manager.partitions.get(*key) for key in KEYS[:3]]
                appended = [stored(node, partition) for partition in partitions]
                seen.append((call.answers, call.closed, call.is_silent, appended))
            finally:
                node.log_manager.close()
    assert seen[0] == seen[1]


def stored(node, partition):
    name, index = partition.topic_partition
    return [record.value for record in iter_records(node.fetch(topic=name, index=index).partition.records)]
