"""One timer for many deadlines: it rings at the earliest, perhaps in vain, and is set to the next one then.

A timer for each request would cost more than the request's bytes. What is due when it rings its owner knows.
"""

from __future__ import annotations

from collections.abc import Callable

from kavka.timer.clock import Cancellable, Clock
from kavka.timer.moments import MonotonicMs


class DeadlineTimer:
    """A timer that is moved.

    Args:
        clock: The time, and whose timers.
        on_ring: Called with the time, which is not before the one that was set.

    Attributes:
        at_ms: When it rings; None: never.
    """

    __slots__ = ("_clock", "_on_ring", "_timer", "at_ms")

    def __init__(self, clock: Clock, on_ring: Callable[[MonotonicMs], None]) -> None:
        self.at_ms: MonotonicMs | None = None
        self._clock = clock
        self._on_ring = on_ring
        self._timer: Cancellable | None = None
        # Invariant: there is a timer exactly while at_ms is not None.

    def set(self, at_ms: MonotonicMs | None) -> None:
        """Sets it to another time; None: it is not to ring at all."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self.at_ms = at_ms
        if at_ms is not None:
            self._timer = self._clock.call_later(at_ms - self._clock.monotonic_ms(), self._ring)

    def _ring(self) -> None:
        at_ms = self.at_ms
        assert at_ms is not None
        self._timer = self.at_ms = None
        self._on_ring(max(self._clock.monotonic_ms(), at_ms))  # a timer may ring a moment too early
