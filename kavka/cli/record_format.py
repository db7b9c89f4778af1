"""How `kavka consume` writes a record by a format string: kcat's letters, rpk's letters and modifiers.

    %s %v value   %S %V its length   %R its length as four bytes, big endian   %k key   %K its length   %o offset
    %p partition  %t topic   %T %d timestamp, ms   %h headers: name=value,…   %H how many   %i records so far
    %{ %} %%      \\n \\r \\t \\\\ \\0 and \\xNN as in C

    %v{hex}  %k{base64}  %K{big32}  %d{strftime[%F %T]}       `record_modifiers` has them all
    %h{%k=%v;}                                                a format of its own for each header: %k %K %v %V

Lengths are −1 for null. Where kcat and rpk differ (%T) it is kcat's. A format is compiled once, into a list of
functions; a record then costs one call per part.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Final

from kavka.cli.format_layout import FormatField, Layout, parse_layout
from kavka.cli.record_modifiers import number_writer, text_writer, time_writer
from kavka.common.types import TopicPartition
from kavka.protocol.records.batch import Record

DEFAULT_FORMAT = "%s\\n"
KCAT_NULL: Final = b"NULL"
"""What stands for null where that is to be seen (-Z)."""

Part = Callable[[TopicPartition, Record], bytes]
HeaderPart = Callable[[str, bytes | None], bytes]
Formatter = Callable[[TopicPartition, Sequence[Record]], bytes]

Text = Callable[[bytes], bytes]
"""What stands in the place of a key or value: it may be unpacked, or decoded by a schema."""

_TEXTS: Final = "skvt"
_NUMBERS: Final = "SVKopH"
_TIMES: Final = "Td"
LETTERS: Final = "svkoptTdhSVKRHi"
HEADER_LETTERS: Final = "kvKV"


def _plain(content: bytes) -> bytes:
    return content


class RecordStyle:
    """What a format's fields are written by, beside their modifiers.

    Args:
        key: Writes a key that is not null.
        value: Writes such a value.
        null: What stands for null.
    """

    __slots__ = ("key", "null", "value")

    def __init__(self, *, key: Text = _plain, value: Text = _plain, null: bytes = b"") -> None:
        self.key = key
        self.value = value
        self.null = null

    @property
    def is_plain(self) -> bool:
        """Tells whether values are written as they are."""
        return self.value is _plain and not self.null


PLAIN: Final = RecordStyle()


def compile_format(text: str, style: RecordStyle = PLAIN) -> Formatter:
    """Makes a formatter of a format string.

    Raises:
        ValueError: a letter or modifier is unknown, or something has no end.
    """
    layout = parse_layout(text, letters=LETTERS)
    if text == DEFAULT_FORMAT and style.is_plain:
        return lambda tp, records: b"".join([(record.value or b"") + b"\n" for record in records])
    parts = _parts(layout, style)
    return lambda tp, records: b"".join([part(tp, record) for record in records for part in parts])


def compile_separated(separator: bytes, delimiter: bytes, style: RecordStyle = PLAIN) -> Formatter:
    """Makes a formatter of key, separator, value and delimiter, as -K and -D ask for."""
    parts = _parts(
        [FormatField("k"), separator, FormatField("s"), delimiter] if separator else [FormatField("s"), delimiter],
        style,
    )
    return lambda tp, records: b"".join([part(tp, record) for record in records for part in parts])


def _parts(layout: Layout, style: RecordStyle) -> list[Part]:
    return [_literal(part) if isinstance(part, bytes) else _field(part, style) for part in layout]


def _literal(content: bytes) -> Part:
    return lambda tp, record: content


def _field(field: FormatField, style: RecordStyle) -> Part:
    letter, modifier = field
    if letter == "h":
        return _headers(modifier, style)
    if letter == "R":
        if modifier is not None:
            raise ValueError("%R is four bytes already; write %S with a modifier")
        return _number("S", number_writer("big32"))
    if letter == "i":
        return _counter(number_writer(modifier or "ascii"))
    if letter in _TEXTS:
        return _text(letter, text_writer(modifier) if modifier is not None else _plain, style)
    write = time_writer if letter in _TIMES else number_writer
    return _number(letter, write(modifier or "ascii"))


def _text(letter: str, write: Text, style: RecordStyle) -> Part:
    null = style.null
    if letter == "t":
        return lambda tp, record: write(tp.topic.encode())
    if letter == "k":
        of_key = style.key
        return lambda tp, record: null if record.key is None else write(of_key(record.key))
    of_value = style.value
    return lambda tp, record: null if record.value is None else write(of_value(record.value))


def _number(letter: str, write: Callable[[int], bytes]) -> Part:
    if letter in "SV":
        return lambda tp, record: write(_length(record.value))
    if letter == "K":
        return lambda tp, record: write(_length(record.key))
    if letter == "H":
        return lambda tp, record: write(len(record.headers))
    if letter == "p":
        return lambda tp, record: write(tp.partition)
    if letter == "o":
        return lambda tp, record: write(record.offset)
    assert letter in _TIMES
    return lambda tp, record: write(record.timestamp)


def _counter(write: Callable[[int], bytes]) -> Part:
    numbers = itertools.count(1)
    return lambda tp, record: write(next(numbers))


def _length(content: bytes | None) -> int:
    return -1 if content is None else len(content)


# ---------------------------------------------------------------- headers


def _headers(modifier: str | None, style: RecordStyle) -> Part:
    if modifier is None:  # kcat writes NULL here without -Z, too
        return lambda tp, record: b",".join(
            [b"%s=%s" % (name.encode(), KCAT_NULL if value is None else value) for name, value in record.headers]
        )
    null = style.null
    layout = parse_layout(modifier, letters=HEADER_LETTERS)
    parts = [_header_literal(part) if isinstance(part, bytes) else _header_field(part, null) for part in layout]
    return lambda tp, record: b"".join([part(name, value) for name, value in record.headers for part in parts])


def _header_literal(content: bytes) -> HeaderPart:
    return lambda name, value: content


def _header_field(field: FormatField, null: bytes) -> HeaderPart:
    letter, modifier = field
    if letter in "KV":
        write_number = number_writer(modifier or "ascii")
        if letter == "K":
            return lambda name, value: write_number(len(name.encode()))
        return lambda name, value: write_number(_length(value))
    write = text_writer(modifier) if modifier is not None else _plain
    if letter == "k":
        return lambda name, value: write(name.encode())
    return lambda name, value: null if value is None else write(value)
