"""Our consumer of the old kind and Kafka 0.8.2's own console consumer in one group, through ZooKeeper."""

from __future__ import annotations

import asyncio
import subprocess
from pathlib import Path

import pytest

from kavka.client.admin import Admin, NewTopic
from kavka.client.producer import Producer
from kavka.common.types import TopicPartition
from kavka.legacy.consumer_registry import ConsumerRegistry
from kavka.legacy.zookeeper_consumer import ZookeeperConsumer
from kavka.timer.clock import SystemClock
from kavka.zk.errors import NoNode
from kavka.zk.kazoo_client import KazooZk
from tests.support.kafka.kafka_tools import CONSOLE_CONSUMER_0_8, KafkaTools
from tests.support.processes.cluster import KavkaProcess, wait_until

pytestmark = [pytest.mark.conformance, pytest.mark.timeout(300)]

PARTITIONS = 4
SECONDS_MAX = 120


class OldConsole:
    """Kafka's own consumer, as a process."""

    def __init__(self, tools: KafkaTools, zookeeper: str, group: str, topic: str, folder: Path) -> None:
        settings = folder / "old.properties"
        settings.write_text(
            f"group.id={group}\nauto.commit.interval.ms=200\nzookeeper.session.timeout.ms=6000\n"
            "auto.offset.reset=smallest\nrebalance.backoff.ms=500\nrebalance.max.retries=40\n"
        )
        command = ["java", "-Xmx256m", *tools.java_options, "-cp", f"{tools.jars}/*", CONSOLE_CONSUMER_0_8]
        self.output = folder / "old.out"
        self._file = self.output.open("wb")
        self.process = subprocess.Popen(
            [*command, "--zookeeper", zookeeper, "--topic", topic, "--consumer.config", str(settings)],
            stdout=self._file,
            stderr=subprocess.DEVNULL,
        )

    def lines(self) -> list[str]:
        return self.output.read_text().split()

    def end(self, *, is_kill: bool = False) -> None:
        if self.process.poll() is None:
            if is_kill:
                self.process.kill()
            else:
                self.process.terminate()
        self.process.wait(60)
        self._file.close()


async def owners(zk: KazooZk, group: str, topic: str) -> dict[int, str]:
    """Partition → the thread that owns it."""
    path = f"/consumers/{group}/owners/{topic}"
    try:
        found = {}
        for name in await zk.children(path):
            found[int(name)] = (await zk.get(f"{path}/{name}"))[0].decode()
    except NoNode:
        return {}
    return found


async def write(bootstrap: str, topic: str, values: range) -> None:
    async with Producer(bootstrap) as producer:
        for value in values:
            await producer.send(topic, b"%d" % value, partition=value % PARTITIONS)


async def test_they_share_and_hand_over(ancient_tools: KafkaTools, broker: KavkaProcess, tmp_path: Path) -> None:
    topic, group = "ancient", "ancient-group"
    async with Admin(broker.bootstrap) as admin:
        await admin.create_topics([NewTopic(name=topic, num_partitions=PARTITIONS)])
    zk = KazooZk(broker.zookeeper, session_timeout_ms=6_000, clock=SystemClock())
    await zk.start(30_000)
    ours: list[int] = []
    registry = ConsumerRegistry(zk, group)
    console: OldConsole | None = None
    try:
        async with (
            asyncio.timeout(SECONDS_MAX),
            ZookeeperConsumer(registry, offset_reset="earliest", rebalance_backoff_ms=200) as consumer,
        ):

            async def read_until(condition) -> None:
                while not await condition():
                    for records in (await consumer.poll(timeout_ms=100)).values():
                        ours.extend(int(record.value) for record in records)

            async def has_all() -> bool:
                return len(consumer.assignment()) == PARTITIONS

            async def are_shared() -> bool:
                found = await owners(zk, group, topic)
                mine = [p for p, thread in found.items() if thread.startswith(consumer.consumer_id)]
                return len(found) == PARTITIONS and len(mine) == PARTITIONS // 2

            await consumer.subscribe([topic])
            await write(broker.bootstrap, topic, range(100))

            async def has_read_the_first() -> bool:
                return len(ours) >= 100

            await read_until(has_read_the_first)
            console = await asyncio.to_thread(OldConsole, ancient_tools, broker.zookeeper, group, topic, tmp_path)
            await read_until(are_shared)
            await write(broker.bootstrap, topic, range(100, 200))

            async def have_read_the_second() -> bool:
                return {*map(int, console.lines()), *ours} >= set(range(200))

            await read_until(have_read_the_second)
            assert len(console.lines()) == 50, "half of the second hundred, and nothing of the first"
            assert len(ours) == 150

            await asyncio.to_thread(console.end)
            await read_until(has_all)
            await write(broker.bootstrap, topic, range(200, 300))

            async def has_read_the_third() -> bool:
                return set(ours) >= set(range(200, 300))

            await read_until(has_read_the_third)
            assert len(ours) == 250, "it goes on where the other had committed"
            assert await registry.offset(TopicPartition(topic, 0)) is not None

        console = await asyncio.to_thread(OldConsole, ancient_tools, broker.zookeeper, group, topic, tmp_path)
        await write(broker.bootstrap, topic, range(300, 400))
        written = set(range(300, 400))
        await asyncio.to_thread(
            wait_until, lambda: {*map(int, console.lines())} >= written, "the console has read them", SECONDS_MAX
        )
        assert sorted(map(int, console.lines())) == list(range(300, 400)), "the other goes on where ours had committed"
    finally:
        if console is not None:
            console.end(is_kill=True)
        await zk.close()
