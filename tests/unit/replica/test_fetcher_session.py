"""The follower's side of fetch sessions, held against the leader's: what the leader ends up with is what was wanted."""

from __future__ import annotations

import random

import pytest

from kavka.broker.replica.fetch_session import FetchSessionCache, open_context
from kavka.broker.replica.fetch_types import NO_TOPIC_ID, FetchResult, FetchSpec
from kavka.broker.replica.fetcher_session import FetcherSession, Position
from kavka.broker.replica.session_partitions import SessionPartition
from kavka.protocol.errors import ErrorCode

FIRST, SECOND = b"\x01" * 16, b"\x02" * 16
"""The ids of a topic, and of the one that came after it under its name."""


class Leader:
    """A leader's sessions, asked directly."""

    def __init__(self, slots_max=10):
        self.cache = FetchSessionCache(random.Random(1), slots_max=slots_max)

    def ask(self, request):
        """(error code, session id, {key: offset} that the leader reads)."""
        by_id = request.names is not None
        specs = [
            FetchSpec(
                topic,
                index,
                p.fetch_offset,
                100,
                p.current_leader_epoch,
                p.last_fetched_epoch,
                topic_id=p.topic_id if by_id else NO_TOPIC_ID,
            )
            for (topic, index), p in request.positions.items()
        ]
        context = open_context(
            self.cache,
            specs,
            session_id=request.session_id,
            epoch=request.epoch,
            forgotten=[(topic_id if by_id else topic, index) for topic, topic_id, index in request.forgotten],
            is_follower=True,
            now_ms=0,
            uses_topic_ids=by_id,
        )
        if context.error_code:
            return context.error_code, 0, {}
        results = [FetchResult(None, b"", 0, 0, 0) for _ in context.specs]
        error_code, session_id, _ = context.answer(results, now_ms=0)
        return error_code, session_id, {(s.topic, s.index): s.fetch_offset for s in context.specs}

    def ids(self):
        """The topic ids of the only session's partitions."""
        [session] = self.cache._by_use.values()
        return {spec.key: spec.topic for spec in session.partitions.values()}


def at(topic_id=FIRST, **offsets):
    return {("t", int(name[1:])): Position(offset, 0, 1, 1, topic_id) for name, offset in offsets.items()}


def changes(session, wanted):
    """What leads from what the session has to what is wanted; the session finds out what of it is news."""
    return {**dict.fromkeys(session._known), **wanted}


def exchange(session, leader, wanted, *, by_id=False):
    request = session.next_request(changes(session, wanted), uses_topic_ids=by_id)
    if session.is_new:
        assert not request.forgotten
    assert request.known == wanted
    error_code, session_id, read = leader.ask(request)
    session.take(error_code, session_id)
    return request, error_code, read


def test_only_what_is_news_is_named():
    session, leader = FetcherSession(), Leader()
    request, _, _ = exchange(session, leader, at(p0=0, p1=0))
    assert (request.session_id, request.epoch, len(request.positions)) == (0, 0, 2)
    request, _, read = exchange(session, leader, at(p0=5, p1=0))
    assert (request.epoch, list(request.positions), request.forgotten) == (1, [("t", 0)], [])
    assert read == {("t", 0): 5, ("t", 1): 0}
    request, _, read = exchange(session, leader, at(p0=5, p1=0))
    assert (request.epoch, request.positions) == (2, {})
    assert len(read) == 2


def test_what_is_no_longer_wanted_is_forgotten():
    session, leader = FetcherSession(), Leader()
    exchange(session, leader, at(p0=0, p1=0))
    request, _, read = exchange(session, leader, at(p1=0, p2=0))
    assert request.forgotten == [("t", FIRST, 0)]
    assert set(read) == {("t", 1), ("t", 2)}


def test_a_topic_that_was_made_anew_replaces_the_one_before():
    session, leader = FetcherSession(), Leader()
    request, _, _ = exchange(session, leader, at(p0=5, p1=5), by_id=True)
    assert (request.names, request.forgotten) == ({FIRST: "t"}, [])
    request, error_code, read = exchange(session, leader, at(SECOND, p0=0) | at(p1=5), by_id=True)
    assert (error_code, request.names, request.forgotten) == (0, {FIRST: "t", SECOND: "t"}, [("t", FIRST, 0)])
    assert read == {("t", 0): 0, ("t", 1): 5}
    assert leader.ids() == {(FIRST, 1): "t", (SECOND, 0): "t"}
    request, _, _ = exchange(session, leader, at(SECOND, p0=0, p1=0), by_id=True)
    assert (request.names, request.forgotten) == ({SECOND: "t"}, [("t", FIRST, 1)])
    request, _, _ = exchange(session, leader, at(SECOND, p0=0), by_id=True)
    assert request.names == {SECOND: "t"}
    request, _, _ = exchange(session, leader, at(SECOND, p0=1), by_id=True)
    assert (list(request.positions), request.forgotten) == ([("t", 0)], [])


def test_by_name_a_topic_that_was_made_anew_is_named_and_not_forgotten():
    """The same name would be forgotten that was just added."""
    session, leader = FetcherSession(), Leader()
    exchange(session, leader, at(p0=5))
    request, _, read = exchange(session, leader, at(SECOND, p0=0))
    assert (request.names, request.forgotten, read) == (None, [], {("t", 0): 0})


def test_a_session_that_is_begun_anew_may_name_its_topics_otherwise():
    session, leader = FetcherSession(), Leader()
    exchange(session, leader, at(p0=0))
    session.reset()
    request, error_code, _ = exchange(session, leader, at(p0=0), by_id=True)
    assert (error_code, request.names, leader.ids()) == (0, {FIRST: "t"}, {(FIRST, 0): "t"})
    session.reset()
    exchange(session, leader, at(p0=0))
    assert leader.ids() == {("t", 0): "t"}


def test_a_leader_that_has_the_session_otherwise_is_asked_in_full():
    session, leader = FetcherSession(), Leader()
    exchange(session, leader, at(p0=0), by_id=True)
    request = session.next_request({}, uses_topic_ids=True)
    error_code, _, _ = leader.ask(request._replace(names=None))
    assert error_code == ErrorCode.FETCH_SESSION_TOPIC_ID_ERROR
    assert not session.take(error_code, 0)
    request, error_code, _ = exchange(session, leader, at(p0=0), by_id=True)
    assert (request.epoch, error_code, len(leader.cache)) == (0, 0, 1)


def test_a_leader_without_room_is_asked_in_full_each_time():
    session, leader = FetcherSession(), Leader(slots_max=0)
    for _ in range(3):
        request, error_code, read = exchange(session, leader, at(p0=0, p1=3))
        assert (request.session_id, request.epoch, error_code) == (0, 0, 0)
        assert len(read) == 2


@pytest.mark.parametrize("forget", [True, False])
def test_a_session_that_is_gone_or_out_of_step_is_begun_anew(forget):
    session, leader = FetcherSession(), Leader()
    exchange(session, leader, at(p0=0))
    old = session.next_request(changes(session, at(p0=1)))
    if forget:
        leader.cache.remove(old.session_id)
        expected = ErrorCode.FETCH_SESSION_ID_NOT_FOUND
    else:
        leader.ask(old)  # an earlier copy of the request overtook it
        expected = ErrorCode.INVALID_FETCH_SESSION_EPOCH
    error_code, session_id, _ = leader.ask(old)
    assert error_code == expected
    assert not session.take(error_code, session_id)
    request, error_code, read = exchange(session, leader, at(p0=1, p1=1))
    assert (request.epoch, len(request.positions), error_code, len(read)) == (0, 2, 0, 2)
    assert len(leader.cache) == 1  # the old one was closed


def test_a_lost_connection_closes_the_old_session_with_the_new_one():
    session, leader = FetcherSession(), Leader()
    exchange(session, leader, at(p0=0))
    session.reset()
    exchange(session, leader, at(p0=0))
    assert len(leader.cache) == 1


@pytest.mark.parametrize("seed", range(20))
def test_bug_93_in_any_order_of_events_the_leader_reads_what_is_wanted(seed):
    rng = random.Random(seed)
    by_id = False
    session, leader = FetcherSession(), Leader(slots_max=2)
    wanted = {}
    for _ in range(200):
        for index in range(6):
            change = rng.random()
            if change < 0.2:
                topic_id = rng.choice((FIRST, FIRST, SECOND))
                wanted[("t", index)] = Position(rng.randrange(100), rng.randrange(3), rng.randrange(2), 0, topic_id)
            elif change < 0.3:
                wanted.pop(("t", index), None)
        if rng.random() < 0.1:
            session.reset()
        if session.is_new:
            by_id = rng.random() < 0.7
        if rng.random() < 0.1 and len(leader.cache):
            leader.cache.remove(next(iter(leader.cache._by_use)))
        if not wanted:
            continue
        request, error_code, read = exchange(session, leader, dict(wanted), by_id=by_id)
        if by_id:
            assert request.names == {position.topic_id: "t" for position in request.known.values()}
        if not error_code:
            assert read == {key: position.fetch_offset for key, position in wanted.items()}


def test_bug_7_a_high_watermark_in_a_diverging_answer_is_told_again():
    """The follower ignored it there; were it not told again, it would not know of it until it moves."""
    cached = SessionPartition(FetchSpec("t", 0, 5, 100), Leader().cache.begin(is_privileged=True, now_ms=0), 0)
    assert cached.note(FetchResult(None, b"", 3, 3, 0, diverging=(1, 3)))
    assert cached.note(FetchResult(None, b"", 3, 3, 0))
    assert not cached.note(FetchResult(None, b"", 3, 3, 0))


def test_a_high_watermark_is_told_again_in_another_leader_epoch():
    """The follower began anew while it was told, and left it out; its next fetch names the epoch."""
    session = Leader().cache.begin(is_privileged=True, now_ms=0)
    cached = SessionPartition(FetchSpec("t", 0, 5, 100, 7), session, 0)
    assert cached.note(FetchResult(None, b"", 5, 5, 0))
    cached.take(FetchSpec("t", 0, 5, 100, 7))
    assert not cached.note(FetchResult(None, b"", 5, 5, 0))
    cached.take(FetchSpec("t", 0, 5, 100, 8))
    assert cached.note(FetchResult(None, b"", 5, 5, 0))
