"""Offsets asked of leaders, where a partition is newer than the client's metadata."""

import pytest

from kavka.client.cluster import Cluster
from kavka.client.offsets import EARLIEST, list_offsets
from kavka.common.types import TopicPartition
from kavka.wire.cluster_view import NoSuchPartition
from tests.support.clients.fake_broker import FakeCluster

ADDED = TopicPartition("t", 3)


@pytest.fixture
async def fake():
    async with FakeCluster(brokers=2, topics={"t": 3}) as cluster:
        yield cluster


def client(fake):
    return Cluster(fake.bootstrap, client_id="test", retry_backoff_ms=1, api_timeout_ms=3_000)


async def test_a_partition_that_may_be_new_is_looked_for_again(fake):
    """A group's coordinator assigns it before the client's metadata has it; a poll then raised NoSuchPartition."""
    async with client(fake) as cluster:
        await cluster.topic("t")
        fake.create("t", 4, first=3)
        found = await list_offsets(cluster, {ADDED: EARLIEST}, may_be_new=True)
    assert found[ADDED].offset == 0


async def test_a_partition_that_a_user_names_is_refused_at_once(fake):
    async with client(fake) as cluster:
        with pytest.raises(NoSuchPartition, match="has 3 partitions"):
            await list_offsets(cluster, {ADDED: EARLIEST})
