"""Sticky and cooperative-sticky: as balanced as can be, and of those assignments one that changes little.

    1  who had what        of two that claim a partition the later generation is right; of the same, neither
    2  keep                what a member had and still wants, up to its fair share if all want the same
    3  deal the rest       to whoever has least
    4  even out            while somebody could have two fewer than another, move one partition along the shortest
                           chain of members that leads there (only where members want different topics)

Step 4 as an example: a has 3, b 2, c 1; a cannot read what c may, but b can. So a gives one to b, and b one to c. When
no such chain is left, no assignment is more balanced (it is a semi-matching without a cost-reducing path).

The leader learns who had what from the members: a sticky member puts it in its user data (formats below), a cooperative
one in its subscription.

    sticky, version 1        previous_assignment  array of {topic string, partitions array of int32}
                             generation           int32; missing in version 0
    cooperative-sticky       generation           int32; for leaders of before KIP-792
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from heapq import heapify, heapreplace
from struct import Struct, error

from kavka.client.assignors.assignor import NO_GENERATION, Assignments, Assignor, Subscription, in_order, subscribers
from kavka.common.types import TopicPartition

_INT16 = Struct(">h")
_INT32 = Struct(">i")


Claims = Mapping[str, tuple[Sequence[TopicPartition], int]]
"""Member id → what it says it had, and since which generation."""


def owners(claims: Claims) -> dict[TopicPartition, str]:
    """Returns partition → its last owner, by the claims of all members."""
    found: dict[TopicPartition, tuple[int, str | None]] = {}
    for member_id, (partitions, generation_id) in claims.items():
        for tp in partitions:
            known = found.get(tp)
            if known is None or known[0] < generation_id:
                found[tp] = (generation_id, member_id)
            elif known[0] == generation_id and known[1] != member_id:
                found[tp] = (generation_id, None)  # both are sure of it: one of them is wrong, and who knows which
    return {tp: member_id for tp, (_, member_id) in found.items() if member_id is not None}


class StickyAssignor(Assignor):
    """Kafka's `StickyAssignor`: as balanced, and moving no more, though not always the same partitions."""

    name = "sticky"

    def __init__(self) -> None:
        self._partitions: Sequence[TopicPartition] | None = None
        self._generation_id = NO_GENERATION

    def assign(self, counts: Mapping[str, int], subscriptions: Mapping[str, Subscription]) -> Assignments:
        """Assigns partitions evenly, keeping the members' last assignments; see `Assignor`."""
        return stick(counts, subscriptions, owners({m: _from_user_data(s) for m, s in subscriptions.items()}))

    def user_data(self) -> bytes | None:
        """Returns this member's last assignment, encoded; None before the first one."""
        return None if self._partitions is None else encode_previous(self._partitions, self._generation_id)

    def on_assignment(self, partitions: Sequence[TopicPartition], generation_id: int) -> None:
        """Remembers the assignment for the next subscription."""
        self._partitions, self._generation_id = tuple(partitions), generation_id


class CooperativeStickyAssignor(Assignor):
    """Kafka's `CooperativeStickyAssignor`.

    A partition that somebody still has is given to nobody else in this round. Its owner sees that it is not among its
    partitions any more, gives it up and joins again; in the round that follows it is free.
    """

    name = "cooperative-sticky"
    is_cooperative = True

    def __init__(self) -> None:
        self._generation_id = NO_GENERATION

    def assign(self, counts: Mapping[str, int], subscriptions: Mapping[str, Subscription]) -> Assignments:
        """Assigns partitions evenly, but none that another member has yet to revoke; see `Assignor`."""
        claims = {m: (s.owned, _generation_of(s)) for m, s in subscriptions.items()}
        assigned = stick(counts, subscriptions, owners(claims))
        held = {tp: member_id for member_id, (partitions, _) in claims.items() for tp in partitions}
        kept = {member_id: frozenset(partitions) for member_id, (partitions, _) in claims.items()}
        for member_id, partitions in assigned.items():
            assigned[member_id] = [tp for tp in partitions if tp not in held or tp in kept[member_id]]
        return assigned

    def user_data(self) -> bytes:
        """Returns the encoded generation, for leaders that do not read it in the subscription."""
        return _INT32.pack(self._generation_id)

    def on_assignment(self, partitions: Sequence[TopicPartition], generation_id: int) -> None:
        """Remembers the generation."""
        self._generation_id = generation_id


# ---------------------------------------------------------------- the algorithm


def stick(
    counts: Mapping[str, int], subscriptions: Mapping[str, Subscription], owner: Mapping[TopicPartition, str]
) -> Assignments:
    """Returns a most balanced assignment near the former one; see the module."""
    wanted = {topic: members for topic, members in subscribers(subscriptions).items() if counts.get(topic, 0) > 0}
    members = in_order(subscriptions)
    everything = [TopicPartition(topic, number) for topic in sorted(wanted) for number in range(counts[topic])]
    assigned: Assignments = {member_id: [] for member_id in members}
    for tp in everything:
        member_id = owner.get(tp, "")
        if member_id in assigned and tp.topic in subscriptions[member_id].topics:
            assigned[member_id].append(tp)
    if all(len(those) == len(members) for those in wanted.values()):
        _cut_to_share(assigned, len(everything))
    taken = {tp for partitions in assigned.values() for tp in partitions}
    _deal([tp for tp in everything if tp not in taken], assigned, wanted)
    while chain := _chain(assigned, wanted):
        for giver, tp, receiver in chain:
            assigned[giver].remove(tp)
            assigned[receiver].append(tp)
    return assigned


def _cut_to_share(assigned: Assignments, total: int) -> None:
    """Takes from each member what is above its share, where all may have everything: some have one more than others,
    and those that have it already keep it.
    """
    each, extra = divmod(total, len(assigned))
    for partitions in assigned.values():
        limit = each + (extra > 0)
        if len(partitions) > each:
            extra -= 1
        del partitions[limit:]


def _deal(free: Sequence[TopicPartition], assigned: Assignments, wanted: Mapping[str, Sequence[str]]) -> None:
    """Gives each free partition to the member that has least of those who want it.

    A heap for each topic, whose entries are looked at again when they come up: what a member has only grows meanwhile.
    """
    heaps: dict[str, list[tuple[int, int, str]]] = {}
    for tp in free:
        heap = heaps.get(tp.topic)
        if heap is None:
            heap = heaps[tp.topic] = [(len(assigned[m]), place, m) for place, m in enumerate(wanted[tp.topic])]
            heapify(heap)
        while heap[0][0] != len(assigned[heap[0][2]]):
            _, place, member_id = heap[0]
            heapreplace(heap, (len(assigned[member_id]), place, member_id))
        count, place, member_id = heap[0]
        assigned[member_id].append(tp)
        heapreplace(heap, (count + 1, place, member_id))


def _chain(assigned: Assignments, wanted: Mapping[str, Sequence[str]]) -> list[tuple[str, TopicPartition, str]] | None:
    """Returns the shortest chain of moves that improves the balance; None: none.

    A move is (giver, partition, receiver).
    """
    least = min(map(len, assigned.values()), default=0)
    for source in sorted(assigned, key=lambda member_id: -len(assigned[member_id])):
        if len(assigned[source]) <= least + 1:
            return None
        came_by: dict[str, tuple[str, TopicPartition]] = {}
        seen_topics: set[str] = set()
        queue = deque([source])
        while queue:
            giver = queue.popleft()
            for tp in reversed(assigned[giver]):  # what came last is moved first: the front is what it had before
                if tp.topic in seen_topics:
                    continue
                seen_topics.add(tp.topic)
                for receiver in wanted[tp.topic]:
                    if receiver == source or receiver in came_by:
                        continue
                    came_by[receiver] = (giver, tp)
                    if len(assigned[receiver]) + 2 <= len(assigned[source]):
                        return _back(came_by, source, receiver)
                    queue.append(receiver)
    return None


def _back(
    came_by: Mapping[str, tuple[str, TopicPartition]], source: str, last: str
) -> list[tuple[str, TopicPartition, str]]:
    steps = []
    while last != source:
        giver, tp = came_by[last]
        steps.append((giver, tp, last))
        last = giver
    return steps


# ---------------------------------------------------------------- user data


def encode_previous(partitions: Sequence[TopicPartition], generation_id: int) -> bytes:
    """Encodes sticky's user data, version 1."""
    topics: dict[str, list[int]] = {}
    for tp in partitions:
        topics.setdefault(tp.topic, []).append(tp.partition)
    parts = [_INT32.pack(len(topics))]
    for topic, numbers in topics.items():
        name = topic.encode()
        parts += [_INT16.pack(len(name)), name, _INT32.pack(len(numbers)), *map(_INT32.pack, numbers)]
    return b"".join([*parts, _INT32.pack(generation_id)])


def decode_previous(data: bytes) -> tuple[list[TopicPartition], int]:
    """Decodes sticky's user data, version 1 or 0; malformed data yields no partitions. It is advice, not a promise."""
    try:
        partitions, at = _read_previous(data)
        generation_id = _INT32.unpack_from(data, at)[0] if at + _INT32.size <= len(data) else NO_GENERATION
    except (error, UnicodeDecodeError):
        return [], NO_GENERATION
    return partitions, generation_id


def _read_previous(data: bytes) -> tuple[list[TopicPartition], int]:
    found: list[TopicPartition] = []
    (topic_count,) = _INT32.unpack_from(data)
    at = _INT32.size
    for _ in range(topic_count):
        (name_bytes,) = _INT16.unpack_from(data, at)
        at += _INT16.size
        topic = data[at : at + max(0, name_bytes)].decode()
        at += max(0, name_bytes)
        (count,) = _INT32.unpack_from(data, at)
        at += _INT32.size
        for _ in range(count):
            found.append(TopicPartition(topic, _INT32.unpack_from(data, at)[0]))
            at += _INT32.size
    return found, at


def _from_user_data(subscription: Subscription) -> tuple[Sequence[TopicPartition], int]:
    return ((), NO_GENERATION) if subscription.user_data is None else decode_previous(subscription.user_data)


def _generation_of(subscription: Subscription) -> int:
    if subscription.generation_id != NO_GENERATION or subscription.user_data is None:
        return subscription.generation_id
    data = subscription.user_data
    return int(_INT32.unpack(data)[0]) if len(data) == _INT32.size else NO_GENERATION
