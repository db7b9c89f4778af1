"""Modifiers of a format's fields, as rpk names them: %v{hex}, %o{big64}, %d{strftime[%F %T]}. No I/O.

    text      hex   base64   base64raw (no padding)   unpack[>iq]
    numbers   ascii   number   bool   hex   hex64 hex32 hex16 hex8 hex4   big64 … big8   little64 … little8   byte
    times     those of numbers, and strftime[…] in UTC; any delimiter, as often as one likes: strftime###[%F]###

Numbers are cut to their width. `written` forms are for output; the `read` forms are their way back.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final, Literal, NamedTuple

from kavka.cli.pack_strings import compile_pack_string

WriteText = Callable[[bytes], bytes]
WriteNumber = Callable[[int], bytes]

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_CLOSING: Final = {"[": "]", "(": ")", "{": "}", "<": ">"}
_BINARY = re.compile(r"(big|little)(64|32|16|8)")
_HEX = re.compile(r"hex(64|32|16|8|4)")


def text_writer(modifier: str) -> WriteText:
    """Makes the function of a text's modifier.

    Raises:
        ValueError: there is no such one.
    """
    if modifier == "hex":
        return lambda content: content.hex().encode()
    if modifier == "base64":
        return base64.b64encode
    if modifier == "base64raw":
        return lambda content: base64.b64encode(content).rstrip(b"=")
    if modifier.startswith("unpack"):
        return compile_pack_string(_delimited(modifier, "unpack"))
    raise ValueError(f"a text has no modifier {{{modifier}}}; there are hex, base64, base64raw and unpack[…]")


def read_text(modifier: str, content: bytes) -> bytes:
    """Decodes a text that a modifier wrote.

    Raises:
        ValueError: it is not what the modifier writes, or cannot be read back.
    """
    try:
        if modifier == "hex":
            return bytes.fromhex(content.decode("ascii"))
        if modifier in ("base64", "base64raw"):
            padded = content.rstrip(b"=")
            return base64.b64decode(padded + b"=" * (-len(padded) % 4), validate=True)
    except (ValueError, binascii.Error):
        raise ValueError(f"{content[:40]!r} is no {modifier}") from None
    raise ValueError(f"a text cannot be read by {{{modifier}}}; there are hex, base64 and base64raw")


class BinaryNumber(NamedTuple):
    """A number of a fixed width, such as {big32}."""

    size: int
    order: Literal["big", "little"]


def binary_number(modifier: str) -> BinaryNumber | None:
    """Returns the width and order of a binary modifier; None: it is another one."""
    if modifier == "byte":
        return BinaryNumber(1, "big")
    found = _BINARY.fullmatch(modifier)
    if found is None:
        return None
    return BinaryNumber(int(found[2]) // 8, "big" if found[1] == "big" else "little")


def number_writer(modifier: str) -> WriteNumber:
    """Makes the function of a number's modifier.

    Raises:
        ValueError: there is no such one.
    """
    if modifier in ("ascii", "number"):
        return lambda number: b"%d" % number
    if modifier == "hex":
        return lambda number: b"%x" % (number & (2**64 - 1))
    if modifier == "bool":
        return lambda number: b"true" if number else b"false"
    if hexadecimal := _HEX.fullmatch(modifier):
        digits = int(hexadecimal[1]) // 4
        return lambda number: b"%0*x" % (digits, number & (16**digits - 1))
    binary = binary_number(modifier)
    if binary is None:
        raise ValueError(
            f"a number has no modifier {{{modifier}}}; there are ascii, hex, hex64 to hex4, big64 to big8, "
            "little64 to little8, byte and bool"
        )
    size, order = binary
    return lambda number: (number & (256**size - 1)).to_bytes(size, order)


def time_writer(modifier: str) -> WriteNumber:
    """Makes the function of a timestamp's modifier; the number is ms since the epoch.

    Raises:
        ValueError: there is no such one.
    """
    if modifier.startswith("go"):
        raise ValueError("times are formatted by strftime here: %d{strftime[%F %T]}")
    if not modifier.startswith("strftime"):
        return number_writer(modifier)
    text = _delimited(modifier, "strftime")

    def write(timestamp: int) -> bytes:
        try:
            return (_EPOCH + timedelta(milliseconds=timestamp)).strftime(text).encode()
        except OverflowError:
            return b"%d" % timestamp  # beyond the year 9999 or before the first: the number itself says most

    return write


def read_time(modifier: str, content: bytes) -> int:
    """Parses a time that strftime wrote to ms since the epoch.

    Raises:
        ValueError: it is not of that form.
    """
    text = _delimited(modifier, "strftime")
    expanded = text.replace("%F", "%Y-%m-%d").replace("%T", "%H:%M:%S").replace("%R", "%H:%M")
    moment = datetime.strptime(content.decode(), expanded)
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return (moment - _EPOCH) // timedelta(milliseconds=1)


def _delimited(modifier: str, name: str) -> str:
    """Returns what stands between the delimiters behind a name: any characters, opened as often as closed."""
    inner = modifier.removeprefix(name)
    opening = inner[:1]
    count = len(inner) - len(inner.lstrip(opening)) if opening else 0
    closing = _CLOSING.get(opening, opening) * count
    if not opening or opening.isalnum() or len(inner) < 2 * count or not inner.endswith(closing):
        raise ValueError(f"{{{modifier}}} is not closed as it is opened; write {name}[…]")
    return inner[count : len(inner) - count]
