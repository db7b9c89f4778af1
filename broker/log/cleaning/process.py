"""The broker's end of a cleaning process (`worker`): started when there is work, sent jobs, read for reports.

    LogCleaner ─ begin ─▶ standard input   ┐
               ◀ report ─ standard output  ┘ python -m kavka.broker.log.cleaning.worker

A process that says nothing for a while, or ends, has failed; what it was doing is begun again by somebody else. To stop
one in the middle of a job is to kill it: nothing that it has not reported counts.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Final, Protocol

from kavka.broker.log.cleaning.job import Job, Report, decode_report
from kavka.timer.clock import Clock

if TYPE_CHECKING:
    from kavka.broker.world import Child, Spawn

WORKER: Final = "kavka.broker.log.cleaning.worker"

SILENCE_MS_MAX: Final = 120_000
"""Without a report for that long a worker has hung: it reports its progress every second."""
STOP_MS_MAX: Final = 5_000
LINE_BYTES_MAX: Final = 16 * 1024 * 1024
"""A report names the segments of a group: a million of them at most."""


class WorkerFailed(Exception):
    """The process has ended, hangs, or could not be started; the message says which."""


class CleaningWorker(Protocol):
    """Whoever does one job at a time."""

    async def begin(self, job: Job) -> None:
        """Begins a job, while none is in progress. Raises WorkerFailed."""

    async def report(self) -> Report:
        """Awaits the job's next report; the last are Finished and Failed. Raises WorkerFailed."""

    async def close(self) -> None:
        """Ends the worker at once, whatever is in progress."""


class CleaningProcess:
    """A process of its own; see the module.

    Args:
        spawn: starts it.
        clock: how long it may be silent.
    """

    __slots__ = ("_clock", "_process", "_spawn")

    def __init__(self, spawn: Spawn, clock: Clock) -> None:
        self._spawn = spawn
        self._clock = clock
        self._process: Child | None = None

    async def begin(self, job: Job) -> None:
        """Starts the process if need be, and sends it the job. Raises WorkerFailed."""
        if self._process is None:
            try:
                self._process = await self._spawn(WORKER, LINE_BYTES_MAX)
            except OSError as error:
                raise WorkerFailed(f"no process can be started: {error}") from error
        try:
            async with self._clock.timeout(SILENCE_MS_MAX):
                await self._process.send(job.encode())
        except (TimeoutError, ConnectionError) as error:
            raise WorkerFailed(f"it takes no job: {error!r}") from error

    async def report(self) -> Report:
        """Reads the process's next report; silence for SILENCE_MS_MAX is a failure. Raises WorkerFailed."""
        assert self._process is not None
        try:
            async with self._clock.timeout(SILENCE_MS_MAX):
                line = await self._process.readline()
        except TimeoutError:
            raise WorkerFailed(f"it has said nothing for {SILENCE_MS_MAX} ms") from None
        if not line.endswith(b"\n"):
            async with self._clock.timeout(STOP_MS_MAX):
                raise WorkerFailed(f"it has ended with exit code {await self._process.wait()}")
        return decode_report(line)

    async def close(self) -> None:
        """Kills the process, and waits until it has ended."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        with contextlib.suppress(TimeoutError):
            async with self._clock.timeout(STOP_MS_MAX):
                await process.wait()
        process.close()
