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


def test_the_system_clock_reads_milliseconds():
    clock = SystemClock()
    first = clock.monotonic_ms()
    assert first <= clock.monotonic_ms()
    assert 1_500_000_000_000 < clock.now_ms() < 10_000_000_000_000
