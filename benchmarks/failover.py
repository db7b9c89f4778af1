"""How long nobody leads after kill -9 of a leader, and until it is back, with the settings that a newcomer gets.

Three brokers by `LocalCluster`, as `kavka start -n 3` makes them, with the embedded ZooKeeper and every default. One
producer with acks=all sends record after record to a partition with three replicas, and again and again its leader is
killed and started anew. Measured: from the kill to the next acknowledgement, and from the new start until the broker is
in the ISR again. With --kafka-libs the same is done to Apache Kafka with its defaults and a ZooKeeper beside it, whose
sessions last 18 s: a few rounds say it.

Not here: what an election alone costs (`benchmarks.replication_gaps`), and that nothing is lost (tests/faults).
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from statistics import median

from benchmarks import real_brokers, report
from benchmarks.controller import apache_zookeeper
from benchmarks.real_brokers import RealCluster
from kavka.client.admin import Admin
from kavka.client.producer import Producer
from kavka.common.types import NewTopic, TopicPartition
from kavka.local.cluster import LocalCluster

TOPIC = "failover"
BROKERS = 3
KILLS = 50
KAFKA_KILLS = 3
WAIT_S = 120
STEADY_S = 0.3
"""Between two rounds, with everybody in sync."""
POLL_S = 0.01

GAP = "kill -9 of a leader: until the next acknowledgement"
BACK = "its new start: until it is in the ISR again"

Kill = Callable[[int], Awaitable[None]]


class Rounds:
    """What was measured, in seconds."""

    def __init__(self) -> None:
        self.gaps: list[float] = []
        self.returns: list[float] = []

    async def measure(self, bootstrap: str, count: int, *, kill: Kill, start: Kill) -> None:
        """Kills the leader of one partition `count` times.

        Args:
            bootstrap: all brokers' addresses.
            count: how often.
            kill: ends a broker by SIGKILL; returns when it is gone.
            start: starts it again; need not wait for anything.
        """
        partition = TopicPartition(TOPIC, 0)
        async with Admin(bootstrap) as admin, Producer(bootstrap, linger_ms=0, retry_backoff_ms=10) as producer:
            with contextlib.suppress(Exception):
                await admin.create_topics([NewTopic(name=TOPIC, num_partitions=1, replication_factor=BROKERS)])
            for _ in range(count):
                leader = await _leader_of_whole(admin, partition)
                await asyncio.sleep(STEADY_S)
                await producer.send_and_wait(TOPIC, b"x" * 100, partition=0)
                began = time.perf_counter()
                await kill(leader)
                await producer.send_and_wait(TOPIC, b"x" * 100, partition=0)
                self.gaps.append(time.perf_counter() - began)
                began = time.perf_counter()
                await start(leader)
                await _leader_of_whole(admin, partition)
                self.returns.append(time.perf_counter() - began)


async def _leader_of_whole(admin: Admin, partition: TopicPartition) -> int:
    """The leader, as soon as every replica is in sync."""
    async with asyncio.timeout(WAIT_S):
        while True:
            with contextlib.suppress(Exception):
                described = (await admin.describe_topics([partition.topic]))[0].partitions[partition.partition]
                if len(described.isr) == BROKERS and described.leader >= 0:
                    return described.leader
            await asyncio.sleep(POLL_S)


async def kavka(count: int) -> Rounds:
    """Measures kavka's failovers, with the embedded ZooKeeper."""
    rounds = Rounds()
    async with LocalCluster(BROKERS) as cluster, asyncio.TaskGroup() as group:

        async def start(broker_id: int) -> None:
            group.create_task(cluster.restart(broker_id))

        await rounds.measure(cluster.bootstrap, count, kill=cluster.kill, start=start)
    return rounds


async def kafka(count: int, zookeeper: str, folder: Path, libs: Path) -> Rounds:
    """Measures Apache Kafka's failovers, with a ZooKeeper in a process of its own."""
    rounds = Rounds()
    cluster = RealCluster(folder, zookeeper, real_brokers.kafka_command(libs), session_timeout_ms=18_000)

    async def kill(broker_id: int) -> None:
        broker = cluster.brokers[broker_id]
        broker.end(signal.SIGKILL)
        assert broker.process is not None
        await asyncio.to_thread(broker.process.wait)

    async def start(broker_id: int) -> None:
        cluster.start_again(broker_id)

    with cluster.started():
        try:
            for broker_id in real_brokers.BROKERS:
                await cluster.until(broker_id, lambda _: True)
            bootstrap = ",".join(f"127.0.0.1:{broker.port}" for broker in cluster.brokers.values())
            await rounds.measure(bootstrap, count, kill=kill, start=start)
        finally:
            await cluster.close()
    return rounds


def percentile(values: Sequence[float], share: float) -> float:
    """Returns the value that `share` of the values do not exceed."""
    return sorted(values)[min(len(values) - 1, round(share * (len(values) - 1)))]


def main() -> None:
    """Runs the benchmark from the command line."""
    parser = report.parser("failover", (__doc__ or "").partition("\n")[0])
    parser.add_argument("--kills", type=int, default=KILLS, help="how many of ours")
    parser.add_argument("--kafka-libs", type=Path, metavar="DIR", help="Kafka's jars: measure it in the same run")
    parser.add_argument("--kafka-kills", type=int, default=KAFKA_KILLS, help="how many of Kafka's: 18 s each")
    chosen = parser.parse_args()
    ours = asyncio.run(kavka(chosen.kills))
    theirs = None
    if chosen.kafka_libs is not None:
        with apache_zookeeper() as zookeeper, tempfile.TemporaryDirectory(prefix="kavka-bench-") as folder:
            theirs = asyncio.run(kafka(chosen.kafka_kills, zookeeper, Path(folder), chosen.kafka_libs))
    rows = []
    for name, kind in ((GAP, "gaps"), (BACK, "returns")):
        values = getattr(ours, kind)
        beside = (None, "") if theirs is None else (median(getattr(theirs, kind)), "Kafka with its defaults, median")
        rows.append(report.Row(f"{name}, median", "s", median(values), *beside))
        rows.append(report.Row(f"{name}, p99", "s", percentile(values, 0.99), None, ""))
    report.publish(f"Failover: {chosen.kills} kills, three brokers, default settings", rows, chosen.json)


if __name__ == "__main__":
    main()
