"""The client's metadata of the cluster: brokers, topics, leaders. Immutable, replaced whole. Sans I/O.

Not a cache with an expiry of its own: `cluster_view` decides when metadata is too old. A refresh that asked for some
topics only is merged into the last metadata, so that the others keep their leaders.

    known              response           kept
    ┌────────────────┬──────────────────┬───────────────────────────────────────────────────────────────┐
    │ epoch 7        │ epoch 7, 8, …    │ the response's                                                │
    │ epoch 7        │ epoch 6          │ epoch 7: that broker has not heard of the election (KIP-320)  │
    │ epoch 7, id A  │ epoch 0, id B    │ the response's: the topic was recreated (KAFKA-12257)         │
    │ any            │ no epoch, no id  │ the response's: whether the topic is the same cannot be told  │
    └────────────────┴──────────────────┴───────────────────────────────────────────────────────────────┘

Named tuples, not dataclasses: making a dataclass costs a command's start several times as much.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from kavka.common.types import ZERO_TOPIC_ID
from kavka.protocol.epochs import NO_LEADER_EPOCH, LeaderEpoch
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import MetadataResponse


class BrokerAddress(NamedTuple):
    """Where one broker listens."""

    broker_id: int
    host: str
    port: int
    rack: str | None = None

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


class PartitionInfo(NamedTuple):
    """One partition as a broker described it."""

    partition: int
    leader: int
    """Broker id; −1 while there is none."""
    leader_epoch: LeaderEpoch
    replicas: tuple[int, ...]
    isr: tuple[int, ...]
    offline: tuple[int, ...]
    error_code: int


class TopicInfo(NamedTuple):
    """One topic as a broker described it; with an error code it has no partitions."""

    name: str
    topic_id: bytes
    is_internal: bool
    error_code: int
    partitions: Mapping[int, PartitionInfo]


class ClusterMetadata(NamedTuple):
    """Everything known at one moment."""

    brokers: Mapping[int, BrokerAddress]
    controller_id: int
    cluster_id: str | None
    topics: Mapping[str, TopicInfo]

    def leader_of(self, topic: str, partition: int) -> int:
        """Returns the leader's broker id; −1 when unknown.

        It is unknown when the topic, the partition, the leader or the leader's address is.
        """
        info = self.topics.get(topic)
        found = info.partitions.get(partition) if info is not None else None
        if found is None or found.leader not in self.brokers:
            return -1
        return found.leader

    def epoch_of(self, topic: str, partition: int) -> LeaderEpoch:
        """Returns the leader epoch of a partition; −1 when unknown."""
        info = self.topics.get(topic)
        found = info.partitions.get(partition) if info is not None else None
        return NO_LEADER_EPOCH if found is None else found.leader_epoch

    def id_of(self, topic: str) -> bytes:
        """Returns the id of a topic; ZERO_TOPIC_ID when unknown."""
        info = self.topics.get(topic)
        return ZERO_TOPIC_ID if info is None else info.topic_id

    def merged_with(self, response: MetadataResponse, *, is_everything: bool) -> ClusterMetadata:
        """Returns the metadata merged with a response.

        Brokers are replaced; topics are replaced, or merged when the request named only some. A partition whose leader
        epoch is behind the known one keeps what is known.
        """
        topics: dict[str, TopicInfo] = {} if is_everything else dict(self.topics)
        for topic in response.topics:
            if topic.name is None:
                continue
            if topic.error_code == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION:
                topics.pop(topic.name, None)
            else:
                topics[topic.name] = _not_older(_topic_info(topic), self.topics.get(topic.name))
        return ClusterMetadata(
            brokers={b.node_id: BrokerAddress(b.node_id, b.host, b.port, b.rack) for b in response.brokers},
            controller_id=response.controller_id,
            cluster_id=response.cluster_id,
            topics=topics,
        )


NOTHING_KNOWN = ClusterMetadata(brokers={}, controller_id=-1, cluster_id=None, topics={})


def _not_older(heard: TopicInfo, known: TopicInfo | None) -> TopicInfo:
    """Returns what was heard of a topic, without partitions that are behind what is known of the same topic."""
    if known is None or heard.topic_id == ZERO_TOPIC_ID or heard.topic_id != known.topic_id:
        return heard
    newer = {
        index: before
        for index, info in heard.partitions.items()
        if (before := known.partitions.get(index)) is not None and info.leader_epoch < before.leader_epoch
    }
    return heard._replace(partitions={**heard.partitions, **newer}) if newer else heard


def _topic_info(topic: MetadataResponse.MetadataResponseTopic) -> TopicInfo:
    assert topic.name is not None
    return TopicInfo(
        name=topic.name,
        topic_id=topic.topic_id,
        is_internal=topic.is_internal,
        error_code=topic.error_code,
        partitions={
            p.partition_index: PartitionInfo(
                partition=p.partition_index,
                leader=p.leader_id,
                leader_epoch=p.leader_epoch,
                replicas=tuple(p.replica_nodes),
                isr=tuple(p.isr_nodes),
                offline=tuple(p.offline_replicas),
                error_code=p.error_code,
            )
            for p in topic.partitions
        },
    )
