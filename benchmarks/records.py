"""Records, side by side: checking batches, iterating over their records, building them.

Ours against kafka-python and aiokafka, the latter twice: with its C extension, and in the pure Python that it falls
back to. All run in one process, interleaved, each round in another order; the figures are medians over the rounds.

- validate: the header and the checksum of each batch, as a broker does with all that comes in; nothing is inflated.
- iterate: from a batch's bytes to its records, inflated and with their key and value looked at, without the checksum.
- build: from keys and values to a finished batch, compressed and with its checksum.

Records have a key of ten bytes and values of text that compresses about as logs do, of sizes up to a fifth around the
nominal one. Batches hold as many records as fit into 16 kB, Kafka's default `batch.size`. What differs beside the
implementations: aiokafka and kafka-python write gzip at the level of Python's default, 9, ours at zlib's, 6.
"""

from __future__ import annotations

import random
import statistics
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from aiokafka.record import default_records as aiokafka

from benchmarks import report
from kavka.protocol.records.batch import BatchBuilder, read_header, read_records, validate_batch
from kavka.protocol.records.compression import Compression

with warnings.catch_warnings():
    # kafka-python reads its schemas through an interface that Python has deprecated.
    warnings.filterwarnings("ignore", category=DeprecationWarning)
    from kafka.record.default_records import DefaultRecordBatch, DefaultRecordBatchBuilder

SIZES = (100, 1000)
BATCH_BYTES = 16384
BATCHES = 20
ROUNDS = 15
OURS = "kavka"
WORDS = tuple(b"GET POST /index /orders /users 200 404 500 timeout retry shard leader took ms bytes in out".split())

Content = Sequence[tuple[int, bytes, bytes]]
"""Timestamp, key and value of the records of one batch."""


class Contender(Protocol):
    """One implementation: what is timed, and nothing else."""

    def validate(self, batches: Sequence[bytes]) -> None:
        """Checks header and checksum of each batch."""

    def iterate(self, batches: Sequence[bytes]) -> None:
        """Reads the key and value of each record."""

    def build(self, contents: Sequence[Content], codec: Compression) -> list[bytes]:
        """Builds a batch of each content."""


class Kavka:
    """Ours."""

    def validate(self, batches: Sequence[bytes]) -> None:
        """Checks the batches as `Contender` says."""
        for batch in batches:
            validate_batch(batch, 0, read_header(batch))

    def iterate(self, batches: Sequence[bytes]) -> None:
        """Reads the records as `Contender` says."""
        for batch in batches:
            for record in read_records(batch, 0, read_header(batch), check_crc=False):
                record.key, record.value  # noqa: B018 (the look is what is timed)

    def build(self, contents: Sequence[Content], codec: Compression) -> list[bytes]:
        """Builds the batches as `Contender` says."""
        built = []
        for content in contents:
            builder = BatchBuilder(compression=codec)
            append = builder.append
            for timestamp, key, value in content:
                append(timestamp=timestamp, key=key, value=value)
            built.append(builder.build())
        return built


class Other:
    """aiokafka and kafka-python, whose classes have the same shape."""

    def __init__(self, batch_class: Any, builder_class: Any) -> None:
        self._batch_class = batch_class
        self._builder_class = builder_class

    def validate(self, batches: Sequence[bytes]) -> None:
        """Checks the batches as `Contender` says."""
        for batch in batches:
            if not self._batch_class(batch).validate_crc():
                raise ValueError("a checksum is wrong")

    def iterate(self, batches: Sequence[bytes]) -> None:
        """Reads the records as `Contender` says."""
        for batch in batches:
            for record in self._batch_class(batch):
                record.key, record.value  # noqa: B018 (the look is what is timed)

    def build(self, contents: Sequence[Content], codec: Compression) -> list[bytes]:
        """Builds the batches as `Contender` says."""
        built = []
        for content in contents:
            builder = self._builder_class(
                magic=2,
                compression_type=int(codec),
                is_transactional=0,
                producer_id=-1,
                producer_epoch=-1,
                base_sequence=-1,
                batch_size=1 << 24,
            )
            append = builder.append
            for offset, (timestamp, key, value) in enumerate(content):
                append(offset, timestamp, key, value, [])
            built.append(bytes(builder.build()))
        return built


def contenders() -> dict[str, Contender]:
    """Returns the contenders by name, ours first."""
    found: dict[str, Contender] = {
        OURS: Kavka(),
        "kafka-python": Other(DefaultRecordBatch, DefaultRecordBatchBuilder),
        "aiokafka, pure Python": Other(aiokafka._DefaultRecordBatchPy, aiokafka._DefaultRecordBatchBuilderPy),
    }
    if aiokafka.DefaultRecordBatch is not aiokafka._DefaultRecordBatchPy:  # it was built with its extension
        found["aiokafka, C extension"] = Other(aiokafka.DefaultRecordBatch, aiokafka.DefaultRecordBatchBuilder)
    return found


@dataclass(frozen=True, slots=True)
class Figures:
    """Medians of one case: seconds by contender."""

    name: str
    seconds: dict[str, float]
    units: dict[str, float]
    """What was done in that time: how many of each unit."""


def make_content(size: int, batch_bytes: int, rng: random.Random) -> Content:
    """Draws the records of one batch; `size` is that of a value, in bytes."""
    content = []
    for number in range(max(1, batch_bytes // size)):
        wanted = rng.randint(size * 4 // 5, size * 6 // 5)
        value = b" ".join(rng.choices(WORDS, k=wanted // 4 + 1)) + b" %d" % rng.getrandbits(60)
        content.append((1_700_000_000_000 + number, b"key-%06d" % rng.randrange(10**6), value[-wanted:]))
    return content


def measure(size: int, codec: Compression, *, batches: int, rounds: int, batch_bytes: int) -> Iterator[Figures]:
    """Measures all three tasks for one record size and compression."""
    rng = random.Random(size)
    taking_part = contenders()
    contents = [make_content(size, batch_bytes, rng) for _ in range(batches)]
    built = taking_part[OURS].build(contents, codec)
    records = sum(map(len, contents))
    case = f"{size if size < 1000 else size // 1000} {'B' if size < 1000 else 'kB'}, {codec.name.lower()}"

    def timed(task: Callable[[Contender], object]) -> dict[str, float]:
        return interleaved({name: partial(task, one) for name, one in taking_part.items()}, rounds, rng)

    mb = sum(map(len, built)) / 1e6
    yield Figures(
        f"validate {case}", timed(lambda one: one.validate(built)), {"MB/s": mb, "batches/s": float(len(built))}
    )
    yield Figures(f"iterate {case}", timed(lambda one: one.iterate(built)), {"records/s": float(records)})
    yield Figures(f"build {case}", timed(lambda one: one.build(contents, codec)), {"records/s": float(records)})


def interleaved(tasks: dict[str, Callable[[], object]], rounds: int, rng: random.Random) -> dict[str, float]:
    """Returns the median seconds of each task; every round runs all of them, in another order."""
    samples: dict[str, list[float]] = {name: [] for name in tasks}
    order = list(tasks)
    for number in range(rounds + 1):
        rng.shuffle(order)
        for name in order:
            started = time.perf_counter()
            tasks[name]()
            elapsed = time.perf_counter() - started
            if number:  # the first round loads codecs and warms caches
                samples[name].append(elapsed)
    return {name: statistics.median(each) for name, each in samples.items()}


def rows_of(figures: Figures) -> Iterator[report.Row]:
    """Yields a row for each unit and each of the others."""
    ours = figures.seconds[OURS]
    for unit, amount in figures.units.items():
        for name, seconds in figures.seconds.items():
            if name != OURS:
                yield report.Row(figures.name, unit, amount / ours, amount / seconds, name)


def print_overview(measured: Sequence[Figures]) -> None:
    """Prints a line for each case with everybody in it: the table of docs/benchmarks.md."""
    names = list(measured[0].seconds)
    print(f"| task, record size, compression | unit | {' | '.join(names)} |")
    print(f"|---|---|{'---:|' * len(names)}")
    for figures in measured:
        for unit, amount in figures.units.items():
            cells = " | ".join(_rounded(amount / figures.seconds[name]) for name in names)
            print(f"| {figures.name} | {unit} | {cells} |")


def _rounded(value: float) -> str:
    return f"{value / 1e6:.2f} M" if value >= 1e6 else f"{value / 1e3:,.0f} k" if value >= 1e5 else f"{value:,.0f}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the benchmark from the command line."""
    parser = report.parser("records", (__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="how often everything is timed (%(default)s)")
    parser.add_argument("--batches", type=int, default=BATCHES, help="batches in a round (%(default)s)")
    parser.add_argument("--batch-bytes", type=int, default=BATCH_BYTES, help="size of a batch (%(default)s)")
    chosen = parser.parse_args(arguments)
    measured = [
        figures
        for size in SIZES
        for codec in Compression
        for figures in measure(
            size, codec, batches=chosen.batches, rounds=chosen.rounds, batch_bytes=chosen.batch_bytes
        )
    ]
    measured.sort(key=lambda figures: figures.name.split()[0], reverse=True)  # validate, iterate, build
    print_overview(measured)
    report.publish("Records", [row for figures in measured for row in rows_of(figures)], chosen.json)


if __name__ == "__main__":
    main()
