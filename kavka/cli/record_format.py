"""How `kavka consume` writes a record: kcat's format strings, or one JSON object a line.

    %s value   %S its length    %k key   %K its length    %o offset   %p partition   %t topic   %T timestamp, ms
    %h headers: name=value,…    %% a percent sign         \\n \\r \\t \\\\ and \\xNN as in C

Lengths are −1 for null. A format is compiled once, into a list of functions; a record then costs one call per part.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Sequence
from typing import Any

from kavka.common.types import TopicPartition
from kavka.protocol.records.batch import Record

DEFAULT_FORMAT = "%s\\n"

Part = Callable[[TopicPartition, Record], bytes]
Formatter = Callable[[TopicPartition, Sequence[Record]], bytes]

_ESCAPES = {"n": b"\n", "r": b"\r", "t": b"\t", "\\": b"\\", "0": b"\0"}
_TOKEN = re.compile(r"%(.)|\\x([0-9a-fA-F]{2})|\\(.)|([^%\\]+)", re.DOTALL)

_FIELDS: dict[str, Part] = {
    "s": lambda tp, record: record.value or b"",
    "S": lambda tp, record: b"%d" % (-1 if record.value is None else len(record.value)),
    "k": lambda tp, record: record.key or b"",
    "K": lambda tp, record: b"%d" % (-1 if record.key is None else len(record.key)),
    "o": lambda tp, record: b"%d" % record.offset,
    "p": lambda tp, record: b"%d" % tp.partition,
    "t": lambda tp, record: tp.topic.encode(),
    "T": lambda tp, record: b"%d" % record.timestamp,
    "h": lambda tp, record: b",".join(b"%s=%s" % (name.encode(), value or b"") for name, value in record.headers),
    "%": lambda tp, record: b"%",
}


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
        _, code, escape, _ = token.groups()
        content += bytes([int(code, 16)]) if code is not None else _ESCAPES.get(escape, escape.encode())
        position = token.end()
    return bytes(content)


def compile_format(text: str) -> Formatter:
    """Makes a formatter of a format string.

    Raises:
        ValueError: a "%" with an unknown letter, or a lonely "%" or backslash at the end.
    """
    parts: list[Part] = []
    position = 0
    for token in _TOKEN.finditer(text):
        if token.start() != position:
            break
        position = token.end()
        parts.append(_part(token))
    if position != len(text):
        raise ValueError(f"the format ends in the middle of {text[position:]!r}")
    if text == DEFAULT_FORMAT:
        return lambda tp, records: b"".join([(record.value or b"") + b"\n" for record in records])
    return lambda tp, records: b"".join([part(tp, record) for record in records for part in parts])


def _part(token: re.Match[str]) -> Part:
    field, code, escape, literal = token.groups()
    if field is not None:
        if field not in _FIELDS:
            known = " ".join("%" + letter for letter in _FIELDS)
            raise ValueError(f"%{field} is not known in a format; there are {known}")
        return _FIELDS[field]
    if code is not None:
        return _literal(bytes([int(code, 16)]))
    if escape is not None:
        return _literal(_ESCAPES.get(escape, escape.encode()))
    return _literal(literal.encode())


def _literal(content: bytes) -> Part:
    return lambda tp, record: content


def format_json(tp: TopicPartition, records: Sequence[Record]) -> bytes:
    """Formats records as one JSON object a line, with kcat -J's names.

    Where a key, a value or a header is not UTF-8, its text shows replacement characters and a member of its own
    (`key_base64`, `payload_base64`, `headers_base64`) has the very bytes.
    """
    return b"".join([json.dumps(_item(tp, record), ensure_ascii=False).encode() + b"\n" for record in records])


def _item(tp: TopicPartition, record: Record) -> dict[str, Any]:
    item: dict[str, Any] = {
        "topic": tp.topic,
        "partition": tp.partition,
        "offset": record.offset,
        "tstype": "logappend" if record.timestamp_type == 1 else "create",
        "ts": record.timestamp,
        "headers": [text for name, value in record.headers for text in (name, _text(value))],
        "key": _text(record.key),
        "payload": _text(record.value),
    }
    if not _is_text(record.key):
        item["key_base64"] = _base64(record.key)
    if not _is_text(record.value):
        item["payload_base64"] = _base64(record.value)
    if not all(_is_text(value) for _, value in record.headers):
        item["headers_base64"] = [text for name, value in record.headers for text in (name, _base64(value))]
    return item


def _text(content: bytes | None) -> str | None:
    return None if content is None else bytes(content).decode(errors="replace")


def _is_text(content: bytes | None) -> bool:
    try:
        _ = content is None or bytes(content).decode()
    except UnicodeDecodeError:
        return False
    return True


def _base64(content: bytes | None) -> str | None:
    return None if content is None else base64.b64encode(content).decode("ascii")
