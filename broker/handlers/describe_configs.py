"""DescribeConfigs: the configuration of topics, of this broker, of all brokers by default, of groups, subscriptions of
client metrics, and the levels of loggers.

Topics' overrides are read from ZooKeeper for each request, so that the response is what holds, not what was heard.
Version 0 has no sources and no synonyms, and its `is_default` stays false, as Kafka's does.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable
from typing import TYPE_CHECKING, Any

from kavka.broker.config import loggers
from kavka.broker.config.described import (
    ConfigEntry,
    ConfigSource,
    describe_broker,
    describe_broker_defaults,
    describe_group,
    describe_loggers,
    describe_subscription,
    describe_topic,
)
from kavka.broker.requests.config_resources import BROKER, BROKER_LOGGER, CLIENT_METRICS, GROUP, TOPIC, parsed_broker_id
from kavka.broker.requests.context import RequestContext
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

if TYPE_CHECKING:
    from kavka.broker.cluster.later_config_nodes import LaterConfigNodes
    from kavka.broker.cluster.metadata_cache import MetadataCache
    from kavka.broker.cluster.topic_configs import TopicConfigs
    from kavka.broker.config.broker_config import BrokerConfig
    from kavka.common.lane import Lane

API = ApiKey.DESCRIBE_CONFIGS

Resource = DescribeConfigsRequest.DescribeConfigsResource
Result = DescribeConfigsResponse.DescribeConfigsResult
Config = DescribeConfigsResponse.DescribeConfigsResourceResult


class DescribeConfigsHandler:
    """Handles DescribeConfigs requests."""

    __slots__ = (
        "_broker_id",
        "_config",
        "_group_nodes",
        "_lane",
        "_metadata_cache",
        "_subscriptions",
        "_topic_configs",
    )

    def __init__(
        self,
        *,
        broker_id: int,
        config: Callable[[], BrokerConfig],
        group_nodes: LaterConfigNodes | None,
        lane: Lane,
        metadata_cache: MetadataCache,
        subscriptions: LaterConfigNodes | None,
        topic_configs: TopicConfigs,
    ) -> None:
        self._broker_id = broker_id
        self._config = config
        self._group_nodes = group_nodes
        self._lane = lane
        self._metadata_cache = metadata_cache
        self._subscriptions = subscriptions
        self._topic_configs = topic_configs

    def handle(
        self, request: DescribeConfigsRequest, ctx: RequestContext
    ) -> Coroutine[Any, Any, DescribeConfigsResponse]:
        """Describes each resource; one that is wrong does not spoil the others."""
        return self._describe_all(request)

    async def _describe_all(self, request: DescribeConfigsRequest) -> DescribeConfigsResponse:
        results = []
        async with self._lane.enter() as pace:
            for resource in request.resources:
                try:
                    entries = await self._entries(resource)
                except KafkaError as error:
                    results.append(_failure(resource, error))
                else:
                    results.append(_success(resource, entries, request))
                await pace.breathe()  # a broker has some hundred settings, which take a millisecond
        return DescribeConfigsResponse(results=results)

    async def _entries(self, resource: Resource) -> Iterable[ConfigEntry]:
        name = resource.resource_name
        if resource.resource_type == TOPIC:
            return await self._topic_entries(name)
        if resource.resource_type == BROKER:
            return self._broker_entries(name)
        if resource.resource_type == BROKER_LOGGER:
            return self._logger_entries(name)
        if resource.resource_type == CLIENT_METRICS and self._subscriptions is not None:
            return await self._subscription_entries(name, self._subscriptions)
        if resource.resource_type == GROUP and self._group_nodes is not None:
            return await self._group_entries(name, self._group_nodes)
        raise InvalidRequest(f"Unsupported resource type: {resource.resource_type}")

    async def _topic_entries(self, name: str) -> Iterable[ConfigEntry]:
        if not is_topic_name(name):
            raise InvalidTopic(f"{name!r} is no legal topic name")
        if name not in self._metadata_cache.snapshot.topics:
            raise UnknownTopicOrPartition(f"there is no topic {name}")
        try:
            overrides = await self._topic_configs.read(name)
        except ZkError as error:
            raise UnknownServerError(f"the configuration of {name} cannot be read from ZooKeeper: {error}") from error
        return describe_topic(overrides, self._config())

    def _broker_entries(self, name: str) -> Iterable[ConfigEntry]:
        if name == "":
            return describe_broker_defaults(self._config())
        if parsed_broker_id(name) != self._broker_id:
            raise InvalidRequest(
                f"Unexpected broker id, expected {self._broker_id} or empty string, but received {name}"
            )
        return describe_broker(self._config())

    def _logger_entries(self, name: str) -> Iterable[ConfigEntry]:
        if name == "":
            raise InvalidRequest("Broker id must not be empty")
        if parsed_broker_id(name) != self._broker_id:
            raise InvalidRequest(f"Unexpected broker id, expected {self._broker_id} but received {name}")
        return describe_loggers(loggers.levels())

    async def _subscription_entries(self, name: str, subscriptions: LaterConfigNodes) -> Iterable[ConfigEntry]:
        if name == "":
            raise InvalidRequest("Client metrics subscription name must not be empty")
        try:
            return describe_subscription(await subscriptions.read(name))
        except ZkError as error:
            raise UnknownServerError(f"the subscription {name} cannot be read from ZooKeeper: {error}") from error

    async def _group_entries(self, name: str, nodes: LaterConfigNodes) -> Iterable[ConfigEntry]:
        if name == "":
            raise InvalidRequest("Group name must not be empty")
        try:
            return describe_group(await nodes.read(name), self._config())
        except ZkError as error:
            raise UnknownServerError(
                f"the configuration of group {name} cannot be read from ZooKeeper: {error}"
            ) from error


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
