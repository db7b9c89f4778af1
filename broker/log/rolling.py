"""When a log's active segment is full: by size, by what an index can express or hold, by age.

    size          segment.bytes, the batch to come included
    offset        2³¹ behind the segment's base: more an index entry cannot say (KAFKA-5413)
    index         no place left for another entry
    age           segment.ms after the first batch's timestamp, by the timestamps of batches; by the clock without them;
                  of a compacted topic max.compaction.lag.ms, if that is less: what is active is not compacted (KIP-354)

Asked before every append, so arguments come by position.
"""

from __future__ import annotations

from kavka.broker.config.topic_config import LogConfig
from kavka.broker.log.segment import LogSegment
from kavka.protocol.disk.indexes import RELATIVE_OFFSET_MAX
from kavka.timer.moments import WallMs


def must_roll(
    segment: LogSegment, config: LogConfig, size: int, last_offset: int, max_timestamp: int, now_ms: WallMs
) -> bool:
    """Tells whether batches have to go to a new segment.

    Args:
        segment: the active one.
        config: the topic's.
        size: bytes of the batches to be appended.
        last_offset: of the last of them.
        max_timestamp: of the first of them.
        now_ms: wall clock.
    """
    filled = segment.file.size
    return (
        filled > config.segment_bytes - size
        or not 0 <= last_offset - segment.base_offset <= RELATIVE_OFFSET_MAX
        or segment.indexes.are_full
        or (filled > 0 and _age_ms(segment, max_timestamp, now_ms) > config.roll_ms - segment.jitter_ms)
    )


def _age_ms(segment: LogSegment, max_timestamp: int, now_ms: WallMs) -> int:
    first_timestamp = segment.rolling_timestamp
    if first_timestamp is None:
        first_timestamp = segment.first_timestamp()
    if first_timestamp >= 0 and max_timestamp >= 0:
        return max_timestamp - first_timestamp
    return now_ms - segment.created_ms
