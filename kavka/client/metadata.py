"""The client's metadata for its users: what `Admin` returns of brokers, topics and partitions; see `wire.metadata`."""

from __future__ import annotations

from kavka.wire.metadata import NOTHING_KNOWN, BrokerAddress, ClusterMetadata, PartitionInfo, TopicInfo

__all__ = ["NOTHING_KNOWN", "BrokerAddress", "ClusterMetadata", "PartitionInfo", "TopicInfo"]
