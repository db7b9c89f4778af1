"""What hunts have found: a file beside this one, written by `python -m tests.support.simulation.mutants --record`.

    found.json ─▶ recorded: mutant ─▶ Found ─▶ tests, page
        ▲ record

A seed is worth something as long as seeds draw what they drew then: where a workload, a fault or the order of events
changes, others find the mutants, and all are looked for again. Not here: the hunt (`hunt`).
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Final

from tests.support.simulation.mutants.hunt import Found

FILE: Final = Path(__file__).with_name("found.json")


def recorded() -> dict[str, Found]:
    """Reads what was found, by mutants' names; a mutant that is not in it was not looked for."""
    return {name: Found(**body) for name, body in json.loads(FILE.read_text(encoding="utf-8")).items()}


def record(name: str, found: Found) -> None:
    """Writes what came of one mutant's hunt."""
    known = recorded() | {name: found}
    lines = ",\n".join(f" {json.dumps(key)}: {json.dumps(asdict(known[key]))}" for key in sorted(known))
    FILE.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
