"""The four offsets of a log, and the one place that moves them.

    log_start_offset ≤ last_stable_offset ≤ high_watermark ≤ log_end_offset ≤ accepted_end_offset
          │                  │                   │                │                  │
          │                  │                   │                │                  what the next record gets
          │                  │                   │                everything before it can be read
          │                  │                   everything before it is on all in-sync replicas
          │                  before it every transaction is decided: committed ones are read up to here
          the first that may be read

The last two differ while a disk thread writes an append (`log_writes`): its records have their offsets, and nobody can
read them yet. All that Kafka says of a log's end it says of records that can be read: so the log end offset is theirs,
and the accepted end is for those who number records or wait for the write.

They move together or not at all (KAFKA-9491: a truncation moved the start and left the high watermark behind).

Whoever has read up to an end and wants to know when there may be more watches the log. Each watcher is notified once,
of the first change, and watches again after its next look, as with ZooKeeper's watches: a reader that went away costs
one call and not one for each append, and an append to a log that nobody watches costs a comparison.
"""

from __future__ import annotations

from typing import Protocol

from kavka.broker.log.log_changes import LogChanges
from kavka.broker.log.log_identity import LogIdentity
from kavka.broker.log.open_transactions import NO_UNSTABLE, OpenTransactions


class LogWatcher(Protocol):
    """Wants to know when a log is not what it was."""

    def log_changed(self) -> None:
        """Notes a log's change, and does nothing else.

        The change may not be whole yet; the log has forgotten this watcher.
        """


class LogOffsets:
    """The offsets of one log.

    Invariant: log start ≤ last stable offset ≤ high watermark ≤ log end ≤ accepted end.
    Invariant: every record below the log end is in the page cache, and what is known of the log speaks of them alone.
    Invariant: while the accepted end is above the log end, the log end stays; then it becomes the accepted end, or the
        accepted end falls back to it, since the write failed or was dropped.

    Attributes:
        log_start_offset: the first offset that may be read.
        high_watermark: every record before it is on all in-sync replicas.
        log_end_offset: behind the last record that can be read. The three are read everywhere, written here only.
    """

    __slots__ = (
        "_accepted_end_offset",
        "_changes",
        "_first_unstable_offset",
        "_identity",
        "_transactions",
        "_watchers",
        "high_watermark",
        "log_end_offset",
        "log_start_offset",
    )

    def __init__(
        self,
        identity: LogIdentity,
        *,
        log_start_offset: int,
        log_end_offset: int,
        transactions: OpenTransactions,
        changes: LogChanges | None = None,
    ) -> None:
        self._identity = identity
        self._changes = changes or LogChanges()
        self._watchers: list[LogWatcher] | None = None
        self._transactions = transactions
        self._first_unstable_offset = NO_UNSTABLE
        self._accepted_end_offset: int | None = None
        self.log_start_offset = self.high_watermark = self.log_end_offset = log_start_offset
        self.move(log_end_offset=log_end_offset)
        self.find_first_unstable()

    @property
    def last_stable_offset(self) -> int:
        """Returns the last stable offset, at most the high watermark.

        Before it no transaction is open, or ended by a marker that replicas may lack yet.
        """
        first, high = self._first_unstable_offset, self.high_watermark
        return first if first < high else high

    @property
    def accepted_end_offset(self) -> int:
        """Returns what the next record gets: behind every record that was accepted, written or not."""
        return self.log_end_offset if self._accepted_end_offset is None else self._accepted_end_offset

    def accept(self, end_offset: int | None) -> None:
        """Notes up to where records are being written; None: no record is, any more."""
        if end_offset is not None:
            assert self._accepted_end_offset is None, f"{self._identity}: one append is in flight already"
            assert end_offset > self.log_end_offset, f"{self._identity}: {end_offset} <= {self.log_end_offset}"
        self._accepted_end_offset = end_offset

    def watch(self, watcher: LogWatcher) -> None:
        """Registers `watcher` for the next change, once; it watches no log already."""
        if self._watchers is None:
            self._watchers = [watcher]
        else:
            self._watchers.append(watcher)

    def unwatch(self, watcher: LogWatcher) -> None:
        """Removes a watcher that has not been notified yet."""
        assert self._watchers is not None
        self._watchers.remove(watcher)

    def tell_watchers(self) -> None:
        """Notifies the watchers of a change: of an offset, or of the leader."""
        watchers = self._watchers
        if watchers is not None:
            self._watchers = None
            for watcher in watchers:
                watcher.log_changed()

    def maybe_increment_high_watermark(self, offset: int) -> bool:
        """Raises the high watermark to `offset`, at most to the log's end; returns whether it moved."""
        if offset > self.log_end_offset:
            offset = self.log_end_offset
        if offset <= self.high_watermark:
            return False
        self.high_watermark = offset
        self._changes.high_watermarks[self._identity] = None
        if self._first_unstable_offset < offset:
            self.find_first_unstable()
        if self._watchers is not None:
            self.tell_watchers()
        return True

    @property
    def has_unstable(self) -> bool:
        """Tells whether a transaction holds the last stable offset back, or may."""
        return self._first_unstable_offset != NO_UNSTABLE

    def find_first_unstable(self) -> None:
        """Recomputes the first unstable offset: transactions began, were replicated, or are gone."""
        first = self._transactions.first_unstable_offset(self.high_watermark)
        self._first_unstable_offset = max(first, self.log_start_offset)

    def extend_to(self, log_end_offset: int) -> None:
        """Moves the end forward, past records that were appended."""
        assert log_end_offset > self.log_end_offset, f"{self._identity}: {log_end_offset} <= {self.log_end_offset}"
        self.log_end_offset = log_end_offset
        if self._watchers is not None:
            self.tell_watchers()

    def update_high_watermark(self, offset: int) -> int:
        """Sets the high watermark to what a leader says, within the log; returns what it is now."""
        self.move(high_watermark=max(self.log_start_offset, min(offset, self.log_end_offset)))
        return self.high_watermark

    def move(
        self,
        *,
        log_start_offset: int | None = None,
        high_watermark: int | None = None,
        log_end_offset: int | None = None,
    ) -> None:
        """Moves some of the offsets, all at once."""
        start = self.log_start_offset if log_start_offset is None else log_start_offset
        high = self.high_watermark if high_watermark is None else high_watermark
        end = self.log_end_offset if log_end_offset is None else log_end_offset
        assert end == self.log_end_offset or self._accepted_end_offset is None, f"{self._identity}: it is written to"
        assert 0 <= start <= high <= end, f"{self._identity}: log start {start}, high watermark {high}, log end {end}"
        if start != self.log_start_offset:
            self._changes.start_offsets[self._identity] = None
        if high != self.high_watermark:
            self._changes.high_watermarks[self._identity] = None
        self.log_start_offset = start
        self.high_watermark = high
        self.log_end_offset = end
        if self._first_unstable_offset != NO_UNSTABLE:
            self.find_first_unstable()
        self.tell_watchers()
