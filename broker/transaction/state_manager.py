"""What this broker knows of transactional ids: a cache for each partition of `__transaction_state` that it leads.

    elected ─▶ begin_load ─▶ load … ─▶ end_load ─▶ get, put, append ─▶ unload
                                          └─▶ resume: what was prepared is brought to its end

An append is decide, write, apply: the transition was prepared (`TransactionMetadata.prepare_…`), the record is
written with acks=all, and in the same call in which the log reports the result the transition is applied or undone,
before anybody else runs. By then the partition may have gone to another broker, or gone and come back: the object that
was asked for is then not the one in the cache any more, nothing is touched, and the response is NOT_COORDINATOR.

Not here: which transition comes when (`coordinator`), markers (`marker_sender`). Kafka: `TransactionStateManager`.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Final

from kavka.broker.replica.internal_appends import coordinator_error
from kavka.broker.replica.internal_log import partition_for
from kavka.broker.transaction.records import decode_record, tombstones_batch, transition_batch
from kavka.broker.transaction.states import NEVER_WRITTEN, TransactionState
from kavka.broker.transaction.versions import TransactionVersion
from kavka.common.steps import Steps, nothing, stretches
from kavka.protocol.epochs import LeaderEpoch
from kavka.protocol.errors import CoordinatorLoadInProgress, CoordinatorNotAvailable, ErrorCode, NotCoordinator
from kavka.protocol.records.reader import read_records

if TYPE_CHECKING:
    from kavka.broker.metrics import TransactionMetrics
    from kavka.broker.replica.internal_appends import InternalAppends, OnAppended
    from kavka.broker.transaction.transaction_metadata import TransactionMetadata, TransitMetadata
    from kavka.protocol.records.crc32c import Buffer
    from kavka.protocol.records.header import BatchHeader
    from kavka.timer.clock import Clock

_log = logging.getLogger(__name__)

TOMBSTONES_PER_BATCH_MAX: Final = 500
"""Ids that are looked at in one step, and at most are forgotten with one append."""
IDS_PER_STEP: Final = 1_000
"""Ids that are counted in one step."""

LoadListener = Callable[[list["TransactionMetadata"]], Steps[None]]
"""Takes up the work of a former coordinator."""


class PartitionCache:
    """The ids of one partition. Another object for every time that this broker comes to lead it."""

    __slots__ = ("coordinator_epoch", "is_loading", "refusal", "transactions")

    def __init__(self, coordinator_epoch: LeaderEpoch) -> None:
        self.coordinator_epoch = coordinator_epoch
        self.is_loading = True
        self.refusal: str | None = None
        """Why it will not be served, in place of its load's end."""
        self.transactions: dict[str, TransactionMetadata] = {}


class TransactionStateManager:
    """The caches; a `LogKeeper`.

    Args:
        log: where records go.
        partition_count: how many partitions `__transaction_state` has; it must exist when an id is asked for.
        append_timeout_ms: how long the replicas have for a record.
        clock: wall clock for records.
        version: of transactions, as finalized: how records are written.
        metrics: where loads and appends are counted.
    """

    __slots__ = (
        "_append_timeout_ms",
        "_caches",
        "_clock",
        "_load_listeners",
        "_log",
        "_metrics",
        "_partition_count",
        "version",
    )

    def __init__(
        self,
        log: InternalAppends,
        *,
        partition_count: Callable[[], int | None],
        append_timeout_ms: Callable[[], int],
        clock: Clock,
        metrics: TransactionMetrics,
        version: Callable[[], TransactionVersion] = lambda: TransactionVersion.V0,
    ) -> None:
        self._log = log
        self.version = version
        self._partition_count = partition_count
        self._append_timeout_ms = append_timeout_ms
        self._clock = clock
        self._metrics = metrics
        self._caches: dict[int, PartitionCache] = {}
        self._load_listeners: list[LoadListener] = []

    def add_load_listener(self, listener: LoadListener) -> None:
        """Calls a listener with the ids of each partition whose load has ended; its steps are done in slices."""
        self._load_listeners.append(listener)

    # ---- finding --------------------------------------------------------------------------------------------------

    def partition_of(self, transactional_id: str) -> int:
        """Returns the partition of `__transaction_state` that an id belongs to.

        Raises:
            NotCoordinator: nobody here has heard of the topic.
        """
        count = self._partition_count()
        if not count:
            raise NotCoordinator("__transaction_state does not exist, or this broker has not heard of it")
        return partition_for(transactional_id, count)

    def cache_of(self, transactional_id: str) -> PartitionCache:
        """Returns the cache that an id belongs to, whether it is in there or not.

        Raises:
            NotCoordinator: another broker has it.
            CoordinatorLoadInProgress: it is being read.
            CoordinatorNotAvailable: it cannot be read whole.
        """
        index = self.partition_of(transactional_id)
        cache = self._caches.get(index)
        if cache is None:
            raise NotCoordinator(f"transactional id {transactional_id!r} is coordinated by another broker")
        if cache.refusal is not None:
            raise CoordinatorNotAvailable(cache.refusal)
        if cache.is_loading:
            raise CoordinatorLoadInProgress(f"__transaction_state-{index} is being read")
        return cache

    def get(self, transactional_id: str) -> TransactionMetadata | None:
        """Returns a transactional id's metadata, None for an unknown id.

        Raises:
            NotCoordinator, CoordinatorLoadInProgress: as `cache_of`.
        """
        return self.cache_of(transactional_id).transactions.get(transactional_id)

    def put_new(self, metadata: TransactionMetadata) -> TransactionMetadata:
        """Adds an id, unless it is there already: then that one is given back."""
        metadata.index = self.partition_of(metadata.transactional_id)
        return self.cache_of(metadata.transactional_id).transactions.setdefault(metadata.transactional_id, metadata)

    def is_current(self, metadata: TransactionMetadata) -> bool:
        """Tells whether the id's cache still has this metadata.

        It has not after its partition went, or the id was forgotten.
        """
        cache = self._caches.get(metadata.index)
        return cache is not None and cache.transactions.get(metadata.transactional_id) is metadata

    def coordinator_epoch(self, metadata: TransactionMetadata) -> LeaderEpoch | None:
        """Returns the epoch under which this broker coordinates an id; None: it does not any more."""
        if not self.is_current(metadata):
            return None
        return self._caches[metadata.index].coordinator_epoch

    @property
    def count(self) -> int:
        """Returns the number of transactional ids, of all partitions."""
        return sum(len(cache.transactions) for cache in self._caches.values())

    def all(self) -> Iterator[TransactionMetadata]:
        """Yields every id of every partition that is loaded. What is done meanwhile must not add or remove any."""
        for cache in self._caches.values():
            if not cache.is_loading:
                yield from cache.transactions.values()

    @property
    def refused(self) -> int:
        """Counts the partitions led here and not served: their logs cannot be read whole."""
        return sum(cache.refusal is not None for cache in self._caches.values())

    @property
    def is_loading(self) -> bool:
        """Tells whether any partition is being loaded."""
        return any(cache.is_loading for cache in self._caches.values())

    # ---- writing --------------------------------------------------------------------------------------------------

    def append(
        self,
        metadata: TransactionMetadata,
        transit: TransitMetadata,
        on_done: Callable[[ErrorCode], None],
        *,
        keeps_pending: bool = False,
    ) -> None:
        """Writes a transition that was prepared, and applies it.

        Args:
            metadata: of the id; in the cache.
            transit: what `prepare_…` gave.
            on_done: called once, after the transition was applied or undone; possibly before this method returns.
            keeps_pending: whoever calls will try again if it fails: nobody may come between.
        """

        def appended(code: int, _offset: int) -> None:
            error = coordinator_error(code)
            if not self.is_current(metadata):
                on_done(ErrorCode.NOT_COORDINATOR)
                return
            if error is ErrorCode.NONE:
                metadata.complete(transit)
            elif not keeps_pending:
                metadata.clear_pending()  # or nobody could ever begin again (KAFKA-5351, -7519)
            if error is not ErrorCode.NONE:
                self._metrics.appends_failed += 1
                _log.warning("%s cannot become %s: %s", metadata, transit.state.name, ErrorCode(code).name)
            on_done(error)

        batch = transition_batch(transit, self._clock.now_ms(), self.version().value_version)
        self._append(metadata.index, batch, appended)

    def _append(self, index: int, batch: bytes, on_done: OnAppended) -> None:
        self._metrics.appends += 1
        self._log.append(index, batch, on_done, timeout_ms=self._append_timeout_ms())

    # ---- forgetting -----------------------------------------------------------------------------------------------

    def forget_expired(self, expiration_ms: int) -> Steps[None]:
        """Writes tombstones for ids unused for `expiration_ms`, and forgets them.

        Only those that got a tombstone are forgotten.
        """
        for index, cache in list(self._caches.items()):
            known = list(cache.transactions.values())
            for first in range(0, len(known), TOMBSTONES_PER_BATCH_MAX):
                if cache.is_loading or self._caches.get(index) is not cache:
                    break
                now_ms = self._clock.now_ms()
                expired = [
                    metadata
                    for metadata in known[first : first + TOMBSTONES_PER_BATCH_MAX]
                    if self.is_current(metadata) and metadata.is_expired(now_ms, expiration_ms)
                ]
                if expired:
                    self._forget(index, cache, expired)
                yield

    def _forget(self, index: int, cache: PartitionCache, expired: list[TransactionMetadata]) -> None:
        for metadata in expired:
            metadata.prepare_dead()

        def appended(code: int, _offset: int) -> None:
            for metadata in expired:
                if code:
                    metadata.clear_pending()
                elif cache.transactions.get(metadata.transactional_id) is metadata:
                    del cache.transactions[metadata.transactional_id]
            if code:
                _log.warning(
                    "%d transactional ids stay, their tombstones failed: %s", len(expired), ErrorCode(code).name
                )
            else:
                _log.info("%d transactional ids have expired", len(expired))

        ids = [metadata.transactional_id for metadata in expired]
        self._append(index, tombstones_batch(ids, self._clock.now_ms()), appended)

    # ---- leadership -----------------------------------------------------------------------------------------------

    def begin_load(self, index: int, leader_epoch: LeaderEpoch) -> None:
        """Begins to load a partition; see `LogKeeper`."""
        self._caches[index] = PartitionCache(leader_epoch)

    def load(self, index: int, header: BatchHeader, buf: Buffer, pos: int) -> Steps[None]:
        """Loads the records of a batch; see `LogKeeper`."""
        if header.is_control:
            return
        transactions = self._caches[index].transactions
        for record in read_records(buf, pos, header):
            decoded = decode_record(record)
            if decoded is None:
                continue
            transactional_id, metadata = decoded
            if metadata is None:
                transactions.pop(transactional_id, None)
            else:
                metadata.index = index
                transactions[transactional_id] = metadata
            yield
        self._metrics.records_loaded += header.record_count

    def end_load(self, index: int, leader_epoch: LeaderEpoch) -> None:
        """Serves a partition that was loaded; see `LogKeeper`."""
        cache = self._caches[index]
        cache.coordinator_epoch = leader_epoch
        cache.is_loading = False
        self._metrics.partitions_loaded += 1

    def build(self, index: int) -> Steps[None]:
        """Builds nothing: what was read is what is served; see `LogKeeper`."""
        return nothing()

    def resume(self, index: int) -> Steps[None]:
        """Resumes the transactions that were loaded; see `LogKeeper`."""
        loaded = list(self._caches[index].transactions.values())
        for listener in self._load_listeners:
            yield from listener(loaded)

    def refuse_load(self, index: int, reason: str) -> None:
        """Refuses requests for a partition that cannot be read whole; see `LogKeeper`."""
        cache = self._caches[index]
        cache.is_loading = True
        cache.refusal = reason
        cache.transactions.clear()

    def elected_again(self, index: int, leader_epoch: LeaderEpoch) -> None:
        """Takes the new coordinator epoch; see `LogKeeper`."""
        self._caches[index].coordinator_epoch = leader_epoch

    def unload(self, index: int) -> Steps[None]:
        """Unloads a partition; see `LogKeeper`. Appends that are under way find their objects gone."""
        cache = self._caches.pop(index, None)
        while cache is not None and cache.transactions:
            cache.transactions.popitem()
            yield


def transactions_by_state(transactions: Iterable[TransactionMetadata]) -> Steps[dict[str, int]]:
    """Counts the ids in each state, by its name, none left out: for metrics; in steps."""
    counts: Counter[TransactionState] = Counter()
    for stretch in stretches(transactions, IDS_PER_STEP):
        counts.update(metadata.state for metadata in stretch)
        yield
    return {state.name: counts[state] for state in TransactionState if state not in NEVER_WRITTEN}
