"""Share sessions: begun, gone on with, ended by their member or with their connection."""

from __future__ import annotations

import pytest

from kavka.broker.share.partition.sessions import (
    EPOCH_MAX,
    FINAL_EPOCH,
    PARTITIONS_MAX,
    ShareSessionCache,
    ShareSessionKey,
)
from kavka.protocol.errors import (
    InvalidRequest,
    InvalidShareSessionEpoch,
    ShareSessionLimitReached,
    ShareSessionNotFound,
)
from kavka.wire.acknowledgements import TopicIdPartition

ALICE, BOB = ShareSessionKey("group", "alice"), ShareSessionKey("group", "bob")
P0, P1 = TopicIdPartition(b"t" * 16, 0), TopicIdPartition(b"t" * 16, 1)


def cache_of(sessions_max=10):
    return ShareSessionCache(lambda: sessions_max)


def test_each_request_has_the_next_epoch():
    sessions = cache_of()
    sessions.begin(ALICE, 1, [P0])
    assert sessions.go_on(ALICE, 1).epoch == 2
    assert sessions.go_on(ALICE, 2).epoch == 3
    with pytest.raises(InvalidShareSessionEpoch):
        sessions.go_on(ALICE, 2)
    assert sessions.go_on(ALICE, 3).epoch == 4


def test_the_epoch_behind_the_highest_is_one():
    sessions = cache_of()
    sessions.begin(ALICE, 1, [P0]).epoch = EPOCH_MAX
    assert sessions.go_on(ALICE, EPOCH_MAX).epoch == 1


def test_a_request_changes_the_partitions_of_its_session():
    sessions = cache_of()
    session = sessions.begin(ALICE, 1, [P0])
    session.change([P1], [])
    assert list(session.partitions) == [P0, P1]
    assert sessions.partition_count == 2
    session.change([], [P0, TopicIdPartition(b"u" * 16, 0)])
    assert list(session.partitions) == [P1]


def test_a_session_has_no_more_partitions_than_any_member_needs():
    sessions = cache_of()
    session = sessions.begin(ALICE, 1, [P0])
    with pytest.raises(InvalidRequest):
        session.change([TopicIdPartition(b"t" * 16, index) for index in range(PARTITIONS_MAX + 1)], [])
    assert list(session.partitions) == [P0]


def test_a_group_is_there_while_a_member_has_a_session():
    sessions = cache_of()
    sessions.begin(ALICE, 1, [P0])
    assert sessions.has_group("group")
    sessions.end(ALICE)
    assert not sessions.has_group("group")


def test_the_final_epoch_finds_the_session_whatever_its_epoch():
    sessions = cache_of()
    begun = sessions.begin(ALICE, 1, [P0])
    assert sessions.go_on(ALICE, FINAL_EPOCH) is begun
    assert sessions.end(ALICE) is begun
    assert sessions.end(ALICE) is None
    with pytest.raises(ShareSessionNotFound):
        sessions.go_on(ALICE, FINAL_EPOCH)


def test_who_begins_again_has_one_session_on_the_newer_connection():
    sessions = cache_of(sessions_max=1)
    sessions.begin(ALICE, 1, [P0])
    again = sessions.begin(ALICE, 2, [P1])
    assert len(sessions) == 1
    assert sessions.knows(1)
    assert sessions.connection_closed(1) == []
    assert sessions.go_on(ALICE, 1) is again


def test_more_sessions_than_the_limit_are_refused():
    sessions = cache_of(sessions_max=1)
    sessions.begin(ALICE, 1, [])
    with pytest.raises(ShareSessionLimitReached):
        sessions.begin(BOB, 2, [])
    assert not sessions.knows(2)


def test_a_closed_connection_ends_its_sessions_alone():
    sessions = cache_of()
    alice, bob = sessions.begin(ALICE, 1, [P0]), sessions.begin(BOB, 2, [P0])
    assert sessions.connection_closed(1) == [alice]
    assert sessions.go_on(BOB, 1) is bob
    with pytest.raises(ShareSessionNotFound):
        sessions.go_on(ALICE, 1)
