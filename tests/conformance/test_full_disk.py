"""A data directory of ours runs full and has room again while Apache Kafka's broker is the controller.

Kafka's controller knows no way back but a restart. It answers the second notification as the first, with LeaderAndIsr
for all of the broker's replicas, and believes what is answered (docs/decisions/0034).
"""

from __future__ import annotations

import asyncio
import os

import pytest

from kavka.client.admin import Admin
from kavka.client.producer import Producer
from kavka.common.types import NewTopic
from kavka.zk.server import EmbeddedZooKeeper
from tests.support.broker.small_disk import remount
from tests.support.broker.whole_broker import properties, running
from tests.support.kafka.apache_broker import AS_KAFKA_3_9, ApacheBroker

pytestmark = [
    pytest.mark.conformance,
    pytest.mark.timeout(300),
    pytest.mark.skipif(os.geteuid() != 0, reason="mounting a file system needs root"),
]

OURS, THEIRS = 1, 2
SETTINGS = {"replica.lag.time.max.ms": "3000"}


async def until(admin, condition):
    while not condition((await admin.describe_topics(["t"]))[0].partitions[0]):
        pass  # each look is a request of its own


async def test_under_kafkas_controller_a_full_directory_comes_back_as_well(tools, tmp_path, volume):
    async with EmbeddedZooKeeper(tmp_path / "zookeeper", fsync=False) as server:
        zookeeper = f"127.0.0.1:{server.port}"
        theirs = ApacheBroker(tools, tmp_path / "theirs", THEIRS, zookeeper, settings=SETTINGS)
        values = properties(zookeeper, tmp_path, broker__id=str(OURS), log__dirs=str(volume / "logs")) | SETTINGS
        values |= {"kavka.log.dir.retry.interval.ms": "50", "kavka.log.dir.retry.free.bytes": "200000"} | AS_KAFKA_3_9
        await asyncio.to_thread(theirs.start)
        try:
            async with running(values) as ready, Admin(f"127.0.0.1:{ready.port}") as admin:
                assert (await admin.describe_cluster()).controller_id == THEIRS
                await admin.create_topics([NewTopic(name="t", assignments={0: [OURS, THEIRS]})])
                async with Producer(f"127.0.0.1:{ready.port}", linger_ms=0) as producer:

                    async def fill(condition):
                        async with asyncio.TaskGroup() as tasks:
                            waiting = tasks.create_task(until(admin, condition))
                            while not waiting.done():
                                await producer.send_and_wait("t", b"x" * 10_000, partition=0)

                    await fill(lambda found: (found.leader, tuple(found.offline)) == (THEIRS, (OURS,)))
                    remount(volume, "size=64m")
                    await fill(lambda found: sorted(found.isr) == [OURS, THEIRS] and not found.offline)
        finally:
            await asyncio.to_thread(theirs.stop)
