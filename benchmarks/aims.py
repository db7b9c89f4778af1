"""What a start may take, as aims: a line of `aims_history.jsonl` a release, and who has met an aim keeps it.

    python -m benchmarks.startup --record ─▶ rounds ─▶ rows: median, best, aim ─▶ a line
                                                          └─▶ against the newest line of the same build: broken floors

As in `versus_history`, whose lines these are like: an aim that was met in the newest line of a build is a floor, and is
broken where even the best round of a new run misses it, since the machines are noisy. Here less is better. Not here:
measuring (`startup`), and what is beside Kafka (`versus`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Final

from benchmarks.versus_history import Row, Run

HISTORY: Final = Path(__file__).with_name("aims_history.jsonl")
IDLE_BROKER: Final = "idle broker"
FIRST_CLUSTER: Final = "kafka_cluster(brokers=3), first of a process"
LATER_CLUSTER: Final = "kafka_cluster(brokers=3), later ones"
AIMS: Final[Mapping[str, tuple[float, str]]] = {
    IDLE_BROKER: (45.0, "MB resident"),
    FIRST_CLUSTER: (0.4, "s"),
    LATER_CLUSTER: (0.2, "s"),
}
"""By what is measured: at most so much of which unit."""


def rows_of(rounds: Mapping[str, Sequence[float]]) -> list[Row]:
    """Returns what a line says of the rounds of each thing that has an aim."""
    return [
        {"name": name, "unit": unit, "median": median(rounds[name]), "best": min(rounds[name]), "aim": aim}
        for name, (aim, unit) in AIMS.items()
        if name in rounds
    ]


def broken_floors(rows: Iterable[Row], before: Run | None) -> list[str]:
    """Names the rows that met their aim before, and do not in any round now."""
    floors = {} if before is None else {row["name"]: row["aim"] for row in before.rows if row["median"] <= row["aim"]}
    return [
        f"{row['name']}: {row['best']:.3g} {row['unit']} at best, and was within {floors[row['name']]:.3g}"
        for row in rows
        if row["name"] in floors and row["best"] > floors[row["name"]]
    ]
