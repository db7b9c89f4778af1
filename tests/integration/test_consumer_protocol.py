"""Groups of the consumer protocol (KIP-848), by librdkafka: shares, crashes, failovers, administration."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable

import confluent_kafka
import pytest
from confluent_kafka.admin import AdminClient

from kavka import Admin
from kavka.client.groups import GroupInfo
from tests.support.clients.group_clients import CLIENTS, NEW_CONFLUENT, NEW_KAVKA, GroupMember
from tests.support.clients.reading_groups import PARTITIONS, reading_groups
from tests.support.processes.cluster import KavkaProcess, wait_until
from tests.support.processes.command_line import kavka

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

SESSION_MS = "6000"
HEARTBEAT_MS = "500"
CONFIG = {
    "inter.broker.protocol.version": "3.9",
    "zookeeper.session.timeout.ms": "3000",
    "group.consumer.heartbeat.interval.ms": HEARTBEAT_MS,
    "group.consumer.min.heartbeat.interval.ms": HEARTBEAT_MS,
    "group.consumer.session.timeout.ms": SESSION_MS,
    "group.consumer.min.session.timeout.ms": SESSION_MS,
}


@pytest.mark.parametrize(
    ("client", "assignor"), [(NEW_CONFLUENT, "uniform"), (NEW_CONFLUENT, "range"), (NEW_KAVKA, "uniform")]
)
def test_members_share_and_outlive_each_other_and_their_coordinator(
    new_kavka: Callable[..., KavkaProcess], topic: str, client: str, assignor: str
) -> None:
    cluster = new_kavka(brokers=3, config=CONFIG)
    with reading_groups((client,), cluster.bootstrap, topic, replicas=3) as groups:
        groups.write()
        [first] = groups.join(assignor=assignor)
        groups.wait_shared([first])
        [second] = groups.join(assignor=assignor)
        groups.wait_shared([first], [second])
        assert first.revoked, "it has given up what the second one has now, and kept the rest"
        for pid in cluster.broker_pids[:2]:
            os.kill(pid, signal.SIGKILL)  # kavka start starts it again
            counts = {member: len(member.read) for member in (first, second)}
            groups.wait_shared([first], [second])
            [group] = groups
            group.wait(
                lambda counts=counts: all(len(member.read) > counts[member] for member in counts),  # type: ignore[misc]
                "both go on",
            )
        second.kill()
        groups.wait_shared([first])
        groups.wait_all_read()


def test_librdkafkas_members_and_ours_share_through_a_rolling_restart(
    new_kavka: Callable[..., KavkaProcess], topic: str
) -> None:
    """Each partition has one owner whenever all is quiet, and every record is read by whoever it was."""
    cluster = new_kavka(brokers=3, config=CONFIG)
    with reading_groups((NEW_CONFLUENT,), cluster.bootstrap, topic, replicas=3) as groups:
        [group] = groups
        groups.write()

        def join(by: str) -> GroupMember:
            return group.join(assignor="uniform", by=by)

        theirs, ours = join(NEW_CONFLUENT), join(NEW_KAVKA)
        group.wait_shared(theirs, ours)
        others = [join(NEW_KAVKA), join(NEW_CONFLUENT)]
        group.wait_shared(theirs, ours, *others)
        assert ours.revoked or theirs.revoked, "somebody has given up for the new ones"
        here = {"KAVKA_DATA_DIR": str(cluster.data_dir)}
        for broker_id in range(3):
            kavka("broker", "stop", broker_id, env=here)
            kavka("broker", "start", broker_id, env=here)
            group.wait_shared(theirs, ours, *others)
        ours.leave()
        group.wait_shared(theirs, *others)
        others[1].kill()
        again = join(NEW_KAVKA)
        group.wait_shared(theirs, others[0], again)
        theirs.leave()
        group.wait_shared(others[0], again)
        groups.wait_all_read()


def test_groups_go_over_and_back_while_classic_clients_of_all_kinds_read(
    new_kavka: Callable[..., KavkaProcess], topic: str
) -> None:
    cluster = new_kavka(brokers=3, config={**CONFIG, "group.initial.rebalance.delay.ms": "0"})
    with reading_groups(CLIENTS, cluster.bootstrap, topic, replicas=3) as groups:
        groups.write()
        first = groups.join()
        groups.wait_shared(first)
        new = [group.join(by=NEW_CONFLUENT) for group in groups]
        groups.wait_shared(first, new)
        second = groups.join()
        groups.wait_shared(first, new, second)
        for member in new:
            member.leave()
        groups.wait_shared(first, second)
        ids = [f"g-{topic}-{number}" for number in range(len(CLIENTS))]
        admin = AdminClient({"bootstrap.servers": cluster.bootstrap})
        described = [description.result(60) for description in admin.describe_consumer_groups(ids).values()]
        assert {description.type.name for description in described} == {"CLASSIC"}
        groups.wait_all_read()


async def _shown_by_the_bundled_client(bootstrap: str) -> GroupInfo:
    async with Admin(bootstrap) as admin:
        return await admin.describe_group("g")


def test_what_librdkafkas_administration_shows(new_kavka: Callable[..., KavkaProcess], topic: str) -> None:
    broker = new_kavka(config=CONFIG)
    settings = {
        "bootstrap.servers": broker.bootstrap,
        "group.id": "g",
        "group.protocol": "consumer",
        "auto.offset.reset": "earliest",
    }
    admin = AdminClient({"bootstrap.servers": broker.bootstrap})
    for future in admin.create_topics([confluent_kafka.admin.NewTopic(topic, PARTITIONS, 1)]).values():
        future.result()
    consumer = confluent_kafka.Consumer(settings)
    consumer.subscribe([f"^{topic[:4]}.*"])  # the broker resolves it

    def is_assigned() -> bool:
        consumer.poll(0.1)
        return len(consumer.assignment()) == PARTITIONS

    wait_until(is_assigned, "everything is assigned", 60)
    described = admin.describe_consumer_groups(["g"])["g"].result()
    assert (described.state.name, described.type.name) == ("STABLE", "CONSUMER")
    [member] = described.members
    assert [tp.partition for tp in member.assignment.topic_partitions] == list(range(PARTITIONS))
    shown = asyncio.run(_shown_by_the_bundled_client(broker.bootstrap))
    assert (shown.state, shown.protocol_type, shown.protocol) == ("Stable", "consumer", "uniform")
    [ours] = shown.members
    assert [tp.partition for tp in ours.partitions] == list(range(PARTITIONS))
    assert (shown.group_type, ours.epoch, ours.target) == ("consumer", shown.epoch, ours.partitions)
    assert (ours.topics, shown.target_epoch) == ((), shown.epoch)
    assert f"^{topic[:4]}.*" in (ours.regex or ""), "librdkafka puts each of its expressions in parentheses"
    listed = admin.list_consumer_groups(types={confluent_kafka.ConsumerGroupType.CONSUMER}).result().valid
    assert [(group.group_id, group.state.name, group.type.name) for group in listed] == [("g", "STABLE", "CONSUMER")]
    consumer.commit(offsets=[confluent_kafka.TopicPartition(topic, 0, 0)], asynchronous=False)
    with pytest.raises(confluent_kafka.KafkaException, match="NON_EMPTY_GROUP"):
        admin.delete_consumer_groups(["g"])["g"].result()
    consumer.close()
    admin.delete_consumer_groups(["g"])["g"].result()
    assert admin.list_consumer_groups().result().valid == []


def test_an_expression_that_is_none_is_told(new_kavka: Callable[..., KavkaProcess]) -> None:
    broker = new_kavka(config=CONFIG)
    settings = {"bootstrap.servers": broker.bootstrap, "group.id": "g", "group.protocol": "consumer"}
    consumer = confluent_kafka.Consumer(settings)
    consumer.subscribe([r"^(a)\1"])  # librdkafka takes it; RE2 has no back references

    def error() -> str:
        message = consumer.poll(0.1)
        return "" if message is None or message.error() is None else message.error().str()

    wait_until(lambda: "regular expression is not valid" in error(), "it is refused", 60)
    consumer.close()
