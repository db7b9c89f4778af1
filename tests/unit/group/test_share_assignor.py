"""The assignor of share groups: every partition assigned, evenly, and whoever has one keeps it."""

import random

import pytest

from kavka.broker.group.share.simple_assignor import ShareMemberSpec, assign_simply, share_out

T, U = bytes(15) + b"t", bytes(15) + b"u"


def homogeneous(members, partitions, former=None):
    specs = {name: ShareMemberSpec(frozenset({T}), (former or {}).get(name, {})) for name in members}
    return assign_simply(specs, {T: frozenset(range(partitions))})


def counts(assigned):
    return sorted(sum(map(len, target.values())) for target in assigned.values())


@pytest.mark.parametrize(
    ("members", "partitions", "expected"),
    [
        (1, 4, [4]),
        (2, 5, [2, 3]),
        (3, 3, [1, 1, 1]),
        (4, 3, [1, 1, 2, 2]),
        (5, 1, [1, 1, 1, 1, 1]),
        (3, 0, [0, 0, 0]),
    ],
)
def test_shares_are_even_and_every_member_has_one(members, partitions, expected):
    names = [f"m{number}" for number in range(members)]
    assigned = homogeneous(names, partitions)
    assert counts(assigned) == expected
    assert set().union(*(target.get(T, set()) for target in assigned.values())) == set(range(partitions))


def test_whoever_has_a_partition_keeps_it():
    alone = homogeneous(["a"], 6)
    two = homogeneous(["a", "b"], 6, alone)
    assert two["a"][T] < alone["a"][T]
    assert counts(two) == [3, 3]
    again = homogeneous(["a", "b"], 6, two)
    assert again == two
    more = homogeneous(["a", "b"], 8, two)
    assert two["a"][T] < more["a"][T]
    assert two["b"][T] < more["b"][T]


def test_partitions_that_too_many_share_are_taken_from_those_with_too_much_first():
    """Two members shared both partitions; a third comes with a third partition."""
    former = {"a": {T: frozenset({0, 1})}, "b": {T: frozenset({0})}}
    assigned = homogeneous(["a", "b", "c"], 3, former)
    assert assigned == {"a": {T: frozenset({1})}, "b": {T: frozenset({0})}, "c": {T: frozenset({2})}}


def test_members_that_want_different_topics_are_assigned_topic_by_topic():
    specs = {
        "a": ShareMemberSpec(frozenset({T}), {}),
        "b": ShareMemberSpec(frozenset({U}), {}),
        "c": ShareMemberSpec(frozenset({T, U}), {}),
    }
    assigned = assign_simply(specs, {T: frozenset(range(4)), U: frozenset(range(2)), bytes(16): frozenset({0})})
    assert {name: {topic: len(indexes) for topic, indexes in target.items()} for name, target in assigned.items()} == {
        "a": {T: 2},
        "b": {U: 1},
        "c": {T: 2, U: 1},
    }


@pytest.mark.parametrize("seed", range(200))
def test_whatever_there_was_every_partition_has_members_and_every_member_a_share(seed):
    rng = random.Random(seed)
    partitions = list(range(rng.randint(1, 12)))
    former = [set(rng.sample(range(14), rng.randint(0, 8))) for _ in range(rng.randint(1, 15))]
    shares = share_out(partitions, former)
    sharing = -(-len(former) // len(partitions))
    for partition in partitions:
        assert 1 <= sum(partition in share for share in shares) <= sharing
    sizes = [len(share) for share in shares]
    assert all(share <= set(partitions) for share in shares)
    assert min(sizes) >= (len(partitions) // len(former) if len(former) <= len(partitions) else 1)
    if sharing == 1:
        assert max(sizes) - min(sizes) <= 1
    assert share_out(partitions, shares) == shares or sharing > 1
