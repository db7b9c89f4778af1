"""The bundled share consumer with our own brokers: what a user sees of records, members, restarts and settings."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from kavka import (
    AcknowledgeType,
    Admin,
    ConfigResource,
    LocalCluster,
    NewTopic,
    Producer,
    ShareConsumer,
    TopicPartition,
)
from kavka.client.configs import Changes
from kavka.client.share_buffer import ShareRecord
from kavka.protocol.errors import GroupIdNotFound
from tests.support.http.web import ask

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]

GROUP = "workers"
SECONDS_MAX = 60
KINDS = ("Accept", "Release", "Reject", "Renew")
CONFIG = {
    "group.share.heartbeat.interval.ms": "50",
    "group.share.min.heartbeat.interval.ms": "50",
    "group.share.min.record.lock.duration.ms": "1000",
    "group.share.delivery.count.limit": "3",
}


class World:
    """A cluster whose topic has records that its share group reads from the first on."""

    def __init__(self, cluster: LocalCluster) -> None:
        self.cluster = cluster

    async def begin(self, records: int, *, partitions: int = 3, replicas: int = 1) -> None:
        async with Admin(self.cluster.bootstrap) as admin:
            await admin.create_topics([NewTopic("jobs", partitions, replicas)])
            await admin.alter_configs(ConfigResource.group(GROUP), Changes(set={"share.auto.offset.reset": "earliest"}))
        await self.write(0, records)

    async def write(self, first: int, count: int) -> None:
        async with Producer(self.cluster.bootstrap) as producer:
            for number in range(first, first + count):
                await producer.send("jobs", b"%d" % number)

    def member(self, **options: object) -> ShareConsumer:
        return ShareConsumer(self.cluster.bootstrap, group_id=GROUP, **options)  # type: ignore[arg-type]


async def polled(member: ShareConsumer) -> dict[TopicPartition, list[ShareRecord]]:
    """Polls until there are records."""
    while not (found := await member.poll(timeout_ms=200)):
        pass
    return found


async def work(member: ShareConsumer, done: Counter[bytes], enough: int) -> None:
    """Reads until all of the members together have so many different records."""
    async with member:
        member.subscribe("jobs")
        while len(done) < enough:
            for records in (await member.poll(timeout_ms=200)).values():
                done.update(record.value for record in records)


async def test_members_share_what_a_partition_has_and_each_record_comes_once():
    async with LocalCluster(1, in_loop=True, config=CONFIG) as cluster:
        world = World(cluster)
        await world.begin(300, partitions=1)
        done: Counter[bytes] = Counter()
        async with asyncio.timeout(SECONDS_MAX), asyncio.TaskGroup() as members:
            for _ in range(3):
                members.create_task(work(world.member(fetch_records_max=20, acquire_mode="record_limit"), done, 300))
        assert done == Counter(b"%d" % number for number in range(300))


async def test_what_nobody_can_handle_comes_as_often_as_the_limit_says():
    async with LocalCluster(1, in_loop=True, config=CONFIG) as cluster:
        world = World(cluster)
        await world.begin(3, partitions=1)
        seen: list[tuple[bytes | None, int]] = []
        async with asyncio.timeout(SECONDS_MAX), world.member(acknowledgement_mode="explicit") as member:
            member.subscribe("jobs")
            while len(seen) < 6:
                for records in (await member.poll(timeout_ms=200)).values():
                    for record in records:
                        seen.append((record.value, record.delivery_count))
                        kind = {b"0": AcknowledgeType.ACCEPT, b"1": AcknowledgeType.REJECT}
                        member.acknowledge(record, kind.get(record.value or b"", AcknowledgeType.RELEASE))
                if (b"2", 3) in seen:
                    await member.commit()
                    await world.write(3, 1)
                    break
            last = [record.value for records in (await member.poll(timeout_ms=10_000)).values() for record in records]
        assert sorted(seen) == [(b"0", 1), (b"1", 1), (b"2", 1), (b"2", 2), (b"2", 3)]
        assert last == [b"3"]


async def test_brokers_that_restart_lose_no_record():
    async with LocalCluster(3, in_loop=True, config=CONFIG) as cluster:
        world = World(cluster)
        await world.begin(200, replicas=3)
        done: Counter[bytes] = Counter()
        async with asyncio.timeout(3 * SECONDS_MAX), asyncio.TaskGroup() as members:
            for _ in range(2):
                members.create_task(work(world.member(fetch_records_max=10), done, 400))
            for broker_id in range(3):
                await cluster.stop_broker(broker_id)
                await cluster.start_broker(broker_id)
            await world.write(200, 200)
        assert done.keys() == {b"%d" % number for number in range(400)}


async def test_a_group_is_seen_and_moved_from_outside():
    async with LocalCluster(1, in_loop=True, config=CONFIG) as cluster:
        world = World(cluster)
        await world.begin(10, partitions=1)
        async with asyncio.timeout(SECONDS_MAX), Admin(cluster.bootstrap) as admin:
            async with world.member() as member:
                member.subscribe("jobs")
                while not await member.poll(timeout_ms=200):
                    pass
                group = await admin.describe_share_group(GROUP)
                assert (group.state, len(group.members)) == ("Stable", 1)
            listed = [(group.group, group.group_type) for group in await admin.list_share_groups()]
            assert listed == [(GROUP, "share")]
            (offset,) = (await admin.list_share_group_offsets(GROUP)).values()
            assert (offset.start_offset, offset.lag) == (10, 0)
            await admin.delete_group(GROUP)
            with pytest.raises(GroupIdNotFound):
                await admin.describe_share_group(GROUP)


async def series(url: str) -> dict[str, float]:
    """What a broker exports, by series."""
    lines = (await ask(url)).body.decode().splitlines()
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if line[:1] != "#")}


async def test_what_members_do_is_counted_by_kafkas_names():
    config = {**CONFIG, "kavka.metrics.partitions": "jobs"}
    async with LocalCluster(1, in_loop=True, config=config) as cluster, asyncio.timeout(SECONDS_MAX):
        [url] = cluster.state.public()["metrics"]
        world = World(cluster)
        await world.begin(4, partitions=1)
        labels = '{group="workers",partition="0",topic="jobs"}'
        async with world.member(acknowledgement_mode="explicit") as member:
            member.subscribe("jobs")
            records = [each for batch in (await polled(member)).values() for each in batch]
            before = await series(url)
            assert before[f"kafka_server_sharepartitionmetrics_inflightmessagecount{labels}"] == len(records)
            runs = before[f"kafka_server_sharepartitionmetrics_inflightbatchcount{labels}"]
            of_runs = labels.replace(',topic="jobs"', ',quantile="0.999",topic="jobs"')
            largest = before[f"kafka_server_sharepartitionmetrics_inflightbatchmessagecount{of_runs}"]
            assert 0 < largest <= len(records) <= largest * runs
            assert before["kafka_server_sharesessioncache_sharesessionscount"] == 1
            assert before["kafka_server_sharesessioncache_sharepartitionscount"] == 1
            for record in records:
                member.acknowledge(record, AcknowledgeType.REJECT if record.offset else AcknowledgeType.ACCEPT)
            await member.commit()
            after = await series(url)
        told = {
            kind: after[f'kafka_server_sharegroupmetrics_recordacknowledgements_total{{ackType="{kind}"}}']
            for kind in KINDS
        }
        assert told == {"Accept": 1, "Reject": len(records) - 1, "Release": 0, "Renew": 0}
        topic = 'kafka_server_brokertopicmetrics_%s_total{topic="jobs"}'
        assert after[topic % "totalshareacknowledgementrequests"] == 1
        assert after[topic % "failedshareacknowledgementrequests"] == 0
        assert after[topic % "totalsharefetchrequests"] >= 1
        assert after["kafka_server_sharegroupmetrics_partitionloadtimems_count"] == 1
        assert (await series(url))["kafka_server_sharesessioncache_sharesessionscount"] == 0


async def test_locks_that_end_are_counted():
    config = {**CONFIG, "kavka.metrics.partitions": "jobs", "group.share.record.lock.duration.ms": "1000"}
    async with LocalCluster(1, in_loop=True, config=config) as cluster, asyncio.timeout(SECONDS_MAX):
        [url] = cluster.state.public()["metrics"]
        world = World(cluster)
        await world.begin(1, partitions=1)
        labels = '{group="workers",partition="0",topic="jobs"}'
        name = f"kafka_server_sharepartitionmetrics_acquisitionlocktimeout_total{labels}"
        async with world.member(acknowledgement_mode="explicit") as member:
            member.subscribe("jobs")
            assert await polled(member)
            while (await series(url))[name] == 0:  # noqa: ASYNC110
                await asyncio.sleep(0.1)
