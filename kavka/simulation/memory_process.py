"""The broker's cleaning process, without a process: `spawn` of a simulated world.

A job is done whole when it is sent, on the loop and in no time; its reports then wait to be read, as they would in a
pipe. Killed, it has ended, and nothing that was not read counts.
"""

from __future__ import annotations

import asyncio
import errno
from collections import deque
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from kavka.broker.log.cleaning.job import Report, decode_job, encode_report
from kavka.broker.log.cleaning.process import WORKER
from kavka.broker.log.cleaning.worker import do_job
from kavka.common.pace import pass_turn

if TYPE_CHECKING:
    from kavka.common.filesystem import FileSystem

KILLED: Final = -9


class CleaningChild:
    """A worker that works in its broker's loop.

    Args:
        filesystem: where the logs are.
    """

    __slots__ = ("_ended", "_exit_code", "_filesystem", "_lines")

    def __init__(self, filesystem: FileSystem) -> None:
        self._filesystem = filesystem
        self._lines: deque[bytes] = deque()  # of one job: it is sent the next when all of them were read
        self._ended = asyncio.Event()
        self._exit_code = 0

    async def send(self, line: bytes) -> None:
        """Runs a job, whole."""
        if self._ended.is_set():
            raise BrokenPipeError(errno.EPIPE, "the worker has ended")
        assert not self._lines
        do_job(decode_job(line), self._filesystem, self)

    async def readline(self) -> bytes:
        """Returns the next report; nothing after the worker's end."""
        await pass_turn()
        if self._lines:
            return self._lines.popleft()
        await self._ended.wait()
        return b""

    async def wait(self) -> int:
        """Waits for its end; returns the exit code."""
        await self._ended.wait()
        return self._exit_code

    def kill(self) -> None:
        """Ends it at once, unless it has ended."""
        if not self._ended.is_set():
            self._exit_code = KILLED
        self._lines.clear()
        self._ended.set()

    def close(self) -> None:
        """Ends it, as the end of its input does."""
        self._ended.set()

    # ---- what the compaction sees ---------------------------------------------------------------------------------

    def moved(self, size: int) -> None:
        """Lets the job go on: bytes take no time here."""

    def report(self, report: Report) -> None:
        """Keeps a report until it is read."""
        self._lines.append(encode_report(report))


def spawner(filesystem: FileSystem) -> Callable[[str, int], Awaitable[CleaningChild]]:
    """Returns what starts processes of a simulated machine."""

    async def spawn(module: str, line_bytes_max: int) -> CleaningChild:
        if module != WORKER:
            raise FileNotFoundError(errno.ENOENT, "no such program is simulated", module)
        return CleaningChild(filesystem)

    return spawn
