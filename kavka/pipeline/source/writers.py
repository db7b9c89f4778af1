"""The writers of the format `kavka`, as Spark calls them: a batch and a stream, Arrow batches in both.

    planner process                 worker processes                      commit process, in the driver
    columns and options checked ─▶  write(rows of one task) ─▶ Written ─▶  commit(all of them, batch)

Spark does not say to `write` which batch it writes for; the task's local properties do. They are internal names of
Spark's, so their absence is an error, never batch 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pyspark.sql.datasource import DataSourceArrowWriter, DataSourceStreamArrowWriter, WriterCommitMessage
from pyspark.taskcontext import TaskContext

from kavka.pipeline.failures import PipelineError
from kavka.pipeline.source.cluster_queries import cluster_for
from kavka.pipeline.source.exactly_once import Attempt, Outcome, mark_batch, write_at_least_once, write_once
from kavka.pipeline.source.options import WriteOptions
from kavka.timer.clock import SystemClock

if TYPE_CHECKING:
    import pyarrow as pa

BATCH_PROPERTY: Final = "streaming.sql.batchId"
QUERY_PROPERTY: Final = "sql.streaming.queryId"


@dataclass
class Written(WriterCommitMessage):
    """A task's report to the driver."""

    task: int
    outcome: Outcome
    job: str = ""


class KavkaWriter(DataSourceArrowWriter):
    """Writes a batch: exactly once with kavka.job.id, else at least once.

    Args:
        options: checked ones.
    """

    def __init__(self, options: WriteOptions) -> None:
        self._options = options

    def write(self, iterator: Iterator[pa.RecordBatch]) -> Written:
        """Writes one task's rows."""
        options = self._options
        task = _task_context().partitionId()
        cluster, clock = cluster_for(options.client), SystemClock()
        if not options.job_id:
            return Written(task, write_at_least_once(cluster, options, iterator, clock=clock, task=task))
        outcome = write_once(cluster, options, Attempt(options.job_id, 0, task), iterator, clock=clock)
        return Written(task, outcome, options.job_id)

    def commit(self, messages: Sequence[WriterCommitMessage | None]) -> None:
        """Accepts the write: every task has committed by itself."""

    def abort(self, messages: Sequence[WriterCommitMessage | None]) -> None:
        """Accepts the failure: each task's transaction was aborted, or will be by the next attempt."""


class KavkaStreamWriter(DataSourceStreamArrowWriter):
    """Writes a stream: each batch's rows exactly once, unless kavka.delivery says otherwise.

    Args:
        options: checked ones.
    """

    def __init__(self, options: WriteOptions) -> None:
        self._options = options

    def write(self, iterator: Iterator[pa.RecordBatch]) -> Written:
        """Writes one task's rows of one batch."""
        options = self._options
        cluster, clock = cluster_for(options.client), SystemClock()
        if not options.is_exactly_once:
            task = _task_context().partitionId()
            return Written(task, write_at_least_once(cluster, options, iterator, clock=clock, task=task))
        attempt = current_attempt()
        return Written(attempt.task, write_once(cluster, options, attempt, iterator, clock=clock), attempt.job)

    def commit(self, messages: Sequence[WriterCommitMessage | None], batchId: int) -> None:
        """Refreshes the query's marker: every task has committed by itself."""
        job = next((message.job for message in messages if isinstance(message, Written) and message.job), "")
        if job:
            mark_batch(cluster_for(self._options.client), self._options, job=job, batch=batchId)

    def abort(self, messages: Sequence[WriterCommitMessage | None], batchId: int) -> None:
        """Accepts the failure.

        The next attempt aborts what was not committed, and recognises what was by its marker.
        """


def current_attempt() -> Attempt:
    """Identifies the work of the stream's task that runs here; errors as `attempt_of`."""
    context = _task_context()
    properties = {name: context.getLocalProperty(name) for name in (BATCH_PROPERTY, QUERY_PROPERTY)}
    return attempt_of(properties, context.partitionId())


def attempt_of(properties: Mapping[str, str | None], task: int) -> Attempt:
    """Identifies the work of a stream's task.

    Raises:
        PipelineError: Spark does not say which batch or which query.
    """
    batch, query = properties.get(BATCH_PROPERTY), properties.get(QUERY_PROPERTY)
    if not batch or not query:
        raise PipelineError(
            f"this Spark does not tell tasks {BATCH_PROPERTY} and {QUERY_PROPERTY}, so that a repeated batch cannot be "
            "recognised; write with kavka.delivery=at-least-once"
        )
    return Attempt(query, int(batch), task)


def _task_context() -> TaskContext:
    context = TaskContext.get()
    assert context is not None, "writers run in Spark's tasks"
    return context
