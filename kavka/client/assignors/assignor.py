"""An assignor's input and output.

Everything here is a value. An assignor of ours may remember what its own member got last (sticky does, as it is written
in the next subscription); it never sends a request.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar, NamedTuple

from kavka.common.types import TopicPartition

NO_GENERATION = -1

Assignments = dict[str, list[TopicPartition]]
"""Member id → its partitions."""


class Subscription(NamedTuple):
    """One member's wishes, as the leader reads them."""

    topics: tuple[str, ...]
    owned: tuple[TopicPartition, ...] = ()
    """What it has now; empty in an eager group, whose members give everything up first."""
    generation_id: int = NO_GENERATION
    """The generation in which it got them."""
    user_data: bytes | None = None
    group_instance_id: str | None = None
    rack_id: str | None = None


class Assignor(ABC):
    """One way to share out partitions.

    Attributes:
        name: The protocol's name in JoinGroup.
        is_cooperative: Whether members keep, during a rebalance, what is not taken from them.
    """

    name: ClassVar[str]
    is_cooperative: ClassVar[bool] = False

    @abstractmethod
    def assign(self, counts: Mapping[str, int], subscriptions: Mapping[str, Subscription]) -> Assignments:
        """Assigns the topics' partitions to the members.

        Args:
            counts: topic → number of partitions; topics that do not exist are left out.
            subscriptions: member id → its subscription.

        Returns:
            Every member's partitions; each partition of a subscribed topic has an owner, except that a
            cooperative assignor holds back for a round what has to be given up first.
        """

    def user_data(self) -> bytes | None:
        """Returns the user data of this member's subscription."""
        return None

    def on_assignment(self, partitions: Sequence[TopicPartition], generation_id: int) -> None:
        """Remembers this member's assignment; most assignors have nothing to remember."""
        return


def in_order(subscriptions: Mapping[str, Subscription]) -> list[str]:
    """Sorts member ids as Kafka does. Static members come first, by instance id, then the others by member id."""

    def key(member_id: str) -> tuple[bool, str]:
        instance = subscriptions[member_id].group_instance_id
        return (instance is None, member_id if instance is None else instance)

    return sorted(subscriptions, key=key)


def subscribers(subscriptions: Mapping[str, Subscription]) -> dict[str, list[str]]:
    """Returns topic → its subscribed members, in order."""
    wanted: dict[str, list[str]] = {}
    for member_id in in_order(subscriptions):
        for topic in dict.fromkeys(subscriptions[member_id].topics):
            wanted.setdefault(topic, []).append(member_id)
    return wanted
