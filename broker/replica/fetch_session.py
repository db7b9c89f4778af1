"""Fetch sessions (KIP-227): what a client fetches again and again is remembered here, so that requests name only what
is new to them and answers only what has changed. Sans I/O; the time is an argument.

    request (session id, epoch)       context                      answer
    id 0 or known, epoch −1           sessionless; a known id ends  everything, id 0
    any id, epoch 0                   full: a new session           everything, its id (0 where the cache is full)
    known id, the expected epoch      incremental                   what has changed, its id
    known id, another epoch           error                         INVALID_FETCH_SESSION_EPOCH
    unknown id, epoch > 0             error                         FETCH_SESSION_ID_NOT_FOUND

The epoch counts a session's requests, 1 after the one that made it, and 1 again after 2³¹ − 1. It moves when a request
is taken, before it is answered; when the answer is made it must still be the one after the request's, otherwise a copy
of the request overtook it.

An incremental answer has the partitions that bring records, whose high watermark or log start offset moved, or that
fail; a failed one is answered anew when the failure ends. A partition that brought records goes to the end of the
order in which partitions are read, else the first ones would eat up every answer's limit (KAFKA-12330).

Which session must go when all slots are taken and somebody wants another, in this order:

1. the one that was used least recently, if that was more than the eviction time ago;
2. the smallest that may be evicted, if the new one is larger, or is a follower's and the old one is not. A follower
   may evict any consumer's session; everybody else only sessions that have lived longer than the eviction time.

Otherwise the new one is not made, and its client goes on with full requests. Not here: sockets, versions, reading.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Final

from broker.metrics import FetchSessionMetrics
from broker.replica.delayed_fetch import FetchResult, FetchSpec
from protocol.errors import ErrorCode

NO_SESSION: Final = 0
INITIAL_EPOCH: Final = 0
FINAL_EPOCH: Final = -1
ID_MAX: Final = 2**31 - 1

SLOTS_MAX: Final = 1_000
"""Default of `max.incremental.fetch.session.cache.slots`."""
EVICTION_MS: Final = 120_000
"""How long a session is safe, from when it was made and from its last use."""

Key = tuple[str, int]
"""(topic, partition)"""
Answered = list[tuple[FetchSpec, FetchResult]]


def next_epoch(epoch: int) -> int:
    """The epoch after `epoch`: 1 follows on the greatest; after the final one there is none other."""
    if epoch < 0:
        return FINAL_EPOCH
    return 1 if epoch == ID_MAX else epoch + 1


class CachedPartition:
    """One partition of a session: what to read, and what the client was told last."""

    __slots__ = ("high_watermark", "log_start_offset", "spec")

    def __init__(self, spec: FetchSpec) -> None:
        self.spec = spec
        self.high_watermark = -1
        self.log_start_offset = -1

    def note(self, result: FetchResult) -> bool:
        """Takes in what was read; returns whether the client must hear of it."""
        if result.error_code:
            self.high_watermark = -1  # so that the end of the error is news
            return True
        if result.diverging is not None:
            self.high_watermark = -1  # who must truncate takes nothing else in, and hears of it again (KAFKA-14704)
            return True
        is_news = len(result.records) > 0 or result.preferred >= 0
        if self.high_watermark != result.high_watermark:
            self.high_watermark = result.high_watermark
            is_news = True
        if self.log_start_offset != result.log_start_offset:
            self.log_start_offset = result.log_start_offset
            is_news = True
        return is_news


class FetchSession:
    """What one client fetches.

    Attributes:
        is_privileged: a follower's.
        epoch: what its next request must carry.
        size: its partitions when it was last used, which is what evictions compare.
    """

    __slots__ = ("created_ms", "epoch", "id", "is_privileged", "last_used_ms", "partitions", "size")

    def __init__(
        self, session_id: int, *, is_privileged: bool, now_ms: int, partitions: dict[Key, CachedPartition]
    ) -> None:
        self.id = session_id
        self.is_privileged = is_privileged
        self.created_ms = self.last_used_ms = now_ms
        self.epoch = next_epoch(INITIAL_EPOCH)
        self.partitions = partitions
        self.size = len(partitions)

    def update(self, specs: Iterable[FetchSpec], forgotten: Iterable[Key]) -> None:
        """Takes in what a request adds, changes and forgets.

        A changed partition gets a new spec, in its old place: a fetch that waits may still hold the old one.
        """
        partitions = self.partitions
        for spec in specs:
            key = (spec.topic, spec.index)
            known = partitions.get(key)
            if known is None:
                partitions[key] = CachedPartition(spec)
            else:
                known.spec = spec
        for key in forgotten:
            partitions.pop(key, None)

    def news_of(self, specs: Sequence[FetchSpec], results: Sequence[FetchResult]) -> Answered:
        """What the client must hear of; partitions that brought records go to the end of the order."""
        news: Answered = []
        partitions = self.partitions
        for spec, result in zip(specs, results, strict=True):
            key = (spec.topic, spec.index)
            cached = partitions[key]
            if cached.note(result):
                news.append((spec, result))
                if len(result.records):
                    del partitions[key]
                    partitions[key] = cached
        return news


def remember(
    partitions: dict[Key, CachedPartition], specs: Iterable[FetchSpec], results: Iterable[FetchResult]
) -> None:
    """Takes partitions into a session that is about to be made, with what its client is told of them."""
    for spec, result in zip(specs, results, strict=True):
        cached = partitions[spec.topic, spec.index] = CachedPartition(spec)
        cached.note(result)


class FetchSessionCache:
    """All sessions of a broker.

    Args:
        rng: session ids come from it.
        slots_max: how many sessions there may be; 0 for none.
        eviction_ms: see the module.
        metrics: where sessions, partitions and evictions are counted.
    """

    __slots__ = ("_by_use", "_eviction_ms", "_rng", "metrics", "slots_max")

    def __init__(
        self,
        rng: random.Random,
        *,
        slots_max: int = SLOTS_MAX,
        eviction_ms: int = EVICTION_MS,
        metrics: FetchSessionMetrics | None = None,
    ) -> None:
        self._rng = rng
        self._eviction_ms = eviction_ms
        # Invariant: ordered by last use, the least recent first.
        self._by_use: dict[int, FetchSession] = {}
        self.slots_max = slots_max
        self.metrics = metrics or FetchSessionMetrics()

    def __len__(self) -> int:
        return len(self._by_use)

    def get(self, session_id: int) -> FetchSession | None:
        """The session with this id."""
        return self._by_use.get(session_id)

    def size_of(self, session_id: int) -> int:
        """How many partitions a session had when it was last used; 0: there is none."""
        session = self._by_use.get(session_id)
        return 0 if session is None else session.size

    def remove(self, session_id: int) -> None:
        """Ends a session; that there is none is fine."""
        session = self._by_use.pop(session_id, None)
        if session is not None:
            self.metrics.sessions -= 1
            self.metrics.partitions -= session.size

    def touch(self, session: FetchSession, now_ms: int) -> None:
        """Notes a use, and how large the session is now (KAFKA-9137: it was evicted as if it had not been used)."""
        del self._by_use[session.id]
        self._by_use[session.id] = session
        session.last_used_ms = now_ms
        self.metrics.partitions += len(session.partitions) - session.size
        session.size = len(session.partitions)

    def maybe_create(
        self, specs: Sequence[FetchSpec], results: Sequence[FetchResult], *, is_privileged: bool, now_ms: int
    ) -> int:
        """Makes a session of what was answered in full; returns its id, 0 where no slot could be had."""
        if not self._has_slot(is_privileged, len(specs), now_ms):
            return NO_SESSION
        partitions: dict[Key, CachedPartition] = {}
        remember(partitions, specs, results)
        return self._add(partitions, is_privileged, now_ms)

    def maybe_add(self, partitions: dict[Key, CachedPartition], *, is_privileged: bool, now_ms: int) -> int:
        """Makes a session of partitions that were remembered already; see `maybe_create`."""
        if not self._has_slot(is_privileged, len(partitions), now_ms):
            return NO_SESSION
        return self._add(partitions, is_privileged, now_ms)

    def _has_slot(self, is_privileged: bool, size: int, now_ms: int) -> bool:
        return len(self._by_use) < self.slots_max or self._evict(is_privileged, size, now_ms)

    def _add(self, partitions: dict[Key, CachedPartition], is_privileged: bool, now_ms: int) -> int:
        session_id = self._new_id()
        session = FetchSession(session_id, is_privileged=is_privileged, now_ms=now_ms, partitions=partitions)
        self._by_use[session_id] = session
        self.metrics.sessions += 1
        self.metrics.partitions += session.size
        return session_id

    def _new_id(self) -> int:
        while True:
            session_id = self._rng.randint(1, ID_MAX)
            if session_id not in self._by_use:
                return session_id

    def _evict(self, is_privileged: bool, size: int, now_ms: int) -> bool:
        """Frees a slot for a session of that kind and size, if one may be freed."""
        if not self._by_use:
            return False
        oldest = next(iter(self._by_use.values()))
        if now_ms - oldest.last_used_ms > self._eviction_ms:
            self._remove_evicted(oldest)
            return True
        # A look at all of them: only when every slot is taken and another client comes.
        candidates = [
            session
            for session in self._by_use.values()
            if session.last_used_ms - session.created_ms > self._eviction_ms
            or (is_privileged and not session.is_privileged)
        ]
        if not candidates:
            return False
        least = min(candidates, key=lambda session: (session.is_privileged, session.size, session.id))
        if (is_privileged, size, NO_SESSION) < (least.is_privileged, least.size, least.id):
            return False
        self._remove_evicted(least)
        return True

    def _remove_evicted(self, session: FetchSession) -> None:
        self.metrics.evictions += 1
        self.remove(session.id)


class FetchContext:
    """One request's relation to its session, from its arrival to its answer.

    Attributes:
        specs: what is to be read, in order.
        error_code: why nothing is; the answer then has nothing else.
        makes_session: whether the answer begins a session.
        is_privileged: whether that is a follower's.
    """

    __slots__ = ("_cache", "_epoch", "_session", "error_code", "is_privileged", "makes_session", "specs")

    def __init__(
        self,
        specs: list[FetchSpec],
        *,
        cache: FetchSessionCache | None = None,
        error_code: int = 0,
        session: FetchSession | None = None,
        makes_session: bool = False,
        is_privileged: bool = False,
    ) -> None:
        self.specs = specs
        self.error_code = error_code
        self._cache = cache
        self._session = session
        self._epoch = session.epoch if session is not None else FINAL_EPOCH
        self.makes_session = makes_session
        self.is_privileged = is_privileged

    @property
    def is_current(self) -> bool:
        """Whether no other request of the session has come since this one."""
        return self._session is None or self._session.epoch == self._epoch

    def overtaken(self) -> FetchContext:
        """The context of a request that another one of its session has overtaken: an error."""
        return FetchContext([], error_code=int(ErrorCode.INVALID_FETCH_SESSION_EPOCH))

    def answer(
        self, results: Sequence[FetchResult], *, now_ms: int, specs: Sequence[FetchSpec] | None = None
    ) -> tuple[int, int, Answered | None]:
        """(error code, session id, what the client must hear of; None for everything).

        Args:
            results: what was read.
            now_ms: monotonic.
            specs: for what; None: for all of `specs`. Some of them only where there is a session already.
        """
        session = self._session
        if session is not None:
            if session.epoch != self._epoch:
                return int(ErrorCode.INVALID_FETCH_SESSION_EPOCH), session.id, []
            return 0, session.id, session.news_of(self.specs if specs is None else specs, results)
        if self.makes_session and self._cache is not None:
            made = self._cache.maybe_create(self.specs, results, is_privileged=self.is_privileged, now_ms=now_ms)
            return 0, made, None
        return 0, NO_SESSION, None

    def answer_throttled(self) -> tuple[int, int]:
        """(error code, session id) of an answer that brings nothing because its client has to wait.

        No session is made for it, and the one that there is notes nothing: the client hears of everything later.
        """
        session = self._session
        if session is None:
            return 0, NO_SESSION
        if session.epoch != self._epoch:
            return int(ErrorCode.INVALID_FETCH_SESSION_EPOCH), session.id
        return 0, session.id


def expected_session(cache: FetchSessionCache, session_id: int, epoch: int) -> FetchSession | FetchContext:
    """The session that expects a request of this epoch; the context that says why there is none."""
    session = cache.get(session_id)
    if session is None:
        return FetchContext([], error_code=int(ErrorCode.FETCH_SESSION_ID_NOT_FOUND))
    if session.epoch != epoch:
        return FetchContext([], error_code=int(ErrorCode.INVALID_FETCH_SESSION_EPOCH))
    return session


def open_context(
    cache: FetchSessionCache,
    specs: list[FetchSpec],
    *,
    session_id: int,
    epoch: int,
    forgotten: Iterable[Key],
    is_follower: bool,
    now_ms: int,
) -> FetchContext:
    """What a request with this session id and epoch means; see the table of the module.

    Args:
        cache: all sessions.
        specs: the partitions that the request names, each once.
        session_id: the request's.
        epoch: likewise.
        forgotten: partitions that the session shall no longer have.
        is_follower: whether a broker asks.
        now_ms: monotonic.
    """
    if epoch in (INITIAL_EPOCH, FINAL_EPOCH):
        if session_id != NO_SESSION:
            cache.remove(session_id)
        return FetchContext(specs, cache=cache, makes_session=epoch == INITIAL_EPOCH, is_privileged=is_follower)
    session = expected_session(cache, session_id, epoch)
    if isinstance(session, FetchContext):
        return session
    session.update(specs, forgotten)
    if not session.partitions:
        cache.remove(session.id)
        return FetchContext(specs)
    cache.touch(session, now_ms)
    session.epoch = next_epoch(epoch)
    return FetchContext([cached.spec for cached in session.partitions.values()], session=session)
