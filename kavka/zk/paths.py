"""Where Kafka keeps things in ZooKeeper: the path of every znode of a ZooKeeper-mode cluster.

The bodies of the nodes are in `znodes.py` and are offered here too, so that callers need one name: `paths.topic("t")`
and `paths.TopicZNode(…)`. Paths and bodies are Kafka's (core/…/zk/ZkData.scala), so that Kafka's own tools read them.

    /controller (E)  /controller_epoch  /cluster/id  /latest_producer_id_block
    /brokers/ids/<id> (E)  /brokers/seqid  /brokers/topics/<t>/partitions/<p>/state
    /admin/{delete_topics/<t>, reassign_partitions, preferred_replica_election}
    /isr_change_notification/isr_change_ (S)  /log_dir_event_notification/log_dir_event_ (S)
    /config/{topics,clients,users,brokers,ips}/<entity>  /config/changes/config_change_ (S)
                                                          E ephemeral, S sequential
"""

from __future__ import annotations

from kavka.zk.znodes import (
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
    decode_int,
    encode_int,
    topic_id_from_text,
    topic_id_to_text,
)

CONTROLLER = "/controller"
CONTROLLER_EPOCH = "/controller_epoch"
"""Plain integer text; every write of the controller is a multi that checks this node's version."""

BROKER_IDS = "/brokers/ids"
BROKER_SEQ_ID = "/brokers/seqid"
"""Empty; the version that a write of it gives is the next generated broker id."""
TOPICS = "/brokers/topics"

ADMIN = "/admin"
DELETE_TOPICS = "/admin/delete_topics"
REASSIGN_PARTITIONS = "/admin/reassign_partitions"
PREFERRED_REPLICA_ELECTION = "/admin/preferred_replica_election"

ISR_CHANGE_NOTIFICATION = "/isr_change_notification"
ISR_CHANGE_PREFIX = "/isr_change_notification/isr_change_"
LOG_DIR_EVENT_NOTIFICATION = "/log_dir_event_notification"
LOG_DIR_EVENT_PREFIX = "/log_dir_event_notification/log_dir_event_"

CONFIG = "/config"
CONFIG_CHANGES = "/config/changes"
CONFIG_CHANGE_PREFIX = "/config/changes/config_change_"
LATER_CONFIG_CHANGES = "/config/later_changes"
"""Notifications of types that no Kafka with ZooKeeper has: among Kafka's own, one would stop a Kafka broker of the same
cluster there, for as long as it stands."""
LATER_CONFIG_CHANGE_PREFIX = "/config/later_changes/config_change_"
DEFAULT_ENTITY = "<default>"
"""The entity whose config is every entity's default."""

CONSUMERS = "/consumers"
CLUSTER_ID = "/cluster/id"
PRODUCER_ID_BLOCK = "/latest_producer_id_block"

PERSISTENT_PATHS: tuple[str, ...] = (
    CONSUMERS,
    BROKER_IDS,
    TOPICS,
    CONFIG_CHANGES,
    DELETE_TOPICS,
    BROKER_SEQ_ID,
    ISR_CHANGE_NOTIFICATION,
    PRODUCER_ID_BLOCK,
    LOG_DIR_EVENT_NOTIFICATION,
    "/config/topics",
    "/config/clients",
    "/config/users",
    "/config/brokers",
    "/config/ips",
)
"""Every broker makes sure of these at start, parents included."""


def broker_id(broker: int) -> str:
    """Returns the path of a broker's registration, an ephemeral node."""
    return f"/brokers/ids/{broker}"


def topic(name: str) -> str:
    """Returns the path of a topic's assignment."""
    return f"/brokers/topics/{name}"


def topic_partitions(name: str) -> str:
    """Returns the path of the parent of a topic's partitions."""
    return f"/brokers/topics/{name}/partitions"


def partition(name: str, index: int) -> str:
    """Returns the path of the parent of a partition's state."""
    return f"/brokers/topics/{name}/partitions/{index}"


def partition_state(name: str, index: int) -> str:
    """Returns the path of a partition's leader and ISR; the node's version is the partition epoch."""
    return f"/brokers/topics/{name}/partitions/{index}/state"


def delete_topic(name: str) -> str:
    """Returns the path of the mark that asks the controller to delete a topic."""
    return f"/admin/delete_topics/{name}"


def config_type(entity_type: str) -> str:
    """Returns the path of the parent of all configs of a type. Types are topics, clients, users, brokers and ips."""
    return f"/config/{entity_type}"


def config_change_prefix(entity_type: str) -> str:
    """Returns where a change of an entity of a type is notified."""
    return CONFIG_CHANGE_PREFIX if config_type(entity_type) in PERSISTENT_PATHS else LATER_CONFIG_CHANGE_PREFIX


def config(entity_type: str, entity: str) -> str:
    """Returns the path of an entity's overrides. A user's client is `config("users", "<user>/clients/<client>")`."""
    return f"/config/{entity_type}/{entity}"


def isr_change(sequence: str) -> str:
    """Returns the path of an ISR change notification, by its child name."""
    return f"{ISR_CHANGE_NOTIFICATION}/{sequence}"


def log_dir_event(sequence: str) -> str:
    """Returns the path of a log directory notification, by its child name."""
    return f"{LOG_DIR_EVENT_NOTIFICATION}/{sequence}"


def consumer_offset(group: str, topic_name: str, index: int) -> str:
    """Returns the path of an offset committed by OffsetCommit v0.

    OffsetFetch v0 reads it; the body is plain integer text.
    """
    return f"/consumers/{group}/offsets/{topic_name}/{index}"


def parent(path: str) -> str:
    """Returns the parent's path; of a child of the root, the root."""
    head = path.rpartition("/")[0]
    return head or "/"


__all__ = [
    # paths
    "ADMIN", "BROKER_IDS", "BROKER_SEQ_ID", "CLUSTER_ID", "CONFIG", "CONFIG_CHANGES", "CONFIG_CHANGE_PREFIX",
    "LATER_CONFIG_CHANGES", "LATER_CONFIG_CHANGE_PREFIX", "config_change_prefix",
    "CONSUMERS", "CONTROLLER", "CONTROLLER_EPOCH", "DEFAULT_ENTITY", "DELETE_TOPICS", "ISR_CHANGE_NOTIFICATION",
    "ISR_CHANGE_PREFIX", "LOG_DIR_EVENT_NOTIFICATION", "LOG_DIR_EVENT_PREFIX", "PERSISTENT_PATHS",
    "PREFERRED_REPLICA_ELECTION", "PRODUCER_ID_BLOCK", "REASSIGN_PARTITIONS", "TOPICS",
    "broker_id", "config", "config_type", "consumer_offset", "delete_topic", "isr_change",
    "log_dir_event", "parent", "partition", "partition_state", "topic", "topic_partitions",
    # bodies
    "BrokerRegistration", "ClusterIdZNode", "ConfigChangeZNode", "ConfigZNode", "ControllerZNode", "Endpoint",
    "IsrChangeZNode", "LogDirEventZNode", "PartitionStateZNode", "PreferredReplicaElectionZNode",
    "ProducerIdBlockZNode", "ReassignPartitionsZNode", "TopicZNode", "ZNodeError", "decode_int", "encode_int",
    "topic_id_from_text", "topic_id_to_text",
]  # fmt: skip
