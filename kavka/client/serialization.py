"""How keys and values become bytes and come back: by the functions that a client was given. No I/O.

    send(key, value) ──▶ serializers   ──▶ bytes
    bytes            ──▶ deserializers ──▶ record.key, record.value
    None             ─────────────────▶ None, both ways: no function sees it, so a tombstone stays one

A record that a deserializer refuses stops its partition there and no other: what is before it is handed out, the next
poll raises, and the position stays at it until somebody seeks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from kavka.client.fetch_buffer import ConsumerRecord
from kavka.common.types import TopicPartition
from kavka.protocol.records.batch import Record
from kavka.wire.errors import RecordDeserializationFailed, reason_of

Serializer = Callable[[Any], bytes | None]
Deserializer = Callable[[bytes], Any]

F = TypeVar("F", bound=Callable[[Any], Any])


def check_function(name: str, function: F | None) -> F | None:
    """Returns a user's function.

    Raises:
        TypeError: it cannot be called.
    """
    if function is not None and not callable(function):
        raise TypeError(f"{name} is a function of one argument, not {type(function).__name__}")
    return function


class Deserializers:
    """The two functions of one consumer.

    Args:
        key: Makes an object of every key but None; None: keys stay bytes.
        value: Likewise of values.
        advice: What there is to do about a record that one refuses.
    """

    def __init__(
        self, key: Deserializer | None, value: Deserializer | None, *, advice: str = "seek past it to read on"
    ) -> None:
        self._advice = advice
        self._key = check_function("key_deserializer", key)
        self._value = check_function("value_deserializer", value)

    @property
    def are_given(self) -> bool:
        """Tells whether there is anything to do."""
        return self._key is not None or self._value is not None

    def apply(
        self, tp: TopicPartition, records: Sequence[Record]
    ) -> tuple[list[Record], RecordDeserializationFailed | None]:
        """Returns deserialized records up to the first that is refused, and its error."""
        done: list[Record] = []
        for raw in records:
            try:
                done.append(ConsumerRecord(tp, self.read(tp, raw)))
            except RecordDeserializationFailed as error:
                return done, error
        return done, None

    def read(self, tp: TopicPartition, raw: Record) -> Record:
        """Returns a deserialized record.

        Raises:
            RecordDeserializationFailed: a function refuses it.
        """
        key = self._deserialized(tp, raw.offset, raw.key, "key_deserializer", self._key)
        value = self._deserialized(tp, raw.offset, raw.value, "value_deserializer", self._value)
        return Record(raw.offset, raw.timestamp, raw.timestamp_type, key, value, raw.headers)

    def _deserialized(
        self, tp: TopicPartition, offset: int, content: bytes | None, name: str, function: Deserializer | None
    ) -> Any:
        if function is None or content is None:
            return content
        try:
            return function(content)
        except Exception as error:
            what = f"{name}: {type(error).__name__}: {reason_of(error)}"
            raise RecordDeserializationFailed(tp.topic, tp.partition, offset, what, self._advice) from error
