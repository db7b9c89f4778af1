"""Who in a group reads which partitions: Kafka's four client-side assignors, as pure functions. No I/O.

    subscriptions of all members ──► the leader: assign(partition counts, subscriptions) ──► partitions of each member

Names and payloads are those of Kafka's Java client and librdkafka, so members of other make may lead or follow.

    range               per topic, contiguous runs                          eager
    roundrobin          all partitions in turn                              eager
    sticky              balanced, and as before as far as that goes         eager
    cooperative-sticky  the same; what changes hands waits a round          cooperative (KIP-429)

Racks of members (KIP-881) are not looked at.
"""

from __future__ import annotations

from kavka.client.assignors.assignor import Assignor, Subscription
from kavka.client.assignors.range import RangeAssignor
from kavka.client.assignors.round_robin import RoundRobinAssignor
from kavka.client.assignors.sticky import CooperativeStickyAssignor, StickyAssignor

__all__ = ["ASSIGNORS", "Assignor", "Subscription", "assignor_named"]

ASSIGNORS: dict[str, type[Assignor]] = {
    "range": RangeAssignor,
    "roundrobin": RoundRobinAssignor,
    "sticky": StickyAssignor,
    "cooperative-sticky": CooperativeStickyAssignor,
}
"""Protocol name → class."""


def assignor_named(name: str) -> Assignor:
    """Returns a new assignor of a name.

    Raises:
        ValueError: there is none of that name.
    """
    made = ASSIGNORS.get(name)
    if made is None:
        raise ValueError(f"there is no assignor {name!r}; choose from {', '.join(ASSIGNORS)}")
    return made()
