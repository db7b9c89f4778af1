"""AddOffsetsToTxn (key 25): a group's offsets become part of a transaction.

1   throttled clients get the response first and are muted afterwards
2   PRODUCER_FENCED may be returned
3   flexible
4   TRANSACTION_ABORTABLE may be returned (KIP-890)
"""

from __future__ import annotations

from kavka.protocol.generator.schema import INT16, INT32, INT64, STRING, Field, Message

REQUEST = Message(
    "AddOffsetsToTxnRequest",
    Field("transactional_id", STRING, "0+"),
    Field("producer_id", INT64, "0+"),
    Field("producer_epoch", INT16, "0+"),
    Field("group_id", STRING, "0+"),
    api_key=25,
    versions="0-4",
    flexible="3+",
)

RESPONSE = Message(
    "AddOffsetsToTxnResponse",
    Field("throttle_time_ms", INT32, "0+"),
    Field("error_code", INT16, "0+"),
    api_key=25,
    versions="0-4",
    flexible="3+",
)
