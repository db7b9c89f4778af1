"""ControlledShutdown: a broker that is about to stop asks the controller to let others lead. Only the controller does.

A response without an error may still name partitions: those that nobody else can lead now. The broker may ask again.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable
from typing import TYPE_CHECKING, Any

from kavka.broker.requests.context import RequestContext
from kavka.common.steps import Steps
from kavka.common.types import TopicPartition
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import NotController, StaleControllerEpoch
from kavka.protocol.messages import ControlledShutdownRequest, ControlledShutdownResponse

if TYPE_CHECKING:
    from kavka.broker.cluster.controller_api import ControllerApi
    from kavka.broker.config.broker_config import BrokerConfig
    from kavka.broker.replica.control_requests import ControlRequests

API = ApiKey.CONTROLLED_SHUTDOWN


class ControlledShutdownHandler:
    """Handles ControlledShutdown requests."""

    __slots__ = ("_config", "_control_requests", "_controller")

    def __init__(
        self, *, config: Callable[[], BrokerConfig], control_requests: ControlRequests, controller: ControllerApi
    ) -> None:
        self._config = config
        self._control_requests = control_requests
        self._controller = controller

    def handle(
        self, request: ControlledShutdownRequest, ctx: RequestContext
    ) -> Coroutine[Any, Any, ControlledShutdownResponse]:
        """Relieves a broker, if this broker is the controller.

        Raises:
            BrokerNotAvailable: the broker that asks is not registered.
            StaleBrokerEpoch: it has another life since.
            StaleControllerEpoch: this is not the controller. NOT_CONTROLLER is what Kafka returns to clients; a broker
                that asks here trusted an old controller.
        """
        return self._relieve(request)

    async def _relieve(self, request: ControlledShutdownRequest) -> ControlledShutdownResponse:
        try:
            remaining = await self._controller.controlled_shutdown(
                request.broker_id, request.broker_epoch, timeout_ms=self._config().request_timeout_ms
            )
        except NotController as error:
            raise StaleControllerEpoch(error.message) from error
        return await self._control_requests.lane.do_for(_answer(remaining), items=len(remaining))


def _answer(remaining: Iterable[TopicPartition]) -> Steps[ControlledShutdownResponse]:
    response = ControlledShutdownResponse()
    for topic, partition in remaining:
        response.remaining_partitions.append(
            ControlledShutdownResponse.RemainingPartition(topic_name=topic, partition_index=partition)
        )
        yield
    return response
