"""The `.snapshot` files of one log: which there are, writing one, finding the newest that can be used.

A snapshot named by an offset is the producers' state after everything before that offset; its bytes are
`protocol.disk.producer_snapshot`'s.

They are written when a segment rolls and when a log closes, so that a startup replays only what is behind the newest. A
broken one is removed and an older one used: the log above it is replayed, so that a startup after kill -9 reads one
segment and not all (KAFKA-5829, KAFKA-12520). A truncation keeps what is known of all who wrote nothing behind it, and
reads the others' entries out of the newest snapshot: it costs what it takes away.

With many producers a roll only takes note of their entries, which never change, and the file follows::

    roll ─▶ put off ─▶ encoded in slices ─▶ ….snapshot.late.tmp, in a thread ─▶ renamed, and counted from now on
               └─ truncated, deleted or moved meanwhile: taken back, and what was written is removed

Until then an older one is the newest: a crash costs the replay of one more segment.
"""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator
from typing import Final

from kavka.broker.log.open_transactions import EndedTxn
from kavka.broker.log.producer_state import ProducerState
from kavka.broker.log.segment import LogSegment
from kavka.broker.log.segments import LogSegments
from kavka.common.filesystem import FileSystem
from kavka.common.pace import Pace
from kavka.common.steps import Steps, in_slices
from kavka.protocol.disk.errors import CorruptSnapshot
from kavka.protocol.disk.file_names import SNAPSHOT_SUFFIX, TEMPORARY_SUFFIX, segment_name
from kavka.protocol.disk.producer_entry import ProducerEntry
from kavka.protocol.disk.producer_snapshot import decode_snapshot, encode_entry, encode_snapshot, join_snapshot
from kavka.protocol.records.batch import BatchHeader
from kavka.timer.moments import WallMs

ENCODED_AT_ONCE_MAX: Final = 1_000
"""Producers whose snapshot a roll writes itself, half a millisecond; and that are encoded in one step otherwise."""
PUT_OFF_MAX: Final = 2
"""Snapshots of one log that wait to be written; a roll beyond that has none, and an older one is used."""


class ProducerSnapshots:
    """The snapshots in one partition's directory."""

    __slots__ = ("_directory", "_filesystem", "_offsets", "_put_off")

    def __init__(self, directory: str, filesystem: FileSystem, offsets: list[int]) -> None:
        self._directory = directory
        self._filesystem = filesystem
        self._offsets = tuple(sorted(offsets))
        self._put_off: dict[int, list[ProducerEntry]] | None = None  # until a log has very many producers
        """Offset → the entries as of then. Whoever takes one out takes back what is being written of it."""

    @property
    def offsets(self) -> list[int]:
        """Returns the offsets of the snapshots, ascending."""
        return list(self._offsets)

    def move_to(self, directory: str) -> None:
        """Notes that the snapshots are in another directory now."""
        self._directory = directory
        self._put_off = None

    def path(self, offset: int) -> str:
        """Returns the path of a snapshot."""
        return os.path.join(self._directory, segment_name(offset, SNAPSHOT_SUFFIX))

    @property
    def has_put_off(self) -> bool:
        """Tells whether `write_put_off` has something to do."""
        return bool(self._put_off)

    def write(self, offset: int, state: ProducerState, *, may_put_off: bool = False) -> None:
        """Writes the state as of `offset`, unless there is that one already.

        Args:
            offset: the log end offset.
            state: of the log.
            may_put_off: whether somebody will call `write_put_off`, where there are many producers.
        """
        if self._offsets and self._offsets[-1] == offset:
            return
        if may_put_off and len(state) > ENCODED_AT_ONCE_MAX:
            if self._put_off is None:
                self._put_off = {}
            if len(self._put_off) < PUT_OFF_MAX:
                self._put_off[offset] = state.entries
            return
        self._take_back(offset)
        self._filesystem.write_unsynced(self.path(offset), encode_snapshot(state.entries))
        self._offsets = tuple(sorted((*self._offsets, offset)))

    async def write_put_off(self, pace: Pace) -> None:
        """Writes what was put off, the oldest first, unless it is taken back meanwhile.

        Raises:
            OSError: the disk failed.
        """
        while self._put_off:
            offset, entries = next(iter(self._put_off.items()))
            data = await in_slices(encode_in_steps(entries), pace)
            if not self._is_put_off(offset, entries):
                continue
            path = self.path(offset)
            late = f"{path}.late{TEMPORARY_SUFFIX}"
            try:
                await self._filesystem.run(self._filesystem.write_unsynced, late, data)
            except OSError:
                if self._is_put_off(offset, entries):
                    raise
                continue  # its directory may be gone
            if not self._is_put_off(offset, entries):
                self._filesystem.remove(late)
                continue
            self._filesystem.rename(late, path)
            self._take_back(offset)
            self._offsets = tuple(sorted((*self._offsets, offset)))

    def _is_put_off(self, offset: int, entries: list[ProducerEntry]) -> bool:
        return self._put_off is not None and self._put_off.get(offset) is entries

    def _take_back(self, offset: int) -> None:
        if self._put_off is not None:
            self._put_off.pop(offset, None)

    def take_back(self) -> None:
        """Drops the snapshots that were put off."""
        self._put_off = None

    def remove(self, offset: int) -> str | None:
        """Forgets a snapshot; returns its path, whose file is now the caller's, or None when there is none."""
        self._take_back(offset)
        at = bisect_left(self._offsets, offset)
        if at == len(self._offsets) or self._offsets[at] != offset:
            return None
        self._forget(offset)
        return self.path(offset)

    def _forget(self, offset: int) -> None:
        self._offsets = tuple(other for other in self._offsets if other != offset)

    def remove_above(self, offset: int) -> None:
        """Removes the snapshots above an offset, after a truncation.

        A power loss could bring them back, and other records by then be there: so that is made durable, at once. It is
        seldom, for few truncations go below a snapshot.
        """
        for later in [other for other in self._put_off or () if other > offset]:
            self._take_back(later)
        removed = [other for other in self._offsets if other > offset]
        for later in removed:
            self._filesystem.remove(self.path(later))
            self._forget(later)
        if removed:
            self._filesystem.fsync_path(self._directory)

    def remove_all(self) -> None:
        """Removes all snapshots: the log is emptied."""
        self._put_off = None
        self.remove_above(-1)

    def remove_stray(self, segments: LogSegments) -> None:
        """Removes snapshots that are neither the newest nor at a segment's base."""
        bases = {segment.base_offset for segment in segments}
        for offset in self._offsets[:-1]:
            if offset not in bases:
                self._filesystem.remove(self.path(offset))
                self._forget(offset)

    def restore(
        self, state: ProducerState, segments: LogSegments, *, start_offset: int, end_offset: int, now_ms: WallMs
    ) -> None:
        """Restores the producer state at `end_offset`, and removes later snapshots.

        They are of a future that is gone.
        """
        self.remove_above(end_offset)
        self.load(state, segments, start_offset=start_offset, end_offset=end_offset, now_ms=now_ms)

    def restore_unreplicated(
        self,
        state: ProducerState,
        segments: LogSegments,
        *,
        start_offset: int,
        high_watermark: int,
        end_offset: int,
        now_ms: WallMs,
    ) -> None:
        """Restores the transactions whose markers lie behind the high watermark: no snapshot has them any more.

        Args:
            state: the one at `end_offset`.
            segments: of the log.
            start_offset: the log start offset.
            high_watermark: what lies behind it may be lost.
            end_offset: the log end offset.
            now_ms: wall clock.

        Raises:
            CorruptRecords: a batch on the way is damaged.
        """
        behind = [header for _, _, header in _batches(segments, high_watermark, end_offset) if header.is_control]
        if not behind:
            return
        marked = {header.producer_id for header in behind}
        former = ProducerState(state.partition)
        self.load(former, segments, start_offset=start_offset, end_offset=high_watermark, now_ms=now_ms, wanted=marked)
        for segment, position, header in _batches(segments, high_watermark, end_offset):
            ended = replay(former, segment, position, header, now_ms=now_ms) if header.producer_id in marked else None
            if ended is not None:
                former.transactions.end(ended)
        state.transactions.restore_unreplicated(former.transactions)

    def rewind(
        self, state: ProducerState, segments: LogSegments, *, start_offset: int, end_offset: int, now_ms: WallMs
    ) -> None:
        """Restores `state` from a later offset: only those are read who wrote something since."""
        self.remove_above(end_offset)
        written = state.written_from(end_offset)
        former = ProducerState(state.partition)
        if written:
            self.load(former, segments, start_offset=start_offset, end_offset=end_offset, now_ms=now_ms, wanted=written)
        state.rewind(end_offset, written, former)

    def load(
        self,
        state: ProducerState,
        segments: LogSegments,
        *,
        start_offset: int,
        end_offset: int,
        now_ms: WallMs,
        wanted: Collection[int] | None = None,
    ) -> None:
        """Loads the producer state at `end_offset`: the newest usable snapshot, and the batches above it.

        Args:
            state: what it says so far is forgotten.
            segments: of the log.
            start_offset: the log start offset.
            end_offset: where the log ends, or did.
            now_ms: wall clock.
            wanted: only these producers; None: all.
        """
        state.clear()
        replay_from = start_offset
        for offset in reversed(self.offsets):
            if offset > end_offset:
                continue
            try:
                entries = decode_snapshot(self._filesystem.read_file(self.path(offset)), wanted)
            except (CorruptSnapshot, FileNotFoundError):
                self._filesystem.remove(self.path(offset))
                self._forget(offset)
                continue
            state.restore(entries, offset=offset, now_ms=now_ms)
            replay_from = max(offset, start_offset)
            break
        for segment, position, header in _batches(segments, replay_from, end_offset):
            if wanted is None or header.producer_id in wanted:
                ended = replay(state, segment, position, header, now_ms=now_ms)
                if ended is not None:
                    state.transactions.end(ended)


def _batches(
    segments: LogSegments, start_offset: int, end_offset: int
) -> Iterator[tuple[LogSegment, int, BatchHeader]]:
    """Yields the batches of producers with offsets in [start, end): the one that holds the start, too.

    DeleteRecords may have a log begin in the middle of a batch, whose last record a producer goes on behind.
    """
    for segment in segments.from_offset(start_offset) if start_offset < end_offset else ():
        if segment.base_offset >= end_offset:
            return  # not looked into: after a crash it may end in what is no batch, and is recovered later
        found = segment.find(start_offset)
        if found is None:
            continue
        for position, header in segment.batches(found[0]):
            if header.base_offset >= end_offset:
                return
            if header.producer_id >= 0:
                yield segment, position, header


def replay(
    state: ProducerState, segment: LogSegment, position: int, header: BatchHeader, *, now_ms: WallMs
) -> EndedTxn | None:
    """Replays a producer's batch of a segment. The transaction that it ended is the caller's to end."""
    if header.is_control:
        return state.commit_control(header, segment.batch_bytes(position, header), now_ms=now_ms)
    state.commit(header, base_offset=header.base_offset, now_ms=now_ms)
    return None


def encode_in_steps(entries: Iterable[ProducerEntry]) -> Steps[bytes]:
    """Encodes a snapshot in steps, some producers at a time."""
    rows = []
    for entry in entries:
        rows.append(encode_entry(entry))
        if len(rows) % ENCODED_AT_ONCE_MAX == 0:
            yield
    return join_snapshot(rows)
