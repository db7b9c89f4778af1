"""Kafka's znodes: golden bodies as live clusters show them, and readers that take every version."""

from __future__ import annotations

import pytest

from kavka.common.types import LeaderRecovery, TopicPartition
from kavka.zk import paths
from kavka.zk.paths import (
    BrokerRegistration,
    ClusterIdZNode,
    ConfigChangeZNode,
    ConfigZNode,
    ControllerZNode,
    Endpoint,
    IsrChangeZNode,
    LogDirEventZNode,
    PartitionStateZNode,
    PreferredReplicaElectionZNode,
    ProducerIdBlockZNode,
    ReassignPartitionsZNode,
    TopicZNode,
    ZNodeError,
)

TOPIC_ID = bytes.fromhex("6399 4cfe e3e8 4199 af4a a705 6980 bfbe".replace(" ", ""))
PLAIN = (Endpoint("PLAINTEXT", "h1", 9092),)
TPS = (TopicPartition("t", 0), TopicPartition("ü", 12))

GOLDEN = [
    (ControllerZNode(1, 1571666282268), b'{"version":1,"brokerid":1,"timestamp":"1571666282268"}'),
    (
        ControllerZNode(1, 5, kraft_controller_epoch=-1),
        b'{"version":2,"brokerid":1,"timestamp":"5","kraftControllerEpoch":-1}',
    ),
    (
        BrokerRegistration(endpoints=PLAIN, security_protocols={"PLAINTEXT": "PLAINTEXT"}, timestamp_ms=7),
        b'{"features":{},"listener_security_protocol_map":{"PLAINTEXT":"PLAINTEXT"},"endpoints":["PLAINTEXT://h1:9092"],'
        b'"jmx_port":-1,"port":9092,"host":"h1","version":5,"timestamp":"7"}',
    ),
    (
        BrokerRegistration(
            endpoints=(Endpoint("IN", "::1", 1), Endpoint("SSL", "b", 2)),
            security_protocols={"IN": "SASL_SSL", "SSL": "SSL"},
            timestamp_ms=7,
            jmx_port=9999,
            rack="r1",
            version=4,
            admin="http://127.0.0.1:9",
            incomplete={TPS[0]: 5},
            first_epoch=77,
        ),
        b'{"listener_security_protocol_map":{"IN":"SASL_SSL","SSL":"SSL"},"endpoints":["IN://[::1]:1","SSL://b:2"],'
        b'"rack":"r1","kavka_admin":"http://127.0.0.1:9","kavka_incomplete":{"t":{"0":5}},"kavka_first_epoch":77,'
        b'"jmx_port":9999,"host":null,"timestamp":"7","port":-1,"version":4}',
    ),
    (
        TopicZNode({1: [2, 1], 0: [1, 2]}, topic_id=TOPIC_ID),
        b'{"removing_replicas":{},"partitions":{"0":[1,2],"1":[2,1]},"topic_id":"Y5lM_uPoQZmvSqcFaYC_vg",'
        b'"adding_replicas":{},"version":3}',
    ),
    (
        TopicZNode({0: [1, 2, 3]}, adding={0: [3]}, removing={0: [1]}),
        b'{"version":2,"partitions":{"0":[1,2,3]},"adding_replicas":{"0":[3]},"removing_replicas":{"0":[1]}}',
    ),
    (
        PartitionStateZNode(0, 3, (0, 2), 9),
        b'{"controller_epoch":9,"leader":0,"version":1,"leader_epoch":3,"isr":[0,2]}',
    ),
    (
        PartitionStateZNode(0, 3, (0,), 9, LeaderRecovery.RECOVERING),
        b'{"controller_epoch":9,"leader":0,"version":1,"leader_epoch":3,"isr":[0],"leader_recovery_state":1}',
    ),
    (ConfigZNode({"retention.ms": "1", "a": "ü"}), '{"version":1,"config":{"retention.ms":"1","a":"ü"}}'.encode()),
    (ConfigZNode({}), b'{"version":1,"config":{}}'),
    (ConfigChangeZNode("topics/t"), b'{"version":2,"entity_path":"topics/t"}'),
    (
        IsrChangeZNode(TPS),
        '{"version":1,"partitions":[{"topic":"t","partition":0},{"topic":"ü","partition":12}]}'.encode(),
    ),
    (PreferredReplicaElectionZNode(TPS[:1]), b'{"version":1,"partitions":[{"topic":"t","partition":0}]}'),
    (LogDirEventZNode(3), b'{"version":1,"broker":3,"event":1}'),
    (
        ReassignPartitionsZNode({TPS[0]: (1, 2)}),
        b'{"version":1,"partitions":[{"topic":"t","partition":0,"replicas":[1,2]}]}',
    ),
    (ClusterIdZNode("IOejp_IKSbWbySJc0sRrKw"), b'{"version":"1","id":"IOejp_IKSbWbySJc0sRrKw"}'),
    (ProducerIdBlockZNode(2, 1000, 1999), b'{"version":1,"broker":2,"block_start":"1000","block_end":"1999"}'),
]


@pytest.mark.parametrize(("node", "body"), GOLDEN, ids=lambda value: type(value).__name__)
def test_bodies_are_kafkas_bytes_in_both_directions(node, body):
    assert node.encode() == body
    assert type(node).decode(body) == node


def test_topic_of_the_2_0_profile_is_version_1():
    assert TopicZNode({0: [1]}, topic_id=TOPIC_ID).encode(version=1) == b'{"version":1,"partitions":{"0":[1]}}'


@pytest.mark.parametrize(
    ("cls", "body", "node"),
    [
        (TopicZNode, b'{"partitions":{"10":[1],"2":[]},"version":1}', TopicZNode({10: [1], 2: []})),
        (
            BrokerRegistration,
            b'{"version":1,"host":"h","port":9092,"jmx_port":-1,"timestamp":"3"}',
            BrokerRegistration(endpoints=(Endpoint("PLAINTEXT", "h", 9092),), timestamp_ms=3, version=1),
        ),
        (
            BrokerRegistration,
            b'{"version":9,"endpoints":["PLAINTEXT://h:1"],"timestamp":"3","tags":{},"rack":null}',
            BrokerRegistration(endpoints=(Endpoint("PLAINTEXT", "h", 1),), timestamp_ms=3, version=9),
        ),
        (ControllerZNode, b'{"brokerid":"4"}', ControllerZNode(4, -1)),
        (ConfigZNode, b"", ConfigZNode({})),
        (
            ConfigChangeZNode,
            b'{"version":1,"entity_type":"topics","entity_name":"t"}',
            ConfigChangeZNode("topics/t"),
        ),
        (ProducerIdBlockZNode, b'{"block_end":9,"block_start":0,"broker":1}', ProducerIdBlockZNode(1, 0, 9)),
    ],
)
def test_readers_take_older_and_newer_bodies(cls, body, node):
    assert cls.decode(body) == node


@pytest.mark.parametrize("cls", sorted({type(node) for node, _ in GOLDEN}, key=lambda cls: cls.__name__))
@pytest.mark.parametrize("body", [b"{", b"[]", b"\xff", b'{"version":1,"partitions":3,"config":3,"isr":[null]}'])
def test_anything_else_is_a_znode_error(cls, body):
    with pytest.raises(ZNodeError):
        cls.decode(body)


def test_listeners_without_a_protocol_are_their_own():
    registration = BrokerRegistration(endpoints=PLAIN, timestamp_ms=0)
    assert registration.security_protocol("PLAINTEXT") == "PLAINTEXT"


def test_endpoints_survive_ipv6_and_empty_hosts():
    for text in ("A://[::1]:9", "A://:9", "A://host:0"):
        assert str(Endpoint.parse(text)) == text
    with pytest.raises(ZNodeError):
        Endpoint.parse("no scheme")


def test_topic_ids_are_22_characters():
    assert paths.topic_id_from_text(paths.topic_id_to_text(TOPIC_ID)) == TOPIC_ID
    assert len(paths.topic_id_to_text(bytes(16))) == 22
    for text in ("", "short", "!5lM_uPoQZmvSqcFaYC_vg", "Y5lM_uPoQZmvSqcFaYC_vgAA"):
        with pytest.raises(ValueError):  # noqa: PT011
            paths.topic_id_from_text(text)


def test_plain_integers():
    assert paths.encode_int(41) == b"41"
    assert paths.decode_int(b"41") == 41
    with pytest.raises(ZNodeError, match="/controller_epoch"):
        paths.decode_int(b"x", "/controller_epoch")


def test_paths_are_kafkas():
    assert paths.broker_id(3) == "/brokers/ids/3"
    assert paths.partition_state("t", 0) == "/brokers/topics/t/partitions/0/state"
    assert paths.parent(paths.partition_state("t", 0)) == paths.partition("t", 0)
    assert paths.parent(paths.partition("t", 0)) == paths.topic_partitions("t")
    assert paths.parent(paths.CONTROLLER) == "/"
    assert paths.config("topics", "t") == "/config/topics/t"
    assert paths.delete_topic("t") == "/admin/delete_topics/t"
    assert paths.consumer_offset("g", "t", 1) == "/consumers/g/offsets/t/1"
    assert paths.isr_change("isr_change_0000000001") == f"{paths.ISR_CHANGE_PREFIX}0000000001"
    assert paths.log_dir_event("log_dir_event_0000000001") == f"{paths.LOG_DIR_EVENT_PREFIX}0000000001"
    assert set(paths.PERSISTENT_PATHS) >= {"/brokers/ids", "/brokers/topics", "/config/changes", "/brokers/seqid"}


@pytest.mark.parametrize(
    ("read", "data"),
    [
        (TopicZNode.decode, b"[" * 200_000),
        (TopicZNode.decode, b'{"version":1,"partitions":{"0":[99999999999]}}'),
        (TopicZNode.decode, b'{"version":1,"partitions":{"-1":[0]}}'),
        (TopicZNode.decode, b'{"version":1,"partitions":{"0":[-5]}}'),
        (TopicZNode.decode, b'{"version":1,"partitions":{"0":[1e999]}}'),
        (
            PartitionStateZNode.decode,
            b'{"controller_epoch":1,"leader":-7,"version":1,"leader_epoch":0,"isr":[0]}',
        ),
        (
            PartitionStateZNode.decode,
            b'{"controller_epoch":1,"leader":0,"version":1,"leader_epoch":4294967296,"isr":[0]}',
        ),
        (ConfigChangeZNode.decode, b'{"version":2,"entity_path":"users/.."}'),
        (ConfigChangeZNode.decode, b'{"version":2,"entity_path":"topics//x"}'),
    ],
)
def test_numbers_and_names_that_no_request_could_carry_are_unreadable(read, data):
    with pytest.raises(ZNodeError):
        read(data)
