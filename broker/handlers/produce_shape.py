"""The short way of Produce 3 to 9: requests of one topic, from a producer whose others looked the same.

    key, version │ correlation id │ client id … acks, timeout, one topic │ topic │ count │ index, length, records │ …
    └─ compared ─┘                └─────────────── compared ────────────┘ └─ found ─┘    └─ read where they lie ─┘

What is found in a request is appended partition by partition, as the handler does it, and the response packed. Who has
to wait, or fails behind a partition that was appended, is left to the handler as far as it has come (`Outcome`); who
fails at the first partition has changed nothing, and goes the long way from the beginning. Everything unusual does:
transactions, zstd (whose versions are checked), message sets, several topics, tags, records that take long to check,
bytes behind the request.

Part of `produce`; the idea and what holds for it is `requests.short_way`.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.handlers.produce_layout import VERSIONS, Appended, Place, ProduceLayout, Topic, is_small
from kavka.broker.handlers.produce_outcome import BYTES_IN_ONE_STEP_MAX, Outcome
from kavka.broker.log.log_types import CLIENT
from kavka.broker.log.log_writes import LongAppend
from kavka.broker.log.validator import LongCheck
from kavka.broker.log.verification import NO_VERIFICATION
from kavka.broker.replica.partition import ACKS_ALL
from kavka.broker.requests.context import DEFERRED, Deferred, RequestContext
from kavka.broker.requests.short_way import LONG_ONLY, LongOnly
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.codec import decode_prefix, encode_message
from kavka.protocol.errors import DecodeError, KafkaError
from kavka.protocol.header import FIXED_PREFIX, split_client_id
from kavka.protocol.messages import ProduceRequest

if TYPE_CHECKING:
    from kavka.broker.metrics import ApiMetrics
    from kavka.broker.replica.flusher import Flusher
    from kavka.broker.replica.partitions import Partitions
    from kavka.broker.replica.waiting import Waiting
    from kavka.broker.requests.context import ResponseChannel
    from kavka.broker.requests.dispatcher import Route
    from kavka.broker.requests.short_way import LongWay
    from kavka.timer.clock import Clock
    from kavka.timer.moments import MonotonicMs

_CORRELATION_ID: Final = struct.Struct(">i").unpack_from

GoOn = Callable[..., Any]
"""The handler, from where an outcome has come to."""


class ProduceShapes:
    """What the shapes of all connections share.

    Args:
        clock: the wall clock.
        flusher: fsyncs before acknowledgements.
        partitions: what the broker holds.
        waiting: hears of what was appended.
    """

    __slots__ = ("_layouts", "clock", "flusher", "partitions", "waiting")

    def __init__(self, *, clock: Clock, flusher: Flusher, partitions: Partitions, waiting: Waiting) -> None:
        self.clock = clock
        self.flusher = flusher
        self.partitions = partitions
        self.waiting = waiting
        self._layouts: dict[int, ProduceLayout] = {}

    def learn(self, frame: bytes | bytearray, route: Route, long_way: LongWay, go_on: GoOn) -> ProduceShape | None:
        """Returns the shape of a frame that the dispatcher has decoded; None where it has none."""
        api_key, version, _ = FIXED_PREFIX.unpack_from(frame)
        if version not in VERSIONS:
            return None
        client_id, body = split_client_id(frame, api_key, version)
        if not is_small(frame, body, version):
            return None
        request, _ = decode_prefix(ProduceRequest, version, frame, body)
        [asked] = request.topic_data
        if not ACKS_ALL <= request.acks <= 1 or not self.partitions.of_topic(asked.name):
            return None
        layout = self._layouts.get(version) or self._layouts.setdefault(version, ProduceLayout(version))
        topic = layout.topic(asked.name)
        alike = ProduceRequest(None, request.acks, request.timeout_ms, [ProduceRequest.TopicProduceData(topic.name)])
        known = encode_message(alike, version)[: -layout.behind_name]
        if not frame.startswith(known, body):
            return None  # it says the same in another way
        common = bytes(frame[8 : body + len(known) - len(topic.encoded)])
        return ProduceShape(self, layout, topic, common, (alike, client_id), route, long_way, go_on)


class ProduceShape:
    """What the Produce requests of one connection have in common.

    Args:
        shapes: what all share.
        layout: of the requests' version.
        topic: that of the last request.
        common: the bytes between the correlation id and the topic.
        sender: a request without partitions, and the client id.
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
        "_topic_at",
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
        self._topic_at = FIXED_PREFIX.size + len(common)
        self._key_and_version = struct.pack(">hh", ApiKey.PRODUCE, layout.version)
        self._acks = sender[0].acks
        self._sender = sender
        self._route = route
        self._long_way = long_way
        self._go_on = go_on
        self.metrics: tuple[ApiMetrics, ...] = (route.metrics,)
        self.is_used = False

    def take(
        self, frame: bytes | bytearray, channel: ResponseChannel, received_ms: MonotonicMs, started_ns: int
    ) -> Sequence[Any] | Deferred | LongOnly | None:
        """Appends what a request brings, if it looks like those before; see `Shape`."""
        places = self._places(frame)
        if places is None:
            return None
        self.is_used = True
        shapes, acks, topic, layout = self._shapes, self._acks, self._topic, self._layout
        name = topic.name
        find = shapes.partitions.get
        now_ms = shapes.clock.now_ms()
        records = memoryview(frame)
        appended: list[Appended] = []
        is_waiting = False
        try:
            for index, begin, end in places:
                partition = find(name, index)
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
            _, request, ctx = self._long_way.decoded(frame, channel, received_ms, started_ns)
            return self._go_on_with(appended, request, ctx, waits_for)
        if is_waiting:
            request, client_id = self._sender
            (correlation_id,) = _CORRELATION_ID(frame, 4)
            ctx = RequestContext(
                channel.info, channel, received_ms, started_ns, len(frame), int(ApiKey.PRODUCE), layout.version,
                correlation_id, client_id,
            )  # fmt: skip
            return self._go_on_with(appended, request, ctx)
        for _, partition, _ in appended:
            shapes.waiting.complete(partition)
        return layout.response(topic, _CORRELATION_ID(frame, 4)[0], appended) if acks else ()

    def _places(self, frame: bytes | bytearray) -> list[Place] | None:
        """Finds the records of a request that looks like those before; then `_topic` is the request's."""
        if not (frame.startswith(self._key_and_version) and frame.startswith(self._common, 8)):
            return None
        topic, at = self._topic, self._topic_at
        try:
            if not frame.startswith(topic.encoded, at):
                known = self._layout.find(frame, at)
                if known is None:
                    return None
                self._topic = topic = known
            places = self._layout.places(frame, at + len(topic.encoded))
        except (struct.error, IndexError, DecodeError):
            return None
        if places is None or (len(places) > 1 and len(frame) > BYTES_IN_ONE_STEP_MAX):
            return None
        return places

    def _go_on_with(
        self, appended: list[Appended], request: Any, ctx: RequestContext, waits_for: LongAppend | None = None
    ) -> Deferred:
        """Leaves the rest to the handler: what has to wait, or what is behind a partition that was appended."""
        outcome = Outcome(waits_for)
        for index, partition, info in appended:
            outcome.add(outcome.begun, index, partition, info, self._acks)
        self._long_way.carry_out(self._route, request, ctx, partial(self._go_on, outcome=outcome))
        return DEFERRED
