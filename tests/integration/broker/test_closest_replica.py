"""librdkafka reads from the replica in its rack (KIP-392): the leader names it, and it serves."""

from __future__ import annotations

import asyncio
import json

import confluent_kafka
import pytest

from kavka import Admin, Producer
from kavka.common.types import NewTopic
from kavka.zk.server import EmbeddedZooKeeper
from tests.support.broker.whole_broker import properties, running

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]

RECORDS = 200
SELECTOR = "org.apache.kafka.common.replica.RackAwareReplicaSelector"
POLLS_MAX = 300
POLL_SECONDS = 0.1


def read_from_rack(bootstrap: str, rack: str, wanted_broker: int) -> tuple[list[bytes], int]:
    """The values, and the broker that librdkafka says it reads from once it has them and is where it should be."""
    reads_from = [-1]

    def note(text: str) -> None:
        partitions = json.loads(text)["topics"].get("t", {}).get("partitions", {})
        reads_from[0] = partitions.get("0", {}).get("broker", -1)

    consumer = confluent_kafka.Consumer(
        {
            "bootstrap.servers": bootstrap,
            "client.rack": rack,
            "group.id": "none",
            "enable.auto.commit": False,
            "statistics.interval.ms": 50,
            "stats_cb": note,
        }
    )
    values: list[bytes] = []
    try:
        consumer.assign([confluent_kafka.TopicPartition("t", 0, 0)])
        for _ in range(POLLS_MAX):
            message = consumer.poll(POLL_SECONDS)
            if message is not None and message.error() is None:
                values.append(message.value())
            if len(values) == RECORDS and reads_from[0] == wanted_broker:
                break
    finally:
        consumer.close()
    return values, reads_from[0]


async def test_consumers_read_in_their_racks(tmp_path):
    server = EmbeddedZooKeeper(tmp_path / "zookeeper")
    address = f"127.0.0.1:{await server.start()}"
    brokers = [
        properties(
            address, tmp_path / rack, broker__id=str(number), broker__rack=rack, replica__selector__class=SELECTOR
        )
        for number, rack in enumerate(("a", "b"))
    ]
    try:
        async with running(brokers[0]) as first, running(brokers[1]):
            bootstrap = f"127.0.0.1:{first.port}"
            async with Admin(bootstrap) as admin, Producer(bootstrap, acks="all") as producer:
                await admin.create_topics([NewTopic(name="t", assignments={0: [0, 1]})])
                for number in range(RECORDS):
                    await producer.send("t", b"%d" % number, partition=0)
            for rack, broker_id in (("a", 0), ("b", 1)):
                read, reads_from = await asyncio.to_thread(read_from_rack, bootstrap, rack, broker_id)
                assert read == [b"%d" % number for number in range(RECORDS)]
                assert reads_from == broker_id
    finally:
        await server.close()
