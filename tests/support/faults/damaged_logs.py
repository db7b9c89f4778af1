"""Three replicas whose brokers are all killed, one flipped bit in a file of one, and what is left when they are back.

build ─▶ acknowledged records, flush.messages=1 ─▶ all killed ─▶ the files are kept
flip  ─▶ the files as they were, but for one bit of one broker's ─▶ all started ─▶ every replica is read
"""

from __future__ import annotations

import asyncio
import random
import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from kavka import Admin, LocalCluster, NewTopic, Producer, TopicPartition
from kavka.client.connection import Connection
from kavka.client.errors import ClientError
from kavka.local.broker import BrokerDied
from kavka.protocol.errors import KafkaError
from kavka.protocol.records.errors import CorruptRecords
from kavka.timer.clock import SystemClock
from kavka.zk import paths
from kavka.zk.kazoo_client import KazooZk
from kavka.zk.paths import PartitionStateZNode
from tests.support.faults.checker import FETCH_VERSION, History, Replica, complaints, read_replica

TOPIC = "t"
BROKERS = 3
PARTITION = TopicPartition(TOPIC, 0)
RECORDS = 180
VALUE_BYTES = 100
ALIKE_SECONDS_MAX = 30
CONFIG = {
    "zookeeper.session.timeout.ms": "2000",
    "replica.lag.time.max.ms": "2000",
    "replica.high.watermark.checkpoint.interval.ms": "100",
    "offsets.topic.num.partitions": "1",
    "transaction.state.log.num.partitions": "1",
    "log.cleaner.enable": "false",
    "kavka.admin.listener": "",
}
TOPIC_CONFIG = {"flush.messages": "1", "segment.bytes": "8000", "index.interval.bytes": "512"}


class DamagedCluster:
    """Three brokers in this loop, and their files as the kill of all left them.

    Args:
        cluster: of three brokers, started.
        kept: where their files are kept meanwhile.
    """

    def __init__(self, cluster: LocalCluster, kept: Path) -> None:
        self.cluster = cluster
        self._kept = kept
        self.history = History({PARTITION: {}})

    def directory(self, broker_id: int) -> Path:
        """A broker's data directory."""
        return Path(self.cluster.brokers[broker_id].data_dir)

    async def build(self, *, is_killed: bool = True) -> None:
        """Writes acknowledged records, and kills everybody, or stops them in order."""
        async with Admin(self.cluster.bootstrap) as admin:
            assignment = {0: list(range(BROKERS))}
            await admin.create_topics([NewTopic(name=TOPIC, assignments=assignment, configs=dict(TOPIC_CONFIG))])
        await self.produce(RECORDS)
        await (self.kill() if is_killed else self._stop())
        for broker_id in range(BROKERS):
            shutil.copytree(self.directory(broker_id), self._kept / str(broker_id))

    async def produce(self, count: int) -> None:
        """Writes so many records, each acknowledged by all."""
        known = self.history.acknowledged[PARTITION]
        async with Producer(self.cluster.bootstrap, linger_ms=0) as producer:
            for number in range(count):
                value = b"%d/%d" % (len(known), number) + b"." * VALUE_BYTES
                written = await producer.send_and_wait(TOPIC, value, partition=0)
                known[written.offset] = value

    def files(self, broker_id: int, folder: str = "") -> list[tuple[str, int]]:
        """Names and sizes of a broker's files as the kill left them, those of one folder, or all that are not empty."""
        root = self._kept / str(broker_id)
        paths = sorted(path for path in (root / folder).rglob("*") if path.is_file())
        return [(str(path.relative_to(root)), path.stat().st_size) for path in paths if path.stat().st_size]

    async def put_back(self) -> None:
        """Every broker has the files that the kill left, when all were in sync."""
        path = paths.partition_state(*PARTITION)
        zk = KazooZk(self.cluster.zookeeper, session_timeout_ms=10_000, clock=SystemClock())
        await zk.start(10_000)
        try:
            state = PartitionStateZNode.decode((await zk.get(path))[0])
            await zk.set(path, replace(state, isr=tuple(range(BROKERS))).encode())
        finally:
            await zk.close()
        for broker_id in range(BROKERS):
            shutil.rmtree(self.directory(broker_id))
            shutil.copytree(self._kept / str(broker_id), self.directory(broker_id))

    def flip(self, broker_id: int, name: str, at: int, bit: int) -> None:
        """Changes one bit of a file of a broker that is down."""
        path = self.directory(broker_id) / name
        data = bytearray(path.read_bytes())
        data[at] ^= 1 << bit
        path.write_bytes(data)

    async def start(self, order: Sequence[int] = range(BROKERS)) -> list[int]:
        """Starts all, in an order; those that refuse to start are left out."""
        started = []
        for broker_id in order:
            try:
                await self.cluster.start_broker(broker_id)
            except BrokerDied:
                continue
            started.append(broker_id)
        return started

    async def kill(self) -> None:
        """Kills who runs, all at once."""
        await asyncio.gather(*(self.cluster.kill(broker_id) for broker_id in range(BROKERS)))

    async def _stop(self) -> None:
        for broker_id in range(BROKERS):
            await self.cluster.stop_broker(broker_id)

    async def until_alike(self, started: Sequence[int]) -> list[Replica]:
        """The replicas of the brokers that run, when all are in sync and nothing is wrong with them.

        Raises:
            AssertionError: something still is after a time; the message says what.
        """
        found: list[str] = ["nothing was read"]
        try:
            async with asyncio.timeout(ALIKE_SECONDS_MAX):
                while True:
                    try:
                        async with Admin(self._bootstrap(started)) as admin:
                            (described,) = await admin.describe_topics([TOPIC])
                        isr = described.partitions[0].isr
                        replicas = [await self._replica(broker_id) for broker_id in started]
                        found = complaints(self.history, {PARTITION: replicas})
                        if sorted(isr) != sorted(started):
                            found.append(f"the ISR is {isr}, {started} run")
                        if not found:
                            return replicas
                    except (KafkaError, ClientError, CorruptRecords, OSError, AssertionError, KeyError) as error:
                        found = [repr(error)]
                    await asyncio.sleep(0.02)  # outside the brokers
        except TimeoutError:
            raise AssertionError("; ".join(found[:5])) from None

    def _bootstrap(self, started: Sequence[int]) -> str:
        brokers = self.cluster.brokers
        return ",".join(f"{brokers[broker_id].host}:{brokers[broker_id].port}" for broker_id in started)

    async def _replica(self, broker_id: int) -> Replica:
        broker = self.cluster.brokers[broker_id]
        async with await Connection.open(broker.host, broker.port, client_id="checker") as connection:
            return await read_replica(connection, broker_id, PARTITION, FETCH_VERSION)


def random_flip(damaged: DamagedCluster, rng: random.Random) -> tuple[int, str, int, int]:
    """(broker, file, byte, bit) anywhere in the files of one broker, every file as likely as another."""
    broker_id = rng.randrange(BROKERS)
    name, size = rng.choice(damaged.files(broker_id))
    return broker_id, name, rng.randrange(size), rng.randrange(8)
