"""The phases of a member of a group of the consumer protocol (KIP-848): the law of the machine, and nothing else.

`consumer_membership` carries what changes with a phase; members of classic groups have `membership_states`.
docs/state-machines.md is generated from here. The coordinator has machines of its own, in
`broker/group/consumer/states.py`.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

from kavka.common.transitions import TransitionTable


class ConsumerPhase(Enum):
    """Where a member stands."""

    OUTSIDE = "outside"
    """It is no member; what it had is others' by now.

    action: none
    transition: the next poll asks to join → JOINING
    """
    JOINING = "joining"
    """It asks to be a member, with epoch 0; it owns nothing.

    action: a heartbeat that says everything
    transition: a response: with partitions → RECONCILING, without → STABLE · it leaves, or the group refuses it →
        OUTSIDE
    """
    RECONCILING = "reconciling"
    """It is assigned other partitions than it owns.

    action: heartbeats; the next poll gives up what went, then takes what came
    transition: a poll has done so → ACKNOWLEDGING · another assignment → RECONCILING, or STABLE where it owns that ·
        it leaves, is fenced, or its user does not poll in time → OUTSIDE
    """
    ACKNOWLEDGING = "acknowledging"
    """It owns what it is assigned, and the coordinator has not heard so.

    action: a heartbeat at once, with what it owns
    transition: a response → STABLE · another assignment → RECONCILING · it leaves or is fenced → OUTSIDE
    """
    STABLE = "stable"
    """It owns what it is assigned, and the coordinator knows.

    action: heartbeats
    transition: another assignment → RECONCILING · the same, to be acknowledged anew → ACKNOWLEDGING · it leaves, is
        fenced, or its user does not poll in time → OUTSIDE
    """


MEMBER_PHASES: Final = frozenset({ConsumerPhase.RECONCILING, ConsumerPhase.ACKNOWLEDGING, ConsumerPhase.STABLE})
"""Those in which it has an epoch, and may commit."""

CONSUMER_MEMBER_TRANSITIONS: Final = TransitionTable(
    "consumer group member of a client",
    {
        ConsumerPhase.OUTSIDE: MEMBER_PHASES | {ConsumerPhase.JOINING},
        ConsumerPhase.JOINING: frozenset({ConsumerPhase.OUTSIDE}),
        ConsumerPhase.RECONCILING: MEMBER_PHASES | {ConsumerPhase.JOINING},
        ConsumerPhase.ACKNOWLEDGING: MEMBER_PHASES,
        ConsumerPhase.STABLE: MEMBER_PHASES | {ConsumerPhase.JOINING},
    },
)
"""Kafka: `MemberState.java` of the consumer's internals, without those of its threads."""
