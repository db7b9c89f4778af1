"""Records out of bytes by a format string: what `kavka produce -f` reads. Sans I/O: bytes in, records out.

    %k %s %v        up to the literal that follows, or by its length where that stood before
    %K %S %V %R %H  lengths, and how many headers: digits, or %K{big32} and the like; −1 is null
    %T %d           the timestamp, ms or %d{strftime[…]}      %p  the partition
    %h              name=value,…  (NULL is null)  %h{%k=%v;}  a format for each, as many as %H said before
    %t %o %i        read and passed over, so that what consume -f wrote is read by the same format

The letters are those of `record_format`; the same format writes records and reads them. A format ends where the next
record begins, so one of fields without a length needs a literal behind each.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from kavka.cli.format_layout import FormatField, Layout, parse_layout
from kavka.cli.record_modifiers import binary_number, read_text, read_time

RECORD_BYTES_MAX: Final = 32 * 1024 * 1024
HEADERS_MAX: Final = 100_000

LETTERS: Final = "svkoptTdhSVKRHi"
_SIZED: Final = {"K": "k", "S": "s", "V": "s", "R": "s"}
"""A length's letter → that of what it is the length of; %v is %s."""
_DIGITS = re.compile(rb"-?\d{1,19}")


class ParsedRecord(NamedTuple):
    """What a format found."""

    key: bytes | None = None
    value: bytes | None = None
    headers: tuple[tuple[str, bytes | None], ...] = ()
    timestamp: int | None = None
    partition: int | None = None


class RecordSyntaxError(ValueError):
    """Bytes are not of the format."""


class _NeedMore(Exception):
    """The record goes on behind what is there."""


class RecordParser:
    """Parses a stream of records; fed with pieces of it.

    Args:
        text: The format string.
        null: Text that stands for null; None: nothing does.

    Raises:
        ValueError: the format cannot be read by: something is unknown, or where a field ends is not said.
    """

    def __init__(self, text: str, *, null: bytes | None = None) -> None:
        self._layout = parse_layout(text, letters=LETTERS)
        self._null = null
        self._buffer = b""
        self._number = 0
        _check(self._layout)

    def feed(self, chunk: bytes) -> Iterator[ParsedRecord]:
        """Yields the records that are whole now.

        Raises:
            RecordSyntaxError: one is not of the format, or longer than a broker takes.
        """
        return self._parse(self._buffer + chunk, is_end=False)

    def end(self) -> Iterator[ParsedRecord]:
        """Yields what is left at the end of the stream; a last literal may be missing there.

        Raises:
            RecordSyntaxError: it is no whole record.
        """
        return self._parse(self._buffer, is_end=True)

    def _parse(self, content: bytes, *, is_end: bool) -> Iterator[ParsedRecord]:
        position = 0
        while position < len(content):
            reader = _Reader(content, position, is_end=is_end, null=self._null)
            try:
                record = reader.record(self._layout)
            except _NeedMore:
                break
            except ValueError as error:
                raise RecordSyntaxError(f"record {self._number + 1}: {error}") from None
            self._number += 1
            position = reader.position
            yield record
        self._buffer = content[position:]
        if is_end and self._buffer:
            raise RecordSyntaxError(f"record {self._number + 1}: the input ends in the middle of it")
        if len(self._buffer) > RECORD_BYTES_MAX:
            raise RecordSyntaxError(f"record {self._number + 1} is longer than {RECORD_BYTES_MAX} bytes")


def _check(layout: Layout) -> None:
    """Refuses a format of which some field's end would not be known."""
    if not layout:
        raise ValueError("an empty format reads nothing")
    sized: set[str] = set()
    for part, after in zip(layout, [*layout[1:], None], strict=True):
        if not isinstance(part, FormatField):
            continue
        letter, modifier = part
        if letter in _SIZED or letter == "H":
            sized.add(_SIZED.get(letter, letter))
        elif letter == "h" and modifier is not None:
            if "H" not in sized:
                raise ValueError("%h{…} needs the number of headers before it: %H")
            _check(parse_layout(modifier, letters="kvKV"))
        elif _is_text(part) and ("s" if letter == "v" else letter) not in sized:
            _check_end(part, after)


def _check_end(field: FormatField, after: FormatField | bytes | None) -> None:
    if after is None:
        raise ValueError(f"nothing says where {field} ends; put a literal behind it, such as \\n")
    if isinstance(after, FormatField):
        raise ValueError(f"nothing says where {field} ends and {after} begins; put a literal between them")


def _is_text(field: FormatField) -> bool:
    return field.letter in "skvth" or (field.letter in "Td" and (field.modifier or "").startswith("strftime"))


class _Reader:
    """One record's way through the bytes."""

    def __init__(self, content: bytes, position: int, *, is_end: bool, null: bytes | None) -> None:
        self.position = position
        self._content = content
        self._is_end = is_end
        self._null = null
        self._sizes: dict[str, int] = {}

    def record(self, layout: Layout) -> ParsedRecord:
        found: dict[str, object] = {}
        for part, after in zip(layout, [*layout[1:], None], strict=True):
            if isinstance(part, bytes):
                self._literal(part, is_last=after is None)
            else:
                self._field(part, after, found)
        return ParsedRecord(**found)  # type: ignore[arg-type]  # the names are this module's

    def _literal(self, expected: bytes, *, is_last: bool) -> None:
        if self._content.startswith(expected, self.position):
            self.position += len(expected)
            return
        rest = self._content[self.position : self.position + len(expected)]
        if expected.startswith(rest):
            if not self._is_end:
                raise _NeedMore
            if is_last and not rest:
                return
        stands = f"{rest[:40]!r} stands" if rest else "the input ends"
        raise ValueError(f"{stands} where the format has {expected!r}")

    def _field(self, field: FormatField, after: FormatField | bytes | None, found: dict[str, object]) -> None:
        letter, modifier = field
        if letter in _SIZED:
            self._sizes[_SIZED[letter]] = self._integer("big32" if letter == "R" else modifier)
        elif letter == "H":
            self._sizes["H"] = self._integer(modifier)
        elif letter in "oi":
            self._integer(modifier)
        elif letter == "p":
            found["partition"] = self._integer(modifier)
        elif letter in "Td":
            found["timestamp"] = self._time(field, after)
        elif letter == "h":
            found["headers"] = self._headers(modifier, after)
        elif letter == "t":
            self._text("t", modifier, after)
        else:
            found["key" if letter == "k" else "value"] = self._text("k" if letter == "k" else "s", modifier, after)

    def _integer(self, modifier: str | None) -> int:
        binary = None if modifier is None else binary_number(modifier)
        if binary is not None:
            content = self._take(binary.size)
            # A length of null is −1, cut to its width.
            return int.from_bytes(content, binary.order, signed=content == b"\xff" * binary.size)
        if modifier not in (None, "ascii", "number"):
            raise ValueError(f"a number cannot be read by {{{modifier}}}; there are ascii, big64 … and little64 …")
        digits = _DIGITS.match(self._content, self.position)
        end = self.position if digits is None else digits.end()
        if self._content[end : end + 2] in (b"", b"-") and not self._is_end:
            raise _NeedMore
        if digits is None:
            raise ValueError(f"{self._content[self.position : self.position + 20]!r} is no number")
        self.position = end
        return int(digits[0])

    def _take(self, size: int) -> bytes:
        if size > RECORD_BYTES_MAX:
            raise ValueError(f"a length of {size} is more than {RECORD_BYTES_MAX} bytes")
        end = self.position + size
        if end > len(self._content):
            if self._is_end:
                raise ValueError("the input ends in the middle of it")
            raise _NeedMore
        content = self._content[self.position : end]
        self.position = end
        return content

    def _text(self, letter: str, modifier: str | None, after: FormatField | bytes | None) -> bytes | None:
        size = self._sizes.pop(letter, None)
        if size is not None:
            if size < 0:
                return None
            wide = {"hex": 2 * size, "base64": 4 * ((size + 2) // 3), "base64raw": (4 * size + 2) // 3}
            content = self._take(wide.get(modifier or "", size))
        else:
            content = self._until(after)
            if content == self._null:
                return None
        return content if modifier is None else read_text(modifier, content)

    def _until(self, after: FormatField | bytes | None) -> bytes:
        assert isinstance(after, bytes)
        end = self._content.find(after, self.position)
        if end < 0:
            if not self._is_end:
                raise _NeedMore
            end = len(self._content)
        content = self._content[self.position : end]
        self.position = end
        return content

    def _time(self, field: FormatField, after: FormatField | bytes | None) -> int:
        if field.modifier is not None and field.modifier.startswith("strftime"):
            return read_time(field.modifier, self._until(after))
        return self._integer(field.modifier)

    def _headers(self, modifier: str | None, after: FormatField | bytes | None) -> tuple[tuple[str, bytes | None], ...]:
        if modifier is None:
            return tuple(self._pair(part) for part in self._until(after).split(b",") if part)
        count = self._sizes.pop("H")
        if not 0 <= count <= HEADERS_MAX:
            raise ValueError(f"{count} headers are no number of them")
        layout = parse_layout(modifier, letters="kvKV")
        return tuple(self._header(layout) for _ in range(count))

    def _pair(self, part: bytes) -> tuple[str, bytes | None]:
        name, equals, content = part.partition(b"=")
        return name.decode(), None if not equals or content in (self._null, b"NULL") else content

    def _header(self, layout: Layout) -> tuple[str, bytes | None]:
        reader = _Reader(self._content, self.position, is_end=self._is_end, null=self._null)
        record = reader.record(layout)
        self.position = reader.position
        return (record.key or b"").decode(), record.value
