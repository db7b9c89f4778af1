"""What time it is: two readings, because two questions exist.

How long ago something happened is the monotonic clock's (it never jumps); what to write into a record is the wall
clock's (it may). A core without I/O is handed these and nothing more: who also waits needs a `timer.clock.Clock`.
"""

from __future__ import annotations

from math import floor
from time import monotonic, time_ns
from typing import Protocol

from kavka.timer.moments import MonotonicMs, WallMs


class Readings(Protocol):
    """Reads time in whole milliseconds, the unit of Kafka's protocol and of the wheel's tick."""

    def monotonic_ms(self) -> MonotonicMs:
        """Returns the milliseconds since an arbitrary moment; never goes back."""

    def now_ms(self) -> WallMs:
        """Returns the milliseconds since 1970-01-01 UTC, as in timestamps of records.

        It goes back when somebody sets it back.
        """


class MachineReadings:
    """The machine's clocks, for processes that have no event loop to wait in."""

    __slots__ = ()

    def monotonic_ms(self) -> MonotonicMs:
        """Returns the milliseconds of the machine's monotonic clock."""
        # Read for every timer that is added: faster than dividing nanoseconds, and exact for longer than machines run.
        return floor(monotonic() * 1000.0)  # type: ignore[return-value]

    def now_ms(self) -> WallMs:
        """Returns the milliseconds since the epoch by the machine's wall clock."""
        return time_ns() // 1_000_000  # type: ignore[return-value]
