"""IncrementalAlterConfigs: sets, deletes, appends to or subtracts from single keys of topics, brokers, groups.

What the request does not name stays as it is (KIP-339). Lists alone can be appended to and subtracted from.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from kavka.broker.config import altered as altered_configs
from kavka.broker.config import loggers
from kavka.broker.config.all_keys import KEYS
from kavka.broker.config.altered import TOPIC_CONFIG_KEYS, Change
from kavka.broker.config.client_metrics import SUBSCRIPTION_KEYS
from kavka.broker.config.group_configs import GROUP_KEYS
from kavka.broker.requests.config_resources import (
    BROKER,
    BROKER_LOGGER,
    CLIENT_METRICS,
    GROUP,
    TOPIC,
    alter_each,
)
from kavka.broker.requests.context import RequestContext
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import InvalidRequest
from kavka.protocol.messages import IncrementalAlterConfigsRequest, IncrementalAlterConfigsResponse

if TYPE_CHECKING:
    from kavka.broker.config.types import ConfigKey
    from kavka.broker.requests.config_resources import ConfigResources

API = ApiKey.INCREMENTAL_ALTER_CONFIGS

Alter = Callable[..., Awaitable[None]]
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

        resources = self._resources
        stored_ones: Mapping[int, tuple[Alter, Mapping[str, ConfigKey]]] = {
            TOPIC: (resources.alter_topic, TOPIC_CONFIG_KEYS),
            BROKER: (resources.alter_broker, KEYS),
            CLIENT_METRICS: (resources.alter_subscription, SUBSCRIPTION_KEYS),
            GROUP: (resources.alter_group, GROUP_KEYS),
        }
        if wanted.resource_type in stored_ones:
            alter, keys = stored_ones[wanted.resource_type]

            def new_texts(stored: Mapping[str, str]) -> dict[str, str]:
                return altered_configs.changed(stored, changes, keys)

            await alter(wanted.resource_name, new_texts, validate_only=validate_only)
        elif wanted.resource_type == BROKER_LOGGER:
            self._resources.check_own_id(wanted.resource_name)
            altered_configs.check_loggers(changes)
            if not validate_only:
                for change in changes:
                    loggers.set_level(change.name, None if change.operation else change.value)
        else:
            raise InvalidRequest(f"Unknown resource type {wanted.resource_type}")
