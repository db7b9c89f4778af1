"""How Produce 3 to 9 lies in its frames: the records in requests of one topic, and the responses to them.

    versions 3–8  │ … one topic │ length, name │ count │ index, length, records │ …               int32, int16
    version 9     │ … one topic │ length, name │ count │ index, length, records, tags │ … │ tags │ tags     varints

What stands before and behind is taken from the generated codecs, for each topic once. Not here: what becomes of the
records (`produce_shape`, which alone reads and writes so).
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Final

from kavka.broker.handlers.produce_outcome import ATTRIBUTES, LOOK_CLOSER
from kavka.broker.log.log_types import LogAppendInfo
from kavka.broker.replica.partition import Partition
from kavka.protocol.codec import encode_message
from kavka.protocol.errors import DecodeError
from kavka.protocol.messages import ProduceRequest, ProduceResponse
from kavka.protocol.wire import read_uvarint

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


def plain_places(frame: bytes | bytearray, at: int) -> list[Place] | None:
    """Finds the records behind the topic's name in versions 3 to 8; None where anything is unusual."""
    size = len(frame)
    (count,) = _COUNTED(frame, at)
    at += 4
    if not 0 < count <= PARTITIONS_MAX:
        return None
    places = []
    for _ in range(count):
        if at + 8 + ATTRIBUTES >= size:
            return None
        index, length = _PLACE(frame, at)
        begin = at + 8
        at = begin + length
        if length <= ATTRIBUTES or at > size or frame[begin + ATTRIBUTES] & LOOK_CLOSER:
            return None
        places.append((index, begin, at))
    return places if at == size else None


def compact_places(frame: bytes | bytearray, at: int) -> list[Place] | None:
    """Finds the records behind the topic's name in version 9, likewise."""
    size = len(frame) - 2  # the tags of topic and request
    count = frame[at] - 1
    at += 1
    if not 0 < count <= PARTITIONS_MAX:
        return None
    places = []
    for _ in range(count):
        if at + 5 + ATTRIBUTES >= size:
            return None
        (index,) = _COUNTED(frame, at)
        length, begin = read_uvarint(frame, at + 4)
        at = begin + length - 1
        if length <= ATTRIBUTES + 1 or at >= size or frame[begin + ATTRIBUTES] & LOOK_CLOSER or frame[at]:
            return None
        places.append((index, begin, at))
        at += 1
    return places if at == size and not frame[at] and not frame[at + 1] else None


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


def is_small(frame: bytes | bytearray, body: int, version: int) -> bool:
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
