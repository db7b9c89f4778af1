"""What an EndTxn does in each state, by each version: Kafka's tables, written down a second time."""

from __future__ import annotations

import pytest

from kavka.broker.transaction.end_decision import must_prepare_end
from kavka.broker.transaction.states import TransactionState
from kavka.broker.transaction.transaction_metadata import TransactionMetadata
from kavka.broker.transaction.versions import TransactionVersion
from kavka.protocol.errors import ConcurrentTransactions, InvalidProducerIdMapping, InvalidTxnState, ProducerFenced

PREPARE, DONE = True, False
PF, ITS, CT = ProducerFenced, InvalidTxnState, ConcurrentTransactions
V0, V2 = TransactionVersion.V0, TransactionVersion.V2
ID, EPOCH, FORMER = 7, 5, 3

V1_TABLE = {  # (commit, abort) of the present epoch
    "Empty": (ITS, ITS),
    "Ongoing": (PREPARE, PREPARE),
    "PrepareCommit": (CT, ITS),
    "PrepareAbort": (ITS, CT),
    "CompleteCommit": (DONE, ITS),
    "CompleteAbort": (ITS, DONE),
}
V2_TABLE = {  # (commit, abort) of the present epoch, then of the one before
    "Empty": (ITS, PREPARE, PF, PF),
    "Ongoing": (PREPARE, PREPARE, PF, PF),
    "CompleteCommit": (ITS, PREPARE, DONE, ITS),
    "CompleteAbort": (ITS, PREPARE, ITS, DONE),
}


def found(state, *, version=V2, **fields):
    fields = {"producer_id": ID, "producer_epoch": EPOCH, "timeout_ms": 1_000, "now_ms": 1, **fields}
    return TransactionMetadata("tx", state=TransactionState[state], client_version=version, **fields)


def decided(metadata, epoch, *, is_commit, version, producer_id=ID):
    try:
        return must_prepare_end(metadata, producer_id, epoch, is_commit=is_commit, version=version)
    except (PF, ITS, CT, InvalidProducerIdMapping) as error:
        return type(error)


@pytest.mark.parametrize("state", V1_TABLE)
@pytest.mark.parametrize("is_commit", [True, False])
def test_up_to_version_1_only_the_present_epoch_ends_anything(state, is_commit):
    for metadata in (found(state, version=V0), found(state, version=V2)):
        assert decided(metadata, EPOCH, is_commit=is_commit, version=V0) is V1_TABLE[state][not is_commit]
        for epoch in (EPOCH - 1, EPOCH + 1):
            assert decided(metadata, epoch, is_commit=is_commit, version=V0) is PF


@pytest.mark.parametrize("state", V2_TABLE)
@pytest.mark.parametrize("is_commit", [True, False])
def test_with_version_2_the_epoch_before_is_a_retry(state, is_commit):
    present, retry = V2_TABLE[state][not is_commit], V2_TABLE[state][2 + (not is_commit)]
    assert decided(found(state), EPOCH, is_commit=is_commit, version=V2) is present
    assert decided(found(state), EPOCH - 1, is_commit=is_commit, version=V2) is retry
    for epoch in (EPOCH - 2, EPOCH + 1):
        assert decided(found(state), epoch, is_commit=is_commit, version=V2) is PF


@pytest.mark.parametrize("state", ["PrepareCommit", "PrepareAbort"])
@pytest.mark.parametrize("is_commit", [True, False])
def test_with_version_2_nobody_is_told_of_a_fence_while_the_last_end_is_under_way(state, is_commit):
    """Who names the present epoch is in its next transaction, and had the epoch from the response to that end."""
    for epoch in (EPOCH - 2, EPOCH - 1, EPOCH, EPOCH + 1):
        assert decided(found(state), epoch, is_commit=is_commit, version=V2) is CT
    assert decided(found(state), EPOCH, producer_id=ID + 1, is_commit=is_commit, version=V2) is CT


@pytest.mark.parametrize("state", V2_TABLE)
def test_what_an_older_client_ended_is_not_tried_again_by_the_epoch_before(state):
    """A fence of version 1 raises the epoch by one, too, and gives it to nobody."""
    assert decided(found(state, version=V0), EPOCH - 1, is_commit=False, version=V2) is PF


@pytest.mark.parametrize(("state", "outcome"), [("CompleteCommit", DONE), ("CompleteAbort", ITS), ("Ongoing", None)])
def test_a_retry_after_the_last_epoch_finds_the_next_producer_id(state, outcome):
    metadata = found(state, producer_epoch=0, last_producer_id=FORMER)
    said = decided(metadata, 32_766, producer_id=FORMER, is_commit=True, version=V2)
    assert said is (outcome if outcome is not None else InvalidProducerIdMapping)
    assert decided(metadata, 32_765, producer_id=FORMER, is_commit=True, version=V2) is InvalidProducerIdMapping
    assert decided(metadata, 32_766, producer_id=FORMER, is_commit=True, version=V0) is InvalidProducerIdMapping


def test_who_was_fenced_at_the_last_epoch_is_not_taken_for_one_that_tries_again():
    fenced = found("CompleteAbort", producer_epoch=32_767)
    assert decided(fenced, 32_766, is_commit=False, version=V2) is PF


@pytest.mark.parametrize("version", [V0, V2])
def test_while_a_change_is_under_way_nothing_else_is_decided(version):
    metadata = found("Ongoing", version=version)
    metadata.prepare_end(TransactionState.PrepareCommit, 2, version=version)
    assert decided(metadata, EPOCH, is_commit=True, version=version) is CT
    assert decided(metadata, EPOCH - 1, is_commit=True, version=version) is (CT if version.bumps_epoch else PF)
