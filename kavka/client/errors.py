"""The errors that a user of the bundled client meets, in one place to import from; see `wire.errors`."""

from __future__ import annotations

from kavka.wire.errors import (
    RETRIABLE,
    AuthenticationFailed,
    BootstrapFailed,
    BufferExhausted,
    ClientClosed,
    ClientError,
    DeadlineExceeded,
    DecodeError,
    ErrorCode,
    KafkaError,
    LeaderUnknown,
    OffsetMissing,
    RecordDeserializationFailed,
    TransactionFailed,
    UnsupportedByBroker,
    code_name,
    error_for_code,
    is_retriable,
    raise_first,
)

__all__ = [
    "KafkaError",
    "DecodeError",
    "ErrorCode",
    "error_for_code",
    "ClientError",
    "AuthenticationFailed",
    "BootstrapFailed",
    "UnsupportedByBroker",
    "LeaderUnknown",
    "DeadlineExceeded",
    "BufferExhausted",
    "OffsetMissing",
    "RecordDeserializationFailed",
    "TransactionFailed",
    "ClientClosed",
    "RETRIABLE",
    "is_retriable",
    "code_name",
    "raise_first",
]
