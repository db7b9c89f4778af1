"""DescribeConfigs: the configuration of topics, of this broker, of all brokers by default, and the levels of loggers.

Topics' overrides are read from ZooKeeper for each request, so that the response is what holds, not what was heard.
Version 0 has no sources and no synonyms, and its `is_default` stays false, as Kafka's does.
"""

from __future__ import annotations

from collections.abc import Coroutine, Iterable
from typing import Any

from kavka.broker.config import loggers
from kavka.broker.config.described import (
    ConfigEntry,
    ConfigSource,
    describe_broker,
    describe_broker_defaults,
    describe_loggers,
    describe_topic,
)
from kavka.broker.requests.config_resources import BROKER, BROKER_LOGGER, TOPIC, parsed_broker_id
from kavka.broker.requests.context import RequestContext
from kavka.broker.requests.services import BrokerServices
from kavka.common.types import is_topic_name
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import (
    ErrorCode,
    InvalidRequest,
    InvalidTopic,
    KafkaError,
    UnknownServerError,
    UnknownTopicOrPartition,
)
from kavka.protocol.messages import DescribeConfigsRequest, DescribeConfigsResponse
from kavka.zk.errors import ZkError

API = ApiKey.DESCRIBE_CONFIGS

Resource = DescribeConfigsRequest.DescribeConfigsResource
Result = DescribeConfigsResponse.DescribeConfigsResult
Config = DescribeConfigsResponse.DescribeConfigsResourceResult


def handle(
    request: DescribeConfigsRequest, ctx: RequestContext, broker: BrokerServices
) -> Coroutine[Any, Any, DescribeConfigsResponse]:
    """Describes each resource; one that is wrong does not spoil the others."""
    return _describe_all(request, broker)


def error_response(request: DescribeConfigsRequest, error: KafkaError) -> DescribeConfigsResponse:
    """Returns the same error for every resource."""
    return DescribeConfigsResponse(results=[_failure(resource, error) for resource in request.resources])


async def _describe_all(request: DescribeConfigsRequest, broker: BrokerServices) -> DescribeConfigsResponse:
    results = []
    async with broker.lane.enter() as pace:
        for resource in request.resources:
            try:
                entries = await _entries(resource, broker)
            except KafkaError as error:
                results.append(_failure(resource, error))
            else:
                results.append(_success(resource, entries, request))
            await pace.breathe()  # a broker has some hundred settings, which take a millisecond
    return DescribeConfigsResponse(results=results)


async def _entries(resource: Resource, broker: BrokerServices) -> Iterable[ConfigEntry]:
    name = resource.resource_name
    if resource.resource_type == TOPIC:
        return await _topic_entries(name, broker)
    if resource.resource_type == BROKER:
        return _broker_entries(name, broker)
    if resource.resource_type == BROKER_LOGGER:
        return _logger_entries(name, broker)
    raise InvalidRequest(f"Unsupported resource type: {resource.resource_type}")


async def _topic_entries(name: str, broker: BrokerServices) -> Iterable[ConfigEntry]:
    if not is_topic_name(name):
        raise InvalidTopic(f"{name!r} is no legal topic name")
    if name not in broker.metadata_cache.snapshot.topics:
        raise UnknownTopicOrPartition(f"there is no topic {name}")
    try:
        overrides = await broker.topic_configs.read(name)
    except ZkError as error:
        raise UnknownServerError(f"the configuration of {name} cannot be read from ZooKeeper: {error}") from error
    return describe_topic(overrides, broker.config)


def _broker_entries(name: str, broker: BrokerServices) -> Iterable[ConfigEntry]:
    if name == "":
        return describe_broker_defaults(broker.config)
    if parsed_broker_id(name) != broker.broker_id:
        raise InvalidRequest(f"Unexpected broker id, expected {broker.broker_id} or empty string, but received {name}")
    return describe_broker(broker.config)


def _logger_entries(name: str, broker: BrokerServices) -> Iterable[ConfigEntry]:
    if name == "":
        raise InvalidRequest("Broker id must not be empty")
    if parsed_broker_id(name) != broker.broker_id:
        raise InvalidRequest(f"Unexpected broker id, expected {broker.broker_id} but received {name}")
    return describe_loggers(loggers.levels())


def _success(resource: Resource, entries: Iterable[ConfigEntry], request: DescribeConfigsRequest) -> Result:
    wanted = resource.configuration_keys
    return Result(
        resource_type=resource.resource_type,
        resource_name=resource.resource_name,
        error_message="",
        configs=[_config(entry, request) for entry in entries if not wanted or entry.name in wanted],
    )


def _config(entry: ConfigEntry, request: DescribeConfigsRequest) -> Config:
    synonyms = entry.synonyms if request.include_synonyms else ()
    return Config(
        name=entry.name,
        value=entry.value,
        read_only=entry.is_read_only,
        config_source=int(entry.source),
        is_sensitive=entry.is_sensitive,
        synonyms=[
            DescribeConfigsResponse.DescribeConfigsSynonym(name=name, value=value, source=int(source))
            for name, value, source in synonyms
        ],
        config_type=0 if entry.source is ConfigSource.DYNAMIC_BROKER_LOGGER_CONFIG else int(entry.key.type),
        documentation=entry.key.doc if request.include_documentation else None,
    )


def _failure(resource: Resource, error: KafkaError) -> Result:
    is_silent = error.code == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
    return Result(
        error_code=int(error.code),
        error_message="" if is_silent else error.message,
        resource_type=resource.resource_type,
        resource_name=resource.resource_name,
    )
