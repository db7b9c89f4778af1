"""The phases of a member of a consumer group and their transition table: the law of the machine, and nothing else.

`membership` carries what changes with a phase. docs/state-machines.md is generated from here. The coordinator has
machines of its own (`broker/group/states.py`).
"""

from __future__ import annotations

from enum import Enum
from typing import Final

from kavka.common.transitions import TransitionTable


class Phase(Enum):
    """Where a member stands."""

    OUTSIDE = "outside"
    """It is in no generation of the group.

    action: none; what it had is others' by now
    transition: the next poll asks to join → JOINING
    """
    JOINING = "joining"
    """JoinGroup and SyncGroup are under way; what it owns it keeps meanwhile.

    action: JoinGroup, assign as the leader, SyncGroup
    transition: SyncGroup brings a share → MEMBER · a poll asks again → JOINING · it leaves, the group refuses it, or
        what no retry mends → OUTSIDE
    """
    MEMBER = "member"
    """It has its share of the present generation.

    action: heartbeats
    transition: a poll asks to join again → JOINING · it leaves, the group goes on without it, or the user does not
        poll in time → OUTSIDE
    """


MEMBER_TRANSITIONS: Final = TransitionTable(
    "group member",
    {
        Phase.OUTSIDE: frozenset({Phase.JOINING, Phase.MEMBER}),
        Phase.JOINING: frozenset({Phase.OUTSIDE, Phase.JOINING, Phase.MEMBER}),
        Phase.MEMBER: frozenset({Phase.JOINING}),
    },
)
"""Kafka: `AbstractCoordinator.java`, `MemberState`; its two rebalancing states are one here."""
