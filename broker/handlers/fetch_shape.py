"""The short way of Fetch 4 to 18: who reads on and on in what it read before, in a session or without one.

    key, version │ correlation id │ client id … isolation level │ session, epoch │ topics, partitions │ the end
    └─ compared ─┘                └────────── compared ─────────┘ └──────── read where they lie ──────┘ └ compared

    without a session  what there is, is answered at once: nothing is made but the records and what is around them
                       (a read changes nothing, so whatever is unusual in what was read is begun again)
    else, from 10 on   the same acts as the handler's, between a request that is not decoded and a response that is
                       packed if it has records and no errors: sessions, waiting, followers, and errors come there

What a request says in an unusual way goes the long way: forgotten topics, racks, tags, very many partitions. So does
what begins or ends a session, or is none of its next request.

Part of `fetch`; the idea and what holds for it is `requests.short_way`.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.handlers.fetch_answers import Answer, Answered
from kavka.broker.handlers.fetch_by_id import names_for
from kavka.broker.handlers.fetch_layout import PARTITIONS_MAX, UNREADABLE, VERSIONS, Asked, FetchLayout, Found
from kavka.broker.handlers.fetch_terms import NOTHING_REFUSED, READ_COMMITTED, FetchTerms
from kavka.broker.replica.fetch_session import INITIAL_EPOCH, NO_SESSION, FetchContext, open_context
from kavka.broker.replica.fetch_types import CONSUMER, NO_TOPIC_ID, FetchSpec
from kavka.broker.requests.context import DEFERRED, Deferred, RequestContext
from kavka.broker.requests.short_way import LONG_ONLY, LongOnly, PackedResponse
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.epochs import NO_LEADER_EPOCH
from kavka.protocol.header import FIXED_PREFIX, split_client_id
from kavka.protocol.messages import FetchRequest, FetchResponse
from kavka.protocol.records.compression import Compression

if TYPE_CHECKING:
    from kavka.broker.cluster.metadata_cache import MetadataCache
    from kavka.broker.metrics import ApiMetrics
    from kavka.broker.replica.fetch_reads import PlainRead
    from kavka.broker.replica.fetch_service import FetchService
    from kavka.broker.replica.fetch_types import FetchResult
    from kavka.broker.requests.context import ResponseChannel
    from kavka.broker.requests.current_leaders import CurrentLeaders
    from kavka.broker.requests.dispatcher import Route
    from kavka.broker.requests.short_way import LongWay
    from kavka.timer.clock import Clock
    from kavka.timer.moments import MonotonicMs

_CORRELATION_ID: Final = struct.Struct(">i").unpack_from


class FetchShapes:
    """What the shapes of all connections share.

    Args:
        clock: for a session's last use.
        fetches: reads, and says how much may be read.
        follower_fetches: where followers' requests are counted, too.
        leaders: who leads what this broker does not.
        metadata_cache: the names of topic ids.
        terms: of fetches.
    """

    __slots__ = ("_layouts", "clock", "fetches", "follower_fetches", "leaders", "metadata_cache", "terms")

    def __init__(
        self,
        *,
        clock: Clock,
        fetches: FetchService,
        follower_fetches: ApiMetrics,
        leaders: CurrentLeaders,
        metadata_cache: MetadataCache,
        terms: FetchTerms,
    ) -> None:
        self.clock = clock
        self.fetches = fetches
        self.follower_fetches = follower_fetches
        self.leaders = leaders
        self.metadata_cache = metadata_cache
        self.terms = terms
        self._layouts: dict[int, FetchLayout] = {}

    def learn(self, frame: bytes | bytearray, route: Route, long_way: LongWay) -> FetchShape | None:
        """Returns the shape of a frame that the dispatcher has decoded; None where it has none."""
        api_key, version, _ = FIXED_PREFIX.unpack_from(frame)
        if version not in VERSIONS:
            return None
        client_id, body = split_client_id(frame, api_key, version)
        layout = self._layouts.get(version) or self._layouts.setdefault(version, FetchLayout(version))
        topics_at = layout.topics_at(body)
        alike = FetchRequest()
        try:
            if layout.asked(frame, topics_at, layout.behind(frame)) is None:
                return None
            (alike.replica_id, alike.max_wait_ms, alike.min_bytes, alike.max_bytes, alike.isolation_level) = (
                layout.fixed(frame, body)
            )
            state = layout.replica_state(frame)
        except UNREADABLE:
            return None
        if state is not None:
            alike.replica_state = FetchRequest.ReplicaState(*state)
        is_next = layout.has_none(frame, topics_at) or layout.session(frame, topics_at)[1] > INITIAL_EPOCH
        if alike.replica_id < CONSUMER or not is_next:
            return None
        return FetchShape(self, layout, alike, client_id, frame, topics_at, route, long_way)


class FetchShape:
    """What the Fetch requests of one connection have in common.

    Args:
        shapes: what all share.
        layout: of the requests' version.
        alike: a request without session and topics.
        client_id: theirs.
        frame: the one that was learnt.
        topics_at: where in their frames the topics are.
        route: theirs.
        long_way: whose clock tells when one began to wait.
    """

    __slots__ = (
        "_alike",
        "_behind",
        "_client_id",
        "_common",
        "_is_committed",
        "_is_plain",
        "_key_and_version",
        "_layout",
        "_long_way",
        "_one",
        "_shapes",
        "_topics_at",
        "goes_together",
        "is_used",
        "metrics",
    )

    def __init__(
        self,
        shapes: FetchShapes,
        layout: FetchLayout,
        alike: FetchRequest,
        client_id: str | None,
        frame: bytes | bytearray,
        topics_at: int,
        route: Route,
        long_way: LongWay,
    ) -> None:
        self._shapes = shapes
        self._layout = layout
        self._alike = alike
        self._client_id = client_id
        self._topics_at = topics_at
        self._common = layout.common(frame, 8, topics_at)
        self._behind = layout.behind(frame)
        self._one = layout.one(frame, topics_at, self._behind)
        self._key_and_version = struct.pack(">hh", ApiKey.FETCH, layout.version)
        self._is_committed = alike.isolation_level == READ_COMMITTED and alike.replica_id == CONSUMER
        self._is_plain = alike.replica_id == CONSUMER and alike.min_bytes <= 1
        self._long_way = long_way
        self.metrics: tuple[ApiMetrics, ...] = (route.metrics,)
        if alike.replica_id >= 0:
            self.metrics = route.metrics, shapes.follower_fetches
        self.is_used = False
        self.goes_together = False

    def take(
        self, frame: bytes | bytearray, channel: ResponseChannel, received_ms: MonotonicMs, started_ns: int
    ) -> Sequence[Any] | Deferred | LongOnly | None:
        """Reads what a request asks for, if it looks like those before; see `Shape`."""
        if not (frame.startswith(self._key_and_version) and frame.startswith(self._common, 8)):
            return None
        self.is_used = True
        layout, topics_at = self._layout, self._topics_at
        topic, size, head, end = self._one
        if len(frame) == size and frame.startswith(head, topics_at) and frame.endswith(end):
            partitions = frame[topics_at + len(head) : size - len(end)]
            asked: list[Asked] | None = [(topic, list(layout.partition.iter_unpack(partitions)))]
        else:
            try:
                asked = layout.asked(frame, topics_at, self._behind)
            except UNREADABLE:
                return LONG_ONLY
        if asked is None:
            # Another life of the same follower looks otherwise from now on.
            return LONG_ONLY if layout.behind(frame) == self._behind else None
        has_none = layout.has_none(frame, topics_at)
        if has_none and self._is_plain:
            found = self._read(asked)
            if found is not None:
                correlation_id = _CORRELATION_ID(frame, 4)[0]
                return layout.response(correlation_id, NO_SESSION, found, is_committed=self._is_committed)
        named = layout.specs(asked, names_for(layout.version, self._shapes.metadata_cache))
        if named is None or layout.has_no_zstd:
            return LONG_ONLY
        ctx = RequestContext(
            channel.info, channel, received_ms, started_ns, len(frame), int(ApiKey.FETCH), layout.version,
            _CORRELATION_ID(frame, 4)[0], self._client_id,
        )  # fmt: skip
        if has_none:
            return self._go_on(named, None, ctx)
        return self._in_session(named, layout.session(frame, topics_at), ctx)

    def take_together(self, frames: Sequence[bytes]) -> list[Sequence[Any]]:
        """Leaves fetches to be carried out one by one."""
        return []

    def _in_session(
        self, named: list[FetchSpec], session_of: tuple[int, int], ctx: RequestContext
    ) -> Sequence[Any] | Deferred | LongOnly:
        """Takes the next request of a session in."""
        sessions, replica_id = self._shapes.fetches.sessions, self._alike.replica_id
        session_id, epoch = session_of
        session = sessions.get(session_id)
        if session is None or session.epoch != epoch or not session.partitions:
            return LONG_ONLY
        uses_topic_ids = self._layout.names_by_id
        if session.uses_topic_ids != uses_topic_ids:
            return LONG_ONLY
        reader = self._shapes.terms.reader_of(self._alike, ctx)
        if session.due_max(reader()) + len(named) > PARTITIONS_MAX:
            return LONG_ONLY
        context = open_context(
            sessions, named, session_id=session_id, epoch=epoch, forgotten=(),
            is_follower=replica_id >= 0, now_ms=ctx.received_ms, reader=reader, uses_topic_ids=uses_topic_ids,
            name_of=names_for(ctx.api_version, self._shapes.metadata_cache),
        )  # fmt: skip
        return self._go_on(context.specs, context, ctx)

    def _read(self, asked: Sequence[Asked]) -> list[Found] | None:  # noqa: C901 (a call for each partition would cost)
        """Reads partitions for who has no session; None where there is more to say, or nothing yet."""
        fetches, layout, is_committed = self._shapes.fetches, self._layout, self._is_committed
        is_compact, read_plain = layout.is_compact, fetches.reads.read_plain
        left = min(self._alike.max_bytes, fetches.bytes_max, fetches.memory.allowance())
        is_first = True
        epoch = NO_LEADER_EPOCH
        found: list[Found] = []
        read_from = []
        for topic, partitions in asked:
            reads = []
            if isinstance(topic, str):
                name, topic_id = topic, NO_TOPIC_ID
            else:
                name, topic_id = self._shapes.metadata_cache.snapshot.topic_names.get(topic, ""), topic
            for values in partitions:
                if is_compact:
                    index, epoch, offset, last_epoch, _, max_bytes, tags = values
                    if last_epoch >= 0 or tags:
                        return None
                elif layout.has_epochs:
                    index, epoch, offset, _, max_bytes = values
                else:
                    index, offset, max_bytes = values[0], values[1], values[-1]
                if max_bytes > left:
                    max_bytes = left
                read = read_plain(name, index, offset, max(0, max_bytes), epoch, is_committed, is_first, topic_id)
                if read is None or (layout.has_no_zstd and read[0].log.config.compression is Compression.ZSTD):
                    return None
                size = len(read[1])
                if size:
                    is_first = False
                    left = left - size if left > size else 0
                reads.append((index, read))
                read_from.append((read[0].traffic, size))
            found.append((topic, reads))
        if is_first or (len(read_from) > 1 and _is_repeated(found)):
            return None
        for traffic, size in read_from:
            traffic.fetches += 1
            traffic.bytes_out += size
        return found

    def _go_on(
        self, specs: Sequence[FetchSpec], context: FetchContext | None, ctx: RequestContext
    ) -> Sequence[Any] | Deferred:
        """Does as the handler does with what is to be read, and packs the response where it can."""
        shapes, alike = self._shapes, self._alike
        if alike.replica_id >= 0:
            ctx.counts_also = shapes.follower_fetches
        params = shapes.terms.params_of(alike, specs, NOTHING_REFUSED, ctx)
        answer = Answer(ctx, params, context, shapes.clock, shapes.leaders)
        send = partial(self._send_after_wait, answer, ctx)
        if context is None or context.session is None:
            results = shapes.fetches.fetch(params, send)
        else:
            results = shapes.fetches.in_session.fetch(params, context, context.session, send)
        if results is None:
            ctx.parked_ns = self._long_way.ticks()
            return DEFERRED
        response = self._response(answer, ctx, results)
        if isinstance(response, PackedResponse):
            return response.parts
        ctx.respond(response)
        return DEFERRED

    def _send_after_wait(self, answer: Answer, ctx: RequestContext, results: list[FetchResult]) -> None:
        """Responds to a fetch that had waited; whoever sees responses, or charges for them, sees one decoded."""
        long_way = self._long_way
        if long_way.transcript is None and long_way.quotas is None:
            ctx.respond(self._response(answer, ctx, results))
        else:
            answer.send(results)

    def _response(
        self, answer: Answer, ctx: RequestContext, results: list[FetchResult]
    ) -> PackedResponse | FetchResponse:
        """Builds the response, packed if it has no errors."""
        error_code, session_id, told = answer.news(results)
        news = list(told)
        # More may have come to be due while it waited than a request may name.
        found = None if error_code or len(news) > PARTITIONS_MAX else _found(news)
        if found is None:
            return answer.response(error_code, session_id, news)
        parts = self._layout.response(ctx.correlation_id, session_id, found, is_committed=self._is_committed)
        return PackedResponse(parts)


def _is_repeated(found: Sequence[Found]) -> bool:
    """Tells whether a partition is there twice."""
    keys = [(topic, index) for topic, partitions in found for index, _ in partitions]
    return len(set(keys)) < len(keys)


def _found(answered: Sequence[Answered]) -> list[Found] | None:
    """Returns what a response says of its partitions; None where there is more to say."""
    found: list[Found] = []
    last: str | bytes | None = None
    reads: list[tuple[int, PlainRead]] = []
    for spec, result in answered:
        partition = result.partition
        if partition is None or result.diverging is not None or result.aborted:
            return None  # an error has no partition
        if (spec.topic_id or spec.topic) != last:
            last = spec.topic_id or spec.topic
            reads = []
            found.append((last, reads))
        offsets = result.high_watermark, result.last_stable_offset, result.log_start_offset
        reads.append((spec.index, (partition, result.records, *offsets)))
    return found
