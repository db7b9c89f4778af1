"""Which instance has which partitions, for interactive queries: what members hear of each other. Pure.

A member with an endpoint is told with the partitions of the source topics of its tasks: of active ones, and of standbys
and warm-ups, which have the state too. Threads of one instance have an entry each.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from kavka.broker.group.streams.tasks import Task, by_subtopology
from kavka.broker.group.streams.topology import sources

if TYPE_CHECKING:
    from kavka.broker.group.consumer.topics import Topics
    from kavka.broker.group.streams.member import UserEndpoint
    from kavka.broker.group.streams.streams_group_metadata import StreamsGroupMetadata

Partitions = list[tuple[str, list[int]]]
"""Topics with partitions."""


class EndpointPartitions(NamedTuple):
    """What one member has."""

    endpoint: UserEndpoint
    active: Partitions
    standby: Partitions


def all_endpoints(group: StreamsGroupMetadata, topics: Topics) -> list[EndpointPartitions]:
    """Lists the members with an endpoint, and the partitions that they have."""
    return [
        EndpointPartitions(
            member.said.endpoint,
            _partitions(group, topics, member.assigned.active),
            _partitions(group, topics, member.assigned.standby | member.assigned.warmup),
        )
        for member in group.members.values()
        if member.said.endpoint is not None
    ]


def _partitions(group: StreamsGroupMetadata, topics: Topics, tasks: Iterable[Task]) -> Partitions:
    configured = group.configured
    found: Partitions = []
    for subtopology_id, indexes in by_subtopology(tasks).items():
        part = None if configured is None else configured.subtopologies.get(subtopology_id)
        for name in [] if part is None else sorted(set(sources(part.said))):
            info = topics.find(name)
            there = [] if info is None else [index for index in indexes if index < info.partition_count]
            if there:
                found.append((name, there))
    return found
