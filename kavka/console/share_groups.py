"""Share groups in the console (KIP-932): members, and per partition the start offset, the lag, and who leads it.

What is in flight of a partition its leader knows: /state/share_partitions of that broker. There are no committed
offsets; what `groups` moves and forgets of others are start offsets here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kavka.client import share_groups
from kavka.client.group_kinds import SHARE
from kavka.common.types import TopicPartition
from kavka.protocol.errors import UnknownTopicOrPartition

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
