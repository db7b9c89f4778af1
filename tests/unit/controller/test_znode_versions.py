"""The nodes that a controller writes are of the version that Kafka's wrote under the same protocol version."""

from __future__ import annotations

import json

import pytest

from kavka.zk import paths
from kavka.zk.features import FEATURE, SUPPORTED, FeatureZNode, Levels
from tests.support.controller.harness import cluster


@pytest.mark.parametrize(("profile", "version"), [("2.0", None), ("3.0", 1), ("3.2", 1), ("3.3", 2), ("3.9", 2)])
async def test_features_are_switched_on_where_the_profile_has_them(profile, version):
    """/feature is made (KIP-584), or switched on where a controller of an older Kafka left it off."""
    async with cluster(1, 2, profile=profile) as c:
        there = await c.admin.exists(FEATURE)
        assert (there is not None) == (version is not None)
        if there is None:
            return
        on = FeatureZNode(version=version).encode()
        assert (await c.admin.get(FEATURE))[0] == on
        await c.admin.set(FEATURE, FeatureZNode(is_enabled=False).encode())
        await c.remove_broker(1)
        assert (await c.admin.get(FEATURE))[0] == on


async def test_features_keep_what_they_say_when_their_node_is_of_an_older_version():
    async with cluster(1, 2, profile="3.9") as c:
        await c.admin.set(FEATURE, FeatureZNode({"old": Levels(1, 3)}).encode())
        await c.remove_broker(1)
        assert (await c.admin.get(FEATURE))[0] == FeatureZNode({"old": Levels(1, 3)}, version=2).encode()


@pytest.mark.parametrize(("profile", "version"), [("2.0", 1), ("3.0", 1), ("3.4", 2), ("3.9", 2)])
async def test_the_controllers_node_is_kafkas_of_that_time(profile, version):
    async with cluster(1, profile=profile) as c:
        body = json.loads((await c.admin.get(paths.CONTROLLER))[0])
        assert (body["version"], body["brokerid"]) == (version, 1)
        assert body.get("kraftControllerEpoch") == (-1 if version == 2 else None)


def later(*brokers):
    """A cluster whose brokers offer what Kafka 4 brought."""
    return cluster(*brokers, profile="3.9", supported_features=SUPPORTED)


async def finalized(c):
    return {name: levels.high for name, levels in FeatureZNode.decode((await c.admin.get(FEATURE))[0]).features.items()}


async def test_a_new_cluster_starts_with_what_kafka_4_would():
    async with later(1, 2) as c:
        assert await finalized(c) == {"transaction.version": 2}
        assert sorted(c.context.brokers) == [1, 2]


async def test_a_cluster_of_before_stays_until_an_administrator_upgrades_it():
    """Whether it has its node of features, or is so old that it has none but topics."""
    for node in (FeatureZNode(version=2).encode(), None):
        async with later(1, 2) as c:
            await c.create("old", factor=2)
            if node is None:
                await c.admin.delete(FEATURE)
            else:
                await c.admin.set(FEATURE, node)
            await c.remove_broker(1)
            assert await finalized(c) == {}


async def test_a_broker_that_lacks_what_is_finalized_is_ignored(caplog):
    """As by Kafka's own controller; after the feature is taken back it is welcome."""
    async with later(1, 2) as c:
        c.strangers.add(3)
        await c.add_broker(3)
        assert sorted(c.context.brokers) == [1, 2]
        assert "broker 3 is ignored: it does not support transaction.version 2" in caplog.text
        await c.remove_broker(1)
        await c.remove_broker(3)
        await c.admin.set(FEATURE, FeatureZNode(version=2).encode())
        await c.add_broker(3)
        assert sorted(c.context.brokers) == [2, 3]
