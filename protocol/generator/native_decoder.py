"""Straight-line decoders for mypyc: from a layout to the source of `decode(b, p) -> (message, position behind it)`.

They read what the plain ones (`decoder`) read, and refuse what those refuse, by other means: in C a value is cheaper
read by itself (`protocol/reads.py`) than as a part of a tuple, and an object is made by one call with all its values.
A struct inside a message is read by a function of its own, shared by all versions that have it alike: what is compiled
is a fraction of what it would be.

In the generated source `b` is the frame, `d` the same as bytes, `p` the position. A frame that is a bytearray is a
large one; a copy of it is decoded, and its records are views of the frame itself. Other variables have numbers of their
own, because mypyc gives each one type for the whole function.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kavka.protocol.generator.decoder import has_view
from kavka.protocol.generator.layout import COMPACT, Blob, Fixed, Group, Optional, Sequence, Text, minimum_size
from kavka.protocol.generator.source import Source, default_source, snake_case

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kavka.protocol.generator.layout import Layout, Member

READS: Final = {
    "b": ("i64", "i8_at"),
    "h": ("i64", "i16_at"),
    "H": ("i64", "u16_at"),
    "i": ("i64", "i32_at"),
    "q": ("i64", "i64_at"),
    "d": ("float", "f64_at"),
    "16s": ("bytes", "uuid_at"),
}
"""Struct code → type of a variable, and the function that reads it."""


class NativeDecoders:
    """Writes the decoders of one message.

    Args:
        message: class name of the message.
        fields: by struct, its fields in the order of the class's arguments.

    Attributes:
        lines: what is written so far.
    """

    def __init__(self, message: str, fields: Mapping[str, tuple[str, ...]]) -> None:
        self.message = message
        self.fields = fields
        self.lines: list[str] = []
        self._readers: dict[Group, str] = {}

    def add(self, name: str, body: Group) -> None:
        """Writes the decoder of one layout, and of structs new in it."""
        emitter = _Emitter(self)
        line = emitter.source.line
        line(f"def {name}(b: Any, p: i64) -> tuple[Any, i64]:")
        with emitter.source.block():
            line("d: bytes = b if isinstance(b, bytes) else bytes(b)")
            line("n: i64")
            line(f"return {emitter.group(body)}, p")
        self.lines += emitter.source.lines

    def read(self, group: Group) -> str:
        """Returns the call that reads a struct at the position."""
        arguments = "(d, p, b)" if has_view(group) else "(d, p)"
        if group not in self._readers:
            name = f"read_{snake_case(self.message)}_{snake_case(group.struct)}_{len(self._readers)}"
            self._readers[group] = name
            emitter = _Emitter(self)
            parameters = "d: bytes, p: i64, b: Any" if has_view(group) else "d: bytes, p: i64"
            emitter.source.line(f"def {name}({parameters}) -> tuple[Any, i64]:")
            with emitter.source.block():
                emitter.source.line("n: i64")
                emitter.source.line(f"return {emitter.group(group)}, p")
            self.lines += emitter.source.lines
        return self._readers[group] + arguments


class _Emitter:
    """Writes the lines of one function."""

    def __init__(self, decoders: NativeDecoders) -> None:
        self.decoders = decoders
        self.message = decoders.message
        self.source = Source()
        self.ahead = 0  # bytes that are read already, and that `p` has still to pass
        self.variables = 0

    def variable(self, name: str) -> str:
        self.variables += 1
        return f"{name}_{self.variables}"

    @property
    def at(self) -> str:
        """Returns the position of the next value."""
        return f"p + {self.ahead}" if self.ahead else "p"

    def flush(self) -> None:
        """Emits the line that moves the position behind what has been read."""
        if self.ahead:
            self.source.line(f"p += {self.ahead}")
            self.ahead = 0

    def group(self, group: Group) -> str:
        """Emits lines that read the fields of an object; returns the expression that makes it."""
        values = {absent.name: default_source(absent.default) for absent in group.absent}
        values["unknown_tagged_fields"] = "()"
        for member in group.members:
            values[member.name] = self.value(member.layout, member.name)
        self.flush()
        if group.flexible:
            self.tags(group, values)
        name = self.message if group.struct == self.message else f"{self.message}_{group.struct}"
        return f"{name}({', '.join(values[field] for field in self.decoders.fields[group.struct])})"

    def value(self, layout: Layout, name: str) -> str:
        """Emits lines that read one value; returns the variable that holds it."""
        if isinstance(layout, Fixed):
            return self.fixed(layout, name)
        if isinstance(layout, Text | Blob):
            return self.bytes_like(layout, name)
        if isinstance(layout, Sequence):
            return self.sequence(layout, name)
        if isinstance(layout, Optional):
            raise TypeError(f"{self.message}: {name}: no compiled path for a single struct that may be None")
        self.flush()
        var = self.variable(name)
        self.source.line(f"{var}: Any", f"{var}, p = {self.decoders.read(layout)}")
        return var

    def fixed(self, layout: Fixed, name: str) -> str:
        var = self.variable(name)
        if layout.code == "?":
            self.source.line(f"{var}: bool = d[{self.at}] != 0")
        else:
            annotation, read = READS[layout.code]
            self.source.line(f"{var}: {annotation} = {read}(d, {self.at})")
        self.ahead += layout.size
        return var

    def length(self, code: str, var: str) -> None:
        """Emits lines that read a length prefix into `var`; null is -1."""
        if code == COMPACT:
            self.flush()
            self.source.line(f"{var}, p = length_at(d, p)")
        else:
            self.source.line(f"{var} = {READS[code][1]}(d, {self.at})")
            self.ahead += {"h": 2, "i": 4}[code]
            self.flush()

    def bytes_like(self, layout: Text | Blob, name: str) -> str:
        self.length(layout.length, "n")
        var = self.variable(name)
        kind = "text" if isinstance(layout, Text) else "records" if layout.view else "bytes"
        read = f"{kind}_or_none_at" if layout.nullable else f"{kind}_at"
        frame = "b, d" if kind == "records" else "d"
        self.source.line(f"{var}: Any = {read}({frame}, p, n, '{self.message}: {name}')")
        self.source.line("if n > 0: p += n" if layout.nullable else "p += n")
        return var

    def sequence(self, layout: Sequence, name: str) -> str:
        line = self.source.line
        count = self.variable("c")
        line(f"{count}: i64")
        self.length(layout.length, count)
        if not layout.nullable:
            return self.elements(layout.element, name, count)
        var = self.variable(name)
        line(f"{var}: Any = None", f"if {count} != -1:")
        with self.source.block():
            line(f"{var} = {self.elements(layout.element, name, count)}")
        return var

    def elements(self, element: Layout, name: str, count: str) -> str:
        """Emits lines that read counted elements; returns the variable that holds the list."""
        line = self.source.line
        line(f"check_count(d, p, {count}, {minimum_size(element)}, '{self.message}: {name}')")
        items, index = self.variable(name), self.variable("i")
        line(f"{items}: list[Any] = []", f"{index}: i64 = 0", f"while {index} < {count}:")
        with self.source.block():
            value = self.value(element, "element")
            self.flush()
            line(f"{items}.append({value})", f"{index} += 1")
        return items

    def tags(self, group: Group, values: dict[str, str]) -> None:
        """Emits lines that read an object's tagged fields; `values` gets the variables."""
        line = self.source.line
        values["unknown_tagged_fields"] = unknown = self.variable("unknown")
        line(f"{unknown}: Any = ()")
        if not group.tagged:
            line(f"{unknown}, p = tags_at(d, p)")
            return
        for member in group.tagged:
            values[member.name] = var = self.variable(member.name)
            line(f"{var}: Any = {default_source(member.default)}")
        count = self.variable("c")
        line(f"{count}: i64", f"{count}, p = uvarint_at(d, p)", f"if {count}:")
        with self.source.block():
            self.known_tags(group.tagged, values, unknown, count)

    def known_tags(self, tagged: tuple[Member, ...], values: dict[str, str], unknown: str, count: str) -> None:
        line = self.source.line
        index, tag, last, end, others = map(self.variable, ("i", "tag", "last", "end", "others"))
        line(f"check_count(d, p, {count}, 2, '{self.message}: tagged fields')")
        line(f"{others}: list[Any] = []", f"{last}: i64 = -1", f"{index}: i64 = 0")
        line(f"{tag}: i64", f"{end}: i64", f"while {index} < {count}:")
        with self.source.block():
            line(f"{tag}, p = uvarint_at(d, p)")
            line(f"if {tag} <= {last}: raise DecodeError(f'tag {{{tag}}} after tag {{{last}}}')")
            line(f"{last} = {tag}", "n, p = uvarint_at(d, p)", f"{end} = p + n")
            line(f"if {end} > len(d): raise DecodeError(f'tag {{{tag}}}: {{n}} bytes in {{len(d) - p}}')")
            for number, member in enumerate(tagged):
                line(f"{'el' * bool(number)}if {tag} == {member.tag}:")
                with self.source.block():
                    value = self.value(member.layout, member.name)
                    self.flush()
                    line(f"{values[member.name]} = {value}")
                    line(f"if p != {end}: raise DecodeError('{self.message}: {member.name}: size')")
            line("else:")
            with self.source.block():
                line(f"{others}.append(({tag}, d[p:{end}]))", f"p = {end}")
            line(f"{index} += 1")
        line(f"{unknown} = tuple({others})")
