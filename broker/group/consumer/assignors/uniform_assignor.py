"""The uniform assignor: every member has as many partitions as any other, one more at most, and keeps what it can.

    all subscribe to the same   quota = partitions // members; the rest is one more for so many members
        1. each keeps what it had, up to the quota; some keep one more while there is a rest
        2. what nobody kept goes to whoever has less than that
    else
        1. each keeps what it had and still subscribes to
        2. what nobody kept goes to the subscriber with the fewest partitions, topics with few subscribers first
        3. while a subscriber has two more than another one of the same topic, a partition of that topic moves

The third step looks at each topic by itself: it does not pass partitions on through a third member. The order of member
ids decides where nothing else does. Kafka's `UniformAssignor`; racks are not looked at (decision 0094).
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from typing import Final

from kavka.broker.group.consumer.assignment import TopicId
from kavka.broker.group.consumer.assignors.spec import Members, MemberSpec, PartitionCounts, Targets

NAME: Final = "uniform"

Shares = dict[str, dict[TopicId, list[int]]]
"""Member id → topic id → partitions."""

PASSES_MAX: Final = 32
"""Rounds of the third step: each makes the assignment more even, and the first ones nearly all of it."""


def assign_uniformly(members: Members, counts: PartitionCounts) -> Targets:
    """Assigns partitions evenly; see `spec.Assignor`."""
    if not members:
        return {}
    specs = list(members.values())
    first = specs[0].topic_ids
    if all(spec.topic_ids == first for spec in specs):
        shares = _even_shares(members, {topic_id: counts[topic_id] for topic_id in first})
    else:
        shares = _Uneven(members, counts).shares()
    return {member_id: _frozen(members[member_id], share) for member_id, share in shares.items()}


def _frozen(member: MemberSpec, share: dict[TopicId, list[int]]) -> dict[TopicId, frozenset[int]]:
    """Makes an assignment of a share: of a topic that has not changed the same set as before."""
    target: dict[TopicId, frozenset[int]] = {}
    for topic_id, indexes in share.items():
        if indexes:
            found, former = frozenset(indexes), member.target.get(topic_id)
            target[topic_id] = former if former is not None and former == found else found
    return target


def _even_shares(members: Members, counts: PartitionCounts) -> Shares:
    """Assigns where everybody subscribes to the same topics."""
    quota, rest = divmod(sum(counts.values()), len(members))
    taken = {topic_id: bytearray(count) for topic_id, count in counts.items()}
    shares: Shares = {}
    sizes: dict[str, int] = {}
    for member_id in sorted(members):
        share: dict[TopicId, list[int]] = {}
        size = 0
        for topic_id, index in _kept(members[member_id], taken):
            if size == quota + (rest > 0):
                break
            size += 1
            taken[topic_id][index] = 1
            share.setdefault(topic_id, []).append(index)
        rest -= size > quota
        shares[member_id], sizes[member_id] = share, size
    free = ((topic_id, index) for topic_id, flags in taken.items() for index, flag in enumerate(flags) if not flag)
    for member_id, size in sizes.items():
        _give(shares[member_id], free, quota - size)
    for member_id, size in sizes.items():
        if rest and size <= quota:
            rest -= 1
            _give(shares[member_id], free, 1)
    return shares


def _give(share: dict[TopicId, list[int]], free: Iterator[tuple[TopicId, int]], count: int) -> None:
    for _ in range(count):
        topic_id, index = next(free)
        share.setdefault(topic_id, []).append(index)


def _kept(member: MemberSpec, taken: dict[TopicId, bytearray]) -> Iterator[tuple[TopicId, int]]:
    """Yields what a member had, as far as it is there and nobody else has it."""
    for topic_id, indexes in member.target.items():
        flags = taken.get(topic_id)
        if flags is not None:
            for index in sorted(indexes):
                if index < len(flags) and not flags[index]:
                    yield topic_id, index


class _Uneven:
    """The assignment where members subscribe to different topics."""

    def __init__(self, members: Members, counts: PartitionCounts) -> None:
        self._members = members
        self._shares: Shares = {member_id: {} for member_id in sorted(members)}
        self._sizes = dict.fromkeys(self._shares, 0)
        self._subscribers: dict[TopicId, list[str]] = {}
        for member_id in self._shares:
            for topic_id in members[member_id].topic_ids:
                self._subscribers.setdefault(topic_id, []).append(member_id)
        # Few subscribers have little choice: their topics come first.
        self._topics = sorted(self._subscribers, key=lambda topic_id: (len(self._subscribers[topic_id]), topic_id))
        self._taken = {topic_id: bytearray(counts[topic_id]) for topic_id in self._topics}

    def shares(self) -> Shares:
        """Returns each member's partitions."""
        for member_id in self._shares:
            member = self._members[member_id]
            wanted = set(member.topic_ids)
            for topic_id, index in _kept(member, self._taken):
                if topic_id in wanted:
                    self._taken[topic_id][index] = 1
                    self._put(member_id, topic_id, index)
        for topic_id in self._topics:
            self._assign_rest(topic_id)
        for _ in range(PASSES_MAX):
            if max(self._sizes.values()) - min(self._sizes.values()) < 2:
                break
            if not sum([self._balance(topic_id) for topic_id in self._topics]):
                break
        return self._shares

    def _put(self, member_id: str, topic_id: TopicId, index: int) -> None:
        self._shares[member_id].setdefault(topic_id, []).append(index)
        self._sizes[member_id] += 1

    def _assign_rest(self, topic_id: TopicId) -> None:
        """Assigns a topic's partitions that nobody kept."""
        free = [index for index, flag in enumerate(self._taken[topic_id]) if not flag]
        if not free:
            return
        fewest = [(self._sizes[member_id], member_id) for member_id in self._subscribers[topic_id]]
        heapq.heapify(fewest)
        for index in free:
            size, member_id = fewest[0]
            self._put(member_id, topic_id, index)
            heapq.heapreplace(fewest, (size + 1, member_id))

    def _balance(self, topic_id: TopicId) -> int:
        """Moves a topic's partitions from who has most to who has fewest, and returns their number."""
        subscribers, sizes, shares = self._subscribers[topic_id], self._sizes, self._shares
        lowest = min([sizes[member_id] for member_id in subscribers])
        if max([sizes[member_id] for member_id in subscribers]) - lowest < 2:
            return 0
        fewest = [(sizes[member_id], member_id) for member_id in subscribers]
        most = [(-sizes[member_id], member_id) for member_id in subscribers if shares[member_id].get(topic_id)]
        heapq.heapify(fewest)
        heapq.heapify(most)
        moves = 0
        while most:
            size, giver = -most[0][0], most[0][1]
            low, taker = fewest[0]
            if size != sizes[giver] or not shares[giver].get(topic_id):
                heapq.heappop(most)
                continue
            if low != sizes[taker]:
                heapq.heapreplace(fewest, (sizes[taker], taker))
                continue
            if size - low < 2:
                break
            self._put(taker, topic_id, shares[giver][topic_id].pop())
            sizes[giver] -= 1
            moves += 1
            heapq.heapreplace(most, (1 - size, giver))
            heapq.heapreplace(fewest, (low + 1, taker))
            heapq.heappush(fewest, (size - 1, giver))
        return moves
