"""What `benchmarks.pipeline` measures, as a process of the Spark that both sides share: one line of JSON a cell.

    python -m benchmarks.pipeline_cells '{"bootstrap": …, "jars": …, "master": "local[2]", …}'

Time is by the clock, CPU that of this process and everything it has started: the JVM, Python's workers, and those of
them that have ended:

    waited for by its parent (the JVM does)      in its parent's time of children
    never waited for (`counted_daemon`)          in /proc, as long as its parent lives
    its parent has ended                         a child of this process, which adopts it, and waits for none

So no reading can be less than one before it, which is checked. The broker's time is not in it, as it serves both sides.
"""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import kavka.spark
from kavka.pipeline.audit.run import AuditJob, run_audit
from kavka.pipeline.jobs.archive import ArchiveJob, run_archive
from kavka.pipeline.jobs.copy import CopyJob, run_copy
from kavka.pipeline.jobs.replay import ReplayJob, run_replay
from kavka.pipeline.session import SessionSettings, open_session

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

KAFKA: Final = "kafka"
KAVKA: Final = "kavka"
SIDES: Final = (KAFKA, KAVKA)
PR_SET_CHILD_SUBREAPER: Final = 36


@dataclass(frozen=True, slots=True)
class Asked:
    """What to measure.

    Attributes:
        topics: name → (records, bytes of a value).
        targets: for each run of each writing cell an empty topic, in the order in which they are used.
        data: the broker's data directory.
        runs: of each cell; the first one warms up, the best of the others counts.
    """

    bootstrap: str
    jars: str
    master: str
    topics: dict[str, tuple[int, int]]
    targets: dict[str, list[str]]
    folder: str
    data: str
    runs: int
    cells: list[str]


@dataclass(frozen=True, slots=True)
class Measured:
    """One cell of one side."""

    cell: str
    side: str
    records: int
    bytes: int
    seconds: float
    cpu_seconds: float


def adopt_orphans() -> None:
    """Makes this process the parent of those below it whose own parent ends (Linux)."""
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "this process cannot adopt orphans")


def tree_cpu_seconds(root: int) -> float:
    """Returns the CPU time of a process and its descendants, ended ones included."""
    before = _tree_ticks(root)
    # Whoever ends while the table is read is in it twice, or not at all: once by itself, once by its parent.
    while (ticks := _tree_ticks(root)).keys() != before.keys():
        before = ticks
    return sum(ticks.values()) / os.sysconf("SC_CLK_TCK")


def _tree_ticks(root: int) -> dict[int, int]:
    """Process → its own time and that of the children it has waited for."""
    ticks: dict[int, int] = {}
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            fields = (entry / "stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue  # it has just ended
        parents[int(entry.name)] = int(fields[1])
        ticks[int(entry.name)] = sum(int(field) for field in fields[11:15])
    return {pid: count for pid, count in ticks.items() if _descends(pid, root, parents)}


def _descends(pid: int, root: int, parents: dict[int, int]) -> bool:
    while pid and pid != root:
        pid = parents.get(pid, 0)
    return pid == root


class Bench:
    """Runs cells in one session."""

    def __init__(self, spark: SparkSession, asked: Asked) -> None:
        self._spark = spark
        self._asked = asked
        self._client = {"kafka.bootstrap.servers": asked.bootstrap}
        self._folder = Path(asked.folder)
        self._runs = 0
        self._cpu_seconds = 0.0

    def run(self) -> None:
        """Measures all cells."""
        works = {
            "read": self._read,
            "landed": self._landed,
            "archive": self._archive,
            "replay": self._replay,
            "copy": self._copy,
            "stream": self._stream,
        }
        for topic, (records, size) in self._asked.topics.items():
            for side in SIDES:
                found = self._load(side, topic).count()
                assert found == records, f"{side} reads {found} of {records} records"
            for cell, work in works.items():
                sides = {side: partial(work, side, topic) for side in SIDES}
                self._measure(f"{cell} {topic}", sides, records, records * (size + 11))
        size = sum(path.stat().st_size for path in Path(self._asked.data).glob("broker-*/*-*/*.log"))
        self._measure("audit", {KAVKA: self._audit}, 0, size)

    def _measure(self, cell: str, works: Mapping[str, Callable[[], None]], records: int, size: int) -> None:
        """Runs both sides in turns: what the JVM has compiled, and what the machine does, is alike for both."""
        if not any(cell.startswith(wanted) for wanted in self._asked.cells):
            return
        walls: dict[str, list[float]] = {side: [] for side in works}
        cpus: dict[str, list[float]] = {side: [] for side in works}
        for _ in range(self._asked.runs):
            for side, work in works.items():
                self._runs += 1
                cpu, begun = self._read_cpu(), time.perf_counter()
                work()
                walls[side].append(time.perf_counter() - begun)
                cpus[side].append(self._read_cpu() - cpu)
        counted = slice(1, None) if self._asked.runs > 1 else slice(None)
        for side in works:
            done = Measured(cell, side, records, size, min(walls[side][counted]), min(cpus[side][counted]))
            print(json.dumps(asdict(done)), flush=True)

    def _read_cpu(self) -> float:
        """Returns the CPU time up to now; it only grows, or somebody's was lost."""
        before, self._cpu_seconds = self._cpu_seconds, tree_cpu_seconds(os.getpid())
        assert self._cpu_seconds >= before, f"{before - self._cpu_seconds:.2f} s of CPU time went with whoever ended"
        return self._cpu_seconds

    def _load(self, side: str, topic: str) -> Any:
        reader = self._spark.read.format(side).options(**self._client).option("subscribe", topic)
        return reader.load()

    def _read(self, side: str, topic: str) -> None:
        self._load(side, topic).write.format("noop").mode("overwrite").save()

    def _landed(self, side: str, topic: str) -> None:
        """The same rows by way of files that Spark scans; the connector has the one way."""
        if side == KAFKA:
            return self._read(side, topic)
        with kavka.spark.read(self._spark, {**self._client, "subscribe": topic}) as rows:
            rows.write.format("noop").mode("overwrite").save()
        return None

    def _out(self, side: str, topic: str) -> Path:
        return self._folder / f"lake-{side}-{topic}"

    def _archive(self, side: str, topic: str) -> None:
        out = self._out(side, topic)
        shutil.rmtree(out, ignore_errors=True)
        if side == KAVKA:
            run_archive(self._spark, ArchiveJob(client=self._client, out=out, topics=(topic,), is_once=True))
        else:
            self._load(side, topic).write.parquet(str(out))

    def _replay(self, side: str, topic: str) -> None:
        """What `_archive` has left, to an empty topic; the connector keeps no timestamps, and writes at least once."""
        target = self._asked.targets[f"replay {topic} {side}"].pop(0)
        if side == KAVKA:
            run_replay(self._spark, ReplayJob(client=self._client, archive=self._out(side, topic), to_topic=target))
            return
        rows = self._spark.read.parquet(str(self._out(side, topic))).select("key", "value", "partition")
        rows.write.format(side).options(**self._client).option("topic", target).save()

    def _copy(self, side: str, topic: str) -> None:
        """Topic → topic by our own job; the connector has the one way."""
        if side == KAFKA:
            return self._stream(side, topic, cell="copy")
        target = self._asked.targets[f"copy {topic} {side}"].pop(0)
        checkpoint = str(self._folder / f"checkpoint-{self._runs}")
        job = CopyJob(client=self._client, topics=(topic,), to_topic=target, checkpoint=checkpoint, is_once=True)
        run_copy(self._spark, job)
        return None

    def _stream(self, side: str, topic: str, cell: str = "stream") -> None:
        """Topic → topic as a stream of rows of what is there: exactly once here, at least once there."""
        target = self._asked.targets[f"{cell} {topic} {side}"].pop(0)
        source = self._spark.readStream.format(side).options(**self._client).option("subscribe", topic)
        rows = source.option("startingOffsets", "earliest").load().select("key", "value", "partition")
        writer = rows.writeStream.format(side).options(**self._client).option("topic", target)
        checkpoint = self._folder / f"checkpoint-{self._runs}"
        query = writer.option("checkpointLocation", str(checkpoint)).trigger(availableNow=True).start()
        query.awaitTermination()

    def _audit(self) -> None:
        run_audit(self._spark, AuditJob(paths=(Path(self._asked.data),)))


def main() -> None:
    """Runs the benchmark from the command line."""
    asked = Asked(**json.loads(sys.argv[1]))
    adopt_orphans()
    conf = {
        "spark.jars": asked.jars,
        "spark.driver.memory": "2g",
        "spark.python.daemon.module": "benchmarks.counted_daemon",
    }
    spark = open_session(SessionSettings(app_name="benchmark", master=asked.master, conf=conf), os.environ)
    try:
        Bench(spark, asked).run()
    finally:
        spark.stop()


if __name__ == "__main__":
    main()
