"""kcat's pack strings: how binary keys and values are written as text, -s '>iqs'. No I/O.

    <  >            little and big endian from here on; big is what it begins with
    b B  h H  i I  q Q    integers of 1, 2, 4, 8 bytes, small letters signed
    c  .            one character
    x               a byte that is passed over
    s               all the rest
    $               here the content ends, or it is an error
    a space         a space

Integers follow each other without anything between them, as kcat writes them.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Final

_INTEGERS: Final = "bBhHiIqQ"
_KNOWN: Final = frozenset(_INTEGERS + "<>cxs.$ ")

Unpack = Callable[[bytes], bytes]


def compile_pack_string(text: str) -> Unpack:
    """Makes a function that writes binary content as text.

    Its ValueError says what the content lacks.

    Raises:
        ValueError: the string has a letter that means nothing.
    """
    unknown = next((letter for letter in text if letter not in _KNOWN), None)
    if unknown is not None or not text:
        raise ValueError(
            f"{unknown or text!r} is nothing in a pack string; there are < > {' '.join(_INTEGERS)} c x s $"
        )

    def unpack(content: bytes) -> bytes:
        return _unpack(text, content)

    return unpack


def _unpack(text: str, content: bytes) -> bytes:
    order, position, output = ">", 0, bytearray()
    for letter in text:
        if letter in "<>":
            order = letter
        elif letter == "$":
            if position < len(content):
                raise ValueError(f"{len(content) - position} bytes remain where {text!r} has its end")
        elif letter == " ":
            output += b" "
        elif letter == "s":
            output += content[position:]
            position = len(content)
        elif letter in "cx.":
            part = _take(content, position, 1, letter)
            output += b"" if letter == "x" else part
            position += 1
        else:
            size = struct.calcsize(order + letter)
            (number,) = struct.unpack(order + letter, _take(content, position, size, letter))
            output += b"%d" % number
            position += size
    return bytes(output)


def _take(content: bytes, position: int, size: int, letter: str) -> bytes:
    part = content[position : position + size]
    if len(part) < size:
        raise ValueError(f"{letter!r} takes {size} bytes, and {len(part)} remain")
    return part
