"""The wheel, slot by slot: where entries lie, how they fall, what a jump does."""

from __future__ import annotations

import pytest

from kavka.timer.timing_wheel import NOWHERE, TimerEntry, TimingWheel


def entry(expiration_ms):
    new = TimerEntry()
    new.expiration_ms = expiration_ms
    new.callback = lambda: None
    new.next = new.previous = NOWHERE
    return new


def advanced(wheel, now_ms):
    """What expires when the wheel is moved to `now_ms`, in order."""
    wheel.advance_clock(now_ms)
    expired = []
    while (first := wheel.take_expired()) is not None:
        expired.append(first)
    return expired


def place_of(wheel, wanted):
    """(level, slot, the bucket's expiration) of an entry, the level counted from 1."""
    for index, bucket in enumerate(wheel.buckets):
        node = bucket.next
        while node is not bucket:
            if node is wanted:
                return index // 20 + 1, index % 20, bucket.expiration_ms
            node = node.next
    return None


def added(wheel, expiration_ms):
    new = entry(expiration_ms)
    assert wheel.place(new)
    return new


def test_golden_first_level():
    wheel = TimingWheel(0)
    assert place_of(wheel, added(wheel, 2)) == (1, 2, 2)
    assert len(advanced(wheel, 2)) == 1
    assert place_of(wheel, added(wheel, 2 + 8)) == (1, 10, 10)
    assert place_of(wheel, added(wheel, 2 + 19)) == (1, 1, 21)


def test_golden_second_level():
    wheel = TimingWheel(0)
    assert place_of(wheel, added(wheel, 350)) == (2, 17, 340)


def test_golden_an_entry_falls_from_the_third_level_to_the_first():
    wheel = TimingWheel(0)
    new = added(wheel, 450)
    assert place_of(wheel, new) == (3, 1, 400)
    assert advanced(wheel, 399) == []
    assert place_of(wheel, new) == (3, 1, 400)
    assert advanced(wheel, 400) == []
    assert place_of(wheel, new) == (2, 2, 440)
    assert advanced(wheel, 440) == []
    assert place_of(wheel, new) == (1, 10, 450)
    assert advanced(wheel, 449) == []
    assert advanced(wheel, 450) == [new]
    assert place_of(wheel, new) is None


@pytest.mark.parametrize(
    ("delay", "level"),
    [
        (19, 1),
        (20, 2),
        (399, 2),
        (400, 3),
        (7_999, 3),
        (8_000, 4),
        (160_000, 5),
        (3_200_000, 6),
        (2**31, 6),
        (2**60, 6),
    ],
)
def test_each_level_begins_where_the_one_below_ends(delay, level):
    wheel = TimingWheel(0)
    assert place_of(wheel, added(wheel, delay))[0] == level


def test_a_levels_own_time_is_cut_down_to_its_tick():
    wheel = TimingWheel(0)
    advanced(wheel, 39)
    # Level 2 stands at 20 and spans to 420: 419 is still its own, 420 is not.
    assert place_of(wheel, added(wheel, 419)) == (2, 0, 400)
    assert place_of(wheel, added(wheel, 420)) == (3, 1, 400)


def test_an_expiration_that_has_come_is_refused():
    wheel = TimingWheel(100)
    for expiration_ms in (100, 99, 0, -5):
        assert not wheel.place(entry(expiration_ms))


def test_time_that_stands_still_or_goes_back_changes_nothing():
    wheel = TimingWheel(100)
    new = added(wheel, 105)
    assert advanced(wheel, 100) == []
    assert advanced(wheel, 50) == []
    assert wheel.current_ms == 100
    assert advanced(wheel, 105) == [new]


def test_a_jump_expires_everything_in_order():
    wheel = TimingWheel(0)
    delays = [70_000_000, 5, 19, 20, 450, 7_999, 8_001, 3_199_999, 3_200_001, 399, 400, 64_000_001]
    for delay in delays:
        added(wheel, delay)
    assert [expired.expiration_ms for expired in advanced(wheel, 10**12)] == sorted(delays)
    assert wheel.next_expiration_ms() is None


def test_bug_55_an_entry_beyond_the_last_level_goes_round_until_its_time():
    wheel = TimingWheel(7)
    far = 3 * 64_000_000 + 12_345
    new = added(wheel, far)
    rounds = 0
    while (due := wheel.next_expiration_ms()) < far:
        assert advanced(wheel, due) == []
        rounds += 1
    assert rounds < 12
    assert advanced(wheel, far) == [new]


def test_empty_ticks_cost_nothing():
    wheel = TimingWheel(0)
    added(wheel, 60_000)
    looked = 0
    while (due := wheel.next_expiration_ms()) is not None:
        advanced(wheel, due)
        looked += 1
    assert looked <= 6


def test_a_removed_entry_leaves_no_links_and_its_bucket_is_skipped():
    wheel = TimingWheel(0)
    first, second = added(wheel, 10), added(wheel, 10)
    assert wheel.cancel(first)
    assert not wheel.cancel(first)
    assert first.next is NOWHERE
    assert first.previous is NOWHERE
    assert wheel.cancel(second)
    assert wheel.next_expiration_ms() is None
    assert wheel.due == []
    third = added(wheel, 10)
    assert advanced(wheel, 10) == [third]


def test_the_heap_holds_each_bucket_once():
    wheel = TimingWheel(0)
    for _ in range(1_000):
        for delay in (5, 50, 500, 5_000, 50_000_000, 2**53):
            added(wheel, delay)
    assert len(wheel.due) == 6
    for _ in range(3):
        wheel.cancel(wheel.buckets[5].next)
        added(wheel, 5)
    assert len(wheel.due) == 6
