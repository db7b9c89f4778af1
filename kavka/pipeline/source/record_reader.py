"""The records of one range, as Arrow batches: what a task of a read does, in a worker process.

Gaps are usual: control records, aborted transactions and compaction leave fewer records than offsets. A start that the
log no longer has is lost data: an error, or with failOnDataLoss=false the reading goes on where the log begins.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from kavka.common.types import TopicPartition
from kavka.pipeline.columns.decode import decode_chunk
from kavka.pipeline.columns.freed_memory import keep_freed_memory
from kavka.pipeline.failures import HINT, DataLossError
from kavka.pipeline.source.cluster_queries import isolation_level
from kavka.pipeline.source.ranges import OffsetRange
from kavka.pipeline.wire.cluster import BlockingCluster
from kavka.pipeline.wire.fetch import Chunk, FetchSettings
from kavka.pipeline.wire.fetch_ahead import fetch_ahead
from kavka.pipeline.wire.offsets import EARLIEST, LATEST, list_offsets
from kavka.protocol.errors import OffsetOutOfRange
from kavka.wire.errors import DeadlineExceeded

if TYPE_CHECKING:
    import pyarrow as pa


class RecordReader:
    """Reads ranges of one cluster.

    Args:
        cluster: where.
        client: Kafka's settings, without `kafka.`.
        fail_on_data_loss: whether missing offsets are an error.

    Attributes:
        check_crc: whether checksums are verified (`check.crcs`).
    """

    def __init__(self, cluster: BlockingCluster, client: Mapping[str, str], *, fail_on_data_loss: bool = True) -> None:
        self._cluster = cluster
        self._settings = fetch_settings(client)
        self.check_crc = client.get("check.crcs", "true").lower() != "false"
        self._fail_on_data_loss = fail_on_data_loss

    def read(self, one: OffsetRange, columns: Sequence[str], *, as_views: bool = False) -> Iterator[pa.RecordBatch]:
        """Reads the records of a range.

        Args:
            one: the range.
            columns: which, in which order.
            as_views: whether values point into what was fetched, and keep it (`columns.gather`).

        Yields:
            Batches of `columns`, in the order of the log, none empty.

        Raises:
            DataLossError: some of it is not there any more.
            KafkaError, ClientError: no leader gives it.
            CorruptRecords: what it gives is no records.
        """
        for chunk, end in self.chunks(one):
            yield from decode_chunk(
                chunk.data,
                topic=one.topic,
                partition=one.partition,
                columns=columns,
                first_offset=chunk.fetch_offset,
                end_offset=end,
                aborted=chunk.aborted,
                check_crc=self.check_crc,
                as_views=as_views,
            )

    def chunks(self, one: OffsetRange) -> Iterator[tuple[Chunk, int]]:
        """Reads a range as bytes of its log.

        Yields:
            Chunks in order, and the offset at which the range ends; what counts begins at `fetch_offset`.

        Raises:
            DataLossError, KafkaError, ClientError: as `read`.
        """
        keep_freed_memory()
        tp = TopicPartition(one.topic, one.partition)
        at = one.start
        end = one.end
        while at < end:
            try:
                with fetch_ahead(self._cluster, tp, at, end, self._settings) as chunks:
                    for chunk in chunks:
                        yield chunk, end
                        at = chunk.next_offset
            except (OffsetOutOfRange, DeadlineExceeded) as error:
                at, end = self._after_loss(tp, at, end, error)

    def _after_loss(
        self, tp: TopicPartition, at: int, end: int, error: OffsetOutOfRange | DeadlineExceeded
    ) -> tuple[int, int]:
        """What is left of a range when the log does not have all of it; `error` again where it has."""
        earliest, latest = self.bounds(tp)
        if earliest <= at and end <= latest:
            raise error
        if self._fail_on_data_loss:
            raise DataLossError(
                f"{tp} was to be read from {at} to {end}, and has offsets from {earliest} to {latest} now: it was "
                f"truncated, cleaned or created anew; {HINT}"
            ) from None
        return max(at, earliest), min(end, latest)

    def bounds(self, tp: TopicPartition) -> tuple[int, int]:
        """Returns a log's start offset and, for this isolation level, its end."""
        found = [self._offset(tp, which) for which in (EARLIEST, LATEST)]
        return found[0], found[1]

    def _offset(self, tp: TopicPartition, which: int) -> int:
        level = self._settings.isolation_level
        return list_offsets(self._cluster, {tp: which}, isolation_level=level)[tp].offset


def fetch_settings(client: Mapping[str, str]) -> FetchSettings:
    """Returns the fetch settings in Kafka's properties; what is not set is as it suits Spark."""
    settings = FetchSettings(isolation_level=isolation_level(client), rack=client.get("client.rack", ""))
    if "max.partition.fetch.bytes" in client:
        settings = settings._replace(chunk_bytes=int(client["max.partition.fetch.bytes"]))
    if "fetch.max.wait.ms" in client:
        settings = settings._replace(wait_ms=int(client["fetch.max.wait.ms"]))
    return settings
