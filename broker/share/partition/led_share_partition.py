"""A share-partition whose partition this broker leads: read when it begins, written before anybody is answered.

    acknowledge, release, a lock's end ─▶ Change ─┐
                                                  ├─▶ one write at a time: all that came meanwhile ─▶ finish
                            the same from others ─┘

Writes of one share-partition never overtake each other, so the start offset that is kept never goes back, and members
that acknowledge at once share a write. Not here: what is in flight (`in_flight_records`), which share-partitions there
are (`share_partitions`), waiting fetches (`share_fetches`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from kavka.broker.config.group_configs import EARLIEST, LATEST
from kavka.broker.log.cold_read import ColdRead
from kavka.broker.replica.fetch_types import CONSUMER
from kavka.broker.share.partition.group_terms import ShareGroupTerms
from kavka.broker.share.partition.in_flight_records import AT_ONCE, Change, InFlightRecords, ShareLimits
from kavka.broker.share.partition.led_states import LED_TRANSITIONS, LedState
from kavka.broker.share.persister import UNINITIALIZED_START_OFFSET, ShareState
from kavka.protocol.errors import (
    CoordinatorNotAvailable,
    ErrorCode,
    InvalidRecordState,
    KafkaError,
    NotLeaderOrFollower,
    UnknownServerError,
    UnknownTopicOrPartition,
)
from kavka.timer.timer import Timer

if TYPE_CHECKING:
    from kavka.broker.replica.partition import Partition
    from kavka.broker.share.partition.acknowledgements import Acknowledgement
    from kavka.broker.share.persister import Persister, SharePartition
    from kavka.common.filesystem import FileSystem
    from kavka.common.tasks import TaskHost
    from kavka.timer.clock import Clock
    from kavka.timer.timing_wheel import TimerEntry

_log = logging.getLogger(__name__)

_NOT_NOW: Final = frozenset(
    {
        ErrorCode.NOT_COORDINATOR,
        ErrorCode.COORDINATOR_NOT_AVAILABLE,
        ErrorCode.COORDINATOR_LOAD_IN_PROGRESS,
        ErrorCode.REQUEST_TIMED_OUT,
    }
)
_FENCED: Final = frozenset({ErrorCode.FENCED_STATE_EPOCH, ErrorCode.FENCED_LEADER_EPOCH})
_GONE: Final = frozenset({ErrorCode.GROUP_ID_NOT_FOUND, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION})
COLD_ROUNDS_MAX: Final = 8
"""How often something is loaded to find where a share-partition begins, before it is read come what may."""


class Surroundings(NamedTuple):
    """What all led share-partitions of a broker share.

    Attributes:
        timer: of the acquisition locks.
        tasks: where writes run.
        on_change: called when members may get other records of it than before, or none.
    """

    clock: Clock
    filesystem: FileSystem
    persister: Persister
    tasks: TaskHost
    terms_of: Callable[[str], ShareGroupTerms]
    timer: Timer
    on_change: Callable[[LedSharePartition], None]


class LedSharePartition:
    """One share-partition.

    Args:
        key: which one.
        partition: the replica that leads it.
        surroundings: what it shares with others.

    Attributes:
        key: see above.
        partition: likewise.
        leader_epoch: in which it was begun; in another one it begins anew.
        records: what is in flight, once it is active.
        lock_timeouts: records whose locks ended before their members had acknowledged them.
    """

    __slots__ = (
        "_error",
        "_lock_timer",
        "_state",
        "_state_epoch",
        "_surroundings",
        "_unwritten",
        "is_writing",
        "key",
        "leader_epoch",
        "lock_timeouts",
        "partition",
        "records",
    )

    def __init__(self, key: SharePartition, partition: Partition, surroundings: Surroundings) -> None:
        self.key = key
        self.partition = partition
        self.leader_epoch = partition.leader_epoch
        self.records = InFlightRecords(0, limits=self.limits)
        self._error: KafkaError | None = None
        self.is_writing = False
        self.lock_timeouts = 0
        self._state = LedState.INITIALIZING
        self._state_epoch = 0
        self._surroundings = surroundings
        self._lock_timer: TimerEntry | None = None
        self._unwritten: list[tuple[Change, asyncio.Future[None] | None]] = []

    def __str__(self) -> str:
        return f"share-partition {self.partition} of group {self.key.group_id!r}"

    @property
    def state(self) -> LedState:
        """Returns what may be done with it."""
        return self._state

    @property
    def terms(self) -> ShareGroupTerms:
        """Returns what holds for its group now."""
        return self._surroundings.terms_of(self.key.group_id)

    @property
    def is_led(self) -> bool:
        """Tells whether this broker leads its partition still, in the same leader epoch."""
        return self.partition.is_leader and self.partition.leader_epoch == self.leader_epoch

    @property
    def error(self) -> KafkaError | None:
        """Returns why nothing more comes of it; None: it is active, or begins."""
        if self._error is None and not self.is_led:
            return NotLeaderOrFollower(f"broker {self.partition.broker_id} does not lead {self.partition} as before")
        return self._error

    def limits(self) -> ShareLimits:
        """Returns the limits that hold now."""
        return self.terms.limits

    def fence(self, error: KafkaError) -> None:
        """Ends it: whoever asks is told the error, until it is begun anew."""
        if self._state is LedState.FENCED:
            return
        self._enter(LedState.FENCED)
        self._error = error
        if self._lock_timer is not None:
            self._surroundings.timer.cancel(self._lock_timer)
            self._lock_timer = None
        self._surroundings.on_change(self)

    def _enter(self, state: LedState) -> None:
        LED_TRANSITIONS.check(self._state, state, subject=self)
        self._state = state

    # ---- beginning ------------------------------------------------------------------------------------------------

    async def initialize(self) -> None:
        """Reads what was kept, or finds where it begins; is active then, or fenced."""
        try:
            kept = await self._surroundings.persister.read(self.key, leader_epoch=self.leader_epoch)
            start_offset = kept.start_offset
            if start_offset == UNINITIALIZED_START_OFFSET:
                start_offset = await self._find_start()
            self.partition.check_leader(self.leader_epoch)
        except KafkaError as error:
            _log.info("%s cannot begin: %s", self, error)
            self.fence(as_members_know_it(error))
            return
        if self._state is LedState.FENCED:
            return
        self._state_epoch = kept.state_epoch
        self.records = InFlightRecords(start_offset, kept.batches, limits=self.limits)
        self._enter(LedState.ACTIVE)
        self._surroundings.on_change(self)

    async def _find_start(self) -> int:
        """Finds the offset that a share-partition begins at which never was begun."""
        reset, log = self.terms.auto_offset_reset, self.partition.log
        if reset == EARLIEST:
            return log.log_start_offset
        self.partition.check_offsets_are_known()
        if isinstance(reset, str):
            assert reset == LATEST, f"{reset!r} is no place to begin"
            return log.high_watermark
        timestamp = max(self._surroundings.clock.now_ms() - reset, 0)
        for may_wait in (*[False] * COLD_ROUNDS_MAX, True):
            end_offset = self.partition.readable_end_offset(CONSUMER, is_read_committed=False)
            try:
                _, offset, _ = self.partition.offset_for_timestamp(timestamp, end_offset=end_offset, may_wait=may_wait)
            except ColdRead as cold:
                await self._surroundings.filesystem.run(cold.load)
                if cold.loaded is not None:
                    cold.loaded()
                continue
            return end_offset if offset < 0 else offset
        raise AssertionError("who may wait has its answer")

    # ---- members --------------------------------------------------------------------------------------------------

    async def acknowledge(self, member_id: str, acknowledgements: Sequence[Acknowledgement]) -> None:
        """Notes what a member made of its records, and returns when that is kept.

        Raises:
            InvalidRecordState: the member has not acquired them.
            InvalidRequest: they were not delivered yet.
            KafkaError: it could not be kept, and the records stay acquired.
        """
        self._check_active()
        lock_end_ms = self._surroundings.clock.monotonic_ms() + self.terms.lock_ms
        change = self.records.acknowledge(member_id, acknowledgements, lock_end_ms=lock_end_ms)
        self.watch_locks()
        if change is not None:
            await self._keep(change)

    async def release(self, member_id: str) -> None:
        """Releases all that a member has acquired, and returns when that is kept.

        Raises:
            KafkaError: it could not be kept, and the records stay acquired until their locks end.
        """
        self._check_active()
        change = self.records.release(member_id)
        if change is not None:
            await self._keep(change)

    def _check_active(self) -> None:
        error = self.error
        if error is not None:
            raise error
        if self._state is LedState.INITIALIZING:
            raise InvalidRecordState(f"{self} has not begun, and nobody has acquired anything of it")

    # ---- locks ----------------------------------------------------------------------------------------------------

    def watch_locks(self) -> None:
        """Looks again when the earliest lock ends."""
        end_ms, timer, entry = self.records.lock_end_ms(), self._surroundings.timer, self._lock_timer
        if end_ms is None:
            return  # a timer that is left finds nothing
        if entry is not None:
            if entry.expiration_ms <= end_ms:
                return
            timer.cancel(entry)
        self._lock_timer = timer.add(max(end_ms - self._surroundings.clock.monotonic_ms(), 1), self._locks_end)

    def _locks_end(self) -> None:
        self._lock_timer = None
        change = self.records.end_locks(self._surroundings.clock.monotonic_ms())
        self.watch_locks()
        if change is not None:
            self.lock_timeouts += sum(batch.last_offset - batch.first_offset + 1 for batch in change.batches)
            self._write_later(change, None)
            self._surroundings.on_change(self)

    # ---- writing --------------------------------------------------------------------------------------------------

    async def _keep(self, change: Change) -> None:
        kept: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._write_later(change, kept)
        await kept

    def _write_later(self, change: Change, kept: asyncio.Future[None] | None) -> None:
        self._unwritten.append((change, kept))
        if not self.is_writing and self._surroundings.tasks.takes_work:
            self.is_writing = True
            self._surroundings.tasks.start(self._write, name="write of a share-partition")

    async def _write(self) -> None:
        try:
            while self._unwritten:
                written, self._unwritten = self._unwritten, []
                error: KafkaError | None = CoordinatorNotAvailable("the write was given up")
                try:
                    error = await self._written([change for change, _ in written])
                finally:
                    self._finish(written, error)
        finally:
            self.is_writing = False

    async def _written(self, changes: Sequence[Change]) -> KafkaError | None:
        """Writes changes; returns why that was not possible."""
        kept = self.records.keep(changes)
        state = ShareState(
            self._state_epoch, self.leader_epoch, kept.start_offset, kept.delivery_complete_count, kept.batches
        )
        try:
            await self._surroundings.persister.write(self.key, state)
        except KafkaError as error:
            _log.info("what members of %s did cannot be kept: %s", self, error)
            return error
        return None

    def _finish(self, written: Sequence[tuple[Change, asyncio.Future[None] | None]], error: KafkaError | None) -> None:
        known = None if error is None else as_members_know_it(error)
        for change, kept in written:
            if change.write_id != AT_ONCE:
                self.records.finish(change.write_id, is_kept=known is None)
            if kept is None or kept.done():
                continue
            if known is None:
                kept.set_result(None)
            else:
                kept.set_exception(known)
        if isinstance(known, NotLeaderOrFollower):
            self.fence(known)
            return
        if self._state is LedState.ACTIVE:
            self.watch_locks()
            self._surroundings.on_change(self)


def as_members_know_it(error: KafkaError) -> KafkaError:
    """Returns an error of the share coordinator as ShareFetch and ShareAcknowledge say it."""
    if error.code in _NOT_NOW:
        return CoordinatorNotAvailable(error.message)
    if error.code in _FENCED:
        return NotLeaderOrFollower(error.message)
    if error.code in _GONE:
        return UnknownTopicOrPartition(error.message)
    if isinstance(error, NotLeaderOrFollower) or error.retriable:
        return error
    return UnknownServerError(error.message)
