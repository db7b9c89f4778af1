"""Straight-line decoders: from a layout to the source of `decode(b, p) -> (message, position behind it)`.

In the generated source `b` is the frame, `p` the position, `e` the frame's end, `o0`, `o1`, … the objects by depth.

- A run of fixed-size fields and the length prefix behind it are one `unpack_from`.
- A count is compared with the bytes that remain, times the smallest size of an element, before a list is built.
- Structs of nothing but fixed-size fields come out of one `iter_unpack`. Not those of flexible versions, whose tagged
  fields may move what is behind them: looking for one in each step eats the gain.
- Up to eight numbers are unpacked by a prebuilt Struct, which finds by itself that bytes are missing.
- A string is cut out with a slice, which may come out short at the end of a truncated frame. Then `p` passes `e`, and
  every later read fails by itself; the caller compares `p` with the end once, when the message is read.
- Objects are made by `new(C)` and attribute stores, half the time of calling the class.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kavka.protocol.generator.layout import COMPACT, Blob, Fixed, Group, Optional, Sequence, Text, minimum_size
from kavka.protocol.generator.source import Source, default_source

if TYPE_CHECKING:
    from kavka.protocol.generator.layout import Layout, Member
    from kavka.protocol.generator.source import StructPool


def decoder_source(name: str, message: str, body: Group, structs: StructPool) -> list[str]:
    """Writes the lines of one decoder function.

    Args:
        name: of the function.
        message: class name of the message.
        body: its layout.
        structs: where the function's struct formats are collected.
    """
    emitter = _DecoderEmitter(message, structs)
    emitter.function(name, body)
    return emitter.source.lines


class _DecoderEmitter:
    def __init__(self, message: str, structs: StructPool) -> None:
        self.message = message
        self.structs = structs
        self.source = Source()
        self.run: list[tuple[str, int, str]] = []  # struct code, size, where the value goes

    def function(self, name: str, body: Group) -> None:
        line = self.source.line
        line(f"def {name}(b, p):")
        with self.source.block():
            line("e = len(b)")
            if has_view(body):
                line("m = memoryview(b)")
            self.group(body, 0)
            line("return o0, p")

    def group(self, group: Group, depth: int) -> None:
        """Emits lines that make the object `o<depth>` and read its fields."""
        var = f"o{depth}"
        is_body = depth == 0
        self.source.line(f"{var} = {self.new('' if is_body else group.struct)}")
        for absent in group.absent:
            self.source.line(f"{var}.{absent.name} = {default_source(absent.default)}")
        for member in group.members:
            self.value(member.layout, f"{var}.{member.name}", depth)
        if group.flexible:
            self.tags(group, var, depth)
        else:
            self.flush()
            if self.structs.has_flexible:
                self.source.line(f"{var}.unknown_tagged_fields = ()")

    def new(self, struct: str) -> str:
        """Returns the expression that makes an object; of the message itself, if no struct is named."""
        name = f"{self.message}_{struct}" if struct else self.message
        return f"new({name})" if struct else f"new_message({name})"

    def value(self, layout: Layout, target: str, depth: int) -> None:
        if isinstance(layout, Fixed):
            self.run.append((layout.code, layout.size, target))
        elif isinstance(layout, Text | Blob):
            self.bytes_like(layout, target)
        elif isinstance(layout, Sequence):
            self.sequence(layout, target, depth)
        elif isinstance(layout, Optional):
            self.optional(layout, target, depth)
        else:
            self.flush()
            self.group(layout, depth + 1)
            self.source.line(f"{target} = o{depth + 1}")

    def optional(self, layout: Optional, target: str, depth: int) -> None:
        """Emits lines that read a single struct, or None."""
        if layout.is_tagged:
            self.length(COMPACT, "n")
        else:
            self.run.append(("b", 1, "n"))
            self.flush()
        self.source.line(f"if n < {1 if layout.is_tagged else 0}: {target} = None")
        self.source.line("else:")
        with self.source.block():
            self.value(layout.group, target, depth)

    def flush(self) -> None:
        """Emits the line that reads the run of fixed-size values that has gathered."""
        run, self.run = self.run, []
        if not run:
            return
        if len(run) == 1 and run[0][0] == "B":
            self.source.line(f"{run[0][2]} = b[p]")
        else:
            unpack = self.structs.unpack("".join(code for code, _, _ in run))
            targets = ", ".join(target for _, _, target in run)
            self.source.line(f"{targets}{',' if len(run) == 1 else ''} = {unpack}(b, p)")
        self.source.line(f"p += {sum(size for _, size, _ in run)}")

    def length(self, code: str, var: str, *, often_long: bool = False) -> None:
        """Emits lines that read a length prefix into `var`.

        Null is -1, in the compact form 0 and every length one more.
        """
        if code == COMPACT:
            self.run.append(("B", 1, var))
            self.flush()
            if often_long:  # two bytes are read in place
                self.source.line(f"if {var} > 127 and b[p] < 128: {var} += (b[p] << 7) - 128; p += 1")
            self.source.line(f"{'el' * often_long}if {var} > 127: {var}, p = read_uvarint(b, p - 1)")
        else:
            self.run.append((code, {"h": 2, "i": 4}[code], var))
            self.flush()

    def bytes_like(self, layout: Text | Blob, target: str) -> None:
        line = self.source.line
        self.length(layout.length, "n", often_long=isinstance(layout, Blob) and layout.view)
        compact = layout.length == COMPACT
        if isinstance(layout, Text):
            value = "b[p:q].decode()"
        else:
            value = "m[p:q]" if layout.view else "bytes(b[p:q])"
        take = (f"q = p + n{' - 1' if compact else ''}", f"{target} = {value}", "p = q")
        if not layout.nullable:
            line(f"if n < {1 if compact else 0}: raise DecodeError({self.describe(target)} length {{n}}')")
            line(*take)
            return
        line("if n:" if compact else "if n >= 0:")
        with self.source.block():
            line(*take)
        if not compact:
            line(f"elif n != -1: raise DecodeError({self.describe(target)} length {{n}}')")
        line("else:")
        with self.source.block():
            line(f"{target} = None")

    def sequence(self, layout: Sequence, target: str, depth: int) -> None:
        line = self.source.line
        count = f"c{depth}"
        self.length(layout.length, count)
        if layout.length == COMPACT:
            line(f"{count} -= 1")
        size = minimum_size(layout.element)
        assert size > 0, f"{target}: an element without bytes could be counted without end"
        if layout.nullable:
            line(f"if {count} == -1:")
            with self.source.block():
                line(f"{target} = None")
            line("else:")
            with self.source.block():
                self.elements(layout.element, target, depth, size)
        else:
            self.elements(layout.element, target, depth, size)

    def elements(self, element: Layout, target: str, depth: int, size: int) -> None:
        line = self.source.line
        count = f"c{depth}"
        if isinstance(element, Fixed) and not element.code.endswith("s"):
            self.numbers(element, target, count)
            return
        self.bound(target, count, size)
        if isinstance(element, Fixed):
            self.fixed_elements(element, target, count)
            return
        line(f"{target} = l{depth} = []")
        if isinstance(element, Group) and _is_all_fixed(element):
            self.fixed_groups(element, depth, size)
            return
        line(f"for _ in range({count}):")
        with self.source.block():
            if isinstance(element, Group):
                self.group(element, depth + 1)
                line(f"l{depth}.append(o{depth + 1})")
            else:
                self.value(element, "v", depth + 1)
                line(f"l{depth}.append(v)")

    def bound(self, target: str, count: str, size: int) -> None:
        """Emits a line that refuses an impossible count of elements."""
        self.source.line(
            f"if not 0 <= {_times(count, size)} <= e - p: raise DecodeError({self.describe(target)} count {{{count}}}')"
        )

    def numbers(self, element: Fixed, target: str, count: str) -> None:
        """Emits lines that read an array of numbers; empty ones and short ones are most of them."""
        line = self.source.line
        short = self.structs.unpack_short(element.code)
        line(f"if 0 < {count} < 9: {target} = [*{short}[{count}](b, p)]; p += {_times(count, element.size)}")
        line(f"elif {count} == 0: {target} = []")
        line("else:")
        with self.source.block():
            self.bound(target, count, element.size)
            line(f"{target} = [*unpack_from(f'>{{{count}}}{element.code}', b, p)]")
            line(f"p += {_times(count, element.size)}")

    def fixed_elements(self, element: Fixed, target: str, count: str) -> None:
        size = element.size
        self.source.line(
            f"{target} = [bytes(b[q:q + {size}]) for q in range(p, p + {count} * {size}, {size})]",
            f"p += {count} * {size}",
        )

    def fixed_groups(self, group: Group, depth: int, size: int) -> None:
        """Emits lines that read elements of only fixed-size fields with one iter_unpack."""
        line = self.source.line
        iterate = self.structs.iterate("".join(member.layout.code for member in group.members))
        names = [f"v{i}" for i in range(len(group.members))]
        line(f"q = p + c{depth} * {size}")
        line(f"for {', '.join(names)}{',' if len(names) == 1 else ''} in {iterate}(b[p:q]):")
        with self.source.block():
            var = f"o{depth + 1}"
            line(f"{var} = {self.new(group.struct)}")
            for absent in group.absent:
                line(f"{var}.{absent.name} = {default_source(absent.default)}")
            for name, member in zip(names, group.members, strict=True):
                line(f"{var}.{member.name} = {name}")
            if self.structs.has_flexible:
                line(f"{var}.unknown_tagged_fields = ()")
            line(f"l{depth}.append({var})")
        line("p = q")

    def tags(self, group: Group, var: str, depth: int) -> None:
        line = self.source.line
        self.run.append(("B", 1, "t"))
        self.flush()
        for member in group.tagged:
            layout = member.layout
            default = f"{self.message}_{layout.group.struct}()" if isinstance(layout, Optional) else None
            line(f"{var}.{member.name} = {default or default_source(member.default)}")
        if not group.tagged:
            line(f"if t: {var}.unknown_tagged_fields, p = read_tags(b, p - 1)")
            line(f"else: {var}.unknown_tagged_fields = ()")
            return
        line(f"{var}.unknown_tagged_fields = ()", "if t:")
        with self.source.block():
            self.known_tags(group.tagged, var, depth)

    def known_tags(self, tagged: tuple[Member, ...], var: str, depth: int) -> None:
        line = self.source.line
        tag, end, unknown = f"t{depth}", f"q{depth}", f"u{depth}"
        line("t, p = read_uvarint(b, p - 1)")
        line("if t * 2 > e - p: raise DecodeError(f'{t} tagged fields in {e - p} bytes')")
        line(f"{unknown} = []", f"last{depth} = -1")
        line("for _ in range(t):")
        with self.source.block():
            line(f"{tag}, p = read_uvarint(b, p)")
            line(f"if {tag} <= last{depth}: raise DecodeError(f'tag {{{tag}}} after tag {{last{depth}}}')")
            line(f"last{depth} = {tag}", "n, p = read_uvarint(b, p)")
            line(f"{end} = p + n", f"if {end} > e: raise DecodeError(f'tag {{{tag}}}: {{n}} bytes in {{e - p}}')")
            for index, member in enumerate(tagged):
                line(f"{'el' if index else ''}if {tag} == {member.tag}:")
                with self.source.block():
                    self.value(member.layout, f"{var}.{member.name}", depth)
                    self.flush()
                    line(f"if p != {end}: raise DecodeError({self.describe(f'{var}.{member.name}')} size')")
            line("else:")
            with self.source.block():
                line(f"{unknown}.append(({tag}, bytes(b[p:{end}])))", f"p = {end}")
        line(f"{var}.unknown_tagged_fields = tuple({unknown})")

    def describe(self, target: str) -> str:
        """Returns the beginning of an f-string that names a field."""
        return f"f'{self.message}: {target.partition('.')[2] or 'element'}:"


def _is_all_fixed(group: Group) -> bool:
    return not group.flexible and all(isinstance(member.layout, Fixed) for member in group.members)


def _times(count: str, size: int) -> str:
    return count if size == 1 else f"{count} * {size}"


def has_view(layout: Layout) -> bool:
    """Tells whether a decoder hands out slices of the frame."""
    if isinstance(layout, Group):
        return any(has_view(member.layout) for member in layout.members)
    if isinstance(layout, Sequence):
        return has_view(layout.element)
    if isinstance(layout, Optional):
        return has_view(layout.group)
    return isinstance(layout, Blob) and layout.view
