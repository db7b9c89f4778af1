"""The persister: it finds who coordinates a share-partition, here or elsewhere, and asks again where that can help."""

from __future__ import annotations

import asyncio
import contextlib

import pytest

from kavka.broker.share.persister import Persister, ShareState
from kavka.broker.share.state import cluster_persister
from kavka.protocol.errors import (
    CoordinatorNotAvailable,
    ErrorCode,
    FencedLeaderEpoch,
    FencedStateEpoch,
    InvalidRequest,
    KafkaError,
    UnknownTopicOrPartition,
)
from tests.support.replica.node import BROKER
from tests.support.share.keeping import OTHER, asking, batch, keeping, place, until, written
from tests.support.share.memory_persister import MemoryPersister

WRITTEN = written(batch(0, 9), batch(3, 5, 2), start=0, complete=3, leader=2)


@pytest.fixture(params=["here", "elsewhere", "in memory"])
async def persister(request, node):
    """Each way to keep a state."""
    if request.param == "in memory":
        yield MemoryPersister()
        return
    async with keeping(node) as broker:
        at = BROKER if request.param == "here" else OTHER
        async with asking(broker.persister(at=lambda _: at)) as persister:
            yield persister


async def test_every_way_keeps_and_refuses_the_same(persister: Persister):
    await persister.initialize(place(), state_epoch=1, start_offset=0)
    assert await persister.read(place(), leader_epoch=2) == ShareState(1, 2, 0, -1, ())
    await persister.write(place(), WRITTEN._replace(state_epoch=1))
    kept = (batch(0, 2), batch(3, 5, 2), batch(6, 9))
    assert await persister.read(place(), leader_epoch=3) == ShareState(1, 3, 0, -1, kept)
    with pytest.raises(FencedLeaderEpoch):
        await persister.write(place(), WRITTEN._replace(state_epoch=1))
    with pytest.raises(FencedStateEpoch):
        await persister.initialize(place(), state_epoch=0, start_offset=0)
    with pytest.raises(InvalidRequest):
        await persister.read(place(1), leader_epoch=0)
    summaries = await persister.summarize([place(), place(1)])
    assert summaries == {place(): ShareState(1, 3, 0, 3, ()), place(1): ShareState(0, 0, -1, -1, ())}
    await persister.delete(place())
    await persister.delete(place())
    with pytest.raises(InvalidRequest):
        await persister.read(place(), leader_epoch=3)


async def test_what_comes_while_a_request_is_under_way_goes_together_by_group(node):
    async with keeping(node) as broker, asking(broker.persister(at=lambda _: OTHER)) as persister:
        broker.elsewhere.gate.clear()
        async with asyncio.TaskGroup() as group:

            def begin(share_partition):
                group.create_task(persister.initialize(share_partition, state_epoch=0, start_offset=0))

            begin(place(0))
            await until(lambda: broker.elsewhere.requests)
            begin(place(1))
            begin(place(2))
            begin(place(0, "other"))
            begin(place(0))
            begin(place(0))
            await asyncio.sleep(0.01)
            broker.elsewhere.gate.set()
        name = "InitializeShareGroupStateRequest"
        assert sorted(broker.elsewhere.requests) == [
            *((name, "g", 1), (name, "g", 1), (name, "g", 3)),
            (name, "other", 1),
        ]


async def test_it_follows_the_coordinator_where_it_goes(node):
    places = iter([None, None, OTHER])
    async with (
        keeping(node) as broker,
        asking(broker.persister(at=lambda _: next(places, BROKER))) as persister,
    ):
        broker.elsewhere.is_down = True
        await persister.initialize(place(), state_epoch=0, start_offset=0)
        assert broker.keeper.count == 1
        assert broker.elsewhere.requests == []


async def test_it_waits_for_a_coordinator_that_loads(node):
    async with keeping(node, leads=False) as broker, asking(broker.persister(at=lambda _: BROKER)) as persister:
        async with asyncio.TaskGroup() as group:
            begun = group.create_task(persister.initialize(place(), state_epoch=0, start_offset=0))
            await asyncio.sleep(0.02)
            assert not begun.done()
            await broker.lead()
        assert broker.keeper.count == 1


async def test_a_topic_that_is_new_is_asked_for_again_a_few_times(node):
    async with keeping(node) as broker, asking(broker.persister(at=lambda _: OTHER)) as persister:
        broker.hidden.add("t")
        with pytest.raises(UnknownTopicOrPartition):
            await persister.initialize(place(), state_epoch=0, start_offset=0)
        assert len(broker.elsewhere.requests) == cluster_persister.UNKNOWN_TRIES_MAX
        async with asyncio.TaskGroup() as group:
            group.create_task(persister.initialize(place(), state_epoch=0, start_offset=0))
            await until(lambda: len(broker.elsewhere.requests) > cluster_persister.UNKNOWN_TRIES_MAX)
            broker.hidden.clear()
        assert broker.keeper.count == 1


async def test_a_call_ends_at_its_deadline_with_what_was_heard_last(node):
    async with keeping(node, leads=False) as broker:
        async with asking(broker.persister(at=lambda _: BROKER, timeout_ms=30)) as persister:
            with pytest.raises(KafkaError) as refused:
                await persister.delete(place())
            assert refused.value.code is ErrorCode.NOT_COORDINATOR
        async with asking(broker.persister(at=lambda _: OTHER, timeout_ms=30)) as persister:
            broker.elsewhere.gate.clear()
            with pytest.raises(KafkaError) as refused:
                await persister.delete(place())
            assert refused.value.code is ErrorCode.REQUEST_TIMED_OUT
            summaries = await persister.summarize([place()])
            assert summaries[place()].code is ErrorCode.REQUEST_TIMED_OUT
            broker.elsewhere.gate.set()


async def test_a_connection_that_breaks_is_another_try(node):
    async with keeping(node) as broker, asking(broker.persister(at=lambda _: OTHER)) as persister:
        broker.elsewhere.gate.clear()
        async with asyncio.TaskGroup() as group:
            group.create_task(persister.initialize(place(), state_epoch=0, start_offset=0))
            await until(lambda: broker.elsewhere.requests)
            broker.elsewhere.is_down = True
            broker.elsewhere.gate.set()
            await asyncio.sleep(0.01)
            broker.elsewhere.is_down = False
        assert broker.keeper.count == 1


async def test_a_response_that_leaves_something_out_or_tells_of_more_is_another_try(node):
    async with keeping(node) as broker, asking(broker.persister(at=lambda _: OTHER)) as persister:

        def spoil(response):
            response.results[0].partitions[0].partition = 9
            broker.elsewhere.spoil = lambda _: None

        broker.elsewhere.spoil = spoil
        await persister.initialize(place(), state_epoch=0, start_offset=0)
        assert len(broker.elsewhere.requests) == 2


async def test_a_queue_has_an_end(node, monkeypatch):
    monkeypatch.setattr(cluster_persister, "ITEMS_MAX", 3)
    async with keeping(node) as broker, asking(broker.persister(at=lambda _: OTHER, timeout_ms=60)) as persister:
        broker.elsewhere.gate.clear()
        async with asyncio.TaskGroup() as group:

            async def write(partition):
                with contextlib.suppress(KafkaError):
                    await persister.write(place(partition), written(batch(0, 1), batch(2, 3, 2)))

            group.create_task(write(0))
            await until(lambda: broker.elsewhere.requests)
            group.create_task(write(1))
            await asyncio.sleep(0.01)
            with pytest.raises(CoordinatorNotAvailable, match="3 batches wait for broker"):
                await persister.write(place(2), written(batch(0, 1)))
            broker.elsewhere.gate.set()


async def test_the_topic_is_made_once_for_all_who_wait(node):
    made = []
    gate = asyncio.Event()

    async def ensure():
        if not gate.is_set():
            made.append(1)
            await gate.wait()

    async with (
        keeping(node) as broker,
        asking(broker.persister(at=lambda _: BROKER, ensure_topic=ensure)) as persister,
    ):
        async with asyncio.TaskGroup() as group:
            for partition in range(3):
                group.create_task(persister.initialize(place(partition), state_epoch=0, start_offset=0))
            await asyncio.sleep(0.01)
            gate.set()
        assert made == [1]
        assert broker.keeper.count == 3


async def test_where_the_topic_cannot_be_made_the_reason_is_heard(node):
    async def ensure():
        raise CoordinatorNotAvailable("too few brokers")

    async with (
        keeping(node) as broker,
        asking(broker.persister(at=lambda _: BROKER, timeout_ms=30, ensure_topic=ensure)) as persister,
    ):
        with pytest.raises(CoordinatorNotAvailable, match="too few brokers"):
            await persister.read(place(), leader_epoch=0)
