"""AllocateProducerIds (KIP-730): a broker asks the controller for a block of producer ids.

Our own brokers claim their blocks in ZooKeeper, whoever the controller is, and never ask. Apache Kafka's brokers from
3.0 on do ask, and without a response give no idempotent producer an id. The block is claimed in the same znode, by the
same conditional write, so nobody gets an id twice.
"""

from __future__ import annotations

from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from kavka.broker.cluster.producer_ids import BLOCK_IDS, claim_block
from kavka.broker.requests.context import RequestContext
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import CoordinatorLoadInProgress, NotController, StaleBrokerEpoch
from kavka.protocol.messages import AllocateProducerIdsRequest, AllocateProducerIdsResponse
from kavka.zk import paths
from kavka.zk.errors import ZkError

if TYPE_CHECKING:
    from kavka.broker.cluster.controller_api import ControllerApi
    from kavka.zk.client import ZkClient

API = ApiKey.ALLOCATE_PRODUCER_IDS


class AllocateProducerIdsHandler:
    """Handles AllocateProducerIds requests."""

    __slots__ = ("_controller", "_zk")

    def __init__(self, *, controller: ControllerApi, zk: ZkClient) -> None:
        self._controller = controller
        self._zk = zk

    def handle(
        self, request: AllocateProducerIdsRequest, ctx: RequestContext
    ) -> Coroutine[Any, Any, AllocateProducerIdsResponse]:
        """Claims a block for the broker that asks, if this broker is the controller.

        Raises:
            NotController: it is not.
            StaleBrokerEpoch: who asks is not registered, or has another life since.
            CoordinatorLoadInProgress: ZooKeeper cannot be asked now; Kafka's broker then asks again.
        """
        return self._allocate(request)

    async def _allocate(self, request: AllocateProducerIdsRequest) -> AllocateProducerIdsResponse:
        if not self._controller.is_active:
            raise NotController("producer ids are allocated by the controller only")
        try:
            registration = await self._zk.exists(paths.broker_id(request.broker_id))
            if registration is None or registration.czxid != request.broker_epoch:
                raise StaleBrokerEpoch(
                    f"broker {request.broker_id} is not registered with epoch {request.broker_epoch}"
                )
            start = await claim_block(self._zk, request.broker_id)
        except ZkError as error:
            raise CoordinatorLoadInProgress(f"no producer ids can be had from ZooKeeper: {error}") from error
        return AllocateProducerIdsResponse(producer_id_start=start, producer_id_len=BLOCK_IDS)
