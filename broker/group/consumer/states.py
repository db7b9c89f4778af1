"""The states of a member of a consumer group (KIP-848), and of the group as a whole: the law, and nothing else.

A group has three epochs, and each follows the one before it:

    group epoch ──▶ target epoch ──▶ member epoch
    rises with      of the newest    of what a member has taken over; it is in reconciliation
    every change    assignment       while it is behind the target epoch

A member goes towards its target in steps, each of them in one heartbeat (`reconciliation`):

    state                  the member               goes on when
    STABLE                 has what it may have     a newer target is there
    UNREVOKED_PARTITIONS   is to give some up       a heartbeat says that it does not own them any more
    UNRELEASED_PARTITIONS  waits for some           their former owners have given them up, or are gone

Of any state it may come to any other: what the next one is follows from the target, from what the member owns, and from
what others own still. The state of a group is not kept, but seen in its epochs and members.
"""

from __future__ import annotations

from enum import Enum, IntEnum

from kavka.common.transitions import TransitionTable


class MemberState(IntEnum):
    """Where a member stands on its way to its target; the numbers are those of its record."""

    STABLE = 0
    """It has all that its target has and that was free.

    action: its heartbeats are signs of life
    transition: a newer target takes partitions of it → UNREVOKED_PARTITIONS · gives it some that others own →
        UNRELEASED_PARTITIONS
    """
    UNREVOKED_PARTITIONS = 1
    """It has been asked to give partitions up, and stays in its epoch until then, at most its rebalance timeout.

    action: it is fenced when its rebalance timeout is over
    transition: it owns none of them any more → STABLE · and waits for others' → UNRELEASED_PARTITIONS
    """
    UNRELEASED_PARTITIONS = 2
    """It is in the target's epoch, and waits for partitions that others own still.

    action: each heartbeat looks whether some have become free
    transition: the last one did → STABLE · a newer target takes partitions of it → UNREVOKED_PARTITIONS
    """


_ANY = frozenset(MemberState)

MEMBER_TRANSITIONS: TransitionTable[MemberState] = TransitionTable(
    "member of a consumer group", {state: _ANY - {state} for state in MemberState}
)


class ConsumerGroupState(Enum):
    """What a group of the consumer protocol is doing. The names are those of ConsumerGroupDescribe and ListGroups."""

    EMPTY = "Empty"
    """It has no members."""
    ASSIGNING = "Assigning"
    """Its target is older than its epoch: the next heartbeat has a newer one computed."""
    RECONCILING = "Reconciling"
    """Some member is on its way to the target."""
    STABLE = "Stable"
    """Every member has its target."""
