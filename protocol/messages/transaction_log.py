"""What the records of `__transaction_state` hold: the state of one transactional id.

No API: these are keys and values of records. An int16 with the version stands before each (`broker.transaction.records`
reads and writes it). Version 1, which Kafka reads since 3.5 (KIP-915), has tags; it is written from
`transaction.version` 1 on.
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
    Field("previous_producer_id", INT64, "1+", default=-1, tag=0),
    Field("next_producer_id", INT64, "1+", default=-1, tag=1),
    Field("producer_epoch", INT16, "0+"),
    Field("transaction_timeout_ms", INT32, "0+"),
    Field("transaction_status", INT8, "0+"),
    Field("transaction_partitions", Array(_PARTITIONS), "0+", nullable="0+"),
    Field("transaction_last_update_timestamp_ms", INT64, "0+"),
    Field("transaction_start_timestamp_ms", INT64, "0+"),
    Field("client_transaction_version", INT16, "1+", tag=2),
    Field("next_producer_epoch", INT16, "1+", default=-1, tag=3),
    api_key=-1,
    versions="0-1",
    flexible="1+",
)

MESSAGES = (KEY, VALUE)
