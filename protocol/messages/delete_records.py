"""DeleteRecords (key 21): raise the log start offset of partitions.

1   throttled clients get the response first and are muted afterwards
2   flexible
"""

from __future__ import annotations

from kavka.protocol.generator.schema import INT16, INT32, INT64, STRING, Array, Field, Message, Struct

_DELETE_RECORDS_PARTITION = Struct(
    "DeleteRecordsPartition",
    Field("partition_index", INT32, "0+"),
    Field("offset", INT64, "0+"),
)

_DELETE_RECORDS_TOPIC = Struct(
    "DeleteRecordsTopic",
    Field("name", STRING, "0+"),
    Field("partitions", Array(_DELETE_RECORDS_PARTITION), "0+"),
)

REQUEST = Message(
    "DeleteRecordsRequest",
    Field("topics", Array(_DELETE_RECORDS_TOPIC), "0+"),
    Field("timeout_ms", INT32, "0+"),
    api_key=21,
    versions="0-2",
    flexible="2+",
)

_DELETE_RECORDS_PARTITION_RESULT = Struct(
    "DeleteRecordsPartitionResult",
    Field("partition_index", INT32, "0+"),
    Field("low_watermark", INT64, "0+"),
    Field("error_code", INT16, "0+"),
)

_DELETE_RECORDS_TOPIC_RESULT = Struct(
    "DeleteRecordsTopicResult",
    Field("name", STRING, "0+"),
    Field("partitions", Array(_DELETE_RECORDS_PARTITION_RESULT), "0+"),
)

RESPONSE = Message(
    "DeleteRecordsResponse",
    Field("throttle_time_ms", INT32, "0+"),
    Field("topics", Array(_DELETE_RECORDS_TOPIC_RESULT), "0+"),
    api_key=21,
    versions="0-2",
    flexible="2+",
)
