"""Produce and fetch: requests and bytes per second, latency, the server's CPU time, beside librdkafka's mock.

Two kinds of load: prebuilt frames over raw sockets (`raw_load`), which show the server, and librdkafka itself through
confluent-kafka, which shows what one of its users gets. Both servers run one after the other in the same run, each in
a process of its own. The mock broker checks nothing and writes nothing to disk: it is a ceiling, not a rival.
"""

from __future__ import annotations

import asyncio
import socket
import struct
import time
from collections.abc import Callable
from dataclasses import dataclass

from confluent_kafka import Producer

from benchmarks import raw_load, report, servers
from kavka.client.admin import Admin
from kavka.common.types import NewTopic
from kavka.protocol.header import decode_response_frame, encode_request_frame
from kavka.protocol.messages import FetchRequest, FetchResponse, ProduceRequest, ProduceResponse
from kavka.protocol.records.batch import BatchBuilder

TOPIC = "bench"
FETCH_TOPIC = "bench-fetch"
PARTITIONS = 4
"""What librdkafka's mock gives a topic."""
FETCH_BATCH_BYTES = 16_384
FETCH_BATCHES = 70
"""In each partition that is read: a little more than the largest fetch, little enough for the mock broker to keep."""
PRODUCE_VERSION = 7
FETCH_VERSION = 4
CONNECT_SECONDS_MAX = 10.0
TIMESTAMP_MS = 1_700_000_000_000


@dataclass(frozen=True, slots=True)
class Cell:
    """One load: `conns` connections with `depth` requests in flight on each."""

    kind: str
    record_bytes: int
    batch_bytes: int
    conns: int
    depth: int

    @property
    def name(self) -> str:
        """Names the cell in the table."""
        return f"{self.kind} {self.record_bytes} B in {self.batch_bytes} B, {self.conns} × {self.depth}"


CELLS = (
    *(
        Cell("produce", record_bytes, batch_bytes, conns, depth)
        for record_bytes, batch_bytes, depth in (
            (100, 100, 5),
            (1024, 1024, 5),
            (1024, 16_384, 5),
            (1024, 1_000_000, 2),
        )
        for conns, depth in ((1, 1), (10, depth))
    ),
    *(Cell("fetch", 1024, batch_bytes, conns, 1) for batch_bytes in (16_384, 1_048_576) for conns in (1, 10)),
)
"""With the defaults of the command, all of them against both servers take a little more than a minute and a half."""


def main() -> None:
    """Runs the benchmark from the command line."""
    options = report.parser("produce_fetch", __doc__.splitlines()[0] if __doc__ else "")
    options.add_argument("--seconds", type=float, default=2.5, help="length of each measured load")
    options.add_argument("--warm", type=float, default=0.7, help="length of the load before it")
    chosen = options.parse_args()
    measured: dict[str, dict[str, Measured]] = {}
    for start in (servers.kavka, servers.librdkafka_mock):
        with start() as server:
            measured[server.name] = measure(server, seconds=chosen.seconds, warm=chosen.warm)
    ours, mock = measured["kavka"], measured["librdkafka mock"]
    rows = [
        report.Row(f"{name}: {what}", unit, pick(ours[name]), pick(mock[name]), "librdkafka mock")
        for name in ours
        for what, unit, pick in COLUMNS
        if pick(ours[name])
    ]
    report.publish("Produce and fetch", rows, chosen.json)


@dataclass(frozen=True, slots=True)
class Measured:
    """What one load reached."""

    requests_per_second: float
    mb_per_second: float
    cpu_us: float
    p50_ms: float
    p99_ms: float


Pick = Callable[[Measured], float]
COLUMNS: tuple[tuple[str, str, Pick], ...] = (
    ("requests", "1/s", lambda m: m.requests_per_second),
    ("payload", "MB/s", lambda m: m.mb_per_second),
    ("server CPU per request", "µs CPU", lambda m: m.cpu_us),
    ("p50", "ms", lambda m: m.p50_ms),
    ("p99", "ms", lambda m: m.p99_ms),
)


def measure(server: servers.Server, *, seconds: float, warm: float) -> dict[str, Measured]:
    """Measures every cell against one server, then librdkafka's own producer."""
    create_topics(server)
    fill(server)
    found = {}
    for cell in CELLS:
        frames = [frame_for(cell, index % PARTITIONS) for index in range(cell.conns)]
        check_one(server, cell, frames[0])
        load_of = (server.host, server.port), frames
        payload = cell.batch_bytes if cell.kind == "produce" else None
        raw_load.run(*load_of, depth=cell.depth, seconds=warm, payload_bytes=payload)
        cpu = server.cpu_seconds()
        load = raw_load.run(*load_of, depth=cell.depth, seconds=seconds, payload_bytes=payload)
        cpu_us = (server.cpu_seconds() - cpu) / max(1, load.requests) * 1e6
        latencies = load.percentile_ms(0.5), load.percentile_ms(0.99)
        found[cell.name] = Measured(load.per_second, load.mb_per_second, cpu_us, *latencies)
    found["librdkafka's producer, 100 B records"] = librdkafka_producer(server, seconds=seconds)
    return found


def create_topics(server: servers.Server) -> None:
    """Creates the topics where the server can; the mock broker creates topics by itself when they are requested."""
    address = f"{server.host}:{server.port}"
    if server.name == "kavka":
        asyncio.run(_create_topics(address))
    for topic in (TOPIC, FETCH_TOPIC):
        Producer({"bootstrap.servers": address}).list_topics(topic, timeout=CONNECT_SECONDS_MAX)


async def _create_topics(bootstrap: str) -> None:
    async with Admin(bootstrap) as admin:
        await admin.create_topics(
            [NewTopic(name=name, num_partitions=PARTITIONS, replication_factor=1) for name in (TOPIC, FETCH_TOPIC)]
        )


def fill(server: servers.Server) -> None:
    """Writes what the fetches read, again and again from offset 0."""
    for partition in range(PARTITIONS):
        cell = Cell("produce", 1024, FETCH_BATCH_BYTES, 1, 1)
        frame = frame_for(cell, partition, topic=FETCH_TOPIC)
        for _ in range(FETCH_BATCHES):
            check_one(server, cell, frame)


def frame_for(cell: Cell, partition: int, topic: str = TOPIC) -> bytes:
    """Builds one request's frame with its length prefix."""
    if cell.kind == "produce":
        builder = BatchBuilder()
        for _ in range(max(1, cell.batch_bytes // cell.record_bytes)):
            builder.append(timestamp=TIMESTAMP_MS, key=None, value=b"x" * cell.record_bytes)
        data = ProduceRequest.PartitionProduceData(index=partition, records=builder.build())
        sent = ProduceRequest.TopicProduceData(name=topic, partition_data=[data])
        produce = ProduceRequest(acks=1, timeout_ms=30_000, topic_data=[sent])
        return b"".join(encode_request_frame(produce, version=PRODUCE_VERSION, correlation_id=1, client_id="bench"))
    wanted = FetchRequest.FetchPartition(partition=partition, fetch_offset=0, partition_max_bytes=cell.batch_bytes)
    fetch = FetchRequest(
        replica_id=-1,
        max_wait_ms=500,
        min_bytes=1,
        max_bytes=cell.batch_bytes,
        topics=[FetchRequest.FetchTopic(topic=FETCH_TOPIC, partitions=[wanted])],
    )
    return b"".join(encode_request_frame(fetch, version=FETCH_VERSION, correlation_id=1, client_id="bench"))


def check_one(server: servers.Server, cell: Cell, frame: bytes) -> None:
    """Sends one request and refuses to measure errors."""
    with socket.create_connection((server.host, server.port), CONNECT_SECONDS_MAX) as sock:
        sock.sendall(frame)
        stream = sock.makefile("rb")
        (size,) = struct.unpack(">i", stream.read(4))
        body = stream.read(size)
    if cell.kind == "produce":
        produced = decode_response_frame(ProduceResponse, PRODUCE_VERSION, body)[1]
        code = produced.responses[0].partition_responses[0].error_code
    else:
        fetched = decode_response_frame(FetchResponse, FETCH_VERSION, body)[1]
        code = fetched.responses[0].partitions[0].error_code
    if code:
        raise SystemExit(f"{server.name} answers error {code} to: {cell.name}")


def librdkafka_producer(server: servers.Server, *, seconds: float) -> Measured:
    """Measures confluent-kafka's producer with its defaults: records per second until all are acknowledged."""
    producer = Producer({"bootstrap.servers": f"{server.host}:{server.port}", "queue.buffering.max.messages": 500_000})
    value = b"x" * 100
    sent = 0
    cpu = server.cpu_seconds()
    started = time.perf_counter()
    while time.perf_counter() - started < seconds:
        try:
            producer.produce(TOPIC, value)
            sent += 1
        except BufferError:
            producer.poll(0.01)
    left = producer.flush(60)
    elapsed = time.perf_counter() - started
    acked = sent - left
    cpu_us = (server.cpu_seconds() - cpu) / max(1, acked) * 1e6
    return Measured(acked / elapsed, acked * len(value) / elapsed / 1e6, cpu_us, 0.0, 0.0)


if __name__ == "__main__":
    main()
