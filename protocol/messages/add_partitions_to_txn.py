"""AddPartitionsToTxn (key 24): partitions become part of a transaction.

1   throttled clients get the response first and are muted afterwards
2   PRODUCER_FENCED may be returned
3   flexible; the last version that clients may use
4   for brokers: several transactions, or only verify; top-level error
5   TRANSACTION_ABORTABLE may be returned (KIP-890)
"""

from __future__ import annotations

from kavka.protocol.generator.schema import BOOL, INT16, INT32, INT64, STRING, Array, Field, Message, Struct

_ADD_PARTITIONS_TO_TXN_TOPIC = Struct(
    "AddPartitionsToTxnTopic",
    Field("name", STRING, "0+"),
    Field("partitions", Array(INT32), "0+"),
)

_ADD_PARTITIONS_TO_TXN_TRANSACTION = Struct(
    "AddPartitionsToTxnTransaction",
    Field("transactional_id", STRING, "4+"),
    Field("producer_id", INT64, "4+"),
    Field("producer_epoch", INT16, "4+"),
    Field("verify_only", BOOL, "4+"),
    Field("topics", Array(_ADD_PARTITIONS_TO_TXN_TOPIC), "4+"),
)

REQUEST = Message(
    "AddPartitionsToTxnRequest",
    Field("transactions", Array(_ADD_PARTITIONS_TO_TXN_TRANSACTION), "4+"),
    Field("v3_and_below_transactional_id", STRING, "0-3"),
    Field("v3_and_below_producer_id", INT64, "0-3"),
    Field("v3_and_below_producer_epoch", INT16, "0-3"),
    Field("v3_and_below_topics", Array(_ADD_PARTITIONS_TO_TXN_TOPIC), "0-3"),
    api_key=24,
    versions="0-5",
    flexible="3+",
)

_ADD_PARTITIONS_TO_TXN_PARTITION_RESULT = Struct(
    "AddPartitionsToTxnPartitionResult",
    Field("partition_index", INT32, "0+"),
    Field("partition_error_code", INT16, "0+"),
)

_ADD_PARTITIONS_TO_TXN_TOPIC_RESULT = Struct(
    "AddPartitionsToTxnTopicResult",
    Field("name", STRING, "0+"),
    Field("results_by_partition", Array(_ADD_PARTITIONS_TO_TXN_PARTITION_RESULT), "0+"),
)

_ADD_PARTITIONS_TO_TXN_RESULT = Struct(
    "AddPartitionsToTxnResult",
    Field("transactional_id", STRING, "4+"),
    Field("topic_results", Array(_ADD_PARTITIONS_TO_TXN_TOPIC_RESULT), "4+"),
)

RESPONSE = Message(
    "AddPartitionsToTxnResponse",
    Field("throttle_time_ms", INT32, "0+"),
    Field("error_code", INT16, "4+", ignorable=True),
    Field("results_by_transaction", Array(_ADD_PARTITIONS_TO_TXN_RESULT), "4+"),
    Field("results_by_topic_v3_and_below", Array(_ADD_PARTITIONS_TO_TXN_TOPIC_RESULT), "0-3"),
    api_key=24,
    versions="0-5",
    flexible="3+",
)
