"""Fetches of share groups: records are read when there are enough, and acquired as they are read.

    ShareFetch ─▶ DelayedShareFetch ─┬─▶ enough, or something is wrong ─▶ read ─▶ acquired ─▶ response
                                     └─▶ too little ─▶ the purgatory ShareFetch ─▶ looked at again when
                                           its partition gets records, or commits more (watch key: the partition)
                                           records are released, locks end, it begins (the share-partition)
                                           the time is up

A fetch that waits keeps which share-partitions it is of, and nothing of its request. What is read is acquired in the
same step, so nobody comes in between; where something has to be loaded first, another member may have been faster, and
the fetch gets what is left. Partitions are read one after another, until there are as many records as the member wants.

Kafka: `DelayedShareFetch`. Not here: sessions, acknowledgements, responses (the handlers).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from kavka.broker.replica.fetch_types import CONSUMER, FetchParams, FetchResult, FetchSpec
from kavka.broker.share.partition.fetched_records import FetchedRecords
from kavka.broker.share.partition.in_flight_records import Acquired, Fetched, WantedRecords
from kavka.broker.share.partition.led_states import LedState
from kavka.protocol.errors import (
    CorruptMessage,
    ErrorCode,
    KafkaError,
    KafkaStorageError,
    error_for_code,
)
from kavka.protocol.records.crc32c import Buffer
from kavka.timer.purgatory import DelayedOperation

if TYPE_CHECKING:
    from kavka.broker.replica.fetch_service import FetchService
    from kavka.broker.replica.waiting import Waiting
    from kavka.broker.share.partition.led_share_partition import LedSharePartition
    from kavka.timer.clock import Clock

DESCRIBED_MAX: Final = 20
"""Share-partitions of a fetch that observability shows."""


class ShareFetch(NamedTuple):
    """What a member asks for.

    Attributes:
        mode: an `AcquireMode`.
    """

    member_id: str
    max_wait_ms: int
    min_bytes: int
    max_bytes: int
    max_records: int
    batch_size: int
    mode: int


class ShareFetchResult(NamedTuple):
    """What a member gets of one share-partition.

    Attributes:
        acquired: what is locked for it now; of the records it may use these alone.
    """

    led: LedSharePartition
    error: KafkaError | None = None
    records: Buffer = b""
    acquired: Sequence[Acquired] = ()


OnFetched = Callable[[list[ShareFetchResult]], None]
"""Takes the results: one for each share-partition that was read, or that something is wrong with."""


class _Reading:
    """A fetch that waits no more, but for the device.

    Attributes:
        left: the share-partitions that were not read yet.
        params: how the first of them is read, once that was tried.
        results: those of the others.
    """

    __slots__ = ("left", "on_done", "params", "results", "wanted")

    def __init__(self, wanted: ShareFetch, left: Sequence[LedSharePartition], on_done: OnFetched) -> None:
        self.wanted = wanted
        self.left = deque(left)
        self.params: FetchParams | None = None
        self.results: list[ShareFetchResult] = []
        self.on_done = on_done

    @property
    def bytes_left(self) -> int:
        """Returns how many bytes of records may come yet."""
        return max(0, self.wanted.max_bytes - sum(len(result.records) for result in self.results))

    @property
    def records_left(self) -> int:
        """Returns how many records may be acquired yet."""
        return self.wanted.max_records - sum(
            last - first + 1 for result in self.results for first, last, _ in result.acquired
        )


class ShareFetches:
    """The share fetches of a broker.

    Args:
        fetches: reads logs.
        waiting: where fetches wait.
        clock: of the locks.
    """

    __slots__ = ("_clock", "_fetches", "_waiting")

    def __init__(self, fetches: FetchService, waiting: Waiting, clock: Clock) -> None:
        self._clock = clock
        self._fetches = fetches
        self._waiting = waiting

    @property
    def bytes_max(self) -> int:
        """Returns how many bytes of records a response may have."""
        return self._fetches.bytes_max

    def fetch(
        self,
        wanted: ShareFetch,
        share_partitions: Sequence[LedSharePartition],
        on_done: OnFetched,
        when_parked: Callable[[Callable[[], object]], None],
    ) -> None:
        """Acquires records for a member, now or when there are enough.

        Args:
            wanted: what it asks for.
            share_partitions: of which, in the order in which they are read.
            on_done: gets the results.
            when_parked: called with what drops the fetch, if it has to wait; `on_done` is not called then.
        """
        reading = _Reading(wanted, share_partitions, on_done)
        max_wait_ms = 0 if self._waiting.is_stopping else wanted.max_wait_ms
        operation = DelayedShareFetch(max_wait_ms, wanted, share_partitions, partial(self._read, reading))
        keys = [key for led in share_partitions for key in (led, led.partition)]
        if not self._waiting.share_fetch_purgatory.try_complete_else_watch(operation, keys):
            when_parked(operation.abandon)

    def _read(self, reading: _Reading) -> None:
        """Reads share-partitions one after another, until there is enough or none is left."""
        while reading.left and reading.records_left > 0 and (reading.bytes_left or not reading.results):
            led = reading.left[0]
            if reading.params is None:
                error = led.error
                offset = None if error is not None else next_offset(led)
                if offset is None:
                    reading.left.popleft()
                    if error is not None:
                        reading.results.append(ShareFetchResult(led, error))
                    continue
                reading.params = _params_of(led, offset, reading.bytes_left)
            results = self._fetches.read_or_load(reading.params, partial(self._read, reading))
            if results is None:
                return  # this is called again
            reading.results.append(self._acquired(led, reading.params, results[0], reading))
            reading.left.popleft()
            reading.params = None
        reading.on_done(reading.results)

    def _acquired(
        self, led: LedSharePartition, params: FetchParams, result: FetchResult, reading: _Reading
    ) -> ShareFetchResult:
        """Acquires what was read."""
        if result.error_code == ErrorCode.OFFSET_OUT_OF_RANGE:
            return ShareFetchResult(led)  # the log's start has passed it, which the next fetch sees
        if result.error_code:
            return ShareFetchResult(led, error_for_code(result.error_code))
        if led.error is not None:
            return ShareFetchResult(led, led.error)
        records = FetchedRecords(result.records, result.aborted)
        wanted = reading.wanted
        lock_end_ms = self._clock.monotonic_ms() + led.terms.lock_ms
        acquired = led.records.acquire(
            WantedRecords(wanted.member_id, reading.records_left, wanted.batch_size, wanted.mode, lock_end_ms),
            Fetched(params.specs[0].fetch_offset, records.batches, records.aborted),
        )
        if not acquired:
            return ShareFetchResult(led)
        led.watch_locks()
        result.records = records.part(acquired[0].first_offset, acquired[-1].last_offset)
        self._fetches.reads.count_sent(CONSUMER, [result])
        return ShareFetchResult(led, None, result.records, acquired)


def _params_of(led: LedSharePartition, offset: int, max_bytes: int) -> FetchParams:
    topic, index = led.partition.topic_partition
    spec = FetchSpec(topic, index, offset, max_bytes, led.leader_epoch, topic_id=led.key.topic_id)
    return FetchParams((spec,), 0, 0, max_bytes, is_read_committed=led.terms.is_read_committed)


def next_offset(led: LedSharePartition) -> int | None:
    """Returns where a share-partition's next records are; None where there is none to be acquired."""
    if led.state is not LedState.ACTIVE:
        return None
    led.records.log_starts_at(led.partition.log.log_start_offset)
    offset = led.records.next_fetch_offset()
    if offset is None:
        return None
    end_offset = led.partition.readable_end_offset(CONSUMER, is_read_committed=led.terms.is_read_committed)
    return offset if offset < end_offset else None


class DelayedShareFetch(DelayedOperation):
    """The waiting fetch.

    It completes when there are enough bytes to acquire, or one of its share-partitions has ended.

    Args:
        max_wait_ms: how long it waits.
        wanted: what the member asks for.
        share_partitions: of which.
        then: called when it waits no more.
    """

    __slots__ = ("_share_partitions", "_then", "_wanted")

    def __init__(
        self,
        max_wait_ms: int,
        wanted: ShareFetch,
        share_partitions: Sequence[LedSharePartition],
        then: Callable[[], None],
    ) -> None:
        super().__init__(max_wait_ms)
        self._wanted = wanted
        self._share_partitions = share_partitions
        self._then = then

    def describe(self) -> dict[str, object]:
        """Describes the waiting fetch: its member, minimum bytes and share-partitions."""
        return {
            "member_id": self._wanted.member_id,
            "min_bytes": self._wanted.min_bytes,
            "share_partitions": [
                {
                    "group_id": led.key.group_id,
                    "partition": str(led.partition),
                    "start_offset": led.records.start_offset,
                    "end_offset": led.records.end_offset,
                }
                for led in self._share_partitions[:DESCRIBED_MAX]
            ],
        }

    def try_complete(self) -> bool:
        """Completes when there is enough to acquire, or something is wrong."""
        missing = self._wanted.min_bytes
        for led in self._share_partitions:
            if led.error is not None:
                return self.force_complete()
            offset = next_offset(led)
            if offset is None:
                continue
            end_offset = led.partition.readable_end_offset(CONSUMER, is_read_committed=led.terms.is_read_committed)
            try:
                missing -= led.partition.readable_bytes(offset, end_offset)
            except (KafkaStorageError, CorruptMessage):
                return self.force_complete()
        return missing <= 0 and self.force_complete()

    def on_complete(self) -> None:
        """Reads."""
        self._then()
