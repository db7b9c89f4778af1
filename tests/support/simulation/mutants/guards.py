"""Runs the shipped scenarios with the line gone that each watches over, and keeps what failed then.

    GUARDS ─ failure_without ─ a child process without the line ─ the guard's seeds ─▶ the first that fails
                                                                                               │ record_failure
                           a table of docs/simulation-mutants.md ◀─ guards_section ◀─ guards.json

With the line in its place the same seeds pass, which `tests/simulation/test_scenarios.py` says each time. Not here: the
table of the guards (`scenario_guards`), and guards that default seeds watch over (`table`).
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from tests.support.simulation.mutants.mutant import ROOT
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


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardFailure:
    """What failed with a guard gone.

    Attributes:
        seed: with which it did.
        invariant: the first that did not hold.
        detail: how.
    """

    seed: int
    invariant: str
    detail: str

    @property
    def what(self) -> str:
        """Names what failed, for people: the invariant, or the figure that was beyond its limit."""
        return f"{LIMIT}: {self.detail.partition(':')[0]}" if self.invariant == LIMIT else self.invariant


def failure_without(guard: ScenarioGuard) -> GuardFailure | None:
    """Runs a scenario without its guard; None: no seed fails."""
    command = [sys.executable, "-m", "tests.support.simulation.mutants.guard_child", guard.scenario]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr[-2_000:]}")
    body = json.loads(done.stdout.splitlines()[-1])
    return None if body is None else GuardFailure(**body)


def guard_failures() -> dict[str, GuardFailure]:
    """Reads what failed without each guard, by scenarios' names."""
    return {name: GuardFailure(**body) for name, body in json.loads(FILE.read_text(encoding="utf-8")).items()}


def record_failure(scenario: str, failure: GuardFailure) -> None:
    """Writes what failed without a scenario's guard; scenarios that are gone go."""
    known = (guard_failures() if FILE.exists() else {}) | {scenario: failure}
    names = [guard.scenario for guard in GUARDS if guard.scenario in known]
    lines = ",\n".join(f" {json.dumps(name)}: {json.dumps(asdict(known[name]))}" for name in sorted(names))
    FILE.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


def guards_section() -> str:
    """Renders the table of the guards as Markdown."""
    known = guard_failures()
    return HEADING + "\n".join(_row(guard, known[guard.scenario]) for guard in GUARDS)


def _row(guard: ScenarioGuard, failure: GuardFailure) -> str:
    found = FINDING.fullmatch(guard.guard)
    assert found is not None, f"{guard.scenario}: its guard does not say as what its lack was found"
    cells = (found[2], f"`{guard.scenario}`", found[1], str(failure.seed), failure.what)
    return f"| {' | '.join(cells)} |"
