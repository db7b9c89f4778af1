"""Until when a member of a consumer group has to be heard of, and to give up what it was asked to.

    session     from its last heartbeat on; then it is fenced, and a static member that is away is gone for good
    rebalance   from the moment on when it was asked to give partitions up (UNREVOKED_PARTITIONS); one of the classic
                protocol: when it was told to join again, and from its join to its sync

Sessions are those of `member_sessions`, the others those of `member_duties`: whoever a stalled broker has watched is
given that time again.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from kavka.broker.group.consumer.member import RebalanceDuty
from kavka.broker.group.consumer.states import MemberState
from kavka.broker.group.group_metadata import GroupMetadata
from kavka.broker.group.member_duties import MemberDuties
from kavka.broker.group.member_sessions import MemberSessions

if TYPE_CHECKING:
    from kavka.broker.group.consumer.member import ConsumerMember
    from kavka.broker.metrics import GroupMetrics
    from kavka.timer.clock import Clock
    from kavka.timer.timer import Timer

OnOver = Callable[[GroupMetadata, "ConsumerMember", str], None]
"""Gets the member whose time is over, and what it did not do."""


class Deadlines:
    """The timers of the members of all consumer groups.

    Args:
        timer: the owner advances it.
        clock: the timer's.
        metrics: where expired sessions are counted.
        on_over: fences a member.
    """

    __slots__ = ("_duties", "_on_over", "_sessions")

    def __init__(self, timer: Timer, clock: Clock, metrics: GroupMetrics, *, on_over: OnOver) -> None:
        self._on_over = on_over
        self._duties: MemberDuties[ConsumerMember] = MemberDuties(
            timer, clock, timeout_ms=lambda member: member.subscription.rebalance_timeout_ms
        )
        self._sessions: MemberSessions[ConsumerMember] = MemberSessions(
            timer,
            clock,
            metrics,
            is_member=_is_member,
            on_over=lambda group, member: on_over(group, member, "nothing was heard of it"),
        )

    def heard(self, group: GroupMetadata, member: ConsumerMember, timeout_ms: int) -> None:
        """Restarts a member's session, and watches over what it has to give up."""
        self._sessions.heard(group, member, timeout_ms)
        if member.classic is not None:
            return
        if member.state is not MemberState.UNREVOKED_PARTITIONS:
            self._stop_rebalance(member)
        elif member.rebalance_timer is None:
            self._watch(group, member, RebalanceDuty.REVOKE)

    def expect(self, group: GroupMetadata, member: ConsumerMember, what: RebalanceDuty) -> None:
        """Begins a member's time to join again or to sync; who was told to join before has no more for that."""
        if member.expected is what is RebalanceDuty.JOIN:
            return
        self._stop_rebalance(member)
        self._watch(group, member, what)

    def expect_nothing(self, member: ConsumerMember) -> None:
        """Notes that a member of the classic protocol has done what it had to."""
        self._stop_rebalance(member)

    def stop(self, member: ConsumerMember) -> None:
        """Stops the timers of a member that is gone."""
        self._sessions.stop(member)
        self._stop_rebalance(member)

    def _stop_rebalance(self, member: ConsumerMember) -> None:
        member.expected = None
        self._duties.stop(member)

    # ---- rebalances -----------------------------------------------------------------------------------------------

    def _watch(self, group: GroupMetadata, member: ConsumerMember, what: RebalanceDuty) -> None:
        member.expected = what
        self._duties.watch(
            member,
            is_open=partial(_is_open, group, member, what, member.epoch),
            on_over=lambda timeout_ms: self._on_over(group, member, f"it has not {what.value} within {timeout_ms} ms"),
        )


def _is_open(group: GroupMetadata, member: ConsumerMember, what: RebalanceDuty, epoch: int) -> bool:
    """Tells whether a member has not done yet what it had to in an epoch."""
    if not _is_member(group, member) or member.expected is not what:
        return False
    is_revoking = member.state is MemberState.UNREVOKED_PARTITIONS and member.epoch == epoch
    return what is not RebalanceDuty.REVOKE or is_revoking


def _is_member(group: GroupMetadata, member: ConsumerMember) -> bool:
    consumer = group.consumer
    return consumer is not None and consumer.members.get(member.member_id) is member
