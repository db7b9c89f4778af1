"""Kafka 2.0.0's own tools, through ZooKeeper, and its Java client on our brokers: profiles 2.0 and 3.9, each ZooKeeper.

These tools know nothing of the brokers: what they want they write into znodes, as everybody did before Kafka 2.2, and
read what the brokers wrote there.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from kavka import Admin
from kavka.client.admin import ConfigResource
from tests.support.clients.foreign import KCAT
from tests.support.kafka import kafka_tools
from tests.support.kafka.asking import asked
from tests.support.processes.cluster import KavkaProcess, wait_until
from tests.support.zookeeper.zookeepers import ZOOKEEPERS

pytestmark = [pytest.mark.conformance]

PROBE = Path(__file__).with_name("ClientProbe.java")
PROFILES = {"2.0": {"inter.broker.protocol.version": "2.0-IV1"}, "3.9": {}}
HEARD_SECONDS_MAX = 60
THROTTLED_RECORDS = 30
"""Half a megabyte each. A fetch that is let through brings a megabyte, and the debt at 1,000 B/s is forgotten after
eleven seconds: this takes minutes, and a tool seconds."""
READ = ("--offset", "earliest", "--timeout-ms", "30000", "--consumer-property", "enable.auto.commit=false")


@dataclass
class Cluster:
    """Three brokers and the tools of another age."""

    tools: kafka_tools.KafkaTools
    zookeeper: str
    bootstrap: str
    profile: str

    def run(self, main_class: str, *arguments: str) -> str:
        return self.tools.run(main_class, "--zookeeper", self.zookeeper, *arguments)

    def topics(self, *arguments: str) -> str:
        return self.run(kafka_tools.TOPICS_2_0, *arguments)

    def configs(self, *arguments: str) -> str:
        return self.run(kafka_tools.CONFIGS, *arguments)

    def replicas(self, topic: str) -> list[list[int]]:
        """By partition, the preferred leader first."""
        return [list(info.replicas) for info in self._partitions(topic)]

    def leaders(self, topic: str) -> list[int]:
        """By partition."""
        return [info.leader for info in self._partitions(topic)]

    def _partitions(self, topic):
        # What a tool wrote the brokers may not have heard of yet: then there is no such topic.
        infos = asked(self.bootstrap, lambda admin: admin.list_topics())
        return [info.partitions[n] for info in infos if info.name == topic for n in sorted(info.partitions)]

    def topic_id(self, topic: str) -> bytes:
        (info,) = asked(self.bootstrap, lambda admin: admin.describe_topics([topic]))
        return info.topic_id


@pytest.fixture(
    scope="module",
    params=[(profile, zookeeper) for profile in PROFILES for zookeeper in ZOOKEEPERS],
    ids=lambda param: "-".join(param),
)
def cluster(request, old_tools, tmp_path_factory):
    profile, zookeeper = request.param
    folder = tmp_path_factory.mktemp("old")
    settings = PROFILES[profile] | {"auto.leader.rebalance.enable": "false"}
    with ZOOKEEPERS[zookeeper](folder / "zookeeper") as address:
        process = KavkaProcess(folder / "data", zookeeper=address, config=settings, brokers=3)
        process.start()
        try:
            yield Cluster(old_tools, address, process.bootstrap, profile)
        finally:
            status = process.stop()
    assert status == 0, process.log()


def wait_for(cluster, what, *, is_true):
    """Until the brokers have done what a znode asked of them."""
    wait_until(lambda: asked(cluster.bootstrap, is_true), what, HEARD_SECONDS_MAX)


async def counts(admin: Admin, topic: str) -> tuple[int, int]:
    """How many partitions a topic has, and how many of them are led."""
    infos = await admin.list_topics()
    led = [info.leader >= 0 for each in infos if each.name == topic for info in each.partitions.values()]
    return len(led), sum(led)


def test_topics_are_created_described_altered_and_deleted(cluster):
    cluster.topics("--create", "--topic", "t", "--partitions", "3", "--replication-factor", "2")
    cluster.topics("--create", "--topic", "placed", "--replica-assignment", "0:1,1:2,2:0", "--config", "retention.ms=5")

    async def all_are_led(admin):
        return await counts(admin, "t") == (3, 3) and await counts(admin, "placed") == (3, 3)

    wait_for(cluster, "both topics are led", is_true=all_are_led)
    assert {"t", "placed"} <= set(cluster.topics("--list").split())
    described = cluster.topics("--describe", "--topic", "placed")
    assert "Topic:placed\tPartitionCount:3\tReplicationFactor:2\tConfigs:retention.ms=5" in described
    assert "Partition: 1\tLeader: 1\tReplicas: 1,2\tIsr: 1,2" in described
    topic_id = cluster.topic_id("t")
    assert (topic_id == bytes(16)) is (cluster.profile == "2.0")

    cluster.topics("--alter", "--topic", "t", "--partitions", "5")

    async def has_grown(admin):
        return await counts(admin, "t") == (5, 5)

    wait_for(cluster, "the new partitions are led", is_true=has_grown)
    assert cluster.topic_id("t") == topic_id, "the tool's topic node has no id; the topic keeps its own"
    assert cluster.topics("--describe", "--under-replicated-partitions").strip() == ""

    cluster.topics("--delete", "--topic", "t")
    cluster.topics("--delete", "--topic", "placed")

    async def are_gone(admin):
        return not {"t", "placed"} & {info.name for info in await admin.list_topics()}

    wait_for(cluster, "both topics are deleted", is_true=are_gone)
    wait_until(lambda: not {"t", "placed"} & set(cluster.topics("--list").split()), "the tool sees neither")


def test_generate_execute_and_verify(cluster, tmp_path):
    cluster.topics("--create", "--topic", "moved", "--replica-assignment", "0:1,1:2")
    wanted = tmp_path / "topics.json"
    wanted.write_text('{"version":1,"topics":[{"topic":"moved"}]}')

    def reassign(*arguments):
        return cluster.run(kafka_tools.REASSIGN_PARTITIONS_2_0, *arguments)

    printed = reassign("--generate", "--topics-to-move-json-file", str(wanted), "--broker-list", "0,1,2")
    current, _ = (json.loads(line) for line in printed.splitlines() if line.startswith("{"))
    assert sorted(entry["replicas"] for entry in current["partitions"]) == [[0, 1], [1, 2]]

    plan = tmp_path / "plan.json"
    moves = [
        {"topic": "moved", "partition": 0, "replicas": [2, 0]},
        {"topic": "moved", "partition": 1, "replicas": [0]},
    ]
    plan.write_text(json.dumps({"version": 1, "partitions": moves}))
    printed = reassign("--execute", "--reassignment-json-file", str(plan), "--throttle", "50000000")
    assert "The inter-broker throttle limit was set to 50000000 B/s" in printed
    assert "Successfully started reassignment of partitions" in printed

    def is_moved():
        return cluster.replicas("moved") == [[2, 0], [0]]

    wait_until(is_moved, "the partitions are moved", HEARD_SECONDS_MAX)
    entity = ("--describe", "--entity-type", "topics", "--entity-name", "moved")
    assert "leader.replication.throttled.replicas=" in cluster.configs(*entity)
    # The controller forgets the plan a moment after the partitions are where they belong.
    wait_until(
        lambda: "Throttle was removed" in reassign("--verify", "--reassignment-json-file", str(plan)), "verified"
    )
    assert "throttled" not in cluster.configs(*entity)
    assert "throttled" not in cluster.configs("--describe", "--entity-type", "brokers", "--entity-name", "0")
    assert cluster.leaders("moved") == [0, 0], "who leads and stays goes on leading"


def test_a_throttle_holds_a_move_back_until_it_is_raised(cluster, tmp_path):
    cluster.topics("--create", "--topic", "slow", "--replica-assignment", "0")
    KCAT.run(
        *("-P", "-b", cluster.bootstrap, "-t", "slow", "-X", "batch.num.messages=1"),
        stdin=b"".join(b"%d %s\n" % (number, b"x" * 500_000) for number in range(THROTTLED_RECORDS)),
    )
    plan = tmp_path / "plan.json"
    moves = [{"topic": "slow", "partition": 0, "replicas": [1]}]
    plan.write_text(json.dumps({"version": 1, "partitions": moves}))

    def reassign(*arguments):
        return cluster.run(kafka_tools.REASSIGN_PARTITIONS_2_0, *arguments, "--reassignment-json-file", str(plan))

    assert "Successfully started" in reassign("--execute", "--throttle", "1000")
    assert "Reassignment of partition slow-0 is still in progress" in reassign("--verify")
    assert cluster.replicas("slow") != [[1]]
    printed = reassign("--execute", "--throttle", "1000000000")
    assert "There is an existing assignment running" in printed
    wait_until(lambda: cluster.replicas("slow") == [[1]], "it is moved", HEARD_SECONDS_MAX)
    wait_until(lambda: "Throttle was removed" in reassign("--verify"), "verified", HEARD_SECONDS_MAX)


def test_preferred_leaders_are_elected(cluster, tmp_path):
    cluster.topics("--create", "--topic", "led", "--replica-assignment", "0:1,1:2")
    plan = tmp_path / "plan.json"
    moves = [{"topic": "led", "partition": n, "replicas": r} for n, r in enumerate([[1, 0], [2, 1]])]
    plan.write_text(json.dumps({"version": 1, "partitions": moves}))
    wait_until(lambda: cluster.leaders("led") == [0, 1], "they are led", HEARD_SECONDS_MAX)
    cluster.run(kafka_tools.REASSIGN_PARTITIONS_2_0, "--execute", "--reassignment-json-file", str(plan))
    wait_until(lambda: cluster.replicas("led") == [[1, 0], [2, 1]], "another order", HEARD_SECONDS_MAX)
    assert cluster.leaders("led") == [0, 1]
    file = tmp_path / "partitions.json"
    file.write_text('{"partitions":[{"topic":"led","partition":1}]}')
    cluster.run(kafka_tools.PREFERRED_ELECTION_2_0, "--path-to-json-file", str(file))
    wait_until(lambda: cluster.leaders("led") == [0, 2], "one is elected", HEARD_SECONDS_MAX)
    wait_until(lambda: "Successfully" in cluster.run(kafka_tools.PREFERRED_ELECTION_2_0), "another file is taken")
    wait_until(lambda: cluster.leaders("led") == [1, 2], "all are elected", HEARD_SECONDS_MAX)


@pytest.mark.parametrize(
    ("entity", "setting"),
    [
        (("topics", "configured"), "max.message.bytes=2000"),
        (("brokers", "0"), "leader.replication.throttled.rate=1000"),
        (("clients", "c"), "producer_byte_rate=1000"),
        (("users", "ann"), "consumer_byte_rate=2000"),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_configs_are_written_read_and_heard(cluster, entity, setting):
    kind, name = entity
    if kind == "topics":
        cluster.topics("--create", "--if-not-exists", "--topic", name, "--partitions", "1", "--replication-factor", "1")
    where = ("--entity-type", kind, "--entity-name", name)
    assert "Completed Updating config" in cluster.configs("--alter", *where, "--add-config", setting)
    assert setting in cluster.configs("--describe", *where)
    key, _, value = setting.partition("=")
    if kind in {"topics", "brokers"}:

        async def is_heard(admin):
            resource = ConfigResource.topic(name) if kind == "topics" else ConfigResource.broker(int(name))
            return any(entry[:2] == (key, value) for entry in await admin.describe_configs(resource))

        wait_for(cluster, "the broker heard of it", is_true=is_heard)
    assert "Completed Updating config" in cluster.configs("--alter", *where, "--delete-config", key)
    assert setting not in cluster.configs("--describe", *where)


def test_the_java_client(cluster):
    printed = cluster.tools.run(str(PROBE), cluster.bootstrap, "probed").splitlines()
    assert printed == [
        "brokers 3",
        "produced none 0",
        "produced gzip 300",
        "produced snappy 600",
        "produced lz4 900",
        "end 1200",
        "at 250",
        "consumed 1200",
        "configs 4321 default true",  # the old AlterConfigs replaces every setting of a topic
        "low 70",
        "described 0:3 1:3 2:3 3:3",
        "log dirs of 3",
        "left false",
    ]


@pytest.mark.parametrize("compression", ["none", "gzip", "snappy", "lz4"])
def test_console_producer_and_consumer(cluster, compression):
    topic = f"console-{compression}"
    cluster.topics("--create", "--topic", topic, "--partitions", "1", "--replication-factor", "3")
    lines = [f"key-{i}:value-{i}" for i in range(500)]
    cluster.tools.run(
        kafka_tools.CONSOLE_PRODUCER,
        *("--broker-list", cluster.bootstrap, "--topic", topic, "--compression-codec", compression),
        *("--property", "parse.key=true", "--property", "key.separator=:", "--request-required-acks", "all"),
        stdin="\n".join(lines) + "\n",
    )
    read = cluster.tools.run(
        kafka_tools.CONSOLE_CONSUMER_2_0,
        *("--bootstrap-server", cluster.bootstrap, "--topic", topic, "--partition", "0", *READ),
        *("--max-messages", str(len(lines)), "--property", "print.key=true", "--property", "key.separator=:"),
    )
    assert read.splitlines() == lines


def test_verifiable_producer_and_get_offsets(cluster):
    cluster.topics("--create", "--topic", "verified", "--partitions", "2", "--replication-factor", "3")
    told = cluster.tools.run(
        kafka_tools.VERIFIABLE_PRODUCER_2_0,
        *("--broker-list", cluster.bootstrap, "--topic", "verified", "--max-messages", "1000", "--acks", "-1"),
    )
    events = [json.loads(line) for line in told.splitlines()]
    acknowledged = {
        (event["partition"], event["offset"]) for event in events if event["name"] == "producer_send_success"
    }
    assert len(acknowledged) == 1000
    ends = cluster.tools.run(kafka_tools.GET_OFFSETS_2_0, "--broker-list", cluster.bootstrap, "--topic", "verified")
    by_partition = {int(line.split(":")[1]): int(line.split(":")[2]) for line in ends.split()}
    assert acknowledged == {(partition, offset) for partition, end in by_partition.items() for offset in range(end)}
