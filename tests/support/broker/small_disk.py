"""A file system of a few hundred kilobytes for a broker's log directory, and what fills it."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kavka.client.admin import Admin
from kavka.client.connection import Connection
from kavka.protocol.messages import ProduceRequest
from tests.support.broker.whole_broker import batch, fetch
from tests.support.processes.cluster import skip_or_fail

VOLUME = "400k"


@pytest.fixture
def volume(tmp_path: Path) -> Iterator[Path]:
    """A file system of its own, 400 kB small."""
    folder = tmp_path / "volume"
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={VOLUME}", "tmpfs", folder], capture_output=True)
    if mounted.returncode:
        skip_or_fail(f"no file system can be mounted here: {mounted.stderr.decode().strip()}")
    yield folder
    subprocess.run(["umount", "-l", folder], check=True)


def remount(folder: Path, how: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{how}", folder], check=True)


@contextlib.asynccontextmanager
async def clients(ready: Any) -> AsyncIterator[tuple[Admin, Connection]]:
    async with (
        Admin(f"127.0.0.1:{ready.port}") as admin,
        await Connection.open("127.0.0.1", ready.port, client_id="test") as connection,
    ):
        yield admin, connection


async def produce(connection: Connection, topic: str, partition: int, value: bytes) -> tuple[int, str | None]:
    """(error code, its message) of one record."""
    data = ProduceRequest.PartitionProduceData(index=partition, records=batch([value]))
    topics = [ProduceRequest.TopicProduceData(name=topic, partition_data=[data])]
    request = ProduceRequest(transactional_id=None, acks=-1, timeout_ms=5000, topic_data=topics)
    answer = (await connection.request(request, version=9)).responses[0].partition_responses[0]
    return answer.error_code, answer.error_message


async def fill(connection: Connection, topic: str, partition: int) -> tuple[int, int, str | None]:
    """Appends until that fails; returns what was acknowledged, and the failure."""
    for number in range(1000):
        value = b"%d " % number + b"x" * 20_000
        code, message = await produce(connection, topic, partition, value)
        if code:
            return number, code, message
    raise AssertionError("the volume never fills up")


def where(volume: Path, topic: str) -> tuple[int, int]:
    """The partition whose log is on the volume, and the one whose log is not."""
    on_volume = {partition for partition in (0, 1) if (volume / "logs" / f"{topic}-{partition}").exists()}
    (full,) = on_volume
    return full, 1 - full


async def fetch_all(connection: Connection, topic: str, partition: int) -> list[bytes | None]:
    values: list[bytes | None] = []
    while found := await fetch(connection, topic, len(values), partition):
        values += found
    return values


async def has(admin: Admin, partition: int, *, leader: int, offline: tuple[int, ...]) -> bool:
    (topic,) = await admin.describe_topics(["t"])
    info = topic.partitions[partition]
    return (info.leader, info.offline) == (leader, offline)


async def wait_for(condition: Callable[[], Awaitable[bool]]) -> None:
    while not await condition():
        pass  # each look is a request of its own; `running` has the deadline
