"""Partitions that join a transaction by being written to: added by this broker's coordinator, or by another's."""

from __future__ import annotations

import asyncio
import contextlib
import time

import pytest

from kavka.broker.handlers.add_partitions_to_txn import AddPartitionsToTxnHandler
from kavka.broker.transaction.adder import VERSION, Addition
from kavka.broker.transaction.coordinator import ProducerIdAndEpoch
from kavka.broker.transaction.coordinator_requests import CoordinatorRequests
from kavka.broker.transaction.versions import TransactionVersion
from kavka.common.lane import Lane
from kavka.common.types import TopicPartition
from kavka.protocol.codec import decode_message, encode_message
from kavka.protocol.errors import ErrorCode
from kavka.timer.clock import SystemClock
from kavka.wire.peer_link import PeerLinks
from tests.support.broker.fakes import context
from tests.support.replica.node import BROKER
from tests.support.transaction.coordinating import OTHER, P, Q, running, until


class Elsewhere:
    """Another broker, whose handler adds to this one's coordinator, through the wire's form."""

    def __init__(self, broker):
        self.handler = AddPartitionsToTxnHandler(
            lane=Lane(), metadata_cache=broker.cache, transactions=broker.coordinator
        )
        self.gate = asyncio.Event()
        self.gate.set()
        self.requests = []
        self.is_down = False
        self.is_closed = False

    async def dial(self, host, port, client_id):
        if self.is_down:
            raise ConnectionRefusedError("nobody listens")
        return self

    async def request(self, message, *, version, timeout_ms=None):
        message = decode_message(type(message), version, encode_message(message, version))
        self.requests.append([(one.transactional_id, one.producer_epoch) for one in message.transactions])
        await self.gate.wait()
        answer = await self.handler.handle(message, context(version))
        return decode_message(type(answer), version, encode_message(answer, version))

    async def close(self):
        self.is_closed = True


@contextlib.asynccontextmanager
async def adding(node, *, at):
    async with running(node) as broker:
        broker.level = 2
        elsewhere = Elsewhere(broker)
        adder = CoordinatorRequests(
            Addition(broker.coordinator),
            coordinator_of=lambda _: at,
            broker_id=BROKER,
            peers=PeerLinks(locate=broker.locate, dial=elsewhere.dial, purpose="test", clock=SystemClock()),
            timeout_ms=lambda: 1_000,
            metrics=broker.metrics,
            ticks=time.monotonic_ns,
        )
        task = broker.group.create_task(adder.run())
        await asyncio.sleep(0)
        yield broker, adder, elsewhere
        task.cancel()


async def produced(broker, name="tx"):
    return await broker.coordinator.init_producer_id(name, 60_000, None)


@pytest.mark.parametrize("at", [BROKER, OTHER], ids=["here", "elsewhere"])
async def test_both_ways_add_and_refuse_the_same(node, at):
    async with adding(node, at=at) as (broker, adder, elsewhere):
        producer = await produced(broker)
        assert await adder.ask("tx", *producer, [P, Q]) == {P: ErrorCode.NONE, Q: ErrorCode.NONE}
        assert broker.get().partitions == {P, Q}
        assert broker.get().client_version is TransactionVersion.V2
        for name, other, code in (
            ("tx", ProducerIdAndEpoch(producer.producer_id, 9), ErrorCode.PRODUCER_FENCED),
            ("tx", ProducerIdAndEpoch(4_711, 0), ErrorCode.INVALID_PRODUCER_ID_MAPPING),
            ("nobody", producer, ErrorCode.INVALID_PRODUCER_ID_MAPPING),
        ):
            assert await adder.ask(name, *other, [P]) == {P: code}
        broker.leaders.gate.clear()
        following = await broker.coordinator.end("tx", producer, is_commit=True, version=TransactionVersion.V2)
        assert await adder.ask("tx", *following, [P]) == {P: ErrorCode.CONCURRENT_TRANSACTIONS}
        await broker.lead(2, leader=OTHER)
        assert await adder.ask("tx", *following, [P]) == {P: ErrorCode.NOT_COORDINATOR}
        assert (broker.metrics.verifications, broker.metrics.verifications_failed) == (7, 5)
        assert bool(elsewhere.requests) is (at == OTHER)


async def test_what_comes_while_a_request_is_under_way_goes_together_each_id_once(node):
    async with adding(node, at=OTHER) as (broker, adder, elsewhere):
        producers = {name: await produced(broker, name) for name in "abc"}
        elsewhere.gate.clear()

        def add(name, producer, partition):
            return broker.group.create_task(adder.ask(name, *producer, [partition]))

        waiting = [add("a", producers["a"], P)]
        await until(lambda: elsewhere.requests)
        waiting += [add("b", producers["b"], P), add("c", producers["c"], P), add("b", producers["b"], Q)]
        other_epoch = ProducerIdAndEpoch(producers["c"].producer_id, 1)
        await asyncio.sleep(0)
        assert await adder.ask("c", *other_epoch, [P]) == {P: ErrorCode.CONCURRENT_TRANSACTIONS}
        elsewhere.gate.set()
        assert [set((await task).values()) for task in waiting] == [{ErrorCode.NONE}] * 4
        assert elsewhere.requests == [[("a", 0)], [("b", 0), ("c", 0)]]
        assert broker.get("b").partitions == {P, Q}


async def test_one_that_is_not_there_does_not_keep_the_others_out_for_good(node):
    gone = TopicPartition("gone", 0)
    async with adding(node, at=OTHER) as (broker, adder, _):
        producer = await produced(broker)
        assert await adder.ask("tx", *producer, [P, gone]) == {
            P: ErrorCode.COORDINATOR_NOT_AVAILABLE,
            gone: ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
        }
        assert await adder.ask("tx", *producer, [P]) == {P: ErrorCode.NONE}


async def test_a_coordinator_that_cannot_be_reached_has_added_nothing(node):
    async with adding(node, at=OTHER) as (broker, adder, elsewhere):
        producer = await produced(broker)
        elsewhere.is_down = True
        assert await adder.ask("tx", *producer, [P]) == {P: ErrorCode.NETWORK_EXCEPTION}
        elsewhere.is_down = False
        assert await adder.ask("tx", *producer, [P]) == {P: ErrorCode.NONE}


async def test_nobody_to_ask_is_said(node):
    async with adding(node, at=None) as (_, adder, _):
        assert await adder.ask("tx", 1, 0, [P]) == {P: ErrorCode.COORDINATOR_NOT_AVAILABLE}


def test_the_version_is_one_that_brokers_of_kafka_3_9_know():
    assert VERSION == 5
