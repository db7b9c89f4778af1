"""One data directory, one server.properties, one ZooKeeper, and in turn Kafka 3.9.1 and kavka as the broker.

Whatever one of them leaves on the disk and in ZooKeeper, the other serves: records of every codec, a start that
DeleteRecords moved, segments that rolled, topic ids, checkpoints, a clean marker or none.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from kavka.client.admin import Admin
from kavka.client.configs import Changes, ConfigResource
from kavka.common.types import TopicPartition
from kavka.zk import paths
from kavka.zk.kazoo_client import KazooZk
from tests.support.clients.foreign import KCAT
from tests.support.kafka import kafka_tools
from tests.support.kafka.apache_broker import AS_KAFKA_3_9
from tests.support.kafka.dump_log import check
from tests.support.processes.cluster import free_port, wait_until
from tests.support.zookeeper.zookeepers import embedded_zookeeper

pytestmark = [pytest.mark.conformance]

CODECS = ("none", "gzip", "snappy", "lz4", "zstd")
PER_CODEC = 60
DELETED = 70
START_SECONDS_MAX = 60
STOP_SECONDS_MAX = 60


@pytest.fixture
def zookeeper(tmp_path):
    with embedded_zookeeper(tmp_path / "zookeeper") as address:
        yield address


async def is_registered(zookeeper: str) -> bool:
    zk = KazooZk(zookeeper)
    await zk.start(10_000)
    try:
        return await zk.exists(paths.broker_id(7)) is not None
    finally:
        await zk.close()


class Place:
    """Where the brokers take turns."""

    def __init__(
        self, tools: kafka_tools.KafkaTools, folder: Path, zookeeper: str, more: dict[str, str] | None = None
    ) -> None:
        self.tools = tools
        self.logs = folder / "logs"
        self.zookeeper = zookeeper
        self.port = free_port()
        self.bootstrap = f"127.0.0.1:{self.port}"
        self.properties = folder / "server.properties"
        settings = {
            "broker.id": "7",
            "listeners": f"PLAINTEXT://{self.bootstrap}",
            "log.dirs": str(self.logs),
            "zookeeper.connect": zookeeper,
            "zookeeper.session.timeout.ms": "6000",
            "log.segment.bytes": "8192",
            "log.index.interval.bytes": "512",
            "offsets.topic.replication.factor": "1",
            "log.flush.start.offset.checkpoint.interval.ms": "1000",
            **AS_KAFKA_3_9,
            **(more or {}),
        }
        self.properties.write_text("".join(f"{name}={value}\n" for name, value in settings.items()))
        self.said = folder / "brokers.log"
        self.topics: set[str] = set()
        """What a broker that starts must know before it counts as started."""

    @contextlib.contextmanager
    def run(self, kind: str, *, ends_by: signal.Signals = signal.SIGTERM):
        """One of the two, ready, until the block ends."""
        java = ["java", "-Xmx384m", "-cp", f"{self.tools.jars}/*", "kafka.Kafka", str(self.properties)]
        ours = [sys.executable, "-P", "-m", "kavka.broker", str(self.properties)]
        with self.said.open("a") as said:
            process = subprocess.Popen(java if kind == "kafka" else ours, stdout=said, stderr=said)
        try:
            wait_until(lambda: process.poll() is not None or self.answers(), f"{kind} answers", START_SECONDS_MAX)
            assert process.poll() is None, self.said.read_text()[-3000:]
            yield
        finally:
            process.send_signal(ends_by)
            code = process.wait(STOP_SECONDS_MAX)
            # Kafka does not wait for the session of a broker that was killed, as kavka does; it gives up.
            wait_until(lambda: not asyncio.run(is_registered(self.zookeeper)), "the registration ends")
        assert code in {0, 128 + signal.SIGTERM, -ends_by}, self.said.read_text()[-3000:]

    def answers(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
            listing = json.loads(KCAT.run("-L", "-J", "-b", self.bootstrap))
        except (OSError, RuntimeError, ValueError):
            return False
        led = {topic["topic"] for topic in listing["topics"] if all(p["leader"] == 7 for p in topic["partitions"])}
        return bool(listing["brokers"]) and led >= self.topics

    def write(self, prefix: str) -> list[str]:
        """Some records of each codec, with keys and headers; what they say."""
        written = []
        for codec in CODECS:
            noise = random.Random(codec)  # hardly compressible, so that segments roll whatever the codec
            values = [f"{prefix}-{codec}-{number}-{noise.randbytes(150).hex()}" for number in range(PER_CODEC)]
            lines = "".join(f"k:{value}\n" for value in values)
            options = ("-t", "t", "-p", "0", "-K", ":", "-H", "who=kcat", "-z", codec)
            KCAT.run("-P", "-b", self.bootstrap, *options, "-X", "batch.num.messages=20", stdin=lines.encode())
            written += values
        self.topics.add("t")
        return written

    def read(self) -> list[tuple[int, str]]:
        """Every record from the beginning: offset and value."""
        options = ("-t", "t", "-p", "0", "-o", "beginning", "-f", r"%o %k %h %s\n")
        lines = KCAT.run("-C", "-q", "-e", "-b", self.bootstrap, *options).decode().splitlines()
        records = [line.split(" ", 3) for line in lines]
        assert all(record[1:3] == ["k", "who=kcat"] for record in records)
        return [(int(offset), value) for offset, _, _, value in records]

    def delete_records(self, offset: int) -> None:
        wanted = self.properties.with_name("delete.json")
        wanted.write_text(json.dumps({"partitions": [{"topic": "t", "partition": 0, "offset": offset}], "version": 1}))
        arguments = ("--bootstrap-server", self.bootstrap, "--offset-json-file", str(wanted))
        assert f"low_watermark: {offset}" in self.tools.run(kafka_tools.DELETE_RECORDS, *arguments)

    def has_start_checkpoint(self) -> bool:
        """Whether the moved start would survive a kill; Kafka writes that now and then, kavka with the answer."""
        path = self.logs / "log-start-offset-checkpoint"
        return path.exists() and f"t 0 {DELETED}" in path.read_text()

    def check_files(self, first: int, end: int) -> None:
        """Kafka's dump-log over every segment and index, while nobody runs."""
        folder = self.logs / "t-0"
        segments = sorted(folder.glob("*.log"))
        assert len(segments) > 1, "it rolled"
        offsets = check(self.tools, folder)
        assert offsets[0] <= first
        assert offsets == list(range(offsets[0], end))


@pytest.fixture
def place(tools, tmp_path, zookeeper):
    return Place(tools, tmp_path, zookeeper)


@pytest.mark.parametrize("is_crash", [False, True], ids=["stopped", "killed"])
@pytest.mark.parametrize(("first", "second"), [("kafka", "kavka"), ("kavka", "kafka")])
def test_what_one_leaves_the_other_serves(place, first, second, is_crash):
    ends_by = signal.SIGKILL if is_crash else signal.SIGTERM
    with place.run(first, ends_by=ends_by):
        values = place.write(f"{first}-one")
        expected = list(enumerate(values))
        assert place.read() == expected
        place.delete_records(DELETED)
        expected = expected[DELETED:]
        assert place.read() == expected
        if is_crash:
            wait_until(place.has_start_checkpoint, "the start is checkpointed")
    place.check_files(DELETED, len(values))
    with place.run(second, ends_by=ends_by):
        assert place.read() == expected
        values += place.write(f"{second}-two")
        expected = [(offset, value) for offset, value in enumerate(values) if offset >= DELETED]
        assert place.read() == expected
    place.check_files(DELETED, len(values))
    with place.run(first):
        assert place.read() == expected


@pytest.mark.parametrize("is_crash", [False, True], ids=["stopped", "killed"])
@pytest.mark.parametrize(("first", "second"), [("kafka", "kavka"), ("kavka", "kafka")])
def test_a_move_between_directories_that_one_begins_the_other_ends(tools, tmp_path, zookeeper, first, second, is_crash):
    other = tmp_path / "other"
    more = {"log.dirs": f"{tmp_path / 'logs'},{other}", "replica.fetch.max.bytes": "2000"}
    place = Place(tools, tmp_path, zookeeper, more)
    tp = TopicPartition("t", 0)
    rate = "replica.alter.log.dirs.io.max.bytes.per.second"

    def ask(question):
        async def asked():
            async with Admin(place.bootstrap) as admin:
                return await question(admin)

        return asyncio.run(asked())

    def where():
        infos = ask(lambda admin: admin.describe_log_dirs(7))
        return [i.path for i in infos if tp in i.sizes], {i.path: i.arriving[tp].lag for i in infos if tp in i.arriving}

    with place.run(first, ends_by=signal.SIGKILL if is_crash else signal.SIGTERM):
        expected = list(enumerate(place.write("moved")))
        (source,), _ = where()
        target = str(other) if source == str(place.logs) else str(place.logs)
        ask(lambda admin: admin.alter_configs(ConfigResource.broker(7), Changes(set={rate: "1"})))
        assert ask(lambda admin: admin.alter_replica_log_dirs(7, {tp: target})) == {tp: None}
        wait_until(lambda: where()[1].get(target, len(expected)) < len(expected), "something is copied")
        assert where()[0] == [source]
    with place.run(second):
        assert place.read() == expected
        assert list(where()[1]) == [target], "it knows of the move"
        ask(lambda admin: admin.alter_configs(ConfigResource.broker(7), Changes(delete=[rate])))
        wait_until(lambda: where() == ([target], {}), "the move is over")
        assert place.read() == expected
    place.logs = Path(target)
    place.check_files(0, len(expected))
    with place.run(first):
        assert place.read() == expected
        assert where() == ([target], {})
