"""A big request under a guard: each slice is decided by itself, and each says what was refused of it."""

from __future__ import annotations

import asyncio
import itertools
from types import SimpleNamespace
from typing import Any

import pytest

from kavka.broker.metrics import BrokerMetrics
from kavka.broker.requests.dispatcher import Dispatcher
from kavka.broker.requests.permitted import Permitted, RefusedItems
from kavka.common.lane import Lanes
from kavka.protocol.codec import decode_message
from kavka.protocol.errors import NotController
from kavka.protocol.header import encode_request_frame
from kavka.protocol.messages import ListOffsetsRequest, ListOffsetsResponse
from kavka.timer.clock import ManualClock
from tests.support.broker.fakes import RecordingChannel, context

VERSION = 5
NAMES = [f"t{number}" for number in range(2_000)]
ODD = NAMES[1::2]


class EndingChannel(RecordingChannel):
    """Says when there is an answer."""

    def __init__(self) -> None:
        super().__init__()
        self.ended = asyncio.Event()

    def finish(self, ctx: Any, response: Any) -> None:
        super().finish(ctx, response)
        self.ended.set()


def results(request: Any) -> ListOffsetsResponse:
    """One partition for each topic that is asked about."""
    part = ListOffsetsResponse.ListOffsetsPartitionResponse
    return ListOffsetsResponse(
        topics=[ListOffsetsResponse.ListOffsetsTopicResponse(topic.name, [part()]) for topic in request.topics]
    )


def only_even(request: Any, _ctx: Any) -> Permitted:
    """Refuses every other topic of all."""
    kept = [topic for topic in request.topics if topic.name not in ODD]
    names = [topic.name for topic in request.topics if topic.name in ODD]
    refused = [ListOffsetsResponse.ListOffsetsTopicResponse(name) for name in names]
    return Permitted(ListOffsetsRequest(topics=kept), RefusedItems([("topics", refused)]))


async def ask(handle: Any) -> list[tuple[str, bool]]:
    """What is answered about all NAMES: the topic, and whether its partition was looked at."""
    ticks = itertools.count(step=1_000_000).__next__
    channel = EndingChannel()
    part = ListOffsetsRequest.ListOffsetsPartition
    asked = ListOffsetsRequest(topics=[ListOffsetsRequest.ListOffsetsTopic(name, [part()]) for name in NAMES])
    async with asyncio.TaskGroup() as tasks, asyncio.timeout(10):
        dispatcher = Dispatcher(
            clock=ManualClock(),
            metrics=BrokerMetrics(),
            ranges={2: (0, 7)},
            tasks=tasks,
            ticks=ticks,
            lanes=Lanes(ticks),
            make_handler=lambda _api: SimpleNamespace(handle=handle),
            error_response=lambda request, error: results(request),
            guard_of=lambda api: only_even,
        )
        frame = b"".join(encode_request_frame(asked, version=VERSION, correlation_id=7, client_id="me"))
        dispatcher.dispatch(frame[4:], channel, received_ms=0, started_ns=0)
        await channel.ended.wait()
    answered = b"".join(dispatcher.encode(context(VERSION), channel.responses.pop()))
    answer = decode_message(ListOffsetsResponse, VERSION, answered, 8)
    return [(topic.name, bool(topic.partitions)) for topic in answer.topics]


async def test_each_slice_is_decided_and_answered_by_itself() -> None:
    slices = []

    def handle(request: Any, ctx: Any) -> Any:
        slices.append([topic.name for topic in request.topics])
        return results(request)

    found = await ask(handle)
    assert sorted(found) == sorted((name, name not in ODD) for name in NAMES)
    assert len(slices) > 5
    assert not {name for each in slices for name in each} & set(ODD)


@pytest.mark.parametrize("is_late", [False, True])
async def test_a_slice_that_fails_says_its_error_of_what_was_permitted(is_late: bool) -> None:
    slices = []

    async def later() -> None:
        raise NotController("elsewhere")

    def handle(request: Any, ctx: Any) -> Any:
        slices.append(request)
        if is_late:
            return later()
        raise NotController("elsewhere")

    found = await ask(handle)
    [first] = slices
    assert not {topic.name for topic in first.topics} & set(ODD)
    refused = [name for name, is_answered in found if not is_answered]
    assert refused  # of the first slice, whose error is that of the whole request
    assert refused == ODD[: len(refused)]
    assert sorted(name for name, _ in found) == sorted(NAMES)
