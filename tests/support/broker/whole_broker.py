"""Whole brokers: inside this event loop, and as `python -m kavka.broker`; and what one asks of them."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from collections.abc import AsyncIterator, Iterable, Mapping
from pathlib import Path
from typing import Any, Self

from kavka.broker.app import Broker
from kavka.broker.config.broker_config import BrokerConfig
from kavka.broker.machine import machine_world
from kavka.broker.world import World
from kavka.client.connection import Connection
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import CreateTopicsRequest, FetchRequest, MetadataRequest, ProduceRequest
from kavka.protocol.records.batch import BatchBuilder, iter_records

DEADLINE = 60
"""Seconds: long beside what anything takes, because all that it decides is when a test that hangs is ended."""


def properties(zookeeper: str, tmp_path: Path, **overrides: Any) -> dict[str, str]:
    values = {
        "broker.id": "0",
        "zookeeper.connect": zookeeper,
        "listeners": "PLAINTEXT://127.0.0.1:0",
        "log.dirs": str(tmp_path / "logs"),
    }
    return values | {name.replace("__", "."): value for name, value in overrides.items()}


def machine_broker(config: BrokerConfig) -> Broker:
    """A broker on this machine, as `python -m kavka.broker` has it."""
    return Broker(config, machine_world())


@contextlib.asynccontextmanager
async def running(values: Mapping[str, str], world: World | None = None) -> AsyncIterator[Any]:
    """A broker in this loop, ready; stopped at the end."""
    broker = Broker(BrokerConfig.from_properties(values), world or machine_world())
    ready = asyncio.get_running_loop().create_future()
    async with asyncio.timeout(DEADLINE), asyncio.TaskGroup() as tasks:
        tasks.create_task(broker.run(ready.set_result))
        try:
            yield await ready
        finally:
            broker.stop()


async def connect(ready: Any) -> Connection:
    return await Connection.open("127.0.0.1", ready.port, client_id="test", request_timeout_ms=DEADLINE * 1000)


def batch(values: Iterable[bytes]) -> bytes:
    builder = BatchBuilder()
    for value in values:
        builder.append(timestamp=1, key=None, value=value)
    return builder.build()


async def produce(connection: Connection, topic: str, values: Iterable[bytes], partition: int = 0) -> Any:
    data = ProduceRequest.PartitionProduceData(index=partition, records=batch(values))
    request = ProduceRequest(
        transactional_id=None,
        acks=-1,
        timeout_ms=5000,
        topic_data=[ProduceRequest.TopicProduceData(name=topic, partition_data=[data])],
    )
    response = await connection.request(request, version=6)
    return response.responses[0].partition_responses[0]


async def fetch(connection: Connection, topic: str, offset: int = 0, partition: int = 0) -> list[bytes | None]:
    wanted = FetchRequest.FetchPartition(partition=partition, fetch_offset=offset, partition_max_bytes=1 << 20)
    request = FetchRequest(
        replica_id=-1,
        max_wait_ms=100,
        min_bytes=1,
        max_bytes=1 << 20,
        topics=[FetchRequest.FetchTopic(topic=topic, partitions=[wanted])],
    )
    data = (await connection.request(request, version=11)).responses[0].partitions[0]
    assert data.error_code == 0
    return [record.value for record in iter_records(data.records or b"")]


async def create(connection: Connection, topic: str, partitions: int = 1, timeout_ms: int = 10_000) -> Any:
    request = CreateTopicsRequest(
        topics=[CreateTopicsRequest.CreatableTopic(name=topic, num_partitions=partitions, replication_factor=1)],
        timeout_ms=timeout_ms,
    )
    return (await connection.request(request, version=5)).topics[0]


async def made_by_asking(connection: Connection, name: str) -> Any:
    """Asks for a topic's metadata as clients do, until it has leaders."""
    request = MetadataRequest(topics=[MetadataRequest.MetadataRequestTopic(name=name)])
    while True:
        (topic,) = (await connection.request(request, version=5)).topics
        if not topic.error_code and all(not partition.error_code for partition in topic.partitions):
            return topic
        assert topic.error_code in (0, ErrorCode.LEADER_NOT_AVAILABLE, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        await asyncio.sleep(0.01)


class Process:
    """`python -m kavka.broker` with a properties file, `async with` it.

    A test that fails must not leave the process behind: uvloop's `close` waits for its children without end, and below
    Python, where no timeout of the test runner reaches it.
    """

    def __init__(self, process: asyncio.subprocess.Process, ready_read: int) -> None:
        self.process = process
        self.ready_read = ready_read

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        if self.process.returncode is None:
            self.process.kill()
        await self.ended()

    @classmethod
    async def start(cls, values: Mapping[str, str], tmp_path: Path, *extra: str) -> Self:
        path = tmp_path / "server.properties"
        path.write_text("# a comment\n" + "".join(f"{name} = {value}\n" for name, value in values.items()))
        ready_read, ready_write = os.pipe()
        try:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-m", "kavka.broker", str(path), "--ready-fd", str(ready_write), *extra),
                stderr=asyncio.subprocess.PIPE,
                pass_fds=[ready_write],
            )
        finally:
            os.close(ready_write)
        return cls(process, ready_read)

    async def ready(self) -> Any:
        """What it says when it serves clients.

        Not by `connect_read_pipe`: uvloop closes a pipe's descriptor twice, and the second time it may be another's.
        """
        loop = asyncio.get_running_loop()
        written = loop.create_future()
        loop.add_reader(self.ready_read, lambda: None if written.done() else written.set_result(None))
        try:
            async with asyncio.timeout(DEADLINE):
                await written
        finally:
            loop.remove_reader(self.ready_read)
        with os.fdopen(self.ready_read) as pipe:
            return json.loads(pipe.readline())

    async def ended(self) -> tuple[int | None, str]:
        assert self.process.stderr is not None
        if self.process.stderr.at_eof():
            await self.process.wait()
            return self.process.returncode, ""
        async with asyncio.timeout(DEADLINE):
            _, errors = await self.process.communicate()
        return self.process.returncode, errors.decode()
