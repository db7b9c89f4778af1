"""How Fetch 4 to 12 lies in its frames: what a request asks for, and the response that has records and no errors.

    versions 4–6   │ … isolation │            topics │ …
    versions 7–11  │ … isolation │ session, epoch │ topics │ no forgotten topics │ (11: no rack)
    version 12     │ … isolation │ session, epoch │ topics │ no forgotten topics, no rack, no tags │         varints

    topic: │ length, name │ count │ partition │ … │ (12: no tags)
    partition: │ index │ (from 9: epoch) │ offset │ (12: last epoch) │ (from 5: log start) │ bytes │ (12: no tags) │

Not here: what is read, and who asks (`fetch_shape`, which alone reads and writes so).
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.handlers.fetch_answers import ZSTD_FROM_VERSION
from kavka.broker.replica.fetch_session import FINAL_EPOCH, NO_SESSION
from kavka.broker.replica.fetch_types import FetchSpec
from kavka.protocol.epochs import NO_LEADER_EPOCH
from kavka.protocol.errors import DecodeError
from kavka.protocol.wire import VIEW_BYTES_MIN, read_uvarint, uvarint

if TYPE_CHECKING:
    from kavka.broker.replica.fetch_reads import PlainRead

VERSIONS: Final = range(4, 13)
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
_SHORT: Final = struct.Struct(">h")
_COUNT: Final = struct.Struct(">i")
_COUNTED: Final = _COUNT.unpack_from
_SESSION: Final = struct.Struct(">ii")
_NO_SESSION: Final = _SESSION.pack(NO_SESSION, FINAL_EPOCH)

_COMPACT_PARTITION: Final = struct.Struct(">iiqiqiB")
_COMPACT_BEHIND: Final = b"\x01\x01\x00"

_EMPTY: Final = bytes(4), b"\x01\x00"
"""The length of no records, in version 12 with the partition's tags."""

UNREADABLE: Final = (struct.error, IndexError, UnicodeDecodeError, DecodeError)
"""What it may raise to read what was not decoded."""

Asked = tuple[str, list[tuple[Any, ...]]]
"""A topic, and its partitions as they lie there."""

Found = tuple[str, Sequence[tuple[int, "PlainRead"]]]
"""A topic, and of each partition the index and what was read."""


class FetchLayout:
    """How requests and responses of one version lie in their frames.

    Args:
        version: of Fetch.

    Attributes:
        version: see above.
        has_sessions: whether a request says of which session it is.
    """

    __slots__ = (
        "_behind",
        "_ends",
        "_head",
        "_names",
        "_no_tags",
        "_result",
        "asked",
        "has_epochs",
        "has_no_zstd",
        "has_sessions",
        "has_start",
        "is_compact",
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
        # A request.
        epoch, start = "i" * self.has_epochs, "q" * self.has_start
        self.partition = _COMPACT_PARTITION if is_compact else struct.Struct(f">i{epoch}q{start}i")
        self.asked = compact_asked if is_compact else self.plain_asked
        self._behind = bytes(4 * self.has_sessions + 2 * has_preferred)
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
        """Reads what a request's body begins with: replica id, wait, bytes at least and at most, isolation level."""
        return _FIXED.unpack_from(frame, body)

    def topics_at(self, body: int) -> int:
        """Returns where the topics of a request are whose body begins there."""
        return body + _FIXED.size + (_SESSION.size if self.has_sessions else 0)

    def session(self, frame: bytes | bytearray, topics_at: int) -> tuple[int, int]:
        """Reads the session's id and epoch."""
        return _SESSION.unpack_from(frame, topics_at - _SESSION.size)

    def has_none(self, frame: bytes | bytearray, topics_at: int) -> bool:
        """Tells whether a request is of no session, and wants none."""
        return not self.has_sessions or frame.startswith(_NO_SESSION, topics_at - _SESSION.size)

    def common(self, frame: bytes | bytearray, start: int, topics_at: int) -> bytes:
        """Returns what is the same in all requests of a client: from a position to the session, or the topics."""
        return bytes(frame[start : topics_at - _SESSION.size if self.has_sessions else topics_at])

    def one(self, frame: bytes | bytearray, topics_at: int) -> tuple[str, int, bytes, bytes]:
        """Returns a request's only topic, and what is around its partitions.

        The request's bytes come second; where there are other topics it is one that no request can have.
        """
        asked = self.asked(frame, topics_at)
        if asked is None or len(asked) != 1:
            return "", 0, b"", b""
        [(topic, partitions)] = asked
        end = b"\x00" + _COMPACT_BEHIND if self.is_compact else self._behind
        at = len(frame) - len(end) - len(partitions) * self.partition.size
        return topic, len(frame), bytes(frame[topics_at:at]), end

    def plain_asked(self, frame: bytes | bytearray, at: int) -> list[Asked] | None:
        """Reads the topics of versions 4 to 11, and what is behind them; None where anything is unusual."""
        asked = []
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
        return asked if frame[at:] == self._behind else None

    def specs(self, asked: Sequence[Asked]) -> list[FetchSpec] | None:
        """Returns the reads that a request asks for, each partition once; None where anything is unusual."""
        specs = {}
        epoch = last_epoch = NO_LEADER_EPOCH
        start = _NO_START
        for topic, partitions in asked:
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
                specs[topic, index] = FetchSpec(topic, index, offset, max(0, max_bytes), epoch, last_epoch, start)
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

    def _begun(self, topic: str, partitions: int) -> bytes:
        """Encodes a topic of a response as far as its partitions."""
        name = self._names.get(topic)
        if name is None:
            encoded = topic.encode()
            name = (uvarint(len(encoded) + 1) if self.is_compact else _SHORT.pack(len(encoded))) + encoded
            if len(self._names) >= TOPICS_MAX:
                self._names.clear()
            self._names[topic] = name
        return name + (bytes((partitions + 1,)) if self.is_compact else _COUNT.pack(partitions))


def compact_asked(frame: bytes | bytearray, at: int) -> list[Asked] | None:
    """Reads the topics of version 12, likewise."""
    asked = []
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
    return asked if frame[at:] == _COMPACT_BEHIND else None
