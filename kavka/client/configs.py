"""Settings of topics and brokers, read and changed: what `Admin` and `kavka config` stand on.

A topic's settings any broker describes; a broker's own only that broker, because part of them is in its file. What
is changed is changed one key at a time (KIP-339): what nobody names stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from kavka.client.cluster import ANY_BROKER, Cluster
from kavka.protocol.errors import UnknownTopicOrPartition
from kavka.protocol.messages import DescribeConfigsRequest, DescribeConfigsResponse, IncrementalAlterConfigsRequest
from kavka.wire.errors import raise_first

TOPIC_RESOURCE = 2
BROKER_RESOURCE = 4
LOGGER_RESOURCE = 8
CLIENT_METRICS_RESOURCE = 16
GROUP_RESOURCE = 32

TOPIC_SOURCE = "topic"
BROKER_SOURCE = "broker (dynamic)"
CONFIG_SOURCES = {
    1: TOPIC_SOURCE,
    2: BROKER_SOURCE,
    3: "broker default (dynamic)",
    4: "broker (static)",
    5: "default",
    6: "logger",
    7: "client metrics",
    8: "group",
}
"""DescribeConfigs' `ConfigSource`, in words."""

_SET, _DELETE, _APPEND, _SUBTRACT = range(4)
"""IncrementalAlterConfigs' `ConfigOperation`."""


class ConfigEntry(NamedTuple):
    """One setting of a topic or broker."""

    name: str
    value: str | None
    """None when it is sensitive, or has no value."""
    source: str
    is_default: bool
    is_read_only: bool
    is_sensitive: bool


class ConfigResource(NamedTuple):
    """Whose settings: a topic's, a broker's, all brokers', a broker's log levels, a subscription's, a group's."""

    kind: int
    name: str

    @classmethod
    def topic(cls, name: str) -> ConfigResource:
        """Returns the config resource of a topic."""
        return cls(TOPIC_RESOURCE, name)

    @classmethod
    def broker(cls, broker_id: int | None) -> ConfigResource:
        """Returns the config resource of a broker.

        None means the default of every broker that has no setting of its own.
        """
        return cls(BROKER_RESOURCE, "" if broker_id is None else str(broker_id))

    @classmethod
    def loggers(cls, broker_id: int) -> ConfigResource:
        """Returns the config resource of a broker's log levels."""
        return cls(LOGGER_RESOURCE, str(broker_id))

    @classmethod
    def client_metrics(cls, name: str) -> ConfigResource:
        """Returns the config resource of a subscription of client metrics (KIP-714)."""
        return cls(CLIENT_METRICS_RESOURCE, name)

    @classmethod
    def group(cls, name: str) -> ConfigResource:
        """Returns the config resource of a group (KIP-848), such as its session timeout."""
        return cls(GROUP_RESOURCE, name)

    @property
    def asked_of(self) -> int:
        """Returns the id of the broker that the request goes to."""
        is_brokers_own = self.kind in (BROKER_RESOURCE, LOGGER_RESOURCE) and self.name != ""
        return int(self.name) if is_brokers_own else ANY_BROKER


class Changes(NamedTuple):
    """What to change; keys in none of these stay as they are."""

    set: Mapping[str, str] = {}
    delete: Iterable[str] = ()
    """Keys that fall back to what stands behind them."""
    append: Mapping[str, str] = {}
    """List keys → comma-separated items to add."""
    subtract: Mapping[str, str] = {}
    """List keys → comma-separated items to take out."""


async def describe(cluster: Cluster, resource: ConfigResource) -> list[ConfigEntry]:
    """Returns a resource's settings, each with its source.

    Raises:
        UnknownTopicOrPartition: there is no such topic.
        InvalidRequest: that broker does not exist.
    """
    wanted = DescribeConfigsRequest.DescribeConfigsResource(
        resource_type=resource.kind, resource_name=resource.name, configuration_keys=None
    )
    request = DescribeConfigsRequest(resources=[wanted])

    async def attempt() -> list[ConfigEntry]:
        response = await cluster.ask(resource.asked_of, request)
        raise_first((r.resource_name, r.error_code, r.error_message) for r in response.results)
        return [_entry(item) for result in response.results for item in result.configs]

    return await cluster.retry(attempt, what="describe configs", unless=UnknownTopicOrPartition)


async def alter(cluster: Cluster, resource: ConfigResource, changes: Changes, *, validate_only: bool = False) -> None:
    """Changes settings; brokers act on them within moments.

    Raises:
        UnknownTopicOrPartition: there is no such topic.
        InvalidConfig: a value is none, or the key cannot be changed while the broker runs.
        InvalidRequest: one key is changed twice, or something is added to a key that is no list.
    """
    wanted = IncrementalAlterConfigsRequest.AlterConfigsResource(
        resource_type=resource.kind,
        resource_name=resource.name,
        configs=[
            IncrementalAlterConfigsRequest.AlterableConfig(name=name, config_operation=operation, value=value)
            for operation, name, value in _operations(changes)
        ],
    )
    request = IncrementalAlterConfigsRequest(resources=[wanted], validate_only=validate_only)

    async def attempt() -> None:
        response = await cluster.ask(resource.asked_of, request)
        raise_first((r.resource_name, r.error_code, r.error_message) for r in response.responses)

    await cluster.retry(attempt, what="alter configs", unless=UnknownTopicOrPartition)


def _operations(changes: Changes) -> Iterator[tuple[int, str, str | None]]:
    yield from ((_SET, name, value) for name, value in changes.set.items())
    yield from ((_DELETE, name, None) for name in changes.delete)
    yield from ((_APPEND, name, value) for name, value in changes.append.items())
    yield from ((_SUBTRACT, name, value) for name, value in changes.subtract.items())


def _entry(item: DescribeConfigsResponse.DescribeConfigsResourceResult) -> ConfigEntry:
    source = CONFIG_SOURCES.get(item.config_source, "unknown")
    return ConfigEntry(item.name, item.value, source, item.config_source == 5, item.read_only, item.is_sensitive)
