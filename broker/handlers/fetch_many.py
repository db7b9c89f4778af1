"""Fetch of very many partitions: what `fetch` does in one step, in slices of the loop's time. Part of that handler.

    request ─▶ specs ─▶ session ─▶ authorize ─▶ BigFetches (reads, waits, reads) ─▶ authorize ─▶ session ─▶ response

The response is the one that `fetch` would give; only, each partition is read at a moment of its own. A follower of
thousands of partitions comes here as well as a consumer of 200,000: the first for a slice or two, the second for
hundreds, and between any two of them everybody else is served. The request is released while it is read, results while
the response is made: never more than two of the three are in memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

from kavka.broker.handlers.fetch_answers import ZSTD_FROM_VERSION, TopicData, add_to, convert, size_of
from kavka.broker.handlers.fetch_by_id import LEADERS_FROM_VERSION, TOPIC_IDS_FROM_VERSION, forgotten_by, name_and_id
from kavka.broker.handlers.fetch_terms import SESSIONS_FROM_VERSION, FetchTerms, spec_of
from kavka.broker.replica.big_fetch import PARTITIONS_AT_ONCE
from kavka.broker.replica.fetch_session import FINAL_EPOCH, INITIAL_EPOCH, NO_SESSION, FetchContext, open_context
from kavka.broker.replica.fetch_session_slices import news_in_slices, open_in_slices, session_in_slices
from kavka.broker.replica.fetch_types import FetchResult, FetchSpec, NameOf, SpecKey
from kavka.common.steps import in_slices
from kavka.protocol.errors import TopicAuthorizationFailed
from kavka.protocol.messages import FetchResponse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kavka.broker.quota.live_quotas import LiveQuotas
    from kavka.broker.replica.fetch_service import FetchService
    from kavka.broker.replica.fetch_types import FetchParams
    from kavka.broker.requests.context import RequestContext
    from kavka.broker.requests.current_leaders import CurrentLeaders
    from kavka.common.lane import Lane, LanePace
    from kavka.protocol.messages import FetchRequest
    from kavka.timer.clock import Clock

T = TypeVar("T")


class FetchMany:
    """Handles Fetch requests of very many partitions."""

    __slots__ = ("_clock", "_fetches", "_lane", "_leaders", "_quotas", "_terms")

    def __init__(
        self,
        terms: FetchTerms,
        clock: Clock,
        lane: Lane,
        leaders: CurrentLeaders,
        quotas: LiveQuotas,
        fetches: FetchService,
    ) -> None:
        self._terms = terms
        self._clock = clock
        self._lane = lane
        self._leaders = leaders
        self._quotas = quotas
        self._fetches = fetches

    async def handle(self, request: FetchRequest, ctx: RequestContext, name_of: NameOf) -> FetchResponse:
        """Reads what a large fetch asks for, waits where it has to, and responds."""
        pace = self._lane.enter()
        waited_from_ns = ctx.parked_ns
        async with pace:
            forgotten = forgotten_by(request, ctx.api_version)
            specs = await _specs(request, ctx.api_version, name_of, pace)
            context = await self._context(request, specs, forgotten, ctx, pace, name_of)
            asked: Sequence[FetchSpec] = specs
            if context is not None:
                if context.error_code:
                    return FetchResponse(error_code=context.error_code)
                asked = context.specs
            refused = await self._terms.refused_of_many(asked, request.replica_id, ctx, pace)
            params = self._terms.params_of(request, asked, refused, ctx)
        incremental = None if context is None or context.session is None else context
        del request, specs, asked
        fetches = self._fetches
        with fetches.memory.reservation() as reservation:
            results = await fetches.in_slices.fetch(
                params, pace, lambda: not ctx.is_client_gone, reservation, incremental
            )
            if results is None:
                return FetchResponse()  # to nobody
            async with pace:
                await self._refuse_anew(params, results, ctx, pace)
                response = await self._answer(params, results, context, ctx, pace)
        # What the loop was held for counts as the request's own time, the rest as waiting.
        ctx.parked_ns = waited_from_ns + pace.held_ns
        return response

    async def _context(
        self,
        request: FetchRequest,
        specs: list[FetchSpec],
        forgotten: list[SpecKey],
        ctx: RequestContext,
        pace: LanePace,
        name_of: NameOf,
    ) -> FetchContext | None:
        """Returns what the request means in its session; None for one that has none and wants none."""
        if ctx.api_version < SESSIONS_FROM_VERSION:
            return None
        if request.session_epoch == FINAL_EPOCH and request.session_id == NO_SESSION:
            return None
        sessions = self._fetches.sessions
        is_follower = request.replica_id >= 0
        uses_topic_ids = ctx.api_version >= TOPIC_IDS_FROM_VERSION
        if request.session_epoch in (INITIAL_EPOCH, FINAL_EPOCH):
            return open_context(
                sessions,
                specs,
                session_id=request.session_id,
                epoch=request.session_epoch,
                forgotten=(),
                is_follower=is_follower,
                now_ms=ctx.received_ms,
                uses_topic_ids=uses_topic_ids,
            )
        return await open_in_slices(
            sessions,
            specs,
            session_id=request.session_id,
            epoch=request.session_epoch,
            forgotten=forgotten,
            now_ms=ctx.received_ms,
            pace=pace,
            reader=self._terms.reader_of(request, ctx),
            uses_topic_ids=uses_topic_ids,
            name_of=name_of,
        )

    async def _refuse_anew(
        self, params: FetchParams, results: list[FetchResult], ctx: RequestContext, pace: LanePace
    ) -> None:
        """Takes out what the sender may not read any more: permissions may have been taken away while it waited."""
        refused = await self._terms.refused_of_many(params.specs, params.replica_id, ctx, pace)
        if not refused:
            return
        failed = FetchResult.failed(TopicAuthorizationFailed())
        for position, spec in enumerate(params.specs):
            if spec.topic in refused:
                results[position] = failed
            if position % PARTITIONS_AT_ONCE == 0:
                await pace.breathe()

    async def _answer(
        self,
        params: FetchParams,
        results: list[FetchResult],
        context: FetchContext | None,
        ctx: RequestContext,
        pace: LanePace,
    ) -> FetchResponse:
        """Builds the response as `fetch.Answer.build` does, in slices."""
        specs: Sequence[FetchSpec] = params.specs
        quotas = self._quotas.current if params.replica_id < 0 else None
        response_bytes = 0
        for start in range(0, len(results), PARTITIONS_AT_ONCE):
            part = results[start : start + PARTITIONS_AT_ONCE]
            if ctx.api_version < ZSTD_FROM_VERSION:
                convert(part, specs[start : start + PARTITIONS_AT_ONCE], ctx.api_version)
                results[start : start + PARTITIONS_AT_ONCE] = part
            response_bytes += size_of(part)
            await pace.breathe()
        if quotas is not None and quotas.charge_fetch(ctx, response_bytes):
            error_code, session_id = (0, NO_SESSION) if context is None else context.answer_throttled()
            return FetchResponse(ctx.throttle_ms, error_code, session_id)
        session_id = NO_SESSION
        if context is not None and context.makes_session:
            session_id = await session_in_slices(self._fetches.sessions, context, results, self._clock, pace)
        elif context is not None:
            error_code, session_id, news = await news_in_slices(context, specs, results, self._clock, pace)
            if error_code:
                return FetchResponse(error_code=error_code, session_id=session_id)
            if news is not None:
                specs, results = [spec for spec, _ in news], [result for _, result in news]
        topics = await _topics(specs, results, pace, is_read_committed=params.is_read_committed)
        response = FetchResponse(session_id=session_id, responses=topics)
        if ctx.api_version >= LEADERS_FROM_VERSION:
            await in_slices(self._leaders.tell_fetcher(response, ctx), pace)
        return response


async def _specs(request: FetchRequest, version: int, name_of: NameOf, pace: LanePace) -> list[FetchSpec]:
    """Takes the partitions that the request names out of it, each once."""
    specs: list[FetchSpec] = []
    topics, request.topics = request.topics, []
    names: set[str | bytes] = set()
    has_repeats = False
    while topics:
        # From the end, since that is where a list gives its items up; turned round below.
        topic = topics.pop()
        name, topic_id = name_and_id(topic, version, name_of)
        has_repeats = has_repeats or (topic_id or name) in names
        names.add(topic_id or name)
        indexes: set[int] = set()
        asked = topic.partitions
        named = len(asked)
        while asked:
            part = asked[-PARTITIONS_AT_ONCE:]
            del asked[-PARTITIONS_AT_ONCE:]
            part.reverse()
            specs += [spec_of(name, partition, topic_id) for partition in part]
            indexes.update([partition.partition for partition in part])
            await pace.breathe()
        has_repeats = has_repeats or len(indexes) < named
    specs.reverse()
    return await _each_once(specs, pace) if has_repeats else specs


async def _each_once(specs: list[FetchSpec], pace: LanePace) -> list[FetchSpec]:
    """Keeps the last of each partition, in the place of its first."""
    found: dict[SpecKey, FetchSpec] = {}
    for part in _slices(specs):
        found.update({spec.key: spec for spec in part})
        await pace.breathe()
    return list(found.values())


async def _topics(
    specs: Sequence[FetchSpec], results: list[FetchResult], pace: LanePace, *, is_read_committed: bool
) -> list[TopicData]:
    """Groups the results as the response has them; the list of them is empty afterwards."""
    topics: list[TopicData] = []
    results.reverse()  # given up from the end
    for part in _slices(specs):
        count = len(part)
        read = results[-count:]
        del results[-count:]
        read.reverse()
        add_to(topics, zip(part, read, strict=True), is_read_committed=is_read_committed)
        await pace.breathe()
    return topics


def _slices(items: Sequence[T]) -> Iterator[Sequence[T]]:
    for start in range(0, len(items), PARTITIONS_AT_ONCE):
        yield items[start : start + PARTITIONS_AT_ONCE]
