"""How everything grows: what idle partitions cost a load, and what one event costs among n of its kind.

Each row is a figure at several n and the exponent of its growth (`growth_fit`): 0 is the aim for what is only there,
at most 1.05 for the total work of n. Real brokers carry the idle partitions (`growth_idle`), with --kafka-libs Apache
Kafka does the same in the same run. Measured on the real classes in this process: how a cluster is described and led
(`metadata`), the controller with brokers that keep nothing (`controller`), groups, connections, producers and
transactions (`growth_coordinators`), looks at all partitions (`growth_partitions`). --plot draws all of it
(`growth_plot`).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Final

from benchmarks import (
    controller,
    growth_coordinators,
    growth_idle,
    growth_partitions,
    metadata,
    real_brokers,
    report,
)
from benchmarks.growth_fit import Series, exponent, table
from benchmarks.growth_plot import plot
from benchmarks.timing_wheel import figures

IDLE: Final = (0, 300, 1_000, 3_000)
DESCRIBED: Final = (1_000, 10_000, 50_000)
LED: Final = (300, 1_000, 10_000)
CONTROLLED: Final = (1_000, 5_000, 25_000)
STEP: Final = "longest step"


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the benchmark from the command line."""
    parser = report.parser("growth", (__doc__ or "").partition("\n")[0])
    parser.add_argument("--idle", type=int, nargs="*", default=IDLE, help="numbers of idle partitions, ascending")
    parser.add_argument("--idle-only", action="store_true", help="nothing but those")
    parser.add_argument("--seconds", type=float, default=4.0, help="length of each load")
    parser.add_argument("--warm", type=float, default=2.0, help="length of the load before it")
    parser.add_argument("--kafka-libs", type=Path, metavar="DIR", help="Kafka's jars: measure it in the same run")
    parser.add_argument("--plot", type=Path, metavar="FILE.png", help="draw the figures")
    chosen = parser.parse_args(arguments)
    figure_class = figures() if chosen.plot else None
    series = idle(chosen.idle, chosen.kafka_libs, seconds=chosen.seconds, warm=chosen.warm) if chosen.idle else []
    if not chosen.idle_only:
        series += [*described(), *controlled(), *growth_partitions.rows(), *growth_coordinators.rows()]
    print(table(series))
    if chosen.json is not None:
        made = [asdict(one) | {"exponent": exponent(one.figures)} for one in series]
        chosen.json.write_text(json.dumps(made, indent=1) + "\n")
    if figure_class is not None:
        plot(figure_class, series, chosen.plot)


def idle(counts: Sequence[int], kafka_libs: Path | None, *, seconds: float, warm: float) -> list[Series]:
    """Measures what idle partitions cost."""
    ours = growth_idle.measure(real_brokers.kavka_command, counts, seconds=seconds, warm=warm)
    rival = None
    if kafka_libs is not None:
        rival = growth_idle.measure(real_brokers.kafka_command(kafka_libs), counts, seconds=seconds, warm=warm)
    return growth_idle.series(ours, rival)


def described() -> list[Series]:
    """Measures what a broker pays for the cluster's size and for its own partitions."""
    found: dict[tuple[str, str], dict[int, float]] = {}
    for sizes, led in ((DESCRIBED, ()), ((), LED)):
        for count, name, unit, figure in metadata.figures(sizes, led):
            found.setdefault((name, unit), {})[count] = figure
    return [
        Series(f"metadata: {name.replace(': ', ', ')}", unit, unit != "ms" or STEP in name, figures)
        for (name, unit), figures in found.items()
    ]


def controlled() -> list[Series]:
    """Measures the controller's whole cost by the number of partitions."""
    found: dict[str, dict[int, float]] = {}
    for count in CONTROLLED:
        for name, seconds in controller.simulated(controller.embedded_zookeeper, count).items():
            found.setdefault(f"controller: {name}", {})[count] = seconds
    return [Series(name, "s", is_idle=False, figures=figures) for name, figures in found.items()]


if __name__ == "__main__":
    main()
