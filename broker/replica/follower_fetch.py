"""What a follower does with its leader's responses: truncate where the histories part, then append. Sans I/O.

One object for all partitions that one fetcher follows. Each is in one stage:

                     ┌── no epoch known here, or leaders that cannot say in a fetch (before 2.7) ───┐
    follow ──────────┤                                                                              ▼
                     └── otherwise ──▶ FETCHING ◀──────────── histories agree ──────────────── TRUNCATING ─┐
                                        │  ▲ ▲ diverging: truncate,                                 ▲  ▲   │ ask again
                       OFFSET_OUT_OF_   │  │ └─ fetch from there                                     │  └───┘ (KIP-279)
                       RANGE            ▼  │                                                         │
                                       LOCATING ─────── the leader's log ends before ours ───────────┘
    an epoch that is over, or a disk that failed, from any stage ──▶ STOPPED, until the controller speaks again

Truncation is by leader epoch only, never to this replica's own high watermark (KIP-101), unless no epoch is known: with
`OffsetForLeaderEpoch` under the 2.0 profile; with what Fetch 12 says of diverging epochs under the 3.0 profile, as in
Kafka from 2.7 on. For the response "my epoch e ends at x" to a request about our latest epoch:

    the leader knows nothing of it         → to the high watermark
    it names no epoch (its version is 0)   → to min(x, our end)
    we know e                              → to min(x, where e ends here, our end)
    we do not know e                       → to where the largest epoch below e ends here, and ask again

A response counts only for what was asked: a partition that was followed again, or whose log moved on, ignores it
(KAFKA-7786, KAFKA-13207). A diverging response moves no high watermark (KAFKA-14704). One partition's error delays or
stops that partition only (KAFKA-10371). Not here: connections, sessions, waiting (`fetcher`).
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.log.epoch_cache import UNDEFINED_OFFSET
from kavka.broker.metrics import ReplicationMetrics
from kavka.broker.replica.fetch_session import Key
from kavka.broker.replica.fetcher_session import Position
from kavka.broker.replica.followed import FIRST_BACKOFF_MS, Followed, FollowedPartitions, Stage
from kavka.broker.replica.partition import EARLIEST, LATEST, Partition
from kavka.broker.replica.replication_quota import ReplicationQuota
from kavka.protocol.epochs import NO_LEADER_EPOCH, LeaderEpoch
from kavka.protocol.errors import ErrorCode, KafkaError, KafkaStorageError, ResourceShortage
from kavka.protocol.messages import ListOffsetsRequest, OffsetForLeaderEpochRequest
from kavka.timer.moments import MonotonicMs, WallMs

if TYPE_CHECKING:
    from kavka.broker.log.log import Log
    from kavka.broker.log.log_writes import AppendInFlight
    from kavka.broker.replica.fetcher_layout import FoundRecords
    from kavka.protocol.messages import FetchResponse, OffsetForLeaderEpochResponse
    from kavka.protocol.records.crc32c import Buffer

_log = logging.getLogger(__name__)

__all__ = ["FIRST_BACKOFF_MS", "Asked", "Followed", "FollowerFetch", "Stage", "by_key", "truncation_offset"]

PARTITIONS_PER_REQUEST_MAX: Final = 1_000
"""How many partitions one request names at most: to build and encode it, and to take its response in, takes some
milliseconds of the loop. The others come with the next, at once."""

OTHER_TOPIC: Final = frozenset({ErrorCode.UNKNOWN_TOPIC_ID, ErrorCode.INCONSISTENT_TOPIC_ID})
OTHER_TOPIC_FAILURES: Final = 6
"""After so many errors in a row it is not just that one of the two brokers has heard of a topic before the other."""

Asked = dict[Key, Followed]
"""The partitions that a request was about."""


class FollowerFetch:
    """The partitions of one fetcher.

    Args:
        replica_id: this broker.
        truncates_on_fetch: whether a fetch response says where histories part (Fetch 12).
        backoff_ms: `replica.fetch.backoff.ms`: for how long an error delays a partition at most.
        quota: of what throttled replicas fetch.
        metrics: counts what came.
    """

    __slots__ = (
        "_asked",
        "_followed",
        "_metrics",
        "_quota",
        "_replica_id",
        "_truncates_on_fetch",
        "advanced",
        "backoff_ms",
        "unflushed",
    )

    def __init__(
        self,
        *,
        replica_id: int,
        truncates_on_fetch: bool,
        backoff_ms: int,
        quota: ReplicationQuota | None = None,
        metrics: ReplicationMetrics | None = None,
    ) -> None:
        self._quota = quota or ReplicationQuota()
        self._metrics = metrics or ReplicationMetrics()
        self._replica_id = replica_id
        self._truncates_on_fetch = truncates_on_fetch
        self.backoff_ms = backoff_ms
        self._followed = FollowedPartitions(self._is_throttled)
        self._asked: Asked = {}
        self.unflushed: list[Partition] = []
        """Appended to, and to be fsynced before the next fetch shows it to the leader."""
        self.advanced: list[Partition] = []
        """Their high watermark rose: somebody may wait for that."""

    def __len__(self) -> int:
        return len(self._followed)

    def follow(self, partition: Partition) -> None:
        """Follows a partition under its present epoch; begins again where it was followed already."""
        knows_epochs = partition.log.leader_epoch_cache.latest_epoch != NO_LEADER_EPOCH
        stage = Stage.FETCHING if self._truncates_on_fetch and knows_epochs else Stage.TRUNCATING
        if partition.log.damage is not None:
            stage = Stage.LOCATING  # how much it lacks the leader's log end shows
        self._followed.follow(partition, stage)

    def unfollow(self, key: Key) -> None:
        """Forgets a partition; responses that are under way no longer count for it."""
        self._followed.unfollow(key)

    def log_moved(self, key: Key) -> None:
        """Notes that a log's start has moved, or the log was replaced, on this broker.

        The next fetch shows it to the leader.
        """
        self._followed.moved(key)

    def reconfigured(self, key: Key) -> None:
        """Reviews whether a partition is throttled: its configuration has changed."""
        self._followed.review_throttle(key)

    def stage(self, key: Key) -> Stage | None:
        """Returns a partition's stage, None when it is not followed."""
        followed = self._followed.get(key)
        return None if followed is None else followed.stage

    def next_due_ms(self, now_ms: MonotonicMs) -> MonotonicMs | None:
        """Returns when the next partition is due; None: not before something changes."""
        self._followed.advance(now_ms)
        return now_ms if self._followed.has_due else self._followed.resume_ms

    def wait_ms_max(self, now_ms: MonotonicMs, wait_ms: int) -> int:
        """Returns how long a fetch may wait at the leader.

        Not at all while other requests are due, and only until a delay is over.
        """
        followed = self._followed
        followed.advance(now_ms)
        has_more = followed.has_changed and followed.due(Stage.FETCHING)
        if has_more or followed.due(Stage.TRUNCATING) or followed.due(Stage.LOCATING):
            return 0
        resume_ms = followed.resume_ms
        return wait_ms if resume_ms is None else min(wait_ms, resume_ms - now_ms)

    @property
    def lag_max(self) -> int:
        """Returns the greatest lag of the fetcher's partitions, as of the leaders' last responses."""
        return self._followed.lag_max

    def lags(self) -> Iterator[tuple[Key, int]]:
        """Yields each partition's lag, where a response has shown it; others may come and go meanwhile."""
        for followed in list(self._followed):
            if followed.lag is not None:
                yield followed.key, followed.lag

    def current(self, asked: Asked, key: Key) -> Followed | None:
        """Returns the followed partition of a response's `key`; None when the request is out of date."""
        followed = asked.get(key)
        return followed if followed is not None and self._followed.get(key) is followed else None

    def fetching(self, asked: Asked, key: Key) -> Followed | None:
        """Returns the followed partition that records of `key` are for.

        None when it is not to be fetched any more, or to be forgotten by the leader.
        """
        followed = self.current(asked, key)
        return followed if followed is not None and self._followed.is_due(followed, Stage.FETCHING) else None

    # ---- truncating -----------------------------------------------------------------------------------------------

    def epoch_question(self, now_ms: MonotonicMs) -> tuple[OffsetForLeaderEpochRequest, Asked] | None:
        """Builds the OffsetForLeaderEpoch request for the partitions to be truncated.

        Partitions without an epoch are truncated at once, and need not ask.
        """
        asked: Asked = {}
        topics: dict[str, list[Any]] = {}
        for followed in self._first_due(Stage.TRUNCATING, now_ms):
            key = followed.key
            log = followed.partition.log
            epoch = log.leader_epoch_cache.latest_epoch
            if epoch == NO_LEADER_EPOCH:
                self._truncate_unasked(followed, now_ms)
                continue
            asked[key] = followed
            topics.setdefault(key[0], []).append(
                OffsetForLeaderEpochRequest.OffsetForLeaderPartition(
                    partition=key[1], current_leader_epoch=followed.leader_epoch, leader_epoch=epoch
                )
            )
        if not asked:
            return None
        grouped = [
            OffsetForLeaderEpochRequest.OffsetForLeaderTopic(topic=topic, partitions=partitions)
            for topic, partitions in topics.items()
        ]
        return OffsetForLeaderEpochRequest(replica_id=self._replica_id, topics=grouped), asked

    def _truncate_unasked(self, followed: Followed, now_ms: MonotonicMs) -> None:
        try:
            self._truncate(followed, followed.partition.log.high_watermark, "no leader epoch is known")
        except KafkaError as error:  # its directory is offline: the others go on
            self.failed_here(followed, error, now_ms)
        else:
            followed.stage = Stage.FETCHING

    def epoch_answered(
        self, followed: Followed, answer: OffsetForLeaderEpochResponse.EpochEndOffset, now_ms: MonotonicMs
    ) -> None:
        """Applies one partition's EpochEndOffset."""
        if answer.error_code:
            self._failed(followed, answer.error_code, now_ms)
            return
        log = followed.partition.log
        offset, is_final = truncation_offset(log, answer.leader_epoch, answer.end_offset)
        self._truncate(followed, offset, f"epoch {answer.leader_epoch} ends at {answer.end_offset} at the leader")
        if is_final:
            followed.stage = Stage.FETCHING

    def _truncate(self, followed: Followed, offset: int, reason: str) -> bool:
        """Truncates records and epochs; whether there was anything to take away of either."""
        log = followed.partition.log
        if offset < log.high_watermark and followed.whole_from is None:
            self._metrics.truncated_below_high_watermark += 1
            log.keep_from(offset)
            _log.error(
                "%s is truncated to %d, below its high watermark %d: acknowledged records may be lost, the end "
                "of the segment is kept in %s: %s",
                *(followed.partition, offset, log.high_watermark, log.directory, reason),
            )
        end_offset, epoch = log.log_end_offset, log.leader_epoch_cache.latest_epoch
        is_truncated = log.truncate_to(offset)
        if is_truncated:
            _log.info("%s is truncated from %d to %d: %s", followed.partition, end_offset, offset, reason)
        return is_truncated or log.leader_epoch_cache.latest_epoch != epoch

    # ---- locating -------------------------------------------------------------------------------------------------

    def offsets_question(self, now_ms: MonotonicMs) -> tuple[dict[int, ListOffsetsRequest], Asked] | None:
        """Builds the ListOffsets requests for partitions whose offset lies outside.

        One for each end: the responses say where the leaders' logs begin and end.
        """
        asked: Asked = {followed.key: followed for followed in self._first_due(Stage.LOCATING, now_ms)}
        if not asked:
            return None
        requests = {}
        for timestamp in (EARLIEST, LATEST):
            topics: dict[str, list[Any]] = {}
            for (topic, index), followed in asked.items():
                topics.setdefault(topic, []).append(
                    ListOffsetsRequest.ListOffsetsPartition(
                        partition_index=index, current_leader_epoch=followed.leader_epoch, timestamp=timestamp
                    )
                )
            requests[timestamp] = ListOffsetsRequest(
                replica_id=self._replica_id,
                topics=[
                    ListOffsetsRequest.ListOffsetsTopic(name=topic, partitions=partitions)
                    for topic, partitions in topics.items()
                ],
            )
        return requests, asked

    def offsets_answered(self, followed: Followed, earliest: Any, latest: Any, now_ms: MonotonicMs) -> None:
        """Applies a leader's log start and end (two ListOffsetsPartitionResponses).

        Only a leader that is asked under its own epoch can make this replica drop everything (KAFKA-2143), and only
        when there is nothing that both have.
        """
        error_code = earliest.error_code or latest.error_code
        if error_code:
            self._failed(followed, error_code, now_ms)
            return
        log = followed.partition.log
        if log.damage is not None:
            self._begin_mending(followed, earliest.offset, latest.offset)
        if latest.offset < log.log_end_offset:
            if log.leader_epoch_cache.latest_epoch != NO_LEADER_EPOCH:
                followed.stage = Stage.TRUNCATING
                return
            self._truncate(followed, latest.offset, f"the leader's log ends at {latest.offset}, and has no epochs")
        elif earliest.offset > log.log_end_offset:
            _log.warning(
                "%s begins anew at %d: its end %d lies before the leader's start",
                *(followed.partition, earliest.offset, log.log_end_offset),
            )
            log.truncate_fully_and_start_at(earliest.offset)
        followed.stage = Stage.FETCHING

    def _begin_mending(self, followed: Followed, start_offset: int, end_offset: int) -> None:
        """Cuts what is damaged, now that there is a leader that has it, and notes how far it is to be copied.

        A log without records begins where the leader's does: where it believes to be may be what is wrong with it.
        """
        log = followed.partition.log
        if followed.whole_from is None:
            followed.whole_from = end_offset
        log.cut_damage()
        if log.log_start_offset == log.log_end_offset != start_offset:
            log.truncate_fully_and_start_at(start_offset)

    def _check_mended(self, followed: Followed) -> None:
        log = followed.partition.log
        if followed.whole_from is None or log.log_end_offset < followed.whole_from:
            return
        damage, followed.whole_from = log.damage, None
        log.mended()
        self._metrics.mended_logs += 1
        _log.warning(
            "%s is complete again up to offset %d, copied from its leader; it was not: %s",
            *(followed.partition, log.log_end_offset, damage),
        )

    # ---- what the leader may be told ------------------------------------------------------------------------------

    def note_undurable(self, now_ms: MonotonicMs, *, is_all_named: bool) -> None:
        """Notes the partitions to be flushed before the next fetch shows how far they are.

        With `flush.messages` 1 what a fetch shows is durable. What a response brings is noted as it is appended; but
        records also come by one that is out of date by the time disk threads have written them, from another fetcher,
        and from a former life of this process.

        Args:
            now_ms: monotonic.
            is_all_named: whether the next fetch begins a session.
        """
        self._followed.advance(now_ms)
        for followed in self._followed.to_be_named(is_all_named=is_all_named):
            if _is_undurable(followed.partition.log) and followed.partition not in self.unflushed:
                self.unflushed.append(followed.partition)

    def delay_undurable(self, now_ms: MonotonicMs, *, is_all_named: bool) -> None:
        """Delays the partitions that are not durable even now; arguments as for `note_undurable`."""
        for followed in self._followed.to_be_named(is_all_named=is_all_named):
            if _is_undurable(followed.partition.log):
                followed.delay(now_ms, self.backoff_ms)

    # ---- fetching -------------------------------------------------------------------------------------------------

    def is_fetch_due(self, now_ms: MonotonicMs) -> bool:
        """Tells whether any partition is to be fetched; throttled ones only while their quota lasts."""
        followed = self._followed
        followed.advance(now_ms)
        throttled = followed.throttled()
        if throttled and self._quota.is_exceeded(now_ms):  # KIP-73; who is in sync would leave the ISR for it
            for one in throttled:
                one.wait_until(now_ms + self._quota.delay_ms(now_ms, self.backoff_ms))
        return bool(followed.due(Stage.FETCHING))

    @property
    def only_fetches(self) -> bool:
        """Tells whether partitions are due for fetching alone, and none is delayed or throttled."""
        return self._followed.only_fetches

    @property
    def lacks_topic_ids(self) -> bool:
        """Tells whether a partition is followed whose log knows no topic id."""
        return self._followed.lacks_topic_ids

    def begin_anew(self) -> None:
        """Makes the next fetches name every partition.

        The leader knows of none, and responses to older ones are gone.
        """
        self._asked = {}
        self._followed.change_all()

    def changes(self, count: int) -> tuple[dict[Key, Position | None], Asked]:
        """Takes the changes that the leader does not know yet, in reading order.

        Args:
            count: how many partitions at most; the others come the next time.

        Returns:
            Positions, None for partitions that are not to be fetched any more; and all that is asked about by then.
        """
        changes: dict[Key, Position | None] = {}
        asked = self._asked
        for key, followed in self._followed.take_changed(count):
            if followed is None:
                changes[key] = None
                asked.pop(key, None)
            else:
                changes[key] = self._position(followed)
                asked[key] = followed
        return changes, asked

    def _position(self, followed: Followed) -> Position:
        log = followed.partition.log
        epoch = log.leader_epoch_cache.latest_epoch if self._truncates_on_fetch else NO_LEADER_EPOCH
        return Position(log.log_end_offset, log.log_start_offset, followed.leader_epoch, epoch, log.topic_id)

    def positions(self, now_ms: MonotonicMs) -> tuple[dict[Key, Position], Asked]:
        """Returns every due partition's position, for a leader without a session."""
        if not self.is_fetch_due(now_ms):
            return {}, {}
        self.begin_anew()
        changes, asked = self.changes(len(self))
        return {key: position for key, position in changes.items() if position is not None}, asked

    def _is_throttled(self, partition: Partition) -> bool:
        throttled = partition.log.config.throttled_followers
        return throttled is not None and throttled.has(partition.topic_partition.partition, self._replica_id)

    def fetched(
        self,
        followed: Followed,
        data: FetchResponse.PartitionData | FoundRecords,
        now_ms: MonotonicMs,
        wall_ms: WallMs,
        records: Buffer | AppendInFlight | None = None,
    ) -> None:
        """Applies one partition's PartitionData.

        Args:
            followed: the partition.
            data: its part of the response.
            now_ms: monotonic.
            wall_ms: wall clock.
            records: what a LongAppend named, which this raised for the same data before; None: nothing yet.

        Raises:
            LongAppend: the records are not appended yet; to be applied again then.
        """
        self._followed.moved(followed.key)  # the next fetch says what has become of it
        if data.error_code == ErrorCode.OFFSET_OUT_OF_RANGE:
            followed.stage = Stage.LOCATING
            if followed.failures:  # ListOffsets has just said that it is in range
                followed.delay(now_ms, self.backoff_ms)
            followed.failures += 1
            return
        if data.error_code:
            self._failed(followed, data.error_code, now_ms)
            return
        if data.diverging_epoch is not None:
            epoch, end_offset = data.diverging_epoch.epoch, data.diverging_epoch.end_offset
            offset, _ = truncation_offset(followed.partition.log, epoch, end_offset)
            reason = f"the histories part: epoch {epoch} ends at {end_offset} at the leader"
            if self._truncate(followed, offset, reason):
                followed.failures = 0
            else:
                followed.delay(now_ms, self.backoff_ms)  # the next response would be the same, and at once
        elif self._append(followed, data, wall_ms, data.records if records is None else records):
            followed.failures = 0
            followed.lag = max(data.high_watermark - followed.partition.log.log_end_offset, 0)
            if data.records:
                self._count(followed.partition, len(data.records), now_ms)
            self._check_mended(followed)
        else:
            _log.warning("%s: %d bytes without a whole batch came", followed.partition, len(data.records or b""))
            followed.delay(now_ms, self.backoff_ms)

    def _count(self, partition: Partition, size: int, now_ms: MonotonicMs) -> None:
        """Counts received bytes, of replicas that are in sync as well: together they shall not exceed the quota."""
        self._metrics.bytes_in += size
        if self._replica_id in partition.adding_replicas:
            self._metrics.reassignment_bytes_in += size
        if self._is_throttled(partition):
            self._quota.record(size, now_ms)

    def _append(
        self,
        followed: Followed,
        data: FetchResponse.PartitionData | FoundRecords,
        wall_ms: WallMs,
        records: Buffer | AppendInFlight | None,
    ) -> bool:
        """Appends records and applies the leader's offsets; False when there are bytes, and no whole batch in them."""
        partition = followed.partition
        log = partition.log
        if records:
            info = log.append_as_follower(
                records, now_ms=wall_ms, leader_epoch=partition.leader_epoch, may_take_long=False
            )
            if info is None:
                return False
            if info.needs_flush:
                self.unflushed.append(partition)
            self._followed.served(followed)  # the others come first next time
        # What is committed stays committed: a new leader that does not know it yet takes nothing back.
        if log.maybe_increment_high_watermark(data.high_watermark):
            self.advanced.append(partition)
        start_offset = min(data.log_start_offset, log.high_watermark)
        if log.log_start_offset < start_offset and log.maybe_increment_log_start_offset(start_offset):
            log.delete_segments_before_start()
        return True

    # ---- errors ---------------------------------------------------------------------------------------------------

    def unanswered(self, asked: Asked, answered: Collection[Key], now_ms: MonotonicMs) -> None:
        """Delays the partitions that a response leaves out: to be asked about again at once would bring the same."""
        for key, followed in asked.items():
            if key not in answered and self.current(asked, key) is not None:
                _log.warning("%s: the leader's response does not mention it", followed.partition)
                followed.delay(now_ms, self.backoff_ms)

    def _failed(self, followed: Followed, error_code: int, now_ms: MonotonicMs) -> None:
        """Handles the leader's error for one partition."""
        if error_code == ErrorCode.FENCED_LEADER_EPOCH:
            _log.info("%s: leader epoch %d is over, waiting for the next", followed.partition, followed.leader_epoch)
            followed.stage = Stage.STOPPED
            return
        if error_code in OTHER_TOPIC and followed.failures == OTHER_TOPIC_FAILURES:
            _log.warning(
                "%s: the leader knows no such topic id, so nothing is copied while it does not", followed.partition
            )
        _log.debug("%s: the leader answered error %d", followed.partition, error_code)
        followed.delay(now_ms, self.backoff_ms)

    def failed_here(self, followed: Followed, error: KafkaError, now_ms: MonotonicMs) -> None:
        """Handles this replica's own error with a response: delays the partition, or stops it."""
        if isinstance(error, KafkaStorageError) and not isinstance(error, ResourceShortage):
            _log.warning("%s is followed no more: %s", followed.partition, error.message)
            followed.stage = Stage.STOPPED
            return
        _log.warning("%s: what its leader sent is refused, and fetched again: %s", followed.partition, error.message)
        followed.delay(now_ms, self.backoff_ms)

    def _first_due(self, stage: Stage, now_ms: MonotonicMs) -> list[Followed]:
        self._followed.advance(now_ms)
        return self._followed.first_due(stage, PARTITIONS_PER_REQUEST_MAX)


def _is_undurable(log: Log) -> bool:
    return log.flush_messages == 1 and log.recovery_point < log.log_end_offset


def truncation_offset(log: Log, leader_epoch: LeaderEpoch, end_offset: int) -> tuple[int, bool]:
    """Computes (where to truncate to, whether the histories agree then); see the table of the module.

    Args:
        log: the follower's.
        leader_epoch: the largest epoch that the leader knows, not above the one asked about.
        end_offset: where that ends at the leader.
    """
    log_end_offset = log.log_end_offset
    if end_offset == UNDEFINED_OFFSET:
        return log.high_watermark, True
    if leader_epoch == NO_LEADER_EPOCH:
        return min(end_offset, log_end_offset), True
    epoch, own_end_offset = log.leader_epoch_cache.end_offset_for(leader_epoch, log_end_offset)
    if epoch == NO_LEADER_EPOCH:
        return min(end_offset, log_end_offset), True
    if epoch == leader_epoch:
        return min(own_end_offset, end_offset, log_end_offset), True
    return min(own_end_offset, log_end_offset), False


def by_key(topics: Iterable[Any], name: str, index: str) -> Mapping[Key, Any]:
    """Maps topic name or id and partition to the partitions of a response."""
    return {
        (getattr(topic, name), getattr(partition, index)): partition
        for topic in topics
        for partition in topic.partitions
    }
