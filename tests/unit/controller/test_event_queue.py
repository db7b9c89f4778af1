"""The single writer: order, coalescing, bounds, and where failures end."""

from __future__ import annotations

import asyncio

import pytest

from kavka.common.types import NewTopic, TopicPartition
from kavka.controller.event_queue import EventQueue, QueueFull
from kavka.controller.events import (
    BrokerChange,
    BrokerModifications,
    ControllerState,
    CreateTopics,
    DeleteTopics,
    LeaderAndIsrResponseReceived,
    PartitionModifications,
    Reelect,
    Startup,
    TopicChange,
    UpdateMetadataResponseReceived,
)
from kavka.protocol.epochs import ControllerEpoch
from kavka.protocol.errors import NotController
from kavka.timer.clock import ManualClock


class Runner:
    """A queue whose consumer writes down what it handled."""

    def __init__(self, *, events_max: int = 3) -> None:
        self.clock = ManualClock(0)
        self.queue = EventQueue(clock=self.clock, events_max=events_max)
        self.handled: list = []
        self.failures: list = []
        self.steps: dict = {}

    async def handle(self, event) -> None:
        self.handled.append(event)
        step = self.steps.get(type(event))
        if step is not None:
            await step()

    async def failed(self, event, error) -> None:
        self.failures.append((event, error))

    async def drain(self) -> None:
        task = asyncio.get_running_loop().create_task(self.queue.run(self.handle, self.failed))
        for _ in range(50):
            await asyncio.sleep(0)
        self.queue.close()
        await task


def response(number=0):
    return UpdateMetadataResponseReceived(controller_epoch=1, broker_id=number, broker_epoch=1, error_code=1)


def request():
    return DeleteTopics(names=("t",), answer=asyncio.get_running_loop().create_future())


async def test_events_are_handled_in_order():
    r = Runner()
    for event in (Startup(), BrokerChange(), TopicChange()):
        r.queue.put(event)
    await r.drain()
    assert r.handled == [Startup(), BrokerChange(), TopicChange()]


async def test_news_are_queued_once_and_again_once_taken():
    r = Runner()
    for event in (
        BrokerChange(),
        BrokerChange(),
        BrokerModifications(1),
        BrokerModifications(2),
        BrokerModifications(1),
    ):
        r.queue.put(event)
    assert len(r.queue) == 3

    async def more():
        r.steps.clear()
        r.queue.put(BrokerChange())

    r.steps[BrokerChange] = more
    await r.drain()
    assert r.handled == [BrokerChange(), BrokerModifications(1), BrokerModifications(2), BrokerChange()]
    assert r.queue.statistics.coalesced == 2


async def test_responses_are_not_news():
    r = Runner()
    r.queue.put(response())
    r.queue.put(response())
    assert len(r.queue) == 2


async def test_requests_are_refused_when_full_and_news_never():
    r = Runner(events_max=2)
    r.queue.put_request(request())
    r.queue.put(TopicChange())
    with pytest.raises(QueueFull):
        r.queue.put_request(request())
    r.queue.put(BrokerChange())
    assert len(r.queue) == 3


async def test_senders_wait_for_room():
    r = Runner(events_max=1)
    r.queue.put(TopicChange())
    sender = asyncio.get_running_loop().create_task(r.queue.put_when_room(response(7)))
    for _ in range(5):
        await asyncio.sleep(0)
    assert not sender.done()
    await r.drain()
    await sender
    assert r.handled == [TopicChange(), response(7)]


async def test_clearing_answers_those_who_wait():
    r = Runner()
    asked = request()
    r.queue.put_request(asked)
    r.queue.put(TopicChange())
    r.queue.clear_and_put(Reelect())
    assert len(r.queue) == 1
    with pytest.raises(NotController):
        await asked.answer
    r.queue.put(TopicChange())
    await r.drain()
    assert r.handled == [Reelect(), TopicChange()]


async def test_a_closed_queue_answers_at_once():
    r = Runner()
    r.queue.close()
    asked = request()
    r.queue.put_request(asked)
    with pytest.raises(NotController):
        await asked.answer
    await r.drain()
    assert r.handled == []


async def test_a_pause_lets_nothing_begin():
    r = Runner()
    r.queue.pause()
    r.queue.put(TopicChange())
    task = asyncio.get_running_loop().create_task(r.queue.run(r.handle, r.failed))
    for _ in range(10):
        await asyncio.sleep(0)
    assert r.handled == []
    r.queue.resume()
    for _ in range(10):
        await asyncio.sleep(0)
    assert r.handled == [TopicChange()]
    r.queue.close()
    await task


async def test_a_failure_ends_at_the_boundary():
    r = Runner()

    async def fail():
        raise ValueError("planted")

    r.steps[TopicChange] = fail
    r.steps[DeleteTopics] = fail
    asked = request()
    for event in (TopicChange(), asked, BrokerChange()):
        r.queue.put(event)
    await r.drain()
    assert r.handled == [TopicChange(), asked, BrokerChange()]
    assert [str(error) for _, error in r.failures] == ["planted", "planted"]
    assert r.queue.statistics.failed == 2
    with pytest.raises(NotController):
        await asked.answer


async def test_cancelling_is_not_a_failure():
    r = Runner()
    r.steps[TopicChange] = asyncio.Event().wait
    r.queue.put(TopicChange())
    asked = request()
    r.queue.put(asked)
    task = asyncio.get_running_loop().create_task(r.queue.run(r.handle, r.failed))
    for _ in range(5):
        await asyncio.sleep(0)
    assert r.queue.state is ControllerState.TopicChange
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert r.failures == []
    with pytest.raises(NotController):
        await asked.answer


async def test_cancelling_answers_the_request_in_progress():
    r = Runner()
    r.steps[DeleteTopics] = asyncio.Event().wait
    asked = request()
    r.queue.put(asked)
    task = asyncio.get_running_loop().create_task(r.queue.run(r.handle, r.failed))
    for _ in range(5):
        await asyncio.sleep(0)
    assert r.handled == [asked]
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    with pytest.raises(NotController):
        await asked.answer


async def test_times_are_measured():
    r = Runner()
    r.queue.put(TopicChange())
    r.queue.put(PartitionModifications("t"))
    r.clock.advance(30)

    async def take_long():
        r.clock.advance(12)

    r.steps[TopicChange] = take_long
    await r.drain()
    statistics = r.queue.statistics
    waited = statistics.queue_times.at(r.clock.monotonic_ms())
    assert (waited.count, waited.total_ns) == (2, 72_000_000)
    assert statistics.handled[ControllerState.TopicChange] == 2
    assert statistics.handle_times[ControllerState.TopicChange].at(r.clock.monotonic_ms()).total_ns == 12_000_000


def test_metric_names_are_kafkas():
    assert ControllerState.BrokerChange.metric_name == "LeaderElectionRateAndTimeMs"
    assert ControllerState.TopicDeletion.metric_name == "TopicDeletionRateAndTimeMs"


def test_what_is_shown_of_an_event_is_what_it_carries_and_not_what_its_class_says():
    assert Startup().told()["carries"] == {}
    assert BrokerModifications(broker_id=3).told()["carries"] == {"broker_id": 3}


def test_what_an_event_carries_is_told_in_numbers_and_names():
    answered = LeaderAndIsrResponseReceived(
        controller_epoch=ControllerEpoch(1),
        broker_id=2,
        broker_epoch=7,
        error_code=0,
        errors={TopicPartition("t", index): 0 for index in range(12)},
    )
    told = answered.told()["carries"]
    assert told["broker_id"] == 2
    assert told["errors"]["t-0"] == 0
    assert told["errors"]["…"] == 2


async def test_a_topic_that_is_to_be_made_is_told_by_its_name():
    answer = asyncio.get_running_loop().create_future()
    asked = CreateTopics(topics=(NewTopic("a", 1, 1),), is_validate_only=False, answer=answer)
    assert asked.told()["carries"] == {"topics": ["a"], "is_validate_only": False}
