"""Streams groups seen from outside (KIP-1071): which there are, what they run, and which member has which tasks.

    list_all        ListGroups of type streams, to every broker: each knows what it coordinates
    describe        StreamsGroupDescribe, to the group's coordinator
    input_topics, internal_topics    what a group reads from outside, and what it has made for itself

A task is a partition of a subtopology. An active task has its state and writes it down; a standby task keeps a copy, a
warm-up task makes one in order to become active. What the active tasks have read are committed offsets like those of
consumers: `groups.committed`, `lags`, `move`, `forget` and `delete_group` are for groups of this type, too.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from kavka.client.cluster import Cluster
from kavka.client.group_kinds import STREAMS
from kavka.client.groups import GroupListing, link_to
from kavka.protocol.messages import StreamsGroupDescribeRequest, StreamsGroupDescribeResponse


class StreamsTask(NamedTuple):
    """A task: a partition of a subtopology."""

    subtopology: str
    partition: int

    def __str__(self) -> str:
        return f"{self.subtopology}_{self.partition}"


class StreamsTasks(NamedTuple):
    """The tasks of a member."""

    active: tuple[StreamsTask, ...]
    standby: tuple[StreamsTask, ...]
    warmup: tuple[StreamsTask, ...]


class StreamsMemberInfo(NamedTuple):
    """A member of a streams group: a thread of an instance of the application."""

    member_id: str
    epoch: int
    instance_id: str | None
    rack: str | None
    client_id: str
    host: str
    topology_epoch: int
    process_id: str
    """Which members of one instance have in common."""
    endpoint: str | None
    """Where others may query its state, "host:port"; None: nowhere."""
    client_tags: dict[str, str]
    tasks: StreamsTasks
    target: StreamsTasks
    """What it is to have, once others have given it up, and it what is theirs."""


class StreamsTopicInfo(NamedTuple):
    """A topic that a streams group has the brokers make."""

    name: str
    partitions: int
    """0: as many as the subtopology has."""
    replication_factor: int
    """0 or −1: the brokers' default."""
    configs: dict[str, str]


class Subtopology(NamedTuple):
    """A part of a topology that runs by itself, once a partition."""

    subtopology_id: str
    source_topics: tuple[str, ...]
    repartition_sources: tuple[StreamsTopicInfo, ...]
    repartition_sinks: tuple[str, ...]
    changelogs: tuple[StreamsTopicInfo, ...]
    """Where its state is written down."""


class StreamsGroupInfo(NamedTuple):
    """A streams group."""

    group: str
    coordinator: int
    state: str
    """"Stable", "Assigning", "Reconciling", "NotReady" (a topic is missing, or has the wrong size), "Empty", "Dead"."""
    epoch: int
    target_epoch: int
    """The group's epoch of which the targets are; behind it while they are computed."""
    topology_epoch: int | None
    subtopologies: tuple[Subtopology, ...]
    members: tuple[StreamsMemberInfo, ...]
    assignor: str | None
    """The assignor of the next assignment; None: the broker does not say (before Kafka 4.4)."""

    @property
    def input_topics(self) -> set[str]:
        """Returns the topics that the group reads and does not write itself."""
        return {name for part in self.subtopologies for name in part.source_topics} - self.internal_topics

    @property
    def internal_topics(self) -> set[str]:
        """Returns the repartition and changelog topics that were made for the group."""
        return {topic.name for part in self.subtopologies for topic in (*part.repartition_sources, *part.changelogs)}


async def list_all(cluster: Cluster, *, states: Iterable[str] = ()) -> list[GroupListing]:
    """Returns a cluster's streams groups; see `GroupKind.list_all`."""
    return await STREAMS.list_all(cluster, states=states)


async def describe(cluster: Cluster, group_id: str) -> StreamsGroupInfo:
    """Returns a streams group, its topology, and its members with their tasks.

    Raises:
        GroupIdNotFound: there is none of that name.
        UnsupportedByBroker: the cluster has no streams groups.
        KafkaError, ClientError: its coordinator does not say.
    """
    link = link_to(cluster, group_id)

    async def attempt() -> StreamsGroupInfo:
        [group] = (await STREAMS.asked(link.ask(StreamsGroupDescribeRequest(group_ids=[group_id])))).groups
        STREAMS.check(link, group.error_code, group_id, group.error_message)
        topology = group.topology
        return StreamsGroupInfo(
            group_id,
            await link.broker_id(),
            group.group_state,
            group.group_epoch,
            group.assignment_epoch,
            None if topology is None else topology.epoch,
            () if topology is None else tuple(map(_subtopology, topology.subtopologies or ())),
            tuple(map(_member, group.members)),
            group.assignor_name,
        )

    return await cluster.retry(attempt, what=f"describe streams group {group_id!r}")


def _subtopology(part: StreamsGroupDescribeResponse.Subtopology) -> Subtopology:
    return Subtopology(
        part.subtopology_id,
        tuple(part.source_topics),
        tuple(map(_topic, part.repartition_source_topics)),
        tuple(part.repartition_sink_topics),
        tuple(map(_topic, part.state_changelog_topics)),
    )


def _topic(topic: StreamsGroupDescribeResponse.TopicInfo) -> StreamsTopicInfo:
    return StreamsTopicInfo(topic.name, topic.partitions, topic.replication_factor, _pairs(topic.topic_configs))


def _member(member: StreamsGroupDescribeResponse.Member) -> StreamsMemberInfo:
    endpoint = member.user_endpoint
    return StreamsMemberInfo(
        member.member_id,
        member.member_epoch,
        member.instance_id,
        member.rack_id,
        member.client_id,
        member.client_host.removeprefix("/"),
        member.topology_epoch,
        member.process_id,
        None if endpoint is None else f"{endpoint.host}:{endpoint.port}",
        _pairs(member.client_tags),
        _tasks(member.assignment),
        _tasks(member.target_assignment),
    )


def _tasks(assignment: StreamsGroupDescribeResponse.Assignment | None) -> StreamsTasks:
    if assignment is None:
        return StreamsTasks((), (), ())
    return StreamsTasks(*map(_flat, (assignment.active_tasks, assignment.standby_tasks, assignment.warmup_tasks)))


def _flat(found: Iterable[StreamsGroupDescribeResponse.TaskIds]) -> tuple[StreamsTask, ...]:
    return tuple(sorted(StreamsTask(ids.subtopology_id, index) for ids in found for index in ids.partitions))


def _pairs(entries: Iterable[Any]) -> dict[str, str]:
    return {entry.key: entry.value for entry in entries}
