"""ElectLeaders (KIP-183, KIP-460): asks the controller for elections, then waits until this broker knows who leads.

Without a list of partitions all are tried, and those that needed nothing are left out of the answer. What is wrong with
the whole request stands at the top of the answer from version 1 on, and at each partition; version 0 has no top.
"""

from __future__ import annotations

from collections.abc import Coroutine, Iterable, Mapping, Sequence
from typing import Any, Final

from broker.context import RequestContext
from broker.metadata_cache import ClusterSnapshot
from broker.services import BrokerServices
from kavka.common.types import PartitionResult, TopicPartition
from protocol.api_keys import ApiKey
from protocol.errors import ErrorCode, InvalidRequest, KafkaError, NotController
from protocol.messages import ElectLeadersRequest, ElectLeadersResponse

API = ApiKey.ELECT_LEADERS

PREFERRED: Final = 0
UNCLEAN: Final = 1

TopicResult = ElectLeadersResponse.ReplicaElectionResult
Result = ElectLeadersResponse.PartitionResult


def handle(
    request: ElectLeadersRequest, ctx: RequestContext, broker: BrokerServices
) -> Coroutine[Any, Any, ElectLeadersResponse]:
    """Elects leaders, if this broker is the controller."""
    return _answer(request, ctx, broker)


def error_response(request: ElectLeadersRequest, error: KafkaError) -> ElectLeadersResponse:
    """The same error for every partition that the request names: what every version can say."""
    result = PartitionResult(int(error.code), error.message)
    return _response(dict.fromkeys(_named(request) or (), result))


async def _answer(request: ElectLeadersRequest, ctx: RequestContext, broker: BrokerServices) -> ElectLeadersResponse:
    try:
        return await _elect(request, ctx, broker)
    except KafkaError as error:
        response = error_response(request, error)
        if ctx.api_version >= 1:
            response.error_code = int(error.code)
        return response


async def _elect(request: ElectLeadersRequest, ctx: RequestContext, broker: BrokerServices) -> ElectLeadersResponse:
    if not broker.controller.is_active:
        raise NotController(f"broker {broker.controller.active_controller_id} is the controller, this is not")
    if request.election_type not in (PREFERRED, UNCLEAN):
        raise InvalidRequest(f"{request.election_type} is no type of election: 0 is preferred, 1 is unclean.")
    named = _named(request)
    wanted = _all_partitions(broker.metadata_cache.snapshot) if named is None else named
    results = await broker.controller.elect_leaders(
        wanted, is_unclean=request.election_type == UNCLEAN, timeout_ms=request.timeout_ms
    )
    elected = {partition: result.leader for partition, result in results.items() if result.error_code == ErrorCode.NONE}
    spent_ms = broker.clock.monotonic_ms() - ctx.received_ms
    await broker.metadata_cache.wait_until(
        lambda snapshot: not _unseen(snapshot, elected), timeout_ms=request.timeout_ms - spent_ms
    )
    late = PartitionResult(int(ErrorCode.REQUEST_TIMED_OUT), "the leader is elected, and this broker has not heard yet")
    results |= dict.fromkeys(_unseen(broker.metadata_cache.snapshot, elected), late)
    if named is None:
        results = {tp: result for tp, result in results.items() if result.error_code != ErrorCode.ELECTION_NOT_NEEDED}
    return _response(results)


def _named(request: ElectLeadersRequest) -> list[TopicPartition] | None:
    if request.topic_partitions is None:
        return None
    named = [TopicPartition(topic.topic, index) for topic in request.topic_partitions for index in topic.partitions]
    return list(dict.fromkeys(named))


def _all_partitions(snapshot: ClusterSnapshot) -> list[TopicPartition]:
    return [TopicPartition(name, index) for name, topic in snapshot.topics.items() for index in topic.partitions]


def _unseen(snapshot: ClusterSnapshot, elected: Mapping[TopicPartition, int]) -> Sequence[TopicPartition]:
    """The partitions that have another leader in the snapshot than was elected."""
    return [partition for partition, leader in elected.items() if _leader(snapshot, partition) != leader]


def _leader(snapshot: ClusterSnapshot, partition: TopicPartition) -> int | None:
    topic = snapshot.topics.get(partition.topic)
    state = None if topic is None else topic.partitions.get(partition.partition)
    return None if state is None else state.leader


def _response(results: Mapping[TopicPartition, PartitionResult]) -> ElectLeadersResponse:
    by_topic: dict[str, list[Result]] = {}
    for partition, result in _sorted(results):
        by_topic.setdefault(partition.topic, []).append(
            Result(partition_id=partition.partition, error_code=result.error_code, error_message=result.error_message)
        )
    topics = [TopicResult(topic=name, partition_result=parts) for name, parts in by_topic.items()]
    return ElectLeadersResponse(replica_election_results=topics)


def _sorted(
    results: Mapping[TopicPartition, PartitionResult],
) -> Iterable[tuple[TopicPartition, PartitionResult]]:
    return sorted(results.items(), key=lambda item: item[0])
