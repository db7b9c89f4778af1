"""What fails of periodic work is named and counted, and the rest goes on."""

from __future__ import annotations

import asyncio
import logging

import pytest

from kavka.common.supervised import Supervisor


def test_one_item_that_fails_is_named_and_the_others_are_done(caplog):
    supervisor, done = Supervisor(), []
    for partition in ("a-0", "a-1", "a-2"):
        with supervisor.item("log retention", partition):
            if partition == "a-1":
                raise AssertionError("offset 5 behind 7")
            done.append(partition)
    assert done == ["a-0", "a-2"]
    assert supervisor.failures == {"log retention": 1}
    assert "log retention failed for a-1: offset 5 behind 7" in caplog.text


def test_the_stack_trace_of_a_mistake_is_shown_once(caplog):
    supervisor = Supervisor()
    for _ in range(5):
        with supervisor.item("log retention", "a-1"):
            raise ValueError("again")
    assert caplog.text.count("Traceback") == 1
    assert caplog.text.count("log retention failed for a-1: again") == 5


def test_cancelling_is_no_failure():
    supervisor = Supervisor()
    with pytest.raises(asyncio.CancelledError), supervisor.item("w", "i"):
        raise asyncio.CancelledError
    assert supervisor.failures == {}


async def test_a_loop_that_fails_begins_again_and_ends_when_it_is_cancelled(caplog):
    caplog.set_level(logging.ERROR)
    supervisor, rounds, is_back = Supervisor(), [], asyncio.Event()

    async def loop():
        rounds.append(1)
        if len(rounds) == 1:
            raise RuntimeError("the first round")
        is_back.set()
        await asyncio.Event().wait()

    async with asyncio.TaskGroup() as group:
        task = group.create_task(supervisor.keep("checkpoints", loop))
        async with asyncio.timeout(10):
            await is_back.wait()
        task.cancel()
    assert task.cancelled()
    assert supervisor.failures == {"checkpoints": 1}
    assert "checkpoints failed and begins again in 100 ms: the first round" in caplog.text


async def test_a_loop_that_always_fails_pauses_longer_each_time(caplog, monkeypatch):
    supervisor, pauses = Supervisor(), []

    async def sleep(seconds):
        pauses.append(seconds)
        if len(pauses) == 9:
            raise asyncio.CancelledError

    async def loop():
        raise RuntimeError("always")

    monkeypatch.setattr(asyncio, "sleep", sleep)
    with pytest.raises(asyncio.CancelledError):
        await supervisor.keep("checkpoints", loop)
    assert pauses == [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 10.0, 10.0]


async def test_what_is_to_end_the_caller_ends_it():
    async def loop():
        raise LookupError("the session is lost")

    with pytest.raises(LookupError):
        await Supervisor().keep("registration", loop, ends_by=(LookupError,))


async def test_a_loop_that_returns_is_over():
    async def loop():
        return

    supervisor = Supervisor()
    await supervisor.keep("checkpoints", loop)
    assert supervisor.failures == {}
