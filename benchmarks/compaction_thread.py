"""The alternative that `benchmarks.compaction` measures: cleaning in a thread of the broker instead of a process.

`install` makes every cleaner of this interpreter work so; a broker that is to be measured does it as it starts.
"""

from __future__ import annotations

import asyncio
from typing import Final

from kavka.broker.log.cleaning import process
from kavka.broker.log.cleaning.compaction import CleaningAborted, Compaction
from kavka.broker.log.cleaning.job import Job, Report
from kavka.common.machine_filesystem import MachineFileSystem

REPORTS_MAX: Final = 1000


class ThreadWorker:
    """Does one job at a time in a thread beside the event loop."""

    def __init__(self, *_: object) -> None:
        self._filesystem = MachineFileSystem()
        self._reports: asyncio.Queue[Report] = asyncio.Queue(maxsize=REPORTS_MAX)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._is_closed = False
        self._done: asyncio.Future[None] | None = None

    async def begin(self, job: Job) -> None:
        """Hands the job to the thread."""
        self._loop = asyncio.get_running_loop()
        self._done = self._loop.run_in_executor(None, Compaction(job, self._filesystem, _Control(self)).run)

    async def report(self) -> Report:
        """Returns the thread's next report."""
        return await self._reports.get()

    async def close(self) -> None:
        """Ends the thread at its next look."""
        self._is_closed = True

    def moved(self, size: int) -> None:
        """Raises CleaningAborted once the worker is closed; called by the thread (`Control`)."""
        if self._is_closed:
            raise CleaningAborted

    def tell(self, report: Report) -> None:
        """Passes a report on to the loop."""
        assert self._loop is not None
        asyncio.run_coroutine_threadsafe(self._reports.put(report), self._loop).result()


class _Control:
    """What the compaction sees of the worker: its `report` is the other end of the worker's."""

    def __init__(self, worker: ThreadWorker) -> None:
        self.moved = worker.moved
        self.report = worker.tell


def install() -> None:
    """Makes later cleaners of this interpreter work in threads."""
    process.CleaningProcess = ThreadWorker  # type: ignore[misc,assignment]
