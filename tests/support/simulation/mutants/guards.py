"""Runs the shipped scenarios with the line gone that each watches over, and keeps what failed then.

    GUARDS ─ failure_without ─ a child process without the line ─ the guard's seeds ─▶ the first that fails
                                                                                               │ record_failure
                           a table of docs/simulation-mutants.md ◀─ guards_section ◀─ guards.json

With the line in its place the same seeds pass, which `tests/simulation/test_scenarios.py` says each time. Not here: the
table of the guards (`scenario_guards`), and guards that default seeds watch over (`table`).
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final

from tests.support.simulation.mutants.children import Failure, first_failure
from tests.support.simulation.scenario_guards import GUARDS, ScenarioGuard

FILE: Final = Path(__file__).with_name("guards.json")
FINDING: Final = re.compile(r"(.*) \(([A-Z]\d+)\)")
"""What is gone, and as what its lack was found."""
LIMIT: Final = "limit"

HEADING: Final = """
## Guards of the shipped scenarios

Each scenario that is shipped (`kavka simulate --scenario list`) watches over a line of the product, by what went wrong
once without it. With the line gone it fails, with the seed that stands here; two lines are gone where either of them
suffices. `python -m tests.support.simulation.mutants --guards` tries all of them again.

| found as | scenario | the guard that is gone | seed | what fails |
|---|---|---|---:|---|
"""


def failure_without(guard: ScenarioGuard) -> Failure | None:
    """Runs a scenario without its guard; None: no seed fails."""
    return first_failure("guard_child", guard.scenario)


def guard_failures() -> dict[str, Failure]:
    """Reads what failed without each guard, by scenarios' names."""
    return {name: Failure(**body) for name, body in json.loads(FILE.read_text(encoding="utf-8")).items()}


def record_failure(scenario: str, failure: Failure) -> None:
    """Writes what failed without a scenario's guard; scenarios that are gone go."""
    known = (guard_failures() if FILE.exists() else {}) | {scenario: failure}
    names = [guard.scenario for guard in GUARDS if guard.scenario in known]
    lines = ",\n".join(f" {json.dumps(name)}: {json.dumps(known[name]._asdict())}" for name in sorted(names))
    FILE.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


def what_failed(failure: Failure) -> str:
    """Names what failed, for people: the invariant, or the figure that was beyond its limit."""
    return f"{LIMIT}: {failure.detail.partition(':')[0]}" if failure.invariant == LIMIT else failure.invariant


def guards_section() -> str:
    """Renders the table of the guards as Markdown."""
    known = guard_failures()
    return HEADING + "\n".join(_row(guard, known[guard.scenario]) for guard in GUARDS)


def _row(guard: ScenarioGuard, failure: Failure) -> str:
    found = FINDING.fullmatch(guard.guard)
    assert found is not None, f"{guard.scenario}: its guard does not say as what its lack was found"
    cells = (found[2], f"`{guard.scenario}`", found[1], str(failure.seed), what_failed(failure))
    return f"| {' | '.join(cells)} |"
