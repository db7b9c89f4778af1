"""UpdateFeatures (KIP-584): as a ZooKeeper-mode controller does it, which supports no feature and can take back all."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.cluster import features
from kavka.broker.cluster.controller_api import check_is_active
from kavka.broker.requests.context import RequestContext
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import KafkaError
from kavka.protocol.messages import UpdateFeaturesRequest, UpdateFeaturesResponse

if TYPE_CHECKING:
    from kavka.broker.cluster.controller_api import ControllerApi
    from kavka.zk.client import ZkClient

API = ApiKey.UPDATE_FEATURES

Result = UpdateFeaturesResponse.UpdatableFeatureResult

KINDS_FROM_VERSION: Final = 1
UPGRADE: Final = 1
DOWNGRADES: Final = (2, 3)
"""Safe and unsafe ones: no feature is supported here, so nothing tells them apart."""


class UpdateFeaturesHandler:
    """Handles UpdateFeatures requests."""

    __slots__ = ("_controller", "_zk")

    def __init__(self, *, controller: ControllerApi, zk: ZkClient) -> None:
        self._controller = controller
        self._zk = zk

    def handle(
        self, request: UpdateFeaturesRequest, ctx: RequestContext
    ) -> Coroutine[Any, Any, UpdateFeaturesResponse]:
        """Updates each feature; one that cannot be does not spoil the others.

        Raises:
            NotController: another broker is the controller.
        """
        check_is_active(self._controller)
        return self._update(request, ctx.api_version)

    async def _update(self, request: UpdateFeaturesRequest, version: int) -> UpdateFeaturesResponse:
        updates = [
            features.Update(
                update.feature,
                update.max_version_level,
                update.allow_downgrade if version < KINDS_FROM_VERSION else update.upgrade_type in DOWNGRADES,
                is_kind_known=version < KINDS_FROM_VERSION or update.upgrade_type in (UPGRADE, *DOWNGRADES),
            )
            for update in request.feature_updates
        ]
        outcomes = await features.apply(updates, self._zk, is_only_validated=request.validate_only)
        return UpdateFeaturesResponse(
            error_message=None, results=[_result(feature, error) for feature, error in outcomes.items()]
        )


def _result(feature: str, error: KafkaError | None) -> Result:
    return Result(
        feature=feature,
        error_code=0 if error is None else int(error.code),
        error_message=None if error is None else error.message,
    )
