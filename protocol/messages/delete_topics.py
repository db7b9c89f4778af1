"""DeleteTopics (key 20): delete topics.

1   response: throttle time
2   throttled clients get the response first and are muted afterwards
3   TOPIC_DELETION_DISABLED may be returned
4   flexible
5   response: error messages; THROTTLING_QUOTA_EXCEEDED may be returned (KIP-599)
6   by name or by topic id
"""

from __future__ import annotations

from kavka.protocol.generator.schema import INT16, INT32, STRING, UUID, Array, Field, Message, Struct

_DELETE_TOPIC_STATE = Struct(
    "DeleteTopicState",
    Field("name", STRING, "6+", nullable="6+", default=None),
    Field("topic_id", UUID, "6+"),
)

REQUEST = Message(
    "DeleteTopicsRequest",
    Field("topics", Array(_DELETE_TOPIC_STATE), "6+"),
    Field("topic_names", Array(STRING), "0-5", ignorable=True),
    Field("timeout_ms", INT32, "0+"),
    api_key=20,
    versions="0-6",
    flexible="4+",
)

_DELETABLE_TOPIC_RESULT = Struct(
    "DeletableTopicResult",
    Field("name", STRING, "0+", nullable="6+"),
    Field("topic_id", UUID, "6+", ignorable=True),
    Field("error_code", INT16, "0+"),
    Field("error_message", STRING, "5+", nullable="5+", default=None, ignorable=True),
)

RESPONSE = Message(
    "DeleteTopicsResponse",
    Field("throttle_time_ms", INT32, "1+", ignorable=True),
    Field("responses", Array(_DELETABLE_TOPIC_RESULT), "0+"),
    api_key=20,
    versions="0-6",
    flexible="4+",
)
