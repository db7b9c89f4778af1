"""Topics made, grown, deleted and described: what `Admin`'s methods on topics stand on.

    create, grow, delete ─▶ the controller ─▶ `propagation`: until every live broker shows it
    list_all, describe   ─▶ Metadata, of any broker

Where a call names several topics, the first refusal is raised and the rest stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Final

from kavka.client.cluster import Cluster
from kavka.client.controller import ControllerLink
from kavka.client.propagation import wait_until_gone, wait_until_led
from kavka.common.types import NewTopic
from kavka.protocol.errors import ErrorCode, UnknownTopicOrPartition
from kavka.protocol.messages import CreatePartitionsRequest, CreateTopicsRequest, DeleteTopicsRequest
from kavka.wire.errors import LeaderUnknown, UnsupportedByBroker, raise_first
from kavka.wire.metadata import ClusterMetadata, TopicInfo

CREATE_WITH_DEFAULTS_VERSION: Final = 4
"""The first CreateTopics version in which −1 means "the broker's default" (KIP-464)."""


async def create(
    cluster: Cluster, controller: ControllerLink, topics: Sequence[NewTopic], *, validate_only: bool
) -> None:
    """Creates topics and returns when every live broker names their leaders.

    Raises:
        KafkaError: the first refusal: TopicAlreadyExists, InvalidTopic, InvalidReplicationFactor, …
        UnsupportedByBroker: it is to choose numbers itself, and too old to.
    """
    request = _create_request(cluster, topics, validate_only=validate_only)
    response = await controller.ask(request, what="create topics", check=partial(_check_defaults, request))
    raise_first((t.name, t.error_code, t.error_message) for t in response.topics)
    if not validate_only:
        await wait_until_led(cluster, {topic.name: _partitions_of(topic) for topic in topics})


async def delete(cluster: Cluster, controller: ControllerLink, names: Sequence[str]) -> None:
    """Deletes topics and returns when no live broker shows them, and their names are free.

    Raises:
        KafkaError: the first refusal: UnknownTopicOrPartition, …
    """
    request = DeleteTopicsRequest(topic_names=list(names), timeout_ms=cluster.request_timeout_ms)
    response = await controller.ask(request, what="delete topics")
    raise_first((t.name or "", t.error_code, t.error_message) for t in response.responses)
    await wait_until_gone(cluster, names)
    await _wait_until_free(cluster, controller, names)


async def grow(
    cluster: Cluster,
    controller: ControllerLink,
    counts: Mapping[str, int],
    assignments: Mapping[str, Sequence[Sequence[int]]],
    *,
    validate_only: bool,
) -> None:
    """Gives topics more partitions and returns when every live broker names their leaders.

    Raises:
        KafkaError: the first refusal: InvalidPartitions, UnknownTopicOrPartition, InvalidReplicaAssignment, …
    """
    request = CreatePartitionsRequest(
        topics=[_more_partitions(name, count, assignments.get(name)) for name, count in counts.items()],
        timeout_ms=cluster.request_timeout_ms,
        validate_only=validate_only,
    )
    response = await controller.ask(request, what="create partitions")
    raise_first((t.name, t.error_code, t.error_message) for t in response.results)
    if not validate_only:
        await wait_until_led(cluster, counts)


async def list_all(cluster: Cluster, *, include_internal: bool) -> list[TopicInfo]:
    """Returns all topics, sorted by name."""
    metadata = await read_metadata(cluster, None)
    topics = sorted(metadata.topics.values(), key=lambda topic: topic.name)
    return [topic for topic in topics if include_internal or not topic.is_internal]


async def describe(cluster: Cluster, names: Sequence[str]) -> list[TopicInfo]:
    """Returns the named topics' partitions, in the order of the names.

    Raises:
        UnknownTopicOrPartition: one of them does not exist.
    """
    metadata = await read_metadata(cluster, names)
    for name in names:
        if name not in metadata.topics:
            raise UnknownTopicOrPartition(f"there is no topic {name!r} in this cluster")
    return [metadata.topics[name] for name in names]


async def read_metadata(cluster: Cluster, topics: Sequence[str] | None) -> ClusterMetadata:
    """Returns fresh metadata of some topics; empty: brokers only; None: every topic."""
    return await cluster.retry(lambda: cluster.refresh(topics), what="read metadata")


async def _wait_until_free(cluster: Cluster, controller: ControllerLink, names: Sequence[str]) -> None:
    """Waits until deleted topics' names are free.

    A name is taken until the controller has heard of every replica's end, which is later than metadata shows.
    """
    request = _create_request(cluster, [NewTopic(name=name) for name in names], validate_only=True)

    async def attempt() -> None:
        what = "see whether the names are free"
        response = await controller.ask(request, what=what, check=partial(_check_defaults, request))
        if any(topic.error_code == ErrorCode.TOPIC_ALREADY_EXISTS for topic in response.topics):
            raise LeaderUnknown("the topics are still being deleted")

    with suppress(UnsupportedByBroker):  # too old to be asked so; then deletion is as asynchronous as it was there
        await cluster.retry(attempt, what="see the topics' names free")


def _check_defaults(request: CreateTopicsRequest, version: int) -> None:
    """Refuses to ask an old broker for defaults: it would read −1 as a number of partitions."""
    if version < CREATE_WITH_DEFAULTS_VERSION:
        for topic in request.topics:
            if not topic.assignments and -1 in (topic.num_partitions, topic.replication_factor):
                raise UnsupportedByBroker(
                    "this broker has no defaults for new topics; name partitions and replication factor"
                )


def _partitions_of(topic: NewTopic) -> int:
    """Returns how many partitions a new topic has at least; the broker's default may be more."""
    return len(topic.assignments) or max(topic.num_partitions, 1)


def _more_partitions(
    name: str, count: int, chosen: Sequence[Sequence[int]] | None
) -> CreatePartitionsRequest.CreatePartitionsTopic:
    assignment = CreatePartitionsRequest.CreatePartitionsAssignment
    return CreatePartitionsRequest.CreatePartitionsTopic(
        name=name,
        count=count,
        assignments=None if chosen is None else [assignment(broker_ids=list(replicas)) for replicas in chosen],
    )


def _create_request(cluster: Cluster, topics: Iterable[NewTopic], *, validate_only: bool) -> CreateTopicsRequest:
    return CreateTopicsRequest(
        topics=[_creatable(topic) for topic in topics],
        timeout_ms=cluster.request_timeout_ms,
        validate_only=validate_only,
    )


def _creatable(topic: NewTopic) -> CreateTopicsRequest.CreatableTopic:
    return CreateTopicsRequest.CreatableTopic(
        name=topic.name,
        num_partitions=-1 if topic.assignments else topic.num_partitions,
        replication_factor=-1 if topic.assignments else topic.replication_factor,
        assignments=[
            CreateTopicsRequest.CreatableReplicaAssignment(partition_index=partition, broker_ids=list(replicas))
            for partition, replicas in sorted(topic.assignments.items())
        ],
        configs=[
            CreateTopicsRequest.CreatableTopicConfig(name=name, value=value) for name, value in topic.configs.items()
        ],
    )
