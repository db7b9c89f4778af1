"""How Fetch 12 to 17 lies in a follower's frames: the request it sends, and the response without errors. Sans I/O.

    request   replica, wait, limits, isolation │ session, epoch │ topics │ forgotten topics │ no rack, no tags
      from 15 on    no replica in front, but behind the rack one tag: replica, broker epoch (KIP-903)
    response  correlation id │ no tags │ throttle, no error, session │ topics │ no tags

    topic     │ length, name; from 13 on topic id │ count │ partition │ … │ no tags
    asked     │ index │ epoch │ offset │ last epoch │ log start │ bytes │ no tags
    found     │ index │ no error │ high watermark │ last stable │ log start │ none aborted │ replica │ records │ no tags

A response that says anything else (an error, histories that part, tags) is not read here: it is decoded, and a property
test holds the two equal. Requests are always packed here, byte by byte as the generated codec writes them.

Not here: what is asked and what a response means (`fetcher_rounds`), the leader's side (`handlers.fetch_layout`).
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from kavka.broker.replica.fetcher_session import Forgotten, Position, SessionRequest
from kavka.common.types import TopicPartition
from kavka.protocol.errors import DecodeError
from kavka.protocol.records.crc32c import Buffer
from kavka.protocol.wire import VIEW_BYTES_MIN, read_uvarint, uvarint

VERSIONS: Final = range(12, 18)
"""Those whose frames lie so."""
TOPIC_IDS_FROM_VERSION: Final = 13
REPLICA_STATE_FROM_VERSION: Final = 15

_REPLICA: Final = struct.Struct(">i")
_FIXED: Final = struct.Struct(">iiibii")
_REPLICA_STATE: Final = struct.Struct(">iqB")
_REPLICA_STATE_TAG: Final = b"\x01\x01\x0d"
"""One tag, which, and its bytes."""
_TOPIC_ID_BYTES: Final = 16
_ASKED: Final = struct.Struct(">iiqiqix")
_INDEX: Final = struct.Struct(">i")
_BEGINNING: Final = struct.Struct(">iBihi")
_FOUND: Final = struct.Struct(">ihqqqBi")
_READ_UNCOMMITTED: Final = 0
_NO_TAGS: Final = b"\x00"
_NO_RACK: Final = b"\x01"
_NOT_A_FRAME: Final = (struct.error, IndexError, UnicodeDecodeError, DecodeError)
_NOTHING_FORGOTTEN: Final = b"\x01"
_ABORTED_MAX: Final = 1
"""A list that is null, or empty."""


class FoundRecords:
    """What a response brings of one partition; the names are those of `FetchResponse.PartitionData`.

    Attributes:
        error_code: none, here.
        diverging_epoch: none, here.
    """

    __slots__ = ("diverging_epoch", "error_code", "high_watermark", "log_start_offset", "records")

    def __init__(self, high_watermark: int, log_start_offset: int, records: Buffer | None) -> None:
        self.error_code = 0
        self.diverging_epoch = None
        self.high_watermark = high_watermark
        self.log_start_offset = log_start_offset
        self.records = records


Found = list[tuple[TopicPartition, FoundRecords]]


class FetcherLayout:
    """The requests of one fetcher, which differ in their session, their positions and their wait.

    Args:
        version: of Fetch.
        replica_id: this broker.
        broker_epoch: which life of it this is.
        min_bytes: `replica.fetch.min.bytes`.
        max_bytes: `replica.fetch.response.max.bytes`.
        partition_max_bytes: `replica.fetch.max.bytes`.
    """

    __slots__ = (
        "_broker_epoch",
        "_end",
        "_max_bytes",
        "_min_bytes",
        "_partition_max_bytes",
        "_replica",
        "_replica_id",
        "version",
    )

    def __init__(
        self,
        *,
        version: int,
        replica_id: int,
        broker_epoch: Callable[[], int],
        min_bytes: int,
        max_bytes: int,
        partition_max_bytes: int,
    ) -> None:
        has_state = version >= REPLICA_STATE_FROM_VERSION
        self.version = version
        self._replica_id = replica_id
        self._broker_epoch = broker_epoch if has_state else None
        self._replica = b"" if has_state else _REPLICA.pack(replica_id)
        self._end = _NO_RACK + _NO_TAGS
        self._min_bytes = min_bytes
        self._max_bytes = max_bytes
        self._partition_max_bytes = partition_max_bytes

    def request(self, session: SessionRequest, wait_ms: int) -> bytes:
        """Packs the body of a request."""
        positions = session.positions
        by_id = session.names is not None
        fixed = self._replica + _FIXED.pack(
            wait_ms,
            self._min_bytes,
            self._max_bytes,
            _READ_UNCOMMITTED,
            session.session_id,
            session.epoch,
        )
        if len(positions) == 1:  # so is it in nearly every round
            ((topic, index),) = positions
            position = positions[topic, index]
            topics = b"\x02" + _topic(position.topic_id if by_id else topic, (self._asked(index, position),))
        else:
            by_topic: dict[str | bytes, list[bytes]] = {}
            for (topic, index), position in positions.items():
                by_topic.setdefault(position.topic_id if by_id else topic, []).append(self._asked(index, position))
            topics = _topics(by_topic)
        forgotten = _forgotten(session.forgotten, by_id=by_id) if session.forgotten else _NOTHING_FORGOTTEN
        return fixed + topics + forgotten + self._behind()

    def _behind(self) -> bytes:
        """Packs what is behind the topics: no rack, and from version 15 on who asks."""
        if self._broker_epoch is None:
            return self._end
        return _NO_RACK + _REPLICA_STATE_TAG + _REPLICA_STATE.pack(self._replica_id, self._broker_epoch(), 0)

    def _asked(self, index: int, position: Position) -> bytes:
        return _ASKED.pack(
            index,
            position.current_leader_epoch,
            position.fetch_offset,
            position.last_fetched_epoch,
            position.log_start_offset,
            self._partition_max_bytes,
        )


def _topics(by_topic: Mapping[str | bytes, list[bytes]]) -> bytes:
    """Packs topics, each named by its name or its id."""
    return uvarint(len(by_topic) + 1) + b"".join([_topic(topic, items) for topic, items in by_topic.items()])


def _topic(topic: str | bytes, items: list[bytes] | tuple[bytes, ...]) -> bytes:
    if isinstance(topic, str):
        name = topic.encode()
        begin = uvarint(len(name) + 1) + name
    else:
        begin = topic
    return begin + uvarint(len(items) + 1) + b"".join(items) + _NO_TAGS


def _forgotten(partitions: Iterable[Forgotten], *, by_id: bool) -> bytes:
    """Packs the partitions that a session is to forget."""
    by_topic: dict[str | bytes, list[bytes]] = {}
    for topic, topic_id, index in partitions:
        by_topic.setdefault(topic_id if by_id else topic, []).append(_INDEX.pack(index))
    return _topics(by_topic)


def read_response(frame: bytes | bytearray, names: Mapping[bytes, str] | None) -> tuple[int, Found] | None:
    """Reads the session id and the partitions of a response.

    Args:
        frame: the response.
        names: of the topic ids that the session has; None: topics are named.

    Returns:
        None where it says anything unusual, or is none.
    """
    try:
        return _read(frame, names)
    except _NOT_A_FRAME:
        return None


def _read(frame: bytes | bytearray, names: Mapping[bytes, str] | None) -> tuple[int, Found] | None:
    _, tags, _, error_code, session_id = _BEGINNING.unpack_from(frame)
    if tags or error_code:
        return None
    found: Found = []
    topics, at = read_uvarint(frame, _BEGINNING.size)
    for _ in range(topics - 1):
        if names is None:
            length, at = read_uvarint(frame, at)
            begin, at = at, at + length - 1
            topic = frame[begin:at].decode()
        else:
            begin, at = at, at + _TOPIC_ID_BYTES
            topic = names.get(bytes(frame[begin:at]), "")
        partitions, at = read_uvarint(frame, at)
        for _ in range(partitions - 1):
            index, error_code, high_watermark, _, log_start_offset, aborted, _ = _FOUND.unpack_from(frame, at)
            if error_code or aborted > _ABORTED_MAX:
                return None
            size, at = read_uvarint(frame, at + _FOUND.size)
            end = at + max(0, size - 1)
            records = None if size == 0 else _slice(frame, at, end)
            if frame[end]:
                return None
            found.append((TopicPartition(topic, index), FoundRecords(high_watermark, log_start_offset, records)))
            at = end + 1
        if not topic or not partitions or frame[at]:
            return None
        at += 1
    return (session_id, found) if topics and frame[at:] == _NO_TAGS else None


def _slice(frame: bytes | bytearray, at: int, end: int) -> Buffer:
    """Returns some of a frame's bytes, uncopied where they are many."""
    return memoryview(frame)[at:end] if end - at >= VIEW_BYTES_MIN else frame[at:end]
