"""Very many transactional ids, and partitions of one: lists of them are made in slices, and show what may be seen."""

from __future__ import annotations

import asyncio

import pytest

from kavka.broker.authorization.rules import RULES
from kavka.broker.handlers import add_partitions_to_txn, describe_transactions, list_transactions
from kavka.common.acls import CLUSTER_NAME, AclOperation, ResourceType
from kavka.common.types import TopicPartition
from kavka.protocol.errors import CoordinatorLoadInProgress, ErrorCode, TransactionalIdAuthorizationFailed
from kavka.protocol.messages import AddPartitionsToTxnRequest, DescribeTransactionsRequest, ListTransactionsRequest
from tests.support.broker.fakes import RecordingChannel, context
from tests.support.broker.guarded import guarded
from tests.support.broker.parts import handling
from tests.support.broker.turns import Asked, in_small_slices, most_questions, turns_of
from tests.support.transaction.coordinating import begun
from tests.support.transaction.serving import serving

MANY = 100
DESCRIBE, READ, WRITE = AclOperation.DESCRIBE, AclOperation.READ, AclOperation.WRITE
TXN, TOPIC = ResourceType.TRANSACTIONAL_ID, ResourceType.TOPIC


async def answered(services, handler, version, request):
    """What leaves the broker, through the guard that stands before the handler."""
    channel = RecordingChannel()
    ctx = context(version, channel)
    outcome = guarded(RULES[handler.API], handler)(request, ctx, services)
    ctx.respond(await outcome if hasattr(outcome, "__await__") else outcome)
    [response] = channel.responses
    return response


async def test_of_very_many_transactional_ids_those_are_listed_that_may_be_described(node, monkeypatch):
    async with serving(node) as broker:
        in_small_slices(broker.services, monkeypatch)
        for number in range(MANY):
            await begun(broker, f"tx{number}")
        names = {f"tx{number}" for number in range(0, MANY, 2)}
        authorizer = broker.services.authorizer = Asked(*((WRITE, TXN, name) for name in names))
        sent = answered(broker.services, list_transactions, 0, ListTransactionsRequest())
        most, answer = await most_questions(authorizer, sent)
        assert {state.transactional_id for state in answer.transaction_states} == names
        assert most < 20


async def test_what_begins_to_be_loaded_while_a_list_waits_for_its_turn_is_not_left_out_in_silence(node, monkeypatch):
    async with serving(node) as broker:
        in_small_slices(broker.services, monkeypatch)
        for number in range(MANY):
            await begun(broker, f"tx{number}")
        sent = handling(list_transactions, broker.services).handle(ListTransactionsRequest(), context(0))
        broker.states.begin_load(1, 5)
        with pytest.raises(CoordinatorLoadInProgress):
            await sent


async def test_a_transaction_is_described_as_it_was_with_the_partitions_that_it_had(node, monkeypatch):
    async with serving(node) as broker:
        in_small_slices(broker.services, monkeypatch)
        producer = await begun(broker, partitions=[TopicPartition(f"t{number:03}", 0) for number in range(MANY)])
        sent = handling(describe_transactions, broker.services).handle(DescribeTransactionsRequest(["tx"]), context(0))
        task = asyncio.ensure_future(sent)
        for _ in range(4):
            await asyncio.sleep(0)
        assert not task.done()
        await broker.coordinator.end("tx", producer, is_commit=True)
        [state] = (await task).transaction_states
        assert (state.transaction_state, len(state.topics)) == ("Ongoing", MANY)


@pytest.mark.parametrize("is_broker", [False, True])
async def test_of_a_transaction_those_topics_are_shown_that_may_be_seen(node, monkeypatch, is_broker):
    async with serving(node) as broker:
        in_small_slices(broker.services, monkeypatch)
        await begun(broker, partitions=[TopicPartition(f"t{number:03}", 0) for number in range(MANY)])
        names = [f"t{number:03}" for number in range(MANY)]
        seen = names if is_broker else names[::2]
        rights = [(READ, TOPIC, name) for name in seen]
        if is_broker:
            rights = [(AclOperation.CLUSTER_ACTION, ResourceType.CLUSTER, CLUSTER_NAME)]
        authorizer = broker.services.authorizer = Asked((DESCRIBE, TXN, "tx"), *rights)
        sent = answered(broker.services, describe_transactions, 0, DescribeTransactionsRequest(["tx"]))
        most, answer = await most_questions(authorizer, sent)
        [state] = answer.transaction_states
        assert [topic.topic for topic in state.topics] == seen
        assert most < 20


def adding(count):
    topic = AddPartitionsToTxnRequest.AddPartitionsToTxnTopic
    topics = [topic(name=f"t{number}", partitions=[0]) for number in range(count)]
    return AddPartitionsToTxnRequest(v3_and_below_transactional_id="tx", v3_and_below_topics=topics)


async def test_others_are_served_while_very_many_topics_may_not_be_written_to(node, monkeypatch):
    async with serving(node) as broker:
        in_small_slices(broker.services, monkeypatch)
        monkeypatch.setattr("kavka.broker.authorization.transactional.ITEMS_IN_ONE_STEP_MAX", 10)
        authorizer = broker.services.authorizer = Asked((WRITE, TXN, "tx"), (WRITE, TOPIC, "t1"))
        sent = answered(broker.services, add_partitions_to_txn, 3, adding(2_000))
        most, answer = await most_questions(authorizer, sent)
        found = {t.name: t.results_by_partition[0].partition_error_code for t in answer.results_by_topic_v3_and_below}
        assert len(found) == 2_000
        assert found.pop("t1") == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
        assert set(found.values()) == {ErrorCode.TOPIC_AUTHORIZATION_FAILED}
        assert most < 400


async def test_an_error_of_very_many_partitions_is_told_in_slices(node, monkeypatch):
    async with serving(node) as broker:
        in_small_slices(broker.services, monkeypatch)
        steps = add_partitions_to_txn.error_steps(adding(MANY), TransactionalIdAuthorizationFailed("no"))
        turns, answer = await turns_of(broker.services.lane.do(steps))
        codes = {t.results_by_partition[0].partition_error_code for t in answer.results_by_topic_v3_and_below}
        assert codes == {ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED}
        assert len(answer.results_by_topic_v3_and_below) == MANY
        assert turns > 10
