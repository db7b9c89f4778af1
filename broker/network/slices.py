"""A big response on its way out: its parts, given away slice by slice, uncopied.

A part is kept until all of it has been given away and the socket has taken that: `held` counts it until then, for one
byte of a part keeps the whole of it in memory, and of a view the whole of what it looks at. Sans I/O.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Any


def bytes_kept(part: Any) -> int:
    """Returns how many bytes a buffer keeps in memory: of a view all that it looks into."""
    whole: Any = part.obj if type(part) is memoryview else part
    return len(whole)


class Slices:
    """The rest of a response.

    Args:
        parts: its buffers.

    Attributes:
        held: bytes of the parts that have not been given away whole.
    """

    __slots__ = ("_given_of_first", "_parts", "held")

    def __init__(self, parts: Iterable[Any]) -> None:
        self._parts = deque(parts)
        self._given_of_first = 0
        self.held = sum(map(bytes_kept, self._parts))

    def __bool__(self) -> bool:
        return bool(self._parts)

    def take(self, size: int) -> list[memoryview]:
        """Takes the next bytes, `size` of them unless fewer are left."""
        views: list[memoryview] = []
        parts = self._parts
        while parts and size:
            part = memoryview(parts[0])
            begin, part_size = self._given_of_first, len(part)
            if part_size - begin <= size:
                views.append(part[begin:])
                size -= part_size - begin
                self.held -= bytes_kept(parts.popleft())
                self._given_of_first = 0
            else:
                views.append(part[begin : begin + size])
                self._given_of_first = begin + size
                size = 0
        return views

    def take_all(self) -> list[memoryview]:
        """Takes everything that is left."""
        return self.take(self.held)
