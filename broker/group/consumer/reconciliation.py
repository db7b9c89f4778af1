"""The next step of a member towards its target: what it keeps, gives up, gets. Pure.

    kept     = assigned ∩ target
    revoked  = assigned − target        asked back first: the member stays in its epoch until it owns none of it
    wanted   = target − kept            given as far as nobody owns it; what others own still is waited for

    revoked, and the member may own it ─▶ UNREVOKED_PARTITIONS, in its own epoch
    else something wanted is not free  ─▶ UNRELEASED_PARTITIONS, in the target's epoch, with what is free
    else                               ─▶ STABLE, in the target's epoch

So a partition has one owner at any time: it is in one member's `assigned` or `revoking`, and becomes free when that
member says so, or is fenced. Kafka's `CurrentAssignmentBuilder`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from kavka.broker.group.consumer.assignment import (
    NOTHING,
    Assignment,
    TopicId,
    assignment_of,
    common,
    has_any,
    joined,
    without,
)
from kavka.broker.group.consumer.states import MemberState

if TYPE_CHECKING:
    from kavka.broker.group.consumer.member import ConsumerMember

IsFree = Callable[[TopicId, int], bool]
"""Tells whether no member owns a partition."""


class MemberStep(NamedTuple):
    """What becomes of a member."""

    state: MemberState
    epoch: int
    assigned: Assignment
    revoking: Assignment = NOTHING


def next_step(
    member: ConsumerMember, target: Assignment, target_epoch: int, *, owned: Assignment | None, is_free: IsFree
) -> MemberStep | None:
    """Returns the next step of a member; None: it stays as it is.

    Args:
        member: as it is.
        target: its target assignment.
        target_epoch: the epoch of that.
        owned: what its heartbeat says that it owns; None: it does not say.
        is_free: tells which partitions have no owner.
    """
    epoch = member.epoch
    if member.state is MemberState.STABLE and epoch == target_epoch:
        return None
    if member.state is MemberState.UNREVOKED_PARTITIONS:
        if owned is None or has_any(owned, member.revoking):
            return None
        # It has left its epoch behind, wherever the target is now: what it commits late for what it gave up says the
        # former one. Kafka 4.2 and later stay in it where more is to be given up (KAFKA-19974), since members revoke in
        # a target's own epoch there; none does here.
        epoch += 1
    return _towards(member.assigned, target, epoch, target_epoch, owned=owned, is_free=is_free)


def _towards(
    assigned: Assignment,
    target: Assignment,
    epoch: int,
    target_epoch: int,
    *,
    owned: Assignment | None,
    is_free: IsFree,
) -> MemberStep:
    kept, revoked = common(assigned, target), without(assigned, target)
    if revoked and (owned is None or has_any(owned, revoked)):
        return MemberStep(MemberState.UNREVOKED_PARTITIONS, epoch, kept, revoked)
    wanted = without(target, kept)
    free = assignment_of(
        (topic_id, [index for index in indexes if is_free(topic_id, index)]) for topic_id, indexes in wanted.items()
    )
    waits = free != wanted
    state = MemberState.UNRELEASED_PARTITIONS if waits else MemberState.STABLE
    return MemberStep(state, target_epoch, joined(kept, free))
