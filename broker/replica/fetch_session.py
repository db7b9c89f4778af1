"""Fetch sessions (KIP-227): what a client fetches again and again is remembered here, so that requests name only what
is new to them and responses only what has changed. Sans I/O; the time is an argument.

    request (session id, epoch)       context                      response
    id 0 or known, epoch −1           sessionless; a known id ends  everything, id 0
    any id, epoch 0                   full: a new session           everything, its id (0 where the cache is full)
    known id, the expected epoch      incremental                   what has changed, its id
    known id, another epoch           error                         INVALID_FETCH_SESSION_EPOCH
    known id, names for ids           error                         FETCH_SESSION_TOPIC_ID_ERROR (or ids for names)
    unknown id, epoch > 0             error                         FETCH_SESSION_ID_NOT_FOUND

A session names topics by id or by name, as the request did that began it, for good (KIP-516).
The epoch counts a session's requests, 1 after the one that made it, and 1 again after 2³¹ − 1. It moves when a request
is taken, before the response is made; by then it must still be the one after the request's, otherwise a copy
of the request overtook it.

An incremental response has the partitions that bring records, whose high watermark or log start offset moved, or that
fail; a failed one is in it again when the failure ends. Only those are read that may have such news: which, and in
what order, is `session_partitions`.

Which session must go when all slots are taken and somebody wants another, in this order:

1. the one that was used least recently, if that was more than the eviction time ago;
2. the smallest that may be evicted, if the new one is larger, or is a follower's and the old one is not. A follower
   may evict any consumer's session; everybody else only sessions that have lived longer than the eviction time.

Otherwise the new one is not made, and its client goes on with full requests. Not here: sockets, versions, reading.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Final

from kavka.broker.metrics import FetchSessionMetrics
from kavka.broker.replica.fetch_types import FetchResult, FetchSpec, NameOf, SpecKey
from kavka.broker.replica.session_partitions import Answered, FetchSession, SessionPartition
from kavka.broker.replica.session_partitions import Key as Key  # of both sides
from kavka.native import mypyc_attr
from kavka.protocol.errors import ErrorCode
from kavka.timer.moments import MonotonicMs

NO_SESSION: Final = 0
INITIAL_EPOCH: Final = 0
FINAL_EPOCH: Final = -1
ID_MAX: Final = 2**31 - 1

SLOTS_MAX: Final = 1_000
"""Default of `max.incremental.fetch.session.cache.slots`."""
EVICTION_MS: Final = 120_000
"""How long a session is safe, from when it was made and from its last use."""


def next_epoch(epoch: int) -> int:
    """Returns the epoch after `epoch`: 1 follows on the greatest; after the final one there is none other."""
    if epoch < 0:
        return FINAL_EPOCH
    return 1 if epoch == ID_MAX else epoch + 1


@mypyc_attr(allow_interpreted_subclasses=True)
class FetchSessionCache:
    """All sessions of a broker.

    Args:
        rng: session ids come from it.
        slots_max: how many sessions there may be; 0 for none.
        eviction_ms: see the module.
        metrics: where sessions, partitions and evictions are counted.

    Attributes:
        changed: the sessions that may have news which nobody has looked at; whoever changes partitions looks whether
            one of them waits for it, and takes it out.
    """

    __slots__ = ("_by_use", "_eviction_ms", "_rng", "changed", "metrics", "slots_max")

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
        self.changed: dict[FetchSession, None] = {}
        self.slots_max = slots_max
        self.metrics = metrics or FetchSessionMetrics()

    def __len__(self) -> int:
        return len(self._by_use)

    def get(self, session_id: int) -> FetchSession | None:
        """Returns the session with this id; None when there is none."""
        return self._by_use.get(session_id)

    def remove(self, session_id: int) -> None:
        """Ends a session; that there is none is fine."""
        session = self._by_use.pop(session_id, None)
        if session is not None:
            self.metrics.sessions -= 1
            self.metrics.partitions -= session.size
            session.close()

    def touch(self, session: FetchSession, now_ms: MonotonicMs) -> None:
        """Notes a session's use and present size (KAFKA-9137: it was evicted as if it had not been used)."""
        del self._by_use[session.id]
        self._by_use[session.id] = session
        session.last_used_ms = now_ms
        self.metrics.partitions += len(session.partitions) - session.size
        session.size = len(session.partitions)

    def maybe_create(
        self,
        specs: Sequence[FetchSpec],
        results: Sequence[FetchResult],
        *,
        is_privileged: bool,
        now_ms: MonotonicMs,
        uses_topic_ids: bool = False,
    ) -> int:
        """Creates a session of a full response; returns its id, 0 where no slot could be had."""
        if not self._has_slot(is_privileged, len(specs), now_ms):
            return NO_SESSION
        session = self.begin(is_privileged=is_privileged, now_ms=now_ms, uses_topic_ids=uses_topic_ids)
        session.remember(specs, results)
        return self._add(session)

    def begin(self, *, is_privileged: bool, now_ms: MonotonicMs, uses_topic_ids: bool = False) -> FetchSession:
        """Makes an empty session that is not in the cache yet; see `maybe_add`."""
        return FetchSession(
            self._new_id(),
            is_privileged=is_privileged,
            now_ms=now_ms,
            changed=self.changed,
            uses_topic_ids=uses_topic_ids,
        )

    def maybe_add(self, session: FetchSession, *, now_ms: MonotonicMs) -> int:
        """Adds a session that was begun and filled; see `maybe_create`."""
        size = len(session.partitions)
        if session.id in self._by_use or not self._has_slot(session.is_privileged, size, now_ms):
            return NO_SESSION
        session.created_ms = session.last_used_ms = now_ms
        return self._add(session)

    def _has_slot(self, is_privileged: bool, size: int, now_ms: MonotonicMs) -> bool:
        return len(self._by_use) < self.slots_max or self._evict(is_privileged, size, now_ms)

    def _add(self, session: FetchSession) -> int:
        assert session.id not in self._by_use, f"session {session.id} is there already"
        assert len(self._by_use) < self.slots_max, f"{len(self._by_use)} sessions have {self.slots_max} slots"
        session.size = len(session.partitions)
        self._by_use[session.id] = session
        self.metrics.sessions += 1
        self.metrics.partitions += session.size
        return session.id

    def _new_id(self) -> int:
        while True:
            session_id = self._rng.randint(1, ID_MAX)
            if session_id not in self._by_use:
                return session_id

    def _evict(self, is_privileged: bool, size: int, now_ms: MonotonicMs) -> bool:
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
    """One request's relation to its session, from its arrival to its response.

    Attributes:
        specs: what is to be read, in order.
        session: the one that an incremental request is of; None: it is a full one.
        reader: says what holds for all of the session's partitions now, see `FetchSession.reader`.
        error_code: why nothing is; the response then has nothing else.
        makes_session: whether the response begins a session.
        is_privileged: whether that is a follower's.
        uses_topic_ids: whether it names topics by id.
    """

    __slots__ = (
        "_cache",
        "_epoch",
        "error_code",
        "is_privileged",
        "makes_session",
        "reader",
        "session",
        "specs",
        "uses_topic_ids",
    )

    def __init__(
        self,
        specs: Sequence[FetchSpec],
        *,
        cache: FetchSessionCache | None = None,
        error_code: int = 0,
        session: FetchSession | None = None,
        reader: Callable[[], Hashable] = lambda: None,
        makes_session: bool = False,
        is_privileged: bool = False,
        uses_topic_ids: bool = False,
    ) -> None:
        self.specs = specs
        self.error_code = error_code
        self._cache = cache
        self.session = session
        self.reader = reader
        self._epoch = session.epoch if session is not None else FINAL_EPOCH
        self.makes_session = makes_session
        self.is_privileged = is_privileged
        self.uses_topic_ids = uses_topic_ids

    @property
    def is_current(self) -> bool:
        """Tells whether no other request of the session has come since this one."""
        return self.session is None or self.session.epoch == self._epoch

    def due_again(self, count_max: int | None = None) -> list[SessionPartition]:
        """Lists the due partitions of a fetch that has waited; none if another request has come meanwhile."""
        session = self.session
        if session is None or session.epoch != self._epoch:
            return []
        session.read_as(self.reader())
        return session.due(count_max)

    def overtaken(self) -> FetchContext:
        """Makes the context of a request that its session's next one has overtaken. It is an error."""
        return FetchContext([], error_code=int(ErrorCode.INVALID_FETCH_SESSION_EPOCH))

    def answer(
        self, results: Sequence[FetchResult], *, now_ms: MonotonicMs, specs: Sequence[FetchSpec] | None = None
    ) -> tuple[int, int, Answered | None]:
        """Builds the response's error code, session id and changed partitions (None for all of them).

        Args:
            results: what was read.
            now_ms: monotonic.
            specs: for what; None: for all of `specs`. Some of them only where there is a session already.
        """
        session = self.session
        if session is not None:
            if session.epoch != self._epoch:
                return int(ErrorCode.INVALID_FETCH_SESSION_EPOCH), session.id, []
            return 0, session.id, session.news_of(self.specs if specs is None else specs, results)
        if self.makes_session and self._cache is not None:
            made = self._cache.maybe_create(
                self.specs,
                results,
                is_privileged=self.is_privileged,
                now_ms=now_ms,
                uses_topic_ids=self.uses_topic_ids,
            )
            return 0, made, None
        return 0, NO_SESSION, None

    def answer_throttled(self) -> tuple[int, int]:
        """Returns (error code, session id) of an empty response to a throttled client.

        No session is made for it, and the one that there is notes nothing: the client hears of everything later.
        """
        session = self.session
        if session is None:
            return 0, NO_SESSION
        if session.epoch != self._epoch:
            return int(ErrorCode.INVALID_FETCH_SESSION_EPOCH), session.id
        return 0, session.id


def name_of_none(topic_id: bytes) -> None:
    """Returns no name: of requests that know no ids."""


def expected_session(
    cache: FetchSessionCache, session_id: int, epoch: int, *, uses_topic_ids: bool
) -> FetchSession | FetchContext:
    """Finds the session that expects a request of this epoch. Where there is none, the context says why."""
    session = cache.get(session_id)
    if session is None:
        return FetchContext([], error_code=int(ErrorCode.FETCH_SESSION_ID_NOT_FOUND))
    if session.epoch != epoch:
        return FetchContext([], error_code=int(ErrorCode.INVALID_FETCH_SESSION_EPOCH))
    if session.uses_topic_ids != uses_topic_ids:
        return FetchContext([], error_code=int(ErrorCode.FETCH_SESSION_TOPIC_ID_ERROR))
    return session


def open_context(
    cache: FetchSessionCache,
    specs: list[FetchSpec],
    *,
    session_id: int,
    epoch: int,
    forgotten: Iterable[SpecKey],
    is_follower: bool,
    now_ms: MonotonicMs,
    reader: Callable[[], Hashable] = lambda: None,
    uses_topic_ids: bool = False,
    name_of: NameOf = name_of_none,
) -> FetchContext:
    """Opens the context of a request by session id and epoch; see the table of the module.

    Args:
        cache: all sessions.
        specs: the partitions that the request names, each once.
        session_id: the request's.
        epoch: likewise.
        forgotten: partitions that the session shall no longer have.
        is_follower: whether a broker asks.
        now_ms: monotonic.
        reader: see `FetchContext`.
        uses_topic_ids: whether the request names topics by id.
        name_of: names those of the session's that had no name yet.
    """
    if epoch in (INITIAL_EPOCH, FINAL_EPOCH):
        if session_id != NO_SESSION:
            cache.remove(session_id)
        return FetchContext(
            specs,
            cache=cache,
            makes_session=epoch == INITIAL_EPOCH,
            is_privileged=is_follower,
            uses_topic_ids=uses_topic_ids,
        )
    session = expected_session(cache, session_id, epoch, uses_topic_ids=uses_topic_ids)
    if isinstance(session, FetchContext):
        return session
    session.update(specs, forgotten)
    if not session.partitions:
        cache.remove(session.id)
        return FetchContext(specs)
    cache.touch(session, now_ms)
    session.epoch = next_epoch(epoch)
    session.resolve(name_of)
    session.read_as(reader())
    return FetchContext(session.due_for_fetch(), session=session, reader=reader)
