"""A group's committed offsets by themselves: what comes late, twice or not at all, in transactions and beside them."""

from __future__ import annotations

from kavka.broker.group.group_offsets import CommittedOffset, GroupOffsets
from kavka.common.steps import at_once
from kavka.common.types import TopicPartition
from kavka.timer.moments import WallMs

A, B, C = (TopicPartition("t", index) for index in range(3))
PRODUCER, OTHER = 7, 8


def offset(number):
    return CommittedOffset(number, -1, "", WallMs(1_000))


def committed(offsets):
    return {partition: one.offset for partition, one in offsets.committed()}


def test_a_commit_that_comes_late_does_not_replace_a_later_one():
    offsets = GroupOffsets()
    first, second = {A: offset(5)}, {A: offset(6)}
    offsets.prepare(first)
    offsets.prepare(second)
    offsets.complete(second, 11)
    offsets.complete(first, 10)
    assert committed(offsets) == {A: 6}
    assert list(offsets) == [A]
    assert len(offsets) == 1


def test_a_commit_that_failed_leaves_what_was_there():
    offsets = GroupOffsets()
    offsets.prepare({A: offset(5)})
    offsets.complete({A: offset(5)}, 1)
    lost = {A: offset(9)}
    offsets.prepare(lost)
    offsets.fail(lost)
    assert committed(offsets) == {A: 5}
    assert not offsets.is_unstable(A)


def test_a_transaction_keeps_its_last_commit_of_a_partition_and_those_of_its_log():
    offsets = GroupOffsets()
    for number, log_offset in ((5, 20), (6, 21), (4, 19)):
        one = {A: offset(number)}
        offsets.prepare_transactional(PRODUCER, one)
        offsets.complete_transactional(PRODUCER, one, log_offset)
    assert offsets.held_count(PRODUCER) == 1
    assert at_once(offsets.finish_transaction(PRODUCER, is_commit=True))
    assert committed(offsets) == {A: 6}
    assert offsets.held_count(PRODUCER) == 0


def test_what_is_said_of_a_transaction_that_has_ended_changes_nothing():
    offsets = GroupOffsets()
    offsets.complete_transactional(PRODUCER, {A: offset(5)}, 3)
    offsets.fail_transactional(PRODUCER, {A: offset(5)})
    assert not at_once(offsets.finish_transaction(PRODUCER, is_commit=True))
    assert (committed(offsets), offsets.producers()) == ({}, [])


def test_a_failed_commit_of_a_transaction_is_held_back_no_more_and_its_others_are():
    offsets = GroupOffsets()
    one, other = {A: offset(5)}, {B: offset(6)}
    for each in (one, other):
        offsets.prepare_transactional(PRODUCER, each)
    offsets.complete_transactional(PRODUCER, other, 4)
    offsets.fail_transactional(PRODUCER, one)
    offsets.fail_transactional(PRODUCER, {C: offset(1)})
    assert offsets.held_count(PRODUCER) == 1
    offsets.prepare_transactional(OTHER, one)
    offsets.fail_transactional(OTHER, one)
    assert offsets.producers() == [PRODUCER]
    assert at_once(offsets.finish_transaction(PRODUCER, is_commit=True))
    assert committed(offsets) == {B: 6}


def test_an_abort_and_a_commit_that_never_reached_the_log_leave_nothing():
    offsets = GroupOffsets()
    offsets.prepare_transactional(PRODUCER, {A: offset(5)})
    offsets.complete_transactional(PRODUCER, {A: offset(5)}, 3)
    offsets.prepare_transactional(OTHER, {A: offset(6)})
    assert at_once(offsets.finish_transaction(PRODUCER, is_commit=False))
    assert at_once(offsets.finish_transaction(OTHER, is_commit=True))
    assert committed(offsets) == {}


def test_what_is_removed_while_a_transaction_ends_stays_away():
    offsets = GroupOffsets()
    everything = {TopicPartition("t", index): offset(index) for index in range(2_500)}
    offsets.prepare_transactional(PRODUCER, everything)
    offsets.complete_transactional(PRODUCER, everything, 3)
    ending = offsets.finish_transaction(PRODUCER, is_commit=True)
    next(ending)
    gone = TopicPartition("t", 2_400)
    offsets.remove([gone, A])
    assert at_once(ending)
    assert set(committed(offsets)) == set(everything) - {gone, A}


def test_what_is_removed_altogether_while_a_transaction_ends_does_not_come_back():
    offsets = GroupOffsets()
    everything = {TopicPartition("t", index): offset(index) for index in range(2_500)}
    offsets.prepare_transactional(PRODUCER, everything)
    offsets.complete_transactional(PRODUCER, everything, 3)
    ending = offsets.finish_transaction(PRODUCER, is_commit=True)
    next(ending)
    for partition in everything:
        offsets.remove([partition])
    assert at_once(ending)
    assert committed(offsets) == {}
    assert offsets.all_partitions() == []


def test_removing_takes_what_is_held_back_of_every_producer():
    offsets = GroupOffsets()
    for producer_id, partitions in ((PRODUCER, (A, B)), (OTHER, (A,))):
        held = {partition: offset(1) for partition in partitions}
        offsets.prepare_transactional(producer_id, held)
        offsets.complete_transactional(producer_id, held, 2)
    assert offsets.remove([A]) == []
    assert offsets.producers() == [PRODUCER]


def test_of_two_lists_the_shorter_is_looked_through():
    offsets = GroupOffsets()
    offsets.prepare({A: offset(1)})
    asked = {A: None, B: None, C: None}
    assert list(offsets.to_look_through(asked)) == [A]
    assert offsets.to_look_through({B: None}) == {B: None}
