"""What a consumer group has to know of the cluster's topics: a port, and what is made of it. Pure.

members' names and expressions ─▶ subscribed ─▶ topics that exist: id and number of partitions
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, Protocol

from kavka.broker.group.consumer.assignment import TopicId


class SubscribedTopic(NamedTuple):
    """A topic that exists."""

    topic_id: TopicId
    partition_count: int


Subscribed = Mapping[str, SubscribedTopic]
"""Topic name → topic; of those of a group's subscriptions that exist."""


class Topics(Protocol):
    """The cluster's topics at one moment, as the sender of a request may see them."""

    @property
    def version(self) -> int:
        """Returns a number that rises with every change of a topic."""

    def find(self, name: str) -> SubscribedTopic | None:
        """Returns a topic; None where there is none, or it has no id."""

    def name_of(self, topic_id: TopicId) -> str | None:
        """Returns a topic's name; None where there is none."""

    def matching(self, regex: str) -> frozenset[str]:
        """Returns the names of the topics that an expression matches as a whole.

        Raises:
            InvalidRegularExpression: it is none in RE2's syntax, or this broker cannot read any.
        """


def find_topics(topics: Topics, names: Iterable[str]) -> dict[str, SubscribedTopic]:
    """Finds the topics of these names that exist."""
    found = ((name, topics.find(name)) for name in sorted(set(names)))
    return {name: info for name, info in found if info is not None}
