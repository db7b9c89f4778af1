"""The timing wheel under load, beside asyncio's timers and a heap: add, cancel, expire, and bytes a timer.

`kavka.perf.wheel_load` measures, and says how; `kavka perf timer` is the same for a reader at a terminal. The garbage
collector is set as a broker sets it (`broker/process_tuning.py`), for all alike. With --plot FILE.png timers run in
real time, too, driven by the reaper, and a histogram shows how late they ran.
"""

from __future__ import annotations

import argparse
import contextlib
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks import report
from kavka.broker import process_tuning
from kavka.perf import lateness
from kavka.perf.contenders import CONTENDERS
from kavka.perf.delays import LAW_WORDS, LAWS, Delays
from kavka.perf.wheel_load import FIGURES, Samples, measure, running_build

COUNTS = (10_000, 100_000, 1_000_000)
JAVA = """\
Quoted, from another machine and run (facts: JDK 17, Kafka's own SystemTimer classes, warmed up, one thread):
  Java, 10k / 100k / 1M outstanding: add 0.096 / 0.083 / 0.089 µs, cancel 0.067 / 0.088 / 0.108 µs, 64 bytes a timer"""


def main(arguments: Sequence[str] | None = None) -> list[report.Row]:
    """Runs the benchmark from the command line."""
    chosen = options().parse_args(arguments)
    figure_class = figures() if chosen.plot else None
    process_tuning.settle_collector()
    print(f"kavka's wheel runs {running_build()}")
    counts = chosen.count or COUNTS
    rows = []
    with progress(len(counts) * chosen.rounds * len(CONTENDERS)) as step:
        for count in counts:
            samples = measure(
                count,
                delays=delays_of(chosen),
                cancel_share=chosen.cancel_share,
                rounds=chosen.rounds,
                chance=random.Random(chosen.seed),
                step=step,
            )
            rows += rows_of(count, samples)
    title = f"Timers: {chosen.delay_distribution} delays, {chosen.cancel_share:.0%} cancelled, CPU time a timer"
    report.publish(title, rows, chosen.json)
    print(f"\n{JAVA}")
    if figure_class is not None:
        plot_lateness(chosen, figure_class)
    return rows


def options() -> argparse.ArgumentParser:
    """Builds the parser of the benchmark's options."""
    made = report.parser("timing_wheel", __doc__.splitlines()[0] if __doc__ else "")
    made.add_argument("--count", type=_positive, action="append", help="timers outstanding; may be given several times")
    made.add_argument("--rounds", type=_positive, default=3)
    made.add_argument("--cancel-share", type=_share, default=1.0, metavar="0..1", help="how many are cancelled (1)")
    made.add_argument("--seed", type=int, default=1)
    made.add_argument("--plot", type=Path, metavar="FILE.png", help="a histogram of the lateness in a real-time run")
    made.add_argument("--plot-count", type=_positive, default=20_000, help="timers of the real-time run")
    made.add_argument(
        "--plot-seconds", type=float, default=5, help="how long the real-time run is; longer delays are cut"
    )
    add_delay_options(made)
    return made


def add_delay_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options of the distributions and their parameters, all in milliseconds."""
    made, default = parser.add_argument_group("delays"), Delays()
    made.add_argument("--delay-distribution", choices=sorted(LAWS), default=default.law, help=LAW_WORDS)
    made.add_argument("--delay-min", type=int, default=default.min_ms, metavar="MS")
    made.add_argument(
        "--delay-max", type=int, default=default.max_ms, metavar="MS", help="no delay is longer, whatever its law"
    )
    made.add_argument("--delay-mean", type=float, default=default.mean_ms, metavar="MS")
    made.add_argument(
        "--delay", type=int, default=default.fixed_ms, metavar="MS", help="500: Kafka's fetch.max.wait.ms"
    )
    made.add_argument("--delay-pct50", type=float, default=default.pct50_ms, metavar="MS")
    made.add_argument("--delay-pct75", type=float, default=default.pct75_ms, metavar="MS")


def delays_of(chosen: argparse.Namespace) -> Delays:
    """Returns the distribution that the options name."""
    return Delays(
        law=chosen.delay_distribution,
        min_ms=chosen.delay_min,
        max_ms=chosen.delay_max,
        mean_ms=chosen.delay_mean,
        fixed_ms=chosen.delay,
        pct50_ms=chosen.delay_pct50,
        pct75_ms=chosen.delay_pct75,
    )


def figures() -> Any:
    """Returns the class that draws; ends the program with a sentence when matplotlib is missing."""
    try:
        return lateness.require_matplotlib()
    except lateness.PlotUnavailable as missing:
        sys.exit(str(missing))


def _positive(text: str) -> int:
    number = int(text.replace("_", ""))
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a positive number")
    return number


def _share(text: str) -> float:
    number = float(text)
    if not 0 < number <= 1:
        raise argparse.ArgumentTypeError(f"{text} is not a share between 0 and 1")
    return number


@contextlib.contextmanager
def progress(steps: int) -> Iterator[Callable[[str], None]]:
    """Shows a bar on a terminal, nothing elsewhere; the caller says what is measured next."""
    if not sys.stderr.isatty():
        yield lambda what: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("measuring", total=steps)

        def step(what: str) -> None:
            bar.update(task, advance=1, description=what)

        yield step


def rows_of(count: int, samples: dict[str, Samples]) -> list[report.Row]:
    """Returns the rows of one count: kavka beside each of the others."""
    ours = samples["kavka"]
    many = (
        f"{count // 1_000_000}M" if count % 1_000_000 == 0 else f"{count // 1000}k" if count % 1000 == 0 else f"{count}"
    )
    rows = []
    for name, other in samples.items():
        if name != "kavka":
            for what, of in FIGURES.items():
                unit = "bytes" if what == "bytes a timer" else "µs"
                rows.append(report.Row(f"{many}: {what}", unit, of(ours), of(other), name))
    return rows


def plot_lateness(chosen: argparse.Namespace, figure_class: Any) -> None:
    """Plots the lateness of a real-time run: percentiles for the reader, the histogram for the file."""
    longest_ms = max(int(chosen.plot_seconds * 1000), 1)
    delays = delays_of(chosen)._replace(max_ms=min(chosen.delay_max, longest_ms))
    delays_ms = delays.draw(chosen.plot_count, random.Random(chosen.seed))
    late_ms = lateness.measure(delays_ms)
    print(f"\n{len(late_ms):,} timers in real time, late by: {lateness.percentiles_text(late_ms)}")
    title = f"{len(late_ms):,} timers over {max(delays_ms) / 1000:.1f} s, {running_build()}"
    lateness.plot(figure_class, late_ms, chosen.plot, title=title, x="lateness against the schedule, ms", y="timers")
    print(f"histogram: {chosen.plot}")


if __name__ == "__main__":
    main()
