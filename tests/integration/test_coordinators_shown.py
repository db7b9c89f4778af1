"""Groups and transactions in /state and /wait, with confluent-kafka as the client, through the cluster for tests."""

from __future__ import annotations

import pytest
from confluent_kafka import Consumer, Producer, TopicPartition

from kavka.admin_http import AdminRefused
from kavka.testing.cluster import KafkaCluster

SECONDS = 60


@pytest.fixture(scope="module")
def cluster():
    with KafkaCluster(2) as cluster:
        yield cluster


def consumer_of(cluster, group):
    return Consumer({"bootstrap.servers": cluster.bootstrap, "group.id": group, "auto.offset.reset": "earliest"})


def shown(cluster, part, **wanted):
    """What the brokers show that has these values."""
    lists = (cluster.state(part, broker=broker.id)[part] for broker in cluster.brokers)
    return [one for each in lists for one in each if wanted.items() <= one.items()]


def test_a_group_is_stable_with_its_member_has_committed_and_is_empty(cluster):
    topic = cluster.create_topic("read", partitions=2)
    consumer = consumer_of(cluster, "g")
    consumer.subscribe([topic])
    consumer.poll(0.1)
    with pytest.raises(TimeoutError, match="no group"):
        cluster.wait_for("group", group="g", members=7, timeout_ms=1)
    polls = 0
    while not (consumer.assignment() or polls > SECONDS * 10):
        consumer.poll(0.1)
        polls += 1
    assert cluster.wait_for("group", group="g", members=1) == {"is_coordinator": True, "state": "Stable", "members": 1}
    [group] = shown(cluster, "groups", group="g")
    assert (group["state"], group["member_count"], group["members"][0]["client_id"]) == ("Stable", 1, "rdkafka")
    consumer.commit(offsets=[TopicPartition(topic, 0, 3), TopicPartition(topic, 1, 4)], asynchronous=False)
    assert cluster.wait_for("committed", group="g", count=7)["committed"] == 7
    [group] = shown(cluster, "groups", group="g")
    assert group["committed_offset_count"] == 2
    assert sorted(group["committed_offsets"], key=lambda one: one["partition"]) == [
        {"topic": topic, "partition": 0, "offset": 3},
        {"topic": topic, "partition": 1, "offset": 4},
    ]
    with pytest.raises(TimeoutError, match="'committed': 0"):
        cluster.wait_for("committed", group="g", count=1, topic="another", timeout_ms=1)
    consumer.close()
    cluster.wait_for("group", group="g", members=0)


def test_an_open_transaction_is_seen_until_it_is_ended(cluster):
    topic = cluster.create_topic("written")
    cluster.wait_for("no-open-transactions")
    producer = Producer({"bootstrap.servers": cluster.bootstrap, "transactional.id": "x"})
    producer.init_transactions(SECONDS)
    producer.begin_transaction()
    producer.produce(topic, b"1")
    producer.flush(SECONDS)
    with pytest.raises(TimeoutError, match="no-open-transactions"):
        cluster.wait_for("no-open-transactions", timeout_ms=1)
    [open_now] = shown(cluster, "transactions", transactional_id="x")
    assert (open_now["state"], open_now["partitions"]) == ("Ongoing", ["written-0"])
    assert open_now["open_ms"] >= 0
    producer.commit_transaction(SECONDS)
    cluster.wait_for("no-open-transactions")
    [ended] = shown(cluster, "transactions", transactional_id="x")
    assert (ended["state"], ended["open_ms"]) == ("CompleteCommit", None)


def test_a_transaction_that_nobody_ends_is_aborted_when_the_clock_is_moved(cluster):
    topic = cluster.create_topic("forgotten")
    options = {"bootstrap.servers": cluster.bootstrap, "transactional.id": "y", "transaction.timeout.ms": 60_000}
    producer = Producer(options)
    producer.init_transactions(SECONDS)
    producer.begin_transaction()
    producer.produce(topic, b"1")
    producer.flush(SECONDS)
    cluster.advance_clock(10 * 60_000)
    cluster.wait_for("no-open-transactions")
    assert shown(cluster, "transactions", transactional_id="y")[0]["state"] == "CompleteAbort"
    producer.purge()


def test_records_are_waited_for_and_their_end_by_retention(cluster):
    topic = cluster.create_topic("aging")
    producer = Producer({"bootstrap.servers": cluster.bootstrap})
    producer.produce(topic, b"1")
    assert cluster.wait_for("high-watermark", topic=topic, offset=1) == {"is_leader": True, "high_watermark": 1}
    with pytest.raises(TimeoutError, match="'log_start_offset': 0"):
        cluster.wait_for("log-start", topic=topic, offset=1, timeout_ms=1)
    cluster.advance_clock(8 * 24 * 3_600_000)
    assert cluster.wait_for("log-start", topic=topic, offset=1)["log_start_offset"] == 1


def test_what_is_missing_is_said(cluster):
    for condition in ("group", "committed"):
        with pytest.raises(AdminRefused, match="needs group="):
            cluster.wait_for(condition)
    with pytest.raises(AdminRefused, match="needs count="):
        cluster.wait_for("committed", group="g")
    with pytest.raises(AdminRefused, match="needs offset="):
        cluster.wait_for("log-start", topic="t")
