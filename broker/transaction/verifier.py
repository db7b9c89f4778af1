"""Asks a transaction's coordinator whether partitions belong to it, before their first batch is appended (KIP-890).

    verify ─▶ this broker coordinates the id ─▶ looked up at once
            └▶ another does ─▶ joins the next request to it ─▶ DescribeTransactions ─▶ each gets its own result

While a request to a broker is under way, what comes collects for the next one (`asked_together`). This is for clients
up to transaction version 1; partitions of later ones are added (`adder`). Kafka 3.9 asks with AddPartitionsToTxn 4 and
`verify_only`, which older profiles lack; DescribeTransactions says the same (producer, epoch, state, partitions),
belongs to Kafka 3.0, and so works with brokers of that age, too. A coordinator that lacks even that is not asked, as
Kafka does not ask one that lacks its version.

The results are those of `TransactionCoordinator.verify`:

    the producer id is another's, or there is none  INVALID_PRODUCER_ID_MAPPING
    the epoch is not the producer's                 PRODUCER_FENCED
    the transaction is being ended                  CONCURRENT_TRANSACTIONS
    the partition does not belong to it             TRANSACTION_ABORTABLE
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.transaction.coordinator import ProducerIdAndEpoch
from kavka.broker.transaction.states import PREPARED
from kavka.common.asked_together import AskedTogether
from kavka.common.supervised import Supervisor
from kavka.common.types import TopicPartition
from kavka.protocol.errors import DecodeError, ErrorCode, KafkaError, error_for_code

if TYPE_CHECKING:
    from kavka.broker.metrics import TransactionMetrics
    from kavka.broker.transaction.coordinator import TransactionCoordinator
    from kavka.protocol.messages import DescribeTransactionsResponse
    from kavka.wire.peer_link import PeerLinks

_log = logging.getLogger(__name__)

IDS_MAX: Final = 10_000
"""Ids in one request; more get an error that makes them try again."""
VERSION: Final = 0

_PREPARED_NAMES: Final = frozenset(state.name for state in PREPARED)


class _Question:
    """The next request to one broker, and its results."""

    __slots__ = ("done", "error", "ids", "states")

    def __init__(self) -> None:
        self.ids: dict[str, None] = {}
        self.done = asyncio.Event()
        self.states: dict[str, DescribeTransactionsResponse.TransactionState] = {}
        self.error: ErrorCode | None = None


class CoordinatorVerifier:
    """A `TransactionVerifier`.

    Args:
        coordinator: this broker's own.
        coordinator_of: who coordinates an id, None: nobody now.
        broker_id: this broker.
        peers: the way to the others, nobody else's.
        can_ask: whether the profile has DescribeTransactions.
        timeout_ms: how long a response may take.
        metrics: what is counted.
        ticks: nanoseconds that pass, to measure with.
        supervisor: keeps one broker's failure from the others.
    """

    __slots__ = (
        "_asked",
        "_broker_id",
        "_can_ask",
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
        can_ask: bool,
        timeout_ms: Callable[[], int],
        metrics: TransactionMetrics,
        ticks: Callable[[], int],
        supervisor: Supervisor | None = None,
    ) -> None:
        self._coordinator = coordinator
        self._coordinator_of = coordinator_of
        self._broker_id = broker_id
        self._peers = peers
        self._can_ask = can_ask
        self._timeout_ms = timeout_ms
        self._metrics = metrics
        self._ticks = ticks
        self._asked: AskedTogether[int, _Question] = AskedTogether(
            _Question, self._put, name="transaction verifier", supervisor=supervisor or Supervisor()
        )

    async def verify(
        self, transactional_id: str, producer_id: int, producer_epoch: int, partitions: Sequence[TopicPartition]
    ) -> Mapping[TopicPartition, ErrorCode]:
        """Asks the coordinator whether partitions belong to a transaction; see `TransactionVerifier`."""
        self._metrics.verifications += len(partitions)
        started_ns = self._ticks()
        producer = ProducerIdAndEpoch(producer_id, producer_epoch)
        broker_id = self._coordinator_of(transactional_id)
        if broker_id is None:
            answers = dict.fromkeys(partitions, ErrorCode.COORDINATOR_NOT_AVAILABLE)
        elif broker_id == self._broker_id:
            answers = self._look_up(transactional_id, producer, partitions)
        elif not self._can_ask:
            answers = dict.fromkeys(partitions, ErrorCode.NONE)
        else:
            answers = await self._ask(broker_id, transactional_id, producer, partitions)
        self._metrics.verification_times.note(self._ticks() - started_ns)
        self._metrics.verifications_failed += sum(code is not ErrorCode.NONE for code in answers.values())
        return answers

    def _look_up(
        self, transactional_id: str, producer: ProducerIdAndEpoch, partitions: Sequence[TopicPartition]
    ) -> dict[TopicPartition, ErrorCode]:
        try:
            found = self._coordinator.verify(transactional_id, producer, partitions)
        except KafkaError as error:
            return dict.fromkeys(partitions, error.code)
        return _by_membership(partitions, found)

    async def _ask(
        self, broker_id: int, transactional_id: str, producer: ProducerIdAndEpoch, partitions: Sequence[TopicPartition]
    ) -> dict[TopicPartition, ErrorCode]:
        question = self._asked.next(broker_id)
        if len(question.ids) >= IDS_MAX:
            return dict.fromkeys(partitions, ErrorCode.COORDINATOR_NOT_AVAILABLE)
        question.ids[transactional_id] = None
        self._asked.start(broker_id)
        await question.done.wait()  # as long as one response may take, or two; the caller has a deadline of its own
        if question.error is not None:
            return dict.fromkeys(partitions, question.error)
        return _judged(question.states.get(transactional_id), producer, partitions)

    # ---- tasks ----------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Runs the requests to coordinators until cancelled."""
        await self._asked.run()

    async def _put(self, broker_id: int, question: _Question) -> None:
        from kavka.protocol.messages import (
            DescribeTransactionsRequest,  # loaded by use, as all that startup does not need
        )

        request = DescribeTransactionsRequest(transactional_ids=list(question.ids))
        question.error = ErrorCode.NETWORK_EXCEPTION
        try:
            response = await self._peers.ask(broker_id, request, version=VERSION, timeout_ms=self._timeout_ms())
        except (OSError, DecodeError) as error:
            _log.info("broker %d did not verify %d transactions: %s", broker_id, len(question.ids), error)
            return
        question.error = None
        question.states = {state.transactional_id: state for state in response.transaction_states}


def _judged(
    state: DescribeTransactionsResponse.TransactionState | None,
    producer: ProducerIdAndEpoch,
    partitions: Sequence[TopicPartition],
) -> dict[TopicPartition, ErrorCode]:
    """Computes the result that `TransactionCoordinator.verify` would have for this state."""
    code = None
    if state is None:
        code = ErrorCode.COORDINATOR_NOT_AVAILABLE
    elif state.error_code == ErrorCode.TRANSACTIONAL_ID_NOT_FOUND:
        code = ErrorCode.INVALID_PRODUCER_ID_MAPPING
    elif state.error_code:
        code = error_for_code(state.error_code).code
    elif state.producer_id != producer.producer_id:
        code = ErrorCode.INVALID_PRODUCER_ID_MAPPING
    elif state.producer_epoch != producer.producer_epoch:
        code = ErrorCode.PRODUCER_FENCED
    elif state.transaction_state in _PREPARED_NAMES:
        code = ErrorCode.CONCURRENT_TRANSACTIONS
    if code is not None or state is None:
        return dict.fromkeys(partitions, code or ErrorCode.COORDINATOR_NOT_AVAILABLE)
    found = {TopicPartition(topic.topic, index) for topic in state.topics for index in topic.partitions}
    return _by_membership(partitions, found)


def _by_membership(
    partitions: Iterable[TopicPartition], found: Collection[TopicPartition]
) -> dict[TopicPartition, ErrorCode]:
    return {
        partition: ErrorCode.NONE if partition in found else ErrorCode.TRANSACTION_ABORTABLE for partition in partitions
    }
