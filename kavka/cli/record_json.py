"""Records as JSON, one object a line: as `kavka consume -J` writes them, and as `kavka produce -J` reads them.

    {"topic": "t", "partition": 0, "offset": 7, "tstype": "create", "ts": 1700000000000,
     "headers": ["name", "value", "name", null], "key": "k", "payload": "v"}

The names are kcat's. Where a key, a value or a header is not UTF-8, its text shows replacement characters and a member
of its own (`key_base64`, `payload_base64`, `headers_base64`) has the very bytes; reading looks there first, so nothing
is lost on the way through a file. Reading takes rpk's names, too (`value`, `timestamp`, headers as objects), and a
payload that is no text becomes its own JSON.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from kavka.common.types import TopicPartition
from kavka.protocol.records.batch import Record

Value = Callable[[bytes], Mapping[str, Any]]
"""Makes members of a key or value that is not null, by the name before the colon; see `plain_value`."""

Headers = tuple[tuple[str, bytes | None], ...]

_KEYS: Final = ("key_base64", "key")
_PAYLOADS: Final = ("payload_base64", "payload", "value")
_KNOWN: Final = frozenset(
    {
        *_KEYS,
        *_PAYLOADS,
        *("topic", "partition", "offset", "tstype", "ts", "timestamp", "headers", "headers_base64", "broker"),
        *("key_schema_id", "value_schema_id", "timestamp_type", "key_error", "payload_error"),
    }
)


class JsonRecord(NamedTuple):
    """What a line says of a record to be sent."""

    key: bytes | None
    value: bytes | None
    headers: Headers
    timestamp: int | None
    partition: int | None
    is_key_json: bool = False
    """The key was JSON that is no text; so a registry's schema may encode it."""
    is_value_json: bool = False
    key_schema_id: int | None = None
    """By which schema of a registry the key was written."""
    value_schema_id: int | None = None


# ---------------------------------------------------------------- out


def plain_value(content: bytes) -> Mapping[str, Any]:
    """Returns a key or value as text, and its bytes where they are not UTF-8."""
    content = bytes(content)
    try:
        return {"": content.decode()}
    except UnicodeDecodeError:
        return {"": content.decode(errors="replace"), "_base64": base64.b64encode(content).decode("ascii")}


def format_json(
    tp: TopicPartition, records: Sequence[Record], *, key: Value = plain_value, value: Value = plain_value
) -> bytes:
    """Formats records as one JSON object a line."""
    return b"".join(
        [json.dumps(_item(tp, record, key, value), ensure_ascii=False).encode() + b"\n" for record in records]
    )


def _item(tp: TopicPartition, record: Record, of_key: Value, of_value: Value) -> dict[str, Any]:
    key: Mapping[str, Any] = {"": None} if record.key is None else of_key(record.key)
    value: Mapping[str, Any] = {"": None} if record.value is None else of_value(record.value)
    item: dict[str, Any] = {
        "topic": tp.topic,
        "partition": tp.partition,
        "offset": record.offset,
        "tstype": "logappend" if record.timestamp_type == 1 else "create",
        "ts": record.timestamp,
        "headers": [text for name, content in record.headers for text in (name, _text(content))],
        "key": key[""],
        "payload": value[""],
    }
    if len(key) > 1:
        item.update({"key" + name: content for name, content in key.items() if name})
    if len(value) > 1:
        item.update(
            {("value" if "schema" in name else "payload") + name: content for name, content in value.items() if name}
        )
    if not all(_is_text(content) for _, content in record.headers):
        item["headers_base64"] = [text for name, content in record.headers for text in (name, _base64(content))]
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


# ---------------------------------------------------------------- in


def parse_json(line: bytes) -> JsonRecord:
    """Parses a line to a record.

    Raises:
        ValueError: it is no such object; the text says what is wrong.
    """
    try:
        item = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"it is no JSON: {error}") from None
    if not isinstance(item, dict):
        raise ValueError('it is no object; a record is {"key": …, "payload": …}')
    unknown = next((name for name in item if name not in _KNOWN), None)
    if unknown is not None:
        raise ValueError(f"{unknown!r} is nothing of a record; there are key, payload, headers, ts and partition")
    if not any(name in item for name in _PAYLOADS):
        raise ValueError('it has no "payload"; null makes a tombstone')
    key, is_key_json = _content(item, _KEYS)
    value, is_value_json = _content(item, _PAYLOADS)
    return JsonRecord(
        key=key,
        value=value,
        headers=_headers(item),
        timestamp=_number(item, "ts", "timestamp"),
        partition=_number(item, "partition"),
        is_key_json=is_key_json,
        is_value_json=is_value_json,
        key_schema_id=_number(item, "key_schema_id"),
        value_schema_id=_number(item, "value_schema_id"),
    )


def _content(item: Mapping[str, Any], names: Iterable[str]) -> tuple[bytes | None, bool]:
    """Returns a key or a value, and whether it was JSON that is no text."""
    name = next((name for name in names if name in item), None)
    content = None if name is None else item[name]
    if content is None:
        return None, False
    if name is not None and name.endswith("_base64"):
        return _bytes_of(content, name), False
    if isinstance(content, str):
        return _encoded(content), False
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode(), True


def _encoded(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise ValueError("a text has half of a surrogate pair") from None


def _bytes_of(content: Any, name: str) -> bytes:
    try:
        return base64.b64decode(content, validate=True)
    except (TypeError, ValueError, binascii.Error):
        raise ValueError(f"{name!r} is no base64") from None


def _headers(item: Mapping[str, Any]) -> Headers:
    coded = item.get("headers_base64")
    if coded is not None:
        return tuple(
            (name, None if content is None else _bytes_of(content, "headers_base64"))
            for name, content in _pairs(coded, "headers_base64")
        )
    pairs = _pairs(item.get("headers") or [], "headers")
    return tuple((name, None if content is None else _header_content(content)) for name, content in pairs)


def _pairs(value: Any, member: str) -> list[tuple[str, Any]]:
    """Returns names with their contents: a flat list, objects as rpk writes them, or one object."""
    if isinstance(value, dict):
        pairs = list(value.items())
    elif isinstance(value, list) and all(isinstance(part, dict) for part in value):
        pairs = [(part.get("key"), part.get("value")) for part in value]
    elif isinstance(value, list) and len(value) % 2 == 0:
        pairs = list(zip(value[::2], value[1::2], strict=True))
    else:
        raise ValueError(f'{member!r} is a list of names and values in turns: ["name", "value"]')
    for name, _ in pairs:
        if not isinstance(name, str):
            raise ValueError(f"{member!r} names a header {name!r}, which is no text")
        _encoded(name)
    return pairs


def _header_content(content: Any) -> bytes:
    if not isinstance(content, str):
        raise ValueError(f"a header is text or null, not {content!r}")
    return _encoded(content)


def _number(item: Mapping[str, Any], *names: str) -> int | None:
    name = next((name for name in names if item.get(name) is not None), None)
    if name is None:
        return None
    number = item[name]
    if type(number) is not int:
        raise ValueError(f"{name!r} is a number, not {number!r}")
    return number
