"""Members of share groups by hand-made requests: what they get of real brokers, over restarts and failovers."""

from __future__ import annotations

import asyncio

import pytest

from kavka import Admin, LocalCluster, Producer
from kavka.broker.share.persister import SharePartition
from kavka.broker.share.state.keys import coordinator_key
from kavka.client.connection import Connection
from kavka.common.types import NewTopic
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import (
    FindCoordinatorRequest,
    InitializeShareGroupStateRequest,
    MetadataRequest,
    ShareAcknowledgeRequest,
    ShareFetchRequest,
)
from kavka.protocol.records.batch import iter_records

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

DEADLINE_SECONDS = 120
ACCEPT, RELEASE, REJECT = [1], [2], [3]
SHARE = 2
NOT_NOW = (
    ErrorCode.COORDINATOR_NOT_AVAILABLE,
    ErrorCode.COORDINATOR_LOAD_IN_PROGRESS,
    ErrorCode.NOT_COORDINATOR,
    ErrorCode.NOT_LEADER_OR_FOLLOWER,
    ErrorCode.LEADER_NOT_AVAILABLE,
    ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
    ErrorCode.UNKNOWN_TOPIC_ID,
)
CONFIG = {
    "group.share.record.lock.duration.ms": "1000",
    "group.share.min.record.lock.duration.ms": "1000",
    "group.share.delivery.count.limit": "2",
    "share.coordinator.state.topic.num.partitions": "3",
}


class Topic:
    """A topic `t` of one partition, begun for the group `g`."""

    def __init__(self, cluster):
        self.cluster = cluster
        self.id = b""

    async def create(self, replicas):
        async with Admin(self.cluster.bootstrap) as admin:
            await admin.create_topics([NewTopic(name="t", num_partitions=1, replication_factor=replicas)])
        self.id = (await self._metadata()).topic_id

    async def begin(self):
        """Begins it at its first record, as the group's coordinator does."""
        state = InitializeShareGroupStateRequest.PartitionData(0, 1, 0)
        request = InitializeShareGroupStateRequest(
            "g", [InitializeShareGroupStateRequest.InitializeStateData(self.id, [state])]
        )
        key = coordinator_key(SharePartition("g", self.id, 0))
        async with asyncio.timeout(DEADLINE_SECONDS):
            while True:
                async with await self._connect() as connection:
                    found = await connection.request(
                        FindCoordinatorRequest(key_type=SHARE, coordinator_keys=[key]), version=6
                    )
                at = found.coordinators[0]
                if not at.error_code:
                    async with await Connection.open(at.host, at.port, client_id="test") as connection:
                        answer = await connection.request(request, version=0)
                    if not answer.results[0].partitions[0].error_code:
                        return
                await asyncio.sleep(0.05)

    async def write(self, *values):
        async with Producer(self.cluster.bootstrap, acks="all") as producer:
            for value in values:
                await producer.send_and_wait("t", value)

    async def leader(self):
        async with asyncio.timeout(DEADLINE_SECONDS):
            while True:
                topic = await self._metadata()
                if topic is not None and topic.partitions[0].leader_id >= 0:
                    return topic.partitions[0].leader_id
                await asyncio.sleep(0.05)

    async def wait_led_by_another(self, former):
        async with asyncio.timeout(DEADLINE_SECONDS):
            while True:
                if await self.leader() != former:
                    return
                await asyncio.sleep(0.05)

    async def member(self, name):
        leader = await self.leader()
        host, port = self.cluster.bootstrap.split(",")[leader].split(":")
        return Member(self, name, await Connection.open(host, int(port), client_id="test"))

    async def _connect(self):
        """Connects to whichever broker is there."""
        for address in self.cluster.bootstrap.split(","):
            host, port = address.split(":")
            try:
                return await Connection.open(host, int(port), client_id="test")
            except OSError:
                continue
        raise AssertionError("no broker is there")

    async def _metadata(self):
        asked = MetadataRequest(
            topics=[MetadataRequest.MetadataRequestTopic(name="t")], allow_auto_topic_creation=False
        )
        async with await self._connect() as connection:
            (topic,) = (await connection.request(asked, version=12)).topics
        return None if topic.error_code else topic


class Member:
    """A member of the group `g`, with a session at the topic's leader."""

    def __init__(self, topic, name, connection):
        self.topic = topic
        self.name = name
        self.connection = connection
        self.epoch = 0

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        await self.connection.close()

    async def fetch(self, max_wait_ms=500, max_records=500):
        """What it acquires: offset → (value, delivery count)."""
        partition = ShareFetchRequest.FetchPartition(0)
        request = ShareFetchRequest(
            group_id="g",
            member_id=self.name,
            share_session_epoch=self.epoch,
            max_wait_ms=max_wait_ms,
            min_bytes=1,
            max_records=max_records,
            batch_size=max_records,
            share_acquire_mode=1,
            topics=[ShareFetchRequest.FetchTopic(self.topic.id, [partition])] if self.epoch == 0 else [],
        )
        self.epoch += 1
        answer = await self.connection.request(request, version=2)
        assert answer.error_code == 0
        got = {}
        for data in answer.responses[0].partitions if answer.responses else []:
            assert data.error_code in (0, *NOT_NOW), ErrorCode(data.error_code)
            values = {record.offset: record.value for record in iter_records(data.records)}
            for span in data.acquired_records:
                got |= {
                    offset: (values.get(offset), span.delivery_count)
                    for offset in range(span.first_offset, span.last_offset + 1)
                }
        return got

    async def fetch_some(self, **options):
        """The same, until it gets something."""
        async with asyncio.timeout(DEADLINE_SECONDS):
            while True:
                got = await self.fetch(**options)
                if got:
                    return got

    async def acknowledge(self, *batches):
        acknowledged = [ShareAcknowledgeRequest.AcknowledgementBatch(*batch) for batch in batches]
        partition = ShareAcknowledgeRequest.AcknowledgePartition(0, acknowledged)
        request = ShareAcknowledgeRequest(
            group_id="g",
            member_id=self.name,
            share_session_epoch=self.epoch,
            topics=[ShareAcknowledgeRequest.AcknowledgeTopic(self.topic.id, [partition])],
        )
        self.epoch += 1
        answer = await self.connection.request(request, version=2)
        assert answer.error_code == 0
        return answer.responses[0].partitions[0].error_code


@pytest.fixture
async def broker():
    async with LocalCluster(1, in_loop=True, config=CONFIG) as cluster:
        yield cluster


async def test_two_members_share_a_partition_and_what_one_leaves_comes_again(broker):
    topic = Topic(broker)
    await topic.create(1)
    await topic.begin()
    await topic.write(*(b"%d" % number for number in range(6)))
    async with await topic.member("alice") as alice, await topic.member("bob") as bob:
        first = await alice.fetch_some(max_records=3)
        second = await bob.fetch_some(max_records=3)
        assert first == {number: (b"%d" % number, 1) for number in range(3)}
        assert second == {number: (b"%d" % number, 1) for number in range(3, 6)}
        assert await alice.acknowledge((0, 0, ACCEPT), (1, 1, REJECT)) == 0
        assert await bob.acknowledge((3, 5, ACCEPT)) == 0
        assert await bob.fetch_some() == {2: (b"2", 2)}, "alice's lock has ended"
        assert await alice.acknowledge((2, 2, ACCEPT)) == ErrorCode.INVALID_RECORD_STATE
        assert await bob.acknowledge((2, 2, RELEASE)) == 0
        await topic.write(b"6")
        assert await bob.fetch_some() == {6: (b"6", 1)}, "what was delivered twice is archived"


async def test_a_restart_keeps_what_was_done_and_how_often_it_was_tried(broker):
    topic = Topic(broker)
    await topic.create(1)
    await topic.begin()
    await topic.write(b"0", b"1", b"2", b"3")
    async with await topic.member("alice") as alice:
        assert len(await alice.fetch_some()) == 4
        assert await alice.acknowledge((0, 0, ACCEPT), (1, 1, RELEASE), (3, 3, ACCEPT)) == 0
    await broker.stop_broker(0)
    await broker.start_broker(0)
    async with await topic.member("bob") as bob:
        got = await bob.fetch_some()
        assert got == {1: (b"1", 2), 2: (b"2", 2)}


async def test_the_next_leader_knows_what_was_acknowledged():
    config = CONFIG | {"zookeeper.session.timeout.ms": "3000", "group.share.record.lock.duration.ms": "30000"}
    async with LocalCluster(3, in_loop=True, config=config) as cluster:
        topic = Topic(cluster)
        await topic.create(3)
        await topic.begin()
        await topic.write(*(b"%d" % number for number in range(4)))
        async with await topic.member("alice") as alice:
            assert len(await alice.fetch_some()) == 4
            assert await alice.acknowledge((0, 1, ACCEPT), (3, 3, REJECT)) == 0
            former = await topic.leader()
        await cluster.kill(former)
        await topic.wait_led_by_another(former)
        async with await topic.member("bob") as bob:
            assert await bob.fetch_some() == {2: (b"2", 2)}
