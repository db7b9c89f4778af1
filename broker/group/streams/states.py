"""The states of a member of a streams group (KIP-1071), and of the group as a whole: the law, and nothing else.

The epochs are those of groups of the consumer protocol, of tasks instead of partitions (`group/consumer/states`):

    group epoch ──▶ target epoch ──▶ member epoch

The state of a group is not kept, but seen in its epochs, its members and its topology.
"""

from __future__ import annotations

from enum import Enum, IntEnum

from kavka.common.transitions import TransitionTable


class StreamsMemberState(IntEnum):
    """Where a member stands on its way to its target; the numbers are those of its record."""

    STABLE = 1
    """It has all that its target has and that was free.

    action: its heartbeats are signs of life
    transition: a newer target takes tasks of it → UNREVOKED_TASKS · gives it some that others have →
        UNRELEASED_TASKS
    """
    UNREVOKED_TASKS = 2
    """It has been asked to give tasks up, and stays in its epoch until then, at most its rebalance timeout.

    action: it is fenced when its rebalance timeout is over
    transition: it has none of them any more → STABLE · and waits for others' → UNRELEASED_TASKS
    """
    UNRELEASED_TASKS = 3
    """It is in the target's epoch, and waits for tasks that others have still.

    action: each heartbeat looks whether some have become free
    transition: the last one did → STABLE · a newer target takes tasks of it → UNREVOKED_TASKS
    """


_ANY = frozenset(StreamsMemberState)

STREAMS_MEMBER_TRANSITIONS: TransitionTable[StreamsMemberState] = TransitionTable(
    "member of a streams group", {state: _ANY - {state} for state in StreamsMemberState}
)


class StreamsGroupState(Enum):
    """What a streams group is doing. The names are those of StreamsGroupDescribe and ListGroups."""

    EMPTY = "Empty"
    """It has no members."""
    NOT_READY = "NotReady"
    """Topics of its topology are missing, or have wrong numbers of partitions."""
    ASSIGNING = "Assigning"
    """Its target is older than its epoch: a heartbeat will have a newer one computed."""
    RECONCILING = "Reconciling"
    """Some member is on its way to the target."""
    STABLE = "Stable"
    """Every member has its target."""
