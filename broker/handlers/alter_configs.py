"""AlterConfigs: replaces the overrides of topics and brokers by exactly what the request says; all others end.

Clients prefer IncrementalAlterConfigs where there is one: two of this kind at the same time lose one's changes.
"""

from __future__ import annotations

from collections.abc import Coroutine, Mapping
from typing import Any

from kavka.broker.config import altered as altered_configs
from kavka.broker.requests.config_resources import BROKER, TOPIC, Resource, alter_broker, alter_topic, refuse_repeated
from kavka.broker.requests.context import RequestContext
from kavka.broker.requests.services import BrokerServices
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import InvalidRequest, KafkaError
from kavka.protocol.messages import AlterConfigsRequest, AlterConfigsResponse

API = ApiKey.ALTER_CONFIGS

Wanted = AlterConfigsRequest.AlterConfigsResource
Result = AlterConfigsResponse.AlterConfigsResourceResponse


def handle(
    request: AlterConfigsRequest, ctx: RequestContext, broker: BrokerServices
) -> Coroutine[Any, Any, AlterConfigsResponse]:
    """Alters each resource; one that is wrong does not spoil the others."""
    return _alter_all(request, broker)


def error_response(request: AlterConfigsRequest, error: KafkaError) -> AlterConfigsResponse:
    """Returns the same error for every resource."""
    return AlterConfigsResponse(responses=[_result(wanted, error) for wanted in request.resources])


async def _alter_all(request: AlterConfigsRequest, broker: BrokerServices) -> AlterConfigsResponse:
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
    return AlterConfigsResponse(responses=results)


async def _alter(wanted: Wanted, broker: BrokerServices, *, validate_only: bool) -> None:
    texts = altered_configs.replacement([(entry.name, entry.value) for entry in wanted.configs])

    def replaced(_stored: Mapping[str, str]) -> dict[str, str]:
        return texts

    if wanted.resource_type == TOPIC:
        await alter_topic(wanted.resource_name, broker, replaced, validate_only=validate_only)
    elif wanted.resource_type == BROKER:
        await alter_broker(wanted.resource_name, broker, replaced, validate_only=validate_only)
    else:
        raise InvalidRequest(f"Unknown resource type {wanted.resource_type}")


def _result(wanted: Wanted, error: KafkaError | None) -> Result:
    return Result(
        error_code=0 if error is None else int(error.code),
        error_message=None if error is None else error.message,
        resource_type=wanted.resource_type,
        resource_name=wanted.resource_name,
    )
