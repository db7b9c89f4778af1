"""Crowds before the gate: who is logged in goes on as before, and the broker holds little for those who are not."""

from __future__ import annotations

import asyncio
import contextlib
import struct
import time
from pathlib import Path

import pytest

from kavka.client.admin import Admin, NewTopic
from kavka.client.producer import Producer
from kavka.common.jaas import PLAIN_MODULE
from tests.support.processes.cluster import KavkaProcess, reserve_ports

pytestmark = [pytest.mark.soak]

CROWD = 1_000
RECORDS = 1_500
GROWTH_BYTES_MAX = 128 * 1024 * 1024
"""64 MiB of frames that are not whole, and what a thousand sockets cost besides."""

LOGIN = {
    "security.protocol": "SASL_PLAINTEXT",
    "sasl.mechanism": "PLAIN",
    "sasl.username": "alice",
    "sasl.password": "a",
}


def length_and_half(size):
    return struct.pack(">i", size) + bytes(size // 2)


def wrong_password(_number=0):
    handshake = struct.pack(">ihhihh", 17, 17, 0, 1, -1, 5) + b"PLAIN"
    token = b"\0alice\0wrong"
    return handshake + struct.pack(">i", len(token)) + token


CROWDS = {
    "silent": b"",
    "a byte": b"\0",
    "100 MB claimed": struct.pack(">i", 100_000_000),
    "half a frame": length_and_half(500_000),
    "wrong passwords": wrong_password(),
}


@pytest.fixture
def guarded(tmp_path):
    owner = type("PortOwner", (), {})()
    process = KavkaProcess(
        tmp_path / "data",
        config={
            "listeners": f"SASL_PLAINTEXT://127.0.0.1:{reserve_ports(owner)}",
            "security.inter.broker.protocol": "SASL_PLAINTEXT",
            "sasl.mechanism.inter.broker.protocol": "PLAIN",
            "sasl.enabled.mechanisms": "PLAIN",
            "listener.name.sasl_plaintext.plain.sasl.jaas.config": (
                f'{PLAIN_MODULE} required username="broker" password="b" user_broker="b" user_alice="a";'
            ),
        },
    )
    process.start()
    yield process
    assert process.stop() == 0, process.log()


def resident_bytes(pid):
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4096


async def p99_ms(producer):
    """Of records that are written one after the other."""
    times = []
    for _ in range(RECORDS):
        began = time.perf_counter()
        await producer.send_and_wait("t", b"x")
        times.append((time.perf_counter() - began) * 1000)
    return sorted(times)[int(RECORDS * 0.99)]


@contextlib.asynccontextmanager
async def crowd(port, says):
    """So many connections that have said this and stay."""
    writers = []

    async def join():
        with contextlib.suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(says)
            writers.append(writer)

    for start in range(0, CROWD, 100):
        await asyncio.gather(*(join() for _ in range(start, start + 100)))
    try:
        yield
    finally:
        for writer in writers:
            writer.close()


async def test_who_is_logged_in_keeps_its_pace_and_the_broker_its_size(guarded):
    port = int(guarded.bootstrap.rpartition(":")[2])
    async with Admin(guarded.bootstrap, security=LOGIN) as admin:
        await admin.create_topics([NewTopic(name="t", num_partitions=1)])
    async with Producer(guarded.bootstrap, security=LOGIN, linger_ms=0) as producer:
        await p99_ms(producer)
        alone_ms = await p99_ms(producer)
        size = resident_bytes(guarded.broker_pids[0])
        for name, says in CROWDS.items():
            async with crowd(port, says):
                crowded_ms = await p99_ms(producer)
                growth = resident_bytes(guarded.broker_pids[0]) - size
            print(f"{name}: p99 {crowded_ms:.2f} ms, alone {alone_ms:.2f} ms; {growth / 2**20:.1f} MiB more")
            assert growth < GROWTH_BYTES_MAX, name
            assert crowded_ms < max(3 * alone_ms, alone_ms + 20), name
