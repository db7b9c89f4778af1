"""Subscriptions of client metrics, and the names of whatever has settings (KIP-714, KIP-1142): read and changed.

list_resources ─▶ ListConfigResources, of any broker
subscriptions  ─▶ that, and DescribeConfigs of each
subscribe      ─▶ IncrementalAlterConfigs; a subscription without any key of its own is none
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Final, NamedTuple

from kavka.client import configs
from kavka.client.cluster import ANY_BROKER, Cluster
from kavka.client.configs import CLIENT_METRICS_RESOURCE, Changes, ConfigResource
from kavka.protocol.messages import ListConfigResourcesRequest
from kavka.wire.errors import raise_first

METRICS: Final = "metrics"
INTERVAL: Final = "interval.ms"
MATCH: Final = "match"
KEYS: Final = (METRICS, INTERVAL, MATCH)


class Subscription(NamedTuple):
    """What clients are to push.

    Attributes:
        name: the resource's.
        metrics: prefixes of metrics; `*`: all.
        interval_ms: how often.
        match: NAME=REGULAR EXPRESSION of the clients that are meant; none: every one.
    """

    name: str
    metrics: tuple[str, ...]
    interval_ms: int
    match: tuple[str, ...]


async def list_resources(cluster: Cluster, kinds: Iterable[int] = ()) -> list[ConfigResource]:
    """Lists what has settings of its own; without kinds, all that the broker knows.

    Raises:
        UnsupportedByBroker: the broker is older than 3.7, or than 4.1 for other kinds than client metrics.
    """
    wanted = list(kinds)
    # In version 0 there are subscriptions alone, and no kind can be said.
    request = ListConfigResourcesRequest(resource_types=[] if wanted == [CLIENT_METRICS_RESOURCE] else wanted)

    async def attempt() -> list[ConfigResource]:
        response = await cluster.ask(ANY_BROKER, request)
        raise_first([("resources", response.error_code, None)])
        found = [ConfigResource(one.resource_type, one.resource_name) for one in response.config_resources]
        return [resource for resource in found if not wanted or resource.kind in wanted]

    return await cluster.retry(attempt, what="list config resources")


async def list_subscriptions(cluster: Cluster) -> list[str]:
    """Lists the names of subscriptions, sorted.

    Raises:
        UnsupportedByBroker: the broker has none.
    """
    return sorted(resource.name for resource in await list_resources(cluster, [CLIENT_METRICS_RESOURCE]))


async def describe(cluster: Cluster, name: str) -> Subscription:
    """Returns a subscription; one that is not there has the defaults, as Kafka has it.

    Raises:
        InvalidRequest: the broker has no subscriptions.
    """
    entries = await configs.describe(cluster, ConfigResource.client_metrics(name))
    texts = {entry.name: entry.value or "" for entry in entries}
    return Subscription(name, _items(texts[METRICS]), int(texts[INTERVAL]), _items(texts[MATCH]))


def _items(text: str) -> tuple[str, ...]:
    return tuple(filter(None, (item.strip() for item in text.split(","))))


async def subscribe(cluster: Cluster, name: str, changes: Mapping[str, str | None]) -> None:
    """Changes keys of a subscription, or makes one; None takes a key away.

    Raises:
        InvalidRequest: an interval is too short or too long, or there is no such key.
        InvalidConfig: clients cannot be matched so.
    """
    values = {key: value for key, value in changes.items() if value is not None}
    gone = [key for key, value in changes.items() if value is None]
    await configs.alter(cluster, ConfigResource.client_metrics(name), Changes(set=values, delete=gone))


async def unsubscribe(cluster: Cluster, names: Collection[str]) -> None:
    """Deletes subscriptions; clients stop to push with their next request."""
    for name in names:
        await subscribe(cluster, name, dict.fromkeys(KEYS))
