"""The dispatcher: from a frame to a handler, and what every outcome of a handler becomes."""

from __future__ import annotations

import asyncio
import inspect
import struct
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from kavka.broker.metrics import BrokerMetrics
from kavka.broker.requests.context import DEFERRED, RequestContext
from kavka.broker.requests.dispatcher import Dispatcher
from kavka.broker.requests.error_responses import error_response
from kavka.broker.requests.permitted import Permitted, RefusedItems
from kavka.broker.requests.served_apis import served_ranges
from kavka.common.lane import Lanes
from kavka.protocol.api_keys import PROFILES, ApiKey
from kavka.protocol.errors import NotController, TopicAlreadyExists
from kavka.protocol.header import decode_response_frame, encode_request_frame
from kavka.protocol.messages import (
    ApiVersionsResponse,
    DescribeClusterRequest,
    DescribeClusterResponse,
    MetadataRequest,
    MetadataResponse,
    UpdateMetadataRequest,
    UpdateMetadataResponse,
)
from kavka.timer.clock import ManualClock
from kavka.timer.moments import MonotonicMs
from tests.support.broker.fakes import RecordingChannel, peer

NAMES = {
    ApiKey.METADATA: "metadata",
    ApiKey.DESCRIBE_CLUSTER: "describe_cluster",
    ApiKey.UPDATE_METADATA: "update_metadata",
    ApiKey.API_VERSIONS: "api_versions",
}
RANGES = {3: (1, 9), 60: (0, 0), 6: (0, 7), 18: (0, 3)}


class Harness:
    """A dispatcher over one handler function, and a channel that keeps the answers."""

    def __init__(
        self,
        handle: Any,
        *,
        tasks: Any = None,
        error_response: Any = error_response,
        guard: Any = None,
        missing: tuple[str, ...] = (),
    ) -> None:
        handler = SimpleNamespace(handle=handle)
        self.missing = missing
        self.loaded: list[str] = []
        self.metrics = BrokerMetrics()
        self.channel = RecordingChannel()
        self.now_ns = 0
        self.dispatcher = Dispatcher(
            clock=ManualClock(),
            metrics=self.metrics,
            ranges=RANGES,
            tasks=tasks,
            ticks=self.tick,
            lanes=Lanes(self.tick),
            make_handler=lambda api: self.loaded.append(NAMES[api]) or handler,
            guard_of=lambda api: guard,
            missing_modules=lambda _: [name for name in self.missing if name not in sys.modules],
            error_response=error_response,
        )

    def tick(self) -> int:
        self.now_ns += 1_000
        return self.now_ns

    def send(self, message: Any, version: int, correlation_id: int = 7) -> None:
        frame = b"".join(encode_request_frame(message, version=version, correlation_id=correlation_id, client_id="me"))[
            4:
        ]
        self.send_frame(frame)

    def send_frame(self, frame: bytes) -> None:
        self.dispatcher.dispatch(frame, self.channel, received_ms=5, started_ns=0)


def test_a_handler_gets_request_and_context():
    seen = []

    def handle(request, ctx):
        seen.append((request, ctx))
        return MetadataResponse(cluster_id="c")

    harness = Harness(handle)
    harness.send(MetadataRequest(topics=None), 4)
    ((request, ctx),) = seen
    assert request == MetadataRequest(topics=None)
    assert (ctx.api_key, ctx.api_version, ctx.correlation_id, ctx.client_id, ctx.received_ms) == (3, 4, 7, "me", 5)
    assert harness.channel.responses == [MetadataResponse(cluster_id="c")]
    (frame,) = harness.dispatcher.encode(ctx, harness.channel.responses[0])
    assert decode_response_frame(MetadataResponse, 4, frame[4:])[0] == 7


def test_bytes_behind_a_request_are_ignored():
    """librdkafka 2.16 leaves the three bytes of an array's length that it did not need in a question for all topics."""
    seen = []

    def handle(request, ctx):
        seen.append(request)
        return MetadataResponse()

    harness = Harness(handle)
    harness.send_frame(struct.pack(">hhih", 3, 9, 1, -1) + bytes.fromhex("00 00000000 0100 0000"))
    assert [request.topics for request in seen] == [None]
    assert harness.channel.closed == []


def test_handlers_are_loaded_when_first_used_and_once():
    harness = Harness(lambda request, ctx: MetadataResponse())
    assert harness.loaded == []
    harness.send(MetadataRequest(), 4)
    harness.send(MetadataRequest(), 5)
    assert harness.loaded == ["metadata"]


def test_deferred_answers_come_through_the_context():
    parked = []

    def handle(request, ctx):
        parked.append(ctx)
        return DEFERRED

    harness = Harness(handle)
    harness.send(MetadataRequest(), 4)
    assert harness.channel.responses == []
    parked[0].respond(MetadataResponse())
    assert harness.channel.responses == [MetadataResponse()]
    with pytest.raises(AssertionError, match="answered twice"):
        parked[0].respond(MetadataResponse())


async def test_coroutines_run_in_the_task_group():
    gate = asyncio.Event()

    async def handle(request, ctx):
        await gate.wait()
        return MetadataResponse()

    async with asyncio.TaskGroup() as tasks:
        harness = Harness(handle, tasks=tasks)
        harness.send(MetadataRequest(), 4)
        await asyncio.sleep(0)
        assert harness.channel.responses == []
        gate.set()
    assert harness.channel.responses == [MetadataResponse()]


async def test_waiting_handlers_can_be_cancelled():
    async def handle(request, ctx):
        await asyncio.Event().wait()

    async with asyncio.TaskGroup() as tasks:
        harness = Harness(handle, tasks=tasks)
        harness.send(MetadataRequest(), 4)
        await asyncio.sleep(0)
        harness.dispatcher.cancel_tasks()
    assert harness.channel.responses == []


async def test_what_comes_after_the_task_group_is_closed_and_never_begins():
    handles = []

    def handle(request, ctx):
        handles.append(response_in_time())
        return handles[-1]

    async def response_in_time():
        return MetadataResponse()

    async with asyncio.TaskGroup() as tasks:
        harness = Harness(handle, tasks=tasks)
    harness.send(MetadataRequest(), 4)
    assert [inspect.getcoroutinestate(handle) for handle in handles] == [inspect.CORO_CLOSED]
    assert harness.channel.responses == []
    assert harness.channel.closed == ["the broker stops"]


@pytest.fixture
def module_nobody_has(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    name = "kavka_module_nobody_has"
    (tmp_path / f"{name}.py").touch()
    yield name
    sys.modules.pop(name, None)


async def test_the_first_request_of_an_api_is_handled_when_its_modules_are_loaded(module_nobody_has):
    loaded = []

    def handle(request, ctx):
        loaded.append(module_nobody_has in sys.modules)
        return MetadataResponse()

    async with asyncio.TaskGroup() as tasks:
        harness = Harness(handle, tasks=tasks, missing=(module_nobody_has,))
        harness.send(MetadataRequest(), 4)
        assert harness.channel.responses == []
    assert harness.channel.responses == [MetadataResponse()]
    harness.send(MetadataRequest(), 4)  # and the next one at once
    assert harness.channel.responses == [MetadataResponse()] * 2
    assert loaded == [True, True]


async def test_a_module_that_cannot_be_loaded_closes_the_connections_that_need_it(caplog):
    async with asyncio.TaskGroup() as tasks:
        harness = Harness(lambda request, ctx: MetadataResponse(), tasks=tasks, missing=("kavka.there_is_none",))
        harness.send(MetadataRequest(), 4)
    assert harness.channel.closed == ["its modules cannot be loaded"]
    assert "kavka.there_is_none" in caplog.text


async def test_no_module_is_loaded_when_the_broker_stops(module_nobody_has):
    async with asyncio.TaskGroup() as tasks:
        harness = Harness(lambda request, ctx: MetadataResponse(), tasks=tasks, missing=(module_nobody_has,))
    harness.send(MetadataRequest(), 4)
    assert harness.channel.closed == ["the broker stops"]
    assert module_nobody_has not in sys.modules


def raising(error):
    def handle(request, ctx):
        raise error

    async def handle_later(request, ctx):
        await asyncio.sleep(0)
        raise error

    return [handle, handle_later]


@pytest.mark.parametrize("index", [0, 1])
async def test_a_kafka_error_becomes_its_code(index):
    async with asyncio.TaskGroup() as tasks:
        harness = Harness(raising(NotController("over there"))[index], tasks=tasks)
        harness.send(DescribeClusterRequest(), 0)
    assert harness.channel.responses == [
        DescribeClusterResponse(error_code=41, error_message="over there"),
    ]
    assert harness.metrics.api(60).errors == {41: 1}


@pytest.mark.parametrize("index", [0, 1])
async def test_any_other_failure_is_logged_and_becomes_unknown_server_error(index, caplog):
    async with asyncio.TaskGroup() as tasks:
        harness = Harness(raising(ZeroDivisionError("our own fault"))[index], tasks=tasks)
        harness.send(UpdateMetadataRequest(), 5)
    assert harness.channel.responses == [UpdateMetadataResponse(error_code=-1)]
    assert "our own fault" in caplog.text
    assert "client 'me' at 10.0.0.9" in caplog.text


def test_the_handlers_own_words_for_an_error():
    harness = Harness(
        raising(TopicAlreadyExists("x"))[0],
        error_response=lambda request, error: MetadataResponse(cluster_id=error.code.name),
    )
    harness.send(MetadataRequest(), 4)
    assert harness.channel.responses == [MetadataResponse(cluster_id="TOPIC_ALREADY_EXISTS")]


def test_an_error_without_words_closes():
    harness = Harness(raising(TopicAlreadyExists("x"))[0], error_response=lambda request, error: None)
    harness.send(MetadataRequest(), 4)
    assert harness.channel.responses == []
    assert "TOPIC_ALREADY_EXISTS" in harness.channel.closed[0]


@pytest.mark.parametrize(
    ("frame", "words"),
    [
        (b"", "cannot be parsed"),
        (b"\x00\x03\x00", "cannot be parsed"),
        (struct.pack(">hhih", 3, 4, 1, 5) + b"abc", "cannot be parsed"),
        (struct.pack(">hhih", 3, 4, 1, -1) + b"\x7f\xff\xff\xff\x00", "cannot be parsed"),
        (struct.pack(">hhih", 3, 0, 1, -1), "version 0 of METADATA (3) is not served, versions 1 to 9 are"),
        (struct.pack(">hhih", 3, 10, 1, -1), "version 10"),
        (struct.pack(">hhih", 3, -1, 1, -1), "version -1"),
        (struct.pack(">hhih", 11, 0, 1, -1), "JOIN_GROUP (11) is not served"),
        (struct.pack(">hhih", 9999, 0, 1, -1), "key 9999 is not served"),
        (struct.pack(">hhih", -5, 0, 1, -1), "key -5 is not served"),
    ],
)
def test_what_cannot_be_served_closes_the_connection(frame, words):
    harness = Harness(lambda request, ctx: MetadataResponse())
    harness.send_frame(frame)
    assert harness.channel.responses == []
    (reason,) = harness.channel.closed
    assert words in reason
    assert not harness.metrics.apis.keys() - {3}, "what strangers make up is not counted by key"


@pytest.mark.parametrize("version", [4, 77, -1, 32767])
def test_an_unknown_version_of_api_versions_is_told_the_known_ones(version):
    harness = Harness(lambda request, ctx: None)
    harness.send_frame(struct.pack(">hhi", 18, version, 1) + b"\xff\xfe whatever the future brings")
    (response,) = harness.channel.responses
    assert response == ApiVersionsResponse(
        error_code=35, api_keys=[ApiVersionsResponse.ApiVersion(api_key=18, min_version=0, max_version=3)]
    )


def test_requests_are_counted_with_their_time():
    harness = Harness(lambda request, ctx: DEFERRED)
    harness.send(MetadataRequest(), 4)
    ctx = RequestContext(peer(), harness.channel, MonotonicMs(5), request_bytes=40, api_key=3)
    harness.dispatcher.count(ctx, 100)
    harness.dispatcher.count(ctx, 50)
    metrics = harness.metrics.api(3)
    assert (metrics.requests, metrics.request_bytes, metrics.response_bytes) == (2, 80, 150)
    assert (metrics.time_ns, metrics.time_ns_max) == (5_000, 3_000)


def test_what_is_served_is_the_profile_cut_to_the_handlers():
    assert served_ranges(PROFILES["3.0"], NAMES) == {3: (0, 11), 6: (0, 7), 18: (0, 3), 60: (0, 0)}
    assert served_ranges(PROFILES["2.0"], NAMES) == {3: (0, 6), 6: (0, 4), 18: (0, 2)}


# ---- what a guard permits -------------------------------------------------------------------------------------------

RESULT = MetadataResponse.MetadataResponseTopic
BOTH = MetadataRequest(topics=[MetadataRequest.MetadataRequestTopic(name=name) for name in ("mine", "theirs")])


def only_mine(request, _ctx):
    """Permits the topic that is alice's."""
    mine = [topic for topic in request.topics if topic.name == "mine"]
    return Permitted(MetadataRequest(topics=mine), RefusedItems([("topics", [RESULT(error_code=29, name="theirs")])]))


async def only_mine_later(request, ctx):
    """The same, where it takes a while."""
    await asyncio.sleep(0)
    return only_mine(request, ctx)


def done(request):
    """What a handler says of each topic that it gets."""
    return MetadataResponse(topics=[RESULT(name=topic.name) for topic in request.topics])


def failed(request, error):
    """What its module says of each topic where it fails."""
    return MetadataResponse(topics=[RESULT(error_code=int(error.code), name=topic.name) for topic in request.topics])


async def answers(guard, handle):
    """What is answered about both topics: (name, error code)."""
    async with asyncio.TaskGroup() as tasks:
        harness = Harness(handle, tasks=tasks, error_response=failed, guard=guard)
        harness.send(BOTH, 4)
    [response] = harness.channel.responses
    return [(topic.name, topic.error_code) for topic in response.topics]


@pytest.mark.parametrize("guard", [only_mine, only_mine_later])
@pytest.mark.parametrize("way", ["at once", "as a coroutine", "by the context"])
async def test_whichever_way_a_handler_responds_what_it_did_not_get_is_refused(guard, way):
    async def later(request):
        await asyncio.sleep(0)
        return done(request)

    def handle(request, ctx):
        if way == "by the context":
            ctx.respond(done(request))
            return DEFERRED
        return done(request) if way == "at once" else later(request)

    assert await answers(guard, handle) == [("mine", 0), ("theirs", 29)]


@pytest.mark.parametrize("guard", [only_mine, only_mine_later])
@pytest.mark.parametrize("is_late", [False, True])
async def test_a_failure_is_said_of_what_was_permitted_and_of_nothing_else(guard, is_late):
    async def later():
        await asyncio.sleep(0)
        raise NotController("elsewhere")

    def handle(request, ctx):
        if is_late:
            return later()
        raise NotController("elsewhere")

    assert await answers(guard, handle) == [("mine", 41), ("theirs", 29)]


async def test_where_nothing_is_permitted_the_handler_is_not_called():
    nothing = Permitted(None, RefusedItems([("topics", [RESULT(error_code=29, name="theirs")])]), MetadataResponse())
    called = []
    assert await answers(lambda *_: nothing, lambda *asked: called.append(asked)) == [("theirs", 29)]
    assert called == []


async def test_what_a_guard_refuses_as_a_whole_is_said_of_everything():
    def nobody(*_):
        raise NotController("nobody may")

    assert await answers(nobody, lambda *_: MetadataResponse()) == [("mine", 41), ("theirs", 41)]
