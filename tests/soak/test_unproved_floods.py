"""Floods of connections that never prove who they are: who has logged in keeps its latency, and memory its size.

    half-open     TCP, and then no byte, to a listener of TLS: each waits for a ClientHello
    slow loris    TCP, and then a byte now and then, of a SaslHandshake that claims to be as long as may be
    guessing      a wrong password after the other

Each in its turn, as many connections as the flood has at any time: those that the broker closes are opened again.
"""

from __future__ import annotations

import contextlib
import selectors
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kavka import Admin, NewTopic, Producer
from kavka.client.errors import ClientError
from tests.support.certificates import Authority
from tests.support.clients.secure_clients import Security
from tests.support.processes.cluster import KavkaProcess, reserve_ports

pytestmark = [pytest.mark.soak]

SECONDS = 15
"""Of each flood; longer than a login may take, so that the broker has closed each connection once."""

CONNECTIONS = 400
WARM_UP, MEASURED = 300, 1_000
GROWTH_BYTES_MAX = 64 * 1024 * 1024
"""R13."""

RATIO_MAX = 3
"""p99 under a flood to p99 without; where the flood has a core to itself it is near 1."""

MODULES = "org.apache.kafka.common.security"
LISTENERS = {"TLS": "SSL", "LOGIN": "SASL_PLAINTEXT"}
ALICE = Security("SASL_PLAINTEXT", mechanism="PLAIN", user="alice", password="secret")
MALLORY = Security("SASL_PLAINTEXT", mechanism="PLAIN", user="alice", password="guess")
SLOW_FRAME = struct.pack(">ihhi", 500_000, 17, 1, 1)


@pytest.fixture
def broker(tmp_path) -> Iterator[tuple[KavkaProcess, dict[str, int]]]:
    authority = Authority()
    first = reserve_ports(authority, len(LISTENERS))
    ports = {name: first + index for index, name in enumerate(LISTENERS)}
    users = 'username="broker" password="b" user_broker="b" user_alice="secret"'
    config = {
        "listeners": ",".join(f"{name}://127.0.0.1:{port}" for name, port in ports.items()),
        "listener.security.protocol.map": ",".join(f"{name}:{protocol}" for name, protocol in LISTENERS.items()),
        "inter.broker.listener.name": "LOGIN",
        "sasl.mechanism.inter.broker.protocol": "PLAIN",
        "sasl.enabled.mechanisms": "PLAIN",
        "listener.name.login.plain.sasl.jaas.config": f"{MODULES}.plain.PlainLoginModule required {users};",
        "ssl.keystore.type": "PEM",
        "ssl.keystore.location": str(authority.issue("broker").write(tmp_path)),
    }
    process = KavkaProcess(tmp_path / "data", config=config)
    process.start()
    yield process, ports
    assert process.stop() == 0, process.log()


def resident_bytes(pid: int) -> int:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS"))


async def p99_seconds(port: int) -> float:
    """Of produce requests one after the other by somebody who has logged in."""
    times = []
    async with Producer(f"127.0.0.1:{port}", security=ALICE.kafka(), linger_ms=0) as producer:
        for number in range(WARM_UP + MEASURED):
            start = time.perf_counter()
            await producer.send_and_wait("t", b"v", partition=0)
            if number >= WARM_UP:
                times.append(time.perf_counter() - start)
    return sorted(times)[int(len(times) * 0.99)]


class Flood(threading.Thread):
    """So many connections at any time, each of which sends `pieces`, one byte a round, and then nothing."""

    def __init__(self, port: int, pieces: bytes) -> None:
        super().__init__(daemon=True)
        self.ended = threading.Event()
        self.opened = 0
        self._port = port
        self._pieces = pieces

    def run(self) -> None:
        sent: dict[socket.socket, int] = {}
        with selectors.DefaultSelector() as selector:
            while not self.ended.is_set():
                while len(sent) < CONNECTIONS:
                    with contextlib.suppress(OSError):
                        connection = socket.create_connection(("127.0.0.1", self._port), 5)
                        connection.setblocking(False)
                        selector.register(connection, selectors.EVENT_READ)
                        sent[connection] = 0
                        self.opened += 1
                for key, _ in selector.select(0.2):
                    connection = key.fileobj
                    assert isinstance(connection, socket.socket)
                    if _is_over(connection):
                        selector.unregister(connection)
                        del sent[connection]
                        connection.close()
                for connection, position in sent.items():
                    if position < len(self._pieces):
                        with contextlib.suppress(OSError):
                            connection.send(self._pieces[position : position + 1])
                        sent[connection] = position + 1
            for connection in sent:
                connection.close()


def _is_over(connection: socket.socket) -> bool:
    try:
        return not connection.recv(4096)
    except BlockingIOError:
        return False
    except OSError:
        return True


async def guess(port: int, until: Callable[[], bool]) -> int:
    """Tries one wrong password after the other; each is refused, and nobody is told anything else."""
    tried = 0
    while not until():
        with pytest.raises(ClientError, match="Authentication failed"):
            async with Producer(f"127.0.0.1:{port}", security=MALLORY.kafka()) as producer:
                await producer.send_and_wait("t", b"v", partition=0)
        tried += 1
    return tried


@pytest.mark.parametrize(("listener", "pieces"), [("TLS", b""), ("LOGIN", SLOW_FRAME)], ids=["half-open", "slow-loris"])
async def test_connections_that_prove_nothing_hold_up_nobody(broker, listener, pieces):
    process, ports = broker
    async with Admin(f"127.0.0.1:{ports['LOGIN']}", security=ALICE.kafka()) as admin:
        await admin.create_topics([NewTopic(name="t", num_partitions=1, replication_factor=1)])
    quiet = min([await p99_seconds(ports["LOGIN"]) for _ in range(3)])
    [pid] = process.broker_pids
    before = resident_bytes(pid)
    flood = Flood(ports[listener], pieces)
    flood.start()
    end = time.monotonic() + SECONDS
    flooded = []
    while time.monotonic() < end:
        flooded.append(await p99_seconds(ports["LOGIN"]))
    grown = resident_bytes(pid) - before
    flood.ended.set()
    flood.join()
    print(
        f"p99 {quiet * 1000:.2f} ms, flooded {sorted(flooded)[len(flooded) // 2] * 1000:.2f} ms, {flood.opened} opened"
    )
    assert flood.opened > CONNECTIONS, "none was ever closed"
    assert sorted(flooded)[len(flooded) // 2] < RATIO_MAX * quiet
    assert grown < GROWTH_BYTES_MAX


async def test_who_guesses_is_slowed_down_and_who_knows_is_not(broker):
    """From one address: the delay is of the refusals, and of them alone."""
    _, ports = broker
    async with Admin(f"127.0.0.1:{ports['LOGIN']}", security=ALICE.kafka()) as admin:
        await admin.create_topics([NewTopic(name="t", num_partitions=1, replication_factor=1)])
    end = time.monotonic() + SECONDS
    tried = await guess(ports["LOGIN"], lambda: time.monotonic() > end)
    assert tried < 2 * SECONDS, f"{tried} guesses in {SECONDS} s"
    await p99_seconds(ports["LOGIN"])  # comes in at once, from the same address
