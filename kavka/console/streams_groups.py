"""Streams groups in the console (KIP-1071): shown as other groups are, with tasks where those have partitions.

A member reads what its active tasks read; standby and warm-up tasks, which keep copies of states, are named beside
them. What is committed, moved and forgotten is as in `groups`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kavka.client import streams_groups
from kavka.client.group_kinds import STREAMS
from kavka.common.types import TopicPartition

if TYPE_CHECKING:
    from kavka.client.cluster import Cluster
    from kavka.client.streams_groups import StreamsGroupInfo, StreamsTasks


async def describe(cluster: Cluster, name: str) -> tuple[dict[str, Any], dict[TopicPartition, str]]:
    """Describes a streams group, and maps partitions to the member that reads them."""
    group = await streams_groups.describe(cluster, name)
    shown = {
        "name": name,
        "type": STREAMS.type_name,
        "state": group.state,
        "protocol_type": STREAMS.type_name,
        "protocol": group.assignor or "",
        "coordinator": group.coordinator,
        "epoch": group.epoch,
        "target_epoch": group.target_epoch,
        "members": [
            {
                "id": member.member_id,
                "instance_id": member.instance_id,
                "client_id": member.client_id,
                "host": member.host,
                "partitions": _named(member.tasks),
                "epoch": member.epoch,
                "target": _named(member.target),
                "regex": None,
                "type": STREAMS.type_name,
            }
            for member in group.members
        ],
    }
    return shown, _owners(group)


def _named(tasks: StreamsTasks) -> list[str]:
    kept = [*(f"{task} standby" for task in tasks.standby), *(f"{task} warm-up" for task in tasks.warmup)]
    return [*map(str, tasks.active), *kept]


def _owners(group: StreamsGroupInfo) -> dict[TopicPartition, str]:
    topics = {
        part.subtopology_id: [*part.source_topics, *(topic.name for topic in part.repartition_sources)]
        for part in group.subtopologies
    }
    return {
        TopicPartition(topic, task.partition): member.member_id
        for member in group.members
        for task in member.tasks.active
        for topic in topics.get(task.subtopology, ())
    }
