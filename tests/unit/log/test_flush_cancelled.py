"""A flush that nobody waits for any more: whether a thread has taken it up or not, no descriptor stays open."""

from __future__ import annotations

import asyncio
import os
import threading

import pytest

from kavka.broker.log.flush import FlushJob
from kavka.common.machine_filesystem import DISK_THREADS_MAX
from kavka.simulation.memory_disk import MemoryDisk
from kavka.simulation.memory_filesystem import MemoryFileSystem
from tests.support.log.building import append


def open_files():
    return len(os.listdir("/dev/fd"))


async def cancelled(work):
    task = asyncio.get_running_loop().create_task(work)
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_a_flush_that_is_cancelled_before_a_thread_has_it_leaves_all_to_the_next_one(bench):
    log = bench.open()
    append(log, b"a")
    filesystem, is_over = log.context.filesystem, threading.Event()
    async with asyncio.TaskGroup() as slow_disk:
        for _ in range(DISK_THREADS_MAX):
            slow_disk.create_task(filesystem.run(is_over.wait, 60))
        await asyncio.sleep(0)
        before = open_files()
        await cancelled(log.flush_async())
        is_over.set()
    assert (open_files(), log.recovery_point) == (before, 0)
    await log.flush_async()
    assert (open_files(), log.recovery_point) == (before, 1)


@pytest.mark.parametrize("runs_first", [True, False])
def test_of_a_thread_and_the_loop_the_first_has_the_descriptors(runs_first):
    filesystem = MemoryFileSystem(MemoryDisk(), now_ms=lambda: 1, ticks=lambda: 1)
    job = FlushJob(target_offset=1, generation=0, fds=[filesystem.open("/a", create=True)], paths=[])
    acts = [job.run, job.abandon]
    for act in acts if runs_first else reversed(acts):
        act(filesystem)
    assert filesystem.open_files == 0
