"""AddPartitionsToTxn: the partitions that a transactional producer is about to write to.

All of them or none: where one cannot be, the others get OPERATION_NOT_ATTEMPTED. Versions 4 and 5, in which brokers
ask for many transactions at once, are not in the profiles; a broker that verifies asks with DescribeTransactions
instead (`broker.transaction.verifier`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Final

from kavka.broker.requests.cluster_view import INTERNAL_TOPICS
from kavka.broker.requests.context import RequestContext
from kavka.broker.transaction.coordinator import ProducerIdAndEpoch, fenced_code
from kavka.common.steps import Steps, at_once
from kavka.common.types import TopicPartition
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import ErrorCode, KafkaError
from kavka.protocol.messages import AddPartitionsToTxnRequest, AddPartitionsToTxnResponse

if TYPE_CHECKING:
    from kavka.broker.requests.services import BrokerServices

API = ApiKey.ADD_PARTITIONS_TO_TXN

FENCED_FROM_VERSION: Final = 2
"""From here on clients know PRODUCER_FENCED (KIP-588)."""

TopicResult = AddPartitionsToTxnResponse.AddPartitionsToTxnTopicResult
PartitionResult = AddPartitionsToTxnResponse.AddPartitionsToTxnPartitionResult


async def handle(
    request: AddPartitionsToTxnRequest, ctx: RequestContext, broker: BrokerServices
) -> AddPartitionsToTxnResponse:
    """Adds the partitions to the transaction, whose coordinator must be this broker."""
    asked = sum(len(topic.partitions) for topic in request.v3_and_below_topics)
    lane = broker.lane
    partitions, is_refused = await lane.do_for(_judged(request, broker), items=asked)
    if is_refused:
        return await lane.do_for(_refuse(partitions, broker), items=asked)
    producer = ProducerIdAndEpoch(request.v3_and_below_producer_id, request.v3_and_below_producer_epoch)
    code = 0
    try:
        await broker.transactions.add_partitions(
            request.v3_and_below_transactional_id, producer, partitions, connection=ctx.connection.ordinal
        )
    except KafkaError as error:
        code = fenced_code(error, ctx.api_version, FENCED_FROM_VERSION)
    return await lane.do_for(_answer((partition, code) for partition in partitions), items=asked)


def _judged(
    request: AddPartitionsToTxnRequest, broker: BrokerServices
) -> Steps[tuple[Collection[TopicPartition], bool]]:
    """Collects the partitions, each once, and tells whether some of them cannot be taken in."""
    snapshot = broker.metadata_cache.snapshot
    is_refused = False
    partitions = yield from _named(request)
    for partition in partitions:
        is_refused = is_refused or bool(_refusal(partition, snapshot.partition(*partition)))
        yield
    return partitions, is_refused


def _refuse(partitions: Iterable[TopicPartition], broker: BrokerServices) -> Steps[AddPartitionsToTxnResponse]:
    """Returns why some partitions cannot be taken in; the others are not because of those."""
    snapshot = broker.metadata_cache.snapshot
    not_attempted = int(ErrorCode.OPERATION_NOT_ATTEMPTED)
    return _answer((each, _refusal(each, snapshot.partition(*each)) or not_attempted) for each in partitions)


def _refusal(partition: TopicPartition, state: object | None) -> int:
    """Clients write no transactions into internal topics; offsets come by AddOffsetsToTxn."""
    if partition.topic in INTERNAL_TOPICS:
        return int(ErrorCode.TOPIC_AUTHORIZATION_FAILED)
    return int(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION) if state is None else 0


def _answer(outcomes: Iterable[tuple[TopicPartition, int]]) -> Steps[AddPartitionsToTxnResponse]:
    topics: dict[str, list[PartitionResult]] = {}
    for (topic, index), code in outcomes:
        topics.setdefault(topic, []).append(PartitionResult(index, code))
        yield
    return AddPartitionsToTxnResponse(
        results_by_topic_v3_and_below=[TopicResult(name, results) for name, results in topics.items()]
    )


def error_response(request: AddPartitionsToTxnRequest, error: KafkaError) -> AddPartitionsToTxnResponse:
    """Returns the error once for each partition."""
    return at_once(error_steps(request, error))


def error_steps(request: AddPartitionsToTxnRequest, error: KafkaError) -> Steps[AddPartitionsToTxnResponse]:
    """Returns the error once for each of very many partitions, in steps."""
    code = int(error.code)
    partitions = yield from _named(request)
    return (yield from _answer((partition, code) for partition in partitions))


def _named(request: AddPartitionsToTxnRequest) -> Steps[Collection[TopicPartition]]:
    """Collects the partitions, each once."""
    partitions: dict[TopicPartition, None] = {}
    for topic in request.v3_and_below_topics:
        for index in topic.partitions:
            partitions[TopicPartition(topic.name, index)] = None
            yield
        yield
    return partitions.keys()
