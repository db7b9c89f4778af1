"""The short way of Fetch 4 to 12: a consumer without a session, which reads on in partitions of one topic.

    key, version │ correlation id │ client id … topic, count │ index, [epoch,] offset, …, bytes │ … forgotten, rack
    └─ compared ─┘                └──────── compared ────────┘ └────── read where it lies ─────┘ └─── compared ───┘

So are librdkafka's fetches. What is read is answered at once: nothing is made but the records and what is around them.
Everything else goes the long way from the beginning, for a read changes nothing: who has to wait (for records, or for
the device), errors, aborted transactions, sessions, followers, racks, old formats, epochs that diverge. Who asks for
more than one byte may have to wait although there is something, and is not learnt.

Part of `fetch`; the idea and what holds for it is `requests.short_way`.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.replica.fetch_session import FINAL_EPOCH, NO_SESSION
from kavka.broker.requests.short_way import LONG_ONLY, LongOnly
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.codec import decode_prefix, encode_message
from kavka.protocol.header import FIXED_PREFIX, split_client_id
from kavka.protocol.messages import FetchRequest, FetchResponse
from kavka.protocol.records.compression import Compression
from kavka.protocol.wire import VIEW_BYTES_MIN, uvarint

if TYPE_CHECKING:
    from kavka.broker.metrics import ApiMetrics
    from kavka.broker.replica.fetch_reads import PlainRead
    from kavka.broker.replica.fetch_service import FetchService
    from kavka.broker.requests.context import ResponseChannel
    from kavka.broker.requests.dispatcher import Route
    from kavka.timer.moments import MonotonicMs

VERSIONS: Final = range(4, 13)
STARTS_FROM_VERSION: Final = 5
SESSIONS_FROM_VERSION: Final = 7
EPOCHS_FROM_VERSION: Final = 9
ZSTD_FROM_VERSION: Final = 10
PREFERRED_FROM_VERSION: Final = 11
COMPACT_FROM_VERSION: Final = 12

PARTITIONS_MAX: Final = 100
"""In one request: half a millisecond."""

FRAME_BYTES_MAX: Final = 8_000
"""What is decoded at once to learn a shape: so many partitions have half of it, and client ids are short."""

_NO_EPOCH: Final = -1
_CONSUMER: Final = -1
_NO_REPLICA: Final = -1
_READ_COMMITTED: Final = 1
_HEAD: Final = struct.Struct(">ii")
_CORRELATION_ID: Final = struct.Struct(">i").unpack_from
_LENGTH_BYTES: Final = 4


class FetchLayout:
    """How requests and responses of one version lie in their frames.

    Args:
        version: of Fetch.

    Attributes:
        asked: unpacks a partition of a request: index, epoch, offset, epoch of the last record, bytes, tags, as far as
            the version has them.
        has_epochs: whether the second is there; with `is_compact` all are.
        is_compact: whether there are tags, and lengths are varints.
        result: packs what a response says of a partition before its records.
        result_end: what that ends with but for a length: no preferred replica, where there may be one.
        has_start: whether a response says where the log begins.
        behind_bytes: what follows the partitions in a request without forgotten topics, and without a rack.
    """

    __slots__ = ("asked", "behind_bytes", "has_epochs", "has_start", "is_compact", "result", "result_end", "version")

    def __init__(self, version: int) -> None:
        self.version = version
        self.is_compact = version >= COMPACT_FROM_VERSION
        self.has_epochs = version >= EPOCHS_FROM_VERSION
        self.has_start = version >= STARTS_FROM_VERSION
        # A consumer's log start offset says nothing.
        start = "8x" if self.has_start else ""
        if self.is_compact:
            self.asked = struct.Struct(f">iiqi{start}iB")
        else:
            self.asked = struct.Struct(f">i{'i' if self.has_epochs else ''}q{start}i")
        numbers = "qqq" if self.has_start else "qq"
        aborted = "B" if self.is_compact else "i"
        preferred = "i" if version >= PREFERRED_FROM_VERSION else ""
        length = "" if self.is_compact else "i"
        self.result = struct.Struct(f">ih{numbers}{aborted}{preferred}{length}")
        self.result_end = (_NO_REPLICA,) if preferred else ()
        if self.is_compact:
            self.behind_bytes = 4  # the topic's tags, no forgotten topics, no rack, the request's tags
        else:
            self.behind_bytes = (4 if version >= SESSIONS_FROM_VERSION else 0) + (2 if preferred else 0)


class FetchShape:
    """What the Fetch requests of one connection have in common.

    Args:
        layout: of their version.
        fetches: reads, and says how much may be read.
        request: the one that was learnt.
        before, behind: the bytes between the correlation id and the partitions, and behind these.
        route: theirs.
    """

    __slots__ = (
        "_before",
        "_behind",
        "_fetches",
        "_head",
        "_is_committed",
        "_key_and_version",
        "_layout",
        "_max_bytes",
        "_partitions_at",
        "_size",
        "_topic",
        "is_used",
        "metrics",
    )

    def __init__(
        self,
        layout: FetchLayout,
        fetches: FetchService,
        request: FetchRequest,
        before: bytes,
        behind: bytes,
        route: Route,
    ) -> None:
        [topic] = request.topics
        self._layout = layout
        self._fetches = fetches
        self._topic = topic.topic
        self._before = before
        self._behind = behind
        self._partitions_at = FIXED_PREFIX.size + len(before)
        self._size = self._partitions_at + len(topic.partitions) * layout.asked.size + len(behind)
        self._key_and_version = struct.pack(">hh", ApiKey.FETCH, layout.version)
        self._is_committed = request.isolation_level == _READ_COMMITTED
        self._max_bytes = request.max_bytes
        self._head = _head(topic.topic, len(topic.partitions), layout)
        self.metrics: ApiMetrics = route.metrics
        self.is_used = False

    def take(
        self, frame: bytes | bytearray, channel: ResponseChannel, received_ms: MonotonicMs, started_ns: int
    ) -> Sequence[Any] | LongOnly | None:
        """Reads what a request asks for, if it looks like those before; see `Shape`."""
        if len(frame) != self._size or not (
            frame.startswith(self._key_and_version)
            and frame.startswith(self._before, 8)
            and frame.endswith(self._behind)
        ):
            return None
        self.is_used = True
        reads = self._read(frame)
        if reads is None:
            return LONG_ONLY
        for _, (partition, records, *_) in reads:
            traffic = partition.traffic
            traffic.fetches += 1
            traffic.bytes_out += len(records)
        return self._response(_CORRELATION_ID(frame, 4)[0], reads)

    def _read(self, frame: bytes | bytearray) -> list[tuple[int, PlainRead]] | None:
        """Reads the partitions; None where there is more to say, or nothing yet."""
        layout, fetches, topic = self._layout, self._fetches, self._topic
        read_plain, is_committed = fetches.reads.read_plain, self._is_committed
        left = min(self._max_bytes, fetches.bytes_max, fetches.memory.allowance())
        is_first = True
        epoch = _NO_EPOCH
        found = []
        for asked in layout.asked.iter_unpack(frame[self._partitions_at : self._size - len(self._behind)]):
            if layout.is_compact:
                index, epoch, offset, last_epoch, max_bytes, tags = asked
                if last_epoch >= 0 or tags:
                    return None
            elif layout.has_epochs:
                index, epoch, offset, max_bytes = asked
            else:
                index, offset, max_bytes = asked
            if max_bytes > left:
                max_bytes = left
            read = read_plain(topic, index, offset, max(0, max_bytes), epoch, is_committed, is_first)
            if read is None:
                return None
            if layout.version < ZSTD_FROM_VERSION and read[0].log.context.config.compression is Compression.ZSTD:
                return None
            size = len(read[1])
            if size:
                is_first = False
                left = left - size if left > size else 0
            found.append((index, read))
        is_repeated = len(found) > 1 and len({index for index, _ in found}) < len(found)
        return None if is_first or is_repeated else found

    def _response(self, correlation_id: int, reads: list[tuple[int, PlainRead]]) -> list[Any]:
        """Packs the response; records of some size stay buffers of their own, as the codec leaves them."""
        layout = self._layout
        is_compact, pack, end = layout.is_compact, layout.result.pack, layout.result_end
        none_aborted = (1 if is_compact else 0) if self._is_committed else (0 if is_compact else -1)
        parts: list[Any] = []
        small: list[Any] = [self._head]
        for index, (_, records, high_watermark, last_stable_offset, log_start_offset) in reads:
            size = len(records)
            if is_compact:
                small.append(pack(index, 0, high_watermark, last_stable_offset, log_start_offset, none_aborted, *end))
                small.append(uvarint(size + 1))
            elif layout.has_start:
                small.append(
                    pack(index, 0, high_watermark, last_stable_offset, log_start_offset, none_aborted, *end, size)
                )
            else:
                small.append(pack(index, 0, high_watermark, last_stable_offset, none_aborted, size))
            if size < VIEW_BYTES_MIN:
                small.append(records)
            else:
                parts.append(b"".join(small))
                parts.append(records)
                small = []
            if is_compact:
                small.append(b"\x00")
        if is_compact:
            small.append(b"\x00\x00")  # the tags of topic and response
        if small:
            parts.append(b"".join(small))
        parts[0] = _HEAD.pack(sum(map(len, parts)) + _HEAD.size - _LENGTH_BYTES, correlation_id) + parts[0]
        return parts


def learn(frame: bytes | bytearray, route: Route, fetches: FetchService) -> FetchShape | None:
    """Returns the shape of a frame that the dispatcher has decoded; None where it has none."""
    api_key, version, _ = FIXED_PREFIX.unpack_from(frame)
    if version not in VERSIONS or len(frame) > FRAME_BYTES_MAX:
        return None
    _, body = split_client_id(frame, api_key, version)
    request, end = decode_prefix(FetchRequest, version, frame, body)
    if end != len(frame) or not _is_plain(request):
        return None
    if encode_message(request, version) != frame[body:]:
        return None  # it says the same in another way
    layout = FetchLayout(version)
    partitions_end = len(frame) - layout.behind_bytes
    partitions_at = partitions_end - len(request.topics[0].partitions) * layout.asked.size
    before, behind = bytes(frame[FIXED_PREFIX.size : partitions_at]), bytes(frame[partitions_end:])
    return FetchShape(layout, fetches, request, before, behind, route)


def _is_plain(request: FetchRequest) -> bool:
    """Tells whether a consumer asks without a session, for whatever there is, in one topic."""
    return (
        request.replica_id == _CONSUMER
        and request.session_id == NO_SESSION
        and request.session_epoch == FINAL_EPOCH
        and request.min_bytes <= 1
        and not request.rack_id
        and not request.forgotten_topics_data
        and len(request.topics) == 1
        and 0 < len(request.topics[0].partitions) <= PARTITIONS_MAX
    )


def _head(topic: str, partitions: int, layout: FetchLayout) -> bytes:
    """Encodes a response between its correlation id and the first partition."""
    empty = FetchResponse(responses=[FetchResponse.FetchableTopicResponse(topic, partitions=[])])
    encoded = encode_message(empty, layout.version)
    if layout.is_compact:
        return b"\x00" + encoded[:-3] + bytes((partitions + 1,))  # the header's tags; those of topic and response
    return encoded[:-4] + struct.pack(">i", partitions)
