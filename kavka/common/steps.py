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

from collections.abc import Callable, Generator
from typing import TypeVar

from kavka.common.pace import Pace

T = TypeVar("T")

Steps = Generator[None, None, T]
"""What yields wherever it may be interrupted, and returns its result."""


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
