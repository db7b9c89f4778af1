"""The client's side of trouble: silence, wiped data, a server that goes and comes, deadlines (bugs 29, 30, 37)."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import sys
import time
from pathlib import Path

import pytest
import uvloop
from kazoo.protocol.states import KeeperState

from kavka.zk.client import SessionState, create_ephemeral
from kavka.zk.errors import ConnectionLoss, NodeExists, NoNode, SessionExpired
from kavka.zk.kazoo_client import KazooZk
from kavka.zk.server import EmbeddedZooKeeper
from tests.support.processes.cluster import free_port
from tests.support.zookeeper.harness import Events, States

SHORT_MS = 1_000


async def test_bug_37_silence_is_a_lost_session_before_the_server_says_so(clients):
    zk = await clients.client(session_timeout_ms=SHORT_MS)
    states = States(zk)
    session_id = zk.session_id
    clients.proxies[zk].stall()
    seen = await states.until(SessionState.LOST)
    assert seen in ([SessionState.SUSPENDED, SessionState.LOST], [SessionState.LOST])
    with pytest.raises(SessionExpired):
        await zk.get("/")
    clients.proxies[zk].heal()
    assert await states.until(SessionState.CONNECTED) == [SessionState.CONNECTED]
    assert zk.session_id != session_id
    assert session_id in zk.former_session_ids
    assert await zk.exists("/") is not None


async def test_bug_37_a_session_given_up_never_comes_back_and_its_nodes_are_ours_to_replace(served):
    zk = await served.client(session_timeout_ms=SHORT_MS)
    states = States(zk)
    first = zk.session_id
    await create_ephemeral(zk, "/me", b"first life")
    served.proxies[zk].cut()
    await states.until(SessionState.SUSPENDED)
    # The server keeps the session for long; only this client believes that it is over.
    served.server.tree.sessions[first].expires_at_ms += 60_000
    await states.until(SessionState.LOST)
    served.proxies[zk].heal()
    await states.until(SessionState.CONNECTED)
    assert zk.session_id != first
    stat = await create_ephemeral(zk, "/me", b"second life")
    assert stat.ephemeral_owner == zk.session_id
    assert (await zk.get("/me"))[0] == b"second life"


async def test_bug_37_a_server_that_lost_its_data_gets_a_new_session_within_the_timeout(tmp_path):
    server = EmbeddedZooKeeper(tmp_path / "before", port=free_port())
    port = await server.start()
    zk = KazooZk(f"127.0.0.1:{port}", session_timeout_ms=SHORT_MS)
    await zk.start(5000)
    states = States(zk)
    for number in range(20):
        await zk.create(f"/n{number}")
    await server.close()
    wiped = EmbeddedZooKeeper(tmp_path / "after", port=port)
    await wiped.start()
    seen = await states.until(SessionState.LOST)
    assert SessionState.CONNECTED not in seen
    await states.until(SessionState.CONNECTED)
    assert await zk.children("/") == ["zookeeper"]
    await zk.close()
    await wiped.close()


async def test_a_server_that_restarts_within_the_timeout_costs_no_session(tmp_path):
    server = EmbeddedZooKeeper(tmp_path, port=free_port())
    port = await server.start()
    zk = KazooZk(f"127.0.0.1:{port}", session_timeout_ms=8000)
    await zk.start(5000)
    states = States(zk)
    session_id = zk.session_id
    await zk.create("/e", ephemeral=True)
    events = Events()
    await zk.children("/", watch=events)
    await server.close()
    assert await states.until(SessionState.SUSPENDED)
    again = EmbeddedZooKeeper(tmp_path, port=port)
    await again.start()
    assert await states.until(SessionState.CONNECTED) == [SessionState.CONNECTED]
    assert zk.session_id == session_id
    assert (await zk.exists("/e")).ephemeral_owner == session_id
    await zk.create("/another")
    assert await events.wait() == [("CHILD", "/")]
    await zk.close()
    await again.close()


async def test_a_call_that_nobody_answers_ends_at_its_deadline(clients):
    zk = await clients.client(session_timeout_ms=10_000, call_timeout_ms=200)
    clients.proxies[zk].stall()
    with pytest.raises(ConnectionLoss, match="/slow"):
        await zk.create("/slow-never-seen")
    clients.proxies[zk].heal()
    assert await zk.exists("/") is not None


async def test_start_without_a_server_fails_by_name_at_its_deadline():
    zk = KazooZk("127.0.0.1:1")
    with pytest.raises(ConnectionLoss, match=r"127\.0\.0\.1:1 within 300 ms"):
        await zk.start(300)
    assert zk.state is SessionState.LOST
    await zk.close()


async def test_close_does_not_wait_for_a_server_that_is_gone(served):
    zk = await served.client()
    served.proxies[zk].cut()
    await States(zk).until(SessionState.SUSPENDED)
    async with asyncio.timeout(3):
        await zk.close()


async def test_cancelled_calls_leave_the_window_intact(served):
    zk = await served.client()
    calls = [asyncio.ensure_future(zk.exists("/")) for _ in range(1000)]
    await asyncio.sleep(0)
    for call in calls:
        call.cancel()
    await asyncio.gather(*calls, return_exceptions=True)
    assert await asyncio.gather(*(zk.exists("/") for _ in range(300))) == [await zk.exists("/")] * 300


async def test_a_chroot_is_invisible(served):
    outside = await served.client()
    await outside.create("/kafka")
    zk = await served.client(chroot="/kafka")
    states = States(zk)
    events = Events()
    assert (await zk.create("/a/b", b"x", make_parents=True))[0] == "/a/b"
    await zk.get("/a/b", watch=events)
    served.server.disconnect_all()
    await states.until(SessionState.CONNECTED)
    assert served.server.tree.get("/kafka/a/b")[0] == b"x"
    await zk.set("/a/b", b"y")
    assert await events.wait() == [("CHANGED", "/a/b")]
    await zk.close()


CLIENT_SCRIPT = """
import asyncio, sys
from kavka.zk.kazoo_client import KazooZk
async def main():
    zk = KazooZk(sys.argv[1], session_timeout_ms=1000)
    def listener(state):
        print(state.value, zk.session_id, flush=True)
    zk.add_state_listener(listener)
    await zk.start(5000)
    await zk.create("/alive", ephemeral=True)
    print("registered", 0, flush=True)
    await asyncio.Event().wait()
asyncio.run(main())
"""


async def test_bug_24_a_client_that_was_stopped_learns_at_once_that_its_session_is_over(embedded):
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", CLIENT_SCRIPT, f"127.0.0.1:{embedded.port}", stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL, cwd=Path.cwd(), env=os.environ,
    )  # fmt: skip
    try:
        assert process.stdout is not None

        async def line() -> list[str]:
            async with asyncio.timeout(20):
                return (await process.stdout.readline()).decode().split()

        state, first = await line()
        assert state == "CONNECTED"
        assert await line() == ["registered", "0"]
        observer = await embedded.client()
        gone = Events()
        assert await observer.exists("/alive", watch=gone) is not None
        process.send_signal(signal.SIGSTOP)
        assert await gone.wait() == [("DELETED", "/alive")]
        process.send_signal(signal.SIGCONT)
        seen = [await line() for _ in range(2)]
        while seen[-1][0] != "CONNECTED":
            seen.append(await line())
        states = [state for state, _ in seen]
        assert states in (["SUSPENDED", "LOST", "CONNECTED"], ["LOST", "CONNECTED"])
        assert seen[-1][1] != first
    finally:  # or a test that fails leaves a stopped process behind
        process.kill()
        await process.wait()


def test_both_sides_run_on_uvloop(tmp_path):
    async def scenario() -> None:
        async with EmbeddedZooKeeper(tmp_path, fsync=True) as server:
            zk = KazooZk(f"127.0.0.1:{server.port}")
            await zk.start(5000)
            states, events = States(zk), Events()
            await zk.create("/a", ephemeral=True)
            await zk.children("/", watch=events)
            server.disconnect_all()
            await states.until(SessionState.CONNECTED)
            await asyncio.gather(*(zk.create(f"/n{i}") for i in range(300)))
            assert await events.wait() == [("CHILD", "/")]
            server.expire_session(zk.session_id)
            await states.until(SessionState.LOST)
            await states.until(SessionState.CONNECTED)
            assert await zk.exists("/a") is None
            await zk.close()

    uvloop.run(scenario())


async def test_a_call_made_before_the_loop_knew_that_the_connection_is_gone_fails_with_the_others(embedded):
    zk = await embedded.client(session_timeout_ms=60_000)
    states = States(zk)
    proxy = embedded.proxies[zk]
    proxy.is_cut = True
    for pipe in list(proxy._pipes):
        assert pipe.transport is not None
        pipe.transport.get_extra_info("socket").shutdown(socket.SHUT_RDWR)
    assert zk._connection is not None
    deadline = time.monotonic() + 10
    # The loop stands still on purpose: kazoo's thread knows of the break, and this side not yet.
    while zk._connection._state == KeeperState.CONNECTED and time.monotonic() < deadline:
        time.sleep(0.001)  # noqa: ASYNC251
    assert zk.state is SessionState.CONNECTED
    async with asyncio.timeout(10):
        with pytest.raises(ConnectionLoss):
            await zk.create("/late")
    assert await states.until(SessionState.SUSPENDED)
    proxy.heal()
    await states.until(SessionState.CONNECTED)
    assert await zk.children("/") in (["zookeeper"], ["late", "zookeeper"])


@pytest.mark.parametrize(
    "times", [pytest.param(15, marks=pytest.mark.slow), pytest.param(1000, marks=[pytest.mark.soak])]
)
async def test_bug_29_sessions_that_expire_under_load_leave_nothing_behind_and_nobody_hanging(served, times):
    zk = await served.client(session_timeout_ms=10_000)
    states = States(zk)
    is_over = False
    is_connected, is_loaded = asyncio.Event(), asyncio.Event()

    async def keep_calling(number: int) -> None:
        while not is_over:
            # Who called on without a session would keep the threads, kazoo's and the disk's, from the interpreter.
            await is_connected.wait()
            try:
                await zk.create(f"/mine-{number}", ephemeral=True)
                is_loaded.set()
                await zk.get(f"/mine-{number}", watch=lambda _event, _path: None)
                await zk.delete(f"/mine-{number}")
            except (ConnectionLoss, SessionExpired):
                is_connected.clear()
            except (NodeExists, NoNode):
                await asyncio.sleep(0)

    async with asyncio.timeout(10 * times), asyncio.TaskGroup() as group:
        for number in range(20):
            group.create_task(keep_calling(number))
        for _ in range(times):
            before = zk.session_id
            is_connected.set()
            is_loaded.clear()
            await is_loaded.wait()
            served.server.expire_session(before)
            await states.until(SessionState.LOST)
            await states.until(SessionState.CONNECTED)
            assert zk.session_id != before
        is_over = True
        is_connected.set()
    assert list(served.server.tree.sessions) == [zk.session_id]
    assert len(zk.former_session_ids) <= 64
    assert await zk.children("/") == ["zookeeper"]


# ---------------------------------------------------------------- starts


@contextlib.asynccontextmanager
async def silent_server():
    """A server that takes connections and says nothing: a ZooKeeper that has only just begun. Its port, who came."""
    came = asyncio.Event()
    transports = []

    class Silent(asyncio.Protocol):
        def connection_made(self, transport):
            transports.append(transport)
            came.set()
            if not server.is_serving():  # it was accepted, and the server closed meanwhile
                transport.abort()

    server = await asyncio.get_running_loop().create_server(Silent, "127.0.0.1", free_port())
    try:
        yield server.sockets[0].getsockname()[1], came, server
    finally:
        server.close()
        for transport in transports:
            transport.abort()


async def test_a_server_that_is_not_ready_for_the_first_attempt_does_not_cost_the_whole_start(tmp_path):
    """The first connect request is never answered: that attempt alone would last as long as the session."""
    async with silent_server() as (port, came, silent), asyncio.timeout(30), asyncio.TaskGroup() as tasks:
        zk = KazooZk(f"127.0.0.1:{port}", session_timeout_ms=120_000)
        starting = tasks.create_task(zk.start(120_000))
        await came.wait()
        silent.close()
        async with EmbeddedZooKeeper(tmp_path, port=port):
            await starting
            assert await zk.exists("/zookeeper") is not None
            await zk.close()


async def test_a_start_that_waits_for_zookeeper_says_so(monkeypatch, caplog):
    monkeypatch.setattr("kavka.zk.kazoo_client.STILL_WAITING_MS", 20)
    async with silent_server() as (port, _, _):
        zk = KazooZk(f"127.0.0.1:{port}")
        with pytest.raises(ConnectionLoss, match="within 200 ms"):
            await zk.start(200)
    said = [record.getMessage() for record in caplog.records if "a start waits" in record.getMessage()]
    assert said
    assert said[0] == f"no ZooKeeper answers at 127.0.0.1:{port} yet; a start waits 0.2 s for it"
