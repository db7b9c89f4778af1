"""acks=all over three brokers: requests per second, latency, CPU of all three, and how long a partition has no leader.

Prebuilt frames over raw sockets (`raw_load`) to the broker that leads everything; three replicas, two of which must be
in sync. Beside each figure stands Apache Kafka 3.9.1's of the same load on a machine of the same kind (heap 1 GiB
each): measured once and written down here, since it takes minutes to warm up. Compare CPU first: it depends least on
what else a machine does. How long a producer waits when its leader goes is `replication_gaps`; with --kafka-libs Kafka
does that in the same run.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmarks import raw_load, real_brokers, replication_gaps, report
from benchmarks.servers import Server, kavka_command
from benchmarks.zookeeper import embedded
from kavka.client.admin import Admin
from kavka.client.errors import ClientError, KafkaError
from kavka.client.producer import Producer
from kavka.common.types import NewTopic
from kavka.protocol.header import encode_request_frame
from kavka.protocol.messages import ProduceRequest
from kavka.protocol.records.batch import BatchBuilder
from kavka.zk.kazoo_client import KazooZk

BROKERS: Final = 3
PARTITIONS: Final = 4
TOPIC: Final = "bench"
PRODUCE_VERSION: Final = 7
TIMESTAMP_MS: Final = 1_700_000_000_000
KAFKA: Final = "Apache Kafka 3.9.1"

STEADY_PER_SECOND: Final = 1_000
"""Of the load that is not as fast as it can be."""
STEADY_SECONDS: Final = 4.0


@dataclass(frozen=True, slots=True)
class Cell:
    """One load, and what Kafka made of it."""

    record_bytes: int
    batch_bytes: int
    conns: int
    depth: int
    kafka_per_second: float
    kafka_cpu_us: float
    kafka_p50_ms: float
    kafka_p99_ms: float

    @property
    def name(self) -> str:
        """Names the cell in the table."""
        return f"{self.record_bytes} B in {self.batch_bytes} B, {self.conns} × {self.depth}"


CELLS: Final = (
    Cell(100, 100, 1, 1, 1_350, 1_040, 0.62, 4.0),
    Cell(100, 100, 10, 1, 7_160, 219, 1.3, 4.2),
    Cell(100, 100, 10, 5, 6_520, 247, 7.5, 13.6),
    Cell(1_000, 16_000, 1, 1, 1_520, 810, 0.63, 1.2),
    Cell(100, 16_000, 10, 5, 3_180, 525, 15, 30),
    Cell(1_000, 1_000_000, 4, 2, 153, 11_000, 50, 86),
)


def main() -> None:
    """Runs the benchmark from the command line."""
    options = report.parser("replication", __doc__.splitlines()[0] if __doc__ else "")
    options.add_argument("--seconds", type=float, default=2.5, help="length of each measured load")
    options.add_argument("--warm", type=float, default=0.7, help="length of the load before it")
    options.add_argument("--gaps-only", action="store_true", help="only what happens when a leader goes")
    options.add_argument("--kafka-libs", type=Path, metavar="DIR", help="Kafka's jars: its leaders go in the same run")
    chosen = options.parse_args()
    rows = [] if chosen.gaps_only else loads(seconds=chosen.seconds, warm=chosen.warm)
    rows += gaps(chosen.kafka_libs)
    report.publish("Replication, acks=all, three brokers", rows, chosen.json)


def loads(*, seconds: float, warm: float) -> list[report.Row]:
    """Measures throughput, latency and CPU."""
    settings = ["--config", "zookeeper.session.timeout.ms=6000"]
    with kavka_command("-n", str(BROKERS), *settings) as (_, line):
        servers = [Server("kavka", b["host"], b["port"], b["pid"]) for b in line["brokers"]]  # type: ignore[attr-defined]
        bootstrap = str(line["bootstrap"])
        asyncio.run(_create(bootstrap, {index: [0, 1, 2] for index in range(PARTITIONS)}, TOPIC))
        rows = [row for cell in CELLS for row in measure(cell, servers, seconds=seconds, warm=warm)]
        asyncio.run(
            _create(bootstrap, {index: [index % 3, (index + 1) % 3, (index + 2) % 3] for index in range(3)}, "open")
        )
        latencies = sorted(asyncio.run(steady(bootstrap, "open")))
    for what, share, kafka in (("p50", 0.5, 1.1), ("p99", 0.99, 28.0), ("p99.9", 0.999, 70.0)):
        value = latencies[min(len(latencies) - 1, int(share * len(latencies)))]
        rows.append(report.Row(f"{STEADY_PER_SECOND} records/s from the first on: {what}", "ms", value, kafka, KAFKA))
    return rows


def gaps(kafka_libs: Path | None) -> list[report.Row]:
    """Measures how long a producer waits when its leader goes."""
    ours = _gaps_of(real_brokers.kavka_command)
    kafka = {} if kafka_libs is None else _gaps_of(real_brokers.kafka_command(kafka_libs))
    return [report.Row(what, "ms", value, kafka.get(what), KAFKA if kafka else "") for what, value in ours.items()]


def _gaps_of(command: real_brokers.Command) -> dict[str, float]:
    async def measured(zookeeper: str, folder: Path) -> dict[str, float]:
        cluster, client = real_brokers.RealCluster(folder, zookeeper, command), KazooZk(zookeeper)
        with cluster.started():
            try:
                return await replication_gaps.measured(client, cluster)
            finally:
                await cluster.close()
                await client.close()

    with tempfile.TemporaryDirectory(prefix="kavka-bench-") as folder, embedded(Path(folder) / "zk") as port:
        return asyncio.run(measured(f"127.0.0.1:{port}", Path(folder)))


def measure(cell: Cell, servers: list[Server], *, seconds: float, warm: float) -> list[report.Row]:
    """Measures one load against the leader."""
    leader = servers[0]
    frames = [frame(cell, index % PARTITIONS) for index in range(cell.conns)]
    load: Callable[[float], raw_load.Load] = lambda length: raw_load.run(  # noqa: E731 - twice the same but for one thing
        (leader.host, leader.port), frames, depth=cell.depth, seconds=length, payload_bytes=cell.batch_bytes
    )
    load(warm)
    cpu = sum(server.cpu_seconds() for server in servers)
    done = load(seconds)
    cpu_us = (sum(server.cpu_seconds() for server in servers) - cpu) / done.requests * 1e6
    return [
        report.Row(f"{cell.name}: requests", "1/s", done.per_second, cell.kafka_per_second, KAFKA),
        report.Row(f"{cell.name}: CPU of all three per request", "µs CPU", cpu_us, cell.kafka_cpu_us, KAFKA),
        report.Row(f"{cell.name}: p50", "ms", done.percentile_ms(0.5), cell.kafka_p50_ms, KAFKA),
        report.Row(f"{cell.name}: p99", "ms", done.percentile_ms(0.99), cell.kafka_p99_ms, KAFKA),
    ]


def frame(cell: Cell, partition: int) -> bytes:
    """Builds a load's produce request to one partition."""
    builder = BatchBuilder()
    for _ in range(max(1, cell.batch_bytes // cell.record_bytes)):
        builder.append(timestamp=TIMESTAMP_MS, key=None, value=b"x" * cell.record_bytes)
    data = ProduceRequest.PartitionProduceData(index=partition, records=builder.build())
    sent = ProduceRequest.TopicProduceData(name=TOPIC, partition_data=[data])
    produce = ProduceRequest(acks=-1, timeout_ms=30_000, topic_data=[sent])
    return b"".join(encode_request_frame(produce, version=PRODUCE_VERSION, correlation_id=1, client_id="bench"))


async def _create(bootstrap: str, assignments: dict[int, list[int]], name: str) -> None:
    async with Admin(bootstrap) as admin:
        await admin.create_topics([NewTopic(name=name, assignments=assignments, configs={"min.insync.replicas": "2"})])


async def steady(bootstrap: str, topic: str) -> list[float]:
    """Returns latencies, ms, of records sent at a steady pace.

    The pace holds whatever becomes of the records before.
    """
    latencies: list[float] = []
    async with Producer(bootstrap, linger_ms=0) as producer, asyncio.TaskGroup() as group:
        started = time.perf_counter()
        for number in range(int(STEADY_PER_SECOND * STEADY_SECONDS)):
            due = started + number / STEADY_PER_SECOND
            if (early := due - time.perf_counter()) > 0:
                await asyncio.sleep(early)
            group.create_task(_send_one(producer, topic, number, due, latencies))
    return latencies


async def _send_one(producer: Producer, topic: str, number: int, due: float, latencies: list[float]) -> None:
    try:
        await producer.send_and_wait(topic, b"x" * 100, partition=number % BROKERS)
    except (KafkaError, ClientError) as error:
        raise SystemExit(f"a record failed: {error}") from error
    latencies.append((time.perf_counter() - due) * 1e3)


if __name__ == "__main__":
    main()
