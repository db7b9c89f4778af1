"""Asks a transaction's coordinator whether partitions belong to it, before their first batch is appended (KIP-890).

    CoordinatorRequests.ask ─▶ this broker coordinates the id ─▶ looked up at once
                             └▶ another does ─▶ joins the next DescribeTransactions to it ─▶ each gets its own result

This is for clients up to transaction version 1; partitions of later ones are added (`adder`). Kafka 3.9 asks with
AddPartitionsToTxn 4 and `verify_only`, which older profiles lack; DescribeTransactions says the same (producer, epoch,
state, partitions), belongs to Kafka 3.0, and so works with brokers of that age, too. A coordinator that lacks even that
is not asked, as Kafka does not ask one that lacks its version.

The results are those of `TransactionCoordinator.verify`:

    the producer id is another's, or there is none  INVALID_PRODUCER_ID_MAPPING
    the epoch is not the producer's                 PRODUCER_FENCED
    the transaction is being ended                  CONCURRENT_TRANSACTIONS
    the partition does not belong to it             TRANSACTION_ABORTABLE
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Final

from kavka.broker.transaction.coordinator import ProducerIdAndEpoch
from kavka.broker.transaction.coordinator_requests import Results
from kavka.broker.transaction.states import PREPARED
from kavka.common.types import TopicPartition
from kavka.protocol.errors import ErrorCode, KafkaError, error_for_code

if TYPE_CHECKING:
    from kavka.broker.transaction.coordinator import TransactionCoordinator
    from kavka.protocol.messages import DescribeTransactionsRequest, DescribeTransactionsResponse

VERSION: Final = 0

_PREPARED_NAMES: Final = frozenset(state.name for state in PREPARED)


class Verification:
    """The `CoordinatorOperation` that verifies partitions.

    Args:
        coordinator: this broker's own.
        can_ask: whether the profile has DescribeTransactions.
    """

    __slots__ = ("_can_ask", "_coordinator")

    name: Final = "transaction verifier"
    version: Final = VERSION

    def __init__(self, coordinator: TransactionCoordinator, *, can_ask: bool) -> None:
        self._coordinator = coordinator
        self._can_ask = can_ask

    @property
    def can_ask(self) -> bool:
        """Tells whether other brokers know DescribeTransactions."""
        return self._can_ask

    async def ask_own(
        self, transactional_id: str, producer: ProducerIdAndEpoch, partitions: Sequence[TopicPartition]
    ) -> Results:
        """Looks partitions up at this broker's own coordinator."""
        try:
            found = self._coordinator.verify(transactional_id, producer, partitions)
        except KafkaError as error:
            return dict.fromkeys(partitions, error.code)
        return _by_membership(partitions, found)

    def joint(self) -> _Describe:
        """Makes a request that nobody has joined yet."""
        return _Describe()


class _Describe:
    """A `JointRequest`."""

    __slots__ = ("_ids", "_states")

    def __init__(self) -> None:
        self._ids: dict[str, None] = {}
        self._states: dict[str, DescribeTransactionsResponse.TransactionState] = {}

    def __len__(self) -> int:
        return len(self._ids)

    def join(
        self, transactional_id: str, _producer: ProducerIdAndEpoch, _partitions: Sequence[TopicPartition]
    ) -> ErrorCode:
        """Adds the id: the response tells all that is asked of it."""
        self._ids[transactional_id] = None
        return ErrorCode.NONE

    def build(self) -> DescribeTransactionsRequest:
        """Builds the request."""
        from kavka.protocol.messages import DescribeTransactionsRequest  # loaded by use, as all that startup needs not

        return DescribeTransactionsRequest(transactional_ids=list(self._ids))

    def take(self, response: DescribeTransactionsResponse) -> None:
        """Takes the response in."""
        self._states = {state.transactional_id: state for state in response.transaction_states}

    def results(
        self, transactional_id: str, producer: ProducerIdAndEpoch, partitions: Sequence[TopicPartition]
    ) -> Results:
        """Computes the results that `TransactionCoordinator.verify` would have for the id's state."""
        state = self._states.get(transactional_id)
        if state is None:
            return dict.fromkeys(partitions, ErrorCode.COORDINATOR_NOT_AVAILABLE)
        refusal = _refusal(state, producer)
        if refusal is not None:
            return dict.fromkeys(partitions, refusal)
        found = {TopicPartition(topic.topic, index) for topic in state.topics for index in topic.partitions}
        return _by_membership(partitions, found)


def _refusal(state: DescribeTransactionsResponse.TransactionState, producer: ProducerIdAndEpoch) -> ErrorCode | None:
    """Returns why no partition of the producer is in a transaction; None: they are to be looked at."""
    if state.error_code == ErrorCode.TRANSACTIONAL_ID_NOT_FOUND:
        return ErrorCode.INVALID_PRODUCER_ID_MAPPING
    if state.error_code:
        return error_for_code(state.error_code).code
    if state.producer_id != producer.producer_id:
        return ErrorCode.INVALID_PRODUCER_ID_MAPPING
    if state.producer_epoch != producer.producer_epoch:
        return ErrorCode.PRODUCER_FENCED
    if state.transaction_state in _PREPARED_NAMES:
        return ErrorCode.CONCURRENT_TRANSACTIONS
    return None


def _by_membership(
    partitions: Iterable[TopicPartition], found: Collection[TopicPartition]
) -> dict[TopicPartition, ErrorCode]:
    return {
        partition: ErrorCode.NONE if partition in found else ErrorCode.TRANSACTION_ABORTABLE for partition in partitions
    }
