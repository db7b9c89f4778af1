"""Scanners: from a request's layout to the source of a generator that walks lengths and counts and makes no objects.

    scan(b, p, w, out) ─▶ yields the items counted so far, every `w` items or so; returns (items, position behind it)

An item is an element of any array, nested ones included, and an unknown tagged field. What is found goes to `out`: for
every array of the message that is not empty, in wire order, where its count stands, where its last element ends, and
its elements cut into ranges of about `w` items:

    (count at, end, ranges)      range = (elements, start, end, None)          whole elements that follow each other
                                       | (1, start, end, (count at, end, ranges))   one element, cut inside

Only what lists partitions is cut inside: half of a topic's partitions are a request like any other (CUT_INSIDE), or
can be put together again (CUT_TO_DECODE); half of a topic's settings are neither. Arrays of fixed size are jumped over.
A number of elements that cannot be there, a length below zero, a string longer than Kafka allows are refused as the
decoders refuse them; what a string holds is not looked at.

In the generated source `b` is the frame, `p` the position, `e` the frame's end, `n` the items, `y` where to yield
next; by depth of the array: `c` its count, `h` where that stands, `z` the end, `r` the ranges; `s`, `k`, `m` where the
current range begins, its elements, and `n` there; `g`, `v` where the current element begins, and `n` there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kavka.protocol.generator.layout import COMPACT, Blob, Fixed, Group, Optional, Sequence, Text, minimum_size
from kavka.protocol.generator.source import Source
from kavka.protocol.wire import CUT_TO_DECODE

if TYPE_CHECKING:
    from kavka.protocol.generator.layout import Layout
    from kavka.protocol.generator.source import StructPool

CUT_INSIDE: Final = frozenset({"topics", "partitions", "partition_indexes", "partition_states", "partition_data"})
"""Arrays inside an element that may be cut: requests about half of them mean the same."""

_CUT: Final = CUT_INSIDE | CUT_TO_DECODE


def scanner_source(name: str, message: str, body: Group, structs: StructPool) -> list[str]:
    """Writes the lines of one scanner function."""
    emitter = _ScanEmitter(message, structs)
    emitter.function(name, body)
    return emitter.source.lines


class _ScanEmitter:
    def __init__(self, message: str, structs: StructPool) -> None:
        self.message = message
        self.structs = structs
        self.source = Source()
        self.skip = 0  # bytes of fixed size that `p` has still to pass

    def function(self, name: str, body: Group) -> None:
        line = self.source.line
        line(f"def {name}(b, p, w, out):")
        with self.source.block():
            line("e = len(b)", "n = 0", "y = w")
            for member in body.members:
                is_array = isinstance(member.layout, Sequence)
                self.value(member.layout, member.name, 0 if is_array else -1)
            if body.flexible:
                self.tags()
            self.flush()
            line(f"if p > e: raise DecodeError(f'{self.message}: {{p - e}} bytes are missing')")
            line("if n < 0: yield n")  # never: makes a generator of a scanner without arrays
            line("return n, p")

    def flush(self) -> None:
        if self.skip:
            self.source.line(f"p += {self.skip}")
            self.skip = 0

    def value(self, layout: Layout, name: str, depth: int) -> None:
        """Walks over one value; `depth` is that of an array that may be cut, −1 of one that may not."""
        if isinstance(layout, Fixed):
            self.skip += layout.size
        elif isinstance(layout, Text | Blob):
            self.bytes_like(layout, name)
        elif isinstance(layout, Sequence):
            self.sequence(layout, name, depth)
        elif isinstance(layout, Optional):
            self.flush()
            self.source.line("q = b[p]", "p += 1", "if q < 128:")
            with self.source.block():
                self.element(layout.group, name, -1)
        else:
            self.element(layout, name, -1)

    def length(self, code: str, var: str) -> None:
        """Emits lines that read a length prefix into `var`.

        Null is -1, in the compact form 0 and every length one more.
        """
        self.flush()
        if code == COMPACT:
            self.source.line(f"{var} = b[p]", "p += 1", f"if {var} > 127: {var}, p = read_uvarint(b, p - 1)")
        else:
            self.source.line(f"{var}, = {self.structs.unpack(code)}(b, p)", f"p += {2 if code == 'h' else 4}")

    def bytes_like(self, layout: Text | Blob, name: str) -> None:
        line = self.source.line
        self.length(layout.length, "q")
        compact = layout.length == COMPACT
        if isinstance(layout, Text) and layout.length != "h":
            line(f"if q > {32768 if compact else 32767}: raise DecodeError({self.describe(name)} length {{q}}')")
        if compact:
            line("if q: p += q - 1")
            if not layout.nullable:
                line(f"else: raise DecodeError({self.describe(name)} length {{q}}')")
        else:
            line("if q >= 0: p += q")
            refused = "elif q != -1" if layout.nullable else "else"
            line(f"{refused}: raise DecodeError({self.describe(name)} length {{q}}')")

    def sequence(self, layout: Sequence, name: str, depth: int) -> None:
        line = self.source.line
        level = max(depth, 0) if depth >= 0 else self.free_level()
        if depth >= 0:
            self.flush()
            line(f"h{level} = p", f"r{level} = []")
        count = f"c{level}"
        self.length(layout.length, count)
        if layout.length == COMPACT:
            line(f"{count} -= 1")
        size = minimum_size(layout.element)
        line(
            f"if not {-1 if layout.nullable else 0} <= {count} <= (e - p) // {size}: "
            f"raise DecodeError({self.describe(name)} count {{{count}}}')"
        )
        line(f"if {count} > 0:")
        with self.source.block():
            width = _fixed_width(layout.element)
            if width:
                self.fixed_elements(width, level, is_cut=depth >= 0)
            elif depth >= 0:
                self.cut_elements(layout.element, name, level)
            else:
                self.elements(layout.element, name, level)
            if depth >= 0:
                line(f"z{level} = p")
            if depth == 0:
                line("out.append((h0, z0, r0))")

    _level = 10

    def free_level(self) -> int:
        """Numbers the variables of an array that is not cut; those nest, and so each has its own."""
        self._level += 1
        return self._level

    def fixed_elements(self, width: int, level: int, *, is_cut: bool) -> None:
        line = self.source.line
        count = f"c{level}"
        if not is_cut:
            line(f"n += {count}", f"p += {count} * {width}", "if n >= y: y = n + w; yield n")
            return
        line(f"for j in range(0, {count}, w):")
        with self.source.block():
            line(f"k = min(w, {count} - j)", f"q = p + k * {width}", f"r{level}.append((k, p, q, None))")
            line("p = q", "n += k", "if n >= y: y = n + w; yield n")

    def elements(self, element: Layout, name: str, level: int) -> None:
        self.source.line(f"for _ in range(c{level}):")
        with self.source.block():
            self.source.line("n += 1", "if n >= y: y = n + w; yield n")
            self.element(element, name, -1)

    def element(self, element: Layout, name: str, inner: int) -> None:
        """Walks over one element; arrays in it that may be cut get the depth `inner`."""
        if not isinstance(element, Group):
            self.value(element, name, -1)
            self.flush()
            return
        for member in element.members:
            self.value(member.layout, f"{name}.{member.name}", inner if member.name in _CUT else -1)
        if element.flexible:
            self.tags()
        self.flush()

    def cut_elements(self, element: Layout, name: str, level: int) -> None:
        line = self.source.line
        inner = isinstance(element, Group) and any(
            member.name in _CUT and isinstance(member.layout, Sequence) for member in element.members
        )
        line(f"s{level} = p", f"k{level} = 0", f"m{level} = n")
        line(f"for _ in range(c{level}):")
        with self.source.block():
            line("n += 1")
            if inner:
                line(f"g{level} = p", f"v{level} = n")
            self.element(element, name, level + 1)
            if inner:
                below = level + 1
                line(f"if n - v{level} > w and r{below}:")
                with self.source.block():
                    line(f"if k{level}: r{level}.append((k{level}, s{level}, g{level}, None))")
                    line(f"r{level}.append((1, g{level}, p, (h{below}, z{below}, r{below})))")
                    line(f"s{level} = p", f"k{level} = 0", f"m{level} = n", "continue")
            line(f"k{level} += 1")
            line(f"if n - m{level} >= w:")
            with self.source.block():
                line(f"r{level}.append((k{level}, s{level}, p, None))")
                line(f"s{level} = p", f"k{level} = 0", f"m{level} = n", "if n >= y: y = n + w; yield n")
        line(f"if k{level}: r{level}.append((k{level}, s{level}, p, None))")

    def tags(self) -> None:
        self.flush()
        self.source.line("if b[p]: n, p = skip_tags(b, p, n)", "else: p += 1")

    def describe(self, name: str) -> str:
        """Returns the beginning of an f-string that names a field."""
        return f"f'{self.message}: {name}:"


def _fixed_width(element: Layout) -> int:
    """Bytes of an element of fixed size; 0: its size varies."""
    if isinstance(element, Fixed):
        return element.size
    if isinstance(element, Group) and not element.flexible:
        widths = [member.layout.size if isinstance(member.layout, Fixed) else 0 for member in element.members]
        return sum(widths) if widths and all(widths) else 0
    return 0
