"""Three brokers in one loop: records are on all of them before a producer hears so, and outlive any one of them."""

from __future__ import annotations

import asyncio

import pytest

from kavka import Admin, Consumer, LocalCluster, Producer, TopicPartition
from kavka.client.connection import Connection
from kavka.common.types import NewTopic
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import ProduceRequest
from kavka.protocol.records.batch import BatchBuilder

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]

TP = TopicPartition("t", 0)
WAIT_SECONDS_MAX = 60


@pytest.fixture(params=["3.9", "3.0", "2.0"])
async def cluster(request):
    """Three brokers of each profile: its fetch versions, its way of truncating, its way of changing ISRs."""
    config = {"inter.broker.protocol.version": request.param, "replica.lag.time.max.ms": "2000"}
    async with LocalCluster(3, in_loop=True, config=config) as cluster:
        yield cluster


async def create(admin, *, min_isr=2, partitions=1):
    topic = NewTopic(
        name="t", num_partitions=partitions, replication_factor=3, configs={"min.insync.replicas": str(min_isr)}
    )
    await admin.create_topics([topic])


async def described(admin, partition=0):
    (topic,) = await admin.describe_topics(["t"])
    return topic.partitions[partition]


async def until(admin, condition, what):
    """Waits for what the controller will tell; there is no event for that outside the brokers."""
    try:
        async with asyncio.timeout(WAIT_SECONDS_MAX):
            while not condition(info := await described(admin)):  # noqa: ASYNC110 - outside the brokers
                await asyncio.sleep(0.02)
    except TimeoutError:
        raise AssertionError(f"not so: {what}; it is {info}") from None
    return info


async def read(bootstrap, count):
    async with Consumer(bootstrap) as consumer:
        await consumer.assign([TP], start="beginning")
        return [(await anext(consumer)).value for _ in range(count)]


def log_bytes(cluster, broker_id):
    directory = cluster.data_dir / f"broker-{broker_id}" / "t-0"
    return b"".join(path.read_bytes() for path in sorted(directory.glob("*.log")))


async def test_every_replica_has_the_same_bytes_when_acks_all_is_answered(cluster):
    async with Admin(cluster.bootstrap) as admin, Producer(cluster.bootstrap, acks="all") as producer:
        await create(admin)
        for number in range(200):
            await producer.send("t", b"%d" % number, partition=0)
        await producer.flush()
        logs = {log_bytes(cluster, broker_id) for broker_id in range(3)}
        assert len(logs) == 1
        assert logs != {b""}
        assert sorted((await described(admin)).isr) == [0, 1, 2]


async def test_a_leader_dies_and_nothing_acknowledged_is_lost(cluster):
    async with Admin(cluster.bootstrap) as admin, Producer(cluster.bootstrap, acks="all") as producer:
        await create(admin)
        for number in range(100):
            await producer.send("t", b"%d" % number, partition=0)
        await producer.flush()
        dead = (await described(admin)).leader
        await cluster.kill(dead)
        for number in range(100, 200):
            await producer.send("t", b"%d" % number, partition=0)
        await producer.flush()
        info = await described(admin)
        assert info.leader != dead
        assert dead not in info.isr
        assert await read(cluster.bootstrap, 200) == [b"%d" % number for number in range(200)]
        await cluster.restart(dead)
        await until(admin, lambda info: len(info.isr) == 3, "the restarted broker is in sync")
        await producer.send("t", b"200", partition=0)
        await producer.flush()
        assert len({log_bytes(cluster, broker_id) for broker_id in range(3)}) == 1


async def ask_to_append(cluster, leader, value):
    """One Produce with acks=all; returns the error code. As clients do, asks again while the broker does not know that
    it leads, or of the topic at all: another broker's metadata may say so before LeaderAndIsr and UpdateMetadata do.
    """
    batch = BatchBuilder()
    batch.append(timestamp=1_700_000_000_000, key=None, value=value)
    request = ProduceRequest(
        acks=-1,
        timeout_ms=30_000,
        topic_data=[
            ProduceRequest.TopicProduceData(
                name="t", partition_data=[ProduceRequest.PartitionProduceData(index=0, records=batch.build())]
            )
        ],
    )
    broker = cluster.brokers[leader]
    async with (
        asyncio.timeout(WAIT_SECONDS_MAX),
        await Connection.open(broker.host, broker.port, client_id="test") as connection,
    ):
        while True:
            response = await connection.request(request, version=6)
            error_code = response.responses[0].partition_responses[0].error_code
            if error_code not in (ErrorCode.NOT_LEADER_OR_FOLLOWER, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION):
                return error_code
            await asyncio.sleep(0.02)


async def test_below_min_insync_replicas_nothing_is_taken_and_later_it_is(cluster):
    async with Admin(cluster.bootstrap) as admin:
        await create(admin, min_isr=3)
        leader = (await described(admin)).leader
        assert await ask_to_append(cluster, leader, b"first") == 0
        follower = (leader + 1) % 3
        await cluster.kill(follower)
        await until(admin, lambda info: follower not in info.isr, "the dead follower is out of the ISR")
        leader = (await described(admin)).leader
        assert await ask_to_append(cluster, leader, b"refused") == ErrorCode.NOT_ENOUGH_REPLICAS
        await cluster.restart(follower)
        await until(admin, lambda info: len(info.isr) == 3, "the restarted broker is in sync")
        assert await ask_to_append(cluster, leader, b"second") == 0
        assert await read(cluster.bootstrap, 2) == [b"first", b"second"]


async def test_a_replica_that_missed_records_leads_only_where_that_is_allowed(cluster):
    """Unclean election: what only the dead leader had is lost, on it as well when it is back, and nothing else is."""
    async with Admin(cluster.bootstrap) as admin:
        configs = {"unclean.leader.election.enable": "true"}
        await admin.create_topics([NewTopic(name="t", assignments={0: [0, 1]}, configs=configs)])
        assert await ask_to_append(cluster, 0, b"both") == 0
        await cluster.kill(1)
        await until(admin, lambda info: info.isr == (0,), "the leader is alone")
        assert await ask_to_append(cluster, 0, b"only the first") == 0
        assert await ask_to_append(cluster, 0, b"only the first, too") == 0
        await cluster.kill(0)
        await cluster.restart(1)
        await until(admin, lambda info: info.leader == 1, "the other leads")
        assert await ask_to_append(cluster, 1, b"only the second") == 0
        await cluster.restart(0)
        await until(admin, lambda info: sorted(info.isr) == [0, 1], "the first follows")
        assert await read(cluster.bootstrap, 2) == [b"both", b"only the second"]
        assert await ask_to_append(cluster, 1, b"both again") == 0
        assert log_bytes(cluster, 0) == log_bytes(cluster, 1)


async def test_without_that_a_partition_waits_for_who_has_everything(cluster):
    async with Admin(cluster.bootstrap) as admin:
        await admin.create_topics([NewTopic(name="t", assignments={0: [0, 1]})])
        assert await ask_to_append(cluster, 0, b"both") == 0
        await cluster.kill(1)
        await until(admin, lambda info: info.isr == (0,), "the leader is alone")
        assert await ask_to_append(cluster, 0, b"only the first") == 0
        await cluster.kill(0)
        await cluster.restart(1)
        await until(admin, lambda info: info.leader == -1, "nobody leads")
        await cluster.restart(0)
        await until(admin, lambda info: sorted(info.isr) == [0, 1], "the first leads again")
        assert await read(cluster.bootstrap, 2) == [b"both", b"only the first"]


async def test_a_topic_that_is_fsynced_before_each_acknowledgement_is_so_on_every_replica(cluster):
    async with Admin(cluster.bootstrap) as admin, Producer(cluster.bootstrap, acks="all") as producer:
        topic = NewTopic(name="t", num_partitions=1, replication_factor=3, configs={"flush.messages": "1"})
        await admin.create_topics([topic])
        for number in range(20):
            await producer.send_and_wait("t", b"%d" % number, partition=0)
        assert len({log_bytes(cluster, broker_id) for broker_id in range(3)}) == 1
