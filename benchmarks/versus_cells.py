"""The loads of `versus`, and the frames that they are made of.

A produce request is one batch to one partition; each connection has a partition of its own, as far as they suffice. A
fetch reads one partition from an offset that goes on with each request, over what `filling` has written before. Frames
carry the versions of a client of 2018 (Produce v7, Fetch v4), which both brokers know; v9 is there beside them, for it
is what clients send today.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from kavka.protocol.header import encode_request_frame
from kavka.protocol.messages import FetchRequest, ProduceRequest
from kavka.protocol.records.batch import BatchBuilder

PARTITIONS: Final = 8
PRODUCE_VERSION: Final = 7
PRODUCE_VERSION_TODAY: Final = 9
FETCH_VERSION: Final = 4
TIMESTAMP_MS: Final = 1_700_000_000_000
TIMEOUT_MS: Final = 30_000
FETCH_WAIT_MS: Final = 500
KILO: Final = 1_024
FILLED_BATCH_BYTES: Final = 16 * KILO
FILLED_BATCHES: Final = 256
"""In each partition that is read: 4 MB."""
CLIENT_ID: Final = "versus"
LEADER: Final = 1
ALL: Final = -1


@dataclass(frozen=True, slots=True)
class Cell:
    """One load.

    Attributes:
        kind: "produce" or "fetch".
        record_bytes: of each record's value.
        bytes: of a batch, or of what a fetch asks for.
        connections: how many.
        depth: requests in flight on each.
        version: of the request.
        acks: 1 or −1; of a fetch without meaning.
        aim: how many times Kafka's requests a second are aimed at.
        is_tls: whether it goes over TLS.
    """

    kind: str
    record_bytes: int
    bytes: int
    connections: int
    depth: int
    version: int = PRODUCE_VERSION
    acks: int = LEADER
    aim: float = 1.0
    is_tls: bool = False

    @property
    def records(self) -> int:
        """Returns how many records a request brings."""
        return max(1, self.bytes // self.record_bytes)

    @property
    def writes_much(self) -> bool:
        """Tells whether the load fills memory with what it writes."""
        return self.kind == "produce" and self.bytes >= 16 * KILO

    @property
    def name(self) -> str:
        """Names the load in tables."""
        size = _size(self.bytes)
        of = "" if self.records == 1 or self.kind == "fetch" else f" of {_size(self.record_bytes)} records"
        version = f" v{self.version}" if self.version == PRODUCE_VERSION_TODAY else ""
        acks = ", acks=all" if self.acks == ALL and self.kind == "produce" else ""
        tls = ", TLS" if self.is_tls else ""
        return f"{self.kind}{version} {size}{of}, {self.connections} × {self.depth}{acks}{tls}"


def _size(size: int) -> str:
    if size >= 1_000_000:
        return f"{size // 1_000_000} MB"
    return f"{size // 1_000} kB" if size >= 1_000 else f"{size} B"


ONE_BROKER: Final = (
    Cell("produce", 100, 100, 1, 1, aim=1.3),
    Cell("produce", 100, 100, 10, 1, aim=1.3),
    Cell("produce", 100, 100, 10, 5, aim=2.0),
    Cell("produce", 100, 100, 10, 5, version=PRODUCE_VERSION_TODAY, aim=2.0),
    Cell("produce", KILO, 16 * KILO, 1, 1),
    Cell("produce", KILO, 16 * KILO, 10, 5, aim=1.3),
    Cell("produce", 100, 16 * KILO, 10, 5, aim=1.3),
    Cell("produce", KILO, 1_000_000, 4, 2, aim=1.1),
    Cell("fetch", KILO, 16 * KILO, 10, 1, aim=1.1),
    Cell("fetch", KILO, 1 << 20, 1, 1, aim=1.1),
    Cell("fetch", KILO, 1 << 20, 4, 1, aim=1.1),
    Cell("produce", 100, 100, 10, 5, is_tls=True),
    Cell("produce", KILO, 16 * KILO, 10, 5, is_tls=True),
    Cell("produce", KILO, 1_000_000, 4, 2, is_tls=True),
    Cell("fetch", KILO, 16 * KILO, 10, 1, is_tls=True),
    Cell("fetch", KILO, 1 << 20, 4, 1, is_tls=True),
)
"""acks=1, one replica."""

THREE_BROKERS: Final = (
    Cell("produce", 100, 100, 1, 1, acks=ALL, aim=1.5),
    Cell("produce", 100, 100, 10, 1, acks=ALL, aim=1.5),
    Cell("produce", 100, 100, 10, 5, acks=ALL, aim=1.5),
    Cell("produce", KILO, 16 * KILO, 1, 1, acks=ALL, aim=1.5),
    Cell("produce", 100, 16 * KILO, 10, 5, acks=ALL, aim=1.5),
    Cell("produce", KILO, 1_000_000, 4, 2, acks=ALL, aim=1.5),
)
"""Three replicas, min.insync.replicas=2, one broker leads everything."""


def frames(cell: Cell, topic: str) -> list[bytes]:
    """Builds what the connections of a load send, an equal share each, in order."""
    if cell.kind == "produce":
        made = [produce(cell, topic, partition) for partition in range(min(PARTITIONS, cell.connections))]
        return [made[index % PARTITIONS] for index in range(cell.connections)]
    step = max(1, cell.bytes // FILLED_BATCH_BYTES) * (FILLED_BATCH_BYTES // KILO)
    offsets = range(0, FILLED_BATCHES * (FILLED_BATCH_BYTES // KILO) - step + 1, step)
    return [fetch(cell, topic, index % PARTITIONS, offset) for index in range(cell.connections) for offset in offsets]


def filling(topic: str) -> list[tuple[bytes, int]]:
    """Builds what the fetched topic is filled with: a frame, and how often it is sent, for each partition."""
    cell = Cell("produce", KILO, FILLED_BATCH_BYTES, 1, 1, acks=ALL)
    return [(produce(cell, topic, partition), FILLED_BATCHES) for partition in range(PARTITIONS)]


def produce(cell: Cell, topic: str, partition: int) -> bytes:
    """Builds a produce request, length prefix included."""
    builder = BatchBuilder()
    for _ in range(cell.records):
        builder.append(timestamp=TIMESTAMP_MS, key=None, value=b"x" * cell.record_bytes)
    data = ProduceRequest.PartitionProduceData(index=partition, records=builder.build())
    sent = ProduceRequest.TopicProduceData(name=topic, partition_data=[data])
    request = ProduceRequest(acks=cell.acks, timeout_ms=TIMEOUT_MS, topic_data=[sent])
    return _frame(request, cell.version)


def fetch(cell: Cell, topic: str, partition: int, offset: int) -> bytes:
    """Builds a fetch request, length prefix included."""
    wanted = FetchRequest.FetchPartition(partition=partition, fetch_offset=offset, partition_max_bytes=cell.bytes)
    request = FetchRequest(
        replica_id=-1,
        max_wait_ms=FETCH_WAIT_MS,
        min_bytes=1,
        max_bytes=cell.bytes,
        topics=[FetchRequest.FetchTopic(topic=topic, partitions=[wanted])],
    )
    return _frame(request, FETCH_VERSION)


def _frame(request: ProduceRequest | FetchRequest, version: int) -> bytes:
    return b"".join(encode_request_frame(request, version=version, correlation_id=1, client_id=CLIENT_ID))


def chosen(cells: Sequence[Cell], kinds: str | None, part: str = "", *, speaks_tls: bool = True) -> list[Cell]:
    """Returns the loads of one kind, or all, whose names have a part, and that the program can send."""
    return [
        cell for cell in cells if kinds in (None, cell.kind) and part in cell.name and (speaks_tls or not cell.is_tls)
    ]
