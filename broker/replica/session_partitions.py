"""The partitions of a fetch session (KIP-227), and which of them may have news for its client. Sans I/O.

An incremental fetch costs what moved and not what is followed, since only partitions that are due are read:

                       ┌─────────────── a request names it ────────────────┐
                       │                                                   ▼
    settled ── log_changed ──▶ changed ── the next look at the session ──▶ due ──▶ read ─┬─▶ settled: all was sent,
       ▲                       since that look                              ▲            │   and the log is watched
       └────────────────────────────────────────────────────────────────────┼────────────┤
                                                                            └────────────┴─▶ anything else: due still

Settled is what brought nothing, and would bring nothing if it were read again: the reader has everything that it may
see, there is no error, and a follower is in the ISR. Everything else stays due: what was cut off by max_bytes, what a
replication quota holds back, an error, which is sent every time, a partition that does not exist (yet). So a change
that nobody notifies of can be missed only in a settled partition, and what makes those change ends in `tell_watchers`
of its log: an offset that moves, a new leader, epoch or ISR, a stop, another log in its place. What changes for many
partitions at once (permissions, configuration, a lost directory) is part of `reader`: another one makes all of them
due.

A follower that is in sync and has everything is caught up at every fetch of its session, as if each fetch named each
partition: its `RemoteReplica` asks the session for the time (see `remote_replica`), until the partition is due again.

Not here: which session a request means (`fetch_session`), reading and waiting (`session_fetch`).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING

from kavka.broker.replica.fetch_types import FetchResult, FetchSpec, NameOf, SpecKey
from kavka.broker.replica.remote_replica import NEVER_MS, RemoteReplica
from kavka.common.types import UNKNOWN_BROKER_EPOCH
from kavka.timer.moments import MonotonicMs

if TYPE_CHECKING:
    from kavka.broker.log.log import Log
    from kavka.broker.replica.partition import Partition

Key = tuple[str, int]
"""(topic, partition)"""
Answered = list[tuple[FetchSpec, FetchResult]]

_by_place = attrgetter("place")


class SessionPartition(FetchSpec):
    """One partition of a session: what to read, what the client was sent last, and what watches its log.

    A name that a topic id has stood for stands for it as long as the session has the partition, as in Kafka: once that
    topic is gone the partition is UNKNOWN_TOPIC_OR_PARTITION, and INCONSISTENT_TOPIC_ID where it was made anew.

    Attributes:
        place: where it stands in the order in which partitions are read; the session's alone.
    """

    __slots__ = ("_log", "_replica", "_session", "place", "told_high_watermark", "told_start_offset")

    def __init__(self, spec: FetchSpec, session: FetchSession, place: int) -> None:
        super().__init__(spec.topic, spec.index, spec.fetch_offset, spec.max_bytes, topic_id=spec.topic_id)
        self.told_high_watermark = -1
        self.take(spec)
        self.place = place
        self.told_start_offset = -1
        self._session = session
        self._log: Log | None = None
        self._replica: RemoteReplica | None = None

    def take(self, spec: FetchSpec) -> None:
        """Replaces the partition's fetch offset, limits and epochs by a request's."""
        if spec.current_leader_epoch != self.current_leader_epoch:
            # A follower that has begun anew in another epoch left out what was under way to it until then.
            self.told_high_watermark = -1
        self.fetch_offset = spec.fetch_offset
        self.max_bytes = spec.max_bytes
        self.current_leader_epoch = spec.current_leader_epoch
        self.last_fetched_epoch = spec.last_fetched_epoch
        self.log_start_offset = spec.log_start_offset

    def note(self, result: FetchResult) -> bool:
        """Notes a result; returns whether the client does not know it yet."""
        if result.error_code:
            self.told_high_watermark = -1  # so that the end of the error is news
            return True
        if result.diverging is not None:
            # Who must truncate takes nothing else in, and hears of it again (KAFKA-14704).
            self.told_high_watermark = -1
            return True
        is_news = len(result.records) > 0 or result.preferred >= 0
        if self.told_high_watermark != result.high_watermark:
            self.told_high_watermark = result.high_watermark
            is_news = True
        if self.told_start_offset != result.log_start_offset:
            self.told_start_offset = result.log_start_offset
            is_news = True
        return is_news

    # ---- changes --------------------------------------------------------------------------------------------------

    def watch(self, log: Log) -> None:
        """Watches the log that the partition was just read from."""
        if self._log is not log and not self._session.is_closed:
            if self._log is not None:
                self._log.unwatch(self)
            log.watch(self)
            self._log = log

    def log_changed(self) -> None:
        """Notes that there may be news; see `LogWatcher`."""
        self._log = None
        self._session.note_changed(self)

    def follow(self, partition: Partition, broker_id: int) -> bool:
        """Counts a follower that has everything as caught up at the session's fetches. False: it is no replica."""
        replica = partition.remote_replicas.get(broker_id)
        if replica is None:
            return False
        replica.follow_in(self._session)
        self._replica = replica
        return True

    def is_followed(self, partition: Partition, broker_id: int) -> bool:
        """Tells whether a follower still counts as caught up at the session's fetches.

        The partition may have forgotten its replicas since.
        """
        replica = self._replica
        return (
            replica is not None
            and replica is partition.remote_replicas.get(broker_id)
            and replica.is_followed_in(self._session)
        )

    def unfollow(self) -> None:
        """Freezes the follower's last caught-up time at the session's last fetch."""
        replica = self._replica
        if replica is not None:
            self._replica = None
            replica.unfollow_in(self._session)

    def let_go(self) -> None:
        """Releases the follower and the log."""
        self.unfollow()
        if self._log is not None:
            self._log.unwatch(self)
            self._log = None


class FetchSession:
    """What one client fetches.

    Args:
        session_id: drawn by the cache.
        is_privileged: whether it is a follower's.
        now_ms: monotonic.
        changed: gets the session when one of its partitions may have news that it has not looked at.
        uses_topic_ids: whether its requests name topics by id.

    Attributes:
        epoch: what its next request must carry.
        size: its partitions when it was last used, which is what evictions compare.
        reader: what the response for every partition depends on: who reads, how, and what is configured.
        fetched_ms: when its last fetch was taken in, of a follower.
        broker_epoch: that this fetch named, of the follower's broker.
        waiting: how many of its fetches wait; more than one where a request has overtaken another.
        is_closed: whether it has ended; a fetch of it that waits then has nothing to wait for.
        uses_topic_ids: see above.
    """

    # Invariant: what is not settled is in `_due` or in `_changed`; iterated in an order of our own, never by hash.
    __slots__ = (
        "_changed",
        "_due",
        "_next_place",
        "_sessions_changed",
        "_unnamed",
        "broker_epoch",
        "created_ms",
        "epoch",
        "fetched_ms",
        "id",
        "is_closed",
        "is_privileged",
        "last_used_ms",
        "partitions",
        "reader",
        "size",
        "uses_topic_ids",
        "waiting",
    )

    def __init__(
        self,
        session_id: int,
        *,
        is_privileged: bool,
        now_ms: MonotonicMs,
        changed: dict[FetchSession, None],
        uses_topic_ids: bool = False,
    ) -> None:
        self.id = session_id
        self.is_privileged = is_privileged
        self.uses_topic_ids = uses_topic_ids
        self.created_ms = self.last_used_ms = now_ms
        self.epoch = 1
        self.partitions: dict[SpecKey, SessionPartition] = {}
        self.size = 0
        self.reader: Hashable = None
        self.fetched_ms = NEVER_MS
        self.broker_epoch = UNKNOWN_BROKER_EPOCH
        self.waiting = 0
        self.is_closed = False
        self._next_place = 0
        self._due: dict[SessionPartition, None] = {}
        self._changed: dict[SessionPartition, None] = {}
        self._unnamed: dict[SessionPartition, None] = {}
        """Those whose topic id no topic is known to have yet."""
        self._sessions_changed = changed

    def __str__(self) -> str:
        return f"fetch session {self.id}"

    def take_fetch(self, now_ms: MonotonicMs, broker_epoch: int) -> None:
        """Notes that a follower has fetched, for every partition that it follows in this session."""
        self.fetched_ms = now_ms
        self.broker_epoch = broker_epoch

    # ---- what is in it --------------------------------------------------------------------------------------------

    def remember(self, specs: Iterable[FetchSpec], results: Iterable[FetchResult]) -> None:
        """Adds the partitions of the full request that begins the session.

        Their results are what its client knows from then on.
        """
        for spec, result in zip(specs, results, strict=True):
            self._add(spec).note(result)

    def update(self, specs: Iterable[FetchSpec], forgotten: Iterable[SpecKey]) -> None:
        """Applies what a request adds, changes and forgets; what changes keeps its place."""
        partitions = self.partitions
        for spec in specs:
            known = partitions.get((spec.topic_id or spec.topic, spec.index))
            if known is None:
                self._add(spec)
            else:
                known.take(spec)
                self._due[known] = None
        for key in forgotten:
            gone = partitions.pop(key, None)
            if gone is not None:
                self._due.pop(gone, None)
                self._changed.pop(gone, None)
                self._unnamed.pop(gone, None)
                gone.let_go()

    def _add(self, spec: FetchSpec) -> SessionPartition:
        added = self.partitions[spec.key] = SessionPartition(spec, self, self._next_place)
        self._next_place += 1
        self._due[added] = None
        if spec.topic_id and not spec.topic:
            self._unnamed[added] = None
        return added

    def resolve(self, name_of: NameOf) -> None:
        """Names the partitions whose topic id has become known."""
        for partition in tuple(self._unnamed):
            name = name_of(partition.topic_id)
            if name is not None:
                partition.topic = name
                del self._unnamed[partition]

    def close(self) -> None:
        """Releases all partitions: the client comes no more, or begins another session."""
        for partition in self.partitions.values():
            partition.let_go()
        self.partitions = {}
        self._due = {}
        self._changed = {}
        self._unnamed = {}
        self.is_closed = True
        if self.waiting:
            self._sessions_changed[self] = None
        else:
            self._sessions_changed.pop(self, None)

    # ---- what may be news -----------------------------------------------------------------------------------------

    def note_changed(self, partition: SessionPartition) -> None:
        """Notes that a partition, settled before, may have news."""
        if not self._changed:
            self._sessions_changed[self] = None
        self._changed[partition] = None

    def due_max(self, reader: Hashable) -> int:
        """Returns an upper bound of the partitions that are due for a reader."""
        return len(self._due) + len(self._changed) if reader == self.reader else len(self.partitions)

    def read_as(self, reader: Hashable) -> None:
        """Notes who reads, and under which conditions; if either has changed, everything is due."""
        if reader != self.reader:
            self.reader = reader
            self._due = dict.fromkeys(sorted(self.partitions.values(), key=_by_place))
            self._changed.clear()

    def take_changed(self) -> list[SessionPartition]:
        """Takes the partitions that changed since the last look, which are due from now on."""
        changed = list(self._changed)
        self._changed.clear()
        for partition in changed:
            self._due[partition] = None
        return changed

    def due(self, count_max: int | None = None) -> list[SessionPartition]:
        """Lists the due partitions, in order.

        Args:
            count_max: no more than these; the others stay due. None: all.
        """
        if self._changed:
            self.take_changed()
        if not self._due:
            return []
        due = list(self._due)
        self._due = dict.fromkeys(due)  # made again, for the same reason as in `news_of`
        if count_max is not None:
            del due[count_max:]
        due.sort(key=_by_place)
        return due

    def due_for_fetch(self) -> list[SessionPartition]:
        """Lists the partitions that a new request is to read.

        A follower's progress in them is what this request says, from now on.
        """
        due = self.due()
        for partition in due:
            partition.unfollow()
        return due

    def due_unordered(self) -> list[SessionPartition]:
        """Lists the partitions that were due at the last look."""
        return list(self._due)

    def news_of(self, specs: Sequence[FetchSpec], results: Sequence[FetchResult]) -> Answered:
        """Selects the results that the client does not know yet.

        Partitions that brought records go to the end of the order (KAFKA-12330).
        """
        news: Answered = []
        partitions, due = self.partitions, self._due
        for spec, result in zip(specs, results, strict=True):
            known = partitions.get((spec.topic_id or spec.topic, spec.index))
            if known is None:
                news.append((spec, result))  # the session has ended meanwhile
                continue
            if known.note(result):
                news.append((spec, result))
                if len(result.records):
                    known.place = self._next_place
                    self._next_place += 1
            if result.is_settled:
                due.pop(known, None)
        if not due:
            due.clear()  # gives up its table: an empty one that was large is as slow to walk through as it was then
        return news
