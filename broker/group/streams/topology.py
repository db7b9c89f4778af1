"""The topology of a streams application, as its first member gave it, and what may be one. Pure.

    subtopology    reads   source topics, and repartition topics
                   writes  repartition topics, which others read
                   keeps   state stores, each with a changelog topic

A topology has an epoch. Members with an older one are told so (STALE_TOPOLOGY); a newer one is not taken yet, here as
in Kafka 4.4. What follows of it for topics is `configured`'s. It is kept as its record says it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kavka.protocol.errors import InvalidRequest, StreamsInvalidTopology
from kavka.protocol.messages import StreamsGroupTopologyValue

if TYPE_CHECKING:
    from kavka.protocol.messages import StreamsGroupHeartbeatRequest

Topology = StreamsGroupTopologyValue
Subtopology = StreamsGroupTopologyValue.Subtopology
TopicInfo = StreamsGroupTopologyValue.TopicInfo


def topology_of(said: StreamsGroupHeartbeatRequest.Topology) -> Topology:
    """Returns a topology as its record says it."""
    return Topology(epoch=said.epoch, subtopologies=[_subtopology(part) for part in said.subtopologies])


def _subtopology(said: StreamsGroupHeartbeatRequest.Subtopology) -> Subtopology:
    return Subtopology(
        subtopology_id=said.subtopology_id,
        source_topics=list(said.source_topics),
        source_topic_regex=list(said.source_topic_regex),
        state_changelog_topics=[_info(info) for info in said.state_changelog_topics],
        repartition_sink_topics=list(said.repartition_sink_topics),
        repartition_source_topics=[_info(info) for info in said.repartition_source_topics],
        copartition_groups=[
            StreamsGroupTopologyValue.CopartitionGroup(
                source_topics=list(group.source_topics),
                source_topic_regex=list(group.source_topic_regex),
                repartition_source_topics=list(group.repartition_source_topics),
            )
            for group in said.copartition_groups
        ],
    )


def _info(said: StreamsGroupHeartbeatRequest.TopicInfo) -> TopicInfo:
    return TopicInfo(
        name=said.name,
        partitions=said.partitions,
        replication_factor=said.replication_factor,
        topic_configs=[
            StreamsGroupTopologyValue.TopicConfig(config.key, config.value) for config in said.topic_configs
        ],
    )


def check(topology: Topology) -> None:
    """Checks what can be told of a topology without its topics.

    Raises:
        InvalidRequest: its epoch is below 0, or it has regular expressions, which Kafka 4.4 does not take either.
        StreamsInvalidTopology: it is none.
    """
    if topology.epoch < 0:
        raise InvalidRequest(f"a topology has no epoch {topology.epoch}")
    seen: set[str] = set()
    for part in topology.subtopologies:
        if part.source_topic_regex:
            raise InvalidRequest("Regular expressions for source topics are not supported yet.")
        if part.subtopology_id in seen:
            raise StreamsInvalidTopology(f"subtopology {part.subtopology_id} is there twice")
        seen.add(part.subtopology_id)
        check_subtopology(part)


def check_subtopology(part: Subtopology) -> None:
    """Checks what can be told of a subtopology alone.

    Raises:
        StreamsInvalidTopology: it is none.
    """
    if not part.source_topics and not part.repartition_source_topics:
        raise StreamsInvalidTopology(f"No source topics found for subtopology {part.subtopology_id}")
    if any(info.partitions < 0 for info in part.repartition_source_topics):
        raise StreamsInvalidTopology(f"subtopology {part.subtopology_id} has a topic of fewer than no partitions")
    for info in part.state_changelog_topics:
        if info.partitions:
            raise StreamsInvalidTopology(
                f"Changelog topic {info.name} must have an undefined partition count, "
                f"but it is set to {info.partitions}."
            )
    for group in part.copartition_groups:
        for places, names in (
            (group.source_topics, part.source_topics),
            (group.repartition_source_topics, part.repartition_source_topics),
        ):
            if any(not 0 <= place < len(names) for place in places):
                raise StreamsInvalidTopology(f"subtopology {part.subtopology_id} copartitions topics that it lacks")


def is_same(one: Topology, other: Topology) -> bool:
    """Tells whether two topologies are the same, in whatever order their subtopologies stand."""
    return one.epoch == other.epoch and _by_id(one) == _by_id(other)


def _by_id(topology: Topology) -> dict[str, Subtopology]:
    return {part.subtopology_id: part for part in topology.subtopologies}


def sources(part: Subtopology) -> list[str]:
    """Lists the topics that a subtopology reads, external ones first."""
    return [*part.source_topics, *(info.name for info in part.repartition_source_topics)]


def required_topics(topology: Topology) -> set[str]:
    """Returns the names of all topics that there have to be."""
    return set(_required(topology))


def _required(topology: Topology) -> Iterator[str]:
    for part in topology.subtopologies:
        yield from sources(part)
        for info in part.state_changelog_topics:
            yield info.name


def subtopology_of(topology: Topology) -> dict[str, str]:
    """Maps each source topic to the subtopology that reads it."""
    return {name: part.subtopology_id for part in topology.subtopologies for name in sources(part)}
