"""The states of a share-partition at the leader of its partition (KIP-932): the law, and nothing else.

    ┌──────────────┐ read ┌────────┐ fenced, or led elsewhere ┌────────┐
    │ Initializing │ ───▶ │ Active │ ───────────────────────▶ │ Fenced │   forgotten: the next fetch begins it anew
    └──────────────┘      └────────┘                          └────────┘
           └── could not be read ─▶ Fenced

Kafka: `SharePartitionState`.
"""

from __future__ import annotations

from enum import Enum

from kavka.common.transitions import TransitionTable


class LedState(Enum):
    """What may be done with a share-partition."""

    INITIALIZING = "Initializing"
    """What was kept of it is being read.

    action: fetches wait
    transition: it is read → ACTIVE · it could not be, or the leader has changed → FENCED
    """
    ACTIVE = "Active"
    """Members acquire and acknowledge.

    action: what changes is written
    transition: a write was fenced, the leader has changed, or no member of its group is left here → FENCED
    """
    FENCED = "Fenced"
    """It is forgotten.

    action: who waits for it is told why
    transition: none
    """


LED_TRANSITIONS: TransitionTable[LedState] = TransitionTable(
    "led share-partition",
    {
        LedState.INITIALIZING: frozenset(),
        LedState.ACTIVE: frozenset({LedState.INITIALIZING}),
        LedState.FENCED: frozenset({LedState.INITIALIZING, LedState.ACTIVE}),
    },
)
"""State → the states before it."""
