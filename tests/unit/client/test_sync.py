"""The blocking clients have all that the asyncio clients have, under the same names and with the same arguments."""

from __future__ import annotations

import asyncio
import inspect
import subprocess
import sys
import threading

import pytest

import kavka
from kavka import sync
from kavka.client.errors import ClientClosed
from kavka.sync.caller_work import CallerWork
from kavka.sync.loop_thread import LoopThread


def public(thing):
    return {name for name in dir(thing) if not name.startswith("_")}


@pytest.mark.parametrize("name", ["Producer", "Consumer", "ShareConsumer", "Admin", "RebalanceListener"])
def test_nothing_is_missing(name):
    awaited, waiting = getattr(kavka, name), getattr(sync, name)
    assert public(awaited) <= public(waiting)
    assert inspect.signature(awaited) == inspect.signature(waiting)
    for method in public(awaited):
        mine = getattr(waiting, method)
        assert (
            inspect.signature(mine).parameters.keys() == inspect.signature(getattr(awaited, method)).parameters.keys()
        )
        assert mine.__doc__
        assert not inspect.iscoroutinefunction(mine)


def test_a_local_cluster_has_what_does_not_wait_for_ever():
    left_out = {"wait_for_exit", "state", "save_state", "zookeeper_digest", "expire_session"}
    assert public(kavka.LocalCluster) - public(sync.LocalCluster) <= left_out | {"admin_token", "configure"}


def test_names_are_loaded_when_they_are_used():
    code = "import sys, kavka.sync; print(dir(kavka.sync), 'asyncio' in sys.modules); kavka.sync.Admin"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert told == f"{sorted(sync.__all__)} False\n"
    with pytest.raises(AttributeError, match=r"module 'kavka\.sync' has no attribute 'Nothing'"):
        _ = sync.Nothing


def test_who_is_not_open_says_so():
    producer = sync.Producer("127.0.0.1:1")
    with pytest.raises(ClientClosed, match="not open; use it inside `with`"):
        producer.send("t", b"v")
    producer.stop()


def test_who_reaches_nobody_leaves_no_thread_behind():
    before = threading.active_count()
    admin = sync.Admin("127.0.0.1:1", reach_timeout_ms=50)
    with pytest.raises(Exception, match=r"127\.0\.0\.1:1"), admin:
        pass
    assert threading.active_count() == before
    with pytest.raises(ClientClosed, match="make a new one"):
        admin.start()


@pytest.fixture
def thread():
    thread = LoopThread("test")
    thread.start()
    yield thread
    thread.stop()


def test_a_call_that_takes_too_long_is_cancelled(thread):
    ended = threading.Event()

    async def for_ever():
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    for wait in (
        lambda: thread.call(for_ever(), timeout_ms=10),
        lambda: CallerWork().wait(thread.begin(for_ever()), timeout_ms=10),
    ):
        ended.clear()
        with pytest.raises(TimeoutError, match="not done within 10 ms"):
            wait()
        assert ended.wait(10)


def test_a_loop_does_not_wait_for_itself(thread):
    async def nested():
        async def inner(): ...

        thread.call(inner(), timeout_ms=10_000)

    with pytest.raises(RuntimeError, match="'test' is this one, which would wait for itself"):
        thread.call(nested(), timeout_ms=10_000)


def test_callbacks_run_where_the_call_waits_and_raise_there(thread):
    seen = []
    work = CallerWork()

    async def callbacks():
        await work.hand_over(lambda: seen.append(threading.current_thread()))
        with pytest.raises(ZeroDivisionError):
            await work.hand_over(lambda: 1 / 0)
        return "done"

    assert work.wait(thread.begin(callbacks()), timeout_ms=10_000) == "done"
    assert seen == [threading.current_thread()]
