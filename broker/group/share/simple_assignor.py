"""The assignor of share groups: every partition has members, every member its share, and who has one keeps it. Pure.

Partitions are shared, so where there are more members than partitions each partition has several:

    sharing    members / partitions, rounded up: of how many members each partition is
    shares     sharing x partitions places, spread evenly over the members

    4 members, 3 partitions: sharing 2, shares 2 1 2 1        2 members, 5 partitions: sharing 1, shares 3 2

Where all members want the same topics that is done once for all partitions, and otherwise topic by topic, since each
has other members. Kafka's `SimpleAssignor`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple, TypeVar

from kavka.broker.group.consumer.assignment import Assignment, TopicId, assignment_of

NAME: Final = "simple"

P = TypeVar("P")


class ShareMemberSpec(NamedTuple):
    """A member, as it is assigned partitions.

    Attributes:
        topic_ids: what it wants.
        former: what it was assigned last.
    """

    topic_ids: frozenset[TopicId]
    former: Assignment


def assign_simply(members: Mapping[str, ShareMemberSpec], assignable: Assignment) -> dict[str, Assignment]:
    """Assigns all partitions that may be assigned and that a member wants; the order of members does not matter."""
    names = sorted(members)
    if len({members[name].topic_ids for name in names}) == 1:
        wanted = members[names[0]].topic_ids
        places = [(topic, index) for topic in sorted(wanted & assignable.keys()) for index in sorted(assignable[topic])]
        former = [
            {(topic, index) for topic, indexes in members[name].former.items() for index in indexes} for name in names
        ]
        shares = share_out(places, former)
        return {name: _assignment(share) for name, share in zip(names, shares, strict=True)}
    found: dict[str, dict[TopicId, frozenset[int]]] = {name: {} for name in names}
    for topic_id in sorted(assignable):
        takers = [name for name in names if topic_id in members[name].topic_ids]
        if takers:
            had = [set(members[name].former.get(topic_id, ())) for name in takers]
            for name, share in zip(takers, share_out(sorted(assignable[topic_id]), had), strict=True):
                if share:
                    found[name][topic_id] = frozenset(share)
    return {**found}


def share_out(partitions: Sequence[P], former: Sequence[set[P]]) -> list[set[P]]:
    """Shares partitions out among members, at least one member.

    Args:
        partitions: each once.
        former: what each of the members had.

    Returns:
        What each of them has now.
    """
    count = len(former)
    sharing = -(-count // len(partitions)) if partitions else 0
    places = sharing * len(partitions)
    shares = [-(-places * (number + 1) // count) - -(-places * number // count) for number in range(count)]
    position = {partition: number for number, partition in enumerate(partitions)}
    has = [had & position.keys() for had in former]
    holders: dict[P, set[int]] = {partition: set() for partition in partitions}
    for number, held in enumerate(has):
        for partition in held:
            holders[partition].add(number)
    for partition, numbers in holders.items():
        # Of those who share it with too many, first those who have too much.
        spare = sorted(numbers, key=lambda number: (shares[number] - len(has[number]), number))
        _take(partition, spare[: max(len(numbers) - sharing, 0)], has, holders)
    for number, held in enumerate(has):
        excess = len(held) - shares[number]
        if excess > 0:
            # Those that others have, too, first: they need no new member. Then the last ones.
            order = sorted(held, key=lambda partition: (-len(holders[partition]), -position[partition]))
            for partition in order[:excess]:
                _take(partition, [number], has, holders)
    _fill(partitions, sharing, shares, has, holders)
    return has


def _take(partition: P, numbers: Iterable[int], has: Sequence[set[P]], holders: Mapping[P, set[int]]) -> None:
    for number in numbers:
        has[number].discard(partition)
        holders[partition].discard(number)


def _fill(
    partitions: Sequence[P], sharing: int, shares: Sequence[int], has: Sequence[set[P]], holders: Mapping[P, set[int]]
) -> None:
    """Gives each partition members until it has enough; those that have none come first."""
    unfilled = dict.fromkeys(number for number, held in enumerate(has) if len(held) < shares[number])
    for partition in sorted(partitions, key=lambda partition: len(holders[partition])):
        missing = sharing - len(holders[partition])
        for number in list(unfilled) if sharing > 1 else [*_first(unfilled)]:
            if missing <= 0:
                break
            if number not in holders[partition]:
                holders[partition].add(number)
                has[number].add(partition)
                missing -= 1
                if len(has[number]) >= shares[number]:
                    del unfilled[number]


def _first(numbers: Iterable[int]) -> Iterable[int]:
    """Yields the first number: where nothing is shared it has not what nobody has."""
    for number in numbers:
        return (number,)
    return ()


def _assignment(places: Iterable[tuple[TopicId, int]]) -> Assignment:
    found: dict[TopicId, list[int]] = {}
    for topic_id, index in places:
        found.setdefault(topic_id, []).append(index)
    return assignment_of(found.items())
