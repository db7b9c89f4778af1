"""A local cluster whose clock tests move, and clients that use more than their quota."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from typing import Any

import pytest

from kavka import Admin, LocalCluster, NewTopic
from kavka.client import quotas
from kavka.client.cluster import Cluster
from kavka.client.connection import Connection
from kavka.protocol.messages import FetchRequest, ProduceRequest
from kavka.protocol.records.batch import BatchBuilder
from tests.support.http.web import ask

DEADLINE_S = 60
RATE = 200_000
VALUE = bytes(100_000)


@pytest.fixture
async def cluster() -> AsyncIterator[LocalCluster]:
    """One broker whose time stands still."""
    async with LocalCluster(1, in_loop=True, dev_clock=True) as c:
        async with Admin(c.bootstrap) as admin:
            await admin.create_topics([NewTopic(name="t", num_partitions=1, replication_factor=1)])
        await clock(c, action="freeze")
        yield c


async def clock(cluster: LocalCluster, **body: Any) -> int:
    answer = await ask(f"{cluster.brokers[0].admin}/clock", method="POST", body=body)
    assert answer.status == 200
    return int(answer.json()["now_ms"])


@contextlib.asynccontextmanager
async def connected(cluster: LocalCluster, client_id: str = "app") -> AsyncIterator[Connection]:
    host, port = cluster.bootstrap.rsplit(":", 1)
    async with await Connection.open(host, int(port), client_id=client_id) as connection:
        yield connection


async def set_quota(cluster: LocalCluster, entity: Any, changes: Any) -> None:
    async with Cluster(cluster.bootstrap, client_id="admin") as own:
        await quotas.alter(own, entity, changes)


def produce(value: bytes = VALUE, acks: int = 1) -> ProduceRequest:
    data = ProduceRequest.TopicProduceData
    builder = BatchBuilder()
    builder.append(timestamp=0, key=None, value=value)
    partition = ProduceRequest.PartitionProduceData(index=0, records=builder.build())
    return ProduceRequest(acks=acks, timeout_ms=30_000, topic_data=[data(name="t", partition_data=[partition])])


def fetch(offset: int, max_bytes: int = 1 << 20, **session: Any) -> FetchRequest:
    partition = FetchRequest.FetchPartition(partition=0, fetch_offset=offset, partition_max_bytes=max_bytes)
    return FetchRequest(
        replica_id=-1, max_wait_ms=0, min_bytes=0, max_bytes=max_bytes,
        topics=[FetchRequest.FetchTopic(topic="t", partitions=[partition])], **session,
    )  # fmt: skip


def records(response: Any) -> bytes:
    return b"".join(bytes(p.records or b"") for topic in response.responses for p in topic.partitions)
