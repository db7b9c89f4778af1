"""What a transactional id becomes: epochs, ids, partitions, and what is left when nothing came of it."""

from __future__ import annotations

import pytest

from kavka.broker.transaction.states import TransactionState
from kavka.broker.transaction.transaction_metadata import TransactionMetadata
from kavka.broker.transaction.versions import TransactionVersion
from kavka.common.types import TopicPartition
from kavka.protocol.errors import ProducerFenced

P, Q = TopicPartition("t", 0), TopicPartition("t", 1)


def transaction(**fields):
    fields = {"producer_id": 7, "timeout_ms": 1_000, "now_ms": 1, **fields}
    return TransactionMetadata("id", **fields)


def done(txn, transit):
    txn.complete(transit)
    return txn


def test_a_first_producer_begins_at_epoch_0():
    txn = transaction()
    done(txn, txn.prepare_next_epoch(5_000, None, 2))
    assert (txn.producer_id, txn.producer_epoch, txn.last_producer_epoch, txn.timeout_ms) == (7, 0, -1, 5_000)
    assert (txn.state, txn.pending_state, txn.last_update_ms) == (TransactionState.Empty, None, 2)


@pytest.mark.parametrize(
    ("expected", "epoch", "last"),
    [(None, 6, -1), (5, 6, 5), (4, 5, 4)],
    ids=["a new instance", "the same one", "the same one, its answer was lost"],
)
def test_epochs_go_on_as_kip_360_says(expected, epoch, last):
    txn = transaction(producer_epoch=4)
    done(txn, txn.prepare_next_epoch(1_000, 4, 2))
    assert txn.last_producer_epoch == 4
    transit = txn.prepare_next_epoch(1_000, expected, 3)
    assert (transit.producer_epoch, transit.last_producer_epoch) == (epoch, last)


@pytest.mark.parametrize("expected", [3, 6])
def test_bug_78_a_producer_that_is_not_the_last_one_is_fenced(expected):
    txn = transaction(producer_epoch=4)
    done(txn, txn.prepare_next_epoch(1_000, 4, 2))
    with pytest.raises(ProducerFenced):
        txn.prepare_next_epoch(1_000, expected, 3)
    assert txn.pending_state is None


def test_a_new_instance_makes_retries_of_the_old_one_fail():
    txn = transaction(producer_epoch=4)
    done(txn, txn.prepare_next_epoch(1_000, 4, 2))
    done(txn, txn.prepare_next_epoch(1_000, None, 3))
    with pytest.raises(ProducerFenced):
        txn.prepare_next_epoch(1_000, 5, 4)


@pytest.mark.parametrize("keeps", [True, False])
def test_bug_75_used_up_epochs_give_a_new_producer_id(keeps):
    txn = transaction(producer_epoch=32766)
    assert txn.is_epoch_exhausted
    done(txn, txn.prepare_new_producer_id(99, 1_000, 2, keeps_last_epoch=keeps))
    assert (txn.producer_id, txn.producer_epoch, txn.last_producer_id) == (99, 0, 7)
    assert txn.last_producer_epoch == (32766 if keeps else -1)
    assert txn.is_known_producer(7, 32766), "its answer may have been lost"
    assert not txn.is_known_producer(7, 32765)
    assert txn.is_known_producer(99, 12)


def test_the_last_epoch_is_kept_for_fencing():
    txn = transaction(producer_epoch=32766, state=TransactionState.Ongoing)
    assert txn.prepare_fence().producer_epoch == 32767


def test_a_transaction_begins_with_its_first_partition_and_ends_with_none():
    txn = transaction(producer_epoch=0)
    done(txn, txn.prepare_add_partitions([P], 10))
    assert (txn.state, txn.partitions, txn.start_ms) == (TransactionState.Ongoing, {P}, 10)
    done(txn, txn.prepare_add_partitions([Q], 20))
    assert (txn.partitions, txn.start_ms, txn.last_update_ms) == ({P, Q}, 10, 20)
    done(txn, txn.prepare_end(TransactionState.PrepareCommit, 30))
    assert txn.partitions == {P, Q}
    done(txn, txn.prepare_complete(40))
    assert (txn.state, txn.partitions, txn.start_ms) == (TransactionState.CompleteCommit, frozenset(), 10)
    done(txn, txn.prepare_add_partitions([P], 50))
    assert txn.start_ms == 50, "another transaction"


def test_nothing_changes_before_the_record_is_written():
    txn = transaction(producer_epoch=0)
    txn.prepare_add_partitions([P], 10)
    assert (txn.state, txn.partitions, txn.start_ms) == (TransactionState.Empty, frozenset(), -1)
    with pytest.raises(AssertionError, match="cannot also become"):
        txn.prepare_add_partitions([Q], 11)
    txn.clear_pending()
    assert txn.prepare_add_partitions([Q], 12).partitions == {Q}


def test_bug_79_a_fence_that_could_not_be_written_raises_the_epoch_once():
    txn = transaction(producer_epoch=5, state=TransactionState.Ongoing, partitions=[P], start_ms=1)
    for _ in range(3):
        txn.take_fence(txn.prepare_fence().producer_epoch)
        txn.prepare_end(TransactionState.PrepareAbort, 2)
        txn.clear_pending()
        txn.has_failed_epoch_fence = True
        assert txn.producer_epoch == 6
    txn.take_fence(txn.prepare_fence().producer_epoch)
    done(txn, txn.prepare_end(TransactionState.PrepareAbort, 3))
    done(txn, txn.prepare_complete(4))
    assert (txn.state, txn.producer_epoch) == (TransactionState.CompleteAbort, 6)
    assert not txn.has_failed_epoch_fence, "the next one counts anew"


def test_only_open_transactions_are_overdue():
    txn = transaction(producer_epoch=0, state=TransactionState.Ongoing, start_ms=100, timeout_ms=50)
    assert not txn.is_overdue(150)
    assert txn.is_overdue(151)
    done(txn, txn.prepare_end(TransactionState.PrepareCommit, 160))
    assert not txn.is_overdue(1_000)


def test_only_ids_at_rest_expire():
    txn = transaction(producer_epoch=0, now_ms=100)
    assert not txn.is_expired(199, 100)
    assert txn.is_expired(200, 100)
    transit = txn.prepare_add_partitions([P], 200)
    assert not txn.is_expired(1_000, 100)
    done(txn, transit)
    assert not txn.is_expired(1_000, 100)


def test_a_record_that_names_the_producers_own_id_as_the_next_one_changes_nothing_of_it():
    txn = transaction(
        producer_epoch=6,
        state=TransactionState.PrepareCommit,
        partitions=[P],
        next_producer_id=7,
        client_version=TransactionVersion.V2,
    )
    done(txn, txn.prepare_complete(5))
    assert (txn.state, txn.producer_id, txn.producer_epoch) == (TransactionState.CompleteCommit, 7, 6)
