"""The segments of one log in order of their base offsets, and the searches that go through several of them.

    base offsets     0        1500      3000      ← the last one is active
    offset 2000 lies in the segment of the greatest base not above it: floor(2000) = 1500

A plain sorted tuple under `bisect`: a log has thousands of segments at most, and changes them rarely.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from kavka.broker.config.topic_config import LogConfig
from kavka.broker.log.segment import LogSegment
from kavka.common.filesystem import FileSystem
from kavka.protocol.records.batch import BatchHeader, iter_records
from kavka.protocol.records.crc32c import Buffer
from kavka.timer.moments import WallMs

FoundRecord = tuple[int, int, BatchHeader]
"""(timestamp, offset, header of the batch that holds it)"""


class LogSegments:
    """Segments, never empty once a log is open. Invariant: base offsets strictly grow."""

    __slots__ = ("_bases", "_segments", "active")

    active: LogSegment
    """The last one."""

    def __init__(self) -> None:
        # Tuples: they change rarely, and most have one entry.
        self._bases: tuple[int, ...] = ()
        self._segments: tuple[LogSegment, ...] = ()

    def __len__(self) -> int:
        return len(self._segments)

    def __iter__(self) -> Iterator[LogSegment]:
        return iter(self._segments)  # of those there are now: who walks them may remove some

    def __getitem__(self, index: int) -> LogSegment:
        return self._segments[index]

    @property
    def first(self) -> LogSegment:
        """Returns the oldest segment."""
        return self._segments[0]

    @property
    def size(self) -> int:
        """Returns the bytes of all segments."""
        return sum(segment.size for segment in self._segments)

    def add(self, segment: LogSegment) -> None:
        """Adds a segment behind the others."""
        assert not self._bases or segment.base_offset > self._bases[-1], (
            f"segment {segment.base_offset} behind {self._bases[-1]}"
        )
        self._bases += (segment.base_offset,)
        self._segments += (segment,)
        self.active = segment

    def remove(self, segment: LogSegment) -> None:
        """Removes a segment from the list; its files are the caller's."""
        index = bisect_left(self._bases, segment.base_offset)
        assert self._segments[index] is segment
        self._put(index, index + 1, ())
        if self._segments:
            self.active = self._segments[-1]

    def replace(self, old: Sequence[LogSegment], new: LogSegment) -> None:
        """Puts one segment in the place of several neighbours, none of them active."""
        index = bisect_left(self._bases, old[0].base_offset)
        end = index + len(old)
        assert self._segments[index:end] == tuple(old)
        assert end < len(self._segments)
        self._put(index, end, (new,))

    def _put(self, begin: int, end: int, new: tuple[LogSegment, ...]) -> None:
        self._bases = self._bases[:begin] + tuple(segment.base_offset for segment in new) + self._bases[end:]
        self._segments = self._segments[:begin] + new + self._segments[end:]

    def has(self, segments: Sequence[LogSegment]) -> bool:
        """Tells whether these very segments are there, neighbours, and sealed."""
        index = bisect_left(self._bases, segments[0].base_offset)
        found = self._segments[index : index + len(segments)]
        return len(found) == len(segments) and all(
            mine is theirs and mine.is_sealed for mine, theirs in zip(found, segments, strict=True)
        )

    def floor_index(self, offset: int) -> int:
        """Finds the index of the segment that `offset` belongs to; 0 when it is before all of them."""
        return max(bisect_right(self._bases, offset) - 1, 0)

    def from_offset(self, offset: int) -> Sequence[LogSegment]:
        """Returns the segment that `offset` belongs to and all behind it."""
        return self._segments[self.floor_index(offset) :]

    def end_of(self, index: int, log_end_offset: int) -> int:
        """Returns the offset behind the segment at `index`: the next one's base, or the log's end."""
        return self._bases[index + 1] if index + 1 < len(self._bases) else log_end_offset

    def read(
        self,
        start_offset: int,
        max_bytes: int,
        max_offset: int,
        min_one_message: bool,
        log_end_offset: int,
        may_wait: bool = True,
    ) -> tuple[Buffer, int]:
        """Reads from the segment with the first batch at or behind `start_offset`; see `SegmentReader.read`."""
        segments, bases = self._segments, self._bases
        # The last offsets are read most: look there before searching.
        index = len(bases) - 1 if start_offset >= bases[-1] else self.floor_index(start_offset)
        while index < len(segments):
            segment_end = bases[index + 1] if index + 1 < len(bases) else log_end_offset
            limit = None if max_offset >= segment_end else max_offset
            found = segments[index].reader.read(start_offset, max_bytes, limit, min_one_message, segment_end, may_wait)
            if found is not None:  # None: compaction has left nothing behind `start_offset` in this one
                return found
            index += 1
        return b"", start_offset

    def bytes_between(self, start_offset: int, end_offset: int, log_end_offset: int) -> int:
        """Counts the bytes of the batches between two offsets.

        From the batch that holds `start_offset` to the one that holds `end_offset`.
        """
        first, last = self.floor_index(start_offset), self.floor_index(end_offset)
        end = self._segments[last]
        end_position = end.size if end_offset >= log_end_offset else end.position_of(end_offset)
        whole = sum(self._segments[index].size for index in range(first, last))
        return whole + end_position - self._segments[first].position_of(start_offset)

    def find_timestamp(self, timestamp: int, start_offset: int, may_wait: bool = True) -> FoundRecord | None:
        """Finds the first record from `start_offset` on with at least this `timestamp`; None without one.

        First by offset: timestamps need not be in order. Only batches that may hold it are decoded.

        Raises:
            ColdRead: what is looked at is not in memory, and the search may not wait for it.
        """
        for segment in self._segments[self.floor_index(start_offset) :]:
            if segment.known_max_timestamp(may_wait) >= timestamp:
                found = find_timestamp_in(segment, timestamp, start_offset, may_wait)
                if found is not None:
                    return found
        return None

    def find_max_timestamp(self, start_offset: int, may_wait: bool = True) -> FoundRecord | None:
        """Finds the first record with the greatest timestamp of all; None when no record has a timestamp.

        Raises:
            ColdRead: as above.
        """
        segments = self._segments[self.floor_index(start_offset) :]
        newest = max(segments, key=lambda segment: segment.known_max_timestamp(may_wait))  # the first of several
        timestamp = newest.known_max_timestamp()
        return find_timestamp_in(newest, timestamp, start_offset, may_wait) if timestamp >= 0 else None


def find_timestamp_in(
    segment: LogSegment, timestamp: int, start_offset: int, may_wait: bool = True
) -> FoundRecord | None:
    """Finds a record by timestamp within one segment, like `LogSegments.find_timestamp`; markers are records, too."""
    segment.load_indexes(may_wait)
    from_offset = max(segment.time_index.lookup_before(timestamp), start_offset)
    for position, header in segment.batches(segment.offset_index.lookup(from_offset), may_wait):
        if header.max_timestamp < timestamp or header.last_offset < start_offset:
            continue
        for record in iter_records(segment.batch_bytes(position, header, may_wait), include_control=True):
            if record.timestamp >= timestamp and record.offset >= start_offset:
                return record.timestamp, record.offset, header
    return None


def make_segment(
    directory: str,
    base_offset: int,
    *,
    config: LogConfig,
    filesystem: FileSystem,
    now_ms: WallMs,
    jitter_ms: int = 0,
    suffix: str = "",
) -> LogSegment:
    """Makes a segment object by a topic's configuration; touches no file."""
    return LogSegment(
        directory,
        base_offset,
        filesystem=filesystem,
        index_interval_bytes=config.index_interval_bytes,
        index_bytes_max=config.segment_index_bytes,
        created_ms=now_ms,
        jitter_ms=jitter_ms,
        suffix=suffix,
    )
