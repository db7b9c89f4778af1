"""pytest's side of `@pytest.mark.kafka_simulation`: one async test, run in a world of its own for each seed.

    the mark ─▶ UserPlan ─▶ seed 1 ─ passes ─▶ seed 2 ─ passes ─▶ … seed n ─▶ passed
                               └ fails ─▶ the shortest schedule that fails ─▶ the test's own error, with a note:
                                          the seed, how to run it alone, what happened to whom

The test's fixtures are set up once for all its seeds; `kafka_simulation` is another one for each. Loaded by
`kavka.pytest_plugin` when a test has the mark. Not here: what a run is (`user_simulation`).
"""

from __future__ import annotations

import inspect
import os
import shlex
import sys
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final

import pytest

from kavka.simulation.faults import BY_HAND, FaultKind, Schedule
from kavka.simulation.hands import OVER
from kavka.simulation.heap import frozen_heap
from kavka.simulation.scenario import ScenarioError, check_settings
from kavka.simulation.shrink import shrink
from kavka.simulation.spin import SPIN_S
from kavka.simulation.trace import US_PER_S, Entry, timeline
from kavka.simulation.user_simulation import (
    KINDS,
    SECONDS,
    KafkaSimulation,
    SimulationSpins,
    UserPlan,
    UserRun,
    run_test,
)

NAME: Final = "kafka_simulation"
OPTIONS: Final = ("seeds", "brokers", "faults", "seconds", "settings")
SEEDS: Final = 50
SHRINKING_RUNS_MAX: Final = 20
SHRINKING_SIMULATED_S_MAX: Final = 600
"""Who waits for a red test wants its error first, and fewer faults second. Not the processor's time, for by that a seed
would fail with other faults on another machine."""
TIMELINE_LINES_MAX: Final = 200

Test = Callable[..., Coroutine[Any, Any, object]]


def run_item(item: pytest.Function, *, seed: int | None, seeds: int | None, spin_s: float | None) -> None:
    """Runs a test that has the mark once for each of its seeds; raises what the first failing seed raised.

    Args:
        item: the test.
        seed: this one alone; None: those that the mark says.
        seeds: so many, in place of the mark's number.
        spin_s: how long one turn may compute, in seconds of CPU time; None: as long as elsewhere.
    """
    test = _coroutine_function(item)
    options = _marked(item)
    numbers = range(1, (seeds or options["seeds"]) + 1) if seed is None else [seed]
    plan = UserPlan(
        brokers=options["brokers"],
        seconds=options["seconds"],
        settings={key: str(value) for key, value in options["settings"].items()},
        kinds=_kinds(options["faults"]),
    )
    arguments = {name: item.funcargs[name] for name in item._fixtureinfo.argnames if name != NAME}

    keeps_handlers = "caplog" in item.fixturenames

    async def once(simulation: KafkaSimulation) -> None:
        given = {NAME: simulation} if NAME in item._fixtureinfo.argnames else {}
        await test(**arguments, **given)

    with frozen_heap():
        for number in numbers:
            run = run_test(number, plan, once, keeps_handlers=keeps_handlers, spin_s=spin_s or SPIN_S)
            if run.error is not None:
                _report(item, _shortest(run, plan, once), numbers)


def _coroutine_function(item: pytest.Function) -> Test:
    """Returns the test as it is written: pytest-asyncio wraps it into a function that is none of asyncio's."""
    for function in (item.obj, getattr(item.obj, "__wrapped__", None)):
        if inspect.iscoroutinefunction(function):
            return function
    raise pytest.UsageError(f"{item.nodeid}: kafka_simulation runs async tests: write `async def {item.name}`")


# ---- the mark -----------------------------------------------------------------------------------------------------


def _marked(item: pytest.Function) -> dict[str, Any]:
    """What all marks say, the nearest last."""
    wanted: dict[str, Any] = {
        "seeds": SEEDS,
        "brokers": 3,
        "faults": "default",
        "seconds": SECONDS,
        "settings": {},
    }
    for mark in reversed(list(item.iter_markers(NAME))):
        if mark.args:
            raise pytest.UsageError(f"{NAME} takes names only, such as {NAME}(seeds=50), not {mark.args}")
        unknown = [name for name in mark.kwargs if name not in OPTIONS]
        if unknown:
            raise pytest.UsageError(f"{NAME} has no {unknown[0]!r}; it has {', '.join(OPTIONS)}")
        wanted |= mark.kwargs
    for name in ("seeds", "brokers", "seconds"):
        if not isinstance(wanted[name], int) or wanted[name] < 1:
            raise pytest.UsageError(f"{NAME}({name}={wanted[name]!r}): it is a number of at least 1")
    try:
        check_settings({key: str(value) for key, value in wanted["settings"].items()})
    except ScenarioError as error:
        raise pytest.UsageError(f"{NAME}(settings=…): {error}") from None
    return wanted


def _kinds(faults: str | Sequence[str]) -> tuple[FaultKind, ...]:
    if faults == "default":
        return KINDS
    if faults == "none":
        return ()
    named = [faults] if isinstance(faults, str) else list(faults)
    drawn = [kind for kind in FaultKind if kind not in BY_HAND]
    for name in named:
        if name not in drawn:
            raise pytest.UsageError(
                f"{NAME}(faults=…): there is no {name!r}; there are default, none, {', '.join(drawn)}"
            )
    return tuple(map(FaultKind, named))


# ---- a failure ----------------------------------------------------------------------------------------------------


def _shortest(run: UserRun, plan: UserPlan, test: Callable[[KafkaSimulation], Coroutine[Any, Any, None]]) -> UserRun:
    """Returns the run with the fewest faults that was found to fail with an error of the same type."""
    failed = [run]
    left_us = SHRINKING_SIMULATED_S_MAX * US_PER_S

    def fails(faults: Schedule) -> bool:
        nonlocal left_us
        if left_us <= 0:
            return False
        found = run_test(run.seed, plan, test, faults=faults)
        left_us -= found.simulated_us
        is_same = type(found.error) is type(run.error)
        if is_same:
            failed.append(found)
        return is_same

    if not isinstance(run.error, Exception):  # skipped, or interrupted
        return run
    if isinstance(run.error, SimulationSpins):  # the next one would take as long
        return run
    shrink(run.faults, fails, runs_max=SHRINKING_RUNS_MAX)
    return failed[-1]


def _report(item: pytest.Function, run: UserRun, numbers: Sequence[int]) -> None:
    """Raises the run's error, with what one needs to see it again."""
    error = run.error
    assert error is not None
    if isinstance(error, Exception) or type(error) is pytest.fail.Exception:
        error.add_note("\n".join(_note(item.nodeid, run, numbers)))
        entries = run.timeline[-TIMELINE_LINES_MAX:]
        item.add_report_section("call", "kafka_simulation", timeline(entries))
    raise error


def _note(nodeid: str, run: UserRun, numbers: Sequence[int]) -> list[str]:
    tried = len(numbers)
    which = f"seed {run.seed}" if tried == 1 else f"seed {run.seed} of {numbers[0]} to {numbers[-1]}"
    hash_seed = os.environ.get("PYTHONHASHSEED", "random")
    before = "" if hash_seed == "random" else f"PYTHONHASHSEED={hash_seed} "
    lines = [
        "",
        f"kafka_simulation: {which} fails. To run it alone:",
        f"    {before}pytest {shlex.quote(nodeid)} --kafka-simulation-seed {run.seed}",
    ]
    if hash_seed == "random" and "aiokafka" in sys.modules:
        lines += [
            "aiokafka goes by the order of sets of texts, which is another one in each process: if it passes there,",
            "run both with the same PYTHONHASHSEED (PYTHONHASHSEED=0 pytest …).",
        ]
    happened = [_told(entry) for entry in run.timeline if entry.kind == "fault" and not entry.words.startswith(OVER)]
    if happened:
        lines += ["What happened, as short as it was found to fail:", *happened]
    else:
        lines.append("It fails without any fault.")
    return lines


def _told(entry: Entry) -> str:
    words = entry.words if entry.lane in entry.words else f"{entry.lane}: {entry.words}"
    return f"    {entry.time_us / 1e6:8.3f} s  {words}"
