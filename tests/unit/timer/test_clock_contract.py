"""What every clock does for those who wait for it, whoever moves it: the loop, a developer or a test."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from kavka.timer.clock import Clock, ManualClock, SystemClock
from kavka.timer.dev_clock import DevClock
from kavka.timer.waiting import wait_done, wait_event

ADVANCE = Callable[[int], Awaitable[None]]
ROUNDS = 8
"""Turns of the loop in which whoever was woken has gone on."""


class MovedLoop(asyncio.SelectorEventLoop):
    """A loop whose time is moved by hand, so that waiting for the machine's clock takes none."""

    def __init__(self) -> None:
        self.moved_s = 0.0
        super().__init__()

    def time(self):
        return 1_000.0 + self.moved_s


async def turns():
    for _ in range(ROUNDS):
        await asyncio.sleep(0)


def system():
    async def advance(ms):
        loop = asyncio.get_running_loop()
        await turns()
        # From one millisecond to the next: what is due on the way sets something off in turn.
        for _ in range(ms):
            loop.moved_s += 0.001
            await asyncio.sleep(0)
        await turns()

    return SystemClock(), advance


def manual():
    clock = ManualClock(5)

    async def advance(ms):
        await turns()
        clock.advance(ms)
        await turns()

    return clock, advance


def frozen():
    clock = DevClock(ManualClock(7))
    clock.freeze()

    async def advance(ms):
        await clock.advance(ms)
        await turns()

    return clock, advance


def running():
    machine = ManualClock(7)
    clock = DevClock(machine)

    async def advance(ms):
        await turns()
        for _ in range(ms):
            machine.advance(1)
            await asyncio.sleep(0)
        await turns()

    return clock, advance


@pytest.fixture(params=[system, manual, frozen, running], ids=lambda make: make.__name__)
def with_clock(request):
    """Runs a test's coroutine function with a clock and what moves it."""

    def run(body: Callable[[Clock, ADVANCE], Awaitable[None]]) -> None:
        async def main():
            clock, advance = request.param()
            async with asyncio.timeout(100_000):
                await body(clock, advance)

        with asyncio.Runner(loop_factory=MovedLoop) as runner:
            runner.run(main())

    return run


def test_calls_are_made_when_their_time_has_come_and_in_its_order(with_clock):
    async def body(clock, advance):
        made = []
        clock.call_later(30, lambda: made.append("c"))
        clock.call_later(10, lambda: made.append("a"))
        clock.call_later(20, lambda: made.append("b"))
        await advance(9)
        assert made == []
        await advance(1)
        assert made == ["a"]
        await advance(50)
        assert made == ["a", "b", "c"]

    with_clock(body)


def test_a_cancelled_call_is_not_made_and_one_that_was_made_can_be_cancelled(with_clock):
    async def body(clock, advance):
        made = []
        clock.call_later(10, lambda: made.append("no")).cancel()
        call = clock.call_later(10, lambda: made.append("yes"))
        await advance(10)
        call.cancel()
        call.cancel()
        assert made == ["yes"]

    with_clock(body)


def test_a_call_that_sets_another_has_it_made_at_its_own_time(with_clock):
    async def body(clock, advance):
        made = []

        def first():
            made.append("first")
            clock.call_later(10, lambda: made.append("second"))

        clock.call_later(10, first)
        clock.call_later(30, lambda: made.append("third"))
        await advance(40)
        assert made == ["first", "second", "third"]

    with_clock(body)


def test_a_delay_of_nothing_needs_no_time(with_clock):
    async def body(clock, advance):
        made = []
        clock.call_later(0, lambda: made.append("soon"))
        clock.call_later(-5, lambda: made.append("late already"))
        assert made == [], "never within the caller"
        await clock.sleep(0)
        await clock.sleep(-1)
        await turns()
        assert sorted(made) == ["late already", "soon"]
        with pytest.raises(TimeoutError):
            async with clock.timeout(0):
                await asyncio.Event().wait()

    with_clock(body)


def test_a_call_with_nothing_to_wait_for_can_be_cancelled_too(with_clock):
    async def body(clock, advance):
        made = []
        clock.call_later(0, lambda: made.append("no")).cancel()
        await turns()
        assert made == []

    with_clock(body)


def test_who_sleeps_goes_on_when_the_time_has_come(with_clock):
    async def body(clock, advance):
        async with asyncio.TaskGroup() as group:
            near, far = group.create_task(clock.sleep(10)), group.create_task(clock.sleep(20))
            await advance(9)
            assert not near.done()
            await advance(1)
            assert near.done()
            assert not far.done()
            await advance(10)
            assert far.done()

    with_clock(body)


def test_who_sleeps_can_be_cancelled(with_clock):
    async def body(clock, advance):
        async with asyncio.TaskGroup() as group:
            sleeper = group.create_task(clock.sleep(10))
            await turns()
            sleeper.cancel()
            await advance(20)
            assert sleeper.cancelled()

    with_clock(body)


def test_a_deadline_ends_what_hangs_and_nothing_that_is_done_in_time(with_clock):
    async def body(clock, advance):
        async def hang(delay_ms, event):
            async with clock.timeout(delay_ms):
                await event.wait()

        set_in_time = asyncio.Event()
        async with asyncio.TaskGroup() as group:
            late = group.create_task(wait_and_say(hang(10, asyncio.Event())))
            done = group.create_task(wait_and_say(hang(20, set_in_time)))
            endless = group.create_task(wait_and_say(hang(None, asyncio.Event())))
            await advance(9)
            assert not late.done()
            await advance(1)
            assert late.result() == "TimeoutError"
            set_in_time.set()
            await advance(30)
            assert done.result() == "done"
            assert not endless.done()
            endless.cancel()

    with_clock(body)


def test_a_cancellation_within_a_deadline_stays_one(with_clock):
    async def body(clock, advance):
        async def hang():
            async with clock.timeout(10):
                await asyncio.Event().wait()

        async with asyncio.TaskGroup() as group:
            task = group.create_task(hang())
            await advance(5)
            task.cancel()
            await advance(20)
            assert task.cancelled()

    with_clock(body)


def test_of_two_deadlines_the_earlier_one_ends_its_own(with_clock):
    async def body(clock, advance):
        async def hang():
            async with clock.timeout(50):
                try:
                    async with clock.timeout(10):
                        await asyncio.Event().wait()
                except TimeoutError:
                    return "inner"

        async with asyncio.TaskGroup() as group:
            task = group.create_task(hang())
            await advance(10)
            assert task.result() == "inner"
            await advance(100)

    with_clock(body)


def test_an_event_ends_the_wait_and_so_does_the_clock(with_clock):
    async def body(clock, advance):
        async with asyncio.TaskGroup() as group:
            waiting = group.create_task(wait_event(clock, asyncio.Event(), 10))
            await advance(10)
            assert waiting.result() is False
            event = asyncio.Event()
            waiting = group.create_task(wait_event(clock, event, 10))
            await turns()
            event.set()
            await turns()
            assert waiting.result() is True

    with_clock(body)


def test_futures_are_waited_for_and_never_cancelled(with_clock):
    async def body(clock, advance):
        future = asyncio.get_running_loop().create_future()
        async with asyncio.TaskGroup() as group:
            waiting = group.create_task(wait_done(clock, (future,), 10))
            await advance(10)
            assert waiting.result() is False
            assert not future.done()
            waiting = group.create_task(wait_done(clock, (future,), 10))
            await turns()
            future.set_result(None)
            await turns()
            assert waiting.result() is True

    with_clock(body)


async def wait_and_say(waiting):
    try:
        await waiting
    except TimeoutError as error:
        return type(error).__name__
    return "done"
