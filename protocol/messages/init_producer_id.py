"""InitProducerId (key 22): a producer id for idempotence or for a transactional id.

1   throttled clients get the response first and are muted afterwards
2   flexible
3   the producer's current id and epoch, to be bumped (KIP-360)
4   PRODUCER_FENCED may be returned
5   TRANSACTION_ABORTABLE may be returned (KIP-890)
6   two-phase commit: an open transaction may be kept (KIP-939)
"""

from __future__ import annotations

from kavka.protocol.generator.schema import BOOL, INT16, INT32, INT64, STRING, Field, Message

REQUEST = Message(
    "InitProducerIdRequest",
    Field("transactional_id", STRING, "0+", nullable="0+"),
    Field("transaction_timeout_ms", INT32, "0+"),
    Field("producer_id", INT64, "3+", default=-1),
    Field("producer_epoch", INT16, "3+", default=-1),
    Field("enable2_pc", BOOL, "6+"),
    Field("keep_prepared_txn", BOOL, "6+"),
    api_key=22,
    versions="0-6",
    flexible="2+",
)

RESPONSE = Message(
    "InitProducerIdResponse",
    Field("throttle_time_ms", INT32, "0+", ignorable=True),
    Field("error_code", INT16, "0+"),
    Field("producer_id", INT64, "0+", default=-1),
    Field("producer_epoch", INT16, "0+"),
    Field("ongoing_txn_producer_id", INT64, "6+", default=-1),
    Field("ongoing_txn_producer_epoch", INT16, "6+", default=-1),
    api_key=22,
    versions="0-6",
    flexible="2+",
)
