"""What every benchmark prints: a table for people, rows for programs.

A row is {name, unit, ours, baseline, baseline_name, ratio}; a ratio above 1 means that ours is ahead, whichever way
the unit points (for times and costs the quotient is turned round).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

LESS_IS_BETTER = {"s", "ms", "µs", "ns", "MB resident", "µs CPU", "bytes"}


@dataclass(frozen=True, slots=True)
class Row:
    """One measured thing beside its baseline."""

    name: str
    unit: str
    ours: float
    baseline: float | None
    baseline_name: str

    @property
    def ratio(self) -> float | None:
        """Returns how far ours is ahead; None without a baseline."""
        if not self.baseline or not self.ours:
            return None
        return self.baseline / self.ours if self.unit in LESS_IS_BETTER else self.ours / self.baseline


def parser(name: str, description: str) -> argparse.ArgumentParser:
    """Builds the parser of the options that all benchmarks share."""
    made = argparse.ArgumentParser(prog=f"python -m benchmarks.{name}", description=description)
    made.add_argument("--json", metavar="FILE", type=Path, help="write the rows there as JSON, too")
    return made


def publish(title: str, rows: Sequence[Row], json_path: Path | None) -> None:
    """Prints the table; writes the rows where --json said."""
    print(f"\n{title}\n")
    print("| what | unit | ours | baseline | ratio | against |")
    print("|---|---|---:|---:|---:|---|")
    for row in rows:
        ratio = "" if row.ratio is None else f"{row.ratio:.2f}"
        cells = (row.name, row.unit, _number(row.ours), _number(row.baseline), ratio, row.baseline_name)
        print(f"| {' | '.join(cells)} |")
    if json_path is not None:
        json_path.write_text(json.dumps([asdict(row) | {"ratio": row.ratio} for row in rows], indent=1) + "\n")


def _number(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
