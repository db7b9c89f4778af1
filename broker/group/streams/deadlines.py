"""Until when a member of a streams group has to be heard of, and to give up what it was asked to.

    session     from its last heartbeat on; then it is fenced, and a static member that is away is gone for good
    rebalance   from the moment on when it was asked to give tasks up (UNREVOKED_TASKS)

A timer that fires late says that the broker itself stalled: whoever it watches is given that time again.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from kavka.broker.group.group_metadata import GroupMetadata
from kavka.broker.group.member_sessions import MemberSessions
from kavka.broker.group.sessions import grace_after

if TYPE_CHECKING:
    from kavka.broker.group.streams.member import StreamsMember
    from kavka.broker.metrics import GroupMetrics
    from kavka.timer.clock import Clock
    from kavka.timer.timer import Timer

OnOver = Callable[[GroupMetadata, "StreamsMember", str], None]
"""Gets the member whose time is over, and what it did not do."""


class StreamsDeadlines:
    """The timers of the members of all streams groups.

    Args:
        timer: the owner advances it.
        clock: the timer's.
        metrics: where expired sessions are counted.
        on_over: fences a member.
    """

    __slots__ = ("_clock", "_on_over", "_sessions", "_timer")

    def __init__(self, timer: Timer, clock: Clock, metrics: GroupMetrics, *, on_over: OnOver) -> None:
        self._timer = timer
        self._clock = clock
        self._on_over = on_over
        self._sessions: MemberSessions[StreamsMember] = MemberSessions(
            timer,
            clock,
            metrics,
            is_member=_is_member,
            on_over=lambda group, member: on_over(group, member, "nothing was heard of it"),
        )

    def heard(self, group: GroupMetadata, member: StreamsMember, timeout_ms: int) -> None:
        """Restarts a member's session, and watches over what it has to give up."""
        self._sessions.heard(group, member, timeout_ms)
        if member.revoking.is_empty:
            self._stop_rebalance(member)
        elif member.rebalance_timer is None:
            self._watch(group, member, member.said.rebalance_timeout_ms)

    def stop(self, member: StreamsMember) -> None:
        """Stops the timers of a member that is gone."""
        self._sessions.stop(member)
        self._stop_rebalance(member)

    def _stop_rebalance(self, member: StreamsMember) -> None:
        if member.rebalance_timer is not None:
            self._timer.cancel(member.rebalance_timer)
            member.rebalance_timer = None

    def _watch(self, group: GroupMetadata, member: StreamsMember, delay_ms: int) -> None:
        due_ms = self._clock.monotonic_ms() + delay_ms
        member.rebalance_timer = self._timer.add(
            delay_ms, partial(self._rebalance_over, group, member, member.epoch, due_ms)
        )

    def _rebalance_over(self, group: GroupMetadata, member: StreamsMember, epoch: int, due_ms: int) -> None:
        member.rebalance_timer = None
        if not _is_member(group, member) or member.revoking.is_empty or member.epoch != epoch:
            return
        timeout_ms = member.said.rebalance_timeout_ms
        grace_ms = grace_after(self._clock.monotonic_ms() - due_ms, 0, timeout_ms)
        if grace_ms:
            self._watch(group, member, grace_ms)
            return
        self._on_over(group, member, f"it has not given up its tasks within {timeout_ms} ms")


def _is_member(group: GroupMetadata, member: StreamsMember) -> bool:
    streams = group.streams
    return streams is not None and streams.members.get(member.member_id) is member
