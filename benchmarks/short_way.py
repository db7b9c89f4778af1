"""The short way of requests beside the long one: CPU time of a broker's data plane for each, in one process.

Real connections, dispatcher, replicas and logs; only the socket is missing, and the disk is a directory in memory where
there is one. Both ways take turns in rounds, and the medians count: the ratio is what lasts. A wake-up brings one
request, or several that lie in one read.
"""

from __future__ import annotations

import asyncio
import gc
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks import report
from kavka.broker.requests.dispatcher import Dispatcher
from kavka.protocol.header import encode_request_frame
from kavka.protocol.messages import FetchRequest, ProduceRequest
from kavka.timer.clock import SystemClock
from tests.support.broker.data_plane import DataPlane, LongWayOnly
from tests.support.broker.fakes import tell, topic_id
from tests.support.replica.node import Node, batch

SHARED_MEMORY = "/dev/shm"
ROUNDS = 40
WARM_ROUNDS = 2
ROUND_REQUESTS = 400
PARTITIONS = 20
TOPICS = ("t", "topic-two", "topic-three")
FETCH_BYTES = 16_384
BATCH_BYTES_BESIDE = 100
"""What a batch has beside a record's value, at most."""
SEGMENT_BYTES = str(64 * 1024 * 1024)


class Sink:
    """A socket's transport that forgets what it is given.

    Attributes:
        sent: how many bytes that was.
    """

    def __init__(self, *_: object) -> None:
        self.sent = 0

    def write(self, data: Any) -> None:
        """Counts bytes."""
        self.sent += len(data)

    def writelines(self, parts: Any) -> None:
        """Counts bytes."""
        self.sent += sum(map(len, parts))

    def is_closing(self) -> bool:
        """Tells that it is open."""
        return False

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """Does nothing: there is no buffer."""

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """Returns a socket that has no descriptor."""
        return self if name == "socket" else default

    def fileno(self) -> int:
        """Returns no descriptor."""
        return -1


def produce_frame(version: int, *, acks: int, record_bytes: int, partitions: int = 1, topics: int = 1) -> bytes:
    """Builds a Produce request with its length prefix."""
    records = batch(b"x" * record_bytes)
    data = [ProduceRequest.PartitionProduceData(index, records) for index in range(partitions)]
    asked = [ProduceRequest.TopicProduceData(topic, topic_id(topic), data) for topic in TOPICS[:topics]]
    request = ProduceRequest(acks=acks, timeout_ms=30_000, topic_data=asked)
    return b"".join(encode_request_frame(request, version=version, correlation_id=1, client_id="bench"))


def fetch_frame(version: int, *, fetch_bytes: int, partitions: int = 1, topics: int = 1) -> bytes:
    """Builds a Fetch request of a consumer without a session, with its length prefix."""
    asked = [
        FetchRequest.FetchPartition(index, fetch_offset=0, partition_max_bytes=fetch_bytes)
        for index in range(partitions)
    ]
    request = FetchRequest(
        replica_id=-1,
        max_wait_ms=500,
        min_bytes=1,
        max_bytes=fetch_bytes * partitions * topics,
        session_epoch=-1,
        topics=[FetchRequest.FetchTopic(topic, topic_id(topic), partitions=asked) for topic in TOPICS[:topics]],
    )
    return b"".join(encode_request_frame(request, version=version, correlation_id=1, client_id="bench"))


def loads() -> dict[str, tuple[bytes, int]]:
    """Returns the loads: what one wake-up brings, and how many requests that is."""
    found = {
        "fetch 16 kB, v4": (fetch_frame(4, fetch_bytes=FETCH_BYTES), 1),
        "fetch 16 kB, v12": (fetch_frame(12, fetch_bytes=FETCH_BYTES), 1),
        "fetch 16 kB by topic id, v17": (fetch_frame(17, fetch_bytes=FETCH_BYTES), 1),
        "fetch 16 kB of 4 partitions each, v11": (fetch_frame(11, fetch_bytes=FETCH_BYTES, partitions=4), 1),
    }
    for version in (12, 17):
        frame = fetch_frame(version, fetch_bytes=FETCH_BYTES, topics=3)
        found[f"fetch 16 kB of each of 3 topics, v{version}"] = frame, 1
    found["produce 100 B to each of 3 topics, v9, acks=all"] = produce_frame(9, acks=-1, record_bytes=30, topics=3), 1
    for name, version, acks, record_bytes, partitions, depth in (
        ("produce 100 B, v7, acks=1, 1 a wake-up", 7, 1, 30, 1, 1),
        ("produce 100 B, v7, acks=1, 5 a wake-up", 7, 1, 30, 1, 5),
        ("produce 100 B, v9, acks=all, 1 a wake-up", 9, -1, 30, 1, 1),
        ("produce 16 kB, v9, acks=all, 5 a wake-up", 9, -1, 16_000, 1, 5),
        (f"produce 100 B to {PARTITIONS} partitions, v9, acks=all", 9, -1, 30, PARTITIONS, 1),
        ("produce 100 B, v12, acks=1, 1 a wake-up", 12, 1, 30, 1, 1),
        ("produce 100 B by topic id, v13, acks=1, 1 a wake-up", 13, 1, 30, 1, 1),
        ("produce 100 B, v12, acks=1, 5 a wake-up", 12, 1, 30, 1, 5),
        ("produce 100 B by topic id, v13, acks=1, 5 a wake-up", 13, 1, 30, 1, 5),
    ):
        frame = produce_frame(version, acks=acks, record_bytes=record_bytes, partitions=partitions)
        found[name] = frame * depth, depth
    return found


async def measure(base: str | None, rounds: int = ROUNDS, requests: int = ROUND_REQUESTS) -> list[report.Row]:
    """Measures each load, both ways in turns, with logs in `base`; None: where temporary files are."""
    rows = []
    async with asyncio.TaskGroup() as tasks:
        for name, (data, depth) in loads().items():
            with tempfile.TemporaryDirectory(dir=base) as directory:
                ways = {make: _way(Path(directory), make, tasks) for make in (LongWayOnly, Dispatcher)}
                took = await _interleaved(ways, data, depth, rounds=rounds, requests=requests)
                if len({way.transport.sent for way in ways.values()}) != 1:
                    raise SystemExit("the two ways answer differently")
                for way in ways.values():
                    way.node.log_manager.shutdown()
            rows.append(report.Row(name, "µs CPU", took[Dispatcher], took[LongWayOnly], "the long way"))
    return rows


def _way(base: Path, make: Callable[..., Dispatcher], tasks: asyncio.TaskGroup) -> DataPlane:
    directory = base / make.__name__
    directory.mkdir()
    node = Node(directory)
    for topic in TOPICS:
        node.topics.overrides[topic] = {"segment.bytes": SEGMENT_BYTES, "retention.bytes": SEGMENT_BYTES}
        tell(node.services.metadata_cache, {topic: PARTITIONS})
    for topic, index in [("t", index) for index in range(PARTITIONS)] + [(topic, 0) for topic in TOPICS[1:]]:
        node.lead(topic, index, topic_id=topic_id(topic))
        node.produce(batch(b"x" * (FETCH_BYTES - BATCH_BYTES_BESIDE)), topic, index)
    way = DataPlane(node, make, tasks, clock=SystemClock(), ticks=time.perf_counter_ns)
    way.connect(Sink)
    return way


async def _interleaved(
    ways: dict[Any, DataPlane], data: bytes, depth: int, *, rounds: int, requests: int
) -> dict[Any, float]:
    """Returns each way's median CPU time of a request, in microseconds."""
    taken: dict[Any, list[float]] = {make: [] for make in ways}
    wakeups = requests // depth
    gc.collect()
    gc.disable()
    for number in range(WARM_ROUNDS + rounds):
        for make, way in ways.items():
            receive = way.receive
            began = time.process_time_ns()
            for _ in range(wakeups):
                receive(data)
            if number >= WARM_ROUNDS:
                taken[make].append((time.process_time_ns() - began) / (wakeups * depth) / 1e3)
            for partition in way.node.manager.partitions:
                partition.log.delete_old_segments(way.node.clock.now_ms())
        await asyncio.sleep(0)
    gc.enable()
    return {make: statistics.median(times) for make, times in taken.items()}


def main() -> None:
    """Runs the benchmark from the command line."""
    options = report.parser("short_way", __doc__.splitlines()[0] if __doc__ else "")
    options.add_argument("--rounds", type=int, default=ROUNDS, help="rounds of each load and way")
    chosen = options.parse_args()
    base = SHARED_MEMORY if os.path.isdir(SHARED_MEMORY) else None
    report.publish("The short way", asyncio.run(measure(base, chosen.rounds)), chosen.json)


if __name__ == "__main__":
    main()
