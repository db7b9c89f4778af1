"""The timer: callbacks run once, in order, and may add and cancel while they run."""

from __future__ import annotations

import gc
import weakref

import pytest

from kavka.timer.clock import ManualClock
from kavka.timer.moments import MonotonicMs
from kavka.timer.timer import Timer


@pytest.fixture
def clock():
    return ManualClock(1_000)


@pytest.fixture
def timer(clock):
    return Timer(clock)


def test_a_callback_runs_when_its_delay_has_passed_and_not_before(timer, clock):
    ran = []
    entry = timer.add(50, lambda: ran.append(clock.monotonic_ms()))
    clock.advance(49)
    assert timer.advance() == 0
    assert entry.is_pending
    clock.advance(1)
    assert timer.advance() == 1
    assert ran == [1_050]
    assert not entry.is_pending
    assert timer.advance() == 0


@pytest.mark.parametrize("delay_ms", [0, -1, -(2**63)])
def test_a_delay_that_is_not_positive_expires_at_once(timer, delay_ms):
    ran = []
    entry = timer.add(delay_ms, lambda: ran.append(1))
    assert ran == [1]
    assert not timer.cancel(entry)
    assert len(timer) == 0


@pytest.mark.parametrize("delay_ms", [2**31 - 1, 2**31, 2**63 - 1, 2**63, 2**80])
def test_bug_55_absurd_delays_neither_overflow_nor_fire(timer, clock, delay_ms):
    ran = []
    entry = timer.add(delay_ms, lambda: ran.append(1))
    clock.advance(2**31 - 2)
    timer.advance()
    assert ran == []
    assert timer.cancel(entry)
    assert timer.next_expiration_ms() is None


def test_the_delay_counts_from_the_clock_not_from_the_last_advance(timer, clock):
    ran = []
    clock.advance(500)  # nobody advanced the timer
    timer.add(10, lambda: ran.append(1))
    timer.advance()
    assert ran == []
    clock.advance(10)
    timer.advance()
    assert ran == [1]


def test_a_jump_runs_all_that_expired_in_order_of_expiration(timer, clock):
    ran = []
    for delay in (900, 3, 450, 20, 8_500, 19, 1):
        timer.add(delay, lambda delay=delay: ran.append(delay))
    clock.advance(100_000)
    timer.advance()
    assert ran == [1, 3, 19, 20, 450, 900, 8_500]


def test_cancelled_timers_do_not_run(timer, clock):
    ran = []
    entry = timer.add(10, lambda: ran.append(1))
    assert timer.cancel(entry)
    assert not timer.cancel(entry)
    clock.advance(10)
    assert timer.advance() == 0
    assert ran == []


def test_an_expiry_may_cancel_one_that_expired_with_it(timer, clock):
    ran = []
    timer.add(10, lambda: timer.cancel(second))
    second = timer.add(20, lambda: ran.append(2))
    clock.advance(30)
    assert timer.advance() == 1
    assert ran == []
    assert len(timer) == 0
    assert timer.statistics().cancelled == 1


def test_an_expiry_may_add_and_what_it_adds_waits_for_the_next_advance(timer, clock):
    ran = []

    def renew():
        ran.append(clock.monotonic_ms())
        timer.add(1, renew)

    timer.add(10, renew)
    clock.advance(1_000)
    assert timer.advance() == 1
    assert timer.next_expiration_ms() == 2_001
    clock.advance(1)
    assert timer.advance() == 1
    assert ran == [2_000, 2_001]


def test_bug_51_a_callback_that_raises_does_not_stop_the_others(timer, clock, caplog):
    ran = []
    timer.add(10, lambda: 1 / 0)
    timer.add(10, lambda: ran.append(1))
    timer.add(11, lambda: ran.append(2))
    clock.advance(20)
    assert timer.advance() == 3
    assert ran == [1, 2]
    assert "ZeroDivisionError" in caplog.text
    assert len(timer) == 0


def test_the_alarm_rings_once_and_only_for_an_earlier_timer(timer):
    rings = []
    timer.add(100, lambda: None)
    assert timer.set_alarm(lambda: rings.append(1)) == 1_100
    timer.add(150, lambda: None)
    assert rings == []
    timer.add(50, lambda: None)
    timer.add(40, lambda: None)
    assert rings == [1]


def test_a_cancelled_timer_is_freed_without_the_garbage_collector(timer):
    class Payload:
        def expire(self):
            pass

    payload = Payload()
    gone = weakref.ref(payload)
    gc.disable()
    try:
        entry = timer.add(10, payload.expire)
        timer.add(10, lambda: None)
        timer.cancel(entry)
        del payload
        assert gone() is None
    finally:
        gc.enable()


def test_statistics_count_what_happened(timer, clock):
    for delay in (1, 2, 3, 1_000):
        timer.add(delay, lambda: None)
    timer.cancel(timer.add(5, lambda: None))
    clock.advance(3)
    timer.advance()
    statistics = timer.statistics()
    assert (statistics.added, statistics.expired, statistics.cancelled, statistics.outstanding) == (5, 3, 1, 1)


@pytest.mark.parametrize("delay_ms", [2**31 - 1, 2**31, 64_000_000 * 20 + 7])
def test_bug_55_a_very_long_delay_runs_at_its_millisecond(timer, clock, delay_ms):
    ran = []
    timer.add(delay_ms, lambda: ran.append(clock.monotonic_ms()))
    while (due := timer.next_expiration_ms()) is not None:
        clock.advance(due - clock.monotonic_ms())
        timer.advance()
    assert ran == [1_000 + delay_ms]


def test_an_expiry_may_add_without_delay_and_that_runs_inside_it(timer, clock):
    ran = []
    timer.add(5, lambda: (timer.add(0, lambda: ran.append("inner")), ran.append("outer")))
    clock.advance(5)
    assert timer.advance() == 1
    assert ran == ["inner", "outer"]
    assert len(timer) == 0


def test_an_expiry_may_cancel_itself_and_one_that_is_not_due(timer, clock):
    later = timer.add(500, lambda: None)
    cancelled = []
    own = timer.add(5, lambda: cancelled.extend([timer.cancel(own), timer.cancel(later)]))
    clock.advance(5)
    assert timer.advance() == 1
    assert cancelled == [False, True]
    assert len(timer) == 0
    assert timer.next_expiration_ms() is None


def test_time_that_stands_still_runs_nothing_twice(timer, clock):
    ran = []
    timer.add(5, lambda: ran.append(1))
    timer.add(6, lambda: ran.append(2))
    clock.advance(5)
    assert [timer.advance() for _ in range(3)] == [1, 0, 0]
    assert ran == [1]


def test_what_an_interrupted_advance_left_runs_at_the_next_one(timer, clock):
    def interrupt():
        raise KeyboardInterrupt

    ran = []
    timer.add(5, interrupt)
    timer.add(6, lambda: ran.append(6))
    timer.add(7, lambda: ran.append(7))
    clock.advance(10)
    with pytest.raises(KeyboardInterrupt):
        timer.advance()
    assert len(timer) == 2
    assert timer.advance() == 2
    assert ran == [6, 7]
    assert len(timer) == 0


def test_an_advance_inside_an_expiry_runs_each_once_and_in_order(timer, clock):
    ran = []
    timer.add(5, lambda: (ran.append(5), timer.advance()))
    for delay in (6, 7, 450):
        timer.add(delay, lambda delay=delay: ran.append(delay))
    clock.advance(1_000)
    timer.advance()
    assert ran == [5, 6, 7, 450]


def test_nothing_is_due_before_whoever_sleeps_until_the_alarm_gets_up(timer, clock):
    rings = []
    timer.cancel(timer.add(3, lambda: None))  # its bucket is empty, and was the first in the heap
    timer.add(500, lambda: None)
    assert timer.set_alarm(lambda: rings.append(1)) == 1_200
    timer.add(3, lambda: None)
    assert rings == [1]


def test_advancing_to_a_moment_that_the_caller_has_read_runs_what_is_due_by_it(timer, clock):
    ran = []
    timer.add(50, lambda: ran.append(1))
    clock.advance(60)
    assert timer.advance(MonotonicMs(1_049)) == 0
    assert timer.advance(timer.now_ms()) == 1
    assert ran == [1]


def test_every_timer_is_counted_in_its_bucket_level_by_level(timer, clock):
    for delay_ms in (5, 5, 19, 30, 500):
        timer.add(delay_ms, lambda: None)
    levels = timer.levels()
    assert sum(map(sum, levels)) == 5
    assert [sum(level) for level in levels[:3]] == [3, 1, 1]
    assert max(levels[0]) == 2


def test_an_alarm_that_nobody_set_does_not_ring(timer):
    timer.add(50, lambda: None)
    rung = []
    timer.set_alarm(lambda: rung.append(1))
    timer.clear_alarm()
    timer.add(10, lambda: None)
    assert rung == []
