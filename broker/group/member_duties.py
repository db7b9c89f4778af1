"""Until when a member has to have done what it was asked to, in groups whose members have epochs (KIP-848, KIP-1071).

    watch ─▶ its rebalance timeout ─▶ not done ─▶ over        a timer that fires late: it is given that time again
                                   └▶ done: nothing

Not here: what it was asked to do, and whether it has (`deadlines` of each type); sessions (`member_sessions`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from kavka.broker.group.sessions import grace_after

if TYPE_CHECKING:
    from kavka.timer.clock import Clock
    from kavka.timer.timer import Timer
    from kavka.timer.timing_wheel import TimerEntry


class BusyMember(Protocol):
    """A member that may have something to do: what these timers keep in it."""

    rebalance_timer: TimerEntry | None


M = TypeVar("M", bound=BusyMember)


class MemberDuties(Generic[M]):
    """The rebalance timers of the members of all groups of one type; a member has one at most.

    Args:
        timer: the owner advances it.
        clock: the timer's.
        timeout_ms: a member's rebalance timeout.
    """

    __slots__ = ("_clock", "_timeout_ms", "_timer")

    def __init__(self, timer: Timer, clock: Clock, *, timeout_ms: Callable[[M], int]) -> None:
        self._timer = timer
        self._clock = clock
        self._timeout_ms = timeout_ms

    def watch(self, member: M, *, is_open: Callable[[], bool], on_over: Callable[[int], None]) -> None:
        """Begins a member's time.

        Args:
            member: which.
            is_open: tells, when it is over, whether the member has not done it yet, and still has to.
            on_over: gets the timeout, in milliseconds, if so.
        """
        self._set(member, self._timeout_ms(member), is_open, on_over)

    def stop(self, member: M) -> None:
        """Ends a member's time."""
        if member.rebalance_timer is not None:
            self._timer.cancel(member.rebalance_timer)
            member.rebalance_timer = None

    def _set(self, member: M, delay_ms: int, is_open: Callable[[], bool], on_over: Callable[[int], None]) -> None:
        due_ms = self._clock.monotonic_ms() + delay_ms
        member.rebalance_timer = self._timer.add(delay_ms, partial(self._fired, member, is_open, on_over, due_ms))

    def _fired(self, member: M, is_open: Callable[[], bool], on_over: Callable[[int], None], due_ms: int) -> None:
        member.rebalance_timer = None
        if not is_open():
            return
        timeout_ms = self._timeout_ms(member)
        grace_ms = grace_after(self._clock.monotonic_ms() - due_ms, 0, timeout_ms)
        if grace_ms:
            self._set(member, grace_ms, is_open, on_over)
            return
        on_over(timeout_ms)
