"""An archive's files back into topics: one task for each partition, one transaction for each file.

    file START-END ─▶ rows ─▶ encoded ─▶ Produce …     TxnOffsetCommit: END, for (topic, partition)     EndTxn

The committed offset is the archive's, of the group PREFIX.JOB.TOPIC.PARTITION, in the same transaction as the records:
a run of the same job goes on behind it, wherever the last one died, and files that were joined meanwhile are read from
that offset on. The transactional id is the same name, so a task that still replays for an earlier run is fenced.

Keys, values, headers, timestamps, partitions and order are kept. Offsets are the target's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

from kavka.common.types import TopicPartition
from kavka.pipeline.archive.layout import ArchiveFile
from kavka.pipeline.archive.parquet_file import read_file
from kavka.pipeline.columns.encode import encode_rows
from kavka.pipeline.source.cluster_queries import cluster_for
from kavka.pipeline.source.options import TRANSACTION_TIMEOUT_MS
from kavka.pipeline.source.record_sink import compression_of
from kavka.pipeline.wire.cluster import FAILURES, BlockingCluster
from kavka.pipeline.wire.group_offsets import fetch_offsets
from kavka.pipeline.wire.producer import BlockingProducer

BATCH_ROWS: Final = 65_536


class ReplayPart(NamedTuple):
    """One task: the files of one partition, in order.

    Attributes:
        client: Kafka's settings, without `kafka.`, as pairs.
        job: its id: the same job writes nothing twice.
        prefix: what transactional ids begin with.
        source: whose files these are.
        target: where they go.
        paths: with the offsets that each covers.
    """

    client: tuple[tuple[str, str], ...]
    job: str
    prefix: str
    source: TopicPartition
    target: TopicPartition
    files: tuple[tuple[int, int, str], ...]


class Replayed(NamedTuple):
    """What a task did."""

    target: TopicPartition
    records: int
    files: int
    skipped: int


def replay_part(part: ReplayPart) -> Replayed:
    """Writes what this job has not written yet.

    Raises:
        ProducerFenced: a later run of this job is at work.
        KafkaError, ClientError: it was not all written; the next run goes on.
    """
    client = dict(part.client)
    cluster = cluster_for(client)
    name = f"{part.prefix}.{part.job}.{part.source}"
    timeout_ms = int(client.get("transaction.timeout.ms", TRANSACTION_TIMEOUT_MS))
    producer = BlockingProducer(cluster, transactional_id=name, transaction_timeout_ms=timeout_ms)
    producer.init()
    done = fetch_offsets(cluster, name, [part.target], require_stable=True).get(part.target, 0)
    records = files = skipped = 0
    for start, end, path in part.files:
        if end <= done:
            skipped += 1
            continue
        records += _replay_file(producer, part, client, path, offset_min=max(done, start))
        producer.send_offsets(name, {part.target: end})
        producer.commit()
        files += 1
    return Replayed(part.target, records, files, skipped)


def _replay_file(
    producer: BlockingProducer, part: ReplayPart, client: dict[str, str], path: str, *, offset_min: int
) -> int:
    records = 0
    compression = compression_of(client)
    try:
        for batch in read_file(Path(path), batch_rows=BATCH_ROWS, offset_min=offset_min):
            producer.send({part.target: encode_rows(batch, compression=compression)})
            records += batch.num_rows
    except FAILURES:
        raise
    except BaseException:  # the file is damaged, or the task is cancelled: no reader shall wait for this transaction
        producer.abort()
        raise
    return records


def overlapping(files: Sequence[ArchiveFile]) -> tuple[ArchiveFile, ArchiveFile] | None:
    """Finds the first two neighbouring files that both hold an offset; None if, as it should be, there are none."""
    for left, right in pairwise(files):
        if right.start < left.end:
            return left, right
    return None


def partition_counts(cluster: BlockingCluster, topics: Sequence[str]) -> dict[str, int]:
    """Counts the partitions of each topic; raises for a topic that does not exist."""
    return {name: len(info.partitions) for name, info in cluster.topics(topics).items()}
