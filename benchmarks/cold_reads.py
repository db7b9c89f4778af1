"""What a consumer of old data costs a producer beside it: latencies with and without the guard against cold reads.

A consumer reads old segments from the first offset on, a megabyte at a time, as fast as it can, while their pages are
dropped from the page cache (`posix_fadvise`) again and again. Beside it a producer sends small batches on a connection
of its own and waits for each acknowledgement. Ours hands every read that would wait for the device to a thread; the
baseline is the same broker where the system cannot tell what is in memory, so that it reads on its event loop. A quiet
run, without any consumer, stands beside both. How much the guard gains is the device's: nothing on one that answers as
fast as memory, everything on one that is slow or busy.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import socket
import struct
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection as Pipe
from pathlib import Path
from typing import cast

from benchmarks import report
from benchmarks.produce_fetch import Cell, frame_for
from benchmarks.servers import kavka_command
from kavka.client.admin import Admin
from kavka.common.types import NewTopic
from kavka.protocol.header import encode_request_frame
from kavka.protocol.messages import FetchRequest

COLD_TOPIC = "bench-cold"
HOT_TOPIC = "bench-hot"
SEGMENT_BYTES = 16 * 1024 * 1024
COLD = Cell("produce", 1024, 1_000_000, 1, 1)
HOT = Cell("produce", 100, 100, 1, 1)
FETCH_BYTES = 1_048_576
FETCH_VERSION = 4
PACE_SECONDS = 0.001
"""Between two requests of the producer: it measures the broker's delays, not its own load."""
SOCKET_SECONDS_MAX = 60.0
START_SECONDS_MAX = 30.0

HAS_NO_PROBE = "import os\nif hasattr(os, 'RWF_NOWAIT'):\n    del os.RWF_NOWAIT\n"
"""What makes a broker believe that its system cannot tell what is in memory, as a `sitecustomize` of its process."""


@dataclass(frozen=True, slots=True)
class Measured:
    """One run: the producer's latencies, and what the consumer got beside it."""

    latencies_ms: list[float]
    read_mb_per_second: float

    def percentile_ms(self, share: float) -> float:
        """Returns the latency below which that share of requests lies."""
        ordered = sorted(self.latencies_ms)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def main() -> None:
    """Runs the benchmark from the command line."""
    options = report.parser("cold_reads", __doc__.splitlines()[0] if __doc__ else "")
    options.add_argument("--seconds", type=float, default=5.0, help="length of each run")
    options.add_argument("--megabytes", type=int, default=400, help="old data")
    chosen = options.parse_args()
    quiet, guarded = run(is_guarded=True, seconds=chosen.seconds, megabytes=chosen.megabytes)
    _, bare = run(is_guarded=False, seconds=chosen.seconds, megabytes=chosen.megabytes)
    rows = [
        report.Row(
            f"producer's {name} beside a reader of cold data",
            "ms",
            guarded.percentile_ms(share),
            bare.percentile_ms(share),
            "no guard",
        )
        for name, share in (("p50", 0.5), ("p99", 0.99), ("p99.9", 0.999), ("worst", 1.0))
    ]
    rows.append(report.Row("producer's p99 beside nobody", "ms", quiet.percentile_ms(0.99), None, ""))
    rows.append(
        report.Row("cold data read", "MB/s", guarded.read_mb_per_second, bare.read_mb_per_second, "no guard"),
    )
    report.publish("Cold reads", rows, chosen.json)


def run(*, is_guarded: bool, seconds: float, megabytes: int) -> tuple[Measured, Measured]:
    """Measures one broker twice: without a consumer, and beside one."""
    with _broker(is_guarded) as (port, data_dir):
        asyncio.run(_create_topics(f"127.0.0.1:{port}"))
        with connect(port) as sock:
            frame = frame_for(COLD, 0, topic=COLD_TOPIC)
            for _ in range(megabytes):
                ask(sock, frame)
        files = sorted(data_dir.glob(f"{COLD_TOPIC}-0/*.log"))[:-1]
        if not files:
            raise SystemExit(f"{megabytes} MB make no sealed segment below {data_dir}: ask for more --megabytes")
        quiet = Measured(_produce(port, seconds), 0.0)
        with _reading(port, files, int(files[-1].stem)) as ask_bytes_read:
            before, started = ask_bytes_read(), time.perf_counter()
            latencies = _produce(port, seconds)
            read = ask_bytes_read() - before
            rate = read / (time.perf_counter() - started) / 1e6
    return quiet, Measured(latencies, rate)


@contextlib.contextmanager
def _broker(is_guarded: bool) -> Iterator[tuple[int, Path]]:
    """A broker with or without the guard: (port, data directory)."""
    with tempfile.TemporaryDirectory(prefix="kavka-bench-") as folder, contextlib.ExitStack() as stack:
        if not is_guarded:
            (Path(folder) / "sitecustomize.py").write_text(HAS_NO_PROBE)
            before = os.environ.get("PYTHONPATH")
            os.environ["PYTHONPATH"] = folder if before is None else f"{folder}{os.pathsep}{before}"
            stack.callback(restore_variable, "PYTHONPATH", before)
        _, line = stack.enter_context(kavka_command())
        broker = line["brokers"][0]  # type: ignore[index]
        yield broker["port"], Path(broker["data_dir"])


def restore_variable(name: str, value: str | None) -> None:
    if value is None:
        del os.environ[name]
    else:
        os.environ[name] = value


async def _create_topics(bootstrap: str) -> None:
    async with Admin(bootstrap) as admin:
        await admin.create_topics(
            [
                NewTopic(
                    name=COLD_TOPIC,
                    num_partitions=1,
                    replication_factor=1,
                    configs={"segment.bytes": str(SEGMENT_BYTES)},
                ),
                NewTopic(name=HOT_TOPIC, num_partitions=1, replication_factor=1),
            ]
        )


def connect(port: int) -> socket.socket:
    sock = socket.create_connection(("127.0.0.1", port), SOCKET_SECONDS_MAX)
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return sock


def ask(sock: socket.socket, frame: bytes) -> bytes:
    """Sends one request; returns its response, without the length."""
    sock.sendall(frame)
    size = struct.unpack(">i", _receive(sock, 4))[0]
    return bytes(_receive(sock, size))


def _receive(sock: socket.socket, size: int) -> bytearray:
    data = bytearray(size)
    view = memoryview(data)
    got = 0
    while got < size:
        count = sock.recv_into(view[got:])
        if not count:
            raise ConnectionError("the broker closed the connection")
        got += count
    return data


def _produce(port: int, seconds: float) -> list[float]:
    """Sends one batch after the other for a while; returns how long each took, ms."""
    frame = frame_for(HOT, 0, topic=HOT_TOPIC)
    latencies = []
    with connect(port) as sock:
        end = time.perf_counter() + seconds
        while (started := time.perf_counter()) < end:
            ask(sock, frame)
            latencies.append((time.perf_counter() - started) * 1e3)
            time.sleep(PACE_SECONDS)
    return latencies


class _BytesRead:
    """Asks the reading process how much it has read."""

    def __init__(self, pipe: Pipe) -> None:
        self._pipe = pipe

    def __call__(self) -> int:
        self._pipe.send(None)
        if not self._pipe.poll(START_SECONDS_MAX):
            raise TimeoutError("the reader of cold data does not answer")
        return cast(int, self._pipe.recv())


@contextlib.contextmanager
def _reading(port: int, files: list[Path], end_offset: int) -> Iterator[_BytesRead]:
    """A process of its own that reads the files through the broker, cold each time."""
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=_read_cold, args=(port, files, end_offset, theirs))
    process.start()
    try:
        yield _BytesRead(ours)
    finally:
        process.terminate()
        process.join(START_SECONDS_MAX)


def _read_cold(port: int, files: list[Path], end_offset: int, pipe: Pipe) -> None:
    """Reads from offset 0 to `end_offset` again and again, after dropping the pages each time."""
    offset = total = 0
    with connect(port) as sock:
        while True:
            if offset == 0:
                for path in files:
                    _drop_pages(path)
            answer = ask(sock, _fetch_frame(offset))
            total += len(answer)
            offset = _next_offset(answer)
            if offset >= end_offset:
                offset = 0
            while pipe.poll():
                pipe.recv()
                pipe.send(total)


def _drop_pages(path: Path) -> None:
    fd = os.open(path, os.O_RDWR)
    try:
        os.fsync(fd)  # a page that is not on the device yet stays where it is
        os.posix_fadvise(fd, 0, 0, os.POSIX_FADV_DONTNEED)
    finally:
        os.close(fd)


def _fetch_frame(offset: int) -> bytes:
    wanted = FetchRequest.FetchPartition(partition=0, fetch_offset=offset, partition_max_bytes=FETCH_BYTES)
    request = FetchRequest(
        max_wait_ms=0,
        min_bytes=1,
        max_bytes=FETCH_BYTES,
        topics=[FetchRequest.FetchTopic(topic=COLD_TOPIC, partitions=[wanted])],
    )
    return b"".join(encode_request_frame(request, version=FETCH_VERSION, correlation_id=1, client_id="bench"))


def _next_offset(answer: bytes) -> int:
    """What follows the one batch in a response of version 4 with one partition."""
    records_at = 4 + 4 + 4 + 2 + len(COLD_TOPIC) + 4 + 4 + 2 + 8 + 8 + 4 + 4
    base_offset = struct.unpack_from(">q", answer, records_at)[0]
    last_delta = struct.unpack_from(">i", answer, records_at + 23)[0]
    return cast(int, base_offset + last_delta + 1)


if __name__ == "__main__":
    main()
