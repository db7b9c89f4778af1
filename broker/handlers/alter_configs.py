"""AlterConfigs: replaces the overrides of topics and brokers by exactly what the request says; all others end.

Clients prefer IncrementalAlterConfigs where there is one: two of this kind at the same time lose one's changes.
"""

from __future__ import annotations

from collections.abc import Coroutine, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from kavka.broker.config import altered as altered_configs
from kavka.broker.requests.config_resources import BROKER, CLIENT_METRICS, GROUP, TOPIC, alter_each
from kavka.broker.requests.context import RequestContext
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import InvalidRequest
from kavka.protocol.messages import AlterConfigsRequest, AlterConfigsResponse

if TYPE_CHECKING:
    from kavka.broker.requests.config_resources import ConfigResources

API = ApiKey.ALTER_CONFIGS

Wanted = AlterConfigsRequest.AlterConfigsResource
Result = AlterConfigsResponse.AlterConfigsResourceResponse


class AlterConfigsHandler:
    """Handles AlterConfigs requests."""

    __slots__ = ("_resources",)

    def __init__(self, *, resources: ConfigResources) -> None:
        self._resources = resources

    def handle(self, request: AlterConfigsRequest, ctx: RequestContext) -> Coroutine[Any, Any, AlterConfigsResponse]:
        """Alters each resource; one that is wrong does not spoil the others."""
        return self._alter_all(request)

    async def _alter_all(self, request: AlterConfigsRequest) -> AlterConfigsResponse:
        alter = partial(self._alter, validate_only=request.validate_only)
        return AlterConfigsResponse(responses=await alter_each(request.resources, alter, Result))

    async def _alter(self, wanted: Wanted, *, validate_only: bool) -> None:
        texts = altered_configs.replacement([(entry.name, entry.value) for entry in wanted.configs])

        def replaced(_stored: Mapping[str, str]) -> dict[str, str]:
            return texts

        if wanted.resource_type == TOPIC:
            await self._resources.alter_topic(wanted.resource_name, replaced, validate_only=validate_only)
        elif wanted.resource_type == BROKER:
            await self._resources.alter_broker(wanted.resource_name, replaced, validate_only=validate_only)
        elif wanted.resource_type == CLIENT_METRICS:
            await self._resources.alter_subscription(wanted.resource_name, replaced, validate_only=validate_only)
        elif wanted.resource_type == GROUP:
            await self._resources.alter_group(wanted.resource_name, replaced, validate_only=validate_only)
        else:
            raise InvalidRequest(f"Unknown resource type {wanted.resource_type}")
