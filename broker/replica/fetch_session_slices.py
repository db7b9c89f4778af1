"""Fetch sessions of very many partitions, worked on in slices of the loop's time; see `fetch_session` for what they
are.

A session's epoch moves when a request is taken, so a second request of the same session that comes between two slices
is distinguished from the first: after each pause the first looks whether it is still the latest, and ends with
INVALID_FETCH_SESSION_EPOCH if it is not. At no time do two of them change a session by turns.

Not here: reading, versions, responses.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING

from kavka.broker.replica.big_fetch import PARTITIONS_AT_ONCE
from kavka.broker.replica.fetch_session import NO_SESSION, FetchContext, FetchSessionCache, expected_session, next_epoch
from kavka.broker.replica.fetch_types import FetchResult, FetchSpec, NameOf, SpecKey
from kavka.broker.replica.session_partitions import Answered
from kavka.timer.moments import MonotonicMs

if TYPE_CHECKING:
    from kavka.common.pace import Pace
    from kavka.timer.clock import Clock


async def open_in_slices(
    cache: FetchSessionCache,
    specs: list[FetchSpec],
    *,
    session_id: int,
    epoch: int,
    forgotten: Sequence[SpecKey],
    now_ms: MonotonicMs,
    pace: Pace,
    reader: Callable[[], Hashable],
    uses_topic_ids: bool,
    name_of: NameOf,
) -> FetchContext:
    """Opens an incremental request's context; `fetch_session.open_context` for many partitions."""
    session = expected_session(cache, session_id, epoch, uses_topic_ids=uses_topic_ids)
    if isinstance(session, FetchContext):
        return session
    cache.touch(session, now_ms)
    session.epoch = next_epoch(epoch)
    context = FetchContext([], session=session, reader=reader)
    for start in range(0, len(specs), PARTITIONS_AT_ONCE):
        session.update(specs[start : start + PARTITIONS_AT_ONCE], ())
        await pace.breathe()
        if not context.is_current:
            return context.overtaken()
    for start in range(0, len(forgotten), PARTITIONS_AT_ONCE):
        session.update((), forgotten[start : start + PARTITIONS_AT_ONCE])
        await pace.breathe()
        if not context.is_current:
            return context.overtaken()
    if not session.partitions:
        cache.remove(session.id)
        return FetchContext(specs)
    if cache.get(session.id) is session:  # it may have had to go for another
        cache.touch(session, now_ms)
    session.resolve(name_of)
    session.read_as(reader())
    context.specs = session.due_for_fetch()
    return context


async def session_in_slices(
    cache: FetchSessionCache, context: FetchContext, results: Sequence[FetchResult], clock: Clock, pace: Pace
) -> int:
    """Creates a session of a full response; returns its id, 0 where no slot could be had."""
    if not cache.slots_max:
        return NO_SESSION
    session = cache.begin(
        is_privileged=context.is_privileged, now_ms=clock.monotonic_ms(), uses_topic_ids=context.uses_topic_ids
    )
    for start in range(0, len(results), PARTITIONS_AT_ONCE):
        end = start + PARTITIONS_AT_ONCE
        session.remember(context.specs[start:end], results[start:end])
        await pace.breathe()
    return cache.maybe_add(session, now_ms=clock.monotonic_ms())


async def news_in_slices(
    context: FetchContext, specs: Sequence[FetchSpec], results: Sequence[FetchResult], clock: Clock, pace: Pace
) -> tuple[int, int, Answered | None]:
    """Builds a response in slices of the loop's time, like `FetchContext.answer`."""
    news: Answered = []
    for start in range(0, len(results), PARTITIONS_AT_ONCE):
        end = start + PARTITIONS_AT_ONCE
        error_code, session_id, some = context.answer(
            results[start:end], now_ms=clock.monotonic_ms(), specs=specs[start:end]
        )
        if error_code or some is None:
            return error_code, session_id, some
        news += some
        await pace.breathe()
    error_code, session_id, _ = context.answer((), now_ms=clock.monotonic_ms(), specs=())
    return error_code, session_id, news
