"""Straight-line encoders: from a layout to the source of `encode(message, l, out)`.

In the generated source `l` is the list of small parts and `a` its `append`; `out` is the list of finished parts. The
caller joins what is in `l` at the end. Records of some size are not copied: what stands in `l` is joined and moved to
`out`, the records go to `out` as they are.

- A run of fixed-size fields and the length prefix behind it are one `pack`. Compact lengths below 128 are one byte
  of that run, and so is the zero that stands for "no tagged fields".
- Arrays of numbers are part of a run, too: its format depends on their counts, so the pack function is looked up by
  them (wire.PackCache). In the compact form that holds for counts of one byte; longer ones take the run apart.
- Fields that the version lacks are compared with their defaults first, all in one condition.
- Nothing is checked that `pack` and `join` check by themselves: numbers out of range, None, values of a wrong type.
  The caller turns those exceptions into EncodeError.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kavka.protocol.generator.layout import COMPACT, Blob, Fixed, Group, Optional, Sequence, Text
from kavka.protocol.generator.source import Source

if TYPE_CHECKING:
    from typing import Any

    from kavka.protocol.generator.layout import Absent, Layout, Member
    from kavka.protocol.generator.source import StructPool


def encoder_source(name: str, message: str, body: Group, structs: StructPool) -> list[str]:
    """Writes the lines of one encoder function.

    Args:
        name: of the function.
        message: class name of the message.
        body: its layout.
        structs: where the function's struct formats are collected.
    """
    emitter = EncoderEmitter(message, structs)
    emitter.function(name, body)
    return emitter.source.lines


class _Item(NamedTuple):
    """A part of a run: a value, or an array if `number` names the variable that holds how many there are."""

    code: str
    value: str  # empty for a zero byte, code x
    number: str = ""
    compact: bool = False  # the number is written before the array as a compact length


class EncoderEmitter:
    """Writes the statements that encode values, one after the other."""

    def __init__(self, message: str, structs: StructPool) -> None:
        self.message = message
        self.structs = structs
        self.source = Source()
        self.run: list[_Item] = []
        self.add = self.add_small = "a"  # where encoded bytes go; another list inside tagged fields

    def begin(self, name: str) -> None:
        """Emits the first line of a function that encodes `o0`."""
        self.source.line(f"def {name}(o0, l, out):")

    def function(self, name: str, body: Group) -> None:
        """Emits a function that encodes a whole message."""
        self.begin(name)
        with self.source.block():
            self.source.line("a = l.append")
            self.group(body, 0)

    def group(self, group: Group, depth: int) -> None:
        """Emits lines that encode the fields of the object `o<depth>`."""
        var = f"o{depth}"
        self.refuse_absent(group, var)
        for member in group.members:
            self.value(member.layout, f"{var}.{member.name}", depth)
        if group.flexible:
            self.tags(group, var, depth)
        self.flush()

    def refuse_absent(self, group: Group, var: str) -> None:
        """Emits the error for fields the version lacks and whose values may not be dropped."""
        refused = [absent for absent in group.absent if not absent.ignorable]
        conditions = [self.differs(absent, f"{var}.{absent.name}") for absent in refused]
        names = [absent.name for absent in refused]
        if not group.flexible and self.structs.has_flexible:
            conditions.append(f"{var}.unknown_tagged_fields")
            names.append("unknown_tagged_fields")
        if conditions:
            shown = ", ".join(repr(name) for name in names)
            self.source.line(f"if {' or '.join(conditions)}: raise refuse({var}, {shown})")

    def differs(self, field: Absent, value: str) -> str:
        """Returns a condition: the value is not the default."""
        if field.struct:
            return f"({value} is not None and {value} != {self.message}_{field.struct}())"
        if field.nullable and field.default == ():
            return f"({value} is None or {value})"  # None often means "all", the opposite of nothing
        return _differs(field.default, value)

    def value(self, layout: Layout, value: str, depth: int) -> None:
        """Emits lines that encode one value; of fixed size, it may wait for those that follow it."""
        if isinstance(layout, Fixed):
            self.check_size(layout, value)
            self.run.append(_Item(layout.code, value))
        elif isinstance(layout, Text | Blob):
            self.bytes_like(layout, value)
        elif isinstance(layout, Sequence):
            self.sequence(layout, value, depth)
        elif isinstance(layout, Optional):
            self.optional(layout, value, depth)
        else:
            self.source.line(f"o{depth + 1} = {value}")
            self.group(layout, depth + 1)

    def optional(self, layout: Optional, value: str, depth: int) -> None:
        """Emits lines that encode a single struct, or None."""
        line = self.source.line
        self.flush()
        line(f"if {value} is None: {self.add}(BYTE[{0 if layout.is_tagged else 255}])")
        line("else:")
        with self.source.block():
            line(f"{self.add}(BYTE[1])")
            self.value(layout.group, value, depth)

    def check_size(self, layout: Fixed, value: str) -> None:
        """Emits a line that refuses a UUID of another size.

        `pack` would cut or pad it in silence.
        """
        if layout.code.endswith("s"):
            self.source.line(f"if len({value}) != {layout.size}: raise EncodeError(f'{{{value}!r:.80}} is not a uuid')")

    def flush(self, length: str = "", *, often_long: bool = False) -> None:
        """Emits lines that write the run that has gathered.

        A compact length that `length` holds, if any, is written behind the run.
        """
        run, self.run = self.run, []
        long_counts = [f"{item.number} > 126" for item in run if item.compact]
        if not long_counts:
            self.write(run, length, often_long=often_long)
            return
        self.source.line(f"if {' or '.join(long_counts)}:")
        with self.source.block():
            self.write_apart(run, length, often_long=often_long)
        self.source.line("else:")
        with self.source.block():
            self.write(run, length, often_long=often_long)

    def write(self, run: list[_Item], length: str, *, often_long: bool) -> None:
        """Emits lines that write a run and a compact length of any size.

        The run's compact counts are of one byte.
        """
        if not length:
            if run:
                self.source.line(f"{self.add}({self.packed(run)})")
            return
        self.source.line(f"if {length} < 128: {self.add}({self.packed([*run, _Item('B', length)])})")
        if often_long:  # two bytes are part of the run as well
            two = self.packed([*run, _Item("B", f"{length} & 127 | 128"), _Item("B", f"{length} >> 7")])
            self.source.line(f"elif {length} < 16384: {self.add}({two})")
        long = f"{self.packed(run)} + uvarint({length})" if run else f"uvarint({length})"
        self.source.line(f"else: {self.add}({long})")

    def write_apart(self, run: list[_Item], length: str, *, often_long: bool) -> None:
        """Emits lines that write a run whose compact counts may be of any size.

        What is between the arrays is written as runs of its own, and each count by itself.
        """
        rest: list[_Item] = []
        for item in run:
            if item.compact:
                self.write(rest, "", often_long=False)
                rest = []
                self.source.line(f"{self.add}(uvarint({item.number} + 1))")
                item = item._replace(compact=False)
            rest.append(item)
        self.write(rest, length, often_long=often_long)

    def packed(self, run: list[_Item]) -> str:
        """Returns the expression that packs a run."""
        values: list[str] = []
        codes: list[str] = []
        for item in run:
            if item.compact:
                values.append(f"{item.number} + 1")
                codes.append("B")
            if item.value:
                values.append(item.value)
            codes.append(f"%d{item.code}" if item.number else item.code)
        if not values:
            return repr(bytes(len(run)))
        counts = [item.number for item in run if item.number]
        if codes == ["B"]:  # only lengths are of one byte
            return f"BYTE[{values[0]}]"
        pack = (
            f"{self.structs.pack_counted(codes)}[{', '.join(counts)}]" if counts else self.structs.pack("".join(codes))
        )
        return f"{pack}({', '.join(values)})"

    def length(self, code: str, var: str, *, often_long: bool = False) -> None:
        """Emits lines that write a length prefix.

        In the compact form `var` already is one more than the length.
        """
        if code == COMPACT:
            self.flush(var, often_long=often_long)
        else:
            self.run.append(_Item(code, var))
            self.flush()

    def bytes_like(self, layout: Text | Blob, value: str) -> None:
        line = self.source.line
        encode = ".encode()" if isinstance(layout, Text) else ""
        extra = " + 1" if layout.length == COMPACT else ""
        if layout.nullable:
            line(f"v = {value}")
            line(f"if v is None: v = b''; n = {0 if extra else -1}")
            line(f"else: v = v{encode}; n = len(v){extra}" if encode else f"else: n = len(v){extra}")
        else:
            line(f"v = {value}{encode}", f"n = len(v){extra}")
        self.length(layout.length, "n", often_long=isinstance(layout, Blob) and layout.view)
        if isinstance(layout, Blob) and layout.view:
            assert self.add == self.add_small, f"{value}: records may not be inside a tagged field"
            line(f"if n < VIEW_BYTES_MIN: {self.add}(v)")
            line("else: out.append(b''.join(l)); l.clear(); out.append(v)")
        else:
            line(f"{self.add}(v)")

    def sequence(self, layout: Sequence, value: str, depth: int) -> None:
        line = self.source.line
        if isinstance(layout.element, Fixed) and not layout.element.code.endswith("s") and not layout.nullable:
            self.numbers(layout.length, layout.element.code, value)
            return
        items = f"v{depth}"
        extra = " + 1" if layout.length == COMPACT else ""
        line(f"{items} = {value}")
        if layout.nullable:
            line(f"if {items} is None: {items} = (); n = {0 if extra else -1}")
            line(f"else: n = len({items}){extra}")
        else:
            line(f"n = len({items}){extra}")
        self.length(layout.length, "n")
        if isinstance(layout.element, Fixed):
            self.fixed_elements(layout.element, items)
            return
        line(f"for o{depth + 1} in {items}:")
        with self.source.block():
            if isinstance(layout.element, Group):
                self.element(layout.element, depth + 1)
            else:
                self.value(layout.element, f"o{depth + 1}", depth + 1)

    def element(self, group: Group, depth: int) -> None:
        """Emits lines that encode the element `o<depth>` of an array."""
        self.group(group, depth)

    def numbers(self, length: str, code: str, value: str) -> None:
        """Makes an array of numbers a part of the run."""
        index = sum(1 for item in self.run if item.number)
        items, count = f"s{index}", f"n{index}"
        self.source.line(f"{items} = {value}", f"{count} = len({items})")
        if length != COMPACT:
            self.run.append(_Item(length, count))
        self.run.append(_Item(code, f"*{items}", count, length == COMPACT))

    def fixed_elements(self, element: Fixed, items: str) -> None:
        line = self.source.line
        if element.code.endswith("s"):
            line(f"for v in {items}:")
            with self.source.block():
                self.check_size(element, "v")
                line(f"{self.add}(v)")
            return
        line(f"n = len({items})")
        short = self.structs.pack_short(element.code)
        line(f"{self.add}({short}[n](*{items}) if n < 9 else pack(f'>{{n}}{element.code}', *{items}))")

    def tags(self, group: Group, var: str, depth: int) -> None:
        """Emits lines that encode the tagged fields of an object."""
        line = self.source.line
        unknown = f"{var}.unknown_tagged_fields"
        conditions = [self.present(member, f"{var}.{member.name}") for member in group.tagged]
        run = list(self.run)
        line(f"if {' or '.join([*conditions, unknown])}:")
        with self.source.block():
            self.flush()
            if group.tagged:
                self.known_tags(group, var, depth)
                line(f"{self.add}(write_tags(g{depth}))")
            else:
                line(f"{self.add}(write_tags({unknown}))")
        line("else:")
        with self.source.block():
            self.run = [*run, _Item("x", "")]
            self.flush()

    def adding_to(self, items: str) -> str:
        """Returns what adds to a list of encoded parts; looked up once."""
        add = f"a{items[1:]}"
        self.source.line(f"{add} = {items}.append")
        return add

    def known_tags(self, group: Group, var: str, depth: int) -> None:
        line = self.source.line
        line(f"g{depth} = list({var}.unknown_tagged_fields)")
        for member in group.tagged:
            value = f"{var}.{member.name}"
            condition = self.present(member, value)
            if isinstance(member.layout, Group):
                condition += f" and {value} != {self.message}_{member.layout.struct}()"
            line(f"if {condition}:")
            with self.source.block():
                outer = self.add
                line(f"w{depth} = []")
                self.add = self.adding_to(f"w{depth}")
                self.value(member.layout, value, depth)
                self.flush()
                line(f"g{depth}.append(({member.tag}, b''.join(w{depth})))")
                self.add = outer

    def present(self, member: Member, value: str) -> str:
        """Returns a condition: a tagged field is to be written."""
        if isinstance(member.layout, Optional):
            return f"({value} is None or {value} != {self.message}_{member.layout.group.struct}())"
        if isinstance(member.layout, Sequence) and member.layout.nullable and member.default == ():
            return f"({value} is None or {value})"
        return _differs(member.default, value)


def _differs(default: Any, value: str) -> str:
    if default is None:
        return f"{value} is not None"
    if default is False or default == ():
        return value
    return f"{value} != {default!r}"
