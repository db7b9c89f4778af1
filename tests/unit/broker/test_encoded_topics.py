"""What is kept of topics for Metadata: for whom, for how long, how much."""

from __future__ import annotations

from kavka.broker.cluster.encoded_topics import ENTRY_BYTES, EncodedTopics
from kavka.common.steps import at_once

ALIVE = frozenset({0, 1})


def test_bytes_are_those_of_one_state_of_a_topic():
    kept = EncodedTopics()
    view = kept.view(9, "PLAINTEXT", ALIVE, ALIVE)
    kept.put(view, "a", 1, b"first")
    assert (view.get("a", 1), view.get("a", 2), view.get("b", 1)) == (b"first", None, None)
    kept.put(view, "a", 2, b"second")
    assert (view.get("a", 1), view.get("a", 2)) == (None, b"second")
    assert kept.size == len(b"second") + ENTRY_BYTES


def test_a_view_is_for_versions_that_show_the_same_and_ends_when_a_broker_comes_or_goes():
    kept = EncodedTopics()
    view = kept.view(10, "PLAINTEXT", ALIVE, ALIVE)
    assert kept.view(12, "PLAINTEXT", {0, 1}, {0, 1}) is view
    assert kept.view(9, "PLAINTEXT", ALIVE, ALIVE) is not view
    assert kept.view(10, "OTHER", ALIVE, ALIVE) is not view
    for alive, reachable in (({0, 1, 2}, ALIVE), ({0}, {0}), (ALIVE, {0})):
        kept.put(kept.view(10, "PLAINTEXT", ALIVE, ALIVE), "a", 1, b"bytes")
        fresh = kept.view(10, "PLAINTEXT", alive, reachable)
        assert fresh.get("a", 1) is None


def test_the_view_that_was_used_least_recently_goes_first():
    kept = EncodedTopics(bytes_max=3 * (ENTRY_BYTES + 10))
    first, second, third = (kept.view(version, "PLAINTEXT", ALIVE, ALIVE) for version in (7, 8, 9))
    for view in (first, second, third):
        kept.put(view, "a", 1, b"0123456789")
    assert kept.view(7, "PLAINTEXT", ALIVE, ALIVE) is first
    kept.put(first, "b", 1, b"0123456789")
    assert kept.view(8, "PLAINTEXT", ALIVE, ALIVE) is not second
    assert kept.view(9, "PLAINTEXT", ALIVE, ALIVE) is third
    kept.put(second, "b", 1, b"0123456789")
    assert kept.size == 3 * (ENTRY_BYTES + 10), "what is no view any more keeps nothing"


def test_what_has_no_room_at_all_is_not_kept():
    kept = EncodedTopics(bytes_max=ENTRY_BYTES + 10)
    view = kept.view(9, "PLAINTEXT", ALIVE, ALIVE)
    kept.put(view, "a", 1, b"0123456789")
    kept.put(view, "b", 1, b"0123456789")
    assert (view.get("a", 1), view.get("b", 1)) == (b"0123456789", None)


def test_topics_that_are_gone_are_forgotten():
    kept = EncodedTopics()
    view = kept.view(9, "PLAINTEXT", ALIVE, ALIVE)
    for name in "abc":
        kept.put(view, name, 1, b"bytes")
    at_once(view.drop_all_but({"b": 1}))
    assert (len(view), view.get("b", 1)) == (1, b"bytes")
    assert kept.size == len(b"bytes") + ENTRY_BYTES
