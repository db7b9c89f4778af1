"""A range of one partition into the target topic, by the producer of an open transaction.

    nothing changes      fetch ─▶ `whole_batches` ─▶ send                        partition P to partition P
    rows are changed     fetch ─▶ decode ─▶ `change` ─▶ `record_sink` ─▶ send    as the rows say
    by key               fetch ─▶ decode ─────────────▶ `record_sink` ─▶ send    as Kafka's own clients choose

Order is kept within a partition of the source; within one of the target only where no other writes to it.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import pyarrow as pa

from kavka.common.types import TopicPartition
from kavka.pipeline.copying.whole_batches import FetchedPart, Rules, outgoing
from kavka.pipeline.failures import PipelineError
from kavka.pipeline.source.options import COLUMNS, HEADERS, WriteOptions
from kavka.pipeline.source.ranges import OffsetRange
from kavka.pipeline.source.record_reader import RecordReader
from kavka.pipeline.source.record_sink import RecordSink, batch_bytes_of, compression_of
from kavka.pipeline.wire.cluster import BlockingCluster
from kavka.pipeline.wire.producer import BlockingProducer
from kavka.timer.clock import Clock

Change = Callable[[pa.RecordBatch], pa.RecordBatch]
"""Rows of a partition, all columns with headers → rows to write: fewer, others, for other partitions."""

EVERY_COLUMN: Final = (*COLUMNS, HEADERS)
REQUEST_BYTES_MAX: Final = 2**31 - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyOptions:
    """How a topic is copied.

    Attributes:
        write: to where, and by which transactions.
        fail_on_data_loss: whether missing offsets are an error.
        is_by_key: whether keys choose partitions; else they are kept.
        change: a pickled `Change`; b"": nothing is changed.
    """

    write: WriteOptions
    fail_on_data_loss: bool = True
    is_by_key: bool = False
    change: bytes = b""


class Copier:
    """Copies ranges for one task.

    Args:
        cluster: where.
        options: how.
        task: the task's number: rows without a key or a partition begin at that partition.
        clock: gives rows that have no timestamp one.
    """

    def __init__(self, cluster: BlockingCluster, options: CopyOptions, *, task: int, clock: Clock) -> None:
        self._cluster = cluster
        self._options = options
        self._task = task
        self._clock = clock
        self._change: Change = pickle.loads(options.change) if options.change else _unchanged
        client = options.write.client
        self._reader = RecordReader(cluster, client, fail_on_data_loss=options.fail_on_data_loss)
        self._rules = Rules(
            compression=compression_of(client) if "compression.type" in client else None,
            batch_bytes_max=batch_bytes_of(client),
            request_bytes_max=int(client.get("max.request.size", REQUEST_BYTES_MAX)),
        )

    def copy(self, producer: BlockingProducer, one: OffsetRange) -> int:
        """Sends the records of a range; returns how many.

        Raises:
            PipelineError: the target cannot take them, or `change` returned no records.
            DataLossError: some of the range is gone.
            KafkaError, ClientError: they were not written.
        """
        if one.topic == self._options.write.topic:
            raise PipelineError(f"{one.topic} would be copied to itself, without an end; choose another target")
        if self._options.change or self._options.is_by_key:
            return self._copy_rows(producer, one)
        return self._copy_batches(producer, one)

    def _copy_batches(self, producer: BlockingProducer, one: OffsetRange) -> int:
        target = TopicPartition(self._options.write.topic, one.partition)
        partitions = self._cluster.topics([target.topic])[target.topic].partitions
        if target.partition not in partitions:
            raise PipelineError(
                f"{target.topic} has {len(partitions)} partitions, and {one.topic} has records in partition "
                f"{one.partition}; create it with more, or let keys choose the partition"
            )
        count = 0
        for chunk, end in self._reader.chunks(one):
            part = FetchedPart(chunk.data, chunk.fetch_offset, end, chunk.aborted, self._reader.check_crc)
            for batch in outgoing(part, self._rules):
                # One by one: each is a request anyway, and what a chunk inflates to need not be there at once.
                producer.send({target: [batch]})
                count += batch.record_count
        return count

    def _copy_rows(self, producer: BlockingProducer, one: OffsetRange) -> int:
        sink = RecordSink(self._cluster, producer, self._options.write, clock=self._clock, task=self._task)
        for batch in self._reader.read(one, EVERY_COLUMN):
            rows = self._change(batch)
            if not isinstance(rows, pa.RecordBatch) or "value" not in rows.schema.names:
                raise PipelineError("a copy's function returns a pyarrow.RecordBatch with a column value")
            if self._options.is_by_key and "partition" in rows.schema.names:
                rows = rows.drop_columns(["partition"])
            if rows.num_rows:
                sink.write(rows)
        return sink.rows


def _unchanged(rows: pa.RecordBatch) -> pa.RecordBatch:
    return rows
