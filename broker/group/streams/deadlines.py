"""Until when a member of a streams group has to be heard of, and to give up what it was asked to.

    session     from its last heartbeat on; then it is fenced, and a static member that is away is gone for good
    rebalance   from the moment on when it was asked to give tasks up (UNREVOKED_TASKS)

Sessions are those of `member_sessions`, the others those of `member_duties`: whoever a stalled broker has watched is
given that time again.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from kavka.broker.group.group_metadata import GroupMetadata
from kavka.broker.group.member_duties import MemberDuties
from kavka.broker.group.member_sessions import MemberSessions

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

    __slots__ = ("_duties", "_on_over", "_sessions")

    def __init__(self, timer: Timer, clock: Clock, metrics: GroupMetrics, *, on_over: OnOver) -> None:
        self._on_over = on_over
        self._duties: MemberDuties[StreamsMember] = MemberDuties(
            timer, clock, timeout_ms=lambda member: member.said.rebalance_timeout_ms
        )
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
            self._duties.stop(member)
        elif member.rebalance_timer is None:
            self._watch(group, member)

    def stop(self, member: StreamsMember) -> None:
        """Stops the timers of a member that is gone."""
        self._sessions.stop(member)
        self._duties.stop(member)

    def _watch(self, group: GroupMetadata, member: StreamsMember) -> None:
        self._duties.watch(
            member,
            is_open=partial(_is_revoking, group, member, member.epoch),
            on_over=lambda timeout_ms: self._on_over(
                group, member, f"it has not given up its tasks within {timeout_ms} ms"
            ),
        )


def _is_revoking(group: GroupMetadata, member: StreamsMember, epoch: int) -> bool:
    """Tells whether a member has not given up yet what it had to in an epoch."""
    return _is_member(group, member) and not member.revoking.is_empty and member.epoch == epoch


def _is_member(group: GroupMetadata, member: StreamsMember) -> bool:
    streams = group.streams
    return streams is not None and streams.members.get(member.member_id) is member
