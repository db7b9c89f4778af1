"""What 1 MB producers move, and what a 100 B producer beside them waits, with disk threads and without.

Two brokers, alike but for `kavka.log.write.thread.bytes`, are loaded in turns, round after round, so that what the
machine does meanwhile meets both; the figures are the medians of the rounds. The small producer has a process of its
own, for its latencies are the point: the time that a write into slow pages takes from somebody else.
"""

from __future__ import annotations

import contextlib
import statistics
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from benchmarks import produce_fetch, raw_load, report, servers

IN_THREADS = "in threads"
ON_THE_LOOP = "on the loop"
SIDES = {IN_THREADS: "524288", ON_THE_LOOP: "1073741824"}
SMALL = produce_fetch.Cell("produce", 100, 100, 1, 1)
CONNECTIONS_MAX = 4


@dataclass(frozen=True, slots=True)
class Measured:
    """What one round reached.

    Attributes:
        requests: large ones a second.
        cpu_us: of the broker, for each.
        p99_ms: of the large ones.
        small: requests a second of the small producer.
        small_p50_ms: its latencies.
        small_p99_ms: likewise.
        small_max_ms: likewise.
    """

    requests: float
    cpu_us: float
    p99_ms: float
    small: float
    small_p50_ms: float
    small_p99_ms: float
    small_max_ms: float


COLUMNS = (
    ("requests", "1/s", "requests"),
    ("server CPU per request, all counted", "µs CPU", "cpu_us"),
    ("p99", "ms", "p99_ms"),
    ("100 B beside it", "1/s", "small"),
    ("100 B beside it, p50", "ms", "small_p50_ms"),
    ("100 B beside it, p99", "ms", "small_p99_ms"),
    ("100 B beside it, longest", "ms", "small_max_ms"),
)


def main() -> None:
    """Runs the benchmark from the command line."""
    options = report.parser("big_appends", __doc__.splitlines()[0] if __doc__ else "")
    options.add_argument("--seconds", type=float, default=2.0, help="length of each round")
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--bytes", type=int, default=1_000_000, help="of a large batch")
    options.add_argument("--threshold", default=SIDES[IN_THREADS], help="from where threads write")
    chosen = options.parse_args()
    sides = SIDES | {IN_THREADS: chosen.threshold}
    big = produce_fetch.Cell("produce", 1024, chosen.bytes, CONNECTIONS_MAX, 2)
    found: dict[str, list[Measured]] = {name: [] for name in sides}
    with contextlib.ExitStack() as stack:
        brokers = {
            name: stack.enter_context(
                servers.kavka(
                    "--config", f"kavka.log.write.thread.bytes={threshold}", "--config", "log.retention.bytes=200000000"
                )
            )
            for name, threshold in sides.items()
        }
        pool = stack.enter_context(ProcessPoolExecutor(1))
        for broker in brokers.values():
            produce_fetch.create_topics(broker)
        for _ in range(chosen.rounds):
            for name, broker in brokers.items():
                found[name].append(measure(broker, big, pool, seconds=chosen.seconds))
    rows = [
        report.Row(f"{big.name}: {what}", unit, middle(found[IN_THREADS], pick), middle(found[ON_THE_LOOP], pick), "")
        for what, unit, pick in COLUMNS
    ]
    report.publish(f"{IN_THREADS} (ours) and {ON_THE_LOOP} (baseline)", rows, chosen.json)


def middle(rounds: Sequence[Measured], name: str) -> float:
    """Returns the median of one figure."""
    return float(statistics.median(getattr(one, name) for one in rounds))


def measure(broker: servers.Server, big: produce_fetch.Cell, pool: ProcessPoolExecutor, *, seconds: float) -> Measured:
    """Loads one broker for one round, with both kinds of producers."""
    frames = [produce_fetch.frame_for(big, index % produce_fetch.PARTITIONS) for index in range(big.conns)]
    produce_fetch.check_one(broker, big, frames[0])
    cpu = broker.cpu_seconds()
    beside = pool.submit(small_load, broker, seconds)
    load = raw_load.run(
        (broker.host, broker.port), frames, depth=big.depth, seconds=seconds, payload_bytes=big.batch_bytes
    )
    small = beside.result()
    cpu_us = (broker.cpu_seconds() - cpu) / max(1, load.requests) * 1e6
    return Measured(
        load.per_second,
        cpu_us,
        load.percentile_ms(0.99),
        small.per_second,
        small.percentile_ms(0.5),
        small.percentile_ms(0.99),
        small.percentile_ms(1.0),
    )


def small_load(broker: servers.Server, seconds: float) -> raw_load.Load:
    """Sends small requests, one at a time, to a log of their own: within one log an append waits for its turn."""
    frame = produce_fetch.frame_for(SMALL, 0, topic=produce_fetch.FETCH_TOPIC)
    return raw_load.run((broker.host, broker.port), [frame], depth=1, seconds=seconds, payload_bytes=100)


if __name__ == "__main__":
    main()
