"""The range assignor: of each topic a member gets a range of partitions, of all topics the same one where it can.

    t1, t2 of 3 partitions each      a: t1 0 1, t2 0 1      b: t1 2, t2 2

Members stand in the order of their instance ids, and behind those in that of their member ids: a static member that
comes back has its ranges again. Nothing else remembers; Kafka's `RangeAssignor`.
"""

from __future__ import annotations

from typing import Final

from kavka.broker.group.consumer.assignment import TopicId
from kavka.broker.group.consumer.assignors.spec import Members, PartitionCounts, Targets

NAME: Final = "range"


def assign_ranges(members: Members, counts: PartitionCounts) -> Targets:
    """Assigns ranges of partitions; see `spec.Assignor`."""
    ordered = sorted(members, key=lambda member_id: _place(members, member_id))
    targets: dict[str, dict[TopicId, frozenset[int]]] = {member_id: {} for member_id in ordered}
    subscribers: dict[TopicId, list[str]] = {}
    for member_id in ordered:
        for topic_id in members[member_id].topic_ids:
            subscribers.setdefault(topic_id, []).append(member_id)
    for topic_id, member_ids in subscribers.items():
        quota, extra = divmod(counts[topic_id], len(member_ids))
        start = 0
        # Where there are more members than partitions, the last ones get none.
        for number, member_id in enumerate(member_ids if quota else member_ids[:extra]):
            end = start + quota + (number < extra)
            targets[member_id][topic_id] = frozenset(range(start, end))
            start = end
    return {**targets}


def _place(members: Members, member_id: str) -> tuple[bool, str]:
    instance_id = members[member_id].instance_id
    return instance_id is None, instance_id or member_id
