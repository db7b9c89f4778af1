"""A clock that runs with the machine's until somebody stops it, sets it going, or moves it: time in one's hands.

    machine's time ─┬─ running: reading = machine's + what was skipped        alarms by the loop's call_later
                    └─ frozen:  reading = what it was                         alarms by `advance` only

    advance(60 s):   now ──▶ the next alarm ──▶ the one after it ──▶ … ──▶ now + 60 s

It knows whoever waits for it (`call_later`, used through `timer.sleeping`), so `advance` goes from alarm to alarm: each
is rung at its own time and not late, and what it sets off, another alarm perhaps, has its turn before time goes on.
Where there would be more than `STEPS_MAX` stops, alarms that are close together are rung together.

For development clusters (`kavka.dev.clock`). Deadlines of connections, ZooKeeper's session and whatever else two
machines must agree on stay with the machine's own clock (`machine_clock`).
"""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable
from typing import Final

from kavka.timer.clock import Clock, SystemClock
from kavka.timer.moments import MonotonicMs, WallMs

STEPS_MAX: Final = 2_000
"""Stops on the way of one `advance`; a step further costs about a tenth of a millisecond."""
ROUNDS: Final = 4
"""Turns of the loop at a stop: what an alarm wakes may wake something in turn."""
ALARM_MS_MAX: Final = 3_600_000
"""Longer waits are cut into hours: event loops refuse absurd deadlines."""


class Alarm:
    """A call that is due at some time of a clock."""

    __slots__ = ("_callback", "due_ms")

    def __init__(self, due_ms: MonotonicMs, callback: Callable[[], object]) -> None:
        self.due_ms = due_ms
        self._callback: Callable[[], object] | None = callback

    def cancel(self) -> None:
        """Cancels the alarm, so that it does not ring any more. After it has rung nothing happens."""
        self._callback = None

    @property
    def is_cancelled(self) -> bool:
        """Tells whether the alarm was cancelled or has rung."""
        return self._callback is None

    def ring(self) -> None:
        """Runs the alarm's callback, once."""
        callback, self._callback = self._callback, None
        if callback is not None:
            callback()


class DevClock:
    """Both readings, and who waits for them.

    Args:
        machine: what it runs with.
    """

    __slots__ = ("_alarms", "_count", "_frozen", "_handle", "_skipped_ms", "_skipped_wall_ms", "machine")

    def __init__(self, machine: Clock | None = None) -> None:
        self.machine: Clock = machine or SystemClock()
        self._skipped_ms = 0
        self._skipped_wall_ms = 0
        self._frozen: tuple[MonotonicMs, WallMs] | None = None
        """Both readings of the machine's when it was stopped."""
        self._alarms: list[tuple[MonotonicMs, int, Alarm]] = []
        self._count = 0
        self._handle: asyncio.TimerHandle | None = None

    # ---- a Clock --------------------------------------------------------------------------------------------------

    def monotonic_ms(self) -> MonotonicMs:
        """Returns the monotonic reading; it never goes back, also when the clock runs on after a stop."""
        machine_ms = self.machine.monotonic_ms() if self._frozen is None else self._frozen[0]
        return machine_ms + self._skipped_ms

    def now_ms(self) -> WallMs:
        """Returns the wall clock's reading."""
        machine_ms = self.machine.now_ms() if self._frozen is None else self._frozen[1]
        return machine_ms + self._skipped_wall_ms

    # ---- hands ----------------------------------------------------------------------------------------------------

    @property
    def is_frozen(self) -> bool:
        """Tells whether the clock does not advance."""
        return self._frozen is not None

    @property
    def skipped_ms(self) -> int:
        """Returns the clock's lead over the machine's, in ms; negative after it was frozen."""
        return self.monotonic_ms() - self.machine.monotonic_ms()

    def freeze(self) -> None:
        """Freezes both readings."""
        if self._frozen is None:
            self._frozen = self.machine.monotonic_ms(), self.machine.now_ms()
            self._arm()

    def run(self) -> None:
        """Starts a frozen clock again from its reading; the time that it did not advance is not made up for."""
        if self._frozen is not None:
            self._skipped_ms -= self.machine.monotonic_ms() - self._frozen[0]
            self._skipped_wall_ms -= self.machine.now_ms() - self._frozen[1]
            self._frozen = None
            self._arm()

    async def advance(self, ms: int) -> int:
        """Moves the clock forward, from alarm to alarm; it runs on, or stays frozen, as before.

        Returns:
            How many alarms rang.

        Raises:
            ValueError: `ms` is negative: a monotonic clock never goes back.
        """
        if ms < 0:
            raise ValueError(f"a monotonic clock cannot go back by {-ms} ms")
        await _let_others_run()  # what was begun just now waits from now on, not from a stop on the way
        step_ms = max(1, ms // STEPS_MAX)
        left_ms = ms
        rung = 0
        while left_ms > 0:
            due_ms = self._next_due_ms()
            # A step is at least a millisecond: an alarm that renews itself at once cannot hold time up.
            skip_ms = left_ms if due_ms is None else min(max(due_ms - self.monotonic_ms(), step_ms), left_ms)
            self._skipped_ms += skip_ms
            self._skipped_wall_ms += skip_ms
            left_ms -= skip_ms
            rung += self._ring_due()
            await _let_others_run()
        self._arm()
        return rung

    # ---- alarms ---------------------------------------------------------------------------------------------------

    def call_later(self, delay_ms: float, callback: Callable[[], object]) -> Alarm:
        """Calls `callback` when this clock has advanced by so much."""
        alarm = Alarm(self.monotonic_ms() + max(0, int(delay_ms)), callback)
        self._count += 1
        heapq.heappush(self._alarms, (alarm.due_ms, self._count, alarm))
        self._arm()
        return alarm

    def _next_due_ms(self) -> MonotonicMs | None:
        while self._alarms and self._alarms[0][2].is_cancelled:
            heapq.heappop(self._alarms)
        return self._alarms[0][0] if self._alarms else None

    def _ring_due(self) -> int:
        """Rings what is due now; what that adds waits for the next look."""
        now_ms = self.monotonic_ms()
        due = []
        while self._alarms and self._alarms[0][0] <= now_ms:
            due.append(heapq.heappop(self._alarms)[2])
        for alarm in due:
            alarm.ring()
        return len(due)

    def _arm(self) -> None:
        """Has the loop look when the next alarm is due, if the clock comes there by itself."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None
        due_ms = self._next_due_ms()
        if due_ms is None or self._frozen is not None:
            return
        left_ms = min(max(0, due_ms - self.monotonic_ms()), ALARM_MS_MAX)
        self._handle = asyncio.get_running_loop().call_later(left_ms / 1000, self._look)

    def _look(self) -> None:
        self._handle = None
        self._ring_due()
        self._arm()


async def _let_others_run() -> None:
    for _ in range(ROUNDS):
        await asyncio.sleep(0)


def machine_clock(clock: Clock) -> Clock:
    """Returns the machine's own clock behind a development clock; any other clock as it is.

    For what must go on while the development clock is frozen, and must not be hurried when it jumps: sessions with a
    ZooKeeper whose clock is another one, pauses before a retry, long polls, whatever measures how busy the process is.
    """
    return clock.machine if isinstance(clock, DevClock) else clock
