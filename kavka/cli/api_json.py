"""Requests from JSON and responses as JSON, by what is declared of them: nothing is lost either way.

    JSON                                      field
    number, true, false, "text", null         int…, uint16, float64, bool, string, nullable where the version says so
    {"base64": "AAEC"}                        bytes and records; so they are written, too. {"hex": "000102"},
                                              {"text": "é"} and a mere "é" are read as well
    [{"key": "k", "value": "v", …}]           records: one batch of them. Key and value as bytes above, or null;
                                              "timestamp" in ms, "headers" {name: value}
    "01234567-89ab-cdef-0123-456789abcdef"    uuid; Kafka's form of 22 letters is read as well
    {"topics": […]}                           the fields of a struct, in snake_case or camelCase. What is left out
                                              has its default; what the version lacks is refused

A mistake is a sentence with the path to it (`topics[0].num_partitions`) and with what was probably meant.
"""

from __future__ import annotations

import base64
import binascii
import re
import uuid
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any, NoReturn

from kavka.cli.api_fields import DeclaredField, fields_of, part_of

_INTEGERS = {f"int{bits}": range(-(1 << bits - 1), 1 << bits - 1) for bits in (8, 16, 32, 64)} | {
    "uint16": range(1 << 16)
}
_RECORD_FIELDS = ("key", "value", "timestamp", "headers")
_ERROR_FIELD = re.compile(r"(\w+_)?error_code")


class BadJson(ValueError):
    """JSON that is not such a message; the text says where and why."""


# ---------------------------------------------------------------- from JSON


def read_message(part: type[Any], value: Any, version: int, path: str = "") -> Any:
    """Makes a message, or a struct in one, from a JSON object.

    Args:
        part: its class.
        value: the object.
        version: which fields there are.
        path: where the object stands in the whole.

    Raises:
        BadJson: it is not one.
    """
    if not isinstance(value, Mapping):
        raise BadJson(f"{path or 'a request'} is an object {{…}}, not {_said(value)}")
    fields = fields_of(part)
    arguments = {}
    for key, content in value.items():
        name = key if key in fields else _snake_case(str(key))
        where = f"{path}.{key}" if path else str(key)
        field = fields.get(name)
        if field is None or not field.is_in(version):
            _refuse_field(part, where, name, version)
        if name in arguments:
            raise BadJson(f"{where} stands there twice")
        arguments[name] = _read_field(part, field, content, version, where)
    return part(**arguments)


def _refuse_field(part: type[Any], where: str, name: str, version: int) -> NoReturn:
    fields = fields_of(part)
    if name in fields:
        low, high = fields[name].versions
        when = f"from version {low} on" if version < low else f"up to version {high}"
        raise BadJson(f"{where} exists {when}, and this is version {version}")
    there = [field.name for field in fields.values() if field.is_in(version)]
    meant = get_close_matches(name, there, n=1)
    hint = f" Did you mean {meant[0]}?" if meant else ""
    raise BadJson(f"there is no field {where}.{hint} Fields of {part.__name__}: {', '.join(there) or 'none'}")


def _read_field(part: type[Any], field: DeclaredField, value: Any, version: int, path: str) -> Any:
    if value is None:
        if not field.may_be_null(version):
            raise BadJson(f"{path} may not be null in version {version}")
        return None
    if not field.is_list:
        return _read_one(part, field, value, version, path)
    if not isinstance(value, list):
        raise BadJson(f"{path} is a list […], not {_said(value)}")
    return [_read_one(part, field, item, version, f"{path}[{index}]") for index, item in enumerate(value)]


def _read_one(part: type[Any], field: DeclaredField, value: Any, version: int, path: str) -> Any:
    if field.is_struct:
        return read_message(part_of(part, field), value, version, path)
    if field.kind in _INTEGERS:
        return _read_int(value, field.kind, path)
    if field.kind == "records" and isinstance(value, list):
        return _read_records(value, path)
    if field.kind in ("bytes", "records"):
        return read_bytes(value, path)
    if field.kind == "uuid":
        return _read_uuid(value, path)
    if field.kind == "float64" and isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
    if isinstance(value, {"bool": bool, "string": str}.get(field.kind, ())):
        return value
    raise BadJson(f"{path} is a {field.kind}, not {_said(value)}")


def _read_int(value: Any, kind: str, path: str) -> int:
    a_kind = f"a {kind}" if kind.startswith("u") else f"an {kind}"
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadJson(f"{path} is {a_kind}, not {_said(value)}")
    if value not in _INTEGERS[kind]:
        raise BadJson(f"{path}: {value} does not fit {a_kind}")
    return value


def read_bytes(value: Any, path: str) -> bytes:
    """Reads bytes from one of their forms in JSON.

    Raises:
        BadJson: it is none of them.
    """
    if isinstance(value, str):
        return value.encode()
    if isinstance(value, Mapping) and len(value) == 1:
        ((form, text),) = value.items()
        try:
            if form == "base64" and isinstance(text, str):
                return base64.b64decode(text, validate=True)
            if form == "hex" and isinstance(text, str):
                return bytes.fromhex(text)
            if form == "text" and isinstance(text, str):
                return text.encode()
        except (ValueError, binascii.Error) as error:
            raise BadJson(f"{path}: {text!r} is no {form} ({error})") from None
    raise BadJson(f'{path} is bytes, {{"base64": "…"}}, {{"hex": "…"}} or "text", not {_said(value)}')


def _read_uuid(value: Any, path: str) -> bytes:
    try:
        if isinstance(value, str) and len(value) == 22:
            return base64.urlsafe_b64decode(f"{value}==")
        if isinstance(value, str):
            return uuid.UUID(value).bytes
    except (ValueError, binascii.Error):
        pass
    raise BadJson(f"{path} is a uuid, as 01234567-89ab-cdef-0123-456789abcdef, not {_said(value)}")


def _read_records(values: list[Any], path: str) -> bytes:
    """One batch of format 2, as producers write it."""
    from kavka.protocol.records.builder import BatchBuilder

    builder = BatchBuilder()
    for index, value in enumerate(values):
        where = f"{path}[{index}]"
        if not isinstance(value, Mapping):
            raise BadJson(f'{where} is a record {{"key": …, "value": …}}, not {_said(value)}')
        unknown = sorted(set(value) - set(_RECORD_FIELDS))
        if unknown:
            raise BadJson(f"there is no field {where}.{unknown[0]}. Fields of a record: {', '.join(_RECORD_FIELDS)}")
        headers = value.get("headers") or {}
        if not isinstance(headers, Mapping):
            raise BadJson(f"{where}.headers is an object {{name: value}}, not {_said(headers)}")
        builder.append(
            timestamp=_read_int(value.get("timestamp", 0), "int64", f"{where}.timestamp"),
            key=_bytes_or_null(value.get("key"), f"{where}.key"),
            value=_bytes_or_null(value.get("value"), f"{where}.value"),
            headers=[(name, _bytes_or_null(text, f"{where}.headers.{name}")) for name, text in headers.items()],
        )
    return builder.build() if values else b""


def _bytes_or_null(value: Any, path: str) -> bytes | None:
    return None if value is None else read_bytes(value, path)


def _snake_case(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def _said(value: Any) -> str:
    if isinstance(value, Mapping):
        return "an object"
    return "a list" if isinstance(value, list) else "null" if value is None else repr(value)


# ---------------------------------------------------------------- to JSON


def message_object(message: Any, version: int) -> dict[str, Any]:
    """Renders a message, or a struct in one, as what `read_message` reads: the fields that its version has."""
    part = type(message)
    shown: dict[str, Any] = {
        field.name: _shown(getattr(message, field.name), field, version)
        for field in fields_of(part).values()
        if field.is_in(version)
    }
    unknown = getattr(message, "unknown_tagged_fields", ())
    if unknown:
        shown["unknown_tagged_fields"] = {str(tag): bytes_object(data) for tag, data in unknown}
    return shown


def bytes_object(data: bytes | bytearray | memoryview) -> dict[str, str]:
    """Renders bytes."""
    return {"base64": base64.b64encode(data).decode()}


def _shown(value: Any, field: DeclaredField, version: int) -> Any:
    if isinstance(value, list | tuple):
        return [_shown(item, field, version) for item in value]
    if value is None:
        return None
    if field.is_struct:
        return message_object(value, version)
    if field.kind == "uuid":
        return str(uuid.UUID(bytes=bytes(value)))
    return bytes_object(value) if field.kind in ("bytes", "records") else value


def error_codes(shown: Any, path: str = "") -> Iterator[tuple[str, int]]:
    """Yields the path and the code of every error in a rendered message."""
    if isinstance(shown, dict):
        for name, value in shown.items():
            where = f"{path}.{name}" if path else name
            if isinstance(value, int) and value and _ERROR_FIELD.fullmatch(name):
                yield where, value
            else:
                yield from error_codes(value, where)
    elif isinstance(shown, list):
        for index, item in enumerate(shown):
            yield from error_codes(item, f"{path}[{index}]")
