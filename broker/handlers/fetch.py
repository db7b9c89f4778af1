"""Fetch: reads records, at once or when there are enough, for consumers and for followers.

    request ─▶ session (what is meant) ─▶ FetchReads (reads, waits) ─▶ session (what is news) ─▶ response

From version 7 on a request may belong to a session (`replica.fetch_session`): it then names only what changed, and so
does its response, and nothing here looks at the others: they are authorized once, and again when the ACLs, or the
principal, have changed. Old versions get old formats: 0 and 1 message sets of magic 0, 2 and 3 of magic 1, converted
here. Topics whose `compression.type` is zstd are for versions from 10 on; a batch that its producer compressed so goes
out as it is wherever batches do, as in Kafka (KIP-110). A partition without records has zero bytes, never null: clients
take null for garbage. From version 11 on a consumer that names its rack may read from followers, and is redirected to
one there where `replica.selector.class` says so (KIP-392, `replica.replica_selector`). One without a rack came to a
follower because it has not heard of an election: Kafka serves it there, too, here it learns at once that another broker
leads. From version 13 on topics are named by id (`fetch_by_id`).
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Hashable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.handlers.fetch_answers import Answer
from kavka.broker.handlers.fetch_by_id import (
    REPLICA_STATE_FROM_VERSION,
    TOPIC_IDS_FROM_VERSION,
    forgotten_by,
    names_for,
    specs_of,
    with_replica_id,
)
from kavka.broker.handlers.fetch_shape import FetchShape, FetchShapes
from kavka.broker.handlers.fetch_terms import NOTHING_REFUSED, SESSIONS_FROM_VERSION, FetchTerms
from kavka.broker.replica.fetch_session import (
    FINAL_EPOCH,
    INITIAL_EPOCH,
    NO_SESSION,
    FetchContext,
    FetchSessionCache,
    open_context,
)
from kavka.broker.replica.fetch_types import FetchParams, FetchResult, FetchSpec, NameOf
from kavka.broker.requests.context import DEFERRED, Deferred
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import TopicAuthorizationFailed
from kavka.protocol.messages import FetchResponse

if TYPE_CHECKING:
    from kavka.broker.cluster.metadata_cache import MetadataCache
    from kavka.broker.metrics import ApiMetrics
    from kavka.broker.quota.live_quotas import LiveQuotas
    from kavka.broker.replica.fetch_service import FetchService
    from kavka.broker.replica.session_partitions import FetchSession
    from kavka.broker.requests.context import RequestContext
    from kavka.broker.requests.current_leaders import CurrentLeaders
    from kavka.broker.requests.dispatcher import Route
    from kavka.broker.requests.short_way import LongWay
    from kavka.broker.security.authorizer import Authorizer
    from kavka.common.lane import Lane
    from kavka.protocol.messages import FetchRequest
    from kavka.timer.clock import Clock

API = ApiKey.FETCH

NOBODY: Final[Callable[[], Hashable]] = lambda: None  # noqa: E731 - nobody reads in a session that is not there

SMALL_REQUEST_BYTES: Final = 16_000
"""No request of this size is of more partitions than one step is for: each takes 16 bytes in the oldest version."""
PARTITIONS_IN_ONE_STEP_MAX: Final = 1_000
"""More than so many are read in slices of time (`fetch_many`): a thousand take some 5 ms, from the specs to the
response."""


class FetchHandler:
    """Handles Fetch requests."""

    __slots__ = (
        "_clock",
        "_fetches",
        "_follower_fetches",
        "_lane",
        "_leaders",
        "_metadata_cache",
        "_quotas",
        "_shapes",
        "_terms",
    )

    def __init__(
        self,
        *,
        authorizer: Authorizer | None,
        clock: Clock,
        fetches: FetchService,
        follower_fetches: ApiMetrics,
        lane: Lane,
        leaders: CurrentLeaders,
        metadata_cache: MetadataCache,
        quotas: LiveQuotas,
    ) -> None:
        self._clock = clock
        self._fetches = fetches
        self._follower_fetches = follower_fetches
        self._lane = lane
        self._leaders = leaders
        self._metadata_cache = metadata_cache
        self._quotas = quotas
        self._terms = terms = FetchTerms(authorizer, quotas, fetches)
        self._shapes = FetchShapes(
            clock=clock,
            fetches=fetches,
            follower_fetches=follower_fetches,
            leaders=leaders,
            metadata_cache=metadata_cache,
            terms=terms,
        )

    def shape_of(self, frame: bytes | bytearray, route: Route, long_way: LongWay) -> FetchShape | None:
        """Learns what frames look like that may go the short way."""
        return None if self._terms.is_guarded else self._shapes.learn(frame, route, long_way)

    def handle(
        self, request: FetchRequest, ctx: RequestContext
    ) -> FetchResponse | Deferred | Coroutine[Any, Any, FetchResponse]:
        """Responds now, or parks the fetch; what is parked keeps nothing of the request."""
        version = ctx.api_version
        if version >= REPLICA_STATE_FROM_VERSION:
            request = with_replica_id(request)
        if request.replica_id >= 0:
            ctx.counts_also = self._follower_fetches
        fetches, terms = self._fetches, self._terms
        reader = terms.reader_of(request, ctx) if request.session_epoch > INITIAL_EPOCH else NOBODY
        name_of = names_for(version, self._metadata_cache)
        if (ctx.request_bytes > SMALL_REQUEST_BYTES and _names_many_partitions(request)) or (
            request.session_epoch > INITIAL_EPOCH and _are_many_due(fetches.sessions.get(request.session_id), reader)
        ):
            from kavka.broker.handlers.fetch_many import FetchMany  # few brokers ever need it

            many = FetchMany(terms, self._clock, self._lane, self._leaders, self._quotas, fetches)
            return many.handle(request, ctx, name_of)
        named = specs_of(request, version, name_of)
        quotas = self._quotas.current if request.replica_id < 0 else None
        context = (
            _context(request, named, ctx, fetches.sessions, reader, name_of)
            if version >= SESSIONS_FROM_VERSION
            else None
        )
        specs: Sequence[FetchSpec] = named
        session = None
        if context is not None:
            if context.error_code:
                return FetchResponse(error_code=context.error_code)
            specs, session = context.specs, context.session
        is_guarded = terms.is_guarded
        refused = terms.refused(specs, request.replica_id, ctx) if is_guarded else NOTHING_REFUSED
        params = terms.params_of(request, specs, refused, ctx)
        answer = Answer(ctx, params, context, self._clock, self._leaders, quotas)
        send = partial(self._send_what_may_be_read, answer.send, params, ctx) if is_guarded else answer.send
        if session is None or context is None:
            results = fetches.fetch(params, send)
        else:
            results = fetches.in_session.fetch(params, context, session, send)
        return DEFERRED if results is None else answer.build(results)

    def _send_what_may_be_read(
        self,
        send: Callable[[list[FetchResult]], None],
        params: FetchParams,
        ctx: RequestContext,
        results: list[FetchResult],
    ) -> None:
        """Sends the results of a fetch that has waited, without what its client may not read by now.

        This is the second question, and it is right: the first, in `handle`, says what need not be read at all. A fetch
        waits for as long as its client likes, so permissions may have gone meanwhile; and what a session has to send by
        now are other partitions than those that were due, and asked about, when it came. A refusal of the first
        question ends the waiting at once, so nothing is refused, or logged, twice. It costs a look into the
        authorizer's memory a topic.
        """
        refused = self._terms.refused(params.specs, params.replica_id, ctx)
        if refused:
            error = TopicAuthorizationFailed()
            for position, spec in enumerate(params.specs):
                if spec.topic in refused:
                    results[position] = FetchResult.failed(error)
        send(results)


def _names_many_partitions(request: FetchRequest) -> bool:
    """Tells whether the request names more partitions than one step of the loop is for."""
    named = sum(len(topic.partitions) for topic in request.topics)
    return named + sum(len(topic.partitions) for topic in request.forgotten_topics_data) > PARTITIONS_IN_ONE_STEP_MAX


def _are_many_due(session: FetchSession | None, reader: Callable[[], Hashable]) -> bool:
    return session is not None and session.due_max(reader()) > PARTITIONS_IN_ONE_STEP_MAX


def _context(
    request: FetchRequest,
    specs: list[FetchSpec],
    ctx: RequestContext,
    sessions: FetchSessionCache,
    reader: Callable[[], Hashable],
    name_of: NameOf,
) -> FetchContext | None:
    """Returns what the request means in its session; None for one that has none and wants none."""
    if request.session_epoch == FINAL_EPOCH and request.session_id == NO_SESSION:
        return None
    return open_context(
        sessions,
        specs,
        session_id=request.session_id,
        epoch=request.session_epoch,
        forgotten=forgotten_by(request, ctx.api_version),
        is_follower=request.replica_id >= 0,
        now_ms=ctx.received_ms,
        reader=reader,
        uses_topic_ids=ctx.api_version >= TOPIC_IDS_FROM_VERSION,
        name_of=name_of,
    )
