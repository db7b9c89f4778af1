"""A test with a broken cluster: with kavka installed, pytest knows the fixtures.

    pytest examples/test_broken_leader.py

The code under test is `place_order`. What it must survive, no test against a broker that stays up will ever try.
"""

import pytest

from kavka.sync import Consumer, Producer


def place_order(bootstrap: str, topic: str, order: bytes) -> int:
    """Stores an order; returns its offset. Yours, in a real project."""
    with Producer(bootstrap, acks="all") as producer:
        return producer.send_and_wait(topic, order).offset


def orders(bootstrap: str, topic: str) -> list[bytes]:
    """Returns all orders that are stored."""
    with Consumer(bootstrap) as consumer:
        consumer.assign(consumer.partitions_for(topic), start="beginning")
        return [record.value for records in consumer.poll(timeout_ms=30_000).values() for record in records]


@pytest.mark.kafka(brokers=3, replication_factor=3)
def test_an_order_outlives_the_broker_that_took_it(kafka_cluster, kafka_topic):
    place_order(kafka_cluster.bootstrap, kafka_topic, b"before")
    kafka_cluster.kill(kafka_cluster.wait_for("leader", topic=kafka_topic)["leader"])
    assert place_order(kafka_cluster.bootstrap, kafka_topic, b"after") == 1
    assert orders(kafka_cluster.bootstrap, kafka_topic) == [b"before", b"after"]


def test_an_order_is_tried_again(kafka_cluster, kafka_topic):
    kafka_cluster.add_fault("error", api="PRODUCE", error="NOT_LEADER_OR_FOLLOWER", topic=kafka_topic, times=2)
    place_order(kafka_cluster.bootstrap, kafka_topic, b"on the third try")
    assert orders(kafka_cluster.bootstrap, kafka_topic) == [b"on the third try"]
