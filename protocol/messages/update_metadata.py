"""UpdateMetadata (key 6): the controller sends every broker the leaders and the live brokers.

0   one address for each broker
1   several endpoints for each broker
2   rack
3   listener names
4   offline replicas
5   broker epoch; partitions grouped by topic
6   flexible
7   topic ids
8   whether the sender is a KRaft controller, and whether this is everything (KIP-866)
"""

from __future__ import annotations

from kavka.protocol.generator.schema import (
    BOOL,
    CONTROLLER_EPOCH,
    INT8,
    INT16,
    INT32,
    INT64,
    LEADER_EPOCH,
    STRING,
    UUID,
    Array,
    Field,
    Message,
    Struct,
)

_UPDATE_METADATA_PARTITION_STATE = Struct(
    "UpdateMetadataPartitionState",
    Field("topic_name", STRING, "0-4", ignorable=True),
    Field("partition_index", INT32, "0+"),
    Field("controller_epoch", CONTROLLER_EPOCH, "0+"),
    Field("leader", INT32, "0+"),
    Field("leader_epoch", LEADER_EPOCH, "0+"),
    Field("isr", Array(INT32), "0+"),
    Field("zk_version", INT32, "0+"),
    Field("replicas", Array(INT32), "0+"),
    Field("offline_replicas", Array(INT32), "4+", ignorable=True),
)

_UPDATE_METADATA_TOPIC_STATE = Struct(
    "UpdateMetadataTopicState",
    Field("topic_name", STRING, "5+"),
    Field("topic_id", UUID, "7+", ignorable=True),
    Field("partition_states", Array(_UPDATE_METADATA_PARTITION_STATE), "5+"),
)

_UPDATE_METADATA_ENDPOINT = Struct(
    "UpdateMetadataEndpoint",
    Field("port", INT32, "1+"),
    Field("host", STRING, "1+"),
    Field("listener", STRING, "3+", ignorable=True),
    Field("security_protocol", INT16, "1+"),
)

_UPDATE_METADATA_BROKER = Struct(
    "UpdateMetadataBroker",
    Field("id", INT32, "0+"),
    Field("v0_host", STRING, "0", ignorable=True),
    Field("v0_port", INT32, "0", ignorable=True),
    Field("endpoints", Array(_UPDATE_METADATA_ENDPOINT), "1+", ignorable=True),
    Field("rack", STRING, "2+", nullable="0+", ignorable=True),
)

REQUEST = Message(
    "UpdateMetadataRequest",
    Field("controller_id", INT32, "0+"),
    Field("is_kraft_controller", BOOL, "8+"),
    Field("type", INT8, "8+", tag=0),
    Field("controller_epoch", CONTROLLER_EPOCH, "0+"),
    Field("broker_epoch", INT64, "5+", default=-1, ignorable=True),
    Field("ungrouped_partition_states", Array(_UPDATE_METADATA_PARTITION_STATE), "0-4"),
    Field("topic_states", Array(_UPDATE_METADATA_TOPIC_STATE), "5+"),
    Field("live_brokers", Array(_UPDATE_METADATA_BROKER), "0+"),
    api_key=6,
    versions="0-8",
    flexible="6+",
)

RESPONSE = Message(
    "UpdateMetadataResponse",
    Field("error_code", INT16, "0+"),
    api_key=6,
    versions="0-8",
    flexible="6+",
)
