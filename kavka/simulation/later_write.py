"""A write that was handed over to a disk in memory: in no thread, but at a later moment of the same loop.

    begun ──▶ do (a timer) ──▶ on_done          finish: it is done now
      │                                         drop:   it is never done
      └─────▶ tear: of what a kill finds under way nothing is written, or all of it, or its beginning

Whichever comes first is its end; the others find nothing to do. Not here: when its time has come (`memory_filesystem`).
"""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable

from kavka.common.filesystem import OnWritten


class LaterWrite:
    """`DiskWrite` in virtual time.

    Args:
        write: writes the first bytes of it, so many as it is told; raises OSError.
        size: all of them.
        on_done: called with what went wrong once it is done by itself.
        under_way: where it stands until it is over.
    """

    __slots__ = ("_on_done", "_size", "_under_way", "_write")

    def __init__(
        self, write: Callable[[int], None], size: int, on_done: OnWritten, under_way: dict[LaterWrite, None]
    ) -> None:
        self._write = write
        self._size = size
        self._on_done = on_done
        self._under_way = under_way
        under_way[self] = None

    def do(self) -> None:
        """Writes and tells so, unless that is over."""
        if self in self._under_way:
            self._on_done(self.finish())

    def finish(self) -> OSError | None:
        """Writes now; returns what went wrong."""
        del self._under_way[self]
        try:
            self._write(self._size)
        except OSError as error:
            return error
        return None

    def drop(self) -> None:
        """Writes nothing."""
        del self._under_way[self]

    def tear(self, rng: random.Random) -> None:
        """Writes what a kill leaves of it; nobody is told."""
        del self._under_way[self]
        with contextlib.suppress(OSError):
            self._write(rng.choice((0, self._size, rng.randint(0, self._size))))
