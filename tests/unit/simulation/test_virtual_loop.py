"""A loop in virtual time: idle time is free, a seed repeats every choice, and a killed host does nothing any more."""

from __future__ import annotations

import asyncio
import itertools
import random

import pytest

from kavka.common.pace import Pace, pass_turn
from kavka.simulation.host_clock import WALL_MS_AT_BEGIN, HostClock
from kavka.simulation.hosts import HOST, Slowness, computed_ns
from kavka.simulation.virtual_loop import Deadlock, LiveLock, VirtualLoop, running


def in_loop(main, seed=1):
    """Runs `main(loop)`, and gives back what it returned."""
    with running(VirtualLoop(random.Random(seed))) as loop:
        return loop.run_until_complete(main(loop))


def test_a_day_of_sleep_is_over_at_once_and_the_loop_tells_that_it_was_a_day():
    async def main(loop):
        began = loop.time()
        await asyncio.sleep(86_400)
        return loop.time() - began

    assert in_loop(main) == pytest.approx(86_400, abs=0.001)


async def _notes(loop, hosts, count):
    order = []

    async def work(name):
        for number in range(count):
            order.append((name, number))
            await asyncio.sleep(0)

    async with asyncio.timeout(100):
        await asyncio.wait([loop.start(loop.host(name), work(name)) for name in hosts])
    return order


def test_the_seed_says_which_host_goes_first_and_each_keeps_its_own_order():
    orders = [in_loop(lambda loop: _notes(loop, "abc", 20), seed) for seed in (1, 1, 2)]
    assert orders[0] == orders[1]
    assert orders[0] != orders[2]
    for order in orders:
        for name in "abc":
            assert [number for host, number in order if host == name] == list(range(20))


def test_nothing_of_a_killed_host_runs_not_even_what_would_clean_up():
    done = []

    async def work(name):
        try:
            done.append(f"{name} began")
            await asyncio.sleep(1)
            done.append(f"{name} went on")
        finally:
            done.append(f"{name} cleaned up")

    async def main(loop):
        hosts = [loop.host(name) for name in "ab"]
        tasks = [loop.start(host, work(host.name)) for host in hosts]
        await asyncio.sleep(0.5)
        loop.kill(hosts[0])
        await tasks[1]
        await asyncio.sleep(10)
        return list(done)

    assert sorted(in_loop(main)) == ["a began", "b began", "b cleaned up", "b went on"]


def test_a_paused_host_goes_on_where_it_was_with_what_fell_due_meanwhile():
    async def main(loop):
        host, woke = loop.host("a"), []

        async def work():
            for _ in range(3):
                await asyncio.sleep(1)
                woke.append(round(loop.time()))

        task = loop.start(host, work())
        await asyncio.sleep(1.5)
        loop.pause(host)
        await asyncio.sleep(60)
        assert woke == [1]
        loop.resume(host)
        await task
        return woke

    assert in_loop(main) == [1, 62, 63]


MOST_US = 80_000


def slowness(seed=1):
    return Slowness(random.Random(seed), MOST_US)


async def _turns(loop, host, count):
    """Runs so many callbacks of a host, each asked for by the one before; when they ran, in milliseconds."""
    ran = []

    async def work():
        for _ in range(count):
            ran.append(loop.now_us // 1_000)
            await pass_turn()

    await loop.start(host, work())
    return ran


def test_the_code_of_a_slow_host_takes_time_and_that_of_others_takes_none_meanwhile():
    async def main(loop):
        slow, swift = loop.host("slow"), loop.host("swift")
        loop.slow("slow", slowness())
        async with asyncio.TaskGroup() as tasks:
            times = [tasks.create_task(_turns(loop, host, 20)) for host in (slow, swift)]
        return [time.result() for time in times]

    (slow, swift), again = in_loop(main), in_loop(main)
    assert [slow, swift] == again
    assert swift[-1] == 0
    assert slow[-1] > MOST_US // 1_000
    assert all(0 <= after - before <= MOST_US // 1_000 + 1 for before, after in itertools.pairwise(slow))


def test_what_is_ready_on_a_slow_host_runs_in_its_order_one_callback_after_the_other():
    async def main(loop):
        host, ran, done = loop.host("slow"), [], asyncio.Event()
        loop.slow("slow", slowness())
        for number in range(10):
            loop.call_soon(lambda number=number: ran.append((loop.now_us, number)), context=host.context)
        loop.call_soon(done.set, context=host.context)
        await done.wait()
        return ran

    ran = in_loop(main)
    assert [number for _, number in ran] == list(range(10))
    assert len({time for time, _ in ran}) == 10


def test_a_host_is_slow_in_its_later_lives_and_while_it_is_paused_nothing_of_it_runs():
    async def main(loop):
        loop.slow("a", slowness())
        loop.kill(loop.host("a"))
        host = loop.host("a")
        task = asyncio.ensure_future(_turns(loop, host, 20))
        await asyncio.sleep(0.01)
        loop.pause(host)
        await asyncio.sleep(60)
        loop.resume(host)
        return await task

    ran = in_loop(main)
    assert not [time for time in ran if 11 <= time < 60_000]
    assert ran[-1] > 60_000


def test_a_host_that_is_slow_no_more_goes_on_and_takes_no_time():
    async def main(loop):
        host = loop.host("a")
        loop.slow("a", slowness())
        before = await _turns(loop, host, 20)
        loop.slow("a", None)
        await asyncio.sleep(1)
        return before, await _turns(loop, host, 20)

    before, after = in_loop(main)
    assert before[0] < before[-1]
    assert after[0] == after[-1]


@pytest.mark.parametrize(("is_slow", "passes"), [(False, 1), (True, 2)])
def test_work_in_slices_lets_others_run_on_a_slow_host_and_needs_not_on_others(is_slow, passes):
    async def main(loop):
        if is_slow:
            loop.slow("a", slowness())
        host = loop.host("a")

        async def work():
            pace, times = Pace(lambda: loop.now_us * 1_000 + computed_ns()), set()
            for _ in range(100):
                times.add(loop.now_us)
                if pace.is_due():
                    await pace.breathe()
            return len(times)

        return await loop.start(host, work())

    assert min(in_loop(main), 2) == passes


def test_tasks_know_their_host_and_what_they_start_belongs_to_it():
    async def child():
        return HOST.get().name

    async def parent():
        async with asyncio.TaskGroup() as tasks:
            task = tasks.create_task(child())
        return HOST.get().name, task.result(), await asyncio.get_running_loop().run_in_executor(None, lambda: 7)

    async def main(loop):
        return await loop.start(loop.host("a"), parent())

    assert in_loop(main) == ("a", "a", 7)


def test_sets_of_tasks_have_the_order_in_which_they_were_made():
    async def main(loop):
        tasks = {loop.start(loop.host(f"h{number}"), asyncio.sleep(1), name=str(number)) for number in range(6)}
        names = [int(task.get_name()) for task in tasks]
        await asyncio.wait(tasks)
        return names

    assert in_loop(main) == in_loop(main)


def test_a_simulation_in_which_nothing_can_happen_any_more_says_so():
    async def main(loop):
        await loop.create_future()

    with pytest.raises(Deadlock):
        in_loop(main)


def test_hosts_that_keep_one_another_busy_and_wait_for_nothing_are_found(monkeypatch):
    monkeypatch.setattr("kavka.simulation.virtual_loop.TURNS_WITHOUT_TIMER_MAX", 1_000)

    async def main(_loop):
        while True:
            await pass_turn()

    with pytest.raises(LiveLock):
        in_loop(main)


def test_a_clock_that_drifts_and_jumps_tells_its_own_time():
    async def main(loop):
        exact, fast = HostClock(loop), HostClock(loop, boot_ms=5_000, skew_ms=-70, drift=0.1)
        assert fast.monotonic_ms() == 5_000
        assert exact.now_ms() - fast.now_ms() == 70
        await exact.sleep(10_000)
        assert exact.now_ms() == WALL_MS_AT_BEGIN + 10_000
        assert fast.monotonic_ms() == 16_000
        before = loop.time()
        await fast.sleep(1_100)
        assert loop.time() - before == pytest.approx(1.0, abs=0.001)
        with pytest.raises(TimeoutError):
            async with fast.timeout(1_100):
                await loop.create_future()
        assert loop.time() - before == pytest.approx(2.0, abs=0.001)
        was_ms = fast.monotonic_ms()
        fast.jump_wall(-3_600_000)
        assert fast.now_ms() < exact.now_ms() - 3_500_000
        assert fast.monotonic_ms() == was_ms

    in_loop(main)


def test_a_clock_remembers_how_far_it_has_strayed():
    async def main(loop):
        clock = HostClock(loop, skew_ms=-70)
        for by_ms in (5_000, -5_000):
            await asyncio.sleep(1)
            clock.jump_wall(by_ms)
        await asyncio.sleep(1)
        clock.set_drift(0.1)
        await asyncio.sleep(1)
        strayed = {since_ms: clock.strayed_ms(since_ms) for since_ms in (0, 1_500, 2_500)}
        assert strayed[0] == pytest.approx((-70, 4_930), abs=0.01)
        assert strayed[1_500] == pytest.approx((-70, 4_930), abs=0.01)
        assert strayed[2_500] == pytest.approx((-70, 30), abs=0.1)

    in_loop(main)


def test_a_simulation_ends_though_a_task_handles_every_error():
    """What is closed in the midst of an item must not go on with the next one, for ever."""
    items = []

    async def work():
        while True:
            items.append(None)
            try:
                try:
                    await asyncio.sleep(10)
                finally:
                    asyncio.get_running_loop()
            except Exception:
                continue

    async def main(loop):
        task = loop.start(loop.host("a"), work())
        await asyncio.sleep(15)
        return task.done()

    assert not in_loop(main)
    assert len(items) == 2
