"""Runs seeds in a child process that has a line of the product gone, and reads which of them failed first.

    parent   first_failure("…child", "truncates-too-far", [1, 2, 3]) ─ [1, 2, 3] ─▶ stdin
    child    imports the mutant, then the simulation, runs seed after seed ─ tell(outcomes)
    parent   Failure, or None ◀─ {"seed": 2, "invariant": "lost-write", "detail": "…"}, or null ◀─ stdout

A child can have imported nothing that is to be mutated: so this module imports nothing of kavka. Not here: what the
children run (`child`, `guard_child`).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from tests.support.simulation.mutants.mutant import ROOT

if TYPE_CHECKING:
    from kavka.simulation.outcome import Outcome

DETAIL_MAX: Final = 300


class Failure(NamedTuple):
    """A seed that failed, the first invariant that did not hold, and how."""

    seed: int
    invariant: str
    detail: str


def first_failure(module: str, argument: str, seeds: Sequence[int] = ()) -> Failure | None:
    """Runs a child up to its first seed that fails; None: none did.

    Args:
        module: the child's, beside this one.
        argument: its only one.
        seeds: what it reads, in this order.

    Raises:
        RuntimeError: it failed itself; the message has the end of what it said.
    """
    command = [sys.executable, "-m", f"{__package__}.{module}", argument]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        command, input=json.dumps([*seeds]), cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr[-2_000:]}")
    body = json.loads(done.stdout.splitlines()[-1])
    return None if body is None else Failure(**body)


def tell(outcomes: Iterable[Outcome]) -> None:
    """Prints the first outcome that failed, or null; in the child."""
    failed = next((outcome for outcome in outcomes if outcome.has_failed), None)
    if failed is None:
        tell_failure(None)
        return
    first = failed.violations[0]
    tell_failure(Failure(failed.seed, first.invariant, first.detail[:DETAIL_MAX]))


def tell_failure(failure: Failure | None) -> None:
    """Prints a failure as its parent reads it."""
    print(json.dumps(failure and failure._asdict()))
