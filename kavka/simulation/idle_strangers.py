"""Strangers who open connections and let a broker hold memory for them: what it holds must have its bound.

    half requests      ▸ length 900,000 ▸ a third of it ▸ nothing more      the broker keeps what has come
    unread responses   ▸ Fetch, Fetch, Fetch …          ◂ nobody reads      the broker keeps what it has read

They hold their connections for as long as the fault lasts. How much a broker holds, the run's figures say. Not here:
when (`hands`).
"""

from __future__ import annotations

import asyncio
import random
import struct
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final, cast

from kavka.client.admin import Admin
from kavka.client.producer import Producer
from kavka.common.types import NewTopic
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.header import encode_request_frame
from kavka.protocol.messages import FetchRequest
from kavka.simulation.cluster import PORT
from kavka.simulation.host_clock import HostClock
from kavka.simulation.strangers import CALL_MS_MAX, start_stranger, stranger_client

if TYPE_CHECKING:
    from kavka.simulation.cluster import SimulatedBroker, SimulatedCluster

CLAIMED_BYTES: Final = 900_000
SENT_BYTES: Final = 300_000
PRODUCE_VERSION: Final = 7
VALUE_BYTES: Final = 50_000
VALUES: Final = 20
FETCH_VERSION: Final = 4
FETCHES: Final = 4
"""That each of them sends without waiting."""
FETCH_BYTES_MAX: Final = 52_428_800


class _Idle(asyncio.Protocol):
    """A peer that writes once and never reads.

    Args:
        data: what it writes.
    """

    def __init__(self, data: bytes) -> None:
        self._data = data

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Writes, and reads nothing."""
        own = cast(asyncio.Transport, transport)
        own.pause_reading()
        own.write(self._data)


def send_halves(cluster: SimulatedCluster, broker: SimulatedBroker, connections: int, lasts_ms: int) -> None:
    """Starts a client that begins requests and does not end them.

    Args:
        cluster: where.
        broker: gets them.
        connections: how many; one of them begins each.
        lasts_ms: how long they stay.
    """
    begun = struct.pack(">ihhi", CLAIMED_BYTES, ApiKey.PRODUCE, PRODUCE_VERSION, 1) + bytes(SENT_BYTES)

    async def begin(_: str) -> None:
        await _idle(cluster, broker.name, [begun] * connections, lasts_ms)

    start_stranger(cluster, begin)


def read_nothing(
    cluster: SimulatedCluster, broker: SimulatedBroker, topic: str, connections: int, lasts_ms: int, seed: int
) -> None:
    """Starts a client that fetches much by many connections, and reads nothing.

    Args:
        cluster: where.
        broker: is asked.
        topic: is made and written for it.
        connections: how many.
        lasts_ms: how long they stay.
        seed: of its clients' chances.
    """

    async def fetch(name: str) -> None:
        partition = await _written(cluster, broker, topic, name, seed)
        fetches = b"".join(_fetch(name, topic, partition, number) for number in range(FETCHES))
        await _idle(cluster, broker.name, [fetches] * connections, lasts_ms)

    start_stranger(cluster, fetch)


async def _written(cluster: SimulatedCluster, broker: SimulatedBroker, topic: str, name: str, seed: int) -> int:
    """Makes a topic, and writes to that partition of it which the broker leads; returns its number."""
    every, clock = range(len(cluster.brokers)), HostClock(cluster.loop)
    admin = Admin(
        cluster.bootstrap,
        client_id=name,
        api_timeout_ms=CALL_MS_MAX,
        enable_metrics_push=False,
        clock=clock,
        rng=random.Random(f"{seed} admin"),
    )
    async with admin:
        await admin.create_topics([NewTopic(name=topic, num_partitions=len(every), replication_factor=1)])
    async with stranger_client(cluster, name, seed) as client:
        found = await client.refresh([topic])
        partition = next(number for number in every if found.leader_of(topic, number) == broker.broker_id)
    producer = Producer(
        cluster.bootstrap,
        client_id=name,
        enable_metrics_push=False,
        clock=clock,
        rng=random.Random(f"{seed} producer"),
    )
    async with producer:
        for _ in range(VALUES):
            await producer.send_and_wait(topic, bytes(VALUE_BYTES), partition=partition)
    return partition


def _fetch(name: str, topic: str, partition: int, number: int) -> bytes:
    kind = FetchRequest
    wanted = kind.FetchPartition(partition=partition, fetch_offset=0, partition_max_bytes=FETCH_BYTES_MAX)
    request = kind(
        replica_id=-1,
        max_wait_ms=0,
        min_bytes=0,
        max_bytes=FETCH_BYTES_MAX,
        topics=[kind.FetchTopic(topic=topic, partitions=[wanted])],
    )
    return b"".join(encode_request_frame(request, version=FETCH_VERSION, correlation_id=number, client_id=name))


async def _idle(cluster: SimulatedCluster, host: str, data: Sequence[bytes], lasts_ms: int) -> None:
    """Opens a connection for each piece of data, and holds them all."""
    clock = HostClock(cluster.loop)
    async with clock.timeout(CALL_MS_MAX):
        opened = [await cluster.loop.create_connection(partial(_Idle, own), host, PORT) for own in data]
    await clock.sleep(lasts_ms)
    for transport, _ in opened:
        transport.abort()
