"""The whole sizes: 1,000 readers that read nothing, 1,000 half frames of 100 MB, 20,000 idle connections.

Beside each a producer and a consumer of small requests: their p99 within 3 × of what it is without, the broker's memory
within its budgets. The load comes from processes of their own, so that it takes no time of the measuring one's
interpreter; the machine's cores it does take, which is why "without" means beside a process that only computes, and
why medians of several rounds are compared.
"""

from __future__ import annotations

import contextlib
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from kavka import Admin, NewTopic, Producer
from kavka.broker.network.output import WRITE_HIGH_WATER_BYTES
from kavka.broker.process_tuning import TRIM_THRESHOLD_BYTES
from tests.support.processes.cluster import KavkaProcess, skip_or_fail, wait_until
from tests.support.wire.memory import fill, resident_bytes

pytestmark = [pytest.mark.soak]

MB = 1024 * 1024
BUDGET = 512 * MB
CONNECTIONS = 1_000
SLACK = TRIM_THRESHOLD_BYTES + CONNECTIONS * WRITE_HIGH_WATER_BYTES
"""What is freed and kept at the top of the heap, and what is not counted of each connection. No quarter beyond the
budget: a fetch gets a part of what is left of it, and the first batches of these are with the kernel at once. With
512 MiB readers made it grow by 450 MB, halves by 220 MB."""
SECONDS = 20
RATIO_MAX = 3
WARM_UP, MEASURED = 200, 1_000

BUSY = """
print("begun", flush=True)
while True:
    pass
"""

READERS = """
import selectors, socket, sys, time
from tests.support.wire.memory import connect, fetch_frame
bootstrap, count, seconds = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
open_, end = [], time.monotonic() + seconds
frame = fetch_frame("big", 50 << 20)
print("begun", flush=True)
while time.monotonic() < end:
    while len(open_) < count:
        sock = connect(bootstrap)
        sock.sendall(frame)
        open_.append(sock)
    time.sleep(0.5)
    gone = []
    for sock in open_:
        sock.setblocking(False)
        try:
            sock.send(b"")
            if sock.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR):
                gone.append(sock)
        except OSError:
            gone.append(sock)
    for sock in gone:
        sock.close()
        open_.remove(sock)
"""

HALVES = """
import selectors, socket, struct, sys, time
from tests.support.wire.memory import connect
bootstrap, count, seconds = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
head = struct.pack(">ihhih", 100_000_000, 0, 7, 1, -1)
piece = bytes(1 << 20)
left, end = {}, time.monotonic() + seconds
selector = selectors.DefaultSelector()
print("begun", flush=True)
while time.monotonic() < end:
    while len(left) < count:
        sock = connect(bootstrap)
        sock.sendall(head)
        sock.setblocking(False)
        left[sock] = 60 << 20
        selector.register(sock, selectors.EVENT_WRITE)
    for key, _ in selector.select(0.2):
        sock = key.fileobj
        try:
            left[sock] -= sock.send(piece)
            if left[sock] <= 0:
                selector.unregister(sock)
        except OSError:
            selector.unregister(sock)
            sock.close()
            del left[sock]
    time.sleep(0.002)
"""

IDLE = """
import resource, socket, sys, time
hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
host, port = sys.argv[1].rsplit(":", 1)
kept = []
for number in range(int(sys.argv[2])):
    sock = socket.socket()
    sock.bind((f"127.0.0.{2 + number // 10_000}", 0))
    sock.connect((host, int(port)))
    kept.append(sock)
print("begun", flush=True)
time.sleep(float(sys.argv[3]))
"""


@contextlib.contextmanager
def flood(script: str, bootstrap: str, count: int, seconds: float = 10 * SECONDS) -> Iterator[None]:
    command = [sys.executable, "-c", script, bootstrap, str(count), str(seconds)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == "begun\n"
        yield
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


async def p99_seconds(bootstrap: str) -> float:
    """Of produce requests one after the other."""
    times = []
    async with Producer(bootstrap, linger_ms=0) as producer:
        for number in range(WARM_UP + MEASURED):
            start = time.perf_counter()
            await producer.send_and_wait("small", b"v", partition=0)
            if number >= WARM_UP:
                times.append(time.perf_counter() - start)
    return sorted(times)[int(len(times) * 0.99)]


def median(values: list[float]) -> float:
    return sorted(values)[len(values) // 2]


@pytest.fixture
def broker(tmp_path) -> Iterator[KavkaProcess]:
    config = {"kavka.unread.responses.max.bytes": str(BUDGET), "kavka.incomplete.requests.max.bytes": str(BUDGET)}
    process = KavkaProcess(tmp_path / "data", config=config)
    process.start()
    yield process
    assert process.stop() == 0, process.log()


@pytest.mark.parametrize(("script", "kind"), [(READERS, "readers"), (HALVES, "halves")], ids=["readers", "halves"])
async def test_a_thousand_that_hold_memory_and_give_nothing(broker, script, kind):
    bootstrap = broker.bootstrap
    async with Admin(bootstrap) as admin:
        await admin.create_topics(
            [NewTopic(name=name, num_partitions=1, replication_factor=1) for name in ("small", "big")]
        )
    for _ in range(6):
        fill(bootstrap, "big")
    [pid] = broker.broker_pids
    with flood(BUSY, bootstrap, 1):
        quiet = median([await p99_seconds(bootstrap) for _ in range(5)])
    before, grown, beside = resident_bytes(pid), 0, []
    with flood(script, bootstrap, CONNECTIONS):
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            beside.append(await p99_seconds(bootstrap))
            grown = max(grown, resident_bytes(pid) - before)
    print(f"{kind}: p99 {quiet * 1e3:.2f} ms, beside {median(beside) * 1e3:.2f} ms, RSS grown by {grown / MB:.0f} MB")
    assert grown < BUDGET + SLACK
    assert median(beside) < RATIO_MAX * quiet


IDLE_CONNECTIONS = 20_000
IDLE_BYTES_MAX = 8 * 1024


async def test_twenty_thousand_idle_connections(broker):
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    count = min(IDLE_CONNECTIONS, hard - 2_000)
    if count < IDLE_CONNECTIONS and os.environ.get("CI", "").lower() == "true":
        skip_or_fail(f"a hard limit of {hard} open files is too low")
    bootstrap = broker.bootstrap
    [pid] = broker.broker_pids
    async with Admin(bootstrap) as admin:
        await admin.create_topics([NewTopic(name="small", num_partitions=1, replication_factor=1)])
    quiet = median([await p99_seconds(bootstrap) for _ in range(3)])
    before = resident_bytes(pid)
    with flood(IDLE, bootstrap, count):
        wait_until(lambda: len(list(Path(f"/proc/{pid}/fd").iterdir())) > count, "all are taken")
        beside = median([await p99_seconds(bootstrap) for _ in range(3)])
        each = (resident_bytes(pid) - before) / count
    print(f"{count} idle: {each:.0f} bytes each, p99 {quiet * 1e3:.2f} ms, beside {beside * 1e3:.2f} ms")
    assert each < IDLE_BYTES_MAX
    assert beside < RATIO_MAX * quiet
