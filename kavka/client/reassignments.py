"""Where replicas are, and who leads them: reassignments and elections, asked of the controller.

What `Admin.alter_partition_reassignments`, `list_partition_reassignments` and `elect_leaders` stand on. Starting a
reassignment is one request; it ends when `list_partition_reassignments` no longer names it, which may take days.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from kavka.client.controller import Ask
from kavka.common.types import OngoingReassignment, TopicPartition
from kavka.protocol.errors import EncodeError, ErrorCode, KafkaError
from kavka.protocol.messages import (
    AlterPartitionReassignmentsRequest,
    ElectLeadersRequest,
    ListPartitionReassignmentsRequest,
)
from kavka.wire.errors import UnsupportedByBroker, code_name, error_for_code

ElectionType = int
PREFERRED: Final[ElectionType] = 0
"""The first replica of each partition, if it is in sync."""
UNCLEAN: Final[ElectionType] = 1
"""Any replica that lives, where nobody leads: records may be lost."""


async def alter(
    ask: Ask,
    wanted: Mapping[TopicPartition, Sequence[int] | None],
    *,
    timeout_ms: int,
    allow_replication_factor_change: bool = True,
) -> None:
    """Starts reassignments, or (None) cancels them.

    Raises:
        KafkaError: the first refusal: InvalidReplicaAssignment, NoReassignmentInProgress, …; the others stand.
        UnsupportedByBroker: the replication factor may not change, and the controller cannot see to that.
    """
    topic, part = (
        AlterPartitionReassignmentsRequest.ReassignableTopic,
        AlterPartitionReassignmentsRequest.ReassignablePartition,
    )
    topics = [
        topic(
            name=name,
            partitions=[
                part(partition_index=tp.partition, replicas=None if wanted[tp] is None else list(wanted[tp] or ()))
                for tp in partitions
            ],
        )
        for name, partitions in _by_topic(wanted).items()
    ]
    request = AlterPartitionReassignmentsRequest(
        topics=topics,
        timeout_ms=timeout_ms,
        allow_replication_factor_change=allow_replication_factor_change,
    )
    try:
        response = await ask(request)
    except EncodeError as error:
        raise UnsupportedByBroker(f"the controller cannot hold the replication factor: {error}") from error
    _raise_if(response.error_code, response.error_message)
    for answered in response.responses:
        for result in answered.partitions:
            message = f"{answered.name}-{result.partition_index}: {result.error_message or ''}"
            _raise_if(result.error_code, message.rstrip(": "))


async def list_ongoing(
    ask: Ask, wanted: Iterable[TopicPartition] | None, *, timeout_ms: int
) -> dict[TopicPartition, OngoingReassignment]:
    """Returns the ongoing reassignments of some partitions, or (None) of all."""
    topic = ListPartitionReassignmentsRequest.ListPartitionReassignmentsTopics
    topics = None
    if wanted is not None:
        topics = [
            topic(name=name, partition_indexes=[tp.partition for tp in partitions])
            for name, partitions in _by_topic(wanted).items()
        ]
    response = await ask(ListPartitionReassignmentsRequest(topics=topics, timeout_ms=timeout_ms))
    _raise_if(response.error_code, response.error_message)
    return {
        TopicPartition(found.name, part.partition_index): OngoingReassignment(
            tuple(part.replicas), tuple(part.adding_replicas), tuple(part.removing_replicas)
        )
        for found in response.topics
        for part in found.partitions
    }


async def elect(
    ask: Ask, kind: ElectionType, wanted: Iterable[TopicPartition] | None, *, timeout_ms: int
) -> dict[TopicPartition, KafkaError | None]:
    """Elects leaders of partitions.

    Returns:
        What became of each partition: None where there is a new leader; of all partitions (`wanted` None) only those
        that needed one.
    """
    topics = None
    if wanted is not None:
        topics = [
            ElectLeadersRequest.TopicPartitions(topic=name, partitions=[tp.partition for tp in partitions])
            for name, partitions in _by_topic(wanted).items()
        ]
    response = await ask(ElectLeadersRequest(election_type=kind, topic_partitions=topics, timeout_ms=timeout_ms))
    _raise_if(response.error_code, None)
    return {
        TopicPartition(found.topic, part.partition_id): (
            None
            if part.error_code == ErrorCode.NONE
            else error_for_code(part.error_code, part.error_message or code_name(part.error_code))
        )
        for found in response.replica_election_results
        for part in found.partition_result
    }


def _by_topic(partitions: Iterable[TopicPartition]) -> dict[str, list[TopicPartition]]:
    found: dict[str, list[TopicPartition]] = {}
    for partition in sorted(set(partitions)):
        found.setdefault(partition.topic, []).append(partition)
    return found


def _raise_if(code: int, message: str | None) -> None:
    if code != ErrorCode.NONE:
        raise error_for_code(code, message or code_name(code))
