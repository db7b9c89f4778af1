"""One transaction of very many partitions: what it takes, what its record names, and how its markers go out."""

from __future__ import annotations

import asyncio

import pytest

from kavka.broker.transaction.marker_sender import MARKERS_PER_REQUEST_MAX, ROUTED_AT_ONCE_MAX
from kavka.broker.transaction.states import TransactionState
from kavka.broker.transaction.transaction_metadata import PARTITIONS_MAX, TOPICS_MAX
from kavka.common.lane import Lane
from kavka.common.types import TopicPartition
from kavka.protocol.errors import ErrorCode
from tests.support.broker.fakes import as_read
from tests.support.broker.frames import Frames, frame_of
from tests.support.transaction.coordinating import TOPIC, begun, running, until
from tests.support.transaction.serving import adding, serving

MANY = 10_000
TIMES_MAX = 10


@pytest.mark.parametrize("is_known", [True, False])
async def test_partitions_that_join_take_no_more_than_ten_times_their_request(node, is_known):
    """So many take four bytes each in the frame, and a hundred and more as tuples in a set."""
    async with serving(node) as broker:
        broker.tell({TOPIC: 1, "t": MANY if is_known else MANY - 1})
        producer = await broker.coordinator.init_producer_id("tx", 60_000, None)
        frame = frame_of(adding(producer, ("t", list(range(MANY)))), 3)
        async with asyncio.TaskGroup() as tasks:
            response, peak = await Frames(tasks, broker.services).ask_measured(frame)
        [topic] = as_read(response, 3).results_by_topic_v3_and_below
        codes = [ErrorCode(part.partition_error_code) for part in topic.results_by_partition]
        assert len(codes) == MANY
        if is_known:
            assert set(codes) == {ErrorCode.NONE}
            assert broker.get().partitions == {TopicPartition("t", index) for index in range(MANY)}
        else:
            assert codes.pop() is ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
            assert set(codes) == {ErrorCode.OPERATION_NOT_ATTEMPTED}
        assert peak < TIMES_MAX * len(frame)


async def test_what_a_large_request_names_twice_joins_once(node):
    async with serving(node) as broker:
        broker.tell({TOPIC: 1, "t": MANY, "u": MANY})
        producer = await broker.coordinator.init_producer_id("tx", 60_000, None)
        topics = [("t", [5, 3, 5]), ("u", [1]), ("t", list(range(1_000, 0, -1))), ("u", [0, 1])]
        async with asyncio.TaskGroup() as tasks:
            response = await Frames(tasks, broker.services).ask(frame_of(adding(producer, *topics), 3))
        found = {
            topic.name: [part.partition_index for part in topic.results_by_partition]
            for topic in as_read(response, 3).results_by_topic_v3_and_below
        }
        assert found == {"t": list(range(1, 1_001)), "u": [0, 1]}
        assert {topic: indexes.tolist() for topic, indexes in broker.get().partitions.by_topic()} == found


@pytest.mark.parametrize("too_many", ["partitions", "topics"])
async def test_a_transaction_holds_no_more_than_its_record_may_name(node, too_many, caplog):
    async with running(node) as broker:
        producer = await begun(broker, partitions=[])
        if too_many == "partitions":
            partitions = [TopicPartition("t", index) for index in range(PARTITIONS_MAX)]
        else:
            partitions = [TopicPartition(f"t{number}", 0) for number in range(TOPICS_MAX)]
        await broker.coordinator.add_partitions("tx", producer, partitions)
        with pytest.raises(Exception, match=f"{too_many.upper()}_MAX") as refused:
            await broker.coordinator.add_partitions("tx", producer, [TopicPartition("one-more", 0)])
        assert refused.value.code is ErrorCode.UNKNOWN_SERVER_ERROR
        assert len(broker.get().partitions) == len(partitions)
        assert "one-more" not in {partition.topic for partition in broker.get().partitions}
        await broker.coordinator.add_partitions("tx", producer, partitions[:1])


@pytest.mark.parametrize("is_resumed", [False, True])
async def test_the_markers_of_a_large_transaction_go_out_some_at_a_time(node, is_resumed):
    async with running(node) as broker:
        broker.markers._lane = Lane(slice_ns=0)
        broker.tell({TOPIC: 1, "t": MANY})
        producer = await begun(broker, partitions=[TopicPartition("t", index) for index in range(MANY)])
        if is_resumed:
            broker.leaders.gate.clear()
        await broker.coordinator.end("tx", producer, is_commit=True)
        if is_resumed:
            await broker.lead(2, leader=99)
            await broker.lead(3)
            broker.leaders.gate.set()
        most = sent = 0
        while broker.get() is None or broker.get().state is not TransactionState.CompleteCommit:
            await asyncio.sleep(0)
            most, sent = max(most, broker.metrics.markers_sent - sent), broker.metrics.markers_sent
        assert 0 < most <= MARKERS_PER_REQUEST_MAX + ROUTED_AT_ONCE_MAX
        assert {marker[1].partition for marker in broker.leaders.markers} == set(range(MANY))


async def test_partitions_of_a_large_transaction_that_have_no_leader_are_tried_again(node):
    async with running(node) as broker:
        broker.tell({TOPIC: 1, "t": MANY}, leader=99)
        producer = await begun(broker, partitions=[TopicPartition("t", index) for index in range(MANY)])
        await broker.coordinator.end("tx", producer, is_commit=False)
        await until(lambda: broker.metrics.markers_retried >= MANY)
        assert broker.get().state is TransactionState.PrepareAbort
        broker.tell({TOPIC: 1, "t": MANY})
        await until(lambda: broker.get().state is TransactionState.CompleteAbort)
        assert len(broker.leaders.markers) == MANY
