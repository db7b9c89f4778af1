"""Fetch sessions: what a client that fetches incrementally sees, and which session must go for another."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kavka.broker.replica.fetch_session import EVICTION_MS, ID_MAX, FetchSessionCache, next_epoch, open_context
from kavka.broker.replica.fetch_types import FetchResult, FetchSpec
from kavka.protocol.errors import ErrorCode
from kavka.protocol.records.batch import iter_records
from tests.support.replica.node import BROKER, batch
from tests.support.replica.sessions import Client, parts_of

SESSION_VERSIONS = [7, 9, 11, 12]


@pytest.fixture
def three(node):
    """A node that leads a-0, b-0 and c-0."""
    for topic in "abc":
        node.lead(topic)
    return node


@pytest.mark.parametrize("version", SESSION_VERSIONS)
def test_an_incremental_fetch_names_and_gets_only_what_has_changed(three, version):
    three.produce(batch(b"1"), "a")
    client = Client(three, version)
    assert list(client.fetch(("a", 0, 0), ("b", 0, 0), ("c", 0, 0))) == [("a", 0), ("b", 0), ("c", 0)]
    assert client.id > 0
    assert client.fetch(("a", 0, 1)) == {}
    three.produce(batch(b"2"), "b")
    found = client.fetch()
    assert [record.value for record in iter_records(found["b", 0].records)] == [b"2"]
    assert list(found) == [("b", 0)]


def test_a_session_answers_before_version_7_do_not_exist(leader):
    leader.produce(batch(b"a"))
    leader.fetch(0, version=6)
    assert len(leader.manager.fetches.sessions) == 0


def test_a_client_that_wants_no_session_gets_none(leader):
    answer = leader.fetch(0, session_id=0, session_epoch=-1).answer
    assert (answer.error_code, answer.session_id) == (0, 0)
    assert len(leader.manager.fetches.sessions) == 0


def test_a_moved_high_watermark_or_log_start_is_news_without_records(node):
    node.lead("a", isr=(BROKER, 2))
    node.produce(batch(b"1"), "a", acks=1)
    client = Client(node)
    assert client.fetch(("a", 0, 1))["a", 0].high_watermark == 0
    assert client.fetch() == {}
    node.fetch(1, "a", replica_id=2)
    assert client.fetch()["a", 0].high_watermark == 1
    node.manager.partitions.get("a", 0).log.maybe_increment_log_start_offset(1)
    assert client.fetch()["a", 0].log_start_offset == 1
    assert client.fetch() == {}


def test_errors_are_told_every_time_and_their_end_once(node):
    node.lead("a")
    client = Client(node)
    client.fetch(("a", 0, 0), ("b", 0, 0))
    for _ in range(2):
        assert client.fetch()["b", 0].error_code == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
    node.lead("b")
    assert client.fetch()["b", 0].error_code == 0
    assert client.fetch() == {}


def test_bug_94_a_session_waits_for_a_topic_that_nobody_knows(node):
    """It is not closed, and serves the topic as soon as there is one, also one that was deleted and made anew."""
    node.lead("known")
    client = Client(node)
    asked_for = (("known", 0, 0), ("unknown", 0, 0))
    assert client.fetch(*asked_for)["unknown", 0].error_code == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
    session_id = client.id
    for topic_id in (b"1" * 16, b"2" * 16):
        assert client.fetch()["unknown", 0].error_code == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
        node.lead("unknown", topic_id=topic_id)
        node.produce(batch(topic_id), "unknown")
        (found,) = client.fetch().items()
        assert (found[0], found[1].error_code, found[1].high_watermark) == (("unknown", 0), 0, 1)
        node.stop("unknown", delete=True, epoch=-2)
    assert client.id == session_id


def test_forgotten_partitions_are_not_read_any_more(three):
    client = Client(three)
    client.fetch(("a", 0, 0), ("b", 0, 0))
    three.produce(batch(b"1"), "a")
    three.produce(batch(b"1"), "b")
    assert list(client.fetch(forget=[("a", 0), ("nowhere", 5)])) == [("b", 0)]


def test_a_session_without_partitions_ends(three):
    client = Client(three)
    client.fetch(("a", 0, 0))
    answer = client.send(forget=[("a", 0)]).answer
    assert (answer.error_code, answer.session_id) == (0, 0)
    assert client.send(("a", 0, 0)).answer.error_code == ErrorCode.FETCH_SESSION_ID_NOT_FOUND


@pytest.mark.parametrize("epoch", [3, 1, 5])
def test_a_request_with_another_epoch_is_refused_and_changes_nothing(three, epoch):
    client = Client(three)
    client.fetch(("a", 0, 0))
    client.fetch(("a", 0, 0))
    expected, client.epoch = client.epoch, epoch
    answer = client.send(("b", 0, 0)).answer
    assert (answer.error_code, answer.session_id) == (ErrorCode.INVALID_FETCH_SESSION_EPOCH, 0)
    assert answer.responses == []
    client.epoch = expected
    three.produce(batch(b"1"), "b")
    assert client.fetch() == {}


@pytest.mark.parametrize("session_id", [0, 77])
def test_an_unknown_session_is_refused_at_once(leader, session_id):
    answer = leader.fetch(0, session_id=session_id, session_epoch=3, max_wait_ms=1_000).answer
    assert (answer.error_code, answer.session_id) == (ErrorCode.FETCH_SESSION_ID_NOT_FOUND, 0)
    assert answer.responses == []


def test_the_final_epoch_answers_in_full_and_ends_the_session(three):
    client = Client(three)
    client.fetch(("a", 0, 0))
    ended, client.epoch = client.id, -1
    answer = client.send(("a", 0, 0)).answer
    assert (answer.session_id, list(parts_of(answer))) == (0, [("a", 0)])
    assert three.manager.fetches.sessions.get(ended) is None


def test_a_full_fetch_in_a_session_replaces_it(three):
    client = Client(three)
    client.fetch(("a", 0, 0))
    first, client.epoch = client.id, 0
    assert list(client.fetch(("b", 0, 0))) == [("b", 0)]
    assert client.id not in (0, first)
    assert len(three.manager.fetches.sessions) == 1


def test_bug_93_partitions_that_brought_records_go_to_the_end(three):
    for topic in "abc":
        three.produce(batch(b"x" * 500), topic)
        three.produce(batch(b"x" * 500), topic)
    size = len(batch(b"x" * 500))
    client = Client(three, max_bytes=size)
    first = client.fetch(("a", 0, 0), ("b", 0, 0), ("c", 0, 0))
    assert [len(part.records) for part in first.values()] == [size, 0, 0]
    served = []
    for _ in range(6):
        found = client.fetch()
        served += [topic for (topic, _), part in found.items() if part.records]
    # The first answer was full and moves nobody; from then on everybody gets a turn.
    assert served == ["a", "b", "c", "a", "b", "c"]


def test_bug_93_the_leader_epoch_of_a_session_is_checked_again_and_again(three):
    client = Client(three)
    client.fetch(("a", 0, 0), leader_epoch=0)
    three.lead("a", epoch=1)
    assert client.fetch()["a", 0].error_code == ErrorCode.FENCED_LEADER_EPOCH


def test_a_request_that_was_overtaken_by_its_copy_is_told_so(leader):
    client = Client(leader, max_wait_ms=500)
    waiting_client = Client(leader, max_wait_ms=0)
    waiting_client.fetch(("t", 0, 0))
    client.id, client.epoch = waiting_client.id, waiting_client.epoch
    waiting = client.send()
    assert waiting.is_waiting
    client.epoch += 1
    second = client.send()
    leader.produce(batch(b"a"))
    assert waiting.answer.error_code == ErrorCode.INVALID_FETCH_SESSION_EPOCH
    assert list(parts_of(second.answer)) == [("t", 0)]


def test_a_fetch_that_waits_in_a_session_gets_only_the_news(three):
    client = Client(three, max_wait_ms=500)
    quick = Client(three)
    quick.fetch(("a", 0, 0), ("b", 0, 0))
    client.id, client.epoch = quick.id, quick.epoch
    waiting = client.send()
    three.produce(batch(b"1"), "b")
    assert list(parts_of(waiting.answer)) == [("b", 0)]


@pytest.mark.parametrize(("epoch", "following"), [(0, 1), (1, 2), (ID_MAX, 1), (-1, -1)])
def test_epochs_follow_each_other_and_never_return_to_zero(epoch, following):
    assert next_epoch(epoch) == following


# ---- the cache ----


def cache_of(slots, **options):
    return FetchSessionCache(random.Random(3), slots_max=slots, **options)


def make(cache, *, size=1, now_ms=0, is_privileged=False):
    specs = [FetchSpec("t", index, 0, 1) for index in range(size)]
    results = [FetchResult(None) for _ in specs]
    return cache.maybe_create(specs, results, is_privileged=is_privileged, now_ms=now_ms)


def use(cache, session_id, now_ms):
    cache.touch(cache.get(session_id), now_ms)


def test_no_slots_no_sessions():
    assert make(cache_of(0)) == 0


def test_young_sessions_are_safe_from_consumers():
    cache = cache_of(2)
    made = [make(cache), make(cache)]
    assert make(cache, size=100, now_ms=EVICTION_MS) == 0
    assert all(cache.get(session_id) for session_id in made)


def test_the_one_used_least_recently_goes_first_once_it_is_stale():
    cache = cache_of(2)
    unused, used = make(cache, size=5), make(cache, size=1)
    use(cache, used, 10)
    assert make(cache, size=1, now_ms=EVICTION_MS + 1) > 0
    assert cache.get(unused) is None
    assert cache.get(used)
    assert cache.metrics.evictions == 1


def test_bug_93_a_session_in_use_is_not_stale():
    cache = cache_of(1)
    used = make(cache, size=5)
    use(cache, used, EVICTION_MS)
    assert make(cache, size=5, now_ms=EVICTION_MS + 1) == 0


def test_old_smaller_sessions_go_for_larger_ones():
    cache = cache_of(2)
    small, large = make(cache, size=2), make(cache, size=9)
    now_ms = EVICTION_MS + 1
    for session_id in (small, large):
        use(cache, session_id, now_ms)
    assert make(cache, size=2, now_ms=now_ms) == 0
    assert make(cache, size=3, now_ms=now_ms) > 0
    assert cache.get(small) is None
    assert cache.get(large)


def test_followers_go_before_consumers_whatever_their_size():
    cache = cache_of(2)
    consumer = make(cache, size=100)
    follower = make(cache, size=1, is_privileged=True)
    assert make(cache, size=1, is_privileged=True) > 0
    assert cache.get(consumer) is None
    assert cache.get(follower)
    assert make(cache, size=100) == 0


def test_metrics_follow_sessions_and_their_partitions():
    cache = cache_of(5)
    first = make(cache, size=3)
    make(cache, size=2)
    assert (cache.metrics.sessions, cache.metrics.partitions) == (2, 5)
    open_context(
        cache,
        [FetchSpec("u", 0, 0, 1)],
        session_id=first,
        epoch=1,
        forgotten=[("t", 0), ("t", 1)],
        is_follower=False,
        now_ms=0,
    )
    assert cache.metrics.partitions == 4
    cache.remove(first)
    assert (cache.metrics.sessions, cache.metrics.partitions) == (1, 2)


# ---- bug 93: incremental fetches tell the same story as full ones ----

PARTITIONS = 4
step = st.one_of(
    st.tuples(st.just("produce"), st.integers(0, PARTITIONS - 1)),
    st.tuples(st.just("fetch"), st.integers(1, 3)),
    st.tuples(st.just("forget"), st.integers(0, PARTITIONS - 1)),
    st.tuples(st.just("add"), st.integers(0, PARTITIONS - 1)),
    st.tuples(st.just("fail"), st.integers(0, PARTITIONS - 1)),
    st.tuples(st.just("heal"), st.integers(0, PARTITIONS - 1)),
)


@given(st.lists(step, max_size=60))
@settings(max_examples=60, deadline=None)
def test_bug_93_what_a_session_tells_adds_up_to_what_full_fetches_tell(steps):
    """A client that only hears of changes knows, after each answer, what a client that asks in full is told."""
    cache = cache_of(1)
    ends, broken, wanted = [0] * PARTITIONS, [False] * PARTITIONS, set(range(PARTITIONS))
    positions, known = [0] * PARTITIONS, {}
    session_id = epoch = 0

    def read(spec, limit):
        if broken[spec.index]:
            return FetchResult(None, error_code=3)
        records = b"r" * min(limit, ends[spec.index] - spec.fetch_offset)
        return FetchResult(None, records, ends[spec.index], ends[spec.index], 0)

    def fetch(limit):
        nonlocal session_id, epoch
        added = [FetchSpec("t", index, positions[index], 1) for index in sorted(wanted)]
        forgotten = [("t", index) for index in range(PARTITIONS) if index not in wanted]
        context = open_context(
            cache, added, session_id=session_id, epoch=epoch, forgotten=forgotten, is_follower=False, now_ms=0
        )
        assert context.error_code == 0
        results = []
        for spec in context.specs:
            result = read(spec, limit)
            limit -= len(result.records)
            results.append(result)
        error_code, session_id, news = context.answer(results, now_ms=0)
        assert error_code == 0
        epoch = next_epoch(epoch) if session_id else 0
        told = list(zip(context.specs, results, strict=True))
        for spec, result in told if news is None else news:
            known[spec.index] = (result.error_code, result.high_watermark)
            positions[spec.index] += len(result.records)
        for spec, result in told:
            assert known[spec.index] == (result.error_code, result.high_watermark)

    for action, value in [*steps, ("fetch", 1)]:
        if action == "produce":
            ends[value] += 1
        elif action == "fetch":
            fetch(value)
        elif action in ("forget", "add"):
            (wanted.discard if action == "forget" else wanted.add)(value)
        else:
            broken[value] = action == "fail"
    wanted = set(range(PARTITIONS))
    broken = [False] * PARTITIONS
    for _ in range(sum(ends) + 1):  # rotation: nobody starves, whatever the limit
        fetch(1)
    assert positions == ends
