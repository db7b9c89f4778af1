"""DescribeCluster (key 60): cluster id, controller and brokers, without topics. Flexible from 0 on.

1   brokers or controllers (KIP-919)
2   fenced brokers, too, where there are any (KIP-1073)
"""

from __future__ import annotations

from kavka.protocol.generator.schema import BOOL, INT8, INT16, INT32, STRING, Array, Field, Message, Struct

INT32_MIN = -0x8000_0000

REQUEST = Message(
    "DescribeClusterRequest",
    Field("include_cluster_authorized_operations", BOOL, "0+"),
    Field("endpoint_type", INT8, "1+", default=1),
    Field("include_fenced_brokers", BOOL, "2+"),
    api_key=60,
    versions="0-2",
    flexible="0+",
)

_DESCRIBE_CLUSTER_BROKER = Struct(
    "DescribeClusterBroker",
    Field("broker_id", INT32, "0+"),
    Field("host", STRING, "0+"),
    Field("port", INT32, "0+"),
    Field("rack", STRING, "0+", nullable="0+", default=None),
    Field("is_fenced", BOOL, "2+"),
)

RESPONSE = Message(
    "DescribeClusterResponse",
    Field("throttle_time_ms", INT32, "0+"),
    Field("error_code", INT16, "0+"),
    Field("error_message", STRING, "0+", nullable="0+", default=None),
    Field("endpoint_type", INT8, "1+", default=1),
    Field("cluster_id", STRING, "0+"),
    Field("controller_id", INT32, "0+", default=-1),
    Field("brokers", Array(_DESCRIBE_CLUSTER_BROKER), "0+"),
    Field("cluster_authorized_operations", INT32, "0+", default=INT32_MIN),
    api_key=60,
    versions="0-2",
    flexible="0+",
)
