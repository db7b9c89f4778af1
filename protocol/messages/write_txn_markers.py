"""WriteTxnMarkers (key 27): the transaction coordinator has control batches appended.

1   flexible
2   the transaction version of each marker (Kafka 4.2)
"""

from __future__ import annotations

from kavka.protocol.generator.schema import BOOL, INT8, INT16, INT32, INT64, STRING, Array, Field, Message, Struct

_WRITABLE_TXN_MARKER_TOPIC = Struct(
    "WritableTxnMarkerTopic",
    Field("name", STRING, "0+"),
    Field("partition_indexes", Array(INT32), "0+"),
)

_WRITABLE_TXN_MARKER = Struct(
    "WritableTxnMarker",
    Field("producer_id", INT64, "0+"),
    Field("producer_epoch", INT16, "0+"),
    Field("transaction_result", BOOL, "0+"),
    Field("topics", Array(_WRITABLE_TXN_MARKER_TOPIC), "0+"),
    Field("coordinator_epoch", INT32, "0+"),
    Field("transaction_version", INT8, "2+", ignorable=True),
)

REQUEST = Message(
    "WriteTxnMarkersRequest",
    Field("markers", Array(_WRITABLE_TXN_MARKER), "0+"),
    api_key=27,
    versions="0-2",
    flexible="1+",
)

_WRITABLE_TXN_MARKER_PARTITION_RESULT = Struct(
    "WritableTxnMarkerPartitionResult",
    Field("partition_index", INT32, "0+"),
    Field("error_code", INT16, "0+"),
)

_WRITABLE_TXN_MARKER_TOPIC_RESULT = Struct(
    "WritableTxnMarkerTopicResult",
    Field("name", STRING, "0+"),
    Field("partitions", Array(_WRITABLE_TXN_MARKER_PARTITION_RESULT), "0+"),
)

_WRITABLE_TXN_MARKER_RESULT = Struct(
    "WritableTxnMarkerResult",
    Field("producer_id", INT64, "0+"),
    Field("topics", Array(_WRITABLE_TXN_MARKER_TOPIC_RESULT), "0+"),
)

RESPONSE = Message(
    "WriteTxnMarkersResponse",
    Field("markers", Array(_WRITABLE_TXN_MARKER_RESULT), "0+"),
    api_key=27,
    versions="0-2",
    flexible="1+",
)
