"""What an EndTxn does to a transactional id as it stands: prepare its end, nothing, or an error. Pure.

Up to version 1 the epoch stays, so an EndTxn that is tried again looks like the first one::

                    commit                   abort                    any other epoch
    Ongoing         prepare                  prepare                  PRODUCER_FENCED
    PrepareCommit   CONCURRENT_TRANSACTIONS  INVALID_TXN_STATE        likewise
    PrepareAbort    INVALID_TXN_STATE        CONCURRENT_TRANSACTIONS  likewise
    CompleteCommit  done                     INVALID_TXN_STATE        likewise
    CompleteAbort   INVALID_TXN_STATE        done                     likewise
    Empty           INVALID_TXN_STATE        INVALID_TXN_STATE        likewise

With version 2 the end raises the epoch: who names the epoch before is trying again, who names the present one means
its next transaction, which it may abort also where no partition is in it::

                    present epoch                          the epoch before, or the last one of the id before
    Ongoing         prepare                                PRODUCER_FENCED
    CompleteCommit  commit: INVALID_TXN_STATE, abort:      commit: done, abort: INVALID_TXN_STATE
                    prepare
    CompleteAbort   likewise                               abort: done, commit: INVALID_TXN_STATE
    Empty           likewise                               PRODUCER_FENCED

While an end is under way (PrepareCommit, PrepareAbort, or a change that is being written) everybody hears
CONCURRENT_TRANSACTIONS. The producer has its next epoch from the response to that end already, and who aborts a
transaction of which nothing was sent must not be told that it is fenced.

Kafka: `TransactionCoordinator.endTransaction`, whose table the second one is, in the order that Kafka 4.4 has; 4.0
fences the present epoch, too. What Kafka takes for a retry after a fence of an older version is fenced here: the epoch
that fenced was given to nobody.
"""

from __future__ import annotations

from typing import Final

from kavka.broker.transaction.states import PREPARED, TransactionState
from kavka.broker.transaction.transaction_metadata import (
    EPOCH_EXHAUSTED,
    EPOCH_MAX,
    TransactionMetadata,
)
from kavka.broker.transaction.versions import TransactionVersion
from kavka.protocol.errors import ConcurrentTransactions, InvalidProducerIdMapping, InvalidTxnState, ProducerFenced

PREPARED_BY_COMMIT: Final = {True: TransactionState.PrepareCommit, False: TransactionState.PrepareAbort}
_COMPLETE_BY_COMMIT: Final = {True: TransactionState.CompleteCommit, False: TransactionState.CompleteAbort}
_COMPLETE: Final = frozenset(_COMPLETE_BY_COMMIT.values())


def must_prepare_end(
    metadata: TransactionMetadata,
    producer_id: int,
    producer_epoch: int,
    *,
    is_commit: bool,
    version: TransactionVersion,
) -> bool:
    """Tells whether the end is to be prepared; False: it is done, and this is a retry whose response was lost.

    Args:
        metadata: as it stands.
        producer_id: who asks.
        producer_epoch: likewise.
        is_commit: or an abort.
        version: of the request.

    Raises:
        InvalidProducerIdMapping: the id has another producer.
        ProducerFenced: the epoch is not the producer's.
        ConcurrentTransactions: a change is under way, or the markers are being written.
        InvalidTxnState: see the tables.
    """
    if version.bumps_epoch and (metadata.pending_state is not None or metadata.state in PREPARED):
        raise ConcurrentTransactions(f"{metadata}: its last end is under way")
    is_retry = version.bumps_epoch and _is_retry(metadata, producer_id, producer_epoch)
    if producer_id != metadata.producer_id and not is_retry:
        raise InvalidProducerIdMapping(f"producer {producer_id} is not the one of {metadata}")
    is_present = producer_epoch == metadata.producer_epoch and producer_id == metadata.producer_id
    if not (is_present or is_retry):
        raise ProducerFenced(f"{metadata}: there is a newer producer than epoch {producer_epoch}")
    if metadata.pending_state is not None:
        raise ConcurrentTransactions(f"{metadata}: a change is under way")
    if metadata.state is TransactionState.Ongoing:
        return True
    if metadata.state is PREPARED_BY_COMMIT[is_commit]:
        raise ConcurrentTransactions(f"{metadata}: the markers are being written")
    if metadata.state is _COMPLETE_BY_COMMIT[is_commit] and (is_retry or not version.bumps_epoch):
        return False
    if version.bumps_epoch and not (is_retry or is_commit):
        return True
    raise InvalidTxnState(f"{metadata} cannot become {PREPARED_BY_COMMIT[is_commit].name}")


def _is_retry(metadata: TransactionMetadata, producer_id: int, producer_epoch: int) -> bool:
    """Tells whether the producer names who it was before the end that was decided last, by a client of version 2."""
    if not metadata.client_version.bumps_epoch or metadata.state not in _COMPLETE:
        return False
    if producer_id == metadata.producer_id:
        is_fenced_at_last = metadata.producer_epoch == EPOCH_MAX  # an end there goes on with another id
        return metadata.producer_epoch == producer_epoch + 1 and not is_fenced_at_last
    is_former = producer_id == metadata.last_producer_id and producer_epoch == EPOCH_EXHAUSTED
    return is_former and metadata.producer_epoch == 0
