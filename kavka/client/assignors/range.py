"""Range: topic by topic, each member gets a run of neighbouring partitions.

    7 partitions, members a b c:   a: 0 1 2   b: 3 4   c: 5 6

The first (partitions mod members) members get one more, for every topic the same ones; in return, members that read
several topics get the same numbers of each, which is what joins of co-partitioned topics need.
"""

from __future__ import annotations

from collections.abc import Mapping

from kavka.client.assignors.assignor import Assignments, Assignor, Subscription, subscribers
from kavka.common.types import TopicPartition


class RangeAssignor(Assignor):
    """Kafka's `RangeAssignor`, without racks."""

    name = "range"

    def assign(self, counts: Mapping[str, int], subscriptions: Mapping[str, Subscription]) -> Assignments:
        """Assigns each topic's partitions in runs of neighbours; see `Assignor`."""
        assigned: Assignments = {member_id: [] for member_id in subscriptions}
        for topic, members in subscribers(subscriptions).items():
            each, extra = divmod(counts.get(topic, 0), len(members))
            first = 0
            for place, member_id in enumerate(members):
                size = each + (place < extra)
                assigned[member_id] += [TopicPartition(topic, number) for number in range(first, first + size)]
                first += size
        return assigned
