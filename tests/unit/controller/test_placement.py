"""Replicas over racks, and where the partitions go that a topic gets later."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from kavka.common.types import NewPartitions
from kavka.controller.placement import place, plan_added, rack_alternated
from kavka.protocol.errors import (
    InvalidPartitions,
    InvalidReplicaAssignment,
    InvalidReplicationFactor,
    KafkaError,
    UnknownServerError,
)


def spread(brokers, count, factor, *, index=0, shift=0):
    return place(brokers, partition_count=count, replication_factor=factor, start_index=index, start_shift=shift)


def test_neighbours_stand_in_different_racks():
    racks = {0: "rack1", 1: "rack3", 2: "rack3", 3: "rack2", 4: "rack2", 5: "rack1"}
    assert rack_alternated(racks) == [0, 3, 1, 5, 4, 2]
    assert rack_alternated({7: "b", 3: "a", 5: "a", 4: "a"}) == [3, 7, 4, 5]


def test_rack_aware_placement_is_kafkas():
    # The example that Kafka's documentation of the algorithm works through: six brokers in three racks.
    racks = {0: "rack1", 1: "rack3", 2: "rack3", 3: "rack2", 4: "rack2", 5: "rack1"}
    placed = spread(racks, 7, 3)
    assert list(placed.values()) == [[0, 3, 1], [3, 1, 5], [1, 5, 4], [5, 4, 2], [4, 2, 0], [2, 0, 3], [0, 4, 2]]


def test_every_partition_is_in_as_many_racks_as_can_be():
    rng = random.Random(5)
    for _ in range(200):
        count = rng.randrange(1, 9)
        racks = {broker_id: f"r{rng.randrange(3)}" for broker_id in rng.sample(range(50), count)}
        factor = rng.randrange(1, count + 1)
        placed = spread(racks, count * 2, factor, index=rng.randrange(count), shift=rng.randrange(count))
        for replicas in placed.values():
            assert len(set(replicas)) == factor
            assert len({racks[broker_id] for broker_id in replicas}) == min(factor, len(set(racks.values())))
        assert set(Counter(replicas[0] for replicas in placed.values()).values()) == {2}


def test_racks_for_some_brokers_only_are_an_error_that_says_whose_are_missing():
    with pytest.raises(UnknownServerError, match=r"broker\.rack to brokers 2, 4 too"):
        spread({1: "a", 2: None, 3: "b", 4: None}, 1, 1)


def add(total, existing, brokers=(1, 2, 3), *, assignments=None):
    racks = brokers if isinstance(brokers, dict) else dict.fromkeys(brokers)
    return plan_added(
        NewPartitions(name="t", total_count=total, assignments=assignments), existing=existing, brokers=racks
    )


def test_the_leaders_of_added_partitions_continue_the_round():
    whole = place({1: None, 2: None, 3: None}, partition_count=9, replication_factor=2, start_index=1, start_shift=1)
    existing = {number: whole[number] for number in range(4)}
    leaders = {number: replicas[0] for number, replicas in (existing | add(9, existing)).items()}
    assert leaders == {number: replicas[0] for number, replicas in whole.items()}


def test_added_partitions_are_where_kafka_put_them():
    # Kafka 3.9.1, brokers 1 in rack r1 and 2 in rack r0, asked on the wire.
    racks = {1: "r1", 2: "r0"}
    assert add(6, {0: [1, 2], 1: [2, 1]}, racks) == {2: [2, 1], 3: [1, 2], 4: [2, 1], 5: [1, 2]}
    assert add(3, {0: [1], 1: [2]}, racks) == {2: [2]}
    assert add(4, {0: [2], 1: [1]}, racks) == {2: [1], 3: [2]}


def test_when_the_first_broker_is_gone_the_next_one_by_id_begins():
    assert add(2, {0: [2]}, (1, 3, 5)) == {1: [5]}
    assert add(2, {0: [9]}, (1, 3, 5)) == {1: [3]}


def test_what_cannot_be_added():
    with pytest.raises(InvalidReplicationFactor, match="Replication factor: 2 larger than available brokers: 1"):
        add(2, {0: [1, 2]}, (1,))
    with pytest.raises(InvalidPartitions, match="at most"):
        add(10**9, {0: [1]})


@pytest.mark.parametrize(
    ("total", "text"),
    [
        (1, "Topic currently has 2 partitions, which is higher than the requested 1."),
        (0, "Topic currently has 2 partitions, which is higher than the requested 0."),
        (-1, "Topic currently has 2 partitions, which is higher than the requested -1."),
        (2, "Topic already has 2 partitions."),
    ],
)
def test_numbers_that_add_nothing_are_refused_in_kafkas_words(total, text):
    with pytest.raises(InvalidPartitions) as refusal:
        add(total, {0: [1], 1: [2]})
    assert refusal.value.message == text


@pytest.mark.parametrize(
    ("factor", "total", "assignments", "text"),
    [
        (1, 4, [[1]], "Increasing the number of partitions by 2 but 1 assignments provided."),
        (1, 4, [], "Increasing the number of partitions by 2 but 0 assignments provided."),
        (1, 3, [[]], "Cannot have replication factor of 0 for partition id 2."),
        (2, 3, [[1, 1]], "Duplicate brokers not allowed in replica assignment: 1, 1 for partition id 2."),
        (
            1,
            3,
            [[1, 2]],
            "Inconsistent replication factor between partitions, partition 0 has 1 while partitions [2] have "
            "replication factors [2], respectively.",
        ),
        (1, 3, [[9]], "Unknown broker(s) in replica assignment: 9."),
        (1, 4, [[-1]], "Unknown broker(s) in replica assignment: -1."),
    ],
)
def test_chosen_replicas_are_refused_in_kafkas_words(factor, total, assignments, text):
    with pytest.raises(InvalidReplicaAssignment) as refusal:
        add(total, {0: [1, 2][:factor], 1: [2, 1][:factor]}, assignments=assignments)
    assert refusal.value.message == text


def test_chosen_replicas_are_taken_as_they_are():
    assert add(4, {0: [1, 2], 1: [2, 1]}, assignments=[[3, 1], [2, 3]]) == {2: [3, 1], 3: [2, 3]}


def test_any_wish_is_granted_or_refused_whole():
    rng = random.Random(11)
    for _ in range(300):
        count = rng.randrange(1, 6)
        existing = spread(dict.fromkeys(range(count)), rng.randrange(1, 5), rng.randrange(1, count + 1))
        alive = rng.sample(range(count), rng.randrange(1, count + 1))
        try:
            added = add(rng.randrange(-1, 9), existing, tuple(alive))
        except KafkaError:
            continue
        assert sorted(existing | added) == list(range(len(existing) + len(added)))
        assert all(set(replicas) <= set(alive) for replicas in added.values())
