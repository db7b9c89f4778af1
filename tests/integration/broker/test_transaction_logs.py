"""What three brokers in one loop know of transactions: alike on all replicas, and still there when the leader is gone.

Producer and coordinator are played by hand, marker by marker, so that the logs are asked and nothing else; verification
is off, for there is no transaction that a coordinator would know of.
"""

from __future__ import annotations

import asyncio

import pytest

from kavka import Admin, LocalCluster
from kavka.client.connection import Connection
from kavka.common.types import NewTopic
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import (
    DescribeProducersRequest,
    FetchRequest,
    ListOffsetsRequest,
    ProduceRequest,
    WriteTxnMarkersRequest,
)
from kavka.protocol.records.batch import BatchBuilder, iter_records

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]

WAIT_SECONDS_MAX = 60
READ_COMMITTED = 1


@pytest.fixture
async def cluster():
    config = {"transaction.partition.verification.enable": "false", "replica.lag.time.max.ms": "2000"}
    async with LocalCluster(3, in_loop=True, config=config) as cluster:
        yield cluster


async def ask(cluster, broker_id, request, version):
    broker = cluster.brokers[broker_id]
    async with await Connection.open(broker.host, broker.port, client_id="test") as connection:
        return await connection.request(request, version=version)


async def write(cluster, leader, pid, value, sequence=0):
    batch = BatchBuilder(producer_id=pid, producer_epoch=0, base_sequence=sequence, is_transactional=True)
    batch.append(timestamp=1_700_000_000_000, key=None, value=value)
    data = ProduceRequest.PartitionProduceData(index=0, records=batch.build())
    request = ProduceRequest(
        transactional_id=f"tx-{pid}",
        acks=-1,
        timeout_ms=30_000,
        topic_data=[ProduceRequest.TopicProduceData(name="t", partition_data=[data])],
    )
    while True:
        response = await ask(cluster, leader, request, 7)
        error_code = response.responses[0].partition_responses[0].error_code
        if error_code not in (ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, ErrorCode.NOT_LEADER_OR_FOLLOWER):
            return error_code
        await asyncio.sleep(0.02)  # another broker's metadata may know the leader before it does


async def mark(cluster, leader, pid, *, commit, coordinator_epoch=0):
    topic = WriteTxnMarkersRequest.WritableTxnMarkerTopic(name="t", partition_indexes=[0])
    marker = WriteTxnMarkersRequest.WritableTxnMarker(
        producer_id=pid,
        producer_epoch=0,
        transaction_result=commit,
        coordinator_epoch=coordinator_epoch,
        topics=[topic],
    )
    response = await ask(cluster, leader, WriteTxnMarkersRequest(markers=[marker]), 0)
    return ErrorCode(response.markers[0].topics[0].partitions[0].error_code)


async def fetch(cluster, broker_id, *, rack_id="", max_wait_ms=0, offset=0):
    """(values, last stable offset, producers of aborted transactions) for a read_committed consumer."""
    partition = FetchRequest.FetchPartition(partition=0, fetch_offset=offset, partition_max_bytes=1 << 20)
    request = FetchRequest(
        max_wait_ms=max_wait_ms,
        min_bytes=1,
        isolation_level=READ_COMMITTED,
        rack_id=rack_id,
        topics=[FetchRequest.FetchTopic(topic="t", partitions=[partition])],
    )
    response = await ask(cluster, broker_id, request, 11)
    part = response.responses[0].partitions[0]
    assert part.error_code == 0
    values = [bytes(record.value) for record in iter_records(part.records)]
    return values, part.last_stable_offset, [txn.producer_id for txn in part.aborted_transactions]


async def latest(cluster, leader, isolation_level):
    asked = ListOffsetsRequest.ListOffsetsPartition(partition_index=0, timestamp=-1)
    topics = [ListOffsetsRequest.ListOffsetsTopic(name="t", partitions=[asked])]
    request = ListOffsetsRequest(replica_id=-1, isolation_level=isolation_level, topics=topics)
    response = await ask(cluster, leader, request, 2)
    return response.topics[0].partitions[0].offset


async def producers(cluster, broker_id):
    asked = DescribeProducersRequest.TopicRequest(name="t", partition_indexes=[0])
    response = await ask(cluster, broker_id, DescribeProducersRequest(topics=[asked]), 0)
    return [
        (p.producer_id, p.producer_epoch, p.last_sequence, p.coordinator_epoch, p.current_txn_start_offset)
        for p in response.topics[0].partitions[0].active_producers
    ]


async def leader_and_isr(admin):
    [topic] = await admin.describe_topics(["t"])
    return topic.partitions[0].leader, sorted(topic.partitions[0].isr)


async def until(question, is_so):
    async with asyncio.timeout(WAIT_SECONDS_MAX):
        while not is_so(answer := await question()):  # noqa: ASYNC110 - outside the brokers
            await asyncio.sleep(0.02)
    return answer


async def test_transactions_outlive_their_leader_and_are_alike_on_every_replica(cluster):
    async with Admin(cluster.bootstrap) as admin:
        await admin.create_topics([NewTopic(name="t", num_partitions=1, replication_factor=3)])
        leader, _ = await leader_and_isr(admin)
        for pid, value in ((7, b"lost"), (8, b"open"), (9, b"kept")):
            assert await write(cluster, leader, pid, value) == 0
        assert await mark(cluster, leader, 7, commit=False) is ErrorCode.NONE
        assert await mark(cluster, leader, 9, commit=True) is ErrorCode.NONE
        assert await fetch(cluster, leader) == ([b"lost"], 1, [7])
        assert [await latest(cluster, leader, level) for level in (0, READ_COMMITTED)] == [5, 1]

        await cluster.kill(leader)
        dead = leader
        leader, _ = await until(lambda: leader_and_isr(admin), lambda found: found[0] not in (dead, -1))
        waiting = asyncio.ensure_future(fetch(cluster, leader, offset=1, max_wait_ms=WAIT_SECONDS_MAX * 1000))
        assert await mark(cluster, leader, 8, commit=True, coordinator_epoch=3) is ErrorCode.NONE
        assert await waiting == ([b"open", b"kept"], 6, [7])
        assert await mark(cluster, leader, 8, commit=False, coordinator_epoch=2) is (
            ErrorCode.TRANSACTION_COORDINATOR_FENCED
        )
        assert await fetch(cluster, leader) == ([b"lost", b"open", b"kept"], 6, [7])

        await cluster.restart(dead)
        await until(lambda: leader_and_isr(admin), lambda found: found[1] == [0, 1, 2])
        assert await producers(cluster, leader) == [(7, 0, 0, 0, -1), (8, 0, 0, 3, -1), (9, 0, 0, 0, -1)]
        for broker_id in range(3):
            assert sorted(await producers(cluster, broker_id)) == await producers(cluster, leader)
            # A follower hears of the high watermark with its next fetch.
            seen = await until(
                lambda broker_id=broker_id: fetch(cluster, broker_id, rack_id="any"), lambda found: found[1] == 6
            )
            assert seen == ([b"lost", b"open", b"kept"], 6, [7])
        indexes = {next(cluster.data_dir.glob(f"broker-{n}/t-0/*.txnindex")).read_bytes() for n in range(3)}
        assert len(indexes) == 1
