"""UpdateFeatures (KIP-584): as a ZooKeeper-mode controller does it, which supports no feature and can take back all."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from kavka.broker.cluster import features
from kavka.broker.requests.context import RequestContext
from kavka.broker.requests.services import BrokerServices
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import KafkaError, NotController
from kavka.protocol.messages import UpdateFeaturesRequest, UpdateFeaturesResponse

API = ApiKey.UPDATE_FEATURES

Result = UpdateFeaturesResponse.UpdatableFeatureResult


def handle(
    request: UpdateFeaturesRequest, ctx: RequestContext, broker: BrokerServices
) -> Coroutine[Any, Any, UpdateFeaturesResponse]:
    """Updates each feature; one that cannot be does not spoil the others.

    Raises:
        NotController: another broker is the controller.
    """
    if not broker.controller.is_active:
        raise NotController(f"broker {broker.controller.active_controller_id} is the controller, this is not")
    return _update(request, broker)


async def _update(request: UpdateFeaturesRequest, broker: BrokerServices) -> UpdateFeaturesResponse:
    updates = [
        features.Update(update.feature, update.max_version_level, update.allow_downgrade)
        for update in request.feature_updates
    ]
    outcomes = await features.apply(updates, broker.zk)
    return UpdateFeaturesResponse(
        error_message=None, results=[_result(feature, error) for feature, error in outcomes.items()]
    )


def _result(feature: str, error: KafkaError | None) -> Result:
    return Result(
        feature=feature,
        error_code=0 if error is None else int(error.code),
        error_message=None if error is None else error.message,
    )
