"""Java's .properties syntax, read and written: the format of Kafka's server.properties.

    # comment            ! comment            key=value   key: value   key value
    key = a long value \\
          continued, leading blanks dropped         \\t \\n \\r \\f \\\\ \\= \\: \\# \\u00e9

A later line of the same key wins, as in Java. Not here: what the keys mean (`config`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

_ESCAPES = {"t": "\t", "n": "\n", "r": "\r", "f": "\f"}
_BLANKS = " \t\f"


def parse_properties(text: str) -> dict[str, str]:
    """Parses a .properties text into keys and values, in the order of their last appearance.

    Raises:
        ValueError: a `\\uXXXX` escape is not four hexadecimal digits.
    """
    properties: dict[str, str] = {}
    for line in _logical_lines(text):
        key, value = _split(line)
        properties.pop(key, None)
        properties[_unescape(key)] = _unescape(value)
    return properties


def encode_properties(properties: Mapping[str, str]) -> str:
    """Formats properties as a text that `parse_properties` reads back; keys are Kafka's, and need no escapes."""
    return "".join(f"{key}={_escaped(value)}\n" for key, value in properties.items())


def _escaped(value: str) -> str:
    """A value as a file holds it: one line, whose backslashes and first blank stand for themselves."""
    text = value.replace("\\", "\\\\")
    for letter, char in _ESCAPES.items():
        text = text.replace(char, f"\\{letter}")
    text = "".join(char if char.isprintable() or ord(char) > 0xFFFF else f"\\u{ord(char):04x}" for char in text)
    return f"\\{text}" if text.startswith(" ") else text


def _logical_lines(text: str) -> Iterator[str]:
    """Lines without comments and blank lines, continuations joined."""
    parts: list[str] = []
    for raw in text.splitlines():
        line = raw.lstrip(_BLANKS)
        if not parts and (not line or line[0] in "#!"):
            continue
        backslashes = len(line) - len(line.rstrip("\\"))
        if backslashes % 2:
            parts.append(line[:-1])
            continue
        yield "".join(parts) + line
        parts = []
    if parts:
        yield "".join(parts)


def _split(line: str) -> tuple[str, str]:
    """The key ends at the first unescaped =, : or blank; blanks around one = or : belong to neither side."""
    end = 0
    while end < len(line) and line[end] not in "=:" + _BLANKS:
        end += 2 if line[end] == "\\" else 1
    key, rest = line[:end], line[end:].lstrip(_BLANKS)
    if rest[:1] in ("=", ":"):
        rest = rest[1:].lstrip(_BLANKS)
    return key, rest


def _unescape(text: str) -> str:
    if "\\" not in text:
        return text
    out: list[str] = []
    pos = 0
    while pos < len(text):
        char = text[pos]
        if char != "\\" or pos + 1 == len(text):
            out.append(char)
            pos += 1
        elif text[pos + 1] == "u":
            out.append(_unicode(text[pos + 2 : pos + 6]))
            pos += 6
        else:
            out.append(_ESCAPES.get(text[pos + 1], text[pos + 1]))
            pos += 2
    return "".join(out)


def _unicode(digits: str) -> str:
    try:
        if len(digits) != 4:
            raise ValueError(digits)
        return chr(int(digits, 16))
    except ValueError:
        raise ValueError(f"\\u{digits} is no \\uXXXX escape") from None
