"""What time it is: the two clocks of the whole project behind one small interface.

Everything that needs the time gets a `Clock` as a constructor argument, and nothing else reads the machine's clocks:
that is what lets a test, or a whole simulated cluster, decide what time it is. Two readings, because two questions
exist: how long ago something happened (monotonic, never jumps) and what to write into a record (wall clock, may jump).

This module is not a scheduler: nothing here waits. Waiting is `timer.reaper`'s.
"""

from __future__ import annotations

from math import floor
from time import monotonic, time_ns
from typing import Protocol

from kavka.timer.moments import MonotonicMs, WallMs


class Clock(Protocol):
    """Reads time in whole milliseconds, the unit of Kafka's protocol and of the wheel's tick."""

    def monotonic_ms(self) -> MonotonicMs:
        """Returns the milliseconds since an arbitrary moment; never goes back."""

    def now_ms(self) -> WallMs:
        """Returns the milliseconds since 1970-01-01 UTC, as in timestamps of records.

        It goes back when somebody sets it back.
        """


class SystemClock:
    """The machine's clocks."""

    __slots__ = ()

    def monotonic_ms(self) -> MonotonicMs:
        """Returns the milliseconds of the machine's monotonic clock."""
        # Read for every timer that is added: faster than dividing nanoseconds, and exact for longer than machines run.
        return floor(monotonic() * 1000.0)  # type: ignore[return-value]

    def now_ms(self) -> WallMs:
        """Returns the milliseconds since the epoch by the machine's wall clock."""
        return time_ns() // 1_000_000  # type: ignore[return-value]


class ManualClock:
    """A clock that does not advance until somebody moves it; both readings move together.

    Args:
        start_ms: the first reading of the monotonic clock.
        wall_ms: the first reading of the wall clock; the same as `start_ms` when not given.
    """

    __slots__ = ("_monotonic_ms", "_wall_ms")

    def __init__(self, start_ms: int = 0, *, wall_ms: int | None = None) -> None:
        self._monotonic_ms = MonotonicMs(start_ms)
        self._wall_ms = WallMs(start_ms if wall_ms is None else wall_ms)

    def monotonic_ms(self) -> MonotonicMs:
        """Returns the monotonic reading, which `advance` moves."""
        return self._monotonic_ms

    def now_ms(self) -> WallMs:
        """Returns the wall clock's reading: moved by `advance`, set by `set_wall_ms`."""
        return self._wall_ms

    def advance(self, ms: int) -> None:
        """Moves both clocks forward.

        Raises:
            ValueError: `ms` is negative: a monotonic clock never goes back.
        """
        if ms < 0:
            raise ValueError(f"a monotonic clock cannot go back by {-ms} ms")
        self._monotonic_ms += ms
        self._wall_ms += ms

    def set_wall_ms(self, wall_ms: WallMs) -> None:
        """Sets the wall clock alone, as an administrator or NTP would: it may go back."""
        self._wall_ms = wall_ms
