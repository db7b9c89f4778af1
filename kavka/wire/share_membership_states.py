"""The phases of a member of a share group and their transition table: the law of the machine, and nothing else.

`share_membership` carries what changes with a phase. docs/state-machines.md is generated from here.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

from kavka.common.transitions import TransitionTable


class SharePhase(Enum):
    """Where a member of a share group stands."""

    OUTSIDE = "outside"
    """It is not in the group: not subscribed, refused for good, or its user does not poll.

    action: none
    transition: a subscription, or the poll after a long silence → JOINING
    """
    JOINING = "joining"
    """A heartbeat of epoch 0 is due, or under way; it says all that there is to say.

    action: ShareGroupHeartbeat of epoch 0
    transition: the coordinator gives an epoch → MEMBER · it leaves, or is refused for good → OUTSIDE
    """
    MEMBER = "member"
    """It has an epoch of the group's, and what is assigned to it.

    action: heartbeats, each as late as the coordinator lets it be
    transition: the coordinator does not know it, or fences it → JOINING · it leaves, is refused for good, or the user
        does not poll in time → OUTSIDE
    """


SHARE_MEMBER_TRANSITIONS: Final = TransitionTable(
    "share group member",
    {
        SharePhase.OUTSIDE: frozenset({SharePhase.JOINING, SharePhase.MEMBER}),
        SharePhase.JOINING: frozenset({SharePhase.OUTSIDE, SharePhase.MEMBER}),
        SharePhase.MEMBER: frozenset({SharePhase.JOINING}),
    },
)
"""Kafka: `MemberState.java`, as far as nothing has to be revoked."""
