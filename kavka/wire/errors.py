"""What can go wrong on our side of the wire.

An error of a broker's response is a `protocol.errors.KafkaError`, with Kafka's own name and code. The classes here are
for what no broker said: nobody responded, the broker is too old, our own memory is full. Both kinds are re-exported, so
that a caller imports from one place.

    ClientError
    ├── BootstrapFailed        no address of the bootstrap list responded
    ├── AuthenticationFailed   certificate or login refused, by the broker or by us
    ├── UnsupportedByBroker    no common version of an API
    ├── LeaderUnknown          the broker that should respond is not in the metadata
    ├── DeadlineExceeded       retried until the time was up; carries the last failure
    ├── BufferExhausted        the producer's memory stayed full
    ├── RecordDeserializationFailed   a deserializer refused a record's key or value
    ├── OffsetMissing          nothing is committed, and there shall be no other place to begin
    ├── TransactionFailed      a transaction that can only be aborted
    └── ClientClosed           used after close
"""

from __future__ import annotations

from collections.abc import Iterable

from kavka.protocol.errors import DecodeError, ErrorCode, KafkaError, error_for_code

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
    "RecordDeserializationFailed",
    "OffsetMissing",
    "TransactionFailed",
    "ClientClosed",
    "FAILURES",
    "RETRIABLE",
    "is_retriable",
    "reason_of",
    "code_name",
    "raise_first",
]


class ClientError(Exception):
    """The base of everything that this client, not a broker, has to say."""


class BootstrapFailed(ClientError):
    """No bootstrap address responded; the message lists each with its reason."""


class AuthenticationFailed(ClientError, ConnectionError):
    """The broker's certificate, ours, or the login was refused.

    A ConnectionError, for whoever keeps trying by himself, as brokers among each other do; a client's user hears it at
    once, because nothing mends it but other settings.
    """


class UnsupportedByBroker(ClientError):
    """The broker and this client have no version of an API in common."""


class LeaderUnknown(ClientError):
    """The metadata names no reachable broker for this partition; usually an election that is about to end."""


class DeadlineExceeded(ClientError):
    """Retries went on until the deadline; the message and `__cause__` carry the last failure."""


class BufferExhausted(ClientError):
    """The producer's memory was full for as long as a send may wait."""


class RecordDeserializationFailed(ClientError):
    """A deserializer refused a record's key or value; `__cause__` is what it raised.

    Args:
        topic: The record's.
        partition: The record's.
        offset: The record's; a consumer's position stays there, and seeking past it reads on.
        what: Which deserializer, and what it said.
        advice: What there is to do.
    """

    def __init__(
        self, topic: str, partition: int, offset: int, what: str, advice: str = "seek past it to read on"
    ) -> None:
        super().__init__(f"{topic}-{partition}, offset {offset}: {what}; {advice}")
        self.topic = topic
        self.partition = partition
        self.offset = offset


class OffsetMissing(ClientError):
    """A group has no committed offset for a partition, and `offset_reset` is "error"."""


class TransactionFailed(ClientError):
    """A part of the transaction did not come true, so it can only be aborted; `__cause__` says what failed."""


class ClientClosed(ClientError):
    """The client was closed before, or while, this was asked."""


RETRIABLE: tuple[type[BaseException], ...] = (OSError, TimeoutError, DecodeError, LeaderUnknown, BootstrapFailed)
"""What may succeed when tried again over a new connection. (ConnectionError is an OSError.)"""


FAILURES: tuple[type[Exception], ...] = (KafkaError, ClientError, OSError, TimeoutError, DecodeError)
"""What a request can end with that is not a defect of this program."""


def is_retriable(error: BaseException) -> bool:
    """Tells whether a retry can help."""
    if isinstance(error, KafkaError):
        return error.retriable
    return isinstance(error, RETRIABLE) and not isinstance(error, AuthenticationFailed)


def code_name(code: int) -> str:
    """Returns Kafka's name of an error code, or "error code" with an unknown number."""
    try:
        return ErrorCode(code).name
    except ValueError:
        return f"error code {code}"


def reason_of(error: BaseException | None) -> str:
    """Returns an error's own words, or the name of its class."""
    return str(error) or type(error).__name__


def raise_first(results: Iterable[tuple[str, int, str | None]]) -> None:
    """Raises the first error among a response's results.

    Args:
        results: whose result (may be empty), error code, and what the broker said about it.

    Raises:
        KafkaError: the code's own.
    """
    for name, code, message in results:
        if code != ErrorCode.NONE:
            if code == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION and name:
                raise error_for_code(code, f"there is no topic {name!r} in this cluster")
            text = message or code_name(code)
            raise error_for_code(code, f"{name}: {text}" if name else text)
