"""The embedded server's own promises: kill -9, restarts, bad input, limits, a failing disk."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import signal
import socket
import struct
import sys
import time
from pathlib import Path

import pytest

from kavka.common.machine_filesystem import MachineFileSystem
from kavka.zk.client import CreateOp, SessionState, SetOp
from kavka.zk.errors import ConnectionLoss, SessionExpired
from kavka.zk.kazoo_client import KazooZk
from kavka.zk.ops import MAX_DATA_BYTES
from kavka.zk.rules import SPECIAL_PATHS
from kavka.zk.server import EmbeddedZooKeeper, StorageInUse
from kavka.zk.server import connection as server_connection
from kavka.zk.server import server as server_module
from tests.support.processes.cluster import free_port
from tests.support.zookeeper.harness import OPEN, EmbeddedHarness, States, Wire, string

SERVER_SCRIPT = """
import asyncio, sys
from kavka.zk.server import EmbeddedZooKeeper
async def main():
    fsync = sys.argv[3] == "fsync"
    server = EmbeddedZooKeeper(sys.argv[1], port=int(sys.argv[2]), fsync=fsync, snapshot_log_bytes=20_000)
    print(await server.start(), flush=True)
    await server.run()
asyncio.run(main())
"""


class Subprocess:
    """The server in a process of its own, to be killed."""

    def __init__(self, process: asyncio.subprocess.Process, port: int) -> None:
        self.process = process
        self.port = port

    @classmethod
    async def start(cls, data_dir: Path, *, port: int = 0, fsync: bool = False) -> Subprocess:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", SERVER_SCRIPT, str(data_dir), str(port), "fsync" if fsync else "no",
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        assert process.stdout is not None
        return cls(process, int(await process.stdout.readline()))

    async def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        await self.process.wait()


KILLS = 4
WRITES_PER_LIFE = 200


async def write_until_it_dies(zk: KazooZk, prefix: str, acknowledged: list[str], enough: asyncio.Event) -> None:
    number = 0
    while True:
        path = f"{prefix}-{number}"
        try:
            await zk.multi([CreateOp(path, b"x" * 50), SetOp("/count", b"%d" % number)])
        except (ConnectionLoss, SessionExpired):
            return
        acknowledged.append(path)
        number += 1
        if number * 8 > WRITES_PER_LIFE:
            enough.set()


@pytest.mark.slow
@pytest.mark.parametrize("fsync", [False, True])
async def test_kill_9_under_load_again_and_again_loses_nothing_that_was_acknowledged(tmp_path, fsync):
    server = await Subprocess.start(tmp_path, port=free_port(), fsync=fsync)
    zk = KazooZk(f"127.0.0.1:{server.port}", session_timeout_ms=10_000)
    await zk.start(5000)
    await zk.create("/count")
    await zk.create("/mine", b"", ephemeral=True)
    states = States(zk)
    session_id = zk.session_id
    acknowledged: list[str] = []
    for life in range(KILLS):
        enough = asyncio.Event()
        async with asyncio.TaskGroup() as group:
            for writer in range(8):
                group.create_task(write_until_it_dies(zk, f"/w{life}.{writer}", acknowledged, enough))
            async with asyncio.timeout(30):
                await enough.wait()
            await server.kill()
        assert await states.until(SessionState.SUSPENDED)
        server = await Subprocess.start(tmp_path, port=server.port, fsync=fsync)
        await states.until(SessionState.CONNECTED)
        there = {f"/{name}" for name in await zk.children("/")}
        assert set(acknowledged) - there == set()
        # Every multi is there whole or not at all, those included whose answer nobody got.
        assert len([path for path in there if path.startswith("/w")]) == (await zk.exists("/count")).version
    assert len(acknowledged) > KILLS * WRITES_PER_LIFE / 2
    assert zk.session_id == session_id, "sessions survive the server"
    assert await zk.exists("/mine") is not None
    await zk.close()
    await server.kill()


async def test_a_restart_keeps_tree_and_sessions_and_is_ready_within_50_ms(tmp_path):
    async with EmbeddedZooKeeper(tmp_path, port=free_port()) as server:
        port = server.port
        wire = await Wire.open(port)
        session_id, _, password = await wire.connect()
        zk = KazooZk(f"127.0.0.1:{port}")
        await zk.start(5000)
        await asyncio.gather(*(zk.create(f"/n{i}", b"x" * 100) for i in range(1000)))
        await zk.close()
        await wire.close()
    server = EmbeddedZooKeeper(tmp_path, port=port)
    began = time.process_time()  # not the wall's: a busy machine must not fail it
    await server.start()
    assert time.process_time() - began < 0.05
    wire = await Wire.open(port)
    assert (await wire.connect(session_id=session_id, password=password))[0] == session_id
    assert (await wire.request(1, 3, string("/n999") + b"\0"))[2] == 0
    await wire.close()
    await server.close()


async def test_snapshots_are_taken_as_the_log_grows_and_a_restart_finds_everything(tmp_path):
    harness = EmbeddedHarness(tmp_path, snapshot_log_bytes=10_000)
    await harness.start()
    zk = await harness.client()
    for batch in range(10):
        await asyncio.gather(*(zk.create(f"/n{batch}-{i}", b"x" * 100) for i in range(50)))
    await harness.close()
    data_dir = tmp_path / "zookeeper"
    assert 1 <= len(list(data_dir.glob("snapshot.*"))) <= 2
    assert sum(path.stat().st_size for path in data_dir.glob("log.*")) < 300_000
    async with EmbeddedZooKeeper(data_dir) as again:
        assert len([path for path in again.tree.nodes if path.startswith("/n")]) == 500


async def test_two_servers_do_not_share_a_directory(tmp_path):
    async with EmbeddedZooKeeper(tmp_path):
        with pytest.raises(StorageInUse):
            await EmbeddedZooKeeper(tmp_path).start()


async def test_a_taken_port_is_an_os_error_and_lets_the_directory_go(tmp_path):
    async with EmbeddedZooKeeper(tmp_path / "a") as server:
        with pytest.raises(OSError, match=str(server.port)):
            await EmbeddedZooKeeper(tmp_path / "b", port=server.port).start()
    async with EmbeddedZooKeeper(tmp_path / "b"):
        pass


async def test_sessions_end_when_their_time_is_over_and_pings_keep_them(embedded):
    silent, pinging, observer = [await Wire.open(embedded.port) for _ in range(3)]
    await silent.connect(timeout_ms=300)
    await pinging.connect(timeout_ms=300)
    await observer.connect(timeout_ms=10_000)
    flags = struct.pack(">i", 1)
    for wire, path in ((silent, "/silent"), (pinging, "/pinging")):
        body = string(path) + struct.pack(">i", 0) + struct.pack(">ii", 1, 31) + string("world") + string("anyone")
        assert (await wire.request(1, 1, body + flags))[2] == 0
    assert (await observer.request(1, 3, string("/silent") + b"\1"))[2] == 0

    async def ping() -> None:
        while True:
            await pinging.request(-2, 11)
            await asyncio.sleep(0.05)

    pings = asyncio.ensure_future(ping())
    xid, _, _, event = observer.parse(await observer.frame())
    assert xid == -1
    assert event == struct.pack(">ii", 2, 3) + string("/silent")
    assert await silent.is_closed()
    assert (await observer.request(2, 3, string("/pinging") + b"\0"))[2] == 0
    pings.cancel()
    for wire in (silent, pinging, observer):
        await wire.close()


async def test_bug_56_after_a_stall_of_the_server_nobody_is_expired_for_pings_that_wait(tmp_path):
    server = await Subprocess.start(tmp_path)
    async with contextlib.AsyncExitStack() as stack:
        stack.push_async_callback(server.kill)
        zk = KazooZk(f"127.0.0.1:{server.port}", session_timeout_ms=3000)
        await zk.start(5000)
        stack.push_async_callback(zk.close)
        other = await Wire.open(server.port)
        stack.push_async_callback(other.close)
        session_id, _, password = await other.connect(timeout_ms=1000)
        server.process.send_signal(signal.SIGSTOP)
        other.send(struct.pack(">ii", -2, 11))
        await asyncio.sleep(1.8)  # longer than the session's timeout: the stall itself is what is tested
        server.process.send_signal(signal.SIGCONT)
        assert other.parse(await other.frame())[2] == 0
        again = await Wire.open(server.port)
        stack.push_async_callback(again.close)
        assert (await again.connect(session_id=session_id, password=password))[0] == session_id


@pytest.mark.parametrize(
    "garbage",
    [
        struct.pack(">i", -1),
        struct.pack(">i", MAX_DATA_BYTES + 1),
        struct.pack(">i", 2**31 - 1),
        struct.pack(">i", 0),
        struct.pack(">i", 3) + b"abc",
        b"GET / HTTP/1.1\r\n\r\n",
        struct.pack(">iiqiqi", 28, 0, 0, 4000, 0, 2**31 - 1),
    ],
)
async def test_garbage_instead_of_a_handshake_closes_that_connection_only(embedded, garbage, caplog):
    bystander = await Wire.open(embedded.port)
    await bystander.connect()
    wire = await Wire.open(embedded.port)
    wire.writer.write(garbage)
    assert await wire.is_closed()
    assert "closing 127.0.0.1:" in caplog.text
    assert (await bystander.request(-2, 11))[2] == 0
    await wire.close()
    await bystander.close()


@pytest.mark.parametrize("opcode", [*range(1, 23), *range(100, 108), 999, -1, -10])
@pytest.mark.parametrize("body", [b"", b"\xff" * 40, b"\x00" * 7, struct.pack(">i", 2**31 - 1) * 4, b"\x7f" * 300])
async def test_every_request_with_a_senseless_body_is_answered_or_closes_its_connection(embedded, opcode, body):
    wire = await Wire.open(embedded.port)
    await wire.connect()
    wire.send(struct.pack(">ii", 1, opcode) + body)
    async with asyncio.timeout(5):
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionResetError):
            await wire.reader.readexactly(4)
    await wire.close()
    assert set(embedded.server.tree.nodes) == set(SPECIAL_PATHS)


async def test_frames_in_any_slices_are_the_same_requests(embedded):
    wire = await Wire.open(embedded.port)
    await wire.connect()
    requests = b"".join(
        struct.pack(">i", 8 + len(body)) + struct.pack(">ii", xid, 3) + body
        for xid, body in enumerate([string("/") + b"\0"] * 5, start=1)
    )
    for byte in requests:
        wire.writer.write(bytes([byte]))
        await wire.writer.drain()
    assert [Wire.parse(await wire.frame())[0] for _ in range(5)] == [1, 2, 3, 4, 5]
    await wire.close()


async def test_more_connections_than_allowed_are_refused_and_the_others_stay(tmp_path):
    async with EmbeddedZooKeeper(tmp_path, connections_max=3) as server:
        wires = [await Wire.open(server.port) for _ in range(3)]
        for wire in wires:
            await wire.connect()
        refused = await Wire.open(server.port)
        assert await refused.is_closed()
        await wires.pop().close()
        await refused.close()
        for wire in wires:
            assert (await wire.request(-2, 11))[2] == 0
            await wire.close()


async def test_bug_96_counts_return_to_zero_after_connect_and_abort(embedded):
    for _ in range(300):
        wire = await Wire.open(embedded.port)
        wire.writer.transport.abort()
    probe = await Wire.open(embedded.port)
    await probe.connect()
    await probe.request(1, 3, string("/") + b"\1")
    assert len(embedded.server.tree.watches) == 1
    await probe.request(2, -11)
    await probe.close()
    async with asyncio.timeout(5):
        while embedded.server.view().connections:  # noqa: ASYNC110 - the loop's own turns are what is awaited
            await asyncio.sleep(0)
    assert len(embedded.server.tree.watches) == 0


class FullDisk(MachineFileSystem):
    """Takes no more from a moment on."""

    def __init__(self):
        super().__init__()
        self.is_full = False

    def pwrite(self, fd, data, position):
        if self.is_full:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        super().pwrite(fd, data, position)


async def test_bug_66_the_first_disk_error_stops_the_server_and_acknowledges_nothing_after(tmp_path):
    disk = FullDisk()
    server = EmbeddedZooKeeper(tmp_path, filesystem=disk)
    await server.start()
    wire = await Wire.open(server.port)
    await wire.connect()
    running = asyncio.ensure_future(server.run())

    disk.is_full = True
    body = string("/a") + struct.pack(">i", 0) + struct.pack(">ii", 1, 31) + string("world") + string("anyone")
    wire.send(struct.pack(">ii", 1, 1) + body + struct.pack(">i", 0))
    assert await wire.is_closed()
    with pytest.raises(OSError, match="space"):
        await running
    disk.close()
    await wire.close()
    async with EmbeddedZooKeeper(tmp_path) as again:
        assert "/a" not in again.tree.nodes


def bytes_held_for(server: EmbeddedZooKeeper) -> int:
    """What the server keeps in memory of answers that nobody has read."""
    return sum(
        c._out_bytes + c._transport.get_write_buffer_size() for c in server._connections if c._transport is not None
    )


async def test_bug_96_a_client_that_asks_for_much_and_does_not_read_costs_little(embedded):
    wire = await Wire.open(embedded.port)
    await wire.connect()
    size = 500_000
    body = string("/big") + struct.pack(">i", size) + b"x" * size + OPEN + struct.pack(">i", 0)
    assert (await wire.request(1, 1, body))[2] == 0
    count = 2000  # in one packet: a gigabyte, were it all answered at once
    wire.writer.write(
        b"".join(
            struct.pack(">iii", 8 + len(ask), xid, 4) + ask
            for xid, ask in ((xid, string("/big") + b"\0") for xid in range(2, 2 + count))
        )
    )
    observer = await Wire.open(embedded.port)
    await observer.connect()
    peak = 0
    pings_left = 50
    async with asyncio.timeout(60):
        while pings_left > 0 or peak == 0:  # a busy machine takes longer to begin
            await observer.request(-2, 11)
            peak = max(peak, bytes_held_for(embedded.server))
            pings_left -= 1
    assert 0 < peak < 5 * size  # how much of the last answer is left depends on what the kernel took of it
    for xid in range(2, 60):
        assert Wire.parse(await wire.frame())[0] == xid, "and nothing is lost for it"
    for each in (wire, observer):
        await each.close()


async def test_bug_96_events_that_nobody_reads_end_the_connection_and_not_the_session(embedded, monkeypatch):
    monkeypatch.setattr(server_connection, "OUTPUT_BYTES_MAX", 300_000)
    deaf, writer = await Wire.open(embedded.port), await Wire.open(embedded.port)
    deaf.writer.transport.pause_reading()
    deaf.reader._limit = 1  # the stream reader stops reading, too
    deaf.writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    await writer.connect(timeout_ms=20_000)
    deaf.writer.transport.resume_reading()
    session_id, _, password = await deaf.connect(timeout_ms=20_000)
    path = "/" + "n" * 1000
    deaf.send(struct.pack(">ii", 1, 106) + string("/") + struct.pack(">i", 1))
    assert (await deaf.frame())[16:] == bytes(4)
    deaf.writer.transport.pause_reading()
    assert (await writer.request(1, 1, string(path) + struct.pack(">i", 0) + OPEN + struct.pack(">i", 0)))[2] == 0
    for xid in range(2, 20_000):
        assert (await writer.request(xid, 5, string(path) + struct.pack(">ii", 0, -1)))[2] == 0
        if len(embedded.server.view().connections) == 1:
            break
    assert len(embedded.server.view().connections) == 1, "the deaf one is gone"
    again = await Wire.open(embedded.port)
    assert (await again.connect(session_id=session_id, password=password))[0] == session_id
    for each in (deaf, writer, again):
        each.writer.transport.abort()
        await each.close()


async def test_a_connection_that_asks_for_no_session_is_closed_in_time(tmp_path, monkeypatch):
    monkeypatch.setattr(server_module, "HANDSHAKE_MS_MAX", 50)
    monkeypatch.setattr(server_module, "EXPIRY_CHECK_MS_MAX", 20)
    async with EmbeddedZooKeeper(tmp_path) as server:
        asking, silent = await Wire.open(server.port), await Wire.open(server.port)
        await asking.connect(timeout_ms=10_000)
        assert await silent.is_closed()
        assert (await asking.request(-2, 11))[2] == 0
        await asking.close()


@pytest.mark.parametrize(
    ("asked_ms", "granted_ms"), [(0, 100), (-5, 100), (99, 100), (2**31 - 1, 300_000), (6000, 6000)]
)
async def test_session_timeouts_are_granted_within_bounds(embedded, asked_ms, granted_ms):
    wire = await Wire.open(embedded.port)
    assert (await wire.connect(timeout_ms=asked_ms))[1] == granted_ms
    await wire.close()


async def test_a_session_that_is_taken_up_again_gets_the_timeout_that_is_asked_for_then(embedded):
    first, again = await Wire.open(embedded.port), await Wire.open(embedded.port)
    session_id, _, password = await first.connect(timeout_ms=5000)
    assert (await again.connect(session_id=session_id, password=password, timeout_ms=9000))[:2] == (session_id, 9000)
    for wire in (first, again):
        await wire.close()


async def test_more_sessions_than_allowed_are_refused_and_the_others_stay(embedded, monkeypatch):
    monkeypatch.setattr(server_module, "SESSIONS_MAX", 2)
    wires = [await Wire.open(embedded.port) for _ in range(3)]
    sessions = [await wire.connect() for wire in wires[:2]]
    with pytest.raises((asyncio.IncompleteReadError, ConnectionResetError)):
        await wires[2].connect()
    again = await Wire.open(embedded.port)
    session_id, _, password = sessions[0]
    assert (await again.connect(session_id=session_id, password=password))[0] == session_id
    for wire in (*wires, again):
        await wire.close()


async def test_containers_and_old_nodes_go_by_themselves_and_stay_gone(tmp_path, monkeypatch):
    monkeypatch.setattr(server_module, "EXPIRY_CHECK_MS_MAX", 10)
    async with EmbeddedZooKeeper(tmp_path) as server:
        wire = await Wire.open(server.port)
        await wire.connect(timeout_ms=10_000)
        await wire.request(1, 3, string("/container") + b"\1")
        wire.send(
            struct.pack(">ii", 2, 19) + string("/container") + struct.pack(">i", -1) + OPEN + struct.pack(">i", 4)
        )
        await wire.frame()
        await wire.frame()
        body = string("/old") + struct.pack(">i", -1) + OPEN + struct.pack(">iq", 5, 1)
        assert (await wire.request(3, 21, body))[2] == 0
        assert (await wire.request(4, 3, string("/container") + b"\1"))[2] == 0
        for xid, opcode, rest in ((5, 1, struct.pack(">i", -1) + OPEN + struct.pack(">i", 0)), (6, 2, b"\xff" * 4)):
            assert (await wire.request(xid, opcode, string("/container/c") + rest))[2] == 0
        xid, _, _, event = wire.parse(await wire.frame())
        assert (xid, event) == (-1, struct.pack(">ii", 2, 3) + string("/container"))
        async with asyncio.timeout(10):
            while "/old" in server.tree.nodes:  # noqa: ASYNC110 - nobody can watch it before it may be gone
                await asyncio.sleep(0.01)
        await wire.close()
    async with EmbeddedZooKeeper(tmp_path) as again:
        assert set(again.tree.nodes) == set(SPECIAL_PATHS)


async def test_a_client_that_does_not_read_is_not_read_from(embedded, monkeypatch):
    paused = asyncio.Event()
    original = server_connection.ServerConnection.pause_writing

    def pause(self: server_connection.ServerConnection) -> None:
        paused.set()
        original(self)

    monkeypatch.setattr(server_connection.ServerConnection, "pause_writing", pause)
    wire = await Wire.open(embedded.port)
    await wire.connect()
    body = string("/big") + struct.pack(">i", 500_000) + b"x" * 500_000
    body += struct.pack(">ii", 1, 31) + string("world") + string("anyone") + struct.pack(">i", 0)
    assert (await wire.request(1, 1, body))[2] == 0
    for xid in range(2, 40):
        wire.send(struct.pack(">ii", xid, 4) + string("/big") + b"\0")
    async with asyncio.timeout(10):
        await paused.wait()
    assert [Wire.parse(await wire.frame())[0] for _ in range(2, 40)] == list(range(2, 40))
    await wire.close()
