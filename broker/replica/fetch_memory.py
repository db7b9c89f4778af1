"""How many bytes of records a fetch may read, and what big fetches have read that no connection holds yet.

    fetch      ─▶ allowance ─▶ read ─▶ the connection counts it            one step of the loop
    big fetch  ─▶ reserve ─▶ read, slice by slice ─▶ the connection counts it ─▶ nothing is reserved

Between the slices of a big fetch others begin: without a reservation each of them would find the same room. Not here:
what was read and not sent (`network.unread_output`), whose allowance this is.
"""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType

Allowance = Callable[[int], int]
"""How many bytes of records a fetch may read now, where so many are read that no connection holds yet."""


class FetchMemory:
    """The memory for records that fetches read.

    Args:
        allowance: says how many bytes a fetch may read.

    Attributes:
        reserved: bytes that big fetches in progress have read, or may read.
    """

    __slots__ = ("_allowance", "reserved")

    def __init__(self, allowance: Allowance) -> None:
        self._allowance = allowance
        self.reserved = 0

    def allowance(self) -> int:
        """Returns how many bytes of records a fetch may read now."""
        return self._allowance(self.reserved)

    def reservation(self) -> Reservation:
        """Returns one big fetch's part, of which nothing is reserved yet."""
        return Reservation(self)


class Reservation:
    """Holds one big fetch's part of the memory, until the `with` statement ends."""

    __slots__ = ("_bytes", "_memory")

    def __init__(self, memory: FetchMemory) -> None:
        self._memory = memory
        self._bytes = 0

    def set(self, size: int) -> None:
        """Reserves so many bytes instead of those before."""
        self._memory.reserved += size - self._bytes
        self._bytes = size
        assert self._memory.reserved >= 0

    def __enter__(self) -> Reservation:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.set(0)
