"""The states of a producer's transaction and their transition table: the law of the machine, and nothing else.

`transaction` decides and carries what changes with a state. docs/state-machines.md is generated from here. The
coordinator has a machine of its own (`broker/transaction/states.py`).
"""

from __future__ import annotations

from enum import Enum
from typing import Final

from kavka.common.transitions import TransitionTable


class TransactionState(Enum):
    """Where a transactional producer stands."""

    NEW = "not initialised"
    """It has no producer id yet.

    action: none
    transition: InitProducerId → READY · fenced, or not allowed → FATAL
    """
    READY = "no transaction"
    """It has an id and an epoch, and no transaction.

    action: none
    transition: begin → OPEN · InitProducerId again → READY · fenced, or not allowed → FATAL
    """
    OPEN = "open"
    """A transaction takes records and offsets.

    action: add partitions and groups before what belongs to them
    transition: EndTxn commits or aborts, or InitProducerId again → READY · a record or a step is given up → FAILED ·
        fenced, or not allowed → FATAL
    """
    FAILED = "failed"
    """Something in the transaction did not come true, so that it can only be aborted.

    action: refuse records, offsets and the commit
    transition: EndTxn aborts, or InitProducerId again → READY · fenced, or not allowed → FATAL
    """
    FATAL = "over"
    """This producer can only be closed: it was fenced, is not allowed, or the coordinator disagrees about the state.

    action: raise the error again
    transition: none
    """


CLIENT_TRANSACTION_TRANSITIONS: Final = TransitionTable(
    "client transaction",
    {
        TransactionState.NEW: frozenset(),
        TransactionState.READY: frozenset(
            {TransactionState.NEW, TransactionState.READY, TransactionState.OPEN, TransactionState.FAILED}
        ),
        TransactionState.OPEN: frozenset({TransactionState.READY}),
        TransactionState.FAILED: frozenset({TransactionState.OPEN}),
        TransactionState.FATAL: frozenset(
            {TransactionState.NEW, TransactionState.READY, TransactionState.OPEN, TransactionState.FAILED}
        ),
    },
)
"""Kafka: `TransactionManager.java`, `State.isTransitionValid`; its transient states are requests in flight here."""
