"""Shrinks the schedule of a failure: the shortest one found that still fails, by delta debugging.

    all faults ─▶ without halves, quarters, … single faults ─▶ nothing more can go ─▶ shorter durations ─▶ shorter again
                  (ddmin: Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", 2002)

Still failing means that the same invariant is broken first: another failure is another story. Runs are bounded. The
seed stays, but what it decides after a fault that is gone may be different: that is why each candidate is run.
Not here: how a run is judged (the caller's `fails`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from kavka.simulation.faults import Fault, Schedule

RUNS_MAX: Final = 100
SHORTEST_MS: Final = 100


@dataclass(frozen=True, slots=True)
class Shrunk:
    """What shrinking came to.

    Attributes:
        faults: the schedule, which fails.
        runs: how many it took.
        is_minimal: none of its faults can go; False: the runs were used up before that was known.
    """

    faults: Schedule
    runs: int
    is_minimal: bool


class _RunsUsedUp(Exception):
    """As many runs as allowed."""


class _Shrinker:
    def __init__(self, faults: Schedule, fails: Callable[[Schedule], bool], runs_max: int) -> None:
        self.faults = faults
        self.runs = 0
        self.is_minimal = False
        self._fails = fails
        self._runs_max = runs_max
        self._tried: set[Schedule] = {faults}

    def _try(self, candidate: Schedule) -> bool:
        """Takes a candidate over if it fails, too."""
        if candidate in self._tried:
            return False
        if self.runs >= self._runs_max:
            raise _RunsUsedUp
        self.runs += 1
        self._tried.add(candidate)
        if self._fails(candidate):
            self.faults = candidate
            return True
        return False

    def leave_out(self) -> None:
        """Leaves faults out, many at once first."""
        size = max(1, len(self.faults) // 2)
        if not self.faults or self._try(()):
            self.is_minimal = True
            return
        while True:
            is_smaller = any(self._try(candidate) for candidate in _without(self.faults, size))
            if is_smaller:
                size = min(size, max(1, len(self.faults) // 2))
            elif size == 1:
                self.is_minimal = True
                return
            else:
                size //= 2

    def shorten(self) -> None:
        """Halves durations as long as it fails."""
        for index in range(len(self.faults)):
            while (lasts_ms := self.faults[index].lasts_ms // 2) >= SHORTEST_MS:
                if not self._try(_exchanged(self.faults, index, replace(self.faults[index], lasts_ms=lasts_ms))):
                    break


def _without(faults: Schedule, size: int) -> Iterator[Schedule]:
    for first in range(0, len(faults), size):
        yield faults[:first] + faults[first + size :]


def _exchanged(faults: Schedule, index: int, fault: Fault) -> Schedule:
    return (*faults[:index], fault, *faults[index + 1 :])


def shrink(faults: Schedule, fails: Callable[[Schedule], bool], *, runs_max: int = RUNS_MAX) -> Shrunk:
    """Returns a shorter schedule that still fails.

    Args:
        faults: a schedule that fails.
        fails: runs one, and tells whether it fails in the same way.
        runs_max: how often `fails` may be called.
    """
    shrinker = _Shrinker(faults, fails, runs_max)
    try:
        shrinker.leave_out()
        shrinker.shorten()
    except _RunsUsedUp:
        pass
    return Shrunk(shrinker.faults, shrinker.runs, shrinker.is_minimal)
