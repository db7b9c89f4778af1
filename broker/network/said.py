"""Says something at most every so often, with how often it has happened: a flood of peers is no flood of lines."""

from __future__ import annotations

from typing import Final

from kavka.timer.moments import MonotonicMs

PAUSE_MS: Final = 10_000


class Said:
    """One kind of thing that is worth a line.

    Attributes:
        count: how often it has happened.
    """

    __slots__ = ("_said_count", "_said_ms", "count")

    def __init__(self) -> None:
        self.count = 0
        self._said_count = 0
        self._said_ms: MonotonicMs | None = None

    def again(self, now_ms: MonotonicMs) -> int:
        """Counts an event, and returns how many there were since the last log line.

        0 while it is not to be logged again.

        Args:
            now_ms: monotonic.
        """
        self.count += 1
        if self._said_ms is not None and now_ms - self._said_ms < PAUSE_MS:
            return 0
        since = self.count - self._said_count
        self._said_ms, self._said_count = now_ms, self.count
        return since
