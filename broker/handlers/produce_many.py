"""Produce of very many partitions or bytes: what `produce` does in one step, cut up. Part of that handler.

    request ─▶ slice ─▶ produce.handle ─▶ slice ─▶ produce.handle ─▶ … ─▶ all of them done ─▶ one response

Each slice is a request of its own, appended before the next one begins, so that records of one partition keep their
order. What waits for replicas waits beside the others, each slice with the request's timeout. With acks=0 the first
error closes the connection, as it does for a small request, but behind the last slice.
"""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.requests.context import DEFERRED, Deferred, RequestContext
from kavka.broker.requests.error_responses import error_response
from kavka.protocol.errors import KafkaError
from kavka.protocol.messages import ProduceRequest, ProduceResponse

if TYPE_CHECKING:
    from kavka.broker.requests.context import ConnectionInfo
    from kavka.common.lane import Lane

PARTITIONS_AT_ONCE: Final = 64
BYTES_AT_ONCE: Final = 1024 * 1024
"""What one slice appends at most, one partition excepted: a few milliseconds."""


async def produce_many(
    request: ProduceRequest, ctx: RequestContext, lane: Lane, handle: Callable[[ProduceRequest, RequestContext], Any]
) -> ProduceResponse | Deferred:
    """Appends slice by slice, then waits for what all of them wait for.

    Args:
        request: all of it.
        ctx: how to respond.
        lane: whose turns the slices use.
        handle: handles one slice, as a request of its own.
    """
    pace = lane.enter()
    waited_from_ns = ctx.parked_ns
    waiting: list[_SliceChannel] = []
    async with pace:
        for part in _slices(request):
            channel = _SliceChannel(ctx)
            own = RequestContext(
                ctx.connection, channel, ctx.received_ms, ctx.started_ns, 0, ctx.api_key, ctx.api_version,
                ctx.correlation_id, ctx.client_id,
            )  # fmt: skip
            outcome: Any = handle(part, own)
            if asyncio.iscoroutine(outcome):
                try:
                    outcome = await pace.away(outcome)
                except KafkaError as error:  # of this slice: others may be appended already
                    outcome = error_response(part, error)
                    if outcome is None:
                        channel.abort(own, f"a produce request with acks=0 failed: {error.code.name}: {error.message}")
                        outcome = DEFERRED
            if outcome is not DEFERRED:
                own.respond(outcome)
            waiting.append(channel)
            await pace.breathe()
    for channel in waiting:
        await channel.ended.wait()  # the purgatory's timer ends it at the latest
    async with pace:
        ctx.parked_ns = waited_from_ns + pace.held_ns
        if request.acks:
            return await _joined(waiting, pace.breathe)
    closing = next((channel.closing for channel in waiting if channel.closing), None)
    if closing is None:
        ctx.respond_nothing()
    else:
        ctx.close_connection(closing)
    return DEFERRED


def _slices(request: ProduceRequest) -> Iterator[ProduceRequest]:
    """Yields the request in parts; a topic may be in several of them."""
    part = _empty(request)
    partitions = size = 0
    for topic in request.topic_data:
        part.topic_data.append(_topic(topic))
        for data in topic.partition_data:
            length = len(data.records or b"")
            if partitions == PARTITIONS_AT_ONCE or (partitions and size + length > BYTES_AT_ONCE):
                yield part
                part = _empty(request)
                part.topic_data.append(_topic(topic))
                partitions = size = 0
            part.topic_data[-1].partition_data.append(data)
            partitions += 1
            size += length
    yield part


def _empty(request: ProduceRequest) -> ProduceRequest:
    part = copy.copy(request)
    part.topic_data = []
    return part


def _topic(topic: ProduceRequest.TopicProduceData) -> ProduceRequest.TopicProduceData:
    return ProduceRequest.TopicProduceData(topic.name, topic.topic_id, [])


async def _joined(answered: list[_SliceChannel], breathe: Callable[[], Any]) -> ProduceResponse:
    """Joins all slices' responses to one; a topic that was cut is one again."""
    topics: list[ProduceResponse.TopicProduceResponse] = []
    nodes: dict[int, ProduceResponse.NodeEndpoint] = {}
    for channel in answered:
        assert channel.response is not None, "with acks every slice has a response"
        for topic in channel.response.responses:
            if topics and (topics[-1].name, topics[-1].topic_id) == (topic.name, topic.topic_id):
                topics[-1].partition_responses += topic.partition_responses
            elif topic.partition_responses or len(answered) == 1:
                topics.append(topic)
        nodes.update((node.node_id, node) for node in channel.response.node_endpoints)
        channel.response = None
        await breathe()
    return ProduceResponse(topics, node_endpoints=list(nodes.values()))


class _SliceChannel:
    """Takes the response to one slice.

    Attributes:
        response: once it has come; None with acks=0.
        closing: why the connection is to be closed; None: it is not.
        ended: set when the slice is done.

    Args:
        ctx: the whole request.
    """

    __slots__ = ("_ctx", "closing", "ended", "response")

    def __init__(self, ctx: RequestContext) -> None:
        self._ctx = ctx
        self.response: ProduceResponse | None = None
        self.closing: str | None = None
        self.ended = asyncio.Event()

    @property
    def info(self) -> ConnectionInfo:
        """Returns the info of the request's connection."""
        return self._ctx.connection

    def finish(self, ctx: RequestContext, response: Any | None) -> None:
        """Keeps the response of the slice, which is done."""
        del ctx
        self.response = response
        self.ended.set()

    def finish_half(self, ctx: RequestContext, response: Any | None) -> None:
        """Ends the slice as `finish` does, for faults are done to whole requests."""
        self.finish(ctx, response)

    def let_next_in(self) -> _SliceChannel:
        """Lets nobody in, for the request has other slices."""
        return self

    def abort(self, ctx: RequestContext, reason: str) -> None:
        """Notes that the connection is to be closed, and why."""
        del ctx
        self.closing = reason
        self.ended.set()

    def is_open(self) -> bool:
        """Tells whether the response could still reach the client."""
        return not self._ctx.is_client_gone

    def close_when_answered(self) -> None:
        """Notes that the connection closes behind the response to the whole request."""
        self._ctx.channel.close_when_answered()

    def when_lost(self, callback: Callable[[], object]) -> None:
        """Drops the callback, for what was appended stays, whoever goes."""
