"""The budget of unread responses: what a fetch may add, and who makes way."""

from __future__ import annotations

import pytest

from kavka.broker.network.held_bytes import PATIENCE_MS, PATIENCE_SHORT_MS, HeldBytes
from kavka.broker.network.said import PAUSE_MS
from kavka.broker.network.unread_output import FLOOR_BYTES, UnreadOutput

MB = 1024 * 1024


class Peer:
    def __init__(self, name):
        self.name = name
        self.is_reading = False
        self.is_dropped = False

    def has_read(self):
        was, self.is_reading = self.is_reading, False
        return was

    def drop(self):
        self.is_dropped = True

    def __str__(self):
        return self.name


def peers(count):
    return [Peer(f"peer {number}") for number in range(count)]


def test_each_fetch_takes_a_part_of_what_is_left_and_never_all_of_it():
    unread = UnreadOutput(800 * MB)
    read = []
    for peer in peers(4000):
        read.append(min(50 * MB, unread.allowance()))
        unread.note(peer, read[-1], now_ms=0)
    assert read[0] == 50 * MB
    assert read == sorted(read, reverse=True)
    assert read[-1] == FLOOR_BYTES
    assert unread.held < 1000 * MB


def test_what_is_being_read_leaves_less_for_others():
    unread = UnreadOutput(80 * MB)
    unread.note(peers(1)[0], 30 * MB, 0)
    assert unread.allowance(10 * MB) == 40 * MB * 40 // (8 * 80)
    assert unread.allowance(60 * MB) == FLOOR_BYTES


def test_what_was_read_makes_room_again():
    unread = UnreadOutput(80 * MB)
    first, second = peers(2)
    unread.note(first, 40 * MB, 0)
    assert unread.allowance() == 40 * MB * 40 // (8 * 80)
    unread.note(second, 10 * MB, 0)
    unread.note(first, 0, 1)
    assert (unread.held, unread.readers, unread.allowance()) == (10 * MB, 1, 70 * MB * 70 // (8 * 80))


@pytest.mark.parametrize(
    ("held", "patience_ms"), [(40, None), (41, PATIENCE_MS), (81, PATIENCE_SHORT_MS), (101, 0)], ids=str
)
def test_who_does_not_read_goes_the_sooner_the_less_room_there_is(held, patience_ms):
    of = HeldBytes(80)
    of.note("first", 1, 0)
    of.note("second", held - 1, 0)
    if patience_ms is None:
        assert of.overdue(10**9) is None
    else:
        assert of.overdue(patience_ms) == ("first", patience_ms)
        assert not patience_ms or of.overdue(patience_ms - 1) is None


def test_the_one_that_has_not_read_for_longest_makes_way(caplog):
    unread = UnreadOutput(80 * MB)
    idle, busy, late = peers(3)
    unread.note(idle, 30 * MB, 0)
    unread.note(busy, 30 * MB, 0)
    unread.note(busy, 29 * MB, PATIENCE_MS - 1)
    unread.note(late, 10 * MB, PATIENCE_MS)
    assert [peer.is_dropped for peer in (idle, busy, late)] == [True, False, False]
    assert (unread.held, unread.closed) == (39 * MB, 1)
    assert "peer 0: it has read nothing for 10000 ms" in caplog.text
    assert "kavka.unread.responses.max.bytes" in caplog.text


def test_slow_is_not_idle():
    """Within one slice nothing is noted; who has read a little of it since is asked."""
    unread = UnreadOutput(80 * MB)
    slow, late = peers(2)
    unread.note(slow, 60 * MB, 0)
    slow.is_reading = True
    unread.note(late, MB, 2 * PATIENCE_MS)
    assert not slow.is_dropped
    unread.note(late, MB, 4 * PATIENCE_MS)
    assert slow.is_dropped


def test_one_alone_may_take_as_long_as_it_likes():
    unread = UnreadOutput(8 * MB)
    [peer] = peers(1)
    unread.note(peer, 50 * MB, 0)
    unread.note(peer, 50 * MB, 10 * PATIENCE_MS)
    assert not peer.is_dropped


def test_a_flood_is_no_flood_of_lines(caplog):
    unread = UnreadOutput(8 * MB)
    for number, peer in enumerate(peers(1000)):
        unread.note(peer, MB, number * 2 * PAUSE_MS // 1000)
    assert unread.closed > 900
    assert unread.held <= 10 * MB
    assert len(caplog.messages) == 2
