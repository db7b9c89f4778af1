"""What a replicated load pays for partitions that nobody uses, and what these cost by themselves.

Three broker processes with disks, of ours or of Apache Kafka's, grow step by step: so many partitions with three
replicas are there and idle, then another topic is loaded. Measured at each step: the brokers' CPU while nobody asks for
anything, and beside the idle partitions acks=all at full speed (`raw_load`) and at a steady thousand records a second.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from benchmarks import raw_load, replication
from benchmarks.growth_fit import Series
from benchmarks.real_brokers import BROKERS, Command, RealCluster
from benchmarks.zookeeper import embedded
from kavka.client.admin import Admin
from kavka.common.types import NewTopic

PARTITIONS_PER_TOPIC: Final = 100
TOPICS_PER_REQUEST: Final = 5
FACTOR: Final = len(BROKERS)
CELL: Final = replication.Cell(100, 100, 10, 1, 0, 0, 0, 0)
"""10 connections, each with one record of 100 B at a time."""
LOADED: Final = replication.TOPIC
STEADY: Final = "steady"
SETTLE_S: Final = 3.0
IDLE_S: Final = 6.0


@dataclass(slots=True)
class Beside:
    """Figures by the number of idle partitions."""

    cpu_percent: dict[int, float] = field(default_factory=dict)
    us_per_request: dict[int, float] = field(default_factory=dict)
    p50_ms: dict[int, float] = field(default_factory=dict)
    steady_p50_ms: dict[int, float] = field(default_factory=dict)


def measure(command: Command, counts: Sequence[int], *, seconds: float, warm: float) -> Beside:
    """Measures beside so many idle partitions, in ascending order, in one cluster.

    Args:
        command: how a broker is started.
        counts: 0 for the load alone.
        seconds: of each load.
        warm: of the load before it.
    """

    async def measured(folder: Path, zookeeper: str) -> Beside:
        cluster = RealCluster(folder, zookeeper, command)
        with cluster.started():
            try:
                return await _measured(cluster, counts, seconds=seconds, warm=warm)
            finally:
                await cluster.close()

    with tempfile.TemporaryDirectory(prefix="kavka-bench-") as name, embedded(Path(name) / "zk") as port:
        return asyncio.run(measured(Path(name), f"127.0.0.1:{port}"))


async def _measured(cluster: RealCluster, counts: Sequence[int], *, seconds: float, warm: float) -> Beside:
    beside = Beside()
    for broker_id in BROKERS:
        await cluster.until(broker_id, lambda _: True)
    bootstrap = ",".join(f"127.0.0.1:{broker.port}" for broker in cluster.brokers.values())
    async with Admin(bootstrap) as admin:
        assignments = {index: list(BROKERS) for index in range(replication.PARTITIONS)}
        spread = {index: [*BROKERS[index:], *BROKERS[:index]] for index in range(len(BROKERS))}
        configs: dict[str, str | None] = {"min.insync.replicas": "2"}
        await admin.create_topics(
            [
                NewTopic(name=LOADED, assignments=assignments, configs=configs),
                NewTopic(name=STEADY, assignments=spread, configs=configs),
            ]
        )
    there = 0
    for count in counts:
        await _grow(cluster, there, count)
        there = max(there, count)
        await asyncio.sleep(SETTLE_S)
        cpu, began = cluster.cpu_seconds(), time.perf_counter()
        await asyncio.sleep(IDLE_S)
        beside.cpu_percent[count] = (cluster.cpu_seconds() - cpu) / (time.perf_counter() - began) * 100
        address = "127.0.0.1", cluster.brokers[BROKERS[0]].port
        frames = [replication.frame(CELL, index % replication.PARTITIONS) for index in range(CELL.conns)]
        for length in (warm, seconds):
            load = await asyncio.to_thread(
                raw_load.run, address, frames, depth=CELL.depth, seconds=length, payload_bytes=CELL.batch_bytes
            )
        beside.us_per_request[count] = 1e6 / load.per_second
        beside.p50_ms[count] = load.percentile_ms(0.5)
        latencies = sorted(await replication.steady(bootstrap, STEADY))
        beside.steady_p50_ms[count] = latencies[len(latencies) // 2]
    return beside


async def _grow(cluster: RealCluster, there: int, count: int) -> None:
    """Makes idle partitions until there are so many, each in sync."""
    names = [f"idle-{n}" for n in range(there // PARTITIONS_PER_TOPIC, count // PARTITIONS_PER_TOPIC)]
    for start in range(0, len(names), TOPICS_PER_REQUEST):
        some = names[start : start + TOPICS_PER_REQUEST]
        await cluster.create(some, partitions=PARTITIONS_PER_TOPIC, factor=FACTOR, among=BROKERS)
    for broker_id in BROKERS:
        await cluster.until(broker_id, lambda states: all(len(state.isr_nodes) == FACTOR for state in states))


def series(ours: Beside, rival: Beside | None) -> list[Series]:
    """Returns the figures as series. The load alone, n = 0, is the baseline of the others, not a point of the line."""
    made = []
    for name, unit, attribute in (
        ("idle partitions: CPU of three brokers", "% of a core", "cpu_percent"),
        (f"idle partitions: acks=all beside, {CELL.name}", "µs a request", "us_per_request"),
        (f"idle partitions: acks=all beside, {CELL.name}, p50", "ms", "p50_ms"),
        (f"idle partitions: acks=all beside, {replication.STEADY_PER_SECOND} records/s, p50", "ms", "steady_p50_ms"),
    ):
        beside = {} if rival is None else getattr(rival, attribute)
        made.append(Series(name, unit, is_idle=True, figures=getattr(ours, attribute), rival=beside))
    return made
