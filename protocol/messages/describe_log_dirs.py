"""DescribeLogDirs (key 35): what lies in a broker's directories, and how large it is.

1   throttled clients get the response first and are muted afterwards
2   flexible
3   response: top-level error
4   response: total and usable bytes of the volume
5   response: whether new replicas are kept away from the directory (KIP-1066)
"""

from __future__ import annotations

from kavka.protocol.generator.schema import BOOL, INT16, INT32, INT64, STRING, Array, Field, Message, Struct

_DESCRIBABLE_LOG_DIR_TOPIC = Struct(
    "DescribableLogDirTopic",
    Field("topic", STRING, "0+"),
    Field("partitions", Array(INT32), "0+"),
)

REQUEST = Message(
    "DescribeLogDirsRequest",
    Field("topics", Array(_DESCRIBABLE_LOG_DIR_TOPIC), "0+", nullable="0+"),
    api_key=35,
    versions="0-5",
    flexible="2+",
)

_DESCRIBE_LOG_DIRS_PARTITION = Struct(
    "DescribeLogDirsPartition",
    Field("partition_index", INT32, "0+"),
    Field("partition_size", INT64, "0+"),
    Field("offset_lag", INT64, "0+"),
    Field("is_future_key", BOOL, "0+"),
)

_DESCRIBE_LOG_DIRS_TOPIC = Struct(
    "DescribeLogDirsTopic",
    Field("name", STRING, "0+"),
    Field("partitions", Array(_DESCRIBE_LOG_DIRS_PARTITION), "0+"),
)

_DESCRIBE_LOG_DIRS_RESULT = Struct(
    "DescribeLogDirsResult",
    Field("error_code", INT16, "0+"),
    Field("log_dir", STRING, "0+"),
    Field("topics", Array(_DESCRIBE_LOG_DIRS_TOPIC), "0+"),
    Field("total_bytes", INT64, "4+", default=-1, ignorable=True),
    Field("usable_bytes", INT64, "4+", default=-1, ignorable=True),
    Field("is_cordoned", BOOL, "5+", ignorable=True),
)

RESPONSE = Message(
    "DescribeLogDirsResponse",
    Field("throttle_time_ms", INT32, "0+"),
    Field("error_code", INT16, "3+", ignorable=True),
    Field("results", Array(_DESCRIBE_LOG_DIRS_RESULT), "0+"),
    api_key=35,
    versions="0-5",
    flexible="2+",
)
