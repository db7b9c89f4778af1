"""Straight-line encoders for mypyc: those of `encoder`, with a type for each variable.

Typed, an object's field is read where it lies in memory, and lengths and counts are machine integers. What packs them
stays `struct`: one call for a run of fields is cheap in either build. As `native_decoder` does, each struct has a
function of its own, shared by all versions that have it alike.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from kavka.protocol.generator.encoder import EncoderEmitter
from kavka.protocol.generator.source import snake_case

if TYPE_CHECKING:
    from kavka.protocol.generator.layout import Group
    from kavka.protocol.generator.source import StructPool

_ADD: Final = ".append"
_VARIABLE: Final = re.compile(r"\b(?:[nvsgw]\d*|o[1-9])\b")
_TYPES: Final = {"n": "i64", "g": "list[Any]", "w": "list[Any]"}
"""By a variable's first letter: numbers, tagged fields, encoded parts. The others are anything."""


class NativeEncoders:
    """Writes the encoders of one message.

    Args:
        message: class name of the message.
        structs: where the functions' struct formats are collected.

    Attributes:
        lines: what is written so far.
    """

    def __init__(self, message: str, structs: StructPool) -> None:
        self.message = message
        self.structs = structs
        self.lines: list[str] = []
        self._writers: dict[Group, str] = {}

    def add(self, name: str, group: Group) -> None:
        """Writes the encoder of one layout, and of structs new in it."""
        emitter = _Emitter(self)
        with emitter.source.block():
            emitter.group(group, 0)
        used = sorted({found for line in emitter.source.lines for found in _VARIABLE.findall(line)})
        cls = self.message if group.struct == self.message else f"{self.message}_{group.struct}"
        self.lines += [
            f"def {name}(o0: {cls}, l: list[Any], out: list[Any]) -> None:",
            *(f"    {variable}: {_TYPES.get(variable[0], 'Any')}" for variable in used),
            *(emitter.source.lines or ["    pass"]),
        ]

    def write(self, group: Group) -> str:
        """Returns the function that writes a struct."""
        if group not in self._writers:
            name = f"write_{snake_case(self.message)}_{snake_case(group.struct)}_{len(self._writers)}"
            self._writers[group] = name
            self.add(name, group)
        return self._writers[group]


class _Emitter(EncoderEmitter):
    def __init__(self, encoders: NativeEncoders) -> None:
        super().__init__(encoders.message, encoders.structs)
        self.encoders = encoders
        self.add = self.add_small = f"l{_ADD}"

    def adding_to(self, items: str) -> str:
        return items + _ADD

    def element(self, group: Group, depth: int) -> None:
        self.source.line(f"{self.encoders.write(group)}(o{depth}, {self.add.removesuffix(_ADD)}, out)")
