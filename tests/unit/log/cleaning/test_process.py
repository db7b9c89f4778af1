"""The process that cleans: what it is told and tells, how it is slowed down, and how it ends with its broker."""

from __future__ import annotations

import asyncio
import io
import os

import pytest

from kavka.broker.log.cleaning.compaction import CleaningAborted
from kavka.broker.log.cleaning.job import CORRUPT, DISK, Failed, Finished, GroupCleaned, Progress, decode_report
from kavka.broker.log.cleaning.process import CleaningProcess, WorkerFailed
from kavka.broker.log.cleaning.round import make_job
from kavka.broker.log.cleaning.worker import PipeControl
from kavka.broker.machine import spawn
from kavka.simulation.memory_process import spawner
from kavka.timer.clock import ManualClock, SystemClock
from tests.support.log.building import NOW_MS
from tests.support.log.cleaning import COMPACTED, LIMITS, candidate, put


def dirty(bench, count=40):
    log = bench.open(config=COMPACTED)
    for number in range(count):
        put(log, (b"k%d" % (number % 4), b"value-%d" % number))
    log.roll(now_ms=NOW_MS)
    return log


def job_for(log, **settings):
    return make_job(candidate(log, None, NOW_MS), aborted=[], now_ms=NOW_MS, limits=LIMITS._replace(**settings))


@pytest.fixture
async def worker():
    made = CleaningProcess(spawn, SystemClock())
    yield made
    await made.close()


@pytest.fixture(params=["process", "memory"])
async def any_worker(request, bench):
    made = CleaningProcess(spawn if request.param == "process" else spawner(bench.filesystem), SystemClock())
    yield made
    await made.close()


async def all_reports(worker):
    found = []
    while not found or not isinstance(found[-1], Finished | Failed):
        found.append(await worker.report())
    return found


@pytest.mark.slow
async def test_one_process_does_one_job_after_the_other(bench, any_worker):
    log = dirty(bench)
    for _ in range(2):
        await any_worker.begin(job_for(log))
        reports = await all_reports(any_worker)
        groups = [report.base_offsets for report in reports if isinstance(report, GroupCleaned)]
        assert [base for group in groups for base in group] == [segment.base_offset for segment in log.segments][:-1]
        assert reports[-1].records_retained == 4
        assert len(bench.names(".log.cleaned")) == len(groups)
    path = bench.path(0, ".log")
    data = bytearray(path.read_bytes())
    data[-3] ^= 1
    path.write_bytes(bytes(data))
    await any_worker.begin(job_for(log))
    assert (await all_reports(any_worker))[-1].reason == CORRUPT
    path.unlink()
    await any_worker.begin(job_for(log))
    assert (await all_reports(any_worker))[-1].reason == DISK


@pytest.mark.slow
async def test_a_killed_process_is_a_failed_worker(bench, any_worker):
    await any_worker.begin(job_for(dirty(bench), bytes_per_second_max=1))
    any_worker._process.kill()
    with pytest.raises(WorkerFailed, match="-9"):
        await all_reports(any_worker)


@pytest.mark.slow
async def test_bug_70_a_process_ends_with_its_broker_in_the_middle_of_a_job(bench, worker):
    """An orphan would write into the directory of the next broker."""
    await worker.begin(job_for(dirty(bench), bytes_per_second_max=1))
    process = worker._process
    process.close()
    async with asyncio.timeout(30):
        assert await process.wait() == 0
    assert bench.names(".cleaned") == []


class Pipe:
    """A pipe whose other end is a broker's, with a clock that a wait moves."""

    def __init__(self):
        self.read_fd, self.write_fd = os.pipe()
        self.output = io.BytesIO()
        self.clock = ManualClock()

    def control(self, bench, **settings):
        control = PipeControl(job_for(dirty(bench), **settings), self.output, input_fd=self.read_fd, clock=self.clock)
        check = control._check_wanted

        def wait(ms):
            check(0)
            self.waits.append(ms)
            self.clock.advance(int(ms))

        self.waits = []
        control._check_wanted = wait
        return control


@pytest.fixture
def pipe():
    made = Pipe()
    yield made
    os.close(made.read_fd)
    os.close(made.write_fd)


def test_bytes_per_second_are_held_and_progress_is_told_meanwhile(bench, pipe):
    control = pipe.control(bench, bytes_per_second_max=1000)
    for _ in range(5):
        control.moved(1000)
    assert pipe.clock.monotonic_ms() == 5000
    told = [decode_report(line) for line in pipe.output.getvalue().splitlines()]
    assert told == [Progress(bytes_moved=1000 * number) for number in range(1, 6)]
    assert max(pipe.waits) <= 1000


def test_without_a_limit_there_is_no_wait(bench, pipe):
    control = pipe.control(bench)
    for _ in range(5):
        control.moved(10**9)
    assert pipe.waits == [0] * 5


def test_at_the_end_of_its_input_a_job_ends(bench, pipe):
    control = pipe.control(bench)
    control.moved(1)
    os.close(pipe.write_fd)
    with pytest.raises(CleaningAborted):
        control.moved(1)
    pipe.write_fd = os.dup(pipe.read_fd)
