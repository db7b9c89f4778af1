"""Has a transaction's coordinator add the partitions that its producer writes to (KIP-890, part 2).

    add ─▶ this broker coordinates the id ─▶ added at once
         └▶ another does ─▶ joins the next AddPartitionsToTxn 5 to it ─▶ each gets its own result

A producer of transaction version 2 sends no AddPartitionsToTxn itself: the leader does, before it appends the first
batch of the transaction, with the same guards as for a verification (`replica.txn_verification`). So no record is in a
log of whose transaction the coordinator does not know. One id is in a request once: who comes with another producer or
epoch meanwhile tries again.

The results are those of `TransactionCoordinator.add_partitions`. Kafka: `AddPartitionsToTxnManager`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.transaction.coordinator import ProducerIdAndEpoch
from kavka.broker.transaction.versions import TransactionVersion
from kavka.common.asked_together import AskedTogether
from kavka.common.supervised import Supervisor
from kavka.common.types import TopicPartition
from kavka.protocol.errors import DecodeError, ErrorCode, KafkaError, error_for_code

if TYPE_CHECKING:
    from kavka.broker.metrics import TransactionMetrics
    from kavka.broker.transaction.coordinator import TransactionCoordinator
    from kavka.protocol.messages import AddPartitionsToTxnRequest, AddPartitionsToTxnResponse
    from kavka.wire.peer_link import PeerLinks

_log = logging.getLogger(__name__)

IDS_MAX: Final = 10_000
"""Ids in one request; more get an error that makes them try again."""
VERSION: Final = 5


class _Addition:
    """What one transaction is to have."""

    __slots__ = ("partitions", "producer")

    def __init__(self, producer: ProducerIdAndEpoch) -> None:
        self.producer = producer
        self.partitions: dict[TopicPartition, None] = {}


class _Question:
    """The next request to one broker, and its results."""

    __slots__ = ("additions", "done", "error", "results")

    def __init__(self) -> None:
        self.additions: dict[str, _Addition] = {}
        self.done = asyncio.Event()
        self.results: dict[tuple[str, TopicPartition], int] = {}
        self.error: ErrorCode | None = None


class PartitionAdder:
    """Adds partitions to transactions, wherever they are coordinated.

    Args:
        coordinator: this broker's own.
        coordinator_of: who coordinates an id, None: nobody now.
        broker_id: this broker.
        peers: the way to the others, nobody else's.
        timeout_ms: how long a response may take.
        metrics: what is counted.
        ticks: nanoseconds that pass, to measure with.
        supervisor: keeps one broker's failure from the others.
    """

    __slots__ = (
        "_asked",
        "_broker_id",
        "_coordinator",
        "_coordinator_of",
        "_metrics",
        "_peers",
        "_ticks",
        "_timeout_ms",
    )

    def __init__(
        self,
        coordinator: TransactionCoordinator,
        *,
        coordinator_of: Callable[[str], int | None],
        broker_id: int,
        peers: PeerLinks[Any],
        timeout_ms: Callable[[], int],
        metrics: TransactionMetrics,
        ticks: Callable[[], int],
        supervisor: Supervisor | None = None,
    ) -> None:
        self._coordinator = coordinator
        self._coordinator_of = coordinator_of
        self._broker_id = broker_id
        self._peers = peers
        self._timeout_ms = timeout_ms
        self._metrics = metrics
        self._ticks = ticks
        self._asked: AskedTogether[int, _Question] = AskedTogether(
            _Question, self._put, name="transaction adder", supervisor=supervisor or Supervisor()
        )

    async def run(self) -> None:
        """Runs the requests to coordinators until cancelled."""
        await self._asked.run()

    async def add(
        self, transactional_id: str, producer_id: int, producer_epoch: int, partitions: Sequence[TopicPartition]
    ) -> Mapping[TopicPartition, ErrorCode]:
        """Adds partitions to a producer's transaction; NONE for those that are in it now."""
        self._metrics.verifications += len(partitions)
        started_ns = self._ticks()
        producer = ProducerIdAndEpoch(producer_id, producer_epoch)
        broker_id = self._coordinator_of(transactional_id)
        if broker_id is None:
            results = dict.fromkeys(partitions, ErrorCode.COORDINATOR_NOT_AVAILABLE)
        elif broker_id == self._broker_id:
            results = dict.fromkeys(partitions, await self._add_here(transactional_id, producer, partitions))
        else:
            results = await self._ask(broker_id, transactional_id, producer, partitions)
        self._metrics.verification_times.note(self._ticks() - started_ns)
        self._metrics.verifications_failed += sum(code is not ErrorCode.NONE for code in results.values())
        return results

    async def _add_here(
        self, transactional_id: str, producer: ProducerIdAndEpoch, partitions: Sequence[TopicPartition]
    ) -> ErrorCode:
        try:
            await self._coordinator.add_partitions(
                transactional_id, producer, partitions, version=TransactionVersion.V2
            )
        except KafkaError as error:
            return ErrorCode(error.code)
        return ErrorCode.NONE

    async def _ask(
        self, broker_id: int, transactional_id: str, producer: ProducerIdAndEpoch, partitions: Sequence[TopicPartition]
    ) -> dict[TopicPartition, ErrorCode]:
        question = self._asked.next(broker_id)
        if len(question.additions) >= IDS_MAX:
            return dict.fromkeys(partitions, ErrorCode.COORDINATOR_NOT_AVAILABLE)
        addition = question.additions.setdefault(transactional_id, _Addition(producer))
        if addition.producer != producer:
            return dict.fromkeys(partitions, ErrorCode.CONCURRENT_TRANSACTIONS)
        addition.partitions.update(dict.fromkeys(partitions))
        self._asked.start(broker_id)
        await question.done.wait()  # as long as one response may take, or two; the caller has a deadline of its own
        if question.error is not None:
            return dict.fromkeys(partitions, question.error)
        return {partition: _code(question.results.get((transactional_id, partition))) for partition in partitions}

    async def _put(self, broker_id: int, question: _Question) -> None:
        from kavka.protocol.messages import AddPartitionsToTxnRequest  # loaded by use, as all that startup needs not

        request = AddPartitionsToTxnRequest(
            transactions=[_transaction(name, addition) for name, addition in question.additions.items()]
        )
        question.error = ErrorCode.NETWORK_EXCEPTION
        try:
            response: AddPartitionsToTxnResponse = await self._peers.ask(
                broker_id, request, version=VERSION, timeout_ms=self._timeout_ms()
            )
        except (OSError, DecodeError) as error:
            _log.info("broker %d did not add to %d transactions: %s", broker_id, len(question.additions), error)
            return
        question.error = error_for_code(response.error_code).code if response.error_code else None
        for result in response.results_by_transaction:
            for topic in result.topic_results:
                for partition in topic.results_by_partition:
                    place = TopicPartition(topic.name, partition.partition_index)
                    question.results[result.transactional_id, place] = partition.partition_error_code


def _transaction(transactional_id: str, addition: _Addition) -> AddPartitionsToTxnRequest.AddPartitionsToTxnTransaction:
    from kavka.protocol.messages import AddPartitionsToTxnRequest

    by_topic: dict[str, list[int]] = {}
    for topic, index in addition.partitions:
        by_topic.setdefault(topic, []).append(index)
    return AddPartitionsToTxnRequest.AddPartitionsToTxnTransaction(
        transactional_id=transactional_id,
        producer_id=addition.producer.producer_id,
        producer_epoch=addition.producer.producer_epoch,
        verify_only=False,
        topics=[AddPartitionsToTxnRequest.AddPartitionsToTxnTopic(name, found) for name, found in by_topic.items()],
    )


def _code(code: int | None) -> ErrorCode:
    """Returns a result's code; one that is left out, or only spoilt by others, may come true another time."""
    if code is None or code == ErrorCode.OPERATION_NOT_ATTEMPTED:
        return ErrorCode.COORDINATOR_NOT_AVAILABLE
    return error_for_code(code).code if code else ErrorCode.NONE
