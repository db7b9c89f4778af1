"""The bundled client against brokers of the oldest profile: what they cannot do is an error that says so."""

from __future__ import annotations

import pytest

from kavka.client.admin import Admin
from kavka.client.errors import UnsupportedByBroker
from kavka.client.producer import Producer
from kavka.client.transaction import GroupMetadata
from kavka.common.types import NewTopic, TopicPartition
from kavka.simulation.cluster import simulated

OLDEST = {"inter.broker.protocol.version": "2.0"}


def with_producer(use):
    """Runs `use(producer)`, of a transactional producer, against three brokers."""
    cluster = simulated(1, settings=OLDEST)

    async def work():
        async with Admin(cluster.bootstrap) as admin:
            await admin.create_topics([NewTopic(name="t", num_partitions=1, replication_factor=3)])
        async with Producer(cluster.bootstrap, transactional_id="copier") as producer:
            await producer.init_transactions()
            return await use(producer)

    async def live():
        await cluster.start_all()
        return await cluster.client("copier", work)

    with cluster.world() as loop:
        return loop.run_until_complete(live())


def test_a_groups_generation_in_a_transaction_is_refused_and_the_producer_is_over():
    async def use(producer):
        producer.begin_transaction()
        with pytest.raises(UnsupportedByBroker, match="too old"):
            await producer.send_offsets_to_transaction({TopicPartition("t", 0): 1}, GroupMetadata("g", 3, "member"))
        with pytest.raises(UnsupportedByBroker):
            await producer.abort_transaction()
        return True

    assert with_producer(use)


def test_a_groups_id_alone_is_taken():
    async def use(producer):
        async with producer.transaction():
            await producer.send_offsets_to_transaction({TopicPartition("t", 0): 1}, GroupMetadata("g"))
        return True

    assert with_producer(use)
