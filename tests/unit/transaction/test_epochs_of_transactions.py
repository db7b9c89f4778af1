"""Transactions of version 2 at their coordinator (KIP-890): an epoch for each, whatever happens to it."""

from __future__ import annotations

import pytest

from kavka.broker.transaction.coordinator import ProducerIdAndEpoch
from kavka.broker.transaction.states import TransactionState
from kavka.broker.transaction.versions import TransactionVersion, version_of_level
from kavka.common.steps import at_once
from kavka.protocol.errors import ConcurrentTransactions, InvalidProducerIdMapping, InvalidTxnState, ProducerFenced
from tests.support.transaction.coordinating import OTHER, P, Q, begun, running, until

V0, V2 = TransactionVersion.V0, TransactionVersion.V2


async def begun_2(broker, partitions=(P, Q), timeout_ms=60_000):
    broker.level = 2
    producer = await broker.coordinator.init_producer_id("tx", timeout_ms, None)
    if partitions:
        await broker.coordinator.add_partitions("tx", producer, partitions, version=V2)
    return producer


async def end(broker, producer, *, is_commit=True, version=V2):
    return await broker.coordinator.end("tx", producer, is_commit=is_commit, version=version)


async def complete(broker):
    await until(lambda: broker.get().state.name.startswith("Complete"))


@pytest.mark.parametrize("is_commit", [True, False])
async def test_each_transaction_has_the_epoch_after_the_one_before(node, is_commit):
    async with running(node) as broker:
        first = await begun_2(broker)
        second = await end(broker, first, is_commit=is_commit)
        assert second == (first.producer_id, first.producer_epoch + 1)
        await complete(broker)
        assert {marker[2:5] for marker in broker.leaders.markers} == {(*second, is_commit)}
        assert set(broker.leaders.versions) == {2}
        await broker.coordinator.add_partitions("tx", second, [P], version=V2)
        assert await end(broker, second) == (first.producer_id, first.producer_epoch + 2)


async def test_what_is_late_of_a_transaction_changes_nothing_of_the_next(node):
    """KAFKA-14402: the EndTxn of before, delayed in the network, cannot end it, nor can its records join it."""
    async with running(node) as broker:
        first = await begun_2(broker)
        second = await end(broker, first)
        await complete(broker)
        await broker.coordinator.add_partitions("tx", second, [P], version=V2)
        for is_commit in (True, False):
            with pytest.raises(ProducerFenced):
                await end(broker, first, is_commit=is_commit)
        with pytest.raises(ProducerFenced):
            await broker.coordinator.add_partitions("tx", first, [Q], version=V2)
        assert broker.get().partitions == {P}


async def test_a_transaction_given_up_while_the_last_ones_markers_are_written_fences_nobody(node):
    """An abort with the epoch of the last response: franz-go's, where a rebalance comes before its first batch."""
    async with running(node) as broker:
        first = await begun_2(broker)
        broker.leaders.gate.clear()
        second = await end(broker, first)
        with pytest.raises(ConcurrentTransactions):
            await end(broker, second, is_commit=False)
        broker.leaders.gate.set()
        await complete(broker)
        assert await end(broker, second, is_commit=False) == (second.producer_id, second.producer_epoch + 1)


async def test_an_end_whose_response_was_lost_is_answered_the_same_again(node):
    async with running(node) as broker:
        first = await begun_2(broker)
        broker.leaders.gate.clear()
        second = await end(broker, first)
        with pytest.raises(ConcurrentTransactions):
            await end(broker, first)
        broker.leaders.gate.set()
        await complete(broker)
        written = len(broker.records)
        assert await end(broker, first) == second
        with pytest.raises(InvalidTxnState):
            await end(broker, first, is_commit=False)
        assert len(broker.records) == written


async def test_a_retry_is_known_by_the_next_coordinator(node):
    async with running(node) as broker:
        first = await begun_2(broker)
        second = await end(broker, first)
        await complete(broker)
        await broker.lead(2, leader=OTHER)
        await broker.lead(3)
        assert await end(broker, first) == second


@pytest.mark.parametrize("reloads", [False, True])
async def test_when_epochs_are_used_up_the_end_gives_another_producer_id(node, reloads):
    async with running(node) as broker:
        producer = await begun_2(broker, ())
        broker.get().producer_epoch = 32_766
        last = ProducerIdAndEpoch(producer.producer_id, 32_766)
        await broker.coordinator.add_partitions("tx", last, [P], version=V2)
        broker.leaders.gate.clear()
        new = await end(broker, last)
        assert (new.producer_id != last.producer_id, new.producer_epoch) == (True, 0)
        if reloads:  # and the new coordinator goes on with what was decided
            await broker.lead(2, leader=OTHER)
            await broker.lead(3)
        broker.leaders.gate.set()
        await complete(broker)
        assert {marker[2:5] for marker in broker.leaders.markers} == {(last.producer_id, 32_767, True)}
        assert await end(broker, last) == new
        await broker.coordinator.add_partitions("tx", new, [P], version=V2)
        with pytest.raises(InvalidProducerIdMapping):
            await end(broker, last)


async def test_what_has_no_partition_can_be_aborted_and_not_committed(node):
    async with running(node) as broker:
        first = await begun_2(broker, ())
        with pytest.raises(InvalidTxnState):
            await end(broker, first)
        await complete_abort(broker, first)
        second = ProducerIdAndEpoch(first.producer_id, first.producer_epoch + 1)
        await complete_abort(broker, second)
        assert broker.leaders.markers == []
        assert broker.get().start_ms == node.clock.now_ms()


async def complete_abort(broker, producer):
    following = await end(broker, producer, is_commit=False)
    assert following == (producer.producer_id, producer.producer_epoch + 1)
    await until(lambda: broker.get().state is TransactionState.CompleteAbort)


@pytest.mark.parametrize("how", ["a new instance", "its time is up"])
async def test_a_fenced_producer_is_not_taken_for_one_that_tries_again(node, how):
    async with running(node) as broker:
        old = await begun_2(broker, timeout_ms=1_000)
        if how == "its time is up":
            node.advance(1_001)
            at_once(broker.coordinator.abort_overdue())
        else:
            with pytest.raises(ConcurrentTransactions):
                await broker.coordinator.init_producer_id("tx", 1_000, None)
        await complete(broker)
        for is_commit in (True, False):
            with pytest.raises(ProducerFenced):
                await end(broker, old, is_commit=is_commit)
        new = await broker.coordinator.init_producer_id("tx", 1_000, None)
        assert new.producer_epoch == 3, "one fenced, one ended the transaction: both are nobody's"
        assert {marker[3:5] for marker in broker.leaders.markers} == {(2, False)}


async def test_a_fence_at_the_last_epoch_keeps_to_it(node):
    """Kafka 4.0 overflows here: the fence and the abort each raise the epoch."""
    async with running(node) as broker:
        producer = await begun_2(broker, ())
        broker.get().producer_epoch = 32_766
        last = ProducerIdAndEpoch(producer.producer_id, 32_766)
        await broker.coordinator.add_partitions("tx", last, [P], version=V2)
        with pytest.raises(ConcurrentTransactions):
            await broker.coordinator.init_producer_id("tx", 1_000, None)
        await complete(broker)
        assert {marker[3] for marker in broker.leaders.markers} == {32_767}
        with pytest.raises(ProducerFenced):
            await end(broker, last, is_commit=False)
        new = await broker.coordinator.init_producer_id("tx", 1_000, None)
        assert (new.producer_id != last.producer_id, new.producer_epoch) == (True, 0)


@pytest.mark.parametrize("version", [V0, V2])
async def test_who_names_the_last_epoch_opens_no_transaction_that_nothing_could_fence(node, version):
    """No broker gives it to a producer; a foreign writer's record may say that a producer has it."""
    async with running(node) as broker:
        producer = await begun_2(broker, ())
        await complete_abort(broker, producer)
        broker.get().producer_epoch = 32_767
        last = ProducerIdAndEpoch(producer.producer_id, 32_767)
        with pytest.raises(ProducerFenced):
            await broker.coordinator.add_partitions("tx", last, [P], version=version)
        new = await broker.coordinator.init_producer_id("tx", 1_000, None)
        assert (new.producer_id != last.producer_id, new.producer_epoch) == (True, 0)
        await broker.coordinator.add_partitions("tx", new, [P], version=version)


@pytest.mark.parametrize(("level", "sent"), [(2, {0}), (0, {0})])
async def test_clients_of_before_keep_their_epoch_whatever_is_finalized(node, level, sent):
    async with running(node) as broker:
        broker.level = level
        producer = await begun(broker)
        assert await end(broker, producer, version=V0) == producer
        await complete(broker)
        assert {marker[3] for marker in broker.leaders.markers} == {producer.producer_epoch}
        assert set(broker.leaders.versions) == sent
        await broker.coordinator.add_partitions("tx", producer, [P])
        await end(broker, producer, is_commit=False, version=V0)


async def test_a_downgrade_with_a_transaction_open_ends_it_as_its_client_asks(node):
    async with running(node) as broker:
        first = await begun_2(broker)
        broker.level = 0
        second = await end(broker, first)
        assert second.producer_epoch == first.producer_epoch + 1, "its client speaks version 2 still"
        await complete(broker)
        await broker.coordinator.add_partitions("tx", second, [P])
        assert await end(broker, second, version=V0) == second, "and version 1 from the next transaction on"
        await complete(broker)
        assert [marker[3] for marker in broker.leaders.markers][-1] == second.producer_epoch


def test_a_level_of_a_later_kafka_counts_as_the_last_one_known():
    assert [version_of_level(level) for level in (-1, 0, 1, 2, 9)] == [0, 0, 1, 2, 2]
