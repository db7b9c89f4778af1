"""Operations through the purgatory, as Kafka's own benchmark puts them: completed by their keys against timed out.

The load is TestPurgatoryPerformance's of Kafka, with its options: requests arrive as a Poisson process, each carries
some data, watches a few keys out of a key space, and would complete after a log-normal latency given by two
percentiles; what takes longer than the timeout expires. Here it runs in simulated time, moved to each arrival,
completion and expiry in turn, so what is measured is the purgatory's own work and not the waiting: CPU time over all of

    try_complete_else_watch (two looks, the keys, the timer) → force_complete by the latency, or expiry by the timer

Three rows: the load as given, the same with every operation completed by a key (`check_and_complete`, as an append or a
fetch does it), and with every operation timed out, which the other two stand beside.
Keys are drawn anew for each request; Kafka's program draws them once and gives all requests the same.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from benchmarks import report
from benchmarks.timing_wheel_delays import lognormal
from kavka.broker import process_tuning
from kavka.timer.clock import ManualClock
from kavka.timer.purgatory import DelayedOperation, Purgatory
from kavka.timer.timer import Timer


class Request(NamedTuple):
    """What one request will do."""

    arrives_ms: int
    latency_ms: int
    keys: tuple[int, ...]


class FakeOperation(DelayedOperation):
    """Completes once its latency has passed."""

    __slots__ = ("clock", "completes_ms", "data")

    def __init__(self, timeout_ms: int, *, data: bytes, completes_ms: int, clock: ManualClock) -> None:
        super().__init__(timeout_ms)
        self.data = data
        self.completes_ms = completes_ms
        self.clock = clock

    def try_complete(self) -> bool:
        """Completes the operation by the clock alone."""
        return self.clock.monotonic_ms() >= self.completes_ms and self.force_complete()

    def on_complete(self) -> None:
        """Releases the request's data, as a completed request does."""
        self.data = b""


class Outcome(NamedTuple):
    """What a run came to."""

    seconds: float
    completed: int
    expired: int
    watched_max: int


def main(arguments: Sequence[str] | None = None) -> list[report.Row]:
    """Runs the benchmark from the command line."""
    chosen = options().parse_args(arguments)
    process_tuning.settle_collector()
    requests = arrivals(chosen)
    rates, names = [], []
    for name, run in (("the load as given", as_given), ("completed by key", by_key), ("timed out", timed_out)):
        outcomes = [run(chosen, requests) for _ in range(chosen.rounds)]
        last = outcomes[-1]
        rates.append(chosen.num / statistics.median(outcome.seconds for outcome in outcomes))
        names.append(f"{name}: {last.completed:,} completed, {last.expired:,} expired")
        print(f"{name}: at most {last.watched_max:,} entries in the keys' lists")
    against = "the same, all timed out"
    rows = [report.Row(name, "ops/s", rate, rates[-1], against) for name, rate in zip(names[:-1], rates, strict=False)]
    rows.append(report.Row(names[-1], "ops/s", rates[-1], None, ""))
    title = (
        f"Purgatory: {chosen.num:,} requests, {chosen.keys} keys each of {chosen.key_space_size}, {chosen.rate:,.0f}/s"
    )
    report.publish(title, rows, chosen.json)
    return rows


def options() -> argparse.ArgumentParser:
    """Returns TestPurgatoryPerformance's options; what it demands has a default here."""
    made = report.parser("purgatory", __doc__.splitlines()[0] if __doc__ else "")
    made.add_argument("--num", type=int, default=100_000, help="requests")
    made.add_argument("--rate", type=float, default=10_000, help="requests a second, in simulated time")
    made.add_argument("--size", type=int, default=100, help="bytes of data in each request")
    made.add_argument("--keys", type=int, default=3, help="keys that each request watches")
    made.add_argument("--key-space-size", type=int, default=100, help="possible keys")
    made.add_argument("--timeout", type=int, default=200, metavar="MS")
    made.add_argument("--pct75", type=float, default=60, metavar="MS", help="75th percentile of the latency")
    made.add_argument("--pct50", type=float, default=20, metavar="MS", help="50th percentile of the latency")
    made.add_argument("--rounds", type=int, default=3)
    made.add_argument("--seed", type=int, default=1)
    return made


def arrivals(chosen: argparse.Namespace) -> list[Request]:
    """Draws all requests of a run beforehand: drawing is not what is measured."""
    chance = random.Random(chosen.seed)
    arrives_ms = 0.0
    requests = []
    for _ in range(chosen.num):
        arrives_ms += chance.expovariate(chosen.rate / 1000)
        latency_ms = int(lognormal(chance, pct50=chosen.pct50, pct75=chosen.pct75))
        keys = tuple(chance.randrange(chosen.key_space_size) for _ in range(chosen.keys))
        requests.append(Request(int(arrives_ms), latency_ms, keys))
    return requests


def as_given(chosen: argparse.Namespace, requests: Sequence[Request]) -> Outcome:
    """Runs the load as given.

    Each operation is forced when its latency is over, as Kafka's completion thread does it; the rest expires.
    """
    return _run(chosen, requests, lambda request: request.latency_ms, DelayedOperation.force_complete)


def by_key(chosen: argparse.Namespace, requests: Sequence[Request]) -> Outcome:
    """Runs operations that complete within the timeout, found by a check of their first key."""
    return _run(chosen, requests, lambda request: min(request.latency_ms, chosen.timeout - 1), None)


def timed_out(chosen: argparse.Namespace, requests: Sequence[Request]) -> Outcome:
    """Runs operations of which none completes: the timer ends each."""
    return _run(chosen, requests, lambda request: chosen.timeout + 1, DelayedOperation.force_complete)


def _run(
    chosen: argparse.Namespace,
    requests: Sequence[Request],
    latency_ms: Callable[[Request], int],
    complete: Callable[[FakeOperation], object] | None,
) -> Outcome:
    """Moves simulated time through all arrivals, completions and expiries.

    Args:
        chosen: the options.
        requests: what arrives, in order.
        latency_ms: when a request would complete, counted from its arrival.
        complete: completes an operation whose latency is over; None: its first key is checked.
    """
    clock = ManualClock()
    timer = Timer(clock)
    purgatory: Purgatory[FakeOperation] = Purgatory("Fake", timer)
    data = bytes(chosen.size)
    pending: list[tuple[int, int, FakeOperation, int]] = []
    watched_max = 0
    started = time.process_time()

    def move_to(now_ms: int) -> None:
        while pending and pending[0][0] <= now_ms:
            at_ms, _, op, key = heappop(pending)
            clock.advance(at_ms - clock.monotonic_ms())
            timer.advance()
            if complete is not None:
                complete(op)
            else:
                purgatory.check_and_complete(key)
        clock.advance(now_ms - clock.monotonic_ms())
        timer.advance()

    for number, request in enumerate(requests):
        move_to(request.arrives_ms)
        completes_ms = request.arrives_ms + latency_ms(request)
        op = FakeOperation(chosen.timeout, data=bytes(data), completes_ms=completes_ms, clock=clock)
        if latency_ms(request) < chosen.timeout:
            heappush(pending, (completes_ms, number, op, request.keys[0]))
        purgatory.try_complete_else_watch(op, request.keys)
        if number % 1000 == 0:
            watched_max = max(watched_max, purgatory.watched())
    move_to(requests[-1].arrives_ms + chosen.timeout)
    seconds = time.process_time() - started
    ended = purgatory.statistics()
    assert (ended.delayed, ended.watched, len(timer)) == (0, 0, 0)
    return Outcome(seconds, ended.completed - ended.expired, ended.expired, watched_max)


if __name__ == "__main__":
    main()
