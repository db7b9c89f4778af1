"""What an assignor is asked and what it answers (KIP-848): members with their topics, and how it was before. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from kavka.broker.group.consumer.assignment import Assignment, TopicId


class MemberSpec(NamedTuple):
    """A member, as far as an assignor is concerned.

    Attributes:
        instance_id: of a static member, None for a dynamic one.
        topic_ids: of the topics that it subscribes to and that exist, in a fixed order.
        target: what it was assigned before.
    """

    instance_id: str | None
    topic_ids: tuple[TopicId, ...]
    target: Assignment


Members = Mapping[str, MemberSpec]
"""Member id → member."""

PartitionCounts = Mapping[TopicId, int]
"""Topic id → its number of partitions; of every topic that a member names."""

Targets = dict[str, Assignment]
"""Member id → its target assignment; every member has one."""

Assignor = Callable[[Members, PartitionCounts], Targets]
"""Assigns each partition of each topic to one of the members that subscribe to it."""
