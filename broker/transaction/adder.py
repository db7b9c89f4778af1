"""Has a transaction's coordinator add the partitions that its producer writes to (KIP-890, part 2).

    CoordinatorRequests.ask ─▶ this broker coordinates the id ─▶ added at once
                             └▶ another does ─▶ joins the next AddPartitionsToTxn 5 to it ─▶ each gets its own result

A producer of transaction version 2 sends no AddPartitionsToTxn itself: the leader does, before it appends the first
batch of the transaction, with the same guards as for a verification (`replica.txn_verification`). So no record is in a
log of whose transaction the coordinator does not know. One id is in a request once: who comes with another producer or
epoch meanwhile tries again.

The results are those of `TransactionCoordinator.add_partitions`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from kavka.broker.transaction.coordinator import ProducerIdAndEpoch
from kavka.broker.transaction.coordinator_requests import Results
from kavka.broker.transaction.versions import TransactionVersion
from kavka.common.types import TopicPartition
from kavka.protocol.errors import ErrorCode, KafkaError, error_for_code

if TYPE_CHECKING:
    from kavka.broker.transaction.coordinator import TransactionCoordinator
    from kavka.protocol.messages import AddPartitionsToTxnRequest, AddPartitionsToTxnResponse

VERSION: Final = 5


class Addition:
    """The `CoordinatorOperation` that adds partitions.

    Args:
        coordinator: this broker's own.
    """

    __slots__ = ("_coordinator",)

    name: Final = "transaction adder"
    version: Final = VERSION
    can_ask: Final = True
    """A transaction of version 2 is one of a cluster whose brokers all know it."""

    def __init__(self, coordinator: TransactionCoordinator) -> None:
        self._coordinator = coordinator

    async def ask_own(
        self, transactional_id: str, producer: ProducerIdAndEpoch, partitions: Sequence[TopicPartition]
    ) -> Results:
        """Adds partitions at this broker's own coordinator."""
        try:
            await self._coordinator.add_partitions(
                transactional_id, producer, partitions, version=TransactionVersion.V2
            )
        except KafkaError as error:
            return dict.fromkeys(partitions, ErrorCode(error.code))
        return dict.fromkeys(partitions, ErrorCode.NONE)

    def joint(self) -> _AddPartitions:
        """Makes a request that nobody has joined yet."""
        return _AddPartitions()


class _Added:
    """What one transaction is to have."""

    __slots__ = ("partitions", "producer")

    def __init__(self, producer: ProducerIdAndEpoch) -> None:
        self.producer = producer
        self.partitions: dict[TopicPartition, None] = {}


class _AddPartitions:
    """A `JointRequest`."""

    __slots__ = ("_added", "_error", "_results")

    def __init__(self) -> None:
        self._added: dict[str, _Added] = {}
        self._results: dict[tuple[str, TopicPartition], int] = {}
        self._error: ErrorCode | None = None

    def __len__(self) -> int:
        return len(self._added)

    def join(
        self, transactional_id: str, producer: ProducerIdAndEpoch, partitions: Sequence[TopicPartition]
    ) -> ErrorCode:
        """Adds partitions of a producer; CONCURRENT_TRANSACTIONS: the id has another one in this request."""
        added = self._added.setdefault(transactional_id, _Added(producer))
        if added.producer != producer:
            return ErrorCode.CONCURRENT_TRANSACTIONS
        added.partitions.update(dict.fromkeys(partitions))
        return ErrorCode.NONE

    def build(self) -> AddPartitionsToTxnRequest:
        """Builds the request."""
        from kavka.protocol.messages import AddPartitionsToTxnRequest  # loaded by use, as all that startup needs not

        return AddPartitionsToTxnRequest(
            transactions=[_transaction(name, added) for name, added in self._added.items()]
        )

    def take(self, response: AddPartitionsToTxnResponse) -> None:
        """Takes the response in."""
        self._error = error_for_code(response.error_code).code if response.error_code else None
        for result in response.results_by_transaction:
            for topic in result.topic_results:
                for partition in topic.results_by_partition:
                    place = TopicPartition(topic.name, partition.partition_index)
                    self._results[result.transactional_id, place] = partition.partition_error_code

    def results(
        self, transactional_id: str, _producer: ProducerIdAndEpoch, partitions: Sequence[TopicPartition]
    ) -> Results:
        """Reads the results of who joined."""
        if self._error is not None:
            return dict.fromkeys(partitions, self._error)
        return {partition: _code(self._results.get((transactional_id, partition))) for partition in partitions}


def _transaction(transactional_id: str, added: _Added) -> AddPartitionsToTxnRequest.AddPartitionsToTxnTransaction:
    from kavka.protocol.messages import AddPartitionsToTxnRequest

    by_topic: dict[str, list[int]] = {}
    for topic, index in added.partitions:
        by_topic.setdefault(topic, []).append(index)
    return AddPartitionsToTxnRequest.AddPartitionsToTxnTransaction(
        transactional_id=transactional_id,
        producer_id=added.producer.producer_id,
        producer_epoch=added.producer.producer_epoch,
        verify_only=False,
        topics=[AddPartitionsToTxnRequest.AddPartitionsToTxnTopic(name, found) for name, found in by_topic.items()],
    )


def _code(code: int | None) -> ErrorCode:
    """Returns a result's code; one that is left out, or only spoilt by others, may come true another time."""
    if code is None or code == ErrorCode.OPERATION_NOT_ATTEMPTED:
        return ErrorCode.COORDINATOR_NOT_AVAILABLE
    return error_for_code(code).code if code else ErrorCode.NONE
