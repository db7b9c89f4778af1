"""Paced work: others run between its slices, and only there."""

from __future__ import annotations

import asyncio

from kavka.common.pace import SLICE_NS, Pace


class Ticks:
    """Time that passes when the work says so."""

    def __init__(self) -> None:
        self.now_ns = 0

    def __call__(self) -> int:
        return self.now_ns


async def _others_while_working(items: int, item_ns: int) -> list[int]:
    """After which items another task ran."""
    ticks = Ticks()
    pace = Pace(ticks)
    done = 0
    seen: list[int] = []

    async def other() -> None:
        while done < items:
            seen.append(done)
            await asyncio.sleep(0)

    async def work() -> None:
        nonlocal done
        for _ in range(items):
            ticks.now_ns += item_ns
            done += 1
            await pace.breathe()

    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(work())
        tasks.create_task(other())
    return seen


def test_others_run_after_each_slice() -> None:
    assert asyncio.run(_others_while_working(20, SLICE_NS // 5)) == [5, 10, 15]


def test_work_within_one_slice_is_not_interrupted() -> None:
    assert asyncio.run(_others_while_working(20, SLICE_NS // 100)) == []


def test_a_new_slice_begins_when_the_loop_comes_back() -> None:
    ticks = Ticks()
    pace = Pace(ticks)
    ticks.now_ns = SLICE_NS
    assert pace.is_due()
    asyncio.run(pace.breathe())
    assert not pace.is_due()
