"""All groups that this broker coordinates, and their log: `__consumer_offsets`, read when a partition is led here.

    elected ─▶ begin_load ─▶ load, build ─▶ end_load ─▶ groups are there ─▶ resume: told, one by one
    resigned ─▶ unload ─▶ nothing of it is served any more; its groups are Dead, and that is told, one by one
    coordinator ─▶ append_group, append_offsets, append_tombstones ─▶ InternalLog ─▶ on_done(error)

What a load reads is kept apart until its partition is read to the end (`group_loading`): nothing is served from half a
log (KAFKA-2163).

Not here: what members do (`membership`), what is committed (`offset_commits`), who leads (`internal_log`).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final, Protocol

from kavka.broker.group import records
from kavka.broker.group.group_loading import GroupLoading
from kavka.broker.group.group_metadata import GroupMetadata
from kavka.broker.group.group_offsets import CommittedOffset
from kavka.broker.group.states import GroupState
from kavka.broker.log.verification import NO_VERIFICATION, VerificationGuard
from kavka.broker.replica.internal_appends import OnAppended
from kavka.broker.replica.internal_log import partition_for
from kavka.common.steps import Steps, at_once
from kavka.common.supervised import Supervisor
from kavka.common.types import TopicPartition
from kavka.protocol.epochs import LeaderEpoch
from kavka.protocol.errors import (
    CoordinatorLoadInProgress,
    CoordinatorNotAvailable,
    ErrorCode,
    InvalidGroupId,
    NotCoordinator,
)

if TYPE_CHECKING:
    from kavka.broker.group.group_config import GroupConfig
    from kavka.broker.group.record_layout import Record
    from kavka.broker.metrics import GroupMetrics
    from kavka.protocol.records.crc32c import Buffer
    from kavka.protocol.records.header import BatchHeader
    from kavka.timer.clock import Clock

_log = logging.getLogger(__name__)

OnStored = Callable[[ErrorCode], None]

NO_ACKS: Final = 0
"""Of tombstones: nobody waits for them, and a lost one is written again when the group is loaded and expires again."""

PART_BYTES_MAX: Final = 512 * 1024
"""Records of one batch: half of what it may have, so that a large record fits behind."""

TOMBSTONES_PER_BATCH_MAX: Final = 1_000
"""Keys that one batch deletes: with all offsets of a large group it would be larger than a batch may be."""


def warn_unless_stored(group: GroupMetadata) -> OnStored:
    """Makes what logs that a group could not be written, where nobody waits for that."""

    def stored(error: ErrorCode) -> None:
        if error is not ErrorCode.NONE:
            _log.warning("%s could not be written: %s", group, error.name)

    return stored


class GroupLog(Protocol):
    """What the store writes to: as much of `InternalAppends` as it needs."""

    def append(
        self,
        index: int,
        batch: bytes,
        on_done: OnAppended,
        *,
        timeout_ms: int,
        acks: int = -1,
        guard: VerificationGuard | None = NO_VERIFICATION,
    ) -> object:
        """Appends a batch to a partition of the log, like `InternalAppends.append`."""


class GroupListener(Protocol):
    """Who is told of groups that come and go with the leadership of their partition."""

    def loaded(self, group: GroupMetadata) -> None:
        """Takes notice of a group that was loaded."""

    def unloaded(self, group: GroupMetadata, state: GroupState) -> None:
        """Takes notice of a group that is gone, and of its last state."""


class GroupStore:
    """The groups, as the keeper of `__consumer_offsets`.

    Args:
        log: what groups are written to.
        clock: wall clock for records, monotonic time for how long loading takes.
        config: the limits that hold now.
        partition_count: how many partitions `__consumer_offsets` has; None while that is not known.
        metrics: where loads are counted.
        supervisor: keeps one group's failure from the others.
    """

    __slots__ = (
        "_clock",
        "_config",
        "_groups",
        "_listeners",
        "_loading",
        "_log",
        "_metrics",
        "_owned",
        "_partition_count",
        "_producers",
        "_supervisor",
    )

    def __init__(
        self,
        log: GroupLog,
        *,
        clock: Clock,
        config: Callable[[], GroupConfig],
        partition_count: Callable[[], int | None],
        metrics: GroupMetrics,
        supervisor: Supervisor | None = None,
    ) -> None:
        self._log = log
        self._supervisor = supervisor or Supervisor()
        self._clock = clock
        self._config = config
        self._partition_count = partition_count
        self._metrics = metrics
        self._owned: dict[int, dict[str, GroupMetadata]] = {}
        """Partition → its groups, of what is led here and loaded: what is not in here is served by nobody here."""
        self._groups: dict[str, GroupMetadata] = {}
        """The same groups by their names alone, and some of what is being unloaded."""
        self._loading: dict[int, GroupLoading] = {}
        self._producers: dict[int, set[str]] = {}
        """Producer id → the groups in which its transaction has offsets: a marker names only the producer."""
        self._listeners: list[GroupListener] = []

    def add_listener(self, listener: GroupListener) -> None:
        """Notifies a listener of groups that are loaded and unloaded from now on."""
        self._listeners.append(listener)

    # ---- finding --------------------------------------------------------------------------------------------------

    def __iter__(self) -> Iterator[GroupMetadata]:
        return iter([group for groups in self._owned.values() for group in groups.values()])

    def __len__(self) -> int:
        return sum(map(len, self._owned.values()))

    @property
    def is_loading(self) -> bool:
        """Tells whether any partition is being loaded."""
        return bool(self._loading)

    @property
    def refused(self) -> int:
        """Partitions that are led here and not served: their logs cannot be read whole."""
        return sum(loading.refusal is not None for loading in self._loading.values())

    def partition_of(self, group_id: str) -> int:
        """Returns the partition of `__consumer_offsets` that a group belongs to.

        Raises:
            CoordinatorNotAvailable: there is no `__consumer_offsets`, as far as this broker knows.
        """
        count = self._partition_count()
        if count is None:
            raise CoordinatorNotAvailable("__consumer_offsets does not exist yet")
        return partition_for(group_id, count)

    def check(self, group_id: str, *, may_be_empty: bool = False) -> int:
        """Checks that this broker coordinates the group, and returns the group's partition.

        Raises:
            InvalidGroupId: there can be no such group. Offsets may be kept under an empty name, as in old times.
            CoordinatorLoadInProgress: not yet.
            NotCoordinator, CoordinatorNotAvailable: another broker does, or nobody.
        """
        if not group_id and not may_be_empty:
            raise InvalidGroupId("a group needs a name")
        group = self.get(group_id)
        if group is not None:
            return group.partition
        index = self.partition_of(group_id)
        if index in self._loading:
            refusal = self._loading[index].refusal
            if refusal is not None:
                raise CoordinatorNotAvailable(refusal)
            raise CoordinatorLoadInProgress(f"partition {index} of __consumer_offsets is being read")
        if index not in self._owned:
            raise NotCoordinator(f"this broker does not lead partition {index} of __consumer_offsets")
        return index

    def get(self, group_id: str) -> GroupMetadata | None:
        """Returns the group, None where there is none."""
        group = self._groups.get(group_id)
        if group is not None:
            served = self._owned.get(group.partition)
            if served is not None and served.get(group_id) is group:
                return group
        return None

    def create(self, group_id: str) -> GroupMetadata:
        """Creates a group, of a name that `check` let pass and that no other has."""
        assert self.get(group_id) is None, f"group {group_id!r} exists"
        index = self.check(group_id, may_be_empty=True)
        group = GroupMetadata(group_id, index, now_ms=self._clock.now_ms())
        self._groups[group_id] = self._owned[index][group_id] = group
        return group

    def forget(self, group: GroupMetadata) -> None:
        """Removes a group that is over; requests that still hold the object find it Dead."""
        group.transition_to(GroupState.Dead, self._clock.now_ms())
        if self.get(group.group_id) is group:
            del self._groups[group.group_id]
            del self._owned[group.partition][group.group_id]

    # ---- writing --------------------------------------------------------------------------------------------------

    def append_group(self, group: GroupMetadata, assignments: Mapping[str, bytes], on_done: OnStored) -> None:
        """Writes the group with these assignments; `on_done` gets the result, at once or later.

        With the first record of a group that was one of the consumer protocol, its records of that are deleted.
        """
        config = self._config()
        value = records.group_value(group, assignments, config.record_format)
        former = group.former_keys
        pairs = [*((key, None) for key in former), (records.group_key(group.group_id), value)]

        def done(error_code: int, _: int) -> None:
            if not error_code and group.former_keys is former:
                group.former_keys = ()
            on_done(GROUP_ERRORS.get(error_code) or ErrorCode(error_code))

        self._log.append(
            group.partition,
            records.batch(pairs, self._clock.now_ms(), config.compression),
            done,
            timeout_ms=config.commit_timeout_ms,
            acks=config.commit_acks,
        )

    def append_offsets(
        self,
        group: GroupMetadata,
        offsets: Mapping[TopicPartition, CommittedOffset],
        on_done: Callable[[ErrorCode, int], None],
        *,
        producer: tuple[int, int] | None = None,
        guard: VerificationGuard | None = NO_VERIFICATION,
    ) -> None:
        """Writes committed offsets, with `producer` (id and epoch) as a part of its transaction.

        `on_done` gets the error, and the offset of the first record. The guard says that the transaction's coordinator
        knows of them (KIP-890).
        """
        config = self._config()
        form, now_ms = config.record_format, self._clock.now_ms()
        pairs = [
            (records.offset_key(group.group_id, partition), records.offset_value(committed, form))
            for partition, committed in offsets.items()
        ]
        if producer is None:
            batch = records.batch(pairs, now_ms, config.compression)
        else:
            batch = records.transactional_batch(
                pairs, now_ms, config.compression, producer_id=producer[0], producer_epoch=producer[1]
            )
        self._log.append(
            group.partition,
            batch,
            lambda error_code, offset: on_done(COMMIT_ERRORS.get(error_code) or ErrorCode(error_code), offset),
            timeout_ms=config.commit_timeout_ms,
            acks=config.commit_acks,
            guard=guard,
        )

    def append_records(self, group: GroupMetadata, pairs: list[Record], on_done: OnStored) -> None:
        """Writes records of a consumer or share group, in their order; `on_done` gets the result of all."""
        from kavka.broker.group.consumer.records import in_parts  # with the first such group

        config = self._config()
        results: list[ErrorCode] = []
        batches = [
            records.batch(part, self._clock.now_ms(), config.compression) for part in in_parts(pairs, PART_BYTES_MAX)
        ]

        def done(error_code: int, _: int) -> None:
            results.append(CONSUMER_ERRORS.get(error_code) or ErrorCode(error_code))
            if len(results) == len(batches):
                on_done(next((error for error in results if error is not ErrorCode.NONE), ErrorCode.NONE))

        for batch in batches:
            self._log.append(group.partition, batch, done, timeout_ms=config.commit_timeout_ms, acks=config.commit_acks)

    def append_tombstones(self, group: GroupMetadata, partitions: Iterable[TopicPartition]) -> None:
        """Appends tombstones for committed offsets, and for a forgotten group that was ever written."""
        pairs: list[tuple[bytes, bytes | None]] = [
            (records.offset_key(group.group_id, partition), None) for partition in partitions
        ]
        if self._groups.get(group.group_id) is not group and group.generation_id > 0:
            pairs.append((records.group_key(group.group_id), None))
        if self._groups.get(group.group_id) is not group:
            pairs.extend((key, None) for key in group.former_keys)
        if self._groups.get(group.group_id) is not group and group.consumer is not None:
            from kavka.broker.group.consumer.records import tombstones  # with the first such group

            pairs.extend(tombstones(group.group_id, group.consumer))
        if self._groups.get(group.group_id) is not group and group.share is not None:
            from kavka.broker.group.share.records import tombstones as share_tombstones  # likewise

            pairs.extend(share_tombstones(group.group_id, group.share))
        if self._groups.get(group.group_id) is not group and group.streams is not None:
            from kavka.broker.group.streams.records import tombstones as streams_tombstones  # likewise

            pairs.extend(streams_tombstones(group.group_id, group.streams))

        def done(error_code: int, _: int) -> None:
            if error_code:
                _log.warning("%s: what is deleted could not be written: %s", group, ErrorCode(error_code).name)

        config = self._config()
        for first in range(0, len(pairs), TOMBSTONES_PER_BATCH_MAX):
            part = pairs[first : first + TOMBSTONES_PER_BATCH_MAX]
            self._log.append(
                group.partition,
                records.batch(part, self._clock.now_ms(), config.compression),
                done,
                timeout_ms=config.commit_timeout_ms,
                acks=NO_ACKS,
            )

    # ---- transactions ---------------------------------------------------------------------------------------------

    def add_producer(self, producer_id: int, group: GroupMetadata) -> None:
        """Notes that the producer's transaction holds offsets of this group."""
        self._producers.setdefault(producer_id, set()).add(group.group_id)

    def _remove_producer(self, producer_id: int, group_id: str) -> None:
        group_ids = self._producers.get(producer_id)
        if group_ids is not None:
            group_ids.discard(group_id)
            if not group_ids:
                del self._producers[producer_id]

    def held_count(self, producer_id: int) -> int:
        """Counts the offsets that the producer's transaction holds back in all groups."""
        groups = map(self._groups.get, self._producers.get(producer_id, ()))
        return sum(group.offsets.held_count(producer_id) for group in groups if group is not None)

    def finish_transaction(self, index: int, producer_id: int, *, is_commit: bool) -> Steps[None]:
        """Applies or drops a transaction's offsets: its marker is in partition `index`.

        Between two steps a group may be unloaded: who loads it reads the marker.
        """
        if index in self._loading:
            return  # it will be read, in its turn: before it there may be the end of an earlier transaction
        for group_id in list(self._producers.get(producer_id, ())):
            group = self.get(group_id)
            if group is not None and group.partition != index:
                continue
            if group is not None:
                yield from group.offsets.finish_transaction(producer_id, is_commit=is_commit)
            is_there = self.get(group_id) is group
            if group is None or (is_there and not group.offsets.held_count(producer_id)):
                self._remove_producer(producer_id, group_id)

    # ---- the keeper's side ----------------------------------------------------------------------------------------

    def begin_load(self, index: int, leader_epoch: LeaderEpoch) -> None:
        """Begins to load a partition; see LogKeeper."""
        assert index not in self._owned, f"partition {index} is loaded already"
        self._loading[index] = GroupLoading(index, self._clock.monotonic_ms())

    def load(self, index: int, header: BatchHeader, buf: Buffer, pos: int) -> Steps[None]:
        """Loads the records of a batch; see LogKeeper."""
        loading = self._loading.get(index)
        if loading is not None:  # or the broker stops
            yield from loading.load(header, buf, pos)

    def build(self, index: int) -> Steps[None]:
        """Builds the partition's groups of the loaded records; see LogKeeper."""
        loading = self._loading.get(index)
        if loading is not None:
            yield from loading.build()

    def end_load(self, index: int, leader_epoch: LeaderEpoch) -> None:
        """Serves a partition that was loaded; see LogKeeper."""
        loading = self._loading.pop(index, None)
        if loading is None:
            return
        groups = self._owned[index] = loading.groups
        self._groups.update(groups)
        for group in groups.values():
            for producer_id in group.offsets.producers():
                self.add_producer(producer_id, group)
        took_ms = self._clock.monotonic_ms() - loading.since_ms
        self._metrics.loads += 1
        self._metrics.load_ms += took_ms
        self._metrics.load_ms_max = max(self._metrics.load_ms_max, took_ms)

    def resume(self, index: int) -> Steps[None]:
        """Resumes each group that was loaded, and is there still; see LogKeeper."""
        for group in list(self._owned.get(index, {}).values()):
            if self.get(group.group_id) is group:
                with self._supervisor.item("loading of groups", group):
                    for listener in self._listeners:
                        listener.loaded(group)
            yield

    def refuse_load(self, index: int, reason: str) -> None:
        """Refuses requests for a partition that cannot be read whole; see LogKeeper."""
        self._owned.pop(index, None)
        loading = self._loading.setdefault(index, GroupLoading(index, self._clock.monotonic_ms()))
        loading.refusal = reason

    def elected_again(self, index: int, leader_epoch: LeaderEpoch) -> None:
        """Changes nothing, since nothing was lost; see LogKeeper."""

    def unload_all(self) -> None:
        """Unloads every partition: no group is coordinated here any more."""
        for index in [*self._loading, *self._owned]:
            at_once(self.unload(index))

    def unload(self, index: int) -> Steps[None]:
        """Unloads a partition's groups, one a step; see LogKeeper.

        The partition may be led here again, and be loaded, before the last of its groups is Dead.
        """
        self._loading.pop(index, None)
        groups = self._owned.pop(index, {})
        while groups:
            _, group = groups.popitem()
            with self._supervisor.item("unloading of groups", group):
                self._unload(group)
            yield

    def _unload(self, group: GroupMetadata) -> None:
        if self._groups.get(group.group_id) is group:
            del self._groups[group.group_id]
            for producer_id in group.offsets.producers():  # of a group that was loaded meanwhile they stay
                self._remove_producer(producer_id, group.group_id)
        state = group.state
        group.transition_to(GroupState.Dead, self._clock.now_ms())
        for listener in self._listeners:
            listener.unloaded(group, state)


_NOT_NOW: Final = (
    ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
    ErrorCode.NOT_ENOUGH_REPLICAS,
    ErrorCode.NOT_ENOUGH_REPLICAS_AFTER_APPEND,
)
_NOT_HERE: Final = (ErrorCode.NOT_LEADER_OR_FOLLOWER, ErrorCode.KAFKA_STORAGE_ERROR)
_TOO_LARGE: Final = (ErrorCode.MESSAGE_TOO_LARGE, ErrorCode.RECORD_LIST_TOO_LARGE, ErrorCode.INVALID_FETCH_SIZE)

GROUP_ERRORS: Final[Mapping[int, ErrorCode]] = {
    **dict.fromkeys(_NOT_NOW, ErrorCode.COORDINATOR_NOT_AVAILABLE),
    **dict.fromkeys(_NOT_HERE, ErrorCode.NOT_COORDINATOR),
    **dict.fromkeys(_TOO_LARGE, ErrorCode.UNKNOWN_SERVER_ERROR),
    ErrorCode.REQUEST_TIMED_OUT: ErrorCode.REBALANCE_IN_PROGRESS,
}
"""What an append's error means to a member whose group was to be written; others are passed on."""

CONSUMER_ERRORS: Final[Mapping[int, ErrorCode]] = {
    **GROUP_ERRORS,
    ErrorCode.REQUEST_TIMED_OUT: ErrorCode.COORDINATOR_NOT_AVAILABLE,
}
"""What it means to a member of a group of the consumer protocol: it sends the same heartbeat again."""

COMMIT_ERRORS: Final[Mapping[int, ErrorCode]] = {
    **dict.fromkeys(_NOT_NOW, ErrorCode.COORDINATOR_NOT_AVAILABLE),
    **dict.fromkeys(_NOT_HERE, ErrorCode.NOT_COORDINATOR),
    **dict.fromkeys(_TOO_LARGE, ErrorCode.INVALID_COMMIT_OFFSET_SIZE),
}
"""What it means to somebody who commits."""
