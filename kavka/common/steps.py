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

import heapq
from collections.abc import Callable, Generator, Iterable, Iterator
from itertools import islice
from typing import Any, Final, Protocol, TypeVar

T = TypeVar("T")

_END = object()

Steps = Generator[None, None, T]
"""What yields wherever it may be interrupted, and returns its result."""

SORTED_AT_ONCE: Final = 500
"""Items that are sorted in one step: half a millisecond where they are tuples of strings."""

STRETCH_ITEMS: Final = 100
"""Items between two `yield`s of steps that are short for each: a millisecond at most, and a check less for each."""

FREED_ITEMS: Final = 1_000
"""Items that are released in one stretch where none of them holds more than a few others: a millisecond."""


class Pausing(Protocol):
    """Who knows when others are to come between: a pace."""

    def is_due(self) -> bool:
        """Tells whether the loop has been held for long enough."""

    async def breathe(self) -> None:
        """Lets the loop run, if the slice is used up."""


def nothing() -> Steps[None]:
    """Yields no steps, for callers that have nothing to do."""
    yield from ()


def taken_out(items: Iterable[T]) -> Iterator[T]:
    """Yields items in their order and empties a list along the way."""
    if not isinstance(items, list):
        yield from items
        return
    items.reverse()
    while items:
        yield items.pop()


def stretches(items: Iterable[T], size: int = STRETCH_ITEMS) -> Iterator[tuple[T, ...]]:
    """Splits items into stretches, each of them to be followed by a `yield`."""
    left = iter(items)
    while stretch := tuple(islice(left, size)):
        yield stretch


def kept(items: Iterable[T], is_wanted: Callable[[T], bool]) -> Steps[list[T]]:
    """Collects the wanted items, a stretch a step."""
    found: list[T] = []
    for stretch in stretches(items):
        found += filter(is_wanted, stretch)
        yield
    return found


def each(items: Iterable[T], act: Callable[[T], object]) -> Steps[None]:
    """Calls a function for each item, in steps."""
    for stretch in stretches(items):
        for item in stretch:
            act(item)
        yield


def let_go(*collections: list[Any] | dict[Any, Any], a_step: int = FREED_ITEMS) -> Steps[None]:
    """Empties lists and dictionaries that nobody else uses any more, in steps.

    What is freed at once holds the loop: a request's 200,000 partitions, or as many former states, for 0.1 s.

    Args:
        collections: one is emptied after the other.
        a_step: how many items go in a step; fewer where each holds many others.
    """
    for items in collections:
        while items:
            if isinstance(items, list):
                del items[-a_step:]
            else:
                for _ in range(min(len(items), a_step)):
                    items.popitem()
            yield


def at_once(steps: Steps[T]) -> T:
    """Runs all steps without a pause; returns the result."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: T = end.value
            return result


async def in_slices(steps: Steps[T], pace: Pausing, recheck: Callable[[], object] = lambda: None) -> T:
    """Runs all steps and lets the loop run between them; returns the result.

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


def in_order(items: Iterable[T], key: Callable[[T], Any] = lambda item: item) -> Steps[list[T]]:
    """Sorts items as `sorted` does, in steps: some at a time, then merged.

    Args:
        items: must not change meanwhile.
        key: what an item is sorted by; by itself if not given.
    """
    runs: list[list[T]] = []
    run: list[T] = []
    for item in items:
        run.append(item)
        if len(run) == SORTED_AT_ONCE:
            run.sort(key=key)
            runs.append(run)
            run = []
            yield
    run.sort(key=key)
    if not runs:
        return run
    runs.append(run)
    merged: list[T] = []
    for item in heapq.merge(*runs, key=key):
        merged.append(item)
        yield
    return merged
