"""What a format string consists of: literals, fields, and their modifiers. Text to values, no I/O.

    %k            a field                      kcat's letters; rpk's beside them
    %v{hex}       a field with a modifier      rpk's; braces may hold braces
    %{ %} %%      a brace, a percent sign
    \\n \\xNN      a literal, as in C

`record_format` writes records by a layout, `record_parser` reads them. What letters and modifiers mean is theirs.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

_ESCAPES: Final = {"n": b"\n", "r": b"\r", "t": b"\t", "\\": b"\\", "0": b"\0"}
_TOKEN = re.compile(r"%(.)|\\x([0-9a-fA-F]{2})|\\(.)|([^%\\]+)", re.DOTALL)
_LITERALS: Final = {"%": b"%", "{": b"{", "}": b"}"}


class FormatField(NamedTuple):
    """A part of a record, in the place of a letter."""

    letter: str
    modifier: str | None = None

    def __str__(self) -> str:
        """Returns it as it was written."""
        return f"%{self.letter}" if self.modifier is None else f"%{self.letter}{{{self.modifier}}}"


Layout = list[FormatField | bytes]


def unescaped(text: str) -> bytes:
    """Decodes a format string's escapes in another text, such as a separator.

    Raises:
        ValueError: a lonely backslash at the end.
    """
    content = bytearray()
    position = 0
    while position < len(text):
        backslash = text.find("\\", position)
        if backslash < 0:
            return bytes(content + text[position:].encode())
        content += text[position:backslash].encode()
        token = _TOKEN.match(text, backslash)
        if token is None:
            raise ValueError(f"{text!r} ends in the middle of an escape; a backslash is \\\\")
        content += _escaped(token)
        position = token.end()
    return bytes(content)


def parse_layout(text: str, *, letters: str) -> Layout:
    """Parses a format string; literals that follow each other are one.

    Args:
        text: The format.
        letters: Those that mean something there.

    Raises:
        ValueError: a "%" with an unknown letter, an open brace, or a lonely "%" or backslash at the end.
    """
    layout: Layout = []
    position = 0
    while position < len(text):
        token = _TOKEN.match(text, position)
        if token is None:
            raise ValueError(f"the format ends in the middle of {text[position:]!r}")
        position = token.end()
        letter = token[1]
        if letter is None or letter in _LITERALS:
            _add_literal(layout, _escaped(token) if letter is None else _LITERALS[letter])
            continue
        if letter not in letters:
            known = " ".join("%" + known for known in letters)
            raise ValueError(f"%{letter} is not known in a format; there are {known}")
        modifier, position = _modifier(text, position)
        layout.append(FormatField(letter, modifier))
    return layout


def _modifier(text: str, position: int) -> tuple[str | None, int]:
    """Returns what stands in braces at a position, and where it goes on behind them."""
    if not text.startswith("{", position):
        return None, position
    depth = 0
    for end in range(position, len(text)):
        depth += {"{": 1, "}": -1}.get(text[end], 0)
        if depth == 0:
            return text[position + 1 : end], end + 1
    raise ValueError(f"{text[position:]!r} has no end; a brace that is no modifier is written %{{")


def _add_literal(layout: Layout, content: bytes) -> None:
    if layout and isinstance(layout[-1], bytes):
        layout[-1] += content
    else:
        layout.append(content)


def _escaped(token: re.Match[str]) -> bytes:
    _, code, escape, literal = token.groups()
    if code is not None:
        return bytes([int(code, 16)])
    if escape is not None:
        return _ESCAPES.get(escape, str(escape).encode())
    return str(literal).encode()
