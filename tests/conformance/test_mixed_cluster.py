"""Apache Kafka's broker as the fourth of a cluster of ours, under our controller and then as the controller itself.

Brokers 0, 1 and 2 are ours, 3 is Kafka's: 3.9.1 in the profiles 3.9 and 3.0, 2.0.0 in the profile 2.0. A producer
(acks=all) and a consumer run through everything that happens; at the end `tests/support/faults/checker.py` holds all
replicas, ours and theirs, against what the two were told. How far this goes: docs/decisions/0019, 0091.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import time

import pytest

from kavka import Admin, Producer, TopicPartition
from kavka.client import reassignments
from kavka.common.types import NewTopic
from kavka.protocol.errors import InvalidTimestamp
from kavka.zk import paths
from kavka.zk.errors import NoNode
from kavka.zk.kazoo_client import KazooZk
from tests.support.faults.checker import FETCH_VERSION, FETCH_VERSION_OF_KAFKA
from tests.support.faults.states import check, until, until_in_sync
from tests.support.faults.workload import running
from tests.support.kafka.apache_broker import AS_KAFKA_3_9, ApacheBroker
from tests.support.processes.cluster import KavkaProcess
from tests.support.zookeeper.zookeepers import ZOOKEEPERS

pytestmark = [pytest.mark.conformance]

THEIRS = 3
PROTOCOLS = {"3.9-IV0": "3.9.1", "3.0-IV1": "3.9.1", "2.0-IV1": "2.0.0"}
"""inter.broker.protocol.version, which both kinds speak to each other unasked → their release."""
PARTITIONS = 3
SETTINGS = {
    "auto.leader.rebalance.enable": "false",
    "replica.lag.time.max.ms": "3000",
    "zookeeper.session.timeout.ms": "12000",
    "offsets.topic.replication.factor": "1",
}
RECORDS = 30
"""Acknowledged in each partition, between two things that happen."""
OLD_MS = 24 * 3600 * 1000
TURNS_MAX = 1200
TURN_SECONDS = 0.05


class Mixed:
    """Both kinds of brokers."""

    def __init__(self, ours: KavkaProcess, theirs: ApacheBroker, zookeeper: str, release: str) -> None:
        self.ours = ours
        self.theirs = theirs
        self.zookeeper = zookeeper
        self.release = release

    @property
    def bootstrap(self) -> str:
        return f"{self.ours.bootstrap},{self.theirs.bootstrap}"

    @contextlib.contextmanager
    def paused(self, *brokers: int):
        """Some brokers stand still."""
        self._signal(brokers, signal.SIGSTOP)
        try:
            yield
        finally:
            self._signal(brokers, signal.SIGCONT)

    def _signal(self, brokers, number):
        for broker in brokers:
            if broker == THEIRS:
                self.theirs.signal(number)
            else:
                os.kill(self.ours.broker_pids[broker], number)

    async def controller(self) -> int:
        """Who holds /controller; −1: nobody."""
        async with self._zk() as zk:
            try:
                data, _ = await zk.get(paths.CONTROLLER)
            except NoNode:
                return -1
            return paths.ControllerZNode.decode(data).broker_id

    async def until_controller(self, is_wanted) -> int:
        """Until the right one is the controller."""
        for _ in range(TURNS_MAX):
            found = await self.controller()
            if is_wanted(found):
                return found
            await asyncio.sleep(TURN_SECONDS)
        raise AssertionError(f"the controller is {found}")

    async def depose(self) -> None:
        """Lets all elect again."""
        async with self._zk() as zk:
            await zk.delete(paths.CONTROLLER)

    async def ask(self, path: str, body) -> None:
        """Asks the controller for something through a znode, which it deletes when that is done."""
        async with self._zk() as zk:
            await zk.create(path, body.encode())
            for _ in range(TURNS_MAX):
                if await zk.exists(path) is None:
                    return
                await asyncio.sleep(TURN_SECONDS)
        raise AssertionError(f"{path} is still there")

    async def refuse_old_records(self) -> None:
        """Changes a setting of the topic as any tool does it: the setting, then a note that it changed."""
        wanted = {"min.insync.replicas": "2", "message.timestamp.difference.max.ms": str(OLD_MS // 2)}
        async with self._zk() as zk:
            await zk.set(paths.config("topics", "t"), paths.ConfigZNode(wanted).encode())
            note = paths.ConfigChangeZNode("topics/t")
            await zk.create(paths.CONFIG_CHANGE_PREFIX, note.encode(), sequential=True)

    @contextlib.asynccontextmanager
    async def _zk(self):
        zk = KazooZk(self.zookeeper)
        await zk.start(10_000)
        try:
            yield zk
        finally:
            await zk.close()


@contextlib.contextmanager
def mixed(tools, protocol, folder, zookeeper, *, first):
    """All four brokers, those of `first` before the others: they have the controller."""
    settings = SETTINGS | {"inter.broker.protocol.version": protocol}
    ours = KavkaProcess(folder / "ours", zookeeper=zookeeper, config=settings | AS_KAFKA_3_9, brokers=3)
    theirs = ApacheBroker(tools, folder / "theirs", THEIRS, zookeeper, settings=settings)
    in_order = (theirs, ours) if first == "theirs" else (ours, theirs)
    try:
        for each in in_order:
            each.start()
        yield Mixed(ours, theirs, zookeeper, PROTOCOLS[protocol])
    finally:
        theirs.stop()
        status = ours.stop()
    assert status == 0, ours.log()


@pytest.fixture(params=ZOOKEEPERS)
def zookeeper(request, tmp_path):
    with ZOOKEEPERS[request.param](tmp_path / "zookeeper") as address:
        yield address


@pytest.fixture
def apache(request, protocol):
    """The tools, and so the broker, of their release."""
    return request.getfixturevalue("old_tools" if PROTOCOLS[protocol] == "2.0.0" else "tools")


async def create(admin):
    """Theirs follows in two partitions and leads the third."""
    assignments = {0: [0, 1, THEIRS], 1: [1, THEIRS, 2], 2: [THEIRS, 0, 1]}
    await admin.create_topics([NewTopic(name="t", assignments=assignments, configs={"min.insync.replicas": "2"})])
    await until(admin, leaders_are(0, 1, THEIRS), "they are led as wished")
    await until_in_sync(admin)


def leaders_are(*wanted):
    return lambda partitions: [partitions[number].leader for number in sorted(partitions)] == list(wanted)


async def elect_preferred(mixed, admin, *wanted):
    partitions = tuple(TopicPartition("t", number) for number in range(PARTITIONS))
    if mixed.release == "2.0.0":  # has no API for this
        await mixed.ask(paths.PREFERRED_REPLICA_ELECTION, paths.PreferredReplicaElectionZNode(partitions))
    else:
        await admin.elect_leaders(reassignments.PREFERRED, partitions)
    await until(admin, leaders_are(*wanted), "the first of each list leads")


async def leave_and_return(mixed, admin, workload, *brokers):
    """Followers that lead nothing stand still for longer than the lag allowed: leaders of both kinds have them leave
    the ISR with the controller's consent, and come back."""
    with mixed.paused(*brokers):
        await until(admin, lambda p: all(set(brokers).isdisjoint(i.isr) for i in p.values()), "they left the ISRs")
        await workload.progress(RECORDS)
    await until_in_sync(admin)
    await workload.progress(RECORDS)


async def move_partition_0(mixed, admin, workload, replicas):
    """Moves a partition, also to a broker that has nothing of it yet, and has the first of the list lead it."""
    wanted = {TopicPartition("t", 0): tuple(replicas)}
    if mixed.release == "2.0.0":  # nor for this
        await mixed.ask(paths.REASSIGN_PARTITIONS, paths.ReassignPartitionsZNode(wanted))
    else:
        await admin.alter_partition_reassignments(wanted)
    await until(admin, lambda p: list(p[0].replicas) == replicas and set(p[0].isr) == set(replicas), "it is moved")
    await elect_preferred(mixed, admin, replicas[0], 1, THEIRS)
    await workload.progress(RECORDS)


async def hear_of_a_setting(mixed):
    """Leaders of both kinds refuse old records from now on. (Not large ones: followers of Kafka 2.0.0 refuse those,
    too, and one that their leader took before it heard of the limit ends the follower's fetcher.)"""
    await mixed.refuse_old_records()
    old = int(time.time() * 1000) - OLD_MS
    async with Producer(mixed.bootstrap, idempotent=False) as producer:
        for partition in (1, 2):
            for _ in range(TURNS_MAX):
                try:
                    await producer.send_and_wait("t", b"old", partition=partition, timestamp=old)
                except InvalidTimestamp:
                    break
                await asyncio.sleep(TURN_SECONDS)
            else:
                raise AssertionError(f"partition {partition} takes everything")


async def finish(mixed, admin, history):
    """Compares all replicas, and has the topic deleted everywhere."""
    version = FETCH_VERSION if mixed.release == "2.0.0" else FETCH_VERSION_OF_KAFKA
    await check(mixed.bootstrap, admin, history, fetch_version=version)
    await admin.delete_topics(["t"])
    folders = [mixed.theirs.log_dir, *(mixed.ours.data_dir / f"broker-{number}" for number in range(3))]
    for _ in range(TURNS_MAX):
        left = [path for folder in folders for path in folder.glob("t-?")]
        if not left:
            return
        await asyncio.sleep(TURN_SECONDS)
    raise AssertionError(f"not deleted: {left}")


@pytest.mark.parametrize("protocol", PROTOCOLS)
async def test_theirs_follows_and_leads_under_our_controller(apache, protocol, tmp_path, zookeeper):
    with mixed(apache, protocol, tmp_path, zookeeper, first="ours") as cluster:
        theirs = cluster.theirs
        assert await cluster.controller() != THEIRS
        async with Admin(cluster.bootstrap) as admin:
            await create(admin)
            async with running(cluster.bootstrap, "t", PARTITIONS) as workload:
                await workload.progress(RECORDS)
                await hear_of_a_setting(cluster)
                await move_partition_0(cluster, admin, workload, [THEIRS, 1, 2])

                await leave_and_return(cluster, admin, workload, 0 if await cluster.controller() == 2 else 2)

                await asyncio.to_thread(theirs.stop)
                await until(admin, lambda p: all(THEIRS not in info.isr for info in p.values()), "it is relieved")
                await workload.progress(RECORDS)
                await asyncio.to_thread(theirs.start)
                await until_in_sync(admin)
                await elect_preferred(cluster, admin, THEIRS, 1, THEIRS)
                await workload.progress(RECORDS)

                await asyncio.to_thread(theirs.kill)
                await until(admin, lambda p: all(info.leader != THEIRS for info in p.values()), "others lead")
                await workload.progress(RECORDS)
                await asyncio.to_thread(theirs.start)
                await until_in_sync(admin)
                await workload.progress(RECORDS)
            await finish(cluster, admin, workload.history)


@pytest.mark.parametrize("protocol", PROTOCOLS)
async def test_ours_follow_and_lead_under_their_controller_and_it_changes_hands(apache, protocol, tmp_path, zookeeper):
    with mixed(apache, protocol, tmp_path, zookeeper, first="theirs") as cluster:
        theirs = cluster.theirs
        assert await cluster.controller() == THEIRS
        async with Admin(cluster.bootstrap) as admin:
            await create(admin)
            async with running(cluster.bootstrap, "t", PARTITIONS) as workload:
                await workload.progress(RECORDS)
                await hear_of_a_setting(cluster)
                await move_partition_0(cluster, admin, workload, [1, THEIRS, 2])
                await leave_and_return(cluster, admin, workload, 0, 2)

                await asyncio.to_thread(theirs.stop)
                await cluster.until_controller(lambda found: found in {0, 1, 2})
                await until(admin, lambda p: all(THEIRS not in info.isr for info in p.values()), "it is relieved")
                await workload.progress(RECORDS)
                await asyncio.to_thread(theirs.start)
                await until_in_sync(admin)

                with cluster.paused(0, 1, 2):  # ours, the controller among them, sleep through an election
                    await cluster.depose()
                    await cluster.until_controller(lambda found: found == THEIRS)
                await until_in_sync(admin)
                await elect_preferred(cluster, admin, 1, 1, THEIRS)
                await workload.progress(RECORDS)

                await asyncio.to_thread(theirs.kill)
                await cluster.until_controller(lambda found: found in {0, 1, 2})
                await until(admin, lambda p: all(info.leader in {0, 1, 2} for info in p.values()), "others lead")
                await workload.progress(RECORDS)
                await asyncio.to_thread(theirs.start)
                await until_in_sync(admin)
                await workload.progress(RECORDS)
            await finish(cluster, admin, workload.history)


@pytest.mark.parametrize("first", ["ours", "theirs"])
@pytest.mark.parametrize("protocol", ["3.9-IV0", "3.0-IV1"])
async def test_an_idempotent_producer_gets_its_id_from_either_kind(tools, tmp_path, protocol, first):
    """From 3.0 on a broker of Kafka's asks the controller for a block of ids (KIP-730)."""
    with (
        ZOOKEEPERS["embedded"](tmp_path / "zookeeper") as zookeeper,
        mixed(tools, protocol, tmp_path, zookeeper, first=first) as cluster,
    ):
        async with Admin(cluster.bootstrap) as admin:
            await create(admin)
        for bootstrap in (cluster.theirs.bootstrap, cluster.ours.bootstrap):
            async with Producer(bootstrap) as producer:
                for partition in range(PARTITIONS):
                    await producer.send_and_wait("t", b"v", partition=partition)
