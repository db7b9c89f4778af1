"""The whole matrix of the transaction machine, legal and illegal."""

from __future__ import annotations

from pathlib import Path

import pytest

from kavka.broker.transaction.states import AT_REST, PREPARED, TRANSACTION_TRANSITIONS, TransactionState
from kavka.broker.transaction.transaction_metadata import TransactionMetadata
from kavka.common.transitions import IllegalTransition

# Written down a second time, from Kafka's documentation of the machine: the table is held against it.
LEGAL = {
    "Empty": {"Empty", "CompleteCommit", "CompleteAbort"},
    "Ongoing": {"Ongoing", "Empty", "CompleteCommit", "CompleteAbort"},
    "PrepareCommit": {"Ongoing"},
    "PrepareAbort": {"Ongoing", "PrepareEpochFence", "Empty", "CompleteCommit", "CompleteAbort"},
    "CompleteCommit": {"PrepareCommit"},
    "CompleteAbort": {"PrepareAbort"},
    "Dead": {"Empty", "CompleteAbort", "CompleteCommit"},
    "PrepareEpochFence": {"Ongoing"},
}

BEGIN = {
    TransactionState.Empty: lambda txn: txn.prepare_next_epoch(1_000, None, 2),
    TransactionState.Ongoing: lambda txn: txn.prepare_add_partitions((), 2),
    TransactionState.PrepareCommit: lambda txn: txn.prepare_end(TransactionState.PrepareCommit, 2),
    TransactionState.PrepareAbort: lambda txn: txn.prepare_end(TransactionState.PrepareAbort, 2),
    TransactionState.CompleteCommit: lambda txn: txn.prepare_complete(2),
    TransactionState.CompleteAbort: lambda txn: txn.prepare_complete(2),
    TransactionState.Dead: lambda txn: txn.prepare_dead(),
    TransactionState.PrepareEpochFence: lambda txn: txn.prepare_fence(),
}


def matrix():
    return [pytest.param(a, b, id=f"{a.name}_to_{b.name}") for a in TransactionState for b in TransactionState]


@pytest.mark.parametrize(("current", "target"), matrix())
def test_every_transition_is_legal_or_refused(current, target):
    txn = TransactionMetadata("id", producer_id=1, producer_epoch=0, timeout_ms=1_000, now_ms=1, state=current)
    if target in (TransactionState.CompleteCommit, TransactionState.CompleteAbort) and current in PREPARED:
        is_this_end = (target is TransactionState.CompleteCommit) == (current is TransactionState.PrepareCommit)
        assert (current.name in LEGAL[target.name]) == is_this_end
    elif current.name in LEGAL[target.name]:
        assert BEGIN[target](txn).state is target
        assert txn.pending_state is target
        assert txn.state is current, "nothing has happened yet"
        return
    else:
        with pytest.raises(IllegalTransition, match=f"transaction id: {current.name} → "):
            BEGIN[target](txn)
        assert txn.pending_state is None
    assert TRANSACTION_TRANSITIONS.is_legal(current, target) == (current.name in LEGAL[target.name])


def test_every_state_says_what_it_does():
    source = (Path(__file__).resolve().parents[3] / "broker" / "transaction" / "states.py").read_text(encoding="utf-8")
    for state in TransactionState:
        assert f"    {state.name} = {state.value}\n" in source
    assert source.count("    action: ") == source.count("    transition: ") == len(TransactionState)


def test_a_transaction_is_at_rest_or_decided_or_open_or_passing():
    others = {TransactionState.Ongoing, TransactionState.Dead, TransactionState.PrepareEpochFence}
    assert AT_REST | PREPARED | others == set(TransactionState)
    assert not AT_REST & PREPARED
