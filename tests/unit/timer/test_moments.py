"""What mypy says of two clocks: the types exist for it alone, so it alone can show that they are kept apart."""

from __future__ import annotations

import pytest

from kavka.timer.clock import ManualClock, SystemClock
from kavka.timer.moments import MonotonicMs, WallMs
from tests.support.typing_errors import typing_errors

SNIPPET = """
from kavka.timer.clock import Clock
from kavka.timer.moments import MonotonicMs, WallMs

def wanted(clock: Clock, wall: WallMs, monotonic: MonotonicMs, ms: int) -> None:
    {line}
"""

SOUND = [
    "waited_ms: int = wall - clock.now_ms()",
    "waited_ms: int = clock.monotonic_ms() - monotonic",
    "due: MonotonicMs = clock.monotonic_ms() + ms",
    "since: WallMs = wall - ms",
    "later: MonotonicMs = max(monotonic, clock.monotonic_ms() + ms)",
    "is_due: bool = monotonic + ms <= clock.monotonic_ms()",
    "timestamp: int = wall",
]
MIXED = [
    "waited_ms: int = wall - clock.monotonic_ms()",
    "waited_ms: int = max(0, monotonic - clock.now_ms())",
    "due: MonotonicMs = clock.now_ms() + ms",
    "since: WallMs = monotonic - ms",
    "is_due: bool = wall < clock.monotonic_ms()",
    "is_due: bool = monotonic + ms >= clock.now_ms()",
    "moment: WallMs = ms",
    "moment: MonotonicMs = wall - wall",
]


@pytest.fixture(scope="module")
def errors_of(tmp_path_factory):
    return typing_errors(tmp_path_factory.mktemp("moments"), SNIPPET, SOUND + MIXED)


@pytest.mark.slow
@pytest.mark.parametrize("line", SOUND)
def test_one_clock_adds_and_compares(errors_of, line):
    assert errors_of[line] == []


@pytest.mark.slow
@pytest.mark.parametrize("line", MIXED)
def test_two_clocks_or_a_clock_and_a_number_are_refused(errors_of, line):
    assert errors_of[line]


@pytest.mark.parametrize("clock", [SystemClock(), ManualClock(5, wall_ms=7)])
def test_moments_are_plain_ints_when_the_program_runs(clock):
    assert type(clock.now_ms()) is int
    assert type(clock.monotonic_ms()) is int
    assert WallMs is int
    assert MonotonicMs is int
