"""The tables of docs/simulation.md, made from the code: faults, workloads, figures, invariants, shipped scenarios.

`python -m kavka.simulation.simulation_page docs/simulation.md` rewrites what stands between each pair of markers; `make
generate` calls it, and a tidy test holds the page to it. The prose around is written by hand. No part of a simulation.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from kavka.simulation.aimed_draws import AIMED
from kavka.simulation.checks.invariants import INVARIANTS
from kavka.simulation.fault_table import FAULT_ROWS
from kavka.simulation.faults import BY_HAND
from kavka.simulation.scenario import FIGURES, KINDS
from kavka.simulation.shipped_scenarios import shipped_names, shipped_scenario
from kavka.simulation.workloads import WORKLOADS

_BETWEEN: Final = re.compile(r"(<!-- generated: (\w+) -->\n).*?(<!-- end of \2 -->)", re.DOTALL)


def rewritten(text: str) -> str:
    """Returns the page with each table between its markers regenerated. Raises KeyError: a marker names no table."""
    return _BETWEEN.sub(lambda found: f"{found[1]}{TABLES[found[2]]()}\n{found[3]}", text)


def _table(head: tuple[str, ...], rows: Iterator[tuple[str, ...]]) -> str:
    rule = tuple("---" for _ in head)
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, rule, *rows))


def _faults() -> str:
    def rows() -> Iterator[tuple[str, ...]]:
        for kind, row in FAULT_ROWS.items():
            drawn = "yes" if kind in AIMED.union(KINDS) else "no" if kind in BY_HAND else "if `kinds` says so"
            yield f"`{kind}`", row.what, row.targets, row.amount, row.text, drawn

    return _table(("kind", "what happens", "targets", "amount", "text", "drawn"), rows())


def _workloads() -> str:
    def rows() -> Iterator[tuple[str, ...]]:
        for name, kind in sorted(WORKLOADS.items()):
            yield f"`{name}`", _about(kind)

    return _table(("workload", "what its clients do"), rows())


def _about(kind: object) -> str:
    """Returns what a workload says of itself, or of its module where it refers to that."""
    own = (kind.__doc__ or "").partition("\n")[0]
    if own.startswith("See the module"):
        own = (sys.modules[kind.__module__].__doc__ or "").partition("\n")[0]
    return own.rstrip(".")


def _figures() -> str:
    return _table(("figure", "what it counts"), ((f"`{name}`", what) for name, what in FIGURES.items()))


def _invariants() -> str:
    rows = ((f"`{found.name}`", found.sentence, ", ".join(found.kafka)) for found in INVARIANTS)
    return _table(("invariant", "what it promises", "broken by"), rows)


def _scenarios() -> str:
    rows = ((f"`{name}`", shipped_scenario(name).about) for name in shipped_names())
    return _table(("scenario", "what happens, and what must come of it"), rows)


TABLES: Final[dict[str, Callable[[], str]]] = {
    "faults": _faults,
    "workloads": _workloads,
    "figures": _figures,
    "invariants": _invariants,
    "scenarios": _scenarios,
}
"""By the names of their markers."""


def main(path: str) -> None:
    """Rewrites the page."""
    page = Path(path)
    page.write_text(rewritten(page.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
