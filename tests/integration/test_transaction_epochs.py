"""Transactions of version 2 through the bundled clients (KIP-890): beside older ones, and through a downgrade."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from kavka import LocalCluster
from kavka.client import features, transactions
from kavka.client.cluster import Cluster
from kavka.client.consumer import Consumer
from kavka.client.producer import GroupMetadata, Producer
from kavka.common.types import TopicPartition
from kavka.protocol.messages import ApiVersionsRequest

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]

LATER = {
    "inter.broker.protocol.version": "3.9",
    "transaction.state.log.num.partitions": "2",
    "offsets.topic.num.partitions": "2",
}
TP = TopicPartition("t", 0)


@pytest.fixture
async def later() -> AsyncIterator[str]:
    """Three brokers that offer what Kafka 4 brought."""
    async with LocalCluster(3, in_loop=True, config=LATER) as cluster:
        yield cluster.bootstrap


async def finalize(cluster: Cluster, level: int, *, is_downgrade: bool) -> None:
    """Finalizes a level, and returns when every broker has heard of it."""
    await features.update(cluster, {"transaction.version": level}, is_downgrade=is_downgrade)
    await until_finalized(cluster, level)


async def until_finalized(cluster: Cluster, level: int) -> None:
    """Returns when every broker has heard of a level: in a new cluster of the one that its controller finalizes."""
    request = ApiVersionsRequest(client_software_name="kavka", client_software_version="0")
    async with asyncio.timeout(30):
        for broker_id in cluster.metadata.brokers:
            levels: list[int] = []
            while levels != [level]:  # each broker hears of it by a watch of its own
                answer = await cluster.ask(broker_id, request)
                levels = [item.max_version_level for item in answer.finalized_features]


async def epoch_of(cluster: Cluster, producer: Producer, name: str, *, commits: bool, offset: int) -> int:
    """Runs one transaction; returns the epoch that its coordinator saw it have."""
    producer.begin_transaction()
    for value in (b"one", b"two"):
        await producer.send("t", value if commits else b"dropped")
    await producer.send_offsets_to_transaction({TP: offset}, GroupMetadata(f"{name}-group"))
    await producer.flush()
    found = await transactions.describe_transaction(cluster, name)
    assert (found.state, len(found.partitions)) == ("Ongoing", 2)
    await (producer.commit_transaction() if commits else producer.abort_transaction())
    return found.producer_epoch


async def epochs(cluster: Cluster, bootstrap: str, name: str) -> list[int]:
    async with Producer(bootstrap, transactional_id=name, linger_ms=0) as producer:
        await producer.init_transactions()
        return [await epoch_of(cluster, producer, name, commits=number != 1, offset=number) for number in range(3)]


async def test_each_transaction_has_an_epoch_while_the_feature_is_finalized(later: str) -> None:
    async with Cluster(later) as cluster:
        await until_finalized(cluster, 2)
        assert await features.describe(cluster) == features.Features(
            0, (features.Feature("transaction.version", 0, 2, 2),)
        )
        assert await epochs(cluster, later, "first") == [0, 1, 2]
        await finalize(cluster, 1, is_downgrade=True)
        assert await epochs(cluster, later, "second") == [0, 0, 0]
        await finalize(cluster, 2, is_downgrade=False)
        assert await epochs(cluster, later, "third") == [0, 1, 2]
        async with Consumer(later, isolation_level="read_committed") as consumer:
            await consumer.assign([TP], start="beginning")
            end = (await consumer.end_offsets([TP]))[TP]
            values = []
            while await consumer.position(TP) < end:
                values += [record.value for record in (await consumer.poll(timeout_ms=100)).get(TP, ())]
        assert values == [b"one", b"two"] * 6
        assert await transactions.open_transactions(cluster, TP) == []
