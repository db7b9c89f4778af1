"""Markers: where they go, how often they are tried, and when a transaction has all of them."""

from __future__ import annotations

import pytest

from kavka.broker.transaction.states import TransactionState
from kavka.protocol.errors import ErrorCode
from tests.support.replica.node import BROKER
from tests.support.transaction.coordinating import OTHER, TOPIC, P, Q, begun, running, until


@pytest.mark.parametrize(
    "code",
    [
        ErrorCode.NOT_LEADER_OR_FOLLOWER,
        ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
        ErrorCode.NOT_ENOUGH_REPLICAS,
        ErrorCode.NOT_ENOUGH_REPLICAS_AFTER_APPEND,
        ErrorCode.REQUEST_TIMED_OUT,
        ErrorCode.KAFKA_STORAGE_ERROR,
        ErrorCode.UNKNOWN_SERVER_ERROR,
    ],
)
async def test_what_may_yet_come_true_is_tried_again(node, code):
    async with running(node) as broker:
        producer = await begun(broker)
        broker.leaders.codes[Q] = [code, code]
        await broker.coordinator.end("tx", producer, is_commit=True)
        await until(lambda: broker.get().state is TransactionState.CompleteCommit)
        assert sorted(marker[1] for marker in broker.leaders.markers) == [P, Q], "each partition got one"
        assert broker.metrics.markers_retried == 2


async def test_markers_follow_a_partition_that_moves(node):
    async with running(node) as broker:
        producer = await begun(broker, partitions=[P])
        broker.leaders.codes[P] = [ErrorCode.NOT_LEADER_OR_FOLLOWER]
        broker.leaders.gate.clear()
        await broker.coordinator.end("tx", producer, is_commit=True)
        await broker.leaders.asked.wait()
        broker.tell({"t": 3}, leader=OTHER)
        broker.leaders.gate.set()
        await until(lambda: broker.get().state is TransactionState.CompleteCommit)
        assert [marker[0] for marker in broker.leaders.markers] == [OTHER]


async def test_a_broker_that_cannot_be_reached_is_tried_until_it_can(node):
    async with running(node) as broker:
        producer = await begun(broker)
        broker.leaders.is_down = True
        await broker.coordinator.end("tx", producer, is_commit=False)
        await until(lambda: len(broker.leaders.dialled) > 3)
        broker.leaders.is_down = False
        await until(lambda: broker.get().state is TransactionState.CompleteAbort)
        assert sorted(marker[1] for marker in broker.leaders.markers) == [P, Q]


async def test_a_broker_that_is_gone_is_not_waited_for(node, monkeypatch):
    monkeypatch.setattr("kavka.broker.transaction.marker_sender.LOOK_MS", 1)
    async with running(node) as broker:
        broker.tell({"t": 3}, leader=OTHER)
        producer = await begun(broker, partitions=[P])
        broker.leaders.gate.clear()
        await broker.coordinator.end("tx", producer, is_commit=True)
        await broker.leaders.asked.wait()
        broker.tell({"t": 3}, leader=BROKER, brokers=[BROKER])
        await until(lambda: broker.leaders.dialled == [OTHER, BROKER])
        broker.leaders.gate.set()
        await until(lambda: broker.get().state is TransactionState.CompleteCommit)


async def test_a_partition_without_a_leader_is_waited_for(node):
    async with running(node) as broker:
        producer = await begun(broker, partitions=[P])
        broker.tell({"t": 3}, leader=-1)
        await broker.coordinator.end("tx", producer, is_commit=True)
        await until(lambda: broker.metrics.markers_retried > 2)
        assert broker.get().state is TransactionState.PrepareCommit
        broker.tell({"t": 3}, leader=OTHER)
        await until(lambda: broker.get().state is TransactionState.CompleteCommit)


async def test_a_topic_that_is_deleted_meanwhile_needs_no_marker(node):
    async with running(node) as broker:
        producer = await begun(broker)
        broker.tell({"t": 3}, leader=-2)
        await broker.coordinator.end("tx", producer, is_commit=True)
        await until(lambda: broker.get().state is TransactionState.CompleteCommit)
        assert broker.leaders.markers == []


async def test_an_empty_transaction_needs_no_markers(node):
    async with running(node) as broker:
        producer = await begun(broker, partitions=[])
        await broker.coordinator.end("tx", producer, is_commit=True)
        assert broker.get().state is TransactionState.CompleteCommit


@pytest.mark.parametrize("code", [ErrorCode.TRANSACTION_COORDINATOR_FENCED, ErrorCode.INVALID_PRODUCER_EPOCH])
async def test_a_coordinator_that_was_replaced_unknowingly_stops(node, code):
    async with running(node) as broker:
        producer = await begun(broker, partitions=[P])
        broker.leaders.codes[P] = [code]
        await broker.coordinator.end("tx", producer, is_commit=True)
        await until(lambda: not broker.leaders.codes[P])
        other = await begun(broker, "other", partitions=[P])
        await broker.coordinator.end("other", other, is_commit=True)
        await until(lambda: broker.get("other").state is TransactionState.CompleteCommit)
        assert broker.get().state is TransactionState.PrepareCommit
        assert broker.records[-1][0] == "other"


async def test_bug_81_the_last_record_is_written_once_whatever_it_takes(node):
    async with running(node) as broker:
        producer = await begun(broker)
        await broker.coordinator.end("tx", producer, is_commit=True)
        await until(lambda: broker.get().state is TransactionState.CompleteCommit)
        broker.leaders.gate.clear()
        await broker.coordinator.add_partitions("tx", producer, [P])
        broker.leaders.asked.clear()
        await broker.coordinator.end("tx", producer, is_commit=True)
        await broker.leaders.asked.wait()
        await broker.lead(2, isr=(BROKER, OTHER))  # the next record cannot be replicated
        broker.leaders.gate.set()
        await until(lambda: broker.records[-1] == ("tx", "CompleteCommit"))
        assert broker.get().state is TransactionState.PrepareCommit
        node.advance(5_000)
        await until(lambda: broker.records[-2:] == [("tx", "CompleteCommit")] * 2)
        broker.commit_log()
        assert (broker.get().state, broker.get().pending_state) == (TransactionState.CompleteCommit, None)
        assert broker.metrics.commits == 2


async def test_bug_81_answers_to_markers_of_an_earlier_term_end_nothing(node):
    """The coordinator loses the id and gets it back while an answer is on its way: only the new term's count."""
    async with running(node) as broker:
        producer = await begun(broker)
        broker.leaders.gate.clear()
        await broker.coordinator.end("tx", producer, is_commit=True)
        await broker.leaders.asked.wait()
        await broker.lead(2, leader=OTHER)
        await broker.lead(3)
        assert broker.get().state is TransactionState.PrepareCommit
        broker.leaders.gate.set()
        await until(lambda: broker.get().state is TransactionState.CompleteCommit)
        assert [state for _, state in broker.records].count("CompleteCommit") == 1
        assert {marker[5] for marker in broker.leaders.markers} == {1, 3}


async def test_many_transactions_share_requests(node):
    async with running(node) as broker:
        producers = {name: await begun(broker, name) for name in "abcdef"}
        broker.leaders.gate.clear()
        for name, producer in producers.items():
            await broker.coordinator.end(name, producer, is_commit=True)
        broker.leaders.gate.set()
        await until(lambda: all(broker.get(name).state is TransactionState.CompleteCommit for name in producers))
        assert len(broker.leaders.markers) == 12
        assert broker.leaders.dialled == [BROKER]


async def test_what_cannot_be_written_at_all_is_said_to_the_client_that_asked(node):
    async with running(node) as broker:
        producer = await begun(broker)
        node.stop(TOPIC, epoch=9, delete=True)
        with pytest.raises(Exception, match="coordinated by another broker"):
            await broker.coordinator.end("tx", producer, is_commit=True)
