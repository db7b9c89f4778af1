"""The target assignment of a group: when it is computed, by whose rule, of what. Pure.

Each change of the group makes its target old, and the next heartbeat has a new one computed. In a large group, when
many members come at once, each of them would: there a target is computed once for all that came meanwhile. They have
their turn with a later heartbeat, whosever that is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from kavka.broker.group.consumer.assignors.range_assignor import NAME as RANGE
from kavka.broker.group.consumer.assignors.range_assignor import assign_ranges
from kavka.broker.group.consumer.assignors.spec import Assignor, MemberSpec
from kavka.broker.group.consumer.assignors.uniform_assignor import NAME as UNIFORM
from kavka.broker.group.consumer.assignors.uniform_assignor import assign_uniformly
from kavka.timer.moments import MonotonicMs

if TYPE_CHECKING:
    from kavka.broker.group.consumer.consumer_group_metadata import ConsumerGroupMetadata

ASSIGNORS: Final[Mapping[str, Assignor]] = {UNIFORM: assign_uniformly, RANGE: assign_ranges}
"""The assignors that there are; `group.consumer.assignors` says which of them members may choose."""

SMALL_GROUP_ITEMS: Final = 500
"""Members and partitions of a group whose target takes less than two milliseconds: every heartbeat may compute it."""

INTERVAL_ITEMS_PER_MS: Final = 50
"""A larger group's target is computed once in so much time: that is a tenth of the loop's at most."""


def is_due(group: ConsumerGroupMetadata, now_ms: MonotonicMs) -> bool:
    """Tells whether a new target is to be computed now."""
    if group.epoch == group.target_epoch:
        return False
    items = len(group.members) + sum(topic.partition_count for topic in group.topics.values())
    if items <= SMALL_GROUP_ITEMS or group.assigned_ms is None:
        return True
    return now_ms - group.assigned_ms >= items // INTERVAL_ITEMS_PER_MS


def assignor_name(group: ConsumerGroupMetadata, default: str) -> str:
    """Returns the assignor that most members want, of those that want one; the default where none does."""
    votes = Counter(
        member.subscription.server_assignor
        for member in group.members.values()
        if member.subscription.server_assignor is not None
    )
    return max(votes, key=lambda name: (votes[name], name)) if votes else default


def compute(group: ConsumerGroupMetadata, default: str, now_ms: MonotonicMs) -> None:
    """Computes the target assignment of the present epoch."""
    counts = {info.topic_id: info.partition_count for info in group.topics.values()}
    shared: dict[tuple[str, ...], tuple[bytes, ...]] = {}
    members = {}
    for member_id, member in group.members.items():
        names = tuple(sorted(group.names_of(member)))
        topic_ids = shared.get(names)
        if topic_ids is None:
            topic_ids = shared[names] = tuple(group.topics[name].topic_id for name in names if name in group.topics)
        members[member_id] = MemberSpec(member.instance_id, topic_ids, group.target_of(member_id))
    assignor = ASSIGNORS[assignor_name(group, default)]
    group.set_targets(assignor(members, counts), now_ms)
