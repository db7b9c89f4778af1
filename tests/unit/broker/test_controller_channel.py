"""Topics that a broker without the controller asks for: where, in which words, how often, and for how long."""

from __future__ import annotations

import asyncio

import pytest

from kavka.broker.cluster import controller_channel
from kavka.broker.cluster.controller_channel import ControllerChannel
from kavka.broker.cluster.peer_links import controller_link
from kavka.common.types import NewTopic
from kavka.protocol.codec import decode_message, encode_message
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import CreateTopicsRequest, CreateTopicsResponse
from kavka.timer.backoff import Backoff
from kavka.timer.clock import SystemClock
from tests.support.broker.asking_metadata import ask
from tests.support.broker.fakes import RecordingChannel, live_broker, services, tell
from tests.support.broker.fakes import peer as connected


class Peer:
    """The controller's broker: answers CreateTopics through the codec, as often as it is told to."""

    def __init__(self):
        self.dialled = []
        self.requests = []
        self.closed = 0
        self.codes = []
        self.may_answer = asyncio.Event()
        self.may_answer.set()
        self.refusals = 0

    async def dial(self, host, port, client_id):
        self.dialled.append((host, port))
        if self.refusals:
            self.refusals -= 1
            raise ConnectionRefusedError(f"{host}:{port}")
        return PeerConnection(self)


class PeerConnection:
    def __init__(self, peer):
        self.peer = peer
        self.is_closed = False

    async def request(self, message, *, version, timeout_ms=None):
        request = decode_message(CreateTopicsRequest, version, encode_message(message, version))
        self.peer.requests.append((version, request))
        await self.peer.may_answer.wait()
        code = self.peer.codes.pop(0) if self.peer.codes else 0
        if code is None:
            self.is_closed = True
            raise ConnectionResetError("gone")
        result = CreateTopicsResponse.CreatableTopicResult
        answer = CreateTopicsResponse(topics=[result(name=t.name, error_code=code) for t in request.topics])
        return decode_message(CreateTopicsResponse, version, encode_message(answer, version))

    async def close(self):
        self.is_closed = True
        self.peer.closed += 1


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch):
    monkeypatch.setattr(controller_channel, "BACKOFF", Backoff(1, 1))


@pytest.fixture
def peer():
    return Peer()


@pytest.fixture
def broker(peer):
    """A broker that knows broker 1, the controller, and is not it."""
    made = services()
    tell(made.metadata_cache, {"known": 1}, brokers=[live_broker(0), live_broker(1), live_broker(2)])
    made.controller.is_active = False
    made.controller.active_controller_id = 1
    made.controller_channel = ControllerChannel(
        controller_link(
            made.metadata_cache,
            controller_id=lambda: made.controller.active_controller_id,
            listener="PLAINTEXT",
            dial=peer.dial,
            clock=SystemClock(),
            purpose="test",
        ),
        create_topics_version=3,
        num_partitions=4,
        replication_factor=2,
        clock=SystemClock(),
    )
    return made


async def create(broker, *names, timeout_ms=10_000):
    results = await broker.controller_channel.create_topics(
        [NewTopic(name=name) for name in names], timeout_ms=timeout_ms, validate_only=False
    )
    return [(result.name, result.error_code) for result in results]


async def test_it_asks_the_controllers_broker_with_this_brokers_defaults(broker, peer):
    assert await create(broker, "a", "b") == [("a", 0), ("b", 0)]
    assert await create(broker, "c") == [("c", 0)]
    assert peer.dialled == [("host1", 9093)], "one connection"
    (version, request), _ = peer.requests
    assert version == 3
    assert [(t.name, t.num_partitions, t.replication_factor) for t in request.topics] == [("a", 4, 2), ("b", 4, 2)]


@pytest.mark.parametrize("trouble", ["refused", "lost", "moved"])
async def test_it_asks_again_until_somebody_decides(broker, peer, trouble):
    if trouble == "refused":
        peer.refusals = 2
    else:
        peer.codes = [None if trouble == "lost" else ErrorCode.NOT_CONTROLLER] * 2
    assert await create(broker, "a") == [("a", 0)]


async def test_it_follows_the_controller(broker, peer):
    await create(broker, "a")
    broker.controller.active_controller_id = 2
    await create(broker, "b")
    assert peer.dialled == [("host1", 9093), ("host2", 9094)]
    assert peer.closed == 1
    await broker.controller_channel.close()
    assert peer.closed == 2


async def test_without_a_controller_the_time_runs_out(broker, peer):
    broker.controller.active_controller_id = -1
    assert await create(broker, "a", timeout_ms=5) == [("a", ErrorCode.REQUEST_TIMED_OUT)]
    assert peer.dialled == []


async def test_what_is_asked_for_already_is_not_asked_for_again(broker, peer):
    peer.may_answer.clear()
    async with asyncio.TaskGroup() as group:
        first = group.create_task(create(broker, "a", "b"))
        while not peer.requests:  # noqa: ASYNC110 - the peer is a fake in this loop
            await asyncio.sleep(0)
        second = group.create_task(create(broker, "b"))
        assert await second == [("b", ErrorCode.REQUEST_TIMED_OUT)]
        peer.may_answer.set()
    assert first.result() == [("a", 0), ("b", 0)]
    assert len(peer.requests) == 1
    assert await create(broker, "b") == [("b", 0)]


async def test_metadata_is_answered_before_the_controller_has_decided(broker, peer):
    """As in Kafka: nobody who asks is kept waiting, and many who ask at once have the controller asked once."""
    peer.may_answer.clear()
    channel = RecordingChannel(connected())
    async with asyncio.TaskGroup() as group:
        group.create_task(ask(broker, 5, ["new"], channel=channel))
        while not peer.requests:  # noqa: ASYNC110 - likewise
            await asyncio.sleep(0)
        [answer] = channel.responses
        assert [topic.error_code for topic in answer.topics] == [ErrorCode.UNKNOWN_TOPIC_OR_PARTITION]
        again = await ask(broker, 5, ["new"])
        assert again.topics[0].error_code == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
        peer.may_answer.set()
    [(_, request)] = peer.requests
    assert [topic.name for topic in request.topics] == ["new"]
    tell(broker.metadata_cache, {"new": 4}, brokers=[live_broker(0), live_broker(1)])
    assert len((await ask(broker, 5, ["new"])).topics[0].partitions) == 4


async def test_a_refused_topic_is_unknown_and_may_be_asked_for_again(broker, peer):
    peer.codes = [ErrorCode.INVALID_REPLICATION_FACTOR]
    for _ in range(2):
        assert (await ask(broker, 5, ["new"])).topics[0].error_code == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
    assert len(peer.requests) == 2
