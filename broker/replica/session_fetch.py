"""Takes incremental fetches through: reads what is due of a session, and waits for news of all of it.

    request ─▶ what is due is read ─┬─▶ enough, or an error ─▶ answered at once
                                    └─▶ too little ─▶ DelayedSessionFetch, under one key: the session
                                                            │
    a partition of the session changes ─▶ session.changed ──┤ complete_delayed: counts what has changed since its last
                                                            │ look, so that min_bytes is a sum that is kept
                                                            ▼
                                          what is due is read ─▶ answered; with nothing, if nothing is due

The results are those of `fetch_reads` if it read every partition of the session, since what is not due would bring
nothing (`session_partitions`). How far a follower is, is taken in when its request comes, never when its waiting ends,
as in Kafka: it has said nothing new by then. Here that is also when it is noted that it has fetched at all.

Not here: reading one partition (`fetch_reads`), sessions of which very much is due (`big_fetch` does those in slices,
with what is here).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from kavka.broker.replica.delayed_fetch import describe
from kavka.broker.replica.fetch_types import has_enough
from kavka.timer.purgatory import DelayedOperation

if TYPE_CHECKING:
    from kavka.broker.log.cold_read import ColdRead
    from kavka.broker.replica.cold_reads import ColdReads
    from kavka.broker.replica.fetch_reads import FetchReads
    from kavka.broker.replica.fetch_session import FetchContext
    from kavka.broker.replica.fetch_types import FetchParams, FetchResult, OnDone
    from kavka.broker.replica.follower_progress import FollowerProgress
    from kavka.broker.replica.session_partitions import FetchSession, SessionPartition
    from kavka.broker.replica.waiting import Waiting
    from kavka.timer.clock import Clock

DUE_AT_ONCE_MAX: Final = 1_000
"""More than so many that have come to be due while a fetch waited are left to the next one, which reads in slices."""


class SessionFetches:
    """Takes incremental fetches through of which little is due.

    Args:
        reads: reads some partitions.
        cold_reads: loads what is not in memory.
        waiting: where fetches wait.
        followers: takes in how far followers are.
        clock: for when a follower has fetched.
    """

    __slots__ = ("_clock", "_cold_reads", "_followers", "_reads", "_waiting")

    def __init__(
        self, reads: FetchReads, cold_reads: ColdReads, waiting: Waiting, followers: FollowerProgress, *, clock: Clock
    ) -> None:
        self._reads = reads
        self._cold_reads = cold_reads
        self._waiting = waiting
        self._followers = followers
        self._clock = clock

    def fetch(
        self, params: FetchParams, context: FetchContext, session: FetchSession, on_done: OnDone
    ) -> list[FetchResult] | None:
        """Reads a session's fetch at once if that satisfies it, otherwise later.

        Later: when there is enough, or when its time is up.

        Returns:
            The results, in the order of the params' specs as they are then; None when `on_done` gets them later.
        """
        colds: list[ColdRead] = []
        results = self._read(params, colds)
        if colds:
            self._load(params, colds, partial(self._fetch_again, params, context, session, on_done))
            return None
        if params.replica_id >= 0:
            session.take_fetch(self._clock.monotonic_ms(), params.broker_epoch)
            self._followers.fetched(params, results)
            follow_settled(params.specs, results, params.replica_id)  # type: ignore[arg-type]
        if params.max_wait_ms > 0 and not self._waiting.is_stopping and not has_enough(params, results):
            self._park(params, context, session, on_done)
            return None
        self._reads.count_sent(params.replica_id, results)
        return results

    def _fetch_again(self, params: FetchParams, context: FetchContext, session: FetchSession, on_done: OnDone) -> None:
        if not context.is_current:
            self._finish(params, context, on_done)
            return
        params.specs = session.due_for_fetch()
        results = self.fetch(params, context, session, on_done)
        if results is not None:
            on_done(results)

    def _park(self, params: FetchParams, context: FetchContext, session: FetchSession, on_done: OnDone) -> None:
        finish = partial(self._finish, params, context, on_done)
        operation = DelayedSessionFetch(self._reads, params, context, session, finish)
        operation.count(session.due_unordered())
        session.waiting += 1
        is_done = self._waiting.fetch_purgatory.try_complete_else_watch(operation, (session,))
        if not is_done and params.when_parked is not None:
            params.when_parked(operation.abandon)

    def _finish(self, params: FetchParams, context: FetchContext, on_done: OnDone) -> None:
        """Reads for a fetch that will not wait any more, but for the device."""
        due = context.due_again(DUE_AT_ONCE_MAX)
        params.specs = due
        colds: list[ColdRead] = []
        results = self._read(params, colds)
        if colds:
            self._load(params, colds, partial(self._finish, params, context, on_done))
            return
        if params.replica_id >= 0:
            keep_due_unless_followed(due, results, params.replica_id)
        self._reads.count_sent(params.replica_id, results)
        on_done(results)

    def _read(self, params: FetchParams, colds: list[ColdRead]) -> list[FetchResult]:
        results = self._reads.read(params, colds, may_wait=self._cold_reads.must_block(params.cold_rounds))
        if not colds:
            watch_logs(params.specs, results)  # type: ignore[arg-type]
        return results

    def _load(self, params: FetchParams, colds: list[ColdRead], again: Callable[[], None]) -> None:
        params.cold_rounds += 1
        self._cold_reads.load(colds, again)


def watch_logs(due: Sequence[SessionPartition], results: Sequence[FetchResult]) -> None:
    """Watches the logs of partitions that were read at this moment."""
    for spec, result in zip(due, results, strict=True):
        partition = result.partition
        if partition is not None:
            spec.watch(partition.log)


def follow_settled(due: Sequence[SessionPartition], results: Sequence[FetchResult], broker_id: int) -> None:
    """Counts a follower as caught up at every later fetch. Only for the partitions of which it has everything."""
    for spec, result in zip(due, results, strict=True):
        partition = result.partition
        if result.is_settled and partition is not None:
            result.is_settled = spec.follow(partition, broker_id)


def keep_due_unless_followed(due: Sequence[SessionPartition], results: Sequence[FetchResult], broker_id: int) -> None:
    """Keeps partitions due for the follower's next request.

    They are those that this one, when it came, did not find settled.
    """
    for spec, result in zip(due, results, strict=True):
        partition = result.partition
        if result.is_settled and partition is not None:
            result.is_settled = spec.is_followed(partition, broker_id)


class DelayedSessionFetch(DelayedOperation):
    """The waiting fetch: Cases A to E of `delayed_fetch`, looking only at what has changed since the last look.

    Args:
        reads: knows what is readable.
        params: the fetch.
        context: knows whether another request of the session has come: this one's response is an error then.
        session: has what changed.
        then: called when it waits no more.
    """

    __slots__ = (
        "_context",
        "_counted",
        "_is_due",
        "_missing_bytes",
        "_params",
        "_reads",
        "_session",
        "_then",
        "_unsure",
    )

    def __init__(
        self,
        reads: FetchReads,
        params: FetchParams,
        context: FetchContext,
        session: FetchSession,
        then: Callable[[], None],
    ) -> None:
        super().__init__(params.max_wait_ms)
        self._reads = reads
        self._params = params
        self._context = context
        self._session = session
        self._then = then
        # Invariant: _missing_bytes is min_bytes without the sum of _counted.
        self._counted: dict[SessionPartition, int] = {}
        self._missing_bytes = params.min_bytes
        self._unsure: dict[SessionPartition, None] = {}
        """What a replication quota may hold back, or release, at any time: counted at each look."""
        self._is_due = False

    def describe(self) -> dict[str, object]:
        """Describes the waiting fetch: its replica, minimum bytes and fetch offsets."""
        partitions = self._session.partitions
        return {**describe(self._params, partitions.values()), "partitions_asked": len(partitions)}

    def count(self, partitions: Iterable[SessionPartition]) -> None:
        """Recounts the bytes that some of the partitions would bring."""
        reads, params = self._reads, self._params
        for spec in partitions:
            partition = reads.find(spec.topic, spec.index)
            readable_bytes = None
            if partition is not None:
                spec.watch(partition.log)
                readable_bytes = reads.readable_now(params, spec)
                if params.replica_id >= 0 and partition.log.config.throttled_leaders is not None:
                    self._unsure[spec] = None
            if readable_bytes is None:
                self._is_due = True
                return
            before = self._counted.get(spec, 0)
            if readable_bytes != before:
                self._counted[spec] = readable_bytes
                self._missing_bytes += before - readable_bytes

    def try_complete(self) -> bool:
        """Completes once a partition's case ends the wait, or there are enough bytes."""
        if not self._context.is_current or self._session.is_closed:
            return self.force_complete()
        if self._unsure:
            self.count(tuple(self._unsure))
        self.count(self._session.take_changed())
        return (self._is_due or self._missing_bytes <= 0) and self.force_complete()

    def on_complete(self) -> None:
        """Completes the fetch of the session."""
        self._session.waiting -= 1
        self._then()

    def abandon(self) -> bool:
        """Ends the wait of a fetch that nobody wants any more."""
        is_ended = super().abandon()
        self._session.waiting -= is_ended
        return is_ended
