"""Records as JSON can show them: bytes as text or base64, cut to a length, with what is known of them.

    Record ─▶ shown(record, partition, bytes_max) ─▶ {"partition", "offset", "timestamp_ms", "key", "value", "headers"}

Contents are text where they are UTF-8 without control characters, else base64; `bytes` is what there was. Not
here: what schemas make of them (`decoding`, which adds `decoded` to a key or value), what is looked for (`filters`),
and where records are read (`walk`, `search`).
"""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from kavka.protocol.records.batch import Record

CONTENT_BYTES_MAX: Final = 4_096
"""Of a key, value or header in a list of records."""
WHOLE_BYTES_MAX: Final = 1_048_576
"""Of a key, value or header of one record that is looked at by itself."""
HEADERS_MAX: Final = 50


def shown(record: Record, partition: int, *, bytes_max: int = CONTENT_BYTES_MAX) -> dict[str, Any]:
    """Describes a record, its contents cut to a length."""
    return {
        "partition": partition,
        "offset": record.offset,
        "timestamp_ms": record.timestamp,
        "timestamp_type": "append" if record.timestamp_type else "create",
        "key": content(record.key, bytes_max=bytes_max),
        "value": content(record.value, bytes_max=bytes_max),
        "headers": [
            [name, content(value, bytes_max=bytes_max)] for name, value in (record.headers or ())[:HEADERS_MAX]
        ],
    }


def content(data: bytes | None, *, bytes_max: int = CONTENT_BYTES_MAX) -> dict[str, Any] | None:
    """Converts bytes for JSON: text where it is UTF-8 without control characters, else base64."""
    if data is None:
        return None
    head = bytes(data[:bytes_max])
    is_cut = len(data) > len(head)
    try:
        # A character may have been cut in two; whoever has more than three such bytes at the end is no text.
        text = head.decode("utf-8")
    except UnicodeDecodeError as error:
        if not is_cut or error.start < len(head) - 3:
            return {"base64": base64.b64encode(head).decode(), "bytes": len(data), "is_cut": is_cut}
        text = head[: error.start].decode("utf-8")
    if not text.isprintable() and any(ord(char) < 32 and char not in "\t\n\r" for char in text):
        return {"base64": base64.b64encode(head).decode(), "bytes": len(data), "is_cut": is_cut}
    return {"text": text, "bytes": len(data), "is_cut": is_cut}
