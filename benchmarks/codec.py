"""The wire codec: µs to read and to write a message, beside construct, kio, aiokafka and kafka-python.

Every codec is timed in short slices that take turns, round by round, so that a slow moment of the machine meets all
of them; the medians of the rounds are compared, of the process's CPU time. The garbage collector is set for the whole
process as a broker sets it. kio's reader is native code; the others are Python. Ours is what runs: Python, or, with
`PYTHONPATH=build/compiled`, what mypyc has built. aiokafka and kafka-python stand only where they have the message:
neither has what brokers send each other.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

from benchmarks import report
from benchmarks.codec_messages import cases
from benchmarks.codec_rivals import OURS, codecs
from kavka.broker import process_tuning
from kavka.build_info import build_info

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.codec_rivals import Codec

RIVALS = ("construct", "kio", "aiokafka", "kafka-python")


@dataclass(frozen=True, slots=True)
class Cost:
    """Medians, in µs for each message."""

    decode: float
    encode: float

    @property
    def both(self) -> float:
        """Returns the microseconds that decoding and encoding one message take together."""
        return self.decode + self.encode


def main(arguments: list[str] | None = None) -> None:
    """Runs the benchmark from the command line."""
    options = report.parser("codec", __doc__.splitlines()[0] if __doc__ else "")
    options.add_argument("--rounds", type=int, default=11, help="how often each codec takes its turn")
    options.add_argument("--slice-ms", type=float, default=8.0, help="length of a turn; one message takes longer")
    options.add_argument("--only", default="", metavar="TEXT", help="only messages whose name contains this")
    chosen = options.parse_args(arguments)
    rivals = {case.name: codecs(case) for case in cases() if chosen.only in case.name}
    process_tuning.tune_allocator()
    process_tuning.settle_collector()
    costs = {name: measure(found, chosen.rounds, chosen.slice_ms / 1e3) for name, found in rivals.items()}
    report.publish("Codec", rows_of(costs), chosen.json)
    print_summary(costs)


def measure(found: list[Codec], rounds: int, slice_seconds: float) -> dict[str, Cost]:
    """Measures what decoding and encoding one message costs with each codec.

    Args:
        found: the codecs.
        rounds: how many turns each has.
        slice_seconds: how long a turn is, for reading and for writing; at least one message.
    """
    actions = [(codec.name, action) for codec in found for action in (codec.decode, codec.encode)]
    repeats = [max(1, round(slice_seconds / _seconds(action, 3))) for _, action in actions]
    seconds: list[list[float]] = [[] for _ in actions]
    for _ in range(rounds):
        for slot, (_, action) in enumerate(actions):
            seconds[slot].append(_seconds(action, repeats[slot]))
    medians = [median(slot) * 1e6 for slot in seconds]
    return {codec.name: Cost(medians[2 * i], medians[2 * i + 1]) for i, codec in enumerate(found)}


def rows_of(costs: dict[str, dict[str, Cost]]) -> list[report.Row]:
    """Returns the rows of decoding, encoding and both, against each rival."""
    return [
        report.Row(f"{name}: {what}", "µs", pick(of[OURS]), pick(of[rival]), rival)
        for name, of in costs.items()
        for rival in RIVALS
        if rival in of
        for what, pick in COLUMNS
    ]


COLUMNS: tuple[tuple[str, Callable[[Cost], float]], ...] = (
    ("decode", lambda cost: cost.decode),
    ("encode", lambda cost: cost.encode),
    ("decode + encode", lambda cost: cost.both),
)


def print_summary(costs: dict[str, dict[str, Cost]]) -> None:
    """Prints a line for each message: our times, and how many times as long the others take to decode / to encode."""
    print(
        f"\nkavka: {build_info().modules}; our µs of CPU, how many times as long the others take to decode / encode\n"
    )
    print(f"| message | decode | encode | {' | '.join(RIVALS)} |\n|---|---:|---:|{'---:|' * len(RIVALS)}")
    for name, of in costs.items():
        ours = of[OURS]
        ratios = [_ratios(of[rival], ours) if rival in of else "–" for rival in RIVALS]
        print(f"| {name} | {ours.decode:.3g} | {ours.encode:.3g} | {' | '.join(ratios)} |")


def _ratios(rival: Cost, ours: Cost) -> str:
    return f"{_times(rival.decode / ours.decode)} / {_times(rival.encode / ours.encode)}"


def _times(ratio: float) -> str:
    return f"{ratio:.{0 if ratio >= 10 else 1 if ratio >= 2 else 2}f}"


def _seconds(action: Callable[[], object], repeats: int) -> float:
    """Mean CPU time of a call."""
    turns = range(repeats)
    start = time.process_time()
    for _ in turns:
        action()
    return (time.process_time() - start) / repeats


if __name__ == "__main__":
    main()
