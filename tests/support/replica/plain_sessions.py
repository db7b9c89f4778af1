"""Fetch sessions as the protocol tells of them, without a thought for what they cost: the model of the real ones.

Every incremental fetch reads every partition of its session, waits under each of them, and says of each follower's
replica that it was caught up. What the client hears of is found out afterwards, by comparing with what it was told.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from kavka.broker.authorization.questions import refused_fetches
from kavka.broker.handlers import fetch, fetch_answers, fetch_by_id, fetch_terms
from kavka.broker.replica.fetch_session import FINAL_EPOCH, INITIAL_EPOCH, FetchSessionCache, next_epoch
from kavka.broker.replica.fetch_types import FetchResult
from kavka.broker.requests.context import DEFERRED, RequestContext
from kavka.protocol.errors import ErrorCode, TopicAuthorizationFailed
from kavka.protocol.messages import FetchResponse
from tests.support.broker.parts import MADE, QuotasOf, handling


class Told:
    """A partition of a session: what to read, and what the client knows."""

    def __init__(self, spec: Any) -> None:
        self.spec = spec
        self.known: tuple[int, int] | None = None

    def take(self, spec: Any) -> None:
        spec.topic = self.spec.topic or spec.topic
        if spec.current_leader_epoch != self.spec.current_leader_epoch:
            self.known = None
        self.spec = spec

    def note(self, result: Any) -> bool:
        if result.error_code or result.diverging is not None:
            self.known = None
            return True
        before, self.known = self.known, (result.high_watermark, result.log_start_offset)
        return len(result.records) > 0 or result.preferred >= 0 or before != self.known


class PlainSession:
    """Keeps its partitions in the order in which they are read."""

    def __init__(self, session_id: int, is_privileged: bool, now_ms: int, uses_topic_ids: bool) -> None:
        self.id = session_id
        self.uses_topic_ids = uses_topic_ids
        self.is_privileged = is_privileged
        self.created_ms = self.last_used_ms = now_ms
        self.epoch = 1
        self.size = 0
        self.partitions: dict[tuple[str | bytes, int], Told] = {}

    def remember(self, specs: Any, results: Any) -> None:
        for spec, result in zip(specs, results, strict=True):
            told = self.partitions[spec.key] = Told(spec)
            told.note(result)

    def update(self, specs: Any, forgotten: Iterable[tuple[str | bytes, int]]) -> None:
        for spec in specs:
            self.partitions.setdefault(spec.key, Told(spec)).take(spec)
        for key in forgotten:
            self.partitions.pop(key, None)

    def close(self) -> None:
        pass


class PlainCache(FetchSessionCache):
    """The same slots, ids and evictions."""

    def begin(self, *, is_privileged: bool, now_ms: int, uses_topic_ids: bool = False) -> Any:
        return PlainSession(self._new_id(), is_privileged, now_ms, uses_topic_ids)


class PlainContext:
    """An incremental request."""

    def __init__(self, session: Any) -> None:
        self.session = session
        self.epoch = session.epoch

    def answer(self, results: Any, *, now_ms: int, specs: Any) -> tuple[int, int, list[Any]]:
        session = self.session
        if session.epoch != self.epoch:
            return int(ErrorCode.INVALID_FETCH_SESSION_EPOCH), session.id, []
        news = []
        for spec, result in zip(specs, results, strict=True):
            told = session.partitions[spec.key]
            if told.note(result):
                news.append((spec, result))
                if len(result.records):
                    session.partitions[spec.key] = session.partitions.pop(spec.key)
        return 0, session.id, news


class PlainSessionsHandler:
    """Handles Fetch 7 and later."""

    def __init__(self, broker: Any) -> None:
        self._broker = broker

    def handle(self, request: Any, ctx: RequestContext) -> Any:
        return _handle(request, ctx, self._broker)


def _handle(request: Any, ctx: RequestContext, broker: Any) -> Any:
    manager, version = broker.replica_manager, ctx.api_version
    if not request.session_id or request.session_epoch in (INITIAL_EPOCH, FINAL_EPOCH):
        return handling(fetch, broker).handle(request, ctx)
    cache = manager.fetches.sessions
    session = cache.get(request.session_id)
    if session is None:
        return FetchResponse(error_code=int(ErrorCode.FETCH_SESSION_ID_NOT_FOUND))
    if session.epoch != request.session_epoch:
        return FetchResponse(error_code=int(ErrorCode.INVALID_FETCH_SESSION_EPOCH))
    if session.uses_topic_ids != (version >= fetch_by_id.TOPIC_IDS_FROM_VERSION):
        return FetchResponse(error_code=int(ErrorCode.FETCH_SESSION_TOPIC_ID_ERROR))
    if version >= fetch_by_id.REPLICA_STATE_FROM_VERSION:
        request = fetch_by_id.with_replica_id(request)
    name_of = fetch_by_id.names_for(version, broker.metadata_cache)
    session.update(fetch_by_id.specs_of(request, version, name_of), fetch_by_id.forgotten_by(request, version))
    if not session.partitions:
        cache.remove(session.id)
        return FetchResponse()
    cache.touch(session, ctx.received_ms)
    session.epoch = next_epoch(request.session_epoch)
    specs = [told.spec for told in session.partitions.values()]
    for spec in specs:
        spec.topic = spec.topic or name_of(spec.topic_id) or ""
    refused = refused_fetches(
        ctx, broker.authorizer, {spec.topic for spec in specs}, is_follower=request.replica_id >= 0
    )
    quotas: Any = QuotasOf(broker)
    params = fetch_terms.FetchTerms(broker.authorizer, quotas, manager.fetches).params_of(request, specs, refused, ctx)
    model: Any = PlainContext(session)
    answer = fetch_answers.Answer(ctx, params, model, broker.clock, MADE["leaders"](broker))
    results = manager.fetches.fetch(params, partial(_send, answer, params, ctx, broker))
    return DEFERRED if results is None else answer.build(results)


def _send(answer: Any, params: Any, ctx: RequestContext, broker: Any, results: Any) -> None:
    refused = refused_fetches(
        ctx, broker.authorizer, {spec.topic for spec in params.specs}, is_follower=params.replica_id >= 0
    )
    error = TopicAuthorizationFailed()
    answer.send(
        [
            FetchResult.failed(error) if spec.topic in refused else result
            for spec, result in zip(params.specs, results, strict=True)
        ]
    )
