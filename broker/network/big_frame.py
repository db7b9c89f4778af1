"""A big request as far as it has come, in a buffer of its own that grows with what really arrives.

Who has sent such frames sends more of them, hardly larger ones: those need not grow again, nor be copied for it.
"""

from __future__ import annotations

from typing import Final

from kavka.common.unzeroed import unzeroed

START_BYTES: Final = 32 * 1024
"""So much of a big frame must have arrived before it gets a buffer: the claimed length allocates nothing."""

GROWTH: Final = ((128 * 1024, 4), (0, 2))
"""From so many bytes arrived on, a buffer is at most so many times those bytes."""

WHOLE_BYTES: Final = 4 * 1024 * 1024
"""From so many on it is as large as the frame: memory is taken by what is written, nothing is copied again. Doubling
60 MB would stop everybody for 20 ms."""


class BigFrame:
    """One frame.

    Args:
        begun: its length, and what has come of it; not all.
        known_bytes: of the frame before, which has come whole: so much of this one has room from the beginning.

    Attributes:
        size: what it claims to be.
        arrived: what has come.
        buffer: what has come, and room for more.
    """

    __slots__ = ("_known_bytes", "arrived", "buffer", "size")

    def __init__(self, begun: bytearray | memoryview, known_bytes: int = 0) -> None:
        self._known_bytes = known_bytes
        self.size = int.from_bytes(begun[:4], "big")
        self.arrived = len(begun) - 4
        self.buffer = unzeroed(self._capacity())
        self.buffer[: self.arrived] = begun[4:]

    def __len__(self) -> int:
        """Counts the bytes that the frame holds in memory."""
        return len(self.buffer)

    def room(self) -> memoryview:
        """Returns the part of the buffer that the next bytes go to."""
        return memoryview(self.buffer)[self.arrived :]

    def grow(self, nbytes: int) -> bool:
        """Notes bytes that have come, and tells whether they were the last.

        Otherwise there is room for more.
        """
        self.arrived += nbytes
        if self.arrived == self.size:
            return True
        if self.arrived == len(self.buffer):
            # A new one instead of growing in place: the transport still exports the old one.
            bigger = unzeroed(self._capacity())
            bigger[: self.arrived] = self.buffer
            self.buffer = bigger
        return False

    def _capacity(self) -> int:
        if self.arrived >= WHOLE_BYTES:
            return self.size
        growth = next(growth for arrived, growth in GROWTH if self.arrived >= arrived)
        return min(self.size, max(self.arrived * growth, self._known_bytes))
