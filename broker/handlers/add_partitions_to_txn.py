"""AddPartitionsToTxn: the partitions that a transactional producer is about to write to.

All of them or none: where one cannot be, the others get OPERATION_NOT_ATTEMPTED. Versions 4 and 5, in which brokers
ask for many transactions at once, are not in the profiles; a broker that verifies asks with DescribeTransactions
instead (`broker.transaction.verifier`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.requests.cluster_view import INTERNAL_TOPICS
from kavka.broker.requests.context import RequestContext
from kavka.broker.transaction.coordinator import ProducerIdAndEpoch, fenced_code
from kavka.broker.transaction.partition_set import PartitionSet, PartitionSetBuilder
from kavka.common.lane import ITEMS_IN_ONE_STEP_MAX
from kavka.common.steps import Steps, at_once, each
from kavka.common.types import TopicPartition
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import ErrorCode, KafkaError
from kavka.protocol.messages import AddPartitionsToTxnRequest, AddPartitionsToTxnResponse
from kavka.protocol.response_pieces import JoinedResponse, StretchWriter
from kavka.protocol.sliced_list import is_sliced

if TYPE_CHECKING:
    from kavka.broker.requests.services import BrokerServices

API = ApiKey.ADD_PARTITIONS_TO_TXN

FENCED_FROM_VERSION: Final = 2
"""From here on clients know PRODUCER_FENCED (KIP-588)."""

TopicResult = AddPartitionsToTxnResponse.AddPartitionsToTxnTopicResult
PartitionResult = AddPartitionsToTxnResponse.AddPartitionsToTxnPartitionResult

Outcome = tuple[TopicPartition, int]
"""A partition and its error code."""


Answer = AddPartitionsToTxnResponse | JoinedResponse
"""Of a request that is decoded as it is read, the response is encoded as it is found."""


async def handle(request: AddPartitionsToTxnRequest, ctx: RequestContext, broker: BrokerServices) -> Answer:
    """Adds the partitions to the transaction, whose coordinator must be this broker."""
    asked = item_count(request)
    lane = broker.lane
    partitions, is_refused = await lane.do_for(_judged(request, broker), items=asked)
    if is_refused:
        return await lane.do_for(_answer(request, partitions, _refusals(broker)), items=asked)
    producer = ProducerIdAndEpoch(request.v3_and_below_producer_id, request.v3_and_below_producer_epoch)
    code = 0
    try:
        await broker.transactions.add_partitions(
            request.v3_and_below_transactional_id, producer, partitions, connection=ctx.connection.ordinal
        )
    except KafkaError as error:
        code = fenced_code(error, ctx.api_version, FENCED_FROM_VERSION)
    return await lane.do_for(_answer(request, partitions, lambda _partition: code), items=asked)


def item_count(request: AddPartitionsToTxnRequest) -> int:
    """Counts topics and partitions; a request that is decoded as it is read has very many."""
    topics = request.v3_and_below_topics
    if is_sliced(topics):
        return ITEMS_IN_ONE_STEP_MAX + 1
    return len(topics) + sum(len(topic.partitions) for topic in topics)


def _judged(request: AddPartitionsToTxnRequest, broker: BrokerServices) -> Steps[tuple[PartitionSet, bool]]:
    """Collects the partitions, each once, and tells whether some of them cannot be taken in."""
    snapshot = broker.metadata_cache.snapshot
    is_refused = False
    partitions = yield from _named(request)
    for partition in partitions:
        is_refused = is_refused or bool(_refusal(partition, snapshot.partition(*partition)))
        yield
    return partitions, is_refused


def _refusals(broker: BrokerServices) -> Callable[[TopicPartition], int]:
    """Returns why some partitions cannot be taken in; the others are not because of those."""
    snapshot = broker.metadata_cache.snapshot
    not_attempted = int(ErrorCode.OPERATION_NOT_ATTEMPTED)
    return lambda partition: _refusal(partition, snapshot.partition(*partition)) or not_attempted


def _refusal(partition: TopicPartition, state: object | None) -> int:
    """Clients write no transactions into internal topics; offsets come by AddOffsetsToTxn."""
    if partition.topic in INTERNAL_TOPICS:
        return int(ErrorCode.TOPIC_AUTHORIZATION_FAILED)
    return int(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION) if state is None else 0


def _answer(
    request: AddPartitionsToTxnRequest, partitions: PartitionSet, code_of: Callable[[TopicPartition], int]
) -> Steps[Answer]:
    topics: Any = request.v3_and_below_topics
    outcomes = ((partition, code_of(partition)) for partition in partitions)
    if is_sliced(topics):
        encoded: StretchWriter[Outcome] = StretchWriter(AddPartitionsToTxnResponse, topics.version, _response)
        yield from each(outcomes, encoded.add)
        return encoded.finish()
    found: list[Outcome] = []
    yield from each(outcomes, found.append)
    return _response(found)


def _response(outcomes: Iterable[Outcome]) -> AddPartitionsToTxnResponse:
    topics: dict[str, list[PartitionResult]] = {}
    for (topic, index), code in outcomes:
        topics.setdefault(topic, []).append(PartitionResult(index, code))
    return AddPartitionsToTxnResponse(
        results_by_topic_v3_and_below=[TopicResult(name, results) for name, results in topics.items()]
    )


def error_response(request: AddPartitionsToTxnRequest, error: KafkaError) -> Answer:
    """Returns the error once for each partition."""
    return at_once(error_steps(request, error))


def error_steps(request: AddPartitionsToTxnRequest, error: KafkaError) -> Steps[Answer]:
    """Returns the error once for each of very many partitions, in steps."""
    code = int(error.code)
    return (yield from answered(request, lambda _partition: code))


def answered(request: AddPartitionsToTxnRequest, code_of: Callable[[TopicPartition], int]) -> Steps[Answer]:
    """Responds to each partition with its code, without the coordinator."""
    partitions = yield from _named(request)
    return (yield from _answer(request, partitions, code_of))


def _named(request: AddPartitionsToTxnRequest) -> Steps[PartitionSet]:
    """Collects the partitions, each once."""
    builder = PartitionSetBuilder()
    for topic in request.v3_and_below_topics:
        builder.add(topic.name, topic.partitions)
        yield
    return (yield from builder.finish())
