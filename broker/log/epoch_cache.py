"""Which leader epoch began at which offset: what replicas compare to find where their logs part (KIP-101).

One for each log, written through to `leader-epoch-checkpoint` at every change but one: an epoch that this replica
begins as the leader is written with its first record. The table's columns both grow::

    epoch  start offset          OffsetForLeaderEpoch with log end offset 50:
      0        0                   asked 0 → (0, 20)      the end of an epoch is the start of the next entry
      2       20                   asked 1 → (0, 20)      a gap: the largest epoch not above the one asked
      5       35                   asked 5 → (5, 50)      the newest epoch ends at the log's end
                                   asked 6 → (−1, −1)     unknown here

An epoch without records is worth nothing to a replica that starts again: it has no record that could be distinguished
by it, nor has any follower of it, and the result for the gap is where the next one begins. (What Kafka lost in
KAFKA-7415 was the epoch of a leader that went on living.) A broker that is made leader of a thousand partitions leads
them at once, and does not make a thousand files first.

Written without waiting for the device: a killed process loses nothing, and after a power cut a broken file is rebuilt
from the batches, which carry their epochs (KAFKA-16541). `Log.flush` fsyncs it before the recovery point moves.
"""

from __future__ import annotations

import os
from bisect import bisect_left, bisect_right

from kavka.common.filesystem import FileSystem
from kavka.protocol.disk.checkpoint import decode_epochs, encode_epochs
from kavka.protocol.disk.errors import CorruptCheckpoint
from kavka.protocol.disk.file_names import LEADER_EPOCH_FILE
from kavka.protocol.epochs import NO_LEADER_EPOCH, LeaderEpoch

UNDEFINED_OFFSET = -1


class LeaderEpochCache:
    """The epochs of one log, in memory and in its checkpoint.

    Invariant: epochs strictly grow, start offsets never shrink from one entry to the next (KAFKA-7415).

    Attributes:
        is_written: whether the checkpoint has all that is in memory.
        latest_epoch: the newest epoch, `NO_LEADER_EPOCH` when there is none. Compare with it, never for truth: 0 is an
            epoch. Asked for every append, so it is no property.
    """

    __slots__ = ("_directory", "_epochs", "_filesystem", "_starts", "is_written", "latest_epoch")

    def __init__(self, directory: str, filesystem: FileSystem) -> None:
        self._directory = directory
        self._filesystem = filesystem
        self.is_written = True
        self._put((), ())

    def _put(self, epochs: tuple[LeaderEpoch, ...], starts: tuple[int, ...]) -> None:
        # Tuples: they change rarely, and most have one entry.
        self._epochs = epochs
        self._starts = starts
        self.latest_epoch = epochs[-1] if epochs else NO_LEADER_EPOCH

    def load(self) -> bool:
        """Reads the checkpoint; False when it is missing or broken and must be rebuilt from the batches."""
        try:
            entries = decode_epochs(self._filesystem.read_file(self.path))
        except (FileNotFoundError, CorruptCheckpoint):
            self._put((), ())
            return False
        self._put(tuple(epoch for epoch, _ in entries), tuple(start for _, start in entries))
        return True

    def move_to(self, directory: str) -> None:
        """Notes that the cache's file is in another directory now."""
        self._directory = directory

    @property
    def path(self) -> str:
        """Returns the checkpoint's path."""
        return os.path.join(self._directory, LEADER_EPOCH_FILE)

    @property
    def entries(self) -> list[tuple[LeaderEpoch, int]]:
        """Returns the (epoch, start offset) pairs, oldest first."""
        return list(zip(self._epochs, self._starts, strict=True))

    def assign(self, epoch: LeaderEpoch, start_offset: int, *, write: bool = True) -> bool:
        """Notes that `epoch` began at `start_offset`; returns whether that was news.

        Entries that contradict it (an epoch not below, a start not below unless the epoch had no records) are dropped:
        later knowledge wins, and the columns stay monotonic.

        Args:
            epoch: 0 or more.
            start_offset: offset of the first record of the epoch; the log end offset when there is none yet.
            write: False where `write` follows before the first record of the epoch does.
        """
        assert epoch >= 0, f"epoch {epoch}"
        assert start_offset >= 0, f"start offset {start_offset}"
        epochs, starts = self._epochs, self._starts
        if epochs and epochs[-1] == epoch and starts[-1] <= start_offset:
            return False
        kept = len(epochs)
        while kept and (epochs[kept - 1] >= epoch or starts[kept - 1] >= start_offset):
            kept -= 1
        self._put((*epochs[:kept], epoch), (*starts[:kept], start_offset))
        if write:
            self.write()
        else:
            self.is_written = False
        return True

    def end_offset_for(self, epoch: LeaderEpoch, log_end_offset: int) -> tuple[LeaderEpoch, int]:
        """Finds the end offset of an epoch, for OffsetForLeaderEpoch.

        It is given as (largest epoch not above the one asked for, where it ends).

        Returns:
            (−1, −1) for an epoch that is undefined or newer than all known ones.
        """
        epochs, starts = self._epochs, self._starts
        if epoch == NO_LEADER_EPOCH or not epochs or epoch > epochs[-1]:
            return NO_LEADER_EPOCH, UNDEFINED_OFFSET
        if epoch == epochs[-1]:
            return epoch, log_end_offset
        index = bisect_right(epochs, epoch)
        if index == 0:
            return epoch, starts[0]  # older than all we know: it ended where our first one began
        return epochs[index - 1], starts[index]

    def epoch_for_offset(self, offset: int) -> LeaderEpoch:
        """Finds the epoch of the record at `offset`, `NO_LEADER_EPOCH` before all entries."""
        index = bisect_right(self._starts, offset)
        return self._epochs[index - 1] if index else NO_LEADER_EPOCH

    def truncate_from_end(self, end_offset: int) -> None:
        """Drops the epochs that began at or behind the log's new end. Those without records go, too (KAFKA-10706)."""
        if not self._starts or self._starts[-1] < end_offset:
            return
        kept = bisect_left(self._starts, end_offset)
        self._put(self._epochs[:kept], self._starts[:kept])
        self.write()

    def truncate_from_start(self, start_offset: int) -> None:
        """Drops the epochs that ended before the log's new start; the one that it lies in now starts there."""
        index = bisect_right(self._starts, start_offset)
        if index == 0 or (index == 1 and self._starts[0] == start_offset):
            return
        self._put(self._epochs[index - 1 :], (start_offset, *self._starts[index:]))
        self.write()

    def clear(self) -> None:
        """Drops all epochs: the log is emptied."""
        if self._epochs:
            self._put((), ())
            self.write()

    def write(self) -> None:
        """Replaces the checkpoint with what is in memory."""
        self.is_written = False  # should it fail for want of descriptors, the next append does it
        self._filesystem.write_unsynced(self.path, encode_epochs(self.entries))
        self.is_written = True
