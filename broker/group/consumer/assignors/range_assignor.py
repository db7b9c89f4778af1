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
    ranges: dict[tuple[int, int], list[frozenset[int]]] = {}
    for topic_id, member_ids in _subscribers(members, ordered).items():
        wanted = counts[topic_id], len(member_ids)
        if wanted not in ranges:  # most topics of a group are as large as others
            ranges[wanted] = _ranges(*wanted)
        # Where there are more members than partitions, the last ones get none.
        for member_id, indexes in zip(member_ids, ranges[wanted], strict=False):
            targets[member_id][topic_id] = indexes
    return {**targets}


def _subscribers(members: Members, ordered: list[str]) -> dict[TopicId, list[str]]:
    """Lists the subscribers of each topic, in their order: in most groups, everybody."""
    first = members[ordered[0]].topic_ids if ordered else ()
    if all(members[member_id].topic_ids == first for member_id in ordered):
        return dict.fromkeys(first, ordered)
    subscribers: dict[TopicId, list[str]] = {}
    for member_id in ordered:
        for topic_id in members[member_id].topic_ids:
            subscribers.setdefault(topic_id, []).append(member_id)
    return subscribers


def _ranges(partition_count: int, member_count: int) -> list[frozenset[int]]:
    """Cuts partitions into as many ranges as there are members, or as there are partitions if those are fewer."""
    quota, extra = divmod(partition_count, member_count)
    ranges = []
    start = 0
    for number in range(min(partition_count, member_count)):
        end = start + quota + (number < extra)
        ranges.append(frozenset(range(start, end)))
        start = end
    return ranges


def _place(members: Members, member_id: str) -> tuple[bool, str]:
    instance_id = members[member_id].instance_id
    return instance_id is None, instance_id or member_id
