"""How Fetch 4 to 18 lies in its frames: what a request asks for, and the response that has records and no errors.

    versions 4–6   │ … isolation │            topics │ …
    versions 7–11  │ … isolation │ session, epoch │ topics │ no forgotten topics │ (11: no rack)
    from 12 on     │ … isolation │ session, epoch │ topics │ no forgotten topics, no rack, no tags │         varints
    from 15 on       no replica id in front; a follower has one tag instead of none: │ replica id, broker epoch │

    topic: │ length, name; from 13 on topic id │ count │ partition │ … │ (from 12: no tags)
    partition: │ index │ (from 9: epoch) │ offset │ (12: last epoch) │ (from 5: log start) │ bytes │ (12: no tags) │

Not here: what is read, and who asks (`fetch_shape`, which alone reads and writes so).
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.handlers.fetch_answers import ZSTD_FROM_VERSION
from kavka.broker.handlers.fetch_by_id import REPLICA_STATE_FROM_VERSION, TOPIC_IDS_FROM_VERSION
from kavka.broker.replica.fetch_session import FINAL_EPOCH, NO_SESSION
from kavka.broker.replica.fetch_types import CONSUMER, NO_TOPIC_ID, FetchSpec, NameOf, SpecKey
from kavka.protocol.epochs import NO_LEADER_EPOCH
from kavka.protocol.errors import DecodeError
from kavka.protocol.wire import VIEW_BYTES_MIN, read_uvarint, uvarint

if TYPE_CHECKING:
    from kavka.broker.replica.fetch_reads import PlainRead

VERSIONS: Final = range(4, 19)
STARTS_FROM_VERSION: Final = 5
SESSIONS_FROM_VERSION: Final = 7
EPOCHS_FROM_VERSION: Final = 9
PREFERRED_FROM_VERSION: Final = 11
COMPACT_FROM_VERSION: Final = 12

PARTITIONS_MAX: Final = 100
"""In one request: half a millisecond."""

TOPICS_MAX: Final = 1_000
"""Topics whose encoded names are remembered for each version; beyond it all are forgotten."""

_NO_START: Final = -1
_NO_REPLICA: Final = -1
_LENGTH_BYTES: Final = 4
_FIXED: Final = struct.Struct(">iiiib")
_FIXED_WITHOUT_REPLICA: Final = struct.Struct(">iiib")
_SHORT: Final = struct.Struct(">h")
_COUNT: Final = struct.Struct(">i")
_COUNTED: Final = _COUNT.unpack_from
_SESSION: Final = struct.Struct(">ii")
_NO_SESSION: Final = _SESSION.pack(NO_SESSION, FINAL_EPOCH)

_COMPACT_PARTITION: Final = struct.Struct(">iiqiqiB")
_COMPACT_BEHIND: Final = b"\x01\x01\x00"
_REPLICA_BEHIND: Final = b"\x01\x01\x01\x01\x0d"
"""No forgotten topics, no rack, one tag: the replica state, of so many bytes."""
_REPLICA_STATE: Final = struct.Struct(">iqB")
_TOPIC_ID_BYTES: Final = 16

_EMPTY: Final = bytes(4), b"\x01\x00"
"""The length of no records, in version 12 with the partition's tags."""

UNREADABLE: Final = (struct.error, IndexError, UnicodeDecodeError, DecodeError)
"""What it may raise to read what was not decoded."""

Asked = tuple[str | bytes, list[tuple[Any, ...]]]
"""A topic's name, or from version 13 on its id, and its partitions as they lie there."""

Found = tuple[str | bytes, Sequence[tuple[int, "PlainRead"]]]
"""Likewise, and of each partition the index and what was read."""


class FetchLayout:
    """How requests and responses of one version lie in their frames.

    Args:
        version: of Fetch.

    Attributes:
        version: see above.
        has_sessions: whether a request says of which session it is.
        names_by_id: whether topics are named by id.
    """

    __slots__ = (
        "_behind",
        "_ends",
        "_fixed",
        "_has_replica_state",
        "_head",
        "_names",
        "_no_tags",
        "_result",
        "has_epochs",
        "has_no_zstd",
        "has_sessions",
        "has_start",
        "is_compact",
        "names_by_id",
        "partition",
        "version",
    )

    def __init__(self, version: int) -> None:
        self.version = version
        self.has_sessions = version >= SESSIONS_FROM_VERSION
        self.has_no_zstd = version < ZSTD_FROM_VERSION
        self._names: dict[str, bytes] = {}
        self.is_compact = is_compact = version >= COMPACT_FROM_VERSION
        self.has_epochs = version >= EPOCHS_FROM_VERSION
        self.has_start = version >= STARTS_FROM_VERSION
        has_preferred = version >= PREFERRED_FROM_VERSION
        self.names_by_id = version >= TOPIC_IDS_FROM_VERSION
        self._has_replica_state = version >= REPLICA_STATE_FROM_VERSION
        # A request.
        epoch, start = "i" * self.has_epochs, "q" * self.has_start
        self.partition = _COMPACT_PARTITION if is_compact else struct.Struct(f">i{epoch}q{start}i")
        self._fixed = _FIXED_WITHOUT_REPLICA if self._has_replica_state else _FIXED
        self._behind = _COMPACT_BEHIND if is_compact else bytes(4 * self.has_sessions + 2 * has_preferred)
        # A response.
        self._head = struct.Struct(f">ii{'x' * is_compact}i{'hi' * self.has_sessions}{'B' if is_compact else 'i'}")
        self._result = struct.Struct(f">i2xqq{start}")  # the error code is none
        preferred = _NO_REPLICA.to_bytes(4, "big", signed=True) * has_preferred
        none_aborted = (b"\x00", b"\x01") if is_compact else (b"\xff" * 4, bytes(4))
        ends = [aborted + preferred for aborted in none_aborted]
        self._ends = [(end, end + _EMPTY[is_compact]) for end in ends]
        self._no_tags = b"\x00" * is_compact

    # ---- requests -------------------------------------------------------------------------------------------------

    def fixed(self, frame: bytes | bytearray, body: int) -> tuple[int, ...]:
        """Reads who asks, and what a request's body begins with: wait, bytes at least and at most, isolation level."""
        if not self._has_replica_state:
            return _FIXED.unpack_from(frame, body)
        state = self.replica_state(frame)
        return CONSUMER if state is None else state[0], *_FIXED_WITHOUT_REPLICA.unpack_from(frame, body)

    def replica_state(self, frame: bytes | bytearray) -> tuple[int, int] | None:
        """Reads a follower's id and broker epoch behind the topics; None where there are none."""
        behind = self.behind(frame)
        if len(behind) <= len(_COMPACT_BEHIND) or not self._has_replica_state:
            return None
        replica_id, broker_epoch, _ = _REPLICA_STATE.unpack_from(behind, len(_REPLICA_BEHIND))
        return replica_id, broker_epoch

    def behind(self, frame: bytes | bytearray) -> bytes:
        """Returns what is behind the topics of a request, if it says nothing unusual there."""
        if self._has_replica_state:
            end = bytes(frame[-len(_REPLICA_BEHIND) - _REPLICA_STATE.size :])
            if end.startswith(_REPLICA_BEHIND):
                return end
        return self._behind

    def topics_at(self, body: int) -> int:
        """Returns where the topics of a request are whose body begins there."""
        return body + self._fixed.size + (_SESSION.size if self.has_sessions else 0)

    def session(self, frame: bytes | bytearray, topics_at: int) -> tuple[int, int]:
        """Reads the session's id and epoch."""
        return _SESSION.unpack_from(frame, topics_at - _SESSION.size)

    def has_none(self, frame: bytes | bytearray, topics_at: int) -> bool:
        """Tells whether a request is of no session, and wants none."""
        return not self.has_sessions or frame.startswith(_NO_SESSION, topics_at - _SESSION.size)

    def common(self, frame: bytes | bytearray, start: int, topics_at: int) -> bytes:
        """Returns what is the same in all requests of a client: from a position to the session, or the topics."""
        return bytes(frame[start : topics_at - _SESSION.size if self.has_sessions else topics_at])

    def one(self, frame: bytes | bytearray, topics_at: int, behind: bytes) -> tuple[str | bytes, int, bytes, bytes]:
        """Returns a request's only topic, and what is around its partitions.

        The request's bytes come second; where there are other topics it is one that no request can have.
        """
        asked = self.asked(frame, topics_at, behind)
        if asked is None or len(asked) != 1:
            return "", 0, b"", b""
        [(topic, partitions)] = asked
        end = self._no_tags + behind
        at = len(frame) - len(end) - len(partitions) * self.partition.size
        return topic, len(frame), bytes(frame[topics_at:at]), end

    def asked(self, frame: bytes | bytearray, at: int, behind: bytes) -> list[Asked] | None:
        """Reads the topics of a request.

        Args:
            frame: the request.
            at: where they begin.
            behind: what has to be behind them, see `behind`.

        Returns:
            None where anything is unusual.

        Raises:
            UNREADABLE: what is there is no request.
        """
        if self.names_by_id:
            return _asked_by_id(frame, at, behind)
        return _compact_asked(frame, at, behind) if self.is_compact else self._plain_asked(frame, at, behind)

    def _plain_asked(self, frame: bytes | bytearray, at: int, behind: bytes) -> list[Asked] | None:
        """Reads the topics of versions 4 to 11."""
        asked: list[Asked] = []
        left = PARTITIONS_MAX
        (topics,) = _COUNTED(frame, at)
        at += 4
        if not 0 <= topics <= PARTITIONS_MAX:
            return None
        for _ in range(topics):
            (length,) = _SHORT.unpack_from(frame, at)
            begin = at + 2 + length
            (count,) = _COUNTED(frame, begin)
            if length <= 0 or not 0 < count <= left:
                return None
            left -= count
            topic = frame[at + 2 : begin].decode()
            at = begin + 4 + count * self.partition.size
            if at > len(frame):
                return None
            asked.append((topic, list(self.partition.iter_unpack(frame[begin + 4 : at]))))
        return asked if frame[at:] == behind else None

    def specs(self, asked: Sequence[Asked], name_of: NameOf) -> list[FetchSpec] | None:
        """Returns the reads that a request asks for, each partition once; None where anything is unusual."""
        specs: dict[SpecKey, FetchSpec] = {}
        epoch = last_epoch = NO_LEADER_EPOCH
        start = _NO_START
        for topic, partitions in asked:
            if isinstance(topic, str):
                name, topic_id = topic, NO_TOPIC_ID
            else:
                name, topic_id = name_of(topic) or "", topic
            for values in partitions:
                if self.is_compact:
                    index, epoch, offset, last_epoch, start, max_bytes, tags = values
                    if tags:
                        return None
                elif self.has_epochs:
                    index, epoch, offset, start, max_bytes = values
                else:
                    index, offset, start, max_bytes = values if self.has_start else (*values[:2], _NO_START, values[2])
                # Two of the same partition count as the last one.
                specs[topic, index] = FetchSpec(
                    name, index, offset, max(0, max_bytes), epoch, last_epoch, start, topic_id
                )
        return list(specs.values())

    # ---- responses ------------------------------------------------------------------------------------------------

    def response(
        self, correlation_id: int, session_id: int, found: Sequence[Found], *, is_committed: bool
    ) -> list[Any]:
        """Packs a response without errors; records of some size stay buffers of their own, as the codec leaves them.

        Args:
            correlation_id: the request's.
            session_id: likewise.
            found: of each topic.
            is_committed: whether it says that no transactions were aborted.
        """
        is_compact, has_start, pack, no_tags = self.is_compact, self.has_start, self._result.pack, self._no_tags
        end, empty = self._ends[is_committed]
        parts: list[Any] = []
        small: list[Any] = []
        add = small.append
        for topic, partitions in found:
            add(self._begun(topic, len(partitions)))
            for index, (_, records, high_watermark, last_stable_offset, log_start_offset) in partitions:
                if has_start:
                    add(pack(index, high_watermark, last_stable_offset, log_start_offset))
                else:
                    add(pack(index, high_watermark, last_stable_offset))
                size = len(records)
                if not size:
                    add(empty)
                    continue
                add(end)
                add(uvarint(size + 1) if is_compact else _COUNT.pack(size))
                if size < VIEW_BYTES_MIN:
                    add(records)
                else:
                    parts.append(b"".join(small))
                    parts.append(records)
                    small.clear()
                add(no_tags)
            add(no_tags)
        add(no_tags)
        rest = b"".join(small)
        if rest:
            parts.append(rest)
        size = sum(map(len, parts)) + self._head.size - _LENGTH_BYTES
        count = len(found) + is_compact
        if self.has_sessions:
            head = self._head.pack(size, correlation_id, 0, 0, session_id, count)
        else:
            head = self._head.pack(size, correlation_id, 0, count)
        if not parts:
            return [head]
        parts[0] = head + parts[0]
        return parts

    def _begun(self, topic: str | bytes, partitions: int) -> bytes:
        """Encodes a topic of a response as far as its partitions."""
        if not isinstance(topic, str):
            return topic + bytes((partitions + 1,))
        name = self._names.get(topic)
        if name is None:
            encoded = topic.encode()
            name = (uvarint(len(encoded) + 1) if self.is_compact else _SHORT.pack(len(encoded))) + encoded
            if len(self._names) >= TOPICS_MAX:
                self._names.clear()
            self._names[topic] = name
        return name + (bytes((partitions + 1,)) if self.is_compact else _COUNT.pack(partitions))


def _compact_asked(frame: bytes | bytearray, at: int, behind: bytes) -> list[Asked] | None:
    """Reads the topics of version 12."""
    asked: list[Asked] = []
    left = PARTITIONS_MAX
    topics = frame[at] - 1
    at += 1
    if not 0 <= topics <= PARTITIONS_MAX:
        return None
    for _ in range(topics):
        length, at = (frame[at], at + 1) if frame[at] < 128 else read_uvarint(frame, at)
        begin = at + length
        count = frame[begin - 1] - 1
        if length <= 1 or not 0 < count <= left:
            return None
        left -= count
        topic = frame[at : begin - 1].decode()
        at = begin + count * _COMPACT_PARTITION.size
        if frame[at]:
            return None
        asked.append((topic, list(_COMPACT_PARTITION.iter_unpack(frame[begin:at]))))
        at += 1
    return asked if frame[at:] == behind else None


def _asked_by_id(frame: bytes | bytearray, at: int, behind: bytes) -> list[Asked] | None:
    """Reads the topics of version 13 and later."""
    asked: list[Asked] = []
    left = PARTITIONS_MAX
    topics = frame[at] - 1
    at += 1
    if not 0 <= topics <= PARTITIONS_MAX:
        return None
    for _ in range(topics):
        begin = at + _TOPIC_ID_BYTES + 1
        count = frame[begin - 1] - 1
        if not 0 < count <= left:
            return None
        left -= count
        topic_id = bytes(frame[at : begin - 1])
        at = begin + count * _COMPACT_PARTITION.size
        if frame[at]:
            return None
        asked.append((topic_id, list(_COMPACT_PARTITION.iter_unpack(frame[begin:at]))))
        at += 1
    return asked if frame[at:] == behind else None
