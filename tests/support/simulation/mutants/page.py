"""docs/simulation-mutants.md, made from the table of mutants and from what hunts have found.

    MUTANTS, GUARDS ─────────┐
    found.json, guards.json ─┴─▶ page() ─▶ docs/simulation-mutants.md

`make generate` writes it; a test holds the page to it. Nothing is hunted here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from tests.support.simulation.mutants.found import recorded
from tests.support.simulation.mutants.guards import guards_section
from tests.support.simulation.mutants.hunt import Found
from tests.support.simulation.mutants.mutant import Mutant
from tests.support.simulation.mutants.table import MUTANTS

INTRODUCTION: Final = """# Mutants that the simulation finds

Written by `make generate` from `tests/support/simulation/mutants`; do not edit.

A simulation that never fails may be one that cannot fail. So guards of the product are taken away, one line each, and
seeds are run until an invariant does not hold; a seed counts only if it passes with the guard in its place. *Seed* is
the first, from 1 on, that found the mutant when it was last looked for; *runs* is how many it took: seeds that draw
nothing of what the mutant needs to be seen (its workloads, its faults) are passed over. Tickets are those of Apache
Kafka, where the mutant was a bug once.

Where two guards do the same work, each alone suffices, and neither is missed. What is said to be *removed as well* is
gone both with the mutant and without it: the seed passes then, and fails only when this last guard goes, too.

`python -m tests.support.simulation.mutants --mutant NAME` looks for one of them again; `--check` tells whose seed finds
it no more, since draws change with the product, and `--check --record` looks for those anew.
"""

MISSED: Final = (
    "Another guard does the same work there, or it takes more runs, or a workload, a fault or a check is missing."
)


def page(mutants: Sequence[Mutant] = MUTANTS, found: Mapping[str, Found] | None = None) -> str:
    """Renders the whole page as Markdown.

    Args:
        mutants: which ones it tells of.
        found: by their names; None: what was recorded.
    """
    found = recorded() if found is None else found
    caught = [mutant for mutant in mutants if _is_caught(found.get(mutant.name))]
    missed = [mutant for mutant in mutants if mutant.name in found and not _is_caught(found[mutant.name])]
    lines = [INTRODUCTION, f"## {len(caught)} are found", ""]
    lines += ["| mutant | the guard that is gone | ticket | scenario | seed | runs | invariant |"]
    lines += ["|---|---|---|---|---:|---:|---|"]
    lines += [_row(mutant, found[mutant.name]) for mutant in caught]
    if missed:
        lines += ["", f"## {len(missed)} are not, so far", "", MISSED, ""]
        lines += ["| mutant | the guard that is gone | ticket | scenario | runs without a failure | why |"]
        lines += ["|---|---|---|---|---:|---|"]
        lines += [_missed_row(mutant, found[mutant.name]) for mutant in missed]
    return "\n".join([*lines, guards_section(), ""])


def _is_caught(found: Found | None) -> bool:
    return found is not None and found.seed is not None


def _row(mutant: Mutant, found: Found) -> str:
    cells = (
        f"`{mutant.name}`",
        _guard(mutant),
        mutant.kafka,
        mutant.scenario,
        f"{found.seed:,}",
        f"{found.tried:,}",
        found.invariant,
    )
    return f"| {' | '.join(cells)} |"


def _missed_row(mutant: Mutant, found: Found) -> str:
    cells = (f"`{mutant.name}`", _guard(mutant), mutant.kafka, mutant.scenario, f"{found.tried:,}", mutant.missed)
    return f"| {' | '.join(cells)} |"


def _guard(mutant: Mutant) -> str:
    others = "; ".join(edit.guard for edit in mutant.beside)
    return f"{mutant.guard} (removed as well: {others})" if others else mutant.guard
