"""What every generated message class has: equality, a readable repr, and its table of codecs.

The classes themselves are in `protocol/_generated/`, plain slotted ones; `protocol/codec.py` uses the tables. A class
knows its versions, its API key and from which version on it is flexible, and nothing about sockets or handlers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from kavka.native import mypyc_attr

if TYPE_CHECKING:
    from collections.abc import Callable

    Buffer = bytes | bytearray | memoryview
    Decoder = Callable[[Any, int], tuple[Any, int]]
    Encoder = Callable[[Any, list[Buffer], list[Buffer]], None]

NEVER = 32767
"""FLEXIBLE_FROM of a message that has no flexible version."""


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Part:
    """A struct: a message's body or a group of fields inside one. Equal when every field is equal."""

    __slots__: ClassVar[tuple[str, ...]] = ()
    __hash__: ClassVar[None] = None  # type: ignore[assignment]  # mutable, so not hashable

    def __eq__(self, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    def __reduce__(self) -> tuple[type[Part], tuple[Any, ...]]:
        """Says how `copy` makes the same again: it knows no way into a class that is built in C."""
        return self.__class__, tuple([getattr(self, name) for name in self.__slots__])

    def __repr__(self) -> str:
        shown = [(name, getattr(self, name)) for name in self.__slots__]
        fields = ", ".join(f"{name}={value!r}" for name, value in shown if name != "unknown_tagged_fields" or value)
        return f"{self.__class__.__qualname__}({fields})"


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Message(Part):
    """A request, a response or a header: a part that can be encoded by itself."""

    __slots__: ClassVar[tuple[str, ...]] = ()

    API_KEY: ClassVar[int]
    MIN_VERSION: ClassVar[int]
    MAX_VERSION: ClassVar[int]
    FLEXIBLE_FROM: ClassVar[int]
    DECODERS: ClassVar[tuple[Decoder | None, ...]]
    """By version: (frame, position) → (message, position behind it); the position may lie behind the frame's end,
    which is how truncation inside a string shows. codec.decode_message checks that. None: there is no such version."""
    ENCODERS: ClassVar[tuple[Encoder | None, ...]]
    """By version: (message, small parts, finished parts); see codec.encode_message_parts."""
