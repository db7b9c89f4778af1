"""Clocks: the manual one moves only by hand, the system's never goes back."""

from __future__ import annotations

import pytest

from kavka.timer.clock import ManualClock, SystemClock


def test_a_manual_clock_stands_still_until_it_is_moved():
    clock = ManualClock(5)
    assert (clock.monotonic_ms(), clock.now_ms()) == (5, 5)
    clock.advance(10)
    assert (clock.monotonic_ms(), clock.now_ms()) == (15, 15)


def test_setting_the_wall_clock_back_does_not_move_the_monotonic_one():
    clock = ManualClock(1_000, wall_ms=1_700_000_000_000)
    clock.set_wall_ms(1_600_000_000_000)
    assert clock.monotonic_ms() == 1_000
    assert clock.now_ms() == 1_600_000_000_000


def test_a_monotonic_clock_refuses_to_go_back():
    with pytest.raises(ValueError, match="go back by 1 ms"):
        ManualClock(5).advance(-1)


async def test_a_manual_clock_makes_calls_by_their_due_times_and_those_of_one_moment_as_they_were_set():
    clock = ManualClock(1_000, wall_ms=5_000)
    made = []

    def note(name):
        made.append((name, clock.monotonic_ms(), clock.now_ms()))

    for name, delay_ms in (("b", 20), ("a", 10), ("c", 20), ("never", 21)):
        clock.call_later(delay_ms, lambda name=name: note(name))
    clock.call_later(10, lambda: clock.call_later(5, lambda: note("in between")))
    clock.advance(20)
    assert made == [("a", 1_010, 5_010), ("in between", 1_015, 5_015), ("b", 1_020, 5_020), ("c", 1_020, 5_020)]
    assert clock.monotonic_ms() == 1_020


async def test_a_call_that_moves_a_manual_clock_further_makes_it_go_back_for_nobody():
    clock = ManualClock()
    made = []
    clock.call_later(10, lambda: clock.advance(100))
    clock.call_later(50, lambda: made.append(clock.monotonic_ms()))
    clock.advance(20)
    assert made == [50]
    assert clock.monotonic_ms() == 110


def test_the_system_clock_reads_milliseconds():
    clock = SystemClock()
    first = clock.monotonic_ms()
    assert first <= clock.monotonic_ms()
    assert 1_500_000_000_000 < clock.now_ms() < 10_000_000_000_000
