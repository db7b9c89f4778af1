"""The states of a record in flight of a share-partition (KIP-932): the law, and nothing else.

                        ┌──────── released, or its lock is over ────────┐
                        ▼                                               │
    behind the ─▶ ┌───────────┐ ── acquired by a member ──▶ ┌──────────┐
    end offset    │ AVAILABLE │                             │ ACQUIRED │
                  └───────────┘                             └──────────┘
                        │                                     │     │ accepted
                        │ gone from the log      rejected, or │     ▼
                        ▼      delivered too often, or no record   ┌──────────────┐
                  ┌──────────┐ ◀──────────────────────────────┘    │ ACKNOWLEDGED │
                  │ ARCHIVED │                                     └──────────────┘
                  └──────────┘

What is acknowledged or archived needs no delivery any more; where the earliest records are, the start offset moves past
them. Kafka: `org.apache.kafka.server.share.fetch.RecordState`.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from kavka.common.transitions import TransitionTable


class RecordState(IntEnum):
    """Where a record is on its way to a member; the numbers are those of its kept state."""

    AVAILABLE = 0
    """It may be delivered.

    action: none
    transition: a member acquires it → ACQUIRED · it is gone from the log, or of an aborted transaction → ARCHIVED
    """
    ACQUIRED = 1
    """It is locked for a member.

    action: the lock has an end
    transition: accepted → ACKNOWLEDGED · rejected, or there is no record at its offset → ARCHIVED · released, or its
        lock is over → AVAILABLE, or ARCHIVED when it was delivered as often as is allowed
    """
    ACKNOWLEDGED = 2
    """A member has processed it.

    action: none
    transition: none
    """
    ARCHIVED = 4
    """It will not be delivered any more.

    action: none
    transition: none
    """


AVAILABLE: Final = RecordState.AVAILABLE
ACQUIRED: Final = RecordState.ACQUIRED
ACKNOWLEDGED: Final = RecordState.ACKNOWLEDGED
ARCHIVED: Final = RecordState.ARCHIVED

RECORD_TRANSITIONS: TransitionTable[RecordState] = TransitionTable(
    "record in flight",
    {
        AVAILABLE: frozenset({ACQUIRED}),
        ACQUIRED: frozenset({AVAILABLE}),
        ACKNOWLEDGED: frozenset({ACQUIRED}),
        ARCHIVED: frozenset({AVAILABLE, ACQUIRED}),
    },
)
"""State → the states before it."""

DELIVERED: Final = frozenset({ACKNOWLEDGED, ARCHIVED})
"""The states of records whose delivery is complete."""
