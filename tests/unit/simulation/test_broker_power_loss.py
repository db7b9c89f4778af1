"""What clients were told is on the disk after a power loss at any moment of a broker's life.

A life is lived once. At moments by chance between two of its calls, the disk is copied with what was acknowledged until
then; each copy loses power, and another broker starts on it.
"""

from __future__ import annotations

import asyncio
import copy
import dataclasses
import random

import pytest

from kavka.broker.log.log_dir import LogDir
from kavka.protocol.messages import (
    CreateTopicsRequest,
    DeleteTopicsRequest,
    FetchRequest,
    ListOffsetsRequest,
    ProduceRequest,
)
from kavka.protocol.records.batch import BatchBuilder, iter_records
from kavka.simulation.memory_disk import MemoryDisk
from kavka.simulation.memory_filesystem import MemoryFileSystem
from tests.support.broker.whole_broker import made_by_asking
from tests.support.simulation.lone_broker import LOG_DIR, LoneBroker

SETTINGS = {
    "log.segment.bytes": "2000",
    "log.retention.ms": "-1",
    "log.retention.check.interval.ms": "500",
    "log.segment.delete.delay.ms": "300",
    "log.cleaner.backoff.ms": "1",
    "log.cleaner.min.cleanable.ratio": "0.01",
}
FSYNC_EACH = {"log.flush.interval.messages": "1"}
IN_THREADS = {"kavka.log.write.thread.bytes": "1"}
"""The power may go while an append is accepted, and not written or written in part."""
TOPICS = {"plain": {}, "keyed": {"cleanup.policy": "compact"}, "short": {"retention.bytes": "6000"}}
KEYS = 3
SHORT_KEEPS = 10


class WatchedDisk(MemoryDisk):
    """A disk that says when it is about to be changed, or to sync."""

    __slots__ = ("watcher",)

    def __init__(self):
        super().__init__()
        self.watcher = None

    def looked_at(self):
        if self.watcher is not None:
            self.watcher()


def watched(name):
    def call(self, *args, **kwargs):
        self.looked_at()
        return getattr(MemoryDisk, name)(self, *args, **kwargs)

    return call


for _name in ("create", "make_directory", "rename", "remove", "write", "resize", "sync"):
    setattr(WatchedDisk, _name, watched(_name))


@dataclasses.dataclass
class Moment:
    """A disk as it was, and what had been acknowledged by then, the values of each topic."""

    disk: MemoryDisk
    acknowledged: dict[str, list[bytes]]


class Life:
    """Two lives of a broker on one disk, and some of their moments."""

    def __init__(self, seed, chance, settings):
        self.seed, self.chance, self.settings = seed, chance, SETTINGS | settings
        self.rng = random.Random(seed)
        self.moments = []
        self.acknowledged = {name: [] for name in TOPICS}
        self.disk = WatchedDisk()
        self.broker = LoneBroker(self.disk, seed=seed)

    def look(self):
        if self.rng.random() < self.chance:
            self.note()

    def note(self):
        self.disk.watcher = None
        nobody = {id(self.broker.machine.filesystem): None}  # who holds the directory's lock is not copied
        self.moments.append(Moment(copy.deepcopy(self.disk, nobody), copy.deepcopy(self.acknowledged)))
        self.disk.watcher = self.look

    async def live(self):
        self.disk.watcher = self.look
        async with self.broker.connected(self.settings) as connection:
            for name, configs in TOPICS.items():
                await create_with(connection, name, configs)
            await self.produce(connection, range(20))
            await create_with(connection, "gone", {})
            request = DeleteTopicsRequest(topic_names=["gone"], timeout_ms=5000)
            await connection.request(request, version=3)
            await self.produce(connection, range(20, 30))
            for _ in range(200):  # time for retention, removals and checkpoints
                await asyncio.sleep(0)
        async with self.broker.connected(self.settings) as connection:
            for name in TOPICS:
                await made_by_asking(connection, name)
            await self.produce(connection, range(30, 35))
        self.disk.watcher = None

    async def produce(self, connection, numbers):
        for number in numbers:
            value = b"%0150d" % number
            for name in TOPICS:
                done = await put(connection, name, b"k%d" % (number % KEYS), value)
                assert (done.error_code, done.base_offset) == (0, number)
                self.acknowledged[name].append(value)

    async def found_after(self, moment, seed):
        """What each topic has, offsets and values, for a broker that starts after a power loss at a moment."""
        broker = LoneBroker(moment.disk, seed=seed, before=self.broker)
        broker.machine.power_loss(random.Random(seed))
        async with broker.connected(self.settings) as connection:
            found = {}
            for name in TOPICS:
                await made_by_asking(connection, name)
                found[name] = await everything_of(connection, name)
        return found


async def put(connection, topic, key, value):
    builder = BatchBuilder()
    builder.append(timestamp=1, key=key, value=value)
    data = ProduceRequest.PartitionProduceData(index=0, records=builder.build())
    topics = [ProduceRequest.TopicProduceData(name=topic, partition_data=[data])]
    request = ProduceRequest(transactional_id=None, acks=-1, timeout_ms=5000, topic_data=topics)
    return (await connection.request(request, version=6)).responses[0].partition_responses[0]


async def create_with(connection, name, configs):
    topic = CreateTopicsRequest.CreatableTopic(
        name=name,
        num_partitions=1,
        replication_factor=1,
        configs=[CreateTopicsRequest.CreatableTopicConfig(name=key, value=value) for key, value in configs.items()],
    )
    request = CreateTopicsRequest(topics=[topic], timeout_ms=10_000)
    assert (await connection.request(request, version=5)).topics[0].error_code == 0
    await made_by_asking(connection, name)


async def everything_of(connection, name):
    offset, found = await earliest_offset(connection, name), []
    while True:
        wanted = FetchRequest.FetchPartition(partition=0, fetch_offset=offset, partition_max_bytes=1 << 20)
        request = FetchRequest(
            replica_id=-1,
            max_wait_ms=1,
            min_bytes=0,
            max_bytes=1 << 20,
            topics=[FetchRequest.FetchTopic(topic=name, partitions=[wanted])],
        )
        data = (await connection.request(request, version=11)).responses[0].partitions[0]
        assert data.error_code == 0
        records = [record for record in iter_records(data.records or b"") if record.offset >= offset]
        if not records:
            return found
        found += [(record.offset, record.value) for record in records]
        offset = records[-1].offset + 1


async def earliest_offset(connection, name):
    partition = ListOffsetsRequest.ListOffsetsPartition(partition_index=0, timestamp=-2)
    topic = ListOffsetsRequest.ListOffsetsTopic(name=name, partitions=[partition])
    response = await connection.request(ListOffsetsRequest(replica_id=-1, topics=[topic]), version=2)
    (found,) = response.topics[0].partitions
    assert found.error_code == 0
    return found.offset


def check_is_genuine(found):
    """What is there was written there: no record is torn, doubled or in another's place."""
    for records in found.values():
        assert [offset for offset, _ in records] == [int(value) for _, value in records]


def check_is_whole(found, acknowledged):
    """Nothing that was acknowledged is lost, but for what compaction and retention take."""
    values = {name: [value for _, value in records] for name, records in found.items()}
    count = {name: len(records) for name, records in acknowledged.items()}
    assert values["plain"][: count["plain"]] == acknowledged["plain"]
    for value in acknowledged["short"][-SHORT_KEEPS:]:
        assert value in values["short"]
    last = {int(value) % KEYS: int(value) for value in values["keyed"]}
    for value in acknowledged["keyed"][-KEYS:]:
        assert last[int(value) % KEYS] >= int(value)


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "settings"), [(1, {}), (2, {}), (5, IN_THREADS)])
async def test_what_was_fsynced_before_it_was_acknowledged_outlives_a_power_loss(seed, settings):
    life = Life(seed, 0.03, FSYNC_EACH | settings)
    await life.live()
    assert len(life.moments) > 10
    for number, moment in enumerate(life.moments):
        found = await life.found_after(moment, seed=1000 * seed + number)
        check_is_genuine(found)
        check_is_whole(found, moment.acknowledged)


@pytest.mark.slow
@pytest.mark.parametrize("settings", [{}, IN_THREADS], ids=["on the loop", "in threads"])
async def test_what_was_not_fsynced_is_lost_or_genuine(settings):
    life = Life(3, 0.03, settings)
    await life.live()
    lost = 0
    for number, moment in enumerate(life.moments):
        found = await life.found_after(moment, seed=number)
        check_is_genuine(found)
        lost += sum(len(values) for values in moment.acknowledged.values()) > sum(map(len, found.values()))
    assert lost, "or there was nothing to lose"


@pytest.mark.slow
async def test_what_a_broker_wrote_before_it_stopped_outlives_a_power_loss():
    life = Life(4, 0.0, {})
    await life.live()
    life.note()
    (moment,) = life.moments
    for seed in range(5):
        stopped = Moment(copy.deepcopy(moment.disk), moment.acknowledged)
        found = await life.found_after(stopped, seed)
        check_is_genuine(found)
        check_is_whole(found, moment.acknowledged)


def test_a_data_directory_that_the_broker_makes_keeps_its_name():
    for seed in range(30):
        disk = MemoryDisk()
        filesystem = MemoryFileSystem(disk, now_ms=lambda: 0, ticks=lambda: 0)
        LogDir(LOG_DIR, filesystem).lock()
        filesystem.write_atomically(f"{LOG_DIR}/file", b"durable")
        filesystem.kill()
        disk.lose_power(random.Random(seed))
        left = MemoryFileSystem(disk, now_ms=lambda: 0, ticks=lambda: 0)
        assert left.read_file(f"{LOG_DIR}/file") == b"durable"
