"""A log as its opening has found it (`recovery`): what `Log` is made of."""

from __future__ import annotations

from dataclasses import dataclass

from kavka.broker.log.damage import DamagedPlace, LogDamage
from kavka.broker.log.epoch_cache import LeaderEpochCache
from kavka.broker.log.producer_snapshots import ProducerSnapshots
from kavka.broker.log.producer_state import ProducerState
from kavka.broker.log.segments import LogSegments


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundLog:
    """What was found in a log's directory.

    Attributes:
        segments: the batches.
        leader_epoch_cache: which leader epoch began where.
        producer_state: who has written, and which transactions are open.
        snapshots: the files of that.
        topic_id: 16 bytes, zeros where none is known.
        log_start_offset: the first offset that may be read.
        log_end_offset: what the next record gets.
        recovery_point: everything before it has been fsynced.
        damage: what is missing in it, as its files show; None: nothing.
        gap: where offsets leap that were read after a crash: damage, but in a log that is or was compacted.
    """

    segments: LogSegments
    leader_epoch_cache: LeaderEpochCache
    producer_state: ProducerState
    snapshots: ProducerSnapshots
    topic_id: bytes
    log_start_offset: int
    log_end_offset: int
    recovery_point: int
    damage: LogDamage | None = None
    gap: DamagedPlace | None = None

    def __post_init__(self) -> None:
        first, start, end = self.segments.first.base_offset, self.log_start_offset, self.log_end_offset
        assert first <= start <= end, f"the segments begin at {first}, the log at {start}, and it ends at {end}"
        assert self.recovery_point <= end, f"it is fsynced up to {self.recovery_point} and ends at {end}"
