"""The states of one partition of `__share_group_state`: who is refused, what is written, what is replayed."""

from __future__ import annotations

import random

import pytest

from kavka.broker.share.persister import DeliveryState, ShareState, StateBatch
from kavka.broker.share.state.batches import combine
from kavka.broker.share.state.records import StateDeleted, StateSnapshot, StateUpdate
from kavka.broker.share.state.shard import NO_STATE, StateShard
from kavka.common.steps import at_once
from kavka.protocol.errors import FencedLeaderEpoch, FencedStateEpoch, InvalidRequest, UnknownTopicOrPartition
from tests.support.share.keeping import T_ID, batch, place, written

PLACE = place()


class Log:
    """A shard, and the log that it is replayed from."""

    def __init__(self, updates_max=500):
        self.updates_max = updates_max
        self.topics = {(T_ID, index) for index in range(3)}
        self.records = []
        self.shard = self.empty()
        self.now_ms = 1_000

    def empty(self):
        return StateShard(
            updates_max=lambda: self.updates_max, is_known=lambda topic, index: (topic, index) in self.topics
        )

    def take(self, share_partition, record):
        if record is not None:
            self.shard.apply(share_partition, record, len(self.records))
            self.records.append((share_partition, record))
        return record

    def initialize(self, share_partition=PLACE, state_epoch=0, start_offset=-1):
        return self.take(
            share_partition,
            self.shard.initialize(
                share_partition, state_epoch=state_epoch, start_offset=start_offset, now_ms=self.now_ms
            ),
        )

    def read(self, leader_epoch, share_partition=PLACE):
        return self.take(
            share_partition, self.shard.read(share_partition, leader_epoch=leader_epoch, now_ms=self.now_ms)
        )

    def write(self, changed, share_partition=PLACE):
        return self.take(share_partition, self.shard.write(share_partition, changed, now_ms=self.now_ms))

    def replayed(self, first=0):
        shard = self.empty()
        for offset, (share_partition, record) in list(enumerate(self.records))[first:]:
            shard.apply(share_partition, record, offset)
        return shard


@pytest.fixture
def log():
    return Log()


def test_a_share_partition_begins_and_is_written(log):
    assert log.initialize() == StateSnapshot(0, ShareState(0, 0, -1, -1, ()), 1_000, 1_000)
    assert log.read(3) == StateUpdate(0, ShareState(0, 3, -1, -1, ()))
    assert log.read(3) is None
    assert log.write(written(batch(0, 9), start=0, complete=0, leader=3)) == StateUpdate(
        0, ShareState(0, 3, 0, 0, [batch(0, 9)])
    )
    assert log.write(written(batch(2, 4, 2), start=0, complete=3, leader=3)).changed.batches == [batch(2, 4, 2)]
    assert log.shard.state(place()) == ShareState(0, 3, 0, 3, (batch(0, 1), batch(2, 4, 2), batch(5, 9)))
    assert log.replayed().state(place()) == log.shard.state(place())
    assert list(log.shard) == [place()]
    assert len(log.shard) == 1


def test_a_start_offset_and_the_count_behind_it_do_not_go_back(log):
    log.initialize(start_offset=10)
    assert log.shard.state(place()).delivery_complete_count == 0
    log.write(written(batch(10, 19), start=10, complete=4))
    log.write(written(start=10, complete=2))
    assert log.shard.state(place())[2:4] == (10, 4)
    log.write(written(start=5, complete=9))
    assert log.shard.state(place())[2:4] == (10, 4)
    log.write(written(batch(12, 13, 2), complete=9))
    assert log.shard.state(place())[2:4] == (10, 4)
    log.write(written(start=15, complete=1))
    assert log.shard.state(place())[2:] == (15, 1, (batch(15, 19),))


def test_after_so_many_updates_there_is_a_snapshot():
    log = Log(updates_max=2)
    log.initialize(start_offset=0)
    kinds = [type(log.write(written(batch(number, number), start=0, complete=number))) for number in range(6)]
    assert kinds == [StateUpdate, StateUpdate, StateSnapshot, StateUpdate, StateUpdate, StateSnapshot]
    assert [record.epoch for _, record in log.records] == [0, 0, 0, 1, 1, 1, 2]
    assert log.replayed(6).state(place()) == log.shard.state(place())
    assert log.shard.redundant_before() == 6


def test_without_updates_each_record_is_a_snapshot():
    log = Log(updates_max=0)
    log.initialize()
    assert isinstance(log.read(1), StateSnapshot)
    assert isinstance(log.write(written(leader=1)), StateSnapshot)


def test_begun_anew_the_state_is_gone_and_those_of_before_are_fenced(log):
    log.initialize(state_epoch=1, start_offset=0)
    log.read(5)
    log.write(written(batch(0, 9), start=0, leader=5, epoch=1))
    assert log.initialize(state_epoch=2, start_offset=7) == StateSnapshot(1, ShareState(2, 0, 7, 0, ()), 1_000, 1_000)
    with pytest.raises(FencedStateEpoch, match="state epoch 1 is older than 2"):
        log.write(written(leader=5, epoch=1))
    with pytest.raises(FencedStateEpoch):
        log.initialize(state_epoch=1)
    with pytest.raises(FencedLeaderEpoch):
        log.read(4)
    assert log.read(5) is None


def test_a_former_leader_is_fenced_by_the_next_ones_read(log):
    log.initialize()
    log.read(3)
    log.write(written(leader=3))
    log.read(4)
    with pytest.raises(FencedLeaderEpoch, match="leader epoch 3 is older than 4"):
        log.write(written(leader=3))
    with pytest.raises(FencedLeaderEpoch):
        log.read(3)
    log.write(written(leader=4))
    assert log.replayed().read(place(), leader_epoch=4, now_ms=0) is None


def test_what_was_not_begun_is_refused_but_for_its_summary_and_its_end(log):
    with pytest.raises(InvalidRequest, match="was not initialized"):
        log.read(0)
    with pytest.raises(InvalidRequest):
        log.write(written())
    log.shard.check_summary(place())
    assert log.shard.state(place()) == NO_STATE
    assert log.shard.delete(place()) is None
    assert log.shard.last_offset(place()) == -1


def test_a_deleted_state_is_as_if_it_had_never_been(log):
    log.initialize(state_epoch=4)
    log.read(9)
    assert log.take(place(), log.shard.delete(place())) == StateDeleted()
    assert place() not in log.shard
    assert log.replayed().state(place()) == NO_STATE
    assert log.initialize(state_epoch=0).epoch == 0
    assert log.read(1) is not None


@pytest.mark.parametrize("share_partition", [place(7), place()._replace(topic_id=bytes(16))])
def test_an_unknown_topic_or_partition_is_refused(log, share_partition):
    for ask in (
        lambda: log.initialize(share_partition),
        lambda: log.shard.check_summary(share_partition),
        lambda: log.shard.delete(share_partition),
    ):
        with pytest.raises(UnknownTopicOrPartition):
            ask()
    log.initialize()
    log.topics.clear()
    with pytest.raises(UnknownTopicOrPartition):
        log.read(0)
    with pytest.raises(UnknownTopicOrPartition):
        log.write(written())


def test_negative_numbers_and_batches_of_nothing_are_refused(log):
    log.initialize()
    for ask in (
        lambda: log.initialize(place(-1)),
        lambda: log.initialize(state_epoch=-1),
        lambda: log.read(-1),
        lambda: log.write(written(leader=-1)),
        lambda: log.write(written(epoch=-1)),
        lambda: log.shard.check_summary(place(-1)),
        lambda: log.write(written(batch(5, 4))),
        lambda: log.write(written(batch(-1, 4))),
        lambda: log.write(written(batch(1, 4, count=-1))),
    ):
        with pytest.raises(InvalidRequest):
            ask()


def test_a_log_that_begins_behind_a_snapshot_still_says_something(log):
    log.initialize(start_offset=3)
    log.write(written(batch(3, 4), start=3))
    assert log.replayed(1).state(place()) == ShareState(0, 0, 3, 0, [batch(3, 4)])


def test_an_update_of_another_kafka_may_leave_things_as_they_are(log):
    log.initialize(start_offset=3)
    log.read(2)
    log.take(place(), StateUpdate(0, ShareState(0, -1, -1, 5, (batch(3, 4),))))
    assert log.shard.state(place()) == ShareState(0, 2, 3, 5, (batch(3, 4),))


def test_what_is_cold_is_written_anew_so_that_the_log_can_be_cut(log):
    log.initialize(place(0))
    log.initialize(place(1))
    assert log.shard.redundant_before() == 0
    log.now_ms += 500
    assert log.shard.cold(now_ms=log.now_ms, interval_ms=600) == []
    log.now_ms += 500
    cold = log.shard.cold(now_ms=log.now_ms, interval_ms=600)
    assert cold == [place(0), place(1)]
    for share_partition in cold:
        renewed = log.take(share_partition, log.shard.renewed(share_partition, now_ms=log.now_ms))
        assert renewed == StateSnapshot(1, ShareState(0, 0, -1, -1, ()), 1_000, 2_000)
    assert log.shard.redundant_before() == 2
    log.now_ms += 1_000
    assert log.shard.cold(now_ms=log.now_ms, interval_ms=600) == []  # all of them are cold: nothing grows
    log.read(1, place(1))
    assert log.shard.cold(now_ms=log.now_ms, interval_ms=600) == [place(0), place(1)]


def test_where_no_state_is_left_all_of_the_log_is_redundant(log):
    log.initialize()
    log.take(place(), StateDeleted())
    assert log.shard.redundant_before() == 2


def test_states_are_let_go_of_one_by_one(log):
    log.initialize(place(0))
    log.initialize(place(1))
    steps = log.shard.release()
    next(steps)
    assert len(log.shard) == 1
    at_once(steps)
    assert len(log.shard) == 0


@pytest.mark.parametrize("seed", range(20))
def test_whatever_is_written_the_state_is_what_each_offset_says_and_what_the_log_says(seed):
    rng = random.Random(seed)
    log = Log(updates_max=rng.choice([0, 1, 3, 500]))
    log.initialize(start_offset=0)
    said, start_offset = [], 0
    for _ in range(80):
        changed = []
        for _ in range(rng.randrange(3)):
            first = rng.randrange(40)
            changed.append(
                StateBatch(first, first + rng.randrange(8), rng.choice(list(DeliveryState)), rng.randrange(1, 4))
            )
        if rng.random() < 0.2:
            start_offset += rng.randrange(3)
        start = rng.choice([-1, start_offset])
        said += [one for one in changed if one.last_offset >= start]
        log.write(written(*changed, start=start))
    state = log.shard.state(place())
    reached = state.start_offset
    assert list(state.batches) == combine(said, reached)
    assert log.replayed().state(place()) == state
    assert log.replayed(log.shard.redundant_before()).state(place()) == state
