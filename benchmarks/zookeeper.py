"""How many requests a second the embedded ZooKeeper answers, beside Apache ZooKeeper if Debian's package is there.

Both are processes of their own with their logs on the same disk, and both wait for that disk before they acknowledge a
write. One client pipelines over a bare socket, so that the servers are measured and not a client library; two rows show
what `KazooZk` makes of it. Rounds alternate between the servers after a warm-up of each; the median counts.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from pathlib import Path
from struct import Struct, pack

from benchmarks import report
from kavka.zk.client import CreateOp
from kavka.zk.kazoo_client import KazooZk
from kavka.zk.server import EmbeddedZooKeeper

ROUNDS = 3
OPS = 20_000
WINDOW = 500
"""Requests on their way at once; a real ZooKeeper holds a client back at 1000."""

MULTI_OPS = 10
NODES = 1000
"""What a cluster of some dozen topics has in its ZooKeeper."""

DATA = b"x" * 100
OPEN_ACL = pack(">ii", 1, 31) + pack(">i", 5) + b"world" + pack(">i", 6) + b"anyone"
CREATE, GET, SET, MULTI, CLOSE = 1, 4, 5, 14, -11

_FRAME = Struct(">iii")
_LENGTH = Struct(">i")
_REPLY = Struct(">iiqi")
_MULTI = Struct(">i?i")

_EMBEDDED = """
import asyncio, sys
from kavka.zk.server import EmbeddedZooKeeper
async def main():
    server = EmbeddedZooKeeper(sys.argv[1])
    print(await server.start(), flush=True)
    await server.run()
asyncio.run(main())
"""


def main() -> None:
    """Runs the benchmark from the command line."""
    parser = report.parser("zookeeper", (__doc__ or "").partition("\n")[0])
    parser.add_argument("--ops", type=int, default=OPS, help=f"requests a round (default {OPS})")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"rounds that count (default {ROUNDS})")
    chosen = parser.parse_args()
    with contextlib.ExitStack() as stack:
        rows = measured(stack, ops=chosen.ops, rounds=chosen.rounds)
    report.publish("ZooKeeper: requests a second, one client", rows, chosen.json)


def measured(stack: contextlib.ExitStack, *, ops: int, rounds: int) -> list[report.Row]:
    """Starts the servers and measures every kind of request."""
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kavka-bench-")))
    began = time.perf_counter()
    ports = [stack.enter_context(embedded(folder / "embedded"))]
    to_ready = time.perf_counter() - began
    began = time.perf_counter()
    ports += stack.enter_context(apache(folder / "apache"))
    apache_ready = time.perf_counter() - began if len(ports) > 1 else None
    rows = [
        report.Row("process start to ready", "s", to_ready, apache_ready, "Apache ZooKeeper"),
        report.Row("start inside a running process", "ms", asyncio.run(start_ms(folder / "inside")), None, ""),
    ]
    clients = [stack.enter_context(contextlib.closing(Client(port))) for port in ports]
    for name, request, per_request in REQUESTS:
        rates: list[list[float]] = [[] for _ in clients]
        for number in range(rounds + 1):
            for client, seen in zip(clients, rates, strict=True):
                seconds = client.run(request, ops)
                if number:  # the first round warms up
                    seen.append(ops * per_request / seconds)
        rows.append(_row(name, [statistics.median(seen) for seen in rates]))
    for name, make in (("KazooZk: create", kazoo_create), ("KazooZk: get", kazoo_get)):
        seen = [asyncio.run(kazoo_rate(port, make, ops // 4)) for port in ports]
        rows.append(_row(name, seen))
    return rows


def _row(name: str, rates: Sequence[float]) -> report.Row:
    return report.Row(name, "ops/s", rates[0], rates[1] if len(rates) > 1 else None, "Apache ZooKeeper")


async def start_ms(folder: Path) -> float:
    """Measures the embedded server's startup, ms, in its owner's loop on existing data."""
    async with EmbeddedZooKeeper(folder) as server:
        now_ms = server.clock.now_ms()
        for number in range(NODES):
            server.tree.write([CreateOp(f"/{number}", DATA)], now_ms=now_ms)
    times = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        async with EmbeddedZooKeeper(folder):
            times.append((time.perf_counter() - began) * 1000)
    return statistics.median(times)


# -- servers -----------------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def embedded(folder: Path) -> Iterator[int]:
    """Runs the embedded server in a process of its own; yields the port."""
    command = [sys.executable, "-P", "-c", _EMBEDDED, str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield int(process.stdout.readline())
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


@contextlib.contextmanager
def apache(folder: Path) -> Iterator[list[int]]:
    """Runs Debian's ZooKeeper, with its defaults for disk and compiler.

    Yields its port, or nothing without the package.
    """
    from tests.support.processes.cluster import ZooKeeperProcess

    if not ZooKeeperProcess.is_installed():
        yield []
        return
    process = ZooKeeperProcess(folder, java_options=(), forceSync="yes")
    process.start()
    try:
        yield [process.port]
    finally:
        process.stop()


# -- the bare client ---------------------------------------------------------------------------------------------------


def _string(text: str) -> bytes:
    raw = text.encode()
    return _LENGTH.pack(len(raw)) + raw


def _create(path: str, *, flags: int = 0) -> bytes:
    return _string(path) + _LENGTH.pack(len(DATA)) + DATA + OPEN_ACL + _LENGTH.pack(flags)


def _set(path: str) -> bytes:
    return _string(path) + _LENGTH.pack(len(DATA)) + DATA + _LENGTH.pack(-1)


def create_request(root: str) -> tuple[int, bytes]:
    """Builds a request for a node under a parent of its own, numbered."""
    return CREATE, _create(f"{root}/n-", flags=2)


def get_request(root: str) -> tuple[int, bytes]:
    """Builds a request for a node's data."""
    return GET, _string(root) + b"\0"


def set_request(root: str) -> tuple[int, bytes]:
    """Builds a write of a node's data, whatever its version."""
    return SET, _set(root)


def multi_request(root: str) -> tuple[int, bytes]:
    """Builds a multi request that writes ten nodes' data at once."""
    op = _MULTI.pack(SET, False, -1) + _set(root)
    return MULTI, op * MULTI_OPS + _MULTI.pack(-1, True, -1)


REQUESTS: Sequence[tuple[str, Callable[[str], tuple[int, bytes]], int]] = (
    ("create, 100 B, pipelined", create_request, 1),
    ("get, 100 B, pipelined", get_request, 1),
    ("set, 100 B, pipelined", set_request, 1),
    (f"set in multis of {MULTI_OPS}, pipelined", multi_request, MULTI_OPS),
)


class Client:
    """One session on a bare socket."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._received = bytearray()
        handshake = pack(">iqiqi", 0, 0, 30_000, 0, 16) + bytes(17)
        self._socket.sendall(_LENGTH.pack(len(handshake)) + handshake)
        self._frames(1, has_header=False)
        self._roots = 0

    def run(self, request: Callable[[str], tuple[int, bytes]], count: int) -> float:
        """Returns the seconds that `count` requests take, `WINDOW` of them on their way."""
        self._roots += 1
        root = f"/bench-{self._roots}"
        self._exchange(CREATE, _create(root), 1)
        opcode, body = request(root)
        began = time.perf_counter()
        self._exchange(opcode, body, count)
        return time.perf_counter() - began

    def close(self) -> None:
        """Ends the session."""
        self._exchange(CLOSE, b"", 1)
        self._socket.close()

    def _exchange(self, opcode: int, body: bytes, count: int) -> None:
        packet = _FRAME.pack(8 + len(body), 1, opcode) + body
        half = WINDOW // 2
        on_their_way = 0
        while count or on_their_way:
            sending = min(half, count) if on_their_way <= half else 0
            if sending:
                self._socket.sendall(packet * sending)
                count -= sending
                on_their_way += sending
            expected = min(half, on_their_way)
            self._frames(expected)
            on_their_way -= expected

    def _frames(self, count: int, *, has_header: bool = True) -> None:
        received, pos = self._received, 0
        while count:
            while len(received) - pos < 4 or len(received) - pos - 4 < _LENGTH.unpack_from(received, pos)[0]:
                data = self._socket.recv(1 << 18)
                assert data, "the server closed the connection"
                received += data
            length, _, _, error = _REPLY.unpack_from(received, pos)
            assert not (has_header and error), f"ZooKeeper error {error}"
            pos += 4 + length
            count -= 1
        del received[:pos]


# -- through KazooZk ---------------------------------------------------------------------------------------------------


async def kazoo_create(zk: KazooZk, root: str) -> None:
    """Creates one node."""
    await zk.create(f"{root}/n-", DATA, sequential=True)


async def kazoo_get(zk: KazooZk, root: str) -> None:
    """Reads one node."""
    await zk.get(root)


async def kazoo_rate(port: int, act: Callable[[KazooZk, str], Coroutine[object, object, None]], count: int) -> float:
    """Returns kazoo's calls a second, all made at once."""
    zk = KazooZk(f"127.0.0.1:{port}")
    await zk.start(10_000)
    try:
        root, _ = await zk.create("/kazoo-", DATA, sequential=True)
        began = time.perf_counter()
        await asyncio.gather(*(act(zk, root) for _ in range(count)))
        return count / (time.perf_counter() - began)
    finally:
        await zk.close()


if __name__ == "__main__":
    main()
