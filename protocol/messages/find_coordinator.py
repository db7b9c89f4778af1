"""FindCoordinator (key 10): which broker coordinates a group or a transactional id.

0   groups only
1   groups and transactions; response: throttle time, error message
2   throttled clients get the response first and are muted afterwards
3   flexible
4   several keys in one request (KIP-699)
5   TRANSACTION_ABORTABLE may be returned (KIP-890)
6   share groups (KIP-932)
"""

from __future__ import annotations

from kavka.protocol.generator.schema import INT8, INT16, INT32, STRING, Array, Field, Message, Struct

REQUEST = Message(
    "FindCoordinatorRequest",
    Field("key", STRING, "0-3"),
    Field("key_type", INT8, "1+"),
    Field("coordinator_keys", Array(STRING), "4+"),
    api_key=10,
    versions="0-6",
    flexible="3+",
)

_COORDINATOR = Struct(
    "Coordinator",
    Field("key", STRING, "4+"),
    Field("node_id", INT32, "4+"),
    Field("host", STRING, "4+"),
    Field("port", INT32, "4+"),
    Field("error_code", INT16, "4+"),
    Field("error_message", STRING, "4+", nullable="4+", ignorable=True),
)

RESPONSE = Message(
    "FindCoordinatorResponse",
    Field("throttle_time_ms", INT32, "1+", ignorable=True),
    Field("error_code", INT16, "0-3"),
    Field("error_message", STRING, "1-3", nullable="1-3", ignorable=True),
    Field("node_id", INT32, "0-3"),
    Field("host", STRING, "0-3"),
    Field("port", INT32, "0-3"),
    Field("coordinators", Array(_COORDINATOR), "4+"),
    api_key=10,
    versions="0-6",
    flexible="3+",
)
