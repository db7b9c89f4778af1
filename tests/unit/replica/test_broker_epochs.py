"""In which life of its broker a follower fetched what it has: what the leader takes in, and what it tells (KIP-903)."""

from __future__ import annotations

import pytest

from kavka.broker.replica.remote_replica import RemoteReplica
from kavka.broker.replica.session_partitions import FetchSession
from kavka.protocol.errors import ErrorCode
from kavka.timer.moments import MonotonicMs
from tests.support.broker.fakes import live_broker, tell
from tests.support.replica.isr import Leader
from tests.support.replica.node import BROKER, TOPIC_ID, batch

EPOCH_VERSION = 15
"""The first Fetch that says in which life of its broker a follower sends it."""


@pytest.fixture
def leader(tmp_path):
    leader = Leader(tmp_path)
    leader.lead(isr=(1, 3), replicas=(1, 2, 3))
    brokers = [live_broker(broker_id) for broker_id in (BROKER, 2, 3)]
    tell(leader.services.metadata_cache, {"t": 1}, brokers=brokers, topic_id=TOPIC_ID)
    yield leader
    leader.log_manager.close()


def follow(leader, broker_id, offset, broker_epoch, **options):
    call = leader.fetch(
        offset, replica_id=broker_id, broker_epoch=broker_epoch, version=EPOCH_VERSION, session_epoch=-1, **options
    )
    return call.partition.error_code


def epochs(leader):
    return dict(leader.partition.pending.broker_epochs)


async def test_the_epoch_of_the_fetch_by_which_a_follower_joins_is_told(leader):
    follow(leader, 2, 0, 71)
    assert leader.partition.pending.isr == (1, 3, 2)
    assert epochs(leader) == {2: 71, 3: -1}


async def test_what_was_asked_for_keeps_the_epoch_it_was_asked_with(leader):
    """A restart between the fetch and AlterPartition: what the new life has is not what was asked about."""
    follow(leader, 2, 0, 71)
    leader.writer.answers = [ConnectionError("gone"), int(ErrorCode.INELIGIBLE_REPLICA)]
    assert not await leader.changes.write_batch()
    leader.produce(batch(b"a"), acks=1)
    follow(leader, 2, 0, 80)
    assert not await leader.changes.write_batch()
    assert [dict(change.broker_epochs)[2] for (change,) in leader.writer.asked] == [71, 71]
    assert (leader.partition.isr, leader.partition.pending) == ((1, 3), None)
    follow(leader, 3, 1, 5)
    follow(leader, 2, 1, 80)
    assert epochs(leader) == {2: 80, 3: 5}


async def test_a_fetch_of_a_former_life_that_comes_late_is_refused(leader):
    leader.produce(batch(b"a"), acks=1)
    follow(leader, 3, 1, 5)
    assert follow(leader, 2, 0, 80) == ErrorCode.NONE
    assert follow(leader, 2, 1, 71) == ErrorCode.NOT_LEADER_OR_FOLLOWER
    assert leader.partition.remote_replicas[2].log_end_offset == 0
    assert leader.partition.pending is None
    assert follow(leader, 2, 1, 80) == ErrorCode.NONE
    assert epochs(leader)[2] == 80


async def test_a_follower_that_names_no_epoch_is_believed(leader):
    follow(leader, 2, 0, 80)
    leader.writer.answers = [int(ErrorCode.INELIGIBLE_REPLICA)]
    await leader.changes.write_batch()
    assert leader.follow(2, 0).partition.error_code == ErrorCode.NONE
    assert epochs(leader)[2] == -1


async def test_a_new_leader_epoch_forgets_what_followers_said(leader):
    follow(leader, 2, 0, 80)
    leader.lead(isr=(1, 3), replicas=(1, 2, 3), epoch=1)
    assert leader.partition.remote_replicas[2].broker_epoch == -1
    assert follow(leader, 2, 0, 71) == ErrorCode.NONE


def test_a_session_says_the_epoch_for_all_that_is_followed_in_it():
    session = FetchSession(1, is_privileged=True, now_ms=MonotonicMs(0), changed={})
    replica = RemoteReplica(2)
    replica.update(fetch_offset=4, log_start_offset=0, leader_end_offset=4, now_ms=MonotonicMs(1), broker_epoch=7)
    session.take_fetch(MonotonicMs(1), 7)
    replica.follow_in(session)
    session.take_fetch(MonotonicMs(2), 8)  # its broker has lost its session, and is registered anew
    assert replica.broker_epoch == 8
    replica.unfollow_in(session)
    session.take_fetch(MonotonicMs(3), 9)
    assert replica.broker_epoch == 8
    replica.follow_in(session)
    replica.count_as_behind()
    assert replica.broker_epoch == 9
