"""The development clock: runs with the machine's, stands, jumps, and wakes whoever sleeps by it, each at its time."""

from __future__ import annotations

import asyncio

import pytest

from kavka.timer.clock import ManualClock
from kavka.timer.dev_clock import STEPS_MAX, DevClock
from kavka.timer.reaper import Reaper
from kavka.timer.timer import Timer
from kavka.timer.waiting import wait_event

HOUR_MS = 3_600_000


@pytest.fixture
def machine():
    return ManualClock(1_000, wall_ms=1_000_000)


@pytest.fixture
def clock(machine):
    return DevClock(machine)


async def test_it_runs_with_the_machine_until_it_is_frozen_and_goes_on_from_where_it_stood(machine, clock):
    machine.advance(5)
    assert (clock.monotonic_ms(), clock.now_ms()) == (1_005, 1_000_005)
    clock.freeze()
    machine.advance(500)
    clock.freeze()
    assert (clock.monotonic_ms(), clock.now_ms(), clock.skipped_ms) == (1_005, 1_000_005, -500)
    machine.set_wall_ms(machine.now_ms() - 3)
    clock.run()
    clock.run()
    assert (clock.monotonic_ms(), clock.now_ms()) == (1_005, 1_000_005), "neither goes back, whatever the machine's do"
    machine.advance(1)
    assert (clock.monotonic_ms(), clock.now_ms()) == (1_006, 1_000_006)


@pytest.mark.parametrize("is_frozen", [False, True])
async def test_advance_moves_both_readings_whether_it_stands_or_runs(machine, clock, is_frozen):
    if is_frozen:
        clock.freeze()
    await clock.advance(HOUR_MS)
    assert (clock.monotonic_ms(), clock.now_ms()) == (1_000 + HOUR_MS, 1_000_000 + HOUR_MS)
    machine.advance(10)
    assert clock.monotonic_ms() == 1_000 + HOUR_MS + (0 if is_frozen else 10)


async def test_two_who_move_it_at_once_move_it_by_both(clock):
    clock.freeze()
    await asyncio.gather(clock.advance(1_000), clock.advance(500))
    assert clock.monotonic_ms() == 2_500


async def test_it_cannot_go_back(clock):
    with pytest.raises(ValueError, match="go back"):
        await clock.advance(-1)


async def test_alarms_ring_at_their_own_times_in_their_order_and_what_they_set_off_is_in_it(clock):
    clock.freeze()
    began_ms = clock.monotonic_ms()
    seen = []

    def note(name):
        seen.append((name, clock.monotonic_ms() - began_ms))
        if name == "b":
            clock.call_later(50, lambda: note("b's child"))

    clock.call_later(300, lambda: note("c"))
    clock.call_later(100, lambda: note("a"))
    clock.call_later(200, lambda: note("b"))
    cancelled = clock.call_later(150, lambda: note("nobody"))
    cancelled.cancel()
    clock.call_later(1_001, lambda: note("later"))
    assert await clock.advance(1_000) == 4
    assert seen == [("a", 100), ("b", 200), ("b's child", 250), ("c", 300)]
    await clock.advance(1)
    assert seen[-1] == ("later", 1_001)


async def test_a_long_way_is_gone_in_few_steps_and_an_alarm_that_renews_itself_does_not_hold_it_up(clock):
    clock.freeze()
    rang = 0

    def renew():
        nonlocal rang
        rang += 1
        clock.call_later(0, renew)

    renew()
    await clock.advance(7 * 24 * HOUR_MS)
    assert 0 < rang <= STEPS_MAX + 2
    assert clock.monotonic_ms() == 1_000 + 7 * 24 * HOUR_MS


async def test_who_sleeps_by_a_running_clock_wakes_by_itself():
    clock = DevClock()
    began_ms = clock.monotonic_ms()
    async with asyncio.timeout(30):
        await clock.sleep(20)
    assert clock.monotonic_ms() - began_ms >= 20


async def test_who_sleeps_by_a_frozen_clock_wakes_when_it_is_moved_or_runs_again(clock):
    clock.freeze()
    async with asyncio.TaskGroup() as group:
        far = group.create_task(clock.sleep(HOUR_MS))
        near = group.create_task(clock.sleep(1_000))
        await clock.advance(999)
        assert not near.done()
        await clock.advance(1)
        assert near.done()
        assert not far.done()
        await clock.advance(HOUR_MS)
        assert far.done()


async def test_an_event_ends_the_wait_and_so_does_the_clock(clock):
    clock.freeze()
    event = asyncio.Event()
    async with asyncio.TaskGroup() as group:
        waiting = group.create_task(wait_event(clock, event, 1_000))
        await clock.advance(1_000)
        assert await waiting is False
        waiting = group.create_task(wait_event(clock, event, 1_000))
        await asyncio.sleep(0)
        event.set()
        assert await waiting is True


async def test_a_sleeper_that_is_cancelled_leaves_no_alarm(clock):
    clock.freeze()
    sleeper = asyncio.ensure_future(clock.sleep(10))
    await asyncio.sleep(0)
    sleeper.cancel()
    await asyncio.wait((sleeper,))
    assert await clock.advance(100) == 0


async def test_a_reaper_expires_timers_at_their_time_when_the_clock_is_moved(clock):
    clock.freeze()
    timer = Timer(clock)
    fired = []
    async with asyncio.TaskGroup() as group:
        reaper = group.create_task(Reaper(timer, clock).run())
        await asyncio.sleep(0)
        timer.add(30_000, lambda: fired.append(clock.monotonic_ms()))
        await clock.advance(29_000)
        assert fired == []
        await clock.advance(31_000)
        assert len(fired) == 1
        assert 31_000 <= fired[0] <= 31_000 + 30, "at its own time, not at the end of the way"
        reaper.cancel()
