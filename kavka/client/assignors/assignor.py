"""What an assignor is given and what it gives back.

Everything here is a value. An assignor of ours may remember what its own member got last (sticky does, as it is told
in the next subscription); it never asks anybody anything.
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
        """Shares out.

        Args:
            counts: topic → number of partitions; topics that do not exist are left out.
            subscriptions: member id → its subscription.

        Returns:
            Every member's partitions; each partition of a topic that somebody wants is somebody's, except that a
            cooperative assignor holds back for a round what has to be given up first.
        """

    def user_data(self) -> bytes | None:
        """What goes along with this member's subscription."""
        return None

    def on_assignment(self, partitions: Sequence[TopicPartition], generation_id: int) -> None:
        """This member got its share; most assignors have nothing to remember."""
        return


def in_order(subscriptions: Mapping[str, Subscription]) -> list[str]:
    """Member ids in the order in which Kafka deals: static members by instance id, then the others by member id."""

    def key(member_id: str) -> tuple[bool, str]:
        instance = subscriptions[member_id].group_instance_id
        return (instance is None, member_id if instance is None else instance)

    return sorted(subscriptions, key=key)


def subscribers(subscriptions: Mapping[str, Subscription]) -> dict[str, list[str]]:
    """Topic → the members that want it, in order."""
    wanted: dict[str, list[str]] = {}
    for member_id in in_order(subscriptions):
        for topic in dict.fromkeys(subscriptions[member_id].topics):
            wanted.setdefault(topic, []).append(member_id)
    return wanted
