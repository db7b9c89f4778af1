"""Which segments of a log are old enough to go: a decision, without an act.

Three rules, looked at in this order, each from the oldest segment on until one stays (a log never has a hole):

    start    it ends at or before the log start offset (DeleteRecords, or a leader that has deleted)
    size     the log without it is still at least retention.bytes
    time     its youngest record is older than retention.ms; its file, where records have no time

None of them takes what lies above the high watermark: it may be all that a failover has (KAFKA-5634). A log that is
only compacted keeps to the first rule.
"""

from __future__ import annotations

from typing import NamedTuple

from kavka.broker.config.topic_config import LogConfig
from kavka.broker.log.segment import LogSegment
from kavka.broker.log.segments import LogSegments
from kavka.timer.moments import WallMs


class Deletable(NamedTuple):
    """How many segments go, from the oldest on, and why the youngest of them does."""

    oldest: int
    reason: str


def deletable_segments(
    segments: LogSegments,
    config: LogConfig,
    *,
    now_ms: WallMs,
    log_start_offset: int,
    high_watermark: int,
    log_end_offset: int,
) -> Deletable:
    """Counts the oldest segments that may be deleted now.

    All of them may, the active one included; an empty active segment stays.
    """
    excess = segments.size - config.retention_bytes if config.retention_bytes >= 0 else -1
    reason = ""
    for index, segment in enumerate(segments):
        end_offset = segments.end_of(index, log_end_offset)
        if end_offset > high_watermark or (segment.size == 0 and index + 1 == len(segments)):
            return Deletable(index, reason)
        if end_offset <= log_start_offset and index + 1 < len(segments):
            reason = "log start offset"
        elif not config.is_deleted:
            return Deletable(index, reason)
        elif excess - segment.size >= 0:
            reason = "retention.bytes"
        elif 0 <= config.retention_ms < now_ms - segment.largest_timestamp_ms():
            reason = "retention.ms"
        else:
            return Deletable(index, reason)
        excess -= segment.size
    return Deletable(len(segments), reason)


def segments_before_start(segments: LogSegments, log_start_offset: int, log_end_offset: int) -> list[LogSegment]:
    """Lists the segments that lie wholly before the log start offset.

    The topic's policy does not matter; the active one is never among them.
    """
    return [
        segment
        for index, segment in enumerate(segments)
        if index + 1 < len(segments) and segments.end_of(index, log_end_offset) <= log_start_offset
    ]
