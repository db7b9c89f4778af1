"""What security costs: produce and fetch over TLS beside plaintext, handshakes per second, and beside Apache Kafka's.

One broker with a listener for each; the same prebuilt frames go to both over raw sockets. The load generator decrypts,
too, in the other core, so a throughput may be its limit; the server's CPU time per request is the broker's own. With
`--kafka FOLDER` (its jars) Apache Kafka serves the same certificates from the same machine, one server after the other.

A handshake here is a whole one, without resumption, and one request behind it: connect, TLS 1.3, ApiVersions, close.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmarks import raw_load, real_brokers, report, servers
from benchmarks.certificates import HOST, Certificates
from benchmarks.produce_fetch import FETCH_BATCH_BYTES, FETCH_BATCHES, FETCH_TOPIC, PARTITIONS, TOPIC, Cell, frame_for
from kavka.client.admin import Admin
from kavka.common.types import NewTopic
from kavka.local.ports import ReservedPorts
from kavka.protocol.header import encode_request_frame
from kavka.protocol.messages import ApiVersionsRequest

START_SECONDS_MAX: Final = 60.0
PLAIN, TLS = "plaintext", "TLS"

CELLS: Final = (
    Cell("produce", 100, 100, conns=10, depth=5),
    Cell("produce", 1024, 16_384, conns=10, depth=5),
    Cell("produce", 1024, 1_000_000, conns=10, depth=2),
    Cell("fetch", 1024, 16_384, conns=10, depth=1),
    Cell("fetch", 1024, 1_048_576, conns=10, depth=1),
)


@dataclass(frozen=True, slots=True)
class Served:
    """A broker with both listeners."""

    server: servers.Server
    plain: int
    tls: int


@dataclass(frozen=True, slots=True)
class Reached:
    """What one load came to."""

    per_second: float
    cpu_us: float


def main() -> None:
    """Runs the benchmark from the command line."""
    options = report.parser("security", __doc__.splitlines()[0] if __doc__ else "")
    options.add_argument("--seconds", type=float, default=3.0, help="length of each measured load")
    options.add_argument("--warm", type=float, default=1.0, help="length of the load before it")
    options.add_argument("--handshakes", type=int, default=1_000, help="connections that are opened one by one")
    options.add_argument("--kafka", metavar="FOLDER", type=Path, help="measure Apache Kafka, too; its jars are there")
    chosen = options.parse_args()
    found: dict[str, dict[str, dict[str, Reached]]] = {}
    with tempfile.TemporaryDirectory(prefix="kavka-bench-") as name:
        folder = Certificates.issued(Path(name))
        starts = [kavka] if chosen.kafka is None else [kavka, lambda folder: kafka(folder, chosen.kafka)]
        for start in starts:
            with start(folder) as served:
                found[served.server.name] = measure(served, folder, chosen.seconds, chosen.warm, chosen.handshakes)
    report.publish("Security", list(rows(found)), chosen.json)


def rows(found: dict[str, dict[str, dict[str, Reached]]]) -> Iterator[report.Row]:
    """Yields the rows of TLS beside plaintext, and ours beside Kafka's."""
    ours = found["kavka"]
    columns: tuple[tuple[str, str, Callable[[Reached], float]], ...] = (
        ("requests", "1/s", lambda one: one.per_second),
        ("server CPU per request", "µs CPU", lambda one: one.cpu_us),
    )
    for load in ours[PLAIN]:
        for what, unit, pick in columns:
            yield report.Row(f"{load}: {what} over TLS", unit, pick(ours[TLS][load]), pick(ours[PLAIN][load]), PLAIN)
            for kind in (PLAIN, TLS) if "kafka" in found else ():
                theirs = found["kafka"][kind][load]
                yield report.Row(f"{load}: {what} over {kind}", unit, pick(ours[kind][load]), pick(theirs), "kafka")


# ---- servers --------------------------------------------------------------------------------------------------------


def properties(folder: Certificates, plain: int, tls: int) -> dict[str, str]:
    """Returns a broker's properties."""
    return {**folder.listeners(plain, tls), "log.retention.ms": "-1"}  # the prebuilt records are old


@contextlib.contextmanager
def kavka(folder: Certificates) -> Iterator[Served]:
    """Runs a kavka broker with both listeners."""
    reserved = ReservedPorts(2)
    plain, tls = reserved.ports
    settings = [word for item in properties(folder, plain, tls).items() for word in ("--config", "=".join(item))]
    with contextlib.closing(reserved), servers.kavka(*settings) as server:
        yield Served(server, plain, tls)


@contextlib.contextmanager
def kafka(folder: Certificates, jars: Path) -> Iterator[Served]:
    """Runs Apache Kafka on the ZooKeeper that comes with ours."""
    reserved = ReservedPorts(2)
    plain, tls = reserved.ports
    with contextlib.closing(reserved), servers.kavka_command() as (_, line), tempfile.TemporaryDirectory() as data:
        settings = {
            "broker.id": "1",
            "log.dirs": data,
            "zookeeper.connect": f"{line['zookeeper']}/peer",
            "offsets.topic.replication.factor": "1",
            **properties(folder, plain, tls),
        }
        path = folder.path / "kafka.properties"
        path.write_text("".join(f"{name}={value}\n" for name, value in settings.items()))
        with (folder.path / "kafka.out").open("wb") as output:
            process = subprocess.Popen(real_brokers.kafka_command(jars)(path), stdout=output, stderr=output)
        try:
            _wait_for(plain, process)
            yield Served(servers.Server("kafka", HOST, plain, process.pid), plain, tls)
        finally:
            process.kill()
            process.wait()


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    end = time.perf_counter() + START_SECONDS_MAX
    while time.perf_counter() < end and process.poll() is None:
        with contextlib.suppress(OSError), socket.create_connection((HOST, port), 1.0):
            return
        time.sleep(0.1)
    raise SystemExit("Apache Kafka did not start")


# ---- loads ----------------------------------------------------------------------------------------------------------


def measure(
    served: Served, folder: Certificates, seconds: float, warm: float, handshakes: int
) -> dict[str, dict[str, Reached]]:
    """Measures every load over both listeners, by turns."""
    asyncio.run(_create_topics(f"{HOST}:{served.plain}"))
    context = folder.client()
    ways: dict[str, tuple[int, raw_load.Connect]] = {
        PLAIN: (served.plain, raw_load.connect_plain),
        TLS: (served.tls, lambda address: TlsSocket(address, context)),
    }
    _fill(served.plain)
    found: dict[str, dict[str, Reached]] = {PLAIN: {}, TLS: {}}
    for cell in CELLS:
        frames = [frame_for(cell, index % PARTITIONS) for index in range(cell.conns)]
        payload = cell.batch_bytes if cell.kind == "produce" else None
        for kind, (port, connect) in ways.items():
            for length in (warm, seconds):
                cpu = served.server.cpu_seconds()
                load = raw_load.run(
                    (HOST, port), frames, depth=cell.depth, seconds=length, payload_bytes=payload, connect=connect
                )
                cpu_us = (served.server.cpu_seconds() - cpu) / max(1, load.requests) * 1e6
            found[kind][cell.name] = Reached(load.per_second, cpu_us)
    for kind, context_or_none in ((PLAIN, None), (TLS, context)):
        for count in (max(1, handshakes // 5), handshakes):
            reached = _handshakes(served, ways[kind][0], context_or_none, count)
        found[kind]["connections, one question each"] = reached
    return found


async def _create_topics(bootstrap: str) -> None:
    async with Admin(bootstrap) as admin:
        topics = [NewTopic(name=name, num_partitions=PARTITIONS, replication_factor=1) for name in (TOPIC, FETCH_TOPIC)]
        await admin.create_topics(topics)


def _fill(port: int) -> None:
    """Writes what the fetches read."""
    cell = Cell("produce", 1024, FETCH_BATCH_BYTES, 1, 1)
    for partition in range(PARTITIONS):
        frame = frame_for(cell, partition, topic=FETCH_TOPIC)
        with socket.create_connection((HOST, port)) as sock:
            for _ in range(FETCH_BATCHES):
                _ask(sock, frame)


def _handshakes(served: Served, port: int, context: ssl.SSLContext | None, count: int) -> Reached:
    frame = b"".join(encode_request_frame(ApiVersionsRequest(), version=0, correlation_id=1, client_id="bench"))
    cpu, started = served.server.cpu_seconds(), time.perf_counter()
    for _ in range(count):
        with socket.create_connection((HOST, port)) as sock:
            if context is None:
                _ask(sock, frame)
                continue
            with context.wrap_socket(sock, server_hostname=HOST) as tls:
                _ask(tls, frame)
    cpu_us = (served.server.cpu_seconds() - cpu) / count * 1e6
    return Reached(count / (time.perf_counter() - started), cpu_us)


def _ask(sock: socket.socket, frame: bytes) -> bytes:
    sock.sendall(frame)
    with sock.makefile("rb") as stream:
        return stream.read(int.from_bytes(stream.read(4), "big"))


class TlsSocket:
    """A TLS socket as `raw_load` wants it: `recv` takes all the records that have come."""

    def __init__(self, address: tuple[str, int], context: ssl.SSLContext) -> None:
        sock = socket.create_connection(address, raw_load.CONNECT_SECONDS_MAX)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._sock = context.wrap_socket(sock, server_hostname=address[0])
        self._sock.setblocking(False)

    def send(self, data: memoryview) -> int:
        """Sends a part."""
        try:
            return self._sock.send(data)
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
            raise BlockingIOError from None

    def recv(self, size: int) -> bytes:
        """Returns the bytes that are there, even more than `size`: what stays decrypted in here would wake nobody."""
        parts = []
        try:
            while part := self._sock.recv(size):
                parts.append(part)
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
            if not parts:
                raise BlockingIOError from None
        return b"".join(parts)

    def fileno(self) -> int:
        """Returns the file descriptor."""
        return self._sock.fileno()

    def close(self) -> None:
        """Closes the connection."""
        self._sock.close()


if __name__ == "__main__":
    main()
