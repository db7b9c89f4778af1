"""What is said of groups whose members have epochs: of the consumer protocol (KIP-848), and share groups (KIP-932).

    HeartbeatResult ─▶ heartbeat_response
    group ids ─▶ describe_each ─▶ described, or refused in words
    partitions by topic id ─▶ named_partitions

Not a handler: the handlers of both types call it with the classes of their own responses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, TypeVar

from kavka.protocol.errors import KafkaError

if TYPE_CHECKING:
    from kavka.broker.group.consumer.assignment import Assignment, TopicId
    from kavka.broker.group.consumer.coordinator import HeartbeatResult
    from kavka.common.steps import Steps
    from kavka.protocol.messages import (
        ConsumerGroupDescribeResponse,
        ConsumerGroupHeartbeatResponse,
        ShareGroupDescribeResponse,
        ShareGroupHeartbeatResponse,
        StreamsGroupDescribeResponse,
    )

Heard = TypeVar("Heard", "ConsumerGroupHeartbeatResponse", "ShareGroupHeartbeatResponse")
Described = TypeVar(
    "Described",
    "ConsumerGroupDescribeResponse.DescribedGroup",
    "ShareGroupDescribeResponse.DescribedGroup",
    "StreamsGroupDescribeResponse.DescribedGroup",
)


def heartbeat_response(result: HeartbeatResult, response: type[Heard]) -> Heard:
    """Returns the response to a heartbeat: what the member hears, or the error."""
    heard = result.heard
    if heard is None:
        return response(error_code=int(result.error), error_message=result.message)
    parts = heard.assignment
    return response(
        member_id=heard.member_id,
        member_epoch=heard.member_epoch,
        heartbeat_interval_ms=result.heartbeat_interval_ms,
        assignment=None
        if parts is None
        else response.Assignment(
            [response.TopicPartitions(topic_id, sorted(indexes)) for topic_id, indexes in sorted(parts.items())]
        ),
    )


def describe_each(
    group_ids: Iterable[str], describe: Callable[[str], Steps[Described]], refused: type[Described]
) -> Steps[list[Described]]:
    """Describes each group by itself, once: some may be coordinated elsewhere, or not be there."""
    described = []
    for group_id in dict.fromkeys(group_ids):
        try:
            described.append((yield from describe(group_id)))
        except KafkaError as error:
            described.append(refused(group_id=group_id, error_code=int(error.code), error_message=error.message))
    return described


def named_partitions(partitions: Assignment, names: Mapping[bytes, str]) -> list[tuple[TopicId, str, list[int]]]:
    """Names the topics of an assignment, sorted by name; those that are gone are left out, as by Kafka."""
    found = [
        (topic_id, name, sorted(indexes))
        for topic_id, indexes in partitions.items()
        if (name := names.get(topic_id)) is not None
    ]
    return sorted(found, key=lambda part: part[1])
