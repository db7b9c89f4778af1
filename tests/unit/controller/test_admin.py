"""Names, counts, placements: what may be asked for, and what tools read when it may not."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from kavka.common.types import NewTopic
from kavka.controller.admin import TopicPlanner, check_new_name
from kavka.controller.placement import assign_replicas, check_assignment
from kavka.protocol.errors import (
    InvalidPartitions,
    InvalidReplicaAssignment,
    InvalidReplicationFactor,
    InvalidRequest,
    InvalidTopic,
    TopicAlreadyExists,
)


@pytest.mark.parametrize("name", ["t", "a.b", "A-b_c.9", "x" * 249, "__consumer_offsets", "..."])
def test_legal_names(name):
    check_new_name(name, ())


@pytest.mark.parametrize("name", ["", ".", "..", "x" * 250, "a b", "a/b", "ä", "a\n", "a:b"])
def test_illegal_names(name):
    with pytest.raises(InvalidTopic, match="Topic name is invalid"):
        check_new_name(name, ())


def test_taken_names():
    with pytest.raises(TopicAlreadyExists, match="Topic 't' already exists"):
        check_new_name("t", {"t"})
    for name, other in (("a.b", "a_b"), ("a_b.c", "a.b_c")):
        with pytest.raises(InvalidTopic, match=f"collides with existing topics: {other}"):
            check_new_name(name, {other, "t"})
    check_new_name("a.b", {"a.c", "ab", "a-b"})


def place(brokers, partitions, factor, *, index=0, shift=0, first=0):
    return assign_replicas(
        brokers,
        partition_count=partitions,
        replication_factor=factor,
        start_index=index,
        start_shift=shift,
        first_partition=first,
    )


def test_placement_is_kafkas():
    # The example that Kafka's own documentation of the algorithm works through: 10 partitions, 3 replicas, 5 brokers.
    assert list(place([0, 1, 2, 3, 4], 10, 3).values()) == [
        [0, 1, 2],
        [1, 2, 3],
        [2, 3, 4],
        [3, 4, 0],
        [4, 0, 1],
        [0, 2, 3],
        [1, 3, 4],
        [2, 4, 0],
        [3, 0, 1],
        [4, 1, 2],
    ]


def test_placement_starts_where_told():
    assert list(place([10, 20, 30], 3, 2, index=1, shift=1).values()) == [[20, 10], [30, 20], [10, 30]]


def test_placement_spreads_evenly_and_never_twice_on_a_broker():
    rng = random.Random(7)
    for _ in range(200):
        count = rng.randrange(1, 9)
        factor = rng.randrange(1, count + 1)
        brokers = rng.sample(range(100), count)
        placed = place(brokers, count * 3, factor, index=rng.randrange(count), shift=rng.randrange(count))
        assert all(len(set(replicas)) == factor for replicas in placed.values())
        assert set(Counter(replicas[0] for replicas in placed.values()).values()) == {3}
        assert set(Counter(b for replicas in placed.values() for b in replicas).values()) == {3 * factor}


def test_impossible_counts():
    with pytest.raises(InvalidReplicationFactor, match=r"^Replication factor: 3 larger than available brokers: 1\.$"):
        place([1], 1, 3)
    with pytest.raises(InvalidReplicationFactor, match="available brokers: 0"):
        place([], 1, 1)
    with pytest.raises(InvalidReplicationFactor, match="larger than 0"):
        place([1], 1, 0)
    for partitions in (0, -2):
        with pytest.raises(InvalidPartitions, match="larger than 0"):
            place([1], partitions, 1)
    with pytest.raises(InvalidPartitions, match="at most"):
        place([1], 10**9, 1)


@pytest.mark.parametrize(
    ("assignment", "text"),
    [
        ({1: [1]}, "without gaps"),
        ({0: [1], 2: [1]}, "without gaps"),
        ({0: []}, "no replicas"),
        ({0: [1, 1]}, "twice"),
        ({0: [1, 2], 1: [1]}, "same number"),
        ({0: [7, 8]}, "available"),
    ],
)
def test_impossible_assignments(assignment, text):
    with pytest.raises(InvalidReplicaAssignment, match=text):
        check_assignment(assignment, {1, 2})


def test_a_chosen_replica_may_be_down_while_another_lives():
    check_assignment({0: [9, 1], 1: [2, 9]}, {1, 2})


def planner(**more):
    return TopicPlanner(
        **({"num_partitions": 3, "replication_factor": 2, "validate_configs": lambda c: None} | more),
        rng=random.Random(1),
    )


def test_defaults_fill_what_is_not_said():
    made = planner().plan(NewTopic(name="t"), existing=(), live={1: None, 2: None})
    assert (len(made), {len(replicas) for replicas in made.values()}) == (3, {2})


def test_assignment_and_numbers_exclude_each_other():
    topic = NewTopic(name="t", num_partitions=1, assignments={0: [1]})
    with pytest.raises(InvalidRequest, match="either"):
        planner().plan(topic, existing=(), live={1: None})


def test_the_same_seed_places_the_same():
    topic = NewTopic(name="t", num_partitions=20, replication_factor=2)
    live = {1: None, 2: None, 3: None}
    assert planner().plan(topic, existing=(), live=live) == planner().plan(topic, existing=(), live=live)
