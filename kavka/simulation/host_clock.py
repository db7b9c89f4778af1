"""The clocks of one simulated host: what they say need not be what the time is.

    true time (the loop's) ──× (1 + drift)──▶ monotonic, never back ──+ an offset, which hands and NTP set──▶ wall

Waiting is the loop's, at the host's own pace: a clock that runs fast ends its timeouts early. How far the wall clock
was from the true time is remembered, for who judges what a host did by it. Not here: how fast it drifts, and when
somebody sets it: the schedule of faults says so.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from typing import Any, Final, cast

from kavka.simulation.virtual_loop import VirtualLoop
from kavka.timer.clock import Cancellable
from kavka.timer.moments import MonotonicMs, WallMs

WALL_MS_AT_BEGIN: Final = 1_700_000_000_000
"""What time it is when a simulation begins: in November 2023."""

US_PER_MS: Final = 1_000


class HostClock:
    """A `Clock` over a virtual loop.

    Args:
        loop: has the true time.
        boot_ms: what the monotonic clock says at the simulation's begin; that of no two machines is the same.
        skew_ms: how far the wall clock is ahead at the begin.
        drift: by which part both clocks run fast; negative: slow.
    """

    __slots__ = ("_boot_us", "_errors", "_is_true", "_loop", "_own_us_then", "_pace", "_then_us", "_wall_offset_us")

    def __init__(self, loop: VirtualLoop, *, boot_ms: int = 0, skew_ms: int = 0, drift: float = 0.0) -> None:
        assert drift > -1
        self._loop = loop
        self._boot_us = boot_ms * US_PER_MS
        self._pace = 1.0 + drift
        self._is_true = drift == 0.0  # and ever was: both clocks go with the loop's time
        self._then_us = 0
        self._own_us_then = 0
        self._wall_offset_us = (WALL_MS_AT_BEGIN + skew_ms) * US_PER_MS
        self._errors: list[tuple[int, int]] = [(loop.now_us, self._error_us())]
        """true time, how far the wall clock was ahead: before and after each change of it; in between lies a line"""

    # ---- readings -------------------------------------------------------------------------------------------------

    def _own_us(self) -> int:
        passed_us = self._loop.now_us - self._then_us
        return self._own_us_then + (passed_us if self._pace == 1.0 else int(passed_us * self._pace))

    def monotonic_ms(self) -> MonotonicMs:
        """Returns the milliseconds of the host's monotonic clock."""
        own_us = self._loop.now_us if self._is_true else self._own_us()
        return (self._boot_us + own_us) // US_PER_MS  # type: ignore[return-value]  # 30,000 calls a minute

    def now_ms(self) -> WallMs:
        """Returns what the host takes for the time of day."""
        return cast(WallMs, (self._wall_offset_us + self._own_us()) // US_PER_MS)

    def ticks(self) -> int:
        """Returns the nanoseconds that passed."""
        return (self._boot_us + self._own_us()) * 1_000

    def _error_us(self) -> int:
        return self._wall_offset_us + self._own_us() - WALL_MS_AT_BEGIN * US_PER_MS - self._loop.now_us

    def strayed_ms(self, since_ms: int) -> tuple[float, float]:
        """Returns by how much the wall clock was ahead, at least and at most; negative: behind.

        Args:
            since_ms: from when on, in milliseconds since the simulation's begin.
        """
        before = [error for time_us, error in self._errors if time_us <= since_ms * US_PER_MS][-1:]
        since = [error for time_us, error in self._errors if time_us > since_ms * US_PER_MS]
        errors = [*before, *since, self._error_us()]
        return min(errors) / US_PER_MS, max(errors) / US_PER_MS

    # ---- waiting --------------------------------------------------------------------------------------------------

    def call_later(self, delay_ms: float, callback: Callable[[], object]) -> Cancellable:
        """Calls `callback` after so many milliseconds of this clock."""
        return self._loop.call_later(delay_ms / self._pace / 1_000, callback)

    def sleep(self, delay_ms: float) -> Coroutine[Any, Any, None]:
        """Sleeps for so many milliseconds of this clock."""
        return asyncio.sleep(delay_ms / self._pace / 1_000)

    def timeout(self, delay_ms: float | None) -> AbstractAsyncContextManager[object]:
        """Limits what is within to so many milliseconds of this clock."""
        return asyncio.timeout(None if delay_ms is None else delay_ms / self._pace / 1_000)

    # ---- hands ----------------------------------------------------------------------------------------------------

    def jump_wall(self, by_ms: int) -> None:
        """Sets the wall clock forward, or back; the monotonic one goes on as it went."""
        self._remember_error()
        self._wall_offset_us += by_ms * US_PER_MS
        self._remember_error()

    def set_drift(self, drift: float) -> None:
        """Lets both clocks run fast by this part from now on; what waits already keeps its time."""
        assert drift > -1
        self._remember_error()
        self._is_true = False
        self._own_us_then, self._then_us = self._own_us(), self._loop.now_us
        self._pace = 1.0 + drift

    def _remember_error(self) -> None:
        self._errors.append((self._loop.now_us, self._error_us()))
