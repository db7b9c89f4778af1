"""Rows to records: which topic and partition each goes to, encoded and sent. One per task, whatever the guarantee.

    key, value        binary or string            topic, partition     the column's, or the option's and the key's hash
    timestamp         the column's, else now      headers              array of key and value

Other columns are passed over, as in Spark's own sink: what was read can be written. Order is kept within a partition.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from kavka.common.types import TopicPartition
from kavka.pipeline.columns.encode import BATCH_BYTES_MAX, encode_batches
from kavka.pipeline.columns.partitioner import choose_partitions
from kavka.pipeline.failures import OptionError, PipelineError
from kavka.pipeline.sealed_batch import EncodedBatch
from kavka.pipeline.source.options import WriteOptions
from kavka.pipeline.wire.cluster import BlockingCluster
from kavka.pipeline.wire.producer import BlockingProducer
from kavka.protocol.records.compression import Compression
from kavka.timer.clock import Clock

US_PER_MS: Final = 1000
COMPRESSIONS: Final = {one.name.lower(): one for one in Compression}

SINK_TYPES: Final[Mapping[str, tuple[str, ...]]] = {
    "key": ("string", "binary"),
    "value": ("string", "binary"),
    "topic": ("string",),
    "partition": ("integer",),
    "timestamp": ("timestamp",),
    "headers": ("array",),
}
"""Column → Spark's names of the types that it may have."""


def check_columns(types: Mapping[str, str], options: WriteOptions) -> None:
    """Checks the columns' names and types before anything is written.

    Args:
        types: Spark's name of each column's type.
        options: of the write.

    Raises:
        OptionError: the columns are no records.
    """
    by_lower = {name.lower(): kind for name, kind in types.items()}
    if "value" not in by_lower:
        raise OptionError(f"there is no column value; the columns are {', '.join(types) or 'none'}")
    if "topic" not in by_lower and not options.topic:
        raise OptionError("there is neither a column topic nor the option topic")
    for name, allowed in SINK_TYPES.items():
        if name in by_lower and by_lower[name] not in allowed:
            raise OptionError(f"the column {name} is {by_lower[name]}, and must be {' or '.join(allowed)}: cast it")
    compression_of(options.client)


def compression_of(client: Mapping[str, str]) -> Compression:
    """Returns the codec that `compression.type` names.

    Raises:
        OptionError: there is no such codec.
    """
    name = client.get("compression.type", "none").lower()
    if name not in COMPRESSIONS:
        raise OptionError(f"kafka.compression.type is {', '.join(COMPRESSIONS)}, not {name!r}")
    return COMPRESSIONS[name]


def batch_bytes_of(client: Mapping[str, str]) -> int:
    """Returns the size of batches.

    It is `batch.size` where that is more than our own, and never more than `max.request.size`.
    """
    wanted = max(int(client.get("batch.size", BATCH_BYTES_MAX)), BATCH_BYTES_MAX)
    return min(wanted, int(client.get("max.request.size", wanted)))


class RecordSink:
    """Sends rows with one producer.

    Args:
        cluster: where.
        producer: initialised.
        options: of the write.
        clock: gives rows without a timestamp one.
        task: the task's number: rows without key or partition begin at that partition.
    """

    def __init__(
        self, cluster: BlockingCluster, producer: BlockingProducer, options: WriteOptions, *, clock: Clock, task: int
    ) -> None:
        self._cluster = cluster
        self._producer = producer
        self._topic = options.topic
        self._clock = clock
        self._compression = compression_of(options.client)
        self._batch_bytes = batch_bytes_of(options.client)
        self._keyless = task
        self._partition_counts: dict[str, int] = {}
        self.rows = 0

    def write(self, batch: pa.RecordBatch) -> None:
        """Sends all rows; returns when they are in the logs.

        Raises:
            PipelineError: a row has no topic, or a partition that does not exist.
            KafkaError, ClientError: it was not written.
        """
        columns = {name.lower(): batch.column(number) for number, name in enumerate(batch.schema.names)}
        for topic, part in self._by_topic(columns, batch.num_rows):
            self._write_topic(topic, part)
        self.rows += batch.num_rows

    def _by_topic(self, columns: dict[str, pa.Array], count: int) -> Iterator[tuple[str, dict[str, pa.Array]]]:
        if self._topic:
            yield self._topic, columns
            return
        topics = columns["topic"]
        if topics.null_count:
            raise PipelineError("a row has no topic: its column topic is null, and the option topic is not set")
        encoded = topics.dictionary_encode()
        names, codes = encoded.dictionary.to_pylist(), encoded.indices.to_numpy(zero_copy_only=False)
        for code, name in enumerate(names):
            if len(names) == 1:
                yield name, columns
                return
            rows = pa.array(np.flatnonzero(codes == code))
            yield name, {column: values.take(rows) for column, values in columns.items()}

    def _write_topic(self, topic: str, columns: dict[str, pa.Array]) -> None:
        count = len(columns["value"])
        partitions = self._partitions(topic, columns, count)
        timestamps = self._timestamps(columns.get("timestamp"), count)
        order = np.argsort(partitions, kind="stable")
        numbers, firsts = np.unique(partitions[order], return_index=True)
        bounds = [*firsts.tolist(), count]
        batches: dict[TopicPartition, Iterator[EncodedBatch]] = {}
        for number, start, stop in zip(numbers.tolist(), bounds[:-1], bounds[1:], strict=True):
            rows = order[start:stop]
            # Rows of one partition only are in place already: a copy of all would be for nothing.
            part = columns if stop - start == count else _take(columns, rows)
            batches[TopicPartition(topic, number)] = self._encoded(part, timestamps[rows])
        self._producer.send(batches)

    def _encoded(self, columns: dict[str, pa.Array], timestamps: npt.NDArray[np.int64]) -> Iterator[EncodedBatch]:
        return encode_batches(
            key=columns.get("key"),
            value=columns["value"],
            timestamp_ms=timestamps,
            headers=columns.get("headers"),
            compression=self._compression,
            batch_bytes_max=self._batch_bytes,
        )

    def _partitions(self, topic: str, columns: dict[str, pa.Array], count: int) -> npt.NDArray[np.int64]:
        total = self._partition_count(topic)
        given = columns.get("partition")
        is_given = np.zeros(count, np.bool_) if given is None else given.is_valid().to_numpy(zero_copy_only=False)
        if given is not None and is_given.all():
            chosen: npt.NDArray[np.int64] = given.to_numpy(zero_copy_only=False).astype(np.int64)
        else:
            chosen = self._hashed(columns.get("key"), total, count)
            if given is not None:
                chosen[is_given] = given.drop_null().to_numpy(zero_copy_only=False)
        if count and (int(chosen.min()) < 0 or int(chosen.max()) >= total):
            wrong = int(chosen.min()) if int(chosen.min()) < 0 else int(chosen.max())
            raise PipelineError(f"a row is for partition {wrong} of {topic}, which has {total}, counted from 0")
        return chosen

    def _hashed(self, key: pa.Array | None, total: int, count: int) -> npt.NDArray[np.int64]:
        self._keyless += 1
        without_key = self._keyless % total
        if key is None:
            return np.full(count, without_key, np.int64)
        return choose_partitions(key, total, without_key=without_key).astype(np.int64)

    def _partition_count(self, topic: str) -> int:
        if topic not in self._partition_counts:
            self._partition_counts[topic] = len(self._cluster.topics([topic])[topic].partitions)
        return self._partition_counts[topic]

    def _timestamps(self, column: pa.Array | None, count: int) -> npt.NDArray[np.int64]:
        """Milliseconds; rows without one have now's."""
        now_ms = self._clock.now_ms()
        if column is None:
            return np.full(count, now_ms, np.int64)
        us = column.cast(pa.int64())
        missing = us.is_null().to_numpy(zero_copy_only=False)
        ms = np.floor_divide(pc.fill_null(us, 0).to_numpy(zero_copy_only=False), US_PER_MS)
        return np.where(missing, int(now_ms), ms).astype(np.int64)


def _take(columns: dict[str, pa.Array], rows: npt.NDArray[np.int64]) -> dict[str, pa.Array]:
    wanted = pa.array(rows)
    return {name: columns[name].take(wanted) for name in ("key", "value", "headers") if name in columns}
