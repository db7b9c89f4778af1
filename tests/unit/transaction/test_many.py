"""Many transactions at once: what looks after all of them does so in steps, and each step is a small one."""

from __future__ import annotations

import asyncio

from kavka.broker.transaction.marker_sender import SETTLED_AT_ONCE_MAX
from kavka.broker.transaction.state_manager import TOMBSTONES_PER_BATCH_MAX
from kavka.broker.transaction.states import TransactionState
from kavka.common.lane import Lane
from kavka.common.steps import at_once
from kavka.timer.backoff import Backoff
from tests.support.replica.node import BROKER
from tests.support.transaction.coordinating import OTHER, TOPIC, P, begun, running, until

IDS = 12


def count(broker, state):
    return sum(metadata.state is state for metadata in broker.states.all())


async def test_overdue_transactions_are_aborted_one_at_a_time(node):
    async with running(node) as broker:
        for number in range(IDS):
            await begun(broker, f"tx{number}", timeout_ms=1_000)
        node.advance(1_001)
        open_ = [IDS]
        for _ in broker.coordinator.abort_overdue():
            open_.append(count(broker, TransactionState.Ongoing))
        assert open_ == list(range(IDS, -1, -1))
        await until(lambda: count(broker, TransactionState.CompleteAbort) == IDS)
        assert broker.metrics.timeouts == IDS


async def test_a_transaction_that_ends_while_others_are_aborted_is_left_alone(node):
    async with running(node) as broker:
        await begun(broker, "first", timeout_ms=1_000)
        producer = await begun(broker, "second", timeout_ms=1_000)
        node.advance(1_001)
        steps = broker.coordinator.abort_overdue()
        next(steps)
        await broker.coordinator.end("second", producer, is_commit=True)
        at_once(steps)
        await until(lambda: broker.get("second").state is TransactionState.CompleteCommit)
        await until(lambda: broker.get("first").state is TransactionState.CompleteAbort)


async def test_ids_are_forgotten_some_at_a_time_and_not_those_that_are_used_meanwhile(node):
    async with running(node) as broker:
        ids = TOMBSTONES_PER_BATCH_MAX + 2
        for number in range(ids):
            await broker.coordinator.init_producer_id(f"tx{number}", 1_000, None)
        node.advance(broker.config["transactional.id.expiration.ms"])
        steps = broker.coordinator.forget_expired()
        next(steps)
        assert broker.states.count == ids - TOMBSTONES_PER_BATCH_MAX
        await broker.coordinator.init_producer_id(f"tx{ids - 1}", 1_000, None)
        at_once(steps)
        assert [metadata.transactional_id for metadata in broker.states.all()] == [f"tx{ids - 1}"]


async def test_what_was_decided_before_a_failover_goes_on_one_at_a_time(node):
    async with running(node) as broker:
        broker.leaders.gate.clear()
        for number in range(IDS):
            producer = await begun(broker, f"tx{number}", partitions=[P])
            await broker.coordinator.end(f"tx{number}", producer, is_commit=True)
        await broker.lead(2, leader=OTHER)
        broker.states._load_listeners[:] = [lambda loaded: seen.append(list(loaded)) or iter(())]
        seen = []
        await broker.lead(3)
        await until(lambda: seen)
        pending = [0]
        for _ in broker.coordinator._resume(seen[0]):
            pending.append(sum(metadata.pending_state is not None for metadata in seen[0]))
        assert pending == list(range(IDS + 1))
        broker.leaders.gate.set()
        await until(lambda: count(broker, TransactionState.CompleteCommit) == IDS)


async def test_others_have_their_turns_while_the_markers_of_many_are_settled(node):
    many = SETTLED_AT_ONCE_MAX + 10
    async with running(node) as broker:
        broker.markers._lane = Lane(slice_ns=0)
        broker.leaders.is_down = True  # so that they come together
        for number in range(many):
            producer = await begun(broker, f"tx{number}", partitions=[P])
            await broker.coordinator.end(f"tx{number}", producer, is_commit=True)
        broker.leaders.is_down = False
        most_at_once = done = 0
        while done < many:
            await asyncio.sleep(0)
            now_done = count(broker, TransactionState.CompleteCommit)
            most_at_once, done = max(most_at_once, now_done - done), now_done
        assert most_at_once <= SETTLED_AT_ONCE_MAX
        assert len(broker.leaders.markers) == many
        assert {marker[0] for marker in broker.leaders.markers} == {BROKER}


class Looked(list):
    """Counts how often somebody goes through it."""

    count = 0

    def __iter__(self):
        Looked.count += 1
        return super().__iter__()


async def test_another_transaction_that_waits_for_a_leader_costs_no_look_at_all_that_wait(node):
    async with running(node) as broker:
        broker.markers._backoff = Backoff(60_000, 60_000)
        broker.tell({TOPIC: 1, "t": 3}, leader=99)
        broker.markers._later = Looked()
        Looked.count = 0
        for number in range(IDS):
            producer = await begun(broker, f"tx{number}", partitions=[P])
            await broker.coordinator.end(f"tx{number}", producer, is_commit=True)
            await asyncio.sleep(0.001)
        assert broker.markers.waiting == IDS
        assert Looked.count == 0
