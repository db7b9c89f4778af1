"""Which partitions: those of an assignment, by topic id. Pure functions of values that never change.

Topics are meant by id: one that was deleted and made again is another one, whose partitions nobody has yet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

TopicId = bytes
Partition = tuple[TopicId, int]

Assignment = Mapping[TopicId, frozenset[int]]
"""Topic id → partitions. No topic has none, so that equal assignments are equal."""

NOTHING: Final[Assignment] = MappingProxyType({})


def assignment_of(topics: Iterable[tuple[TopicId, Iterable[int]]]) -> dict[TopicId, frozenset[int]]:
    """Builds an assignment of topics with their partitions, which may name a topic twice."""
    found: dict[TopicId, frozenset[int]] = {}
    for topic_id, partitions in topics:
        indexes = frozenset(partitions) | found.get(topic_id, frozenset())
        if indexes:
            found[topic_id] = indexes
    return found


def common(ours: Assignment, theirs: Assignment) -> dict[TopicId, frozenset[int]]:
    """Returns the partitions that both have."""
    return assignment_of((topic_id, ours[topic_id] & theirs[topic_id]) for topic_id in ours if topic_id in theirs)


def without(ours: Assignment, theirs: Assignment) -> dict[TopicId, frozenset[int]]:
    """Returns the partitions of one that the other does not have."""
    return assignment_of((topic_id, indexes - theirs.get(topic_id, frozenset())) for topic_id, indexes in ours.items())


def joined(ours: Assignment, theirs: Assignment) -> dict[TopicId, frozenset[int]]:
    """Returns the partitions that either has."""
    return assignment_of([*ours.items(), *theirs.items()])


def has_all(ours: Assignment, theirs: Assignment) -> bool:
    """Tells whether every partition of the second is in the first."""
    return all(indexes <= ours.get(topic_id, frozenset()) for topic_id, indexes in theirs.items())


def has_any(ours: Assignment, theirs: Assignment) -> bool:
    """Tells whether some partition is in both."""
    return any(not indexes.isdisjoint(theirs.get(topic_id, frozenset())) for topic_id, indexes in ours.items())


def each_partition(assignment: Assignment) -> Iterator[Partition]:
    """Yields each partition with its topic's id."""
    for topic_id, indexes in assignment.items():
        for index in indexes:
            yield topic_id, index


def partition_count(assignment: Assignment) -> int:
    """Counts the partitions."""
    return sum(map(len, assignment.values()))
