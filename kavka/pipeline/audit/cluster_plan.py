"""Which replicas a cluster has, and from where to where all of them are to be read.

Begin and end are the leader's, asked once, so that the replicas of a partition are compared over the same offsets.
Which topics are compacted is asked, too: there, gaps are right, and replicas may differ in what they have cleaned.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from kavka.common.types import TopicPartition
from kavka.pipeline.audit.targets import WIRE_SEGMENT, Place, WireTarget
from kavka.pipeline.wire.cluster import BlockingCluster
from kavka.pipeline.wire.offsets import EARLIEST, LATEST, list_offsets
from kavka.pipeline.wire.settings import WireSettings
from kavka.protocol.messages import DescribeConfigsRequest
from kavka.wire.cluster_view import ANY_BROKER

OFFSET_MAX: Final = 2**63 - 1
TOPIC_RESOURCE: Final = 2
CLEANUP_POLICY: Final = "cleanup.policy"


class WireReplica(NamedTuple):
    """A replica as the cluster describes it, and the stretch of it to read."""

    broker: str
    partition: TopicPartition
    begin: int
    end: int
    cleaned_to: int

    def target(self, settings: Mapping[str, str]) -> WireTarget:
        """Returns the task that reads this replica."""
        place = Place(self.broker, self.partition.topic, self.partition.partition, WIRE_SEGMENT)
        return WireTarget(place, tuple(sorted(settings.items())), self.begin, self.end, self.cleaned_to)


def plan_replicas(properties: Mapping[str, str], topics: Iterable[str]) -> list[WireReplica]:
    """Plans the read of all replicas of topics.

    Args:
        properties: a Kafka client's, with bootstrap.servers.
        topics: which; all that are not internal if empty.

    Raises:
        ValueError: the properties make no sense.
        KafkaError, ClientError, OSError, TimeoutError, DecodeError: the cluster cannot be asked.
    """
    cluster = BlockingCluster(WireSettings.from_properties(properties))
    try:
        wanted = list(topics)
        found = cluster.topics(wanted or None)
        partitions = {
            TopicPartition(name, number): info.replicas
            for name, topic in sorted(found.items())
            if wanted or not topic.is_internal
            for number, info in sorted(topic.partitions.items())
        }
        begins = list_offsets(cluster, dict.fromkeys(partitions, EARLIEST))
        ends = list_offsets(cluster, dict.fromkeys(partitions, LATEST))
        compacted = _compacted(cluster, sorted({partition.topic for partition in partitions}))
    finally:
        cluster.close()
    return [
        WireReplica(
            str(broker),
            partition,
            begins[partition].offset,
            ends[partition].offset,
            OFFSET_MAX if partition.topic in compacted else 0,
        )
        for partition, replicas in partitions.items()
        for broker in replicas
    ]


def _compacted(cluster: BlockingCluster, topics: list[str]) -> set[str]:
    """Those whose cleanup.policy has compaction; none, where that may not be asked."""
    resources = [
        DescribeConfigsRequest.DescribeConfigsResource(
            resource_type=TOPIC_RESOURCE, resource_name=topic, configuration_keys=[CLEANUP_POLICY]
        )
        for topic in topics
    ]
    answer = cluster.ask(ANY_BROKER, DescribeConfigsRequest(resources=resources))
    return {
        result.resource_name
        for result in answer.results
        for config in result.configs or ()
        if config.name == CLEANUP_POLICY and "compact" in (config.value or "")
    }
