"""The transaction of one producer: its steps as requests, and whether it can still be committed. Sans I/O.

    step               request to                                   when it is given up
    ┌────────────────┬────────────────────────────────────────────┬──────────────────────────────────────┐
    │ INIT           │ transaction coordinator: InitProducerId    │ the state stays                      │
    │ ADD_PARTITIONS │ transaction coordinator                    │ OPEN → FAILED                        │
    │ ADD_OFFSETS    │ transaction coordinator                    │ OPEN → FAILED                        │
    │ COMMIT_OFFSETS │ group coordinator: TxnOffsetCommit         │ OPEN → FAILED                        │
    │ COMMIT         │ transaction coordinator: EndTxn            │ out of time: may be asked for again  │
    │ ABORT          │ transaction coordinator: EndTxn            │ the state stays: abort again         │
    └────────────────┴────────────────────────────────────────────┴──────────────────────────────────────┘

Whatever the step, some errors end the producer (KIP-654, KIP-691): PRODUCER_FENCED, no authorization for the
transactional id or the cluster, INVALID_TRANSACTION_TIMEOUT, INVALID_TXN_STATE of a commit, no common version → FATAL.

After a numbered batch was given up its sequences are lost, so the abort is followed by InitProducerId with the epoch
that the producer has: it gets the next one and counts from 0 again (KIP-360). That is also where a producer whose
records were refused with INVALID_PRODUCER_EPOCH learns whether it was fenced (KIP-588).

Where the cluster has agreed on transaction version 2 (KIP-890) each transaction has an epoch of its own: ADD_PARTITIONS
and ADD_OFFSETS are left to the brokers, which do them when records and offsets come; EndTxn's response says who the
producer is from then on, and sequences begin at 0 with every transaction. A producer changes its version with
InitProducerId only, so that no two transactions of different versions have one epoch.

Not here: states (`transaction_states`), sequences (`producer`), and the waiting.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from typing import Any, Final

from kavka.common.types import TopicPartition
from kavka.protocol.errors import ErrorCode, KafkaError
from kavka.protocol.messages import (
    AddOffsetsToTxnRequest,
    AddPartitionsToTxnRequest,
    EndTxnRequest,
    EndTxnResponse,
    InitProducerIdResponse,
    TxnOffsetCommitRequest,
)
from kavka.wire.errors import DeadlineExceeded, TransactionFailed, UnsupportedByBroker
from kavka.wire.group_offsets import GroupMetadata, by_topic
from kavka.wire.producer import ProducerCore
from kavka.wire.transaction_states import CLIENT_TRANSACTION_TRANSITIONS, TransactionState

FATAL: Final = frozenset(
    {
        ErrorCode.PRODUCER_FENCED,
        ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED,
        ErrorCode.CLUSTER_AUTHORIZATION_FAILED,
        ErrorCode.INVALID_TRANSACTION_TIMEOUT,
    }
)
"""Errors that end the producer, in whichever step."""


class Step(Enum):
    """The requests of a transaction."""

    INIT = "get a producer id"
    ADD_PARTITIONS = "add partitions to the transaction"
    ADD_OFFSETS = "add offsets to the transaction"
    COMMIT_OFFSETS = "commit offsets in the transaction"
    COMMIT = "commit"
    ABORT = "abort"


class TransactionCore:
    """What a transactional id adds to a producer.

    Args:
        producer: Id, epoch and sequences; it has a transactional id.

    Attributes:
        state: Where it stands.
        error: Why, in FAILED and FATAL.
        has_epochs: Whether each transaction has an epoch of its own: version 2.
    """

    def __init__(self, producer: ProducerCore) -> None:
        assert producer.transactional_id is not None
        self.state = TransactionState.NEW
        self.error: BaseException | None = None
        self.has_epochs = False
        self._producer = producer
        self._transactional_id = producer.transactional_id
        self._partitions: set[TopicPartition] = set()
        self._has_offsets = False
        self._needs_epoch = False
        # Invariant: error is None unless state is FAILED or FATAL; only READY, OPEN and FAILED have an id.

    # ---------------------------------------------------------------- states

    def _enter(self, state: TransactionState, error: BaseException | None = None) -> None:
        CLIENT_TRANSACTION_TRANSITIONS.check(self.state, state, subject=self._transactional_id)
        assert (error is not None) == (state in (TransactionState.FAILED, TransactionState.FATAL))
        self.state, self.error = state, error

    def check_usable(self) -> None:
        """Checks that no error is in the way.

        Raises:
            TransactionFailed: it has to be aborted.
            KafkaError, ClientError: what ended this producer.
        """
        if self.state is TransactionState.FATAL:
            assert self.error is not None
            raise self.error
        if self.state is TransactionState.FAILED:
            raise TransactionFailed(
                f"the transaction of {self._transactional_id!r} cannot be committed, abort it: {self.error}"
            ) from self.error

    def check_open(self) -> None:
        """Checks that a transaction is open, so that records may be sent.

        Raises:
            TransactionFailed, KafkaError, ClientError: as `check_usable`.
            RuntimeError: there is no transaction.
        """
        self.check_usable()
        if self.state is not TransactionState.OPEN:
            raise RuntimeError(f"no transaction is open ({self.state.value}); call begin_transaction first")

    def fail(self, error: BaseException, *, loses_sequences: bool = False) -> None:
        """Marks the transaction failed, or the producer over after a fatal error.

        Something that belongs to the transaction is not going to happen.

        Args:
            error: Why.
            loses_sequences: Whether records that had got their sequence are given up.
        """
        self._needs_epoch = self._needs_epoch or loses_sequences
        if self.state is TransactionState.FATAL:
            return
        if is_fatal(error):
            self._enter(TransactionState.FATAL, error)
        elif self.state is TransactionState.OPEN:
            self._enter(TransactionState.FAILED, error)

    def step_failed(self, step: Step, error: BaseException) -> None:
        """Draws the conclusion from a step that was given up; see the module."""
        is_end = step in (Step.COMMIT, Step.ABORT)
        if step in (Step.INIT, Step.ABORT) and not is_fatal(error):
            return  # an abort has no other way out than another try
        if is_end and isinstance(error, KafkaError) and error.code is ErrorCode.INVALID_TXN_STATE:
            self._enter(TransactionState.FATAL, error)
        elif not (is_end and isinstance(error, DeadlineExceeded)):
            self.fail(error)

    # ---------------------------------------------------------------- steps

    def began_producer(self, response: InitProducerIdResponse, *, has_epochs: bool = False) -> None:
        """Takes over the id and epoch; whatever was open under the former ones is over.

        Args:
            response: The response to InitProducerId.
            has_epochs: Whether its transactions are of version 2 from now on.

        Raises:
            KafkaError: there is none.
        """
        self._producer.began(response)
        self.has_epochs = has_epochs
        self._needs_epoch = False
        self._ended()

    def begin(self) -> None:
        """Opens a transaction; the coordinator hears of it with its first partition."""
        self.check_usable()
        if self.state is not TransactionState.READY:
            raise RuntimeError(f"a transaction cannot begin now ({self.state.value})")
        self._enter(TransactionState.OPEN)

    def has(self, tp: TopicPartition) -> bool:
        """Tells whether a partition is in the transaction."""
        return tp in self._partitions

    def add_partitions_request(self, partitions: Iterable[TopicPartition]) -> AddPartitionsToTxnRequest:
        """Returns the AddPartitionsToTxn request, in the form of clients (up to version 3)."""
        return AddPartitionsToTxnRequest(
            v3_and_below_transactional_id=self._transactional_id,
            v3_and_below_producer_id=self._producer.producer_id,
            v3_and_below_producer_epoch=self._producer.producer_epoch,
            v3_and_below_topics=[
                AddPartitionsToTxnRequest.AddPartitionsToTxnTopic(name=name, partitions=indexes)
                for name, indexes in by_topic(partitions).items()
            ],
        )

    def added(self, partitions: Iterable[TopicPartition]) -> None:
        """Notes partitions that the coordinator has added."""
        self._partitions.update(partitions)

    def add_offsets_request(self, group_id: str) -> AddOffsetsToTxnRequest:
        """Returns the AddOffsetsToTxn request for a group."""
        return AddOffsetsToTxnRequest(
            transactional_id=self._transactional_id,
            producer_id=self._producer.producer_id,
            producer_epoch=self._producer.producer_epoch,
            group_id=group_id,
        )

    def added_offsets(self) -> None:
        """Notes a group that the coordinator has added: the transaction has to be ended."""
        self._has_offsets = True

    def offset_commit_request(
        self, offsets: Mapping[TopicPartition, int], group: GroupMetadata
    ) -> TxnOffsetCommitRequest:
        """Returns the TxnOffsetCommit request, for the group's coordinator."""
        topics: dict[str, list[TxnOffsetCommitRequest.TxnOffsetCommitRequestPartition]] = {}
        for tp, offset in offsets.items():
            topics.setdefault(tp.topic, []).append(
                TxnOffsetCommitRequest.TxnOffsetCommitRequestPartition(
                    partition_index=tp.partition, committed_offset=offset, committed_metadata=""
                )
            )
        return TxnOffsetCommitRequest(
            transactional_id=self._transactional_id,
            group_id=group.group_id,
            producer_id=self._producer.producer_id,
            producer_epoch=self._producer.producer_epoch,
            generation_id=group.generation_id,
            member_id=group.member_id,
            group_instance_id=group.group_instance_id,
            topics=[
                TxnOffsetCommitRequest.TxnOffsetCommitRequestTopic(name=name, partitions=parts)
                for name, parts in topics.items()
            ],
        )

    def end_request(self, *, is_commit: bool) -> EndTxnRequest | None:
        """Returns the EndTxn request; None when the coordinator has not heard of the transaction.

        Raises:
            TransactionFailed, KafkaError, ClientError, RuntimeError: as `check_open`; a failed one can be aborted.
        """
        if is_commit or self.state is not TransactionState.FAILED:
            self.check_open()
        if not self._partitions and not self._has_offsets:
            return None
        return EndTxnRequest(
            transactional_id=self._transactional_id,
            producer_id=self._producer.producer_id,
            producer_epoch=self._producer.producer_epoch,
            committed=is_commit,
        )

    @property
    def needs_epoch(self) -> bool:
        """Tells whether sequences are lost, so that InitProducerId follows the abort."""
        return self._needs_epoch

    def ended(self) -> None:
        """Closes the transaction, of which the coordinator has decided how it ends."""
        self._ended()

    def took_epoch(self, response: EndTxnResponse) -> None:
        """Takes over the next transaction's epoch; what was lost of this one's sequences does not matter any more."""
        if self.has_epochs:
            self._producer.goes_on(response)
            self._needs_epoch = False

    def _ended(self) -> None:
        self._partitions.clear()
        self._has_offsets = False
        self._enter(TransactionState.READY)


def is_fatal(error: BaseException) -> bool:
    """Tells whether an error ends a transactional producer."""
    if isinstance(error, UnsupportedByBroker):
        return True
    return isinstance(error, KafkaError) and error.code in FATAL


def added_codes(response: Any) -> Iterator[int]:
    """Yields the error code of each partition in an AddPartitionsToTxn response."""
    for topic in response.results_by_topic_v3_and_below:
        for part in topic.results_by_partition:
            yield int(part.partition_error_code)
