"""One ZooKeeper of several kinds, and the faults that a test can do to its clients: the same calls for all kinds.

fake           kavka.zk.fake: the tree in memory; faults are its controls
embedded       kavka.zk.server in this loop, behind a proxy; KazooZk as the client
real           Apache ZooKeeper in a JVM (Debian's package), behind a proxy; KazooZk as the client
wire-sockets   as embedded; the simulation's own client
wire-memory    the same over a network and a disk in memory
"""

from __future__ import annotations

import asyncio
import random
import struct
import time
from pathlib import Path
from typing import Any

from kavka.common.machine_network import MachineNetwork
from kavka.common.network import BoundAddress, Network
from kavka.simulation.memory_network import MemoryNetwork
from kavka.simulation.zk_wire_client import ZkWireClient
from kavka.simulation.zk_wire_sessions import end_session as end_wire_session
from kavka.simulation.zookeeper_host import ZooKeeperHost
from kavka.timer.clock import SystemClock
from kavka.zk.client import SessionState, ZkClient
from kavka.zk.fake import FakeZk, FakeZooKeeper
from kavka.zk.former_session import SessionKey
from kavka.zk.kazoo_client import KazooZk
from kavka.zk.server import EmbeddedZooKeeper

SESSION_TIMEOUT_MS = 4_000
START_TIMEOUT_MS = 10_000
WAIT_S = 20


class FaultProxy:
    """A TCP proxy whose connections can be broken, and whose bytes can be held back."""

    def __init__(self, target_port: int, target: str = "127.0.0.1", network: Network | None = None) -> None:
        self.target = (target, target_port)
        self.network: Network = network or MachineNetwork()
        self._bound: BoundAddress | None = None
        self._pipes: set[_Pipe] = set()
        self.port = 0
        self.is_cut = False
        self.is_stalled = False

    async def start(self) -> None:
        self._bound = self.network.bind("127.0.0.1", 0, backlog=100)
        await self._bound.serve(lambda: _Pipe(self, None), backlog=100)
        self.port = self._bound.port

    def cut(self) -> None:
        """Breaks every connection and admits none."""
        self.is_cut = True
        for pipe in list(self._pipes):
            pipe.abort()

    def heal(self) -> None:
        self.is_cut = False
        self.is_stalled = False
        for pipe in list(self._pipes):
            pipe.flush()

    def stall(self) -> None:
        """Nothing passes any more, and nobody is told."""
        self.is_stalled = True

    async def close(self) -> None:
        self.cut()
        assert self._bound is not None
        self._bound.close()
        await asyncio.sleep(0)


class _Pipe(asyncio.Protocol):
    """One direction's receiving end."""

    def __init__(self, proxy: FaultProxy, other: _Pipe | None) -> None:
        self.proxy = proxy
        self.other = other
        self.transport: asyncio.Transport | None = None
        self.pending: list[bytes] = []
        self.connecting: asyncio.Task[None] | None = None

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        self.proxy._pipes.add(self)
        if self.proxy.is_cut:
            transport.abort()
        elif self.other is None:
            self.connecting = asyncio.get_running_loop().create_task(self._connect())

    async def _connect(self) -> None:
        try:
            _, self.other = await self.proxy.network.connect(lambda: _Pipe(self.proxy, self), *self.proxy.target)
        except OSError:
            self.abort()
        self.flush()

    def data_received(self, data: bytes) -> None:
        self.pending.append(data)
        self.flush()

    def flush(self) -> None:
        if self.other is not None and self.other.transport is not None and not self.proxy.is_stalled:
            for data in self.pending:
                self.other.transport.write(data)
            self.pending.clear()

    def connection_lost(self, exc: Exception | None) -> None:
        self.proxy._pipes.discard(self)
        if self.other is not None and self.other.transport is not None:
            self.other.transport.close()

    def abort(self) -> None:
        if self.transport is not None:
            self.transport.abort()


class States:
    """The states that a client went through, and a way to wait for the next."""

    def __init__(self, zk: ZkClient) -> None:
        self.queue: asyncio.Queue[SessionState] = asyncio.Queue()
        zk.add_state_listener(self.queue.put_nowait)

    async def until(self, state: SessionState) -> list[SessionState]:
        """Waits for a state; returns what came up to it."""
        seen: list[SessionState] = []
        async with asyncio.timeout(WAIT_S):
            while state not in seen:
                seen.append(await self.queue.get())
        return seen


class Events:
    """A watch callback that remembers, and a way to wait for the next event."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, str]] = []
        self._arrived = asyncio.Event()

    def __call__(self, event: str, path: str) -> None:
        self.seen.append((str(event), path))
        self._arrived.set()

    async def wait(self, count: int = 1) -> list[tuple[str, str]]:
        async with asyncio.timeout(WAIT_S):
            while len(self.seen) < count:
                self._arrived.clear()
                await self._arrived.wait()
        return self.seen


async def end_session(port: int, session_id: int, password: bytes) -> None:
    """Ends somebody else's session from outside: takes it up with its password, and closes it."""
    while True:
        # The client may take its session back between our two requests; then once more.
        wire = await Wire.open(port)
        try:
            granted, _, _ = await wire.connect(session_id=session_id, password=password)
            if granted == 0 or (await wire.request(1, -11))[2] == 0:
                return
        except (asyncio.IncompleteReadError, ConnectionResetError):
            continue
        finally:
            await wire.close()


class FakeHarness:
    kind = "fake"

    def __init__(self, tmp_path: Path) -> None:
        self.server = FakeZooKeeper(SystemClock())

    async def start(self) -> None: ...

    async def client(self, **_: Any) -> FakeZk:
        zk = self.server.client()  # its sessions end by hand alone
        await zk.start(START_TIMEOUT_MS)
        return zk

    async def suspend(self, zk: FakeZk) -> None:
        zk.suspend()

    async def resume(self, zk: FakeZk) -> None:
        zk.resume()

    async def expire(self, zk: FakeZk) -> None:
        zk.expire()

    async def close(self) -> None: ...


class WireHarness:
    """What all but the fake share: an address, a proxy for each client, and kazoo unless there is another client."""

    kind = "wire"

    def __init__(self) -> None:
        self.port = 0
        self.proxies: dict[Any, FaultProxy] = {}

    async def client(self, *, chroot: str = "", **options: Any) -> Any:
        proxy = self.proxy()
        await proxy.start()
        zk = self.unstarted(proxy, chroot, **{"session_timeout_ms": SESSION_TIMEOUT_MS} | options)
        self.proxies[zk] = proxy
        await zk.start(START_TIMEOUT_MS)
        return zk

    def proxy(self) -> FaultProxy:
        return FaultProxy(self.port)

    def unstarted(self, proxy: FaultProxy, chroot: str, **options: Any) -> Any:
        return KazooZk(f"127.0.0.1:{proxy.port}{chroot}", **options)

    async def suspend(self, zk: Any) -> None:
        self.proxies[zk].cut()

    async def resume(self, zk: Any) -> None:
        self.proxies[zk].heal()

    async def expire(self, zk: Any) -> None:
        """Kafka's own trick: a second connection takes the session up with its password, and closes it."""
        await end_session(self.port, zk.session_id, zk.session_password)

    async def close(self) -> None:
        for zk, proxy in self.proxies.items():
            proxy.heal()
            await zk.close()
            await proxy.close()


class EmbeddedHarness(WireHarness):
    kind = "embedded"

    def __init__(self, tmp_path: Path, **options: Any) -> None:
        super().__init__()
        self.server = EmbeddedZooKeeper(tmp_path / "zookeeper", super_digest=SUPER_DIGEST, **options)

    async def start(self) -> None:
        self.port = await self.server.start()

    async def close(self) -> None:
        await super().close()
        await self.server.close()


class SocketsHarness(EmbeddedHarness):
    """Our own server and the simulation's client, over real sockets."""

    kind = "wire-sockets"

    def unstarted(self, proxy: FaultProxy, chroot: str, **options: Any) -> ZkWireClient:
        return wire_client(f"127.0.0.1:{proxy.port}{chroot}", proxy.network, **options)


class MemoryHarness(WireHarness):
    """The same without a socket and without a file."""

    kind = "wire-memory"
    address = "10.0.0.9"

    def __init__(self) -> None:
        super().__init__()
        self.network = MemoryNetwork()
        self.host = ZooKeeperHost(clock=SystemClock(), network=self.network.machine(self.address), address=self.address)
        self.port = self.host.port

    @property
    def server(self) -> EmbeddedZooKeeper:
        assert self.host.server is not None
        return self.host.server

    async def start(self) -> None:
        await self.host.start()

    def proxy(self) -> FaultProxy:
        """Runs on the machine of its client."""
        return FaultProxy(self.port, self.address, self.network.machine(f"10.0.1.{len(self.proxies)}"))

    def unstarted(self, proxy: FaultProxy, chroot: str, **options: Any) -> ZkWireClient:
        return wire_client(f"localhost:{proxy.port}{chroot}", proxy.network, **options)

    async def expire(self, zk: ZkWireClient) -> None:
        key = SessionKey(zk.session_id, zk.session_password)
        network = self.network.machine("10.0.2.1")
        while not await end_wire_session(
            self.host.hosts, key, network=network, clock=SystemClock(), timeout_ms=START_TIMEOUT_MS
        ):
            """The client may take its session back between our two requests; then once more."""

    async def close(self) -> None:
        await super().close()
        await self.host.stop()
        assert not self.network.bound, "nobody listens any more"


def wire_client(hosts: str, network: Network, **options: Any) -> ZkWireClient:
    """The simulation's client in the machine's time."""
    return ZkWireClient(
        hosts, network=network, clock=SystemClock(), rng=random.Random(1), ticks=time.perf_counter_ns, **options
    )


class RealHarness(WireHarness):
    kind = "real"

    def __init__(self, port: int) -> None:
        super().__init__()
        self.port = port

    async def start(self) -> None: ...


class Wire:
    """A bare ZooKeeper connection that says exactly what a test wants said."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @classmethod
    async def open(cls, port: int) -> Wire:
        return cls(*await asyncio.open_connection("127.0.0.1", port))

    def send(self, payload: bytes) -> None:
        self.writer.write(struct.pack(">i", len(payload)) + payload)

    async def frame(self) -> bytes:
        async with asyncio.timeout(WAIT_S):
            (length,) = struct.unpack(">i", await self.reader.readexactly(4))
            return await self.reader.readexactly(length)

    async def is_closed(self) -> bool:
        """Waits until the other side has closed, then closes too; False when it speaks instead."""
        async with asyncio.timeout(WAIT_S):
            try:
                is_end = await self.reader.read(1) == b""
            except ConnectionResetError:
                is_end = True
        await self.close()
        return is_end

    async def connect(
        self, *, session_id: int = 0, password: bytes = bytes(16), timeout_ms: int = 4000, last_zxid: int = 0
    ) -> tuple[int, int, bytes]:
        """The handshake; returns (session id, timeout, password)."""
        self.send(struct.pack(">iqiqi", 0, last_zxid, timeout_ms, session_id, 16) + password + b"\0")
        answer = await self.frame()
        _, timeout, granted, size = struct.unpack_from(">iiqi", answer)
        return granted, timeout, answer[20 : 20 + size]

    async def request(self, xid: int, opcode: int, body: bytes = b"") -> tuple[int, int, int, bytes]:
        """Sends a request and reads one frame; returns (xid, zxid, error, body)."""
        self.send(struct.pack(">ii", xid, opcode) + body)
        return self.parse(await self.frame())

    @staticmethod
    def parse(frame: bytes) -> tuple[int, int, int, bytes]:
        return (*struct.unpack_from(">iqi", frame), frame[16:])

    async def close(self) -> None:
        self.writer.close()
        try:
            await self.writer.wait_closed()
        except ConnectionError:
            return


def string(text: str) -> bytes:
    """A jute string."""
    return struct.pack(">i", len(text.encode())) + text.encode()


SUPER_DIGEST = "super:" + "8t1xTwm6fOvbUJRByuGqyGmow0s="  # of super:master
OPEN = struct.pack(">ii", 1, 31) + string("world") + string("anyone")
"""The open ACL as it travels."""

NO_DATA = struct.pack(">i", -1)
"""Null, as it travels."""


class Session:
    """One session on the wire that numbers its requests, and keeps events apart from answers."""

    def __init__(self, wire: Wire) -> None:
        self.wire = wire
        self.events: list[tuple[int, str]] = []
        self._xid = 0

    async def ask(self, opcode: int, body: bytes = b"") -> tuple[int, bytes]:
        """Error code and body of the answer."""
        self._xid += 1
        self.wire.send(struct.pack(">ii", self._xid, opcode) + body)
        while True:
            xid, _, error, answer = self.wire.parse(await self.wire.frame())
            if xid == self._xid:
                return error, answer
            assert xid == -1
            self.events.append((struct.unpack_from(">i", answer)[0], answer[12:].decode()))

    async def create(self, path: str, data: bytes = NO_DATA, *, flags: int = 0, opcode: int = 15) -> tuple[int, bytes]:
        return await self.ask(opcode, string(path) + data + OPEN + struct.pack(">i", flags))

    async def set(self, path: str, data: bytes = NO_DATA) -> int:
        return (await self.ask(5, string(path) + data + struct.pack(">i", -1)))[0]

    async def delete(self, path: str) -> int:
        return (await self.ask(2, string(path) + struct.pack(">i", -1)))[0]

    async def owner_of(self, path: str) -> int:
        """The ephemeralOwner."""
        error, stat = await self.ask(3, string(path) + b"\0")
        assert error == 0
        owner: int = struct.unpack_from(">q", stat, 44)[0]
        return owner

    async def news(self) -> list[tuple[int, str]]:
        """The events since the last call: all that were caused before it are there when an answer is."""
        await self.ask(3, string("/") + b"\0")
        events, self.events = self.events, []
        return events
