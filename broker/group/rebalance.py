"""The rebalance of a group, step by step: Kafka's, with its order of acts.

                 a member joins, leaves, fails
    Stable ───────────────────────────────────▶ prepare ─▶ DelayedJoin ─▶ complete_join ─▶ joins answered, DelayedSync
      ▲                                                                                          │
      └──── syncs answered ◀── propagate ◀── the assignment is in the log ◀── the leader syncs ◀─┘

Responses go out when the state is whole: each is put aside, and sent when the outermost act ends (`acting`), since a
response lets the connection's next request in, which may change the same group. A response that cannot be sent is
logged and keeps nobody else from theirs (bug 92); its member can be expired like any other.

Not here: who may do what (`membership`), who lives (`sessions`).
"""

from __future__ import annotations

import contextlib
import logging
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Final, TypeVar

from kavka.broker.group.delayed_operations import (
    DelayedJoin,
    DelayedSync,
    InitialDelayedJoin,
    is_syncing,
    join_key,
    sync_key,
)
from kavka.broker.group.group_metadata import GroupMetadata
from kavka.broker.group.group_store import warn_unless_stored
from kavka.broker.group.member import NO_MEMBER, JoinResult, Member, OnJoined, SyncResult
from kavka.broker.group.sessions import Sessions, grace_after
from kavka.broker.group.states import GroupState
from kavka.protocol.errors import ErrorCode
from kavka.timer.completions import run_isolated
from kavka.timer.moments import MonotonicMs

if TYPE_CHECKING:
    from kavka.broker.group.group_config import GroupConfig
    from kavka.broker.group.group_store import GroupStore
    from kavka.broker.metrics import GroupMetrics
    from kavka.timer.clock import Clock
    from kavka.timer.purgatory import DelayedOperation, Purgatory
    from kavka.timer.timer import Timer

_log = logging.getLogger(__name__)

REJOIN_WAIT_MS_MIN: Final = 100
"""How long it is waited at least where nobody has joined: rebalance timeouts may be 0, and members are only static."""

T = TypeVar("T")


class Rebalances:
    """Carries rebalances on.

    Args:
        store: writes groups.
        session_timer: of the members' sessions; the owner advances it.
        purgatory: where joins and syncs wait; the owner advances its timer.
        clock: the purgatory's, and wall clock for the times of states.
        config: the limits that hold now.
        metrics: where rebalances and expired sessions are counted.

    Attributes:
        sessions: time out members.
    """

    __slots__ = ("_answers", "_clock", "_config", "_depth", "_metrics", "_purgatory", "_store", "sessions")

    def __init__(
        self,
        *,
        store: GroupStore,
        session_timer: Timer,
        purgatory: Purgatory[DelayedOperation],
        clock: Clock,
        config: Callable[[], GroupConfig],
        metrics: GroupMetrics,
    ) -> None:
        self._store = store
        self._purgatory = purgatory
        self._clock = clock
        self._config = config
        self._metrics = metrics
        self._answers: deque[Callable[[], None]] = deque()
        self._depth = 0
        self.sessions = Sessions(
            session_timer, clock, metrics, on_expired=self.expire, on_pending_expired=self.remove_pending
        )
        store.add_listener(self)

    # ---- responses ------------------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def acting(self) -> Iterator[None]:
        """Holds responses back until the outermost act has ended, however it ends."""
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1
            while self._depth == 0 and self._answers:
                run_isolated(self._answers.popleft(), "answering a member of a group")

    def answer(self, on_done: Callable[[T], None], result: T) -> None:
        """Queues a response, to be sent in its turn."""
        self._answers.append(partial(on_done, result))

    def answer_join(self, group: GroupMetadata, member: Member, result: JoinResult) -> bool:
        """Ends a member's wait for its join; False when it does not wait."""
        on_joined = member.awaiting_join
        if on_joined is None:
            return False
        member.awaiting_join = None
        group.awaiting_join_count -= 1
        self.answer(on_joined, result)
        return True

    def answer_sync(self, member: Member, result: SyncResult) -> bool:
        """Ends a member's wait for its assignment; False when it does not wait."""
        on_synced = member.awaiting_sync
        if on_synced is None:
            return False
        member.awaiting_sync = None
        self.answer(on_synced, result)
        return True

    # ---- members --------------------------------------------------------------------------------------------------

    def add(self, group: GroupMetadata, member: Member, reason: str) -> None:
        """Adds a member that awaits its join, and asks the others to join again."""
        if group.state is GroupState.PreparingRebalance and group.generation_id == 0:
            group.has_new_member = True
        self.sessions.expect_no_more(group, member.member_id)
        member.is_new = True
        group.add(member)
        self.sessions.restart(group, member)
        self.maybe_prepare(group, reason)

    def await_join(self, group: GroupMetadata, member: Member, on_joined: OnJoined) -> None:
        """Parks a member's join request; an earlier one, from another connection, ends."""
        self.answer_join(group, member, JoinResult(ErrorCode.REBALANCE_IN_PROGRESS, member.member_id))
        member.awaiting_join = on_joined
        group.awaiting_join_count += 1

    def remove(self, group: GroupMetadata, member: Member, reason: str) -> None:
        """Removes a member, and rebalances its partitions among the others."""
        self._drop(group, member)
        if group.state in (GroupState.Stable, GroupState.CompletingRebalance):
            self.maybe_prepare(group, reason)
        elif group.state is GroupState.PreparingRebalance:
            self._purgatory.check_and_complete(join_key(group))

    def remove_pending(self, group: GroupMetadata, member_id: str) -> None:
        """Removes a pending member id that nobody has joined with. Whoever waits for it waits no more."""
        with self.acting():
            self.sessions.expect_no_more(group, member_id)
            if member_id in group.pending_members:
                group.remove(member_id)
                self.check_joined(group)

    def expire(self, group: GroupMetadata, member: Member) -> None:
        """Removes a member whose session timeout has passed without a request."""
        with self.acting():
            _log.info("%s: member %s is expired: nothing was heard of it", group, member.member_id)
            self.remove(group, member, f"member {member.member_id} is expired")

    def _drop(self, group: GroupMetadata, member: Member) -> None:
        """Removes a member and completes its requests: UNKNOWN_MEMBER_ID makes a client that lives join again."""
        self.answer_join(group, member, JoinResult(ErrorCode.UNKNOWN_MEMBER_ID, NO_MEMBER))
        self.answer_sync(member, SyncResult(ErrorCode.UNKNOWN_MEMBER_ID))
        self.sessions.stop(member)
        group.remove(member.member_id)

    # ---- joining --------------------------------------------------------------------------------------------------

    def maybe_prepare(self, group: GroupMetadata, reason: str) -> None:
        """Begins a rebalance unless one is being prepared; that one then gets this member, too."""
        if group.can_rebalance:
            self.prepare(group, reason)
        else:
            self.check_joined(group)

    def prepare(self, group: GroupMetadata, reason: str) -> None:
        """Asks everybody to join again."""
        if group.state is GroupState.CompletingRebalance:
            self.fail_syncs(group, ErrorCode.REBALANCE_IN_PROGRESS)
        was_empty = group.state is GroupState.Empty
        _log.info("%s prepares a rebalance: %s", group, reason)
        group.transition_to(GroupState.PreparingRebalance, self._clock.now_ms())
        # Of the generation that is over.
        self._purgatory.check_and_complete(sync_key(group))
        timeout_ms = group.rebalance_timeout_ms
        if was_empty:
            delay_ms = self._config().initial_rebalance_delay_ms
            self._wait_initial(group, delay_ms, max(timeout_ms - delay_ms, 0))
        else:
            self._wait_joins(group, timeout_ms)

    def check_joined(self, group: GroupMetadata) -> None:
        """Completes the joins if the last one has come."""
        if group.state is GroupState.PreparingRebalance:
            self._purgatory.check_and_complete(join_key(group))

    def prolong_initial_join(self, group: GroupMetadata, *, delay_ms: int, remaining_ms: int) -> None:
        """Waits for more members of an empty group; see RebalanceSteps."""
        group.has_new_member = False
        again_ms = min(self._config().initial_rebalance_delay_ms, remaining_ms)
        self._wait_initial(group, again_ms, max(remaining_ms - delay_ms, 0))

    def _wait_initial(self, group: GroupMetadata, delay_ms: int, remaining_ms: int) -> None:
        due_ms = self._clock.monotonic_ms() + delay_ms
        operation = InitialDelayedJoin(self, group, delay_ms, due_ms, remaining_ms)
        self._purgatory.try_complete_else_watch(operation, [join_key(group)])

    def _wait_joins(self, group: GroupMetadata, delay_ms: int) -> None:
        operation = DelayedJoin(self, group, delay_ms, self._clock.monotonic_ms() + delay_ms)
        self._purgatory.try_complete_else_watch(operation, [join_key(group)])

    def complete_join(self, group: GroupMetadata, due_ms: MonotonicMs) -> None:
        """Begins the next generation with the members that have joined; see RebalanceSteps."""
        with self.acting():
            if group.state is not GroupState.PreparingRebalance:
                return
            if not group.has_all_members_joined and self._grant_rejoin(group, due_ms):
                return
            for member in group.members_not_joined():
                if not member.is_static:
                    _log.info("%s: member %s has not joined again", group, member.member_id)
                    self._drop(group, member)
            if not group.elect_joined_leader() and group.members:
                # Only static members are left, and none has come: their sessions decide.
                self._wait_joins(group, max(group.rebalance_timeout_ms, REJOIN_WAIT_MS_MIN))
                return
            group.begin_generation(self._clock.now_ms())
            if not group.members:
                _log.info("%s has no members any more", group)
                self._store.append_group(group, {}, warn_unless_stored(group))
            else:
                self._answer_joins(group)

    def _grant_rejoin(self, group: GroupMetadata, due_ms: MonotonicMs) -> bool:
        """Waits for joins that lie unread in the sockets, where it was the broker that stalled."""
        late_ms = self._clock.monotonic_ms() - due_ms
        grace_ms = grace_after(late_ms, group.rejoin_grace_ms, group.rebalance_timeout_ms)
        if not grace_ms:
            return False
        group.rejoin_grace_ms += grace_ms
        self._wait_joins(group, grace_ms)
        return True

    def _answer_joins(self, group: GroupMetadata) -> None:
        _log.info("%s has %d members, %s leads", group, len(group.members), group.leader_id)
        for member in group.members.values():
            self.answer_join(group, member, self.joined(group, member))
            member.is_new = False
            self.sessions.restart(group, member)
            group.pending_sync_members.add(member.member_id)
        self._wait_syncs(group, group.rebalance_timeout_ms)

    def joined(self, group: GroupMetadata, member: Member) -> JoinResult:
        """Builds a member's join result in the present generation; the leader's names the other members."""
        return JoinResult(
            ErrorCode.NONE,
            member.member_id,
            group.generation_id,
            group.protocol_type,
            group.protocol_name,
            group.leader_id or NO_MEMBER,
            members=group.joined_members() if member.member_id == group.leader_id else [],
        )

    # ---- syncing --------------------------------------------------------------------------------------------------

    def _wait_syncs(self, group: GroupMetadata, delay_ms: int) -> None:
        operation = DelayedSync(self, group, delay_ms, self._clock.monotonic_ms() + delay_ms)
        self._purgatory.try_complete_else_watch(operation, [sync_key(group)])

    def has_synced(self, group: GroupMetadata, member: Member) -> None:
        """Notes that a member has asked for its assignment."""
        group.pending_sync_members.discard(member.member_id)
        self._purgatory.check_and_complete(sync_key(group))

    def complete_sync(self, group: GroupMetadata, generation_id: int, due_ms: MonotonicMs) -> None:
        """Removes the members that have not synced, and rebalances again; see RebalanceSteps."""
        with self.acting():
            if not is_syncing(group, generation_id):
                return
            grace_ms = grace_after(
                self._clock.monotonic_ms() - due_ms, group.rejoin_grace_ms, group.rebalance_timeout_ms
            )
            if grace_ms:
                group.rejoin_grace_ms += grace_ms
                self._wait_syncs(group, grace_ms)
                return
            silent = [group.members[member_id] for member_id in sorted(group.pending_sync_members)]
            for member in silent:
                self._drop(group, member)
            names = ", ".join(member.member_id for member in silent)
            self.prepare(group, f"no sync came in time from {names}")

    def store_assignment(self, group: GroupMetadata, assignments: Mapping[str, bytes]) -> None:
        """Writes the leader's assignment to the log; members it leaves out get an empty one."""
        whole = {member_id: assignments.get(member_id, b"") for member_id in group.members}
        generation_id = group.generation_id
        self._store.append_group(group, whole, partial(self._stored, group, generation_id, whole))

    def _stored(self, group: GroupMetadata, generation_id: int, whole: Mapping[str, bytes], error: ErrorCode) -> None:
        with self.acting():
            # Somebody may have joined, left or synced again meanwhile.
            if group.state is not GroupState.CompletingRebalance or group.generation_id != generation_id:
                return
            if error is not ErrorCode.NONE:
                self.fail_syncs(group, error)
                self.maybe_prepare(group, f"the assignment could not be written: {error.name}")
                return
            for member in group.members.values():
                member.assignment = whole[member.member_id]
            group.transition_to(GroupState.Stable, self._clock.now_ms())
            self._metrics.rebalances += 1
            for member in group.members.values():
                if self.answer_sync(member, self.synced(group, member)):
                    self.sessions.restart(group, member)

    def synced(self, group: GroupMetadata, member: Member) -> SyncResult:
        """Builds a member's sync result, with its assignment."""
        return SyncResult(ErrorCode.NONE, member.assignment, group.protocol_type, group.protocol_name)

    # ---- from one protocol to the other -----------------------------------------------------------------------------

    def hand_over(self, group: GroupMetadata) -> None:
        """Ends a group's rebalance and its members' sessions, and removes them: they live on in a consumer group.

        What waits ends with REBALANCE_IN_PROGRESS: those members join again.
        """
        with self.acting():
            for member in list(group.members.values()):
                self.answer_join(group, member, JoinResult(ErrorCode.REBALANCE_IN_PROGRESS, member.member_id))
                self.answer_sync(member, SyncResult(ErrorCode.REBALANCE_IN_PROGRESS))
                self.sessions.stop(member)
                group.remove(member.member_id)
            for member_id in list(group.pending_members):
                self.sessions.expect_no_more(group, member_id)
                group.remove(member_id)
            now_ms = self._clock.now_ms()
            if group.can_rebalance:
                group.transition_to(GroupState.PreparingRebalance, now_ms)
            group.transition_to(GroupState.Empty, now_ms)
            self._purgatory.check_and_complete(join_key(group))
            self._purgatory.check_and_complete(sync_key(group))

    def resume(self, group: GroupMetadata) -> None:
        """Waits until the members of a group that is being prepared have joined: of one that has become classic."""
        for member in group.members.values():
            self.sessions.restart(group, member)
        self._wait_joins(group, group.rebalance_timeout_ms)

    def fail_syncs(self, group: GroupMetadata, error: ErrorCode) -> None:
        """Fails the generation's syncs: nobody gets an assignment. The last one stays what they may own still."""
        for member in group.members.values():
            if self.answer_sync(member, SyncResult(error)):
                self.sessions.restart(group, member)

    # ---- the whole group --------------------------------------------------------------------------------------------

    def loaded(self, group: GroupMetadata) -> None:
        """Restarts the sessions of a group that was read from the log."""
        with self.acting():
            # Kafka does so before it serves the group; here requests may have come first, and their members gain time.
            if group.state is GroupState.PreparingRebalance:
                self.resume(group)
                return
            for member in group.members.values():
                self.sessions.restart(group, member)
            if len(group.members) > self._config().group_size_max:
                self.maybe_prepare(group, "it has more members than group.max.size")

    def unloaded(self, group: GroupMetadata, state: GroupState) -> None:
        """Ends the waiting requests of a group that is coordinated elsewhere. It is Dead here."""
        with self.acting():
            for member in group.members.values():
                self.sessions.stop(member)
                self.answer_join(group, member, JoinResult(ErrorCode.NOT_COORDINATOR, member.member_id))
                self.answer_sync(member, SyncResult(ErrorCode.NOT_COORDINATOR))
            for member_id in list(group.pending_members):
                self.sessions.expect_no_more(group, member_id)
            self._purgatory.check_and_complete(join_key(group))
            self._purgatory.check_and_complete(sync_key(group))
