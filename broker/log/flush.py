"""One flush of one log: what has to be fsynced, gathered on the loop, done in a thread.

The job owns descriptors of its own, so that segments may roll, close or be deleted while it waits for the device. It
never touches the log; the log takes the result back on the loop (`log_flusher`). Whoever waits for it may be cancelled
before a thread has taken it up: then nobody will, and `abandon` closes what `run` would have closed.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from kavka.common.filesystem import FileSystem
from kavka.timer.moments import WallMs


class FlushJob:
    """Files to fsync, and up to which offset that makes the log durable.

    Attributes:
        target_offset: the log end offset when the job was made.
        generation: the log's truncation count then: a truncation in between makes the result worthless.
        fds: of log files; closed by `run` or `abandon`. An error is reported on these or not at all.
        paths: of indexes, snapshots and checkpoints, which can be rebuilt and may be gone by now.
        took_ns: how long it took, once it has `run`.
    """

    __slots__ = ("_claim", "fds", "generation", "paths", "target_offset", "took_ns")

    def __init__(self, *, target_offset: int, generation: int, fds: Sequence[int], paths: Sequence[str]) -> None:
        self.target_offset = target_offset
        self.generation = generation
        self.fds = fds
        self.paths = paths
        self.took_ns = 0
        self._claim = [None]  # popped once, by a thread or by the loop

    def run(self, filesystem: FileSystem) -> None:
        """Fsyncs the job's files, and waits for the device.

        Raises:
            OSError: a file could not be flushed; never to be tried again (the kernel reports it once), but for a
                shortage: then one could not be opened.
        """
        if not self._is_claimed():
            return
        begun_ns = filesystem.ticks()
        try:
            for fd in self.fds:
                filesystem.fsync(fd)
            for path in self.paths:
                with contextlib.suppress(FileNotFoundError):
                    filesystem.fsync_path(path)
        finally:
            for fd in self.fds:
                filesystem.close_fd(fd)
            self.took_ns = filesystem.ticks() - begun_ns

    def abandon(self, filesystem: FileSystem) -> None:
        """Closes the job's files, unless it has `run` or runs."""
        if self._is_claimed():
            for fd in self.fds:
                filesystem.close_fd(fd)

    def _is_claimed(self) -> bool:
        """Tells whether the caller is the first to ask, and so has the descriptors."""
        try:
            self._claim.pop()
        except IndexError:
            return False
        return True


class Durability:
    """How much of one log the device has, and what is on its way there.

    Attributes:
        recovery_point: everything before it has been fsynced; a startup after a crash reads from there.
        unflushed_messages: appended since the last flush that caught up.
        is_directory_unsynced: files were made, renamed or removed since.
        truncations: how often the log has lost its end.
    """

    __slots__ = ("_last_flush_ms", "is_directory_unsynced", "recovery_point", "truncations", "unflushed_messages")

    def __init__(self, *, recovery_point: int, now_ms: WallMs) -> None:
        self.recovery_point = recovery_point
        self.unflushed_messages = 0
        self.is_directory_unsynced = False
        self.truncations = 0
        self._last_flush_ms = now_ms

    def is_complete(self, log_end_offset: int) -> bool:
        """Tells whether there is nothing to flush."""
        return self.recovery_point >= log_end_offset and not self.is_directory_unsynced

    def is_due(self, now_ms: WallMs, *, messages: int, interval_ms: int) -> bool:
        """Tells whether `flush.messages` or `flush.ms` is reached."""
        if self.unflushed_messages >= messages:
            return True
        return self.unflushed_messages > 0 and now_ms - self._last_flush_ms >= interval_ms

    def begin(self, log_end_offset: int, *, fds: Sequence[int], paths: Sequence[str]) -> FlushJob:
        """Makes the job that flushes every record before `log_end_offset`."""
        self.is_directory_unsynced = False
        return FlushJob(target_offset=log_end_offset, generation=self.truncations, fds=fds, paths=paths)

    def finish(self, job: FlushJob, *, log_end_offset: int, now_ms: WallMs) -> None:
        """Advances the recovery point after a job, unless the log was truncated meanwhile."""
        if job.generation != self.truncations:
            return
        assert job.target_offset <= log_end_offset, f"flushed up to {job.target_offset} of {log_end_offset}"
        if job.target_offset == log_end_offset:
            self.unflushed_messages = 0
        self.recovery_point = max(self.recovery_point, job.target_offset)
        self._last_flush_ms = max(self._last_flush_ms, now_ms)

    def truncated(self, log_end_offset: int) -> None:
        """Lowers the recovery point to the log's new end. Jobs that are under way prove nothing any more."""
        self.truncations += 1
        self.recovery_point = min(self.recovery_point, log_end_offset)
