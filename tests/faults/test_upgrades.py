"""A cluster's `inter.broker.protocol.version` goes up from 2.0 to 3.9 and back to 3.0, a broker at a time, under load.

Kafka's own procedure: brokers of the old and of the new value are in one cluster for a while, under a controller of
either. Whatever the mixture, producers and consumers see none of it, and topics made in any of its stages work.
"""

from __future__ import annotations

import pytest

from kavka import Admin, Consumer, LocalCluster, Producer, TopicPartition
from kavka.common.types import NewTopic
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.inter_broker_versions import InterBrokerVersion
from kavka.zk import paths
from kavka.zk.kazoo_client import KazooZk
from tests.support.faults.states import PARTITIONS, check, controller, create, until_alike, until_in_sync
from tests.support.faults.workload import running

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

PROTOCOL = "inter.broker.protocol.version"
ROUTE = ("2.0-IV1", "3.0-IV1", "3.9-IV0", "3.0-IV1")
CONFIG = {
    "zookeeper.session.timeout.ms": "6000",
    "replica.lag.time.max.ms": "10000",
    "offsets.topic.replication.factor": "3",
    "auto.leader.rebalance.enable": "false",
}
RECORDS = 20


async def restart_all(cluster: LocalCluster, admin: Admin, zk: KazooZk, workload, version: str, *, office: str) -> None:
    """Each broker gets the value, the controller's after the others'."""
    last = await controller(zk)
    for turn, broker_id in enumerate(sorted(range(3), key=lambda broker_id: broker_id == last)):
        await workload.progress(RECORDS)
        await cluster.stop_broker(broker_id)
        await workload.progress(RECORDS)
        await cluster.restart(broker_id, config={PROTOCOL: version})
        await until_in_sync(admin)
        if turn == 0 and office == "new":
            await elect(zk, broker_id)


async def elect(zk: KazooZk, broker_id: int) -> None:
    """Has all elect a controller again until it is this one."""
    while await controller(zk) != broker_id:
        await zk.delete(paths.CONTROLLER)


async def use_a_topic(cluster: LocalCluster, admin: Admin, name: str) -> None:
    """A topic that this stage makes is written, and a group commits what it read of it."""
    await admin.create_topics([NewTopic(name=name, num_partitions=1, replication_factor=3)])
    async with Producer(cluster.bootstrap, acks="all") as producer:
        for number in range(3):
            await producer.send_and_wait(name, b"%d" % number)
    async with Consumer(cluster.bootstrap, group_id="g", offset_reset="earliest", auto_commit=False) as consumer:
        consumer.subscribe(name)
        assert (await anext(consumer)).value == b"0"
        await consumer.commit({TopicPartition(name, 0): 1})


@pytest.mark.parametrize("office", ["old", pytest.param("new", marks=pytest.mark.soak)])
async def test_up_to_3_9_and_back_to_3_0_under_load_loses_nothing(office):
    """While two of three brokers have the old value, the controller has it, too, or has the new one already."""
    async with (
        LocalCluster(3, config=CONFIG | {PROTOCOL: ROUTE[0]}) as cluster,
        Admin(cluster.bootstrap) as admin,
    ):
        zk = KazooZk(cluster.zookeeper)
        await zk.start(10_000)
        try:
            await create(admin)
            made = []
            async with running(cluster.bootstrap, "t", PARTITIONS, is_idempotent=True) as workload:
                for stage, version in enumerate(ROUTE):
                    if stage:
                        await restart_all(cluster, admin, zk, workload, version, office=office)
                    made.append(f"made-{stage}")
                    await use_a_topic(cluster, admin, made[-1])
                    offered = InterBrokerVersion(version).ranges(beyond=True)
                    assert (await admin.api_versions(0))[ApiKey.FETCH] == offered[ApiKey.FETCH]
            assert workload.failures == []
            await check(cluster.bootstrap, admin, workload.history)
            for partition, replicas in (await until_alike(cluster.bootstrap)).items():
                values = list(replicas[0].values().values())
                sent = workload.history.sent[partition]  # the last may have been on its way when the workload ended
                assert values in (sent, sent[:-1])
            committed = await admin.list_group_offsets("g")
            assert {tp.topic: found.offset for tp, found in committed.items()} == dict.fromkeys(made, 1)
            topics = {info.name: info for info in await admin.describe_topics(["t", *made])}
            assert all(len(info.partitions[0].isr) == 3 for info in topics.values())
            ids = {name: info.topic_id for name, info in topics.items()}
            assert bytes(16) not in ids.values(), "topics of before 2.8 got theirs from a controller of 3.0"
            for name, topic_id in ids.items():
                data, _ = await zk.get(paths.topic(name))
                assert paths.TopicZNode.decode(data).topic_id == topic_id
            await admin.delete_topics(["t", *made])
        finally:
            await zk.close()
