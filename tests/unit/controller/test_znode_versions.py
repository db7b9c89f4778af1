"""The nodes that a controller writes are of the version that Kafka's wrote under the same protocol version."""

from __future__ import annotations

import json

import pytest

from kavka.zk import paths
from kavka.zk.features import FEATURE, FeatureZNode, Levels
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
