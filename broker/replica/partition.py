"""One partition on this broker: its log, who leads it, and how far its replicas are.

A leader appends here and knows from its followers' fetches how far each of them is; the high watermark is what every
member of the maximal ISR has, which is the ISR together with the one that was asked for and is not written yet
(KIP-497), and what followers have that are about to join. A follower only reads its log here; copying from the leader
is a fetcher's business.

    log_start_offset ≤ last_stable_offset ≤ high_watermark ≤ log_end_offset ≤ accepted_end_offset
          │                                      │                │                  │
          consumers read from here … up to here ─┘   followers up to here      a disk thread writes up to here

Everything here is synchronous and finishes before anybody else runs: a check of leadership and the act that relies on
it stand in one method. Not here: waiting (delayed operations), when and how the ISR changes (`isr_changes`), requests
and their versions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from kavka.broker.config.topic_config import FLUSH_MESSAGES_NEVER
from kavka.broker.log.log_types import CLIENT
from kavka.broker.log.log_writes import AppendInFlight
from kavka.broker.log.verification import NO_VERIFICATION, VerificationGuard
from kavka.broker.metrics import TopicTraffic
from kavka.broker.replica.remote_replica import NEVER_MS, RemoteReplica
from kavka.common.types import NO_LEADER, UNKNOWN_BROKER_EPOCH, TopicPartition
from kavka.protocol.epochs import NO_LEADER_EPOCH, LeaderEpoch
from kavka.protocol.errors import (
    FencedLeaderEpoch,
    NotEnoughReplicas,
    NotLeaderOrFollower,
    OffsetNotAvailable,
    OffsetOutOfRange,
    PolicyViolation,
    UnknownLeaderEpoch,
)
from kavka.timer.moments import MonotonicMs, WallMs
from kavka.zk.isr_change import IsrChange

if TYPE_CHECKING:
    from kavka.broker.log.log import Log, LogAppendInfo
    from kavka.protocol.messages import LeaderAndIsrRequest

ACKS_ALL = -1
LATEST = -1
EARLIEST = -2
MAX_TIMESTAMP = -3
"""What a ListOffsets timestamp below zero asks for."""
DELETE_ALL = -1
"""The offset by which DeleteRecords asks for the high watermark."""
DEBUGGING_CONSUMER = -2
"""The replica id of a consumer that also reads from a replica that does not lead; Kafka's own tools use it."""
ANY_REPLICA = -3
"""As whom a consumer reads that may read from followers, too (KIP-392); not on the wire."""


class Partition:
    """The replica of one partition that this broker holds.

    Invariant: `is_leader` only while `leader_id` is this broker, and `broker_id` then stands in `isr`.
    Invariant: who does not lead knows no ISR, no follower, and waits for no change of the ISR.
    Invariant: the leader epoch never goes back during the life of this object.
    Invariant: a leadership begins and ends with nothing in flight: what this replica appends, it appends in one epoch.
    Invariant: a proposed ISR has nobody new who is no replica; the ISR itself may hold brokers that were replicas once.

    Attributes:
        isr: what ZooKeeper has.
        pending: the change of it that was asked for and is not decided; at most one at a time.
        adding_replicas: those of the replicas that a reassignment brings.
        is_reassigning: whether one is under way: replicas come, or go.
    """

    __slots__ = (
        "_holding_back",
        "adding_replicas",
        "broker_id",
        "is_leader",
        "is_reassigning",
        "isr",
        "leader_epoch",
        "leader_epoch_start_offset",
        "leader_id",
        "log",
        "partition_epoch",
        "pending",
        "remote_replicas",
        "replicas",
        "topic_partition",
        "traffic",
    )

    def __init__(
        self, topic_partition: TopicPartition, broker_id: int, log: Log, traffic: TopicTraffic | None = None
    ) -> None:
        self.topic_partition = topic_partition
        self.broker_id = broker_id
        self.log = log
        self.traffic = traffic or TopicTraffic()
        self.is_leader = False
        self.leader_id: int = NO_LEADER
        self.leader_epoch = NO_LEADER_EPOCH
        self.leader_epoch_start_offset = 0
        self.partition_epoch = 0
        self.replicas: tuple[int, ...] = ()
        self.isr: tuple[int, ...] = ()
        self.adding_replicas: tuple[int, ...] = ()
        self.is_reassigning = False
        self.pending: IsrChange | None = None
        self.remote_replicas: dict[int, RemoteReplica] = {}
        self._holding_back: tuple[RemoteReplica, ...] = ()
        """The replicas that the high watermark waits for."""

    def __str__(self) -> str:
        return str(self.topic_partition)

    # ---- leadership -----------------------------------------------------------------------------------------------

    def make_leader(self, state: LeaderAndIsrRequest.LeaderAndIsrPartitionState, *, now_ms: MonotonicMs) -> bool:
        """Becomes the leader, under the epoch that the controller gave.

        Remote replicas that are no longer assigned are dropped. The others' positions are forgotten when the epoch is
        new; members of the ISR count as caught up now.

        Args:
            state: a LeaderAndIsrPartitionState.
            now_ms: monotonic.

        Returns:
            Whether this broker did not lead before.
        """
        is_new_leader = not self.is_leader
        is_new_epoch = state.leader_epoch != self.leader_epoch
        self._take(state)
        if is_new_epoch:
            # Before the first append, else an election without writes leaves no trace (KAFKA-7415).
            self.leader_epoch_start_offset = self.log.log_end_offset
            self.log.leader_epoch_cache.assign(state.leader_epoch, self.log.log_end_offset, write=False)
        others = [broker_id for broker_id in self.replicas if broker_id != self.broker_id]
        self.remote_replicas = {
            broker_id: self.remote_replicas.get(broker_id) or RemoteReplica(broker_id) for broker_id in others
        }
        if is_new_epoch:
            for replica in self.remote_replicas.values():
                replica.reset(caught_up_ms=now_ms if replica.broker_id in self.isr else NEVER_MS)
        self.is_leader = True
        self._recount()
        self.maybe_increment_high_watermark()
        self._check_invariants()
        return is_new_leader

    def make_follower(self, state: LeaderAndIsrRequest.LeaderAndIsrPartitionState) -> bool:
        """Becomes a follower (with leader −1: waits for one).

        Returns:
            Whether the leader or its epoch changed: whatever waits on this partition's leadership must then end, and
            the fetcher begin again, also when the leader is the same (KAFKA-7164).
        """
        has_changed = self.is_leader or state.leader != self.leader_id or state.leader_epoch != self.leader_epoch
        self._take(state)
        # Only the leader knows the ISR; keeping an old one would let this replica act on it.
        self.isr = ()
        self.remote_replicas = {}
        self._holding_back = ()
        self.is_leader = False
        self._check_invariants()
        return has_changed

    def stop(self) -> None:
        """Stops leading or following; the log is the caller's to keep or to delete."""
        self.is_leader = False
        self.leader_id = NO_LEADER
        self.isr = ()
        self.pending = None
        self.remote_replicas = {}
        self._holding_back = ()
        self.log.tell_watchers()
        self._check_invariants()

    def _check_invariants(self) -> None:
        """Asserts the class's invariants, where a leadership or an ISR has changed: never for records or fetches."""
        end_offset = self.log.log_end_offset
        assert self.log.high_watermark <= end_offset, f"{self}: its high watermark is above its end {end_offset}"
        if self.is_leader:
            assert self.leader_id == self.broker_id, f"{self}: {self.leader_id} leads, and so does {self.broker_id}"
            assert self.broker_id not in self.remote_replicas, f"{self}: the leader follows itself"
            assert self.leader_epoch_start_offset <= end_offset, f"{self}: its epoch begins after its end"
        else:
            assert self.leader_id != self.broker_id, f"{self}: {self.broker_id} is the leader, and does not lead"
            assert not self.isr, f"{self}: the ISR {self.isr} is the leader's to know"
            assert not self.remote_replicas, f"{self}: followers are the leader's to know"
            assert self.pending is None, f"{self}: {self.pending} is not decided"

    def _take(self, state: LeaderAndIsrRequest.LeaderAndIsrPartitionState) -> None:
        assert state.leader_epoch >= self.leader_epoch, f"{self}: leader epoch {self.leader_epoch} may not go back"
        self.log.settle()  # it belongs to the epoch that ends
        self.leader_id = state.leader
        self.leader_epoch = state.leader_epoch
        self.partition_epoch = state.partition_epoch
        self.replicas = tuple(state.replicas)
        isr = tuple(state.isr)
        self.isr = self.replicas if isr == self.replicas else isr  # mostly it is, and a broker has many partitions
        self.adding_replicas = tuple(state.adding_replicas)
        self.is_reassigning = bool(state.adding_replicas or state.removing_replicas)
        self.pending = None  # whatever was asked for: this is what was decided
        self.log.tell_watchers()

    def check_leader_epoch(self, current_leader_epoch: LeaderEpoch) -> None:
        """Checks a client's leader epoch against the present one (KIP-320); −1 is "no opinion".

        Raises:
            FencedLeaderEpoch: the client is behind and must refresh its metadata.
            UnknownLeaderEpoch: this broker is behind; the client should ask again.
        """
        if current_leader_epoch == NO_LEADER_EPOCH or current_leader_epoch == self.leader_epoch:
            return
        if current_leader_epoch < self.leader_epoch:
            raise FencedLeaderEpoch(
                f"{self}: the leader epoch is {self.leader_epoch}, the request knows {current_leader_epoch}"
            )
        raise UnknownLeaderEpoch(
            f"{self}: the request names leader epoch {current_leader_epoch}, this broker knows {self.leader_epoch}"
        )

    def check_leader(self, current_leader_epoch: LeaderEpoch = NO_LEADER_EPOCH) -> None:
        """Checks that this broker leads.

        Raises:
            FencedLeaderEpoch, UnknownLeaderEpoch: see `check_leader_epoch`.
            KafkaStorageError: it does not, for the data directory has failed.
            NotLeaderOrFollower: it does not.
        """
        if current_leader_epoch != NO_LEADER_EPOCH:
            self.check_leader_epoch(current_leader_epoch)
        if not self.is_leader:
            self.log.log_dir.check_online()
            raise NotLeaderOrFollower(f"broker {self.broker_id} does not lead {self}, broker {self.leader_id} does")

    # ---- writing --------------------------------------------------------------------------------------------------

    def append_as_leader(
        self,
        records: Any,
        acks: int,
        now_ms: WallMs,
        single_batch: bool,
        guard: VerificationGuard | None = NO_VERIFICATION,
        origin: str = CLIENT,
        may_take_long: bool = True,
    ) -> LogAppendInfo:
        """Appends a producer's records and raises the high watermark. It rises as far as the ISR allows.

        Args:
            records: batches, or message sets of old producers; they are checked by the log.
            acks: with −1 the ISR must have `min.insync.replicas` members.
            now_ms: wall clock.
            single_batch: whether anything but exactly one batch v2 is an error (Produce 3 and later).
            guard: with which a transactional batch was verified; see `log.verification`.
            origin: CLIENT, or this cluster's own: COORDINATOR or EPOCH_MARKER, who may write markers.
            may_take_long: False on the event loop: `LongCheck` (`log.validator`) where checking them would, and
                `LongAppend` (`log.log_writes`) where writing them would.

        Raises:
            NotLeaderOrFollower: this broker does not lead.
            NotEnoughReplicas: the ISR is too small for acks=all; nothing was appended.
            KafkaError: what the log finds wrong with the records.
        """
        if not self.is_leader:
            self.check_leader()
        log = self.log
        if acks == ACKS_ALL and self.is_under_min_isr and type(records) is not AppendInFlight:
            raise NotEnoughReplicas(
                f"{self} has {len(self.isr)} in-sync replicas, min.insync.replicas is {log.config.min_insync_replicas}"
            )
        info = log.appender.as_leader(records, self.leader_epoch, now_ms, single_batch, origin, guard, may_take_long)
        self._note_append(1, len(records), info.first_offset, info.last_offset + 1)
        return info

    def append_together(self, sent: Sequence[Any], acks: int, now_ms: WallMs) -> list[LogAppendInfo]:
        """Appends the batches of several requests by one write.

        As far as they go together, and none has to wait. After KafkaStorageError nothing was appended.
        """
        log = self.log
        is_waiting = log.context.config.flush_messages < FLUSH_MESSAGES_NEVER
        if is_waiting or not self.is_leader or (acks == ACKS_ALL and (self.remote_replicas or self.is_under_min_isr)):
            return []
        infos = log.appender.together_as_leader(sent, self.leader_epoch, now_ms)
        if infos:
            size = sum(map(len, sent[: len(infos)]))
            self._note_append(len(infos), size, infos[0].first_offset, infos[-1].last_offset + 1)
        return infos

    def _note_append(self, requests: int, size: int, first_offset: int, end_offset: int) -> None:
        """Raises the high watermark as far as the ISR allows, and counts what was appended."""
        traffic = self.traffic
        if self.remote_replicas or self.log.context.config.flush_messages == 1:
            self.maybe_increment_high_watermark()
        else:
            self.log.offsets.maybe_increment_high_watermark(end_offset)
        traffic.produces += requests
        traffic.bytes_in += size
        traffic.messages_in += end_offset - first_offset

    def start_verification(
        self, producer_id: int, epoch: int, sequence: int, *, now_ms: WallMs, has_own_epoch: bool = False
    ) -> VerificationGuard | None:
        """Starts the verification of a transactional batch; returns the guard to append it with.

        Args:
            producer_id: of the batch, with `epoch` and its first `sequence`.
            epoch: likewise.
            sequence: likewise.
            now_ms: wall clock.
            has_own_epoch: whether each transaction of the producer has an epoch of its own (version 2).

        Returns:
            None when nothing is to be verified: the transaction is open here already.

        Raises:
            NotLeaderOrFollower: this broker does not lead.
        """
        self.check_leader()
        start = self.log.producer_state.start_verification
        return start(producer_id, epoch, sequence, now_ms=now_ms, has_own_epoch=has_own_epoch)

    @property
    def is_under_min_isr(self) -> bool:
        """Tells whether the ISR is too small for acks=all, and for any commit.

        `min.insync.replicas` counts for no more than there are replicas: what nobody can reach protects nothing.
        """
        size = len(self.isr)
        return size < self.log.config.min_insync_replicas and size < len(self.replicas)

    @property
    def is_at_min_isr(self) -> bool:
        """Tells whether the ISR is just large enough for acks=all."""
        return len(self.isr) == min(self.log.config.min_insync_replicas, len(self.replicas))

    @property
    def is_under_replicated(self) -> bool:
        """Tells whether a replica is missing in the ISR.

        Replicas that a reassignment is only about to add do not count.
        """
        return len(self.isr) < len(self.replicas) - len(self.adding_replicas)

    def maybe_increment_high_watermark(self) -> bool:
        """Raises the high watermark to the awaited replicas' common end; True when it moved.

        It stays where it is while the ISR is smaller than `min.insync.replicas` wants: what fewer brokers have is not
        committed, whatever acks the producer asked for (KAFKA-15583, docs/decisions/0016).

        Where every append is flushed before it is acknowledged, this replica counts with what is on its disk: nobody
        shall read what a power cut can take back.
        """
        log = self.log
        offset = log.log_end_offset
        if log.config.flush_messages == 1:
            offset = min(offset, log.recovery_point)
        for replica in self._holding_back:
            if replica.log_end_offset < offset:
                offset = replica.log_end_offset
        return (
            offset > log.high_watermark
            and not self.is_under_min_isr
            and bool(log.maybe_increment_high_watermark(offset))
        )

    def update_follower_fetch(
        self,
        broker_id: int,
        *,
        fetch_offset: int,
        log_start_offset: int,
        now_ms: MonotonicMs,
        broker_epoch: int = UNKNOWN_BROKER_EPOCH,
    ) -> bool:
        """Updates a follower's progress; True when that moved the high watermark.

        Raises:
            NotLeaderOrFollower: the follower is not among the partition's replicas, or the fetch is of a former life of
                its broker, which has fetched in a later one (KIP-903).
        """
        replica = self.remote_replicas.get(broker_id)
        if replica is None:
            raise NotLeaderOrFollower(f"broker {broker_id} is no replica of {self}, replicas are {self.replicas}")
        if UNKNOWN_BROKER_EPOCH != broker_epoch < replica.broker_epoch:
            raise NotLeaderOrFollower(
                f"broker {broker_id} fetched {self} with broker epoch {broker_epoch}, after {replica.broker_epoch}"
            )
        replica.update(
            fetch_offset=fetch_offset,
            log_start_offset=log_start_offset,
            leader_end_offset=self.log.log_end_offset,
            now_ms=now_ms,
            broker_epoch=broker_epoch,
        )
        return replica in self._holding_back and self.maybe_increment_high_watermark()

    # ---- the ISR --------------------------------------------------------------------------------------------------

    @property
    def maximal_isr(self) -> tuple[int, ...]:
        """Returns the ISR, and whoever is in the pending one: either may be what ZooKeeper has (KAFKA-13091)."""
        if self.pending is None:
            return self.isr
        return self.isr + tuple(broker_id for broker_id in self.pending.isr if broker_id not in self.isr)

    def propose_isr(self, isr: tuple[int, ...], *, now_ms: MonotonicMs, lag_ms: int) -> IsrChange:
        """Notes an ISR as pending; it counts only in part until it is decided."""
        assert self.is_leader
        assert self.pending is None, f"{self}: {self.pending} is not decided"
        assert self.broker_id in isr
        assert set(isr) <= {*self.replicas, *self.isr}, f"{self}: {isr} are not all replicas, {self.replicas} are"
        self.pending = IsrChange(
            partition=self.topic_partition,
            leader_epoch=self.leader_epoch,
            isr=isr,
            partition_epoch=self.partition_epoch,
            topic_id=self.log.topic_id,
            broker_epochs=tuple(
                [(r.broker_id, r.broker_epoch) for r in self.remote_replicas.values() if r.broker_id in isr]
            ),
        )
        self.recount(now_ms=now_ms, lag_ms=lag_ms)
        return self.pending

    def settle_isr(self, isr: tuple[int, ...], partition_epoch: int, *, now_ms: MonotonicMs, lag_ms: int) -> None:
        """Applies the decision about the pending ISR, be it nothing."""
        assert partition_epoch >= self.partition_epoch, (
            f"{self}: partition epoch {self.partition_epoch} may not go back"
        )
        self.pending = None
        self.isr = isr
        self.partition_epoch = partition_epoch
        self.log.tell_watchers()  # a follower's fetches are looked at while it is not in the ISR
        self.recount(now_ms=now_ms, lag_ms=lag_ms)
        self.maybe_increment_high_watermark()
        self._check_invariants()

    def refuse_isr(self, *, now_ms: MonotonicMs, lag_ms: int) -> None:
        """Drops the pending ISR. Who may not join is about to go, and is not waited for any more."""
        if self.pending is not None:
            self.do_not_wait_for(self.pending.isr)
        self.settle_isr(self.isr, self.partition_epoch, now_ms=now_ms, lag_ms=lag_ms)

    def do_not_wait_for(self, broker_ids: Iterable[int]) -> None:
        """Counts followers outside the ISR as behind until they have caught up again."""
        for broker_id in broker_ids:
            replica = self.remote_replicas.get(broker_id)
            if replica is not None and broker_id not in self.isr:
                replica.count_as_behind()

    def recount(self, *, now_ms: MonotonicMs, lag_ms: int) -> None:
        """Recounts the replicas that the high watermark waits for.

        Besides the maximal ISR these are the ones that were caught up within `lag_ms`: a leader that is alone in its
        ISR would otherwise always be a step ahead of the follower that wants to join.
        """
        self._recount(now_ms - lag_ms)

    def _recount(self, caught_up_since_ms: MonotonicMs | None = None) -> None:
        maximal = self.maximal_isr
        self._holding_back = tuple(
            replica
            for broker_id, replica in self.remote_replicas.items()
            if broker_id in maximal
            or (caught_up_since_ms is not None and replica.last_caught_up_ms >= caught_up_since_ms)
        )

    # ---- deleting -------------------------------------------------------------------------------------------------

    def delete_records(self, offset: int) -> int:
        """Deletes the records before an offset, with segments that hold no others.

        Args:
            offset: the first that stays; DELETE_ALL for the high watermark.

        Returns:
            That offset.

        Raises:
            NotLeaderOrFollower: this broker does not lead.
            PolicyViolation: the topic is not one whose old records are dropped: cleanup.policy lacks `delete`.
            OffsetOutOfRange: the offset is negative, or above the high watermark.
            KafkaStorageError: the disk failed, now or earlier.
        """
        self.check_leader()
        log = self.log
        if not log.config.is_deleted:
            raise PolicyViolation(f"Records of partition {self} can not be deleted due to the configured policy")
        offset = log.high_watermark if offset == DELETE_ALL else offset
        if offset < 0:
            raise OffsetOutOfRange(f"The offset {offset} for partition {self} is not valid")
        if log.maybe_increment_log_start_offset(offset):
            log.delete_segments_before_start()
        return offset

    def low_watermark(self, is_alive: Callable[[int], bool]) -> int:
        """Returns the least log start offset of the leader and its live followers.

        −1 while one of those on live brokers has not fetched.
        """
        starts = [self.log.log_start_offset]
        starts += [r.log_start_offset for r in self.remote_replicas.values() if is_alive(r.broker_id)]
        return min(starts)

    # ---- reading --------------------------------------------------------------------------------------------------

    @property
    def last_stable_offset(self) -> int:
        """Returns the last stable offset: before it no transaction is open."""
        return self.log.last_stable_offset

    def is_readable_by(self, replica_id: int) -> bool:
        """Tells whether a reader may read here: everybody at the leader, a debugging consumer (−2) anywhere.

        A consumer that may read from any replica does so while this one follows somebody.
        """
        if self.log.log_dir.failure is not None:
            return False
        if self.is_leader or replica_id == DEBUGGING_CONSUMER:
            return True
        return replica_id == ANY_REPLICA and self.leader_id != NO_LEADER

    def check_readable(self, replica_id: int, current_leader_epoch: LeaderEpoch) -> None:
        """Checks that a reader may read here.

        Raises:
            FencedLeaderEpoch, UnknownLeaderEpoch: see `check_leader_epoch`.
            NotLeaderOrFollower: this broker does not lead.
            KafkaStorageError: the data directory has failed.
        """
        self.check_leader_epoch(current_leader_epoch)
        if replica_id != DEBUGGING_CONSUMER and not (replica_id == ANY_REPLICA and self.leader_id != NO_LEADER):
            self.check_leader()
        self.log.log_dir.check_online()

    def readable_end_offset(self, replica_id: int, *, is_read_committed: bool) -> int:
        """Returns the first offset that a reader may not see yet."""
        if replica_id >= 0:
            return self.log.log_end_offset
        return self.last_stable_offset if is_read_committed else self.log.high_watermark

    def end_offset_for_epoch(self, epoch: LeaderEpoch) -> tuple[LeaderEpoch, int]:
        """Returns (the largest known epoch ≤ `epoch`, where it ends here); (−1, −1) when nothing is known (KIP-101)."""
        return self.log.leader_epoch_cache.end_offset_for(epoch, self.log.log_end_offset)

    def check_offsets_are_known(self) -> None:
        """Checks that the high watermark has reached this leader's epoch (KIP-207).

        Until then it may lie below what the former leader had shown, and an offset that goes back confuses clients.

        Raises:
            OffsetNotAvailable: ask again.
        """
        if self.log.high_watermark < self.leader_epoch_start_offset:
            raise OffsetNotAvailable(
                f"{self}: the high watermark {self.log.high_watermark} has not reached the start of leader epoch "
                f"{self.leader_epoch}, {self.leader_epoch_start_offset}"
            )

    def readable_bytes(self, start_offset: int, end_offset: int) -> int:
        """Counts the bytes between two offsets, roughly: enough to tell whether a fetch has waited for enough."""
        return self.log.bytes_between(start_offset, end_offset)

    def offset_for_timestamp(
        self, timestamp: int, *, end_offset: int, may_wait: bool = True
    ) -> tuple[int, int, LeaderEpoch]:
        """Finds a ListOffsets timestamp's (timestamp, offset, leader epoch); all −1 when there is nothing.

        Args:
            timestamp: LATEST, EARLIEST, MAX_TIMESTAMP, or ms since the epoch: the first record at or after it.
            end_offset: the reader sees nothing from here on.
            may_wait: whether to wait for the disk.

        Raises:
            ColdRead: what a search would look at is not in memory, and it may not wait.
        """
        log = self.log
        if timestamp == LATEST:
            return -1, end_offset, self.leader_epoch
        if timestamp == EARLIEST:
            start_offset = log.log_start_offset
            return -1, start_offset, log.leader_epoch_cache.epoch_for_offset(start_offset)
        if timestamp == MAX_TIMESTAMP:
            found = log.offset_of_max_timestamp(end_offset, may_wait)
        else:
            found = log.offset_for_timestamp(timestamp, end_offset, may_wait)
        return found or (-1, -1, NO_LEADER_EPOCH)
