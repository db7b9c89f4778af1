"""What the records of `__transaction_state` hold: the state of one transactional id.

No API: these are keys and values of records. An int16 with the version stands before each (`broker.transaction.records`
reads and writes it). Kafka writes version 0; version 1, which it reads since 3.5 (KIP-915), is the same with tags.
"""

from __future__ import annotations

from kavka.protocol.generator.schema import INT8, INT16, INT32, INT64, STRING, Array, Field, Message, Struct

KEY = Message(
    "TransactionLogKey",
    Field("transactional_id", STRING, "0+"),
    api_key=-1,
    versions="0",
    flexible=None,
)

_PARTITIONS = Struct(
    "PartitionsSchema",
    Field("topic", STRING, "0+"),
    Field("partition_ids", Array(INT32), "0+"),
)

VALUE = Message(
    "TransactionLogValue",
    Field("producer_id", INT64, "0+"),
    Field("producer_epoch", INT16, "0+"),
    Field("transaction_timeout_ms", INT32, "0+"),
    Field("transaction_status", INT8, "0+"),
    Field("transaction_partitions", Array(_PARTITIONS), "0+", nullable="0+"),
    Field("transaction_last_update_timestamp_ms", INT64, "0+"),
    Field("transaction_start_timestamp_ms", INT64, "0+"),
    api_key=-1,
    versions="0-1",
    flexible="1+",
)

MESSAGES = (KEY, VALUE)
