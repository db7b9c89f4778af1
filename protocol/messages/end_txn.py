"""EndTxn (key 26): commit or abort a transaction.

1   throttled clients get the response first and are muted afterwards
2   PRODUCER_FENCED may be returned
3   flexible
4   TRANSACTION_ABORTABLE may be returned (KIP-890)
5   response: the producer id and epoch of the next transaction (KIP-890, transaction.version 2)
"""

from __future__ import annotations

from kavka.protocol.generator.schema import BOOL, INT16, INT32, INT64, STRING, Field, Message

REQUEST = Message(
    "EndTxnRequest",
    Field("transactional_id", STRING, "0+"),
    Field("producer_id", INT64, "0+"),
    Field("producer_epoch", INT16, "0+"),
    Field("committed", BOOL, "0+"),
    api_key=26,
    versions="0-5",
    flexible="3+",
)

RESPONSE = Message(
    "EndTxnResponse",
    Field("throttle_time_ms", INT32, "0+"),
    Field("error_code", INT16, "0+"),
    Field("producer_id", INT64, "5+", default=-1, ignorable=True),
    Field("producer_epoch", INT16, "5+", default=-1, ignorable=True),
    api_key=26,
    versions="0-5",
    flexible="3+",
)
