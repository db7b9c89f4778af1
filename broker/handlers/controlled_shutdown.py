"""ControlledShutdown: a broker that is about to stop asks the controller to let others lead. Only the controller does.

A response without an error may still name partitions: those that nobody else can lead now. The broker may ask again.
"""

from __future__ import annotations

from collections.abc import Coroutine, Iterable
from typing import Any

from kavka.broker.requests.context import RequestContext
from kavka.broker.requests.services import BrokerServices
from kavka.common.steps import Steps
from kavka.common.types import TopicPartition
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import NotController, StaleControllerEpoch
from kavka.protocol.messages import ControlledShutdownRequest, ControlledShutdownResponse

API = ApiKey.CONTROLLED_SHUTDOWN


def handle(
    request: ControlledShutdownRequest, ctx: RequestContext, broker: BrokerServices
) -> Coroutine[Any, Any, ControlledShutdownResponse]:
    """Relieves a broker, if this broker is the controller.

    Raises:
        BrokerNotAvailable: the broker that asks is not registered.
        StaleBrokerEpoch: it has another life since.
        StaleControllerEpoch: this is not the controller. NOT_CONTROLLER is what Kafka returns to clients; a broker
            that asks here trusted an old controller.
    """
    return _relieve(request, broker)


async def _relieve(request: ControlledShutdownRequest, broker: BrokerServices) -> ControlledShutdownResponse:
    try:
        remaining = await broker.controller.controlled_shutdown(
            request.broker_id, request.broker_epoch, timeout_ms=broker.config.request_timeout_ms
        )
    except NotController as error:
        raise StaleControllerEpoch(error.message) from error
    return await broker.control_requests.lane.do_for(_answer(remaining), items=len(remaining))


def _answer(remaining: Iterable[TopicPartition]) -> Steps[ControlledShutdownResponse]:
    response = ControlledShutdownResponse()
    for topic, partition in remaining:
        response.remaining_partitions.append(
            ControlledShutdownResponse.RemainingPartition(topic_name=topic, partition_index=partition)
        )
        yield
    return response
