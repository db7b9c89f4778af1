"""IncrementalAlterConfigs: sets, deletes, appends to or subtracts from single keys of topics, brokers and loggers.

What the request does not name stays as it is (KIP-339). Lists alone can be appended to and subtracted from.
"""

from __future__ import annotations

from collections.abc import Coroutine, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from kavka.broker.config import altered as altered_configs
from kavka.broker.config import loggers
from kavka.broker.config.all_keys import KEYS
from kavka.broker.config.altered import TOPIC_CONFIG_KEYS, Change
from kavka.broker.config.client_metrics import SUBSCRIPTION_KEYS
from kavka.broker.requests.config_resources import (
    BROKER,
    BROKER_LOGGER,
    CLIENT_METRICS,
    TOPIC,
    alter_each,
)
from kavka.broker.requests.context import RequestContext
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import InvalidRequest
from kavka.protocol.messages import IncrementalAlterConfigsRequest, IncrementalAlterConfigsResponse

if TYPE_CHECKING:
    from kavka.broker.requests.config_resources import ConfigResources

API = ApiKey.INCREMENTAL_ALTER_CONFIGS

Wanted = IncrementalAlterConfigsRequest.AlterConfigsResource
Result = IncrementalAlterConfigsResponse.AlterConfigsResourceResponse


class IncrementalAlterConfigsHandler:
    """Handles IncrementalAlterConfigs requests."""

    __slots__ = ("_resources",)

    def __init__(self, *, resources: ConfigResources) -> None:
        self._resources = resources

    def handle(
        self, request: IncrementalAlterConfigsRequest, ctx: RequestContext
    ) -> Coroutine[Any, Any, IncrementalAlterConfigsResponse]:
        """Alters each resource; one that is wrong does not spoil the others."""
        return self._alter_all(request)

    async def _alter_all(self, request: IncrementalAlterConfigsRequest) -> IncrementalAlterConfigsResponse:
        alter = partial(self._alter, validate_only=request.validate_only)
        return IncrementalAlterConfigsResponse(responses=await alter_each(request.resources, alter, Result))

    async def _alter(self, wanted: Wanted, *, validate_only: bool) -> None:
        changes = [Change(entry.name, entry.config_operation, entry.value) for entry in wanted.configs]
        altered_configs.check_changes(changes)

        if wanted.resource_type == TOPIC:

            def of_topic(stored: Mapping[str, str]) -> dict[str, str]:
                return altered_configs.changed(stored, changes, TOPIC_CONFIG_KEYS)

            await self._resources.alter_topic(wanted.resource_name, of_topic, validate_only=validate_only)
        elif wanted.resource_type == BROKER:

            def of_broker(stored: Mapping[str, str]) -> dict[str, str]:
                return altered_configs.changed(stored, changes, KEYS)

            await self._resources.alter_broker(wanted.resource_name, of_broker, validate_only=validate_only)
        elif wanted.resource_type == CLIENT_METRICS:

            def of_subscription(stored: Mapping[str, str]) -> dict[str, str]:
                return altered_configs.changed(stored, changes, SUBSCRIPTION_KEYS)

            await self._resources.alter_subscription(wanted.resource_name, of_subscription, validate_only=validate_only)
        elif wanted.resource_type == BROKER_LOGGER:
            self._resources.check_own_id(wanted.resource_name)
            altered_configs.check_loggers(changes)
            if not validate_only:
                for change in changes:
                    loggers.set_level(change.name, None if change.operation else change.value)
        else:
            raise InvalidRequest(f"Unknown resource type {wanted.resource_type}")
