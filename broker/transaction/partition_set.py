"""The partitions of a transaction: an immutable set that takes four bytes for each, as its record does.

    {TopicPartition("t", 0), TopicPartition("t", 2), TopicPartition("u", 7)}   ─▶   "t" → 00000000 00000002
                                                                                   "u" → 00000007

A tuple of a name and a number is 130 bytes in a set of Python's, and a request names one in 4: so a transaction of
100,000 partitions would be forty times its request. By topic, sorted and packed, union, search and the record are
work on bytes. What is compared with a set of Python's is equal if it has the same partitions.

Not here: when partitions join a transaction (`coordinator`), how they stand in the log (`records`).
"""

from __future__ import annotations

import heapq
import sys
from array import array
from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator, Mapping, Set
from itertools import islice
from operator import lt
from typing import Final, TypeVar

from kavka.common.steps import SORTED_AT_ONCE, Steps, stretches
from kavka.common.types import TopicPartition

T = TypeVar("T")

INDEX_BYTES: Final = 4
"""Of a partition's number."""

TOPICS_IN_ONE_STEP: Final = 100
"""Topics that are put in order in one step."""

ONE_BY_ONE_MAX: Final = 8
"""Numbers that are put into sorted ones one by one; more of them, and all are sorted anew."""


class PartitionSet(Set[TopicPartition]):
    """Partitions by topic.

    Args:
        by_topic: the numbers of each topic's partitions: sorted, each once, big-endian; at least one a topic. Is kept.
    """

    __slots__ = ("_by_topic", "_count")

    def __init__(self, by_topic: Mapping[str, bytes]) -> None:
        self._by_topic = by_topic
        self._count = sum(map(len, by_topic.values())) // INDEX_BYTES

    @classmethod
    def of(cls, partitions: Iterable[TopicPartition]) -> PartitionSet:
        """Makes a set of partitions in any order."""
        if isinstance(partitions, cls):
            return partitions
        by_topic: dict[str, list[int]] = {}
        for topic, index in partitions:
            by_topic.setdefault(topic, []).append(index)
        return cls({topic: _packed(sorted(set(indexes))) for topic, indexes in by_topic.items()})

    @classmethod
    def of_topics(cls, topics: Iterable[tuple[str, Iterable[int]]]) -> PartitionSet:
        """Makes a set of topics, each named once, with the numbers of their partitions."""
        packed = ((topic, _packed(sorted(set(indexes)))) for topic, indexes in topics)
        return cls({topic: indexes for topic, indexes in packed if indexes})

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[TopicPartition]:
        for topic, packed in self._by_topic.items():
            for index in _unpacked(packed):
                yield TopicPartition(topic, index)

    def __contains__(self, partition: object) -> bool:
        if not isinstance(partition, tuple) or len(partition) != 2:
            return False
        topic, index = partition
        packed = self._by_topic.get(topic)
        if packed is None:
            return False
        at = bisect_left(range(len(packed) // INDEX_BYTES), index, key=lambda place: _at(packed, place))
        return at < len(packed) // INDEX_BYTES and _at(packed, at) == index

    @classmethod
    def _from_iterable(cls, partitions: Iterable[T]) -> Set[T]:
        """Makes the set that an operator gives: one of Python's."""
        return frozenset(partitions)

    @property
    def topic_count(self) -> int:
        """Returns the number of topics that the partitions are of."""
        return len(self._by_topic)

    def by_topic(self) -> Iterator[tuple[str, array[int]]]:
        """Returns each topic and its partitions' numbers, sorted."""
        for topic, packed in self._by_topic.items():
            yield topic, _unpacked(packed)

    def by_sorted_topic(self) -> Iterator[tuple[str, array[int]]]:
        """Returns the same, topics in order."""
        for topic in sorted(self._by_topic):
            yield topic, _unpacked(self._by_topic[topic])

    def packed_by_topic(self) -> Iterator[tuple[str, bytes]]:
        """Returns each topic, topics in order, and its partitions' numbers as records have them."""
        return ((topic, self._by_topic[topic]) for topic in sorted(self._by_topic))

    def in_order(self) -> Iterator[TopicPartition]:
        """Returns the partitions, sorted."""
        return (TopicPartition(topic, index) for topic, indexes in self.by_sorted_topic() for index in indexes)

    def union(self, others: Iterable[TopicPartition]) -> PartitionSet:
        """Returns the set with other partitions, too."""
        added = PartitionSet.of(others)
        if not self or not added:
            return added or self
        merged = dict(self._by_topic)
        for topic, packed in added._by_topic.items():
            had = merged.get(topic)
            merged[topic] = packed if had is None or had == packed else _merged(had, packed)
        return PartitionSet(merged)

    def issuperset(self, others: Iterable[TopicPartition]) -> bool:
        """Tells whether all of some partitions are in the set."""
        if not isinstance(others, PartitionSet):
            return all(other in self for other in others)
        mine = self._by_topic
        for topic, packed in others._by_topic.items():
            had = mine.get(topic)
            if had is None or (had != packed and len(_merged(had, packed)) != len(had)):
                return False
        return True

    def intersection(self, others: Iterable[TopicPartition]) -> frozenset[TopicPartition]:
        """Returns those of some partitions that are in the set."""
        return frozenset(other for other in others if other in self)


EMPTY: Final = PartitionSet({})


class PartitionSetBuilder:
    """Gathers partitions as a request names them: in any order, some of them twice."""

    __slots__ = ("_by_topic", "_open", "_topic")

    def __init__(self) -> None:
        # A topic that comes once, as in every honest request, is packed at once; what comes again is appended to.
        self._by_topic: dict[str, bytes | array[int]] = {}
        self._topic: str | None = None
        self._open: array[int] = array("i")

    def add(self, topic: str, indexes: Iterable[int]) -> None:
        """Takes some partitions of a topic in."""
        if topic != self._topic:
            self._close()
            self._topic = topic
        self._open.extend(indexes)

    def finish(self) -> Steps[PartitionSet]:
        """Returns the set; sorts a topic after the other."""
        self._close()
        by_topic = self._by_topic
        for number, (topic, gathered) in enumerate(by_topic.items()):
            if len(gathered) > INDEX_BYTES or not isinstance(gathered, bytes):
                indexes = _unpacked(gathered) if isinstance(gathered, bytes) else gathered
                if not all(map(lt, indexes, islice(indexes, 1, None))):
                    indexes = yield from _sorted_once(indexes)
                by_topic[topic] = _packed(indexes)
            if number % TOPICS_IN_ONE_STEP == 0:
                yield
        return PartitionSet(by_topic)  # type: ignore[arg-type] # each is packed by now

    def _close(self) -> None:
        topic, indexes = self._topic, self._open
        if topic is None or not indexes:
            return
        had = self._by_topic.get(topic)
        if had is None:
            self._by_topic[topic] = _packed(indexes)
        elif isinstance(had, bytes):
            self._by_topic[topic] = _unpacked(had) + indexes
        else:
            had.extend(indexes)
        self._open = array("i")


def _sorted_once(indexes: array[int]) -> Steps[array[int]]:
    """Sorts numbers and drops those that come again, a stretch at a time; as objects they would be ten times that."""
    runs = []
    for start in range(0, len(indexes), SORTED_AT_ONCE):
        runs.append(array("i", sorted(indexes[start : start + SORTED_AT_ONCE])))
        yield
    result = array("i")
    for stretch in stretches(heapq.merge(*runs)):
        for index in stretch:
            if not result or result[-1] != index:
                result.append(index)
        yield
    return result


def _packed(indexes: Iterable[int]) -> bytes:
    numbers = indexes[:] if isinstance(indexes, array) else array("i", indexes)
    if sys.byteorder == "little":
        numbers.byteswap()
    return numbers.tobytes()


def _unpacked(packed: bytes) -> array[int]:
    numbers = array("i", packed)
    if sys.byteorder == "little":
        numbers.byteswap()
    return numbers


def _at(packed: bytes, place: int) -> int:
    return int.from_bytes(packed[place * INDEX_BYTES : (place + 1) * INDEX_BYTES], signed=True)


def _merged(had: bytes, added: bytes) -> bytes:
    if len(added) > ONE_BY_ONE_MAX * INDEX_BYTES:
        return _packed(sorted({*_unpacked(had), *_unpacked(added)}))
    numbers = _unpacked(had)
    for index in _unpacked(added):
        at = bisect_left(numbers, index)
        if at == len(numbers) or numbers[at] != index:
            insort(numbers, index)
    return _packed(numbers)
