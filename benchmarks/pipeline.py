"""The data pipeline beside Spark's own connector: reads, archive, replay, two ways from topic to topic; and the audit.

Both sides run in one Spark (4.2.0, the newest that the connector is there for), one session, one run, against one kavka
broker. Records per second are what a user waits for; records per CPU second, of the JVM and Python's workers together,
are what they pay for, and the figure to trust on a machine that has other things to do. What was written is counted.

    python -m benchmarks.pipeline --cells read,audit --records 1000000

The connector's archive is a batch read and Spark's Parquet writer; its replay and its ways from topic to topic write at
least once, and keep no timestamps; ours are exactly once. `copy` is the job of that name, and `stream` a stream of rows
through Spark; the connector has the one way for both.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyarrow as pa

from benchmarks import realistic_text, report, servers, spark_rival
from benchmarks.pipeline_cells import KAFKA, KAVKA, SIDES, Measured
from kavka.client.cluster import ANY_BROKER
from kavka.common.types import TopicPartition
from kavka.pipeline.audit.directories import find_replicas
from kavka.pipeline.audit.segment_scan import scan_segment
from kavka.pipeline.columns.encode import encode_batches
from kavka.pipeline.wire.cluster import BlockingCluster
from kavka.pipeline.wire.offsets import LATEST, list_offsets
from kavka.pipeline.wire.producer import BlockingProducer
from kavka.pipeline.wire.settings import WireSettings
from kavka.protocol.messages import CreateTopicsRequest

PARTITIONS: Final = 4
BATCH_BYTES: Final = 128 * 1024
ROWS_AT_ONCE: Final = 20_000
KEYS: Final = 5_000
TIMESTAMP_MS: Final = 1_700_000_000_000
CREATE_TIMEOUT_MS: Final = 60_000
RIVAL: Final = f"Spark {spark_rival.SPARK}'s connector"
CELLS: Final = ("read", "landed", "archive", "replay", "copy", "stream", "audit")
WRITING: Final = ("replay", "copy", "stream")


def main() -> None:
    """Runs the benchmark from the command line."""
    options = report.parser("pipeline", __doc__.splitlines()[0] if __doc__ else "")
    options.add_argument("--records", type=int, default=5_000_000, help="of 100 bytes; a fifth of them of 1000 bytes")
    options.add_argument("--runs", type=int, default=3, help="of each cell; the first warms up, the best other counts")
    options.add_argument("--cells", default=",".join(CELLS), help=f"of {', '.join(CELLS)}")
    options.add_argument("--master", default="local[2]", help="of Spark")
    options.add_argument("--spark-dir", type=Path, help="where Spark and its connector are kept; default: the cache")
    chosen = options.parse_args()
    rival = spark_rival.provide(chosen.spark_dir)
    topics = {"100 B": (chosen.records, 100), "1 kB": (chosen.records // 5, 1000)}
    named = {f"bench-{size}": (count, size) for count, size in topics.values()}
    with servers.kavka_command() as (_, line), tempfile.TemporaryDirectory(prefix="kavka-bench-") as folder:
        bootstrap = str(line["bootstrap"])
        targets = prepare(bootstrap, named, runs=chosen.runs, cells=chosen.cells.split(","))
        asked = {
            "bootstrap": bootstrap,
            "jars": ",".join(map(str, rival.jars)),
            "master": chosen.master,
            "topics": named,
            "targets": targets,
            "folder": folder,
            "data": line["data_dir"],
            "runs": chosen.runs,
            "cells": chosen.cells.split(","),
        }
        found = measure(rival, asked)
        check_written(bootstrap, targets_of(found, chosen.runs))
        if "audit" in asked["cells"]:
            found.append(walked(Path(str(line["data_dir"])), chosen.runs))
    report.publish(f"The data pipeline, {chosen.master}, PySpark {spark_rival.SPARK}", list(rows(found)), chosen.json)


def prepare(
    bootstrap: str, topics: dict[str, tuple[int, int]], *, runs: int, cells: Iterable[str]
) -> dict[str, list[str]]:
    """Fills the topics, and creates an empty topic per run of a writing cell."""
    targets = {
        f"{cell} {topic} {side}": [f"{cell}-{topic}-{side}-{number}" for number in range(runs)]
        for cell in WRITING
        if cell in cells
        for topic in topics
        for side in SIDES
    }
    cluster = BlockingCluster(WireSettings.from_properties({"bootstrap.servers": bootstrap}))
    names = [*topics, *(name for group in targets.values() for name in group)]
    for_good = CreateTopicsRequest.CreatableTopicConfig(name="retention.ms", value="-1")  # the records' times are fixed
    wanted = [
        CreateTopicsRequest.CreatableTopic(
            name=name, num_partitions=PARTITIONS, replication_factor=1, assignments=[], configs=[for_good]
        )
        for name in names
    ]
    answer = cluster.ask(
        ANY_BROKER, CreateTopicsRequest(topics=wanted, timeout_ms=CREATE_TIMEOUT_MS), timeout_ms=CREATE_TIMEOUT_MS
    )
    assert not any(topic.error_code for topic in answer.topics), answer
    cluster.topics(names)
    for topic, (records, size) in topics.items():
        fill(cluster, topic, records, size)
    cluster.close()
    return targets


def fill(cluster: BlockingCluster, topic: str, records: int, size: int) -> None:
    """Writes text with keys of 11 bytes to all partitions in turn."""
    chance = np.random.default_rng(1)
    value = realistic_text.values(ROWS_AT_ONCE, size)
    producer = BlockingProducer(cluster)
    producer.init()
    for first in range(0, records, ROWS_AT_ONCE):
        count = min(ROWS_AT_ONCE, records - first)
        numbers = chance.integers(0, KEYS, count)
        key = pa.array([b"key%08d" % number for number in numbers], pa.binary())
        stamps = np.arange(first, first + count, dtype=np.int64) + TIMESTAMP_MS
        batches = encode_batches(key=key, value=value.slice(0, count), timestamp_ms=stamps, batch_bytes_max=BATCH_BYTES)
        producer.send({TopicPartition(topic, first // ROWS_AT_ONCE % PARTITIONS): batches})


def measure(rival: spark_rival.RivalSpark, asked: dict[str, Any]) -> list[Measured]:
    """Measures every cell, in a process of the other Spark's Python."""
    command = [str(rival.python), "-m", "benchmarks.pipeline_cells", json.dumps(asked)]
    found = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=rival.environment(os.environ)) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith("{"):
                found.append(Measured(**json.loads(line)))
                print(line.rstrip(), flush=True)
    if process.returncode:
        raise SystemExit(f"the Spark side ended with {process.returncode}")
    return found


def targets_of(found: Iterable[Measured], runs: int) -> Iterator[tuple[str, int]]:
    """Yields the topics that writing cells filled, each with the records that must be there."""
    for one in found:
        cell, _, topic = one.cell.partition(" ")
        if cell in WRITING:
            yield from ((f"{cell}-{topic}-{one.side}-{number}", one.records) for number in range(runs))


def check_written(bootstrap: str, written: Iterable[tuple[str, int]]) -> None:
    """Checks that a cell wrote every record: too little would be quick. Markers of transactions may come on top.

    Markers of transactions may come on top.
    """
    cluster = BlockingCluster(WireSettings.from_properties({"bootstrap.servers": bootstrap}))
    for topic, records in written:
        ends = list_offsets(cluster, {TopicPartition(topic, number): LATEST for number in range(PARTITIONS)})
        found = sum(end.offset for end in ends.values())
        assert records <= found < records * 1.01 + 1000, f"{topic} has {found} records, {records} were to be written"
    cluster.close()


def walked(data: Path, runs: int) -> Measured:
    """Measures the audit's walk alone, in this process: every header and every checksum of the broker's files, no
    Spark.
    """
    targets = [target for replica in find_replicas([data]) for target in replica.targets()]
    walls, cpus = [], []
    for _ in range(runs):
        begun, cpu = time.perf_counter(), time.process_time()
        for target in targets:
            scan_segment(target)
        walls.append(time.perf_counter() - begun)
        cpus.append(time.process_time() - cpu)
    size = sum(target.size for target in targets)
    return Measured("audit: the walk alone", KAVKA, 0, size, min(walls), min(cpus))


def rows(found: list[Measured]) -> Iterable[report.Row]:
    """Yields the rows of each cell: by the clock and by the CPU."""
    sides = {(one.cell, one.side): one for one in found}
    for one in found:
        if one.side == KAFKA:
            continue
        other = sides.get((one.cell, KAFKA))
        if one.records:
            base = None if other is None else other.records / other.seconds
            yield report.Row(one.cell, "records/s", one.records / one.seconds, base, RIVAL)
            base = None if other is None else other.records / other.cpu_seconds
            yield report.Row(one.cell, "records/CPU s", one.records / one.cpu_seconds, base, RIVAL)
        name = "" if other is None else RIVAL
        base = None if other is None else other.bytes / other.seconds / 1e6
        yield report.Row(one.cell, "MB/s", one.bytes / one.seconds / 1e6, base, name)
        base = None if other is None else other.bytes / other.cpu_seconds / 1e6
        yield report.Row(one.cell, "MB/CPU s", one.bytes / one.cpu_seconds / 1e6, base, name)


if __name__ == "__main__":
    main()
