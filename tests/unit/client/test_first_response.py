"""A broker that hangs holds no metadata request up, nor does one that is not there; all are named when all fail."""

import asyncio
import random

import pytest

from kavka.client import first_response
from kavka.client.cluster import Cluster
from kavka.client.coordinators import CoordinatorKind, CoordinatorLink
from kavka.client.errors import BootstrapFailed
from kavka.protocol.api_keys import ApiKey
from tests.support.clients.fake_broker import CLOSE, SILENCE, FakeCluster

LONG_MS = 60_000
"""Longer than a test takes: who waits for a request's own deadline fails."""


def make(fake, **options):
    return Cluster(
        fake.bootstrap, rng=random.Random(1), request_timeout_ms=LONG_MS, connect_timeout_ms=LONG_MS, **options
    )


@pytest.fixture(autouse=True)
def silence_is_short(monkeypatch):
    monkeypatch.setattr(first_response, "SILENCE_MS", 20)


async def test_another_broker_is_asked_beside_one_that_is_silent():
    async with FakeCluster(brokers=3, topics={"t": 1}) as fake, make(fake) as cluster:
        for broker_id in range(3):
            await cluster.connection(broker_id)
        before = len(fake.asked(ApiKey.METADATA))
        fake.inject(ApiKey.METADATA, SILENCE, SILENCE)
        assert "t" in (await cluster.refresh(["t"])).topics
        asked = [broker_id for broker_id, message, _ in fake.requests if message.API_KEY == ApiKey.METADATA][before:]
        assert sorted(asked) == [0, 1, 2]


async def test_a_broker_that_is_slow_is_waited_for_where_there_is_no_other(monkeypatch):
    monkeypatch.setattr(first_response, "SILENCE_MS", 0)
    async with FakeCluster(brokers=1, topics={"t": 1}) as fake, make(fake) as cluster:
        assert "t" in (await cluster.refresh(["t"])).topics


async def test_a_broker_that_closes_is_passed_and_a_dead_one_too():
    async with FakeCluster(brokers=3, topics={"t": 1}) as fake, make(fake) as cluster:
        for broker_id in range(3):
            await cluster.connection(broker_id)
        await fake.brokers[2].close()
        fake.inject(ApiKey.METADATA, CLOSE)
        assert "t" in (await cluster.refresh(["t"])).topics


async def test_all_that_failed_are_named():
    async with FakeCluster(brokers=2) as fake, make(fake) as cluster:
        for broker_id in range(2):
            await cluster.connection(broker_id)
        fake.inject(ApiKey.METADATA, *[CLOSE] * 10)
        with pytest.raises(BootstrapFailed) as caught:
            await cluster.refresh([])
        assert all(str(broker.port) in str(caught.value) for broker in fake.brokers)


async def test_a_late_response_is_dropped_and_its_connection_serves_on(monkeypatch):
    monkeypatch.setattr(first_response, "SILENCE_MS", 0)
    async with FakeCluster(brokers=2, topics={"t": 1}) as fake, make(fake) as cluster:
        connections = [await cluster.connection(broker_id) for broker_id in range(2)]
        found = await asyncio.gather(*(cluster.refresh(["t"]) for _ in range(20)))
        assert all("t" in metadata.topics for metadata in found)
        assert not any(connection.is_closed for connection in connections)


async def test_a_broker_that_is_silent_when_it_is_dialled_is_passed():
    async with FakeCluster(brokers=3, topics={"t": 1}) as fake, make(fake) as cluster:
        fake.inject(ApiKey.API_VERSIONS, SILENCE, SILENCE)
        assert "t" in (await cluster.refresh(["t"])).topics


@pytest.mark.parametrize("brokers", [1, 2, 3])
async def test_where_all_are_slow_to_be_dialled_they_are_waited_for(brokers, monkeypatch):
    monkeypatch.setattr(first_response, "SILENCE_MS", 0)
    async with FakeCluster(brokers=brokers, topics={"t": 1}) as fake, make(fake) as cluster:
        assert "t" in (await cluster.refresh(["t"])).topics


async def test_who_was_slow_to_be_dialled_is_dialled_again_beside_those_that_are_silent():
    async with FakeCluster(brokers=2, topics={"t": 1}) as fake, make(fake) as cluster:
        fake.inject(ApiKey.API_VERSIONS, SILENCE)
        fake.inject(ApiKey.METADATA, SILENCE)
        assert "t" in (await cluster.refresh(["t"])).topics


async def test_a_silent_broker_holds_no_search_for_a_coordinator_up():
    async with FakeCluster(brokers=3) as fake, make(fake) as cluster:
        fake.inject(ApiKey.FIND_COORDINATOR, SILENCE)
        assert await CoordinatorLink(cluster, CoordinatorKind.GROUP, "g").broker_id() == fake.controller
        assert len(fake.asked(ApiKey.FIND_COORDINATOR)) == 2
