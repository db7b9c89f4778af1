"""One replica over the wire, from its log start to the leader's high watermark: a task of the audit.

Only leaders serve consumers (or, with a rack, a follower that keeps up). What is to be compared is every
replica, so the fetches come from replica id −2, Kafka's "debugging consumer": any broker that has a replica serves it,
leader or not, up to the high watermark that it knows; its own ReplicaVerificationTool fetches so. With an authorizer it
takes the permission to read the topic, like any consumer.

    driver   ListOffsets to the leader ─▶ begin, end: for all replicas the same
    worker   ListOffsets −2 to the replica ─▶ where its own log begins
             Fetch −2, again and again ─▶ bytes ─▶ the walk of `batches`, as if they were a file's

A follower learns of a high watermark one fetch later than the leader, so one that is a little behind is waited for.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pyarrow as pa

from kavka.common.types import TopicPartition
from kavka.pipeline.audit.batches import Fault, walk
from kavka.pipeline.audit.segment_scan import UNREADABLE, Piece
from kavka.pipeline.audit.targets import WireTarget
from kavka.pipeline.audit.windows import WindowBuilder
from kavka.pipeline.wire.cluster import BlockingCluster, cluster_of
from kavka.pipeline.wire.settings import WireSettings
from kavka.protocol.errors import DecodeError, ErrorCode, KafkaError
from kavka.protocol.messages import FetchRequest, FetchResponse, ListOffsetsRequest
from kavka.timer.moments import MonotonicMs
from kavka.wire.errors import ClientError, code_name, error_for_code
from kavka.wire.fetch import SESSIONLESS_EPOCH
from kavka.wire.offsets import EARLIEST

DEBUGGING_CONSUMER_ID: Final = -2
FETCH_VERSION_MAX: Final = 12
"""The last one that names topics rather than their ids."""
CHUNK_BYTES: Final = 4 << 20
WAIT_MS: Final = 500
BEHIND_MS_MAX: Final = 10_000
"""How long a replica may take to know the high watermark that the leader knew when the audit began."""
BEHIND: Final = "behind"
FAILURES: Final = (OSError, TimeoutError, DecodeError, KafkaError, ClientError)


def scan_replica(target: WireTarget) -> pa.RecordBatch:
    """Reads a replica's windows; a broker that cannot be asked is a fault, not an error."""
    builder = WindowBuilder(cleaned_to=target.cleaned_to)
    reader = _ReplicaReader(target)
    try:
        for piece in reader.pieces():
            builder.feed(piece.batches)
    except FAILURES as error:
        builder.add_fault(Fault(UNREADABLE, -1, max(builder.next_offset, target.begin), str(error)))
    for fault in reader.faults:
        builder.add_fault(fault)
    return builder.to_arrow(target.place)


def read_replica(target: WireTarget) -> Iterator[Piece]:
    """Reads a replica's batches with their bytes; faults are left to `scan_replica`.

    Raises:
        KafkaError, ClientError, OSError, TimeoutError, DecodeError: the broker cannot be asked.
    """
    return _ReplicaReader(target).pieces()


class _ReplicaReader:
    """Fetches from one broker, be it the leader or not."""

    def __init__(self, target: WireTarget) -> None:
        self._target = target
        self._partition = TopicPartition(target.place.topic, target.place.partition)
        self._cluster: BlockingCluster = cluster_of(WireSettings.from_properties(dict(target.settings)))
        self.faults: list[Fault] = []

    def pieces(self) -> Iterator[Piece]:
        """Yields the replica's batches up to the planned end, or the end of its log."""
        offset = max(self._target.begin, self._log_start())
        waited_since = self._now_ms()
        while offset < self._target.end:
            part = self._fetch(offset)
            view = memoryview(bytes(part.records or b""))
            walked = walk(view, expected_offset=0)
            for fault in walked.faults:
                self.faults.append(fault._replace(position=-1, offset=offset))
            following = int(walked.batches["next_offset"].max()) if len(walked.batches) else offset
            if following > offset:
                base = walked.batches["base_offset"]
                counts = (base >= self._target.begin) & (base < self._target.end)
                yield Piece(walked.batches[counts], view, 0)
                offset, waited_since = following, self._now_ms()
            elif len(view):
                detail = f"{len(view)} bytes were fetched that are no whole batch; nothing behind them was read"
                self.faults.append(Fault("broken batch", -1, offset, detail))
                return
            elif self._now_ms() - waited_since >= BEHIND_MS_MAX:
                detail = f"knows a high watermark of {part.high_watermark}, the leader one of {self._target.end}"
                self.faults.append(Fault(BEHIND, -1, offset, detail))
                return

    def _now_ms(self) -> MonotonicMs:
        return self._cluster.clock.monotonic_ms()

    def _broker_id(self) -> int:
        broker_id = int(self._target.place.broker)
        if broker_id not in self._cluster.metadata.brokers:
            self._cluster.refresh([])
        return broker_id

    def _fetch(self, offset: int) -> FetchResponse.PartitionData:
        part = FetchRequest.FetchPartition(
            partition=self._partition.partition, fetch_offset=offset, partition_max_bytes=CHUNK_BYTES
        )
        request = FetchRequest(
            replica_id=DEBUGGING_CONSUMER_ID,
            max_wait_ms=WAIT_MS,
            min_bytes=1,
            max_bytes=CHUNK_BYTES,
            session_epoch=SESSIONLESS_EPOCH,
            topics=[FetchRequest.FetchTopic(topic=self._partition.topic, partitions=[part])],
        )

        def attempt() -> FetchResponse.PartitionData:
            answer = self._cluster.ask(self._broker_id(), request, version_max=FETCH_VERSION_MAX)
            self._check(answer.error_code)
            found: FetchResponse.PartitionData = answer.responses[0].partitions[0]
            self._check(found.error_code)
            return found

        return self._cluster.retry(attempt, what=f"fetch {self._partition} from broker {self._target.place.broker}")

    def _log_start(self) -> int:
        part = ListOffsetsRequest.ListOffsetsPartition(partition_index=self._partition.partition, timestamp=EARLIEST)
        topic = ListOffsetsRequest.ListOffsetsTopic(name=self._partition.topic, partitions=[part])
        request = ListOffsetsRequest(replica_id=DEBUGGING_CONSUMER_ID, topics=[topic])

        def attempt() -> int:
            answer = self._cluster.ask(self._broker_id(), request)
            found = answer.topics[0].partitions[0]
            self._check(found.error_code)
            return int(found.offset)

        return self._cluster.retry(
            attempt, what=f"ask broker {self._target.place.broker} where {self._partition} begins"
        )

    def _check(self, error_code: int) -> None:
        if error_code != ErrorCode.NONE:
            raise error_for_code(error_code, f"{self._partition}: {code_name(error_code)}")
