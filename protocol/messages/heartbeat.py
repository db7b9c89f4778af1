"""Heartbeat (key 12): a member is alive, and learns of a rebalance.

1   response: throttle time
2   throttled clients get the response first and are muted afterwards
3   static members
4   flexible
"""

from __future__ import annotations

from kavka.protocol.generator.schema import INT16, INT32, STRING, Field, Message

REQUEST = Message(
    "HeartbeatRequest",
    Field("group_id", STRING, "0+"),
    Field("generation_id", INT32, "0+"),
    Field("member_id", STRING, "0+"),
    Field("group_instance_id", STRING, "3+", nullable="3+", default=None),
    api_key=12,
    versions="0-4",
    flexible="4+",
)

RESPONSE = Message(
    "HeartbeatResponse",
    Field("throttle_time_ms", INT32, "1+", ignorable=True),
    Field("error_code", INT16, "0+"),
    api_key=12,
    versions="0-4",
    flexible="4+",
)
