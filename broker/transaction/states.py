"""The states of a transactional id and their transition table: the law of the machine, and nothing else.

`transaction_metadata` carries what changes with a state, `coordinator` decides. docs/state-machines.md is generated
from here. The numbers stand in the records of `__transaction_state`.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from kavka.common.transitions import TransitionTable


class TransactionState(IntEnum):
    """Where the transaction of one transactional id stands."""

    Empty = 0
    """There is a producer, it has not begun a transaction.

    action: none
    transition: partitions are added → Ongoing · EndTxn aborts what has none → PrepareAbort · InitProducerId → Empty ·
        the id expires → Dead
    """
    Ongoing = 1
    """A transaction is open.

    action: abort it when its time is up
    transition: partitions are added → Ongoing · EndTxn commits → PrepareCommit · EndTxn aborts → PrepareAbort ·
        InitProducerId, or the time is up → PrepareEpochFence
    """
    PrepareCommit = 2
    """It will be committed, whatever happens; this is in the log.

    action: send commit markers until every partition has one
    transition: every partition has its marker → CompleteCommit
    """
    PrepareAbort = 3
    """It will be aborted, whatever happens; this is in the log.

    action: send abort markers until every partition has one
    transition: every partition has its marker → CompleteAbort
    """
    CompleteCommit = 4
    """It was committed.

    action: none
    transition: partitions are added → Ongoing · EndTxn aborts what has none → PrepareAbort · InitProducerId → Empty ·
        the id expires → Dead
    """
    CompleteAbort = 5
    """It was aborted.

    action: none
    transition: partitions are added → Ongoing · EndTxn aborts what has none → PrepareAbort · InitProducerId → Empty ·
        the id expires → Dead
    """
    Dead = 6
    """The id has expired: its tombstone is being written, then it is forgotten.

    action: none
    transition: none
    """
    PrepareEpochFence = 7
    """The producer's epoch is raised before its transaction is aborted. Pending only: no record ever holds it.

    action: none
    transition: at once → PrepareAbort
    """


TRANSACTION_TRANSITIONS: Final = TransitionTable(
    "transaction",
    {
        TransactionState.Empty: frozenset(
            {TransactionState.Empty, TransactionState.CompleteCommit, TransactionState.CompleteAbort}
        ),
        TransactionState.Ongoing: frozenset(
            {
                TransactionState.Ongoing,
                TransactionState.Empty,
                TransactionState.CompleteCommit,
                TransactionState.CompleteAbort,
            }
        ),
        TransactionState.PrepareCommit: frozenset({TransactionState.Ongoing}),
        TransactionState.PrepareAbort: frozenset(
            {
                TransactionState.Ongoing,
                TransactionState.PrepareEpochFence,
                # With version 2 a client may end what never had a partition: its epoch is raised all the same.
                TransactionState.Empty,
                TransactionState.CompleteCommit,
                TransactionState.CompleteAbort,
            }
        ),
        TransactionState.CompleteCommit: frozenset({TransactionState.PrepareCommit}),
        TransactionState.CompleteAbort: frozenset({TransactionState.PrepareAbort}),
        TransactionState.Dead: frozenset(
            {TransactionState.Empty, TransactionState.CompleteAbort, TransactionState.CompleteCommit}
        ),
        TransactionState.PrepareEpochFence: frozenset({TransactionState.Ongoing}),
    },
)
"""Kafka: `TransactionMetadata.scala`, `TransactionState.validPreviousStates`."""

PREPARED: Final = frozenset({TransactionState.PrepareCommit, TransactionState.PrepareAbort})
"""Decided, and not yet known to every partition."""
AT_REST: Final = frozenset({TransactionState.Empty, TransactionState.CompleteCommit, TransactionState.CompleteAbort})
"""No transaction is open."""
NEVER_WRITTEN: Final = frozenset({TransactionState.Dead, TransactionState.PrepareEpochFence})
"""Pending only: no record holds these, and so nobody is in them."""
