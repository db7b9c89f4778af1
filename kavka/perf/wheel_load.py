"""The timing wheel under load, beside asyncio's timers and a heap: add, cancel, expire, and bytes a timer.

All contenders take turns in each round, on the same delays, and the median of the rounds counts; times are CPU time,
so that a busy neighbour disturbs little. Who runs this sets the garbage collector as a broker does, for all alike.

Two orders of cancelling, since they are two different things: in the order of addition, which is how timeouts of
requests that are completed go, and at random, where each cancel waits for memory that no cache holds.

asyncio keeps a cancelled handle in its heap and drops it in a later turn of the loop. That turn, the sweep, is not in
"cancel"; the rows that say "sweep included" have it.
"""

from __future__ import annotations

import gc
import math
import random
import statistics
import time
import tracemalloc
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import kavka.timer.timing_wheel
from kavka.perf.contenders import CONTENDERS, Contender
from kavka.perf.delays import Delays

TIMERS_A_MEASUREMENT: Final = 100_000
"""Fewer than this are measured several times over, so that a clock tick does not count."""


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


def running_build() -> str:
    """Names the build of the wheel that this process imported."""
    path = kavka.timer.timing_wheel.__file__ or ""
    return "compiled by mypyc (make compiled)" if not path.endswith(".py") else "in pure Python"


def measure(
    count: int,
    *,
    delays: Delays,
    cancel_share: float,
    rounds: int,
    chance: random.Random,
    step: Callable[[str], None],
) -> dict[str, Samples]:
    """Measures all rounds of one count; the contenders take turns.

    Args:
        count: timers outstanding.
        delays: of the timers.
        cancel_share: how many are cancelled, of 1.
        rounds: of which the median counts.
        chance: draws delays, and whom to cancel.
        step: called with what is measured next, `rounds` times for each contender.
    """
    delays_ms = delays.draw(count, chance)
    in_order = list(range(max(int(count * cancel_share), 1)))
    at_random = chance.sample(range(count), len(in_order))
    samples: dict[str, Samples] = {}
    for _ in range(rounds):
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


def _sum(*parts: Sequence[float]) -> float:
    return float(statistics.median(sum(values) for values in zip(*parts, strict=True)))


FIGURES: Final[Mapping[str, Callable[[Samples], float]]] = {
    "add": lambda of: _sum(of.add),
    "cancel in order": lambda of: _sum(of.cancel),
    "cancel at random": lambda of: _sum(of.cancel_at_random),
    "add + cancel in order": lambda of: _sum(of.add, of.cancel),
    "add + cancel in order, sweep included": lambda of: _sum(of.add, of.cancel, of.sweep),
    "add + cancel at random": lambda of: _sum(of.add, of.cancel_at_random),
    "expire": lambda of: _sum(of.expire),
    "bytes a timer": lambda of: _sum(of.bytes_each),
}
"""What is measured → its figure: µs a timer, and bytes."""
