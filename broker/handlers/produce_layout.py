"""How Produce 3 to 13 lies in its frames: the records in requests, and the responses to them.

    versions 3–8  │ acks, timeout │ count │ length, name │ count │ index, length, records │ …              int32, int16
    versions 9–12 │ acks, timeout │ count │ length, name │ count │ index, length, records, tags │ … │ tags │ … │ tags
    version 13                            │ topic id     │                                         lengths are varints

What stands before and behind is taken from the generated codecs, for each topic once. Not here: what becomes of the
records (`produce_shape`, which alone reads and writes so).
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Final

from kavka.broker.handlers.produce_outcome import ATTRIBUTES, LOOK_CLOSER
from kavka.broker.log.log_types import LogAppendInfo
from kavka.broker.replica.fetch_types import NO_TOPIC_ID
from kavka.broker.replica.partition import Partition
from kavka.broker.requests.produced_topics import TOPIC_IDS_FROM_VERSION
from kavka.protocol.codec import encode_message
from kavka.protocol.errors import DecodeError
from kavka.protocol.messages import ProduceRequest, ProduceResponse
from kavka.protocol.wire import read_uvarint

VERSIONS: Final = range(3, 14)
COMPACT_FROM_VERSION: Final = 9
STARTS_FROM_VERSION: Final = 5
RECORD_ERRORS_FROM_VERSION: Final = 8

PARTITIONS_MAX: Final = 126
"""In one request: so many are counted in one byte."""

_TOPIC_ID_BYTES: Final = 16

TOPICS_MAX: Final = 1_000
"""Topics that are remembered for each version; beyond it all are forgotten, and learnt again."""

_HEAD: Final = struct.Struct(">ii")
_SHORT: Final = struct.Struct(">h").unpack_from
_COUNT: Final = struct.Struct(">i")
_COUNTED: Final = _COUNT.unpack_from
_FIXED: Final = struct.Struct(">hi")
"""Acks and timeout, behind no transactional id."""
_NOT_THROTTLED: Final = bytes(4)
_PLACE: Final = struct.Struct(">ii").unpack_from

UNREADABLE: Final = (struct.error, IndexError, UnicodeDecodeError, DecodeError)
"""What it may raise to read what was not decoded."""

Place = tuple[int, int, int]
"""A partition's index, and where in the frame its records begin and end."""

Appended = tuple[int, Partition, LogAppendInfo]
"""A partition's index, itself, and what was appended to it."""

TopicRecords = tuple["Topic", list[Place]]
"""A topic, and its partitions in a request."""


NameOf = Callable[[bytes], "str | None"]
"""Returns the name of the topic with an id; None where no topic is known to have it."""

Find = Callable[[bytes | bytearray, int], "Topic | None"]
"""Finds the topic that is named at a position; None where it is not remembered."""


def plain_records(frame: bytes | bytearray, at: int, find: Find) -> list[TopicRecords] | None:
    """Finds the records in versions 3 to 8, from the topics' count on; None where anything is unusual."""
    (topics,) = _COUNTED(frame, at)
    at += 4
    if not 0 < topics <= PARTITIONS_MAX:
        return None
    found: list[TopicRecords] = []
    for _ in range(topics):
        topic = find(frame, at)
        if topic is None:
            return None
        places: list[Place] = []
        at = plain_places(frame, at + len(topic.encoded), places)
        if not at:
            return None
        found.append((topic, places))
    return found if at == len(frame) else None


def plain_places(frame: bytes | bytearray, at: int, places: list[Place]) -> int:
    """Finds the records behind a topic's name in versions 3 to 8; returns their end, 0 where anything is unusual."""
    size = len(frame)
    (count,) = _COUNTED(frame, at)
    at += 4
    if not 0 < count <= PARTITIONS_MAX:
        return 0
    for _ in range(count):
        if at + 8 + ATTRIBUTES >= size:
            return 0
        index, length = _PLACE(frame, at)
        begin = at + 8
        at = begin + length
        if length <= ATTRIBUTES or at > size or frame[begin + ATTRIBUTES] & LOOK_CLOSER:
            return 0
        places.append((index, begin, at))
    return at


def compact_records(frame: bytes | bytearray, at: int, find: Find) -> list[TopicRecords] | None:
    """Finds the records in versions 9 to 13, likewise."""
    topics = frame[at] - 1
    at += 1
    if not 0 < topics <= PARTITIONS_MAX:
        return None
    found: list[TopicRecords] = []
    for _ in range(topics):
        topic = find(frame, at)
        if topic is None:
            return None
        places: list[Place] = []
        at = compact_places(frame, at + len(topic.encoded), places)
        if not at:
            return None
        found.append((topic, places))
    return found if at == len(frame) - 1 and not frame[at] else None


def compact_places(frame: bytes | bytearray, at: int, places: list[Place]) -> int:
    """Finds the records behind a topic's name in versions 9 to 13, likewise; its tags are before the end."""
    size = len(frame) - 2  # the tags of topic and request
    count = frame[at] - 1
    at += 1
    if not 0 < count <= PARTITIONS_MAX:
        return 0
    for _ in range(count):
        if at + 5 + ATTRIBUTES >= size:
            return 0
        (index,) = _COUNTED(frame, at)
        length, begin = read_uvarint(frame, at + 4)
        at = begin + length - 1
        if length <= ATTRIBUTES + 1 or at >= size or frame[begin + ATTRIBUTES] & LOOK_CLOSER or frame[at]:
            return 0
        places.append((index, begin, at))
        at += 1
    return 0 if frame[at] else at + 1


class Topic:
    """One topic as its requests name it, and the response to those.

    Args:
        name: of the topic; empty where requests name it by id, for who has an id is asked for at each of them.
        topic_id: what requests name it by; NO_TOPIC_ID: its name.
        layout: of the requests' version.

    Attributes:
        encoded: its name or id, in request and response.
        alone: the same behind the topics' count, where it is the only one.
        one: packs the response for one partition, `before` and `behind` it what is the same for all.
        one_bytes: what its length says.
    """

    __slots__ = ("alone", "before", "behind", "encoded", "name", "one", "one_bytes", "topic_id")

    def __init__(self, name: str, topic_id: bytes, layout: ProduceLayout) -> None:
        self.name = name
        self.topic_id = topic_id
        version = layout.version
        asked = encode_message(ProduceRequest(topic_data=[ProduceRequest.TopicProduceData(name, topic_id)]), version)
        nothing = encode_message(ProduceRequest(), version)
        # Behind the name or id: the partitions' count, the tags of topic and request.
        self.encoded = asked[len(nothing) - layout.tag_bytes : -len(layout.count_of(0)) - 2 * layout.tag_bytes]
        answered = encode_message(ProduceResponse([ProduceResponse.TopicProduceResponse(name, topic_id)]), version)
        # Behind it: the partitions' count, the topic's tags, the throttle time, the response's tags.
        tail_bytes = _COUNT.size + 2 * layout.tag_bytes
        self.alone = layout.one_topic + self.encoded
        self.before = bytes(layout.tag_bytes) + answered[: -tail_bytes - len(layout.count_of(0))] + layout.count_of(1)
        self.behind = layout.result_end + answered[-tail_bytes:]
        self.one = struct.Struct(f">ii{len(self.before)}sih{layout.numbers}{len(self.behind)}s")
        self.one_bytes = self.one.size - _COUNT.size


class ProduceLayout:
    """How requests and responses of one version lie in their frames.

    Args:
        version: of Produce.

    Attributes:
        tag_bytes: of the tags that a header, a topic and a message end with.
        names_by_id: whether topics are named by id.
        records: finds the records of all topics.
        places: finds the records of one.
        one_topic: how one topic is counted.
        numbers: what a result says: base offset, time of the append, from version 5 on the log's start.
        result_end: the rest of a result that has no error.
    """

    __slots__ = (
        "_has_start",
        "_result",
        "_topics",
        "names_by_id",
        "numbers",
        "one_topic",
        "places",
        "records",
        "result_end",
        "tag_bytes",
        "version",
    )

    def __init__(self, version: int) -> None:
        is_compact = version >= COMPACT_FROM_VERSION
        self._topics: dict[bytes, Topic] = {}
        self.names_by_id = version >= TOPIC_IDS_FROM_VERSION
        self.version = version
        self.tag_bytes = 1 if is_compact else 0
        self.one_topic = b"\x02" if is_compact else b"\x00\x00\x00\x01"
        self.places = compact_places if is_compact else plain_places
        self.records = compact_records if is_compact else plain_records
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

    def fixed(self, frame: bytes | bytearray, body: int) -> tuple[bool, int, int, int]:
        """Reads what a request's body begins with: whether it is of a transaction, acks, timeout, where topics are."""
        if self.tag_bytes:
            return frame[body] != 0, *_FIXED.unpack_from(frame, body + 1), body + 1 + _FIXED.size
        return _SHORT(frame, body) != (-1,), *_FIXED.unpack_from(frame, body + 2), body + 2 + _FIXED.size

    def is_end(self, frame: bytes | bytearray, at: int) -> bool:
        """Tells whether a request ends there, with no tags."""
        return at == len(frame) - self.tag_bytes and (not self.tag_bytes or not frame[at])

    def find(self, frame: bytes | bytearray, at: int) -> Topic | None:
        """Finds the topic that is named at a position; None where it is not remembered."""
        return self._topics.get(self._name(frame, at)[0])

    def learn(self, frame: bytes | bytearray, at: int, has: Callable[[str], object], name_of: NameOf) -> Topic | None:
        """Returns the topic that is named at a position, and remembers it; None unless the broker has it."""
        encoded, begin = self._name(frame, at)
        topic = self._topics.get(encoded)
        if topic is None:
            name = name_of(encoded) or "" if self.names_by_id else encoded[begin - at :].decode()
            if not has(name):
                return None
            topic = Topic("", encoded, self) if self.names_by_id else Topic(name, NO_TOPIC_ID, self)
            if len(self._topics) >= TOPICS_MAX:
                self._topics.clear()
            self._topics[encoded] = topic
        return topic

    def _name(self, frame: bytes | bytearray, at: int) -> tuple[bytes, int]:
        """Returns a topic's name as it is encoded, or its id, and where that begins."""
        if self.names_by_id:
            return bytes(frame[at : at + _TOPIC_ID_BYTES]), at
        if self.tag_bytes:
            length, begin = read_uvarint(frame, at)
            return bytes(frame[at : begin + length - 1]), begin
        (length,) = _SHORT(frame, at)
        return bytes(frame[at : at + 2 + length]), at + 2

    def response(
        self, correlation_id: int, asked: Sequence[TopicRecords], appended: Sequence[Appended]
    ) -> tuple[bytes]:
        """Packs the response to records that were appended, all that the request has."""
        if len(appended) == 1:
            [(topic, _)] = asked
            [(index, _, info)] = appended
            first, time = info.first_offset, info.log_append_time
            size, before, behind = topic.one_bytes, topic.before, topic.behind
            if self._has_start:
                start = info.log_start_offset
                return (topic.one.pack(size, correlation_id, before, index, 0, first, time, start, behind),)
            return (topic.one.pack(size, correlation_id, before, index, 0, first, time, behind),)
        no_tags = bytes(self.tag_bytes)
        parts = [b"", no_tags, self.count_of(len(asked))]
        rest = iter(appended)
        for topic, places in asked:
            parts.append(topic.encoded)
            parts.append(self.count_of(len(places)))
            for index, _, info in islice(rest, len(places)):
                numbers = info.first_offset, info.log_append_time, info.log_start_offset
                parts.append(self._result.pack(index, 0, *numbers[: len(self.numbers)]))
                parts.append(self.result_end)
            parts.append(no_tags)
        parts.append(_NOT_THROTTLED)
        parts.append(no_tags)
        parts[0] = _HEAD.pack(sum(map(len, parts)) + _COUNT.size, correlation_id)
        return (b"".join(parts),)
