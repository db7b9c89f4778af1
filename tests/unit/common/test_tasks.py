"""A host of tasks: what is started in it lives as long as it runs, and no longer."""

from __future__ import annotations

import asyncio

import pytest

from kavka.common.tasks import TaskHost


async def hosting(host, group, begin=lambda: None):
    """The task that runs a host, once it does."""
    has_begun = asyncio.Event()

    def began():
        begin()
        has_begun.set()

    task = group.create_task(host.run(began))
    await has_begun.wait()
    return task


async def endless(ended):
    try:
        await asyncio.Event().wait()
    finally:
        ended.append(asyncio.current_task().get_name())


async def test_tasks_end_with_their_host():
    host, ended = TaskHost(), []
    async with asyncio.TaskGroup() as group:
        running = await hosting(host, group)
        assert host.is_running
        host.spawn(endless(ended), name="a")
        host.spawn(endless(ended), name="b")
        await asyncio.sleep(0)
        assert ended == []
        running.cancel()
    assert sorted(ended) == ["a", "b"]
    assert not host.is_running


async def test_what_has_waited_for_the_host_begins_with_it():
    host, ended = TaskHost(), []
    async with asyncio.TaskGroup() as group:
        running = await hosting(host, group, lambda: host.spawn(endless(ended), name="early"))
        await asyncio.sleep(0)
        running.cancel()
    assert ended == ["early"]


async def test_a_task_that_fails_ends_the_host_and_the_others():
    host, ended = TaskHost(), []

    async def failing():
        raise ValueError("injected")

    async def fail():
        async with asyncio.TaskGroup() as group:
            await hosting(host, group)
            host.spawn(endless(ended), name="a")
            await asyncio.sleep(0)
            host.spawn(failing(), name="b")

    with pytest.raises(ExceptionGroup, match="TaskGroup"):
        await fail()
    assert (ended, host.is_running) == (["a"], False)


async def test_work_that_comes_before_anybody_runs_the_host_begins_then():
    host, ended = TaskHost(takes_early=True), []
    assert (host.takes_work, TaskHost().takes_work) == (True, False)
    host.start(lambda: endless(ended), name="early")
    async with asyncio.TaskGroup() as group:
        running = await hosting(host, group)
        host.start(lambda: endless(ended), name="later")
        await asyncio.sleep(0)
        running.cancel()
    assert sorted(ended) == ["early", "later"]
    assert not host.takes_work


async def test_a_host_that_nobody_runs_takes_no_tasks():
    work = endless([])
    with pytest.raises(AssertionError, match="nobody runs"):
        TaskHost().spawn(work, name="a")
    work.close()
    assert not TaskHost().is_running
