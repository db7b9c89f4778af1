"""How long nothing may be heard of a member: one timer for each, and mercy where the silence was the broker's own.

    heartbeat ─▶ restart: the deadline moves, the timer stays ─▶ the timer fires ─┬ before the deadline: set again
                                                                                  ├ late: the broker stalled: grace
                                                                                  └ else: the member is expired

A heartbeat costs one assignment. A timer that fires much later than the deadline says that the broker did not run: it
was stopped, or its loop was busy. The heartbeats of that time wait in the sockets, unread. So the member is given as
much time again as was lost, at most its session timeout on the whole; whoever lives is heard in that time (Kafka
expires everybody at once after a pause). While a request of a member waits for its response, silence says nothing and
no timer runs, except for new members: one that does not know its id cannot come back.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from kavka.broker.group.group_metadata import GroupMetadata
from kavka.broker.group.member import Member
from kavka.timer.moments import MonotonicMs

if TYPE_CHECKING:
    from kavka.broker.metrics import GroupMetrics
    from kavka.timer.clock import Clock
    from kavka.timer.timer import Timer
    from kavka.timer.timing_wheel import TimerEntry

NEW_MEMBER_TIMEOUT_MS: Final = 5 * 60 * 1000
"""How long a member may wait that never heard its id. Kafka's `NewMemberJoinTimeoutMs`."""
STALL_MS: Final = 50
"""A deadline that is noticed later than this was missed by the broker; a loop that only is busy is late by less."""
GRACE_MS_MIN: Final = 250
"""What is granted at least: some turns of a loop that has much to catch up with."""
PENDING_MEMBERS_MAX: Final = 1_000
"""Member ids that a group has given out and nobody has come back with; the oldest go first (bug 88)."""


def grace_after(late_ms: int, granted_ms: int, limit_ms: int) -> int:
    """Computes the extra time after a deadline that was noticed late; 0 for none.

    Args:
        late_ms: how much later than due it was noticed.
        granted_ms: what was granted before, since the last sign of life.
        limit_ms: what may be granted together.
    """
    if late_ms <= STALL_MS:
        return 0
    return max(0, min(max(late_ms, GRACE_MS_MIN), limit_ms - granted_ms))


class Sessions:
    """The timers of all members of all groups.

    Args:
        timer: the owner advances it.
        clock: the timer's.
        metrics: where expired sessions are counted.
        on_expired: called with a member that has sent nothing.
        on_pending_expired: called with a member id that nobody has joined with.
    """

    __slots__ = ("_clock", "_metrics", "_on_expired", "_on_pending_expired", "_pending", "_timer")

    def __init__(
        self,
        timer: Timer,
        clock: Clock,
        metrics: GroupMetrics,
        *,
        on_expired: Callable[[GroupMetadata, Member], None],
        on_pending_expired: Callable[[GroupMetadata, str], None],
    ) -> None:
        self._timer = timer
        self._clock = clock
        self._metrics = metrics
        self._pending: dict[tuple[GroupMetadata, str], TimerEntry] = {}
        self._on_expired = on_expired
        self._on_pending_expired = on_pending_expired

    # ---- members --------------------------------------------------------------------------------------------------

    def restart(self, group: GroupMetadata, member: Member) -> None:
        """Restarts a member's session: a request came from it, or a response went to it."""
        self._set(group, member, NEW_MEMBER_TIMEOUT_MS if member.is_new else member.session_timeout_ms)
        member.grace_ms = 0

    def stop(self, member: Member) -> None:
        """Stops the session of a member that is gone.

        A timer that fired later would expire somebody else (KAFKA-7196).
        """
        if member.session_timer is not None:
            self._timer.cancel(member.session_timer)
            member.session_timer = None

    def _set(self, group: GroupMetadata, member: Member, timeout_ms: int) -> None:
        member.deadline_ms = self._clock.monotonic_ms() + timeout_ms
        entry = member.session_timer
        if entry is not None:
            if entry.expiration_ms <= member.deadline_ms:
                return  # it looks again when it fires
            self._timer.cancel(entry)
        member.session_timer = self._timer.add(timeout_ms, partial(self._fired, group, member))

    def _fired(self, group: GroupMetadata, member: Member) -> None:
        member.session_timer = None
        if group.members.get(member.member_id) is not member:
            return
        late_ms = self._clock.monotonic_ms() - member.deadline_ms
        if late_ms < 0:
            member.session_timer = self._timer.add(-late_ms, partial(self._fired, group, member))
            return
        if member.is_awaiting and not member.is_new:
            return
        grace_ms = grace_after(late_ms, member.grace_ms, member.session_timeout_ms)
        if grace_ms:
            member.grace_ms += grace_ms
            self._metrics.sessions_spared += 1
            self._set(group, member, grace_ms)
            return
        self._metrics.sessions_expired += 1
        self._on_expired(group, member)

    # ---- ids that were given out ------------------------------------------------------------------------------------

    def expect(self, group: GroupMetadata, member_id: str, timeout_ms: int, *, has_grace: bool = True) -> None:
        """Starts the timeout of a member id that was given out."""
        due_ms = self._clock.monotonic_ms() + timeout_ms
        self._pending[group, member_id] = self._timer.add(
            timeout_ms, partial(self._pending_fired, group, member_id, due_ms, has_grace)
        )

    def expect_no_more(self, group: GroupMetadata, member_id: str) -> None:
        """Stops the timeout of a pending member id: somebody came with it, or nobody will."""
        entry = self._pending.pop((group, member_id), None)
        if entry is not None:
            self._timer.cancel(entry)

    def _pending_fired(self, group: GroupMetadata, member_id: str, due_ms: MonotonicMs, has_grace: bool) -> None:
        self._pending.pop((group, member_id), None)
        if has_grace:
            late_ms = self._clock.monotonic_ms() - due_ms
            if late_ms > STALL_MS:
                self.expect(group, member_id, max(late_ms, GRACE_MS_MIN), has_grace=False)
                return
        self._on_pending_expired(group, member_id)
