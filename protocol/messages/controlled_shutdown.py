"""ControlledShutdown (key 7): a broker asks the controller to move its leaderships away.

0   travels under a header without a client id
1   the usual header
2   broker epoch
3   flexible
"""

from __future__ import annotations

from kavka.protocol.generator.schema import INT16, INT32, INT64, STRING, Array, Field, Message, Struct

REQUEST = Message(
    "ControlledShutdownRequest",
    Field("broker_id", INT32, "0+"),
    Field("broker_epoch", INT64, "2+", default=-1, ignorable=True),
    api_key=7,
    versions="0-3",
    flexible="3+",
)

_REMAINING_PARTITION = Struct(
    "RemainingPartition",
    Field("topic_name", STRING, "0+"),
    Field("partition_index", INT32, "0+"),
)

RESPONSE = Message(
    "ControlledShutdownResponse",
    Field("error_code", INT16, "0+"),
    Field("remaining_partitions", Array(_REMAINING_PARTITION), "0+"),
    api_key=7,
    versions="0-3",
    flexible="3+",
)
