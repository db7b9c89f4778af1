"""Operations through the purgatory, as Kafka's own benchmark puts them: completed by their keys against timed out.

The load is TestPurgatoryPerformance's of Kafka, with its parameters: requests arrive as a Poisson process, each carries
some data, watches a few keys out of a key space, and would complete after a log-normal latency given by two
percentiles; what takes longer than the timeout expires. Here it runs in simulated time, moved to each arrival,
completion and expiry in turn, so what is measured is the purgatory's own work and not the waiting: CPU time over all of

    try_complete_else_watch (two looks, the keys, the timer) → force_complete by the latency, or expiry by the timer

Three runs: the load as given, the same with every operation completed by a key (`check_and_complete`, as an append or a
fetch does it), and with every operation timed out.
Keys are drawn anew for each request; Kafka's program draws them once and gives all requests the same.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping, Sequence
from heapq import heappop, heappush
from typing import Final, NamedTuple

from kavka.perf.delays import lognormal
from kavka.timer.clock import ManualClock
from kavka.timer.purgatory import DelayedOperation, Purgatory
from kavka.timer.timer import Timer


class PurgatoryLoad(NamedTuple):
    """The parameters of a run.

    Attributes:
        requests: how many.
        rate: requests a second, in simulated time.
        size: bytes of data in each request.
        keys: that each request watches.
        key_space: possible keys.
        timeout_ms: after which a request expires.
        pct50_ms: the median of the latency.
        pct75_ms: its 75th percentile.
    """

    requests: int = 100_000
    rate: float = 10_000
    size: int = 100
    keys: int = 3
    key_space: int = 100
    timeout_ms: int = 200
    pct50_ms: float = 20
    pct75_ms: float = 60

    def arrivals(self, chance: random.Random) -> list[Arrival]:
        """Draws all requests of a run beforehand: drawing is not what is measured."""
        arrives_ms = 0.0
        drawn = []
        for _ in range(self.requests):
            arrives_ms += chance.expovariate(self.rate / 1000)
            latency_ms = int(lognormal(chance, pct50=self.pct50_ms, pct75=self.pct75_ms))
            keys = tuple(chance.randrange(self.key_space) for _ in range(self.keys))
            drawn.append(Arrival(int(arrives_ms), latency_ms, keys))
        return drawn


class Arrival(NamedTuple):
    """What one request will do."""

    arrives_ms: int
    latency_ms: int
    keys: tuple[int, ...]


class LoadOperation(DelayedOperation):
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


class PurgatoryRun(NamedTuple):
    """What a run came to.

    Attributes:
        seconds: of CPU.
        completed: operations that did not expire.
        expired: those that did.
        watched_max: the most entries in the keys' lists.
    """

    seconds: float
    completed: int
    expired: int
    watched_max: int


def as_given(load: PurgatoryLoad, arrivals: Sequence[Arrival]) -> PurgatoryRun:
    """Runs the load as given.

    Each operation is forced when its latency is over, as Kafka's completion thread does it; the rest expires.
    """
    return _run(load, arrivals, lambda arrival: arrival.latency_ms, DelayedOperation.force_complete)


def by_key(load: PurgatoryLoad, arrivals: Sequence[Arrival]) -> PurgatoryRun:
    """Runs operations that complete within the timeout, found by a check of their first key."""
    return _run(load, arrivals, lambda arrival: min(arrival.latency_ms, load.timeout_ms - 1), None)


def timed_out(load: PurgatoryLoad, arrivals: Sequence[Arrival]) -> PurgatoryRun:
    """Runs operations of which none completes: the timer ends each."""
    return _run(load, arrivals, lambda arrival: load.timeout_ms + 1, DelayedOperation.force_complete)


RUNS: Final[Mapping[str, Callable[[PurgatoryLoad, Sequence[Arrival]], PurgatoryRun]]] = {
    "the load as given": as_given,
    "completed by key": by_key,
    "timed out": timed_out,
}


def _run(
    load: PurgatoryLoad,
    arrivals: Sequence[Arrival],
    latency_ms: Callable[[Arrival], int],
    complete: Callable[[LoadOperation], object] | None,
) -> PurgatoryRun:
    """Moves simulated time through all arrivals, completions and expiries.

    Args:
        load: the parameters.
        arrivals: what arrives, in order.
        latency_ms: when a request would complete, counted from its arrival.
        complete: completes an operation whose latency is over; None: its first key is checked.
    """
    clock = ManualClock()
    timer = Timer(clock)
    purgatory: Purgatory[LoadOperation] = Purgatory("Fake", timer)
    data = bytes(load.size)
    pending: list[tuple[int, int, LoadOperation, int]] = []
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

    for number, request in enumerate(arrivals):
        move_to(request.arrives_ms)
        completes_ms = request.arrives_ms + latency_ms(request)
        op = LoadOperation(load.timeout_ms, data=bytes(data), completes_ms=completes_ms, clock=clock)
        if latency_ms(request) < load.timeout_ms:
            heappush(pending, (completes_ms, number, op, request.keys[0]))
        purgatory.try_complete_else_watch(op, request.keys)
        if number % 1000 == 0:
            watched_max = max(watched_max, purgatory.watched())
    move_to(arrivals[-1].arrives_ms + load.timeout_ms)
    seconds = time.process_time() - started
    ended = purgatory.statistics()
    assert (ended.delayed, ended.watched, len(timer)) == (0, 0, 0)
    return PurgatoryRun(seconds, ended.completed - ended.expired, ended.expired, watched_max)
