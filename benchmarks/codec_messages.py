"""The messages that the codec's benchmark reads and writes: what a busy cluster sends, at several sizes."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING

from kavka.protocol.epochs import ControllerEpoch, LeaderEpoch
from kavka.protocol.header import RequestHeader
from kavka.protocol.messages import FetchRequest, LeaderAndIsrRequest, MetadataResponse, ProduceRequest

if TYPE_CHECKING:
    from kavka.protocol.message import Message

RECORDS = bytes(range(256)) * 4
"""Of each partition of a produce request: 1 KiB, which no codec looks into."""
PARTITIONS_PER_TOPIC = 10


@dataclass(frozen=True, slots=True)
class Case:
    """One message in one version."""

    size: str
    message: Message
    version: int

    @property
    def name(self) -> str:
        """Names the message in the tables."""
        return f"{type(self.message).__name__} v{self.version}{self.size}"


def cases() -> list[Case]:
    """Returns every message, in the order of the tables."""
    made = [Case("", RequestHeader(api_key=1, api_version=11, correlation_id=4711, client_id="consumer-42"), 1)]
    made += [Case(_partitions(n), produce(n), version) for version in (7, 9) for n in (1, 20)]
    made += [Case(_partitions(n), fetch(n, version), version) for version in (4, 12) for n in (1, 20, 1000)]
    made += [Case(", 100 topics × 10", metadata(100), version) for version in (5, 9)]
    made += [Case(_partitions(1000), leader_and_isr(1000, version), version) for version in (1, 4)]
    return made


def produce(partitions: int) -> ProduceRequest:
    """Builds a produce request with one batch for each partition."""
    data, topic = ProduceRequest.PartitionProduceData, ProduceRequest.TopicProduceData
    topics = [
        topic(name=name, partition_data=[data(index=index, records=RECORDS) for index in indexes])
        for name, indexes in _topics(partitions)
    ]
    return ProduceRequest(acks=-1, timeout_ms=30_000, topic_data=topics)


def fetch(partitions: int, version: int) -> FetchRequest:
    """Builds a consumer's fetch request; in versions that know sessions, the one that begins a session."""
    epoch = 7 if version >= 9 else -1
    offsets = count(1_000_000, 1013)
    topics = [
        FetchRequest.FetchTopic(
            topic=name,
            partitions=[
                FetchRequest.FetchPartition(
                    partition=index,
                    current_leader_epoch=LeaderEpoch(epoch),
                    fetch_offset=next(offsets),
                    partition_max_bytes=1_048_576,
                )
                for index in indexes
            ],
        )
        for name, indexes in _topics(partitions)
    ]
    session_epoch = 0 if version >= 7 else -1
    return FetchRequest(max_wait_ms=500, min_bytes=1, max_bytes=52_428_800, session_epoch=session_epoch, topics=topics)


def metadata(topics: int) -> MetadataResponse:
    """Builds a metadata response of three brokers, every partition on all of them."""
    brokers = [MetadataResponse.MetadataResponseBroker(node_id=i, host=f"broker-{i}", port=9092) for i in range(3)]
    made = [
        MetadataResponse.MetadataResponseTopic(
            name=name,
            partitions=[
                MetadataResponse.MetadataResponsePartition(
                    partition_index=index, leader_id=index % 3, replica_nodes=[0, 1, 2], isr_nodes=[0, 1, 2]
                )
                for index in indexes
            ],
        )
        for name, indexes in _topics(topics * PARTITIONS_PER_TOPIC)
    ]
    return MetadataResponse(brokers=brokers, cluster_id="kavka-benchmark", controller_id=1, topics=made)


def leader_and_isr(partitions: int, version: int) -> LeaderAndIsrRequest:
    """Builds the LeaderAndIsr request about that many partitions after the controller's startup."""
    grouped = version >= 2
    state = LeaderAndIsrRequest.LeaderAndIsrPartitionState
    by_topic = [
        (
            name,
            [
                state(
                    topic_name="" if grouped else name,
                    partition_index=index,
                    controller_epoch=ControllerEpoch(3),
                    leader=index % 3,
                    leader_epoch=LeaderEpoch(12),
                    isr=[0, 1, 2],
                    partition_epoch=40,
                    replicas=[0, 1, 2],
                )
                for index in indexes
            ],
        )
        for name, indexes in _topics(partitions)
    ]
    leaders = [LeaderAndIsrRequest.LeaderAndIsrLiveLeader(i, f"broker-{i}", 9092) for i in range(3)]
    request = LeaderAndIsrRequest(controller_id=1, controller_epoch=ControllerEpoch(3), live_leaders=leaders)
    if grouped:
        topic = LeaderAndIsrRequest.LeaderAndIsrTopicState
        request.broker_epoch = 99
        request.topic_states = [topic(topic_name=name, partition_states=states) for name, states in by_topic]
    else:
        request.ungrouped_partition_states = [partition for _, states in by_topic for partition in states]
    return request


def _topics(partitions: int) -> list[tuple[str, range]]:
    """Topic names, with the partitions of each."""
    starts = range(0, partitions, PARTITIONS_PER_TOPIC)
    return [(f"topic-{i:05d}", range(min(PARTITIONS_PER_TOPIC, partitions - at))) for i, at in enumerate(starts)]


def _partitions(number: int) -> str:
    return f", {number:,} partition{'s' * (number > 1)}"
