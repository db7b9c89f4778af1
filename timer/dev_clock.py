"""A clock that runs with the machine's until somebody stops it, sets it going, or moves it: time in one's hands.

    machine's time ─┬─ running: reading = machine's + what was skipped        alarms by the loop's call_later
                    └─ frozen:  reading = what it was                         alarms by `advance` only

    advance(60 s):   now ──▶ the next alarm ──▶ the one after it ──▶ … ──▶ now + 60 s

It knows whoever waits for it (`timer.alarms`), so `advance` goes from alarm to alarm: each is rung at its own time and
not late, and what it sets off, another alarm perhaps, has its turn before time goes on. Where there would be more than
`STEPS_MAX` stops, alarms that are close together are rung together.

For development clusters (`kavka.dev.clock`). Deadlines of connections, ZooKeeper's session and whatever else two
machines must agree on are handed the machine's own clock by their assembly (decision 0050).
"""

from __future__ import annotations

import asyncio
from typing import Final

from kavka.timer.alarms import AlarmClock
from kavka.timer.clock import Cancellable, Clock, SystemClock
from kavka.timer.moments import MonotonicMs, WallMs

STEPS_MAX: Final = 2_000
"""Stops on the way of one `advance`; a step further costs about a tenth of a millisecond."""
ROUNDS: Final = 4
"""Turns of the loop at a stop: what an alarm wakes may wake something in turn."""
ALARM_MS_MAX: Final = 3_600_000
"""Longer waits are cut into hours: event loops refuse absurd deadlines."""


class DevClock(AlarmClock):
    """Both readings, and who waits for them.

    Args:
        machine: what it runs with.
    """

    __slots__ = ("_frozen", "_handle", "_skipped_ms", "_skipped_wall_ms", "machine")

    def __init__(self, machine: Clock | None = None) -> None:
        super().__init__()
        self.machine: Clock = machine or SystemClock()
        self._skipped_ms = 0
        self._skipped_wall_ms = 0
        self._frozen: tuple[MonotonicMs, WallMs] | None = None
        """Both readings of the machine's when it was stopped."""
        self._handle: Cancellable | None = None

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
            due_ms = self._alarms.next_due_ms()
            # A step is at least a millisecond: an alarm that renews itself at once cannot hold time up.
            skip_ms = left_ms if due_ms is None else min(max(due_ms - self.monotonic_ms(), step_ms), left_ms)
            self._skipped_ms += skip_ms
            self._skipped_wall_ms += skip_ms
            left_ms -= skip_ms
            rung += self._alarms.ring_due(self.monotonic_ms())
            await _let_others_run()
        self._arm()
        return rung

    # ---- alarms ---------------------------------------------------------------------------------------------------

    def _added(self) -> None:
        self._arm()

    def _arm(self) -> None:
        """Has the loop look when the next alarm is due, if the clock comes there by itself."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None
        due_ms = self._alarms.next_due_ms()
        if due_ms is None or self._frozen is not None:
            return
        left_ms = min(max(0, due_ms - self.monotonic_ms()), ALARM_MS_MAX)
        self._handle = self.machine.call_later(left_ms, self._look)

    def _look(self) -> None:
        self._handle = None
        self._alarms.ring_due(self.monotonic_ms())
        self._arm()


async def _let_others_run() -> None:
    for _ in range(ROUNDS):
        await asyncio.sleep(0)
