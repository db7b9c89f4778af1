"""What waits for partitions: Kafka's four purgatories of the replicas, and how a partition's change reaches them.

    an append, a high watermark, a leadership, a lost directory ─▶ complete(partition)
                                                                       ├─▶ fetches: of this partition, of its sessions,
                                                                       │            and those of very many partitions
                                                                       ├─▶ share fetches (`broker.share.partition`)
                                                                       ├─▶ produces (acks=all, flush.messages)
                                                                       └─▶ deletions of records

Whoever changes a partition calls `complete` after the change is whole, never the partition in the middle of one. Not
here: what each of them waits for (`delayed_fetch`, `session_fetch`, `big_fetch`, `delayed_items`).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Final, Protocol

from kavka.broker.replica.delayed_items import DelayedItems, PendingItem
from kavka.broker.replica.partition import Partition
from kavka.timer.completions import CompletionQueue
from kavka.timer.purgatory import PURGE_INTERVAL, DelayedOperation, Purgatory
from kavka.timer.reaper import Reaper
from kavka.timer.timer import Timer

if TYPE_CHECKING:
    from kavka.broker.replica.session_partitions import FetchSession
    from kavka.timer.clock import Clock

DELETE_RECORDS_PURGE_INTERVAL: Final = 1
"""`delete.records.purgatory.purge.interval.requests`."""


class WaitsForMany(Protocol):
    """A fetch of so many partitions that it does not wait under each of them."""

    def partition_changed(self, partition: Partition) -> None:
        """Notes that a partition was appended to, committed more, or changed its leader."""


class Waiting:
    """The delayed operations of one broker's partitions.

    Args:
        clock: for the timers.
        machine_clock: for those of long polls.
        changed_sessions: fetch sessions that may have news; whoever completes what waits takes them out.
        completions: the queue that every purgatory of this broker shares.
        fetch_purge_interval: `fetch.purgatory.purge.interval.requests`.
        produce_purge_interval: `producer.purgatory.purge.interval.requests`.
        delete_records_purge_interval: `delete.records.purgatory.purge.interval.requests`.

    Attributes:
        many: the fetches of very many partitions that wait; bounded by connections.
        is_stopping: whether no fetch may wait any more.
    """

    __slots__ = (
        "_changed_sessions",
        "_clock",
        "_machine_clock",
        "completions",
        "delete_records_purgatory",
        "fetch_purgatory",
        "is_stopping",
        "many",
        "produce_purgatory",
        "share_fetch_purgatory",
    )

    def __init__(
        self,
        clock: Clock,
        *,
        machine_clock: Clock,
        changed_sessions: dict[FetchSession, None] | None = None,
        completions: CompletionQueue | None = None,
        fetch_purge_interval: int = PURGE_INTERVAL,
        produce_purge_interval: int = PURGE_INTERVAL,
        delete_records_purge_interval: int = DELETE_RECORDS_PURGE_INTERVAL,
    ) -> None:
        self._clock = clock
        self._machine_clock = machine_clock
        self._changed_sessions = {} if changed_sessions is None else changed_sessions
        self.completions = completions or CompletionQueue()
        self.produce_purgatory: Purgatory[DelayedItems] = Purgatory(
            "Produce", Timer(clock), completions=self.completions, purge_interval=produce_purge_interval
        )
        self.fetch_purgatory: Purgatory[DelayedOperation] = Purgatory(
            "Fetch", Timer(machine_clock), completions=self.completions, purge_interval=fetch_purge_interval
        )
        self.share_fetch_purgatory: Purgatory[DelayedOperation] = Purgatory(
            "ShareFetch", Timer(machine_clock), completions=self.completions
        )
        self.delete_records_purgatory: Purgatory[DelayedItems] = Purgatory(
            "DeleteRecords", Timer(clock), completions=self.completions, purge_interval=delete_records_purge_interval
        )
        self.many: dict[WaitsForMany, None] = {}
        self.is_stopping = False

    def complete(self, partition: Partition) -> None:
        """Completes what waited for a partition's change: of its log, its high watermark, or its leadership."""
        if partition in self.fetch_purgatory.watched_keys:
            self.fetch_purgatory.check_and_complete(partition)
        if self._changed_sessions:
            self._complete_sessions()
        if self.many:
            for operation in tuple(self.many):
                operation.partition_changed(partition)
        if partition in self.share_fetch_purgatory.watched_keys:
            self.share_fetch_purgatory.check_and_complete(partition)
        if partition in self.produce_purgatory.watched_keys:
            self.produce_purgatory.check_and_complete(partition)
        if partition in self.delete_records_purgatory.watched_keys:
            self.delete_records_purgatory.check_and_complete(partition)

    def _complete_sessions(self) -> None:
        """Completes incremental fetches that wait for any of the partitions that have changed."""
        changed = self._changed_sessions
        sessions = tuple(changed)
        changed.clear()
        for session in sessions:
            self.fetch_purgatory.check_and_complete(session)

    def complete_deletions(self, partition: Partition) -> None:
        """Completes deletions of records that waited for a follower's log start offset."""
        self.delete_records_purgatory.check_and_complete(partition)

    def delay_produce(self, timeout_ms: int, acks: Sequence[PendingItem], on_done: Callable[[], None]) -> None:
        """Calls `on_done` once the acks are settled, or the time is up; at once if they are settled already."""
        operation = DelayedItems(timeout_ms, acks, on_done)
        self.produce_purgatory.try_complete_else_watch(operation, operation.keys)

    def delay_delete_records(
        self, timeout_ms: int, deletions: Sequence[PendingItem], on_done: Callable[[], None]
    ) -> None:
        """Calls `on_done` once the replicas' logs start where they shall, or the time is up; at once if they do."""
        operation = DelayedItems(timeout_ms, deletions, on_done)
        self.delete_records_purgatory.try_complete_else_watch(operation, operation.keys)

    def answer_fetches(self) -> None:
        """Completes every waiting fetch with what there is, and lets none wait any more: the broker stops."""
        self.is_stopping = True
        for purgatory in (self.fetch_purgatory, self.share_fetch_purgatory):
            for operation in purgatory.waiting():
                operation.force_complete()

    @property
    def work(self) -> dict[str, Callable[[], Awaitable[None]]]:
        """Names what must run for delayed operations to expire."""
        return {
            "produce reaper": Reaper(self.produce_purgatory.timer, self._clock).run,
            "fetch reaper": Reaper(self.fetch_purgatory.timer, self._machine_clock).run,
            "share fetch reaper": Reaper(self.share_fetch_purgatory.timer, self._machine_clock).run,
            "deletion reaper": Reaper(self.delete_records_purgatory.timer, self._clock).run,
        }
