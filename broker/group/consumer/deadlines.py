"""Until when a member of a consumer group has to be heard of, and to give up what it was asked to.

    session     from its last heartbeat on; then it is fenced, and a static member that is away is gone for good
    rebalance   from the moment on when it was asked to give partitions up (UNREVOKED_PARTITIONS); one of the classic
                protocol: when it was told to join again, and from its join to its sync

Sessions are those of `member_sessions`. A timer that fires late says that the broker itself stalled: whoever it watches
is given that time again.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from kavka.broker.group.consumer.member import RebalanceDuty
from kavka.broker.group.consumer.states import MemberState
from kavka.broker.group.group_metadata import GroupMetadata
from kavka.broker.group.member_sessions import MemberSessions
from kavka.broker.group.sessions import grace_after

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

    __slots__ = ("_clock", "_on_over", "_sessions", "_timer")

    def __init__(self, timer: Timer, clock: Clock, metrics: GroupMetrics, *, on_over: OnOver) -> None:
        self._timer = timer
        self._clock = clock
        self._on_over = on_over
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
        if member.rebalance_timer is not None:
            self._timer.cancel(member.rebalance_timer)
            member.rebalance_timer = None

    # ---- rebalances -----------------------------------------------------------------------------------------------

    def _watch(self, group: GroupMetadata, member: ConsumerMember, what: RebalanceDuty) -> None:
        member.expected = what
        self._watch_for(group, member, what, member.subscription.rebalance_timeout_ms)

    def _watch_for(self, group: GroupMetadata, member: ConsumerMember, what: RebalanceDuty, delay_ms: int) -> None:
        due_ms = self._clock.monotonic_ms() + delay_ms
        member.rebalance_timer = self._timer.add(
            delay_ms, partial(self._rebalance_over, group, member, what, member.epoch, due_ms)
        )

    def _rebalance_over(
        self, group: GroupMetadata, member: ConsumerMember, what: RebalanceDuty, epoch: int, due_ms: int
    ) -> None:
        member.rebalance_timer = None
        if not _is_member(group, member) or member.expected is not what:
            return
        is_revoking = member.state is MemberState.UNREVOKED_PARTITIONS and member.epoch == epoch
        if what is RebalanceDuty.REVOKE and not is_revoking:
            return
        timeout_ms = member.subscription.rebalance_timeout_ms
        grace_ms = grace_after(self._clock.monotonic_ms() - due_ms, 0, timeout_ms)
        if grace_ms:
            self._watch_for(group, member, what, grace_ms)
            return
        self._on_over(group, member, f"it has not {what.value} within {timeout_ms} ms")


def _is_member(group: GroupMetadata, member: ConsumerMember) -> bool:
    consumer = group.consumer
    return consumer is not None and consumer.members.get(member.member_id) is member
