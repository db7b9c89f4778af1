"""AllocateProducerIds (key 67): a broker asks the controller for a block of producer ids. Flexible from 0 on."""

from __future__ import annotations

from kavka.protocol.generator.schema import INT16, INT32, INT64, Field, Message

REQUEST = Message(
    "AllocateProducerIdsRequest",
    Field("broker_id", INT32, "0+"),
    Field("broker_epoch", INT64, "0+", default=-1),
    api_key=67,
    versions="0",
    flexible="0+",
)

RESPONSE = Message(
    "AllocateProducerIdsResponse",
    Field("throttle_time_ms", INT32, "0+"),
    Field("error_code", INT16, "0+"),
    Field("producer_id_start", INT64, "0+"),
    Field("producer_id_len", INT32, "0+"),
    api_key=67,
    versions="0",
    flexible="0+",
)
