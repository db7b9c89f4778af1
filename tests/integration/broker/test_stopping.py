"""Brokers that stop in order: others lead before they are gone, and nothing holds a stop up."""

from __future__ import annotations

import asyncio

import pytest

from kavka.broker.config.broker_config import BrokerConfig
from kavka.client.admin import Admin
from kavka.client.connection import Connection
from kavka.common.types import NewTopic
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import ControlledShutdownRequest
from tests.support.broker.whole_broker import DEADLINE, machine_broker, properties, running

STOP_S_MAX = 4
"""Less than one `controlled.shutdown.retry.backoff.ms`: nobody waited for something that cannot come."""


def settings(zookeeper, tmp_path, broker_id, **more):
    return properties(zookeeper, tmp_path / str(broker_id), broker__id=str(broker_id), **more)


def within(seconds):
    return asyncio.get_running_loop().time() + seconds


async def led_by(admin, topic, broker_id):
    """The topic's partitions, once the broker that is asked has heard that this one leads them."""
    while True:
        (found,) = await admin.describe_topics([topic])
        partitions = [found.partitions[number] for number in sorted(found.partitions)]
        if all(partition.leader == broker_id for partition in partitions):
            return partitions
        await asyncio.sleep(0.01)


@pytest.mark.slow
@pytest.mark.parametrize("profile", ["2.0-IV1", "3.0-IV1", "3.9-IV0"])
async def test_others_lead_before_a_broker_is_gone(zookeeper, tmp_path, profile):
    more = {"inter__broker__protocol__version": profile}
    async with running(settings(zookeeper, tmp_path, 0, **more)) as first, Admin(f"127.0.0.1:{first.port}") as admin:
        async with asyncio.timeout(None) as patience, running(settings(zookeeper, tmp_path, 1, **more)):
            await admin.create_topics([NewTopic(name="t", assignments={0: [1, 0], 1: [0, 1], 2: [1, 0]})])
            patience.reschedule(within(STOP_S_MAX))
        partitions = await led_by(admin, "t", 0)
        assert [partition.isr for partition in partitions] == [(0,)] * 3
        epoch = -1 if profile == "2.0-IV1" else 1  # metadata of 2.0 has none
        assert [partition.leader_epoch for partition in partitions] == [epoch] * 3, "each moved once"


@pytest.mark.slow
async def test_every_version_on_the_wire(zookeeper, tmp_path):
    """Version 0 has a header of its own, without a client id; only from version 2 on is a former life refused."""
    async with (
        running(settings(zookeeper, tmp_path, 0)) as ready,
        await Connection.open("127.0.0.1", ready.port, client_id="test") as connection,
    ):
        for version in range(4):
            unknown = ControlledShutdownRequest(broker_id=9)
            former = ControlledShutdownRequest(broker_id=0, broker_epoch=0)
            codes = [(await connection.request(asked, version=version)).error_code for asked in (unknown, former)]
            refused = ErrorCode.NONE if version < 2 else ErrorCode.STALE_BROKER_EPOCH
            assert codes == [ErrorCode.BROKER_NOT_AVAILABLE, refused]


@pytest.mark.slow
async def test_all_brokers_stop_at_once(zookeeper, tmp_path):
    brokers = [
        machine_broker(BrokerConfig.from_properties(settings(zookeeper, tmp_path, number))) for number in range(3)
    ]
    async with asyncio.timeout(DEADLINE) as patience, asyncio.TaskGroup() as group:
        ready = [asyncio.get_running_loop().create_future() for _ in brokers]
        for broker, started in zip(brokers, ready, strict=True):
            group.create_task(broker.run(started.set_result))
        first, *_ = await asyncio.gather(*ready)
        async with Admin(f"127.0.0.1:{first.port}") as admin:
            await admin.create_topics([NewTopic(name="t", num_partitions=6, replication_factor=3)])
        patience.reschedule(within(STOP_S_MAX))
        for broker in brokers:
            broker.stop()


@pytest.mark.slow
async def test_bug_40_a_stop_in_the_middle_of_a_start(zookeeper, tmp_path):
    """Whatever a start had reached by then is taken back in order, and nothing waits for the rest."""
    loop = asyncio.get_running_loop()
    async with running(settings(zookeeper, tmp_path, 0)) as first, Admin(f"127.0.0.1:{first.port}") as admin:
        await admin.create_topics([NewTopic(name="t", assignments={0: [0]})])
        for after_ms in (0, 3, 10, 20, 35, 50, 70, 100, 150, 250):
            broker = machine_broker(BrokerConfig.from_properties(settings(zookeeper, tmp_path, 1)))
            loop.call_later(after_ms / 1000, broker.stop)
            async with asyncio.timeout(STOP_S_MAX):
                await broker.run()
        async with running(settings(zookeeper, tmp_path, 1)):
            await admin.create_topics([NewTopic(name="u", assignments={0: [1, 0]})])
