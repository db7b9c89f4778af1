"""Strategies for messages: any value of any field that a version can carry, extremes included, and mutations."""

from __future__ import annotations

from functools import cache
from typing import Any

from hypothesis import strategies as st

from kavka.protocol.generator.layout import Blob, Fixed, Group, Optional, Sequence, Text, layout_of
from tests.support.protocol.construct_reference import declaration_of

_INTEGER_BITS = {"b": 8, "h": 16, "H": 16, "i": 32, "I": 32, "q": 64}

_TEXTS = st.one_of(
    st.text(st.characters(codec="utf-8"), max_size=6), st.sampled_from(["", "topic-0", "a" * 126, "a" * 127, "ß" * 200])
)
_BYTES = st.one_of(
    st.binary(max_size=6), st.sampled_from([bytes(126), bytes(127), bytes(2047), bytes(2048), bytes(5000)])
)


@cache
def messages(cls: type[Any], version: int) -> Any:
    """Strategy for messages that this version carries whole: decoding gives back an equal one."""
    return _group(cls, cls, layout_of(declaration_of(cls).struct(version)))


def _group(root: Any, cls: type[Any], layout: Any) -> Any:
    fields = {member.name: _value(root, member.layout) for member in layout.members}
    for member in layout.tagged:
        default = st.just([] if member.default == () else member.default)
        value = _value(root, member.layout)
        if isinstance(member.layout, Group):
            value = value.filter(lambda part: part != type(part)())  # which would come back as None
        fields[member.name] = st.one_of(default, value)
    if layout.flexible:
        fields["unknown_tagged_fields"] = _unknown_tags({member.tag for member in layout.tagged})
    return st.builds(cls, **fields)


def _unknown_tags(known: Any) -> Any:
    tags = st.one_of(st.integers(0, 200), st.integers(0, 2**32 - 1)).filter(lambda tag: tag not in known)
    entries = st.dictionaries(tags, st.binary(max_size=4), min_size=1, max_size=2)
    return st.one_of(st.just(()), st.just(()), entries.map(lambda found: tuple(sorted(found.items()))))


def _value(root: Any, layout: Any) -> Any:
    if isinstance(layout, Group):
        return _group(root, getattr(root, layout.struct), layout)
    if isinstance(layout, Optional):
        return st.one_of(st.none(), _value(root, layout.group))
    if isinstance(layout, Sequence):
        element = _value(root, layout.element)
        value: Any = st.lists(element, max_size=12 if isinstance(layout.element, Fixed) else 2)
        if isinstance(layout.element, Fixed):  # counts around 127 take another path in the compact form
            value = st.one_of(
                value, value, st.tuples(element, st.integers(125, 129)).map(lambda pair: [pair[0]] * pair[1])
            )
    elif isinstance(layout, Text):
        value = _TEXTS
    elif isinstance(layout, Blob):
        value = _BYTES
    else:
        return _fixed(layout.code)
    return st.one_of(st.none(), value) if layout.nullable else value


def _fixed(code: str) -> Any:
    if code == "?":
        return st.booleans()
    if code == "d":
        return st.floats(allow_nan=False)
    if code.endswith("s"):
        return st.binary(min_size=int(code[:-1]), max_size=int(code[:-1]))
    bits = _INTEGER_BITS[code]
    if code.isupper():
        return st.one_of(st.integers(0, 300), st.integers(0, 2**bits - 1))
    return st.one_of(st.integers(-2, 300 if bits > 8 else 100), st.integers(-(2 ** (bits - 1)), 2 ** (bits - 1) - 1))


EXTREMES = [
    b"\xff\xff\xff\xff", b"\x7f\xff\xff\xff", b"\x80\x00\x00\x00", b"\xff\xff\xff\xfe", b"\x00\x00\x00\x01",
    b"\xff\xff", b"\x7f\xff", b"\x00", b"\x01", b"\x02", b"\x7f", b"\x80", b"\xff",
    b"\xff\xff\xff\xff\x0f", b"\xff\xff\xff\xff\x1f", b"\xff\xff\xff\xff\xff\x01", b"\x80\x80\x80\x80\x80\x00",
]  # fmt: skip
"""What lengths, counts and varints look like at their limits."""


@st.composite
def mutations(draw: Any, data: bytes) -> bytes:
    """Damage some bytes: overwrite with an extreme, flip, cut, append, insert, remove."""
    damaged = bytearray(data)
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(damaged)))
        kind = draw(st.sampled_from(["overwrite", "overwrite", "flip", "cut", "append", "insert", "remove"]))
        extreme = draw(st.sampled_from(EXTREMES))
        if kind == "overwrite":
            damaged[at : at + len(extreme)] = extreme
        elif kind == "flip" and at < len(damaged):
            damaged[at] ^= 1 << draw(st.integers(0, 7))
        elif kind == "cut":
            del damaged[at:]
        elif kind == "append":
            damaged += extreme
        elif kind == "insert":
            damaged[at:at] = extreme
        elif kind == "remove":
            del damaged[at : at + 1]
    return bytes(damaged)
