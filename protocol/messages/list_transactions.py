"""ListTransactions (key 66): the transactions that a broker coordinates. Flexible from 0 on.

1   only those that run longer than a duration (KIP-994)
2   only those whose transactional id matches a regular expression (KIP-1152)
"""

from __future__ import annotations

from kavka.protocol.generator.schema import INT16, INT32, INT64, STRING, Array, Field, Message, Struct

REQUEST = Message(
    "ListTransactionsRequest",
    Field("state_filters", Array(STRING), "0+"),
    Field("producer_id_filters", Array(INT64), "0+"),
    Field("duration_filter", INT64, "1+", default=-1),
    Field("transactional_id_pattern", STRING, "2+", nullable="2+", default=None),
    api_key=66,
    versions="0-2",
    flexible="0+",
)

_TRANSACTION_STATE = Struct(
    "TransactionState",
    Field("transactional_id", STRING, "0+"),
    Field("producer_id", INT64, "0+"),
    Field("transaction_state", STRING, "0+"),
)

RESPONSE = Message(
    "ListTransactionsResponse",
    Field("throttle_time_ms", INT32, "0+"),
    Field("error_code", INT16, "0+"),
    Field("unknown_state_filters", Array(STRING), "0+"),
    Field("transaction_states", Array(_TRANSACTION_STATE), "0+"),
    api_key=66,
    versions="0-2",
    flexible="0+",
)
