"""What goes into the offset checkpoints of the data directories, gathered from the logs that moved.

    logs that moved (`log_changes`) ─▶ OffsetCheckpoint, in memory ─▶ content, where it changed ─▶ `housekeeping` writes
                                    └─ high watermark of a partition that the controller has not named: later

A round costs what moved, plus the lines of the files that changed by it, in steps between which others run. What a file
says of anything else stays as it is: merged, never rebuilt from part of the state (KAFKA-769, KAFKA-1647). Not here:
the files (`checkpoint_files`), when they are written and by whom (`housekeeping`).
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from kavka.broker.log.checkpoint_files import Content, OffsetCheckpoint
from kavka.common.types import TopicPartition

if TYPE_CHECKING:
    from kavka.broker.log.data_dirs import DataDirs
    from kavka.broker.log.dir_state import DirState
    from kavka.broker.log.log import Log
    from kavka.broker.log.log_identity import LogIdentity
    from kavka.common.steps import Steps

IsHeld = Callable[[TopicPartition], bool]


class Checkpoint(enum.Enum):
    """The four files of each data directory."""

    HIGH_WATERMARKS = enum.auto()
    RECOVERY_POINTS = enum.auto()
    START_OFFSETS = enum.auto()
    CLEANER_OFFSETS = enum.auto()


class Due(NamedTuple):
    """A file that is to be written."""

    state: DirState
    checkpoint: OffsetCheckpoint
    content: Content


class OffsetCheckpoints:
    """See the module.

    Args:
        dirs: the data directories, and which of their logs moved.

    Attributes:
        is_held: whether the controller has named a partition, so that its high watermark is known.
    """

    __slots__ = ("_dirs", "is_held")

    def __init__(self, dirs: DataDirs) -> None:
        self._dirs = dirs
        self.is_held: IsHeld = lambda _: True

    def gather(self, which: Checkpoint) -> Steps[list[Due]]:
        """Takes in what moved, and returns the checkpoint files that differ now.

        One kind of them, in every usable directory.
        """
        yield from self._take_changes(which)
        found = []
        for state in self._dirs.states:
            if state.is_loaded and state.log_dir.is_online:
                checkpoint = _file(state, which)
                content = yield from checkpoint.content()
                if content is not None:
                    found.append(Due(state, checkpoint, content))
        return found

    def _take_changes(self, which: Checkpoint) -> Steps[None]:
        of_dir = {state.log_dir: state for state in self._dirs.states}
        for identity in list(self._taken(which)):  # a thread that opens a directory may note a log at any moment
            state = of_dir.get(identity.log_dir)
            if state is None:
                continue  # its directory has failed, or is being opened; `DataDirs.replace` notes its logs then
            topic_partition = identity.topic_partition
            log = state.find(identity)
            if log is not None:  # else it went, and nothing is to be said of it
                is_known = topic_partition in state.futures or self.is_held(topic_partition)
                if which is not Checkpoint.HIGH_WATERMARKS or is_known:
                    _note(which, _file(state, which), log)
                else:
                    self._dirs.changes.high_watermarks[identity] = None
            yield

    def _taken(self, which: Checkpoint) -> dict[LogIdentity, None]:
        changes = self._dirs.changes
        if which is Checkpoint.HIGH_WATERMARKS:
            return changes.take_high_watermarks()
        if which is Checkpoint.RECOVERY_POINTS:
            return changes.take_recovery_points()
        if which is Checkpoint.START_OFFSETS:
            return changes.take_start_offsets()
        return {}  # the cleaner notes them there itself

    def gather_all(self, state: DirState) -> Steps[list[Due]]:
        """Takes in all logs of a directory, moved or not, for a shutdown: the files that say something else now."""
        found = []
        for which in Checkpoint:
            checkpoint = _file(state, which)
            for log in state.all_logs.values():
                _note(which, checkpoint, log)
            content = yield from checkpoint.content()
            if content is not None:
                found.append(Due(state, checkpoint, content))
        return found


def _file(state: DirState, which: Checkpoint) -> OffsetCheckpoint:
    if which is Checkpoint.HIGH_WATERMARKS:
        return state.high_watermarks
    if which is Checkpoint.RECOVERY_POINTS:
        return state.recovery_points
    return state.start_offsets if which is Checkpoint.START_OFFSETS else state.cleaner_offsets


def _note(which: Checkpoint, checkpoint: OffsetCheckpoint, log: Log) -> None:
    """Notes one log's offset in one file."""
    if which is Checkpoint.HIGH_WATERMARKS:
        checkpoint.set(log.topic_partition, log.high_watermark)
    elif which is Checkpoint.RECOVERY_POINTS:
        checkpoint.set(log.topic_partition, log.recovery_point)
    elif which is Checkpoint.START_OFFSETS:
        # Only where it starts within a segment: elsewhere the first segment's name says it.
        if log.log_start_offset > log.segments.first.base_offset:
            checkpoint.set(log.topic_partition, log.log_start_offset)
        else:
            checkpoint.forget(log.topic_partition)
