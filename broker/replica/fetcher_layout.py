"""How Fetch 12 lies in a follower's frames: the request that it sends, and the response that has no errors. Sans I/O.

    request   replica, wait, limits, isolation │ session, epoch │ topics │ forgotten topics │ no rack, no tags
    response  correlation id │ no tags │ throttle, no error, session │ topics │ no tags

    topic     │ length, name │ count │ partition │ … │ no tags
    asked     │ index │ epoch │ offset │ last epoch │ log start │ bytes │ no tags
    found     │ index │ no error │ high watermark │ last stable │ log start │ none aborted │ replica │ records │ no tags

A response that says anything else (an error, histories that part, tags) is not read here: it is decoded, and a property
test holds the two equal. Requests are always packed here, byte by byte as the generated codec writes them.

Not here: what is asked and what a response means (`fetcher_rounds`), the leader's side (`handlers.fetch_layout`).
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from typing import Final

from kavka.broker.replica.fetch_session import Key
from kavka.broker.replica.fetcher_session import Position, SessionRequest
from kavka.common.types import TopicPartition
from kavka.protocol.errors import DecodeError
from kavka.protocol.records.crc32c import Buffer
from kavka.protocol.wire import VIEW_BYTES_MIN, read_uvarint, uvarint

VERSION: Final = 12
"""The only version whose frames lie so."""

_FIXED: Final = struct.Struct(">iiiibii")
_ASKED: Final = struct.Struct(">iiqiqix")
_INDEX: Final = struct.Struct(">i")
_BEGINNING: Final = struct.Struct(">iBihi")
_FOUND: Final = struct.Struct(">ihqqqBi")
_READ_UNCOMMITTED: Final = 0
_NO_TAGS: Final = b"\x00"
_NO_RACK: Final = b"\x01\x00"
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
        replica_id: this broker.
        min_bytes: `replica.fetch.min.bytes`.
        max_bytes: `replica.fetch.response.max.bytes`.
        partition_max_bytes: `replica.fetch.max.bytes`.
    """

    __slots__ = ("_max_bytes", "_min_bytes", "_partition_max_bytes", "_replica_id")

    def __init__(self, *, replica_id: int, min_bytes: int, max_bytes: int, partition_max_bytes: int) -> None:
        self._replica_id = replica_id
        self._min_bytes = min_bytes
        self._max_bytes = max_bytes
        self._partition_max_bytes = partition_max_bytes

    def request(self, session: SessionRequest, wait_ms: int) -> bytes:
        """Packs the body of a request."""
        positions = session.positions
        fixed = _FIXED.pack(
            self._replica_id,
            wait_ms,
            self._min_bytes,
            self._max_bytes,
            _READ_UNCOMMITTED,
            session.session_id,
            session.epoch,
        )
        if len(positions) == 1:  # so is it in nearly every round
            ((topic, index),) = positions
            topics = b"\x02" + self._topic(topic, (self._asked(index, positions[topic, index]),))
        else:
            by_topic: dict[str, list[bytes]] = {}
            for (topic, index), position in positions.items():
                by_topic.setdefault(topic, []).append(self._asked(index, position))
            topics = uvarint(len(by_topic) + 1) + b"".join(
                [self._topic(topic, asked) for topic, asked in by_topic.items()]
            )
        forgotten = _forgotten(session.forgotten) if session.forgotten else _NOTHING_FORGOTTEN
        return fixed + topics + forgotten + _NO_RACK

    def _asked(self, index: int, position: Position) -> bytes:
        return _ASKED.pack(
            index,
            position.current_leader_epoch,
            position.fetch_offset,
            position.last_fetched_epoch,
            position.log_start_offset,
            self._partition_max_bytes,
        )

    def _topic(self, topic: str, items: list[bytes] | tuple[bytes, ...]) -> bytes:
        name = topic.encode()
        return uvarint(len(name) + 1) + name + uvarint(len(items) + 1) + b"".join(items) + _NO_TAGS


def _forgotten(keys: Iterable[Key]) -> bytes:
    """Packs the partitions that a session is to forget."""
    by_topic: dict[str, list[bytes]] = {}
    for topic, index in keys:
        by_topic.setdefault(topic, []).append(_INDEX.pack(index))
    parts = [uvarint(len(by_topic) + 1)]
    for topic, indexes in by_topic.items():
        name = topic.encode()
        parts += (uvarint(len(name) + 1), name, uvarint(len(indexes) + 1), *indexes, _NO_TAGS)
    return b"".join(parts)


def read_response(frame: bytes | bytearray) -> tuple[int, Found] | None:
    """Reads the session id and the partitions of a response; None where it says anything unusual, or is none."""
    try:
        return _read(frame)
    except _NOT_A_FRAME:
        return None


def _read(frame: bytes | bytearray) -> tuple[int, Found] | None:
    _, tags, _, error_code, session_id = _BEGINNING.unpack_from(frame)
    if tags or error_code:
        return None
    found: Found = []
    topics, at = read_uvarint(frame, _BEGINNING.size)
    for _ in range(topics - 1):
        length, at = read_uvarint(frame, at)
        topic = frame[at : at + length - 1].decode()
        partitions, at = read_uvarint(frame, at + length - 1)
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
        if length <= 1 or not partitions or frame[at]:
            return None
        at += 1
    return (session_id, found) if topics and frame[at:] == _NO_TAGS else None


def _slice(frame: bytes | bytearray, at: int, end: int) -> Buffer:
    """Returns some of a frame's bytes, uncopied where they are many."""
    return memoryview(frame)[at:end] if end - at >= VIEW_BYTES_MIN else frame[at:end]
