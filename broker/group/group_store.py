"""All groups that this broker coordinates, and their log: `__consumer_offsets`, read when a partition is led here.

    elected ─▶ begin_load ─▶ load, batch by batch ─▶ end_load ─▶ groups are there ─▶ on_loaded, one by one
    resigned ─▶ unload ─▶ groups are gone, then Dead ─▶ on_unloaded, one by one
    coordinator ─▶ append_group, append_offsets, append_tombstones ─▶ InternalLog ─▶ on_done(error)

What a load reads is kept apart until its partition is read to the end: nothing is served from half a log (KAFKA-2163).
Positions of a transaction are held back by its producer until a marker decides, here as in a group. Records that cannot
be read are left out, and said once; the others count.

Not here: what members do (`membership`), what is committed (`offset_commits`), who leads (`internal_log`).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final, Protocol

from broker.group import records
from broker.group.group_metadata import GroupMetadata
from broker.group.group_offsets import CommittedOffset
from broker.group.records import GroupKey, OffsetKey
from broker.group.states import GroupState
from broker.log.verification import NO_VERIFICATION, VerificationGuard
from broker.replica.internal_log import OnAppended, partition_for
from kavka.common.types import TopicPartition
from protocol.errors import (
    CoordinatorLoadInProgress,
    CoordinatorNotAvailable,
    DecodeError,
    ErrorCode,
    InvalidGroupId,
    NotCoordinator,
)
from protocol.records.control import ControlType, decode_control_key
from protocol.records.errors import CorruptRecords
from protocol.records.reader import read_records

if TYPE_CHECKING:
    from broker.group.group_config import GroupConfig
    from broker.metrics import GroupMetrics
    from protocol.records.crc32c import Buffer
    from protocol.records.header import BatchHeader
    from protocol.records.record import Record
    from timer.clock import Clock

_log = logging.getLogger(__name__)

OnStored = Callable[[ErrorCode], None]

NO_ACKS: Final = 0
"""Of tombstones: nobody waits for them, and a lost one is written again when the group is loaded and expires anew."""


class GroupLog(Protocol):
    """As much of an InternalLog as the store writes to."""

    def append(
        self,
        index: int,
        batch: bytes,
        on_done: OnAppended,
        *,
        timeout_ms: int,
        acks: int = -1,
        guard: VerificationGuard | None = NO_VERIFICATION,
    ) -> None:
        """See `InternalLog.append`."""


class _Loading:
    """What was read of one partition so far."""

    __slots__ = ("groups", "offsets", "pending", "refusal", "since_ms")

    def __init__(self, since_ms: int) -> None:
        self.since_ms = since_ms
        self.refusal: str | None = None
        """Why it will not be served; None while it is being read."""
        self.groups: dict[str, bytes] = {}
        """Only the last value of each is worth reading."""
        self.offsets: dict[OffsetKey, CommittedOffset] = {}
        self.pending: dict[int, dict[OffsetKey, CommittedOffset]] = {}


class GroupStore:
    """The groups, as the keeper of `__consumer_offsets`.

    Args:
        clock: wall clock for records, monotonic time for how long loading takes.
        config: the limits that hold now.
        partition_count: how many partitions `__consumer_offsets` has; None while that is not known.
        metrics: where loads are counted.

    Attributes:
        log: set before anything is led.
        on_loaded: told of each group that was loaded.
        on_unloaded: told of each group that is gone, with the state that it was in.
    """

    __slots__ = (
        "_clock",
        "_config",
        "_groups",
        "_loading",
        "_metrics",
        "_owned",
        "_partition_count",
        "_producers",
        "log",
        "on_loaded",
        "on_unloaded",
    )

    log: GroupLog

    def __init__(
        self,
        *,
        clock: Clock,
        config: Callable[[], GroupConfig],
        partition_count: Callable[[], int | None],
        metrics: GroupMetrics,
    ) -> None:
        self._clock = clock
        self._config = config
        self._partition_count = partition_count
        self._metrics = metrics
        self._owned: dict[int, dict[str, GroupMetadata]] = {}
        """Partition → its groups, of what is led here and loaded."""
        self._groups: dict[str, GroupMetadata] = {}
        self._loading: dict[int, _Loading] = {}
        self._producers: dict[int, set[str]] = {}
        """Producer id → the groups in which its transaction has positions: a marker names only the producer."""
        self.on_loaded: Callable[[GroupMetadata], None] = lambda _: None
        self.on_unloaded: Callable[[GroupMetadata, GroupState], None] = lambda _group, _state: None

    # ---- finding --------------------------------------------------------------------------------------------------

    def __iter__(self) -> Iterator[GroupMetadata]:
        return iter(list(self._groups.values()))

    def __len__(self) -> int:
        return len(self._groups)

    @property
    def is_loading(self) -> bool:
        """Whether some partition is being read."""
        return bool(self._loading)

    @property
    def refused(self) -> int:
        """Partitions that are led here and not served: their logs cannot be read whole."""
        return sum(loading.refusal is not None for loading in self._loading.values())

    def partition_of(self, group_id: str) -> int:
        """The partition that a group belongs to.

        Raises:
            CoordinatorNotAvailable: there is no `__consumer_offsets`, as far as this broker knows.
        """
        count = self._partition_count()
        if count is None:
            raise CoordinatorNotAvailable("__consumer_offsets does not exist yet")
        return partition_for(group_id, count)

    def check(self, group_id: str, *, may_be_empty: bool = False) -> int:
        """Whether this broker serves the group; gives the group's partition.

        Raises:
            InvalidGroupId: there can be no such group. Offsets may be kept under an empty name, as in old times.
            CoordinatorLoadInProgress: not yet.
            NotCoordinator, CoordinatorNotAvailable: another broker does, or nobody.
        """
        if not group_id and not may_be_empty:
            raise InvalidGroupId("a group needs a name")
        if group_id in self._groups:
            return self._groups[group_id].partition
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
        """The group, None where there is none."""
        return self._groups.get(group_id)

    def create(self, group_id: str) -> GroupMetadata:
        """A new group, of a name that `check` let pass and that nobody has."""
        assert group_id not in self._groups, f"group {group_id!r} exists"
        index = self.check(group_id, may_be_empty=True)
        group = GroupMetadata(group_id, index, now_ms=self._clock.now_ms())
        self._groups[group_id] = self._owned[index][group_id] = group
        return group

    def forget(self, group: GroupMetadata) -> None:
        """A group that is over; it is Dead for whoever holds it."""
        group.transition_to(GroupState.Dead, self._clock.now_ms())
        if self._groups.get(group.group_id) is group:
            del self._groups[group.group_id]
            del self._owned[group.partition][group.group_id]

    # ---- writing --------------------------------------------------------------------------------------------------

    def append_group(self, group: GroupMetadata, assignments: Mapping[str, bytes], on_done: OnStored) -> None:
        """Writes the group with these assignments; tells how that went, at once or later."""
        config = self._config()
        value = records.group_value(group, assignments, config.record_format)
        batch = records.batch([(records.group_key(group.group_id), value)], self._clock.now_ms(), config.compression)
        self.log.append(
            group.partition,
            batch,
            lambda error_code, _: on_done(GROUP_ERRORS.get(error_code) or ErrorCode(error_code)),
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
        """Writes positions, with `producer` (id and epoch) as a part of its transaction.

        `on_done` gets the error, and the offset of the first record. The guard tells that the transaction's coordinator
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
        self.log.append(
            group.partition,
            batch,
            lambda error_code, offset: on_done(COMMIT_ERRORS.get(error_code) or ErrorCode(error_code), offset),
            timeout_ms=config.commit_timeout_ms,
            acks=config.commit_acks,
            guard=guard,
        )

    def append_tombstones(
        self, group: GroupMetadata, partitions: Iterable[TopicPartition], on_done: OnStored | None = None
    ) -> None:
        """Deletes positions in the log, and the group itself when it is Dead and ever was written."""
        config = self._config()
        pairs: list[tuple[bytes, bytes | None]] = [
            (records.offset_key(group.group_id, partition), None) for partition in partitions
        ]
        if group.state is GroupState.Dead and group.generation_id > 0:
            pairs.append((records.group_key(group.group_id), None))
        if not pairs:
            return

        def done(error_code: int, _: int) -> None:
            if error_code:
                _log.warning("%s: what is deleted could not be written: %s", group, ErrorCode(error_code).name)
            if on_done is not None:
                on_done(COMMIT_ERRORS.get(error_code) or ErrorCode(error_code))

        self.log.append(
            group.partition,
            records.batch(pairs, self._clock.now_ms(), config.compression),
            done,
            timeout_ms=config.commit_timeout_ms,
            acks=config.commit_acks if on_done is not None else NO_ACKS,
        )

    # ---- transactions ---------------------------------------------------------------------------------------------

    def add_producer(self, producer_id: int, group: GroupMetadata) -> None:
        """The producer's transaction has positions in this group."""
        self._producers.setdefault(producer_id, set()).add(group.group_id)

    def finish_transaction(self, index: int, producer_id: int, *, is_commit: bool) -> None:
        """A marker is in the log of partition `index`: positions are applied, or dropped."""
        if index in self._loading:
            return  # it will be read, in its turn: before it there may be the end of an earlier transaction
        group_ids = self._producers.get(producer_id, set())
        for group_id in list(group_ids):
            group = self._groups.get(group_id)
            if group is None or group.partition == index:
                group_ids.discard(group_id)
                if group is not None:
                    group.offsets.finish_transaction(producer_id, is_commit=is_commit)
        if not group_ids:
            self._producers.pop(producer_id, None)

    # ---- the keeper's side ----------------------------------------------------------------------------------------

    def begin_load(self, index: int, leader_epoch: int) -> None:
        """See LogKeeper."""
        assert index not in self._owned, f"partition {index} is loaded already"
        self._loading[index] = _Loading(self._clock.monotonic_ms())

    def load(self, index: int, header: BatchHeader, buf: Buffer, pos: int) -> None:
        """See LogKeeper."""
        loading = self._loading.get(index)
        if loading is None:
            return  # the broker stops
        found = read_records(buf, pos, header)
        if header.is_control:
            for record in found:
                kind = decode_control_key(record.key or b"")
                if kind in (ControlType.COMMIT, ControlType.ABORT):
                    _finish_loading(loading, header.producer_id, is_commit=kind is ControlType.COMMIT)
            return
        offsets = loading.offsets
        if header.is_transactional:
            offsets = loading.pending.setdefault(header.producer_id, {})
        failures = 0
        for record in found:
            try:
                _load_record(loading, offsets, record, header.base_offset)
            except DecodeError as error:
                failures += 1
                failure = error
        if failures:
            raise CorruptRecords(f"{failures} of {len(found)} records cannot be read: {failure}")

    def end_load(self, index: int, leader_epoch: int) -> None:
        """See LogKeeper."""
        loading = self._loading.pop(index, None)
        if loading is None:
            return
        groups = {
            group_id: group
            for group_id, value in loading.groups.items()
            if (group := _read_group(group_id, index, value)) is not None
        }
        offsets: dict[str, dict[TopicPartition, CommittedOffset]] = {}
        for key, committed in loading.offsets.items():
            offsets.setdefault(key.group_id, {})[key.partition] = committed
        pending: dict[str, dict[int, dict[TopicPartition, CommittedOffset]]] = {}
        for producer_id, held in loading.pending.items():
            for key, committed in held.items():
                pending.setdefault(key.group_id, {}).setdefault(producer_id, {})[key.partition] = committed
        # Groups that only keep offsets have no record of their own.
        for group_id in [*offsets, *pending]:
            if group_id not in groups:
                groups[group_id] = GroupMetadata(group_id, index, now_ms=None)
        self._owned[index] = groups
        self._groups.update(groups)
        for group_id, group in groups.items():
            group.offsets.load(offsets.get(group_id, {}), pending.get(group_id, {}))
            for producer_id in group.offsets.producers():
                self.add_producer(producer_id, group)
        took_ms = self._clock.monotonic_ms() - loading.since_ms
        self._metrics.loads += 1
        self._metrics.load_ms += took_ms
        self._metrics.load_ms_max = max(self._metrics.load_ms_max, took_ms)
        for group in list(groups.values()):
            self.on_loaded(group)

    def refuse_load(self, index: int, reason: str) -> None:
        """See LogKeeper."""
        self._owned.pop(index, None)
        loading = self._loading.setdefault(index, _Loading(self._clock.monotonic_ms()))
        loading.refusal = reason

    def elected_again(self, index: int, leader_epoch: int) -> None:
        """See LogKeeper: nothing was lost."""

    def unload_all(self) -> None:
        """Nothing is coordinated any more."""
        for index in [*self._loading, *self._owned]:
            self.unload(index)

    def unload(self, index: int) -> None:
        """See LogKeeper."""
        self._loading.pop(index, None)
        groups = self._owned.pop(index, {})
        for group_id in groups:
            del self._groups[group_id]
        now_ms = self._clock.now_ms()
        for group in groups.values():
            for producer_id in group.offsets.producers():
                known = self._producers.get(producer_id)
                if known is not None:
                    known.discard(group.group_id)
                    if not known:
                        del self._producers[producer_id]
            state = group.state
            group.transition_to(GroupState.Dead, now_ms)
            self.on_unloaded(group, state)


def _load_record(loading: _Loading, offsets: dict[OffsetKey, CommittedOffset], record: Record, log_offset: int) -> None:
    key = records.read_key(_own(record.key))
    value = _own(record.value)
    if isinstance(key, OffsetKey):
        if value is None:
            offsets.pop(key, None)
        else:
            offsets[key] = records.read_offset(value, log_offset)
    elif isinstance(key, GroupKey):
        loading.groups.pop(key.group_id, None)
        if value is not None:
            loading.groups[key.group_id] = value


def _read_group(group_id: str, index: int, value: bytes) -> GroupMetadata | None:
    try:
        return records.read_group(group_id, index, value)
    except DecodeError as error:
        _log.error("group %r cannot be read, and begins anew: %s", group_id, error)
        return None


def _own(data: bytes | memoryview | None) -> bytes | None:
    return None if data is None else bytes(data)


def _finish_loading(loading: _Loading, producer_id: int, *, is_commit: bool) -> None:
    held = loading.pending.pop(producer_id, None)
    if held is None or not is_commit:
        return
    for key, committed in held.items():
        known = loading.offsets.get(key)
        if known is None or known.log_offset < committed.log_offset:
            loading.offsets[key] = committed


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

COMMIT_ERRORS: Final[Mapping[int, ErrorCode]] = {
    **dict.fromkeys(_NOT_NOW, ErrorCode.COORDINATOR_NOT_AVAILABLE),
    **dict.fromkeys(_NOT_HERE, ErrorCode.NOT_COORDINATOR),
    **dict.fromkeys(_TOO_LARGE, ErrorCode.INVALID_COMMIT_OFFSET_SIZE),
}
"""What it means to somebody who commits."""
