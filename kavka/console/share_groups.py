"""Share groups in the console (KIP-932): members, and per partition the start offset, the lag, and who leads it.

What is in flight of a partition its leader knows: /state/share_partitions of that broker. There are no committed
offsets; what `groups` moves and forgets of others are start offsets here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kavka.client import share_groups
from kavka.client.group_kinds import SHARE
from kavka.common.types import TopicPartition
from kavka.protocol.errors import GroupIdNotFound, UnknownTopicOrPartition
from kavka.wire.errors import UnsupportedByBroker

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kavka.client.cluster import Cluster
    from kavka.client.share_groups import ShareOffset


async def describe(cluster: Cluster, name: str) -> dict[str, Any]:
    """Describes a share group."""
    group = await share_groups.describe(cluster, name)
    offsets = await share_groups.offsets(cluster, name)
    leaders = await _leaders(cluster, {tp.topic for tp in offsets})
    return {
        "name": name,
        "type": SHARE.type_name,
        "state": group.state,
        "coordinator": group.coordinator,
        "protocol": group.assignor,
        "epoch": group.epoch,
        "target_epoch": group.assignment_epoch,
        "members": [
            {
                "id": member.member_id,
                "client_id": member.client_id,
                "host": member.host,
                "epoch": member.epoch,
                "topics": list(member.topics),
                "partitions": [str(tp) for tp in member.partitions],
            }
            for member in group.members
        ],
        "lag": total_lag(offsets),
        "partitions": [
            {
                "topic": tp.topic,
                "partition": tp.partition,
                "start_offset": at.start_offset if at.start_offset >= 0 else None,
                "lag": at.lag,
                "leader": leaders.get(tp),
            }
            for tp, at in sorted(offsets.items())
        ],
    }


def total_lag(offsets: Mapping[TopicPartition, ShareOffset]) -> int:
    """Adds up how many records are left, as far as that is known."""
    return sum(at.lag or 0 for at in offsets.values())


async def count_members(cluster: Cluster, name: str) -> int:
    """Counts the members of a share group."""
    return len((await share_groups.describe(cluster, name)).members)


async def start_offsets(cluster: Cluster, name: str) -> dict[TopicPartition, int] | None:
    """Returns where a share group is in the partitions in which it has begun; None: it is no share group."""
    try:
        await share_groups.describe(cluster, name)
    except (GroupIdNotFound, UnsupportedByBroker):
        return None
    offsets = await share_groups.offsets(cluster, name)
    return {tp: at.start_offset for tp, at in offsets.items() if at.start_offset >= 0}


async def move(cluster: Cluster, name: str, wanted: Mapping[TopicPartition, int]) -> None:
    """Sets the start offsets of a share group without members.

    Raises:
        NonEmptyGroup: it has members.
        KafkaError: a partition was refused.
    """
    for error in (await share_groups.move(cluster, name, wanted)).values():
        if error is not None:
            raise error


async def forget(cluster: Cluster, name: str, topic: str) -> list[str]:
    """Deletes where a share group without members is in a topic; returns the topic.

    Raises:
        NonEmptyGroup: the group has members.
        KafkaError: it was never in the topic.
    """
    for error in (await share_groups.forget(cluster, name, [topic])).values():
        if error is not None:
            raise error
    return [topic]


async def _leaders(cluster: Cluster, topics: Iterable[str]) -> dict[TopicPartition, int]:
    """Maps the partitions that have a leader to it."""
    found: dict[TopicPartition, int] = {}
    for topic in sorted(topics):
        try:
            info = await cluster.topic(topic)
        except UnknownTopicOrPartition:
            continue  # deleted a moment ago
        found |= {TopicPartition(topic, i): part.leader for i, part in info.partitions.items() if part.leader >= 0}
    return found
