"""The timing wheel under load, beside asyncio's timers and a heap: add, cancel, expire, and bytes a timer.

The load test to run on one's own machine: how many timers, with what delays, how many of them cancelled. All contenders
take turns in each round, on the same delays, and the median of the rounds counts; times are CPU time, so that a busy
neighbour disturbs little. The garbage collector is set as a broker sets it (`broker/process_tuning.py`), for all alike.

Two orders of cancelling, since they are two different things: in the order of addition, which is how timeouts of
requests that are completed go, and at random, where each cancel waits for memory that no cache holds.

asyncio keeps a cancelled handle in its heap and drops it in a later turn of the loop. That turn, the sweep, is not in
"cancel"; the rows that say "sweep included" have it. With --plot FILE.png timers run in real time, too, driven by the
reaper, and a histogram shows how late they ran.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import math
import random
import statistics
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import kavka.timer.timing_wheel
from benchmarks import report, timing_wheel_delays, timing_wheel_lateness
from benchmarks.timing_wheel_contenders import CONTENDERS, Contender
from kavka.broker import process_tuning

COUNTS = (10_000, 100_000, 1_000_000)
TIMERS_A_MEASUREMENT = 100_000
"""Fewer than this are measured several times over, so that a clock tick does not count."""

JAVA = """\
Quoted, from another machine and run (facts: JDK 17, Kafka's own SystemTimer classes, warmed up, one thread):
  Java, 10k / 100k / 1M outstanding: add 0.096 / 0.083 / 0.089 µs, cancel 0.067 / 0.088 / 0.108 µs, 64 bytes a timer"""


@dataclass(slots=True)
class Samples:
    """What one contender took, µs a timer, one value each round."""

    add: list[float] = field(default_factory=list)
    cancel: list[float] = field(default_factory=list)
    cancel_at_random: list[float] = field(default_factory=list)
    sweep: list[float] = field(default_factory=list)
    expire: list[float] = field(default_factory=list)
    bytes_each: list[float] = field(default_factory=list)


def nothing() -> None:
    """Returns at once, as every timer's callback."""


def main(arguments: Sequence[str] | None = None) -> list[report.Row]:
    """Runs the benchmark from the command line."""
    chosen = options().parse_args(arguments)
    figure_class = timing_wheel_lateness.require_matplotlib() if chosen.plot else None
    process_tuning.settle_collector()
    print(f"kavka's wheel runs {running_build()}")
    counts = chosen.count or COUNTS
    rows = []
    with progress(len(counts) * chosen.rounds * len(CONTENDERS)) as step:
        for count in counts:
            rows += rows_of(count, measure(chosen, count, step))
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
    timing_wheel_delays.add_options(made)
    return made


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


def running_build() -> str:
    """Names the build of the wheel that this process imported."""
    path = kavka.timer.timing_wheel.__file__ or ""
    return "compiled by mypyc (make compiled)" if not path.endswith(".py") else "in pure Python"


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


def measure(chosen: argparse.Namespace, count: int, step: Callable[[str], None]) -> dict[str, Samples]:
    """Measures all rounds of one count; the contenders take turns."""
    chance = random.Random(chosen.seed)
    delays_ms = timing_wheel_delays.draw(chosen, count, chance)
    in_order = list(range(int(count * chosen.cancel_share)))
    at_random = chance.sample(range(count), len(in_order))
    samples: dict[str, Samples] = {}
    for _ in range(chosen.rounds):
        for make in CONTENDERS:
            taken = samples.setdefault(make().name, Samples())
            step(f"{count:,} timers, {make().name}")
            repeats = math.ceil(TIMERS_A_MEASUREMENT / count)
            ordered = [cancelled(make(), delays_ms, in_order) for _ in range(repeats)]
            shuffled = [cancelled(make(), delays_ms, at_random) for _ in range(repeats)]
            taken.add.append(statistics.median(add for add, _, _ in ordered))
            taken.cancel.append(statistics.median(cancel for _, cancel, _ in ordered))
            taken.sweep.append(statistics.median(sweep for _, _, sweep in ordered))
            taken.cancel_at_random.append(statistics.median(cancel for _, cancel, _ in shuffled))
            taken.expire.append(statistics.median(expired(make(), delays_ms) for _ in range(repeats)))
    for make in CONTENDERS:
        samples[make().name].bytes_each.append(bytes_each(make(), delays_ms))
    return samples


def cancelled(contender: Contender, delays_ms: Sequence[int], order: Sequence[int]) -> tuple[float, float, float]:
    """Returns µs a timer to add all, cancel those in `order`, and sweep after them."""
    add, cancel, delays = contender.adder(), contender.canceller(), contender.delays(delays_ms)
    gc.collect()
    started = time.process_time()
    handles = [add(delay, nothing) for delay in delays]
    added = time.process_time()
    chosen = [handles[index] for index in order]
    begun = time.process_time()
    for handle in chosen:
        cancel(handle)
    ended = time.process_time()
    contender.sweep()
    swept = time.process_time()
    contender.close()
    each = 1e6 / len(chosen)
    return (added - started) * 1e6 / len(delays), (ended - begun) * each, (swept - ended) * each


def expired(contender: Contender, delays_ms: Sequence[int]) -> float:
    """Returns µs a timer to run all, due in one jump of the time."""
    add = contender.adder()
    for delay in contender.delays(delays_ms):
        add(delay, nothing)
    gc.collect()
    started = time.process_time()
    contender.expire_all(max(delays_ms))
    elapsed = time.process_time() - started
    contender.close()
    return elapsed * 1e6 / len(delays_ms)


def bytes_each(contender: Contender, delays_ms: Sequence[int]) -> float:
    """Returns the bytes of one outstanding timer, its handle included, the list of handles not."""
    add, delays = contender.adder(), contender.delays(delays_ms)
    handles: list[Any] = [None] * len(delays)
    tracemalloc.start()
    for index, delay in enumerate(delays):
        handles[index] = add(delay, nothing)
    size = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    contender.close()
    return size / len(delays)


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


def _sum(*parts: Sequence[float]) -> float:
    return float(statistics.median(sum(values) for values in zip(*parts, strict=True)))


FIGURES: dict[str, Callable[[Samples], float]] = {
    "add": lambda of: _sum(of.add),
    "cancel in order": lambda of: _sum(of.cancel),
    "cancel at random": lambda of: _sum(of.cancel_at_random),
    "add + cancel in order": lambda of: _sum(of.add, of.cancel),
    "add + cancel in order, sweep included": lambda of: _sum(of.add, of.cancel, of.sweep),
    "add + cancel at random": lambda of: _sum(of.add, of.cancel_at_random),
    "expire": lambda of: _sum(of.expire),
    "bytes a timer": lambda of: _sum(of.bytes_each),
}


def plot_lateness(chosen: argparse.Namespace, figure_class: Any) -> None:
    """Plots the lateness of a real-time run: percentiles for the reader, the histogram for the file."""
    chance = random.Random(chosen.seed)
    longest_ms = max(int(chosen.plot_seconds * 1000), 1)
    delays_ms = [min(delay, longest_ms) for delay in timing_wheel_delays.draw(chosen, chosen.plot_count, chance)]
    if chosen.delay_distribution == "uniform":  # spread over the run instead of heaped at its end
        delays_ms = [chance.randint(1, longest_ms) for _ in delays_ms]
    late_ms = timing_wheel_lateness.measure(delays_ms)
    shares = ((0.5, "p50"), (0.99, "p99"), (0.999, "p99.9"), (1.0, "max"))
    figures = ", ".join(f"{name} {timing_wheel_lateness.percentile(late_ms, share):.2f} ms" for share, name in shares)
    print(f"\n{len(late_ms):,} timers in real time, late by: {figures}")
    title = f"{len(late_ms):,} timers over {max(delays_ms) / 1000:.1f} s, {running_build()}"
    timing_wheel_lateness.plot(figure_class, late_ms, chosen.plot, title)
    print(f"histogram: {chosen.plot}")


if __name__ == "__main__":
    main()
