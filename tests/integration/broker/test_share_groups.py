"""Share groups of three brokers (KIP-932): members share partitions, over the death of their coordinator."""

from __future__ import annotations

import asyncio

import pytest

from kavka import Admin, LocalCluster, Producer
from kavka.common.types import NewTopic
from kavka.protocol.errors import ErrorCode
from tests.support.group.raw_share_members import RawShareGroup, assigned

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]

CONFIG = {"inter.broker.protocol.version": "3.9", "zookeeper.session.timeout.ms": "3000"}
WAIT_SECONDS_MAX = 60


@pytest.fixture
async def cluster():
    async with LocalCluster(3, in_loop=True, config=CONFIG) as cluster, Admin(cluster.bootstrap) as admin:
        await admin.create_topics([NewTopic(name="t", num_partitions=4, replication_factor=3)])
        yield cluster


@pytest.fixture
def group(cluster):
    addresses = [(host, int(port)) for host, _, port in (a.rpartition(":") for a in cluster.bootstrap.split(","))]
    return RawShareGroup(addresses, "g")


async def until_shared(group, *member_ids):
    """Beats for members until all four partitions are theirs; returns which of them each has, and its epoch."""
    epochs = dict.fromkeys(member_ids, 0)
    shares = {member_id: set() for member_id in member_ids}
    async with asyncio.timeout(WAIT_SECONDS_MAX):
        while set().union(*shares.values()) != set(range(4)) or not all(shares.values()):
            for member_id in member_ids:
                heard = await group.beat(member_id, epochs[member_id], ["t"])
                assert heard.error_code == ErrorCode.NONE, heard
                epochs[member_id], shares[member_id] = heard.member_epoch, assigned(heard)
    return shares, epochs


async def test_members_share_partitions_and_outlive_their_coordinator(cluster, group):
    shares, epochs = await until_shared(group, "a", "b")
    assert sorted(map(len, shares.values())) == [2, 2]
    described = await group.described()
    assert (described.group_state, described.assignor_name, len(described.members)) == ("Stable", "simple", 2)
    await cluster.kill(await group.coordinator())
    for member_id, share in shares.items():
        heard = await group.beat(member_id, epochs[member_id], ["t"])
        assert (heard.error_code, assigned(heard)) == (ErrorCode.NONE, share)
    assert (await group.beat("b", -1)).error_code == ErrorCode.NONE
    assert assigned(await group.beat("a", epochs["a"])) == set(range(4))


async def test_offsets_are_described_altered_and_deleted_and_the_group_with_them(cluster, group):
    async with Producer(cluster.bootstrap, acks="all") as producer, Admin(cluster.bootstrap) as admin:
        for partition in range(4):
            for _ in range(10):
                await producer.send("t", b"x", partition=partition)
        await producer.flush()
        await until_shared(group, "a")
        assert (await group.alter("t", {0: 3})).error_code == ErrorCode.NON_EMPTY_GROUP
        await group.beat("a", -1)
        altered = await group.alter("t", {0: 3, 1: 10, 9: 1})
        codes = {part.partition_index: part.error_code for part in altered.responses[0].partitions}
        assert codes == {0: 0, 1: 0, 9: ErrorCode.UNKNOWN_TOPIC_OR_PARTITION}
        offsets = await group.offsets()
        assert (offsets["t", 0], offsets["t", 1], offsets["t", 2]) == ((3, 7), (10, 0), (-1, -1))
        assert (await group.forget("t")).responses[0].error_code == ErrorCode.NONE
        assert await group.offsets() == {}
        await admin.delete_group("g")
        assert (await group.described()).error_code == ErrorCode.GROUP_ID_NOT_FOUND
