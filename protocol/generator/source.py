"""Writing Python source: indentation, literals, and the pool of precompiled struct formats of one generated module."""

from __future__ import annotations

import re
from contextlib import contextmanager
from itertools import groupby
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator


class Source:
    """Lines of source at a current depth of indentation."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._indent = ""

    def line(self, *texts: str) -> None:
        """Adds lines at the current depth."""
        self.lines.extend(self._indent + text for text in texts)

    @contextmanager
    def block(self) -> Iterator[None]:
        """Indents what is added inside."""
        before = self._indent
        self._indent += "    "
        yield
        self._indent = before


class StructPool:
    """The struct formats that a module's functions use, each under one name for each method.

    Args:
        has_flexible: whether the message has the attribute unknown_tagged_fields.
    """

    def __init__(self, *, has_flexible: bool) -> None:
        self.has_flexible = has_flexible
        self._names: dict[str, str] = {}  # definition → name

    def pack(self, codes: str) -> str:
        """Names the bound `pack` of a big-endian format."""
        return self._name("P", _shorten(codes), f"Struct('>{_shorten(codes)}').pack")

    def pack_counted(self, codes: list[str]) -> str:
        """Names the table of pack functions by counts, for formats with arrays (`%di`)."""
        template = ""
        for is_array, run in groupby(codes, key=lambda code: code.startswith("%d")):
            joined = "".join(run)
            template += joined if is_array else _shorten(joined)
        return self._name("F", template.replace("%d", "n"), f"PackCache('>{template}')")

    def unpack(self, codes: str) -> str:
        """Names the bound `unpack_from` of a big-endian format."""
        return self._name("U", _shorten(codes), f"Struct('>{_shorten(codes)}').unpack_from")

    def iterate(self, codes: str) -> str:
        """Names the bound `iter_unpack` of a big-endian format."""
        return self._name("I", _shorten(codes), f"Struct('>{_shorten(codes)}').iter_unpack")

    def unpack_short(self, code: str) -> str:
        """Names the table of unpack functions for short arrays of one number type."""
        return self._name("UNPACK", code, f"UNPACK['{code}']")

    def pack_short(self, code: str) -> str:
        """Names the table of pack functions for short arrays of one number type."""
        return self._name("PACK", code, f"PACK['{code}']")

    def definitions(self) -> list[str]:
        """Writes the assignments that define every name that was asked for."""
        return [f"{name} = {definition}" for definition, name in self._names.items()]

    def _name(self, kind: str, suffix: str, definition: str) -> str:
        name = f"{kind}_{suffix.replace('?', 'T')}"
        assert all(name != other for known, other in self._names.items() if known != definition), name
        return self._names.setdefault(definition, name)


def default_source(value: Any) -> str:
    """Writes a field's default as an expression; a list is created each time."""
    return "[]" if value == () else repr(value)


def snake_case(name: str) -> str:
    """Turns `LeaderAndIsrRequest` into `leader_and_isr_request`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def _shorten(codes: str) -> str:
    """Turns `iiih` into `3ih`; codes that have a number (`16s`) stay apart."""
    return re.sub(r"(?<!\d)([a-zA-Z?])\1+", lambda match: f"{len(match[0])}{match[1]}", codes)
