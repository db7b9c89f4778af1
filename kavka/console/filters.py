"""What is looked for in records: a text anywhere in them, and a field of a value that is JSON.

    ?contains=text                 in the key, the value, or a header's value, as bytes
    ?field=customer.id&is=42       the value is JSON, and that field of it is 42; of lists, a number names an item

Only comparisons: nothing that a browser sends is run here, and no pattern can take long.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kavka.protocol.records.batch import Record

PARSED_BYTES_MAX: Final = 65_536
"""Values that are longer are not parsed: one takes a millisecond at most."""
DEPTH_MAX: Final = 20
"""Names in a field's path."""


class Filter:
    """What a record must have; an empty filter takes all.

    Args:
        contains: bytes that stand in the key, the value or a header.
        path: the field's names, from the outside in; none: no field is looked at.
        wanted: what the field is, as text.
    """

    __slots__ = ("_contains", "_path", "_wanted", "is_empty")

    def __init__(self, contains: bytes = b"", path: tuple[str, ...] = (), wanted: str = "") -> None:
        self._contains = contains
        self._path = path
        self._wanted = wanted
        self.is_empty = not contains and not path

    def takes(self, record: Record) -> bool:
        """Tells whether a record has what is looked for."""
        return (not self._contains or self._is_in(record)) and (not self._path or self._has_field(record))

    def _is_in(self, record: Record) -> bool:
        wanted = self._contains
        if wanted in (record.value or b"") or wanted in (record.key or b""):
            return True
        return any(wanted in (value or b"") for _, value in record.headers or ())

    def _has_field(self, record: Record) -> bool:
        data = record.value
        if not data or len(data) > PARSED_BYTES_MAX:
            return False
        try:
            found: Any = json.loads(bytes(data))
        except (ValueError, RecursionError):
            return False
        for name in self._path:
            if isinstance(found, dict) and name in found:
                found = found[name]
            elif isinstance(found, list) and name.isdecimal() and len(name) < 10 and int(name) < len(found):
                found = found[int(name)]
            else:
                return False
        return (found if isinstance(found, str) else json.dumps(found)) == self._wanted


def parse_filter(query: Mapping[str, str]) -> Filter:
    """Reads a filter from a request's query."""
    path = tuple(filter(None, query.get("field", "").split(".")))[:DEPTH_MAX]
    return Filter(query.get("contains", "").encode(), path, query.get("is", ""))
