"""The APIs and their fields as they are declared, for `kavka request`: found by name, explained, given as an example.

    "create-topics", "CREATE_TOPICS", "19" ─▶ Api ─▶ request and response: Field by Field, over all versions

What is declared comes from a generated table (protocol/messages/ ─▶ _generated/declared.py), what a field means from
protocol/field_meanings.py. Not here: JSON (`api_json`), and how a request is sent (`exchange`).
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from functools import cached_property
from typing import Any, Final, NamedTuple

from kavka.cli.cli_error import CliError
from kavka.cli.exit_codes import ExitCode
from kavka.protocol._generated.declared import FIELDS, NOTES
from kavka.protocol._generated.index import APIS
from kavka.protocol.codec import request_class, response_class
from kavka.protocol.field_meanings import meaning_of
from kavka.protocol.message import NEVER, Message

OPEN_END: Final = 32767
"""The highest version of a field that no version has lost."""

SCALARS: Final = frozenset(
    {"bool", "bytes", "float64", "int8", "int16", "int32", "int64", "records", "string", "uint16", "uuid"}
)
"""Types that are no structs."""


class DeclaredField(NamedTuple):
    """A field over all versions of its message."""

    name: str
    kind: str
    """A scalar type, or the name of a struct."""
    is_list: bool
    versions: tuple[int, int]
    nullable: tuple[int, int]
    default: Any
    tagged: tuple[int, int]

    def is_in(self, version: int) -> bool:
        """Tells whether a version has the field."""
        return self.versions[0] <= version <= self.versions[1]

    def may_be_null(self, version: int) -> bool:
        """Tells whether null is allowed in a version."""
        return self.nullable[0] <= version <= self.nullable[1]

    @property
    def is_struct(self) -> bool:
        """Tells whether a value, or each of a list's, has fields itself."""
        return self.kind not in SCALARS

    @property
    def type_name(self) -> str:
        """Returns the type as people write it: `[int32]` is a list."""
        return f"[{self.kind}]" if self.is_list else self.kind


class Api(NamedTuple):
    """One API: its number, and its two messages."""

    key: int
    name: str

    @property
    def request(self) -> type[Message]:
        """Returns the class of the requests."""
        return request_class(self.key)

    @property
    def response(self) -> type[Message]:
        """Returns the class of the responses."""
        return response_class(self.key)

    @property
    def versions(self) -> tuple[int, int]:
        """Returns the versions that this kavka can write and read, whatever it serves."""
        return self.request.MIN_VERSION, self.request.MAX_VERSION


def apis() -> list[Api]:
    """Lists every API, by its number."""
    return [Api(key, names[0].removesuffix("Request")) for key, names in sorted(APIS.items())]


def find_api(text: str) -> Api:
    """Finds an API by its name, in whatever spelling, or by its number.

    Raises:
        CliError: there is none.
    """
    known = {_plain(api.name): api for api in apis()}
    plain = _plain(text).removesuffix("request")
    for api in known.values():
        if plain in (_plain(api.name), str(api.key)):
            return api
    meant = get_close_matches(plain, known, n=1)
    hint = f" Did you mean {known[meant[0]].name}?" if meant else ""
    raise CliError(f"there is no API {text!r}.{hint} All of them: kavka request list", ExitCode.NOT_FOUND)


def _plain(text: str) -> str:
    return "".join(character for character in text.lower() if character.isalnum())


def fields_of(part: type[Any]) -> dict[str, DeclaredField]:
    """Returns the fields of a message or a struct by name, in order."""
    return {row[0]: DeclaredField(*row) for row in FIELDS[part.__qualname__]}


def part_of(part: type[Any], field: DeclaredField) -> type[Any]:
    """Returns the class of a field's structs.

    Args:
        part: the class that has the field.
        field: whose values are structs.
    """
    from kavka.protocol import messages

    message = part.__qualname__.partition(".")[0]
    struct: type[Any] = getattr(getattr(messages, message), field.kind)
    return struct


# ---------------------------------------------------------------- for people


class Described:
    """An API as people are told of it, in one version or over all.

    Args:
        api: which.
        version: only the fields of this one; None: of all.
    """

    def __init__(self, api: Api, version: int | None) -> None:
        self.api = api
        self._version = version

    @cached_property
    def notes(self) -> list[str]:
        """Returns what the API is for, and what each version brought, line by line."""
        return NOTES[self.api.key].splitlines()

    @property
    def flexible_from(self) -> int | None:
        """Returns the first version with compact lengths and tagged fields; None: it has none."""
        flexible_from = self.api.request.FLEXIBLE_FROM
        return None if flexible_from == NEVER else flexible_from

    def rows(self, part: type[Any], depth: int = 0) -> Iterator[dict[str, Any]]:
        """Yields the fields of a message, those of a struct after it and deeper."""
        for field in fields_of(part).values():
            if self._version is not None and not field.is_in(self._version):
                continue
            yield {
                "field": field.name,
                "depth": depth,
                "type": field.type_name,
                "versions": _range(field.versions),
                "nullable": _range(field.nullable),
                "tagged": _range(field.tagged),
                "default": list(field.default) if isinstance(field.default, tuple) else _plain_default(field),
                "about": meaning_of(part.__name__, field.name),
            }
            if field.is_struct:
                yield from self.rows(part_of(part, field), depth + 1)

    def example(self, version: int) -> dict[str, Any]:
        """Returns a request as JSON: every field at its default, each list with one entry."""
        return _example(self.api.request, version)


def _example(part: type[Any], version: int) -> dict[str, Any]:
    shown = {}
    for field in fields_of(part).values():
        if field.is_in(version) and not (field.tagged[0] <= version <= field.tagged[1]):
            if field.is_struct:
                one = _example(part_of(part, field), version)
            else:
                one = _EMPTY.get(field.kind, 0) if field.is_list else _plain_default(field)
            shown[field.name] = [one] if field.is_list else one
    return shown


_EMPTY: Final[dict[str, Any]] = {
    "string": "",
    "bytes": "",
    "bool": False,
    "uuid": "00000000-0000-0000-0000-000000000000",
}
"""Type → a value of a list, where no number is one."""


def _plain_default(field: DeclaredField) -> Any:
    if isinstance(field.default, bytes):
        return _EMPTY["uuid" if field.kind == "uuid" else "bytes"]
    return field.default


def _range(versions: tuple[int, int]) -> str | None:
    low, high = versions
    if low > high:
        return None
    return f"{low}+" if high == OPEN_END else str(low) if low == high else f"{low}-{high}"
