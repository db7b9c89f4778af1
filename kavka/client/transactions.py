"""Transactions seen from outside: which there are, where they stand, and how one that hangs is ended.

    list_transactions      ListTransactions, to every broker: each knows what it coordinates
    describe_transaction   DescribeTransactions, to the id's coordinator
    fence                  InitProducerId in the id's name: what is open is aborted, its producer is shut out
    describe_producers     DescribeProducers, to a partition's leader: whom it remembers
    open_transactions      the same: what is open there, whoever coordinates it
    abort_hanging          WriteTxnMarkers, to that leader: for a transaction that no coordinator knows any more

Kafka: `kafka-transactions.sh` (KIP-664), and `Admin.fenceProducers`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from kavka.client.cluster import Cluster
from kavka.client.coordinators import CoordinatorKind, CoordinatorLink
from kavka.common.types import TopicPartition
from kavka.protocol.errors import EncodeError, ErrorCode
from kavka.protocol.messages import (
    DescribeProducersRequest,
    DescribeTransactionsRequest,
    InitProducerIdRequest,
    ListTransactionsRequest,
    WriteTxnMarkersRequest,
)
from kavka.wire.errors import UnsupportedByBroker, code_name, error_for_code

ANY_DURATION = -1
FENCING_TIMEOUT_MS = 1_000
"""The transaction timeout of a producer that only fences; it has no transaction."""


class TransactionListing(NamedTuple):
    """A transactional id in short."""

    transactional_id: str
    producer_id: int
    state: str
    coordinator: int


class TransactionInfo(NamedTuple):
    """A transactional id."""

    transactional_id: str
    coordinator: int
    state: str
    producer_id: int
    producer_epoch: int
    timeout_ms: int
    start_ms: int
    """When its transaction began, ms since the epoch; −1: there is none."""
    partitions: list[TopicPartition]


class KnownProducer(NamedTuple):
    """What a partition's leader remembers of a producer that numbers its records."""

    producer_id: int
    producer_epoch: int
    last_sequence: int
    last_timestamp: int
    coordinator_epoch: int
    start_offset: int
    """Where its open transaction begins; −1: none is open."""


class OpenTransaction(NamedTuple):
    """A producer whose transaction is open in a partition."""

    producer_id: int
    producer_epoch: int
    coordinator_epoch: int
    start_offset: int
    last_timestamp: int


async def list_transactions(
    cluster: Cluster,
    *,
    states: Iterable[str] = (),
    producer_ids: Iterable[int] = (),
    longer_than_ms: int = ANY_DURATION,
    pattern: str | None = None,
) -> list[TransactionListing]:
    """Returns the transactional ids that brokers coordinate, sorted by id.

    Args:
        cluster: Where.
        states: Only in these, by Kafka's names; empty: in any.
        producer_ids: Only of these; empty: of any.
        longer_than_ms: Only those whose transaction is open for longer.
        pattern: Only ids of which all matches this regular expression, in RE2's syntax.

    Raises:
        InvalidRegularExpression: the pattern is none.
        UnsupportedByBroker: a broker cannot filter so: durations are Kafka 3.8's, patterns Kafka 4.1's.
        KafkaError, ClientError: a broker does not say.
    """
    request = ListTransactionsRequest(
        state_filters=list(states),
        producer_id_filters=list(producer_ids),
        duration_filter=longer_than_ms,
        transactional_id_pattern=pattern,
    )
    found: list[TransactionListing] = []
    for broker_id in sorted(cluster.metadata.brokers):

        async def attempt(broker_id: int = broker_id) -> list[TransactionListing]:
            try:
                response = await cluster.ask(broker_id, request)
            except EncodeError as error:
                raise UnsupportedByBroker(f"broker {broker_id} cannot filter so: {error}") from error
            if response.error_code != ErrorCode.NONE:
                raise error_for_code(response.error_code, f"broker {broker_id}: {code_name(response.error_code)}")
            return [
                TransactionListing(state.transactional_id, state.producer_id, state.transaction_state, broker_id)
                for state in response.transaction_states
            ]

        found += await cluster.retry(attempt, what=f"list the transactions of broker {broker_id}")
    return sorted(found)


async def describe_transaction(cluster: Cluster, transactional_id: str) -> TransactionInfo:
    """Returns a transactional id's state at its coordinator.

    Raises:
        TransactionalIdNotFound: nobody uses it.
        KafkaError, ClientError: its coordinator does not say.
    """
    link = CoordinatorLink(cluster, CoordinatorKind.TRANSACTION, transactional_id)
    request = DescribeTransactionsRequest(transactional_ids=[transactional_id])

    async def attempt() -> TransactionInfo:
        [state] = (await link.ask(request)).transaction_states
        link.core.check(state.error_code, f"transactional id {transactional_id!r}")
        return TransactionInfo(
            transactional_id,
            await link.broker_id(),
            state.transaction_state,
            state.producer_id,
            state.producer_epoch,
            state.transaction_timeout_ms,
            state.transaction_start_time_ms,
            [TopicPartition(topic.topic, index) for topic in state.topics for index in topic.partitions],
        )

    return await cluster.retry(attempt, what=f"describe transactional id {transactional_id!r}")


async def fence(cluster: Cluster, transactional_id: str) -> None:
    """Fences a transactional id's producer and aborts its open transaction.

    Raises:
        KafkaError, ClientError: it is not.
    """
    link = CoordinatorLink(cluster, CoordinatorKind.TRANSACTION, transactional_id)
    request = InitProducerIdRequest(transactional_id=transactional_id, transaction_timeout_ms=FENCING_TIMEOUT_MS)

    async def attempt() -> None:
        link.core.check((await link.ask(request)).error_code, f"transactional id {transactional_id!r}")

    await cluster.retry(attempt, what=f"fence transactional id {transactional_id!r}")


async def open_transactions(cluster: Cluster, tp: TopicPartition) -> list[OpenTransaction]:
    """Returns a partition's open transactions, the oldest first.

    Raises:
        KafkaError, ClientError: its leader does not say.
    """
    found = [
        OpenTransaction(
            producer.producer_id,
            producer.producer_epoch,
            producer.coordinator_epoch,
            producer.start_offset,
            producer.last_timestamp,
        )
        for producer in await describe_producers(cluster, tp)
        if producer.start_offset >= 0
    ]
    return sorted(found, key=lambda transaction: transaction.start_offset)


async def describe_producers(cluster: Cluster, tp: TopicPartition) -> list[KnownProducer]:
    """Returns the producers that a partition's leader remembers, by their ids.

    Raises:
        KafkaError, ClientError: its leader does not say.
    """
    request = DescribeProducersRequest(
        topics=[DescribeProducersRequest.TopicRequest(name=tp.topic, partition_indexes=[tp.partition])]
    )

    async def attempt() -> list[KnownProducer]:
        await cluster.topic(tp.topic)
        response = await cluster.ask(cluster.view.leader_of(tp), request)
        part = response.topics[0].partitions[0]
        if part.error_code != ErrorCode.NONE:
            cluster.mark_stale(tp.topic)
            raise error_for_code(part.error_code, f"{tp}: {part.error_message or code_name(part.error_code)}")
        return sorted(
            KnownProducer(
                producer.producer_id,
                producer.producer_epoch,
                producer.last_sequence,
                producer.last_timestamp,
                producer.coordinator_epoch,
                producer.current_txn_start_offset,
            )
            for producer in part.active_producers
        )

    return await cluster.retry(attempt, what=f"describe the producers of {tp}")


async def abort_hanging(cluster: Cluster, tp: TopicPartition, transaction: OpenTransaction) -> None:
    """Writes the abort marker of a hanging transaction.

    No coordinator will write it; it carries the epochs that the partition has seen.

    Raises:
        KafkaError, ClientError: the leader does not write it.
    """
    marker = WriteTxnMarkersRequest.WritableTxnMarker(
        producer_id=transaction.producer_id,
        producer_epoch=transaction.producer_epoch,
        transaction_result=False,
        topics=[WriteTxnMarkersRequest.WritableTxnMarkerTopic(tp.topic, [tp.partition])],
        # Of a producer whose first transaction this is no coordinator has written yet; Kafka's tool says 0, too.
        coordinator_epoch=max(0, transaction.coordinator_epoch),
    )

    async def attempt() -> None:
        await cluster.topic(tp.topic)
        response = await cluster.ask(cluster.view.leader_of(tp), WriteTxnMarkersRequest(markers=[marker]))
        code = response.markers[0].topics[0].partitions[0].error_code
        if code != ErrorCode.NONE:
            cluster.mark_stale(tp.topic)
            raise error_for_code(code, f"{tp}: {code_name(code)}")

    await cluster.retry(attempt, what=f"abort a transaction in {tp}")
