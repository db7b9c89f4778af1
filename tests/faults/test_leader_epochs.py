"""Leader epochs in metadata never go backwards: what clients may rely on from version 9 of Metadata on (KIP-320).

One watcher for each broker asks it all the time, as a client that tells topics apart by their ids (version 11) and as
one that knows names alone (9), while leaders move, controllers change, the topic is deleted and made anew, and a broker
hears of it late. Whatever a broker said last must be what the leader itself goes by.
"""

from __future__ import annotations

import asyncio

import pytest

from kavka import Admin, TopicPartition
from kavka.client import reassignments
from kavka.client.connection import Connection
from kavka.client.errors import ClientError
from kavka.common.types import NewTopic
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import (
    CreateTopicsRequest,
    DeleteTopicsRequest,
    ListOffsetsRequest,
    MetadataRequest,
    MetadataResponse,
)
from kavka.timer.clock import SystemClock
from kavka.zk import paths
from kavka.zk.errors import NoNode
from kavka.zk.kazoo_client import KazooZk
from kavka.zk.paths import ControllerZNode
from tests.support.faults.cluster import BROKERS, proxied_cluster
from tests.support.faults.proxy import beginning

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]

CONFIG = {
    "replica.fetch.wait.max.ms": "100",
    "controller.socket.timeout.ms": "1500",
    "zookeeper.session.timeout.ms": "3000",
    "auto.create.topics.enable": "false",
}
BY_NAME, BY_ID = 9, 11
LOOK_SECONDS = 0.005
CALM_SECONDS_MAX = 60
LATEST = -1

Epochs = dict[int, int]
"""Leader epoch by partition."""


def epochs_of(topic: MetadataResponse.MetadataResponseTopic) -> Epochs:
    return {partition.partition_index: partition.leader_epoch for partition in topic.partitions}


async def ask(port, message, version):
    async with await Connection.open("127.0.0.1", port, client_id="test") as connection:
        return await connection.request(message, version=version)


async def metadata(port, version=BY_ID):
    question = MetadataRequest(topics=[MetadataRequest.MetadataRequestTopic(name="t")], allow_auto_topic_creation=False)
    return (await ask(port, question, version)).topics[0]


class Watcher:
    """What one broker says about the topic, from its start on or from when its predecessor's watcher ended."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.topic_ids: list[bytes] = []
        self.epochs: Epochs = {}
        self.complaints: list[str] = []
        self.epochs_by_name: Epochs = {}
        self.answers = 0

    async def run(self) -> None:
        while True:
            try:
                self.look_by_id(await metadata(self._port))
                self.look_by_name(await metadata(self._port, BY_NAME))
                self.answers += 1
            except (OSError, ClientError, EOFError):
                self.epochs_by_name.clear()  # the broker is down; who knows names alone begins anew with its next life
            await asyncio.sleep(LOOK_SECONDS)

    def look_by_id(self, topic: MetadataResponse.MetadataResponseTopic) -> None:
        if topic.error_code:
            return
        if topic.topic_id in self.topic_ids[:-1]:
            self.complaints.append(f"topic {topic.topic_id.hex()} is back, after {self.topic_ids}")
        if topic.topic_id not in self.topic_ids:
            self.topic_ids.append(topic.topic_id)
            self.epochs = {}
        self.compare(self.epochs, epochs_of(topic), "of one topic")

    def look_by_name(self, topic: MetadataResponse.MetadataResponseTopic) -> None:
        if not topic.error_code:
            self.compare(self.epochs_by_name, {i: e for i, e in epochs_of(topic).items() if e >= 0}, "of one name")

    def compare(self, known: Epochs, found: Epochs, what: str) -> None:
        for index, epoch in found.items():
            if epoch < known.get(index, -1):
                self.complaints.append(f"the epoch {what}, partition {index}, was {known[index]} and is {epoch}")
        known |= found


class World:
    """The cluster, who watches it, and what the test does to it."""

    def __init__(self, proxied, admin, zk, watchers) -> None:
        self.proxied = proxied
        self.admin = admin
        self.zk = zk
        self.watchers = watchers
        self.states = []

    def port(self, broker_id):
        return self.proxied.cluster.brokers[broker_id].port

    async def controller(self):
        return ControllerZNode.decode((await self.zk.get(paths.CONTROLLER))[0]).broker_id

    async def is_controlled(self, *, unlike=-1):
        try:
            return await self.controller() != unlike
        except NoNode:
            return False

    async def until(self, condition, what):
        try:
            async with asyncio.timeout(CALM_SECONDS_MAX):
                while True:
                    if await condition():
                        return
                    await asyncio.sleep(LOOK_SECONDS)
        except TimeoutError:
            raise AssertionError(what) from None

    async def move(self, index, replicas):
        partition = TopicPartition("t", index)
        await self.admin.alter_partition_reassignments({partition: replicas})

        async def over():
            return not await self.admin.list_partition_reassignments([partition])

        await self.until(over, "the move is over")
        await self.admin.elect_leaders(reassignments.PREFERRED, [partition])

    async def renew(self, assignments):
        """Deletes the topic and makes it anew, without waiting for anybody but the controller."""
        port = self.port(await self.controller())
        await ask(port, DeleteTopicsRequest(topic_names=["t"], timeout_ms=10_000), 4)
        topic = CreateTopicsRequest.CreatableTopic(
            name="t",
            num_partitions=-1,
            replication_factor=-1,
            assignments=[
                CreateTopicsRequest.CreatableReplicaAssignment(partition_index=index, broker_ids=replicas)
                for index, replicas in assignments.items()
            ],
        )

        async def made():
            answer = await ask(port, CreateTopicsRequest(topics=[topic], timeout_ms=10_000), 5)
            (result,) = answer.topics
            assert result.error_code in (ErrorCode.NONE, ErrorCode.TOPIC_ALREADY_EXISTS), result
            return result.error_code == ErrorCode.NONE

        await self.until(made, "the topic is made anew")

    async def until_watched(self):
        """Until every watcher has seen what there is now."""
        wanted = [watcher.answers + 2 for watcher in self.watchers]

        async def watched():
            return all(watcher.answers >= count for watcher, count in zip(self.watchers, wanted, strict=True))

        await self.until(watched, "the watchers look")

    async def agree(self):
        """Every broker names the same leaders and epochs, and with these the leaders answer."""

        async def calm():
            found = [await metadata(self.port(broker_id)) for broker_id in range(BROKERS)]
            self.states = [
                (
                    topic.topic_id,
                    [(p.partition_index, p.leader_id, p.leader_epoch, p.error_code) for p in topic.partitions],
                )
                for topic in found
            ]
            return len(set(map(str, self.states))) == 1 and all(not p[3] for p in self.states[0][1])

        await self.until(calm, "the brokers agree")
        for index, leader, epoch, _ in self.states[0][1]:
            question = ListOffsetsRequest(
                replica_id=-1,
                topics=[
                    ListOffsetsRequest.ListOffsetsTopic(
                        name="t",
                        partitions=[
                            ListOffsetsRequest.ListOffsetsPartition(
                                partition_index=index, current_leader_epoch=epoch, timestamp=LATEST
                            )
                        ],
                    )
                ],
            )
            (topic,) = (await ask(self.port(leader), question, 5)).topics
            assert topic.partitions[0].error_code == ErrorCode.NONE, (index, leader, epoch)
        await self.until_watched()


@pytest.fixture
async def world(tmp_path):
    async with (
        proxied_cluster(tmp_path, seed=1, config=CONFIG) as proxied,
        Admin(proxied.cluster.bootstrap) as admin,
        asyncio.TaskGroup() as group,
    ):
        zk = KazooZk(proxied.cluster.zookeeper, session_timeout_ms=10_000, clock=SystemClock())
        await zk.start(10_000)
        watchers = [Watcher(broker.port) for broker in proxied.cluster.brokers]
        tasks = [group.create_task(watcher.run()) for watcher in watchers]
        yield World(proxied, admin, zk, watchers)
        for task in tasks:
            task.cancel()
        await zk.close()


async def test_leader_epochs_never_go_backwards(world):
    first = await world.controller()
    other = (first + 1) % BROKERS
    await world.admin.create_topics([NewTopic(name="t", assignments=each_way(first, other))])
    await world.proxied.cluster.kill(first)
    await world.until(lambda: world.is_controlled(unlike=first), "one of the others is elected while it is down")
    await world.proxied.cluster.restart(first)
    await world.agree()
    second = await world.controller()
    assert second != first
    (late,) = {0, 1, 2} - {first, second}

    for assignments in (each_way(first, second), each_way(second, first)):
        for index, replicas in assignments.items():
            await world.move(index, replicas)
        await world.agree()
    before = await metadata(world.port(late))
    assert min(epochs_of(before).values()) >= 2, "leaders have moved"

    world.proxied.proxies[late].hold(beginning("controller-"))
    await world.renew(each_way(first, second))
    assert (await metadata(world.port(second))).topic_id != before.topic_id
    assert (await metadata(world.port(late))).topic_id == before.topic_id
    world.proxied.heal()
    await world.agree()

    await world.move(0, [second, first])
    await world.zk.delete(paths.CONTROLLER)  # whoever looks first is elected
    await world.until(world.is_controlled, "a controller is elected")
    await world.renew(each_way(second, late))
    await world.agree()

    assert [watcher.complaints for watcher in world.watchers] == [[]] * BROKERS
    assert [len(watcher.topic_ids) for watcher in world.watchers] == [3] * BROKERS


def each_way(one, another):
    return {0: [one, another], 1: [another, one]}
