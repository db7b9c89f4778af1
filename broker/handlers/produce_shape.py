"""The short way of Produce 3 to 13: requests of a producer whose others looked the same.

    key, version │ correlation id │ client id … acks, timeout │ count │ topic │ count │ index, length, records │ …
    └─ compared ─┘                └───────── compared ────────┘       └ found ┘       └─ read where they lie ─┘

What is found in a request is appended partition by partition, as the handler does it, and the response packed. Who has
to wait, or fails behind a partition that was appended, is left to the handler as far as it has come (`Outcome`); who
fails at the first partition has changed nothing, and goes the long way from the beginning. Everything unusual does:
transactions, zstd (whose versions are checked), message sets, tags, records that take long to check,
bytes behind the request.

Of a topic that is named by id nothing is remembered but the id: who has it is looked up for each request.

Part of `produce`; the idea and what holds for it is `requests.short_way`.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.handlers.produce_layout import (
    PARTITIONS_MAX,
    UNREADABLE,
    VERSIONS,
    Appended,
    Place,
    ProduceLayout,
    Topic,
    TopicRecords,
)
from kavka.broker.handlers.produce_outcome import BYTES_IN_ONE_STEP_MAX, Outcome, Result, TopicResult
from kavka.broker.log.log_types import CLIENT
from kavka.broker.log.log_writes import LongAppend
from kavka.broker.log.validator import LongCheck
from kavka.broker.log.verification import NO_VERIFICATION
from kavka.broker.replica.partition import ACKS_ALL
from kavka.broker.requests.context import DEFERRED, Deferred, RequestContext
from kavka.broker.requests.short_way import LONG_ONLY, LongOnly
from kavka.common.types import ZERO_TOPIC_ID
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import KafkaError
from kavka.protocol.header import FIXED_PREFIX, split_client_id
from kavka.protocol.messages import ProduceRequest

if TYPE_CHECKING:
    from kavka.broker.cluster.metadata_cache import MetadataCache
    from kavka.broker.metrics import ApiMetrics
    from kavka.broker.replica.flusher import Flusher
    from kavka.broker.replica.partitions import Partitions
    from kavka.broker.replica.waiting import Waiting
    from kavka.broker.requests.context import ResponseChannel
    from kavka.broker.requests.dispatcher import Route
    from kavka.broker.requests.short_way import LongWay
    from kavka.timer.clock import Clock
    from kavka.timer.moments import MonotonicMs

TOGETHER_MIN: Final = 2
"""Requests that are worth looking at together."""

_CORRELATION_ID: Final = struct.Struct(">i").unpack_from

GoOn = Callable[..., Any]
"""The handler, from where an outcome has come to."""


class ProduceShapes:
    """What the shapes of all connections share.

    Args:
        clock: the wall clock.
        flusher: fsyncs before acknowledgements.
        metadata_cache: the names of topic ids.
        partitions: what the broker holds.
        waiting: hears of what was appended.
    """

    __slots__ = ("_layouts", "clock", "flusher", "metadata_cache", "partitions", "waiting")

    def __init__(
        self,
        *,
        clock: Clock,
        flusher: Flusher,
        metadata_cache: MetadataCache,
        partitions: Partitions,
        waiting: Waiting,
    ) -> None:
        self.clock = clock
        self.flusher = flusher
        self.metadata_cache = metadata_cache
        self.partitions = partitions
        self.waiting = waiting
        self._layouts: dict[int, ProduceLayout] = {}

    def name_of(self, topic_id: bytes) -> str:
        """Returns the name of the topic with an id, as it is now; empty where no topic is known to have it."""
        return self.metadata_cache.snapshot.topic_names.get(topic_id, "")

    def name(self, topic: Topic) -> str:
        """Returns a topic's name, likewise."""
        return self.name_of(topic.topic_id) if topic.topic_id else topic.name

    def learn(self, frame: bytes | bytearray, route: Route, long_way: LongWay, go_on: GoOn) -> ProduceShape | None:
        """Returns the shape of a frame that the dispatcher has decoded; None where it has none."""
        api_key, version, _ = FIXED_PREFIX.unpack_from(frame)
        if version not in VERSIONS:
            return None
        client_id, body = split_client_id(frame, api_key, version)
        layout = self._layouts.get(version) or self._layouts.setdefault(version, ProduceLayout(version))
        try:
            is_transactional, acks, timeout_ms, topics_at = layout.fixed(frame, body)
            if is_transactional or not ACKS_ALL <= acks <= 1:
                return None
            has, name_of = self.partitions.of_topic, self.name_of
            found = layout.records(frame, topics_at, lambda frame, at: layout.learn(frame, at, has, name_of))
        except UNREADABLE:
            return None
        if not found:
            return None
        alike = ProduceRequest(None, acks, timeout_ms, [])
        common = bytes(frame[8:topics_at])
        return ProduceShape(self, layout, found[0][0], common, (alike, client_id), route, long_way, go_on)


class ProduceShape:
    """What the Produce requests of one connection have in common.

    Args:
        shapes: what all share.
        layout: of the requests' version.
        topic: that of the last request.
        common: the bytes between the correlation id and the topics.
        sender: a request without topics, and the client id.
        route: theirs.
        long_way: for what has to wait, or fails.
        go_on: likewise.
    """

    __slots__ = (
        "_acks",
        "_common",
        "_go_on",
        "_key_and_version",
        "_layout",
        "_long_way",
        "_route",
        "_sender",
        "_shapes",
        "_topic",
        "_topics_at",
        "goes_together",
        "is_used",
        "metrics",
    )

    def __init__(
        self,
        shapes: ProduceShapes,
        layout: ProduceLayout,
        topic: Topic,
        common: bytes,
        sender: tuple[ProduceRequest, str | None],
        route: Route,
        long_way: LongWay,
        go_on: GoOn,
    ) -> None:
        self._shapes = shapes
        self._layout = layout
        self._topic = topic
        self._common = common
        self._topics_at = FIXED_PREFIX.size + len(common)
        self._key_and_version = struct.pack(">hh", ApiKey.PRODUCE, layout.version)
        self._acks = sender[0].acks
        self._sender = sender
        self._route = route
        self._long_way = long_way
        self._go_on = go_on
        self.metrics: tuple[ApiMetrics, ...] = (route.metrics,)
        self.is_used = False
        self.goes_together = True

    def take(  # noqa: C901 (a call for each partition would cost)
        self, frame: bytes | bytearray, channel: ResponseChannel, received_ms: MonotonicMs, started_ns: int
    ) -> Sequence[Any] | Deferred | LongOnly | None:
        """Appends what a request brings, if it looks like those before; see `Shape`."""
        found = self._found(frame)
        if found is None:
            return None
        self.is_used = True
        shapes, acks = self._shapes, self._acks
        partitions = shapes.partitions
        find = partitions.get
        now_ms = shapes.clock.now_ms()
        records = memoryview(frame)
        appended: list[Appended] = []
        is_waiting = False
        try:
            for topic, places in found:
                topic_id = topic.topic_id
                name = shapes.metadata_cache.snapshot.topic_names.get(topic_id, "") if topic_id else topic.name
                for index, begin, end in places:
                    partition = find(name, index)
                    if topic_id and partition.log.topic_id != topic_id:
                        partition = partitions.get_by_id(name, index, topic_id)
                    info = partition.append_as_leader(
                        records[begin:end], acks, now_ms, True, NO_VERIFICATION, CLIENT, False
                    )
                    appended.append((index, partition, info))
                    if info.needs_flush:
                        is_waiting = True
                        shapes.flusher.request(partition)
                    elif acks == ACKS_ALL and partition.log.offsets.high_watermark <= info.last_offset:
                        is_waiting = True
        except (KafkaError, LongCheck, LongAppend) as reason:
            # An append that fails has changed nothing: the long way says what is wrong, or has it checked. One that a
            # thread writes is under way, and must not be begun again.
            waits_for = reason.with_traceback(None) if isinstance(reason, LongAppend) else None
            if not appended and waits_for is None:
                return LONG_ONLY
            ctx = self._context(frame, channel, received_ms, started_ns)
            return self._go_on_with(found, appended, self._request(frame, found), ctx, waits_for)
        if is_waiting:
            ctx = self._context(frame, channel, received_ms, started_ns)
            return self._go_on_with(found, appended, self._sender[0], ctx)
        for _, partition, _ in appended:
            shapes.waiting.complete(partition)
        return self._layout.response(_CORRELATION_ID(frame, 4)[0], found, appended) if acks else ()

    def _context(
        self, frame: bytes | bytearray, channel: ResponseChannel, received_ms: MonotonicMs, started_ns: int
    ) -> RequestContext:
        (correlation_id,) = _CORRELATION_ID(frame, 4)
        return RequestContext(
            channel.info, channel, received_ms, started_ns, len(frame), int(ApiKey.PRODUCE), self._layout.version,
            correlation_id, self._sender[1],
        )  # fmt: skip

    def _request(self, frame: bytes | bytearray, found: Sequence[TopicRecords]) -> ProduceRequest:
        """Makes the request of what was found in its frame; to decode 1 MB means, compiled, to copy it."""
        alike, records = self._sender[0], memoryview(frame)
        topics = [
            ProduceRequest.TopicProduceData(
                self._shapes.name(topic),
                topic.topic_id or ZERO_TOPIC_ID,
                [ProduceRequest.PartitionProduceData(at, records[begin:end]) for at, begin, end in places],
            )
            for topic, places in found
        ]
        return ProduceRequest(None, alike.acks, alike.timeout_ms, topics)

    def take_together(self, frames: Sequence[bytes]) -> list[Sequence[Any]]:
        """Appends the batches of requests that came together, by one write.

        Each brings one batch, all to the same partition.

        Returns:
            The responses, one for each request from the first on that was carried out; perhaps none.
        """
        shapes, sent, asked = self._shapes, [], []
        topic, index = None, -1
        for frame in frames:
            found = self._found(frame)
            if found is None or len(found) > 1 or len(found[0][1]) > 1:
                break
            [(begun, [(at, begin, end)])] = found
            if topic is None:
                topic, index = begun, at
            elif begun is not topic or at != index:
                break
            asked.append(found)
            sent.append(memoryview(frame)[begin:end])
        if topic is None or len(sent) < TOGETHER_MIN:
            return []
        try:
            if topic.topic_id:
                partition = shapes.partitions.get_by_id(shapes.name(topic), index, topic.topic_id)
            else:
                partition = shapes.partitions.get(topic.name, index)
            infos = partition.append_together(sent, self._acks, shapes.clock.now_ms())
        except KafkaError:
            return []  # nothing was appended, and who goes by himself is told
        if not infos:
            return []
        self.is_used = True
        shapes.waiting.complete(partition)
        if not self._acks:
            return [()] * len(infos)
        respond = self._layout.response
        return [
            respond(_CORRELATION_ID(frame, 4)[0], found, [(index, partition, info)])
            for frame, found, info in zip(frames, asked, infos, strict=False)
        ]

    def _found(self, frame: bytes | bytearray) -> list[TopicRecords] | None:
        """Finds the records of a request that looks like those before."""
        if not (frame.startswith(self._key_and_version) and frame.startswith(self._common, 8)):
            return None
        layout, topic = self._layout, self._topic
        try:
            if frame.startswith(topic.alone, self._topics_at):
                places: list[Place] = []
                end = layout.places(frame, self._topics_at + len(topic.alone), places)
                found = [(topic, places)] if end and layout.is_end(frame, end) else None
            else:
                found = layout.records(frame, self._topics_at, layout.find)
        except UNREADABLE:
            return None
        if found is None:
            return None
        partitions = len(found[0][1]) if len(found) == 1 else sum(len(places) for _, places in found)
        if partitions > PARTITIONS_MAX or (partitions > 1 and len(frame) > BYTES_IN_ONE_STEP_MAX):
            return None
        self._topic = found[0][0]
        return found

    def _go_on_with(
        self,
        found: Sequence[TopicRecords],
        appended: Sequence[Appended],
        request: Any,
        ctx: RequestContext,
        waits_for: LongAppend | None = None,
    ) -> Deferred:
        """Leaves the rest to the handler: what has to wait, or what is behind a partition that was appended."""
        outcome = Outcome(waits_for)
        rest = iter(appended)
        for topic, places in found:
            results: list[Result] = []
            for index, partition, info in islice(rest, len(places)):
                outcome.add(results, index, partition, info, self._acks)
            if len(results) < len(places):
                outcome.begun = results
                break
            outcome.topics.append(TopicResult(self._shapes.name(topic), topic.topic_id or ZERO_TOPIC_ID, results))
        self._long_way.carry_out(self._route, request, ctx, partial(self._go_on, outcome=outcome))
        return DEFERRED
