"""The coordinator, from InitProducerId to the end of a transaction, and whatever comes between."""

from __future__ import annotations

import pytest

from kavka.broker.transaction.coordinator import LateEndTxn, ProducerIdAndEpoch
from kavka.broker.transaction.states import TransactionState
from kavka.common.steps import at_once
from kavka.protocol.errors import (
    ConcurrentTransactions,
    CoordinatorLoadInProgress,
    CoordinatorNotAvailable,
    InvalidProducerIdMapping,
    InvalidRequest,
    InvalidTransactionTimeout,
    InvalidTxnState,
    NotCoordinator,
    ProducerFenced,
    TransactionalIdNotFound,
)
from tests.support.replica.node import BROKER
from tests.support.transaction.coordinating import OTHER, TOPIC, P, Q, begun, running, until


@pytest.mark.parametrize(("is_commit", "end"), [(True, "Commit"), (False, "Abort")])
async def test_a_transaction_ends_when_every_partition_has_its_marker(node, is_commit, end):
    async with running(node) as broker:
        producer = await begun(broker)
        assert broker.get().state is TransactionState.Ongoing
        broker.leaders.gate.clear()
        await broker.coordinator.end("tx", producer, is_commit=is_commit)
        assert broker.get().state.name == f"Prepare{end}", "certain, and not yet known everywhere"
        broker.leaders.gate.set()
        await until(lambda: broker.get().state.name == f"Complete{end}")
        assert sorted(broker.leaders.markers) == [
            (BROKER, partition, producer.producer_id, 0, is_commit, 1) for partition in (P, Q)
        ]
        states = [state for _, state in broker.records]
        assert states == ["Empty", "Ongoing", f"Prepare{end}", f"Complete{end}"]
        assert (broker.metrics.commits, broker.metrics.aborts) == (int(is_commit), int(not is_commit))


async def test_each_id_has_a_producer_of_its_own_and_each_instance_an_epoch(node):
    async with running(node) as broker:
        first = await broker.coordinator.init_producer_id("tx", 1_000, None)
        again = await broker.coordinator.init_producer_id("tx", 2_000, None)
        other = await broker.coordinator.init_producer_id("other", 1_000, None)
        assert (again.producer_id, again.producer_epoch) == (first.producer_id, 1)
        assert (other.producer_id != first.producer_id, other.producer_epoch) == (True, 0)
        assert broker.get().timeout_ms == 2_000


@pytest.mark.parametrize("timeout_ms", [0, -1, 900_001])
async def test_timeouts_that_are_not_allowed_are_refused(node, timeout_ms):
    async with running(node) as broker:
        with pytest.raises(InvalidTransactionTimeout):
            await broker.coordinator.init_producer_id("tx", timeout_ms, None)
        assert broker.get() is None


async def test_bug_78_a_new_instance_fences_the_old_one_and_aborts_what_it_left(node):
    async with running(node) as broker:
        old = await begun(broker)
        with pytest.raises(ConcurrentTransactions):
            await broker.coordinator.init_producer_id("tx", 60_000, None)
        with pytest.raises(ProducerFenced):
            await broker.coordinator.end("tx", old, is_commit=True)
        await until(lambda: broker.get().state is TransactionState.CompleteAbort)
        new = await broker.coordinator.init_producer_id("tx", 60_000, None)
        assert new == (old.producer_id, 2), "epoch 1 was nobody's"
        assert {marker[3:5] for marker in broker.leaders.markers} == {(1, False)}
        with pytest.raises(ProducerFenced):
            await broker.coordinator.add_partitions("tx", old, [P])


async def test_bug_78_an_overdue_transaction_is_aborted_under_a_raised_epoch(node):
    async with running(node) as broker:
        producer = await begun(broker, timeout_ms=1_000)
        node.advance(1_000)
        at_once(broker.coordinator.abort_overdue())
        assert broker.get().state is TransactionState.Ongoing, "its time is just up"
        node.advance(1)
        at_once(broker.coordinator.abort_overdue())
        await until(lambda: broker.get().state is TransactionState.CompleteAbort)
        assert broker.metrics.timeouts == 1
        with pytest.raises(ProducerFenced):
            await broker.coordinator.end("tx", producer, is_commit=True)
        goes_on = await broker.coordinator.init_producer_id("tx", 1_000, None)
        assert goes_on.producer_epoch == 2


async def test_a_producer_goes_on_after_an_error_by_naming_its_epoch(node):
    async with running(node) as broker:
        first = await broker.coordinator.init_producer_id("tx", 1_000, None)
        second = await broker.coordinator.init_producer_id("tx", 1_000, first)
        assert second == (first.producer_id, 1)
        assert await broker.coordinator.init_producer_id("tx", 1_000, first) == second, "the answer was lost"
        third = await broker.coordinator.init_producer_id("tx", 1_000, None)
        with pytest.raises(ProducerFenced):
            await broker.coordinator.init_producer_id("tx", 1_000, second)
        with pytest.raises(ProducerFenced):
            await broker.coordinator.init_producer_id("tx", 1_000, ProducerIdAndEpoch(4_711, 0))
        assert broker.get().producer_epoch == third.producer_epoch


async def test_bug_75_when_epochs_are_used_up_a_new_producer_id_begins(node):
    async with running(node) as broker:
        first = await broker.coordinator.init_producer_id("tx", 1_000, None)
        broker.get().producer_epoch = 32_766
        second = await broker.coordinator.init_producer_id("tx", 1_000, ProducerIdAndEpoch(first.producer_id, 32_766))
        assert second.producer_id != first.producer_id
        assert second.producer_epoch == 0
        retried = await broker.coordinator.init_producer_id("tx", 1_000, ProducerIdAndEpoch(first.producer_id, 32_766))
        assert retried == second


async def test_the_same_end_may_be_asked_for_again_and_the_other_may_not(node):
    async with running(node) as broker:
        producer = await begun(broker)
        broker.leaders.gate.clear()
        await broker.coordinator.end("tx", producer, is_commit=True)
        for is_commit in (True, False):
            with pytest.raises(ConcurrentTransactions):
                await broker.coordinator.end("tx", producer, is_commit=is_commit)
        broker.leaders.gate.set()
        await until(lambda: broker.get().state is TransactionState.CompleteCommit)
        await broker.coordinator.end("tx", producer, is_commit=True)
        with pytest.raises(InvalidTxnState):
            await broker.coordinator.end("tx", producer, is_commit=False)


async def test_without_a_transaction_there_is_nothing_to_end(node):
    async with running(node) as broker:
        producer = await broker.coordinator.init_producer_id("tx", 1_000, None)
        with pytest.raises(InvalidTxnState):
            await broker.coordinator.end("tx", producer, is_commit=True)
        for name, error in (("nobody", InvalidProducerIdMapping), ("", InvalidRequest)):
            with pytest.raises(error):
                await broker.coordinator.end(name, producer, is_commit=True)
        with pytest.raises(ProducerFenced):
            await broker.coordinator.end("tx", ProducerIdAndEpoch(producer.producer_id, 5), is_commit=True)


async def test_partitions_that_are_in_already_write_nothing(node):
    async with running(node) as broker:
        producer = await begun(broker)
        count = len(broker.records)
        await broker.coordinator.add_partitions("tx", producer, [P])
        assert len(broker.records) == count


async def test_nobody_comes_between_a_decision_and_its_record(node):
    async with running(node) as broker:
        producer = await begun(broker, timeout_ms=1_000)
        await broker.lead(2, isr=(BROKER, OTHER))
        ending = broker.group.create_task(
            _refused(broker.coordinator.end("tx", producer, is_commit=True), CoordinatorNotAvailable)
        )
        await until(lambda: broker.get().pending_state is TransactionState.PrepareCommit)
        for attempt in (
            broker.coordinator.end("tx", producer, is_commit=False),
            broker.coordinator.add_partitions("tx", producer, [P]),
            broker.coordinator.init_producer_id("tx", 1_000, None),
        ):
            with pytest.raises(ConcurrentTransactions):
                await attempt
        node.advance(2_000)
        at_once(broker.coordinator.abort_overdue())
        assert broker.get().producer_epoch == producer.producer_epoch
        node.advance(3_000)  # the replicas did not have it in time
        await ending


async def test_bug_80_a_failed_record_leaves_nothing_pending(node):
    async with running(node) as broker:

        async def failing(act):
            task = broker.group.create_task(_refused(act, CoordinatorNotAvailable))
            await until(lambda: broker.get().pending_state is not None)
            node.advance(5_000)
            await task
            assert broker.get().pending_state is None

        producer = await broker.coordinator.init_producer_id("tx", 60_000, None)
        await broker.lead(2, isr=(BROKER, OTHER))
        await failing(broker.coordinator.init_producer_id("tx", 60_000, None))
        await failing(broker.coordinator.add_partitions("tx", producer, [P]))
        assert (broker.get().state, broker.get().partitions) == (TransactionState.Empty, frozenset())
        await broker.lead(3)
        await broker.coordinator.add_partitions("tx", producer, [P])
        await broker.lead(4, isr=(BROKER, OTHER))
        await failing(broker.coordinator.end("tx", producer, is_commit=True))
        assert broker.get().state is TransactionState.Ongoing
        await broker.lead(5)
        await broker.coordinator.end("tx", producer, is_commit=True)
        await until(lambda: broker.get().state is TransactionState.CompleteCommit)


async def _refused(act, error):
    with pytest.raises(error):
        await act


async def test_bug_79_fencing_attempts_that_fail_use_up_one_epoch(node):
    async with running(node) as broker:
        await begun(broker, timeout_ms=1_000)
        await broker.lead(2, isr=(BROKER, OTHER))
        for _ in range(3):
            node.advance(5_001)
            at_once(broker.coordinator.abort_overdue())
            node.advance(5_001)
            assert broker.get().pending_state is None
        assert broker.get().producer_epoch == 1
        await broker.lead(3)
        at_once(broker.coordinator.abort_overdue())
        await until(lambda: broker.get().state is TransactionState.CompleteAbort)
        assert broker.get().producer_epoch == 1


async def test_bug_46_what_waits_for_replicas_ends_when_leadership_does(node):
    async with running(node) as broker:
        producer = await begun(broker)
        await broker.lead(2, isr=(BROKER, OTHER))
        ending = broker.group.create_task(
            _refused(broker.coordinator.end("tx", producer, is_commit=True), NotCoordinator)
        )
        await until(lambda: broker.get().pending_state is not None)
        await broker.lead(3, leader=OTHER)
        await ending
        with pytest.raises(NotCoordinator):
            broker.get()


async def test_a_crash_between_the_record_and_what_it_means_changes_nothing(node):
    """The decision is in the log, nobody was told: whoever coordinates next brings it to its end."""
    async with running(node) as broker:
        producer = await begun(broker)
        await broker.lead(2, isr=(BROKER, OTHER))
        ending = broker.group.create_task(
            _refused(broker.coordinator.end("tx", producer, is_commit=True), NotCoordinator)
        )
        await until(lambda: broker.records[-1] == ("tx", "PrepareCommit"))
        await broker.lead(3, leader=OTHER)
        await ending
        assert broker.leaders.markers == []
    async with running(node, leads=False) as successor:
        await successor.lead(4)
        await until(lambda: successor.get().state is TransactionState.CompleteCommit)
        assert sorted(successor.leaders.markers) == [
            (BROKER, partition, producer.producer_id, 0, True, 4) for partition in (P, Q)
        ]
        next_one = await successor.coordinator.init_producer_id("tx", 1_000, None)
        assert next_one == (producer.producer_id, 1)


async def test_what_was_open_stays_open_under_the_next_coordinator(node):
    async with running(node) as broker:
        producer = await begun(broker)
        await broker.lead(2, leader=OTHER)
    async with running(node, leads=False) as successor:
        node.lead(TOPIC, epoch=3)
        with pytest.raises(CoordinatorLoadInProgress):
            await successor.coordinator.add_partitions("tx", producer, [P])
        assert successor.states.is_loading
        await until(lambda: successor.log.is_loaded(0))
        assert successor.get().partitions == {P, Q}
        await successor.coordinator.end("tx", producer, is_commit=True)


@pytest.mark.slow
async def test_bug_85_coming_and_going_leadership_leaves_one_cache_of_what_the_log_says(node):
    async with running(node) as broker:
        producer = await begun(broker)
        for epoch in range(2, 1_000, 2):
            node.lead(TOPIC, epoch=epoch, leader=OTHER)
            node.lead(TOPIC, epoch=epoch + 1)
        await until(lambda: broker.log.is_loaded(0))
        assert broker.get().partitions == {P, Q}
        await broker.coordinator.end("tx", producer, is_commit=True)
        await until(lambda: broker.get().state is TransactionState.CompleteCommit)
        assert {marker[5] for marker in broker.leaders.markers} == {999}


async def test_ids_that_nobody_uses_are_forgotten(node):
    async with running(node) as broker:
        await begun(broker, "open", timeout_ms=900_000)
        for name in ("a", "b"):
            await broker.coordinator.init_producer_id(name, 1_000, None)
        node.advance(broker.config["transactional.id.expiration.ms"] - 1)
        await broker.coordinator.init_producer_id("b", 1_000, None)
        node.advance(1)
        at_once(broker.coordinator.forget_expired())
        assert broker.get("a") is None
        assert broker.get("b") is not None
        assert broker.get("open").state is TransactionState.Ongoing
        assert broker.records[-1] == ("a", None)
        with pytest.raises(TransactionalIdNotFound):
            broker.coordinator.describe("a")


async def test_ids_whose_tombstones_fail_stay(node):
    async with running(node) as broker:
        await broker.coordinator.init_producer_id("a", 1_000, None)
        await broker.lead(2, isr=(BROKER, OTHER))
        node.advance(broker.config["transactional.id.expiration.ms"])
        at_once(broker.coordinator.forget_expired())
        with pytest.raises(ConcurrentTransactions):
            await broker.coordinator.init_producer_id("a", 1_000, None)
        with pytest.raises(TransactionalIdNotFound):
            broker.coordinator.describe("a")
        assert at_once(broker.coordinator.list(producer_ids=(), states=())) == []
        node.advance(5_000)
        assert broker.get("a").pending_state is None
        at_once(broker.coordinator.forget_expired())
        broker.commit_log()
        assert broker.get("a") is None


async def test_listings_are_of_what_is_asked_for(node):
    async with running(node) as broker:
        first = await broker.coordinator.init_producer_id("a", 1_000, None)
        second = await begun(broker, "b")
        node.advance(100)

        def names(**asked):
            asked = {"producer_ids": (), "states": (), **asked}
            return [listing.transactional_id for listing in at_once(broker.coordinator.list(**asked))]

        assert names() == ["a", "b"]
        assert names(producer_ids={first.producer_id, 4_711}) == ["a"]
        assert names(states={TransactionState.Ongoing}) == ["b"]
        assert names(duration_ms=99) == ["b"]
        assert names(duration_ms=100) == []
        assert broker.coordinator.describe("b").producer_id == second.producer_id


async def test_bug_83_only_partitions_of_the_open_transaction_are_verified(node):
    async with running(node) as broker:
        producer = await begun(broker, partitions=[P])
        verify = broker.coordinator.verify
        assert verify("tx", producer, [P, Q]) == {P}
        for other, error in (
            (ProducerIdAndEpoch(4_711, 0), InvalidProducerIdMapping),
            (ProducerIdAndEpoch(producer.producer_id, 7), ProducerFenced),
        ):
            with pytest.raises(error):
                verify("tx", other, [P])
        broker.leaders.gate.clear()
        await broker.coordinator.end("tx", producer, is_commit=True)
        with pytest.raises(ConcurrentTransactions):
            verify("tx", producer, [P])
        broker.leaders.gate.set()
        await until(lambda: broker.get().state is TransactionState.CompleteCommit)
        assert verify("tx", producer, [P]) == frozenset()


# ---- which connection may end a transaction -----------------------------------------------------------------------


@pytest.mark.parametrize("is_commit", [True, False])
async def test_an_older_connection_ends_no_transaction(node, is_commit):
    async with running(node) as broker:
        producer = await broker.coordinator.init_producer_id("tx", 60_000, None)
        await broker.coordinator.add_partitions("tx", producer, [P], connection=7)
        with pytest.raises(LateEndTxn):
            await broker.coordinator.end("tx", producer, is_commit=is_commit, connection=6)
        assert broker.get().state is TransactionState.Ongoing
        await broker.coordinator.end("tx", producer, is_commit=is_commit, connection=7)


async def test_the_latest_connection_that_added_counts_also_where_it_added_nothing_new(node):
    async with running(node) as broker:
        producer = await broker.coordinator.init_producer_id("tx", 60_000, None)
        await broker.coordinator.add_partitions("tx", producer, [P], connection=3)
        await broker.coordinator.add_partitions("tx", producer, [P], connection=9)
        await broker.coordinator.add_partitions("tx", producer, [Q], connection=4)
        with pytest.raises(LateEndTxn):
            await broker.coordinator.end("tx", producer, is_commit=True, connection=8)
        await broker.coordinator.end("tx", producer, is_commit=True, connection=9)


async def test_a_retry_by_an_older_connection_still_learns_that_its_transaction_is_over(node):
    async with running(node) as broker:
        producer = await broker.coordinator.init_producer_id("tx", 60_000, None)
        await broker.coordinator.add_partitions("tx", producer, [P], connection=9)
        await broker.coordinator.end("tx", producer, is_commit=True, connection=9)
        await until(lambda: broker.get().state is TransactionState.CompleteCommit)
        await broker.coordinator.end("tx", producer, is_commit=True, connection=8)


async def test_each_transaction_has_its_own_latest_connection(node):
    async with running(node) as broker:
        producer = await broker.coordinator.init_producer_id("tx", 60_000, None)
        await broker.coordinator.add_partitions("tx", producer, [P], connection=9)
        await broker.coordinator.end("tx", producer, is_commit=True, connection=9)
        await until(lambda: broker.get().state is TransactionState.CompleteCommit)
        await broker.coordinator.add_partitions("tx", producer, [P], connection=4)
        await broker.coordinator.end("tx", producer, is_commit=True, connection=4)
