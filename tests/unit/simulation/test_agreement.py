"""What keeps a cluster from being settled is said in words, whatever somebody wrote into ZooKeeper by hand."""

from __future__ import annotations

import asyncio

import pytest

from kavka.client.admin import Admin
from kavka.common.types import NewTopic
from kavka.simulation.agreement import unsettled
from kavka.simulation.cluster import simulated
from kavka.simulation.znode_hands import set_znode


@pytest.mark.parametrize("path", ["/controller", "/brokers/topics/t", "/brokers/topics/t/partitions/0/state"])
def test_a_node_that_cannot_be_read_is_named(path):
    cluster = simulated(1)

    async def create():
        async with Admin(cluster.bootstrap) as admin:
            await admin.create_topics([NewTopic(name="t", num_partitions=1, replication_factor=3)])

    async def whole():
        async with asyncio.timeout(300):
            await cluster.start_all()
            await cluster.client("admin", create)
            while unsettled(cluster, cluster.zookeeper.tree):
                await cluster.zookeeper.clock.sleep(500)
            set_znode(cluster.zookeeper, path, "no JSON")
            return unsettled(cluster, cluster.zookeeper.tree)

    with cluster.world() as loop:
        reasons = loop.run_until_complete(whole())
    assert [reason for reason in reasons if reason.startswith(f"{path} cannot be read: ")]
