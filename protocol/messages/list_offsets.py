"""ListOffsets (key 2): the offset for a timestamp, or one end of the log.

0   up to so many segment ends before a time
1   one offset and its timestamp
2   isolation level; response: throttle time
3   throttled clients get the response first and are muted afterwards
4   leader epoch, both ways
5   OFFSET_NOT_AVAILABLE may be returned
6   flexible
7   timestamp -3 asks for the record with the largest timestamp (KIP-734)
8   timestamp -4 asks for the start of the local log (KIP-405)
9   timestamp -5 asks for the last offset in tiered storage (KIP-1005)
10  how long a broker may wait for tiered storage (KIP-1075)
11  timestamp -6 asks for the first offset that is not in tiered storage yet (KIP-1023)
"""

from __future__ import annotations

from kavka.protocol.generator.schema import (
    INT8,
    INT16,
    INT32,
    INT64,
    LEADER_EPOCH,
    STRING,
    Array,
    Field,
    Message,
    Struct,
)

_LIST_OFFSETS_PARTITION = Struct(
    "ListOffsetsPartition",
    Field("partition_index", INT32, "0+"),
    Field("current_leader_epoch", LEADER_EPOCH, "4+", default=-1, ignorable=True),
    Field("timestamp", INT64, "0+"),
    Field("max_num_offsets", INT32, "0", default=1),
)

_LIST_OFFSETS_TOPIC = Struct(
    "ListOffsetsTopic",
    Field("name", STRING, "0+"),
    Field("partitions", Array(_LIST_OFFSETS_PARTITION), "0+"),
)

REQUEST = Message(
    "ListOffsetsRequest",
    Field("replica_id", INT32, "0+"),
    Field("isolation_level", INT8, "2+"),
    Field("topics", Array(_LIST_OFFSETS_TOPIC), "0+"),
    Field("timeout_ms", INT32, "10+", ignorable=True),
    api_key=2,
    versions="0-11",
    flexible="6+",
)

_LIST_OFFSETS_PARTITION_RESPONSE = Struct(
    "ListOffsetsPartitionResponse",
    Field("partition_index", INT32, "0+"),
    Field("error_code", INT16, "0+"),
    Field("old_style_offsets", Array(INT64), "0"),
    Field("timestamp", INT64, "1+", default=-1),
    Field("offset", INT64, "1+", default=-1),
    Field("leader_epoch", LEADER_EPOCH, "4+", default=-1),
)

_LIST_OFFSETS_TOPIC_RESPONSE = Struct(
    "ListOffsetsTopicResponse",
    Field("name", STRING, "0+"),
    Field("partitions", Array(_LIST_OFFSETS_PARTITION_RESPONSE), "0+"),
)

RESPONSE = Message(
    "ListOffsetsResponse",
    Field("throttle_time_ms", INT32, "2+", ignorable=True),
    Field("topics", Array(_LIST_OFFSETS_TOPIC_RESPONSE), "0+"),
    api_key=2,
    versions="0-11",
    flexible="6+",
)
