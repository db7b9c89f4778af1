"""The old consumer: who gets what, against a group in a fake ZooKeeper and brokers that only have lists of batches."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import AsyncIterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kavka.common.types import TopicPartition
from kavka.legacy.consumer_registry import ConsumerRegistry, expanded
from kavka.legacy.zookeeper_consumer import ZookeeperConsumer, share
from kavka.protocol.records.batch import BatchBuilder
from kavka.timer.clock import ManualClock
from kavka.zk.fake import FakeZk, FakeZooKeeper
from kavka.zk.paths import BrokerRegistration, Endpoint, TopicZNode
from tests.support.clients.fake_broker import FakeCluster

PARTS = [TopicPartition("t", number) for number in range(4)]


def test_runs_of_neighbours_as_kafkas_example_has_it() -> None:
    found = share({f"c{n}": {"t": 1} for n in range(3)}, {"t": [3, 1, 0, 2]})
    assert found == {"c0-0": PARTS[:2], "c1-0": PARTS[2:3], "c2-0": PARTS[3:]}


def test_threads_are_ordered_by_their_names_as_texts() -> None:
    found = share({"c": {"t": 11}}, {"t": list(range(11))})
    assert found["c-10"] == [TopicPartition("t", 2)]


@given(threads=st.dictionaries(st.sampled_from("abcd"), st.integers(0, 3)), count=st.integers(0, 20))
def test_every_partition_has_one_thread(threads: dict[str, int], count: int) -> None:
    found = share({c: {"t": n} for c, n in threads.items()}, {"t": list(range(count))})
    given_out = [tp.partition for partitions in found.values() for tp in partitions]
    assert sorted(given_out) == (list(range(count)) if sum(threads.values()) else [])
    if found:
        assert max(map(len, found.values())) - min(map(len, found.values())) <= 1


def test_white_and_black_lists_of_others() -> None:
    topics = ["orders", "orders-eu", "logs", "__consumer_offsets"]
    assert expanded({"orders.*": 2}, "white_list", topics) == {"orders": 2, "orders-eu": 2}
    assert expanded({"orders, logs": 1}, "white_list", topics) == {"orders": 1, "logs": 1}
    assert expanded({"orders": 1}, "black_list", topics) == {"orders-eu": 1, "logs": 1}
    assert expanded({"(": 1}, "white_list", topics) == {}


class World:
    """A ZooKeeper, brokers, and consumers that a test polls in turn."""

    def __init__(self, zookeeper: FakeZooKeeper, fake: FakeCluster) -> None:
        self.zookeeper = zookeeper
        self.fake = fake
        self.clients: list[FakeZk] = []

    async def client(self) -> FakeZk:
        zk = self.zookeeper.client()
        await zk.start(1000)
        self.clients.append(zk)
        return zk

    async def consumer(self, name: str, topics: list[str] | re.Pattern[str], *, threads: int = 1) -> ZookeeperConsumer:
        consumer = ZookeeperConsumer(
            ConsumerRegistry(await self.client(), "g"),
            consumer_id=name,
            offset_reset="earliest",
            rebalance_backoff_ms=1,
            api_timeout_ms=3_000,
            request_timeout_ms=3_000,
            rng=random.Random(3),
        )
        await consumer.__aenter__()
        await consumer.subscribe(topics, threads=threads)
        return consumer

    def append(self, tp: TopicPartition, value: bytes) -> None:
        builder = BatchBuilder()
        builder.append(timestamp=1, key=None, value=value, headers=[])
        self.fake.logs[tp].append(builder.build())


@pytest.fixture
async def world() -> AsyncIterator[World]:
    async with FakeCluster(brokers=1, topics={"t": 4, "u": 2}) as fake:
        zookeeper = FakeZooKeeper(ManualClock())
        made = World(zookeeper, fake)
        zk = await made.client()
        host, port = fake.bootstrap.split(",")[0].split(":")
        registration = BrokerRegistration(endpoints=(Endpoint("PLAINTEXT", host, int(port)),), timestamp_ms=0)
        await zk.create("/brokers/ids/0", registration.encode(), make_parents=True)
        await zk.create("/brokers/topics/t", TopicZNode({n: [0] for n in range(4)}).encode(), make_parents=True)
        yield made
        for client in made.clients:
            await client.close()


async def settle(*consumers: ZookeeperConsumer) -> list[list[int]]:
    """Polls everybody in turn until all partitions are owned and nobody has anything to do."""
    async with asyncio.timeout(10):
        while True:
            for consumer in consumers:
                await consumer.poll(timeout_ms=5)
            owned = [[tp.partition for tp in consumer.assignment()] for consumer in consumers]
            if sorted(p for one in owned for p in one) == [0, 1, 2, 3] and all(owned):
                return owned


async def test_threads_weigh_in_the_share_and_have_streams_of_their_own(world: World) -> None:
    a = await world.consumer("a", ["t"], threads=3)
    b = await world.consumer("b", ["t"])
    assert await settle(a, b) == [[0, 1, 2], [3]]
    assert [[tp.partition for tp in stream] for stream in a.streams()] == [[0], [1], [2]]
    owner, _ = await world.clients[0].get("/consumers/g/owners/t/2")
    assert owner == b"g_a-2"
    with pytest.raises(ValueError, match="without threads"):
        await ZookeeperConsumer(ConsumerRegistry(world.clients[0], "g")).subscribe(["t"], threads=0)


async def test_members_come_and_go_and_offsets_stay(world: World) -> None:
    for tp in PARTS:
        world.append(tp, b"first")
    a = await world.consumer("a", ["t"])
    got = {}
    async with asyncio.timeout(10):
        while len(got) < 4:
            got |= await a.poll(timeout_ms=50)
    assert await settle(a) == [[0, 1, 2, 3]]
    zk = world.clients[0]
    body = json.loads((await zk.get("/consumers/g/ids/g_a"))[0])
    assert (body["version"], body["subscription"], body["pattern"]) == (1, {"t": 1}, "static")
    assert (await zk.get("/consumers/g/owners/t/2"))[0] == b"g_a-0"

    b = await world.consumer("b", ["t"])
    assert await settle(a, b) == [[0, 1], [2, 3]]
    assert (await zk.get("/consumers/g/offsets/t/3"))[0] == b"1", "committed before it was given up"
    for tp in PARTS:
        world.append(tp, b"second")
    seen: dict[TopicPartition, list[bytes | None]] = {}
    async with asyncio.timeout(10):
        while len(seen) < 4:
            for consumer in (a, b):
                for tp, records in (await consumer.poll(timeout_ms=20)).items():
                    seen.setdefault(tp, []).extend(record.value for record in records)
    assert seen == {tp: [b"second"] for tp in PARTS}

    await a.__aexit__(None, None, None)
    assert await zk.exists("/consumers/g/ids/g_a") is None
    assert await settle(b) == [[0, 1, 2, 3]]
    await b.__aexit__(None, None, None)
    assert await zk.children("/consumers/g/owners/t") == []
    assert [(await zk.get(f"/consumers/g/offsets/t/{n}"))[0] for n in range(4)] == [b"2"] * 4


async def test_it_waits_for_an_owner_who_has_not_let_go(world: World) -> None:
    zk = world.clients[0]
    await zk.create("/consumers/g/owners/t/1", b"g_other-0", ephemeral=True, make_parents=True)
    a = await world.consumer("a", ["t"])
    for _ in range(3):
        await a.poll(timeout_ms=5)
    assert a.assignment() == []
    assert await zk.children("/consumers/g/owners/t") == ["1"], "it keeps nothing while it waits for the rest"
    await zk.delete("/consumers/g/owners/t/1")
    assert await settle(a) == [[0, 1, 2, 3]]
    await a.__aexit__(None, None, None)


async def test_a_lost_session_loses_everything_and_comes_back(world: World) -> None:
    a = await world.consumer("a", ["t"])
    await settle(a)
    world.zookeeper.close_session(world.clients[-1].session_id)
    for _ in range(10):
        await asyncio.sleep(0)  # the news is on its way
    assert a.assignment() == []
    assert await settle(a) == [[0, 1, 2, 3]]
    assert await world.clients[0].exists("/consumers/g/ids/g_a") is not None
    await a.__aexit__(None, None, None)


async def test_new_partitions_and_topics_of_a_pattern(world: World) -> None:
    a = await world.consumer("a", re.compile("t|u"))
    await settle(a)
    zk = world.clients[0]
    await zk.create("/brokers/topics/u", TopicZNode({0: [0]}).encode())
    async with asyncio.timeout(10):
        while TopicPartition("u", 0) not in a.assignment():
            await a.poll(timeout_ms=5)
    await zk.set("/brokers/topics/u", TopicZNode({0: [0], 1: [0]}).encode())
    async with asyncio.timeout(10):
        while TopicPartition("u", 1) not in a.assignment():
            await a.poll(timeout_ms=5)
    await a.__aexit__(None, None, None)


async def test_no_broker_is_a_plain_error(world: World) -> None:
    await world.clients[0].delete("/brokers/ids/0")
    with pytest.raises(ConnectionError, match="no broker in ZooKeeper"):
        await ZookeeperConsumer(ConsumerRegistry(world.clients[0], "g")).__aenter__()
