"""kavka beside Apache Kafka 3.9, both up at once and warm, loaded in turns by the same client in one run.

    warm ── every load on both ──▶ round 1: Kafka, kavka │ Kafka, kavka │ …   round 2: kavka, Kafka │ …   ──▶ medians
            until the JVM has                a load            the next
            compiled it

A ratio is the median of the rounds' ratios: what the machine does meanwhile meets both. Every load counts with what the
log holds at its end: a broker that had acknowledged more than it wrote would be found. Rows come for two states of the
memory (`page_cache`), for with cold pages the rows with large batches say more of the hypervisor than of a broker: a
few rounds on cold memory first, and then, with the same brokers, on memory that is filled before each load that writes
much.

A load that fails takes its round with it, and a row that has none is named at the end: one broken connection does not
cost a quarter of an hour. Records that were acknowledged and are not there end the run.
Kafka's jars are fetched by Maven as for the conformance tests, or are where --kafka-libs says. Aims that were met in
the newest recorded run of the same build are floors (`versus_history`).
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import socket
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Final

from benchmarks import page_cache, real_brokers, versus_cells, versus_history
from benchmarks.certificates import HOST, Certificates
from benchmarks.flood import Flooded, Program, build, flood
from benchmarks.real_brokers import RealBroker, RealCluster
from benchmarks.versus_cells import ONE_BROKER, PARTITIONS, THREE_BROKERS, Cell
from benchmarks.versus_history import RECYCLED
from benchmarks.zookeeper import embedded
from kavka.build_info import build_info
from kavka.client.admin import Admin
from kavka.common.types import NewTopic, TopicPartition
from kavka.protocol.errors import KafkaError
from kavka.protocol.header import decode_response_frame
from kavka.protocol.messages import FetchResponse, ProduceResponse

KAFKA: Final = "Apache Kafka 3.9.1"
KAVKA: Final = "kavka"
SETTINGS: Final = {"log.segment.delete.delay.ms": "500"}
"""Deleted topics of former rounds give their disk back soon; all else stands at Kafka's defaults."""
CONNECT_S: Final = 10.0
FAILURES: Final = (OSError, RuntimeError, TimeoutError, KafkaError, subprocess.SubprocessError)
"""Of a load, which cost one round of it."""
UNOPTIMIZED: Final = (
    "this Python was built without optimizations, which costs kavka speed and Kafka none: record with one that has "
    "them (a distribution's has), or say --any-python"
)
NO_TLS: Final = "OpenSSL's headers are missing (libssl-dev): no rows over TLS"
WHOLE: Final = "a recorded run has every row: the next one's floors are its rows"
HEAD: Final = ("load", "memory", "Kafka", "kavka", "ratio (least, most)", "aim", "CPU a request, Kafka", "kavka")
TAILS: Final = ("p99 ms, Kafka", "kavka", "s/s without a core, Kafka", "kavka")


@dataclass(frozen=True, slots=True)
class Outcome:
    """One load of one broker in one round."""

    per_second: float
    cpu_us: float
    """Of all brokers, a request."""
    p50_ms: float
    p99_ms: float
    waited: float = 0.0
    """How long its threads were ready without a core, all of them, for each second of the load: on a machine that
    others use, who has one thread has one share of it, and who has ten has ten."""


@dataclass(frozen=True, slots=True)
class Beside:
    """A load's medians over the rounds."""

    name: str
    memory: str
    aim: float
    kafka: Outcome
    kavka: Outcome
    ratio: float
    ratio_min: float
    ratio_max: float


class Rival:
    """A cluster of one make, with the topic that is loaded now."""

    def __init__(self, name: str, cluster: RealCluster, program: Program) -> None:
        self.name = name
        self._cluster = cluster
        self._program = program
        self._fetched = "fetched"
        self._produced = ""

    @property
    def _bootstrap(self) -> str:
        return ",".join(f"{HOST}:{broker.port}" for broker in self._cluster.brokers.values())

    @property
    def _leader(self) -> RealBroker:
        """Returns the broker that leads everything."""
        return next(iter(self._cluster.brokers.values()))

    def prepare(self, *, is_fetched: bool) -> None:
        """Waits until all brokers serve, and fills the topic that is fetched, if one is."""
        asyncio.run(self._wait())
        if not is_fetched:
            return
        self._create(self._fetched)
        for frame, times in versus_cells.filling(self._fetched):
            self._check("produce", [frame] * times, versus_cells.PRODUCE_VERSION)

    async def _wait(self) -> None:
        ids = tuple(self._cluster.brokers)
        for broker_id in ids:
            await self._cluster.until(broker_id, lambda _: True)
        await self._cluster.controller(among=ids)
        await self._cluster.close()

    def begin(self, topic: str) -> None:
        """Makes the topic of a round, and deletes the one before."""
        before, self._produced = self._produced, topic
        self._create(topic)
        if before:
            asyncio.run(self._delete(before))

    def _create(self, topic: str) -> None:
        ids = list(self._cluster.brokers)
        configs: dict[str, str | None] = {"min.insync.replicas": str(max(1, len(ids) - 1)), "retention.ms": "-1"}
        new = NewTopic(name=topic, assignments=dict.fromkeys(range(PARTITIONS), ids), configs=configs)

        async def create() -> None:
            async with Admin(self._bootstrap) as admin:
                await admin.create_topics([new])

        asyncio.run(create())

    async def _delete(self, topic: str) -> None:
        async with Admin(self._bootstrap) as admin:
            await admin.delete_topics([topic])

    def load(self, cell: Cell, seconds: float) -> Outcome:
        """Runs one load, and holds what was acknowledged against what the log has."""
        topic = self._produced if cell.kind == "produce" else self._fetched
        frames = versus_cells.frames(cell, topic)
        self._check(cell.kind, frames[:1], cell.version if cell.kind == "produce" else versus_cells.FETCH_VERSION)
        before = asyncio.run(self._records(topic))
        cpu, waited = self._cluster.cpu_seconds(), self._cluster.waited_seconds()
        done = flood(
            self._program,
            self._leader.tls_port if cell.is_tls else self._leader.port,
            frames,
            connections=cell.connections,
            depth=cell.depth,
            seconds=seconds,
            is_tls=cell.is_tls,
        )
        cpu, waited = self._cluster.cpu_seconds() - cpu, self._cluster.waited_seconds() - waited
        grown = asyncio.run(self._records(topic)) - before
        self._hold_against_log(cell, done, grown)
        return Outcome(done.per_second, cpu / done.requests * 1e6, done.p50_ms, done.p99_ms, waited / done.seconds)

    def _hold_against_log(self, cell: Cell, done: Flooded, grown: int) -> None:
        if cell.kind == "produce" and grown < done.requests * cell.records:
            wanted = done.requests * cell.records
            raise SystemExit(f"{self.name}, {cell.name}: {wanted:,} records were acknowledged, {grown:,} are there")
        if cell.kind == "fetch" and done.bytes < done.requests * cell.bytes * 0.9:
            raise SystemExit(f"{self.name}, {cell.name}: {done.bytes:,} bytes in {done.requests:,} responses")

    async def _records(self, topic: str) -> int:
        async with Admin(self._bootstrap) as admin:
            marks = await admin.watermarks([TopicPartition(topic, index) for index in range(PARTITIONS)])
        return sum(high_watermark for _, high_watermark in marks.values())

    def _check(self, kind: str, frames: Sequence[bytes], version: int) -> None:
        """Sends requests one after another and refuses to measure errors."""
        with socket.create_connection((HOST, self._leader.port), CONNECT_S) as sock, sock.makefile("rb") as stream:
            for frame in frames:
                sock.sendall(frame)
                (size,) = struct.unpack(">i", stream.read(4))
                body = stream.read(size)
                if kind == "produce":
                    produced = decode_response_frame(ProduceResponse, version, body)[1].responses[0]
                    code = produced.partition_responses[0].error_code
                else:
                    fetched = decode_response_frame(FetchResponse, version, body)[1].responses[0]
                    code = fetched.partitions[0].error_code
                if code:
                    raise SystemExit(f"{self.name} responds to a {kind} with error {code}")


@contextlib.contextmanager
def rivals(count: int, libs: Path, program: Program, *, is_fetched: bool) -> Iterator[tuple[Rival, Rival]]:
    """Runs a cluster of each make, of so many brokers, each with a ZooKeeper of its own."""
    ids = real_brokers.BROKERS[:count]
    with contextlib.ExitStack() as stack:
        found = []
        certificates = Certificates.issued(program.path.parent)
        for name, command in ((KAFKA, real_brokers.kafka_command(libs)), (KAVKA, real_brokers.kavka_command)):
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kavka-versus-")))
            port = stack.enter_context(embedded(folder / "zk"))
            zookeeper = f"{HOST}:{port}"
            cluster = RealCluster(
                folder, zookeeper, command, broker_ids=ids, settings=SETTINGS, certificates=certificates
            )
            stack.enter_context(cluster.started())
            found.append(Rival(name, cluster, program))
        for rival in found:
            rival.prepare(is_fetched=is_fetched)
        yield found[0], found[1]


def warm_up(both: tuple[Rival, Rival], cells: Sequence[Cell], seconds: float) -> None:
    """Runs each load on both for a while, all of them together for so long."""
    for rival in both:
        rival.begin("warm")
        for cell in cells:
            rival.load(cell, seconds / len(cells))


def measure(
    both: tuple[Rival, Rival],
    cells: Sequence[Cell],
    *,
    rounds: int,
    seconds: float,
    memory: str,
    refill: Callable[[], object] = lambda: None,
) -> list[Beside]:
    """Measures loads in turns; a load without a round that succeeded is left out.

    Args:
        both: Kafka and kavka, warm.
        cells: the loads.
        rounds: how often each is run.
        seconds: for how long.
        memory: its state, for the table.
        refill: brings that about; called before each load that writes much.
    """
    found: dict[Cell, list[tuple[Outcome, Outcome]]] = {cell: [] for cell in cells}
    for number in range(rounds):
        _say(f"{memory} memory, round {number + 1} of {rounds}")
        for rival in both:
            rival.begin(f"round-{number}-{memory}")
        for cell in cells:
            outcomes = {}
            try:
                for rival in both if number % 2 == 0 else both[::-1]:
                    if cell.writes_much:
                        refill()
                    outcomes[rival.name] = rival.load(cell, seconds)
            except FAILURES as error:
                _say(f"{cell.name} failed in this round: {error}")
            else:
                found[cell].append((outcomes[KAFKA], outcomes[KAVKA]))
    return [_beside(cell, memory, pairs) for cell, pairs in found.items() if pairs]


def _say(progress: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {progress}", file=sys.stderr, flush=True)


def _beside(cell: Cell, memory: str, pairs: Sequence[tuple[Outcome, Outcome]]) -> Beside:
    ratios = [ours.per_second / theirs.per_second for theirs, ours in pairs]
    kafka, kavka = (_medians([pair[index] for pair in pairs]) for index in (0, 1))
    return Beside(cell.name, memory, cell.aim, kafka, kavka, median(ratios), min(ratios), max(ratios))


def _medians(outcomes: Sequence[Outcome]) -> Outcome:
    columns = zip(*(asdict(outcome).values() for outcome in outcomes), strict=True)
    return Outcome(*(median(column) for column in columns))


def table(rows: Sequence[Beside]) -> str:
    """Returns the rows as a table in Markdown."""
    lines = [f"| {' | '.join(HEAD + TAILS)} |", "|---|---|" + "---:|" * (len(HEAD + TAILS) - 2)]
    for row in rows:
        ratio = f"{row.ratio:.2f} ({row.ratio_min:.2f}, {row.ratio_max:.2f})"
        rates = f"{row.kafka.per_second:,.0f}/s | {row.kavka.per_second:,.0f}/s"
        costs = f"{row.kafka.cpu_us:,.0f} µs | {row.kavka.cpu_us:,.0f} µs"
        tails = f"{row.kafka.p99_ms:.2f} | {row.kavka.p99_ms:.2f} | {row.kafka.waited:.2f} | {row.kavka.waited:.2f}"
        lines.append(f"| {row.name} | {row.memory} | {rates} | {ratio} | {row.aim:.1f} | {costs} | {tails} |")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the benchmark from the command line."""
    wanted = _parser().parse_args(arguments)
    if wanted.record and not (build_info().is_optimized or wanted.any_python):
        raise SystemExit(UNOPTIMIZED)
    if wanted.record and (wanted.load or wanted.only or wanted.brokers or wanted.memory != "both"):
        raise SystemExit(WHOLE)
    libs = wanted.kafka_libs or _fetched_libs()
    rows: list[Beside] = []
    missing: list[str] = []
    with tempfile.TemporaryDirectory(prefix="kavka-versus-") as name:
        program = _built(Path(name), is_recorded=wanted.record)
        for count in (1, 3) if wanted.brokers is None else (wanted.brokers,):
            cells = versus_cells.chosen(
                ONE_BROKER if count == 1 else THREE_BROKERS,
                wanted.only,
                wanted.load or "",
                speaks_tls=program.speaks_tls,
            )
            if cells:
                is_fetched = any(cell.kind == "fetch" for cell in cells)
                with rivals(count, libs, program, is_fetched=is_fetched) as both:
                    measured = in_states(both, cells, wanted, Path(name))
                rows += measured
                missing += {cell.name for cell in cells} - {row.name for row in measured}
    print(f"\nkavka beside {KAFKA}: medians of {wanted.rounds} rounds, {wanted.cold_rounds} on cold memory, in turns\n")
    print(table(rows))
    found = [asdict(row) for row in rows]
    if wanted.json is not None:
        wanted.json.write_text(json.dumps(found, indent=1) + "\n")
    run = versus_history.run_of(found, time.strftime("%Y-%m-%d"))
    broken = versus_history.broken_floors(found, versus_history.newest(versus_history.read(), run.build))
    if wanted.record:
        versus_history.add(run)
    if missing:
        _say(f"not measured: {'; '.join(missing)}")
    if broken:
        raise SystemExit("below what was reached before:\n" + "\n".join(broken))


def _built(folder: Path, *, is_recorded: bool) -> Program:
    program = build(folder)
    if not program.speaks_tls:
        if is_recorded:
            raise SystemExit(f"{NO_TLS}, and {WHOLE}")
        _say(NO_TLS)
    return program


def in_states(
    both: tuple[Rival, Rival], cells: Sequence[Cell], wanted: argparse.Namespace, folder: Path
) -> list[Beside]:
    """Measures loads on cold memory, on recycled memory, or on both.

    Args:
        both: Kafka and kavka.
        cells: the loads.
        wanted: the command line.
        folder: on a disk.
    """
    _say("both are up, and warm up")
    warm_up(both, cells, wanted.warm)
    rows: list[Beside] = []
    if wanted.memory != RECYCLED:
        rows += measure(both, cells, rounds=wanted.cold_rounds, seconds=wanted.seconds, memory="cold")
    if wanted.memory != "cold":
        with page_cache.Filled(folder) as filled:
            rows += measure(
                both, cells, rounds=wanted.rounds, seconds=wanted.seconds, memory=RECYCLED, refill=filled.refill
            )
    return rows


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.versus", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--memory", choices=(RECYCLED, "cold", "both"), default="both", help="the memory's state")
    parser.add_argument("--brokers", type=int, choices=(1, 3), help="one, or three with acks=all; both without it")
    parser.add_argument("--only", choices=("produce", "fetch"), help="loads of one kind")
    parser.add_argument("--rounds", type=int, default=5, help="how often each load is run; default: %(default)s")
    parser.add_argument("--cold-rounds", type=int, default=3, help="likewise on cold memory; default: %(default)s")
    parser.add_argument("--seconds", type=float, default=1.0, help="length of each load; default: %(default)s")
    parser.add_argument("--warm", type=float, default=30.0, help="of all loads before, on each; default: %(default)s")
    parser.add_argument("--kafka-libs", type=Path, metavar="DIR", help="Kafka's jars; else Maven fetches them")
    parser.add_argument("--json", metavar="FILE", type=Path, help="write the rows there as JSON, too")
    parser.add_argument("--load", metavar="PART", help="loads whose name has this part, as in the table")
    parser.add_argument("--any-python", action="store_true", help="record a Python without optimizations, too")
    parser.add_argument("--record", action="store_true", help=f"add the run to {versus_history.HISTORY.name}")
    return parser


def _fetched_libs() -> Path:
    from tests.support.kafka.kafka_tools import fetch

    try:
        return fetch().jars
    except LookupError as error:
        raise SystemExit(str(error)) from None


if __name__ == "__main__":
    main()
