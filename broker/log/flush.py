"""One flush of one log: what has to be fsynced, gathered on the loop, done in a thread.

The job owns descriptors of its own, so that segments may roll, close or be deleted while it waits for the device. It
never touches the log; the log takes the result back on the loop (`Log.finish_flush`).
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from broker.log.filesystem import FileSystem


class FlushJob:
    """Files to fsync, and up to which offset that makes the log durable.

    Attributes:
        target_offset: the log end offset when the job was made.
        generation: the log's truncation count then: a truncation in between makes the result worthless.
        fds: of log files; closed by `run`. An error is reported on these or not at all.
        paths: of indexes, snapshots and checkpoints, which can be rebuilt and may be gone by now.
    """

    __slots__ = ("fds", "generation", "paths", "target_offset")

    def __init__(self, *, target_offset: int, generation: int, fds: Sequence[int], paths: Sequence[str]) -> None:
        self.target_offset = target_offset
        self.generation = generation
        self.fds = fds
        self.paths = paths

    def run(self, filesystem: FileSystem) -> None:
        """Waits for the device.

        Raises:
            OSError: a file could not be flushed; never to be tried again (the kernel reports it once).
        """
        try:
            for fd in self.fds:
                filesystem.fsync(fd)
            for path in self.paths:
                with contextlib.suppress(FileNotFoundError):
                    filesystem.fsync_path(path)
        finally:
            for fd in self.fds:
                filesystem.close_fd(fd)
