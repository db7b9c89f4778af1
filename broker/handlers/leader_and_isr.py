"""LeaderAndIsr: the controller says which partitions this broker leads and which it follows."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from kavka.common.types import is_topic_name
from protocol.api_keys import ApiKey
from protocol.errors import StaleBrokerEpoch
from protocol.messages import LeaderAndIsrResponse

if TYPE_CHECKING:
    from broker.context import RequestContext
    from broker.replica.controller_commands import ReplicaResult
    from broker.services import BrokerServices
    from protocol.messages import LeaderAndIsrRequest

API = ApiKey.LEADER_AND_ISR

TOPIC_IDS_FROM_VERSION = 5
NO_BROKER_EPOCH = -1
"""In requests of versions that carry none."""

PartitionError = LeaderAndIsrResponse.LeaderAndIsrPartitionError
TopicError = LeaderAndIsrResponse.LeaderAndIsrTopicError


def handle(
    request: LeaderAndIsrRequest, ctx: RequestContext, broker: BrokerServices
) -> LeaderAndIsrResponse | Coroutine[Any, Any, LeaderAndIsrResponse]:
    """Obeys, and answers partition by partition.

    Topics that this broker hears of for the first time have their configuration read first: a log is never opened
    with the wrong one, which might delete what should be compacted.

    Raises:
        StaleBrokerEpoch: the request is for an earlier life of this broker.
        StaleControllerEpoch: it comes from a controller that has been replaced.
    """
    check_broker_epoch(request.broker_epoch, broker)
    names = {topic.topic_name for topic in request.topic_states}
    names.update(state.topic_name for state in request.ungrouped_partition_states)
    unknown = broker.topic_configs.missing(filter(is_topic_name, names))
    return _read_configs_and_obey(request, ctx, broker, unknown) if unknown else _obey(request, ctx, broker)


async def _read_configs_and_obey(
    request: LeaderAndIsrRequest, ctx: RequestContext, broker: BrokerServices, unknown: list[str]
) -> LeaderAndIsrResponse:
    await broker.topic_configs.fetch(unknown)
    check_broker_epoch(request.broker_epoch, broker)  # it may have changed while we waited
    return _obey(request, ctx, broker)


def _obey(request: LeaderAndIsrRequest, ctx: RequestContext, broker: BrokerServices) -> LeaderAndIsrResponse:
    results = broker.replica_manager.become_leader_or_follower(request, broker.topic_configs.log_config)
    if ctx.api_version >= TOPIC_IDS_FROM_VERSION:
        return LeaderAndIsrResponse(topics=_by_topic_id(results))
    return LeaderAndIsrResponse(
        partition_errors=[
            PartitionError(topic_name=result.topic, partition_index=result.partition, error_code=result.error_code)
            for result in results
        ]
    )


def check_broker_epoch(broker_epoch: int, broker: BrokerServices) -> None:
    """Refuses what was meant for an earlier life of this broker (KIP-380).

    A later epoch than our own is accepted: the controller can learn of a registration before its answer reaches us.

    Raises:
        StaleBrokerEpoch: the controller does not know yet that this broker has registered anew.
    """
    own = broker.broker_epoch()
    if broker_epoch != NO_BROKER_EPOCH and broker_epoch < own:
        raise StaleBrokerEpoch(f"the request is for broker epoch {broker_epoch}, this is {own}")


def _by_topic_id(results: list[ReplicaResult]) -> list[TopicError]:
    topics: dict[bytes, TopicError] = {}
    for result in results:
        topic = topics.get(result.topic_id)
        if topic is None:
            topic = topics[result.topic_id] = TopicError(topic_id=result.topic_id, partition_errors=[])
        topic.partition_errors.append(PartitionError(partition_index=result.partition, error_code=result.error_code))
    return list(topics.values())
