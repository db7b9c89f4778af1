"""The states of a share-partition as its group's coordinator knows them (KIP-932), and of the group: the law alone.

A share-partition is begun with the persister before a member gets it, and forgotten there before the group goes:

    state          the persister            members may have it
    ABSENT         has no state of it       no
    INITIALIZING   is to begin it           no
    INITIALIZED    has begun it             yes
    DELETING       is to forget it          no

What the persister is to do is in the log before it is asked, so a coordinator that comes next asks again. Each of both
may be done twice. A topic that is deleted takes its share-partitions along: nobody asks for its id again.
"""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import Final

from kavka.common.transitions import TransitionTable


class SharePartitionState(IntEnum):
    """How far a share-partition has come."""

    ABSENT = 0
    """The group has nothing to do with the partition.

    transition: a member subscribes to its topic, or an administrator sets where the group begins → INITIALIZING
    """
    INITIALIZING = 1
    """The persister is to begin it, at an offset or wherever the group's configuration says.

    action: the persister is asked, and again where it failed
    transition: the persister has begun it → INITIALIZED · the group is deleted → DELETING · its topic is → ABSENT
    """
    INITIALIZED = 2
    """The persister has begun it.

    action: it is assigned to members that subscribe to its topic
    transition: an administrator sets where the group begins → INITIALIZING · the topic's offsets or the group are
        deleted → DELETING · its topic is → ABSENT
    """
    DELETING = 3
    """The persister is to forget it.

    action: the persister is asked; where it failed, the administrator asks again
    transition: the persister has forgotten it, or its topic is deleted → ABSENT · a member subscribes after that
        failed → INITIALIZING, which begins it anew
    """


_ABSENT: Final = SharePartitionState.ABSENT
_INITIALIZING: Final = SharePartitionState.INITIALIZING
_INITIALIZED: Final = SharePartitionState.INITIALIZED
_DELETING: Final = SharePartitionState.DELETING

SHARE_PARTITION_TRANSITIONS: TransitionTable[SharePartitionState] = TransitionTable(
    "share-partition of a group",
    {
        _ABSENT: frozenset({_INITIALIZING, _INITIALIZED, _DELETING}),
        _INITIALIZING: frozenset({_ABSENT, _INITIALIZED, _DELETING}),
        _INITIALIZED: frozenset({_INITIALIZING}),
        _DELETING: frozenset({_INITIALIZING, _INITIALIZED}),
    },
)


class ShareGroupState(Enum):
    """What a share group is doing. The names are those of ShareGroupDescribe and ListGroups."""

    EMPTY = "Empty"
    """It has no members."""
    STABLE = "Stable"
    """It has some: each takes over its target with its next heartbeat, since partitions are shared."""
