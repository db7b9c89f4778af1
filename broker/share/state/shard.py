"""One partition of `__share_group_state`: the states that fall to it, and what becomes of them. No I/O.

    asked ─▶ initialize, read, write, delete ─▶ a record, if one is needed ─▶ the log ─▶ apply ─▶ the state
                                                     the log read from its beginning ─▶ apply

What was appended is applied at once, before its replicas have it: the next record builds on it. Who may hear of it when
is not decided here (`keeper`).

    record              written when
    snapshot            a share-partition begins; after so many updates; nothing has changed for long (`cold`)
    update              anything else
    snapshot, no value  it is deleted

Who is refused:  INVALID_REQUEST             a negative number; a state that nobody has begun
                 FENCED_LEADER_EPOCH         a later leader of the partition has read the state
                 FENCED_STATE_EPOCH          the share-partition has begun anew since
                 UNKNOWN_TOPIC_OR_PARTITION  the topic is not there, or not known here yet

in this order, Kafka's. Kafka: `ShareCoordinatorShard`, `ShareCoordinatorOffsetsManager`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from kavka.broker.share.persister import UNINITIALIZED_START_OFFSET, SharePartition, ShareState
from kavka.broker.share.state.batches import combine, lay_over
from kavka.broker.share.state.records import StateDeleted, StateRecord, StateSnapshot, StateUpdate
from kavka.protocol.epochs import LeaderEpoch
from kavka.protocol.errors import FencedLeaderEpoch, FencedStateEpoch, InvalidRequest, UnknownTopicOrPartition
from kavka.timer.moments import WallMs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kavka.broker.share.persister import StateBatch
    from kavka.common.steps import Steps

FIRST_EPOCH: Final = LeaderEpoch(0)
"""Of a share-partition that no leader has read."""
UNKNOWN_COUNT: Final = -1
NO_STATE: Final = ShareState(0, FIRST_EPOCH, UNINITIALIZED_START_OFFSET, UNKNOWN_COUNT, ())
"""What a summary says of a share-partition that was not begun."""


class _Kept:
    """A share-partition's state.

    Attributes:
        snapshot: with the updates behind it applied.
        leader_epoch: the highest that was ever said; the state's begins from 0 with the share-partition.
        updates: behind the snapshot in the log.
        snapshot_offset: where the log has the snapshot.
        last_offset: the latest record.
    """

    __slots__ = ("last_offset", "leader_epoch", "snapshot", "snapshot_offset", "updates")

    def __init__(self, snapshot: StateSnapshot, offset: int) -> None:
        self.snapshot = snapshot
        self.leader_epoch = snapshot.state.leader_epoch
        self.updates = 0
        self.snapshot_offset = offset
        self.last_offset = offset


class StateShard:
    """The states of one partition.

    Args:
        updates_max: updates between two snapshots of a state.
        is_known: whether a topic has a partition, as far as this broker knows.
    """

    __slots__ = ("_is_known", "_kept", "_updates_max", "end_offset")

    def __init__(self, *, updates_max: Callable[[], int], is_known: Callable[[bytes, int], bool]) -> None:
        self._updates_max = updates_max
        self._is_known = is_known
        self._kept: dict[SharePartition, _Kept] = {}
        self.end_offset = 0
        """Behind the latest record that was applied."""

    def __len__(self) -> int:
        return len(self._kept)

    def __contains__(self, share_partition: SharePartition) -> bool:
        return share_partition in self._kept

    def __iter__(self) -> Iterator[SharePartition]:
        return iter(self._kept)

    def state(self, share_partition: SharePartition) -> ShareState:
        """Returns a state with all that was appended; that of a share-partition that was not begun, too."""
        kept = self._kept.get(share_partition)
        return NO_STATE if kept is None else kept.snapshot.state

    def last_offset(self, share_partition: SharePartition) -> int:
        """Returns where the latest record of a state is; −1: there is none."""
        kept = self._kept.get(share_partition)
        return -1 if kept is None else kept.last_offset

    def release(self) -> Steps[None]:
        """Lets go of all states, one a step."""
        while self._kept:
            self._kept.popitem()
            yield

    # ---- what is asked --------------------------------------------------------------------------------------------

    def initialize(
        self, share_partition: SharePartition, *, state_epoch: int, start_offset: int, now_ms: WallMs
    ) -> StateRecord:
        """Begins a state, or begins it anew.

        Raises:
            InvalidRequest, FencedStateEpoch, UnknownTopicOrPartition: see above.
        """
        _check_numbers(share_partition, state_epoch=state_epoch)
        kept = self._kept.get(share_partition)
        if kept is not None:
            _check_state_epoch(share_partition, kept, state_epoch)
        self._check_known(share_partition)
        # Where a group begins at an offset that somebody chose, nothing is delivered behind it: its lag is known.
        complete = UNKNOWN_COUNT if start_offset == UNINITIALIZED_START_OFFSET else 0
        state = ShareState(state_epoch, FIRST_EPOCH, start_offset, complete, ())
        return StateSnapshot(0 if kept is None else kept.snapshot.epoch + 1, state, now_ms, now_ms)

    def read(self, share_partition: SharePartition, *, leader_epoch: LeaderEpoch, now_ms: WallMs) -> StateRecord | None:
        """Fences the leaders of before; None: nothing is to be written, this one has read already.

        Raises:
            InvalidRequest, FencedLeaderEpoch, UnknownTopicOrPartition: see above.
        """
        _check_numbers(share_partition, leader_epoch=leader_epoch)
        kept = self._begun(share_partition)
        _check_leader_epoch(share_partition, kept, leader_epoch)
        self._check_known(share_partition)
        if kept.leader_epoch == leader_epoch:
            return None
        return self._changed(kept, kept.snapshot.state._replace(leader_epoch=leader_epoch, batches=()), now_ms)

    def write(self, share_partition: SharePartition, changed: ShareState, *, now_ms: WallMs) -> StateRecord:
        """Lays changes over a state.

        Raises:
            InvalidRequest, FencedLeaderEpoch, FencedStateEpoch, UnknownTopicOrPartition: see above.
        """
        _check_numbers(share_partition, leader_epoch=changed.leader_epoch, state_epoch=changed.state_epoch)
        kept = self._begun(share_partition)
        _check_leader_epoch(share_partition, kept, changed.leader_epoch)
        _check_state_epoch(share_partition, kept, changed.state_epoch)
        self._check_known(share_partition)
        _check_batches(share_partition, changed.batches)
        state = kept.snapshot.state
        start_offset = max(changed.start_offset, state.start_offset)
        complete = changed.delivery_complete_count
        if changed.start_offset < state.start_offset:
            complete = state.delivery_complete_count
        elif changed.start_offset == state.start_offset:
            complete = max(complete, state.delivery_complete_count)
        batches = combine(changed.batches, start_offset)
        return self._changed(
            kept, ShareState(state.state_epoch, state.leader_epoch, start_offset, complete, batches), now_ms
        )

    def check_summary(self, share_partition: SharePartition) -> None:
        """Checks whether one may hear of a state.

        Raises:
            InvalidRequest, UnknownTopicOrPartition: see above.
        """
        _check_numbers(share_partition)
        self._check_known(share_partition)

    def delete(self, share_partition: SharePartition) -> StateRecord | None:
        """Forgets a state; None: there is none.

        Raises:
            InvalidRequest, UnknownTopicOrPartition: see above.
        """
        self.check_summary(share_partition)
        return StateDeleted() if share_partition in self._kept else None

    def _begun(self, share_partition: SharePartition) -> _Kept:
        kept = self._kept.get(share_partition)
        if kept is None:
            raise InvalidRequest(f"{_shown(share_partition)} was not initialized")
        return kept

    def _check_known(self, share_partition: SharePartition) -> None:
        if not self._is_known(share_partition.topic_id, share_partition.partition):
            raise UnknownTopicOrPartition(f"{_shown(share_partition)}: there is no such topic or partition")

    def _changed(self, kept: _Kept, changed: ShareState, now_ms: WallMs) -> StateRecord:
        """Says a change: as a snapshot, where it is time for one."""
        if kept.updates < self._updates_max():
            return StateUpdate(kept.snapshot.epoch, changed)
        return StateSnapshot(kept.snapshot.epoch + 1, _merged(kept.snapshot.state, changed), now_ms, now_ms)

    # ---- what is in the log ---------------------------------------------------------------------------------------

    def apply(self, share_partition: SharePartition, record: StateRecord, offset: int) -> None:
        """Applies a record of the log."""
        self.end_offset = max(self.end_offset, offset + 1)
        kept = self._kept.get(share_partition)
        if isinstance(record, StateDeleted):
            self._kept.pop(share_partition, None)
        elif kept is None:
            # An update alone, where the log begins behind its snapshot, is better than nothing.
            snapshot = record if isinstance(record, StateSnapshot) else StateSnapshot(*record, WallMs(0), WallMs(0))
            self._kept[share_partition] = _Kept(snapshot, offset)
        else:
            kept.last_offset = offset
            if isinstance(record, StateSnapshot):
                kept.snapshot = record
                kept.snapshot_offset = offset
                kept.updates = 0
            else:
                kept.snapshot = kept.snapshot._replace(state=_merged(kept.snapshot.state, record.changed))
                kept.updates += 1
            kept.leader_epoch = max(kept.leader_epoch, kept.snapshot.state.leader_epoch)

    # ---- what nobody asks for -------------------------------------------------------------------------------------

    def redundant_before(self) -> int:
        """Returns the offset from which on the log has all states: that of the oldest snapshot."""
        return min((kept.snapshot_offset for kept in self._kept.values()), default=self.end_offset)

    def cold(self, *, now_ms: WallMs, interval_ms: int) -> list[SharePartition]:
        """Lists the states that were not written as a whole for long.

        Else one state that does not change would keep the log from ever being cut. None are where that has been done
        for all of them: then nothing grows.
        """
        kept = self._kept.values()
        if all(one.snapshot.created_ms != one.snapshot.written_ms and not one.updates for one in kept):
            return []
        return [place for place, one in self._kept.items() if now_ms - one.snapshot.written_ms >= interval_ms]

    def renewed(self, share_partition: SharePartition, *, now_ms: WallMs) -> StateSnapshot:
        """Returns a snapshot that says again what a state is."""
        snapshot = self._kept[share_partition].snapshot
        return snapshot._replace(epoch=snapshot.epoch + 1, written_ms=now_ms)


def _merged(state: ShareState, changed: ShareState) -> ShareState:
    start_offset = state.start_offset if changed.start_offset == UNINITIALIZED_START_OFFSET else changed.start_offset
    return ShareState(
        state.state_epoch,
        state.leader_epoch if changed.leader_epoch < FIRST_EPOCH else changed.leader_epoch,
        start_offset,
        changed.delivery_complete_count,
        tuple(lay_over(state.batches, changed.batches, start_offset)),
    )


def _check_numbers(share_partition: SharePartition, *, leader_epoch: int = 0, state_epoch: int = 0) -> None:
    if share_partition.partition < 0 or leader_epoch < 0 or state_epoch < 0:
        raise InvalidRequest(f"{_shown(share_partition)}: partitions, leader epochs and state epochs are not negative")


def _check_leader_epoch(share_partition: SharePartition, kept: _Kept, leader_epoch: LeaderEpoch) -> None:
    if leader_epoch < kept.leader_epoch:
        raise FencedLeaderEpoch(
            f"{_shown(share_partition)}: leader epoch {leader_epoch} is older than {kept.leader_epoch}"
        )


def _check_state_epoch(share_partition: SharePartition, kept: _Kept, state_epoch: int) -> None:
    known = kept.snapshot.state.state_epoch
    if state_epoch < known:
        raise FencedStateEpoch(f"{_shown(share_partition)}: state epoch {state_epoch} is older than {known}")


def _check_batches(share_partition: SharePartition, batches: Sequence[StateBatch]) -> None:
    for batch in batches:
        if not 0 <= batch.first_offset <= batch.last_offset or batch.delivery_count < 0:
            raise InvalidRequest(f"{_shown(share_partition)}: {batch} is none of offsets and a count")


def _shown(share_partition: SharePartition) -> str:
    group_id, topic_id, partition = share_partition
    return f"share group {group_id!r}, partition {partition} of topic {topic_id.hex()}"
