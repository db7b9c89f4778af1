"""States of share groups over three brokers: they outlive a coordinator, and all brokers' restart."""

from __future__ import annotations

import asyncio

import pytest

from kavka.broker.app import Broker
from kavka.broker.config.broker_config import BrokerConfig
from kavka.broker.machine import machine_world
from kavka.broker.share.persister import SharePartition, ShareState, StateBatch
from kavka.broker.share.state.keys import coordinator_key
from kavka.client.connection import Connection
from kavka.protocol.epochs import LeaderEpoch
from kavka.protocol.errors import FencedLeaderEpoch
from kavka.protocol.messages import FindCoordinatorRequest
from tests.support.broker.whole_broker import DEADLINE, made_by_asking, properties

PARTITIONS = 6


class Life:
    """A broker of this loop, from its start to its end."""

    def __init__(self, values):
        self.broker = Broker(BrokerConfig.from_properties(values), machine_world())
        self.inside = None
        self.port = 0
        self._ready = asyncio.Event()

    def _assembled(self, inside):
        self.inside = inside

    def _is_ready(self, ready):
        self.port = ready.port
        self._ready.set()

    async def run(self):
        await self.broker.run(self._is_ready, self._assembled)

    async def wait_ready(self):
        await self._ready.wait()

    @property
    def persister(self):
        return self.inside.coordinators.share_states.get().persister

    @property
    def kept(self):
        """How many states this broker coordinates."""
        return self.inside.coordinators.share_states.get().coordinator.keeper.count


class Cluster:
    """Three brokers; each can be ended and started anew."""

    def __init__(self, zookeeper, tmp_path, group):
        self._values = [
            properties(
                zookeeper,
                tmp_path / str(number),
                broker__id=str(number),
                num__partitions=str(PARTITIONS),
                default__replication__factor="3",
                **{"share.coordinator.state.topic.num.partitions": "3"},
                controlled__shutdown__retry__backoff__ms="100",
            )
            for number in range(3)
        ]
        self._group = group
        self.lives = {}
        self._tasks = {}

    async def start(self, *numbers):
        for number in numbers:
            life = self.lives[number] = Life(self._values[number])
            self._tasks[number] = self._group.create_task(life.run())
        for number in numbers:
            await self.lives[number].wait_ready()

    async def stop(self, *numbers):
        for number in numbers:
            self.lives[number].broker.stop()
        for number in numbers:
            await self._tasks.pop(number)
            del self.lives[number]


@pytest.fixture
async def cluster(zookeeper, tmp_path):
    async with asyncio.timeout(DEADLINE), asyncio.TaskGroup() as group:
        cluster = Cluster(zookeeper, tmp_path, group)
        await cluster.start(0, 1, 2)
        try:
            yield cluster
        finally:
            await cluster.stop(*cluster.lives)


async def share_partitions(cluster):
    async with await Connection.open("127.0.0.1", cluster.lives[0].port, client_id="test") as connection:
        topic = await made_by_asking(connection, "t")
    topic_id = cluster.lives[0].inside.cluster.metadata.snapshot.topics[topic.name].topic_id
    return [SharePartition("g", topic_id, index) for index in range(PARTITIONS)]


def acknowledged(count, leader_epoch=0):
    return ShareState(0, LeaderEpoch(leader_epoch), 0, count, (StateBatch(1, count, 2, 1),))


async def test_states_outlive_their_coordinators(cluster):
    places = await share_partitions(cluster)
    first = cluster.lives[1].persister
    async with asyncio.TaskGroup() as group:  # nothing is there yet, not even the topic
        for place in places:
            group.create_task(first.initialize(place, state_epoch=0, start_offset=0))
    assert sum(life.kept for life in cluster.lives.values()) == PARTITIONS
    assert max(life.kept for life in cluster.lives.values()) < PARTITIONS, "states of several coordinators"

    for number, place in enumerate(places):
        writer = cluster.lives[number % 3].persister
        assert (await writer.read(place, leader_epoch=LeaderEpoch(0))).batches == ()
        await writer.write(place, acknowledged(number + 1))

    ended = max(cluster.lives, key=lambda number: cluster.lives[number].kept)
    await cluster.stop(ended)  # others come to lead what it coordinated, and read it
    left = next(iter(cluster.lives.values()))
    for number, place in enumerate(places):
        state = await left.persister.read(place, leader_epoch=LeaderEpoch(1))
        assert state == ShareState(0, 1, 0, -1, (StateBatch(1, number + 1, 2, 1),))
        with pytest.raises(FencedLeaderEpoch):
            await left.persister.write(place, acknowledged(9))
        await left.persister.write(place, acknowledged(number + 2, leader_epoch=1))

    await cluster.stop(*cluster.lives)
    await cluster.start(0, 1, 2)
    told = await cluster.lives[2].persister.summarize(places)
    assert [told[place] for place in places] == [ShareState(0, 1, 0, number + 2, ()) for number in range(PARTITIONS)]
    for place in places:
        await cluster.lives[0].persister.delete(place)
    assert sum(life.kept for life in cluster.lives.values()) == 0


async def test_what_is_written_while_its_coordinator_changes_is_there_at_the_next_one(cluster):
    places = await share_partitions(cluster)
    for place in places:
        await cluster.lives[0].persister.initialize(place, state_epoch=0, start_offset=0)
    former = max((1, 2), key=lambda number: cluster.lives[number].kept)
    assert cluster.lives[former].kept
    rounds = dict.fromkeys(places, 0)
    is_over = asyncio.Event()

    async def write(place):
        while not is_over.is_set():
            await cluster.lives[0].persister.write(place, acknowledged(rounds[place] + 1))
            rounds[place] += 1

    async def until(round_):
        while min(rounds.values()) < round_:  # noqa: ASYNC110 - several writers count
            await asyncio.sleep(0.01)

    async with asyncio.TaskGroup() as writers:
        for place in places:
            writers.create_task(write(place))
        await until(5)
        await cluster.stop(former)
        await until(min(rounds.values()) + 5)
        is_over.set()
    left = cluster.lives[3 - former]
    for place in places:
        state = await left.persister.read(place, leader_epoch=LeaderEpoch(1))
        assert state.batches == (StateBatch(1, rounds[place], 2, 1),)


async def test_any_broker_says_who_coordinates_a_share_partition(cluster):
    key = coordinator_key((await share_partitions(cluster))[0])
    found = set()
    for life in cluster.lives.values():
        async with await Connection.open("127.0.0.1", life.port, client_id="test") as connection:
            request = FindCoordinatorRequest(key_type=2, coordinator_keys=[key])
            [coordinator] = (await connection.request(request, version=6)).coordinators
            assert coordinator.error_code == 0
            found.add((coordinator.node_id, coordinator.port))
    [(node_id, port)] = found
    assert cluster.lives[node_id].port == port
