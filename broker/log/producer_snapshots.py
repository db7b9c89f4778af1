"""The `.snapshot` files of one log: which there are, writing one, finding the newest that can be used.

A snapshot named by an offset is the producers' state after everything before that offset. A broken one is removed and
an older one used: the log above it is replayed, so that a start after kill -9 reads one segment and not all
(KAFKA-5829, KAFKA-12520).
"""

from __future__ import annotations

from bisect import bisect_left, insort

from broker.log.file_names import SNAPSHOT_SUFFIX, segment_path
from broker.log.filesystem import FileSystem
from broker.log.producer_state import (
    CorruptSnapshot,
    ProducerState,
    decode_snapshot,
    encode_snapshot,
)
from broker.log.segments import LogSegments


class ProducerSnapshots:
    """The snapshots in one partition's directory."""

    __slots__ = ("_directory", "_filesystem", "_offsets")

    def __init__(self, directory: str, filesystem: FileSystem, offsets: list[int]) -> None:
        self._directory = directory
        self._filesystem = filesystem
        self._offsets = sorted(offsets)

    @property
    def offsets(self) -> list[int]:
        """The offsets that there are snapshots of, ascending."""
        return list(self._offsets)

    def path(self, offset: int) -> str:
        """The file of a snapshot."""
        return segment_path(self._directory, offset, SNAPSHOT_SUFFIX)

    def write(self, offset: int, state: ProducerState) -> None:
        """Writes the state as of `offset`, unless there is that one already."""
        if self._offsets and self._offsets[-1] == offset:
            return
        self._filesystem.write_unsynced(self.path(offset), encode_snapshot(state.entries))
        insort(self._offsets, offset)

    def remove(self, offset: int) -> str | None:
        """Forgets a snapshot; returns its path, whose file is now the caller's, or None when there is none."""
        at = bisect_left(self._offsets, offset)
        if at == len(self._offsets) or self._offsets[at] != offset:
            return None
        del self._offsets[at]
        return self.path(offset)

    def remove_above(self, offset: int) -> None:
        """Removes the snapshots of a future that was truncated away."""
        for later in [other for other in self._offsets if other > offset]:
            self._filesystem.remove(self.path(later))
            self._offsets.remove(later)

    def remove_stray(self, segments: LogSegments) -> None:
        """Removes those that are neither the newest nor at the beginning of a segment."""
        bases = {segment.base_offset for segment in segments}
        for offset in self._offsets[:-1]:
            if offset not in bases:
                self._filesystem.remove(self.path(offset))
                self._offsets.remove(offset)

    def restore(
        self, state: ProducerState, segments: LogSegments, *, start_offset: int, end_offset: int, now_ms: int
    ) -> None:
        """Makes `state` what it was at `end_offset`: the newest usable snapshot, and the batches above it."""
        self.remove_above(end_offset)
        state.clear()
        replay_from = start_offset
        for offset in reversed(self.offsets):
            try:
                state.restore(decode_snapshot(self._filesystem.read_file(self.path(offset))), now_ms=now_ms)
            except (CorruptSnapshot, FileNotFoundError):
                self._filesystem.remove(self.path(offset))
                self._offsets.remove(offset)
                continue
            replay_from = max(offset, start_offset)
            break
        if replay_from < end_offset:
            self._replay(state, segments, replay_from, end_offset, now_ms)

    def _replay(
        self, state: ProducerState, segments: LogSegments, start_offset: int, end_offset: int, now_ms: int
    ) -> None:
        for segment in segments.from_offset(start_offset):
            found = segment.find(start_offset)
            if found is None:
                continue
            for _, header in segment.batches(found[0]):
                if header.base_offset >= end_offset:
                    return
                if header.producer_id >= 0 and header.base_offset >= start_offset:
                    state.commit(header, base_offset=header.base_offset, now_ms=now_ms)
