"""kavka: a Kafka cluster that installs with pip.

    from kavka import Admin, Consumer, LocalCluster, Producer      for programs with an event loop
    from kavka.sync import Admin, Consumer, LocalCluster, Producer      for programs without
    from kavka import TopicAlreadyExists      every error of `kavka.errors` is here, too

The names are loaded when they are first used (PEP 562): importing kavka costs next to nothing, which the command line
and every broker's start depend on.

`protocol`, `timer`, `broker` and `controller` lie at the top of the tree and are links here, so that a user's own
modules of these names and ours never meet: what is installed is `kavka` alone.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kavka import errors as errors
    from kavka import sync as sync
    from kavka.client.admin import Admin as Admin
    from kavka.client.configs import ConfigResource as ConfigResource
    from kavka.client.consumer import Consumer as Consumer
    from kavka.client.consumer_group import RebalanceListener as RebalanceListener
    from kavka.client.delivery import RecordMetadata as RecordMetadata
    from kavka.client.fetch_buffer import ConsumerRecord as ConsumerRecord
    from kavka.client.group_offsets import OffsetAndMetadata as OffsetAndMetadata
    from kavka.client.offsets import OffsetAndTimestamp as OffsetAndTimestamp
    from kavka.client.producer import Producer as Producer
    from kavka.client.quotas import Quota as Quota
    from kavka.client.share_buffer import ShareRecord as ShareRecord
    from kavka.client.share_consumer import ShareConsumer as ShareConsumer
    from kavka.client.tokens import DelegationToken as DelegationToken
    from kavka.client.transaction import GroupMetadata as GroupMetadata
    from kavka.common.acls import AclBinding as AclBinding
    from kavka.common.acls import AclEntry as AclEntry
    from kavka.common.acls import AclFilter as AclFilter
    from kavka.common.acls import AclOperation as AclOperation
    from kavka.common.acls import PatternType as PatternType
    from kavka.common.acls import PermissionType as PermissionType
    from kavka.common.acls import ResourcePattern as ResourcePattern
    from kavka.common.acls import ResourceType as ResourceType
    from kavka.common.types import NewTopic as NewTopic
    from kavka.common.types import TopicPartition as TopicPartition
    from kavka.errors import *  # noqa: F403
    from kavka.errors import ClientError as ClientError
    from kavka.errors import KafkaError as KafkaError
    from kavka.legacy.consumer_registry import ConsumerRegistry as ConsumerRegistry
    from kavka.legacy.zookeeper_consumer import ZookeeperConsumer as ZookeeperConsumer
    from kavka.local.cluster import LocalCluster as LocalCluster
    from kavka.wire.acknowledgements import AcknowledgeType as AcknowledgeType

__version__ = "0.1.0"

__all__ = [
    "Producer",
    "RecordMetadata",
    "GroupMetadata",
    "Consumer",
    "ConsumerRecord",
    "RebalanceListener",
    "ShareConsumer",
    "ShareRecord",
    "AcknowledgeType",
    "OffsetAndMetadata",
    "OffsetAndTimestamp",
    "Admin",
    "NewTopic",
    "TopicPartition",
    "ConfigResource",
    "DelegationToken",
    "Quota",
    "AclBinding",
    "AclEntry",
    "AclFilter",
    "AclOperation",
    "PatternType",
    "PermissionType",
    "ResourcePattern",
    "ResourceType",
    "LocalCluster",
    "ZookeeperConsumer",
    "ConsumerRegistry",
    "KafkaError",
    "ClientError",
    "errors",
    "sync",
]

_HOMES = {
    "Producer": "kavka.client.producer",
    "RecordMetadata": "kavka.client.delivery",
    "GroupMetadata": "kavka.client.transaction",
    "Consumer": "kavka.client.consumer",
    "ConsumerRecord": "kavka.client.fetch_buffer",
    "RebalanceListener": "kavka.client.consumer_group",
    "ShareConsumer": "kavka.client.share_consumer",
    "ShareRecord": "kavka.client.share_buffer",
    "AcknowledgeType": "kavka.wire.acknowledgements",
    "OffsetAndMetadata": "kavka.client.group_offsets",
    "OffsetAndTimestamp": "kavka.client.offsets",
    "Admin": "kavka.client.admin",
    "NewTopic": "kavka.common.types",
    "TopicPartition": "kavka.common.types",
    "ConfigResource": "kavka.client.configs",
    "DelegationToken": "kavka.client.tokens",
    "Quota": "kavka.client.quotas",
    "AclBinding": "kavka.common.acls",
    "AclEntry": "kavka.common.acls",
    "AclFilter": "kavka.common.acls",
    "AclOperation": "kavka.common.acls",
    "PatternType": "kavka.common.acls",
    "PermissionType": "kavka.common.acls",
    "ResourcePattern": "kavka.common.acls",
    "ResourceType": "kavka.common.acls",
    "LocalCluster": "kavka.local.cluster",
    "ZookeeperConsumer": "kavka.legacy.zookeeper_consumer",
    "ConsumerRegistry": "kavka.legacy.consumer_registry",
    "KafkaError": "kavka.protocol.errors",
    "ClientError": "kavka.wire.errors",
}


def __getattr__(name: str) -> Any:
    if name in ("errors", "sync"):
        return import_module(f"kavka.{name}")
    home = _HOMES.get(name, "kavka.errors")
    if name.startswith("_") or name not in dir(module := import_module(home)):
        raise AttributeError(f"module 'kavka' has no attribute {name!r}")
    value = globals()[name] = getattr(module, name)
    return value


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
