"""Work that is written once, as a generator of its steps, and done at once or in slices of the loop's time.

    def counted(names):                       at_once(counted(names))                  for three names
        for name in names:                    await in_slices(counted(names), pace)    for 200,000
            …
            yield          # here others may come between, if this is long
        return result

Both ways do the same in the same order, so nothing has to be kept equal. A step between two `yield`s is never broken
up: what has to be whole before others see it stands in one.

Not here: when a slice ends (`kavka.common.pace`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator, Iterator
from typing import Any, TypeVar

from kavka.common.pace import Pace

T = TypeVar("T")

_END = object()

Steps = Generator[None, None, T]
"""What yields wherever it may be interrupted, and returns its result."""


def emptied(*lists: list[Any]) -> Steps[None]:
    """Takes the items out of lists that nobody needs any more.

    What is freed at once holds the loop: a request's 200,000 partitions, or as many former states, for 0.1 s.
    """
    for items in lists:
        while items:
            items.pop()
            yield


def taken_out(items: list[T]) -> Iterator[T]:
    """Gives a list's items in their order; the list keeps none of them, which is `emptied` along the way."""
    items.reverse()
    while items:
        yield items.pop()


def in_passes(steps: Steps[None], *, at_once: int) -> None:
    """Does some steps in each pass of the running loop from the next one on, behind everybody's back, until none is
    left. For cheap steps that nobody waits for and that cannot fail.

    Args:
        steps: the work.
        at_once: how many are done in a pass.
    """
    loop = asyncio.get_running_loop()

    def go() -> None:
        for _ in range(at_once):
            if next(steps, _END) is _END:
                return
        loop.call_soon(go)

    loop.call_soon(go)


def at_once(steps: Steps[T]) -> T:
    """Does all steps; returns their result."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: T = end.value
            return result


async def in_slices(steps: Steps[T], pace: Pace, recheck: Callable[[], object] = lambda: None) -> T:
    """Does all steps and lets the loop run between them; returns their result.

    Args:
        steps: the work.
        pace: says when the loop has been held for long enough.
        recheck: called after each pause; what it raises ends the work there.
    """
    try:
        while True:
            try:
                next(steps)
            except StopIteration as end:
                result: T = end.value
                return result
            if pace.is_due():
                await pace.breathe()
                recheck()
    finally:
        steps.close()
