"""A clock that goes where it is moved, and wakes on the way whoever waits for it: time in a test's hands.

    advance(60 s):   now ──▶ the next alarm ──▶ the one after it ──▶ … ──▶ now + 60 s      within one call

Deterministic: calls are made in the order of their due times, those of one moment in the order in which they were set.
Not here: a clock that also runs by itself, and lets others have their turns on the way (`timer.dev_clock`).
"""

from __future__ import annotations

from kavka.timer.alarms import AlarmClock
from kavka.timer.moments import MonotonicMs, WallMs


class ManualClock(AlarmClock):
    """A clock that does not advance until somebody moves it; both readings move together.

    Args:
        start_ms: the first reading of the monotonic clock.
        wall_ms: the first reading of the wall clock; the same as `start_ms` when not given.
    """

    __slots__ = ("_monotonic_ms", "_wall_ms")

    def __init__(self, start_ms: int = 0, *, wall_ms: int | None = None) -> None:
        super().__init__()
        self._monotonic_ms = MonotonicMs(start_ms)
        self._wall_ms = WallMs(start_ms if wall_ms is None else wall_ms)

    def monotonic_ms(self) -> MonotonicMs:
        """Returns the monotonic reading, which `advance` moves."""
        return self._monotonic_ms

    def now_ms(self) -> WallMs:
        """Returns the wall clock's reading: moved by `advance`, set by `set_wall_ms`."""
        return self._wall_ms

    def advance(self, ms: int) -> None:
        """Moves both clocks forward, from one waiting call to the next: each is made at its own time.

        Who sleeps goes on in the event loop's next turn, and sees the time at the end of the way.

        Raises:
            ValueError: `ms` is negative: a monotonic clock never goes back.
        """
        if ms < 0:
            raise ValueError(f"a monotonic clock cannot go back by {-ms} ms")
        end_ms = self._monotonic_ms + ms
        while (due_ms := self._alarms.next_due_ms()) is not None and due_ms <= end_ms:
            self._move_to(due_ms)
            self._alarms.ring_next()
        self._move_to(end_ms)

    def _move_to(self, monotonic_ms: MonotonicMs) -> None:
        # A call on the way may have moved the clock further itself.
        step_ms = max(0, monotonic_ms - self._monotonic_ms)
        self._monotonic_ms += step_ms
        self._wall_ms += step_ms

    def set_wall_ms(self, wall_ms: WallMs) -> None:
        """Sets the wall clock alone, as an administrator or NTP would: it may go back."""
        self._wall_ms = wall_ms
