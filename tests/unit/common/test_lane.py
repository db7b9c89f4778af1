"""Work that shares the slices of a lane, and work that is written as steps."""

from __future__ import annotations

import asyncio
import itertools

import pytest

from kavka.common.lane import ITEMS_IN_A_ROW_MAX, ITEMS_IN_ONE_STEP_MAX, Lane, Lanes
from kavka.common.pace import SLICE_NS
from kavka.common.steps import at_once, each, in_slices, kept, let_go, stretches


class Ticks:
    def __init__(self):
        self.now_ns = 0

    def __call__(self):
        return self.now_ns


def counted(ticks, seen, name, count, step_ns=SLICE_NS):
    for number in range(count):
        seen.append((name, number))
        ticks.now_ns += step_ns
        yield
    return count


async def test_two_long_pieces_of_work_have_slices_by_turns():
    ticks, seen = Ticks(), []
    lane = Lane(ticks)
    assert await asyncio.gather(*(lane.do(counted(ticks, seen, name, 3)) for name in "ab")) == [3, 3]
    assert seen == [("a", 0), ("b", 0), ("a", 1), ("b", 1), ("a", 2), ("b", 2)]


async def test_each_turn_of_the_loop_has_one_slice_however_much_is_to_be_done():
    ticks, seen = Ticks(), []
    lane = Lane(ticks)
    tasks = [asyncio.ensure_future(lane.do(counted(ticks, seen, name, 5))) for name in range(20)]
    done = 0
    while not all(task.done() for task in tasks):
        await asyncio.sleep(0)
        assert len(seen) - done <= 2  # one ends its turn, the next begins
        done = len(seen)
    assert done == 100


async def test_what_is_short_is_never_interrupted():
    ticks, seen = Ticks(), []
    lane = Lane(ticks)
    await asyncio.gather(*(lane.do(counted(ticks, seen, name, 3, step_ns=1)) for name in "ab"))
    assert [name for name, _ in seen] == list("aaabbb")


async def test_few_items_are_done_at_once_and_many_in_slices():
    ticks = Ticks()
    assert Lane(ticks).do_in_time(counted(ticks, [], "a", 3), items=3) == 3
    many = Lane(ticks).do_in_time(counted(ticks, [], "a", 3), items=ITEMS_IN_ONE_STEP_MAX + 1)
    assert await many == 3


async def test_who_waits_for_something_else_holds_nobody_up():
    lane = Lane(Ticks())
    answer = asyncio.get_running_loop().create_future()

    async def waiting():
        async with lane.enter() as pace:
            return await pace.away(answer)

    task = asyncio.ensure_future(waiting())
    await asyncio.sleep(0)
    async with asyncio.timeout(10), lane.enter():
        answer.set_result(7)
    assert await task == 7


@pytest.mark.parametrize("when", ["in its slice", "in line"])
async def test_work_that_is_cancelled_leaves_the_lane(when):
    ticks = Ticks()
    lane = Lane(ticks)
    first = asyncio.ensure_future(lane.do(counted(ticks, [], "a", 1_000)))
    second = asyncio.ensure_future(lane.do(counted(ticks, [], "b", 1_000)))
    await asyncio.sleep(0)
    (first if when == "in its slice" else second).cancel()
    async with asyncio.timeout(10):
        await asyncio.wait((first, second))
        async with lane.enter():
            pass


async def test_time_in_which_others_had_their_slices_is_not_counted():
    ticks = Ticks()
    lane = Lane(ticks)
    pace = lane.enter()
    other = asyncio.ensure_future(lane.do(counted(ticks, [], "b", 10)))
    async with pace:
        assert await in_slices(counted(ticks, [], "a", 10), pace) == 10
    await other
    assert pace.held_ns == 10 * SLICE_NS


async def test_a_recheck_that_fails_ends_the_work_where_it_is():
    ticks, seen = Ticks(), []

    def recheck():
        if len(seen) == 3:
            raise LookupError

    steps = counted(ticks, seen, "a", 10)
    async with Lane(ticks).enter() as pace:
        with pytest.raises(LookupError):
            await in_slices(steps, pace, recheck)
    assert len(seen) == 3
    assert list(steps) == []


def test_steps_at_once_give_their_result():
    assert at_once(counted(Ticks(), [], "a", 4)) == 4


async def test_work_within_work_of_the_same_lane_does_not_wait_for_itself():
    """A slice of a large request may be large work again for its handler."""
    ticks = Ticks()
    lane = Lane(ticks)
    async with asyncio.timeout(10), lane.enter() as pace:
        assert await lane.do(counted(ticks, [], "inner", 3)) == 3
        assert await in_slices(counted(ticks, [], "outer", 3), pace) == 3


async def test_who_asks_for_a_turn_gets_one_before_the_slice_is_used_up():
    lane = Lane(Ticks())
    seen = []

    async def work(name):
        async with lane.enter() as pace:
            for number in range(3):
                seen.append((name, number))
                await pace.turn()

    await asyncio.gather(work("a"), work("b"))
    assert seen == [("a", 0), ("b", 0), ("a", 1), ("b", 1), ("a", 2), ("b", 2)]


async def test_what_controllers_say_waits_for_no_client():
    ticks, seen = Ticks(), []
    lanes = Lanes(ticks)
    clients = [lanes.clients.do(counted(ticks, seen, name, 3)) for name in range(50)]
    await asyncio.gather(*clients, lanes.control.do(counted(ticks, seen, "controller", 3)))
    assert max(seen.index(("controller", number)) for number in range(3)) < 10


async def test_works_in_a_row_have_a_turn_of_the_loop_each():
    lane, seen = Lane(Ticks()), []

    async def look() -> None:
        while ("e", 0) not in seen:
            seen.append("turn")
            await asyncio.sleep(0)

    async def work() -> None:
        for name in "abc":
            await lane.carry_out(counted(Ticks(), seen, name, 1), items=ITEMS_IN_A_ROW_MAX + 1)
        for name in "de":
            await lane.carry_out(counted(Ticks(), seen, name, 1), items=ITEMS_IN_A_ROW_MAX)

    await asyncio.gather(look(), work())
    places = [seen.index((name, 0)) for name in "abcde"]
    assert all("turn" in seen[before:after] for before, after in itertools.pairwise(places[:3]))
    assert places[4] == places[3] + 1, "what is small is done at once"


def test_steps_of_many_items():
    assert list(stretches(range(5), 2)) == [(0, 1), (2, 3), (4,)]
    assert at_once(kept(range(10), lambda item: item % 2)) == [1, 3, 5, 7, 9]
    seen, known = [], dict.fromkeys(range(2_500))
    at_once(each("abc", seen.append))
    assert seen == ["a", "b", "c"]
    assert sum(1 for _ in let_go(known, {})) == 3
    assert known == {}


def test_lists_and_dictionaries_are_let_go_by_the_same_steps():
    items, known = list(range(250)), dict.fromkeys(range(150))
    left = []
    for _ in let_go(items, known, a_step=100):
        left.append((len(items), len(known)))
    assert left == [(150, 150), (50, 150), (0, 150), (0, 50), (0, 0)]
