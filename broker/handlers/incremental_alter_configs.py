"""IncrementalAlterConfigs: sets, deletes, appends to or subtracts from single keys of topics, brokers and loggers.

What the request does not name stays as it is (KIP-339). Lists alone can be appended to and subtracted from.
"""

from __future__ import annotations

from collections.abc import Coroutine, Mapping
from typing import Any

from kavka.broker.config import altered as altered_configs
from kavka.broker.config import loggers
from kavka.broker.config.all_keys import KEYS
from kavka.broker.config.altered import TOPIC_CONFIG_KEYS, Change
from kavka.broker.requests.config_resources import (
    BROKER,
    BROKER_LOGGER,
    TOPIC,
    Resource,
    alter_broker,
    alter_topic,
    check_own_id,
    refuse_repeated,
)
from kavka.broker.requests.context import RequestContext
from kavka.broker.requests.services import BrokerServices
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import InvalidRequest, KafkaError
from kavka.protocol.messages import IncrementalAlterConfigsRequest, IncrementalAlterConfigsResponse

API = ApiKey.INCREMENTAL_ALTER_CONFIGS

Wanted = IncrementalAlterConfigsRequest.AlterConfigsResource
Result = IncrementalAlterConfigsResponse.AlterConfigsResourceResponse


def handle(
    request: IncrementalAlterConfigsRequest, ctx: RequestContext, broker: BrokerServices
) -> Coroutine[Any, Any, IncrementalAlterConfigsResponse]:
    """Alters each resource; one that is wrong does not spoil the others."""
    return _alter_all(request, broker)


def error_response(request: IncrementalAlterConfigsRequest, error: KafkaError) -> IncrementalAlterConfigsResponse:
    """Returns the same error for every resource."""
    return IncrementalAlterConfigsResponse(responses=[_result(wanted, error) for wanted in request.resources])


async def _alter_all(
    request: IncrementalAlterConfigsRequest, broker: BrokerServices
) -> IncrementalAlterConfigsResponse:
    repeated = refuse_repeated([Resource(wanted.resource_type, wanted.resource_name) for wanted in request.resources])
    results = []
    for wanted in request.resources:
        error = repeated.get(Resource(wanted.resource_type, wanted.resource_name))
        if error is None:
            try:
                await _alter(wanted, broker, validate_only=request.validate_only)
            except KafkaError as failure:
                error = failure
        results.append(_result(wanted, error))
    return IncrementalAlterConfigsResponse(responses=results)


async def _alter(wanted: Wanted, broker: BrokerServices, *, validate_only: bool) -> None:
    changes = [Change(entry.name, entry.config_operation, entry.value) for entry in wanted.configs]
    altered_configs.check_changes(changes)

    if wanted.resource_type == TOPIC:

        def of_topic(stored: Mapping[str, str]) -> dict[str, str]:
            return altered_configs.changed(stored, changes, TOPIC_CONFIG_KEYS)

        await alter_topic(wanted.resource_name, broker, of_topic, validate_only=validate_only)
    elif wanted.resource_type == BROKER:

        def of_broker(stored: Mapping[str, str]) -> dict[str, str]:
            return altered_configs.changed(stored, changes, KEYS)

        await alter_broker(wanted.resource_name, broker, of_broker, validate_only=validate_only)
    elif wanted.resource_type == BROKER_LOGGER:
        check_own_id(wanted.resource_name, broker)
        altered_configs.check_loggers(changes)
        if not validate_only:
            for change in changes:
                loggers.set_level(change.name, None if change.operation else change.value)
    else:
        raise InvalidRequest(f"Unknown resource type {wanted.resource_type}")


def _result(wanted: Wanted, error: KafkaError | None) -> Result:
    return Result(
        error_code=0 if error is None else int(error.code),
        error_message=None if error is None else error.message,
        resource_type=wanted.resource_type,
        resource_name=wanted.resource_name,
    )
