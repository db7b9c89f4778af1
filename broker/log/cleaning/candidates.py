"""Which log is cleaned next, and how much of it: a decision, without an act.

    offsets        0            900          1800         2600 …
    segments       [0   ][450  ][900  ][1350 ][1800 ][2200][2600, active
    checkpoint                  ▲ first dirty
    may be cleaned              ├─────────────┤
                                              ▲ first uncleanable: the least of
                                                the active segment's base,
                                                the last stable offset (never above the high watermark: KAFKA-13194),
                                                the first segment younger than min.compaction.lag.ms;
                                                rounded down to a segment
    ratio = bytes from first dirty to first uncleanable ÷ bytes up to there

The log with the greatest ratio is next, if that is above `min.cleanable.dirty.ratio`, or if a dirty record has waited
for longer than `max.compaction.lag.ms` (KIP-354). Precedents: Kafka's `LogCleanerManager.grabFilthiestCompactedLog`,
`cleanableOffsets`, `maxCompactionDelay`, `LogToClean`.
"""

from __future__ import annotations

from collections.abc import Sequence

from kavka.broker.log.log import Log
from kavka.broker.log.segment import LogSegment
from kavka.timer.moments import WallMs


class Candidate:
    """One log that is compacted, as it is now.

    Attributes:
        first_dirty_offset: where the next round begins.
        end_offset: the first that may not be cleaned; a segment's base.
        segments: all below it.
        clean_bytes: of those that end before the first dirty offset.
        cleanable_bytes: of the others.
        delay_ms: for how long something has waited beyond `max.compaction.lag.ms`; 0 when nothing has.
    """

    __slots__ = ("clean_bytes", "cleanable_bytes", "delay_ms", "end_offset", "first_dirty_offset", "log", "segments")

    def __init__(self, log: Log, *, first_dirty_offset: int, end_offset: int, delay_ms: int) -> None:
        self.log = log
        self.first_dirty_offset = first_dirty_offset
        self.end_offset = end_offset
        self.delay_ms = delay_ms
        self.segments: Sequence[LogSegment] = [
            segment for segment in log.segments if segment.base_offset < end_offset and segment.is_sealed
        ]
        self.clean_bytes = self.cleanable_bytes = 0
        for index, segment in enumerate(self.segments):
            behind = self.segments[index + 1].base_offset if index + 1 < len(self.segments) else end_offset
            if behind <= first_dirty_offset:
                self.clean_bytes += segment.size
            else:  # also one of which a full map has left the rest
                self.cleanable_bytes += segment.size

    @property
    def dirty_ratio(self) -> float:
        """Returns the dirty part of the bytes that may be cleaned, 0 to 1."""
        total = self.clean_bytes + self.cleanable_bytes
        return self.cleanable_bytes / total if total else 0.0

    @property
    def is_due(self) -> bool:
        """Tells whether the log is to be cleaned, for its dirty ratio or `max.compaction.lag.ms`."""
        if not self.cleanable_bytes:
            return False
        return self.delay_ms > 0 or self.dirty_ratio > self.log.config.min_cleanable_dirty_ratio


def first_dirty_offset(log: Log, checkpointed: int | None) -> int:
    """Returns the offset from which the log is dirty: the checkpointed one, if that can be.

    Before the log's start it says nothing any more; behind its end it is of a log that was truncated or lost its tail,
    and then nothing is known to be clean.
    """
    if checkpointed is None or not log.log_start_offset <= checkpointed <= log.log_end_offset:
        return log.log_start_offset
    return checkpointed


def candidate(log: Log, checkpointed: int | None, now_ms: WallMs) -> Candidate:
    """Builds the cleaning candidate of a compacted log as it is now.

    Args:
        log: it.
        checkpointed: up to where it was cleaned, exclusive; None for nowhere.
        now_ms: wall clock.

    Raises:
        OSError, CorruptRecords: what was looked at could not be read.
    """
    first_dirty = first_dirty_offset(log, checkpointed)
    limit = min(log.last_stable_offset, log.segments.active.base_offset)
    dirty = [segment for segment in log.segments.from_offset(first_dirty) if segment.is_sealed]
    lag_ms = log.config.min_compaction_lag_ms
    if lag_ms > 0:
        for segment in dirty:
            if segment.largest_timestamp_ms() > now_ms - lag_ms:
                limit = min(limit, segment.base_offset)
                break
    limit = max(limit, first_dirty)
    end_offset = log.segments[log.segments.floor_index(limit)].base_offset
    return Candidate(
        log,
        first_dirty_offset=first_dirty,
        end_offset=end_offset,
        delay_ms=_delay_ms(dirty, now_ms - log.config.max_compaction_lag_ms),
    )


def _delay_ms(dirty: Sequence[LogSegment], clean_until_ms: WallMs) -> int:
    if clean_until_ms <= 0:  # the usual case: no limit, and no need to look at any segment
        return 0
    known = [timestamp for timestamp in (segment.first_timestamp() for segment in dirty) if timestamp > 0]
    oldest_ms = WallMs(min(known, default=0))
    return max(0, clean_until_ms - oldest_ms) if oldest_ms else 0
