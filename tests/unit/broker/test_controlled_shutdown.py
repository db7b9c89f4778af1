"""A broker on its way out: whom it asks, how often, and that nothing holds it up."""

from __future__ import annotations

import asyncio

import pytest

from kavka.broker.cluster import controlled_shutdown
from kavka.broker.cluster.controlled_shutdown import ControlledShutdown
from kavka.broker.cluster.metadata_cache import MetadataCache
from kavka.broker.cluster.peer_links import controller_link
from kavka.protocol.codec import decode_message, encode_message
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import ControlledShutdownRequest, ControlledShutdownResponse
from kavka.timer.clock import SystemClock
from tests.support.broker.fakes import BROKER_EPOCH, BROKER_ID, config, live_broker, tell

PATIENCE_S = 5
"""Far above what any of these takes when it is right."""


class Controller:
    """Answers from a script; `None` breaks the connection."""

    def __init__(self, cache: MetadataCache, *answers) -> None:
        self.cache = cache
        self.answers = list(answers)
        self.requests = []
        self.asked = asyncio.Event()
        self.dialled = []
        self.open = 0
        self.is_closed = False
        self.refusals = 0
        self.before_answer = lambda: None

    async def dial(self, host, port, client_id):
        self.dialled.append((host, port))
        if self.refusals:
            self.refusals -= 1
            raise ConnectionRefusedError(f"{host}:{port}")
        self.open += 1
        self.is_closed = False
        return self

    async def request(self, message, *, version, timeout_ms):
        assert timeout_ms > 0
        self.requests.append(decode_message(ControlledShutdownRequest, version, encode_message(message, version)))
        self.asked.set()
        await asyncio.sleep(0)
        answer = self.answers.pop(0)
        if answer is None:
            self.is_closed = True
            raise ConnectionResetError("gone")
        if isinstance(answer, Exception):
            raise answer
        self.before_answer()
        code, partitions = answer
        left = [ControlledShutdownResponse.RemainingPartition(topic_name="t", partition_index=p) for p in partitions]
        return ControlledShutdownResponse(error_code=code, remaining_partitions=left)

    async def was_asked(self, times):
        async with asyncio.timeout(PATIENCE_S):
            while len(self.requests) < times:
                self.asked.clear()
                await self.asked.wait()

    async def close(self):
        self.open -= 1


DONE = (0, [])


def lead(cache: MetadataCache, leader: int, isr, offline=(), brokers=(BROKER_ID, 1)) -> None:
    """Broker 0 hears who leads t-0, of the replicas 0 and 1."""
    live = [live_broker(broker_id) for broker_id in brokers]
    tell(cache, {"t": 1}, leader=leader, isr=list(isr), replicas=[0, 1], offline_replicas=list(offline), brokers=live)


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(controlled_shutdown, "LOOK_MS", 0)


@pytest.fixture
def cache():
    cache = MetadataCache(SystemClock())
    lead(cache, BROKER_ID, [0, 1])
    return cache


async def leave(controller: Controller, *, version=3, controller_id=lambda: 1, **overrides) -> bool:
    way = ControlledShutdown(
        broker_id=BROKER_ID,
        broker_epoch=lambda: BROKER_EPOCH,
        config=config(**overrides),
        version=version,
        cache=controller.cache,
        link=controller_link(
            controller.cache,
            controller_id=controller_id,
            listener="PLAINTEXT",
            dial=controller.dial,
            purpose="test",
            clock=SystemClock(),
        ),
        clock=SystemClock(),
    )
    async with asyncio.timeout(PATIENCE_S):
        is_done = await way.run()
    assert controller.open == 0
    return is_done


@pytest.mark.parametrize(("version", "epoch"), [(0, -1), (1, -1), (2, BROKER_EPOCH), (3, BROKER_EPOCH)])
async def test_the_controller_is_asked_where_it_is(cache, version, epoch):
    controller = Controller(cache, DONE)
    controller.before_answer = lambda: lead(cache, 1, [1])
    assert await leave(controller, version=version)
    assert controller.dialled == [("host1", 9093)]
    assert [(request.broker_id, request.broker_epoch) for request in controller.requests] == [(BROKER_ID, epoch)]


async def test_the_broker_goes_when_it_has_heard_who_leads_now(cache):
    controller = Controller(cache, DONE)
    async with asyncio.TaskGroup() as group:
        leaving = group.create_task(leave(controller))
        await controller.was_asked(1)
        for _ in range(10):
            await asyncio.sleep(0)
        assert not leaving.done()
        lead(cache, 1, [1])
        assert await leaving


async def test_a_lone_broker_just_goes():
    cache = MetadataCache(SystemClock())
    lead(cache, BROKER_ID, [0], brokers=[BROKER_ID])
    controller = Controller(cache)
    assert not await leave(controller)
    assert controller.dialled == []


@pytest.mark.parametrize("off", [{"controlled_shutdown_enable": "false"}, {"controlled_shutdown_max_retries": "0"}])
async def test_it_can_be_switched_off(cache, off):
    controller = Controller(cache)
    assert not await leave(controller, **off)
    assert controller.dialled == []


async def test_a_dead_controller_holds_up_nobody(cache):
    controller = Controller(cache)
    controller.refusals = 1_000
    assert not await leave(controller)
    assert len(controller.dialled) == controlled_shutdown.TRIES_MAX


async def test_no_controller_at_all(cache):
    controller = Controller(cache)
    assert not await leave(controller, controller_id=lambda: -1)
    assert controller.dialled == []


async def test_a_controller_that_hangs_is_asked_once(cache):
    controller = Controller(cache, TimeoutError("no answer"))
    assert not await leave(controller)
    assert len(controller.requests) == 1


async def test_another_controller_is_found(cache):
    """The first one dies, the second is not yet elected, then it is."""
    controller = Controller(cache, None, (ErrorCode.STALE_CONTROLLER_EPOCH, []), DONE)
    controller.before_answer = lambda: lead(cache, 1, [1])
    ids = iter([1, 0, 1])
    assert await leave(controller, controller_id=lambda: next(ids))
    assert controller.dialled == [("host1", 9093), ("host0", 9092), ("host1", 9093)]


async def test_it_asks_again_when_another_replica_has_caught_up(cache):
    lead(cache, BROKER_ID, [0])
    controller = Controller(cache, (0, [0]), DONE)
    async with asyncio.TaskGroup() as group:
        leaving = group.create_task(leave(controller))
        await controller.was_asked(1)
        for _ in range(10):
            await asyncio.sleep(0)
        assert len(controller.requests) == 1
        lead(cache, BROKER_ID, [0, 1])
        await controller.was_asked(2)
        lead(cache, 1, [1])
        assert await leaving


async def test_it_goes_when_all_others_go_as_well(cache):
    lead(cache, BROKER_ID, [0, 1])
    controller = Controller(cache, (0, [0]))
    controller.before_answer = lambda: lead(cache, BROKER_ID, [0], offline=[1])
    assert not await leave(controller)
    assert len(controller.requests) == 1


async def test_it_goes_when_its_patience_ends(cache):
    lead(cache, BROKER_ID, [0])
    controller = Controller(cache, *[(0, [0])] * 100)
    overrides = {"controlled_shutdown_max_retries": "2", "controlled_shutdown_retry_backoff_ms": "20"}
    assert not await leave(controller, **overrides)
    assert 1 <= len(controller.requests) <= 3
