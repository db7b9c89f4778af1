"""What all errors with a number on the wire have in common: `KafkaError`, and which class has which number.

The classes themselves are in `protocol.errors`, one for each of Kafka's error codes.
"""

from __future__ import annotations

from typing import ClassVar

from kavka.protocol.error_codes import RETRIABLE, ErrorCode

MESSAGE_CHARS_MAX = 2_000
"""Messages repeat what the peer sent, which may be as long as a string on the wire: 32,767 bytes."""

_CLASS_OF_CODE: dict[int, type[KafkaError]] = {}  # filled while `protocol.errors` is imported, read only afterwards


class KafkaError(Exception):
    """An error that has a number on the wire. Raise the subclass that says which, with what happened, for a person."""

    code: ClassVar[ErrorCode] = ErrorCode.UNKNOWN_SERVER_ERROR
    retriable: ClassVar[bool] = False

    def __init_subclass__(cls) -> None:
        code = cls.__dict__.get("code")
        if code is None:
            return  # a refinement of a registered class keeps its parent's code
        if code in _CLASS_OF_CODE:
            raise TypeError(f"{cls.__name__}: error code {code} already belongs to {_CLASS_OF_CODE[code].__name__}")
        cls.retriable = code in RETRIABLE
        _CLASS_OF_CODE[code] = cls

    def __init__(self, message: str | None = None) -> None:
        super().__init__(clipped(message) if message else self.code.name)

    @property
    def message(self) -> str:
        """Returns the text that says what happened."""
        return str(self.args[0])


def class_for_code(code: int) -> type[KafkaError] | None:
    """Returns the class of an error code; None where there is none."""
    return _CLASS_OF_CODE.get(code)


def clipped(message: str) -> str:
    """Cuts a message to the length that every response has room for."""
    return message if len(message) <= MESSAGE_CHARS_MAX else message[:MESSAGE_CHARS_MAX] + "…"
