"""The readers of the format `kavka`, as Spark calls them: a batch, a batch with pushed filters, a stream.

    planner process (one per query)                         worker processes (one task each)
    partitions · initialOffset · latestOffset · commit  ─▶  read(range) ─▶ Arrow batches ─▶ JVM

An object of these is pickled on its way to the workers, so it holds options, never a connection.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from pyspark.sql.datasource import DataSourceReader, DataSourceStreamReader, InputPartition
from pyspark.sql.streaming.datasource import (
    ReadAllAvailable,
    ReadLimit,
    ReadMaxRows,
    ReadMinRows,
    SupportsTriggerAvailableNow,
)

from kavka.pipeline.failures import HINT, DataLossError
from kavka.pipeline.source.cluster_queries import ClusterQueries, cluster_for
from kavka.pipeline.source.offsets import OffsetJson, from_json, to_json
from kavka.pipeline.source.options import BoundKind, ReadOptions
from kavka.pipeline.source.positions import PositionResolver
from kavka.pipeline.source.pushdown import Pushed, push
from kavka.pipeline.source.ranges import OffsetRange, cut
from kavka.pipeline.source.stream_plan import StreamPlan
from kavka.pipeline.wire.cluster import FAILURES
from kavka.pipeline.wire.group_offsets import commit_offsets
from kavka.timer.clock import Clock, SystemClock
from kavka.wire.errors import is_retriable

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql.datasource import Filter


class RangePartition(InputPartition):
    """One task's work: a range, or nothing (Spark has at least one task, so that the sink hears of every batch)."""

    def __init__(self, value: OffsetRange | None) -> None:
        super().__init__(value)


def _as_partitions(ranges: list[OffsetRange]) -> list[RangePartition]:
    return [RangePartition(one) for one in ranges] or [RangePartition(None)]


def _read(options: ReadOptions, partition: InputPartition) -> Iterator[pa.RecordBatch]:
    one: OffsetRange | None = partition.value
    if one is None:
        return
    from kavka.pipeline.source.record_reader import RecordReader  # who plans decodes nothing

    reader = RecordReader(cluster_for(options.client), options.client, fail_on_data_loss=options.fail_on_data_loss)
    yield from reader.read(one, options.columns)


class KavkaReader(DataSourceReader):
    """Reads what is between two positions now.

    Args:
        options: checked ones.
    """

    def __init__(self, options: ReadOptions) -> None:
        self._options = options
        self._pushed = Pushed()

    def partitions(self) -> list[RangePartition]:
        """Plans one range for each task.

        Raises:
            DataLossError: the end is before the start, or beyond the log's.
        """
        options = self._options
        resolver = PositionResolver(options, ClusterQueries(options.client))
        subscribed = resolver.subscribed()
        begins, ends = resolver.starts(subscribed), resolver.ends(subscribed)
        if options.end.kind is BoundKind.OFFSETS:
            latest = resolver.latest(subscribed)
            for tp in subscribed:
                if ends[tp] > latest[tp] and options.fail_on_data_loss:
                    raise DataLossError(f"{tp} is to be read up to {ends[tp]}, and ends at {latest[tp]}; {HINT}")
                ends[tp] = min(ends[tp], latest[tp])
        ranges = []
        for tp in subscribed:
            if begins[tp] > ends[tp] and options.fail_on_data_loss:
                raise DataLossError(f"{tp} is to be read from {begins[tp]} to {ends[tp]}, which is before it; {HINT}")
            one = self._pushed.narrowed(OffsetRange(tp.topic, tp.partition, begins[tp], ends[tp]))
            if one is not None:
                ranges.append(one)
        ranges = self._pushed.narrowed_by_time(ranges, resolver)
        return _as_partitions(cut(ranges, partitions_min=options.partitions_min, records_max=options.records_max))

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        """Reads the records of one task."""
        return _read(self._options, partition)


class KavkaPushReader(KavkaReader):
    """A reader that takes filters over: Spark refuses this method where pushdown is off, hence a class of its own."""

    def pushFilters(self, filters: list[Filter]) -> Iterator[Filter]:
        """Takes over the filters that narrow ranges; returns those that Spark must still check."""
        self._pushed, left = push(filters)
        return iter(left)


class KavkaStreamReader(DataSourceStreamReader, SupportsTriggerAvailableNow):
    """Reads as records come.

    Args:
        options: checked ones.
        clock: for maxTriggerDelay.
    """

    def __init__(self, options: ReadOptions, clock: Clock | None = None) -> None:
        self._options = options
        resolver = PositionResolver(options, ClusterQueries(options.client))
        self._plan = StreamPlan(options, resolver, clock if clock is not None else SystemClock())

    def initialOffset(self) -> OffsetJson:
        """Returns a constant; `offsets` says why."""
        return self._plan.initial()

    def getDefaultReadLimit(self) -> ReadLimit:
        """Returns Spark's view of the limits: `latestOffset` applies them itself."""
        if self._options.offsets_max is not None:
            return ReadMaxRows(self._options.offsets_max)
        if self._options.offsets_min is not None:
            return ReadMinRows(self._options.offsets_min)
        return ReadAllAvailable()

    def prepareForTriggerAvailableNow(self) -> None:
        """Fixes the current log ends as the stream's end."""
        self._plan.stop_at_ends()

    def reportLatestOffset(self) -> OffsetJson:
        """Returns the logs' ends, for lag displays."""
        return to_json(self._plan.ends())

    def latestOffset(self, start: Mapping[str, Any], limit: ReadLimit) -> OffsetJson:
        """Returns the end of the next batch."""
        return self._plan.next_end(start, is_limited=not isinstance(limit, ReadAllAvailable))

    def partitions(self, start: Mapping[str, Any], end: Mapping[str, Any]) -> list[RangePartition]:
        """Plans one range for each task; the same for the same start, end and options."""
        return _as_partitions(self._plan.ranges(start, end))

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        """Reads the records of one task."""
        return _read(self._options, partition)

    def commit(self, end: Mapping[str, Any]) -> None:
        """Commits a finished batch's end to `kavka.commit.group`, for lag displays.

        The next batch tries again what fails now.
        """
        group = self._options.commit_group
        if not group:
            return
        try:
            commit_offsets(cluster_for(self._options.client), group, from_json(end))
        except FAILURES as error:
            if not is_retriable(error):
                raise


class RangesStreamReader(KavkaStreamReader):
    """Reads no records: its rows are the ranges, for a sink that fetches where it writes (`kavka.ranges`)."""

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        """Returns one row, of topic, partition, start and end."""
        import pyarrow as pa

        one: OffsetRange | None = partition.value
        if one is not None:
            columns = [
                pa.array([one.topic]),
                pa.array([one.partition], pa.int32()),
                pa.array([one.start], pa.int64()),
                pa.array([one.end], pa.int64()),
            ]
            yield pa.RecordBatch.from_arrays(columns, names=list(OffsetRange._fields))
