"""UpdateFeatures (KIP-584): the cluster agrees on the level of a feature, or takes it back.

What this broker does not support can only be taken back. From version 2 on all updates are done or none, and the
response has one error, the first; before, each feature has its own. Every feature here can be lowered without loss, so
safe and unsafe downgrades are the same.
"""

from __future__ import annotations

from collections.abc import Coroutine, Mapping
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
    from kavka.zk.features import Levels

API = ApiKey.UPDATE_FEATURES

Result = UpdateFeaturesResponse.UpdatableFeatureResult

KINDS_FROM_VERSION: Final = 1
UPGRADE: Final = 1
DOWNGRADES: Final = (2, 3)
"""Safe and unsafe ones."""
ALL_OR_NONE_FROM_VERSION: Final = 2


class UpdateFeaturesHandler:
    """Handles UpdateFeatures requests."""

    __slots__ = ("_controller", "_supported", "_zk")

    def __init__(self, *, controller: ControllerApi, supported_features: Mapping[str, Levels], zk: ZkClient) -> None:
        self._controller = controller
        self._supported = supported_features
        self._zk = zk

    def handle(
        self, request: UpdateFeaturesRequest, ctx: RequestContext
    ) -> Coroutine[Any, Any, UpdateFeaturesResponse]:
        """Updates the features; before version 2 one that cannot be does not spoil the others.

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
        all_or_none = version >= ALL_OR_NONE_FROM_VERSION
        outcomes = await features.apply(
            updates,
            self._zk,
            supported=self._supported,
            is_only_validated=request.validate_only,
            all_or_none=all_or_none,
        )
        if all_or_none:
            return _whole(outcomes)
        return UpdateFeaturesResponse(
            error_message=None, results=[_result(feature, error) for feature, error in outcomes.items()]
        )


def _whole(outcomes: Mapping[str, KafkaError | None]) -> UpdateFeaturesResponse:
    """Builds the response to updates of which all are done or none."""
    for feature, error in outcomes.items():
        if error is not None:
            message = f"The update failed for all features since the following feature had an error: {feature}: "
            return UpdateFeaturesResponse(error_code=int(error.code), error_message=message + (error.message or ""))
    return UpdateFeaturesResponse(error_message=None)


def _result(feature: str, error: KafkaError | None) -> Result:
    return Result(
        feature=feature,
        error_code=0 if error is None else int(error.code),
        error_message=None if error is None else error.message,
    )
