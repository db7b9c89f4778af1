"""The short way of Produce 3 to 9: requests of one topic, from a producer whose others looked the same.

    key, version │ correlation id │ client id … acks, timeout, one topic │ topic │ count │ index, length, records │ …
    └─ compared ─┘                └─────────────── compared ────────────┘ └─ found ─┘    └─ read where they lie ─┘

What is found in a request is appended partition by partition, as the handler does it, and the response packed. Who has
to wait, or fails behind a partition that was appended, is left to the handler as far as it has come (`Outcome`); who
fails at the first partition has changed nothing, and goes the long way from the beginning. Everything unusual does:
transactions, zstd (whose versions are checked), message sets, several topics, tags, records that take long to check,
bytes behind the request. How requests and responses begin and end the generated codecs say when a shape is learnt.

Part of `produce`; the idea and what holds for it is `requests.short_way`.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.handlers.produce_outcome import (
    ATTRIBUTES,
    BYTES_IN_ONE_STEP_MAX,
    LOOK_CLOSER,
    Outcome,
)
from kavka.broker.log.log_types import CLIENT, LogAppendInfo
from kavka.broker.log.validator import LongCheck
from kavka.broker.log.verification import NO_VERIFICATION
from kavka.broker.replica.partition import ACKS_ALL, Partition
from kavka.broker.requests.context import DEFERRED, Deferred, RequestContext
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.codec import decode_prefix, encode_message
from kavka.protocol.errors import DecodeError, KafkaError
from kavka.protocol.header import FIXED_PREFIX, split_client_id
from kavka.protocol.messages import ProduceRequest, ProduceResponse
from kavka.protocol.wire import read_uvarint

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

VERSIONS: Final = range(3, 10)
COMPACT_FROM_VERSION: Final = 9
STARTS_FROM_VERSION: Final = 5
RECORD_ERRORS_FROM_VERSION: Final = 8

PARTITIONS_MAX: Final = 126
"""In one request: so many are counted in one byte."""

TOPICS_MAX: Final = 1_000
"""Topics that are remembered for each version; beyond it all are forgotten, and learnt again."""

_HEAD: Final = struct.Struct(">ii")
_SHORT: Final = struct.Struct(">h").unpack_from
_COUNT: Final = struct.Struct(">i")
_COUNTED: Final = _COUNT.unpack_from
_BEFORE_NAME: Final = struct.Struct(">hhiih")
"""Transactional id, acks, timeout, topics, length of the first one's name, in versions 3 to 8."""
_COMPACT_TOPICS_AT: Final = 7
"""Where in version 9 topics are counted, behind no transactional id, acks and timeout."""
_PLACE: Final = struct.Struct(">ii").unpack_from

Place = tuple[int, int, int]
"""A partition's index, and where in the frame its records begin and end."""

Appended = tuple[int, Partition, LogAppendInfo]
"""A partition's index, itself, and what was appended to it."""

GoOn = Callable[..., Any]
"""The handler, from where an outcome has come to."""


def plain_places(frame: bytes | bytearray, at: int) -> list[Place] | None:
    """Finds the records behind the topic's name in versions 3 to 8; None where anything is unusual."""
    size = len(frame)
    (count,) = _COUNTED(frame, at)
    at += 4
    places = []
    while at + 8 + ATTRIBUTES < size:
        index, length = _PLACE(frame, at)
        begin = at + 8
        at = begin + length
        if length <= ATTRIBUTES or at > size or frame[begin + ATTRIBUTES] & LOOK_CLOSER:
            return None
        places.append((index, begin, at))
    return places if at == size and len(places) == count <= PARTITIONS_MAX else None


def compact_places(frame: bytes | bytearray, at: int) -> list[Place] | None:
    """Finds the records behind the topic's name in version 9, likewise."""
    size = len(frame) - 2  # the tags of topic and request
    count = frame[at]
    at += 1
    places = []
    while at + 5 + ATTRIBUTES < size:
        (index,) = _COUNTED(frame, at)
        length, begin = read_uvarint(frame, at + 4)
        at = begin + length - 1
        if length <= ATTRIBUTES + 1 or at >= size or frame[begin + ATTRIBUTES] & LOOK_CLOSER or frame[at]:
            return None
        places.append((index, begin, at))
        at += 1
    if at != size or frame[at] or frame[at + 1] or len(places) + 1 != count or count > PARTITIONS_MAX:
        return None
    return places


class Topic:
    """One topic as its requests name it, and the response to those.

    Args:
        name: of the topic.
        layout: of the requests' version.

    Attributes:
        encoded: its name in the request.
        head, tail: what stands in the response before the partitions' count, and behind their results.
        one: packs the response for one partition, `before` and `behind` it what is the same for all.
        one_bytes: what its length says.
    """

    __slots__ = ("before", "behind", "encoded", "head", "name", "one", "one_bytes", "tail")

    def __init__(self, name: str, layout: ProduceLayout) -> None:
        self.name = name
        version = layout.version
        asked = encode_message(ProduceRequest(topic_data=[ProduceRequest.TopicProduceData(name)]), version)
        nothing = encode_message(ProduceRequest(), version)
        self.encoded = asked[len(nothing) - layout.tag_bytes : -layout.behind_name]
        answered = encode_message(ProduceResponse([ProduceResponse.TopicProduceResponse(name)]), version)
        # Behind the name: the partitions' count, the topic's tags, the throttle time, the response's tags.
        tail_bytes = _COUNT.size + 2 * layout.tag_bytes
        self.head = bytes(layout.tag_bytes) + answered[: -tail_bytes - len(layout.count_of(0))]
        self.tail = answered[-tail_bytes:]
        self.before = self.head + layout.count_of(1)
        self.behind = layout.result_end + self.tail
        self.one = struct.Struct(f">ii{len(self.before)}sih{layout.numbers}{len(self.behind)}s")
        self.one_bytes = self.one.size - _COUNT.size


class ProduceLayout:
    """How requests and responses of one version lie in their frames.

    Args:
        version: of Produce.

    Attributes:
        tag_bytes: of the tags that a header, a topic and a message end with.
        behind_name: bytes behind the name of the only topic in a request that has no partitions.
        places: finds the records.
        numbers: what a result says: base offset, time of the append, from version 5 on the log's start.
        result_end: the rest of a result that has no error.
    """

    __slots__ = (
        "_has_start",
        "_result",
        "_topics",
        "behind_name",
        "numbers",
        "places",
        "result_end",
        "tag_bytes",
        "version",
    )

    def __init__(self, version: int) -> None:
        is_compact = version >= COMPACT_FROM_VERSION
        self._topics: dict[bytes, Topic] = {}
        self.version = version
        self.tag_bytes = 1 if is_compact else 0
        self.behind_name = 3 if is_compact else 4
        self.places = compact_places if is_compact else plain_places
        self._has_start = version >= STARTS_FROM_VERSION
        self.numbers = "qqq" if self._has_start else "qq"
        self._result = struct.Struct(f">ih{self.numbers}")
        self.result_end = b""
        if is_compact:
            self.result_end = b"\x01\x00\x00"  # no record errors, no message, no tags
        elif version >= RECORD_ERRORS_FROM_VERSION:
            self.result_end = b"\x00\x00\x00\x00\xff\xff"

    def count_of(self, partitions: int) -> bytes:
        """Encodes how many partitions a response has."""
        return bytes((partitions + 1,)) if self.tag_bytes else _COUNT.pack(partitions)

    def topic(self, name: str) -> Topic:
        """Returns a topic, which is remembered."""
        topic = Topic(name, self)
        if len(self._topics) >= TOPICS_MAX:
            self._topics.clear()
        return self._topics.setdefault(topic.encoded, topic)

    def find(self, frame: bytes | bytearray, at: int) -> Topic | None:
        """Finds the topic that is named at a position; None where it is not remembered."""
        if self.tag_bytes:
            length, begin = read_uvarint(frame, at)
            return self._topics.get(bytes(frame[at : begin + length - 1]))
        (length,) = _SHORT(frame, at)
        return self._topics.get(bytes(frame[at : at + 2 + length]))

    def response(self, topic: Topic, correlation_id: int, appended: Sequence[Appended]) -> tuple[bytes]:
        """Packs the response to records that were appended, all of them."""
        if len(appended) == 1:
            [(index, _, info)] = appended
            first, time = info.first_offset, info.log_append_time
            size, before, behind = topic.one_bytes, topic.before, topic.behind
            if self._has_start:
                start = info.log_start_offset
                return (topic.one.pack(size, correlation_id, before, index, 0, first, time, start, behind),)
            return (topic.one.pack(size, correlation_id, before, index, 0, first, time, behind),)
        parts = [b"", topic.head, self.count_of(len(appended))]
        for index, _, info in appended:
            numbers = info.first_offset, info.log_append_time, info.log_start_offset
            parts.append(self._result.pack(index, 0, *numbers[: len(self.numbers)]))
            parts.append(self.result_end)
        parts.append(topic.tail)
        parts[0] = _HEAD.pack(sum(map(len, parts)) + _COUNT.size, correlation_id)
        return (b"".join(parts),)


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
        if not _is_small(frame, body, version):
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


def _is_small(frame: bytes | bytearray, body: int, version: int) -> bool:
    """Tells whether a request has one topic, few partitions, and no transactional id.

    Whatever its size, it is decoded at once then.
    """
    try:
        if version >= COMPACT_FROM_VERSION:
            if frame[body] or frame[body + _COMPACT_TOPICS_AT] != 2:
                return False
            length, begin = read_uvarint(frame, body + _COMPACT_TOPICS_AT + 1)
            return bool(frame[begin + length - 1] <= PARTITIONS_MAX + 1)
        transactional_id, _, _, topics, length = _BEFORE_NAME.unpack_from(frame, body)
        (count,) = _COUNTED(frame, body + _BEFORE_NAME.size + length)
        return bool(transactional_id == -1 and topics == 1 and 0 < count <= PARTITIONS_MAX)
    except (struct.error, IndexError, DecodeError):
        return False


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
        self.metrics: ApiMetrics = route.metrics
        self.is_used = False

    def take(
        self, frame: bytes | bytearray, channel: ResponseChannel, received_ms: MonotonicMs, started_ns: int
    ) -> Sequence[Any] | Deferred | None:
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
        except (KafkaError, LongCheck):
            # An append that raises has changed nothing: the long way says what is wrong, or has it checked.
            if not appended:
                return None
            _, request, ctx = self._long_way.decoded(frame, channel, received_ms, started_ns)
            return self._go_on_with(appended, request, ctx)
        if is_waiting:
            request, client_id = self._sender
            (correlation_id,) = _COUNTED(frame, 4)
            ctx = RequestContext(
                channel.info, channel, received_ms, started_ns, len(frame), int(ApiKey.PRODUCE), layout.version,
                correlation_id, client_id,
            )  # fmt: skip
            return self._go_on_with(appended, request, ctx)
        for _, partition, _ in appended:
            shapes.waiting.complete(partition)
        return layout.response(topic, _COUNTED(frame, 4)[0], appended) if acks else ()

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
        if not places or (len(places) > 1 and len(frame) > BYTES_IN_ONE_STEP_MAX):
            return None
        return places

    def _go_on_with(self, appended: list[Appended], request: Any, ctx: RequestContext) -> Deferred:
        """Leaves the rest to the handler: what has to wait, or what is behind a partition that was appended."""
        outcome = Outcome()
        for index, partition, info in appended:
            outcome.add(outcome.begun, index, partition, info, self._acks)
        self._long_way.carry_out(self._route, request, ctx, partial(self._go_on, outcome=outcome))
        return DEFERRED
