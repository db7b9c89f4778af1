"""AddPartitionsToTxn: the partitions that a transactional producer is about to write to.

All of them or none: where one cannot be, the others answer OPERATION_NOT_ATTEMPTED. Versions 4 and 5, in which brokers
ask for many transactions at once, are not in the profiles; a broker that verifies asks with DescribeTransactions
instead (`broker.transaction.verifier`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, TypeVar

from broker.cluster_view import INTERNAL_TOPICS
from broker.context import RequestContext
from broker.transaction.coordinator import ProducerIdAndEpoch, fenced_code
from kavka.common.lane import ITEMS_IN_ONE_STEP_MAX
from kavka.common.steps import Steps, at_once
from kavka.common.types import TopicPartition
from protocol.api_keys import ApiKey
from protocol.errors import ErrorCode, KafkaError
from protocol.messages import AddPartitionsToTxnRequest, AddPartitionsToTxnResponse

if TYPE_CHECKING:
    from broker.services import BrokerServices

T = TypeVar("T")

API = ApiKey.ADD_PARTITIONS_TO_TXN

FENCED_FROM_VERSION: Final = 2
"""From here on clients know PRODUCER_FENCED (KIP-588)."""

TopicResult = AddPartitionsToTxnResponse.AddPartitionsToTxnTopicResult
PartitionResult = AddPartitionsToTxnResponse.AddPartitionsToTxnPartitionResult


async def handle(
    request: AddPartitionsToTxnRequest, ctx: RequestContext, broker: BrokerServices
) -> AddPartitionsToTxnResponse:
    """Has the coordinator, which must be this broker, take them in."""
    asked = sum(len(topic.partitions) for topic in request.v3_and_below_topics)
    partitions, refused = await _in_time(_judged(request, broker), asked, broker)
    if refused:
        not_attempted = int(ErrorCode.OPERATION_NOT_ATTEMPTED)
        codes = {partition: refused.get(partition, not_attempted) for partition in partitions}
        return await _in_time(_answer(codes), asked, broker)
    producer = ProducerIdAndEpoch(request.v3_and_below_producer_id, request.v3_and_below_producer_epoch)
    code = 0
    try:
        await broker.transactions.add_partitions(
            request.v3_and_below_transactional_id, producer, partitions, connection=ctx.connection.ordinal
        )
    except KafkaError as error:
        code = fenced_code(error, ctx.api_version, FENCED_FROM_VERSION)
    return await _in_time(_answer(dict.fromkeys(partitions, code)), asked, broker)


async def _in_time(steps: Steps[T], items: int, broker: BrokerServices) -> T:
    """Does it at once, or in slices where it is of many partitions."""
    return at_once(steps) if items <= ITEMS_IN_ONE_STEP_MAX else await broker.lane.do(steps)


def _judged(
    request: AddPartitionsToTxnRequest, broker: BrokerServices
) -> Steps[tuple[list[TopicPartition], dict[TopicPartition, int]]]:
    """The partitions, and why some of them cannot be taken in."""
    snapshot = broker.metadata_cache.snapshot
    partitions: list[TopicPartition] = []
    refused: dict[TopicPartition, int] = {}
    for partition in _named(request):
        partitions.append(partition)
        code = _refusal(partition, snapshot.partition(*partition))
        if code:
            refused[partition] = code
        yield
    return partitions, refused


def _refusal(partition: TopicPartition, state: object | None) -> int:
    """Clients write no transactions into internal topics; offsets come by AddOffsetsToTxn."""
    if partition.topic in INTERNAL_TOPICS:
        return int(ErrorCode.TOPIC_AUTHORIZATION_FAILED)
    return int(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION) if state is None else 0


def _answer(codes: dict[TopicPartition, int]) -> Steps[AddPartitionsToTxnResponse]:
    topics: dict[str, list[PartitionResult]] = {}
    for (topic, index), code in codes.items():
        topics.setdefault(topic, []).append(PartitionResult(index, code))
        yield
    return AddPartitionsToTxnResponse(
        results_by_topic_v3_and_below=[TopicResult(name, results) for name, results in topics.items()]
    )


def error_response(request: AddPartitionsToTxnRequest, error: KafkaError) -> AddPartitionsToTxnResponse:
    """The error once for each partition."""
    return at_once(_answer(dict.fromkeys(_named(request), int(error.code))))


def _named(request: AddPartitionsToTxnRequest) -> Iterable[TopicPartition]:
    return (TopicPartition(topic.name, index) for topic in request.v3_and_below_topics for index in topic.partitions)
