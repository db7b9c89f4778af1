"""Messages as JSON can show them: the fields that their version has, by their own names, and of bytes what fits.

    FetchResponse in version 12 ─▶ {"throttle_time_ms": 0, "error_code": 0, "session_id": 7, "responses": [{"topic":
                                    "t", "partitions": [{…, "records": {"bytes": 142, "batches": 2, "records": 40}}]}]}

What a version lacks is not shown, whatever the class holds. Records are summed up; other bytes are a length and their
beginning in hex; long texts and lists are cut, and say so. Credentials are never shown.

Which fields a version has stands in a generated table: the declarations themselves import construct, which no broker
does. For observability only; nothing is read back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from kavka.protocol._generated.field_versions import FIELDS
from kavka.protocol.records.errors import CorruptRecords
from kavka.protocol.records.header import LENGTH_END, MAGIC_OFFSET, iter_headers

HEX_BYTES_MAX: Final = 32
TEXT_MAX: Final = 2_000
ITEMS_MAX: Final = 200
SECRET_FIELDS: Final = frozenset({"auth_bytes", "salt", "salted_password", "hmac"})
_SECRET_NAMES: Final = re.compile(r"password|secret|token|credential|jaas|\.key$", re.IGNORECASE)
HIDDEN: Final = "(hidden)"
_TOPIC_FIELDS: Final = frozenset({"topic", "topic_id", "name", "topic_name", "topics", "topic_names", "topic_ids"})


def message_json(message: Any, version: int) -> dict[str, Any]:
    """Renders a message of `protocol.messages`, or a part of one, in one version."""
    name = type(message).__qualname__
    shown: dict[str, Any] = {}
    for field, low, high, kind in FIELDS[name]:
        if low <= version <= high:
            shown[field] = _value(field, getattr(message, field), kind, version)
    unknown = getattr(message, "unknown_tagged_fields", ())
    if unknown:
        shown["unknown_tagged_fields"] = {str(tag): _bytes(data) for tag, data in unknown}
    return _without_secrets(shown)


def _value(field: str, value: Any, kind: str, version: int) -> Any:
    if isinstance(value, list | tuple):
        items = [_value(field, item, kind, version) for item in value[:ITEMS_MAX]]
        return [*items, f"and {len(value) - ITEMS_MAX} more"] if len(value) > ITEMS_MAX else items
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, str):
        return value if len(value) <= TEXT_MAX else f"{value[:TEXT_MAX]}… ({len(value)} characters)"
    if kind == "struct":
        return message_json(value, version)
    if field in SECRET_FIELDS:
        return {"bytes": len(value), "hex": HIDDEN}
    if kind == "uuid":
        return bytes(value).hex()
    return records_json(value) if kind == "records" else _bytes(value)


def _bytes(value: Any) -> dict[str, Any]:
    return {"bytes": len(value), "hex": bytes(value[:HEX_BYTES_MAX]).hex()}


def records_json(value: Any) -> dict[str, Any]:
    """Renders the batches' headers: their offsets, and who wrote them; the records themselves stay unread."""
    shown: dict[str, Any] = {"bytes": len(value)}
    if len(value) <= MAGIC_OFFSET:
        return shown
    shown["magic"] = value[MAGIC_OFFSET]
    if shown["magic"] != 2:
        return shown
    headers, end = [], 0
    try:
        for position, header in iter_headers(value):
            headers.append(header)
            end = position + header.batch_length + LENGTH_END
    except CorruptRecords as error:
        shown["corrupt"] = str(error)
    shown |= {"batches": len(headers), "records": sum(header.record_count for header in headers)}
    if headers:
        first, last = headers[0], headers[-1]
        shown |= {
            "first_offset": first.base_offset,
            "last_offset": last.base_offset + last.last_offset_delta,
            "leader_epoch": last.partition_leader_epoch,
            "max_timestamp": max(header.max_timestamp for header in headers),
        }
        if first.producer_id >= 0:
            shown |= {
                "producer_id": first.producer_id,
                "producer_epoch": first.producer_epoch,
                "base_sequence": first.base_sequence,
            }
    if end < len(value):
        shown["bytes_of_a_batch_cut_off"] = len(value) - end
    return shown


def _without_secrets(shown: dict[str, Any]) -> dict[str, Any]:
    """Hides the value of a setting whose name says that it is a secret."""
    name = shown.get("name")
    if isinstance(name, str) and isinstance(shown.get("value"), str) and _SECRET_NAMES.search(name):
        return {**shown, "value": HIDDEN}
    return shown


def topics_in(message: Any) -> Iterator[str]:
    """Yields every topic that a message names, by name or id in hex. Other names may be among them."""
    for field, _, _, kind in FIELDS[type(message).__qualname__]:
        value = getattr(message, field)
        if kind == "struct":
            for part in value if isinstance(value, list | tuple) else (value,):
                if part is not None:
                    yield from topics_in(part)
        elif field in _TOPIC_FIELDS:
            for name in value if isinstance(value, list | tuple) else (value,):
                if isinstance(name, str):
                    yield name
                elif name is not None and any(name):
                    yield bytes(name).hex()
