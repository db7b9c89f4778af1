"""What it costs a broker to look into the records of each produce: its CPU time, beside a broker that does not.

Two brokers of ours run side by side, one with `kavka.validate.records=false`, and are loaded in turns, so that whatever
else the machine does meets both. Batches are Kafka's default 16 kB of records with values of 100 B: all of the same
length, which are walked by columns, or of lengths up to a fifth around it, as in life; plain and compressed.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks import produce_fetch, raw_load, report, servers
from kavka.protocol.header import encode_request_frame
from kavka.protocol.messages import ProduceRequest
from kavka.protocol.records.batch import BatchBuilder
from kavka.protocol.records.compression import Compression

RECORDS = 140
VALUE_BYTES = 100
CONNECTIONS = 10
DEPTH = 5
WARM_SECONDS = 0.2
WORDS = tuple(b"GET POST /index /orders /users 200 404 500 timeout retry shard leader took ms bytes in out".split())


@dataclass(frozen=True, slots=True)
class Cell:
    """One load."""

    name: str
    is_varied: bool
    codec: Compression


CELLS = (
    Cell("values of 100 B", is_varied=False, codec=Compression.NONE),
    Cell("values of 80 to 120 B", is_varied=True, codec=Compression.NONE),
    Cell("values of 80 to 120 B, lz4", is_varied=True, codec=Compression.LZ4),
    Cell("values of 80 to 120 B, gzip", is_varied=True, codec=Compression.GZIP),
)


def frame(cell: Cell, partition: int) -> bytes:
    """Builds one produce request's frame."""
    rng = random.Random(partition)
    builder = BatchBuilder(compression=cell.codec)
    for number in range(RECORDS):
        size = rng.randint(VALUE_BYTES * 4 // 5, VALUE_BYTES * 6 // 5) if cell.is_varied else VALUE_BYTES
        value = b" ".join(rng.choices(WORDS, k=VALUE_BYTES // 2))[:size]
        builder.append(timestamp=produce_fetch.TIMESTAMP_MS + number, key=None, value=value)
    data = ProduceRequest.PartitionProduceData(index=partition, records=builder.build())
    topic = ProduceRequest.TopicProduceData(name=produce_fetch.TOPIC, partition_data=[data])
    request = ProduceRequest(acks=1, timeout_ms=30_000, topic_data=[topic])
    version = produce_fetch.PRODUCE_VERSION
    return b"".join(encode_request_frame(request, version=version, correlation_id=1, client_id="bench"))


def cpu_us(server: servers.Server, frames: Sequence[bytes], seconds: float) -> float:
    """Measures the server's CPU time for one request."""
    address = server.host, server.port
    raw_load.run(address, frames, depth=DEPTH, seconds=WARM_SECONDS, payload_bytes=len(frames[0]))
    before = server.cpu_seconds()
    load = raw_load.run(address, frames, depth=DEPTH, seconds=seconds, payload_bytes=len(frames[0]))
    return (server.cpu_seconds() - before) / max(1, load.requests) * 1e6


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the benchmark from the command line."""
    options = report.parser("record_checks", (__doc__ or "").splitlines()[0])
    options.add_argument("--seconds", type=float, default=1.0, help="length of each load")
    options.add_argument("--rounds", type=int, default=6, help="how often each broker is loaded with each cell")
    chosen = options.parse_args(arguments)
    rows = []
    with servers.kavka() as looking, servers.kavka("--config", "kavka.validate.records=false") as trusting:
        for server in (looking, trusting):
            produce_fetch.create_topics(server)
        for cell in CELLS:
            frames = [frame(cell, index % produce_fetch.PARTITIONS) for index in range(CONNECTIONS)]
            measured: dict[int, list[float]] = {looking.pid: [], trusting.pid: []}
            for _ in range(chosen.rounds):
                for server in (looking, trusting):
                    measured[server.pid].append(cpu_us(server, frames, chosen.seconds))
            ours, theirs = (statistics.median(measured[server.pid]) for server in (looking, trusting))
            name = f"produce {RECORDS} records, {cell.name}"
            rows.append(report.Row(name, "µs CPU", ours, theirs, "records not looked at"))
    report.publish("Looking into records", rows, chosen.json)


if __name__ == "__main__":
    main()
