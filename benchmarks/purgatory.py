"""The purgatory under the load of Kafka's own benchmark, in simulated time: operations a second of CPU.

`kavka.perf.purgatory_load` is the load and says what is measured; `kavka perf purgatory` is the same for a reader at a
terminal. The options are TestPurgatoryPerformance's. Three rows: the load as given, and the same with every operation
completed by a key; both stand beside the run in which every operation is timed out.
"""

from __future__ import annotations

import argparse
import random
import statistics
from collections.abc import Sequence

from benchmarks import report
from kavka.broker import process_tuning
from kavka.perf.purgatory_load import RUNS, PurgatoryLoad


def main(arguments: Sequence[str] | None = None) -> list[report.Row]:
    """Runs the benchmark from the command line."""
    chosen = options().parse_args(arguments)
    process_tuning.settle_collector()
    load = PurgatoryLoad(
        requests=chosen.num,
        rate=chosen.rate,
        size=chosen.size,
        keys=chosen.keys,
        key_space=chosen.key_space_size,
        timeout_ms=chosen.timeout,
        pct50_ms=chosen.pct50,
        pct75_ms=chosen.pct75,
    )
    arrivals = load.arrivals(random.Random(chosen.seed))
    rates, names = [], []
    for name, run in RUNS.items():
        outcomes = [run(load, arrivals) for _ in range(chosen.rounds)]
        last = outcomes[-1]
        rates.append(load.requests / statistics.median(outcome.seconds for outcome in outcomes))
        names.append(f"{name}: {last.completed:,} completed, {last.expired:,} expired")
        print(f"{name}: at most {last.watched_max:,} entries in the keys' lists")
    against = "the same, all timed out"
    rows = [report.Row(name, "ops/s", rate, rates[-1], against) for name, rate in zip(names[:-1], rates, strict=False)]
    rows.append(report.Row(names[-1], "ops/s", rates[-1], None, ""))
    title = f"Purgatory: {load.requests:,} requests, {load.keys} keys each of {load.key_space}, {load.rate:,.0f}/s"
    report.publish(title, rows, chosen.json)
    return rows


def options() -> argparse.ArgumentParser:
    """Returns TestPurgatoryPerformance's options; what it demands has a default here."""
    made, default = report.parser("purgatory", __doc__.splitlines()[0] if __doc__ else ""), PurgatoryLoad()
    made.add_argument("--num", type=int, default=default.requests, help="requests")
    made.add_argument("--rate", type=float, default=default.rate, help="requests a second, in simulated time")
    made.add_argument("--size", type=int, default=default.size, help="bytes of data in each request")
    made.add_argument("--keys", type=int, default=default.keys, help="keys that each request watches")
    made.add_argument("--key-space-size", type=int, default=default.key_space, help="possible keys")
    made.add_argument("--timeout", type=int, default=default.timeout_ms, metavar="MS")
    made.add_argument(
        "--pct75", type=float, default=default.pct75_ms, metavar="MS", help="75th percentile of the latency"
    )
    made.add_argument(
        "--pct50", type=float, default=default.pct50_ms, metavar="MS", help="50th percentile of the latency"
    )
    made.add_argument("--rounds", type=int, default=3)
    made.add_argument("--seed", type=int, default=1)
    return made


if __name__ == "__main__":
    main()
