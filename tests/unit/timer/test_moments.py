"""What mypy says of two clocks: the types exist for it alone, so it alone can show that they are kept apart."""

from __future__ import annotations

import importlib.util
import os

import pytest

from kavka.timer.clock import ManualClock, SystemClock
from kavka.timer.moments import MonotonicMs, WallMs

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
    """Returns mypy's errors by line of code; one run for all of them."""
    if importlib.util.find_spec("mypy") is None:
        if os.environ.get("CI", "").lower() == "true":
            pytest.fail("mypy is not installed")
        pytest.skip("mypy is not installed: pip install 'kavka[compiled]'")
    from mypy import api  # a fixture may say that it is missing

    folder = tmp_path_factory.mktemp("moments")
    files = []
    for number, line in enumerate(SOUND + MIXED):
        path = folder / f"snippet_{number}.py"
        path.write_text(SNIPPET.format(line=line))
        files.append(str(path))
    written, failed, _ = api.run(
        [
            *("--strict", "--no-error-summary", "--follow-imports=silent", "--config-file="),
            *("--cache-dir", str(folder / "cache")),
            *files,
        ]
    )
    assert not failed
    found = {line: [] for line in SOUND + MIXED}
    for error in written.splitlines():
        number = error.split("snippet_", 1)[1].split(".", 1)[0]
        found[(SOUND + MIXED)[int(number)]].append(error)
    return found


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
