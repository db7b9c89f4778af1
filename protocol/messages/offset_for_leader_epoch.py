"""OffsetForLeaderEpoch (key 23): where a leader epoch ends, for truncation.

1   response: the epoch that was found (KIP-279)
2   the current leader epoch, for fencing (KIP-320); response: throttle time
3   replica id; -2 is a consumer that may look behind the high watermark
4   flexible
"""

from __future__ import annotations

from kavka.protocol.generator.schema import INT16, INT32, INT64, LEADER_EPOCH, STRING, Array, Field, Message, Struct

_OFFSET_FOR_LEADER_PARTITION = Struct(
    "OffsetForLeaderPartition",
    Field("partition", INT32, "0+"),
    Field("current_leader_epoch", LEADER_EPOCH, "2+", default=-1, ignorable=True),
    Field("leader_epoch", LEADER_EPOCH, "0+"),
)

_OFFSET_FOR_LEADER_TOPIC = Struct(
    "OffsetForLeaderTopic",
    Field("topic", STRING, "0+"),
    Field("partitions", Array(_OFFSET_FOR_LEADER_PARTITION), "0+"),
)

REQUEST = Message(
    "OffsetForLeaderEpochRequest",
    Field("replica_id", INT32, "3+", default=-2, ignorable=True),
    Field("topics", Array(_OFFSET_FOR_LEADER_TOPIC), "0+"),
    api_key=23,
    versions="0-4",
    flexible="4+",
)

_EPOCH_END_OFFSET = Struct(
    "EpochEndOffset",
    Field("error_code", INT16, "0+"),
    Field("partition", INT32, "0+"),
    Field("leader_epoch", LEADER_EPOCH, "1+", default=-1, ignorable=True),
    Field("end_offset", INT64, "0+", default=-1),
)

_OFFSET_FOR_LEADER_TOPIC_RESULT = Struct(
    "OffsetForLeaderTopicResult",
    Field("topic", STRING, "0+"),
    Field("partitions", Array(_EPOCH_END_OFFSET), "0+"),
)

RESPONSE = Message(
    "OffsetForLeaderEpochResponse",
    Field("throttle_time_ms", INT32, "2+", ignorable=True),
    Field("topics", Array(_OFFSET_FOR_LEADER_TOPIC_RESULT), "0+"),
    api_key=23,
    versions="0-4",
    flexible="4+",
)
