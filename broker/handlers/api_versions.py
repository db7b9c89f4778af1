"""ApiVersions: which APIs in which versions this broker serves. Exactly those, so a client never meets a refusal later.

From version 5 on a client may say which cluster and broker it means to have reached (KIP-1242): where a name, or a port
that is forwarded, leads elsewhere by now, it hears REBOOTSTRAP_REQUIRED instead of writing into another cluster.

A version of ApiVersions itself that we do not speak never gets here: the dispatcher responds to it in version 0.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from kavka.broker.requests.context import RequestContext
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import InvalidRequest, RebootstrapRequired
from kavka.protocol.messages import ApiVersionsRequest, ApiVersionsResponse

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kavka.broker.cluster.features import FinalizedFeatures
    from kavka.zk.features import Levels

API = ApiKey.API_VERSIONS

NAMES_FROM_VERSION: Final = 3
PLACE_FROM_VERSION: Final = 5
LEVEL_0_FROM_VERSION: Final = 4
"""Older clients cannot read a supported feature that starts at 0, so they are not told of it (KAFKA-17492)."""
_SOFTWARE_NAME: Final = re.compile(r"[a-zA-Z0-9](?:[a-zA-Z0-9\-.]*[a-zA-Z0-9])?")
"""What KIP-511 allows as the name and the version of a client's software."""


class ApiVersionsHandler:
    """Handles ApiVersions requests."""

    __slots__ = ("_api_ranges", "_broker_id", "_cluster_id", "_features", "_supported")

    def __init__(
        self,
        *,
        api_ranges: Mapping[int, tuple[int, int]],
        broker_id: int,
        cluster_id: str,
        features: FinalizedFeatures,
        supported_features: Mapping[str, Levels],
    ) -> None:
        self._api_ranges = api_ranges
        self._broker_id = broker_id
        self._cluster_id = cluster_id
        self._features = features
        self._supported = supported_features

    def handle(self, request: ApiVersionsRequest, ctx: RequestContext) -> ApiVersionsResponse:
        """Lists what is served."""
        if ctx.api_version >= NAMES_FROM_VERSION:
            for text in (request.client_software_name, request.client_software_version):
                if not _SOFTWARE_NAME.fullmatch(text):
                    raise InvalidRequest(f"a client's software cannot be called {text!r} (KIP-511)")
            ctx.connection.introduce(request.client_software_name, request.client_software_version)
        if ctx.api_version >= PLACE_FROM_VERSION and request.cluster_id is not None:
            self._check_place(request.cluster_id, request.node_id)
        finalized = self._features.current
        return ApiVersionsResponse(
            api_keys=[
                ApiVersionsResponse.ApiVersion(api_key=key, min_version=versions[0], max_version=versions[1])
                for key, versions in self._api_ranges.items()
            ],
            supported_features=[
                ApiVersionsResponse.SupportedFeatureKey(name=name, min_version=low, max_version=high)
                for name, (low, high) in self._supported.items()
                if low > 0 or ctx.api_version >= LEVEL_0_FROM_VERSION
            ],
            finalized_features_epoch=finalized.epoch,
            finalized_features=[
                ApiVersionsResponse.FinalizedFeatureKey(name=name, max_version_level=high, min_version_level=low)
                for name, (low, high) in finalized.features.items()
            ],
        )

    def _check_place(self, cluster_id: str, node_id: int) -> None:
        """Checks that a client that says where it means to be is there; as in Kafka, by both or not at all."""
        if (cluster_id, node_id) != (self._cluster_id, self._broker_id):
            raise RebootstrapRequired(
                f"this is broker {self._broker_id} of cluster {self._cluster_id}, not {node_id} of {cluster_id}"
            )
