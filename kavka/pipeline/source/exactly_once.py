"""Exactly once: one fenced transactional id per task number, and a marker inside the transaction that says which batch.

    task p of batch N                                               transactional id = group = PREFIX.QUERY.p
    ─────────────────                                               ─────────────────────────────────────────
    InitProducerId        fences and aborts any earlier attempt, a zombie included
    OffsetFetch(group)    stable, so nothing of that attempt is pending
        > N               that attempt had committed: there is nothing to do
        ≤ N               it had not
        none, N > 0       either this task number never wrote, or the marker has expired: see below
    Produce …             the rows
    TxnOffsetCommit       N + 1, as the offset of (marker topic, 0)
    EndTxn

Spark repeats a batch, with the same number and rows, until the sink's commit is recorded, and never after. Ids are few
and fixed: an id per batch would never fence an attempt of an earlier one.

Markers are committed offsets, and those expire (`offsets.retention.minutes`). So the driver refreshes a second marker,
of the group PREFIX.QUERY, after every batch: whatever a task wrote later than it cannot have expired before it. Where
both are missing at a batch beyond the first, it is unknown whether the batch is a repetition, and that is an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from kavka.common.types import TopicPartition
from kavka.pipeline.failures import MarkerError
from kavka.pipeline.source.options import WriteOptions
from kavka.pipeline.source.record_sink import RecordSink
from kavka.pipeline.wire.cluster import FAILURES, BlockingCluster
from kavka.pipeline.wire.group_offsets import commit_offsets, fetch_offsets
from kavka.pipeline.wire.producer import BlockingProducer
from kavka.timer.clock import Clock

if TYPE_CHECKING:
    import pyarrow as pa

MARKER_PARTITION: Final = 0


class Attempt(NamedTuple):
    """Which work this is.

    Attributes:
        job: the query's id, or the job's.
        batch: its number; 0 for a batch job.
        task: the task's number within it.
    """

    job: str
    batch: int
    task: int


class Outcome(NamedTuple):
    """What a task did.

    Attributes:
        rows: how many it wrote.
        is_repeated: whether an earlier attempt had written all of them.
    """

    rows: int
    is_repeated: bool = False


def write_once(
    cluster: BlockingCluster,
    options: WriteOptions,
    attempt: Attempt,
    batches: Iterator[pa.RecordBatch],
    *,
    clock: Clock,
) -> Outcome:
    """Writes what a task has been given, unless an earlier attempt has.

    Args:
        cluster: where.
        options: of the write.
        attempt: which work it is: decides what counts as "the same".
        batches: the rows; the same for every attempt. Read to the end in any case.
        clock: for rows without a timestamp.

    Raises:
        MarkerError: it is unknown whether they were written before.
        ProducerFenced: a later attempt is at work.
        KafkaError, ClientError: they were not written.
    """
    first = next((batch for batch in batches if batch.num_rows), None)
    if first is None:  # no rows in any attempt: the same rows are none
        return Outcome(0)

    def write(producer: BlockingProducer) -> int:
        sink = RecordSink(cluster, producer, options, clock=clock, task=attempt.task)
        sink.write(first)
        for batch in batches:
            if batch.num_rows:
                sink.write(batch)
        return sink.rows

    outcome = do_once(cluster, options, attempt, write)
    if outcome.is_repeated:
        for _ in batches:
            pass
    return outcome


def do_once(
    cluster: BlockingCluster, options: WriteOptions, attempt: Attempt, work: Callable[[BlockingProducer], int]
) -> Outcome:
    """Runs work in a transaction with its marker, unless an earlier attempt has committed it.

    Args:
        cluster: where.
        options: of the write.
        attempt: which work it is: decides what counts as "the same".
        work: sends by the producer that it gets; returns how many records.

    Raises:
        MarkerError: it is unknown whether it was done before.
        ProducerFenced: a later attempt is at work.
        KafkaError, ClientError: it was not done.
    """
    name = f"{options.prefix}.{attempt.job}.{attempt.task}"
    producer = BlockingProducer(cluster, transactional_id=name, transaction_timeout_ms=options.transaction_timeout_ms)
    producer.init()
    marker = TopicPartition(options.marker_topic, MARKER_PARTITION)
    done = fetch_offsets(cluster, name, [marker], require_stable=True).get(marker)
    if done is not None and done > attempt.batch:
        return Outcome(0, is_repeated=True)
    if done is None and attempt.batch > 0 and options.is_missing_marker_fatal:
        _check_query_marker(cluster, options, attempt, marker)
    try:
        count = work(producer)
    except FAILURES:  # the producer is of no more use; the next attempt's `init` aborts
        raise
    except BaseException:  # wrong rows, or Spark cancelled the task: no reader shall wait for this transaction
        producer.abort()
        raise
    producer.send_offsets(name, {marker: attempt.batch + 1})
    producer.commit()
    return Outcome(count)


def mark_batch(cluster: BlockingCluster, options: WriteOptions, *, job: str, batch: int) -> None:
    """Commits the driver's marker: every task of the batch has ended."""
    marker = TopicPartition(options.marker_topic, MARKER_PARTITION)
    commit_offsets(cluster, f"{options.prefix}.{job}", {marker: batch + 1})


def _check_query_marker(
    cluster: BlockingCluster, options: WriteOptions, attempt: Attempt, marker: TopicPartition
) -> None:
    group = f"{options.prefix}.{attempt.job}"
    if marker in fetch_offsets(cluster, group, [marker]):
        return
    raise MarkerError(
        f"batch {attempt.batch} is not the first of this query, and group {group} has no marker in {marker}: it has "
        "expired (offsets.retention.minutes), was deleted, or the query wrote elsewhere before. Whether the batch has "
        "been written cannot be told; to write it, perhaps a second time, set kavka.missing.marker=ignore for one start"
    )


def write_at_least_once(
    cluster: BlockingCluster, options: WriteOptions, batches: Iterator[pa.RecordBatch], *, clock: Clock, task: int
) -> Outcome:
    """Writes by an idempotent producer: nothing twice within an attempt, all of it again in the next."""
    producer = BlockingProducer(cluster)
    sink = RecordSink(cluster, producer, options, clock=clock, task=task)
    for batch in batches:
        if batch.num_rows:
            if producer.producer_id < 0:
                producer.init()
            sink.write(batch)
    return Outcome(sink.rows)
