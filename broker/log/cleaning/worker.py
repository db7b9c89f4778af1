"""`python -m kavka.broker.log.cleaning.worker`: does cleanings, one after the other, in a process of its own.

    standard input   one Job a line; its end is the end of the worker
    standard output  reports, one a line: Progress every second, Mapped, GroupCleaned for each group, Finished or Failed

A process, because compaction is work of the interpreter: a thread beside the event loop would make every request wait
for the interpreter's lock (`benchmarks.compaction` has the numbers). It is nice to others, and ends as soon as its
broker has: an orphan would write into the directory of the next one. It opens nothing but the log's files, and never
renames one: what it is in the middle of is of no worth, and removed by name.
"""

from __future__ import annotations

import gc
import os
import select
import sys
from typing import BinaryIO, Final

from kavka.broker.log.cleaning.compaction import CleaningAborted, Compaction, Control
from kavka.broker.log.cleaning.job import CORRUPT, DISK, Failed, Job, Progress, Report, decode_job, encode_report
from kavka.common.filesystem import FileSystem
from kavka.common.machine_filesystem import MachineFileSystem
from kavka.protocol.records.errors import CorruptRecords
from kavka.timer.clock import Clock, SystemClock

NICENESS: Final = 10
PROGRESS_MS: Final = 1_000
"""Between two reports of progress; also the longest wait at once of a worker that is throttled."""


class PipeControl:
    """What the broker wants, and how fast.

    Args:
        job: what is being done.
        output: where reports go.
        input_fd: at its end the broker has gone.
        clock: for the limit of bytes per second.
    """

    def __init__(self, job: Job, output: BinaryIO, *, input_fd: int, clock: Clock) -> None:
        self._rate = job.bytes_per_second_max
        self._output = output
        self._input_fd = input_fd
        self._clock = clock
        self._started_ms = self._reported_ms = clock.monotonic_ms()
        self._moved = 0

    def moved(self, size: int) -> None:
        """Counts bytes, reports progress, and waits where the job's rate is exceeded."""
        self._moved += size
        wait_ms = 0.0
        while True:
            self._check_wanted(min(wait_ms, PROGRESS_MS))
            now_ms = self._clock.monotonic_ms()
            if now_ms - self._reported_ms >= PROGRESS_MS:
                self._reported_ms = now_ms
                self.report(Progress(bytes_moved=self._moved))
            if self._rate is None:
                return
            wait_ms = self._moved * 1000 / self._rate - (now_ms - self._started_ms)
            if wait_ms <= 0:
                return

    def report(self, report: Report) -> None:
        """Writes a report to the broker's pipe."""
        self._output.write(encode_report(report))
        self._output.flush()

    def _check_wanted(self, wait_ms: float) -> None:
        """Waits, and raises CleaningAborted at the input's end. Nothing else comes on it while a job is done."""
        readable, _, _ = select.select((self._input_fd,), (), (), wait_ms / 1000)
        if readable:
            raise CleaningAborted


def work(lines: BinaryIO, output: BinaryIO, *, filesystem: FileSystem, clock: Clock) -> None:
    """Runs the jobs of `lines` one after the other, until the lines end."""
    for line in iter(lines.readline, b""):
        job = decode_job(line)
        try:
            do_job(job, filesystem, PipeControl(job, output, input_fd=lines.fileno(), clock=clock))
        except CleaningAborted:
            return


def do_job(job: Job, filesystem: FileSystem, control: Control) -> None:
    """Runs one job; its failure is its last report.

    Raises:
        CleaningAborted: nobody waits for it any more.
    """
    compaction = Compaction(job, filesystem, control)
    try:
        compaction.run()
    except CorruptRecords as error:
        control.report(Failed(reason=CORRUPT, message=str(error), errno=0, base_offset=compaction.reading))
    except OSError as error:
        control.report(Failed(reason=DISK, message=str(error), errno=error.errno or 0))


def main() -> None:
    """Runs the worker process until the broker closes its pipe."""
    os.nice(NICENESS)
    gc.freeze()
    lines = os.fdopen(os.dup(sys.stdin.fileno()), "rb")
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    try:
        work(lines, output, filesystem=MachineFileSystem(), clock=SystemClock())
    except (BrokenPipeError, KeyboardInterrupt):  # the broker has gone, or is being interrupted with us
        return


if __name__ == "__main__":
    main()
