"""Round robin: all partitions of all topics, in order, dealt to the members in turn.

    topics t (3), u (3), members a b:   a: t0 t2 u1   b: t1 u0 u2

A member that does not want the topic is passed over, and is next for the partition after.
"""

from __future__ import annotations

from collections.abc import Mapping

from kavka.client.assignors.assignor import Assignments, Assignor, Subscription, in_order
from kavka.common.types import TopicPartition


class RoundRobinAssignor(Assignor):
    """Kafka's `RoundRobinAssignor`."""

    name = "roundrobin"

    def assign(self, counts: Mapping[str, int], subscriptions: Mapping[str, Subscription]) -> Assignments:
        """Assigns all partitions to the members in turn; see `Assignor`."""
        assigned: Assignments = {member_id: [] for member_id in subscriptions}
        members = in_order(subscriptions)
        wanted = {member_id: frozenset(subscriptions[member_id].topics) for member_id in members}
        place = 0
        for topic in sorted(frozenset().union(*wanted.values())):
            for number in range(counts.get(topic, 0)):
                while topic not in wanted[members[place % len(members)]]:
                    place += 1
                assigned[members[place % len(members)]].append(TopicPartition(topic, number))
                place += 1
        return assigned
