"""`kavka perf timer | purgatory`: load tests of what brokers stand on. No cluster is needed, and none is asked.

What is measured, and how, `kavka.perf` says; here are options, tables, and histograms for a terminal.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kavka.cli.cli_error import CliError
from kavka.cli.exit_codes import ExitCode
from kavka.cli.options import output_option
from kavka.cli.output import print_csv, print_table, print_value
from kavka.cli.progress import progress_bar

if TYPE_CHECKING:
    from kavka.perf.delays import Delays
    from kavka.perf.purgatory_load import PurgatoryLoad
    from kavka.perf.wheel_load import Samples

LAWS = ("uniform", "exponential", "fixed", "lognormal")
TIMER_COLUMNS = ["timers", "what", "unit", "kavka", "asyncio", "heapq", "asyncio_ratio", "heapq_ratio"]
PURGATORY_COLUMNS = ["run", "ops_per_s", "completed", "expired", "entries_max", "against_timed_out"]

_plot_option = click.option(
    "--plot", metavar="FILE.png", type=click.Path(dir_okay=False, path_type=Path), help="Draw the histogram, too."
)
_seed_option = click.option("--seed", type=int, default=1, show_default=True, help="Equal seeds, equal loads.")


def _percentile_options(default50: float, default75: float, of: str) -> Callable[[Any], Any]:
    positive = click.FloatRange(0, min_open=True)

    def add(function: Any) -> Any:
        for name, default, what in (("--pct75", default75, "75th percentile"), ("--pct50", default50, "Median")):
            text = f"{what} of {of}, ms."
            function = click.option(name, type=positive, default=default, show_default=True, help=text)(function)
        return function

    return add


# ---------------------------------------------------------------- timer


@click.command()
@output_option
@click.option(
    "-n", "--count", "counts", type=click.IntRange(1), multiple=True, help="Timers outstanding; repeatable. [100000]"
)
@click.option("--rounds", type=click.IntRange(1), default=3, show_default=True, help="The median of these counts.")
@click.option(
    "--delays", "law", type=click.Choice(LAWS), default="uniform", show_default=True, help="How delays are drawn."
)
@click.option("--min", "min_ms", metavar="MS", type=click.IntRange(1), default=1, show_default=True, help="Of uniform.")
@click.option(
    "--max", "max_ms", metavar="MS", type=click.IntRange(1), default=30_000, show_default=True, help="Of every law."
)
@click.option(
    "--mean",
    "mean_ms",
    metavar="MS",
    type=click.FloatRange(1),
    default=5_000,
    show_default=True,
    help="Of exponential.",
)
@click.option(
    "--fixed", "fixed_ms", metavar="MS", type=click.IntRange(1), default=500, show_default=True, help="Of fixed."
)
@_percentile_options(20, 60, "lognormal")
@click.option(
    "--cancel-share",
    type=click.FloatRange(0, 1, min_open=True),
    default=1.0,
    show_default=True,
    help="How many are cancelled, of 1.",
)
@_seed_option
@click.option(
    "--seconds",
    type=click.FloatRange(0, 3600),
    default=2.0,
    show_default=True,
    help="How long timers run in real time, to see how late they are; 0: not at all.",
)
@click.option(
    "--real-count", type=click.IntRange(1), default=20_000, show_default=True, help="Timers of the real-time run."
)
@_plot_option
def timer(
    *,
    output: str,
    counts: tuple[int, ...],
    rounds: int,
    pct50: float,
    pct75: float,
    cancel_share: float,
    seed: int,
    seconds: float,
    real_count: int,
    plot: Path | None,
    **parameters: Any,
) -> int:
    """Load the timing wheel beside asyncio's timers and a heap: add, cancel, expire; and how late timers run."""
    from kavka.broker import process_tuning
    from kavka.perf.delays import Delays
    from kavka.perf.wheel_load import running_build

    if plot is not None and not seconds:
        raise click.UsageError("--plot draws how late timers run; with --seconds 0 none does")
    draw = None if plot is None else _figure_class()
    delays = Delays(pct50_ms=pct50, pct75_ms=pct75, **parameters)
    process_tuning.settle_collector()
    rows = _timer_rows(counts or (100_000,), rounds, delays, cancel_share, seed)
    late_ms: list[float] = []
    if seconds:
        late_ms = _late(delays, real_count, seconds, seed)
    if output == "table":
        click.echo(f"The wheel runs {running_build()}; µs of CPU a timer, {delays.law} delays.")
        print_table(rows, TIMER_COLUMNS)
        if late_ms:
            click.echo(f"\n{real_count:,} timers in real time, how late they ran:")
            _print_histogram(late_ms)
    elif output == "csv":
        print_csv(rows, TIMER_COLUMNS)
    else:
        print_value({"wheel": running_build(), "rows": rows, "late_ms": _percentiles(late_ms)}, output)
    if draw is not None and plot is not None:
        _draw(draw, late_ms, plot, title=f"{real_count:,} timers, {running_build()}", x="lateness, ms", y="timers")
    return ExitCode.OK


def _timer_rows(
    counts: Sequence[int], rounds: int, delays: Delays, cancel_share: float, seed: int
) -> list[dict[str, Any]]:
    from kavka.perf.contenders import CONTENDERS
    from kavka.perf.wheel_load import measure

    rows: list[dict[str, Any]] = []
    with progress_bar("measured", len(counts) * rounds * len(CONTENDERS)) as advance:
        for count in counts:
            samples = measure(
                count,
                delays=delays,
                cancel_share=cancel_share,
                rounds=rounds,
                chance=random.Random(seed),
                step=lambda what: advance(1),
            )
            rows += _compared(count, samples)
    return rows


def _compared(count: int, samples: Mapping[str, Samples]) -> list[dict[str, Any]]:
    """A row for each figure: what each contender takes, and how many times kavka's."""
    from kavka.perf.wheel_load import FIGURES

    rows = []
    for what, of in FIGURES.items():
        taken = {name: round(of(one), 4) for name, one in samples.items()}
        unit = "bytes" if what == "bytes a timer" else "µs"
        times = {
            f"{name}_ratio": round(value / taken["kavka"], 2) if taken["kavka"] else None
            for name, value in taken.items()
            if name != "kavka"
        }
        rows.append({"timers": count, "what": what, "unit": unit, **taken, **times})
    return rows


def _late(delays: Delays, count: int, seconds: float, seed: int) -> list[float]:
    from kavka.perf import lateness

    longest_ms = max(int(seconds * 1000), 1)
    delays = delays._replace(max_ms=min(delays.max_ms, longest_ms))
    return lateness.measure(delays.draw(count, random.Random(seed)))


# ---------------------------------------------------------------- purgatory


@click.command()
@output_option
@click.option("-n", "--requests", type=click.IntRange(1), default=100_000, show_default=True, help="How many.")
@click.option(
    "--rate",
    type=click.FloatRange(0, min_open=True),
    default=10_000,
    show_default=True,
    help="Requests a second, in simulated time.",
)
@click.option("-s", "--size", type=click.IntRange(0), default=100, show_default=True, help="Bytes in a request.")
@click.option("--keys", type=click.IntRange(1), default=3, show_default=True, help="Keys that a request watches.")
@click.option("--key-space", type=click.IntRange(1), default=100, show_default=True, help="Possible keys.")
@click.option(
    "--timeout",
    "timeout_ms",
    metavar="MS",
    type=click.IntRange(2),
    default=200,
    show_default=True,
    help="Of a request.",
)
@_percentile_options(20, 60, "the latency")
@click.option("--rounds", type=click.IntRange(1), default=3, show_default=True, help="The median of these counts.")
@_seed_option
@_plot_option
def purgatory(
    *,
    output: str,
    rounds: int,
    seed: int,
    plot: Path | None,
    pct50: float,
    pct75: float,
    **parameters: Any,
) -> int:
    """Load the purgatory as Kafka's own benchmark does: completed by keys, completed in time, timed out."""
    from kavka.broker import process_tuning
    from kavka.perf.purgatory_load import PurgatoryLoad

    draw = None if plot is None else _figure_class()
    load = PurgatoryLoad(pct50_ms=pct50, pct75_ms=pct75, **parameters)
    process_tuning.settle_collector()
    rows, waits_ms = _purgatory_rows(load, rounds, seed)
    if output == "table":
        click.echo(
            f"{load.requests:,} requests, {load.keys} keys each of {load.key_space}; operations a second of CPU."
        )
        print_table(rows, PURGATORY_COLUMNS)
        click.echo("\nHow long requests waited, in the load as given:")
        _print_histogram(waits_ms)
    elif output == "csv":
        print_csv(rows, PURGATORY_COLUMNS)
    else:
        print_value({"rows": rows, "waits_ms": _percentiles(waits_ms)}, output)
    if draw is not None and plot is not None:
        _draw(draw, waits_ms, plot, title=f"{load.requests:,} requests in the purgatory", x="wait, ms", y="requests")
    return ExitCode.OK


def _purgatory_rows(load: PurgatoryLoad, rounds: int, seed: int) -> tuple[list[dict[str, Any]], list[float]]:
    from kavka.perf.purgatory_load import RUNS

    arrivals = load.arrivals(random.Random(seed))
    rows: list[dict[str, Any]] = []
    with progress_bar("measured", len(RUNS) * rounds) as advance:
        for name, run in RUNS.items():
            outcomes = []
            for _ in range(rounds):
                outcomes.append(run(load, arrivals))
                advance(1)
            seconds = max(statistics.median(outcome.seconds for outcome in outcomes), 1e-9)
            rows.append(
                {
                    "run": name,
                    "ops_per_s": round(load.requests / seconds),
                    "completed": outcomes[-1].completed,
                    "expired": outcomes[-1].expired,
                    "entries_max": outcomes[-1].watched_max,
                }
            )
    base = rows[-1]["ops_per_s"]
    compared = [{**row, "against_timed_out": round(row["ops_per_s"] / max(base, 1), 2)} for row in rows]
    return compared, [float(min(arrival.latency_ms, load.timeout_ms)) for arrival in arrivals]


# ---------------------------------------------------------------- shown


def _print_histogram(values_ms: Sequence[float]) -> None:
    from kavka.perf.histogram import histogram
    from kavka.perf.lateness import percentiles_text

    for line in histogram(values_ms, unit="ms"):
        click.echo(line)
    click.echo(percentiles_text(values_ms))


def _percentiles(values_ms: Sequence[float]) -> dict[str, float] | None:
    from kavka.perf.lateness import percentile

    if not values_ms:
        return None
    shares = {"p50": 0.5, "p95": 0.95, "p99": 0.99, "p999": 0.999, "max": 1.0}
    return {name: round(percentile(values_ms, share), 3) for name, share in shares.items()}


def _figure_class() -> Any:
    from kavka.perf.lateness import PlotUnavailable, require_matplotlib

    try:
        return require_matplotlib()
    except PlotUnavailable as missing:
        raise CliError(str(missing)) from None


def _draw(figure_class: Any, values_ms: Sequence[float], path: Path, *, title: str, x: str, y: str) -> None:
    from kavka.perf import lateness

    try:
        lateness.plot(figure_class, values_ms, path, title=title, x=x, y=y)
    except (OSError, ValueError) as error:  # ValueError: a kind of file that nobody can draw
        raise CliError(f"{path} cannot be drawn: {error}") from None
    click.echo(f"drawn: {path}", err=True)
