"""Verification before a first append: by this broker's own coordinator, or by question to another's."""

from __future__ import annotations

import asyncio
import contextlib
import itertools

import pytest

from kavka.broker.transaction.coordinator import ProducerIdAndEpoch
from kavka.broker.transaction.coordinator_requests import CoordinatorRequests
from kavka.broker.transaction.verifier import Verification
from kavka.protocol.errors import ErrorCode, KafkaError
from kavka.protocol.messages import DescribeTransactionsResponse
from kavka.timer.clock import SystemClock
from kavka.wire.peer_link import PeerLinks
from tests.support.replica.node import BROKER
from tests.support.transaction.coordinating import OTHER, P, Q, begun, running, until

State = DescribeTransactionsResponse.TransactionState


class Elsewhere:
    """Another broker, which answers from this one's coordinator, through the wire's form."""

    def __init__(self, broker):
        self.broker = broker
        self.gate = asyncio.Event()
        self.gate.set()
        self.questions = []
        self.is_down = False
        self.is_closed = False

    async def dial(self, host, port, client_id):
        if self.is_down:
            raise ConnectionRefusedError("nobody listens")
        return self

    async def request(self, message, *, version, timeout_ms=None):
        self.questions.append(list(message.transactional_ids))
        await self.gate.wait()
        states = []
        for name in message.transactional_ids:
            try:
                found = self.broker.coordinator.describe(name)
            except KafkaError as error:
                states.append(State(error_code=int(error.code), transactional_id=name))
                continue
            topics: dict[str, list[int]] = {}
            for topic, index in found.partitions:
                topics.setdefault(topic, []).append(index)
            states.append(
                State(
                    transactional_id=name,
                    transaction_state=found.state.name,
                    producer_id=found.producer_id,
                    producer_epoch=found.producer_epoch,
                    topics=[DescribeTransactionsResponse.TopicData(*topic) for topic in topics.items()],
                )
            )
        return DescribeTransactionsResponse(transaction_states=states)

    async def close(self):
        self.is_closed = True


@contextlib.asynccontextmanager
async def verifying(node, *, at, can_ask=True):
    async with running(node) as broker:
        elsewhere = Elsewhere(broker)
        verifier = CoordinatorRequests(
            Verification(broker.coordinator, can_ask=can_ask),
            coordinator_of=lambda _: at,
            broker_id=BROKER,
            peers=PeerLinks(locate=broker.locate, dial=elsewhere.dial, purpose="test", clock=SystemClock()),
            timeout_ms=lambda: 1_000,
            metrics=broker.metrics,
            ticks=itertools.count(step=1_000_000).__next__,
        )
        task = broker.group.create_task(verifier.run())
        await asyncio.sleep(0)
        yield broker, verifier, elsewhere
        task.cancel()


@pytest.mark.parametrize("at", [BROKER, OTHER], ids=["here", "elsewhere"])
async def test_bug_83_both_ways_say_the_same(node, at):
    async with verifying(node, at=at) as (broker, verifier, _):
        producer = await begun(broker, partitions=[P])
        assert await verifier.ask("tx", *producer, [P, Q]) == {P: ErrorCode.NONE, Q: ErrorCode.TRANSACTION_ABORTABLE}
        fenced = ProducerIdAndEpoch(producer.producer_id, 9)
        for name, other, code in (
            ("tx", fenced, ErrorCode.PRODUCER_FENCED),
            ("tx", ProducerIdAndEpoch(4_711, 0), ErrorCode.INVALID_PRODUCER_ID_MAPPING),
            ("nobody", producer, ErrorCode.INVALID_PRODUCER_ID_MAPPING),
        ):
            assert await verifier.ask(name, *other, [P]) == {P: code}
        broker.leaders.gate.clear()
        await broker.coordinator.end("tx", producer, is_commit=True)
        assert await verifier.ask("tx", *producer, [P]) == {P: ErrorCode.CONCURRENT_TRANSACTIONS}
        await broker.lead(2, leader=OTHER)
        assert await verifier.ask("tx", *producer, [P]) == {P: ErrorCode.NOT_COORDINATOR}
        assert (broker.metrics.verifications, broker.metrics.verifications_failed) == (7, 6)
        assert broker.metrics.verification_times.count > 0


async def test_questions_that_come_while_one_is_under_way_are_asked_together(node):
    async with verifying(node, at=OTHER) as (broker, verifier, elsewhere):
        producers = {name: await begun(broker, name, partitions=[P]) for name in "abcd"}
        elsewhere.gate.clear()
        asking = [broker.group.create_task(verifier.ask(name, *producer, [P])) for name, producer in producers.items()]
        await until(lambda: elsewhere.questions)
        asking.append(broker.group.create_task(verifier.ask("d", *producers["d"], [Q])))
        await asyncio.sleep(0)
        elsewhere.gate.set()
        answers = [await task for task in asking]
        assert answers == [{P: ErrorCode.NONE}] * 4 + [{Q: ErrorCode.TRANSACTION_ABORTABLE}]
        assert {name for question in elsewhere.questions for name in question} == set("abcd")
        assert len(elsewhere.questions) == 2


async def test_a_coordinator_that_cannot_be_reached_is_not_taken_for_one_that_agrees(node):
    async with verifying(node, at=OTHER) as (broker, verifier, elsewhere):
        producer = await begun(broker, partitions=[P])
        elsewhere.is_down = True
        assert await verifier.ask("tx", *producer, [P]) == {P: ErrorCode.NETWORK_EXCEPTION}
        elsewhere.is_down = False
        assert await verifier.ask("tx", *producer, [P]) == {P: ErrorCode.NONE}


async def test_nobody_to_ask_is_said(node):
    async with verifying(node, at=None) as (_, verifier, _):
        assert await verifier.ask("tx", 1, 0, [P]) == {P: ErrorCode.COORDINATOR_NOT_AVAILABLE}


async def test_brokers_of_kafka_2_0_are_not_asked(node):
    async with verifying(node, at=OTHER, can_ask=False) as (_, verifier, elsewhere):
        assert await verifier.ask("tx", 1, 0, [P]) == {P: ErrorCode.NONE}
        assert elsewhere.questions == []
