"""Takes fetches through: what the Fetch handler asks for is read now, when there is enough, or when it is in memory.

    fetch ─▶ FetchReads ─┬─▶ enough, or an error ─▶ answered at once
                         ├─▶ too little           ─▶ DelayedFetch in the fetch purgatory ─▶ FetchReads ─▶ answered
                         └─▶ not in memory        ─▶ ColdReads: a thread loads it ─▶ the whole fetch again, from
                                                     `fetch` or from the delayed fetch's end, whichever it was

    in_session    the same of an incremental fetch, which looks at what has changed only (`session_fetch`)
    in_slices     the same of very many partitions, in slices of the loop's time (`big_fetch`)

A follower's fetch also says how far it is: that is taken in when it comes (`follower_progress`). Not here: versions and
sessions' meaning (the handler, `fetch_session`), reading (`fetch_reads`), what ends a wait (`delayed_fetch`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from kavka.broker.replica.big_fetch import BigFetches
from kavka.broker.replica.delayed_fetch import DelayedFetch
from kavka.broker.replica.fetch_types import FetchParams, FetchResult, OnDone, has_enough
from kavka.broker.replica.session_fetch import SessionFetches

if TYPE_CHECKING:
    from kavka.broker.log.cold_read import ColdRead
    from kavka.broker.replica.cold_reads import ColdReads
    from kavka.broker.replica.fetch_memory import FetchMemory
    from kavka.broker.replica.fetch_reads import FetchReads
    from kavka.broker.replica.fetch_session import FetchSessionCache
    from kavka.broker.replica.follower_progress import FollowerProgress
    from kavka.broker.replica.waiting import Waiting
    from kavka.timer.clock import Clock

FETCH_BYTES_MAX: Final = 55 * 1024 * 1024
"""`fetch.max.bytes`: what one fetch response may hold, whatever the client asks for (one batch excepted)."""


class FetchService:
    """The fetches of one broker.

    Args:
        reads: reads partitions.
        cold_reads: loads what is not in memory.
        waiting: where fetches wait.
        followers: takes in how far followers are.
        sessions: the fetch sessions.
        memory: how much may be read.
        clock: for when a follower has fetched.
        bytes_max: `fetch.max.bytes`.

    Attributes:
        reads: see above; who has nothing to wait for reads by it.
        sessions: see above.
        memory: see above; who fetches in slices reserves its part of it.
        bytes_max: see above.
        in_session: takes incremental fetches through.
        in_slices: takes fetches of very many partitions through.
        generation: another number whenever something changed for the fetches of many partitions at once.
    """

    __slots__ = (
        "_cold_reads",
        "_followers",
        "_waiting",
        "bytes_max",
        "generation",
        "in_session",
        "in_slices",
        "memory",
        "reads",
        "sessions",
    )

    def __init__(
        self,
        reads: FetchReads,
        cold_reads: ColdReads,
        waiting: Waiting,
        followers: FollowerProgress,
        *,
        sessions: FetchSessionCache,
        memory: FetchMemory,
        clock: Clock,
        bytes_max: int = FETCH_BYTES_MAX,
    ) -> None:
        self.reads = reads
        self._cold_reads = cold_reads
        self._waiting = waiting
        self._followers = followers
        self.sessions = sessions
        self.memory = memory
        self.bytes_max = bytes_max
        self.in_session = SessionFetches(reads, cold_reads, waiting, followers, clock=clock)
        self.in_slices = BigFetches(reads, cold_reads, waiting, followers, clock=clock)
        self.generation = 0

    def serve_anew(self) -> None:
        """Makes every session look at all of its partitions again: much has changed at once."""
        self.generation += 1

    def fetch(self, params: FetchParams, on_done: OnDone) -> list[FetchResult] | None:
        """Reads a fetch at once if that satisfies it, otherwise later.

        Later: when there is enough, or when its time is up.

        At once means: there is enough, something is wrong with a partition, nothing was asked for, or nobody wants to
        wait.

        Returns:
            The results, in the order of the specs; None when `on_done` gets them later.
        """
        results = self._fetch(params, on_done)
        if results is not None:
            self.reads.count_sent(params.replica_id, results)
        return results

    def _fetch(self, params: FetchParams, on_done: OnDone) -> list[FetchResult] | None:
        colds: list[ColdRead] = []
        results = self.reads.read(params, colds, self._cold_reads.must_block(params.cold_rounds))
        if colds:
            self._load(params, colds, partial(self._fetch_again, params, on_done))
            return None
        if params.replica_id >= 0:
            self._followers.fetched(params, results)
        waiting = self._waiting
        if params.max_wait_ms <= 0 or not results or waiting.is_stopping or has_enough(params, results):
            return results
        operation = DelayedFetch(self.reads, params, partial(self._finish, params, on_done))
        keys = [result.partition for result in results if result.partition is not None]
        is_done = waiting.fetch_purgatory.try_complete_else_watch(operation, keys)
        if not is_done and params.when_parked is not None:
            params.when_parked(operation.abandon)
        return None

    def _fetch_again(self, params: FetchParams, on_done: OnDone) -> None:
        results = self.fetch(params, on_done)
        if results is not None:
            on_done(results)

    def _finish(self, params: FetchParams, on_done: OnDone) -> None:
        """Reads for a fetch that will not wait any more, but for the device."""
        results = self.read_or_load(params, partial(self._finish, params, on_done))
        if results is not None:
            self.reads.count_sent(params.replica_id, results)
            on_done(results)

    def read_or_load(self, params: FetchParams, again: Callable[[], None]) -> list[FetchResult] | None:
        """Reads what there is for a fetch; None where something is loaded first, and `again` is called then."""
        colds: list[ColdRead] = []
        results = self.reads.read(params, colds, self._cold_reads.must_block(params.cold_rounds))
        if not colds:
            return results
        self._load(params, colds, again)
        return None

    def _load(self, params: FetchParams, colds: list[ColdRead], again: Callable[[], None]) -> None:
        params.cold_rounds += 1
        self._cold_reads.load(colds, again)
