"""The reaper: sleeps until something is due, gets up for what is due earlier, and sleeps without limit otherwise."""

from __future__ import annotations

import asyncio
import itertools

import pytest

from kavka.timer.clock import ManualClock, SystemClock
from kavka.timer.reaper import CALLBACKS_AT_ONCE, Reaper
from kavka.timer.timer import Timer


@pytest.fixture
async def reaped():
    """A timer with its reaper running on the real clock."""
    clock = SystemClock()
    timer = Timer(clock)
    reaper = Reaper(timer, clock)
    async with asyncio.TaskGroup() as group:
        task = group.create_task(reaper.run())
        yield timer
        task.cancel()


async def test_it_expires_what_is_due_and_not_early(reaped):
    clock = SystemClock()
    done = asyncio.get_running_loop().create_future()
    start_ms = clock.monotonic_ms()
    reaped.add(30, lambda: done.set_result(clock.monotonic_ms()))
    assert await asyncio.wait_for(done, 5) - start_ms >= 30
    assert len(reaped) == 0


async def test_it_gets_up_for_an_earlier_timer(reaped):
    done = asyncio.Event()
    reaped.add(3_600_000, lambda: None)
    await asyncio.sleep(0)
    reaped.add(5, done.set)
    await asyncio.wait_for(done.wait(), 5)
    assert len(reaped) == 1


async def test_it_gets_up_from_a_sleep_without_limit(reaped):
    await asyncio.sleep(0)
    done = asyncio.Event()
    reaped.add(1, done.set)
    await asyncio.wait_for(done.wait(), 5)


async def test_it_survives_a_callback_that_raises(reaped, caplog):
    done = asyncio.Event()
    reaped.add(1, lambda: 1 / 0)
    reaped.add(2, done.set)
    await asyncio.wait_for(done.wait(), 5)
    assert "ZeroDivisionError" in caplog.text


async def test_absurd_delays_do_not_upset_the_event_loop(reaped):
    done = asyncio.Event()
    reaped.add(2**63, lambda: None)
    await asyncio.sleep(0)
    reaped.add(1, done.set)
    await asyncio.wait_for(done.wait(), 5)
    assert len(reaped) == 1


async def test_a_manual_clock_drives_it():
    clock = ManualClock()
    timer = Timer(clock)
    reaper = Reaper(timer, clock)
    done = asyncio.Event()
    timer.add(86_400_000, done.set)
    async with asyncio.TaskGroup() as group:
        task = group.create_task(reaper.run())
        await asyncio.sleep(0)
        clock.advance(86_400_000)
        await asyncio.wait_for(done.wait(), 5)
        task.cancel()


async def test_others_have_their_turns_between_timers_that_are_due_together():
    clock = ManualClock()
    timer = Timer(clock)
    ran = []
    for number in range(3 * CALLBACKS_AT_ONCE + 1):
        timer.add(10, lambda number=number: ran.append(number))
    clock.advance(10)
    async with asyncio.TaskGroup() as group:
        task = group.create_task(Reaper(timer, clock).run())
        seen = [0]
        while len(ran) < 3 * CALLBACKS_AT_ONCE + 1:
            await asyncio.sleep(0)
            seen.append(len(ran))
        task.cancel()
    assert max(after - before for before, after in itertools.pairwise(seen)) == CALLBACKS_AT_ONCE
    assert sorted(ran) == list(range(3 * CALLBACKS_AT_ONCE + 1)), "each of them once"


def test_what_has_expired_and_has_not_run_can_be_cancelled():
    clock = ManualClock()
    timer = Timer(clock)
    ran = []
    entries = [timer.add(10, lambda number=number: ran.append(number)) for number in range(3)]
    clock.advance(10)
    assert timer.advance(callbacks_max=1) == 1
    left = next(number for number in range(3) if number not in ran)
    assert timer.cancel(entries[left])
    assert timer.advance() == 1
    assert left not in ran
    assert len(timer) == 0
