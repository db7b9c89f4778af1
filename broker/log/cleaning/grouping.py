"""Which neighbouring segments become one: cleaning shrinks them, and small ones are put together again.

    sizes        40   30   50   10   5        segment.bytes 100
    groups      [40   30] [50   10   5]       before cleaning: what comes out is no larger

A group fits into one segment whatever is left of it: its bytes, the entries of its indexes, and its offsets, which an
index counts from the base in 31 bits (KAFKA-4451, KAFKA-6264). And it is no longer than can be put in place
without anybody noticing; the next round goes on with what it made. Precedent: Kafka's `Cleaner.groupSegmentsBySize`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from kavka.protocol.disk.indexes import RELATIVE_OFFSET_MAX

SEGMENTS_IN_GROUP_MAX: Final = 100
"""They are renamed on the event loop, in one step, some four files each at 5 µs a rename: 2 ms."""


class SourceSegment(NamedTuple):
    """One sealed segment that is to be cleaned; sizes in bytes."""

    base_offset: int
    size: int
    index_size: int
    time_index_size: int
    modified_ms: int


def group_segments(
    segments: Sequence[SourceSegment], *, end_offset: int, bytes_max: int, index_bytes_max: int
) -> list[list[SourceSegment]]:
    """Groups neighbouring segments as long as they fit; at least one segment a group.

    Args:
        segments: in order.
        end_offset: behind the last of them.
        bytes_max: `segment.bytes`.
        index_bytes_max: of each index, `segment.index.bytes`.
    """
    groups: list[list[SourceSegment]] = []
    size = index_size = time_index_size = 0
    for number, segment in enumerate(segments):
        next_base = segments[number + 1].base_offset if number + 1 < len(segments) else end_offset
        size += segment.size
        index_size += segment.index_size
        time_index_size += segment.time_index_size
        fits = (
            size <= bytes_max
            and len(groups[-1]) < SEGMENTS_IN_GROUP_MAX
            and max(index_size, time_index_size) <= index_bytes_max
            # What has no bytes has no offsets either, else an empty segment would be left every 2³¹ records.
            and (not segment.size or next_base - 1 - groups[-1][0].base_offset <= RELATIVE_OFFSET_MAX)
            if groups
            else False
        )
        if fits:
            groups[-1].append(segment)
        else:
            groups.append([segment])
            size, index_size, time_index_size = segment.size, segment.index_size, segment.time_index_size
    return groups
