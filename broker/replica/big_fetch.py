"""Reads what a fetch of very many partitions asks for, in slices of the loop's time.

    fetch ─▶ read, slice by slice ─┬─▶ enough, or an error ─▶ the results
              │      ▲             └─▶ too little ─▶ DelayedBigFetch ─▶ read again ─▶ the results
              └─ not in memory: a thread loads it, then that slice is read again

The same results as from `fetch_reads`, which does it in one step: right for a thousand partitions, seconds for 200,000.
Between two slices other requests are served, so each partition's result is of the moment when it was read; a follower's
progress in a partition is taken in within the slice that read it. Who waits is not looked at as a whole for each
append, as a `DelayedFetch` is: it keeps what each partition would bring, and recounts the one that has changed.

Not here: which fetch is big (the handler), sessions and versions (likewise).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from kavka.broker.replica.delayed_fetch import MANY_PARTITIONS, describe
from kavka.broker.replica.fetch_types import is_to_be_answered
from kavka.broker.replica.session_fetch import DelayedSessionFetch, follow_settled, keep_due_unless_followed, watch_logs
from kavka.timer.purgatory import DelayedOperation

if TYPE_CHECKING:
    from kavka.broker.log.cold_read import ColdRead
    from kavka.broker.replica.cold_reads import ColdReads
    from kavka.broker.replica.fetch_memory import Reservation
    from kavka.broker.replica.fetch_reads import FetchReads
    from kavka.broker.replica.fetch_session import FetchContext
    from kavka.broker.replica.fetch_types import FetchParams, FetchResult, FetchSpec
    from kavka.broker.replica.follower_progress import FollowerProgress
    from kavka.broker.replica.partition import Partition
    from kavka.broker.replica.session_partitions import FetchSession
    from kavka.broker.replica.waiting import Waiting
    from kavka.common.lane import LanePace
    from kavka.timer.clock import Clock

PARTITIONS_AT_ONCE: Final = 64
"""Partitions between two looks at the time: a few milliseconds of reading at the most."""


class BigFetches:
    """Takes fetches of many partitions through.

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
        self._clock = clock
        self._reads = reads
        self._cold_reads = cold_reads
        self._waiting = waiting
        self._followers = followers

    async def fetch(
        self,
        params: FetchParams,
        pace: LanePace,
        is_wanted: Callable[[], bool],
        reservation: Reservation,
        context: FetchContext | None = None,
    ) -> list[FetchResult] | None:
        """Reads a fetch's partitions, after waiting for enough bytes where it has to.

        Args:
            params: the fetch; its specs are those of the results afterwards.
            pace: not entered; it is while there is something to do, and not while this waits.
            is_wanted: whether somebody still wants the results.
            reservation: gets the bytes that this may read, then those that it has read; the caller gives them back.
            context: the request's relation to its session; None: it has none, or is about to begin one.

        Returns:
            The results, in the order of the specs; None when nobody wants them any more.
        """
        session = None if context is None else context.session
        parts = self._reads, self._cold_reads, self._followers
        reading = _Reading(*parts, params, pace, reservation, session)
        results = await reading.read(is_wanted)
        if results is None:
            return None
        if session is not None and context is not None and context.is_current:
            session.take_fetch(self._clock.monotonic_ms(), params.broker_epoch)
        if params.max_wait_ms > 0 and reading.must_wait and not self._waiting.is_stopping:
            del results, reading
            reservation.set(0)
            if session is None or context is None:
                await self._wait(params, pace)
            else:
                await self._wait_in_session(params, context, session, pace)
                params.specs = context.due_again()
            reading = _Reading(*parts, params, pace, reservation, session, is_again=True)
            results = await reading.read(is_wanted)
            if results is None:
                return None
        async with pace:
            for start in range(0, len(results), PARTITIONS_AT_ONCE):
                self._reads.count_sent(params.replica_id, results[start : start + PARTITIONS_AT_ONCE])
                await pace.breathe()
        return results

    async def _wait(self, params: FetchParams, pace: LanePace) -> None:
        """Waits until there is enough, something is wrong, the time is up, or the client is gone."""
        waiting = self._waiting
        operation = DelayedBigFetch(self._reads, params)
        waiting.many[operation] = None
        try:
            waiting.fetch_purgatory.try_complete_else_watch(operation, (MANY_PARTITIONS,))
            if params.when_parked is not None and not operation.is_completed:
                params.when_parked(operation.abandon)
            # Changes are notified from here on: each partition is counted once now and then when it changes.
            async with pace:
                for start in range(0, len(params.specs), PARTITIONS_AT_ONCE):
                    if operation.is_completed:
                        break
                    operation.watch(params.specs[start : start + PARTITIONS_AT_ONCE])
                    await pace.breathe()
            await operation.ended.wait()  # the purgatory's timer ends it at the latest
        finally:
            del waiting.many[operation]
            operation.abandon()

    async def _wait_in_session(
        self, params: FetchParams, context: FetchContext, session: FetchSession, pace: LanePace
    ) -> None:
        """Waits as `session_fetch` does; what is due already is counted in slices."""
        ended = asyncio.Event()
        operation = DelayedSessionFetch(self._reads, params, context, session, ended.set)
        session.waiting += 1
        try:
            self._waiting.fetch_purgatory.try_complete_else_watch(operation, (session,))
            if params.when_parked is not None and not operation.is_completed:
                params.when_parked(partial(_end, operation, ended))
            due = session.due_unordered()
            async with pace:
                for start in range(0, len(due), PARTITIONS_AT_ONCE):
                    if operation.is_completed or operation.try_complete():
                        break
                    operation.count(due[start : start + PARTITIONS_AT_ONCE])
                    await pace.breathe()
                else:
                    operation.try_complete()
            await ended.wait()  # the purgatory's timer ends it at the latest
        finally:
            operation.abandon()


def _end(operation: DelayedSessionFetch, ended: asyncio.Event) -> None:
    """Ends the waiting of a fetch that nobody wants any more."""
    operation.abandon()
    ended.set()


class _Reading:
    """Reads all partitions of a fetch once.

    Args:
        reads: reads some partitions.
        cold_reads: loads what is not in memory.
        followers: takes in how far a follower is.
        params: the fetch.
        pace: entered while there is something to do.
        reservation: of the memory for what is read.
        session: where the fetch is an incremental one.
        is_again: whether it has been read before, when it came: what it says of a follower was taken in then.

    Attributes:
        must_wait: afterwards, whether there is too little and nothing is wrong.
    """

    __slots__ = (
        "_cold_reads",
        "_followers",
        "_is_again",
        "_pace",
        "_params",
        "_reads",
        "_reservation",
        "_results",
        "_session",
        "_shared",
        "must_wait",
    )

    def __init__(
        self,
        reads: FetchReads,
        cold_reads: ColdReads,
        followers: FollowerProgress,
        params: FetchParams,
        pace: LanePace,
        reservation: Reservation,
        session: FetchSession | None = None,
        *,
        is_again: bool = False,
    ) -> None:
        self._session = session
        self._is_again = is_again
        self._reads = reads
        self._cold_reads = cold_reads
        self._followers = followers
        self._params = params
        self._pace = pace
        self._reservation = reservation
        self._results: list[FetchResult] = []
        # Results that are nothing but an error code: one for each code, or they would be most of what is held here.
        self._shared: dict[int, FetchResult] = {}
        self.must_wait = bool(params.specs) or session is not None

    async def read(self, is_wanted: Callable[[], bool]) -> list[FetchResult] | None:
        """Reads every partition; None when nobody wants the results any more."""
        params, results = self._params, self._results
        left = self._reads.limit(params)
        self._reservation.set(left[0])
        missing_bytes = params.min_bytes
        cold_rounds = 0
        while len(results) < len(params.specs):
            colds: list[ColdRead] = []
            async with self._pace as pace:
                while len(results) < len(params.specs) and not colds:
                    read: list[FetchResult] = []
                    may_wait = self._cold_reads.must_block(cold_rounds)
                    after = self._reads.read_some(params, self._next_specs(), left, read, colds, may_wait=may_wait)
                    if colds:
                        break
                    left, cold_rounds = after, 0
                    missing_bytes -= self._take(read)
                    await pace.breathe()
                    if not is_wanted():
                        return None
            if colds:
                cold_rounds += 1
                await self._load(colds)
        self._reservation.set(params.min_bytes - missing_bytes)
        self.must_wait = self.must_wait and missing_bytes > 0
        return results

    def _next_specs(self) -> Sequence[FetchSpec]:
        start = len(self._results)
        return self._params.specs[start : start + PARTITIONS_AT_ONCE]

    def _take(self, read: list[FetchResult]) -> int:
        """Adds the results of the next partitions; returns how many bytes they bring."""
        results = self._results
        start = len(results)
        results += read
        if self._session is not None:
            watch_logs(self._params.specs[start : len(results)], read)  # type: ignore[arg-type]
        if self._params.replica_id >= 0:
            self._take_progress(start)
        readable_bytes = 0
        for position in range(start, len(results)):
            result = results[position]
            readable_bytes += len(result.records)
            if is_to_be_answered(result):
                self.must_wait = False
                if result.partition is None:
                    results[position] = self._shared.setdefault(result.error_code, result)
        return readable_bytes

    def _take_progress(self, start: int) -> None:
        """Updates the follower's progress in the partitions from `start` on, when its request has come."""
        results, broker_id = self._results, self._params.replica_id
        if not self._is_again:
            self._followers.fetched(self._params, results, start)
        if self._session is not None:
            look = keep_due_unless_followed if self._is_again else follow_settled
            look(self._params.specs[start : len(results)], results[start:], broker_id)  # type: ignore[arg-type]

    async def _load(self, colds: list[ColdRead]) -> None:
        loaded = asyncio.Event()
        self._cold_reads.load(colds, loaded.set)
        await loaded.wait()


class DelayedBigFetch(DelayedOperation):
    """The waiting fetch: Cases A to E of `delayed_fetch`, partition by partition.

    Attributes:
        ended: set when it waits no more, for whatever reason.

    Args:
        reads: knows what is readable.
        params: the fetch.
    """

    __slots__ = ("_asked", "_counted", "_is_due", "_missing_bytes", "_params", "_reads", "ended")

    def __init__(self, reads: FetchReads, params: FetchParams) -> None:
        super().__init__(params.max_wait_ms)
        self._reads = reads
        self._params = params
        self._asked: dict[Partition, FetchSpec] = {}
        # Invariant: _missing_bytes is min_bytes without the sum of _counted.
        self._counted: dict[Partition, int] = {}
        self._missing_bytes = params.min_bytes
        self._is_due = False
        self.ended = asyncio.Event()

    def describe(self) -> dict[str, object]:
        """Describes the waiting fetch: its replica, minimum bytes and fetch offsets."""
        return {**describe(self._params), "partitions_asked": len(self._params.specs)}

    def watch(self, specs: Sequence[FetchSpec]) -> None:
        """Counts the bytes of partitions, and recounts whenever one of them changes."""
        for spec in specs:
            partition = self._reads.find(spec.topic, spec.index)
            if partition is None:
                self._is_due = True
            else:
                self._asked[partition] = spec
                self._count(partition, spec)
        self.try_complete()

    def partition_changed(self, partition: Partition) -> None:
        """Recounts the bytes that one partition would bring."""
        spec = self._asked.get(partition)
        if spec is not None and not self.is_completed:
            self._count(partition, spec)
            self.try_complete()

    def _count(self, partition: Partition, spec: FetchSpec) -> None:
        readable_bytes = self._reads.readable_now(self._params, spec)
        if readable_bytes is None:
            self._is_due = True
            return
        before = self._counted.get(partition, 0)
        if readable_bytes != before:
            self._counted[partition] = readable_bytes
            self._missing_bytes += before - readable_bytes

    def try_complete(self) -> bool:
        """Completes once a partition's case ends the wait, or there are enough bytes."""
        return (self._is_due or self._missing_bytes <= 0) and self.force_complete()

    def on_complete(self) -> None:
        """Wakes the fetch."""
        self.ended.set()

    def abandon(self) -> bool:
        """Ends the wait of a fetch that nobody wants any more."""
        self.ended.set()
        return super().abandon()
