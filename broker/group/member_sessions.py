"""Until when a member has to be heard of, in groups whose members send heartbeats alone (KIP-848, KIP-932).

A heartbeat moves the deadline, and the timer stays: it looks again when it fires. A timer that fires late says that the
broker itself stalled; whoever it watches is given that time again, as in groups of the classic protocol (`sessions`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from kavka.broker.group.group_metadata import GroupMetadata
from kavka.broker.group.sessions import grace_after
from kavka.timer.moments import MonotonicMs

if TYPE_CHECKING:
    from kavka.broker.metrics import GroupMetrics
    from kavka.timer.clock import Clock
    from kavka.timer.timer import Timer
    from kavka.timer.timing_wheel import TimerEntry


class TimedMember(Protocol):
    """A member with a session: what these timers keep in it."""

    session_timer: TimerEntry | None
    session_deadline_ms: MonotonicMs
    grace_ms: int


M = TypeVar("M", bound=TimedMember)


class MemberSessions(Generic[M]):
    """The sessions of the members of all groups of one type.

    Args:
        timer: the owner advances it.
        clock: the timer's.
        metrics: where expired sessions are counted.
        is_member: tells whether a member is still one of its group.
        on_over: gets the member that was not heard of.
    """

    __slots__ = ("_clock", "_is_member", "_metrics", "_on_over", "_timer")

    def __init__(
        self,
        timer: Timer,
        clock: Clock,
        metrics: GroupMetrics,
        *,
        is_member: Callable[[GroupMetadata, M], bool],
        on_over: Callable[[GroupMetadata, M], None],
    ) -> None:
        self._timer = timer
        self._clock = clock
        self._metrics = metrics
        self._is_member = is_member
        self._on_over = on_over

    def heard(self, group: GroupMetadata, member: M, timeout_ms: int) -> None:
        """Restarts a member's session."""
        member.grace_ms = 0
        self._set(group, member, timeout_ms, timeout_ms)

    def stop(self, member: M) -> None:
        """Stops the session of a member that is gone."""
        if member.session_timer is not None:
            self._timer.cancel(member.session_timer)
            member.session_timer = None

    def _set(self, group: GroupMetadata, member: M, delay_ms: int, timeout_ms: int) -> None:
        member.session_deadline_ms = self._clock.monotonic_ms() + delay_ms
        entry = member.session_timer
        if entry is not None:
            if entry.expiration_ms <= member.session_deadline_ms:
                return  # it looks again when it fires
            self._timer.cancel(entry)
        member.session_timer = self._timer.add(delay_ms, partial(self._fired, group, member, timeout_ms))

    def _fired(self, group: GroupMetadata, member: M, timeout_ms: int) -> None:
        member.session_timer = None
        if not self._is_member(group, member):
            return
        late_ms = self._clock.monotonic_ms() - member.session_deadline_ms
        if late_ms < 0:
            member.session_timer = self._timer.add(-late_ms, partial(self._fired, group, member, timeout_ms))
            return
        grace_ms = grace_after(late_ms, member.grace_ms, timeout_ms)
        if grace_ms:
            member.grace_ms += grace_ms
            self._metrics.sessions_spared += 1
            self._set(group, member, grace_ms, timeout_ms)
            return
        self._metrics.sessions_expired += 1
        self._on_over(group, member)
