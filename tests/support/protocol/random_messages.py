"""Messages with random values from a seeded generator: extremes, nulls, empties, long strings and counts among them.

Quicker than hypothesis by far, for comparisons with other codecs that need many values and no shrinking.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

from kavka.protocol.generator.layout import Blob, Fixed, Group, Optional, Sequence, Text, layout_of
from tests.support.protocol.construct_reference import declaration_of

_BITS = {"b": 8, "h": 16, "H": 16, "i": 32, "I": 32, "q": 64}
_FLOATS = [0.0, -0.0, 5e-324, 1.7976931348623157e308]
_TEXTS = ["", "t", "topic-0", "ß→𝄞", "\x00", "a" * 126, "a" * 127, "ö" * 64, "b" * 255, "c" * 16_383, "d" * 32_767]
_BLOBS = [
    b"",
    b"\x00",
    bytes(126),
    b"\xff" * 127,
    bytes(128),
    bytes(2047),
    b"\x01" * 2048,
    bytes(16_383),
    bytes(70_000),
]
_TAGS = [100, 127, 128, 300, 16_384, 2**31 - 2]  # above every tag that is in use; Kafka keeps 2^31 - 1 to itself


@cache
def layout_for(cls: Any, version: int) -> Any:
    """The layout of one version of a message."""
    return layout_of(declaration_of(cls).struct(version))


class RandomMessages:
    """Makes messages.

    Args:
        rng: a seeded random.Random.
        sparse: the share of fields that keep their defaults, beside tagged ones, half of which do.
        unknown_tags: the share of flexible structs with tagged fields that nobody knows.
    """

    def __init__(self, rng: random.Random, *, sparse: float = 0.0, unknown_tags: float = 0.0) -> None:
        self._rng = rng
        self._sparse = sparse
        self._unknown_tags = unknown_tags

    def make(self, cls: Any, version: int) -> Any:
        """One message, which this version can carry."""
        return self._group(cls, cls, layout_for(cls, version))

    def _group(self, root: Any, cls: Any, layout: Any) -> Any:
        rng = self._rng
        part = cls()
        for member in (*layout.members, *layout.tagged):
            keep = self._sparse if member.tag is None else 0.5
            may_keep = getattr(part, member.name) is not None or member.tag is not None or _may_be_none(member.layout)
            if not (may_keep and rng.random() < keep):
                setattr(part, member.name, self._value(root, member.layout))
        for member in layout.tagged:  # a struct of defaults is not written, and read as none
            value = getattr(part, member.name)
            if isinstance(member.layout, Group) and value == type(value)():
                setattr(part, member.name, None)
        if layout.flexible and rng.random() < self._unknown_tags:
            tags = sorted(rng.sample(_TAGS, rng.randint(1, 2)))
            part.unknown_tagged_fields = tuple((tag, rng.randbytes(rng.choice([0, 1, 130]))) for tag in tags)
        return part

    def _value(self, root: Any, layout: Any) -> Any:
        rng = self._rng
        if isinstance(layout, Group):
            return self._group(root, getattr(root, layout.struct), layout)
        if isinstance(layout, Fixed):
            return self._fixed(layout.code)
        if isinstance(layout, Optional):
            return None if rng.random() < 0.2 else self._value(root, layout.group)
        if layout.nullable and rng.random() < 0.2:
            return None
        if isinstance(layout, Text):
            return self._pick(_TEXTS, lambda: "".join(chr(rng.randint(32, 0x2FF)) for _ in range(rng.randint(0, 12))))
        if isinstance(layout, Blob):
            return self._pick(_BLOBS, lambda: rng.randbytes(rng.randint(0, 12)))
        assert isinstance(layout, Sequence)
        return [self._value(root, layout.element) for _ in range(self._count(layout.element))]

    def _count(self, element: Any) -> int:
        if isinstance(element, Fixed) and self._rng.random() < 0.1:
            return self._rng.choice([8, 9, 126, 127, 128])  # where the encoding takes another path
        return self._rng.choice([0, 1, 1, 2, 3])

    def _pick(self, rare: list[Any], usual: Callable[[], Any]) -> Any:
        return self._rng.choice(rare) if self._rng.random() < 0.15 else usual()

    def _fixed(self, code: str) -> Any:
        rng = self._rng
        if code == "?":
            return rng.random() < 0.5
        if code == "d":
            return self._pick(_FLOATS, lambda: rng.uniform(-1e9, 1e9))
        if code.endswith("s"):
            return self._pick([bytes(16), b"\xff" * 16], lambda: rng.randbytes(16))
        bits = _BITS[code]
        low, high = (0, 2**bits - 1) if code.isupper() else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
        return self._pick([low, high, 0, max(low, -1), 1], lambda: rng.randint(low, high))


def _may_be_none(layout: Any) -> bool:
    return isinstance(layout, Optional) or (not isinstance(layout, Group) and layout.nullable)
