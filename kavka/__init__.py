"""kavka: a Kafka cluster that installs with pip.

    from kavka import Admin, Consumer, LocalCluster, Producer

The names are loaded when they are first used (PEP 562): importing kavka costs next to nothing, which the command line
and every broker's start depend on.

`protocol`, `timer`, `broker` and `controller` lie at the top of the tree and are links here, so that a user's own
modules of these names and ours never meet: what is installed is `kavka` alone.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kavka.client.admin import Admin as Admin
    from kavka.client.consumer import Consumer as Consumer
    from kavka.client.consumer_group import RebalanceListener as RebalanceListener
    from kavka.client.producer import Producer as Producer
    from kavka.common.types import NewTopic as NewTopic
    from kavka.common.types import TopicPartition as TopicPartition
    from kavka.legacy.consumer_registry import ConsumerRegistry as ConsumerRegistry
    from kavka.legacy.zookeeper_consumer import ZookeeperConsumer as ZookeeperConsumer
    from kavka.local.cluster import LocalCluster as LocalCluster

__version__ = "0.1.0"

__all__ = [
    "Producer",
    "Consumer",
    "RebalanceListener",
    "Admin",
    "LocalCluster",
    "NewTopic",
    "TopicPartition",
    "ZookeeperConsumer",
    "ConsumerRegistry",
]

_HOMES = {
    "Producer": "kavka.client.producer",
    "Consumer": "kavka.client.consumer",
    "RebalanceListener": "kavka.client.consumer_group",
    "Admin": "kavka.client.admin",
    "LocalCluster": "kavka.local.cluster",
    "NewTopic": "kavka.common.types",
    "TopicPartition": "kavka.common.types",
    "ZookeeperConsumer": "kavka.legacy.zookeeper_consumer",
    "ConsumerRegistry": "kavka.legacy.consumer_registry",
}


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'kavka' has no attribute {name!r}")
    value = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
